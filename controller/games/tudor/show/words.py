"""Words for players, factions, spaces and figures; names of a custom edition are not translated."""

from collections.abc import Sequence
from itertools import groupby, pairwise
from typing import Final

from controller.games.contract.values import PieceId, Text
from controller.games.tudor.rules.state import LORD
from controller.games.tudor.rules.table import SUPPLY, Faction, Path, RingNumber, Space, Table

Word = Text | str

NO_RING: Final = "-"
"""Stands for a bare finger."""

KNOWN: Final = frozenset({"red", "grey", "brown", "blue", "yellow", "green", "purple"})


def player(color: str) -> Word:
    return Text(f"tudor-player-{color}") if color in KNOWN else color


def faction(table: Table, number: Faction) -> Word:
    name = table.faction_names[number]
    return Text(f"tudor-say-{name}") if name in KNOWN else name


def factions(table: Table, numbers: Sequence[Faction]) -> tuple[Text, ...]:
    return tuple(
        Text("tudor-say-card", {"faction": faction(table, number), "count": len(list(group))})
        for number, group in groupby(sorted(numbers))
    )


def face(table: Table, piece: PieceId) -> tuple[str, Word]:
    """Return ``ring`` or ``token``, and the faction."""
    pieces = table.pieces
    number = pieces.ring_numbers.get(piece)
    if number is not None:
        return "ring", ring(table, number)
    return "token", faction(table, pieces.token_factions[pieces.token_numbers[piece]])


def ring(table: Table, number: RingNumber) -> Word:
    return faction(table, table.pieces.ring_factions[number])


def worn(table: Table, rings: Sequence[RingNumber]) -> Word:
    if not rings:
        return NO_RING
    *others, last = [ring(table, number) for number in rings]
    for other in reversed(others):
        last = Text("tudor-say-plus", {"one": other, "other": last})
    return last


def space(table: Table, number: Space) -> Word:
    return Text("tudor-say-supply") if number == SUPPLY else str(table.board.names[number])


def path(table: Table, spaces: Path) -> str:
    """Return the spaces of a path; for a straight one, its ends."""
    names = [str(name) for name in table.board.named(spaces)]
    straight = all(after == before + 1 for before, after in pairwise(spaces))
    return f"{names[0]}-{names[-1]}" if straight and len(names) > 2 else " ".join(names)


def chair_text(chamber: int, chair: int) -> Text:
    if chair == LORD:
        return Text("tudor-say-lord", {"chamber": chamber + 1})
    return Text("tudor-say-chair", {"chamber": chamber + 1, "chair": chair + 1})
