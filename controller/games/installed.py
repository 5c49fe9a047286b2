"""The only chooser of a game: everything else in the daemon knows games by their contract."""

import importlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, get_type_hints

from msgspec import Struct

from controller.games.contract.game import Game
from controller.games.naming import USUAL
from controller.texts import translation

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP: Final = "royaltable.games"
"""The entry points by which other packages bring games: each takes the house's options and gives a ``Game``."""

MODULE: Final = "game"
MAKER: Final = "make"
"""What a package beside this file has if it is a game: this module, with such a function."""

Maker = Callable[[Mapping[str, str]], Game]


class GameUnusable(LookupError):
    """There is no such game, or it cannot be made; the message says what was seen, what was expected, what to do."""

    def __str__(self) -> str:
        return str(self.args[0])


class Installed(Struct, frozen=True):
    """A game of the list.

    Attributes:
        name: by which settings and logs name it.
        package: what brought it, with its version.
        game: None if it cannot be made.
        fault: why it cannot.
    """

    name: str
    package: str
    game: Game | None
    fault: str | None = None


def names() -> Iterator[str]:
    """The games that are installed, by the names that ``table.toml`` gives them; ours first, usable or not.

    Those of other packages are looked up when they are asked for: it takes as long as a hundred modules.
    """
    yield from ours()
    yield from (found.name for found in _entry_points() if found.name not in ours())


def game(name: str = USUAL, options: Mapping[str, str] = MappingProxyType({})) -> Game:
    """Return the game of that name with the house's options; raise GameUnusable if it cannot be made."""
    try:
        return _checked(name, _maker(name)(options))
    except GameUnusable:
        raise
    except Exception as fault:
        seen = f"{type(fault).__name__}: {fault}" if str(fault) else type(fault).__name__
        raise GameUnusable(f"The game {name!r} cannot be made: saw {seen}. Ask who wrote it, or remove it.") from fault


def unknown(name: str, known: Iterable[str]) -> GameUnusable:
    return GameUnusable(f"Saw the game {name!r}, expected one of {', '.join(known)}. `royaltable games` lists them.")


def listed() -> Iterator[Installed]:
    """All games that are installed, those that cannot be made with their faults."""
    for name in names():
        try:
            yield Installed(name, package(name), game(name))
        except GameUnusable as fault:
            yield Installed(name, package(name), None, str(fault))


@cache
def ours() -> tuple[str, ...]:
    """The games that come with the table, the usual one first: packages beside this file."""
    beside = sorted(each.name for each in Path(__file__).parent.iterdir() if _is_game(each))
    return tuple(sorted(beside, key=lambda name: name != USUAL))


def _is_game(package: Any) -> bool:
    is_one: bool = package.name != "contract" and package.joinpath(f"{MODULE}.py").is_file()
    return is_one


def _maker(name: str) -> Maker:
    if name in ours():
        made: Maker = getattr(importlib.import_module(f"{__package__}.{name}.{MODULE}"), MAKER)
        return made
    found = _entry_point(name)
    if found is None:
        raise unknown(name, names())
    maker: Maker = found.load()
    _add_texts(found.module.rpartition(".")[0] or found.module)
    return maker


def _add_texts(package: str) -> None:
    from importlib.resources import files  # as above

    folder = files(package).joinpath("texts")
    if folder.is_dir() and not translation.has_folder(folder):
        translation.add_folder(folder)


def _entry_point(name: str) -> "EntryPoint | None":
    return next((found for found in _entry_points() if found.name == name), None)


def _entry_points() -> "Iterable[EntryPoint]":
    from importlib.metadata import entry_points  # not before a game of another package is looked for

    return entry_points(group=GROUP)


def _checked(name: str, made: Any) -> Game:
    """What was made, if it has all that a game must have; what its methods do shows when it is played."""
    missing = sorted(each for each in _members() if not hasattr(made, each))
    if missing:
        raise GameUnusable(
            f"The game {name!r} cannot be played: saw {type(made).__name__} without {', '.join(missing)}, expected all "
            "that controller.games.contract.game asks for. Ask who wrote it, or remove it."
        )
    checked: Game = made
    return checked


@cache
def _members() -> frozenset[str]:
    parts = [part for part in Game.__mro__ if part.__module__.startswith(f"{__package__}.contract")]
    return frozenset(each for part in parts for each in {**vars(part), **get_type_hints(part)} if each[0] != "_")


def package(name: str) -> str:
    from importlib.metadata import version  # as above

    if name in ours():
        return f"royaltable {version('royaltable')}"
    found = _entry_point(name)
    if found is None or found.dist is None:
        return "an unknown package"
    return f"{found.dist.name} {found.dist.version}"
