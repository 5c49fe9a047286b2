"""A game as text: what is written is read again without loss, and a fault is named with its line."""

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.games import notation
from controller.games.contract.tools.tools import HowToPlay, SelfPlaying, Tooled
from controller.games.installed import make_game
from controller.games.undoable_log import struct_to_mapping
from tests.support.soak import SOAK

HEAD = '[Notation "1"]\n[Unnamed "rob tile"]\n'


def written(actions: list[Any]) -> str:
    return "".join(notation.format_game({}, [{"action": action} for action in actions]))


def read(text: str) -> list[Any]:
    return [move.action for move in notation.parse_game(enumerate(text.split("\n"), start=1))]


@pytest.mark.parametrize(("name", "games"), [("tumult_royale", 7000 if SOAK else 100), ("tudor", 3000 if SOAK else 30)])
def test_a_game_of_bots_is_read_as_it_was_written(name: str, games: int) -> None:
    game = make_game(name)
    tools: Any = game.tools() if isinstance(game, Tooled) else None
    assert isinstance(tools, SelfPlaying)
    for number in range(games):
        random = Random(number)
        options = {choice.key: random.choice(choice.values) for choice in game.choices()}
        how = HowToPlay(random.choice(game.seats), options, None, "random", check=False)
        log = [struct_to_mapping(action) for action in tools.played(how, random).log]
        log.insert(len(log) // 2, {"do": "undo"})
        assert read(written(log)) == log


NAMES = st.sampled_from(["do", "player", "tile", "to", "a b", "true", "", "=", ":", "7"]) | st.text()
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | NAMES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=12,
)


@settings(max_examples=20_000 if SOAK else 200)
@given(
    st.lists(st.dictionaries(NAMES, VALUES, max_size=4) | st.fixed_dictionaries({"do": NAMES}), min_size=1, max_size=4)
)
def test_any_json_that_another_game_calls_an_action_is_kept(actions: list[Any]) -> None:
    text = written(actions)
    text.encode()
    assert read(text) == json.loads(json.dumps(actions))


def test_notes_of_a_log_are_kept_beside_its_actions() -> None:
    records = [
        {"action": {"do": "start"}, "origin": "knob", "written_utc": "2026-11-28T18:00:00+00:00"},
        {"action": {"do": "spin", "demand": 2}, "origin": "knob", "draw": {"n": 1, "seed": "00ff", "next": None}},
    ]
    lines = "".join(notation.format_game({"Date": "2026-11-28"}, records)).split("\n")
    moves = list(notation.parse_game(enumerate(lines, start=1)))
    assert [{"action": move.action, **move.notes} for move in moves] == records


def test_a_text_by_hand_may_name_every_field_and_have_remarks() -> None:
    text = '[Notation "1"]\n; at the club\n\n1. start map=honour\n2. blue: rob\n   tile=t23\n'
    assert read(text) == [{"do": "start", "map": "honour"}, {"do": "rob", "player": "blue", "tile": "t23"}]


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("1. start", 1, """saw '1. start', expected [Notation "1"] first"""),
        ('[Notation "2"]', 1, """saw '[Notation "2"]', expected [Notation "1"] first"""),
        (HEAD + "[Date 2026]", 3, """saw '[Date 2026]', expected a header such as [Date "2026-11-28"]"""),
        (HEAD + "1. start\n3. stop", 4, "saw '3. stop', expected move 2: a move such as"),
        (HEAD + "1. start\nblue robs", 4, "saw 'blue robs', expected move 2"),
        (HEAD + "  map=honour", 3, "saw 'map=honour' before the first move"),
        (HEAD + "1. start\n2. blue:", 4, "saw 'blue:', expected a move"),
        (HEAD + "1. start\n2. spin 2\n3. stop", 4, "saw '2' after 'spin', expected a field such as `tile=t23`"),
        (HEAD + "1. start\n2. blue: rob t23 t24", 4, "saw 't24', expected a field"),
        (HEAD + "1. start\n2. blue: rob t23 tile=t24", 4, "saw the field 'tile' twice"),
        (HEAD + "1. start\n2. blue: rob\n    [t23", 4, "saw '[t23', expected a value such as t23, 4 or [t03,t12]"),
        (HEAD + '1. start\n2. blue: rob "t23', 4, """saw '"t23', expected a value"""),
        (HEAD + "1. start\n2. 7", 4, "saw '7', expected a word"),
        (HEAD + "1. start\n2. blue: rob " + "[" * 100_000, 4, "expected a value"),
        ('[Notation "1"]\n[Unnamed "rob"]\n1. start', 2, "saw the header Unnamed with 'rob', expected pairs"),
    ],
)
def test_a_fault_is_named_with_line_what_was_seen_and_expected(text: str, line: int, message: str) -> None:
    with pytest.raises(notation.NotationError) as refused:
        read(text)
    assert refused.value.line == line
    assert message in str(refused.value)
    assert len(str(refused.value)) < 250


def test_headers_are_bounded() -> None:
    with pytest.raises(notation.NotationError, match="100 at most"):
        read('[Notation "1"]\n' + "".join(f'[H{number} "x"]\n' for number in range(100)))
