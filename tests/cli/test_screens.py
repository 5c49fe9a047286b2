"""`royaltable screens` draws all there is."""

from pathlib import Path

import pytest
from click.testing import CliRunner
from PIL import Image

from controller.cli.table.screens import screens


def run(folder: Path, language: str = "en") -> str:
    result = CliRunner().invoke(screens, ["--out", str(folder), "--lang", language])
    assert result.exit_code == 0, result.output
    return result.output


def test_each_screen_is_a_picture_of_its_own(tmp_path: Path) -> None:
    assert f"screens in {tmp_path}" in run(tmp_path)
    pictures = {file.stem: Image.open(file) for file in tmp_path.glob("*.png")}
    assert {
        "spin",
        "rob",
        "compare-4",
        "build-offer",
        "tumult",
        "calm",
        "over-gap",
        "trouble-spinner",
    } <= pictures.keys()
    assert {picture.size for picture in pictures.values()} == {(512, 256)}
    assert len({picture.tobytes() for picture in pictures.values()}) > 0.9 * len(pictures)


@pytest.mark.parametrize("language", ["de", "es"])
def test_each_language_has_its_own(tmp_path: Path, language: str) -> None:
    run(tmp_path / "en")
    run(tmp_path / language, language)
    names = {file.name for file in (tmp_path / "en").iterdir()}
    assert {file.name for file in (tmp_path / language).iterdir()} == names
    assert (tmp_path / "en" / "spin.png").read_bytes() != (tmp_path / language / "spin.png").read_bytes()


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    result = CliRunner().invoke(screens, ["--out", str(tmp_path / "file" / "below")])
    assert result.exit_code == 1
    assert "Name another folder with --out" in result.output
