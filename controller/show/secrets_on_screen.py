"""Screens that hold a secret: only the console itself shows them, the page a neutral one."""

from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from controller.games.contract.effects import TextScreen
from controller.games.contract.values import Text
from controller.secret import Secret
from controller.show.console_screens import MenuScreen, Shown

NEUTRAL: Final = TextScreen(Text("secret-title"), (Text("secret-here"),))
"""What the page shows meanwhile."""


def holds_secret(screen: Shown | MenuScreen) -> bool:
    """Whether any of its texts or numbers is secret."""
    return _found(screen)


def revealed(screen: Shown | MenuScreen) -> Shown | MenuScreen:
    """The same screen in clear; for the console's own pixels only."""
    clear: Shown | MenuScreen = _clear(screen) if _found(screen) else screen
    return clear


def _found(value: object) -> bool:
    if isinstance(value, Text):
        return any(map(_found, value.values.values()))
    if isinstance(value, tuple):
        return any(map(_found, value))
    if isinstance(value, Struct):
        return any(_found(getattr(value, name)) for name in value.__struct_fields__)
    return isinstance(value, Secret)


def _clear(value: Any) -> Any:
    if isinstance(value, Secret):
        return value.reveal()
    if isinstance(value, Text):
        return Text(value.key, {name: _clear(part) for name, part in value.values.items()})
    if isinstance(value, tuple):
        return tuple(map(_clear, value))
    if isinstance(value, Struct):
        return replace(value, **{name: _clear(getattr(value, name)) for name in value.__struct_fields__})
    return value
