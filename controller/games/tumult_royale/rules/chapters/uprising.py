"""The tumults of a round, one commodity after the other (TR-3); then statues are placed."""

from typing import Final

from msgspec.structs import replace

from controller.games.tumult_royale.box.words import COMMODITIES, Seat
from controller.games.tumult_royale.rules import events, tumults
from controller.games.tumult_royale.rules.chapters.placing import first_placer
from controller.games.tumult_royale.rules.chapters.shared import can_pay, tiles_in, with_player
from controller.games.tumult_royale.rules.events import Event
from controller.games.tumult_royale.rules.state import State, Tumult

TUMULT_COSTS: Final = 3
"""Supporters that the greediest pays (TR-3.5)."""


def resolve_tumults(state: State, happened: list[Event]) -> State:
    """Resolve all tumults (TR-3), then begin to place statues."""
    left = state.table.pool.symbols(state.people)
    for index, (commodity, symbols, demand) in enumerate(zip(COMMODITIES, left, state.demand, strict=True)):
        assert demand is not None
        if symbols < demand:
            state = _tumult(state, index, symbols, demand, happened)
        else:
            happened.append(events.PeopleContent(commodity=commodity, left=symbols, demand=demand))
    return first_placer(state, happened)


def _tumult(state: State, index: int, left: int, demand: int, happened: list[Event]) -> State:
    """One tumult (TR-3.3 to TR-3.7) of the commodity with this index."""
    pool = state.table.pool
    robbed = [pool.symbols(player.castle)[index] for player in state.players]
    merciful = frozenset(Seat(seat) for seat, player in enumerate(state.players) if player.mercy)
    greediest, greed, tied = tumults.blame(robbed, merciful, state.ranked)
    shared: list[Event] = []
    players, paid = can_pay(state, state.players, greediest, TUMULT_COSTS, shared)
    player = players[greediest]
    taken = player.castle & pool.of[index]
    kept = tumults.kept_tile(tiles_in(pool, taken))
    returned = 0 if kept is None else taken & ~pool.bits[kept.id]
    tumult = Tumult(
        commodity=COMMODITIES[index],
        left=left,
        demand=demand,
        greediest=state.color(greediest),
        greed=greed,
        kept=None if kept is None else kept.id,
        returned=pool.ids(returned),
    )
    happened.append(
        events.TumultBrokeOut(
            tumult=tumult,
            robbed=robbed[greediest],
            mercy=player.mercy,
            tied=state.colors(tied),
            paid=paid,
        )
    )
    happened.extend(shared)
    player = replace(player, supporters=player.supporters - paid, castle=player.castle & ~returned)
    return replace(state, players=with_player(players, greediest, player), tumults=(*state.tumults, tumult))
