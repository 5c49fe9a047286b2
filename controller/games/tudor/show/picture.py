"""The table as a drawing, of what everybody may see: hands, throne room, chambers, what lies in the stand."""

from collections.abc import Generator, Iterator, Mapping
from typing import Any, Final

from controller.games.contract.texts import Text
from controller.games.contract.tools.drawing import Box, Drawing, Outline, Shape, Words
from controller.games.contract.tools.palette import (
    EDGE,
    FELT,
    FELT_DEEP,
    FELT_INK,
    GOLD,
    GOLD_INK,
    INK,
    LINE,
    SOFT,
    WARD,
    WOOD,
)
from controller.games.tudor.show import signs

WIDTH: Final = 800
HEIGHT: Final = 384
COLUMN: Final = 62
ROW: Final = 30
SEAT: Final = 22


FACTIONS: Final = {
    "red": ("#b02a2a", "#ffffff"),
    "grey": ("#b9bec4", "#22262a"),
    "brown": ("#6e4423", "#ffe6c4"),
    "blue": ("#1f56b3", "#ffffff"),
    "yellow": ("#efc32f", "#3b2b00"),
    "green": ("#1f6b3f", "#dcf7e4"),
    "purple": ("#672b94", "#f0dcff"),
}
"""Ground and sign of each faction, as the page has them; a faction of a house's edition is grey."""

View = Mapping[str, Any]


def drawn(view: View) -> Drawing:
    """See ``Drawn.drawn``."""
    return Drawing(WIDTH, HEIGHT, tuple(_shapes(view)))


def _shapes(view: View) -> Iterator[Shape]:
    yield Box(0, 0, WIDTH, HEIGHT, FELT, WOOD, 5, 10)
    players = view["players"]
    width = (WIDTH - 24 - 8 * (len(players) - 1)) / len(players)
    for place, player in enumerate(players):
        yield from _player(view, player, 12 + place * (width + 8), width)
    right = yield from _throne(view)
    for at, chamber in enumerate(view["chambers"]):
        yield from _chamber(view, at, chamber, right)
    yield from _stock(view)


def _player(view: View, player: View, left: float, width: float) -> Iterator[Shape]:
    color = player["color"]
    yield Box(left, 10, width, 86, WARD, GOLD if view["to_act"] == color else LINE, 3, 8)
    yield _figure(signs.COURTIER, color, left + 8, 15, 24)
    yield Words(Text(f"tudor-player-{color}"), left + 38, 27, 15, INK, bold=True, room=width * 0.36)
    prestige = Text("page-tudor-prestige", {"number": player["prestige"]})
    yield Words(prestige, left + width - 10, 27, 14, GOLD_INK, bold=True, anchor="right", room=width * 0.39)
    yield Words(str(player["supply"]), left + 28, 47, 12, SOFT, anchor="right")
    if player["enhanced"]:
        said = Text("page-tudor-enhanced", {"letters": " ".join(player["enhanced"])})
        yield Words(said, left + 38, 47, 11, SOFT, room=width - 48)
    if player["hand"] is None:
        return
    pitch = (width - 16) / len(player["hand"])
    for at, worn in enumerate(player["hand"].values()):
        x, rise = left + 8 + at * pitch, (6, 2, 0, 2, 6)[at % 5]
        yield Box(x + 1, 58 + rise, pitch - 2, 34 - rise, "#e9c6a0", radius=6)
        for place, ring in enumerate(worn):
            yield from _ring(ring["faction"], x + 4 + place * min(20.0, (pitch - 6) / len(worn)), 66, 20)


def _figure(path: str, color: str, left: float, top: float, size: float) -> Outline:
    return Outline(path, left, top, size, f"cloth-{color}", "#1a1208", 1.4)


def _ring(faction: str, left: float, top: float, size: float) -> Iterator[Shape]:
    ground, sign = FACTIONS.get(faction, FACTIONS["grey"])
    yield Box(left, top, size, size, ground, "#d8a928", 2, size / 2)
    if faction in signs.FACTIONS:
        yield Outline(signs.FACTIONS[faction], left + size * 0.22, top + size * 0.22, size * 0.56, sign)


def _token(faction: str, left: float, top: float, size: float) -> Iterator[Shape]:
    ground, sign = FACTIONS.get(faction, FACTIONS["grey"])
    yield Box(left, top, size, size, ground, "#f4eee2", 1, 3)
    if faction in signs.FACTIONS:
        yield Outline(signs.FACTIONS[faction], left + size * 0.14, top + size * 0.14, size * 0.72, sign)


