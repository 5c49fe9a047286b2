"""Bots for self-play: a function of state and ``Random`` returns the next move, including draws of chance.

In the taxes people move at the same time. A bot plays one hand after the other; each hand sees only the number of tiles
on the other castles.
"""

from collections.abc import Callable, Mapping
from random import Random
from typing import Final, TypeAlias

from msgspec import Struct

from controller.games.contract.values import PieceId
from controller.games.self_play_checks import assert_invariants, assert_replays
from controller.games.tumult_royale.bots.plan import best_plan, site_groups
from controller.games.tumult_royale.box.edition import Edition
from controller.games.tumult_royale.box.reading import standard
from controller.games.tumult_royale.box.words import (
    COLORS,
    COMMODITIES,
    KINDS,
    SET_ASIDE_EACH,
    STATUES_EACH,
    STATUES_ON,
    Color,
    Ending,
    MapMode,
    Seat,
    Slot,
    Variant,
)
from controller.games.tumult_royale.rules import actions
from controller.games.tumult_royale.rules.actions import Action, Build, Move
from controller.games.tumult_royale.rules.country import (
    FACE_DOWN,
    FIELD_NAMES,
    Country,
    FieldSet,
    TileSet,
    each_bit,
    field_name,
    nth_bit,
    touching,
)
from controller.games.tumult_royale.rules.engine import GameLog, apply, violations
from controller.games.tumult_royale.rules.options import Choice, Option, as_action, choose, first_fields, options
from controller.games.tumult_royale.rules.ranks import greed
from controller.games.tumult_royale.rules.state import (
    Coronation,
    FirstStatues,
    LastTiles,
    Over,
    Placing,
    Robbing,
    Sentiment,
    SettingAside,
    State,
)

MAX_CARRIED: Final = 8
"""Tiles that one player can carry while the hourglass runs."""

MAX_SURPLUS: Final = 3
"""Symbols of a commodity that a castle may hold beyond those of its scarcest one."""


def wants_tile(state: State, seat: Seat, tile: PieceId) -> bool:
    """Return whether a player who has just lifted this tile of the people keeps it.

    The player knows the own castle, how many tiles the others have and what is in play, but not which tiles the others
    hold or which are left. A tile that fits is kept unless the player expects blame for a tumult over it.
    """
    table, player = state.table, state.players[seat]
    face = table.pool.tile(tile)
    index = COMMODITIES.index(face.commodity)
    robbed = table.pool.symbols(player.castle)
    if player.castle.bit_count() >= MAX_CARRIED or robbed[index] > min(robbed) + MAX_SURPLUS:
        return False
    taken = robbed[index] + face.value
    hidden = state.set_aside.bit_count() + sum(
        other.castle.bit_count() for other_seat, other in enumerate(state.players) if other_seat != seat
    )
    in_play, tiles = table.pool.symbols(table.pool.all)[index], len(table.pool.tiles)
    a_tile = in_play / tiles  # average symbols of this commodity on an unseen tile
    demand = state.demand[index]
    expected = _mean_demand(state) if demand is None else demand
    if in_play - taken - hidden * a_tile >= expected:
        return True
    others = max(other.castle.bit_count() for other_seat, other in enumerate(state.players) if other_seat != seat)
    return greed(taken, mercy=player.mercy) < others * a_tile


def _mean_demand(state: State) -> float:
    spinner = state.table.edition.spinner
    return sum(sector.demand * sector.degrees for sector in spinner) / sum(sector.degrees for sector in spinner)


def most_promising(state: State, fields: FieldSet) -> FieldSet:
    """Return the field whose free neighbours have room for most statues; the first of several."""
    assert isinstance(state.land, Country)
    kinds, vacant = state.land.kinds, ~state.occupied()

    def promise(field: FieldSet) -> int:
        around = touching(field) & vacant
        return sum(STATUES_ON[kind] * (kinds[index] & around).bit_count() for index, kind in enumerate(KINDS))

    return max((1 << bit for bit in each_bit(fields)), key=promise)


def best_build(state: State, seat: Seat) -> Build | None:
    """Return the largest build of the best plan; None if the castle pays for nothing."""
    player = state.players[seat]
    hand = state.table.pool.hand(player.castle)
    plan = best_plan(hand, site_groups(state, seat), STATUES_EACH - player.placed)
    if not plan.builds:
        return None
    first = plan.builds[-1]
    site = 0 if first.sites.fields is None else most_promising(state, first.sites.fields)
    price = state.table.prices.of(first.sites.kind, adjacent=first.sites.adjacent)
    return choose(state, Option(site, price, hand), first.payment).build


Bot: TypeAlias = Callable[[State, Random], Move | Choice]
"""Returns a legal move for any state of a game that is not over."""

TURNS: Final = range(4)

FORGET_PROBABILITY: Final = 0.02
"""A random king forgets to spin (TR-1.3)."""

EARLY_SET_ASIDE_PROBABILITY: Final = 0.3
"""A random player sets a tile aside before the spin (TR-2.1)."""

