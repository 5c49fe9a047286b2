"""`royaltable screens` draws all there is."""

from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner
from PIL import Image

from controller.cli.screens import longest, screens
from controller.games import installed
from tests.play.tiny_game.game import Race


def run(folder: Path, language: str = "en", *more: str) -> str:
    result = CliRunner().invoke(screens, ["--out", str(folder), "--lang", language, *more])
    assert result.exit_code == 0, result.output
    return result.output


def test_each_screen_is_a_picture_of_its_own(tmp_path: Path) -> None:
    assert f"screens of the table and of Tumult Royale in {tmp_path}" in run(tmp_path)
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


def test_those_of_another_game_are_drawn_beside_the_table_s_own(tmp_path: Path) -> None:
    assert f"screens of the table and of Tudor in {tmp_path}" in run(tmp_path, "en", "--game", "tudor")
    names = {file.stem for file in tmp_path.glob("*.png")}
    assert {"draw", "hand-8-True", "refused-occupied", "standings-4", "put-right-one", "trouble-spinner"} <= names
    assert not {"rob", "spin", "menu-hourglass"} & names


@pytest.mark.parametrize("name", installed.ours())
def test_no_screen_is_drawn_over_another(name: str) -> None:
    names = Counter(named for named, _ in longest(installed.game(name), "en"))
    assert [named for named, count in names.items() if count > 1] == []


def test_a_game_that_does_not_bring_all_of_its_screens_shows_how_it_begins() -> None:
    names = {named for named, _ in longest(Race(), "en")}
    assert {"begin", "begun-2", "standings-2", "menu-setup-0-0", "trouble-spinner"} <= names
