"""The set-up (TR-0), and amendments, by which people correct the state by hand."""

from collections.abc import Sequence
from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from controller.games.contract.tools.editions import EditionFault
from controller.games.tumult_royale.box.edition import Edition
from controller.games.tumult_royale.box.reading import EDITION_FORMAT, standard_edition
from controller.games.tumult_royale.box.words import COLORS, COMMODITIES, KINDS, PLAYER_COUNTS, RegionId, Seat
from controller.games.tumult_royale.rules import actions, country
from controller.games.tumult_royale.rules import state as states
from controller.games.tumult_royale.rules.actions import Refusal
from controller.games.tumult_royale.rules.chapters import shared
from controller.games.tumult_royale.rules.chapters.coronation import begin_round
from controller.games.undoable_log import Event, public_event

UNSPUN_DEMAND: Final = 3
"""Demand if the spin of round 1 is forgotten (TR-1.3)."""


def handle_start(action: actions.Start) -> tuple[states.State, tuple[Event, ...]]:
    """Return the first state (TR-0.1 to TR-0.6) and its events."""
    edition = _parse_edition_of_start(action)
    count = len(action.players)
    if count not in PLAYER_COUNTS:
        raise Refusal("TR-0.1", "player-count", seen=count)
    colors = tuple(player.color for player in action.players)
    for color in colors:
        if color not in COLORS:
            raise Refusal("TR-0.1", "color-unknown", seen=color)
        if colors.count(color) > 1:
            raise Refusal("TR-0.1", "color-twice", color=color)
    dealt = [player.rank for player in action.players]
    if sorted(dealt) != list(range(1, count + 1)):
        raise Refusal("TR-0.1", "ranks-dealt", players=count)
    land = (
        _check_regions_and_lay(edition, action.regions, count)
        if action.map == "tracked"
        else _unmapped_country_without_regions(action.regions, count)
    )
    ranked = tuple(Seat(dealt.index(rank)) for rank in range(1, count + 1))
    state = states.State(
        table=states.Table.create(edition, action.variant, action.map, colors),
        round=1,
        phase=states.FirstStatues(rank=count),
        ranked=ranked,
        demand=states.UNKNOWN_DEMAND,
        last_demand=(UNSPUN_DEMAND,) * 3,
        players=(states.Player(supporters=edition.supporters.start[str(count)]),) * count,
        set_aside=0,
        land=land,
        crowned=(),
        tumults=(),
    )
    return state, (public_event("started", players=count, color=colors[ranked[0]]),)


def _parse_edition_of_start(action: actions.Start) -> Edition:
    if isinstance(action.edition, str):
        return standard_edition()
    try:
        return EDITION_FORMAT.parse(action.edition)
    except EditionFault as fault:
        first = fault.first
        others = len(fault.faults) - 1
        raise Refusal(first.rule, "edition", where=first.where, problem=first.problem, others=others) from None


def _unmapped_country_without_regions(regions: Sequence[actions.SlotDealt], players: int) -> country.UnmappedCountry:
    if regions:
        raise Refusal("TR-0.3", "regions-on-honour", seen=len(regions))
    return country.UnmappedCountry(face_down=players)


def _check_regions_and_lay(edition: Edition, regions: Sequence[actions.SlotDealt], players: int) -> country.Country:
    slots = 2 * players
    if sorted(dealt.slot for dealt in regions) != list(range(slots)):
        raise Refusal("TR-0.3", "slots", slots=slots, last=slots - 1)
    known = {region.id for region in edition.regions}
    lying: set[RegionId] = set()
    for dealt in regions:
        if dealt.tile is None:
            continue
        if dealt.tile not in known:
            raise Refusal("TR-0.3", "region-unknown", tile=dealt.tile)
        if dealt.tile in lying:
            raise Refusal("TR-0.3", "region-twice", tile=dealt.tile)
        lying.add(dealt.tile)
    if len(lying) != players:
        raise Refusal("TR-0.3", "face-down-half", seen=slots - len(lying), expected=players)
    for dealt in regions:
        turns = range(4) if dealt.tile is not None else range(1)
        if dealt.turns not in turns:
            raise Refusal("TR-0.7", "turns", slot=dealt.slot, seen=dealt.turns, most=turns[-1])
    land = country.country_from_slots(
        edition,
        tuple(country.RegionInSlot(dealt.tile, dealt.turns) for dealt in sorted(regions, key=lambda dealt: dealt.slot)),
    )
    pastures = land.kinds[KINDS.index("pasture")].bit_count()
    if pastures < players:
        raise Refusal("TR-0.6", "few-pastures", pastures=pastures, players=players)
    return land