def _throne(view: View) -> Generator[Shape, None, float]:
    """Columns of spaces below their offices; gives where there is room to the right of them."""
    columns = view["columns"]
    rows, left, top = max(columns), 14.0, 104.0
    width = len(columns) * COLUMN
    row = min(float(ROW), (236 - 26) / rows)
    yield Box(left, top, width + 8, 26 + rows * row + 8, "#3e1a17", radius=8)
    for at, (column, holder) in enumerate(view["offices"].items()):
        x, y = left + 4 + at * COLUMN, top + 4 + (rows - columns[at]) * row
        yield Box(x + 1, y, COLUMN - 2, 24, "#dcb95e", "#f4e3b0", 1, 6)
        worth = (view["prestige_of"] or {}).get(column)
        yield Words(column if worth is None else f"{column} {worth}", x + 8, y + 12, 14, "#2b1c00", bold=True)
        if holder is not None:
            yield _figure(signs.COURTIER, holder, x + COLUMN - 26, y + 1, 22)
    for name, space in view["spaces"].items():
        x = left + 4 + (ord(name[0]) - ord("A")) * COLUMN
        yield from _space(name, space, x, top + 28 + (rows - int(name[1:])) * row, row)
    return left + width + 18


def _space(name: str, space: View, left: float, top: float, height: float) -> Iterator[Shape]:
    yield Box(left + 1, top + 1, COLUMN - 2, height - 2, "#cdbf9f" if space["token"] is None else "#eadfc7", radius=4)
    yield Words(name, left + 4, top + height - 7, 8, "#5a4a32")
    if space["token"] is not None:
        yield from _token(space["token"], left + 16, top + 4, 18)
    if space["round"] is not None:
        intrigue = space["round"] == "intrigue"
        yield Box(left + 36, top + 8, 13, 13, "#2b2030" if intrigue else "#fdf3d8", "#5a4a32", 0.5, 6.5)
        path = signs.INTRIGUE if intrigue else signs.INFLUENCE
        yield Outline(path, left + 38, top + 10, 9, "#e7c9ff" if intrigue else GOLD_INK)
    if space["courtier"] is not None:
        yield _figure(signs.COURTIER, space["courtier"], left + COLUMN - 27, top + 2, 25)


def _chamber(view: View, at: int, chamber: View, left: float) -> Iterator[Shape]:
    top, width = 104 + at * 80, WIDTH - 12 - left
    yield Box(left, top, width, 76, WARD, radius=8)
    yield Words(
        Text("page-tudor-chamber", {"number": at + 1}), left + 10, top + 15, 14, INK, bold=True, room=width - 90
    )
    yield Words(" ".join(view["letters"][at]), left + width - 10, top + 15, 14, GOLD, bold=True, anchor="right")
    seats = [(lord, signs.LORD) for lord in chamber["lords"]] + [(None, signs.LORD)] * (2 - len(chamber["lords"]))
    seats += [(chair, signs.COURTIER) for chair in chamber["chairs"]]
    pitch = min(SEAT + 4.0, (width - 24) / max(1, len(seats)))
    for place, (sits, path) in enumerate(seats):
        x = left + 10 + place * pitch + (8 if place >= 2 else 0)
        used = sits is not None and sits["used"]
        yield Box(x, top + 27, SEAT, SEAT, "#e9dfca" if used else "#ffffff", EDGE, 1, 5)
        if sits is not None:
            yield _figure(path, sits["color"], x + 2, top + (30 if used else 28), SEAT - 4)
    for place, color in enumerate(chamber["bench"]):
        yield _figure(
            signs.COURTIER, color, left + 10 + place * min(20.0, (width - 24) / len(chamber["bench"])), top + 54, 18
        )


def _stock(view: View) -> Iterator[Shape]:
    yield Box(12, 348, WIDTH - 24, 28, FELT_DEEP, radius=8)
    bag = Text("page-tudor-bag", {"number": view["bag"]})
    yield Words(bag, WIDTH - 24, 362, 13, FELT_INK, anchor="right", room=200)
    stand, stacks = view["stand"], view["stacks"]
    pitch = min(20.0, 280 / max(1, len(stand)))
    for at, ring in enumerate(stand):
        yield from _ring(ring["faction"], 20 + at * pitch, 353, 18)
    pitch = min(38.0, 260 / max(1, len(stacks)))
    for at, (faction, number) in enumerate(stacks.items()):
        x = 316 + at * pitch
        yield from _token(faction, x, 354, 16)
        yield Words(str(number), x + 19, 362, 12, FELT_INK, bold=True, room=pitch - 20)
