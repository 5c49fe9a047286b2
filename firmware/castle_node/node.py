"""Main loop of a castle board, which works with or without a host."""

from .link import to_line_text
from .panel import Button, Lamps
from .ports import Board
from .reader import Reader
from .recording import PIECE_BYTES, RecordedBus, Recording
from .session import HOST_GONE_MS, HostSession
from .settings import CHOSEN_AT_START, NAMES, Settings, reason_invalid
from .visits import VisitTracker

POLL_EVERY_MS = 10
"""Time between polls. A ramp keeps a tile in the field for 45 ms or more, so three polls see it."""

GC_EVERY_MS = 1000
"""How often to collect garbage while the field is empty and a pause does no harm."""

GC_LATEST_MS = 5000

USB_DEAD_MS = 10_000
"""Silence of the host after a cable was plugged in again that means a dead port; it greets within 5 s."""

BUTTON_NAMES = ("yes", "no")


class UsbWatch:
    """Notices a USB port that stays dead after its cable was pulled while the board had other power.

    MicroPython may then not answer the host again until a restart (micropython#16713), which loses unacknowledged
    events.
    """

    def __init__(self) -> None:
        self._heard = False
        self._pulled = False
        self._plugged_ms = -1

    def is_dead(self, heard: bool, powered: bool, now_ms: int) -> bool:
        """Take whether bytes have come from the host and whether the cable gives power; call it often."""
        if heard or not powered:
            self._pulled = not powered and (self._pulled or self._heard)
            self._heard = self._heard or heard
            self._plugged_ms = -1
        elif self._pulled:
            self._pulled = False
            self._plugged_ms = now_ms
        return self._plugged_ms >= 0 and now_ms - self._plugged_ms >= USB_DEAD_MS


