"""The table of signals, and the page of it for people."""

import re
from pathlib import Path
from typing import get_args, get_type_hints

from controller.daemon.lamps import FLASH, REFUSED
from controller.daemon.signals import SIGNALS
from controller.games.contract import LampPattern, Sound
from controller.games.tumult_royale import lamps
from hw.console.sounds import PATTERNS

PAGE = (Path(__file__).parents[2] / "docs" / "signals.md").read_text(encoding="utf-8")
GLYPHS = {"off": "○", "on": "●", "blink": "◐"}


def first_cells() -> list[str]:
    """The first cell of each row of the page's tables."""
    return re.findall(r"^\| ([^|-][^|]*?) \|", PAGE, re.MULTILINE)


def drawn(pattern: LampPattern) -> str:
    return " ".join(GLYPHS[lamp] for lamp in pattern)


def test_every_sound_of_a_game_and_the_daemon_s_own_have_a_pattern() -> None:
    assert set(PATTERNS) == set(SIGNALS) == {*get_args(get_type_hints(Sound)["pattern"]), "last_seconds", "trouble"}


def test_each_event_is_heard_as_itself_and_says_what_is_seen() -> None:
    assert len({signal.heard for signal in SIGNALS.values()}) == len(SIGNALS)
    assert all(signal.seen for signal in SIGNALS.values())


def test_the_page_lists_every_sound_with_what_is_seen() -> None:
    assert [name for name in SIGNALS if name.replace("_", " ") not in first_cells()] == []
    assert [signal.seen for signal in SIGNALS.values() if signal.seen not in PAGE] == []


def test_the_page_lists_every_pattern_of_the_lamps() -> None:
    patterns = {FLASH, REFUSED, lamps.DUE, lamps.SAID_YES, lamps.CORRECTING, lamps.WON, *lamps.COUNTED}
    assert [drawn(pattern) for pattern in patterns if drawn(pattern) not in first_cells()] == []


def test_no_two_steps_of_a_game_look_alike() -> None:
    steady = [REFUSED, lamps.DUE, lamps.SAID_YES, lamps.CORRECTING, lamps.WON, *lamps.COUNTED]
    assert len(set(steady)) == len(steady)
