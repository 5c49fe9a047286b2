"""The panel of a castle board: its lamps over the link, which tells of its buttons itself."""

from hw.castle_link.driver import CastleLink
from hw.castle_link.messages import BoardId
from hw.console.castle import DARK, Lamps


class LinkPanel:
    """A ``CastlePanel`` whose lamps are a castle board's; while the board is away it shows nothing."""

    def __init__(self, link: CastleLink, board: BoardId) -> None:
        self._link = link
        self._board = board

    def lamps(self, lamps: Lamps) -> None:
        """Set all three lamps."""
        self._link.lamps(self._board, lamps)

    def ask(self) -> None:
        """Let the board say which of its buttons are down."""
        self._link.ask(self._board)

    def close(self) -> None:
        """Lamps off."""
        self._link.lamps(self._board, DARK)
