"""Random games: legal starts and moves."""

from random import Random
from typing import Any

from controller.games.tumult_royale.bots.bots import deal, random_bot
from controller.games.tumult_royale.box.words import MapMode, Variant
from controller.games.tumult_royale.rules.actions import to_mapping
from controller.games.tumult_royale.rules.options import as_action
from controller.games.tumult_royale.rules.state import State


def random_start(chance: Random, players: int, variant: Variant, map_mode: MapMode) -> dict[str, Any]:
    return to_mapping(deal(chance, players, variant=variant, map_mode=map_mode))


def random_move(chance: Random, state: State) -> dict[str, Any]:
    return to_mapping(as_action(random_bot(state, chance)))
