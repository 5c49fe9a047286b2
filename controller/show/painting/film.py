"""Files of a game: its scenes as a GIF, and the picture of its course as a PNG."""

import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct
from PIL import Image

from controller import limits
from controller.games.contract.game import Game
from controller.games.contract.tools import drawing
from controller.games.contract.values import Text
from controller.games.naming import translate_text
from controller.show.painting.painter import paint_drawing, text_width_px

WIDTH: Final = 800
HEADING: Final = 34
PITCH: Final = 22
LINES: Final = 3
"""Lines of the story below a table. Without a table, the story fills the picture."""

HEIGHT_ALONE: Final = 300

SIZE: Final = 16


class Scene(Struct, frozen=True):
    """One moment of a game.

    Attributes:
        title: the game's title, the same in all languages.
        heading: the round.
        table: None if the game has no drawing.
        told: the newest sentences of the story, the newest last.
    """

    title: str
    heading: Text
    table: drawing.Drawing | None
    told: Sequence[Text]


def draw_scene(scene: Scene, language: str) -> Image.Image:
    lines = LINES if scene.table is not None else (HEIGHT_ALONE - HEADING) // PITCH
    table = None if scene.table is None else paint_drawing(scene.table, language)
    width = WIDTH if table is None else table.width
    head = paint_drawing(drawing.Drawing(width, HEADING, tuple(_heading_shapes(scene, width))), language)
    foot = paint_drawing(
        drawing.Drawing(width, lines * PITCH + 12, tuple(_story_shapes(scene, width, lines, language))), language
    )
    return _stack_images([part for part in (head, table, foot) if part is not None])


def _stack_images(parts: Sequence[Image.Image]) -> Image.Image:
    whole, top = Image.new("RGB", (parts[0].width, sum(part.height for part in parts))), 0
    for part in parts:
        whole.paste(part, (0, top))
        top += part.height
    return whole


def _heading_shapes(scene: Scene, width: int) -> Iterator[drawing.Shape]:
    yield drawing.Words(scene.title, 12, HEADING / 2, 19, drawing.GOLD_INK, bold=True, room=width - 210)
    yield drawing.Words(scene.heading, width - 12, HEADING / 2, 17, drawing.INK, bold=True, anchor="right", room=180)


def _story_shapes(scene: Scene, width: int, lines: int, language: str) -> Iterator[drawing.Shape]:
    set_lines: list[tuple[str, bool]] = []
    for text in reversed(scene.told):
        is_newest = not set_lines
        wrapped = list(_wrap_lines(translate_text(text, language), width - 36, bold=is_newest))
        if set_lines and len(set_lines) + len(wrapped) > lines:
            break
        set_lines = [(line, is_newest) for line in wrapped[:lines]] + set_lines
    yield drawing.Box(12, 6, 3, lines * PITCH, drawing.GOLD)
    for place, (line, is_newest) in enumerate(set_lines):
        yield drawing.Words(
            line, 24, 6 + (place + 0.5) * PITCH, SIZE, drawing.INK if is_newest else drawing.SOFT, bold=is_newest
        )


def _wrap_lines(said: str, width: float, *, bold: bool) -> Iterator[str]:
    line = ""
    for word in said.split():
        longer = f"{line} {word}".strip()
        if line and text_width_px(longer, SIZE, bold=bold) > width:
            yield line
            longer = word
        line = longer
    yield line


COLOURS: Final = 128

SAMPLED: Final = 6
"""Number of pictures from which the film's palette is made."""


class FilmTooLongError(ValueError):
    """A film has too many pictures or bytes; the message has the numbers."""


class GifFrame(Struct, frozen=True):
    """A picture, painted when needed, and how long it is shown."""

    paint: Callable[[], Image.Image]
    seconds: float


def encode_gif(shots: Sequence[GifFrame]) -> bytes:
    """Return the shots as a looping GIF with one palette, so that unchanged pixels take no space.

    Raises FilmTooLongError for too many shots or too large a file.
    """
    if len(shots) > limits.FILM_PICTURES:
        raise FilmTooLongError(f"it would have {len(shots)} pictures, and at most {limits.FILM_PICTURES} are allowed")
    palette = _make_palette(shots)

    def quantized_pictures() -> Iterator[Image.Image]:
        for shot in shots:
            yield shot.paint().quantize(palette=palette, dither=Image.Dither.NONE)

    pictures, file = quantized_pictures(), io.BytesIO()
    next(pictures).save(
        file,
        "GIF",
        save_all=True,
        append_images=pictures,
        duration=[round(shot.seconds * 100) * 10 for shot in shots],
        loop=0,
        optimize=True,
    )
    if file.tell() > limits.FILM_BYTES:
        raise FilmTooLongError(f"it would have {file.tell():,} bytes, and at most {limits.FILM_BYTES:,} are allowed")
    return file.getvalue()


