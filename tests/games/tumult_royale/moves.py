"""Random legal moves for any state, and random starts: what whole games of the tests are made of."""

from random import Random
from typing import Any

from controller.games.tumult_royale.box.reading import standard
from controller.games.tumult_royale.box.words import COLORS, COMMODITIES, SET_ASIDE_EACH, MapMode, Variant
from controller.games.tumult_royale.rules import options
from controller.games.tumult_royale.rules.actions import to_mapping
from controller.games.tumult_royale.rules.country import FIELD_NAMES, Country, each_bit
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


def random_start(chance: Random, players: int, variant: Variant, map_mode: MapMode) -> dict[str, Any]:
    """A legal ``start`` of the shipped edition."""
    ranks = chance.sample(range(1, players + 1), players)
    slots: list[dict[str, Any]] = []
    if map_mode == "tracked":
        tiles = chance.sample([region.id for region in standard().regions], 2 * players)
        down = chance.sample(range(2 * players), players)
        slots = [
            {"slot": slot, "tile": None, "turns": 0}
            if slot in down
            else {"slot": slot, "tile": tiles[slot], "turns": chance.randrange(4)}
            for slot in chance.sample(range(2 * players), 2 * players)
        ]
    return {
        "do": "start",
        "edition": "standard",
        "variant": variant,
        "map": map_mode,
        "players": [
            {"color": color, "rank": rank} for color, rank in zip(chance.sample(COLORS, players), ranks, strict=True)
        ],
        "regions": slots,
    }


def random_move(chance: Random, state: State) -> dict[str, Any]:
    """A legal move; the game must not be over."""
    pool, phase = state.table.pool, state.phase
    match phase:
        case FirstStatues():
            move = {"do": "place_first", "player": _to_act(state)}
            if isinstance(state.land, Country):
                free = state.land.kinds[0] & ~state.occupied()
                move["field"] = FIELD_NAMES[chance.choice(list(each_bit(free)))]
            return move
        case Sentiment():
            if chance.random() < 0.2:
                return {"do": "forget_spin"}
            spun: dict[str, Any] = {"do": "spin", "demand": chance.choice(sorted(state.table.edition.demands()))}
            if state.table.variant == "gambler":
                spun["commodity"] = COMMODITIES[state.demand.index(None)]
            return spun
        case SettingAside():
            missing = SET_ASIDE_EACH * len(state.players) - state.set_aside.bit_count()
            if missing < 0:
                return {"do": "amend", "move": {"tile": pool.ids(state.set_aside)[0], "to": "people"}}
            return {"do": "set_aside", "tile": chance.choice(pool.ids(state.people))} if missing else {"do": "collect"}
        case Robbing():
            left = pool.ids(state.people)
            if not left or chance.random() < 0.06:
                return {"do": "stop"}
            return {"do": "rob", "player": chance.choice(state.table.colors), "tile": chance.choice(left)}
        case LastTiles(late=late):
            left = pool.ids(state.people)
            hands = [color for seat, color in enumerate(state.table.colors) if seat not in late]
            if left and hands and chance.random() < 0.3:
                return {"do": "rob", "player": chance.choice(hands), "tile": chance.choice(left)}
            return {"do": "count"}
        case Placing():
            choices = options.options(state)
            if not choices or chance.random() < 0.1:
                return {"do": "pass", "player": _to_act(state)}
            option = chance.choice(choices)
            return to_mapping(options.choose(state, option, chance.choice(option.payments)).build)
        case Coronation(due=due):
            tiles = []
            if isinstance(state.land, Country):
                up = {lie.tile for lie in state.land.slots}
                down = [slot for slot, lie in enumerate(state.land.slots) if lie.tile is None]
                new = [region.id for region in state.table.edition.regions if region.id not in up]
                tiles = [
                    {"slot": slot, "tile": tile, "turns": chance.randrange(4)}
                    for slot, tile in zip(chance.sample(down, due), chance.sample(new, due), strict=True)
                ]
            return {"do": "reveal", "player": _to_act(state), "tiles": tiles}
        case Over():
            raise ValueError("the game is over: there is no move")


def _to_act(state: State) -> str:
    assert state.to_act is not None
    return state.color(state.to_act)


def random_action(chance: Random, state: State) -> dict[str, Any]:
    """An action of good shape that is as likely wrong as right."""
    colors = [*COLORS, "red"]
    tiles = [*(tile.id for tile in state.table.pool.tiles), "t99"]
    fields = [*FIELD_NAMES, "Z9"]
    hand = chance.sample(tiles, chance.randrange(5))
    color = chance.choice(colors)
    return chance.choice(
        [
            {"do": "place_first", "player": color, "field": chance.choice(fields)},
            {"do": "place_first", "player": color},
            {"do": "spin", "demand": chance.randrange(1, 7)},
            {"do": "spin", "demand": chance.randrange(1, 7), "commodity": chance.choice(COMMODITIES)},
            {"do": "forget_spin"},
            {"do": "set_aside", "tile": chance.choice(tiles)},
            {"do": "collect"},
            {"do": "rob", "player": color, "tile": chance.choice(tiles)},
            {"do": "stop"},
            {"do": "count"},
            {"do": "build", "player": color, "field": chance.choice(fields), "tiles": hand},
            {"do": "build", "player": color, "kind": "pasture", "adjacent": True, "tiles": hand},
            {"do": "pass", "player": color},
            {"do": "pass", "player": color, "stuck": True},
            {"do": "reveal", "player": color, "tiles": []},
            {"do": "amend", "supporters": {color: chance.randrange(-9, 9), "blue": chance.randrange(-3, 3)}},
            {"do": "amend", "move": {"tile": chance.choice(tiles), "to": chance.choice([*colors, "people"])}},
            {"do": "amend", "demand": {chance.choice(COMMODITIES): chance.randrange(11)}},
            {"do": "start"},
        ]
    )
