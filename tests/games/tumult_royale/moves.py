"""Random games: legal starts and moves, and actions that are as likely wrong as right."""

from random import Random
from typing import Any

from controller.games.tumult_royale.bots.bots import deal, random_bot
from controller.games.tumult_royale.box.words import COLORS, COMMODITIES, MapMode, Variant
from controller.games.tumult_royale.rules.actions import to_mapping
from controller.games.tumult_royale.rules.country import FIELD_NAMES
from controller.games.tumult_royale.rules.options import as_action
from controller.games.tumult_royale.rules.state import State


def random_start(chance: Random, players: int, variant: Variant, map_mode: MapMode) -> dict[str, Any]:
    return to_mapping(deal(chance, players, variant=variant, map_mode=map_mode))


def random_move(chance: Random, state: State) -> dict[str, Any]:
    return to_mapping(as_action(random_bot(state, chance)))


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
