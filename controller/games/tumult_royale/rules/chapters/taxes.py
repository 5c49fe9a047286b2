"""Sentiment, taxes and tumults (TR-1 to TR-3, TR-10)."""

from typing import Any, Final

from msgspec import UNSET
from msgspec.structs import replace

from controller.games.tumult_royale.box.words import COMMODITIES, SET_ASIDE_PER_PLAYER, Seat
from controller.games.tumult_royale.rules import actions, ranks
from controller.games.tumult_royale.rules.actions import Refusal
from controller.games.tumult_royale.rules.chapters import shared as shareds
from controller.games.tumult_royale.rules.chapters.placing import begin_placing
from controller.games.tumult_royale.rules.state import LastTiles, Robbing, Sentiment, SettingAside, State, Tumult
from controller.games.undoable_log import Event, public_event

ONE_ASIDE_EVENT: Final = public_event("aside-one")
"""Event of a tile set aside before the last one: it makes a sound, but is not told."""

TUMULT_COST_SUPPORTERS: Final = 3
"""Supporters that the greediest pays (TR-3.5)."""


def resolve_tumults_then_place(state: State, events: list[Event]) -> State:
    """Resolve all tumults (TR-3.1, TR-3.2), then begin placing statues."""
    left = state.table.pool.symbol_counts(state.people_tiles)
    for index, (commodity, symbols, demand) in enumerate(zip(COMMODITIES, left, state.demand, strict=True)):
        assert demand is not None
        if symbols < demand:
            state = _resolve_tumult(state, index, symbols, demand, events)
        else:
            events.append(public_event("calm", commodity=commodity, left=symbols, demand=demand))
    return begin_placing(state, events)


def _resolve_tumult(state: State, index: int, left: int, demand: int, events: list[Event]) -> State:
    """Resolve the tumult of the commodity with this index (TR-3.3 to TR-3.7)."""
    pool = state.table.pool
    robbed = [pool.symbol_counts(player.castle)[index] for player in state.players]
    merciful = frozenset(Seat(seat) for seat, player in enumerate(state.players) if player.mercy)
    greediest, greed, tied = ranks.find_blame(robbed, merciful, state.ranked)
    shared: list[Event] = []
    players, paid = shareds.share_supply_if_unable_to_pay(
        state, state.players, greediest, TUMULT_COST_SUPPORTERS, shared
    )
    player = players[greediest]
    taken = player.castle & pool.of[index]
    kept = ranks.lowest_tile_kept_by_greediest(shareds.tiles_of_set(pool, taken))
    returned = 0 if kept is None else taken & ~pool.bits[kept.id]
    tumult = Tumult(
        commodity=COMMODITIES[index],
        left=left,
        demand=demand,
        greediest=state.color(greediest),
        greed=greed,
        kept=None if kept is None else kept.id,
        returned=pool.tile_ids(returned),
    )
    color, lost = tumult.greediest, [tile.value for tile in shareds.tiles_of_set(pool, returned)]
    about: dict[str, Any] = {"color": color, "commodity": tumult.commodity}
    back = {} if kept is None or not lost else {"kept": kept.value, "returned": tuple(lost)}
    events.append(public_event("tumult", **about, left=left, demand=demand, greed=greed, paid=paid, **back))
    if player.mercy:
        events.append(public_event("greed-mercy", color=color, robbed=robbed[greediest], greed=greed))
    spared = ranks.find_blame(robbed, frozenset(), state.ranked).greediest
    if spared != greediest:
        events.append(public_event("greed-spared", color=state.color(spared), robbed=robbed[spared]))
    if tied:
        events.append(public_event("greed-tied", color=color, colors=state.colors(tied)))
    events.append(public_event("returned", **about, **back) if back else public_event("nothing-returned", **about))
    events.extend(shared)
    player = replace(player, supporters=player.supporters - paid, castle=player.castle & ~returned)
    return replace(
        state, players=shareds.with_player_replaced(players, greediest, player), tumults=(*state.tumults, tumult)
    )


def handle_spin(state: State, action: actions.Spin, events: list[Event]) -> State:
    """Set the demand (TR-1.1, TR-10.1)."""
    gambler = state.table.variant == "gambler"
    if gambler != (action.commodity is not UNSET):
        raise Refusal("LOG", "spin-gambler" if gambler else "spin-classic")
    shareds.require_phase(state, Sentiment, action)
    if action.commodity is not UNSET:
        due = COMMODITIES[state.demand.index(None)]
        if action.commodity not in COMMODITIES:
            raise Refusal("TR-1.1", "commodity-unknown", seen=action.commodity)
        if action.commodity != due:
            raise Refusal("TR-10.1", "spin-order", seen=action.commodity, due=due)
    if action.demand not in state.table.edition.spinner_demands():
        numbers = ", ".join(str(number) for number in sorted(state.table.edition.spinner_demands()))
        raise Refusal("TR-1.1", "demand-not-on-spinner", seen=action.demand, numbers=numbers)
    if action.commodity is UNSET:
        events.append(public_event("spun", number=action.demand))
        return replace(state, demand=(action.demand,) * 3, phase=SettingAside())
    events.append(public_event("spun-for", number=action.demand, commodity=action.commodity))
    demand = list(state.demand)
    demand[demand.index(None)] = action.demand
    return _resolve_tumults_if_demand_known(replace(state, demand=shareds.demand_from_numbers(demand)), events)


