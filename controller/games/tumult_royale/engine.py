"""The rules as a function: a state and an action give the next state and what happened, or a refusal."""

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar, cast

from msgspec import UNSET, Struct
from msgspec.structs import replace

from controller.games.tumult_royale import actions, events, ranks, statues, supporters, tumults
from controller.games.tumult_royale.country import (
    FACE_DOWN,
    FIELD_NAMES,
    FIELDS_A_PLAYER,
    Country,
    FieldSet,
    Lie,
    Unmapped,
    each_bit,
    field_called,
    lay,
)
from controller.games.tumult_royale.edition import Edition, EditionFault, Tile, parse, standard
from controller.games.tumult_royale.events import Event
from controller.games.tumult_royale.refusal import Refusal
from controller.games.tumult_royale.state import (
    NOT_KNOWN,
    Coronation,
    Demand,
    FirstStatues,
    LastTiles,
    Over,
    Placing,
    Player,
    Pool,
    Robbing,
    Sentiment,
    SettingAside,
    State,
    Table,
    TileSet,
    Tumult,
)
from controller.games.tumult_royale.words import (
    COLORS,
    COMMODITIES,
    KINDS,
    PLAYER_COUNTS,
    SET_ASIDE_EACH,
    STATUES_EACH,
    STATUES_ON,
    Ending,
    Kind,
    RegionId,
    Seat,
    Slot,
    TileId,
)

TUMULT_COSTS: Final = 3
"""Supporters that the greediest pays (TR-3.5)."""

CONSOLATION: Final = 2
"""Supporters for who could build nothing (TR-4.10)."""

UNSPUN_DEMAND: Final = 3
"""The demand of a spin forgotten in round 1 (TR-1.3)."""

AMENDED_DEMANDS: Final = range(1, 10)

_TAXES: Final = (Robbing, LastTiles)

_P = TypeVar("_P")


class Step(Struct, frozen=True, gc=False):
    """What an action brought about."""

    state: State
    events: tuple[Event, ...]


def apply(state: State | None, action: actions.Start | actions.Move) -> Step:
    """The state after ``action``; ``state`` is None before the start.

    Raises:
        Refusal: the rules do not allow it.
    """
    if state is None:
        if type(action) is not actions.Start:
            raise Refusal("LOG", "not-started")
        return _start(action)
    if isinstance(state.phase, Over):
        raise Refusal("LOG", "over")
    happened: list[Event] = []
    after = _HANDLERS[type(action)](state, action, happened)
    return Step(after, tuple(happened))


# TR-0: the set-up.


def _start(action: actions.Start) -> Step:
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
    return Step(state, (began,))


def _edition(action: actions.Start) -> Edition:
    if isinstance(action.edition, str):
        return standard()
    try:
        return parse(action.edition)
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
        tuple(Lie(dealt.tile, dealt.turns) for dealt in sorted(regions, key=lambda dealt: dealt.slot)),
    )
    pastures = land.kinds[KINDS.index("pasture")].bit_count()
    if pastures < players:
        raise Refusal("TR-0.6", "few-pastures", pastures=pastures, players=players)
    return land


def _start_again(_state: State, _action: actions.Start, _happened: list[Event]) -> State:
    raise Refusal("LOG", "started-already")


def _place_first(state: State, action: actions.PlaceFirst, happened: list[Event]) -> State:
    _same_map(state, tracked=action.field is not UNSET)
    phase = _in_phase(state, FirstStatues, action)
    seat = _to_act(state, action)
    field: FieldSet | None = None
    if action.field is not UNSET:
        field = _field(state, action.field, "TR-0.6")
        assert isinstance(state.land, Country)
        if not field & state.land.kinds[KINDS.index("pasture")]:
            raise Refusal("TR-0.6", "first-no-pasture", field=action.field)
        if field & state.occupied():
            raise Refusal("TR-0.6", "first-occupied", field=action.field)
    happened.append(
        events.FirstStatuePlaced(player=action.player, field=None if action.field is UNSET else action.field)
    )
    state = _place(state, seat, field, 1)
    if phase.rank > 1:
        return replace(state, phase=FirstStatues(rank=phase.rank - 1))
    return _begin_round(state, happened)


