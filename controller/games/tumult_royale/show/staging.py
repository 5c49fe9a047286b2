"""Turn events into effects: sentences of the story with numbers and rules, screens, sounds, the hourglass."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from controller.games.contract.effects import Announce, Effect, Sound, StartTimer, StopTimer, Tell
from controller.games.contract.values import Text
from controller.games.tumult_royale.box.words import COLORS, COMMODITIES, KINDS, face
from controller.games.tumult_royale.rules.country import TileSet
from controller.games.tumult_royale.rules.state import Robbing, State
from controller.games.tumult_royale.show import screens
from controller.games.undoable_log import Event

Value = str | int | Text | tuple[Text, ...]

NUMBER_S: Final = 3.0
TUMULT_S: Final = 4.0
CALM_S: Final = 2.0
BUILT_S: Final = 1.5
RANKS_S: Final = 3.0

NO_SENTENCE: Final = "aside-one"
"""The story tells only the last tile set aside."""


def stage(before: State | None, after: State, events: Sequence[Event]) -> tuple[Effect, ...]:
    """Return the effects of one action: first the story, then what is shown and heard, in order."""
    return tuple(_staged(before, after, events))


def _staged(before: State | None, after: State, events: Sequence[Event]) -> Iterator[Effect]:
    yield from map(Tell, sentences(after, events))
    for event in events:
        yield from _effects(event, after)
    keys = {event.key for event in events}
    if "calm" in keys and "tumult" not in keys:
        state = before or after
        yield Announce(screens.calm(_sums(state, state.people)), CALM_S)


def _effects(event: Event, after: State) -> tuple[Effect, ...]:
    values = event.values
    match event.key:
        case "started":
            return (StopTimer(),)
        case "spun":
            return (Announce(screens.demand(values["number"], None), NUMBER_S),)
        case "spun-for":
            return (Announce(screens.demand(values["number"], Text(values["commodity"])), NUMBER_S),)
        case "aside" | "aside-one" | "robbed" | "late":
            return (Sound("accepted"),)
        case "hourglass":
            return StartTimer(), Sound("timer_starts")
        case "stop":
            return StopTimer(), Sound("timer_ends")
        case "tumult":
            counted = Text("counted-tumult", {"commodity": Text(values["commodity"])})
            return (Announce(screens.tumult(values), TUMULT_S, "alarm", counted),)
        case "built" | "built-field":
            return Announce(screens.built(values), BUILT_S), Sound("accepted")
        case "ranks":  # with the supporters before the king paid for the crown
            placed = {after.color(seat): after.players[seat].placed for seat in after.ranked}
            rows = [(Text(color), placed[color], count) for color, count in values["order"]]
            return (Announce(screens.ranks(rows), RANKS_S),)
        case "crowned":
            return (Sound("fanfare"),)
        case "over":
            return StopTimer(), Sound("fanfare")
        case "undone" if not isinstance(after.phase, Robbing):
            return (StopTimer(),)
        case _:
            return ()  # only told in the story


def sentences(after: State, events: Sequence[Event]) -> Iterator[Text]:
    """Yield the story's sentences about one action, in the order of its events."""
    for event in events:
        if event.key != NO_SENTENCE:
            yield Text(f"told-{event.key}", dict(_values(after, event)))


def _values(state: State, event: Event) -> Iterator[tuple[str, Value]]:
    for name, value in event.values.items():
        if name == "tiles" and isinstance(value, tuple):
            found = [state.table.pool.tile(tile) for tile in value]
            yield name, tuple(face(tile.commodity, tile.value) for tile in found)
        elif name == "double":
            yield "price", Text("paid-double" if value else "paid-printed")
        else:
            yield name, _CONVERTERS.get(name, _word)(value)


def _word(value: Any) -> Value:
    if isinstance(value, tuple):
        return tuple(map(_one, value))
    return Text(value) if value in _WORDS else value


def _one(value: Any) -> Text:
    """Return one of several values in words: a colour's count, a tile's value, or a colour."""
    if isinstance(value, tuple):
        return Text("color-count", {"color": Text(value[0]), "count": value[1]})
    return Text("tile-value", {"value": value}) if isinstance(value, int) else Text(value)


def _place(value: Any) -> Value:
    return Text(f"place-{value}") if isinstance(value, str) else value


def _supporters(count: int) -> Text:
    return Text("supporters", {"count": count})


_WORDS: Final = frozenset((*COLORS, *COMMODITIES, *KINDS))

_CONVERTERS: Final[dict[str, Callable[[Any], Value]]] = {
    "paid": _supporters,
    "gained": _supporters,
    "change": lambda change: Text("less" if change < 0 else "more", {"count": abs(change)}),
    "before": _place,
    "after": _place,
    "ending": lambda ending: Text("ending-" + ending.replace(" ", "-")),
    "what": lambda do: Text(f"do-{do.replace('_', '-')}"),
}
"""How to turn a value into words, by its name; others go through ``_word``."""


def _sums(state: State, tiles: TileSet) -> dict[str, int]:
    return dict(zip(COMMODITIES, state.table.pool.symbols(tiles), strict=True))
