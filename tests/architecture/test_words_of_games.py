"""Terms of the first game appear outside of its package only where this list says why."""

import re
from pathlib import Path
from typing import Final

ROOT = Path(__file__).parents[2]

WORDS: Final = re.compile(
    r"\b(tumults?|rob|robs|robbing|demand|country|chronicle|supporters?|statues?|commodit(?:y|ies)|king|bread|marble"
    r"|uprising|coronation|TR-[0-9.]+|tumult_royale|Tumult Royale)\b",
    re.IGNORECASE,
)

ITS_OWN: Final = (
    "controller/games/tumult_royale/",
    "controller/games/tudor/",
)

ALLOWED: Final = {
    "controller/games/naming.py": "the game of logs and stickers that name none",
    "controller/limits.py": "each bound says whom it guards",
    "controller/cli/act.py": "an example",
    "controller/cli/game/explore.py": "an example",
    "controller/cli/game/selfplay.py": "an example",
    "controller/service/page_routes.py": "an example in /openapi.json",
}


def named() -> dict[str, set[str]]:
    """Return the words by module."""
    files = [*ROOT.glob("controller/**/*.py"), *ROOT.glob("hw/**/*.py")]
    seen = {file.relative_to(ROOT).as_posix(): set(WORDS.findall(file.read_text("utf-8"))) for file in files}
    return {name: words for name, words in seen.items() if words and not name.startswith(ITS_OWN)}


def test_no_module_outside_of_it_names_what_only_the_first_game_knows() -> None:
    assert {name: words for name, words in named().items() if name not in ALLOWED} == {}


def test_every_exception_is_still_one() -> None:
    assert sorted(ALLOWED.keys() - named().keys()) == []
