"""The people's sentiment: what the arrow showed, or should have (TR-1, TR-10)."""

from msgspec import UNSET
from msgspec.structs import replace

from controller.games.tumult_royale.box.words import COMMODITIES
from controller.games.tumult_royale.rules import actions, events
from controller.games.tumult_royale.rules.chapters.shared import as_demand, in_phase
from controller.games.tumult_royale.rules.chapters.uprising import resolve_tumults
from controller.games.tumult_royale.rules.events import Event
from controller.games.tumult_royale.rules.refusal import Refusal
from controller.games.tumult_royale.rules.state import Sentiment, SettingAside, State


def spin(state: State, action: actions.Spin, happened: list[Event]) -> State:
    """The arrow has stopped (TR-1.1, TR-10.1).

    Raises:
        Refusal: the rules do not allow it.
    """
    gambler = state.table.variant == "gambler"
    if gambler != (action.commodity is not UNSET):
        raise Refusal("LOG", "spin-gambler" if gambler else "spin-classic")
    in_phase(state, Sentiment, action)
    if action.commodity is not UNSET:
        due = COMMODITIES[state.demand.index(None)]
        if action.commodity not in COMMODITIES:
            raise Refusal("TR-1.1", "commodity-unknown", seen=action.commodity)
        if action.commodity != due:
            raise Refusal("TR-10.1", "spin-order", seen=action.commodity, due=due)
    if action.demand not in state.table.edition.demands():
        numbers = ", ".join(str(number) for number in sorted(state.table.edition.demands()))
        raise Refusal("TR-1.1", "demand-not-on-spinner", seen=action.demand, numbers=numbers)
    king = state.color(state.king)
    if action.commodity is UNSET:
        happened.append(events.DemandSpun(king=king, commodity=None, demand=action.demand))
        return replace(state, demand=(action.demand,) * 3, phase=SettingAside())
    happened.append(events.DemandSpun(king=king, commodity=action.commodity, demand=action.demand))
    demand = list(state.demand)
    demand[demand.index(None)] = action.demand
    return _demand_known(replace(state, demand=as_demand(demand)), happened)


def forget_spin(state: State, action: actions.ForgetSpin, happened: list[Event]) -> State:
    """Nobody spun: the previous round's numbers (TR-1.3).

    Raises:
        Refusal: the rules do not allow it.
    """
    in_phase(state, Sentiment, action)
    bread, marble, tools = filled = [
        last if now is None else now for now, last in zip(state.demand, state.last_demand, strict=True)
    ]
    missing = tuple(commodity for commodity, now in zip(COMMODITIES, state.demand, strict=True) if now is None)
    happened.append(events.SpinForgotten(bread=bread, marble=marble, tools=tools, filled_in=missing))
    state = replace(state, demand=as_demand(filled))
    if state.table.variant == "classic":
        return replace(state, phase=SettingAside())
    return _demand_known(state, happened)


def _demand_known(state: State, happened: list[Event]) -> State:
    """With ``gambler``: go on to the tumults after the last spin (TR-10.1)."""
    return state if None in state.demand else resolve_tumults(state, happened)
