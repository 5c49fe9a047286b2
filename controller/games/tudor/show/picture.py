"""Drawings of the public view and of prestige over the rounds; each piece's public place and face."""

from collections.abc import Generator, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from controller.games.contract.inputs import LyingPiece
from controller.games.contract.tools import drawing
from controller.games.contract.values import CastleId, PieceId, RefusedError, Text
from controller.games.tudor.referee.complaints import PiecePlace, find_piece_place
from controller.games.tudor.rules.state import State
from controller.games.tudor.rules.table import Pieces, Table
from controller.games.tudor.show.summary import course_points

FACTION_SIGNS: Final = {
    "red": "M12 21C4 14.5 2.5 11 2.5 8.300A4.8 4.8 0 0 1 12 6a4.8 4.8 0 0 1 9.5 2.300C21.5 11 20 14.5 12 21z",
    "grey": "M11 2h2l.800 11H18v2.200h-4.600V19l1 3h-4.800l1-3v-3.800H6V13h4.200z",
    "brown": (
        "M5 3h11a3 3 0 0 1 3 3v11h2v1.500A2.5 2.5 0 0 1 18.5 21H8a3 3 0 0 1-3-3z"
        "M8 7v1.600h8V7zm0 4v1.600h8V11zm0 4v1.600h5V15z"
    ),
    "blue": (
        "M4 3l4 2.500h8L20 3v10c0 5-3.5 8.5-8 8.500S4 18 4 13zm5 6a2.3 2.3 0 1 0 0 4.600A2.3 2.3 0 0 0 9 9z"
        "m6 0a2.3 2.3 0 1 0 0 4.600A2.3 2.3 0 0 0 15 9zm-3 5l-1.6 2.200L12 18l1.6-1.800z"
    ),
    "yellow": ("M8.5 2h7L17 5.5 14.7 8a7 7 0 1 1-5.4 0L7 5.500zM12 10.200a4.6 4.6 0 1 0 0 9.2 4.6 4.6 0 0 0 0-9.200z"),
    "green": (
        "M12 2c5 3 7.5 6.5 7.5 10.5 0 4-2.7 6.7-6.4 7.300L13 22h-2l-.100-2.200c-3.7-.600-6.4-3.3-6.4-7.300"
        "C4.5 8.5 7 5 12 2zm-.700 6v9.500h1.400V8z"
    ),
    "purple": "M3 19L1.5 7l5.7 4.500L12 4l4.8 7.500L22.5 7 21 19zM3.5 20.500h17V22h-17z",
}
COURTIER_SIGN: Final = (
    "M12 2.500a4 4 0 0 1 2.3 7.300C17 11 18 14 18.5 18H20v3.500H4V18h1.500C6 14 7 11 9.7 9.800A4 4 0 0 1 12 2.500z"
)
LORD_SIGN: Final = (
    "M7 1.500l2.5 2L12 1l2.5 2.5 2.5-2L16.5 6a4.6 4.6 0 0 1-2 3.900C17.5 11 19 14 19.5 18H21v4H3v-4h1.500"
    "C5 14 6.5 11 9.5 9.900A4.6 4.6 0 0 1 7.5 6z"
)
INFLUENCE_SIGN: Final = "M12 2l2.8 6.4 7 .7-5.2 4.7 1.5 6.800L12 17.100l-6.1 3.5 1.5-6.800L2.2 9.100l7-.700z"
INTRIGUE_SIGN: Final = (
    "M2 7c4-2 6-1.2 10 0 4-1.2 6-2 10 0 0 6-2 9.5-5.5 9.5-2.3 0-3-2-4.5-2s-2.2 2-4.5 2C4 16.5 2 13 2 7z"
    "m5 2.200c-1.5 0-2.5.600-3 1.3.700 1 2 1.5 3.3 1.500S9.5 11.5 10 10.500c-.500-.800-1.5-1.3-3-1.300z"
    "m10 0c-1.5 0-2.5.500-3 1.3.500 1 1.5 1.5 2.7 1.500s2.6-.500 3.3-1.500c-.500-.700-1.5-1.3-3-1.300z"
)


WIDTH: Final = 800
HEIGHT: Final = 384
BOARD_WIDTH: Final = 408
BOARD_HEIGHT: Final = 356
COLUMN_WIDTH: Final = 62
ROW_HEIGHT: Final = 30
SEAT_SIZE: Final = 22


