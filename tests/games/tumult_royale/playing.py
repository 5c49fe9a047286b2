"""Situations of a game for the tests of its rules: a started game, a count to come, a player about to build."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from controller.games.contract.values import CastleId
from controller.games.tumult_royale.bots.bots import draw_start_action, random_bot_move
from controller.games.tumult_royale.box.reading import standard_edition
from controller.games.tumult_royale.box.words import COMMODITIES, KINDS, Color, MapMode, RegionId, Seat, Variant
from controller.games.tumult_royale.rules import actions, country, engine
from controller.games.tumult_royale.rules.actions import Refusal, action_to_mapping
from controller.games.tumult_royale.rules.engine import AppliedMove, GameLog
from controller.games.tumult_royale.rules.options import move_to_action
from controller.games.tumult_royale.rules.state import Demand, LastTiles, Placing, Player, State

Tiles = Sequence[str]
"""Tiles as ``b3`` (bread of value 3), ``m1``, ``t2``: which of those alike does not matter."""

BLUE, YELLOW, GREY = CastleId("blue"), CastleId("yellow"), CastleId("grey")
TWO = {"blue": 1, "yellow": 2}

TWO_PLAYER_LAND = (
    country.RegionInSlot(RegionId("R1"), 0),
    country.RegionInSlot(None, 0),
    country.RegionInSlot(None, 0),
    country.RegionInSlot(RegionId("R0"), 0),
)
"""A1 forest, B1 pasture, C1 village, A2 pasture, B2 mountain, C2 forest, A3 palace, B3 and C3 pasture;
D4 pasture, E4 forest, F4 mountain, D5 village, E5 pasture, F5 forest, D6 pasture, E6 mountain, F6 pasture."""


def start_action(
    ranks: Mapping[str, int],
    *,
    variant: Variant = "classic",
    map_mode: MapMode = "honour",
    slots: Sequence[country.RegionInSlot] = (),
    edition: Any = "standard",
) -> dict[str, Any]:
    return {
        "do": "start",
        "edition": edition,
        "variant": variant,
        "map": map_mode,
        "players": [{"color": color, "rank": rank} for color, rank in ranks.items()],
        "regions": [{"slot": slot, "tile": lie.tile, "turns": lie.turns} for slot, lie in enumerate(slots)],
    }


def started(ranks: Mapping[str, int], **how: Any) -> GameLog:
    play = GameLog()
    play.submit(start_action(ranks, **how))
    return play


def in_round_one(ranks: Mapping[str, int], **how: Any) -> GameLog:
    play = started(ranks, **how)
    for color in sorted(ranks, key=lambda color: -ranks[color]):
        play.submit({"do": "place_first", "player": color})
    return play


def after_spin() -> GameLog:
    play = in_round_one(TWO)
    play.submit({"do": "spin", "demand": 2})
    return play


def robbing(**how: Any) -> GameLog:
    """A game of two in which t01 to t06 are set aside and the hourglass runs; with `gambler` nobody has spun."""
    play = in_round_one(TWO, **how) if how.get("variant") == "gambler" else after_spin()
    for number in range(1, 7):
        play.submit({"do": "set_aside", "tile": f"t0{number}"})
    play.submit({"do": "collect"})
    return play


def state_of(play: GameLog) -> State:
    assert play.state is not None
    return play.state


def ids_of(pool: country.TilePool, wanted: Tiles, among: country.TileSet) -> tuple[list[str], country.TileSet]:
    """The first tiles of ``among`` that are as wanted, and their set."""
    ids: list[str] = []
    taken = 0
    for word in wanted:
        alike = pool.alike["bmt".index(word[0])][int(word[1]) - 1] & among & ~taken
        assert alike, f"no {word} is left"
        taken |= alike & -alike
        ids += pool.tile_ids(alike & -alike)
    return ids, taken


def about_to_count(
    ranks: Mapping[str, int],
    castles: Mapping[str, Tiles],
    left: Tiles,
    demand: Demand,
    *,
    merciful: Sequence[str] = (),
    supporters: Mapping[str, int] | None = None,
    **how: Any,
) -> State:
    """The hourglass has run out; what is neither on a castle nor left for the people is set aside."""
    state = state_of(in_round_one(ranks, **how))
    pool = state.table.pool
    free = pool.all
    players = []
    for player, color in zip(state.players, state.table.colors, strict=True):
        _, castle = ids_of(pool, castles.get(color, ()), free)
        free &= ~castle
        owns = player.supporters if supporters is None else supporters[color]
        players.append(replace(player, castle=castle, mercy=color in merciful, supporters=owns))
    _, people = ids_of(pool, left, free)
    return replace(
        state, phase=LastTiles(late=frozenset()), demand=demand, players=tuple(players), set_aside=free & ~people
    )


def about_to_build(
    castle: Tiles,
    *,
    fields: Sequence[str] = ("B1",),
    others_fields: Sequence[str] = ("E4",),
    others_castle: Tiles = ("b1", "m1"),
    map_mode: MapMode = "tracked",
    slots: Sequence[country.RegionInSlot] = TWO_PLAYER_LAND,
    **of_blue: Any,
) -> State:
    """Two players, blue the king: blue's turn in ``statues`` with one statue on each of the fields.

    Yellow can go on to build on D4, so that the phase does not end with blue's turn.
    """
    play = started({"blue": 1, "yellow": 2}, map_mode=map_mode, slots=slots if map_mode == "tracked" else ())
    state = state_of(play)
    pool = state.table.pool
    _, blues = ids_of(pool, castle, pool.all)
    _, yellows = ids_of(pool, others_castle, pool.all & ~blues)
    return replace(
        state,
        phase=Placing(rank=1, built=False, able=0),
        demand=(2, 2, 2),
        land=country.country_from_slots(standard_edition(), tuple(slots)) if map_mode == "tracked" else state.land,
        players=(
            replace(_standing_on(state.players[0], fields if map_mode == "tracked" else ()), castle=blues, **of_blue),
            replace(_standing_on(state.players[1], others_fields if map_mode == "tracked" else ()), castle=yellows),
        ),
    )


def _standing_on(player: Player, fields: Sequence[str]) -> Player:
    ones = 0
    for name in fields:
        ones |= bit(name)
    return replace(player, placed=max(1, len(fields)), fields=ones)


def bit(name: str) -> int:
    field = country.field_by_name(name, 4)
    assert field is not None
    return field


def castle_ids(state: State, color: str, wanted: Tiles) -> list[str]:
    ids, _ = ids_of(state.table.pool, wanted, player(state, color).castle)
    return ids


def build(state: State, field: str, *tiles: str, color: str = "blue") -> dict[str, Any]:
    return {"do": "build", "player": color, "field": field, "tiles": castle_ids(state, color, tiles)}


def end_of_phase(
    round_number: int = 1, *, placed: Mapping[str, int] | None = None, ranks: Mapping[str, int] = TWO, **how: Any
) -> State:
    """A count after which no player can build; all are consoled with 2."""
    state = about_to_count(ranks, {}, ["b3", "m3", "t3"], (2, 2, 2), **how)
    players = tuple(
        replace(each, placed=(placed or {}).get(color, each.placed))
        for color, each in zip(state.table.colors, state.players, strict=True)
    )
    return replace(state, round=round_number, players=players)


def player(state: State, color: str) -> Player:
    return state.players[seat(state, color)]


def rank(state: State, color: str) -> int:
    return state.rank(seat(state, color))


def seat(state: State, color: str) -> Seat:
    found = state.seat(color)
    assert found is not None
    return found


def colors(state: State) -> dict[str, int]:
    return {color: each.supporters for color, each in zip(state.table.colors, state.players, strict=True)}


def do(state: State | None, action: Mapping[str, Any]) -> AppliedMove:
    typed = actions.action_from_json(action)
    assert not isinstance(typed, actions.Undo)
    return engine.apply(state, typed)


def events_of(step: AppliedMove, key: str) -> list[dict[str, Any]]:
    """The values of this step's events with that key."""
    return [event.values for event in step.events if event.key == key]


