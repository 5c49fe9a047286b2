"""The tutorial of docs/first-change.md, done on a copy of the project as its reader does it.

In a quick run its tests start once, at the end, and `make check` is only ruff; in the soak each command runs where it
stands.
"""

from pathlib import Path
from typing import Final

import pytest

from tests.docs.copied import Copy, copy, steps
from tests.support.soak import SOAK

__all__ = ["copy"]  # a fixture

DOCUMENT: Final = "docs/first-change.md"
INSTEAD: Final = {
    # The environment is the project's own, and stays as it is.
    "make check": "make --old-file=.venv/.installed check",
    "make format": "make --old-file=.venv/.installed format",
}
RUFF: Final = ".venv/bin/ruff check && .venv/bin/ruff format --check"
PYTEST: Final = ".venv/bin/pytest "
OF_OTHER_TESTS: Final = "every_kind or plugin_is or deprecated"
"""Of its files, what takes long: all sentences by another reader of Fluent, and two runs of pytest."""


def test_following_the_tutorial_gives_the_described_results(copy: Copy) -> None:
    tests: list[str] = []
    for file, kind, body in steps(DOCUMENT):
        match kind:
            case "diff":
                copy.change(file, body)
            case "python":
                (copy.folder / file).write_text(body, encoding="utf-8")
            case "text":
                assert [line for line in body.splitlines() if line not in copy.output] == []
            case "":
                for command in body.splitlines():
                    if SOAK:
                        copy.run(INSTEAD.get(command, command))
                    elif command.startswith(PYTEST):
                        tests.append(command.removeprefix(PYTEST))
                    else:
                        copy.run(RUFF if command == "make check" else INSTEAD.get(command, command))
    if tests:
        copy.run(f"{PYTEST}{' '.join(tests)} -k 'not ({OF_OTHER_TESTS})'")


def test_the_tutorial_adds_a_sentence_a_sound_a_fault_and_their_test() -> None:
    changed = {file for file, kind, _ in steps(DOCUMENT) if kind in {"diff", "python"}}
    assert {
        "controller/games/tumult_royale/texts/en/story.ftl",
        "hw/console/sounds.py",
        "hw/testing/faults.py",
        "tests/whole_table/test_bell.py",
    } <= changed
    commands = [command for _, kind, body in steps(DOCUMENT) if kind == "" for command in body.splitlines()]
    assert commands[-3:] == [".venv/bin/pytest tests/whole_table/test_bell.py", "make format", "make check"]


def test_a_change_to_missing_lines_names_them(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("something else\n", encoding="utf-8")
    with pytest.raises(
        AssertionError, match=r"these lines are in README\.md 0 times, expected once:\s+nothing like it"
    ):
        Copy(tmp_path).change("README.md", " nothing like it\n+a line\n")