# TR-1 and TR-10: the people's sentiment.


def _spin(state: State, action: actions.Spin, happened: list[Event]) -> State:
    gambler = state.table.variant == "gambler"
    if gambler != (action.commodity is not UNSET):
        raise Refusal("LOG", "spin-gambler" if gambler else "spin-classic")
    _in_phase(state, Sentiment, action)
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
    return _demand_known(replace(state, demand=_demand(demand)), happened)


def _forget_spin(state: State, action: actions.ForgetSpin, happened: list[Event]) -> State:
    _in_phase(state, Sentiment, action)
    bread, marble, tools = filled = [
        last if now is None else now for now, last in zip(state.demand, state.last_demand, strict=True)
    ]
    missing = tuple(commodity for commodity, now in zip(COMMODITIES, state.demand, strict=True) if now is None)
    happened.append(events.SpinForgotten(bread=bread, marble=marble, tools=tools, filled_in=missing))
    state = replace(state, demand=_demand(filled))
    if state.table.variant == "classic":
        return replace(state, phase=SettingAside())
    return _demand_known(state, happened)


def _demand_known(state: State, happened: list[Event]) -> State:
    """With ``gambler``: go on to the tumults after the last spin (TR-10.1)."""
    return state if None in state.demand else _resolve_tumults(state, happened)


def _demand(numbers: Sequence[int | None]) -> Demand:
    bread, marble, tools = numbers
    return bread, marble, tools


# TR-2: taxes.


def _set_aside(state: State, action: actions.SetAside, happened: list[Event]) -> State:
    phase = type(state.phase)
    if phase is not SettingAside and not (phase is Sentiment and state.table.variant == "classic"):
        raise _wrong_phase(state, action)
    tile = _tile(state, action.tile, "TR-2.1")
    if not tile & state.people:
        if tile & state.set_aside:
            raise Refusal("TR-2.1", "set-aside-already", tile=action.tile)
        raise Refusal("TR-2.1", "set-aside-castle", tile=action.tile, owner=_where(state, tile))
    of = SET_ASIDE_EACH * len(state.players)
    number = state.set_aside.bit_count() + 1
    if number > of:
        raise Refusal("TR-2.1", "set-aside-enough", of=of)
    happened.append(events.TileSetAside(tile=action.tile, number=number, of=of))
    return replace(state, set_aside=state.set_aside | tile)


def _collect(state: State, action: actions.Collect, happened: list[Event]) -> State:
    _in_phase(state, SettingAside, action)
    of, number = SET_ASIDE_EACH * len(state.players), state.set_aside.bit_count()
    if number != of:
        raise Refusal("TR-2.2", "collect-number", seen=number, of=of)
    happened.append(events.HourglassStarted(king=state.color(state.king)))
    return replace(state, phase=Robbing())


def _rob(state: State, action: actions.Rob, happened: list[Event]) -> State:
    phase = state.phase
    if not isinstance(phase, _TAXES):
        raise _wrong_phase(state, action)
    seat = state.seat(action.player)
    if seat is None:
        raise Refusal("TR-2.3", "player-unknown", seen=action.player)
    tile = _tile(state, action.tile, "TR-2.3")
    if tile & state.set_aside:
        raise Refusal("TR-2.1", "rob-set-aside", tile=action.tile)
    if not tile & state.people:
        raise Refusal("TR-2.4", "rob-castle", tile=action.tile, owner=_where(state, tile))
    late = isinstance(phase, LastTiles)
    if isinstance(phase, LastTiles):
        if seat in phase.late:
            raise Refusal("TR-2.5", "rob-late", player=action.player)
        phase = LastTiles(late=phase.late | {seat})
    player = state.players[seat]
    castle = player.castle | tile
    happened.append(
        events.TileRobbed(player=action.player, tile=action.tile, late=late, castle_tiles=castle.bit_count())
    )
    return replace(state, phase=phase, players=_with(state.players, seat, replace(player, castle=castle)))


