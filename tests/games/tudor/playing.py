"""Fixtures for the rules' tests: starts, a first turn, and states arranged by hand."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from controller.games.tudor.box.reading import standard_edition
from controller.games.tudor.rules import actions as parsing
from controller.games.tudor.rules import engine, moves, table
from controller.games.tudor.rules.engine import GameLog
from controller.games.tudor.rules.state import EMPTY, NO_SEAT, State, state_to_mapping

COLORS = ("yellow", "blue", "red", "green")
FACTIONS = ("red", "grey", "brown", "blue", "yellow", "green", "purple")
RINGS = {"yellow": ("q01", "q16"), "blue": ("q04", "q07"), "red": ("q10", "q13"), "green": ("q19", "q11")}
"""Red and green; grey and brown; blue and yellow; purple and blue."""

Action = dict[str, Any]


def spaces_setup(columns: Sequence[int]) -> dict[str, dict[str, str]]:
    next_of = [20 * faction + 1 for faction in range(7)]
    spaces: dict[str, dict[str, str]] = {}
    for name in table.board_from_columns(tuple(columns)).names:
        number = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".index(name[0]) + int(name[1])
        spaces[name] = {"round": "influence" if number % 2 else "intrigue", "token": f"f{next_of[number % 7]:03}"}
        next_of[number % 7] += 1
    return spaces


def start(count: int = 3, scoring: tuple[int, int] = (1, 4), scenario: int = 2, **changes: Any) -> Action:
    action = {
        "do": "start",
        "game": "tudor",
        "edition": "standard",
        "players": [{"color": color, "gate": color} for color in COLORS[:count]],
        "first": "yellow",
        "scoring": list(scoring),
        "scenario": scenario,
        "spaces": spaces_setup([7] * 4 if count == 2 else [6] * 6),
    }
    return {**action, **changes}


def state_of(play: GameLog) -> State:
    assert play.state is not None
    return play.state


def at_start(count: int = 3) -> State:
    return do(None, start(count))


def after_rings(count: int = 3, scoring: tuple[int, int] = (1, 4), scenario: int = 2, **changes: Any) -> GameLog:
    play = GameLog()
    play.submit(start(count, scoring, scenario, **changes))
    colors = COLORS[:count]
    for color in colors:
        play.submit({"do": "choose_ring", "player": color, "ring": RINGS[color][0]})
    for color in reversed(colors):
        play.submit({"do": "choose_ring", "player": color, "ring": RINGS[color][1]})
    return play


def after_hands(count: int = 3, scoring: tuple[int, int] = (1, 4), scenario: int = 2, **changes: Any) -> GameLog:
    play = after_rings(count, scoring, scenario, **changes)
    for color in COLORS[:count]:
        play.submit({"do": "wear", "player": color, "hand": hand(thumb=RINGS[color][:1], index=RINGS[color][1:])})
    return play


def hand(**fingers: Sequence[str]) -> dict[str, list[str]]:
    return {finger: list(fingers.get(finger, ())) for finger in ("thumb", "index", "middle", "ring", "pinky")}


def in_turn(count: int = 3, scoring: tuple[int, int] = (1, 4), scenario: int = 4, lord: int = 3) -> State:
    play = after_hands(count, scoring, scenario)
    free = 1
    while play.state is not None and play.state.phase == "assignment":
        chamber = free
        color = str(play.state.table.colors[play.state.turn_seat])
        play.submit({"do": "assign", "player": color, "chamber": chamber})
        free = free % 3 + 1
    for each, chamber in zip(COLORS[:count], (lord, lord, lord % 3 + 1, lord % 3 + 1), strict=False):
        play.submit({"do": "place_lord", "player": each, "chamber": chamber})
    assert play.state is not None
    return play.state


def acting(lord: int = 3, **how: Any) -> State:
    return do(in_turn(lord=lord, **how), {"do": "activate", "player": "yellow", "chamber": lord, "chair": "lord"})


def do(state: State | None, *actions: Action) -> State:
    for action in actions:
        state = engine.apply_action(state, parsing.parse_action(action)).state
    assert state is not None
    return state


def act(letter: str, player: Any = "yellow", **fields: Any) -> Action:
    named = {"from" if key == "start" else key: value for key, value in fields.items()}
    return {"do": "act", "player": player, "action": letter, **named}


def walk(letter: str, *path: str, cards: list[str], start: str = "supply", **more: str) -> Action:
    return act(letter, start=start, path=list(path), cards=cards, **more)


def climb(start: str, *path: str, **how: Any) -> Action:
    return walk("E", *path, start=start, **how)


def refused(state: State | None, action: Any) -> str:
    with pytest.raises(moves.Refusal) as caught:
        engine.apply_action(state, parsing.parse_action(action))
    assert str(caught.value)
    return caught.value.code


def seen(state: State) -> dict[str, Any]:
    return state_to_mapping(state, 0)


def player(state: State, color: str) -> dict[str, Any]:
    found: dict[str, Any] = seen(state)["players"][state.table.seats[color]]
    return found


def cards(**numbers: int) -> dict[str, int]:
    return {faction: numbers.get(faction, 0) for faction in FACTIONS}


def example_game(name: str) -> GameLog:
    """Load a game of ``examples`` without its refused lines."""
    play = GameLog()
    for line in (Path(__file__).parent / "examples" / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
        with suppress(moves.Refusal):
            play.submit(line)
    return play


# These arrange a state and keep the number of pieces.


def holding(state: State, color: str, **numbers: int) -> State:
    seat = state.table.seats[color]
    there = state.players[seat].cards
    wanted = tuple(numbers.get(faction, 0) for faction in FACTIONS)
    stacks = tuple(stack + old - new for stack, old, new in zip(state.stacks, there, wanted, strict=True))
    return with_player(replace(state, stacks=stacks), color, cards=wanted)


def with_player(state: State, color: str, **changes: Any) -> State:
    seat = state.table.seats[color]
    changed = replace(state.players[seat], **changes)
    return replace(state, players=(*state.players[:seat], changed, *state.players[seat + 1 :]))


def standing(state: State, color: str, *spaces: str) -> State:
    for name in spaces:
        space = state.table.board.numbers[name]
        bit, token = 1 << space, state.tokens[space]
        mine = state.players[state.table.seats[color]]
        state = with_player(state, color, supply=mine.supply - 1, courtiers=mine.courtiers | bit)
        state = replace(
            state,
            tokens=(*state.tokens[:space], EMPTY, *state.tokens[space + 1 :]),
            gone=state.gone | (1 << token if token != EMPTY else 0),
            influence=state.influence & ~bit,
            intrigue=state.intrigue & ~bit,
        )
    return state


def wearing(state: State, color: str, **fingers: Sequence[str]) -> State:
    pieces, seat = state.table.pieces, state.table.seats[color]
    stand = list(state.stand)
    for ring in state.players[seat].worn_rings:
        stand[pieces.ring_factions[ring]] += 1
    worn = tuple(tuple(pieces.ring_numbers[ring] for ring in finger) for finger in hand(**fingers).values())
    for finger in worn:
        for ring in finger:
            stand[pieces.ring_factions[ring]] -= 1
    return with_player(replace(state, stand=tuple(stand)), color, hand=worn)


def in_office(state: State, color: str, *columns: str) -> State:
    for column in columns:
        place = "ABCDEF".index(column)
        assert state.offices[place] == NO_SEAT
        seat = state.table.seats[color]
        state = with_player(state, color, supply=state.players[seat].supply - 1)
        state = replace(state, offices=(*state.offices[:place], seat, *state.offices[place + 1 :]))
    return state


def with_tokens(state: State, color: str, *ids: str) -> State:
    bag, numbers = list(state.bag), state.table.pieces.token_numbers
    tokens = 0
    for id_ in ids:
        bag[state.table.pieces.token_factions[numbers[id_]]] -= 1
        tokens |= 1 << numbers[id_]
    assert tokens & state.unseen == tokens
    mine = state.players[state.table.seats[color]].tokens
    return with_player(replace(state, bag=tuple(bag), unseen=state.unseen & ~tokens), color, tokens=mine | tokens)


def house_edition(**changes: Any) -> dict[str, Any]:
    return {**standard_edition().to_mapping(), "name": "house", **changes}


def drawn(state: State) -> State:
    pieces = state.table.pieces
    while seen(state)["due"] and seen(state)["due"][0]["step"] == "draw":
        token = max(
            token
            for token, faction in enumerate(pieces.token_factions)
            if state.unseen >> token & 1 and state.bag[faction]
        )
        state = do(state, {"do": "draw", "token": pieces.tokens[token]})
    return state


def steps(state: State) -> list[str]:
    return [" ".join(str(value) for value in step.values()) for step in seen(state)["due"]]


def changed(mapping: Mapping[str, Any], **changes: Any) -> dict[str, Any]:
    return {**mapping, **changes}
