"""A drawing of the public view: castles, country, demand and what the people have left."""

from collections.abc import Generator, Iterator, Mapping
from itertools import repeat
from typing import Any, Final

from controller.games.contract.tools.drawing import (
    ACCENT,
    EDGE,
    FELT,
    FELT_DEEP,
    FELT_INK,
    GOLD,
    GOOD,
    INK,
    LINE,
    SOFT,
    WARD,
    WOOD,
    WOOD_DEEP,
    Box,
    Drawing,
    Outline,
    Shape,
    Words,
    collect_shapes,
)
from controller.games.contract.values import Text
from controller.games.tumult_royale.box.words import COMMODITIES
from controller.games.tumult_royale.show import signs

WIDTH: Final = 800
HEIGHT: Final = 384
BOARD_WIDTH: Final = 472
BOARD_HEIGHT: Final = 412
CELL_SIZE: Final = 34
REGION_SIDE: Final = 3
"""A region tile is 3 by 3 fields."""

TILE_FILL: Final = "#a8703f"

COLORS_BY_KIND: Final = {
    "pasture": ("#b9d67a", "#4d6b16"),
    "forest": ("#2e6b45", "#b5dcbb"),
    "mountain": ("#8f8a86", "#2f2c2a"),
    "village": ("#e8b58a", "#7d2f14"),
    "palace": ("#f4da75", "#5f4300"),
}
"""Ground and sign colours of each kind of field, as on the page."""

FILL_BY_COMMODITY: Final = {"bread": "#f6dfae", "marble": "#d8e6f2", "tools": "#d9c4b4"}

View = Mapping[str, Any]


def draw_view(view: View) -> Drawing:
    return Drawing(WIDTH, HEIGHT, collect_shapes(_view_shapes(view)))


def draw_board(view: View) -> Drawing:
    return Drawing(BOARD_WIDTH, BOARD_HEIGHT, collect_shapes(_board_shapes(view)))


def _view_shapes(view: View) -> Iterator[Shape]:
    yield Box(0, 0, WIDTH, HEIGHT, FELT, WOOD, 5, 10)
    players = view["players"]
    width = (WIDTH - 24 - 8 * (len(players) - 1)) / len(players)
    for place, player in enumerate(players):
        yield from _player_panel_shapes(view, player, 12 + place * (width + 8), width)
    right = yield from _country_shapes(view, 32, 130)
    width = WIDTH - 12 - right
    yield Box(right, 118, width, 92, WARD, radius=8)
    yield Words(Text("page-demand"), right + 12, 134, 13, SOFT, room=width - 24)
    for place, name in enumerate(COMMODITIES):
        x = right + 12 + place * (width - 24) / len(COMMODITIES)
        yield from _wanted_shapes(view, name, x, 163)
        yield from _left_shapes(view, name, x + 5, 193)
    yield from _chronicle_shapes(view, right, width)
    yield from _people_shapes(view, 344, WIDTH)


def _board_shapes(view: View) -> Iterator[Shape]:
    yield Box(0, 0, BOARD_WIDTH, BOARD_HEIGHT, FELT, radius=10)
    columns = view["columns"] * REGION_SIDE if view["regions"] else 0
    yield from _country_shapes(view, (BOARD_WIDTH + 14 - columns * CELL_SIZE) / 2 if columns else 40, 32)
    yield Box(12, 248, BOARD_WIDTH - 24, 92, WARD, radius=8)
    yield Words(Text("page-demand"), 24, 266, 18, SOFT, room=BOARD_WIDTH - 48)
    for place, name in enumerate(COMMODITIES):
        x = 24 + place * (BOARD_WIDTH - 48) / len(COMMODITIES)
        yield from _wanted_shapes(view, name, x, 307, 1.7)
        yield from _left_shapes(view, name, x + 80, 307, 1.2)
    yield from _people_shapes(view, 350, BOARD_WIDTH, 1.6)


