"""Play games of Tudor through the referee alone, without a table or time."""

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from controller.games.contract.inputs import (
    ButtonPressed,
    Carry,
    GateComplained,
    Gesture,
    Input,
    KnobTurned,
    PieceTapped,
    PressKnob,
    TimerRanOut,
    TurnKnob,
)
from controller.games.contract.referee import Verdict
from controller.games.contract.values import CastleId
from controller.games.tudor.bots.hand import gesture
from controller.games.tudor.bots.random_play import random_move
from controller.games.tudor.referee import memory as memories
from controller.games.tudor.referee import referee
from controller.games.tudor.referee.memory import Memory
from controller.games.tudor.rules.actions import to_line
from controller.games.tudor.rules.engine import GameLog
from controller.games.tudor.rules.moves import Move
from controller.games.tudor.rules.options import options
from controller.games.tudor.rules.state import DrawStep, State
from tests.games.tudor.random_games import choose_lively, random_start

Action = dict[str, Any]

CASTLES = [CastleId(name) for name in ("blue", "yellow", "purple", "grey")]

MOST_GESTURES = 60
"""Most gestures for one action."""


def start_at_the_table(chance: Random, players: int, scoring: Sequence[int], scenario: int) -> Action:
    start = random_start(chance, players, scoring, scenario)
    for player, castle in zip(start["players"], CASTLES, strict=False):
        player["gate"] = castle
    return start


def random_lively_move(state: State, chance: Random) -> Move:
    if state.due and isinstance(state.due[0], DrawStep):
        return random_move(state, chance)
    return choose_lively(options(state), chance)


def to_input(state: State, deed: Gesture) -> Input:
    seat = state.actor
    match deed:
        case Carry(piece=piece):
            return PieceTapped(CastleId(state.table.gates[seat]), piece, 0.0)
        case PressKnob(long=long):
            return ButtonPressed("knob", None, long, 0.0)
        case TurnKnob(steps=steps):
            return KnobTurned(steps, 0.0)
        case _:
            raise AssertionError(deed)


def enter_move(
    state: State, memory: Memory, wanted: Move, look: Callable[[State, Memory], None] | None = None
) -> tuple[Verdict, int]:
    for number in range(1, MOST_GESTURES):
        verdict = referee.judge(state, memory, to_input(state, gesture(state, memory, wanted)))
        if verdict.proposed:
            return verdict, number
        assert verdict.memory != memory, f"{wanted}: nothing came of {gesture(state, memory, wanted)}"
        memory = verdict.memory
        if look is not None:
            look(state, memory)
    raise AssertionError(f"{wanted} takes more than {MOST_GESTURES} gestures")


def play_move(
    play: GameLog, memory: Memory, wanted: Move, look: Callable[[State, Memory], None] | None = None
) -> tuple[Memory, int, list[Action]]:
    assert play.state is not None
    verdict, number = enter_move(play.state, memory, wanted, look)
    memory = verdict.memory
    proposed = [dict(action) for action in verdict.proposed if isinstance(action, dict)]
    for action in proposed:
        play.submit(action)
        assert play.state is not None
        memory = memories.settle(play.state, memory, action)
    return memory, number, proposed


def play_by_hands(
    seed: int,
    players: int,
    scoring: Sequence[int],
    scenario: int,
    *,
    head: Callable[[State, Random], Move] = random_lively_move,
    look: Callable[[State, Memory], None] | None = None,
    most: int = 10_000,
    rich: bool = False,
) -> tuple[GameLog, Counter[str]]:
    """Play a game or its first actions; return its log, and counts of actions and gestures.

    In a ``rich`` game each player starts with two cards of each faction, which makes offices and rings more likely.
    """
    chance = Random(seed)
    play, memory = GameLog(), memories.EMPTY
    play.submit(start_at_the_table(chance, players, scoring, scenario))
    if rich:
        assert play.state is not None
        two = dict.fromkeys(play.state.table.faction_names, 2)
        play.submit({"do": "amend", "cards": dict.fromkeys(play.state.table.colors, two)})
    counted: Counter[str] = Counter()
    while play.state is not None and play.state.phase != "over" and play.seq < most:
        if look is not None:
            look(play.state, memory)
        wanted = head(play.state, chance)
        line = to_line(play.state.table, wanted)
        memory, gestures, proposed = play_move(play, memory, wanted, look)
        assert proposed[0] == line
        counted["actions"] += len(proposed)
        counted["gestures"] += gestures
    return play, counted


def disturbance(state: State, chance: Random, at_s: float) -> Input:
    castle = CastleId(chance.choice([*state.table.gates, *state.table.gates, "tray", "grey"]))
    pieces = state.table.pieces
    on_board = [pieces.tokens[token] for token in state.tokens if token >= 0]
    held = [pieces.tokens[token] for player in state.players for token in range(140) if player.tokens >> token & 1]
    choice: list[Input] = [
        PieceTapped(castle, chance.choice(on_board or pieces.tokens), at_s),
        PieceTapped(castle, chance.choice(held or pieces.tokens), at_s),
        PieceTapped(castle, chance.choice(pieces.tokens), at_s),
        PieceTapped(castle, chance.choice(pieces.rings), at_s),
        ButtonPressed("no", CastleId(chance.choice(CASTLES)), False, at_s),
        KnobTurned(chance.choice((-1, 1, 2)), at_s),
        GateComplained(castle, chance.choice(("complaint-unknown-tag", "complaint-one-at-a-time")), at_s),
        TimerRanOut(at_s),
        ButtonPressed("knob", None, True, at_s),
    ]
    return chance.choices(choice, weights=(8, 3, 3, 4, 1, 2, 1, 1, 1))[0]
