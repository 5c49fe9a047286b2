"""A scene: the table with a heading above it, and below it what has just been told."""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct
from PIL import Image

from controller.games.contract.tools.drawing import GOLD, GOLD_INK, INK, SOFT, Box, Drawing, Shape, Words
from controller.games.contract.values import Text
from controller.games.naming import sentence
from controller.show.painting.painter import painted, words_width

WIDTH: Final = 800
HEADING: Final = 34
PITCH: Final = 22
LINES: Final = 3
"""Of the story below a table; where no table is drawn, it has all the room."""

HEIGHT_ALONE: Final = 300

SIZE: Final = 16


class Scene(Struct, frozen=True):
    """What is seen at one moment of a game.

    Attributes:
        title: the game's, for people of all languages.
        heading: where in the game this is.
        table: None where the game brings no drawing.
        told: the story's newest sentences, the newest last.
    """

    title: str
    heading: Text
    table: Drawing | None
    told: Sequence[Text]


def pictured(scene: Scene, language: str) -> Image.Image:
    """The scene in words and colours of a language.

    Raises:
        UnpaintableError: the table's drawing is too large.
    """
    lines = LINES if scene.table is not None else (HEIGHT_ALONE - HEADING) // PITCH
    table = None if scene.table is None else painted(scene.table, language)
    width = WIDTH if table is None else table.width
    head = painted(Drawing(width, HEADING, tuple(_heading(scene, width))), language)
    foot = painted(Drawing(width, lines * PITCH + 12, tuple(_story(scene, width, lines, language))), language)
    parts = [part for part in (head, table, foot) if part is not None]
    whole, top = Image.new("RGB", (width, sum(part.height for part in parts))), 0
    for part in parts:
        whole.paste(part, (0, top))
        top += part.height
    return whole


def _heading(scene: Scene, width: int) -> Iterator[Shape]:
    yield Words(scene.title, 12, HEADING / 2, 19, GOLD_INK, bold=True, room=width - 200)
    yield Words(scene.heading, width - 12, HEADING / 2, 17, INK, bold=True, anchor="right", room=180)


def _story(scene: Scene, width: int, lines: int, language: str) -> Iterator[Shape]:
    """The newest sentences, the last one in bold; the oldest give way, and of a sentence alone what does not fit."""
    set_lines: list[tuple[str, bool]] = []
    for text in reversed(scene.told):
        is_newest = not set_lines
        wrapped = list(_wrapped(sentence(text, language), width - 36, bold=is_newest))
        if set_lines and len(set_lines) + len(wrapped) > lines:
            break
        set_lines = [(line, is_newest) for line in wrapped[:lines]] + set_lines
    yield Box(12, 6, 3, lines * PITCH, GOLD)
    for place, (line, is_newest) in enumerate(set_lines):
        yield Words(line, 24, 6 + (place + 0.5) * PITCH, SIZE, INK if is_newest else SOFT, bold=is_newest)


def _wrapped(said: str, width: float, *, bold: bool) -> Iterator[str]:
    line = ""
    for word in said.split():
        longer = f"{line} {word}".strip()
        if line and words_width(longer, SIZE, bold=bold) > width:
            yield line
            longer = word
        line = longer
    yield line
