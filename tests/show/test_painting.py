"""Drawings painted: colours, cloths, courses of a game."""

import io
import re
from collections.abc import Callable, Mapping, Sequence
from math import pi
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from controller.cli.game.game_logs import GameDetectingLog, play_log_lines, read_log_lines
from controller.games.contract.tools import drawing
from controller.games.contract.tools.drawing import (
    Box,
    Charted,
    Charting,
    Curve,
    CurveLine,
    Drawing,
    Line,
    Outline,
    Shape,
    Words,
)
from controller.games.contract.values import CastleId, Text
from controller.games.naming import translate_text
from controller.games.tudor.show import picture as of_tudor
from controller.games.tumult_royale.show import signs as of_tumult
from controller.show.painting import film, painter
from controller.texts.translation import LANGUAGES
from tests.hw.oled.test_letters import NAMES, SIGNS
from tests.support.soak import sample

SHEET = Path(__file__).parents[2] / "controller/web/static/css/tokens.css"


def test_a_drawn_table_has_the_colours_of_the_page_by_day() -> None:
    by_day = SHEET.read_text().partition("}")[0]
    page = dict(re.findall(r"--([a-z-]+): (?:light-dark\()?(#[0-9a-f]{6})[,;]", by_day))
    ours = {
        name.lower().replace("_", "-"): colour
        for name, colour in vars(drawing).items()
        if name.isupper() and isinstance(colour, str)
    }
    assert ours == {name: page[name] for name in ours}
    assert len(ours) >= 10


GAMES = Path(__file__).parents[1] / "games"
TUMULT = GAMES / "tumult_royale" / "playthroughs" / "four_classic_tracked.jsonl"
TUDOR = GAMES / "tudor" / "examples" / "6-garter.jsonl"


def log(file: Path) -> GameDetectingLog:
    play = GameDetectingLog()
    with file.open("rb") as data:
        for _ in play_log_lines(read_log_lines(data), play):
            pass
    return play


def picture_of(play: GameDetectingLog, language: str, moments: Sequence[Mapping[str, Any]] = ()) -> bytes:
    picture = film.make_course_picture(play.game, play.standing, play.game.first_memory(), moments)
    return film.encode_course_png(picture, language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("file", "curves"), [(TUMULT, 2), (TUDOR, 1)], ids=["tumult", "tudor"])
def test_a_game_that_is_over_is_drawn_with_its_table_and_its_curves(file: Path, curves: int, language: str) -> None:
    data = picture_of(log(file), language)
    with Image.open(io.BytesIO(data)) as drawn:
        assert (drawn.format, drawn.size) == ("PNG", (800, film.COURSE_HEADING + 384 + curves * film.CHART_HEIGHT))
    assert len(data) < 100_000


def test_the_picture_names_the_winner_and_the_course() -> None:
    play = log(TUMULT)
    assert isinstance(play.game, Charting)
    charted = play.game.charted(play.standing)
    assert charted.headline is not None
    winner = play.game.summary(play.state).outcome
    assert winner is not None
    assert translate_text(charted.headline, "de") == f"{translate_text(Text(winner.winners[0]), 'de')} gewinnt"
    placed = charted.curves[0]
    assert placed.rounds == tuple(range(8)), "the log ends by a gap in round 7"
    assert {line.values[0] for line in placed.lines} == {1}, "the first statues"
    ends = {translate_text(line.name, "en").lower(): line.values[-1] for line in placed.lines}
    view = play.game.view(play.state, play.game.first_memory())
    assert ends == {player["color"]: player["placed"] for player in view["players"]}


def test_the_same_game_gives_the_same_bytes_in_a_language() -> None:
    first = picture_of(log(TUMULT), "en")
    assert first == picture_of(log(TUMULT), "en")
    assert first != picture_of(log(TUMULT), "es")


def test_the_curve_of_the_chances_is_added_once_they_are_known() -> None:
    play = log(TUMULT)
    moments = [
        {"round": number, "chances": {"blue": {"value": blue}, "yellow": {"value": 1 - blue}}}
        for number, blue in ((1, 0.5), (1, 0.3), (2, 1.0))
    ]
    heights = []
    for known in ((), moments):
        with Image.open(io.BytesIO(picture_of(play, "en", known))) as drawn:
            heights.append(drawn.height)
    assert heights[1] == heights[0] + film.CHART_HEIGHT
    curve = film._chances_curve(moments)
    assert curve.rounds == (1, 2)
    assert [line.values for line in curve.lines] == [(30, 100), (70, 0)]


