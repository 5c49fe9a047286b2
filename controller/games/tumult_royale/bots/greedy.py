"""What a greedy player wants: which tiles to keep, where to begin, what to build."""

from collections.abc import Sequence
from typing import Final

from controller.games.tumult_royale.bots.plan import Sites, best_plan, sites_for
from controller.games.tumult_royale.box.words import (
    COMMODITIES,
    KINDS,
    STATUES_EACH,
    STATUES_ON,
    FieldName,
    PieceId,
    Seat,
)
from controller.games.tumult_royale.rules.actions import Build
from controller.games.tumult_royale.rules.country import (
    FIELD_NAMES,
    Country,
    FieldSet,
    each_bit,
    field_called,
    touching,
)
from controller.games.tumult_royale.rules.options import Option, choose
from controller.games.tumult_royale.rules.state import State
from controller.games.tumult_royale.rules.tumults import greed

CARRIES: Final = 8
"""Tiles that one hand brings home while the hourglass runs."""

STORES: Final = 3
"""Symbols of a commodity that a castle likes to hold beyond those of its scarcest one."""


def wants(state: State, seat: Seat, tile: PieceId) -> bool:
    """Whether a player who has just lifted this tile of the people keeps it.

    He knows his own castle, how many tiles the others have, and what is in play; not what the others hold or what is
    left. He takes what goes with what he has, unless he expects a tumult over it that he would be blamed for.
    """
    table, player = state.table, state.players[seat]
    face = table.pool.tiles[table.pool.bits[tile].bit_length() - 1]
    index = COMMODITIES.index(face.commodity)
    robbed = table.pool.symbols(player.castle)
    if player.castle.bit_count() >= CARRIES or robbed[index] > min(robbed) + STORES:
        return False
    taken = robbed[index] + face.value
    hidden = state.set_aside.bit_count() + sum(
        other.castle.bit_count() for other_seat, other in enumerate(state.players) if other_seat != seat
    )
    in_play, tiles = table.pool.symbols(table.pool.all)[index], len(table.pool.tiles)
    a_tile = in_play / tiles  # what one tile that he does not see shows of this commodity, on average
    demand = state.demand[index]
    expected = _mean_demand(state) if demand is None else demand
    if in_play - taken - hidden * a_tile >= expected:
        return True
    others = max(other.castle.bit_count() for other_seat, other in enumerate(state.players) if other_seat != seat)
    return greed(taken, mercy=player.mercy) < others * a_tile


def _mean_demand(state: State) -> float:
    spinner = state.table.edition.spinner
    return sum(sector.demand * sector.degrees for sector in spinner) / sum(sector.degrees for sector in spinner)


def most_promising(state: State, fields: Sequence[FieldName]) -> FieldName:
    """Of these fields the one that most statues could follow from; the first of several."""
    assert isinstance(state.land, Country)
    players = len(state.players)
    return max(fields, key=lambda name: _promise(state, field_called(name, players) or 0))


def _promise(state: State, field: FieldSet) -> int:
    """Statues that would fit on the vacant fields round about."""
    assert isinstance(state.land, Country)
    around = touching(field) & ~state.occupied()
    return sum(
        STATUES_ON[kind] * (fields & around).bit_count() for kind, fields in zip(KINDS, state.land.kinds, strict=True)
    )


def best_build(state: State, seat: Seat) -> Build | None:
    """What to build next of the best plan: what places most statues; None if the castle pays for nothing."""
    player = state.players[seat]
    hand = state.table.pool.hand(player.castle)
    plan = best_plan(hand, sites_for(state, seat), STATUES_EACH - player.placed)
    if not plan.builds:
        return None
    first = plan.builds[-1]
    site = None
    if first.sites.free is not None:
        site = field_called(most_promising(state, _fields(state, seat, first.sites)), len(state.players))
    price = state.table.prices.of(first.sites.kind, adjacent=first.sites.adjacent)
    return choose(state, Option(site or 0, price, hand), first.payment).build


def _fields(state: State, seat: Seat, sites: Sites) -> list[FieldName]:
    assert isinstance(state.land, Country)
    near = touching(state.players[seat].fields)
    of_kind = state.land.kinds[KINDS.index(sites.kind)] & ~state.occupied()
    return [FIELD_NAMES[bit] for bit in each_bit(of_kind & near if sites.adjacent else of_kind & ~near)]
