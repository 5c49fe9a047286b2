"""Find installed games and make them. No other module imports a game; all use its contract."""

import importlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, get_type_hints

from msgspec import Struct

from controller.games.contract.game import Game
from controller.games.naming import DEFAULT_GAME
from controller.texts import translation

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

ENTRY_POINT_GROUP: Final = "royaltable.games"
"""Group of entry points of games in other packages: functions from options to a ``Game``."""

GAME_MODULE: Final = "game"
MAKER_FUNCTION: Final = "make"
"""A package beside this file is a game if its ``GAME_MODULE`` has a function of this name, which makes it."""

GameMaker = Callable[[Mapping[str, str]], Game]


class GameUnusable(LookupError):
    """A game is not installed or cannot be made; the message says why and what to do."""

    def __str__(self) -> str:
        return str(self.args[0])


class InstalledGame(Struct, frozen=True):
    """An installed game.

    Attributes:
        name: its name in settings and logs.
        package: the package that brings it, with its version.
        game: None if it cannot be made.
        fault: why it cannot be made.
    """

    name: str
    package: str
    game: Game | None
    fault: str | None = None


def installed_game_names() -> Iterator[str]:
    """Yield the names of installed games, usable or not: the table's own, then other packages'.

    Entry points are slow to read, so this happens only when the iterator gets to them.
    """
    yield from bundled_game_names()
    yield from (found.name for found in _read_entry_points() if found.name not in bundled_game_names())


def make_game(name: str = DEFAULT_GAME, options: Mapping[str, str] = MappingProxyType({})) -> Game:
    """Return the game ``name`` with these options; raise GameUnusable on failure."""
    try:
        return _check_has_all_members(name, _load_maker_and_texts(name)(options))
    except GameUnusable:
        raise
    except Exception as fault:
        seen = f"{type(fault).__name__}: {fault}" if str(fault) else type(fault).__name__
        raise GameUnusable(
            f"The game {name!r} cannot be loaded: saw {seen}. Report it to its author, or remove it."
        ) from fault


def unknown_game_error(name: str, known: Iterable[str]) -> GameUnusable:
    return GameUnusable(f"Saw the game {name!r}, expected one of {', '.join(known)}. `royaltable games` lists them.")


def make_installed_games() -> Iterator[InstalledGame]:
    for name in installed_game_names():
        try:
            yield InstalledGame(name, package_and_version_of_game(name), make_game(name))
        except GameUnusable as fault:
            yield InstalledGame(name, package_and_version_of_game(name), None, str(fault))


@cache
def bundled_game_names() -> tuple[str, ...]:
    """Return the games that come with the table, the usual one first."""
    beside = sorted(each.name for each in Path(__file__).parent.iterdir() if _is_game_package(each))
    return tuple(sorted(beside, key=lambda name: name != DEFAULT_GAME))


def texts_of_others(name: str) -> frozenset[Path]:
    """Return the folders of texts of the bundled games except ``name``."""
    others = (other for other in bundled_game_names() if other != name.replace("-", "_"))
    return frozenset(Path(__file__).parent / other / "texts" for other in others)


def _is_game_package(package: Any) -> bool:
    is_one: bool = package.name != "contract" and package.joinpath(f"{GAME_MODULE}.py").is_file()
    return is_one


def _load_maker_and_texts(name: str) -> GameMaker:
    if name in bundled_game_names():
        made: GameMaker = getattr(importlib.import_module(f"{__package__}.{name}.{GAME_MODULE}"), MAKER_FUNCTION)
        return made
    found = _find_entry_point(name)
    if found is None:
        raise unknown_game_error(name, installed_game_names())
    maker: GameMaker = found.load()
    _add_texts_of_package(found.module.rpartition(".")[0] or found.module)
    return maker


def _add_texts_of_package(package: str) -> None:
    from importlib.resources import files  # slow to import

    folder = files(package).joinpath("texts")
    if folder.is_dir() and folder not in translation.text_folders:
        translation.add_text_folder(folder)


def _find_entry_point(name: str) -> "EntryPoint | None":
    return next((found for found in _read_entry_points() if found.name == name), None)


def _read_entry_points() -> "Iterable[EntryPoint]":
    from importlib.metadata import entry_points  # slow to import

    return entry_points(group=ENTRY_POINT_GROUP)


def _check_has_all_members(name: str, made: Any) -> Game:
    missing = sorted(each for each in _required_members() if not hasattr(made, each))
    if missing:
        raise GameUnusable(
            f"The game {name!r} cannot be played: saw {type(made).__name__} without {', '.join(missing)}, expected all "
            "that controller.games.contract.game asks for. Report it to its author, or remove it."
        )
    checked: Game = made
    return checked


@cache
def _required_members() -> frozenset[str]:
    parts = [part for part in Game.__mro__ if part.__module__.startswith(f"{__package__}.contract")]
    return frozenset(each for part in parts for each in {**vars(part), **get_type_hints(part)} if each[0] != "_")


def package_and_version_of_game(name: str) -> str:
    from importlib.metadata import version  # slow to import

    if name in bundled_game_names():
        return f"royaltable {version('royaltable')}"
    found = _find_entry_point(name)
    if found is None or found.dist is None:
        return "an unknown package"
    return f"{found.dist.name} {found.dist.version}"
