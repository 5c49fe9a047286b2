"""Driver of all castle boards of a table: finds them by id on any port."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from math import inf
from typing import Final

from msgspec import Struct

from firmware.castle_node import FIRMWARE_VERSION
from hw.bus.ports import Ports, SerialPort
from hw.castle_link.board import Board
from hw.castle_link.messages import PROTOCOL_VERSION, BoardConnected, BoardDisconnected, BoardEvent, BoardId, Hello
from hw.castle_link.session import BoardSession
from hw.clock import Clock
from hw.console.panel import LAMPS_OFF, Lamps, LampState
from hw.errors import BusError, HardwareError, PartSilent

TICK_S: Final = 0.1
FIRST_PAUSE_S: Final = 0.5
LONGEST_PAUSE_S: Final = 5.0
"""Limit of the pause between attempts to open a port, which doubles each time."""

FOUND_WITHIN_S: Final = 3.0
"""A board not found within this time after the start is reported as missing."""

LAMP_LETTERS: Final = {LampState.OFF: "0", LampState.ON: "1", LampState.BLINK: "b"}


class _PortSlot(Struct):
    """A serial port: open, or to be opened at ``again_s``."""

    port: SerialPort | None = None
    session: BoardSession | None = None
    fault: HardwareError | None = None
    opened_s: float = 0.0
    again_s: float = 0.0
    pause_s: float = FIRST_PAUSE_S

    @property
    def hello(self) -> Hello | None:
        return None if self.session is None else self.session.hello

    @property
    def is_silent(self) -> bool:
        """Whether no board answered the last two attempts; a restarting or just plugged board answers one."""
        return self.hello is None and self.pause_s > 2 * FIRST_PAUSE_S


class CastleLink:
    """Connections to the boards with the given ids, wherever they are plugged in.

    A board is connected while exactly one port has it; ports with other boards are left alone.

    Args:
        boards: settings (PROTOCOL.md) of each board by its id; a board that has others gets them.
        on_event: called on the running loop with each event of a board.

    Attributes:
        update_rounds: rounds of `update_connections` so far.
    """

    def __init__(
        self,
        ports: Ports,
        clock: Clock,
        boards: Mapping[BoardId, Mapping[str, str]],
        on_event: Callable[[BoardId, BoardEvent], None],
    ) -> None:
        self._ports = ports
        self._clock = clock
        self._boards = {board: Board(board, settings) for board, settings in boards.items()}
        self._on_event = on_event
        self._slots: dict[str, _PortSlot] = {}
        self._lamps = dict.fromkeys(boards, "000")
        self._announced: dict[BoardId, str | None] = {}
        self._began_s: float | None = None
        self._to_record: set[BoardId] = set()
        self.update_rounds = 0

    async def run(self) -> None:
        self._began_s = self._clock.now_s()
        while True:
            self.update_connections()
            await self._clock.sleep_until(self._clock.now_s() + TICK_S)

    def update_connections(self) -> None:
        """Open ports, send beats, close silent ports and report connected boards."""
        self.update_rounds += 1
        now_s = self._clock.now_s()
        for where in self._ports.serial_port_names():
            slot = self._slots.setdefault(where, _PortSlot())
            if slot.session is None and now_s >= slot.again_s:
                self._open_port(where, slot, now_s)
        for where, slot in self._slots.items():
            if slot.session is None:
                continue
            slot.session.send_due_lines(now_s)
            if slot.session.is_silent(now_s):
                remedy = "Check cable and power of the board, or flash it: royaltable flash"
                self._close_port_and_schedule_retry(
                    slot, PartSilent(where, seen="nothing", expected="a castle board's lines", remedy=remedy)
                )
        self._adopt_and_report_boards()
        for board in tuple(self._to_record):
            for session in self._sessions_of(board):
                if session.has_adopted_board:
                    self._to_record.discard(board)
                    session.request_recording(now_s)

    def request_recordings(self) -> None:
        """Have each board record its readers, now or as soon as it is connected; any thread may call this."""
        self._to_record = set(self._boards)

    def set_lamps(self, board: BoardId, lamps: Lamps) -> None:
        """Set a board's lamps, now or as soon as it is connected."""
        letters = "".join(LAMP_LETTERS[lamp] for lamp in lamps)
        self._lamps[board] = letters
        for session in self._sessions_of(board):
            if session.has_adopted_board:
                session.set_lamps(letters)

    def request_state(self, board: BoardId) -> None:
        """Ask a connected board which buttons are down and which readers work."""
        for session in self._sessions_of(board):
            if session.has_adopted_board:
                session.request_state()

    def request_check(self, board: BoardId) -> None:
        """Have a connected board test its readers; it answers within a second, but reports no tag meanwhile."""
        for session in self._sessions_of(board):
            if session.has_adopted_board:
                session.request_check()

    def hello_of(self, board: BoardId) -> Hello | None:
        """Return the board's ``hello``; None while it is not connected."""
        return next((session.hello for session in self._sessions_of(board)), None)

    @property
    def repeated_ids(self) -> list[BoardId]:
        """Ids that several boards have."""
        ids = [slot.hello.board for slot in self._slots.values() if slot.hello is not None]
        return sorted({board for board in ids if ids.count(board) > 1})

    @property
    def silent_ports(self) -> list[str]:
        """Ports at which something is plugged in that has not greeted as a castle board."""
        here = self._ports.serial_port_names()
        return [where for where, slot in self._slots.items() if where in here and slot.hello is None]

    def port_to_flash(self, board: BoardId) -> str | None:
        """Return the port where ``board`` has other firmware; if missing, the only silent port; else None.

        Return None while a port is lent, too, since only one can be lent at a time.
        """
        slots = {where: self._slots[where] for where in self._ports.serial_port_names() if where in self._slots}
        hellos = {where: slot.hello for where, slot in slots.items() if slot.hello and slot.hello.board == board}
        if hellos:
            found = [where for where, hello in hellos.items() if hello.firmware != FIRMWARE_VERSION]
        else:
            found = [where for where, slot in slots.items() if slot.is_silent]
        is_any_lent = any(slot.again_s == inf for slot in self._slots.values())
        return found[0] if len(found) == 1 and not is_any_lent else None

    @contextmanager
    def lend_port(self, where: str) -> Iterator[None]:
        """Keep a port closed inside the ``with`` block, to flash its board."""
        slot = self._slots.setdefault(where, _PortSlot())
        self._close_port_and_schedule_retry(
            slot, BusError(where, seen="a board being flashed", expected="a board", remedy="Wait.")
        )
        slot.again_s = inf
        self._adopt_and_report_boards()
        try:
            yield
        finally:
            slot.again_s = self._clock.now_s()

    def close(self) -> None:
        """Turn the lamps off and close the ports; closing twice is fine."""
        for slot in self._slots.values():
            if slot.session is not None and slot.session.has_adopted_board:
                slot.session.set_lamps("000")
            if slot.port is not None:
                slot.port.close()
        self._slots.clear()

    def _open_port(self, where: str, slot: _PortSlot, now_s: float) -> None:
        def feed_session(data: bytes) -> None:
            if slot.session is not None:
                slot.session.feed_received_bytes(data, self._clock.now_s())

        def close_and_report_lost(fault: BusError) -> None:
            self._close_port_and_schedule_retry(slot, fault)
            self._adopt_and_report_boards()

        def write_if_open(data: bytes) -> None:
            if slot.port is not None:
                slot.port.write(data)

        def emit_of_known_board(event: BoardEvent) -> None:
            if slot.hello is not None:
                self._on_event(slot.hello.board, event)

        try:
            slot.port = self._ports.open_serial_port(where, feed_session, close_and_report_lost)
        except BusError as fault:
            self._close_port_and_schedule_retry(slot, fault)
        else:
            slot.fault, slot.opened_s = None, now_s
            slot.session = BoardSession(write_if_open, self._adopt_and_report_boards, emit_of_known_board, now_s)

    def _close_port_and_schedule_retry(self, slot: _PortSlot, fault: HardwareError) -> None:
        if slot.port is not None:
            slot.port.close()
        if slot.hello is not None:
            slot.pause_s = FIRST_PAUSE_S
        slot.port = slot.session = None
        slot.fault = fault
        slot.again_s = self._clock.now_s() + slot.pause_s
        slot.pause_s = min(2 * slot.pause_s, LONGEST_PAUSE_S)

    def _sessions_of(self, board: BoardId) -> list[BoardSession]:
        sessions = (slot.session for slot in self._slots.values() if slot.session is not None)
        return [session for session in sessions if session.hello is not None and session.hello.board == board]

    def _adopt_and_report_boards(self) -> None:
        for board in self._boards.values():
            self._close_older_ports_of_board(board.id)
            fault = self._connection_fault(board)
            known = board.id in self._announced
            if fault is None:
                session = self._sessions_of(board.id)[0]
                if not session.has_adopted_board:
                    session.lamps = self._lamps[board.id]
                    session.adopt_board(board, self._clock.now_s())
                if not known or self._announced[board.id] is not None:
                    self._emit_presence(board.id, BoardConnected())
            else:
                for session in self._sessions_of(board.id):
                    session.disown_board()
                if str(fault) != self._announced.get(board.id) and (known or self._is_search_overdue()):
                    self._emit_presence(board.id, BoardDisconnected(fault))

    def _close_older_ports_of_board(self, board: BoardId) -> None:
        slots = [slot for slot in self._slots.values() if slot.session in self._sessions_of(board)]
        boots = {slot.hello.boot for slot in slots if slot.hello is not None}
        if len(slots) > 1 and len(boots) == 1:
            newest = max(slots, key=lambda slot: slot.opened_s)
            for slot in slots:
                if slot is not newest:
                    seen = "its board at another port"
                    self._close_port_and_schedule_retry(
                        slot, BusError("old port", seen=seen, expected="one port", remedy="Nothing to do.")
                    )

    def _emit_presence(self, board: BoardId, event: BoardConnected | BoardDisconnected) -> None:
        self._announced[board] = str(event.fault) if isinstance(event, BoardDisconnected) else None
        self._on_event(board, event)

    def _is_search_overdue(self) -> bool:
        return self._began_s is not None and self._clock.now_s() - self._began_s > FOUND_WITHIN_S

    def _connection_fault(self, board: Board) -> HardwareError | None:
        part = f"castle board {board.id}"
        sessions = self._sessions_of(board.id)
        if len(sessions) > 1:
            slots = [where for where, slot in self._slots.items() if slot.session in sessions]
            remedy = "Give one of the boards another id: royaltable flash --port PORT --id NAME"
            return BusError(
                part, seen=f"this id at {' and at '.join(slots)}", expected="one board with this id", remedy=remedy
            )
        if sessions:
            hello = sessions[0].hello
            assert hello is not None
            if hello.protocol == PROTOCOL_VERSION:
                return None
            seen = f"firmware {hello.firmware}, which speaks protocol {hello.protocol}"
            return BusError(part, seen=seen, expected=f"protocol {PROTOCOL_VERSION}", remedy="Run: royaltable flash")
        return self._missing_board_error(part)

    def _missing_board_error(self, part: str) -> BusError:
        found = {slot.hello.board for slot in self._slots.values() if slot.hello is not None}
        strangers = sorted(found - self._boards.keys())
        here = self._ports.serial_port_names()
        faults = {where: slot.fault for where, slot in self._slots.items() if slot.fault and where in here}
        if strangers:
            seen, faults = f"other boards: {', '.join(strangers)}", {}
        elif faults:
            seen = f"no board ({'; '.join(f'{where}: {fault.seen}' for where, fault in faults.items())})"
        else:
            seen = "no board"
        remedies = dict.fromkeys(fault.remedy for fault in faults.values())
        remedy = " ".join(remedies) or "Check its cable, then its id."
        return BusError(part, seen=seen, expected="the board at a USB port", remedy=remedy)


class CastleLinkPanel:
    """The ``CastlePanel`` of a castle board."""

    def __init__(self, link: CastleLink, board: BoardId) -> None:
        self._link = link
        self._board = board

    def set_lamps(self, lamps: Lamps) -> None:
        self._link.set_lamps(self._board, lamps)

    def request_state(self) -> None:
        self._link.request_state(self._board)

    def close(self) -> None:
        self._link.set_lamps(self._board, LAMPS_OFF)
