"""`royaltable demo`: a round is really played, told, kept and counted."""

import re
from pathlib import Path

import pytest
from PIL import Image

from controller.games.tumult_royale.rules.engine import GameLog
from hw.testing.wiring import BOARD_MAKERS
from tests.support.castle_boards import IN_PYTHON
from tests.support.commands import royaltable


def run(*arguments: str | Path) -> str:
    result = royaltable("demo", *arguments)
    assert result.exit_code == 0, result.output
    return result.output


@pytest.fixture(scope="module")
def screens(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("oled")


@pytest.fixture(scope="module")
def output(screens: Path) -> str:
    journal = screens.with_name("journal")
    return run("--fast", "--players", "2", "--seed", "3", "--costs", "--oled", screens, "--journal", journal)


def test_a_seed_determines_the_story(output: str) -> None:
    story, _, costs = output.partition("\n\n")
    assert "Round 1 begins;" in story
    assert "Round 2 begins;" in story
    assert costs
    assert run("--fast", "--players", "2", "--seed", "3").rstrip() == story
    assert run("--fast", "--players", "2", "--seed", "8").rstrip() != story


def test_every_cost_is_counted(output: str) -> None:
    costs = {
        name: int(number.replace(",", "")) for name, number in re.findall(r"^(.+?) +([\d,]+)$", output, re.MULTILINE)
    }
    assert costs["guard time violations"] == 0
    assert all(costs[name] > 0 for name in ("SPI transfers", "SPI bytes", "I2C bytes", "motor half-steps"))


@pytest.mark.usefixtures("output")
def test_each_changed_screen_is_written_as_a_picture(screens: Path) -> None:
    pictures = sorted(screens.glob("*.png"))
    assert len(pictures) > 100  # the hourglass alone changes ten times a second
    with Image.open(pictures[0]) as first:
        assert first.size == (512, 256)
    assert len({picture.read_bytes() for picture in pictures[:5]}) == 5


def test_the_narrated_tumults_are_those_of_the_saved_log(output: str, screens: Path) -> None:
    exported = royaltable("journal", "export", screens.with_name("journal"))
    play, tumults = GameLog(), []
    for line in exported.output.splitlines():
        tumults += [event.values for event in play.submit(line) if event.key == "tumult"]
    assert tumults
    expected = [(t["commodity"], str(t["left"]), str(t["demand"]), t["color"], str(t["greed"])) for t in tumults]
    sentence = r"Tumult over (\w+): (\d+) left, (\d+) wanted \(TR-3\.1\)\. (\w+) is the greediest with (\d+)"
    assert [(c, n, d, who.lower(), g) for c, n, d, who, g in re.findall(sentence, output)] == expected


def test_an_invalid_journal_is_reported(tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("Dear table, " * 100)
    result = royaltable("demo", "--fast", "--journal", str(tmp_path / "letter"))
    assert result.exit_code == 1
    assert "Expected a journal of royaltable" in result.output


def test_a_round_is_played_over_castle_boards_and_paid_at_a_tray(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BOARD_MAKERS, "cpython", IN_PYTHON)
    story = run("--fast", "--players", "2", "--seed", "3", "--nodes", "cpython", "--tray")
    assert re.search(r"builds on .* the single price", story)
    assert "Round 2 begins;" in story


def test_a_tray_needs_castle_boards() -> None:
    result = royaltable("demo", "--fast", "--tray")
    assert result.exit_code == 2
    assert "needs --nodes (cpython or micropython)" in result.output


def test_rounds_that_cannot_be_saved_end_with_an_error(tmp_path: Path) -> None:
    result = royaltable("demo", "--fast", "--players", "2", "--journal", str(tmp_path / "not" / "there"))
    assert result.exit_code == 1
    assert "The journal does not work" in result.output
    assert "or were not saved" in result.output


@pytest.mark.parametrize(
    ("options", "error"),
    [
        (("--variant", "royal"), "--variant: saw 'royal', expected one of classic, gambler."),
        (("--game", "tudor", "--variant", "classic"), "saw 'classic', expected none: Tudor has no variants."),
        (("--game", "chess"), "Saw the game 'chess', expected one of tumult_royale, tudor"),
    ],
)
def test_an_unknown_variant_or_game_lists_the_known_ones(options: tuple[str, ...], error: str) -> None:
    result = royaltable("demo", "--fast", *options)
    assert (result.exit_code, error in result.output) == (1, True)
