"""Staging: which effects the events of an action have on people's eyes and ears."""

from collections.abc import Sequence
from typing import Final

from controller.games.contract.effects import Announce, Effect, Sound, StartTimer, StopTimer, Tell, TextScreen
from controller.games.contract.values import Text
from controller.games.tumult_royale.rules.events import (
    Built,
    Crowned,
    DemandSpun,
    Event,
    GameBegan,
    GameOver,
    HourglassStarted,
    HourglassStopped,
    PeopleContent,
    RanksDealt,
    TileRobbed,
    TileSetAside,
    TumultBrokeOut,
    Undone,
)
from controller.games.tumult_royale.rules.state import LastTiles, State
from controller.games.tumult_royale.show import narration, screens

NUMBER_S: Final = 3.0
TUMULT_S: Final = 4.0
CALM_S: Final = 2.0
BUILT_S: Final = 1.5
RANKS_S: Final = 3.0


def stage(before: State | None, after: State, events: Sequence[Event]) -> tuple[Effect, ...]:
    """The effects of what one action brought about: the story first, then what is shown and heard in its order."""
    effects: list[Effect] = [Tell(text) for text in narration.told(before, after, events)]
    for event in events:
        effects += _effects(event, after)
    if any(isinstance(event, PeopleContent) for event in events) and not any(
        isinstance(event, TumultBrokeOut) for event in events
    ):
        state = before or after
        effects.append(Announce(screens.calm(narration.sums(state, state.people)), CALM_S))
    return tuple(effects)


def _effects(event: Event, after: State) -> list[Effect]:
    match event:
        case GameBegan():
            return [StopTimer()]
        case DemandSpun(commodity=commodity, demand=demand):
            spun_for = None if commodity is None else Text(str(commodity))
            return [Announce(screens.demand(demand, spun_for), NUMBER_S)]
        case TileSetAside() | TileRobbed():
            return [Sound("accepted")]
        case HourglassStarted():
            return [StartTimer(), Sound("timer_starts")]
        case HourglassStopped():
            return [StopTimer(), Sound("timer_ends")]
        case TumultBrokeOut():
            counted = Text("counted-tumult", {"commodity": Text(event.tumult.commodity)})
            return [Announce(_tumult(event, after), TUMULT_S, "alarm", counted)]
        case Built(player=player, kind=kind, statues=statues, gained=gained, placed=placed):
            numbers = {"statues": statues, "gained": gained, "placed": placed}
            return [
                Announce(screens.built(narration.name(player), Text(kind), numbers, double=event.double), BUILT_S),
                Sound("accepted"),
            ]
        case RanksDealt(supporters=counts):  # those that decided: the king has paid for the crown since
            rows = [
                (narration.name(after.color(seat)), after.players[seat].placed, count)
                for seat, count in zip(after.ranked, counts, strict=True)
            ]
            return [Announce(screens.ranks(rows), RANKS_S)]
        case Crowned():
            return [Sound("fanfare")]
        case GameOver():
            return [StopTimer(), Sound("fanfare")]
        case Undone() if not _hourglass_runs(after):
            return [StopTimer()]
        case _:
            return []  # the story says it


def _tumult(event: TumultBrokeOut, after: State) -> TextScreen:
    tumult = event.tumult
    kept = None
    if tumult.returned and tumult.kept is not None:
        kept = (after.table.pool.tile(tumult.kept).value, len(tumult.returned))
    return screens.tumult(
        Text(tumult.commodity),
        narration.name(tumult.greediest),
        narration.supporters(event.paid),
        {"left": tumult.left, "demand": tumult.demand, "greed": tumult.greed},
        kept,
    )


def _hourglass_runs(state: State) -> bool:
    return state.phase.name == "taxes" and not isinstance(state.phase, LastTiles)
