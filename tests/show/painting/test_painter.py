"""What a game draws as values becomes pixels: shapes, signs, cloths, words."""

import re
from math import pi
from pathlib import Path

import pytest
from PIL import Image

from controller.games.contract.tools.drawing import Box, Drawing, Line, Outline, Shape, Words
from controller.games.contract.values import Text
from controller.games.tudor.show import picture as of_tudor
from controller.games.tumult_royale.show import signs as of_tumult
from controller.show.painting.painter import CLOTHS, UnknownPathError, UnpaintableError, painted, rings

STATIC = Path(__file__).parents[3] / "controller" / "web" / "static"
RED, PAPER = (255, 0, 0), (244, 238, 226)


def picture(*shapes: Shape) -> Image.Image:
    return painted(Drawing(40, 40, shapes), "en")


def test_a_box_is_where_it_says() -> None:
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


def test_a_text_is_said_in_the_language() -> None:
    one = Drawing(60, 20, (Words(Text("blue"), 2, 10, 14, "#000000"),))
    assert painted(one, "en").tobytes() != painted(one, "es").tobytes()


@pytest.mark.parametrize(
    "drawing", [Drawing(0, 10, ()), Drawing(10, 1601, ()), Drawing(10, 10, (Box(0, 0, 1, 1),) * 4001)]
)
def test_a_drawing_without_a_bound_is_refused(drawing: Drawing) -> None:
    with pytest.raises(UnpaintableError, match="expected at most 1600 a side and 4000"):
        painted(drawing, "en")


@pytest.mark.parametrize(
    "shape",
    [
        Box(0, 0, 9, 9, "#zzz"),
        Box(0, 0, 9, 9, "cloth-pink"),
        Box(float("nan"), 0, 9, 9, "#fff"),
        Outline("no path", 0, 0, 24, "#fff"),
    ],
)
def test_a_shape_that_is_none_is_refused_and_named(shape: Shape) -> None:
    with pytest.raises(UnpaintableError, match=type(shape).__name__):
        picture(shape)


def test_a_path_gives_the_points_that_svg_says() -> None:
    assert rings("M1 2h3v-1H1zm5 0L8 8") == ((1 + 2j, 4 + 2j, 4 + 1j, 1 + 1j), (6 + 2j, 8 + 8j))


@pytest.mark.parametrize("flag", [0, 1])
def test_two_half_circles_are_a_circle(flag: int) -> None:
    (ring,) = rings(f"M2 12a10 10 0 0 {flag} 20 0a10 10 0 0 {flag} -20 0z")
    assert all(abs(abs(point - (12 + 12j)) - 10) < 1e-9 for point in ring)
    area = sum((one.conjugate() * two).imag for one, two in zip(ring, (*ring[1:], ring[0]), strict=True)) / 2
    assert abs(abs(area) - 100 * pi) < 100 * pi * 0.03
    assert (area > 0) == bool(flag), "with y downwards 1 is clockwise (SVG 2, 9.3.8)"


@pytest.mark.parametrize("path", ["M1 2T3 4", "M1", "M1 2L3 Z", "3 4"])
def test_a_path_of_another_form_is_refused(path: str) -> None:
    with pytest.raises(UnknownPathError, match="draw it with M L H V C S Q A Z"):
        rings(path)


def paths_of(signs: object) -> set[str]:
    found: set[str] = set()
    for name, value in vars(signs).items():
        if name.isupper():
            text = repr(value)
            found |= set(re.findall(r"'(M[^']*)'", text))
    return found


def test_signs_are_those_of_the_page() -> None:
    games = STATIC / "js" / "games"
    drawn = set(re.findall(r'"(M[^"]*)"', (games / "tumult_royale" / "symbols.js").read_text(encoding="utf-8")))
    crown = set(re.findall(r' d="(M[^"]*)"', (STATIC / "symbols.svg").read_text(encoding="utf-8")))
    assert paths_of(of_tumult) <= drawn | crown
    assert len(paths_of(of_tumult)) == 18
    assert paths_of(of_tudor) == set(
        re.findall(r'"(M[^"]*)"', (games / "tudor" / "symbols.js").read_text(encoding="utf-8"))
    )


def test_cloths_are_those_of_the_page() -> None:
    svg = (STATIC / "symbols.svg").read_text(encoding="utf-8")
    on_page = {
        name: (float(every), *re.findall(r'fill="(#\w+)"', body))
        for name, every, body in re.findall(r'<pattern id="(cloth-\w+)" width="(\d)"(.*?)</pattern>', svg, re.S)
    }
    of_a_game = (STATIC / "js" / "games" / "tudor" / "symbols.js").read_text(encoding="utf-8")
    for name, ground, mark in re.findall(r'cloth\("(\w+)", "(#\w+)", "(#\w+)"', of_a_game):
        on_page[f"cloth-{name}"] = (5.0, ground, mark)
    assert {name: (cloth.every, cloth.ground, cloth.mark) for name, cloth in CLOTHS.items()} == on_page
