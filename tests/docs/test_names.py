"""What a document names is there: subcommands with their options, files."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from controller.__main__ import main
from controller.fleet import topics
from tests.docs.reading import DOCUMENTS, ROOT, blocks, spans, text_of


def called(document: str) -> Iterator[list[str]]:
    """The words behind each `royaltable` that a document types."""
    for line in [*spans(document), *(line for body in blocks(document, "") for line in body.splitlines())]:
        if not line.endswith(" "):  # a key begins so; a user is called so
            for words in re.findall(r"(?:^|(?<!-u)[ /])royaltable ([a-z][^;|&#]*)", line):
                yield words.replace("\\", "").split()


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_documented_subcommand_and_option_exists(document: str) -> None:
    for words in called(document):
        command: click.Command = main
        context = click.Context(main)
        for word in words:
            if isinstance(command, click.Group):
                found = command.get_command(context, word)
                assert found is not None, f"{document}: royaltable {' '.join(words)}"
                command = found
            elif word.startswith("--") and word != "--help":
                options = {name for each in command.params for name in each.opts}
                assert word in options, f"{document}: royaltable {' '.join(words)}"


OF_NO_FILE = {
    "config.txt",
    "cmdline.txt",
    ".venv/bin",
    "out",
    "out/kit",
    "out/release",
    "apt",
    "out/royaltable-hub_0.1.0_arm64.container.tar.xz",
    "tests/whole_table/test_bell.py",
    "table.toml",
    "hub.toml",
    "house.json",
    "notes.txt",
    "test_table.py",
}
"""What is made, what a table's owner has, what a stranger's tests are called."""
TOPIC = r"(royaltable/v1|homeassistant|set)/"
TOPS = (
    ".github",
    "controller",
    "hub",
    "hw",
    "firmware",
    "tests",
    "systemd",
    "package",
    "tools",
    "docs",
    "bench",
    "examples",
    "kit",
)
PATHS = [
    path.relative_to(ROOT)
    for path in [*ROOT.glob("*"), *(path for folder in TOPS for path in (ROOT / folder).rglob("*"))]
    if not {"node_modules", "peers"} & set(path.parts)
]
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