def _stop(state: State, action: actions.Stop, happened: list[Event]) -> State:
    _in_phase(state, Robbing, action)
    happened.append(events.HourglassStopped())
    return replace(state, phase=LastTiles(late=frozenset()))


def _count(state: State, action: actions.Count, happened: list[Event]) -> State:
    _in_phase(state, LastTiles, action)
    left = state.table.pool.symbols(state.people)
    for commodity, symbols, demand in zip(COMMODITIES, left, state.demand, strict=True):
        happened.append(events.CommodityCounted(commodity=commodity, left=symbols, demand=demand))
    if state.table.variant == "gambler":
        return replace(state, phase=Sentiment())
    return _resolve_tumults(state, happened)


# TR-3: tumults.


def _resolve_tumults(state: State, happened: list[Event]) -> State:
    """Resolve all tumults (TR-3), then begin to place statues."""
    left = state.table.pool.symbols(state.people)
    for index, (commodity, symbols, demand) in enumerate(zip(COMMODITIES, left, state.demand, strict=True)):
        assert demand is not None
        if symbols < demand:
            state = _tumult(state, index, symbols, demand, happened)
        else:
            happened.append(events.PeopleContent(commodity=commodity, left=symbols, demand=demand))
    return _first_placer(state, happened)


def _tumult(state: State, index: int, left: int, demand: int, happened: list[Event]) -> State:
    """One tumult (TR-3.3 to TR-3.7) of the commodity with this index."""
    pool = state.table.pool
    robbed = [pool.symbols(player.castle)[index] for player in state.players]
    merciful = frozenset(Seat(seat) for seat, player in enumerate(state.players) if player.mercy)
    greediest, greed, tied = tumults.blame(robbed, merciful, state.ranked)
    shared: list[Event] = []
    state, paid = _pay(state, greediest, TUMULT_COSTS, shared)
    player = state.players[greediest]
    taken = player.castle & pool.of[index]
    kept = tumults.kept_tile(_tiles(pool, taken))
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
    player = replace(player, castle=player.castle & ~returned)
    return replace(state, players=_with(state.players, greediest, player), tumults=(*state.tumults, tumult))


# TR-4: statues.


def _build(state: State, action: actions.Build, happened: list[Event]) -> State:
    _same_map(state, tracked=action.field is not UNSET)
    phase = _in_phase(state, Placing, action)
    seat = _to_act(state, action)
    field = None if action.field is UNSET else _field(state, action.field, "TR-4.1")
    if action.kind is not UNSET and action.kind not in KINDS:
        raise Refusal("TR-4.1", "kind-unknown", seen=action.kind)
    bits = [_tile(state, tile, "TR-4.1") for tile in action.tiles]
    if field is None:
        assert action.adjacent is not UNSET
        site = statues.site_named(state.table, cast("Kind", action.kind), adjacent=action.adjacent)
    else:
        site = statues.site_on(state, seat, field)
    paid, gains = statues.payment(state, seat, bits, site)
    # TR-4.11: pay, gain, place, then look whether that was the 25th. Paying and placing are no one else's affair.
    number = min(STATUES_ON[site.kind], STATUES_EACH - state.players[seat].placed)
    state = _place(state, seat, field, number, paid)
    placed = state.players[seat].placed
    shared: list[Event] = []
    state, gained = _gain(state, seat, gains, shared)
    happened.append(
        events.Built(
            player=action.player,
            field=None if action.field is UNSET else action.field,
            kind=site.kind,
            double=not site.adjacent,
            tiles=action.tiles,
            gained=gained,
            statues=number,
            placed=placed,
        )
    )
    happened.extend(shared)
    if placed == STATUES_EACH:
        return _over(state, seat, "25th statue", happened)
    return _next_placer(state, Placing(phase.rank, built=True, able=phase.able | {seat}), happened)


