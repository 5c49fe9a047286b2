"""What the repository holds: nothing generated, no registry's name, only lines that end as they should."""

import re
import subprocess
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]
REGISTRIES: Final = tuple(
    name.encode() for name in ("py" + "pi.org", "python" + "hosted", "piw" + "heels", "npm" + "js.")
)
"""Parts of the names of registries; put together here, so that this file does not name one."""


def tracked(*which: str) -> list[Path]:
    """The files that git keeps; ``which`` narrows them down as `git ls-files` does."""
    listed = subprocess.run(["git", "ls-files", "-z", *which], cwd=ROOT, capture_output=True, check=False)
    if listed.returncode != 0:
        pytest.skip("needs a git checkout. Cure: git clone the project")
    return [ROOT / name for name in listed.stdout.decode().split("\0") if name]


def test_no_file_is_kept_that_gitignore_calls_generated() -> None:
    # Not --exclude-standard: what somebody ignores on a machine of his own is no rule of the project.
    assert tracked("--cached", "--ignored", "--exclude-per-directory=.gitignore") == []


def test_no_file_of_the_project_names_a_registry() -> None:
    files = tracked()
    assert len(files) > 400
    assert [file for file in files if file.is_file() and any(name in file.read_bytes() for name in REGISTRIES)] == []


def test_text_ends_as_editors_are_told_to_end_it() -> None:
    no_octets = tracked(":(attr:!text)")  # what .gitattributes calls binary is left out
    text = [file for file in no_octets if file.is_file() and b"\0" not in file.read_bytes()]
    assert len(text) > 400
    assert [file for file in text if re.search(rb"[ \t\r]$|[^\n]\Z", file.read_bytes(), re.MULTILINE)] == []