def handle_forgotten_spin(state: State, action: actions.ForgetSpin, events: list[Event]) -> State:
    """Use the previous round's numbers for a forgotten spin (TR-1.3)."""
    shareds.require_phase(state, Sentiment, action)
    bread, marble, tools = filled = [
        last if now is None else now for now, last in zip(state.demand, state.last_demand, strict=True)
    ]
    events.append(public_event("forgotten", bread=bread, marble=marble, tools=tools))
    state = replace(state, demand=shareds.demand_from_numbers(filled))
    if state.table.variant == "classic":
        return replace(state, phase=SettingAside())
    return _resolve_tumults_if_demand_known(state, events)


def _resolve_tumults_if_demand_known(state: State, events: list[Event]) -> State:
    """In ``gambler``, resolve the tumults after the last spin (TR-10.1)."""
    return state if None in state.demand else resolve_tumults_then_place(state, events)


_TAX_PHASES: Final = (Robbing, LastTiles)


def handle_set_aside(state: State, action: actions.SetAside, events: list[Event]) -> State:
    """Set a tile aside for this round (TR-2.1)."""
    phase = type(state.phase)
    if phase is not SettingAside and not (phase is Sentiment and state.table.variant == "classic"):
        raise shareds.wrong_phase_refusal(state, action)
    tile = shareds.require_tile(state, action.tile, "TR-2.1")
    if not tile & state.people_tiles:
        if tile & state.set_aside:
            raise Refusal("TR-2.1", "set-aside-already")
        raise Refusal("TR-2.1", "set-aside-castle")
    of = SET_ASIDE_PER_PLAYER * len(state.players)
    number = state.set_aside.bit_count() + 1
    if number > of:
        raise Refusal("TR-2.1", "set-aside-enough", of=of)
    events.append(public_event("aside", count=number) if number == of else ONE_ASIDE_EVENT)
    return replace(state, set_aside=state.set_aside | tile)


def handle_collect(state: State, action: actions.Collect, events: list[Event]) -> State:
    """Start the hourglass (TR-2.2)."""
    shareds.require_phase(state, SettingAside, action)
    of, number = SET_ASIDE_PER_PLAYER * len(state.players), state.set_aside.bit_count()
    if number != of:
        raise Refusal("TR-2.2", "collect-number", seen=number, of=of)
    events.append(public_event("hourglass"))
    return replace(state, phase=Robbing())


def handle_rob(state: State, action: actions.Rob, events: list[Event]) -> State:
    """Move a tile from the people to a castle (TR-2.3 to TR-2.5)."""
    phase = state.phase
    if not isinstance(phase, _TAX_PHASES):
        raise shareds.wrong_phase_refusal(state, action)
    seat = state.seat(action.player)
    if seat is None:
        raise Refusal("TR-2.3", "player-unknown", seen=action.player)
    tile = shareds.require_tile(state, action.tile, "TR-2.3")
    if tile & state.set_aside:
        raise Refusal("TR-2.1", "rob-set-aside")
    if not tile & state.people_tiles:
        raise Refusal("TR-2.4", "rob-castle")  # does not name the castle, which is hidden
    late = isinstance(phase, LastTiles)
    if isinstance(phase, LastTiles):
        if seat in phase.late:
            raise Refusal("TR-2.5", "rob-late", player=action.player)
        phase = LastTiles(late=phase.late | {seat})
    player = state.players[seat]
    castle = player.castle | tile
    events.append(Event("late" if late else "robbed", {"color": action.player, "tiles": castle.bit_count()}))
    return replace(
        state, phase=phase, players=shareds.with_player_replaced(state.players, seat, replace(player, castle=castle))
    )


def handle_stop(state: State, action: actions.Stop, events: list[Event]) -> State:
    """End the hourglass (TR-2.5)."""
    shareds.require_phase(state, Robbing, action)
    events.append(public_event("stop"))
    return replace(state, phase=LastTiles(late=frozenset()))


def handle_count(state: State, action: actions.Count, events: list[Event]) -> State:
    """Reveal and count all tiles (TR-2.6), then resolve tumults; in ``gambler`` the king spins first."""
    shareds.require_phase(state, LastTiles, action)
    symbols = state.table.pool.symbol_counts
    for color, player in zip(state.table.colors, state.players, strict=True):
        events.append(Event("castle", dict(zip(COMMODITIES, symbols(player.castle), strict=True)) | {"color": color}))
    events.append(Event("left", dict(zip(COMMODITIES, symbols(state.people_tiles), strict=True))))
    if state.table.variant == "gambler":
        return replace(state, phase=Sentiment())
    return resolve_tumults_then_place(state, events)