def _pass(state: State, action: actions.Pass, happened: list[Event]) -> State:
    if action.stuck is not UNSET and state.table.map == "tracked":
        raise Refusal("LOG", "stuck-tracked")
    phase = _in_phase(state, Placing, action)
    seat = _to_act(state, action)
    stuck = action.stuck is True
    happened.append(events.Passed(player=action.player, stuck=stuck))
    able = phase.able if stuck else phase.able | {seat}
    return _next_placer(state, Placing(phase.rank, phase.built, able), happened)


def _next_placer(state: State, turn: Placing, happened: list[Event]) -> State:
    """Whose turn it is after ``turn``: the next who can build (TR-4.8); nobody if nobody built (TR-4.9)."""
    behind = range(turn.rank + 1, len(state.ranked) + 1)
    rank = _first_able(state, behind, happened)
    if rank is not None:
        return replace(state, phase=Placing(rank, turn.built, turn.able))
    if turn.built:
        rank = _first_able(state, range(1, turn.rank + 1), happened)
        if rank is not None:
            return replace(state, phase=Placing(rank, built=False, able=turn.able))
        # Who could not build just now cannot now.
        happened.extend(events.PassedOver(player=state.color(state.ranked[rank - 1])) for rank in behind)
    return _end_placing(state, turn.able, happened)


def _first_placer(state: State, happened: list[Event]) -> State:
    """Whose turn it is first in this phase (TR-4.1, TR-4.8)."""
    rank = _first_able(state, range(1, len(state.ranked) + 1), happened)
    if rank is None:
        return _end_placing(state, frozenset(), happened)
    return replace(state, phase=Placing(rank, built=False, able=frozenset()))


def _first_able(state: State, some_ranks: range, happened: list[Event]) -> int | None:
    """The first of these ranks that has a legal build; who has none is passed over (TR-4.8)."""
    vacant = ~state.occupied()
    for rank in some_ranks:
        seat = state.ranked[rank - 1]
        if statues.can_build(state, seat, vacant):
            return rank
        happened.append(events.PassedOver(player=state.color(seat)))
    return None


def _end_placing(state: State, able: frozenset[Seat], happened: list[Event]) -> State:
    """Left-over tiles go back (TR-4.9), who could build nothing is consoled (TR-4.10)."""
    left_over = [
        (state.color(seat), state.players[seat].castle.bit_count())
        for seat in state.ranked
        if state.players[seat].castle
    ]
    happened.append(events.PlacingEnded(left_over=tuple(left_over)))
    state = replace(
        state, players=tuple([replace(player, castle=0) if player.castle else player for player in state.players])
    )
    greedy = {tumult.greediest for tumult in state.tumults}
    for seat in state.ranked:
        if seat not in able and state.color(seat) not in greedy:
            shared: list[Event] = []
            state, gained = _gain(state, seat, CONSOLATION, shared)
            happened.append(events.Consoled(player=state.color(seat), gained=gained))
            happened.extend(shared)
    return _crown(state, happened)


# TR-5 to TR-8: ranks, crowning, mercy, the end.


def _crown(state: State, happened: list[Event]) -> State:
    """Deal the ranks anew (TR-5.1), crown the king (TR-6), go on to the reveal if one is due (TR-6.5)."""
    before = state.ranked
    held = [player.supporters for player in state.players]
    ranked = ranks.dealt_anew(held, before)
    happened.append(
        events.RanksDealt(
            before=state.colors(before),
            after=state.colors(ranked),
            supporters=tuple([held[seat] for seat in ranked]),
        )
    )
    king = ranked[0]
    shared: list[Event] = []
    state, paid = _pay(replace(state, ranked=ranked), king, ranks.CROWNING_COSTS, shared)
    number = ranks.chronicle_statues(state.round, state.players[king].placed)
    state = replace(_place(state, king, None, number), crowned=(*state.crowned, king))
    placed = state.players[king].placed
    happened.append(events.Crowned(king=state.color(king), round=state.round, paid=paid, statues=number, placed=placed))
    happened.extend(shared)
    if placed == STATUES_EACH:
        return _over(state, king, "25th statue", happened)
    due = ranks.reveal_due(state.round, len(ranked), state.land.face_down)
    if due:
        happened.append(events.RevealDue(king=state.color(king), tiles=due))
        return replace(state, phase=Coronation(due=due))
    return _check_end(state, happened)


