"""Bots for self-play: a function of state and ``Random`` returns the next move or draw.

In the taxes, people move together. Here players move in turn; each uses only the number of tiles on
the other castles.
"""

from collections.abc import Callable, Mapping
from random import Random
from typing import Final, TypeAlias

from msgspec import Struct

from controller.games.contract.values import PieceId
from controller.games.self_play_checks import check_no_violations, check_replays_to_states
from controller.games.tumult_royale.bots.plan import best_plan
from controller.games.tumult_royale.box import words
from controller.games.tumult_royale.box.edition import Edition
from controller.games.tumult_royale.box.reading import standard_edition
from controller.games.tumult_royale.rules import actions, country, options
from controller.games.tumult_royale.rules.actions import Action, Build, Move
from controller.games.tumult_royale.rules.engine import GameLog, apply, invariant_violations
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

MAX_TILES_CARRIED: Final = 8
"""Tiles a player can carry while the hourglass runs."""

MAX_SURPLUS_SYMBOLS: Final = 3
"""Symbols of a commodity that a castle may hold beyond those of its scarcest one."""


def wants_tile(state: State, seat: words.Seat, tile: PieceId) -> bool:
    """Whether a player who has lifted this tile of the people keeps it.

    The player knows the own castle, how many tiles others have and what is in play, but not which tiles others
    hold or which are left. A needed tile is kept unless the player expects blame for a tumult over it.
    """
    table, player = state.table, state.players[seat]
    face = table.pool.tile_by_id(tile)
    index = words.COMMODITIES.index(face.commodity)
    robbed = table.pool.symbol_counts(player.castle)
    if player.castle.bit_count() >= MAX_TILES_CARRIED or robbed[index] > min(robbed) + MAX_SURPLUS_SYMBOLS:
        return False
    taken = robbed[index] + face.value
    hidden = state.set_aside.bit_count() + sum(
        other.castle.bit_count() for other_seat, other in enumerate(state.players) if other_seat != seat
    )
    in_play, tiles = table.pool.symbol_counts(table.pool.all)[index], len(table.pool.tiles)
    a_tile = in_play / tiles  # average symbols of this commodity on an unseen tile
    demand = state.demand[index]
    expected = _mean_spinner_demand(state) if demand is None else demand
    if in_play - taken - hidden * a_tile >= expected:
        return True
    others = max(other.castle.bit_count() for other_seat, other in enumerate(state.players) if other_seat != seat)
    return greed(taken, mercy=player.mercy) < others * a_tile


def fair_share_of_tiles(state: State) -> int:
    """Return an equal share of the tiles that may go without a tumult (TR-3.1).

    A tile is left for each other player, who may rob one too many.
    """
    pool = state.table.pool
    a_tile = sum(pool.symbol_counts(pool.all)) / len(pool.tiles)
    demand = sum(_mean_spinner_demand(state) if each is None else each for each in state.demand)
    players = len(state.players)
    spare = len(pool.tiles) - state.set_aside.bit_count() - demand / a_tile - (players - 1)
    return min(MAX_TILES_CARRIED, max(1, round(spare / players)))


def _mean_spinner_demand(state: State) -> float:
    spinner = state.table.edition.spinner
    return sum(sector.demand * sector.degrees for sector in spinner) / sum(sector.degrees for sector in spinner)


def most_promising_field(state: State, fields: country.FieldSet) -> country.FieldSet:
    """Return the field whose free neighbours have most room for statues; the first on a tie."""
    assert isinstance(state.land, country.Country)
    kinds, vacant = state.land.kinds, ~state.occupied_fields()

    def free_statue_room(field: country.FieldSet) -> int:
        around = country.touching_fields(field) & vacant
        return sum(
            words.STATUES_BY_KIND[kind] * (kinds[index] & around).bit_count() for index, kind in enumerate(words.KINDS)
        )

    return max((1 << bit for bit in country.iter_bit_indexes(fields)), key=free_statue_room)


