"""What the console shows when a device is lost: which one, and how the game goes on without it."""

from typing import Final

from controller.devices.guard import PROGRAM
from controller.devices.health import BOARD, PANEL, DeviceState
from controller.games.contract.effects import TextScreen
from controller.games.contract.values import Text

BY_HAND: Final = ("buzzer", "console", "journal", "spinner", "supply", "tags", "voice")
"""Devices with a sentence of their own; the display is not among them, for it could not show it."""

UNSEEN: Final = ("oled", "house", "games", "keys", "devices", "backup", "settings", "certificate", "broker")
"""What the console does not show: it could not, or it is in nobody's way."""


PARTS: Final = (
    *("address", "advertisement", "announcements", "arrow", "background", "backups", "bots", "broker", "castle boards"),
    *("encryption", "healthy start", "idle game", "memory", "menu", "missing devices", "pace", "page", "room"),
    *("screen", "service", "shutting down", "sounds", "stickers", "supply", "turn timer", "voice", "watchdog"),
)
"""Parts of the program that may fail without ending the table, as those call them who start them."""


def name_of(device: str) -> Text:
    """The device in people's words."""
    if device in {*BY_HAND, *UNSEEN}:
        return Text(f"device-{device}")
    if device.endswith(PROGRAM):
        return Text("device-program", {"part": _part(device.removesuffix(PROGRAM))})
    if device.endswith(PANEL):
        return Text("device-panel", {"castle": Text(device.removesuffix(PANEL))})
    if device.endswith(BOARD):
        return Text("device-board", {"castle": Text(device.removesuffix(BOARD))})
    return Text("device-reader", {"castle": Text(device)})


def _part(part: str) -> Text:
    """A part of the program; what looks after a gate is called by its castle."""
    if part in PARTS:
        return Text(f"part-{part.replace(' ', '-')}")
    return Text("part-gate", {"castle": Text(part)})


def screen_of(device: DeviceState) -> TextScreen | None:
    """The screen for a device that was lost just now; None if it works, is the display itself, or is not in the way."""
    if device.fault is None or device.name in UNSEEN or device.name.endswith(PROGRAM):
        return None
    kind = device.name if device.name in BY_HAND else "reader"
    kind = "panel" if device.name.endswith(PANEL) else "board" if device.name.endswith(BOARD) else kind
    return TextScreen(name_of(device.name), (Text(f"trouble-{kind}"),))
