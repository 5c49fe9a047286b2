"""The text of a ``table.toml``: settings that a machine can be wired by, or every fault in words."""

from typing import Final

import msgspec

from controller.config import ConfigError, parse
from controller.games import installed
from controller.house import COLORS
from tests.fuzz.target import Target


def answer(octets: bytes) -> str:
    """What is wrong, or the settings."""
    try:
        found = parse(octets.decode("utf-8", "replace"))
    except ConfigError as error:
        return _in_words(error)
    assert all(castle.color in COLORS for castle in found.castle)
    installed.game(found.table.game, found.options)
    told = msgspec.json.encode(found)
    assert msgspec.json.decode(told, type=type(found)) == found
    return told.decode()


def _in_words(error: ConfigError) -> str:
    assert error.faults
    assert all(fault.endswith((".", "?")) for fault in error.faults)
    return str(error)


TARGET: Final = Target(answer, longest=6000, longest_answer=200_000, sample=100)