def _player_panel_shapes(view: View, player: View, left: float, width: float) -> Iterator[Shape]:
    color = player["color"]
    yield Box(left, 12, width, 94, WARD, GOLD if view["to_act"] == color else LINE, 3, 8)
    yield Box(left + 10, 20, 20, 20, f"cloth-{color}", INK, 1, 4)
    yield Words(Text(color), left + 37, 30, 15, INK, bold=True, room=width - 110)
    rank = Text(f"page-rank-{player['rank']}")
    yield Words(rank, left + width - 10, 30, 13, GOLD if player["rank"] == 1 else SOFT, bold=True, anchor="right")
    yield from _number_shapes(signs.SUPPORTER, SOFT, str(player["supporters"]), left + 10, 56)
    yield from _number_shapes(signs.STATUE, SOFT, f"{player['placed']}/{view['statues_each']}", left + 66, 56)
    if player["mercy"]:
        yield Outline(signs.MERCY, left + width - 28, 47, 18, "#b3243f")
    count = player["tiles"] if player["castle"] is None else len(player["castle"])
    pitch = min(26.0, (width - 22) / max(1, count))
    for place, face in enumerate(player["castle"] or repeat(None, count)):
        yield from _tile_shapes(face, left + 10 + place * pitch, 74, 24)


def _number_shapes(sign: str, fill: str, number: str, left: float, middle: float) -> Iterator[Shape]:
    yield Outline(sign, left, middle - 9, 18, fill)
    yield Words(number, left + 22, middle, 14, INK, bold=True)


def _tile_shapes(face: View | None, left: float, top: float, size: float) -> Iterator[Shape]:
    if face is None:
        yield Box(left, top, size, size, TILE_FILL, WOOD_DEEP, 1, size / 6)
        yield Outline(signs.CROWN, left + size / 4, top + size / 4, size / 2, "#734a26")
        return
    yield Box(left, top, size, size, FILL_BY_COMMODITY[face["commodity"]], EDGE, 1, size / 6)
    yield from _commodity_shapes(face["commodity"], left + 2, top + 1, size * 0.68)
    yield Words(str(face["value"]), left + size - 2, top + size - size / 4, size * 0.46, INK, bold=True, anchor="right")


def _commodity_shapes(name: str, left: float, top: float, size: float) -> Iterator[Shape]:
    for path, fill, stroke, width in signs.COMMODITY_PATHS[name]:
        yield Outline(path, left, top, size, fill, stroke, width)


