"""The engine and the plain second version of the rules agree, line by line, on legal and illegal actions."""

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

GAMES = 400 if os.environ.get("ROYALTABLE_SOAK") == "1" else 3


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
            elif draw < 0.19:
                action = {"do": "undo"}
            else:
                action = random_move(chance, state_of(play))