def _reveal(state: State, action: actions.Reveal, happened: list[Event]) -> State:
    phase = _in_phase(state, Coronation, action)
    _to_act(state, action)
    land = state.land
    if isinstance(land, Unmapped):
        if action.tiles:
            raise Refusal("TR-6.3", "reveal-on-honour", seen=len(action.tiles))
        land = Unmapped(face_down=land.face_down - phase.due)
    else:
        land = _turned_up(state.table.edition, land, action.tiles, phase.due)
        happened.extend(
            events.RegionRevealed(slot=Slot(tile.slot), tile=tile.tile, turns=tile.turns) for tile in action.tiles
        )
    happened.append(events.RegionsRevealed(king=action.player, tiles=phase.due))
    return _check_end(replace(state, land=land), happened)


def _turned_up(edition: Edition, land: Country, tiles: Sequence[actions.SlotTurnedUp], due: int) -> Country:
    slots = list(land.slots)
    known = {region.id for region in edition.regions}
    for tile in tiles:
        if tile.slot not in range(len(slots)):
            raise Refusal("TR-6.3", "slot-unknown", seen=tile.slot, last=len(slots) - 1)
        if tile.tile not in known:
            raise Refusal("TR-6.3", "region-unknown", tile=tile.tile)
        if tile.turns not in range(4):
            raise Refusal("TR-6.3", "turns", slot=tile.slot, seen=tile.turns, most=3)
    if len(tiles) != due:
        raise Refusal("TR-6.3", "reveal-number", seen=len(tiles), due=due)
    for tile in tiles:
        if slots[tile.slot] != FACE_DOWN:
            raise Refusal("TR-6.3", "slot-face-up", slot=tile.slot)
        if any(lie.tile == tile.tile for lie in slots):
            raise Refusal("TR-6.3", "region-twice", tile=tile.tile)
        slots[tile.slot] = Lie(tile.tile, tile.turns)
    return lay(edition, tuple(slots))


def _check_end(state: State, happened: list[Event]) -> State:
    """End the game if the chronicle says so (TR-8.2); else the people's mercy (TR-7.1) and a new round (TR-7.2)."""
    placed = [player.placed for player in state.players]
    gap = ranks.gap(state.table.edition.chronicle, state.round)
    if gap is not None:
        most, fewest = max(placed), min(placed)
        last = state.round == ranks.ROUNDS
        over = last or most - fewest > gap
        happened.append(events.EndChecked(round=state.round, most=most, fewest=fewest, gap=gap, over=over))
        if over:
            return _over(state, ranks.winner(placed, state.ranked), "tenth round" if last else "gap", happened)
    merciful = ranks.shown_mercy(placed)
    happened.append(events.MercyShown(players=state.colors(sorted(merciful)), placed=min(placed)))
    bread, marble, tools = state.demand
    assert bread is not None
    assert marble is not None
    assert tools is not None
    state = replace(
        state,
        round=state.round + 1,
        demand=NOT_KNOWN,
        last_demand=(bread, marble, tools),
        players=tuple([replace(player, mercy=seat in merciful) for seat, player in enumerate(state.players)]),
        set_aside=0,
        tumults=(),
    )
    return _begin_round(state, happened)


def _begin_round(state: State, happened: list[Event]) -> State:
    """The first phase of a round: with ``gambler`` nobody spins before the taxes (TR-10.1)."""
    happened.append(events.RoundBegan(round=state.round, king=state.color(state.king)))
    return replace(state, phase=Sentiment() if state.table.variant == "classic" else SettingAside())


def _over(state: State, winner: Seat, ending: Ending, happened: list[Event]) -> State:
    """The game is over; the rest of the state stays as it is (TR-8.1)."""
    happened.append(
        events.GameOver(
            winner=state.color(winner),
            ending=ending,
            placed=tuple((state.color(seat), state.players[seat].placed) for seat in state.ranked),
        )
    )
    return replace(state, phase=Over(winner=winner, ending=ending))


