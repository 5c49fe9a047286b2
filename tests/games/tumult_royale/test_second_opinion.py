"""The engine and the plain second version of the rules agree, line by line, on legal and illegal actions."""

import copy
import os
from random import Random
from typing import Any

import pytest

from controller.games.tumult_royale.edition import standard
from controller.games.tumult_royale.log import Play
from controller.games.tumult_royale.refusal import Refusal
from controller.games.tumult_royale.state import Over, to_mapping
from controller.games.tumult_royale.words import MapMode, Variant
from tests.games.tumult_royale.moves import random_action, random_move, random_start
from tests.games.tumult_royale.playing import state_of
from tests.games.tumult_royale.second_opinion import No, SecondOpinion

GAMES = 150 if os.environ.get("ROYALTABLE_SOAK") == "1" else 3


def ours(play: Play, action: Any) -> dict[str, Any] | str:
    try:
        play.submit(action)
    except Refusal as refusal:
        return refusal.rule
    return to_mapping(state_of(play), play.seq)


def theirs(second: SecondOpinion, action: Any) -> dict[str, Any] | str:
    try:
        return second.do(action)
    except No as no:
        return str(no)


def house(chance: Random) -> dict[str, Any]:
    """Other costs, fewer supporters, other gaps: so that help, short supplies and early ends come about."""
    edition = standard().to_mapping()
    edition["supporters"] = {"total": 4 * (each := chance.randrange(12)) + chance.randrange(9),
                             "start": {"2": each, "3": each, "4": each}}  # fmt: skip
    edition["chronicle"] = [chance.randrange(4) for _ in range(5)]
    for cost in edition["costs"].values():
        for commodity in cost:
            cost[commodity] = chance.choice([0, cost[commodity], 1, 2])
    return edition


STRANGE: list[Any] = [None, True, False, 0, 1, -1, 3, 10**30, 1.0, "", "x", "blue", "t01", "bread", [], ["t01"], {}]


def bent(chance: Random, action: dict[str, Any]) -> Any:
    """An action with one thing changed: a key gone, a key more, another value anywhere in it."""
    bent_one = copy.deepcopy(action)
    where: Any = bent_one
    while True:
        inside = where.values() if isinstance(where, dict) else where
        deeper = [value for value in inside if isinstance(value, dict | list)]
        if not deeper or chance.random() < 0.4:
            break
        where = chance.choice(deeper)
    keys = list(where) if isinstance(where, dict) else list(range(len(where)))
    draw = chance.random()
    if keys and draw < 0.5:
        where[chance.choice(keys)] = chance.choice(STRANGE)
    elif keys and draw < 0.75:
        del where[chance.choice(keys)]
    elif isinstance(where, dict):
        where[chance.choice(["player", "field", "tiles", "stuck", "commodity", "do", "note"])] = chance.choice(STRANGE)
    else:
        where.append(chance.choice([*STRANGE, *where]))
    return bent_one


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("variant", ["classic", "gambler"])
@pytest.mark.parametrize("map_mode", ["tracked", "honour"])
def test_two_versions_of_the_rules_agree_on_every_line(players: int, variant: Variant, map_mode: MapMode) -> None:
    for seed in range(GAMES):
        chance = Random(f"{seed} {players} {variant} {map_mode}")
        play, second = Play(), SecondOpinion(standard().to_mapping())
        action = random_start(chance, players, variant, map_mode)
        if chance.random() < 0.5:
            action["edition"] = house(chance)
        log = []
        for _ in range(1500):
            log.append(action)
            assert ours(play, action) == theirs(second, action), f"seed {seed}, line {len(log)}: {action}"
            draw = chance.random()
            over = isinstance(state_of(play).phase, Over)
            if over and draw < 0.9:
                break
            if draw < 0.15 or over:
                action = random_action(chance, state_of(play))
            elif draw < 0.3:
                action = bent(chance, random_move(chance, state_of(play)))
            elif draw < 0.34:
                action = {"do": "undo"}
            else:
                action = random_move(chance, state_of(play))
