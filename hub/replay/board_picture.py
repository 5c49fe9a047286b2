"""Render a game's drawing of its board as SVG; cloths get a plain colour to keep it small."""

import re
from html import escape
from typing import Final
from unicodedata import east_asian_width

from controller.games.contract.tools.drawing import CLOTHS, Box, Drawing, Line, Outline, Shape, Words
from controller.games.naming import translate_text

LETTER_WIDTH: Final = 0.6
"""Width of a letter, as a fraction of the font's size; Chinese letters are twice as wide."""

NOT_IN_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What no XML document may contain (XML 1.0, 2.2), such as control characters."""

ANCHORS: Final = {"left": "start", "middle": "middle", "right": "end"}


def drawing_to_svg(drawing: Drawing, language: str) -> str:
    size = _attributes(width=drawing.width, height=drawing.height, viewBox=f"0 0 {drawing.width} {drawing.height}")
    shapes = "".join(_shape_to_svg(shape, language) for shape in drawing.shapes)
    svg = f'<svg xmlns="http://www.w3.org/2000/svg"{size} font-family="sans-serif">{shapes}</svg>'
    return NOT_IN_XML.sub("\N{REPLACEMENT CHARACTER}", svg)


def _shape_to_svg(shape: Shape, language: str) -> str:
    match shape:
        case Box():
            place = _attributes(x=shape.left, y=shape.top, width=shape.width, height=shape.height, rx=shape.radius)
            return f"<rect{place}{_colour_attributes(shape.fill, shape.edge, shape.edge_width)}/>"
        case Outline():
            grid = f"translate({shape.left} {shape.top}) scale({shape.size / 24})"
            path = _attributes(d=shape.path, transform=grid, fill_rule="evenodd")
            return f"<path{path}{_colour_attributes(shape.fill, shape.edge, shape.edge_width)}/>"
        case Line():
            points = " ".join(f"{x},{y}" for x, y in shape.points)
            return f"<polyline{_attributes(points=points)}{_colour_attributes(None, shape.fill, shape.width)}/>"
        case Words():
            return _words_to_svg(shape, language)


def _words_to_svg(words: Words, language: str) -> str:
    said = words.text if isinstance(words.text, str) else translate_text(words.text, language)
    letters = len(said) + sum(east_asian_width(letter) in "WF" for letter in said)
    room = words.size if words.room is None else words.room / max(1, letters) / LETTER_WIDTH
    look = _attributes(
        x=words.left,
        y=words.middle,
        dominant_baseline="central",
        text_anchor=ANCHORS[words.anchor],
        font_size=min(words.size, room),
        font_weight="bold" if words.bold else "normal",
    )
    return f"<text{look}{_colour_attributes(words.fill, None, 0)}>{escape(said)}</text>"


def _colour_attributes(fill: str | None, edge: str | None, edge_width: float) -> str:
    plain_fill, plain_edge = (CLOTHS[each].ground if each in CLOTHS else each or "none" for each in (fill, edge))
    return _attributes(fill=plain_fill, stroke=plain_edge, stroke_width=edge_width)


def _attributes(**values: str | float) -> str:
    return "".join(f' {name.replace("_", "-")}="{escape(str(value))}"' for name, value in values.items())
