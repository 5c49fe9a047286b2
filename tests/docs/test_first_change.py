"""The tutorial of docs/first-change.md, done on a copy of the project as its reader does it.

In a quick run `make check` is only ruff; in the soak it is all of it.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

from tests.docs.reading import ROOT, all_blocks
from tests.package.test_repository import tracked
from tests.soak import SOAK

DOCUMENT: Final = "docs/first-change.md"
INSTEAD: Final = {
    # The environment is the project's own, and stays as it is.
    "make check": "make --old-file=.venv/.installed check"
    if SOAK
    else ".venv/bin/ruff check && .venv/bin/ruff format --check",
    "make format": "make --old-file=.venv/.installed format",
}

HALF_WRITTEN: Final = shutil.ignore_patterns("*.pyc.*")
"""What others just compile, under a name that is gone in a moment."""


@dataclass
class Copy:
    """The project in another folder; it borrows the environment, and ``output`` is what the last command printed."""

    folder: Path
    output: str = ""

    def change(self, file: str, diff: str) -> None:
        """Do what a block of kind ``diff`` shows: its lines must stand in the file, once and in this order."""
        lines = [(line[:1], line[1:]) for line in diff.splitlines(keepends=True)]
        before = "".join(line for mark, line in lines if mark != "+")
        after = "".join(line for mark, line in lines if mark != "-")
        text = (self.folder / file).read_text(encoding="utf-8")
        found = len(re.findall(rf"^{re.escape(before)}", text, re.MULTILINE))
        assert found == 1, f"{DOCUMENT}: these lines are in {file} {found} times, expected once:\n{before}"
        (self.folder / file).write_text(text.replace(before, after, 1), encoding="utf-8")

    def run(self, command: str) -> None:
        done = subprocess.run(
            command,
            shell=True,
            cwd=self.folder,
            env=os.environ | {"PYTHONPATH": str(self.folder), "XDG_STATE_HOME": str(self.folder / "state")},
            capture_output=True,
            text=True,
            check=False,
        )
        self.output = done.stdout
        assert done.returncode == 0, f"{DOCUMENT}: {command}\n{done.stdout}{done.stderr}"


def steps() -> Iterator[tuple[str, str, str]]:
    """File, kind and body of each block."""
    yield from ((block.file, block.language, block.body) for block in all_blocks(DOCUMENT))


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    folder = tmp_path / "project"
    files = [file for file in tracked() if file.is_file()]
    for parent in {file.relative_to(ROOT).parent for file in files}:
        (folder / parent).mkdir(parents=True, exist_ok=True)
        if (compiled := ROOT / parent / "__pycache__").is_dir():  # what the reader does not change is compiled already
            shutil.copytree(compiled, folder / parent / "__pycache__", ignore=HALF_WRITTEN)
    for file in files:
        shutil.copy2(file, folder / file.relative_to(ROOT))
    (folder / ".venv").symlink_to(ROOT / ".venv")
    return Copy(folder)


def test_following_the_tutorial_gives_the_described_results(copy: Copy) -> None:
    for file, kind, body in steps():
        match kind:
            case "diff":
                copy.change(file, body)
            case "python":
                (copy.folder / file).write_text(body, encoding="utf-8")
            case "text":
                assert [line for line in body.splitlines() if line not in copy.output] == []
            case "":
                for command in body.splitlines():
                    copy.run(INSTEAD.get(command, command))


def test_the_tutorial_adds_a_sentence_a_sound_a_fault_and_their_test() -> None:
    changed = {file for file, kind, _ in steps() if kind in {"diff", "python"}}
    assert {
        "controller/games/tumult_royale/texts/en/story.ftl",
        "hw/console/sounds.py",
        "hw/testing/faults.py",
        "tests/whole_table/test_bell.py",
    } <= changed
    commands = [command for _, kind, body in steps() if kind == "" for command in body.splitlines()]
    assert commands[-3:] == [".venv/bin/pytest tests/whole_table/test_bell.py", "make format", "make check"]


def test_a_change_to_missing_lines_names_them(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("something else\n", encoding="utf-8")
    with pytest.raises(
        AssertionError, match=r"these lines are in README\.md 0 times, expected once:\s+nothing like it"
    ):
        Copy(tmp_path).change("README.md", " nothing like it\n+a line\n")
