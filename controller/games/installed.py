"""The only chooser of a game: everything else in the daemon knows games by their contract."""

from controller.games.contract.game import Game
from controller.games.tumult_royale.game import TumultRoyale


def game(map_kept: str) -> Game:
    """The game that this table plays; ``map_kept`` is the house's way with the country (TR-11)."""
    return TumultRoyale(map_kept)
