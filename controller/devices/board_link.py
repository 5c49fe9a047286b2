"""The link to the castle boards, which read pieces by themselves."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from controller.devices.controls import Controls
from controller.games.contract.values import CastleId
from controller.topic import Topic
from hw.bus.ports import Ports
from hw.castle_link.events import BoardEvent, PanelHeld, PanelPressed
from hw.castle_link.messages import BoardId
from hw.clock import Clock
from hw.values import ReaderId

if TYPE_CHECKING:
    from hw.castle_link.driver import CastleLink


class BoardLink:
    """Owner of the link; what is done at a board's panel goes to the ``controls``.

    Attributes:
        heard: told what each board says, by its gate.
    """

    def __init__(self, boards: Mapping[str, str], ports: Ports, clock: Clock, controls: Controls) -> None:
        """``boards`` are the boards' ids by their gates."""
        self.heard: Topic[tuple[ReaderId, BoardEvent]] = Topic()
        self._gates = {BoardId(node): ReaderId(gate) for gate, node in boards.items()}
        self._ports = ports
        self._clock = clock
        self._controls = controls
        self._link: CastleLink | None = None

    def open(self) -> "CastleLink | None":
        """The link, None without any boards; they are looked for while it runs."""
        if self._gates and self._link is None:
            from hw.castle_link.driver import CastleLink  # noqa: PLC0415  # only where there are boards

            self._link = CastleLink(self._ports, self._clock, self._gates, self._hear)
            for board, gate in self._gates.items():
                self._controls.add_board(CastleId(gate), self._link, board)
        return self._link

    @property
    def looks(self) -> int | None:
        """How often the boards were looked for; None without any."""
        return None if self._link is None else self._link.looks

    def close(self) -> None:
        """Give all lines back."""
        if self._link is not None:
            self._link.close()

    def _hear(self, board: BoardId, event: BoardEvent) -> None:
        gate = self._gates[board]
        if isinstance(event, PanelPressed):
            self._controls.pressed_at(CastleId(gate), event.button, event.press)
        elif isinstance(event, PanelHeld):
            self._controls.held_at(CastleId(gate), event.buttons)
        self.heard.tell((gate, event))
