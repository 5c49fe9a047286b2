"""The story of a game of Tudor: one sentence for each event."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from controller.games.contract.values import Text
from controller.games.tudor.box.edition import COLUMN_LETTERS
from controller.games.tudor.rules.state import State
from controller.games.tudor.rules.table import Seat, Table, Token
from controller.games.tudor.show import words
from controller.games.tudor.show.words import Word
from controller.games.undoable_log import Event

Value = int | Word | tuple[Text, ...]


def narrate(after: State, events: Sequence[Event]) -> Iterator[Text]:
    """Return the sentences for an action's public events."""
    return narrate_in_full(after, [event for event in events if not event.hidden])


def narrate_in_full(after: State, events: Sequence[Event]) -> Iterator[Text]:
    """Return the sentences for all events of an action, hidden ones too."""
    for event in events:
        prefix = "tudor-full-" if event.hidden else "tudor-told-"
        yield Text(prefix + event.key, dict(_values(after.table, event)))


def _values(table: Table, event: Event) -> Iterator[tuple[str, Value]]:
    for name, value in event.values.items():
        if name in {"pair", "spaces"}:
            one, other = value if name == "pair" else table.board.named(value)
            yield "one", one
            yield "other", other
        else:
            yield name, _IN_WORDS[name](table, value) if name in _IN_WORDS else value


def _player(table: Table, seat: Seat) -> Word:
    return words.player(table.colors[seat])


def _players(table: Table, seats: Sequence[Seat]) -> tuple[Text, ...]:
    return tuple(Text("tudor-say-it", {"it": _player(table, seat)}) for seat in seats)


def _tokens(table: Table, tokens: Sequence[Token]) -> tuple[Text, ...]:
    return words.factions(table, [table.pieces.token_factions[token] for token in tokens])


_IN_WORDS: Final[dict[str, Callable[[Table, Any], Value]]] = {
    "player": _player,
    "other": _player,
    "players": _players,
    "faction": words.faction,
    "taken": words.faction,
    "given": words.faction,
    "cards": words.factions,
    "tokens": _tokens,
    "space": words.space,
    "origin": words.space,
    "path": lambda table, path: ", ".join(table.board.named(path)),
    "column": lambda _, column: COLUMN_LETTERS[column],
    "how": lambda _, how: how if len(how) == 1 else Text(f"tudor-by-{how}"),
    "what": lambda _, do: Text(f"tudor-did-{do.replace('_', '-')}"),
}
"""Functions that put an event's value into words, by its name; other values stay numbers."""
