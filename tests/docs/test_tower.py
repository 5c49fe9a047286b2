"""The drawing in ARCHITECTURE.md is made of the code; to renew it: `ROYALTABLE_RENEW=1 .venv/bin/pytest tests/docs`."""

import os

from tests.docs.reading import ROOT, text_of
from tests.docs.tower import drawing, floor_of, floors, sentence, way

DRAWING = "docs/tower.svg"


def test_the_drawing_shows_the_tower_as_it_is() -> None:
    if os.environ.get("ROYALTABLE_RENEW"):
        (ROOT / DRAWING).write_text(drawing(), encoding="utf-8")
    assert text_of(DRAWING) == drawing()
    assert f"]({DRAWING})" in text_of("ARCHITECTURE.md")


def test_the_way_of_a_tile_leads_over_floors_of_the_tower_and_begins_at_the_parts() -> None:
    numbers = [int(number) for number, _ in way()]
    assert numbers == list(range(1, len(numbers) + 1))
    assert ["hw" in floors()[floor_of(path)] for _, path in way()[:2]] == [True, True]


def test_each_package_says_in_one_sentence_without_an_and_what_it_is() -> None:
    packages = [
        path.parent for top in ("controller", "firmware", "hub", "hw") for path in (ROOT / top).rglob("__init__.py")
    ]
    said = {path.relative_to(ROOT).as_posix(): sentence(".".join(path.relative_to(ROOT).parts)) for path in packages}
    assert [name for name, words in said.items() if not words.endswith(".") or " and " in words] == []


def test_no_folder_has_more_than_some_twenty_names_at_its_door() -> None:
    tops = (path for top in ("controller", "firmware", "hub", "hw") for path in (ROOT / top).rglob("*"))
    folders = [path for path in tops if path.is_dir() and path.name != "__pycache__"]
    doors = {
        path: [each for each in path.iterdir() if each.name not in {"__pycache__", "__init__.py"}] for path in folders
    }
    assert {path.as_posix(): len(names) for path, names in doors.items() if len(names) > 20} == {}