def refused(state: State | None, action: Mapping[str, Any], rule: str) -> Refusal:
    with pytest.raises(Refusal) as caught:
        do(state, action)
    assert caught.value.code == rule, str(caught.value)
    assert str(caught.value)
    return caught.value


def acting_color(state: State) -> Color | None:
    return None if state.seat_to_act is None else state.color(state.seat_to_act)


def random_start(chance: Random, players: int, variant: Variant, map_mode: MapMode) -> dict[str, Any]:
    return action_to_mapping(draw_start_action(chance, players, variant=variant, map_mode=map_mode))


def random_move(chance: Random, state: State) -> dict[str, Any]:
    return action_to_mapping(move_to_action(random_bot_move(state, chance)))


def house_edition(chance: Random) -> dict[str, Any]:
    """Few supporters or many, cheap statues or dear ones, wide gaps or narrow ones."""
    most, gap, total = chance.choice((1, 2, 3)), chance.choice((0, 6, 50)), chance.choice((8, 30, 105))
    demands = chance.choice(((2, 3, 4, 5), (1, 2), (3, 9), (0, 6)))
    return {
        **standard_edition().to_mapping(),
        "costs": {kind: {each: max(0, chance.randint(-1, most)) for each in COMMODITIES} for kind in KINDS},
        "spinner": [{"demand": demand, "degrees": 360 // len(demands)} for demand in demands],
        "chronicle": [chance.randint(0, gap) for _ in range(5)],
        "regions": [
            {"id": f"R{number}", "fields": ["pasture", *chance.choices(KINDS, (4, 2, 1, 1, 1), k=8)]}
            for number in range(8)
        ],
        "supporters": {"total": total, "start": {count: chance.randint(0, total // int(count)) for count in "234"}},
    }


def with_hidden_tiles_swapped(state: State, seat: Seat | None = None) -> State:
    """Another world: tiles set aside lie with the people instead, and of a robber's rivals where they were."""
    pool = state.table.pool
    hidden: list[country.TileSet] = [state.set_aside, state.people_tiles]
    if seat is not None:
        hidden += [player.castle for other, player in enumerate(state.players) if other != seat]
    order = [1 << bit for tiles in hidden for bit in range(len(pool.tiles)) if tiles >> bit & 1]
    moved = iter([*order[7:], *order[:7]])
    dealt = [sum(next(moved) for _ in range(tiles.bit_count())) for tiles in hidden]
    castles = iter(dealt[2:])
    players = [
        player if seat is None or other == seat else replace(player, castle=next(castles))
        for other, player in enumerate(state.players)
    ]
    return replace(state, set_aside=dealt[0], players=tuple(players))
