"""Random taps and presses at any moment: double ones, at wrong castles, out of turn, of any tile.

What an input may bring about in each phase is written down here again. Each input gets exactly one answer: an action, a
complaint at its castle (the castle where the piece lies may get one too), a mark that something goes on, the start of
the hourglass, or a note in the log.
"""

from collections import Counter
from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from controller.games.contract.effects import Blink, Complain, Note, StartTimer
from controller.games.contract.inputs import ButtonPressed, GateComplained, Input, KnobTurned, PieceTapped, TimerRanOut
from controller.games.contract.referee import Verdict
from controller.games.contract.values import CastleId, PieceId, RandomDraw
from controller.games.tumult_royale.box.words import COLORS, MapMode, Variant
from controller.games.tumult_royale.referee.memory import EMPTY_MEMORY, Memory, memory_after_action
from controller.games.tumult_royale.referee.referee import judge
from controller.games.tumult_royale.rules.actions import Refusal
from controller.games.tumult_royale.rules.engine import GameLog
from controller.games.tumult_royale.rules.state import LastTiles, Over, State, state_to_mapping
from tests.games.tumult_royale.playing import random_move, random_start, state_of
from tests.support.soak import SOAK

CASTLES = [CastleId(color) for color in COLORS]
TILES = [PieceId(f"t{number:02}") for number in range(1, 40)]

SPEAKS = {
    "first_statues": "place_first",
    "sentiment": "spin",
    "set_aside": "collect",
    "statues": "build",
    "coronation": "reveal",
}
"""What a yes of the one to act brings about in a phase."""


@dataclass
class DisturbedGame:
    """A game of random moves; ``aside`` has the castle at whose gate each tile was set aside."""

    chance: Random
    play: GameLog = field(default_factory=GameLog)
    memory: Memory = EMPTY_MEMORY
    now_s: float = 0.0
    aside: dict[str, str] = field(default_factory=dict)

    @property
    def state(self) -> State:
        return state_of(self.play)

    def submit(self, action: dict[str, Any], by: str = "page:referee") -> None:
        self.play.submit(action)
        self.aside.pop(action.get("tile", ""), None)
        self.memory = memory_after_action(self.state, self.memory, action, by)

    def go_on(self) -> None:
        action = random_move(self.chance, self.state)
        if action == {"do": "stop"}:
            self.memory = judge(self.state, self.memory, TimerRanOut(self.now_s)).memory
        self.submit(action)

    def disturb(self, input_: Input) -> str:
        """Judge an input, check what comes of it, and return the kind of its answer."""
        before, state, memory = state_to_mapping(self.state, 0), self.state, self.memory
        verdict = judge(state, memory, input_)
        self.memory, done = verdict.memory, None
        for wish in verdict.proposed:
            drawn = self.chance.randrange(len(wish.sectors)) if isinstance(wish, RandomDraw) else 0
            action = dict(wish.stopped_at(drawn) if isinstance(wish, RandomDraw) else wish)
            try:
                self.submit(action, input_.origin)
            except Refusal:
                assert self.state is state
                return "complaint"
            done = action
        kind = answer(verdict, memory, input_, done=done is not None)
        if done is not None:
            assert lawful(before, input_, done), (input_, done)
            if done["do"] == "set_aside":
                assert self.count_set_aside(before, input_) < 3, input_
                self.aside[done["tile"]] = str(castle_of(input_))
        else:
            assert self.state is state
        if kind == "mark":
            assert before["phase"] == "taxes" or (
                before["phase"] == "statues" and castle_of(input_) in {None, before["to_act"]}
            ), input_
        elif kind == "note":
            assert not means_something(before, input_, state.table.variant), input_
        if isinstance(input_, PieceTapped) and done is None and kind != "mark":
            assert not self.is_owed(before, state, input_, memory), input_
        return kind

    def count_set_aside(self, before: dict[str, Any], input_: Input) -> int:
        return sum(self.aside.get(tile) == castle_of(input_) for tile in before["set_aside"])

    def is_owed(self, before: dict[str, Any], state: State, tap: PieceTapped, memory: Memory) -> bool:
        """Return whether the tap must count."""
        castle, phase = tap.castle, before["phase"]
        if str(castle) not in state.table.colors or tap.piece not in before["people"]:
            return False
        if phase == "set_aside" or (phase == "sentiment" and state.table.variant == "classic"):
            return len(before["set_aside"]) < 3 * len(state.players) and self.count_set_aside(before, tap) < 3
        if not isinstance(state.phase, LastTiles):
            return bool(phase == "taxes")
        late = state.seat(castle) in state.phase.late
        return not late and castle not in dict(memory.agreed) and castle not in memory.correcting

    def any_input(self) -> Input:
        chance, state = self.chance, self.state
        self.now_s += 1.0
        speaker = [] if state.seat_to_act is None else [CastleId(state.color(state.seat_to_act))] * 2
        castle = chance.choice([*CASTLES, *speaker])
        players = state.players if state.seat_to_act is None else [state.players[state.seat_to_act]]
        near = [tile for player in players for tile in state.table.pool.tile_ids(player.castle)[:4]]
        near += state.table.pool.tile_ids(state.people_tiles)[:5]
        tile = chance.choice(TILES) if chance.random() < 0.5 else PieceId(chance.choice(near or TILES))
        long = chance.random() < 0.2
        inputs: list[Input] = [
            PieceTapped(castle, tile, self.now_s),
            GateComplained(castle, chance.choice(("complaint-unknown-tag", "complaint-one-at-a-time")), self.now_s),
            ButtonPressed("yes", castle, long, self.now_s),
            ButtonPressed("no", castle, long, self.now_s),
            ButtonPressed("knob", None, long, self.now_s),
            KnobTurned(chance.choice((-1, 1)), self.now_s),
        ]
        return chance.choices(inputs, weights=(60, 6, 10, 12, 4, 4))[0]


