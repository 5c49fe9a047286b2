"""Names for what a game's people and pieces are."""

from typing import Final, NewType

CastleId = NewType("CastleId", str)
"""A castle board by the name that ``table.toml`` gives it: the colour it belongs to."""


TRAY: Final = CastleId("tray")
"""The gate in the middle, which belongs to no castle; a table may have it."""


PieceId = NewType("PieceId", str)
"""A piece by the id that the edition gives it."""
