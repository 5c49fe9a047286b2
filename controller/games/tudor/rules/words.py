"""Words for players, factions, spaces and figures; custom names are not translated."""

from collections.abc import Sequence
from itertools import groupby, pairwise
from typing import Final

from controller.games.contract.values import PieceId, Text
from controller.games.tudor.box.edition import FINGERS
from controller.games.tudor.rules.state import LORD_CHAIR, Hand
from controller.games.tudor.rules.table import SUPPLY, Faction, Path, RingNumber, Space, Table

Word = Text | str

TRANSLATED_NAMES: Final = frozenset({"red", "grey", "brown", "blue", "yellow", "green", "purple"})


def player_word(color: str) -> Word:
    return Text(f"tudor-player-{color}") if color in TRANSLATED_NAMES else color


def faction_word(table: Table, number: Faction) -> Word:
    name = table.faction_names[number]
    return Text(f"tudor-say-{name}") if name in TRANSLATED_NAMES else name


def faction_count_texts(table: Table, numbers: Sequence[Faction]) -> tuple[Text, ...]:
    return tuple(
        Text("tudor-say-card", {"faction": faction_word(table, number), "count": len(list(group))})
        for number, group in groupby(sorted(numbers))
    )


def piece_kind_and_faction(table: Table, piece: PieceId) -> tuple[str, Word]:
    """Return ``ring`` or ``token``, and the faction."""
    pieces = table.pieces
    number = pieces.ring_numbers.get(piece)
    if number is not None:
        return "ring", ring_word(table, number)
    return "token", faction_word(table, pieces.token_factions[pieces.token_numbers[piece]])


def ring_word(table: Table, number: RingNumber) -> Word:
    return faction_word(table, table.pieces.ring_factions[number])


MOST_FINGERS_NAMED: Final = 2
"""More do not fit on the display with their rings."""


def worn_ring_texts(table: Table, hand: Hand, most: int = len(FINGERS)) -> tuple[Text, ...]:
    """Name the rings of each finger that has some, thumb first; the finger itself if at most ``most`` have some."""
    worn = [(finger, worn_rings_word(table, rings)) for finger, rings in zip(FINGERS, hand, strict=True) if rings]
    if len(worn) > most:
        return tuple(Text("tudor-say-it", {"it": ring}) for _, ring in worn)
    return tuple(Text("tudor-say-finger", {"finger": Text(f"tudor-say-{on}"), "ring": ring}) for on, ring in worn)


def worn_rings_word(table: Table, rings: Sequence[RingNumber]) -> Word:
    *others, last = [ring_word(table, number) for number in rings]
    for other in reversed(others):
        last = Text("tudor-say-plus", {"one": other, "other": last})
    return last


def space_word(table: Table, number: Space) -> Word:
    return Text("tudor-say-supply") if number == SUPPLY else str(table.board.names[number])


def format_path(table: Table, spaces: Path) -> str:
    """Return a path's spaces; only its ends if it has three or more, straight up."""
    names = [str(name) for name in table.board.space_names(spaces)]
    straight = all(after == before + 1 for before, after in pairwise(spaces))
    return f"{names[0]}-{names[-1]}" if straight and len(names) > 2 else " ".join(names)


def chair_text(chamber: int, chair: int) -> Text:
    if chair == LORD_CHAIR:
        return Text("tudor-say-lord", {"chamber": chamber + 1})
    return Text("tudor-say-chair", {"chamber": chamber + 1, "chair": chair + 1})
