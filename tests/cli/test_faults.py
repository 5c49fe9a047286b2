"""`royaltable faults`, and docs/faults.md, which it prints."""

from pathlib import Path

import pytest

from controller.texts.translation import LANGUAGES, text_keys
from hw.testing.faults import FAULTS
from tests.support.commands import royaltable

PAGE = Path(__file__).parents[2] / "docs" / "faults.md"


def test_the_faults_document_is_current() -> None:
    printed = royaltable("faults", "--markdown")
    assert printed.exit_code == 0
    assert printed.output == PAGE.read_text(encoding="utf-8"), "to write it again: royaltable faults --markdown"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_fault_has_texts_and_no_text_is_unused(language: str) -> None:
    texts = {key for key in text_keys(language) if key.startswith("fault-")}
    assert texts == {f"fault-{name}{end}" for name in FAULTS for end in ("", "-what", "-does")}


def test_the_terminal_list_starts_lines_with_names() -> None:
    lines = royaltable("faults", "--language", "de").output.splitlines()
    assert [line.split(":")[0] for line in lines if line[:1] != " "] == list(FAULTS)
    assert max(len(line) for line in lines) <= 100
