"""The set-up: players, region tiles and the first statues (TR-0)."""

from collections.abc import Sequence
from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from controller.games.contract.tools.editions import EditionFault
from controller.games.tumult_royale.box.edition import Edition
from controller.games.tumult_royale.box.reading import FORMAT, standard
from controller.games.tumult_royale.box.words import COLORS, KINDS, PLAYER_COUNTS, RegionId, Seat
from controller.games.tumult_royale.rules import actions, events
from controller.games.tumult_royale.rules.chapters.coronation import begin_round
from controller.games.tumult_royale.rules.chapters.shared import (
    acting_seat,
    field_named,
    in_phase,
    same_map,
    with_player,
)
from controller.games.tumult_royale.rules.country import Country, FieldSet, Placement, Unmapped, lay
from controller.games.tumult_royale.rules.events import Event
from controller.games.tumult_royale.rules.refusal import Refusal
from controller.games.tumult_royale.rules.state import NOT_KNOWN, FirstStatues, Player, State, Table

UNSPUN_DEMAND: Final = 3
"""The demand of a spin forgotten in round 1 (TR-1.3)."""


def start(action: actions.Start) -> tuple[State, tuple[Event, ...]]:
    """The state of a game that begins (TR-0.1 to TR-0.6), and what happened.

    Raises:
        Refusal: the rules do not allow it.
    """
    edition = _edition(action)
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
    land = _mapped(edition, action.regions, count) if action.map == "tracked" else _unmapped(action.regions, count)
    ranked = tuple(Seat(dealt.index(rank)) for rank in range(1, count + 1))
    state = State(
        table=Table.of(edition, action.variant, action.map, colors),
        round=1,
        phase=FirstStatues(rank=count),
        ranked=ranked,
        demand=NOT_KNOWN,
        last_demand=(UNSPUN_DEMAND,) * 3,
        players=(Player(supporters=edition.supporters_at_start(count)),) * count,
        set_aside=0,
        land=land,
        crowned=(),
        tumults=(),
    )
    began = events.GameBegan(
        edition=edition.name,
        variant=action.variant,
        map=action.map,
        players=colors,
        ranked=tuple(colors[seat] for seat in ranked),
    )
    return state, (began,)


def _edition(action: actions.Start) -> Edition:
    if isinstance(action.edition, str):
        return standard()
    try:
        return FORMAT.parse(action.edition)
    except EditionFault as fault:
        first = fault.first
        others = len(fault.faults) - 1
        raise Refusal(first.rule, "edition", where=first.where, problem=first.problem, others=others) from None


def _unmapped(regions: Sequence[actions.SlotDealt], players: int) -> Unmapped:
    if regions:
        raise Refusal("TR-0.3", "regions-on-honour", seen=len(regions))
    return Unmapped(face_down=players)


def _mapped(edition: Edition, regions: Sequence[actions.SlotDealt], players: int) -> Country:
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
    land = lay(
        edition,
        tuple(Placement(dealt.tile, dealt.turns) for dealt in sorted(regions, key=lambda dealt: dealt.slot)),
    )
    pastures = land.kinds[KINDS.index("pasture")].bit_count()
    if pastures < players:
        raise Refusal("TR-0.6", "few-pastures", pastures=pastures, players=players)
    return land


def place_first(state: State, action: actions.PlaceFirst, happened: list[Event]) -> State:
    """A first statue is put down (TR-0.6); after the king's the first round begins.

    Raises:
        Refusal: the rules do not allow it.
    """
    same_map(state, tracked=action.field is not UNSET)
    phase = in_phase(state, FirstStatues, action)
    seat = acting_seat(state, action)
    field: FieldSet = 0
    if action.field is not UNSET:
        field = field_named(state, action.field, "TR-0.6")
        assert isinstance(state.land, Country)
        if not field & state.land.kinds[KINDS.index("pasture")]:
            raise Refusal("TR-0.6", "first-no-pasture", field=action.field)
        if field & state.occupied():
            raise Refusal("TR-0.6", "first-occupied", field=action.field)
    happened.append(
        events.FirstStatuePlaced(player=action.player, field=None if action.field is UNSET else action.field)
    )
    player = state.players[seat].with_statues(1, field)
    state = replace(state, players=with_player(state.players, seat, player))
    if phase.rank > 1:
        return replace(state, phase=FirstStatues(rank=phase.rank - 1))
    return begin_round(state, happened)