def best_build(state: State, seat: words.Seat) -> Build | None:
    """Return the best plan's largest build; None if the castle pays for nothing."""
    player = state.players[seat]
    hand = state.table.pool.counts_by_value(player.castle)
    plan = best_plan(hand, options.site_groups(state, seat), words.STATUES_PER_PLAYER - player.placed)
    if not plan.builds:
        return None
    first = plan.builds[-1]
    site = 0 if first.sites.fields is None else most_promising_field(state, first.sites.fields)
    price = state.table.prices.price_of_kind(first.sites.kind, adjacent=first.sites.adjacent)
    return options.choose_build(state, options.BuildOption(site, price, hand), first.payment).build


Bot: TypeAlias = Callable[[State, Random], Move | options.ChosenBuild]
"""Returns a legal move for any state of a game that is not over."""

QUARTER_TURNS: Final = range(4)

FORGET_PROBABILITY: Final = 0.02
"""The random bot's probability of forgetting to spin (TR-1.3)."""

EARLY_SET_ASIDE_PROBABILITY: Final = 0.3
"""Probability that the random bot forgets to spin, or sets a tile aside before the spin (TR-2.1)."""

MEAN_TILES_ROBBED: Final = 5
"""Tiles the random bot robs for each player on average."""

PASS_PROBABILITY: Final = 0.1
"""Probability that the random bot passes when able to build (TR-4.8)."""

LATE_TILE_PROBABILITY: Final = 0.4
"""Probability that a bot puts down one more late tile after the hourglass has run out (TR-2.5)."""

MAX_LOOKS: Final = 6
"""Unwanted tiles in a row after which the greedy bot stops the hourglass."""


def draw_start_action(
    random: Random,
    players: int,
    *,
    variant: words.Variant = "classic",
    map_mode: words.MapMode = "tracked",
    edition: Edition | None = None,
) -> actions.Start:
    """Draw a set-up (TR-0), of the shipped edition without ``edition``."""
    played = edition or standard_edition()
    ranks = random.sample(range(1, players + 1), players)
    return actions.Start(
        edition="standard" if edition is None else edition.to_mapping(),
        variant=variant,
        map=map_mode,
        players=tuple(
            actions.SeatedPlayer(color, rank) for color, rank in zip(words.COLORS[:players], ranks, strict=True)
        ),
        regions=_draw_regions(random, played, players) if map_mode == "tracked" else (),
    )


def _draw_regions(random: Random, edition: Edition, players: int) -> tuple[actions.SlotDealt, ...]:
    slots = range(2 * players)
    drawn = random.sample([region.id for region in edition.regions], len(slots))
    face_down = edition.frame[str(players)].face_down
    return tuple(
        actions.SlotDealt(slot, None, 0)
        if slot in face_down
        else actions.SlotDealt(slot, drawn[slot], random.choice(QUARTER_TURNS))
        for slot in slots
    )


def random_bot_move(state: State, random: Random) -> Move | options.ChosenBuild:
    return _RANDOM_MOVE_BY_PHASE[type(state.phase)](state, random)


def greedy_bot_move(state: State, random: Random) -> Move | options.ChosenBuild:
    """Rob useful tiles, avoid tumults, and build the most statues the castle can pay for."""
    return _GREEDY_MOVE_BY_PHASE[type(state.phase)](state, random)


BOT_BY_NAME: Final[Mapping[str, Bot]] = {"random": random_bot_move, "greedy": greedy_bot_move}


# Draws, and moves without a choice.


def _draw_spin(state: State, random: Random) -> Move:
    sectors = state.table.edition.spinner
    (sector,) = random.choices(sectors, [sector.degrees for sector in sectors])
    if state.table.variant == "classic":
        return actions.Spin(demand=sector.demand)
    return actions.Spin(demand=sector.demand, commodity=words.COMMODITIES[state.demand.index(None)])


def _random_setting_aside_move(state: State, random: Random) -> Move:
    """Set a tile aside (TR-2.1), or start the hourglass; amend if a correction left too many or too few."""
    missing = words.SET_ASIDE_PER_PLAYER * len(state.players) - state.set_aside.bit_count()
    if missing == 0:
        return actions.Collect()
    if missing < 0:
        return actions.Amend(move=actions.MovedTile(tile=_random_tile(state, state.set_aside, random), to="people"))
    if state.people_tiles:
        return actions.SetAside(tile=_random_tile(state, state.people_tiles, random))
    fullest = max(state.players, key=lambda player: player.castle.bit_count())
    return actions.Amend(move=actions.MovedTile(tile=_random_tile(state, fullest.castle, random), to="people"))


