"""Names of games and stickers, and texts of games as sentences. Used by the table, the hub and the commands."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from types import MappingProxyType
from typing import Any, Final

from msgspec import to_builtins

from controller.games.contract.effects import ChoiceScreen, RowsScreen, Screen, TextScreen
from controller.games.contract.game import Box, Game, Piece
from controller.games.contract.referee import Waiting
from controller.games.contract.values import CastleId, PieceId, Text
from controller.secret import Secret
from controller.texts.translation import translate

DEFAULT_GAME: Final = "tumult_royale"
"""The game of a log or sticker without a game's name."""

GAME_NAME_KEY: Final = "game"
"""Key for the game's name in a log's first action."""


def game_name_of_start(start: Any) -> str:
    named = start.get(GAME_NAME_KEY, DEFAULT_GAME) if isinstance(start, dict) else DEFAULT_GAME
    return named if isinstance(named, str) else DEFAULT_GAME


def sticker_names(game: str, pieces: Iterable[PieceId]) -> list[str]:
    return [sticker_name(game, piece) for piece in pieces]


def sticker_name(game: str, piece: PieceId) -> str:
    """Return the name on a piece's sticker, unlike any in another game."""
    return piece if game == DEFAULT_GAME else f"{game}:{piece}"


def parse_sticker_name(sticker: str) -> tuple[str, PieceId]:
    game, colon, piece = sticker.partition(":")
    return (game, PieceId(piece)) if colon else (DEFAULT_GAME, PieceId(sticker))


NO_PEOPLE: Final[Mapping[str, str]] = MappingProxyType({})

_people: ContextVar[Mapping[str, str]] = ContextVar("people", default=NO_PEOPLE)


@contextmanager
def calling_people(people: Mapping[CastleId, str], names: Mapping[CastleId, Text]) -> Iterator[None]:
    """Inside the ``with`` block, sentences call castles' players by their own names.

    ``people`` are those known, by castle; ``names`` is `Summary.names`, what the game calls them otherwise.
    """
    usual = [(names.get(castle, Text(castle)), name) for castle, name in people.items()]
    token = _people.set({text.key: name for text, name in usual if not text.values})
    try:
        yield
    finally:
        _people.reset(token)


def people_called() -> Mapping[str, str]:
    """Return the names of players by the key of the text that they replace."""
    return _people.get()


def translate_text(text: Text, language: str) -> str:
    """Translate ``text`` and the texts among its values; join a tuple of texts with commas."""
    people = _people.get()

    def translate_value(value: str | float | Secret | Text | tuple[Text, ...]) -> str | float:
        if isinstance(value, tuple):
            return ", ".join(str(translate_value(part)) for part in value)
        if isinstance(value, Secret):
            return str(value)
        if isinstance(value, Text):
            return people.get(value.key) or translate_text(value, language)
        return value

    return translate(language, text.key, {name: translate_value(value) for name, value in text.values.items()})


RULE_ID: Final = re.compile(r"\s*\(((?:[A-Z]{2}-\d[\d.]*(?:, )?)+)\)")
"""Ids of rules in brackets, which are not read aloud."""


def words_of(text: Text) -> Mapping[str, Any]:
    """Return the values of a sentence but its numbers: two with equal keys and words tell how a count goes on."""
    return {name: value for name, value in text.values.items() if not isinstance(value, int)}


def without_rules(sentence: str) -> str:
    return RULE_ID.sub("", sentence)


def rules_cited(sentence: str) -> list[str]:
    return [rule for cited in RULE_ID.findall(sentence) for rule in cited.split(", ")]


def screen_to_speech(screen: Screen, language: str) -> str:
    return join_sentences([translate_text(text, language) for text in _screen_texts(screen)])


def waiting_view(waiting: Waiting, language: str) -> dict[str, Any]:
    """Return what a game waits for as JSON values."""
    text = screen_to_speech(waiting.screen, language)
    return {"text": text, "color": waiting.castle, "step": waiting.step, "over": waiting.over}


def spectator_view(game: Game, state: Any, memory: Any, seq: int, language: str) -> dict[str, Any]:
    """Return the public view of a state that is not on this table, so no hourglass runs."""
    seen: dict[str, Any] = game.view(state, memory)
    return seen | {
        "game": game.name,
        "seq": seq,
        "waiting_for": waiting_view(game.waiting(state, memory), language),
        "outcome": to_builtins(game.summary(state).outcome),
        "hourglass": {"used": False, "state": "idle", "paused": False, "total_s": 0, "left_s": 0},
    }


def _screen_texts(screen: Screen) -> list[Text]:
    if isinstance(screen, TextScreen):
        return [screen.title, *screen.lines]
    if isinstance(screen, ChoiceScreen):
        return [screen.title, *screen.entries]
    if isinstance(screen, RowsScreen):
        return [*screen.said]
    return [screen.caption]


def join_sentences(parts: Sequence[str]) -> str:
    """Join sentences; add a full stop to each that ends without a punctuation mark."""
    return " ".join(part if part[-1:] in ".!?:" else f"{part}." for part in parts)


def piece_ids(game: Box) -> list[PieceId]:
    return [piece.id for piece in game.pieces()]


def format_piece_counts(pieces: Iterable[Piece], language: str = "en") -> str:
    kinds = Counter(piece.kind for piece in pieces)
    return ", ".join(translate_text(Text(f"kind-{kind}", {"count": count}), language) for kind, count in kinds.items())


def format_share_of_each_kind(some: Collection[PieceId], pieces: Iterable[Piece]) -> str:
    """Return the share of each kind in ``some``, such as ``138 of 140 tokens, 21 of 21 rings``."""
    kinds: dict[str, list[Piece]] = {}
    for piece in pieces:
        kinds.setdefault(piece.kind, []).append(piece)
    return ", ".join(
        f"{sum(piece.id in some for piece in kind)} of {format_piece_counts(kind)}" for kind in kinds.values()
    )


def format_face(face: Mapping[str, str | int]) -> str:
    return ", ".join(f"{what} {seen}" for what, seen in face.items())