def test_curves_of_any_values_are_drawn_within_bounds() -> None:
    values = ((), (0,), (-5, 7), tuple(range(200)), (10**9, -(10**9)))
    curve_lines = tuple(CurveLine(Text("blue"), "cloth-blue", each) for each in values)
    curves = tuple(Curve(Text("yellow"), tuple(range(n)), curve_lines[:n]) for n in range(6)) * 3
    data = film.encode_course_png(
        film.CoursePicture("A game", Text("grey"), Charted(None, curves), Drawing(300, 20, ())), "en"
    )
    with Image.open(io.BytesIO(data)) as drawn:
        assert drawn.size == (300, film.COURSE_HEADING + 20 + 4 * film.CHART_HEIGHT)


def test_painted_castles_have_their_names() -> None:
    play = log(TUMULT)
    assert isinstance(play.game, Charting)
    names = {translate_text(line.name, "en") for line in play.game.charted(play.standing).curves[0].lines}
    assert names == {translate_text(Text(castle), "en") for castle in play.game.summary(play.state).castles}
    assert CastleId("blue") in play.game.summary(play.state).castles


STATIC = Path(__file__).parents[2] / "controller" / "web" / "static"
RED, PAPER = (255, 0, 0), (244, 238, 226)


def picture(*shapes: Shape) -> Image.Image:
    return painter.paint_drawing(Drawing(40, 40, shapes), "en")


def test_a_box_is_painted_at_its_coordinates() -> None:
    drawn = picture(Box(10, 10, 20, 20, "#ff0000"))
    assert [drawn.getpixel(at) for at in ((9, 9), (10, 10), (29, 29), (30, 30))] == [PAPER, RED, RED, PAPER]


def test_a_ring_within_a_ring_is_a_hole() -> None:
    drawn = picture(Outline("M0 0h24v24h-24zM8 8h8v8h-8z", 8, 8, 24, "#ff0000"))
    assert [drawn.getpixel(at) for at in ((10, 10), (20, 20), (5, 5))] == [RED, PAPER, PAPER]


def test_a_stroke_and_a_line_are_drawn_along_their_points() -> None:
    drawn = picture(Outline("M0 12h24", 8, 8, 24, None, "#ff0000", 4), Line(((0, 2), (40, 2)), "#0000ff", 2))
    assert [drawn.getpixel(at) for at in ((20, 20), (20, 28), (20, 2))] == [RED, PAPER, (0, 0, 255)]


def test_words_that_are_too_wide_are_set_smaller() -> None:
    wide = picture(Words("HHHHH", 0, 20, 12, "#000000"))
    fitting = picture(Words("HHHHH", 0, 20, 12, "#000000", room=36))
    edge = [(x, y) for x in (38, 39) for y in range(40)]
    assert any(wide.getpixel(at) != PAPER for at in edge)
    assert all(fitting.getpixel(at) == PAPER for at in edge)


@pytest.mark.parametrize(("anchor", "left"), [("left", 4.0), ("middle", 20.0), ("right", 36.0)])
def test_words_that_are_still_too_wide_are_cut_at_the_end(anchor: str, left: float) -> None:
    drawn = picture(Words("Ł" + "W" * 300, left, 20, 12, "#000000", anchor=anchor, room=32))
    assert all(drawn.getpixel((x, y)) == PAPER for x in (0, 1, 38, 39) for y in range(40))
    other = picture(Words("I" + "W" * 300, left, 20, 12, "#000000", anchor=anchor, room=32))
    assert drawn.tobytes() != other.tobytes()


@pytest.mark.parametrize(("anchor", "left"), [("middle", 20.0), ("right", 40.0)])
def test_words_that_are_wider_than_the_picture_begin_in_it(anchor: str, left: float) -> None:
    one, other = (picture(Words(first + "W" * 300, left, 20, 12, "#000000", anchor=anchor)) for first in "ŁI")
    assert one.tobytes() != other.tobytes()


BLANK = Text("film-round", {"round": ""})

SLOTS: dict[str, Callable[[str], Image.Image]] = {
    "words": lambda text: painter.paint_drawing(Drawing(400, 20, (Words(text, 0, 10, 14, "#000000"),)), "en"),
    "title of a film": lambda text: film.draw_scene(film.Scene(text, BLANK, None, ()), "en"),
    "round of a film": lambda text: film.draw_scene(film.Scene("", say(text), None, ()), "en"),
    "story of a film": lambda text: film.draw_scene(film.Scene("", BLANK, None, (say(text),)), "en"),
    "title of a course": lambda text: course(title=text),
    "winner of a course": lambda text: course(headline=say(text)),
    "title of a curve": lambda text: course(curve=say(text)),
    "name at a line": lambda text: course(line=say(text)),
}


def say(text: str) -> Text:
    return Text("film-round", {"round": text})