MEAN_ROBBED: Final = 5
"""Tiles that a random player robs on average."""

PASS_PROBABILITY: Final = 0.1
"""A random player passes although able to build (TR-4.8)."""

LATE_TILE_PROBABILITY: Final = 0.4
"""A player holds a tile when the hourglass runs out (TR-2.5)."""

MAX_LOOKS: Final = 6
"""Unwanted tiles in a row after which greedy players stop the hourglass."""


def deal(
    random: Random,
    players: int,
    *,
    variant: Variant = "classic",
    map_mode: MapMode = "tracked",
    edition: Edition | None = None,
) -> actions.Start:
    """Draw a set-up (TR-0), of the shipped edition if none is given."""
    played = edition or standard()
    ranks = random.sample(range(1, players + 1), players)
    return actions.Start(
        edition="standard" if edition is None else edition.to_mapping(),
        variant=variant,
        map=map_mode,
        players=tuple(actions.SeatedPlayer(color, rank) for color, rank in zip(COLORS[:players], ranks, strict=True)),
        regions=_dealt_regions(random, played, players) if map_mode == "tracked" else (),
    )


def _dealt_regions(random: Random, edition: Edition, players: int) -> tuple[actions.SlotDealt, ...]:
    slots = range(2 * players)
    drawn = random.sample([region.id for region in edition.regions], len(slots))
    face_down = edition.frame[str(players)].face_down
    return tuple(
        actions.SlotDealt(slot, None, 0)
        if slot in face_down
        else actions.SlotDealt(slot, drawn[slot], random.choice(TURNS))
        for slot in slots
    )


def random_bot(state: State, random: Random) -> Move | Choice:
    return _RANDOM[type(state.phase)](state, random)


def greedy_bot(state: State, random: Random) -> Move | Choice:
    """Rob useful tiles, avoid tumults, and build the most statues that the castle can pay for."""
    return _GREEDY[type(state.phase)](state, random)


BOTS: Final[Mapping[str, Bot]] = {"random": random_bot, "greedy": greedy_bot}


# Draws, and moves without a choice.


def _spin(state: State, random: Random) -> Move:
    sectors = state.table.edition.spinner
    (sector,) = random.choices(sectors, [sector.degrees for sector in sectors])
    if state.table.variant == "classic":
        return actions.Spin(demand=sector.demand)
    return actions.Spin(demand=sector.demand, commodity=COMMODITIES[state.demand.index(None)])


def _set_aside(state: State, random: Random) -> Move:
    """Set any tile aside (TR-2.1), or amend if a correction by hand has left too many or too few."""
    missing = SET_ASIDE_EACH * len(state.players) - state.set_aside.bit_count()
    if missing == 0:
        return actions.Collect()
    if missing < 0:
        return actions.Amend(move=actions.Moved(tile=_any_tile(state, state.set_aside, random), to="people"))
    if state.people:
        return actions.SetAside(tile=_any_tile(state, state.people, random))
    fullest = max(state.players, key=lambda player: player.castle.bit_count())
    return actions.Amend(move=actions.Moved(tile=_any_tile(state, fullest.castle, random), to="people"))


def _reveal(state: State, random: Random) -> Move:
    """Choose slots; draw the tiles and their turns (TR-6.3)."""
    land, phase = state.land, state.phase
    assert isinstance(phase, Coronation)
    if not isinstance(land, Country):
        return actions.Reveal(player=_to_act(state), tiles=())
    lying = {lie.tile for lie in land.slots}
    new = [region.id for region in state.table.edition.regions if region.id not in lying]
    slots = [Slot(slot) for slot, lie in enumerate(land.slots) if lie == FACE_DOWN]
    turned_up = zip(random.sample(slots, phase.due), random.sample(new, phase.due), strict=True)
    return actions.Reveal(
        player=_to_act(state),
        tiles=tuple(actions.SlotTurnedUp(slot, tile, random.choice(TURNS)) for slot, tile in turned_up),
    )


def _over(_state: State, _random: Random) -> Move:
    raise ValueError("the game is over, so there is no move")


# The random bot's choices.


def _random_first(state: State, random: Random) -> Move:
    if not isinstance(state.land, Country):
        return actions.PlaceFirst(player=_to_act(state))
    return actions.PlaceFirst(player=_to_act(state), field=FIELD_NAMES[random.choice([*each_bit(first_fields(state))])])


def _random_sentiment(state: State, random: Random) -> Move:
    draw = random.random()
    if draw < FORGET_PROBABILITY:
        return actions.ForgetSpin()
    if draw < EARLY_SET_ASIDE_PROBABILITY and state.table.variant == "classic":
        move = _set_aside(state, random)
        if isinstance(move, actions.SetAside):
            return move
    return _spin(state, random)


def _random_rob(state: State, random: Random) -> Move:
    tiles, colors = state.people, state.table.colors
    if not tiles or random.random() * MEAN_ROBBED * len(colors) < 1:
        return actions.Stop()
    return actions.Rob(player=random.choice(colors), tile=_any_tile(state, tiles, random))


