"""A copy of the project in which a test does what a document says: edits of files, and commands."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

from tests.package.test_repository import tracked
from tests.support.documents import ROOT, all_blocks
from tools import page_library

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
        assert found == 1, f"these lines are in {file} {found} times, expected once:\n{before}"
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
        assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"


def steps(document: str) -> Iterator[tuple[str, str, str]]:
    """File, kind and body of each block."""
    yield from ((block.file, block.language, block.body) for block in all_blocks(document))


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    folder = tmp_path / "project"
    files = [file for file in (*tracked(), *page_library.FOLDER.glob("preact.*")) if file.is_file()]
    for parent in {file.relative_to(ROOT).parent for file in files}:
        (folder / parent).mkdir(parents=True, exist_ok=True)
        if (compiled := ROOT / parent / "__pycache__").is_dir():  # what the reader does not change is compiled already
            shutil.copytree(compiled, folder / parent / "__pycache__", ignore=HALF_WRITTEN)
    for file in files:
        shutil.copy2(file, folder / file.relative_to(ROOT))
    (folder / ".venv").symlink_to(ROOT / ".venv")
    return Copy(folder)
