"""Random games of Tudor by moves or by gates and knob: starts of all set-ups, players who prefer the board."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations
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
from controller.games.tudor import dealing
from controller.games.tudor.bots.hand import gesture
from controller.games.tudor.bots.random_play import one_of, random_draw, random_move
from controller.games.tudor.box.edition import FINGERS, Edition
from controller.games.tudor.box.reading import FORMAT, standard
from controller.games.tudor.referee import memory as memories
from controller.games.tudor.referee import referee
from controller.games.tudor.referee.memory import Memory
from controller.games.tudor.rules import actions, engine, moves
from controller.games.tudor.rules.actions import to_line
from controller.games.tudor.rules.engine import GameLog
from controller.games.tudor.rules.move_groups import BonusMoves, Exchanges, Payments
from controller.games.tudor.rules.moves import Move
from controller.games.tudor.rules.options import Option, options
from controller.games.tudor.rules.state import DrawStep, State

TABLES = [
    (players, pair, scenario)
    for players in (2, 3, 4)
    for pair in combinations(range(1, 7), 2)
    for scenario in range(1, 6)
]
"""Every combination of players, scoring cards and scenario."""

_OF_THE_BOARD = (moves.Walk, Payments, BonusMoves, moves.Stroll, moves.Jump)


def house_edition(chance: Random) -> Edition:
    """Return a random edition with another board, bag, chambers and points."""
    columns = [chance.choice((2, 2, 3, 5)) for _ in range(chance.randint(2, 8))]
    influence = chance.randint(0, sum(columns))
    tokens, removed = sum(columns) // 7 + chance.choice((1, 1, 2, 8)), chance.choice((0, 1, 4))
    factions, actions = chance.sample(standard().factions, 7), chance.sample("ABCDEF", 6)
    rounds = dict.fromkeys("234", chance.choice((2, 5, 9)))
    return FORMAT.parse(
        {
            **standard().to_mapping(),
            "factions": factions,
            "tokens": [
                {"id": f"f{number + 1:03}", "faction": faction}
                for number, faction in enumerate(chance.sample(factions * (tokens + removed), 7 * (tokens + removed)))
            ],
            "cards": chance.choice((3, 3, 5, 10)),
            "courtiers": chance.choice((1, 2, 3, 6, 14)),
            "round_tokens": {"influence": influence, "intrigue": sum(columns) - influence},
            "two_players_without": {"tokens": 0, "influence": 0, "intrigue": 0},
            "rings_each": dict.fromkeys("234", 3),
            "columns": dict.fromkeys("234", columns),
            "bench": dict.fromkeys("234", chance.randint(1, 4)),
            "chairs": dict.fromkeys("234", chance.randint(1, 5)),
            "chambers": [actions[:2], actions[2:4], actions[4:]],
            "enhancements": {letter: chance.sample(FINGERS, chance.choice((1, 1, 2))) for letter in "ABCDEF"},
            "alike": [chance.randint(0, 30) for _ in range(7)],
            "different": [chance.randint(0, 30) for _ in range(7)],
            "essentials": {each: {"worth": chance.randint(-4, 4), "remove": removed} for each in factions},
            "offices": {count: [chance.randint(0, 12) for _ in columns] for count in "234"},
            "scenarios": {
                card: {"first": chance.randint(0, 3), "later": chance.randint(0, 3), "rounds": rounds}
                for card in "12345"
            },
        }
    )


def random_start(
    chance: Random, players: int, scoring: Sequence[int], scenario: int, house: Edition | None = None
) -> dict[str, Any]:
    edition = house or standard()
    colors = chance.sample(edition.colors, players)
    dealt = {
        "edition": "standard" if house is None else house.to_mapping(),
        "players": [{"color": color, "gate": color} for color in colors],
        "first": chance.choice(colors),
        "scoring": list(scoring),
        "scenario": scenario,
    }
    castles = [CastleId(color) for color in colors]
    start = dealing.complete_start(castles, dealing.FIRST, dealt, lambda things: chance.sample(things, len(things)))
    assert isinstance(start, dict)
    return start


def choose_lively(listed: Sequence[Option], chance: Random) -> Move:
    if chance.random() < 0.8:
        walks = [option for option in listed if isinstance(option, _OF_THE_BOARD)]
        if walks:
            return one_of(walks, chance)
    others = [option for option in listed if not isinstance(option, Exchanges | moves.EndTurn)]
    return one_of(others or listed, chance)


def play(seed: int, look: Callable[[State, Sequence[Option]], None] | None = None) -> list[tuple[Move, State]]:
    chance = Random(seed)
    start = actions.parse(random_start(chance, *TABLES[seed % len(TABLES)]))
    state = engine.apply(None, start).state
    played: list[tuple[Move, State]] = []
    while state.phase != "over":
        if state.due and isinstance(state.due[0], DrawStep):
            move: Move = random_draw(state, chance)
        else:
            listed = options(state)
            if look is not None:
                look(state, listed)
            move = choose_lively(listed, chance)
        state = engine.perform(state, move, [])
        played.append((move, state))
    return played


# The same through the referee, by gates and knob, without a table or time.

CASTLES = [CastleId(name) for name in ("blue", "yellow", "purple", "grey")]

MOST_GESTURES = 60
"""Most gestures for one action."""


def start_at_the_table(chance: Random, players: int, scoring: Sequence[int], scenario: int) -> dict[str, Any]:
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
) -> tuple[Memory, int, list[dict[str, Any]]]:
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
