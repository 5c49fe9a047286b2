"""Names of games and stickers, and texts of games as sentences. Used by the table, the hub and the commands."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final

from controller.games.contract.effects import ChoiceScreen, RowsScreen, Screen, TextScreen
from controller.games.contract.game import Box, Piece
from controller.games.contract.values import PieceId, Text
from controller.secret import Secret
from controller.texts.translation import translate

USUAL: Final = "tumult_royale"
"""The game of a log or sticker without a game's name."""

KEY: Final = "game"
"""Key of a log's first action that holds the name of its game."""


def game_of(start: Any) -> str:
    named = start.get(KEY, USUAL) if isinstance(start, dict) else USUAL
    return named if isinstance(named, str) else USUAL


def stickers_of(game: str, pieces: Iterable[PieceId]) -> list[str]:
    return [sticker_of(game, piece) for piece in pieces]


def sticker_of(game: str, piece: PieceId) -> str:
    """Return a name for a piece that is unique among all games."""
    return piece if game == USUAL else f"{game}:{piece}"


def piece_of(sticker: str) -> tuple[str, PieceId]:
    game, colon, piece = sticker.partition(":")
    return (game, PieceId(piece)) if colon else (USUAL, PieceId(sticker))


def sentence(text: Text, language: str) -> str:
    """Return the translated text. Texts among its values are translated first, and tuples joined with commas."""

    def word(value: str | float | Secret | Text | tuple[Text, ...]) -> str | float:
        if isinstance(value, tuple):
            return ", ".join(sentence(part, language) for part in value)
        if isinstance(value, Secret):
            return str(value)
        return sentence(value, language) if isinstance(value, Text) else value

    return translate(language, text.key, {name: word(value) for name, value in text.values.items()})


def spoken(screen: Screen, language: str) -> str:
    """Return a screen's texts as sentences to be said aloud."""
    return as_sentences([sentence(text, language) for text in _texts(screen)])


def _texts(screen: Screen) -> list[Text]:
    if isinstance(screen, TextScreen):
        return [screen.title, *screen.lines]
    if isinstance(screen, ChoiceScreen):
        return [screen.title, *screen.entries]
    if isinstance(screen, RowsScreen):
        return [screen.title, *(part for row in screen.rows for part in row)]
    return [screen.caption]


def as_sentences(parts: Sequence[str]) -> str:
    """Join sentences, with a full stop where one has no mark at its end."""
    return " ".join(part if part[-1:] in ".!?:" else f"{part}." for part in parts)


def ids(game: Box) -> list[PieceId]:
    return [piece.id for piece in game.pieces()]


def counted(pieces: Iterable[Piece], language: str = "en") -> str:
    kinds = Counter(piece.kind for piece in pieces)
    return ", ".join(sentence(Text(f"kind-{kind}", {"count": count}), language) for kind, count in kinds.items())


def share(some: Collection[PieceId], pieces: Iterable[Piece]) -> str:
    """Return how many of each kind are in ``some``, such as ``138 of 140 tokens, 21 of 21 rings``."""
    kinds: dict[str, list[Piece]] = {}
    for piece in pieces:
        kinds.setdefault(piece.kind, []).append(piece)
    return ", ".join(f"{sum(piece.id in some for piece in kind)} of {counted(kind)}" for kind in kinds.values())


def printed(face: Mapping[str, str | int]) -> str:
    return ", ".join(f"{what} {seen}" for what, seen in face.items())
