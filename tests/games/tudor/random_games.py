"""Random games of Tudor: starts of all set-ups, players who prefer the board."""

from collections.abc import Callable, Sequence
from itertools import combinations
from random import Random
from typing import Any

from controller.games.contract.values import CastleId
from controller.games.tudor import dealing
from controller.games.tudor.bots.random_play import random_draw, random_move, random_move_of_options
from controller.games.tudor.box.edition import FINGERS, Edition
from controller.games.tudor.box.reading import EDITION_FORMAT, standard_edition
from controller.games.tudor.rules import actions, engine, move_groups, moves, options
from controller.games.tudor.rules.moves import Move
from controller.games.tudor.rules.state import DrawStep, State

TABLES = [
    (players, pair, scenario)
    for players in (2, 3, 4)
    for pair in combinations(range(1, 7), 2)
    for scenario in range(1, 6)
]
"""Every combination of players, scoring cards and scenario."""

_OF_THE_BOARD = (moves.Walk, move_groups.PathPayments, move_groups.BonusMoves, moves.Stroll, moves.JumpOverCourtier)


def house_edition(chance: Random) -> Edition:
    """Return a random edition with another board, bag, chambers and points."""
    columns = [chance.choice((2, 2, 3, 5)) for _ in range(chance.randint(2, 8))]
    influence = chance.randint(0, sum(columns))
    tokens, removed = sum(columns) // 7 + chance.choice((1, 1, 2, 8)), chance.choice((0, 1, 4))
    factions, actions = chance.sample(standard_edition().factions, 7), chance.sample("ABCDEF", 6)
    rounds = dict.fromkeys("234", chance.choice((2, 5, 9)))
    return EDITION_FORMAT.parse(
        {
            **standard_edition().to_mapping(),
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
    edition = house or standard_edition()
    colors = chance.sample(edition.colors, players)
    dealt = {
        "edition": "standard" if house is None else house.to_mapping(),
        "players": [{"color": color, "gate": color} for color in colors],
        "first": chance.choice(colors),
        "scoring": list(scoring),
        "scenario": scenario,
    }
    castles = [CastleId(color) for color in colors]
    start = dealing.complete_start_action(
        castles, dealing.FIRST, dealt, lambda things: chance.sample(things, len(things))
    )
    assert isinstance(start, dict)
    return start


def choose_lively(listed: Sequence[options.Option], chance: Random) -> Move:
    if chance.random() < 0.8:
        walks = [option for option in listed if isinstance(option, _OF_THE_BOARD)]
        if walks:
            return random_move_of_options(walks, chance)
    others = [option for option in listed if not isinstance(option, move_groups.CardExchanges | moves.EndTurn)]
    return random_move_of_options(others or listed, chance)


def play(seed: int, look: Callable[[State, Sequence[options.Option]], None] | None = None) -> list[tuple[Move, State]]:
    chance = Random(seed)
    start = actions.parse_action(random_start(chance, *TABLES[seed % len(TABLES)]))
    state = engine.apply_action(None, start).state
    played: list[tuple[Move, State]] = []
    while state.phase != "over":
        if state.due and isinstance(state.due[0], DrawStep):
            move: Move = random_draw(state, chance)
        else:
            listed = options.legal_options(state)
            if look is not None:
                look(state, listed)
            move = choose_lively(listed, chance)
        state = engine.perform_move(state, move, [])
        played.append((move, state))
    return played


CASTLES = [CastleId(name) for name in ("blue", "yellow", "purple", "grey")]


def start_at_the_table(chance: Random, players: int, scoring: Sequence[int], scenario: int) -> dict[str, Any]:
    start = random_start(chance, players, scoring, scenario)
    for player, castle in zip(start["players"], CASTLES, strict=False):
        player["gate"] = castle
    return start


def random_lively_move(state: State, chance: Random) -> Move:
    if state.due and isinstance(state.due[0], DrawStep):
        return random_move(state, chance)
    return choose_lively(options.legal_options(state), chance)
