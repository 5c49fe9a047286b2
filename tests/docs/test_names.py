"""What a document names is there: files, topics; test_commands.py has the commands."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.fleet import topics
from tests.support.documents import DOCUMENTS, PATHS, spans, text_of

OF_NO_FILE = {
    "config.txt",
    "cmdline.txt",
    ".venv/bin",
    "out",
    "out/kit",
    "OWNER/REPOSITORY",
    "out/kit/boards",
    "out/kit/to-buy-own-supply.csv",
    "out/kit/to-buy.csv",
    "js/games/GAME",
    "out/release",
    "out/site",
    "apt",
    "out/royaltable-hub_0.1.0_arm64.container.tar.xz",
    "tests/whole_table/test_bell.py",
    "table.toml",
    "hub.toml",
    "house.json",
    "notes.txt",
    "test_button.py",
    "test_table.py",
    "controller/texts/pl",
    "controller/texts/pl/language.ftl",
    "controller/texts/pl/page.ftl",
}
"""What is made, what a table's owner has, what a stranger's tests are called."""
TOPIC = r"(royaltable/v1|homeassistant|set)/"
NAMES = {"/".join(path.parts[start:]) for path in PATHS for start in range(len(path.parts))}
"""Every file and folder, each also without the folders that a paragraph may be about."""


def files_named_in(document: str) -> Iterator[str]:
    for span in spans(document):
        if re.match(TOPIC, span):
            continue
        if re.fullmatch(r"[\w.{},-]+(/[\w.{},-]+)*/?", span) and re.search(r"\w/|\.(py|md|toml|txt|ini)$", span):
            yield span.rstrip("/")
    yield from (
        os.path.normpath(Path(document).parent / link.split("#")[0])
        for link in re.findall(r"\]\(([^)#:]+)\)", text_of(document))
    )


def each_of(name: str) -> list[str]:
    """``a/{b,c}`` is two names."""
    braces = re.search(r"\{([^}]*)\}", name)
    return [name] if braces is None else [name.replace(braces[0], each) for each in braces[1].split(",")]


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_documented_file_exists(document: str) -> None:
    named = {each for name in files_named_in(document) for each in each_of(name)}
    assert sorted(named - OF_NO_FILE - NAMES) == []


def test_the_guide_lists_every_topic_and_which_are_retained() -> None:
    kinds = {*topics.FROM_TABLE, *topics.COMMANDS, *topics.FROM_HUB}
    rows = [line.split("|") for line in text_of("docs/home-assistant.md").splitlines() if line.startswith("| `")]
    for kind in kinds:
        (row,) = [cells for cells in rows if f"`{kind.name}`" in cells[1]]
        retained = next(cell.strip() for cell in row[2:] if cell.strip().startswith(("yes", "no")))
        assert retained.startswith("yes") is kind.retained, kind
    assert f"`{topics.HUB_TOPIC}`" in text_of("docs/home-assistant.md")
