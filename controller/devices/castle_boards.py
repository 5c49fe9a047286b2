"""The castle boards: the link to them, what they tell, and their firmware."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from controller.devices.controls import Controls
from controller.devices.health import BOARD
from controller.devices.readers import Passage
from controller.games.contract.values import CastleId
from controller.signals import Signal
from firmware.castle_node.gate import REARM_MS
from hw.bus.ports import Ports
from hw.castle_link.messages import (
    BoardConnected,
    BoardDisconnected,
    BoardEvent,
    BoardId,
    EventsLost,
    Hello,
    PanelHeld,
    PanelPressed,
    ReaderFailed,
    ReaderWorks,
    TagCame,
    TagsUnclear,
)
from hw.clock import Clock
from hw.values import ReaderId, Uid

if TYPE_CHECKING:
    from hw.castle_link.driver import CastleLink


class CastleBoards:
    """Owner of the link to them, and of which tag lies on which; a board decides by itself what is one visit.

    What is done at a board's panel goes to the ``controls``.

    Attributes:
        heard: told what each board says, by its gate.
        passed: told each passage.
        lost: told how many events of a gate's board are gone.
        health: told what ails a board or its reader, by the device's name; None once it works.
    """

    def __init__(self, boards: Mapping[str, str], ports: Ports, clock: Clock, controls: Controls) -> None:
        self.event_received: Signal[tuple[ReaderId, BoardEvent]] = Signal()
        self.tile_passed: Signal[Passage] = Signal()
        self.events_lost: Signal[tuple[ReaderId, int]] = Signal()
        self.health_changed: Signal[tuple[str, str | None]] = Signal()
        self._gates = {BoardId(node): ReaderId(gate) for gate, node in boards.items()}
        self._ports = ports
        self._clock = clock
        self._controls = controls
        self._link: CastleLink | None = None
        self._seen_at_s: dict[tuple[ReaderId, Uid], float] = {}

    def open(self) -> "CastleLink | None":
        """The link, None without any boards; they are looked for while it runs."""
        if self._gates and self._link is None:
            from hw.castle_link.driver import CastleLink  # only where there are boards

            self._link = CastleLink(self._ports, self._clock, self._gates, self._handle)
            for board, gate in self._gates.items():
                self._controls.add_board(CastleId(gate), self._link, board)
        return self._link

    async def run(self) -> None:
        link = self.open()
        if link is not None:
            await link.run()

    @property
    def scans(self) -> int | None:
        """How often the boards were looked for; None without any."""
        return None if self._link is None else self._link.looks

    def close(self) -> None:
        if self._link is not None:
            self._link.close()

    def _handle(self, board: BoardId, event: BoardEvent) -> None:
        gate = self._gates[board]
        match event:
            case PanelPressed(button=button, press=press):
                self._controls.on_press(CastleId(gate), button, press)
            case PanelHeld(buttons=buttons):
                self._controls.on_held(CastleId(gate), buttons)
            case TagCame(uid=uid, at_s=at_s):
                self._handle_tag(gate, uid, at_s)
            case TagsUnclear(at_s=at_s):
                self.tile_passed.emit(Passage(gate, None, at_s))
            case ReaderWorks() | ReaderFailed():
                self.health_changed.emit((gate, str(event.fault) if isinstance(event, ReaderFailed) else None))
            case BoardConnected() | BoardDisconnected():
                self.health_changed.emit(
                    (gate + BOARD, str(event.fault) if isinstance(event, BoardDisconnected) else None)
                )
            case EventsLost(count=count):
                self.events_lost.emit((gate, count))
        self.event_received.emit((gate, event))

    def _handle_tag(self, gate: ReaderId, uid: Uid, at_s: float) -> None:
        for earlier in [key for key, was_s in self._seen_at_s.items() if at_s - was_s >= REARM_MS / 1000]:
            del self._seen_at_s[earlier]
        if (gate, uid) not in self._seen_at_s:
            self.tile_passed.emit(Passage(gate, uid, at_s))
        self._seen_at_s[gate, uid] = at_s


def flashable_ports() -> list[str]:
    from hw.bus.linux import LinuxPorts  # not at a table

    return list(LinuxPorts().serial_ports())


def flash_board(port: str, board: str | None, progress: Callable[[int, int], None]) -> Hello:
    """Put the firmware on the board at ``port``; ``progress`` is told octets done and in all.

    Raises:
        HardwareError: what was seen and what to do.
    """
    from firmware import FOLDER
    from hw.castle_link.flash import firmware_in, flash  # mpremote is needed for this alone

    image = firmware_in(FOLDER)
    name = BoardId(board) if board is not None else None
    return flash(port, image, board=name, progress=lambda done: progress(done, image.size_bytes))