def _draw_reveal(state: State, random: Random) -> Move:
    """Choose slots; draw the tiles and their turns (TR-6.3)."""
    land, phase = state.land, state.phase
    assert isinstance(phase, Coronation)
    if not isinstance(land, country.Country):
        return actions.Reveal(player=_color_to_act(state), tiles=())
    lying = {lie.tile for lie in land.slots}
    new = [region.id for region in state.table.edition.regions if region.id not in lying]
    slots = [words.Slot(slot) for slot, lie in enumerate(land.slots) if lie == country.FACE_DOWN_REGION]
    turned_up = zip(random.sample(slots, phase.due), random.sample(new, phase.due), strict=True)
    return actions.Reveal(
        player=_color_to_act(state),
        tiles=tuple(actions.SlotTurnedUp(slot, tile, random.choice(QUARTER_TURNS)) for slot, tile in turned_up),
    )


def _raise_game_over(_state: State, _random: Random) -> Move:
    raise ValueError("the game is over, so there is no move")


# The random bot's choices.


def _random_first_statue(state: State, random: Random) -> Move:
    if not isinstance(state.land, country.Country):
        return actions.PlaceFirst(player=_color_to_act(state))
    return actions.PlaceFirst(
        player=_color_to_act(state),
        field=country.FIELD_NAMES[random.choice([*country.iter_bit_indexes(options.first_statue_fields(state))])],
    )


def _random_sentiment_move(state: State, random: Random) -> Move:
    draw = random.random()
    if draw < FORGET_PROBABILITY:
        return actions.ForgetSpin()
    if draw < EARLY_SET_ASIDE_PROBABILITY and state.table.variant == "classic":
        move = _random_setting_aside_move(state, random)
        if isinstance(move, actions.SetAside):
            return move
    return _draw_spin(state, random)


def _random_rob_or_stop(state: State, random: Random) -> Move:
    tiles, colors = state.people_tiles, state.table.colors
    if not tiles or random.random() * MEAN_TILES_ROBBED * len(colors) < 1:
        return actions.Stop()
    return actions.Rob(player=random.choice(colors), tile=_random_tile(state, tiles, random))


def _random_late_rob_or_count(state: State, random: Random) -> Move:
    tiles, hands = state.people_tiles, _players_who_may_put_late_tile(state)
    if not tiles or not hands or random.random() >= LATE_TILE_PROBABILITY:
        return actions.Count()
    return actions.Rob(player=random.choice(hands), tile=_random_tile(state, tiles, random))


def _random_build_or_pass(state: State, random: Random) -> Move | options.ChosenBuild:
    found = options.build_options(state)
    number = len(found)
    if not number or random.random() < PASS_PROBABILITY:
        if state.table.map == "honour":
            return actions.Pass(player=_color_to_act(state), stuck=random.random() < 0.5)
        return actions.Pass(player=_color_to_act(state))
    option = found[_random_below(number, random)]
    payments = option.payments
    return options.choose_build(state, option, payments[_random_below(len(payments), random)])


# The greedy bot's choices.


def _greedy_first_statue(state: State, _random: Random) -> Move:
    if not isinstance(state.land, country.Country):
        return actions.PlaceFirst(player=_color_to_act(state))
    field = most_promising_field(state, options.first_statue_fields(state))
    return actions.PlaceFirst(player=_color_to_act(state), field=country.field_name(field))


def _greedy_rob_or_stop(state: State, random: Random) -> Move:
    return _random_rob_if_wanted(state, random, state.table.colors, MAX_LOOKS) or actions.Stop()


def _greedy_late_rob_or_count(state: State, random: Random) -> Move:
    hands = _players_who_may_put_late_tile(state)
    if hands and random.random() < LATE_TILE_PROBABILITY:
        return _random_rob_if_wanted(state, random, hands, 1) or actions.Count()
    return actions.Count()