def _country_shapes(view: View, left: float, top: float) -> Generator[Shape, None, float]:
    """Return the x coordinate right of them."""
    if not view["regions"]:
        yield Words(Text("page-country-honour"), left - 8, top + 92, 15, FELT_INK, room=BOARD_WIDTH - 40)
        return 500.0
    columns = view["columns"]
    for column in range(columns * REGION_SIDE):
        yield Words(chr(ord("A") + column), left + (column + 0.5) * CELL_SIZE, top - 10, 11, FELT_INK, anchor="middle")
    for row in range(view["rows"] * REGION_SIDE):
        yield Words(str(row + 1), left - 10, top + (row + 0.5) * CELL_SIZE, 11, FELT_INK, anchor="middle")
    for region in view["regions"]:
        column, row = REGION_SIDE * (region["slot"] % columns), REGION_SIDE * (region["slot"] // columns)
        yield from _region_shapes(view, region["kinds"], column, row, left, top)
    return float(left + columns * REGION_SIDE * CELL_SIZE + 18)


def _region_shapes(
    view: View, kinds: list[str] | None, column: int, row: int, left: float, top: float
) -> Iterator[Shape]:
    x, y, side = left + column * CELL_SIZE, top + row * CELL_SIZE, REGION_SIDE * CELL_SIZE
    if kinds is None:
        yield Box(x, y, side, side, "#cdb68a", "#1e140a", 1.5, 4)
        yield Outline(signs.CROWN, x + side / 3, y + side / 3, side / 3, "#a58c60")
        return
    for at, kind in enumerate(kinds):
        place = (column + at % REGION_SIDE, row + at // REGION_SIDE)
        name = f"{chr(ord('A') + place[0])}{place[1] + 1}"
        yield from _field_shapes(
            kind, view["fields"].get(name), left + place[0] * CELL_SIZE, top + place[1] * CELL_SIZE
        )
    yield Box(x, y, side, side, None, "#1e140a", 1.5, 3)


def _field_shapes(kind: str, owned: View | None, left: float, top: float) -> Iterator[Shape]:
    ground, sign = COLORS_BY_KIND[kind]
    yield Box(left, top, CELL_SIZE, CELL_SIZE, ground, "#4a4a3c", 0.5)
    if owned is None:
        for path, fill, stroke, width in signs.svg_paths_of_kind(kind, sign):
            yield Outline(path, left + 8, top + 8, 18, fill, stroke, width)
        return
    number = owned["statues"]
    yield Box(left + 2, top + 2, CELL_SIZE - 4, CELL_SIZE - 4, "#fffcf0", f"cloth-{owned['owner']}", 1.5, 5)
    size = (24.0, 18.0, 14.0)[min(number, REGION_SIDE) - 1]
    pitch = min(size, (CELL_SIZE - 6) / number)
    for at in range(number):
        middle = left + CELL_SIZE / 2 + (at - (number - 1) / 2) * pitch
        yield Outline(
            signs.STATUE, middle - size / 2, top + (CELL_SIZE - size) / 2, size, f"cloth-{owned['owner']}", INK, 1.4
        )


def _wanted_shapes(view: View, name: str, left: float, middle: float, scale: float = 1) -> Iterator[Shape]:
    yield from _commodity_shapes(name, left, middle - 13 * scale, 26 * scale)
    wanted = (view["demand"] or {}).get(name)
    yield Words("?" if wanted is None else str(wanted), left + 32 * scale, middle, 18 * scale, INK, bold=True)


def _left_shapes(view: View, name: str, left: float, middle: float, scale: float = 1) -> Iterator[Shape]:
    """Return the people's tiles of a commodity, once they are counted."""
    wanted, number = (view["demand"] or {}).get(name), (view["people"]["left"] or {}).get(name)
    if number is not None:
        calm = wanted is None or number >= wanted
        yield Outline(signs.PEOPLE, left, middle - 9 * scale, 18 * scale, SOFT)
        yield Words(str(number), left + 23 * scale, middle, 15 * scale, GOOD if calm else ACCENT, bold=True)


def _chronicle_shapes(view: View, left: float, width: float) -> Iterator[Shape]:
    side = min(30.0, (width - 4 * 4) / 5)
    for at in range(view["rounds"]):
        x, y = left + (at % 5) * (side + 4), 222 + (at // 5) * (side + 4)
        king = view["chronicle"][at] if at < len(view["chronicle"]) else None
        now = at + 1 == view["round"]
        yield Box(x, y, side, side, WARD, GOLD if now else LINE, 2.5 if now else 1, 5)
        if king is None:
            yield Words(str(at + 1), x + side / 2, y + side / 2, 13, SOFT, anchor="middle")
        else:
            yield Outline(signs.STATUE, x + 4, y + 4, side - 8, f"cloth-{king}", INK, 1.4)


def _people_shapes(view: View, top: float, width: float, scale: float = 1) -> Iterator[Shape]:
    tiles, size, begin = view["people"]["tiles"], 16 * scale, 12 + 56 * scale
    yield Box(12, top, width - 24, 30 * scale, FELT_DEEP, radius=8)
    yield Words(str(tiles), 12 + 36 * scale, top + 15 * scale, size, FELT_INK, bold=True, anchor="middle")
    yield Outline(signs.PEOPLE, 12 + 6 * scale, top + 6 * scale, 18 * scale, FELT_INK)
    pitch = min(18.0 * scale, (width - 24 - begin - size) / max(1, tiles - 1))
    for at in range(tiles):
        yield from _tile_shapes(None, begin + at * pitch, top + 7 * scale, size)