def castle_of(input_: Input) -> CastleId | None:
    return input_.castle if isinstance(input_, PieceTapped | GateComplained | ButtonPressed) else None


def answer(verdict: Verdict, memory: Memory, input_: Input, *, done: bool) -> str:
    effects = (*verdict.effects, *(verdict.if_accepted if done else ()))
    complaints = [effect for effect in effects if isinstance(effect, Complain)]
    mine = [complaint.text.key for complaint in complaints if complaint.castle == castle_of(input_)]
    others = [complaint.text.key for complaint in complaints if complaint.castle != castle_of(input_)]
    assert len(mine) <= 1, mine
    assert not others or (mine, others) == (["complaint-elsewhere"], ["complaint-taken"]), complaints
    goes_on = replace(verdict.memory, stopped_at_s=None) != replace(memory, stopped_at_s=None)
    given = {
        "action": done,
        "complaint": bool(mine),
        "mark": not done and (goes_on or any(isinstance(effect, Blink) for effect in effects)),
        "hourglass": any(isinstance(effect, StartTimer) for effect in effects),
        "note": any(isinstance(effect, Note) for effect in effects),
    }
    (kind,) = [kind for kind, is_given in given.items() if is_given]
    return kind


def means_something(before: dict[str, Any], input_: Input, variant: str) -> bool:
    """Return whether silence is no answer: tiles where they count, and buttons but for a late answer to "Ready?"."""
    if isinstance(input_, PieceTapped | GateComplained):
        return before["phase"] in {"set_aside", "taxes", "statues"} or (
            before["phase"] == "sentiment" and variant == "classic"
        )
    runs = before["phase"] == "taxes" and before["hourglass"] == "running"
    return isinstance(input_, ButtonPressed) and not (runs and input_.castle is not None)


def lawful(before: dict[str, Any], input_: Input, action: dict[str, Any]) -> bool:
    """Return whether this tap or press may bring about this action."""
    phase, stopped = before["phase"], before["hourglass"] == "stopped"
    colors = {player["color"] for player in before["players"]}
    king = next(player["color"] for player in before["players"] if player["rank"] == 1)
    speaker = before["to_act"] or king
    match input_:
        case PieceTapped(castle=castle, piece=tile):
            meanings = {
                "sentiment": [{"do": "set_aside", "tile": tile}],
                "set_aside": [{"do": "set_aside", "tile": tile}],
                "taxes": [{"do": "rob", "player": castle, "tile": tile}],
            }
            lies_here = {"do": "amend", "move": {"tile": tile, "to": castle}}
            means = action in meanings.get(phase, [])
            return castle in colors and (means or (stopped and phase == "taxes" and action == lies_here))
        case ButtonPressed(button=button, castle=castle) if phase == "taxes":
            return stopped and action == {"do": "count"} and button != "no" and castle in {None, *colors}
        case ButtonPressed(button=button, castle=castle, long=long):
            passes = phase == "statues" and action["do"] == "pass" and (long or button != "no")
            presses = button != "no" and action["do"] == SPEAKS[phase]
            mine = castle in {None, speaker} and action.get("player", speaker) == speaker
            return mine and (presses or passes)
        case _:
            return False


TABLES = [
    (4, "classic", "honour"),
    (2, "gambler", "tracked"),
    (3, "classic", "tracked"),
    (2, "classic", "honour"),
    (3, "gambler", "honour"),
    (4, "gambler", "tracked"),
]
EACH_TABLE = 10_000 if SOAK else 1_000


@pytest.mark.parametrize(("players", "variant", "map_mode"), TABLES)
def test_random_disturbances_follow_the_rules_and_get_one_answer_each(
    players: int, variant: Variant, map_mode: MapMode
) -> None:
    answers = Counter[str]()
    for number in count(1):
        game = DisturbedGame(Random(number * 100 + players))
        game.play.submit(random_start(game.chance, players, variant, map_mode))
        while not isinstance(game.state.phase, Over) and answers.total() < EACH_TABLE:
            # A turn is one step, robbing is dozens.
            for _ in range(1 if game.state.seat_to_act is None else 6):
                phase = game.state.phase.name
                answers[f"{phase}: {game.disturb(game.any_input())}"] += 1
                if isinstance(game.state.phase, Over):
                    break
            else:
                game.go_on()
        if answers.total() >= EACH_TABLE:
            break
    assert {
        *("set_aside: action", "set_aside: complaint", "taxes: action", "taxes: complaint", "taxes: hourglass"),
        *("first_statues: note", "statues: complaint", "statues: mark", "statues: action"),
    } <= answers.keys(), answers
