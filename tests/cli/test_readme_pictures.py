"""The README's pictures of the console are what `royaltable screens` draws today.

To renew them: `ROYALTABLE_SCREENSHOT=1 .venv/bin/pytest tests/cli/test_readme_pictures.py`.
"""

import os
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner
from PIL import Image, ImageChops

from controller.cli.screens import screens

ROOT = Path(__file__).parents[2]
SHOWN = ("address-begin", "rob", "tumult", "build-offer", "ranks-4", "complaint-elsewhere")


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("screens")
    assert CliRunner().invoke(screens, ["--out", str(folder)]).exit_code == 0
    return folder


@pytest.mark.parametrize("name", SHOWN)
def test_the_picture_is_kept_fresh(drawn: Path, name: str) -> None:
    kept = ROOT / "docs" / "screens" / f"{name}.png"
    if "ROYALTABLE_SCREENSHOT" in os.environ:
        kept.parent.mkdir(exist_ok=True)
        shutil.copy(drawn / f"{name}.png", kept)
    with Image.open(kept) as before, Image.open(drawn / f"{name}.png") as today:
        assert ImageChops.difference(before.convert("L"), today.convert("L")).getbbox() is None, "see the module's text"


def test_the_readme_shows_them() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert [name for name in SHOWN if f"docs/screens/{name}.png" not in text] == []