def _make_palette(shots: Sequence[GifFrame]) -> Image.Image:
    step = max(1, (len(shots) - 1) // (SAMPLED - 1))
    samples = [shots[place].paint() for place in sorted({*range(0, len(shots), step), len(shots) - 1})]
    return _stack_images(samples).quantize(COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)


COURSE_HEADING: Final = 64
CHART_HEIGHT: Final = 240
LEFT: Final = 52
"""Left edge of the curves, in pixels."""

RIGHT: Final = 170
"""Width of the names at the ends of lines."""

TOP: Final = 44
BOTTOM: Final = 30
LABEL: Final = 17
"""Pixels between two names."""

COURSE_COLOUR_COUNT: Final = 192


class CoursePicture(Struct, frozen=True):
    """Contents of a course's picture; ``table`` is None if the game has no drawing, ``chances`` if unknown."""

    title: str
    heading: Text
    charted: drawing.Charted
    table: drawing.Drawing | None
    chances: drawing.Curve | None = None


def encode_course_png(picture: CoursePicture, language: str) -> bytes:
    """Return a PNG with texts in ``language``; the same game gives the same bytes."""
    table = None if picture.table is None else paint_drawing(picture.table, language)
    width = WIDTH if table is None else table.width
    parts = [
        paint_drawing(drawing.Drawing(width, COURSE_HEADING, tuple(_course_heading_shapes(picture, width))), language)
    ]
    if table is not None:
        parts.append(table)
    curves = [*picture.charted.curves[: limits.CHART_CURVES], *([] if picture.chances is None else [picture.chances])]
    charts = (drawing.Drawing(width, CHART_HEIGHT, tuple(_chart_shapes(curve, width))) for curve in curves)
    parts += [paint_drawing(chart, language) for chart in charts]
    file = io.BytesIO()
    _stack_images(parts).quantize(COURSE_COLOUR_COUNT, dither=Image.Dither.NONE).save(file, "PNG", optimize=True)
    return file.getvalue()


def _course_heading_shapes(picture: CoursePicture, width: int) -> Iterator[drawing.Shape]:
    yield drawing.Words(picture.title, 14, 18, 16, drawing.GOLD_INK, bold=True, room=width - 210)
    yield drawing.Words(picture.heading, width - 14, 18, 15, drawing.SOFT, anchor="right", room=180)
    if picture.charted.headline is not None:
        yield drawing.Words(picture.charted.headline, 14, 44, 24, drawing.INK, bold=True, room=width - 28)


def _chart_shapes(curve: drawing.Curve, width: int) -> Iterator[drawing.Shape]:
    yield drawing.Box(8, 6, width - 16, CHART_HEIGHT - 12, drawing.CARD, drawing.LINE, 1, 10)
    yield drawing.Words(curve.title, 22, 25, 16, drawing.INK, bold=True, room=width - 44)
    lines = [
        drawing.CurveLine(line.name, line.cloth, line.values[: limits.CHART_VALUES])
        for line in curve.lines
        if line.values
    ]
    if not lines:
        return
    rounds = curve.rounds[: limits.CHART_VALUES]
    highest = max(1, *(value for line in lines for value in line.values))
    lowest = min(0, *(value for line in lines for value in line.values))
    span = highest - lowest
    columns = max(1, len(rounds) - 1)

    def x_of_round(at: int) -> float:
        return LEFT + at * (width - LEFT - RIGHT) / columns

    def y_of_value(value: float) -> float:
        return CHART_HEIGHT - BOTTOM - (value - lowest) * (CHART_HEIGHT - TOP - BOTTOM) / span

    for value in sorted({lowest, 0, highest // 2, highest}):
        yield drawing.Line(((LEFT, y_of_value(value)), (width - RIGHT, y_of_value(value))), drawing.LINE)
        yield drawing.Words(str(value), LEFT - 10, y_of_value(value), 12, drawing.SOFT, anchor="right")
    step = max(1, len(rounds) // 12)
    for at in range(0, len(rounds), step):
        yield drawing.Words(
            str(rounds[at]), x_of_round(at), CHART_HEIGHT - BOTTOM + 13, 12, drawing.SOFT, anchor="middle"
        )
    for line in lines:
        points = tuple((x_of_round(at), y_of_value(value)) for at, value in enumerate(line.values))
        yield drawing.Line(points if len(points) > 1 else points * 2, line.cloth, 3)
        for left, top in points:
            yield drawing.Box(left - 6, top - 6, 12, 12, line.cloth, drawing.INK, 1, 3)
    yield from _curve_name_shapes(lines, width, [y_of_value(line.values[-1]) for line in lines])


def _curve_name_shapes(lines: list[drawing.CurveLine], width: int, ends: list[float]) -> Iterator[drawing.Shape]:
    below = float(TOP - LABEL / 2)
    lowest = CHART_HEIGHT - BOTTOM - (len(lines) - 1) * LABEL
    for end, line in sorted(zip(ends, lines, strict=True), key=lambda each: each[0]):
        below = max(below + LABEL, min(end, lowest))
        lowest += LABEL
        yield drawing.Words(str(line.values[-1]), width - RIGHT + 40, below, 14, drawing.INK, bold=True, anchor="right")
        yield drawing.Box(width - RIGHT + 47, below - 6, 12, 12, line.cloth, drawing.INK, 1, 3)
        yield drawing.Words(line.name, width - RIGHT + 65, below, 14, drawing.INK, room=RIGHT - 83)


def make_course_picture(
    game: Game, standing: Sequence[Any], memory: Any, moments: Sequence[Mapping[str, Any]] = ()
) -> CoursePicture:
    """Return the course of a game with the states ``standing``, at least one.

    ``moments`` of its analysis, as JSON values, add the curve of the chances of winning.
    """
    state = standing[-1]
    assert isinstance(game, drawing.Charting)
    table = game.drawn(game.view(state, memory)) if isinstance(game, drawing.Drawable) else None
    heading = Text("film-round", {"round": game.round_of(state)})
    chances = _chances_curve(moments) if moments else None
    return CoursePicture(game.title, heading, game.charted(standing), table, chances)


def _chances_curve(moments: Sequence[Mapping[str, Any]]) -> drawing.Curve:
    """Return the chances of winning at the end of each round, in percent."""
    ends = {moment["round"]: moment["chances"] for moment in moments}
    lines = (
        drawing.CurveLine(
            Text(castle), f"cloth-{castle}", tuple(round(100 * chances[castle]["value"]) for chances in ends.values())
        )
        for castle in moments[0]["chances"]
    )
    return drawing.Curve(Text("film-chances"), tuple(ends), tuple(lines))