# A human corrects the table.


def _amend(state: State, action: actions.Amend, happened: list[Event]) -> State:
    if action.supporters is not UNSET:
        return _amend_supporters(state, action.supporters, happened)
    if not isinstance(state.phase, SettingAside | Robbing | LastTiles):
        raise Refusal("LOG", "amend-phase", phase=state.phase.name)
    if action.move is not UNSET:
        return _amend_move(state, action.move, happened)
    assert action.demand is not UNSET
    return _amend_demand(state, action.demand, happened)


def _amend_supporters(state: State, changes: dict[str, int], happened: list[Event]) -> State:
    players = list(state.players)
    amended = []
    for color, change in changes.items():
        seat = state.seat(color)
        if seat is None:
            raise Refusal("LOG", "player-unknown", seen=color)
        then = players[seat].supporters + change
        if then < 0:
            raise Refusal("LOG", "amend-below-zero", player=color, change=change, has=players[seat].supporters)
        players[seat] = replace(players[seat], supporters=then)
        amended.append((state.color(seat), change, then))
    after = replace(state, players=tuple(players))
    if after.supply < 0:
        raise Refusal("LOG", "amend-supply", supply=state.supply)
    happened.append(events.SupportersAmended(changes=tuple(amended), supply=after.supply))
    return after


def _amend_move(state: State, move: actions.Moved, happened: list[Event]) -> State:
    tile = _tile(state, move.tile, "LOG")
    seat = state.seat(move.to)
    if seat is None and move.to not in {"people", "set_aside"}:
        raise Refusal("LOG", "amend-where", seen=move.to)
    happened.append(events.TileMoved(tile=move.tile, came_from=_where(state, tile), to=move.to))
    players = [replace(player, castle=player.castle & ~tile) for player in state.players]
    if seat is not None:
        players[seat] = replace(players[seat], castle=players[seat].castle | tile)
    set_aside = state.set_aside | tile if move.to == "set_aside" else state.set_aside & ~tile
    return replace(state, players=tuple(players), set_aside=set_aside)


def _amend_demand(state: State, numbers: dict[str, int], happened: list[Event]) -> State:
    demand = list(state.demand)
    amended = []
    for name, number in numbers.items():
        if name not in COMMODITIES:
            raise Refusal("LOG", "commodity-unknown", seen=name)
        index = COMMODITIES.index(name)
        before = demand[index]
        if before is None:
            raise Refusal("LOG", "amend-unknown-demand", commodity=name)
        if number not in AMENDED_DEMANDS:
            raise Refusal("LOG", "amend-demand-number", commodity=name, seen=number)
        demand[index] = number
        amended.append((name, before, number))
    happened.append(events.DemandAmended(changes=tuple(amended)))
    return replace(state, demand=_demand(demand))


# What the handlers share.


def _in_phase(state: State, phase: type[_P], action: actions.Move) -> _P:
    if not isinstance(state.phase, phase):
        raise _wrong_phase(state, action)
    return state.phase


def _wrong_phase(state: State, action: actions.Move) -> Refusal:
    return Refusal(actions.OWN_RULE[type(action)], "phase", do=_name(action), phase=state.phase.name)


def _to_act(state: State, action: actions.PlaceFirst | actions.Build | actions.Pass | actions.Reveal) -> Seat:
    seat = state.to_act
    assert seat is not None
    if state.color(seat) != action.player:
        raise Refusal(
            actions.OWN_RULE[type(action)],
            "turn",
            do=_name(action),
            seen=action.player,
            due=state.color(seat),
        )
    return seat


def _same_map(state: State, *, tracked: bool) -> None:
    """Refuse an action that names a field where the map is on honour, or names none where it is tracked."""
    if tracked != (state.table.map == "tracked"):
        raise Refusal("LOG", "field-on-honour" if tracked else "field-missing")