FACTION_COLORS: Final = {
    "red": ("#b02a2a", "#ffffff"),
    "grey": ("#b9bec4", "#22262a"),
    "brown": ("#6e4423", "#ffe6c4"),
    "blue": ("#1f56b3", "#ffffff"),
    "yellow": ("#efc32f", "#3b2b00"),
    "green": ("#1f6b3f", "#dcf7e4"),
    "purple": ("#672b94", "#f0dcff"),
}
"""Colours of ground and sign of each faction, as on the page; unknown factions are grey."""

View = Mapping[str, Any]


def draw_view(view: View) -> drawing.Drawing:
    return drawing.Drawing(WIDTH, HEIGHT, drawing.collect_shapes(_table_shapes(view)))


def draw_board(view: View) -> drawing.Drawing:
    return drawing.Drawing(BOARD_WIDTH, BOARD_HEIGHT, drawing.collect_shapes(_board_shapes(view)))


def _board_shapes(view: View) -> Iterator[drawing.Shape]:
    yield drawing.Box(0, 0, BOARD_WIDTH, BOARD_HEIGHT, drawing.FELT, radius=10)
    yield from _draw_throne_room(view, 10)
    for at, chamber in enumerate(view["chambers"]):
        top = 234 + at * 40
        yield drawing.Box(14, top, BOARD_WIDTH - 28, 36, drawing.WARD, radius=8)
        yield drawing.Words(" ".join(view["letters"][at]), 24, top + 18, 16, drawing.GOLD_INK, bold=True)
        yield from _seat_shapes(chamber, 64, top + 6, 220)
        yield from _bench_shapes(chamber, 292, top + 7, BOARD_WIDTH - 24 - 292)


def _table_shapes(view: View) -> Iterator[drawing.Shape]:
    yield drawing.Box(0, 0, WIDTH, HEIGHT, drawing.FELT, drawing.WOOD, 5, 10)
    players = view["players"]
    width = (WIDTH - 24 - 8 * (len(players) - 1)) / len(players)
    for place, player in enumerate(players):
        yield from _player_shapes(view, player, 12 + place * (width + 8), width)
    right = yield from _draw_throne_room(view, 104)
    for at, chamber in enumerate(view["chambers"]):
        yield from _chamber_shapes(view, at, chamber, right)
    yield from _stock_shapes(view)


def _player_shapes(view: View, player: View, left: float, width: float) -> Iterator[drawing.Shape]:
    color = player["color"]
    yield drawing.Box(
        left, 10, width, 86, drawing.WARD, drawing.GOLD if view["to_act"] == color else drawing.LINE, 3, 8
    )
    yield _figure_outline(COURTIER_SIGN, color, left + 8, 15, 24)
    yield drawing.Words(Text(f"tudor-player-{color}"), left + 38, 27, 15, drawing.INK, bold=True, room=width * 0.36)
    prestige = Text("page-tudor-prestige", {"number": player["prestige"]})
    yield drawing.Words(
        prestige, left + width - 10, 27, 14, drawing.GOLD_INK, bold=True, anchor="right", room=width * 0.39
    )
    yield drawing.Words(str(player["supply"]), left + 28, 47, 12, drawing.SOFT, anchor="right")
    if player["enhanced"]:
        letters = Text("page-tudor-enhanced", {"letters": " ".join(player["enhanced"])})
        yield drawing.Words(letters, left + 38, 47, 11, drawing.SOFT, room=width - 48)
    if player["hand"] is None:
        return
    pitch = (width - 16) / len(player["hand"])
    for at, worn in enumerate(player["hand"].values()):
        x, rise = left + 8 + at * pitch, (6, 2, 0, 2, 6)[at % 5]
        yield drawing.Box(x + 1, 58 + rise, pitch - 2, 34 - rise, "#e9c6a0", radius=6)
        for place, ring in enumerate(worn):
            yield from _ring_shapes(ring["faction"], x + 4 + place * min(20.0, (pitch - 6) / len(worn)), 66, 20)


def _figure_outline(path: str, color: str, left: float, top: float, size: float) -> drawing.Outline:
    return drawing.Outline(path, left, top, size, f"cloth-{color}", "#1a1208", 1.4)


def _ring_shapes(faction: str, left: float, top: float, size: float) -> Iterator[drawing.Shape]:
    ground, sign = FACTION_COLORS.get(faction, FACTION_COLORS["grey"])
    yield drawing.Box(left, top, size, size, ground, "#d8a928", 2, size / 2)
    if faction in FACTION_SIGNS:
        yield drawing.Outline(FACTION_SIGNS[faction], left + size * 0.22, top + size * 0.22, size * 0.56, sign)


