"""Turn the events of castle boards into passages, presses and device health, and flash the boards."""

import asyncio
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from controller.config.schema import CastleSection
from controller.devices.controls import Controls
from controller.devices.health import BEAMS_SUFFIX, BOARD_SUFFIX
from controller.devices.readers import Passage
from controller.games.contract.values import CastleId
from controller.signals import Signal
from firmware.castle_node import FIRMWARE_VERSION
from firmware.castle_node.visits import REARM_MS
from hw.bus.ports import Ports
from hw.castle_link import messages
from hw.clock import Clock
from hw.errors import PartSilent
from hw.values import ReaderId, Uid

if TYPE_CHECKING:
    from hw.castle_link.driver import CastleLink


class CastleBoards:
    """The link to the castle boards; a board decides which readings are one visit.

    Presses at a board's panel go to ``controls``.

    Attributes:
        event_received: emits each event of a board, with its gate.
        tile_passed: emits each passage.
        events_lost: emits a gate and how many events its board lost.
        other_firmware_seen: emits a gate whose board has other firmware than this program, and that firmware's version.
        health_changed: emits the device name of a board or reader and its fault, None when it works.
    """

    def __init__(self, gates: Sequence[CastleSection], ports: Ports, clock: Clock, controls: Controls) -> None:
        self.event_received: Signal[tuple[ReaderId, messages.BoardEvent]] = Signal()
        self.tile_passed: Signal[Passage] = Signal()
        self.events_lost: Signal[tuple[ReaderId, int]] = Signal()
        self.other_firmware_seen: Signal[tuple[ReaderId, str]] = Signal()
        self.health_changed: Signal[tuple[str, str | None]] = Signal()
        with_board = [(messages.BoardId(gate.node), gate) for gate in gates if gate.node is not None]
        self._gates = {board: ReaderId(gate.color) for board, gate in with_board}
        self._settings = {board: gate.board_settings for board, gate in with_board}
        self._board_by_device = {gate + BOARD_SUFFIX: board for board, gate in self._gates.items()}
        self._ports = ports
        self._clock = clock
        self._controls = controls
        self._link: CastleLink | None = None
        self._seen_at_s: dict[tuple[ReaderId, Uid], float] = {}

    def open(self) -> "CastleLink | None":
        """Return the link, which searches for boards as it runs; None if none are configured."""
        if self._gates and self._link is None:
            from hw.castle_link.driver import CastleLink  # only for tables with boards

            self._link = CastleLink(self._ports, self._clock, self._settings, self._handle_board_event)
            for board, gate in self._gates.items():
                self._controls.add_board_panel(CastleId(gate), self._link, board)
        return self._link

    def request_recordings(self) -> None:
        """Have each board record its readers, now or once it is connected."""
        link = self.open()
        if link is not None:
            link.request_recordings()

    async def run(self) -> None:
        link = self.open()
        if link is not None:
            await link.run()

    @property
    def board_search_count(self) -> int | None:
        return None if self._link is None else self._link.update_rounds

    async def flash(self, device: str) -> None:
        """Put this program's firmware on the board of ``device``; a new board gets that board's id.

        The device is lost meanwhile. Raise HardwareError if there is no board, or flashing fails.
        """
        port = self.port_to_flash(device)
        if self._link is None or port is None:
            expected = "one with other firmware, or a single new one with MicroPython"
            remedy = "Plug in one new board at a time; the table sees it after some fifteen seconds."
            raise PartSilent(device, seen="no board to flash", expected=expected, remedy=remedy)
        with self._link.lend_port(port):
            await asyncio.to_thread(flash_board, port, self._board_by_device[device], lambda _done, _total: None)

    def port_to_flash(self, device: str) -> str | None:
        """Return the serial port for flashing a lost or outdated board; None without one."""
        board = self._board_by_device.get(device)
        return None if self._link is None or board is None else self._link.port_to_flash(board)

    def close(self) -> None:
        if self._link is not None:
            self._link.close()

    def _handle_board_event(self, board: messages.BoardId, event: messages.BoardEvent) -> None:
        gate = self._gates[board]
        match event:
            case messages.PanelPressed(button=button, press=press):
                self._controls.on_press(CastleId(gate), button, press)
            case messages.ButtonsHeld(buttons=buttons):
                self._controls.on_buttons_held(CastleId(gate), buttons)
            case messages.TagCame(uid=uid, at_s=at_s):
                self._emit_passage_unless_repeated(gate, uid, at_s)
            case messages.TagsUnclear(at_s=at_s):
                self.tile_passed.emit(Passage(gate, None, at_s))
            case messages.TagUnread(at_s=at_s):
                self.tile_passed.emit(Passage(gate, None, at_s, is_gone=True))
            case messages.ReaderWorks() | messages.ReaderFailed():
                self.health_changed.emit((gate, str(event.fault) if isinstance(event, messages.ReaderFailed) else None))
            case messages.BeamsChanged(fault=fault):
                self.health_changed.emit((gate + BEAMS_SUFFIX, None if fault is None else str(fault)))
            case messages.BoardConnected():
                hello = self._link.hello_of(board) if self._link else None
                if hello is not None and hello.firmware != FIRMWARE_VERSION:
                    self.other_firmware_seen.emit((gate, hello.firmware))
                self.health_changed.emit((gate + BOARD_SUFFIX, None))
            case messages.BoardDisconnected(fault=fault):
                self.health_changed.emit((gate + BOARD_SUFFIX, str(fault)))
            case messages.EventsLost(count=count):
                self.events_lost.emit((gate, count))
        self.event_received.emit((gate, event))

    def _emit_passage_unless_repeated(self, gate: ReaderId, uid: Uid, at_s: float) -> None:
        for earlier in [key for key, was_s in self._seen_at_s.items() if at_s - was_s >= REARM_MS / 1000]:
            del self._seen_at_s[earlier]
        if (gate, uid) not in self._seen_at_s:
            self.tile_passed.emit(Passage(gate, uid, at_s))
        self._seen_at_s[gate, uid] = at_s


def list_micropython_ports() -> list[str]:
    from hw.bus.linux import LinuxPorts  # only for commands

    return list(LinuxPorts().serial_port_names())


def flash_board(port: str, new_id: str | None, progress: Callable[[int, int], None]) -> messages.Hello:
    """Flash the board at ``port``, give it ``new_id`` unless None; call ``progress`` with bytes written and in all."""
    from firmware import FOLDER
    from hw.castle_link.flash import flash_firmware, read_firmware  # imports mpremote

    image = read_firmware(FOLDER)
    board = messages.BoardId(new_id) if new_id is not None else None
    return flash_firmware(port, image, new_id=board, progress=lambda done: progress(done, image.size_bytes))
