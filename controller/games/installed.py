"""Find installed games and make them. No other module imports a game; all use its contract."""

import importlib
import warnings
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
"""Entry points of games in other packages: each is a function from the room's options to a ``Game``."""

MODULE: Final = "game"
MAKER: Final = "make"
"""A package beside this file is a game if it has this module, with this function."""

RENAMED: Final = MappingProxyType(
    {
        "told": "public_action",
        "lies_open": "is_open_moment",
        "corrected": "correct",
        "done_again": "redo",
        "given_up": "abandon_redo",
        "lying_open": "face_up",
        "lying": "lying_pieces",
        "looked_at": "public_face",
        "told_piece": "describe_piece",
        "told_state": "describe_state",
        "told_choices": "describe_choices",
        "told_in_full": "full_story",
        "in_short": "edition_summary",
        "received": "judge_page_action",
    }
)
"""Old names of the contract's methods, which games may keep for one release."""

Maker = Callable[[Mapping[str, str]], Game]


class GameUnusable(LookupError):
    """A game is not installed or cannot be made; the message says why and what to do."""

    def __str__(self) -> str:
        return str(self.args[0])


class Installed(Struct, frozen=True):
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


def names() -> Iterator[str]:
    """Yield the names of all installed games, usable or not: the table's own, then those of other packages.

    The entry points are read only when the iterator gets to them, because that is slow.
    """
    yield from ours()
    yield from (found.name for found in _entry_points() if found.name not in ours())


def game(name: str = USUAL, options: Mapping[str, str] = MappingProxyType({})) -> Game:
    """Return the game ``name`` with these options; raise GameUnusable if it cannot be made."""
    try:
        return _checked(name, _maker(name)(options))
    except GameUnusable:
        raise
    except Exception as fault:
        seen = f"{type(fault).__name__}: {fault}" if str(fault) else type(fault).__name__
        raise GameUnusable(
            f"The game {name!r} cannot be made: saw {seen}. Report it to its author, or remove it."
        ) from fault


def unknown(name: str, known: Iterable[str]) -> GameUnusable:
    return GameUnusable(f"Saw the game {name!r}, expected one of {', '.join(known)}. `royaltable games` lists them.")


def listed() -> Iterator[Installed]:
    for name in names():
        try:
            yield Installed(name, package(name), game(name))
        except GameUnusable as fault:
            yield Installed(name, package(name), None, str(fault))


@cache
def ours() -> tuple[str, ...]:
    """Return the games that come with the table, the usual one first."""
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
    from importlib.resources import files  # slow to import

    folder = files(package).joinpath("texts")
    if folder.is_dir() and not translation.has_folder(folder):
        translation.add_folder(folder)


def _entry_point(name: str) -> "EntryPoint | None":
    return next((found for found in _entry_points() if found.name == name), None)


def _entry_points() -> "Iterable[EntryPoint]":
    from importlib.metadata import entry_points  # slow to import

    return entry_points(group=GROUP)


def _checked(name: str, made: Any) -> Game:
    """Return the game if it has all members of ``Game``; raise GameUnusable if not."""
    accept_old_names(made)
    missing = sorted(each for each in _members() if not hasattr(made, each))
    if missing:
        raise GameUnusable(
            f"The game {name!r} cannot be played: saw {type(made).__name__} without {', '.join(missing)}, expected all "
            "that controller.games.contract.game asks for. Report it to its author, or remove it."
        )
    checked: Game = made
    return checked


def accept_old_names(made: Any) -> None:
    """Give a game, or its tools, that still has a method's old name the new one too, with a DeprecationWarning."""
    for old, new in RENAMED.items():
        if hasattr(made, old) and not hasattr(made, new):
            warnings.warn(
                f"{type(made).__name__}.{old} is called {new} now: rename it", DeprecationWarning, stacklevel=2
            )
            setattr(made, new, getattr(made, old))


@cache
def _members() -> frozenset[str]:
    parts = [part for part in Game.__mro__ if part.__module__.startswith(f"{__package__}.contract")]
    return frozenset(each for part in parts for each in {**vars(part), **get_type_hints(part)} if each[0] != "_")


def package(name: str) -> str:
    from importlib.metadata import version  # slow to import

    if name in ours():
        return f"royaltable {version('royaltable')}"
    found = _entry_point(name)
    if found is None or found.dist is None:
        return "an unknown package"
    return f"{found.dist.name} {found.dist.version}"