class Node:
    """A board from power-on until the host asks for a restart."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self.settings = Settings(board)
        self._wired = board.connect_readers(self.settings.values["reader"])
        self.readers = [Reader(bus, reset, board) for bus, reset in self._wired]
        self.session = HostSession(board, self.settings.values, self.readers)
        self._reported_works = [-1 for _ in self.readers]
        self.visits = VisitTracker()
        self.beams = None
        if self.settings.values["beams"] == "1":
            from .beams import BeamCheck  # a board without beams keeps the heap

            self.beams = BeamCheck(board.connect_beams())
        self._reported_beams = "unknown"
        self.buttons = (Button(), Button())
        board.connect_ring(int(self.settings.values["ring"]))
        self.lamps = Lamps(board)
        self._polls = self._reads = self._garbled = 0
        self._unclear_at = 0
        self._longest_ms = 0
        self._heap_free = self._heap_least = board.collect_garbage()
        self._collected_ms = self._board.now_ms()
        self._restart = ""
        self._is_check_due = False
        self._recording: Recording | None = None
        self._records = False
        self._usb = UsbWatch()
        self._apply_settings()

    async def run_until_restart(self) -> str:
        """Run until the host sends ``update`` or ``reboot``; switch all off and return that word."""
        await self._start_readers_drop_absent_last()
        while not self._restart:
            await self.run_cycle()
        for reader in self.readers:
            reader.off()
        self._board.switch_lamps(False, False, False)
        return self._restart

    async def run_cycle(self) -> None:
        board = self._board
        began_ms = board.now_ms()
        await self._poll_readers()
        if self._is_check_due:
            await self._check_readers()
        self._handle_panel_and_host()
        now_ms = board.now_ms()
        self._longest_ms = max(self._longest_ms, now_ms - began_ms)
        board.feed_watchdog()
        while now_ms < began_ms + POLL_EVERY_MS and not self._restart:
            await board.wait_for_bytes(began_ms + POLL_EVERY_MS)
            self._handle_panel_and_host()
            now_ms = board.now_ms()

    # The gate

    async def _start_readers_drop_absent_last(self) -> None:
        for reader in self.readers:
            await reader.poll()
        if len(self.readers) > 1 and not self.readers[-1].works:
            self.readers.pop()

    async def _poll_readers(self) -> None:
        uids: list[bytes] = []
        seen_by: list[int] = []
        unclear: list[int] = []
        for index, reader in enumerate(self.readers):
            found = await reader.poll()
            self._report_reader_change(index, reader)
            if found is not None:
                if found[1]:
                    unclear.append(index)
                for uid in found[0]:
                    if uid not in uids:
                        uids.append(uid)
                        seen_by.append(index)
        now_ms = self._board.now_ms()
        garbled = bool(unclear)
        self._polls += 1
        self._reads += len(uids)
        self._garbled += garbled
        came = self.visits.feed_and_get_arrivals(uids, garbled, now_ms)
        for uid in came:
            self._add_event("tile", now_ms, f"{seen_by[uids.index(uid)]} {uid.hex().upper()}")
            self.lamps.flash(now_ms)
        if unclear:
            self._unclear_at = unclear[0]
        trouble = self.visits.feed_and_get_trouble(uids, garbled, bool(came), now_ms)
        is_seen = self.beams is not None and not self.beams.fault  # then the beams tell what went by unread
        if trouble == "unclear" or (trouble and not is_seen):
            self._add_event(trouble, now_ms, str(self._unclear_at))
        if self.beams is not None and self.readers[0].works:
            own = [uid for uid in came if seen_by[uids.index(uid)] == 0]
            is_empty = not uids and not garbled
            if self.beams.feed_and_check_unread(len(own), is_empty, self.visits.has_any, now_ms):
                self._add_event("unread", now_ms, "0")
            if self.beams.fault or self.beams.is_tested:
                self._report_beams_change(now_ms, self.beams.fault)
        self._collect_garbage_if_due(now_ms, quiet=not uids and not garbled)

    async def _check_readers(self) -> None:
        self._is_check_due = False
        for index, reader in enumerate(self.readers):
            if reader.works:
                self.session.output.queue_line(f"checked {index} {await reader.check()}")
            self._board.feed_watchdog()

    def _report_reader_change(self, index: int, reader: Reader) -> None:
        if self._reported_works[index] == reader.works:
            return
        self._reported_works[index] = reader.works
        if reader.works:
            self._add_event("works", self._board.now_ms(), f"{index} {reader.chip.version:02X}")
        else:
            self.visits.pause_counting_absence()
            self._add_event("fault", self._board.now_ms(), f"{index} {to_line_text(reader.problem)}")

    def _report_beams_change(self, now_ms: int, fault: str) -> None:
        if fault != self._reported_beams:
            self._reported_beams = fault
            self._add_event("beams", now_ms, fault or "clear")

    def _collect_garbage_if_due(self, now_ms: int, *, quiet: bool) -> None:
        since_ms = now_ms - self._collected_ms
        if since_ms >= GC_LATEST_MS or (quiet and since_ms >= GC_EVERY_MS):
            self._collected_ms = now_ms
            self._heap_free = self._board.collect_garbage()
            self._heap_least = min(self._heap_least, self._heap_free)

    # Panel and host

    def _handle_panel_and_host(self) -> None:
        now_ms = self._board.now_ms()
        held = self._board.are_buttons_held()
        for place, name in enumerate(BUTTON_NAMES):
            press = self.buttons[place].detect_press(held[place], now_ms)
            if press is not None:
                self._add_event("press", press[1], f"{name} {press[0]} {press[2]}")
        session = self.session
        data = self._board.read_from_host()
        if self._usb.is_dead(len(data) > 0, self._board.is_usb_powered(), now_ms):
            self._restart = "reboot"
        if data:
            for words in session.receiver.feed(data):
                if session.is_command_else_handle(words, self.lamps.pattern, now_ms):
                    self._execute_host_command(words, now_ms)
        session.send_due_lines(now_ms)
        self.lamps.update_lamps(now_ms, now_ms - session.host_ms < HOST_GONE_MS)

    def _execute_host_command(self, command: list[str], now_ms: int) -> None:
        word = command[0]
        if word == "lamps":
            self.lamps.pattern = command[1]
        elif word == "set":
            self._change_setting(command[1], command[2])
        elif word == "ask":
            self._queue_state_report(now_ms)
        elif word == "check":
            self._is_check_due = True
        elif word == "record":
            self._begin_recording()
        elif word == "piece":
            self._queue_piece(int(command[1]))
        else:
            self._restart = word

    def _begin_recording(self) -> None:
        """Record the readers from a reset on."""
        try:
            self._recording = None
            self._board.collect_garbage()
            self._recording = Recording(self._board)
        except MemoryError:
            self.session.output.queue_line("no record out of memory")
            return
        self._records = True
        self._renew_readers()

    def _queue_piece(self, at: int) -> None:
        """End the recording; queue a piece of it."""
        if self._records:
            self._records = False
            self._renew_readers()
        if self._recording is None or at >= self._recording.size:
            self.session.output.queue_line("no record nothing is recorded there")
            return
        end = min(at + PIECE_BYTES, self._recording.size)
        data = bytes(self._recording.data[at:end]).hex().upper()
        self.session.output.queue_line(f"piece {at} {self._recording.size} {data}")

    def _renew_readers(self) -> None:
        """Reset the readers; record their buses, or cease."""
        for index, reader in enumerate(self.readers):
            bus, reset = self._wired[index]
            if self._records and self._recording is not None:
                bus = RecordedBus(bus, index, self._recording)
            recoveries = reader.recoveries
            self.readers[index] = Reader(bus, reset, self._board)
            self.readers[index].recoveries = recoveries
        self._apply_settings()

    def _change_setting(self, name: str, value: str) -> None:
        why_not = reason_invalid(name, value)
        if why_not:
            self.session.output.queue_line(f"no {to_line_text(name)[:16]} {to_line_text(why_not)}")
            return
        is_new = self.settings.values[name] != value
        try:
            self.settings.change_and_save(name, value)
        except OSError as fault:
            self.session.output.queue_line(f"no {name} {to_line_text(str(fault))}")
            return
        self._apply_settings()
        self.session.output.queue_line(f"is {name} {value}")
        if is_new and name in CHOSEN_AT_START:
            self._restart = "reboot"

    def _apply_settings(self) -> None:
        values = self.settings.values
        for reader in self.readers:
            if reader.chip.gain_db != int(values["gain"]):
                reader.set_gain_by_reset(int(values["gain"]))
        for button in self.buttons:
            button.long_ms = int(values["long"])

    def _queue_state_report(self, now_ms: int) -> None:
        self._reported_beams = "unknown"
        outbox, receiver, output = self.session.outbox, self.session.receiver, self.session.output
        held = "".join(["1" if button else "0" for button in self._board.are_buttons_held()])
        works = "".join(["1" if reader.works else "0" for reader in self.readers])
        events = f"{outbox.last} {outbox.acked} {outbox.missed}"
        output.queue_line(f"state {now_ms} {events} {self.lamps.pattern} {held} {works}")
        recoveries = sum([reader.recoveries for reader in self.readers])
        field = f"{self._polls} {self._reads} {self._garbled} {recoveries}"
        line = f"{receiver.damaged} {receiver.lost} {outbox.missed} {output.choked}"
        output.queue_line(f"counts {field} {line} {self._heap_free} {self._heap_least} {self._longest_ms}")
        for name in NAMES:
            output.queue_line(f"is {name} {self.settings.values[name]}")

    def _add_event(self, word: str, at_ms: int, rest: str) -> None:
        self.session.outbox.add_event(word, f"{at_ms} {rest}")