def _random_rob_if_wanted(
    state: State, random: Random, colors: tuple[words.Color, ...], looks: int
) -> actions.Rob | None:
    for _ in range(looks if state.people_tiles else 0):
        color, tile = random.choice(colors), _random_tile(state, state.people_tiles, random)
        seat = state.seat(color)
        assert seat is not None
        if wants_tile(state, seat, tile):
            return actions.Rob(player=color, tile=tile)
    return None


def _greedy_build_or_pass(state: State, _random: Random) -> Move:
    seat = state.seat_to_act
    assert seat is not None
    best: Build | None = best_build(state, seat)
    return best or actions.Pass(player=state.color(seat))


# Shared helpers.


def _players_who_may_put_late_tile(state: State) -> tuple[words.Color, ...]:
    """Return the players who may put down a late tile (TR-2.5)."""
    phase = state.phase
    assert isinstance(phase, LastTiles)
    return tuple(color for seat, color in enumerate(state.table.colors) if words.Seat(seat) not in phase.late)


def _random_below(number: int, random: Random) -> int:
    """As ``Random.choice`` would draw it, in half the time."""
    bits = number.bit_length()
    place = random.getrandbits(bits)
    while place >= number:
        place = random.getrandbits(bits)
    return place


def _random_tile(state: State, tiles: country.TileSet, random: Random) -> PieceId:
    return state.table.pool.ids_by_bit[country.nth_set_bit(tiles, _random_below(tiles.bit_count(), random))]


def _color_to_act(state: State) -> words.Color:
    assert state.seat_to_act is not None
    return state.color(state.seat_to_act)


_COMMON_MOVE_BY_PHASE: Final[Mapping[type, Bot]] = {
    Sentiment: _draw_spin,
    SettingAside: _random_setting_aside_move,
    Coronation: _draw_reveal,
    Over: _raise_game_over,
}
_RANDOM_MOVE_BY_PHASE: Final[Mapping[type, Bot]] = {
    **_COMMON_MOVE_BY_PHASE,
    FirstStatues: _random_first_statue,
    Sentiment: _random_sentiment_move,
    Robbing: _random_rob_or_stop,
    LastTiles: _random_late_rob_or_count,
    Placing: _random_build_or_pass,
}
_GREEDY_MOVE_BY_PHASE: Final[Mapping[type, Bot]] = {
    **_COMMON_MOVE_BY_PHASE,
    FirstStatues: _greedy_first_statue,
    Robbing: _greedy_rob_or_stop,
    LastTiles: _greedy_late_rob_or_count,
    Placing: _greedy_build_or_pass,
}


class PlayedGame(Struct, frozen=True):
    """A finished game, with its typed log and the winner's rank at the start."""

    actions: tuple[Action, ...]
    rounds: int
    ending: words.Ending
    winner_rank: int
    tumults: int


def play_game(start: actions.Start, bot: Bot, random: Random, *, check: bool = False) -> PlayedGame:
    """Let ``bot`` play from ``start`` to the end; raise BrokenGame if a check fails.

    Args:
        start: a legal set-up.
        bot: moves for all players.
        random: source of chance.
        check: check invariants after each action, and that the log as JSON gives the same states, also when its
            last actions are undone and redone.
    """
    log: list[Action] = [start]
    states = [apply(None, start).state]
    tumults = 0
    while not isinstance(states[-1].phase, Over):
        move = bot(states[-1], random)
        step = apply(states[-1], move)
        tumults += sum([event.key == "tumult" for event in step.events])
        log.append(options.move_to_action(move))
        if check:
            check_no_violations(invariant_violations(step.state), log)
            states.append(step.state)
        else:
            states[-1] = step.state
    if check:
        check_replays_to_states(GameLog(), log, states)
    end = states[-1]
    assert isinstance(end.phase, Over)
    return PlayedGame(
        actions=tuple(log),
        rounds=end.round,
        ending=end.phase.ending,
        winner_rank=start.players[end.phase.winner].rank,
        tumults=tumults,
    )