def _random_last(state: State, random: Random) -> Move:
    tiles, hands = state.people, _hands_left(state)
    if not tiles or not hands or random.random() >= LATE_TILE_PROBABILITY:
        return actions.Count()
    return actions.Rob(player=random.choice(hands), tile=_any_tile(state, tiles, random))


def _random_place(state: State, random: Random) -> Move | Choice:
    found = options(state)
    number = len(found)
    if not number or random.random() < PASS_PROBABILITY:
        if state.table.map == "honour":
            return actions.Pass(player=_to_act(state), stuck=random.random() < 0.5)
        return actions.Pass(player=_to_act(state))
    option = found[_below(number, random)]
    payments = option.payments
    return choose(state, option, payments[_below(len(payments), random)])


# The greedy bot's choices.


def _greedy_first(state: State, _random: Random) -> Move:
    if not isinstance(state.land, Country):
        return actions.PlaceFirst(player=_to_act(state))
    field = most_promising(state, first_fields(state))
    return actions.PlaceFirst(player=_to_act(state), field=field_name(field))


def _greedy_rob(state: State, random: Random) -> Move:
    return _wanted(state, random, state.table.colors, MAX_LOOKS) or actions.Stop()


def _greedy_last(state: State, random: Random) -> Move:
    hands = _hands_left(state)
    if hands and random.random() < LATE_TILE_PROBABILITY:
        return _wanted(state, random, hands, 1) or actions.Count()
    return actions.Count()


def _wanted(state: State, random: Random, colors: tuple[Color, ...], looks: int) -> actions.Rob | None:
    for _ in range(looks if state.people else 0):
        color, tile = random.choice(colors), _any_tile(state, state.people, random)
        seat = state.seat(color)
        assert seat is not None
        if wants_tile(state, seat, tile):
            return actions.Rob(player=color, tile=tile)
    return None


def _greedy_place(state: State, _random: Random) -> Move:
    seat = state.to_act
    assert seat is not None
    best: Build | None = best_build(state, seat)
    return best or actions.Pass(player=state.color(seat))


# Shared helpers.


def _hands_left(state: State) -> tuple[Color, ...]:
    """Return the players who may still put down a late tile (TR-2.5)."""
    phase = state.phase
    assert isinstance(phase, LastTiles)
    return tuple(color for seat, color in enumerate(state.table.colors) if Seat(seat) not in phase.late)


def _below(number: int, random: Random) -> int:
    """Return a random number below ``number``, the draw of ``Random.choice`` in half its time."""
    bits = number.bit_length()
    place = random.getrandbits(bits)
    while place >= number:
        place = random.getrandbits(bits)
    return place


def _any_tile(state: State, tiles: TileSet, random: Random) -> PieceId:
    return state.table.pool.ids_by_bit[nth_bit(tiles, _below(tiles.bit_count(), random))]


def _to_act(state: State) -> Color:
    assert state.to_act is not None
    return state.color(state.to_act)


_SAME: Final[Mapping[type, Bot]] = {
    Sentiment: _spin,
    SettingAside: _set_aside,
    Coronation: _reveal,
    Over: _over,
}
_RANDOM: Final[Mapping[type, Bot]] = {
    **_SAME,
    FirstStatues: _random_first,
    Sentiment: _random_sentiment,
    Robbing: _random_rob,
    LastTiles: _random_last,
    Placing: _random_place,
}
_GREEDY: Final[Mapping[type, Bot]] = {
    **_SAME,
    FirstStatues: _greedy_first,
    Robbing: _greedy_rob,
    LastTiles: _greedy_last,
    Placing: _greedy_place,
}


class PlayedGame(Struct, frozen=True):
    """A game played to its end.

    Attributes:
        actions: the log, typed.
        winner_rank: the winner's rank at the start.
    """

    actions: tuple[Action, ...]
    rounds: int
    ending: Ending
    winner_rank: int
    tumults: int


def play_game(start: actions.Start, bot: Bot, random: Random, *, check: bool = False) -> PlayedGame:
    """Let ``bot`` play from ``start`` to the end.

    Args:
        start: a legal set-up.
        bot: moves for all players.
        random: source of chance.
        check: check the invariants after each action, and that the log as JSON leads to the same states, also when its
            last actions are undone and redone.

    Raises:
        BrokenGame: a check failed.
    """
    log: list[Action] = [start]
    states = [apply(None, start).state]
    tumults = 0
    while not isinstance(states[-1].phase, Over):
        move = bot(states[-1], random)
        step = apply(states[-1], move)
        tumults += sum([event.key == "tumult" for event in step.events])
        log.append(as_action(move))
        if check:
            assert_invariants(violations(step.state), log)
            states.append(step.state)
        else:
            states[-1] = step.state
    if check:
        assert_replays(GameLog(), log, states)
    end = states[-1]
    assert isinstance(end.phase, Over)
    return PlayedGame(
        actions=tuple(log),
        rounds=end.round,
        ending=end.phase.ending,
        winner_rank=start.players[end.phase.winner].rank,
        tumults=tumults,
    )
