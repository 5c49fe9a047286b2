"""A game's course as a picture to keep, made of the states of its log alone."""

import asyncio
import io
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from controller.cli.game.game_logs import AnyLog, lines, played
from controller.games.contract.tools.drawing import Charted, Charting, Curve, CurveLine, Drawing
from controller.games.contract.values import CastleId, Text
from controller.games.naming import sentence
from controller.games.tudor.game import Tudor
from controller.games.tumult_royale.game import TumultRoyale
from controller.show.painting.film import CHART, COURSE_HEADING, CoursePicture, png
from controller.show.painting.latest_pictures import LatestPictures
from controller.texts.speaking import LANGUAGES

GAMES = Path(__file__).parents[2] / "games"
TUMULT = GAMES / "tumult_royale" / "playthroughs" / "four_classic_tracked.jsonl"
TUDOR = GAMES / "tudor" / "examples" / "6-garter.jsonl"


def log(file: Path) -> AnyLog:
    play = AnyLog()
    with file.open("rb") as octets:
        for _ in played(lines(octets), play):
            pass
    return play


def picture_of(play: AnyLog, language: str, pictures: LatestPictures | None = None) -> bytes:
    made = (pictures or LatestPictures()).of(play.game, play.standing, play.game.first_memory(), language)
    octets = asyncio.run(made)
    assert octets is not None
    return octets


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("file", "curves"), [(TUMULT, 2), (TUDOR, 1)], ids=["tumult", "tudor"])
def test_a_game_that_is_over_is_drawn_with_its_table_and_its_curves(file: Path, curves: int, language: str) -> None:
    octets = picture_of(log(file), language)
    with Image.open(io.BytesIO(octets)) as drawn:
        assert (drawn.format, drawn.size) == ("PNG", (800, COURSE_HEADING + 384 + curves * CHART))
    assert len(octets) < 100_000


def test_it_says_who_has_won_and_how_it_went() -> None:
    play = log(TUMULT)
    assert isinstance(play.game, Charting)
    charted = play.game.charted(play.standing)
    assert charted.headline is not None
    winner = play.game.summary(play.state).outcome
    assert winner is not None
    assert sentence(charted.headline, "de") == f"{sentence(Text(winner.winners[0]), 'de')} gewinnt"
    placed = charted.curves[0]
    assert placed.rounds == tuple(range(8)), "the log ends by a gap in round 7"
    assert {line.values[0] for line in placed.lines} == {1}, "the first statues"
    ends = {sentence(line.name, "en").lower(): line.values[-1] for line in placed.lines}
    view = play.game.view(play.state, play.game.first_memory())
    assert ends == {player["color"]: player["placed"] for player in view["players"]}


def test_the_same_game_gives_the_same_octets_and_who_asks_again_costs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    play, pictures = log(TUMULT), LatestPictures()
    first = picture_of(play, "en", pictures)
    assert first == picture_of(log(TUMULT), "en")
    painted: list[Any] = []

    def paint(*what: Any) -> bytes:
        painted.append(what)
        return b"new"

    monkeypatch.setattr("controller.show.painting.latest_pictures.png", paint)
    assert picture_of(play, "en", pictures) == first
    assert picture_of(play, "es", pictures) == b"new"
    assert len(painted) == 1


def test_before_a_game_and_of_a_game_that_draws_none_there_is_no_picture() -> None:
    draws_nothing: Any = object()
    for game, standing in ((TumultRoyale(), ()), (Tudor(), ()), (draws_nothing, ("a state",))):
        assert asyncio.run(LatestPictures().of(game, standing, None, "en")) is None


def test_a_drawing_that_cannot_be_painted_is_no_picture_and_the_table_says_so(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    play = log(TUMULT)
    monkeypatch.setattr(TumultRoyale, "drawn", lambda game, view: Drawing(99_999, 10, ()))
    assert asyncio.run(LatestPictures().of(play.game, play.standing, play.game.first_memory(), "en")) is None
    assert "picture_unpaintable" in caplog.text


def test_curves_of_any_values_are_drawn_within_bounds() -> None:
    values = ((), (0,), (-5, 7), tuple(range(200)), (10**9, -(10**9)))
    curve_lines = tuple(CurveLine(Text("blue"), "cloth-blue", each) for each in values)
    curves = tuple(Curve(Text("yellow"), tuple(range(n)), curve_lines[:n]) for n in range(6)) * 3
    octets = png(CoursePicture("A game", Text("grey"), Charted(None, curves), Drawing(300, 20, ())), "en")
    with Image.open(io.BytesIO(octets)) as drawn:
        assert drawn.size == (300, COURSE_HEADING + 20 + 4 * CHART)


def test_castles_are_said_by_their_names() -> None:
    play = log(TUMULT)
    assert isinstance(play.game, Charting)
    names = {sentence(line.name, "en") for line in play.game.charted(play.standing).curves[0].lines}
    assert names == {sentence(Text(castle), "en") for castle in play.game.summary(play.state).castles}
    assert CastleId("blue") in play.game.summary(play.state).castles
