"""What is heard and what lamps show: each differs from all others, and the page for people has them all."""

import re
from pathlib import Path
from typing import get_args, get_type_hints

from controller.games.contract.effects import Sound
from controller.games.contract.values import LampPattern
from controller.games.tumult_royale.referee import waiting
from controller.show.effect_loop import FLASH, REFUSED
from hw.console.sounds import PATTERNS

PAGE = (Path(__file__).parents[2] / "docs" / "signals.md").read_text(encoding="utf-8")
GLYPHS = {"off": "○", "on": "●", "blink": "◐"}


def first_cells() -> list[str]:
    return re.findall(r"^\| ([^|-][^|]*?) \|", PAGE, re.MULTILINE)


def drawn(pattern: LampPattern) -> str:
    return " ".join(GLYPHS[lamp] for lamp in pattern)


def test_every_sound_of_a_game_and_the_table_s_own_have_a_pattern() -> None:
    assert set(PATTERNS) == {*get_args(get_type_hints(Sound)["pattern"]), "last_seconds", "trouble"}


def test_no_two_sounds_are_alike() -> None:
    assert len(set(PATTERNS.values())) == len(PATTERNS)


def test_the_page_says_of_every_sound_what_is_seen_at_the_same_moment() -> None:
    rows = dict(re.findall(r"^\| ([^|-][^|]*?) \| [^|]+ \| ([^|]+) \|$", PAGE, re.MULTILINE))
    assert [name for name in PATTERNS if not rows.get(name.replace("_", " "), "").strip()] == []


def test_the_page_lists_every_pattern_of_the_lamps() -> None:
    patterns = {FLASH, REFUSED, waiting.DUE, waiting.SAID_YES, waiting.CORRECTING, waiting.WON, *waiting.COUNTED}
    assert [drawn(pattern) for pattern in patterns if drawn(pattern) not in first_cells()] == []


def test_no_two_steps_of_a_game_look_alike() -> None:
    steady = [REFUSED, waiting.DUE, waiting.SAID_YES, waiting.CORRECTING, waiting.WON, *waiting.COUNTED]
    assert len(set(steady)) == len(steady)
