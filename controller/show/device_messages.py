"""What the console shows when a device is lost: which one, and how the game goes on without it."""

from typing import Final

from controller.devices.health import BOARD, PANEL, DeviceState
from controller.games.contract.screens import TextScreen
from controller.games.contract.texts import Text

BY_HAND: Final = ("buzzer", "console", "journal", "spinner", "supply", "tags")
"""Devices with a sentence of their own; the display is not among them, for it could not show it."""

UNSEEN: Final = ("oled", "house", "keys", "devices", "backup", "settings")
"""What the console does not show: it could not, or it is in nobody's way."""


def name_of(device: str) -> Text:
    """The device in people's words."""
    if device in {*BY_HAND, *UNSEEN}:
        return Text(f"device-{device}")
    if device.endswith(PANEL):
        return Text("device-panel", {"castle": Text(device.removesuffix(PANEL))})
    if device.endswith(BOARD):
        return Text("device-board", {"castle": Text(device.removesuffix(BOARD))})
    return Text("device-reader", {"castle": Text(device)})


def screen_of(device: DeviceState) -> TextScreen | None:
    """The screen for a device that was lost just now; None if it works, is the display itself, or is not in the way."""
    if device.fault is None or device.name in UNSEEN:
        return None
    kind = device.name if device.name in BY_HAND else "reader"
    kind = "panel" if device.name.endswith(PANEL) else "board" if device.name.endswith(BOARD) else kind
    return TextScreen(name_of(device.name), (Text(f"trouble-{kind}"),))