def _token_shapes(faction: str, left: float, top: float, size: float) -> Iterator[drawing.Shape]:
    ground, sign = FACTION_COLORS.get(faction, FACTION_COLORS["grey"])
    yield drawing.Box(left, top, size, size, ground, "#f4eee2", 1, 3)
    if faction in FACTION_SIGNS:
        yield drawing.Outline(FACTION_SIGNS[faction], left + size * 0.14, top + size * 0.14, size * 0.72, sign)


def _draw_throne_room(view: View, top: float) -> Generator[drawing.Shape, None, float]:
    """Return the x position right of it."""
    columns = view["columns"]
    rows, left = max(columns), 14.0
    width = len(columns) * COLUMN_WIDTH
    row = min(float(ROW_HEIGHT), (236 - 26) / rows)
    yield drawing.Box(left, top, width + 8, 26 + rows * row + 8, "#3e1a17", radius=8)
    for at, (column, holder) in enumerate(view["offices"].items()):
        x, y = left + 4 + at * COLUMN_WIDTH, top + 4 + (rows - columns[at]) * row
        yield drawing.Box(x + 1, y, COLUMN_WIDTH - 2, 24, "#dcb95e", "#f4e3b0", 1, 6)
        worth = (view["prestige_of"] or {}).get(column)
        office, room = column if worth is None else f"{column} {worth}", COLUMN_WIDTH - 29
        yield drawing.Words(office, x + 5, y + 12, 14, "#2b1c00", bold=True, room=room)
        if holder is not None:
            yield _figure_outline(COURTIER_SIGN, holder, x + COLUMN_WIDTH - 20, y + 4, 17)
    for name, space in view["spaces"].items():
        x = left + 4 + (ord(name[0]) - ord("A")) * COLUMN_WIDTH
        yield from _space_shapes(name, space, x, top + 28 + (rows - int(name[1:])) * row, row)
    return left + width + 18


def _space_shapes(name: str, space: View, left: float, top: float, height: float) -> Iterator[drawing.Shape]:
    yield drawing.Box(
        left + 1, top + 1, COLUMN_WIDTH - 2, height - 2, "#cdbf9f" if space["token"] is None else "#eadfc7", radius=4
    )
    yield drawing.Words(name, left + 4, top + height - 7, 8, "#5a4a32")
    if space["token"] is not None:
        yield from _token_shapes(space["token"], left + 16, top + 4, 18)
    if space["round"] is not None:
        intrigue = space["round"] == "intrigue"
        yield drawing.Box(left + 36, top + 8, 13, 13, "#2b2030" if intrigue else "#fdf3d8", "#5a4a32", 0.5, 6.5)
        path = INTRIGUE_SIGN if intrigue else INFLUENCE_SIGN
        yield drawing.Outline(path, left + 38, top + 10, 9, "#e7c9ff" if intrigue else drawing.GOLD_INK)
    if space["courtier"] is not None:
        yield _figure_outline(COURTIER_SIGN, space["courtier"], left + COLUMN_WIDTH - 27, top + 2, 25)


def _chamber_shapes(view: View, at: int, chamber: View, left: float) -> Iterator[drawing.Shape]:
    top, width = 104 + at * 80, WIDTH - 12 - left
    yield drawing.Box(left, top, width, 76, drawing.WARD, radius=8)
    yield drawing.Words(
        Text("page-tudor-chamber", {"number": at + 1}), left + 10, top + 15, 14, drawing.INK, bold=True, room=width - 90
    )
    yield drawing.Words(
        " ".join(view["letters"][at]), left + width - 10, top + 15, 14, drawing.GOLD, bold=True, anchor="right"
    )
    yield from _seat_shapes(chamber, left + 10, top + 27, width - 24)
    yield from _bench_shapes(chamber, left + 10, top + 54, width - 24)


def _seat_shapes(chamber: View, left: float, top: float, room: float) -> Iterator[drawing.Shape]:
    seats = [(lord, LORD_SIGN) for lord in chamber["lords"]] + [(None, LORD_SIGN)] * (2 - len(chamber["lords"]))
    seats += [(chair, COURTIER_SIGN) for chair in chamber["chairs"]]
    pitch = min(SEAT_SIZE + 4.0, room / max(1, len(seats)))
    for place, (sits, path) in enumerate(seats):
        x = left + place * pitch + (8 if place >= 2 else 0)
        used = sits is not None and sits["used"]
        yield drawing.Box(x, top, SEAT_SIZE, SEAT_SIZE, "#e9dfca" if used else "#ffffff", drawing.EDGE, 1, 5)
        if sits is not None:
            yield _figure_outline(path, sits["color"], x + 2, top + (3 if used else 1), SEAT_SIZE - 4)