def handle_place_first(state: states.State, action: actions.PlaceFirst, events: list[Event]) -> states.State:
    """Place a first statue (TR-0.6); after the king's, begin the first round."""
    shared.require_map_mode(state, tracked=action.field is not UNSET)
    phase = shared.require_phase(state, states.FirstStatues, action)
    seat = shared.require_turn(state, action)
    field: country.FieldSet = 0
    if action.field is not UNSET:
        field = shared.require_field(state, action.field, "TR-0.6")
        assert isinstance(state.land, country.Country)
        if not field & state.land.kinds[KINDS.index("pasture")]:
            raise Refusal("TR-0.6", "first-no-pasture", field=action.field)
        if field & state.occupied_fields():
            raise Refusal("TR-0.6", "first-occupied", field=action.field)
        events.append(public_event("first-field", color=action.player, field=action.field))
    else:
        events.append(public_event("first", color=action.player))
    players = shared.with_player_replaced(state.players, seat, state.players[seat].with_statues_added(1, field))
    if phase.rank > 1:
        return replace(state, players=players, phase=states.FirstStatues(rank=phase.rank - 1))
    return begin_round(state, state.round, players, events)


AMENDABLE_DEMANDS: Final = range(1, 10)


def handle_amend(state: states.State, action: actions.Amend, events: list[Event]) -> states.State:
    if action.supporters is not UNSET:
        return _amend_supporters(state, action.supporters, events)
    if not isinstance(state.phase, states.SettingAside | states.Robbing | states.LastTiles):
        raise Refusal("LOG", "amend-phase", phase=state.phase.name)
    if action.move is not UNSET:
        return _amend_tile_place(state, action.move, events)
    assert action.demand is not UNSET
    return _amend_demand(state, action.demand, events)


def _amend_supporters(state: states.State, changes: dict[str, int], events: list[Event]) -> states.State:
    players = list(state.players)
    amended: list[dict[str, object]] = []
    for color, change in changes.items():
        seat = state.seat(color)
        if seat is None:
            raise Refusal("LOG", "player-unknown", seen=color)
        then = players[seat].supporters + change
        if then < 0:
            raise Refusal("LOG", "amend-below-zero", player=color, change=change, has=players[seat].supporters)
        players[seat] = replace(players[seat], supporters=then)
        amended.append({"color": color, "change": change, "then": then})
    after = replace(state, players=tuple(players))
    if after.supporters_in_supply < 0:
        raise Refusal("LOG", "amend-supply", supply=state.supporters_in_supply)
    events.extend(public_event("amended-supporters", **each, supply=after.supporters_in_supply) for each in amended)
    return after


def _amend_tile_place(state: states.State, move: actions.MovedTile, events: list[Event]) -> states.State:
    tile = shared.require_tile(state, move.tile, "LOG")
    seat = state.seat(move.to)
    if seat is None and move.to not in {"people", "set_aside"}:
        raise Refusal("LOG", "amend-where", seen=move.to)
    events.append(public_event("amended-move", before=shared.logged_place_of(state, tile), after=move.to))
    players = [replace(player, castle=player.castle & ~tile) for player in state.players]
    if seat is not None:
        players[seat] = replace(players[seat], castle=players[seat].castle | tile)
    set_aside = state.set_aside | tile if move.to == "set_aside" else state.set_aside & ~tile
    return replace(state, players=tuple(players), set_aside=set_aside)


def _amend_demand(state: states.State, numbers: dict[str, int], events: list[Event]) -> states.State:
    demand = list(state.demand)
    amended = []
    for name, number in numbers.items():
        if name not in COMMODITIES:
            raise Refusal("LOG", "commodity-unknown", seen=name)
        index = COMMODITIES.index(name)
        before = demand[index]
        if before is None:
            raise Refusal("LOG", "amend-unknown-demand", commodity=name)
        if number not in AMENDABLE_DEMANDS:
            raise Refusal("LOG", "amend-demand-number", commodity=name, seen=number)
        demand[index] = number
        amended.append(public_event("amended-demand", commodity=name, before=before, now=number))
    events.extend(amended)
    return replace(state, demand=shared.demand_from_numbers(demand))