def course(*, title: str = "", headline: Text = BLANK, curve: Text = BLANK, line: Text = BLANK) -> Image.Image:
    curves = (Curve(curve, (1, 2), (CurveLine(line, "cloth-red", (1, 2)),)),)
    data = film.encode_course_png(film.CoursePicture(title, BLANK, Charted(headline, curves), None), "en")
    return Image.open(io.BytesIO(data))


@pytest.mark.parametrize("slot", SLOTS)
def test_no_picture_or_film_leaves_a_name_blank(slot: str) -> None:
    draw = SLOTS[slot]
    blank = draw("").tobytes()
    for text, drawn in sample([*NAMES.values(), *SIGNS.values()], 99 if slot == "words" else 2):
        assert draw(text).tobytes() == draw(drawn).tobytes() != blank, text


def test_painted_texts_are_in_the_given_language() -> None:
    one = Drawing(60, 20, (Words(Text("blue"), 2, 10, 14, "#000000"),))
    assert painter.paint_drawing(one, "en").tobytes() != painter.paint_drawing(one, "es").tobytes()


@pytest.mark.parametrize(
    "drawing", [Drawing(0, 10, ()), Drawing(10, 1601, ()), Drawing(10, 10, (Box(0, 0, 1, 1),) * 4001)]
)
def test_a_drawing_without_a_bound_is_refused(drawing: Drawing) -> None:
    with pytest.raises(painter.UnpaintableError, match="expected at most 1600 a side and 4000"):
        painter.paint_drawing(drawing, "en")


@pytest.mark.parametrize(
    "shape",
    [
        Box(0, 0, 9, 9, "#zzz"),
        Box(0, 0, 9, 9, "cloth-pink"),
        Box(float("nan"), 0, 9, 9, "#fff"),
        Outline("no path", 0, 0, 24, "#fff"),
        Words("Ana", 0, 0, 60_000, "#fff"),
        Words("Ana", 0, 0, 0, "#fff"),
    ],
)
def test_an_invalid_shape_is_refused_and_named(shape: Shape) -> None:
    with pytest.raises(painter.UnpaintableError, match=type(shape).__name__):
        picture(shape)


def test_a_path_gives_the_points_that_svg_says() -> None:
    assert painter.parse_svg_path("M1 2h3v-1H1zm5 0L8 8") == ((1 + 2j, 4 + 2j, 4 + 1j, 1 + 1j), (6 + 2j, 8 + 8j))


@pytest.mark.parametrize("flag", [0, 1])
def test_two_half_circles_are_a_circle(flag: int) -> None:
    (ring,) = painter.parse_svg_path(f"M2 12a10 10 0 0 {flag} 20 0a10 10 0 0 {flag} -20 0z")
    assert all(abs(abs(point - (12 + 12j)) - 10) < 1e-9 for point in ring)
    area = sum((one.conjugate() * two).imag for one, two in zip(ring, (*ring[1:], ring[0]), strict=True)) / 2
    assert abs(abs(area) - 100 * pi) < 100 * pi * 0.03
    assert (area > 0) == bool(flag), "with y downwards 1 is clockwise (SVG 2, 9.3.8)"


@pytest.mark.parametrize("path", ["M1 2T3 4", "M1", "M1 2L3 Z", "3 4"])
def test_a_path_of_another_form_is_refused(path: str) -> None:
    with pytest.raises(painter.SvgPathError, match="draw it with M L H V C S Q A Z"):
        painter.parse_svg_path(path)


def paths_of(signs: object) -> set[str]:
    found: set[str] = set()
    for name, value in vars(signs).items():
        if name.isupper():
            text = repr(value)
            found |= set(re.findall(r"'(M[^']*)'", text))
    return found


def paths_in(picture: str) -> set[str]:
    return set(re.findall(r'"(M[^"]*)"', (STATIC / picture).read_text(encoding="utf-8")))


def test_painted_signs_match_the_page() -> None:
    assert paths_of(of_tumult) <= paths_in("symbols.svg") | paths_in("css/games/tumult_royale.svg")
    assert len(paths_of(of_tumult)) == 18
    assert paths_of(of_tudor) <= paths_in("css/games/tudor.svg")
    assert len(paths_of(of_tudor)) == 11


def cloths_of(svg: str) -> dict[str, tuple[object, ...]]:
    return {
        name: (float(every), *re.findall(r'fill="(#\w+)"', body))
        for name, every, body in re.findall(r'<pattern id="(cloth-\w+)" width="(\d)"(.*?)</pattern>', svg, re.S)
    }


def test_painted_cloths_match_the_page() -> None:
    on_page = cloths_of((STATIC / "symbols.svg").read_text(encoding="utf-8"))
    assert {name: (cloth.every, cloth.ground, cloth.mark) for name, cloth in drawing.CLOTHS.items()} == on_page
    assert cloths_of((STATIC / "css" / "games" / "tudor.svg").read_text(encoding="utf-8")) == on_page
