"""The story of a game of Tudor: a sentence per event."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from controller.games.contract.values import Text
from controller.games.tudor.box.edition import COLUMN_LETTERS
from controller.games.tudor.rules import words
from controller.games.tudor.rules.state import State
from controller.games.tudor.rules.table import Seat, Table, Token
from controller.games.tudor.rules.words import Word
from controller.games.undoable_log import Event

TextValue = int | Word | tuple[Text, ...]


def narrate_public(after: State, events: Sequence[Event]) -> Iterator[Text]:
    return narrate_in_full(after, [event for event in events if not event.hidden])


def narrate_in_full(after: State, events: Sequence[Event]) -> Iterator[Text]:
    """Return sentences for all events of an action, hidden ones too."""
    for event in events:
        prefix = "tudor-full-" if event.hidden else "tudor-told-"
        yield Text(prefix + event.key, {**dict(_values_in_words(after.table, event)), **_reasons(after, event)})


def _reasons(after: State, event: Event) -> Mapping[str, int | Text]:
    """Return the points that explain an end score or a win, which its event does not say."""
    if event.key == "scored":
        return {"before": score_parts(after, event.values["player"])[0]}
    if event.key == "over":
        return {"prestige": max(player.prestige for player in after.players), "why": _decided_text(after)}
    return {}


def score_parts(after: State, seat: Seat) -> list[int]:
    """Return what a player had before the end, what each scoring card brings, and the Garter."""
    end, total = after.final[seat], after.players[seat].prestige
    return [total - sum(end.scoring) - end.garter, *end.scoring, end.garter]


def _decided_text(after: State) -> Text:
    """Return what the winner is ahead by of the second, or how a tie is decided."""
    winner = after.winners[0]
    second = max(
        (seat for seat in range(len(after.players)) if seat != winner), key=lambda s: after.players[s].prestige
    )
    if after.players[second].prestige == after.players[winner].prestige:
        return Text("tudor-won-tied")
    cards = [
        Text("tudor-won-by-card", {"card": card, "what": Text(f"page-tudor-scoring-short-{card}")})
        for card in after.table.scoring
    ]
    parts = (Text("tudor-won-by-play"), *cards, Text("tudor-won-by-garter"))
    points = zip(parts, score_parts(after, winner), score_parts(after, second), strict=True)
    part, one, other = max(points, key=lambda each: each[1] - each[2])
    return Text("tudor-won-by", {"part": part, "one": one, "other": other, "player": _player_word(after.table, second)})


def join_sentences(texts: Sequence[Text]) -> Text:
    first, *others = texts
    for text in others:
        first = Text("tudor-scene-both", {"one": first, "other": text})
    return first


def _values_in_words(table: Table, event: Event) -> Iterator[tuple[str, TextValue]]:
    for name, value in event.values.items():
        if name in {"pair", "spaces"}:
            one, other = value if name == "pair" else table.board.space_names(value)
            yield "one", one
            yield "other", other
        else:
            if name in {"cards", "tokens"}:
                yield "count", len(value)
            yield name, _WORDS_BY_VALUE_NAME[name](table, value) if name in _WORDS_BY_VALUE_NAME else value


def _player_word(table: Table, seat: Seat) -> Word:
    return words.player_word(table.colors[seat])


def _player_texts(table: Table, seats: Sequence[Seat]) -> tuple[Text, ...]:
    return tuple(Text("tudor-say-it", {"it": _player_word(table, seat)}) for seat in seats)


def _token_faction_texts(table: Table, tokens: Sequence[Token]) -> tuple[Text, ...]:
    return words.faction_count_texts(table, [table.pieces.token_factions[token] for token in tokens])


def _undone_text(action: Mapping[str, str]) -> Text:
    do = f"act-{action['action']}" if action["do"] == "act" else action["do"].replace("_", "-")
    what = Text(f"tudor-did-{do}")
    if "player" not in action:
        return what
    return Text("tudor-undone-of", {"player": words.player_word(action["player"]), "what": what})


_WORDS_BY_VALUE_NAME: Final[dict[str, Callable[[Table, Any], TextValue]]] = {
    "player": _player_word,
    "other": _player_word,
    "players": _player_texts,
    "faction": words.faction_word,
    "taken": words.faction_word,
    "given": words.faction_word,
    "cards": words.faction_count_texts,
    "tokens": _token_faction_texts,
    "space": words.space_word,
    "origin": words.space_word,
    "path": lambda table, path: words.space_word(table, path[-1]),
    "column": lambda _, column: COLUMN_LETTERS[column],
    "how": lambda _, how: Text(f"tudor-by-{how}"),
    "what": lambda _, action: _undone_text(action),
}
"""By the name of an event's value, the function that puts it into words; others stay numbers."""
