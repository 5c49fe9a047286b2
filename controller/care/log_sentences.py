"""The table's log in words, for the owner's page."""

import re
from contextlib import suppress
from typing import Any, Final

import msgspec

from controller.games.contract.values import Text
from controller.games.naming import translate_text
from controller.log import RecentLine
from controller.reading import JSON_ERRORS
from controller.show.console_screens import device_label

SENTENCES: Final = {
    "start": "log-start",
    "device_lost": "log-device-lost",
    "device_back": "log-device-back",
    "restored": "log-restored",
    "not_restored": "log-not-restored",
    "noted": "log-noted",
    "name": "log-name",
    "certificate": "log-certificate",
    "guesses_held_back": "log-guesses-held-back",
    "game_failed": "log-game-failed",
    "part_failed": "log-part-failed",
    "loops_hang": "log-loops-hang",
    "no_hub_found": "log-no-hub-found",
}
"""Events that people have a sentence for; others are shown by their name, with all their values."""

_FIELD: Final = re.compile(r'(\w+)=("(?:[^"\\]|\\.)*"|\S*)')


def describe_log_line(line: RecentLine, language: str) -> dict[str, Any]:
    """Return the line's time, whether it warns, a sentence, and its details in English."""
    values = _parse_fields(line.text)
    event = values.pop("event", "")
    if event in SENTENCES:
        if "device" in values:
            values["device"] = device_label(values["device"])
        sentence, details = translate_text(Text(SENTENCES[event], values), language), values.get("fault", "")
    else:
        sentence = event.replace("_", " ")
        details = ", ".join(f"{name}: {value}" for name, value in values.items())
    return {"written_utc": line.written_utc, "warning": line.warning, "sentence": sentence, "details": details}


def _parse_fields(line: str) -> dict[str, Any]:
    """Return the fields of a line of `log.format_log_line`; one that was cut short loses its last."""
    values = {}
    for name, value in _FIELD.findall(line):
        with suppress(*JSON_ERRORS):
            values[name] = msgspec.json.decode(value, type=str) if value.startswith('"') else value
    return values
