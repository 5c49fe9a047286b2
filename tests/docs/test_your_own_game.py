"""What docs/your-own-game.md shows of the example is what stands in its files, in their order."""

from collections import defaultdict
from typing import Final

from tests.docs.reading import text_of
from tests.docs.test_first_change import STEP

DOCUMENT: Final = "docs/your-own-game.md"


def test_every_block_stands_once_in_the_file_that_is_named_above_it() -> None:
    shown = [(file, body) for file, _, body in STEP.findall(text_of(DOCUMENT)) if file]
    assert [file for file, body in shown if text_of(file).count(body) != 1] == []
    assert len(shown) >= 10


def test_the_code_is_shown_in_the_order_of_its_files_but_for_the_entry_point() -> None:
    shown = defaultdict[str, list[int]](list)
    for file, _, body in STEP.findall(text_of(DOCUMENT)):
        if file and "def make" not in body:
            shown[file].append(text_of(file).index(body))
    code = {f"examples/arrow_race/arrow_race/{name}.py" for name in ("game", "rules")}
    assert {file for file in shown if file.endswith(".py")} == code
    assert all(sorted(places) == places for places in shown.values())
