"""The components of a game by their ids and in words."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping

from controller.games.contract.box import Box, Piece
from controller.games.contract.ids import PieceId
from controller.games.contract.texts import Text
from controller.games.sentences import sentence


def ids(game: Box) -> list[PieceId]:
    """Of all that has a sticker."""
    return [piece.id for piece in game.pieces()]


def counted(pieces: Iterable[Piece], language: str = "en") -> str:
    """How many there are of each kind, such as ``39 tiles``."""
    kinds = Counter(piece.kind for piece in pieces)
    return ", ".join(sentence(Text(f"kind-{kind}", {"count": count}), language) for kind, count in kinds.items())


def share(some: Collection[PieceId], pieces: Iterable[Piece]) -> str:
    """How many of each kind are among ``some``, such as ``138 of 140 tokens, 21 of 21 rings``."""
    kinds: dict[str, list[Piece]] = {}
    for piece in pieces:
        kinds.setdefault(piece.kind, []).append(piece)
    return ", ".join(f"{sum(piece.id in some for piece in kind)} of {counted(kind)}" for kind in kinds.values())


def printed(face: Mapping[str, str | int]) -> str:
    """What people look for, such as ``colour red, value 2``."""
    return ", ".join(f"{what} {seen}" for what, seen in face.items())