def _name(action: actions.Move) -> str:
    return str(action.__struct_config__.tag)


def _tile(state: State, tile: TileId, rule: str) -> TileSet:
    bit = state.table.pool.bits.get(tile)
    if bit is None:
        raise Refusal(rule, "tile-unknown", seen=tile)
    return bit


def _tiles(pool: Pool, tiles: TileSet) -> list[Tile]:
    return [pool.tiles[bit] for bit in each_bit(tiles)]


def _field(state: State, name: str, rule: str) -> FieldSet:
    field = field_called(name, len(state.players))
    if field is None:
        raise Refusal(rule, "field-unknown", seen=name, last=FIELD_NAMES[FIELDS_A_PLAYER * len(state.players) - 1])
    return field


def _where(state: State, tile: TileSet) -> str:
    """Where one tile lies: a colour, ``people`` or ``set_aside``."""
    for seat, player in enumerate(state.players):
        if player.castle & tile:
            return state.color(Seat(seat))
    return "set_aside" if state.set_aside & tile else "people"


def _with(players: tuple[Player, ...], seat: Seat, player: Player) -> tuple[Player, ...]:
    return (*players[:seat], player, *players[seat + 1 :])


def _place(state: State, seat: Seat, field: FieldSet | None, number: int, paid: TileSet = 0) -> State:
    """Place ``number`` statues of a player, paid with these tiles; ``field`` None where the table knows none."""
    player = state.players[seat]
    fields, pairs, triples = player.fields, player.pairs, player.triples
    if field is not None:
        fields |= field
        if number == 2:
            pairs |= field
        elif number == 3:
            triples |= field
    player = replace(
        player,
        placed=player.placed + number,
        castle=player.castle & ~paid,
        fields=fields,
        pairs=pairs,
        triples=triples,
    )
    return replace(state, players=_with(state.players, seat, player))


def _pay(state: State, seat: Seat, due: int, happened: list[Event]) -> tuple[State, int]:
    """Pay supporters to the supply (TR-9.1); gives what was paid."""
    if state.players[seat].supporters < due:
        shares = supporters.received(state.supply, state.ranked)
        told = tuple((state.color(each), shares[each]) for each in state.ranked)
        happened.append(events.SupportersShared(short=state.color(seat), due=due, received=told))
        state = _helped(state, shares)
    player = state.players[seat]
    paid = min(due, player.supporters)
    player = replace(player, supporters=player.supporters - paid)
    return replace(state, players=_with(state.players, seat, player)), paid


def _gain(state: State, seat: Seat, due: int, happened: list[Event]) -> tuple[State, int]:
    """Gain supporters from the supply (TR-9.2); gives what was gained."""
    if due == 0:
        return state, 0
    supply = state.supply
    if supply < due:
        shares = supporters.returned([player.supporters for player in state.players])
        told = tuple((state.color(each), shares[each]) for each in state.ranked)
        happened.append(events.SupportersReturned(gainer=state.color(seat), due=due, returned=told))
        state = _helped(state, [-share for share in shares])
        supply = state.supply
    player = state.players[seat]
    gained = min(due, supply)
    player = replace(player, supporters=player.supporters + gained)
    return replace(state, players=_with(state.players, seat, player)), gained


def _helped(state: State, changes: Sequence[int]) -> State:
    """The state after everybody's supporters changed, by seat."""
    players = [
        replace(player, supporters=player.supporters + change)
        for player, change in zip(state.players, changes, strict=True)
    ]
    return replace(state, players=tuple(players))


_HANDLERS: Final[dict[type, Callable[[State, Any, list[Event]], State]]] = {
    actions.Start: _start_again,
    actions.PlaceFirst: _place_first,
    actions.Spin: _spin,
    actions.ForgetSpin: _forget_spin,
    actions.SetAside: _set_aside,
    actions.Collect: _collect,
    actions.Rob: _rob,
    actions.Stop: _stop,
    actions.Count: _count,
    actions.Build: _build,
    actions.Pass: _pass,
    actions.Reveal: _reveal,
    actions.Amend: _amend,
}
