"""Games drawn by chance come to their end in the naive second version, and nothing gets lost in them."""

import json
from collections import Counter
from random import Random
from typing import Any

import pytest

from tests.games.tudor.oracle.model import Oracle
from tests.games.tudor.oracle.random_logs import Writer
from tests.games.tudor.oracle.words import Box, rings_of
from tests.soak import SOAK

LONGEST = 6000


def assert_nothing_is_lost(box: Box, state: Any) -> None:
    """Pieces are conserved; each player wears two rings and one for each office, unless a step is under way."""
    edition, players = box["edition"], state["players"]
    for faction in box["factions"]:
        cards = state["stacks"][faction] + sum(player["cards"][faction] for player in players)
        assert cards == edition["cards"], f"{cards} cards of {faction}"
        rings = [ring for player in players for ring in rings_of(player) + player["unworn"]]
        of_it = state["stand"][faction] + sum(box["rings"][ring] == faction for ring in rings)
        assert of_it == edition["rings_each"][str(box["n"])], f"{of_it} rings of {faction}"
        seen = [space["token"] for space in state["spaces"].values() if space["token"] is not None] + state["gone"]
        seen += [token for player in players for token in player["tokens"] + player["spent"]]
        assert len(set(seen)) == len(seen)
        out = edition["two_players_without"]["tokens"] if box["n"] == 2 else 0
        out += edition["essentials"][faction]["remove"] if 2 in box["scoring"] else 0
        tokens = out + state["bag"][faction] + sum(box["tokens"][token] == faction for token in seen)
        assert tokens == list(box["tokens"].values()).count(faction), f"{tokens} tokens of {faction}"
    on_board = Counter(space["courtier"] for space in state["spaces"].values())
    for chamber in state["chambers"]:
        on_board.update(chair["color"] for chair in chamber["chairs"] if chair is not None)
        on_board.update(chamber["bench"])
    for player in players:
        offices = list(state["offices"].values()).count(player["color"])
        figures = on_board[player["color"]] + offices + player["ambassadors"] + player["supply"]
        assert figures == edition["courtiers"], f"{figures} courtiers of {player['color']}"
        if not state["due"] and state["phase"] not in {"rings", "hands"}:
            assert len(rings_of(player)) == 2 + offices
        assert min(player["influence"], player["intrigue"], player["supply"], *player["cards"].values()) >= 0


@pytest.mark.parametrize("seed", range(400 if SOAK else 2))
def test_a_game_drawn_by_chance_ends_and_loses_nothing(seed: int) -> None:
    writer, oracle = Writer(Random(seed)), Oracle()
    for _ in range(LONGEST):
        before = json.dumps(oracle.state(), sort_keys=True)
        line = writer.next(oracle)
        if oracle.play(line) is None:
            assert_nothing_is_lost(oracle.box, oracle.state())
        else:
            assert json.dumps(oracle.state(), sort_keys=True) == before
        if oracle.now is not None and oracle.now["phase"] == "over":
            return
    pytest.fail(f"the game goes on after {LONGEST} lines")