def _bench_shapes(chamber: View, left: float, top: float, room: float) -> Iterator[drawing.Shape]:
    for place, color in enumerate(chamber["bench"]):
        x = left + place * min(20.0, room / len(chamber["bench"]))
        yield _figure_outline(COURTIER_SIGN, color, x, top, 18)


def _stock_shapes(view: View) -> Iterator[drawing.Shape]:
    yield drawing.Box(12, 348, WIDTH - 24, 28, drawing.FELT_DEEP, radius=8)
    bag = Text("page-tudor-bag", {"number": view["bag"]})
    yield drawing.Words(bag, WIDTH - 24, 362, 13, drawing.FELT_INK, anchor="right", room=200)
    stand, stacks = view["stand"], view["stacks"]
    pitch = min(20.0, 280 / max(1, len(stand)))
    for at, ring in enumerate(stand):
        yield from _ring_shapes(ring["faction"], 20 + at * pitch, 353, 18)
    pitch = min(38.0, 260 / max(1, len(stacks)))
    for at, (faction, number) in enumerate(stacks.items()):
        x = 316 + at * pitch
        yield from _token_shapes(faction, x, 354, 16)
        yield drawing.Words(str(number), x + 19, 362, 12, drawing.FELT_INK, bold=True, room=pitch - 20)


PUBLIC_PLACES = frozenset({"space", "spent", "hand", "stand"})
"""Places where all players see a piece; elsewhere they know only whether it is in the bag."""


def lying_pieces(state: State) -> tuple[LyingPiece, ...]:
    """Return where each token, then each ring lies.

    ``where`` is ``space-A1``, ``spent``, ``hand``, ``stand``, ``bag``, or ``hidden`` for pieces behind a screen or
    out of the game.
    """
    pieces = state.table.pieces
    places = [(piece, find_piece_place(state, piece)) for piece in (*pieces.tokens, *pieces.rings)]
    return tuple(_lying_piece(state, piece, place) for piece, place in places if place is not None)


def face_up_pieces(state: State) -> tuple[PieceId, ...]:
    return tuple(piece.piece for piece in lying_pieces(state) if piece.face is not None)


def public_face(state: State, piece: PieceId) -> Mapping[str, str | int]:
    """Return the face of a lifted piece; raise RefusedError unless all players see it."""
    place = find_piece_place(state, piece)
    if place is None or place.where not in PUBLIC_PLACES:
        raise RefusedError("TU-7.11", "It lies face down.", Text("tudor-lift"))
    return piece_face(state.table, piece)


def piece_face(table: Table, piece: PieceId) -> Mapping[str, str | int]:
    return {"faction": table.faction_names[_faction_by_piece(table.pieces)[piece]]}


def _lying_piece(state: State, piece: PieceId, place: PiecePlace) -> LyingPiece:
    if place.where not in PUBLIC_PLACES:
        return LyingPiece(piece, "bag" if place.where == "bag" else "hidden", None, None)
    where = f"space-{state.table.board.names[place.space]}" if place.where == "space" else place.where
    castle = CastleId(state.table.gates[place.seat]) if place.where in {"hand", "spent"} else None
    return LyingPiece(piece, where, castle, piece_face(state.table, piece))


@lru_cache(maxsize=4)
def _faction_by_piece(pieces: Pieces) -> Mapping[PieceId, int]:
    tokens = zip(pieces.tokens, pieces.token_factions, strict=True)
    return {**dict(tokens), **dict(zip(pieces.rings, pieces.ring_factions, strict=True))}


def chart_game(states: Sequence[State]) -> drawing.Charted:
    points, last = course_points(states), states[-1]
    colors = last.table.colors
    lines = tuple(
        drawing.CurveLine(
            Text(f"tudor-player-{color}"), f"cloth-{color}", tuple(point["prestige"][color] for point in points)
        )
        for color in colors
    )
    curve = drawing.Curve(Text("page-tudor-ending-course"), tuple(point["round"] for point in points), lines)
    winners = tuple(Text(f"tudor-player-{colors[seat]}") for seat in last.winners)
    won = Text("page-tudor-won", {"players": winners, "count": len(winners)})
    return drawing.Charted(won if last.is_over else None, (curve,))
