"""What no action of any game may break, legal or not: conservation, determinism, replay, undo."""

from random import Random
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from controller.games.tumult_royale.box.words import MapMode, Variant
from controller.games.tumult_royale.rules.actions import Refusal
from controller.games.tumult_royale.rules.engine import GameLog
from controller.games.tumult_royale.rules.state import Over, State, canonical, to_mapping
from tests.games.tumult_royale.moves import random_action, random_move, random_start
from tests.games.tumult_royale.playing import state_of

TILES = {2: 21, 3: 30, 4: 39}


def check_conservation(state: State) -> None:
    """Worked example 8, on what the outside world sees."""
    mapping = to_mapping(state, 0)
    players = mapping["players"]
    assert mapping["supply"] + sum(player["supporters"] for player in players) == 105
    assert mapping["supply"] >= 0
    assert all(player["supporters"] >= 0 for player in players)
    castles = [tile for player in players for tile in player["castle"]]
    tiles = mapping["people"] + mapping["set_aside"] + castles
    assert len(tiles) == len(set(tiles)) == TILES[len(players)]
    for tiles in (mapping["people"], mapping["set_aside"], *(player["castle"] for player in players)):
        assert tiles == sorted(tiles)
    in_chronicle = dict.fromkeys(state.table.colors, 0)
    for number, color in enumerate(mapping["chronicle"], start=1):
        in_chronicle[color] += 1 if number <= 5 else 2
    on_fields = dict.fromkeys(state.table.colors, 0)
    for field in mapping["fields"].values():
        on_fields[field["owner"]] += field["statues"]
    for player in players:
        known = on_fields[player["color"]] + in_chronicle[player["color"]]
        if state.table.map == "tracked" and player["placed"] < 25:
            assert player["placed"] == known
        assert 0 <= player["placed"] <= 25
        assert (player["placed"] == 25) <= (mapping["phase"] == "over")
    assert sorted(player["rank"] for player in players) == list(range(1, len(players) + 1))
    assert (mapping["winner"] is None) == (mapping["ending"] is None) == (mapping["phase"] != "over")
    waits = mapping["phase"] in {"first_statues", "statues", "coronation"}
    assert (mapping["to_act"] is not None) == waits
    assert 1 <= mapping["round"] <= 10


class Table(RuleBasedStateMachine):
    """A game with legal moves, wrong ones and undos; ``standing`` is the log without what was taken back."""

    @initialize(
        players=st.sampled_from([2, 3, 4]),
        variant=st.sampled_from(["classic", "gambler"]),
        map_mode=st.sampled_from(["tracked", "honour"]),
        seed=st.integers(0, 2**32),
    )
    def start(self, players: int, variant: Variant, map_mode: MapMode, seed: int) -> None:
        self.play = GameLog()
        self.standing: list[dict[str, Any]] = []
        self.states: list[bytes] = []
        self.submit(random_start(Random(seed), players, variant, map_mode))

    def submit(self, action: dict[str, Any]) -> None:
        self.play.submit(action)
        self.standing.append(action)
        self.states.append(canonical(state_of(self.play), 0))

    @rule(seed=st.integers(0, 2**32), moves=st.integers(1, 60))
    def play_on(self, seed: int, moves: int) -> None:
        chance = Random(seed)
        for _ in range(moves):
            if isinstance(state_of(self.play).phase, Over):
                return
            self.submit(random_move(chance, state_of(self.play)))

    @rule(seed=st.integers(0, 2**32))
    def try_something(self, seed: int) -> None:
        action = random_action(Random(seed), state_of(self.play))
        seq = self.play.seq
        try:
            self.submit(action)
        except Refusal:
            assert canonical(state_of(self.play), 0) == self.states[-1]
            assert self.play.seq == seq

    @precondition(lambda self: len(self.standing) > 1)
    @rule(times=st.integers(1, 3))
    def undo(self, times: int) -> None:
        for _ in range(min(times, len(self.standing) - 1)):
            self.play.submit({"do": "undo"})
            self.standing.pop()
            self.states.pop()
            assert canonical(state_of(self.play), 0) == self.states[-1]

    @invariant()
    def nothing_is_lost(self) -> None:
        check_conservation(state_of(self.play))

    def teardown(self) -> None:
        """Replay is play, and what was undone never happened."""
        if not hasattr(self, "play"):
            return
        again, short = GameLog(), GameLog()
        for action in self.play.actions:
            again.submit(action)
        for action in self.standing:
            short.submit(action)
        assert canonical(state_of(again), again.seq) == canonical(state_of(self.play), self.play.seq)
        assert canonical(state_of(short), 0) == canonical(state_of(self.play), 0)


Table.TestCase.settings = settings(max_examples=40, stateful_step_count=25)
TestTable = Table.TestCase


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("variant", ["classic", "gambler"])
@pytest.mark.parametrize("map_mode", ["tracked", "honour"])
def test_worked_example_8_everything_is_conserved_by_every_action_of_whole_games(
    players: int, variant: Variant, map_mode: MapMode
) -> None:
    for seed in range(3):
        chance = Random(seed)
        play = GameLog()
        play.submit(random_start(chance, players, variant, map_mode))
        while not isinstance(state_of(play).phase, Over):
            play.submit(random_move(chance, state_of(play)))
            check_conservation(state_of(play))
            try:
                play.submit(random_action(chance, state_of(play)))
            except Refusal:
                continue
            check_conservation(state_of(play))


def test_the_same_actions_give_the_same_states_and_events() -> None:
    first, second = GameLog(), GameLog()
    chance = Random(11)
    action = random_start(chance, 4, "classic", "tracked")
    while True:
        assert first.submit(action) == second.submit(action)
        assert canonical(state_of(first), first.seq) == canonical(state_of(second), second.seq)
        if isinstance(state_of(first).phase, Over):
            break
        action = random_move(chance, state_of(first))
