"""Turn events into effects: story sentences with numbers and rules, screens, sounds, hourglass."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from controller.games.contract.effects import Announce, Effect, Sound, StartTimer, StopTimer, Tell
from controller.games.contract.values import Text
from controller.games.tumult_royale.box.words import COLORS, COMMODITIES, KINDS, listed, tile_face_text
from controller.games.tumult_royale.rules.state import Robbing, State
from controller.games.tumult_royale.show import screens
from controller.games.tumult_royale.show.scenes import BUILDS, scenes_of_action
from controller.games.undoable_log import Event

TextValue = str | int | Text | tuple[Text, ...]

DEMAND_SCREEN_S: Final = 3.0
PASSED_OVER_SCREEN_S: Final = 4.0

UNTOLD_EVENT: Final = "aside-one"
"""Key of an event not told: of the tiles set aside, the story tells only the last."""


def effects_of_action(before: State | None, after: State, events: Sequence[Event]) -> tuple[Effect, ...]:
    """Return an action's effects: first the story, then what is shown and heard, in order, then its scenes."""
    return tuple(_iter_effects(before, after, events))


def _iter_effects(before: State | None, after: State, events: Sequence[Event]) -> Iterator[Effect]:
    places = [place for place, event in enumerate(events) if event.key != UNTOLD_EVENT]
    told = dict(zip(places, story_sentences(after, events), strict=True))
    for place, text in told.items():
        yield Tell(text, beside_scenes=events[place].key == "castle")
    may_stage = len(events) > 1 or (events and events[0].key in BUILDS)  # the hourglass is in a hurry
    staged = tuple(scenes_of_action(before, after, events, told)) if may_stage else ()
    for event in events:
        for effect in _effects_of_event(event, after):
            if not (isinstance(effect, Announce) and staged and event.key != "spun-for"):
                yield effect
    yield from staged


def _effects_of_event(event: Event, after: State) -> tuple[Effect, ...]:
    values = event.values
    match event.key:
        case "started":
            return (StopTimer(),)
        case "spun":
            return (Announce(screens.demand_screen(values["number"], None), DEMAND_SCREEN_S),)
        case "spun-for":
            return (Announce(screens.demand_screen(values["number"], Text(values["commodity"])), DEMAND_SCREEN_S),)
        case "aside" | "aside-one" | "robbed" | "late":
            return (Sound("accepted"),)
        case "hourglass":
            return StartTimer(), Sound("timer_starts")
        case "stop":
            return StopTimer(), Sound("timer_ends")
        case "built" | "built-field":
            return (Sound("accepted"),)
        case "passed-over":
            return (Announce(screens.passed_over_screen(values["colors"]), PASSED_OVER_SCREEN_S),)
        case "over":
            return StopTimer(), Sound("fanfare")
        case "undone" if not isinstance(after.phase, Robbing):
            return (StopTimer(),)
        case _:
            return ()  # only told in the story


def story_sentences(after: State, events: Sequence[Event]) -> Iterator[Text]:
    for event in events:
        if event.key != UNTOLD_EVENT:
            yield Text(f"told-{event.key}", dict(_iter_text_values(after, event)))


def _iter_text_values(state: State, event: Event) -> Iterator[tuple[str, TextValue]]:
    for name, value in event.values.items():
        if name == "tiles" and isinstance(value, tuple):
            found = [state.table.pool.tile_by_id(tile) for tile in value]
            yield name, listed([tile_face_text(tile.commodity, tile.value) for tile in found])
        elif name == "double":
            yield "price", Text("paid-double" if value else "paid-printed")
        else:
            yield name, _CONVERTER_BY_NAME.get(name, _value_in_words)(value)


def _value_in_words(value: Any) -> TextValue:
    if isinstance(value, tuple):
        return listed([*map(_item_in_words, value)])
    return Text(value) if value in _VALUES_WITH_TEXT else value


def _item_in_words(value: Any) -> Text:
    if isinstance(value, tuple):
        return Text("color-count", {"color": Text(value[0]), "count": value[1]})
    return Text("tile-value", {"value": value}) if isinstance(value, int) else Text(value)


def _place_text(value: Any) -> TextValue:
    return Text(f"place-{value}") if isinstance(value, str) else value


def _supporters_text(count: int) -> Text:
    return Text("supporters", {"count": count})


def _undone_text(action: Mapping[str, str]) -> Text:
    what = Text(f"do-{action['do'].replace('_', '-')}")
    return Text("undone-of", {"color": Text(action["player"]), "what": what}) if "player" in action else what


_VALUES_WITH_TEXT: Final = frozenset((*COLORS, *COMMODITIES, *KINDS))

_CONVERTER_BY_NAME: Final[dict[str, Callable[[Any], TextValue]]] = {
    "paid": _supporters_text,
    "gained": _supporters_text,
    "change": lambda change: Text("less" if change < 0 else "more", {"count": abs(change)}),
    "before": _place_text,
    "after": _place_text,
    "ending": lambda ending: Text("ending-" + ending.replace(" ", "-")),
    "what": _undone_text,
}
"""By a value's name, the function that turns it into words; ``_value_in_words`` converts all others."""
