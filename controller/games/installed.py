"""The only chooser of a game: everything else in the daemon knows games by their contract."""

from collections.abc import Callable, Iterator, Mapping
from importlib.metadata import entry_points
from types import MappingProxyType
from typing import Final

from controller.games.contract.game import Game
from controller.games.tumult_royale.game import TumultRoyale

GROUP: Final = "royaltable.games"
"""The entry points by which other packages bring games: each takes the house's options and gives a ``Game``."""

USUAL: Final = "tumult_royale"

OURS: Final[Mapping[str, Callable[[Mapping[str, str]], Game]]] = MappingProxyType({USUAL: TumultRoyale})


def names() -> Iterator[str]:
    """The games that this table can play, by the names that ``table.toml`` gives them; ours first.

    Those of other packages are looked up when they are asked for: it takes as long as a hundred modules.
    """
    yield from OURS
    yield from (found.name for found in entry_points(group=GROUP) if found.name not in OURS)


def game(name: str = USUAL, options: Mapping[str, str] = MappingProxyType({})) -> Game:
    """The game of that name, with the house's choices as its usual ones.

    Raises:
        KeyError: no such game is installed.
    """
    make = OURS[name] if name in OURS else entry_points(group=GROUP)[name].load()
    made: Game = make(options)
    return made
