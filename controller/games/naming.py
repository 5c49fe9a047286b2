"""How a game is named: in a game's log, and on stickers."""

from collections.abc import Iterable
from typing import Any, Final

from controller.games.contract.ids import PieceId

USUAL: Final = "tumult_royale"
"""The game of logs and stickers that name none: there was no other when they were made."""

KEY: Final = "game"
"""What of a log's first action says which game it is of, by the name under which that is installed."""


def game_of(start: Any) -> str:
    """Which game a log is of, by its first action."""
    named = start.get(KEY, USUAL) if isinstance(start, dict) else USUAL
    return named if isinstance(named, str) else USUAL


def stickers_of(game: str, pieces: Iterable[PieceId]) -> list[str]:
    """How stickers name a game's pieces: no two games' alike, whatever their ids are."""
    return [sticker_of(game, piece) for piece in pieces]


def sticker_of(game: str, piece: PieceId) -> str:
    """How a piece's sticker names it."""
    return piece if game == USUAL else f"{game}:{piece}"


def piece_of(sticker: str) -> tuple[str, PieceId]:
    """The game of a sticker, and the piece that it is under."""
    game, colon, piece = sticker.partition(":")
    return (game, PieceId(piece)) if colon else (USUAL, PieceId(sticker))
