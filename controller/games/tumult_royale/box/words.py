"""The vocabulary: colours, commodities, kinds of field, frames, and a type for every id."""

from collections.abc import Mapping, Sequence
from typing import Final, Literal, NewType, TypeAlias

from controller.games.contract.values import Text

Color = NewType("Color", str)
"""A player by the colour of the statues."""

FieldName = NewType("FieldName", str)
"""A field of the country such as ``C4``: column from A at the left, row from 1 at the top (TR-0.7)."""

RegionId = NewType("RegionId", str)
"""A region tile by its id in the edition."""

Slot = NewType("Slot", int)
"""A place for a region tile in the frame, numbered row by row from 0 (TR-0.3)."""

Seat = NewType("Seat", int)
"""A player by the place at the table, clockwise from 0."""

Commodity: TypeAlias = Literal["bread", "marble", "tools"]
Kind: TypeAlias = Literal["pasture", "forest", "mountain", "village", "palace"]
Frame: TypeAlias = Literal["plain", "grey", "black"]
Variant: TypeAlias = Literal["classic", "gambler"]
MapMode: TypeAlias = Literal["tracked", "honour"]
Ending: TypeAlias = Literal["25th statue", "gap", "tenth round"]

COLORS: Final = (Color("blue"), Color("yellow"), Color("purple"), Color("grey"))
COMMODITIES: Final[tuple[Commodity, ...]] = ("bread", "marble", "tools")
"""In the order in which spins count and tumults are resolved (TR-3.2, TR-10.1)."""

KINDS: Final[tuple[Kind, ...]] = ("pasture", "forest", "mountain", "village", "palace")
FRAMES: Final[tuple[Frame, ...]] = ("plain", "grey", "black")
PLAYER_COUNTS: Final = (2, 3, 4)

STATUES_BY_KIND: Final[Mapping[Kind, int]] = {"pasture": 1, "forest": 1, "mountain": 1, "village": 2, "palace": 3}
"""How many statues a kind of field holds (TR-4.3)."""

KINDS_BUILT_ANYWHERE: Final[tuple[Kind, ...]] = ("pasture", "forest")
"""Kinds of field where building without touching is legal, at double cost (TR-4.2, TR-4.4)."""

STATUES_PER_PLAYER: Final = 25
"""Statues of one colour (TR-0.4); placing the last wins (TR-8.1)."""

FRAMES_BY_PLAYER_COUNT: Final[Mapping[int, tuple[Frame, ...]]] = {
    2: ("plain",),
    3: ("plain", "grey"),
    4: ("plain", "grey", "black"),
}
"""Frames of the tiles in play, by number of players (TR-0.2)."""

SET_ASIDE_PER_PLAYER: Final = 3
"""Tiles each player sets aside in a round (TR-2.1)."""

Cost: TypeAlias = tuple[int, int, int]
"""Numbers of bread, marble and tools."""


def tile_face_text(commodity: str, value: int) -> Text:
    return Text("tile-face", {"commodity": Text(commodity), "value": value})


def listed(texts: Sequence[Text]) -> tuple[Text, ...]:
    """Return texts as a sentence lists them, with "and" before the last."""
    return (Text("listed", {"most": tuple(texts[:-1]), "last": texts[-1]}),) if len(texts) > 1 else tuple(texts)


def symbols_text(commodity: Commodity, count: int) -> Text:
    return Text("pay-symbols", {"commodity": Text(commodity), "count": count})


def cost_symbol_texts(cost: Cost) -> tuple[Text, ...]:
    """Return the symbols of ``cost`` in words, without commodities it lacks."""
    return tuple(symbols_text(commodity, count) for commodity, count in zip(COMMODITIES, cost, strict=True) if count)
