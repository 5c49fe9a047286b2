"""Engine and naive second reading of the rules agree on every line of games drawn by chance, refusals included.

Most lines are a bot's; others come too late, have something else in them, amend, or take back. Faults of shape (LOG)
are tested by example; here they only change nothing.
"""

import copy
import inspect
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from random import Random
from types import CodeType, FrameType, ModuleType
from typing import Any

import msgspec
import pytest

from controller.games.contract.rules import Correction
from controller.games.contract.values import RefusedError
from controller.games.tudor import game as tudor_game
from controller.games.tudor.bots.random_play import random_draw, random_move, random_move_of_options
from controller.games.tudor.referee.correction import CORRECTOR as TUDOR_CORRECTOR
from controller.games.tudor.rules import actions as tudor_actions
from controller.games.tudor.rules import engine as tudor
from controller.games.tudor.rules import state as tudor_state
from controller.games.tudor.rules.move_groups import PathPayments
from controller.games.tudor.rules.moves import Walk
from controller.games.tudor.rules.options import legal_options as tudor_options
from controller.games.tudor.rules.options import moves_of_options as tudor_moves
from controller.games.tumult_royale.bots.bots import draw_start_action, greedy_bot_move, random_bot_move
from controller.games.tumult_royale.box.reading import EDITION_FORMAT, standard_edition
from controller.games.tumult_royale.box.words import COLORS, COMMODITIES, KINDS
from controller.games.tumult_royale.referee.correction import CORRECTOR as TUMULT_CORRECTOR
from controller.games.tumult_royale.rules import engine as tumult
from controller.games.tumult_royale.rules import options as tumult_options
from controller.games.tumult_royale.rules import state as tumult_state
from controller.games.tumult_royale.rules.actions import action_to_mapping as as_line
from controller.games.tumult_royale.rules.country import FIELD_NAMES
from controller.games.tumult_royale.rules.options import move_to_action
from controller.games.undoable_log import Corrector, UndoableLog
from tests.games.tudor.oracle import model as tudor_oracle
from tests.games.tudor.random_games import TABLES, choose_lively, house_edition, random_start
from tests.games.tumult_royale.oracle import model as tumult_oracle
from tests.games.tumult_royale.playing import house_edition as tumult_house_edition
from tests.support.soak import SOAK

Json = Any
LONGEST = 4_000
AFTER_THE_END = 3
STANDARD = standard_edition().to_mapping()
WAY: Json = {"from": "A1", "path": ["A2", "A3"]}
SWAP = {"take": "q01", "give": "q04"}
EXAMPLES: list[Json] = [
    *(line for line in tudor_game.Tudor().actions()["examples"] if "player" in line),
    *({"do": "act", "action": letter, "cards": ["red", "blue"], **WAY} for letter in "CEG"),
    {"do": "act", "action": "A", "from": "A1", "path": ["A2"]},
    {"do": "act", "action": "B", "swaps": [SWAP, SWAP], "card": "red"},
    {"do": "act", "action": "F", "cards": ["red", "blue"], "back": "red"},
    {"do": "act", "action": "H", "card": "red"},
    {"do": "scenario", "side": "left", "chamber": 1, "chair": 1, "to": 2},
    {"do": "scenario", "side": "right", "spaces": ["A1", "A2"]},
    {"do": "scenario", "side": "right", "chamber": 1, "chairs": [1, 2]},
    {"do": "scenario", "side": "right", "from": "A1", "to": "A3"},
    {"do": "scenario", "side": "left", "mine": "q01", "theirs": "q04"},
    {"do": "scenario", "side": "left", **WAY},
    {"do": "scenario", "side": "right", "space": "A1"},
]


class Tudor:
    oracle_module: ModuleType = tudor_oracle
    sample = (4, 13, 16, 25, 27)

    def __init__(self, seed: int) -> None:
        self.chance, self.seed = Random(seed), seed
        self.play, self.oracle = tudor.GameLog(), tudor_oracle.Oracle()

    def start(self) -> Json:
        house = house_edition(self.chance) if self.seed % 4 else None
        return random_start(self.chance, *TABLES[self.seed * 37 % len(TABLES)], house)

    def legal(self, state: tudor_state.State) -> Json:
        if state.due and isinstance(state.due[0], tudor_state.DrawStep):
            assert tudor_options(state) == []
            return tudor_actions.move_to_line(state.table, random_draw(state, self.chance))
        listed = tudor_options(state)
        walks = [each for each in listed if isinstance(each, Walk | PathPayments)]
        tops = [each for each in walks if each.path[-1] in state.table.board.top_space_by_column]
        move = (
            random_move_of_options(tops, self.chance)
            if tops and self.chance.random() < 0.9
            else choose_lively(listed, self.chance)
        )
        return tudor_actions.move_to_line(state.table, move)

    def any(self, state: tudor_state.State) -> Json:
        """Any legal move, or any action with whatever there is in its places."""
        if self.chance.random() < 0.4:
            return tudor_actions.move_to_line(state.table, random_move(state, self.chance))
        line = copy.deepcopy(self.chance.choice(EXAMPLES))
        for where in containers_in(line):
            for key in where if isinstance(where, dict) else range(len(where)):
                if key not in {"do", "action", "side"}:
                    where[key] = replace_value(self.chance, where[key], self.kinds(state))
        return line | {"player": state.table.colors[state.turn_seat]}

    def amendment(self, state: tudor_state.State) -> Json:
        """Mostly cards, by which a player can pay for an office."""
        chance, table = self.chance, state.table
        color = chance.choice(table.colors)
        cards = {name: min(2, left) for name, left in zip(table.faction_names, state.stacks, strict=True)}
        correction: Json = chance.choice(
            [
                *[{"cards": {color: cards}}] * 4,
                {"cards": {color: {chance.choice(table.faction_names): -1}}},
                {"prestige": {color: chance.randint(-1, 5)}},
                {"swap": chance.sample(table.board.names, 2)},
            ]
        )
        return {"do": "amend", **correction}

    def kinds(self, state: tudor_state.State) -> list[Sequence[str]]:
        table = state.table
        fallen = [table.pieces.tokens[token] for token in state.tokens if token >= 0]
        return [
            table.colors, table.faction_names, table.pieces.rings, [*fallen, *table.pieces.tokens],
            ["supply", *table.board.names], ["lord"],
        ]  # fmt: skip

    def ask_oracle(self, line: Json) -> tuple[frozenset[str], Json]:
        rule = self.oracle.play(line)
        return frozenset() if rule is None else frozenset({rule}), self.oracle.state()

    def assert_sound(self) -> None:
        assert self.play.state is not None
        assert tudor.invariant_violations(self.play.state) == ()

    def assert_listed(self, before: Any, line: Json) -> None:
        """Whatever is accepted is among the options, in some order."""
        if line["do"] not in {"amend", "undo", "draw"}:
            listed = (tudor_actions.move_to_line(before.table, move) for move in tudor_moves(tudor_options(before)))
            assert unordered(line) in map(unordered, listed), line

    shown = staticmethod(tudor_state.state_to_mapping)


class TumultRoyale:
    oracle_module: ModuleType = tumult_oracle
    sample = (0, 15, 26, 57)

    def __init__(self, seed: int) -> None:
        self.chance, self.seed = Random(seed), seed
        self.play, self.oracle = tumult.GameLog(), tumult_oracle.Model(STANDARD)
        tumult_oracle.beside.cache_clear()  # to see its lines run
        tumult_oracle.minimal.cache_clear()
        self.bot = (random_bot_move, greedy_bot_move)[seed // 4 % 2]

    def start(self) -> Json:
        edition = EDITION_FORMAT.parse(tumult_house_edition(self.chance)) if self.seed % 3 else standard_edition()
        variant, map_mode = ("classic", "gambler")[self.seed % 2], ("tracked", "honour")[self.seed // 2 % 2]
        action = draw_start_action(self.chance, 2 + self.seed % 3, edition=edition, variant=variant, map_mode=map_mode)  # type: ignore[arg-type]
        return as_line(action)

    def legal(self, state: tumult_state.State) -> Json:
        return as_line(move_to_action(self.bot(state, self.chance)))

    any = legal

    def amendment(self, state: tumult_state.State) -> Json:
        chance, colors = self.chance, state.table.colors
        tile = chance.choice(state.table.pool.tiles).id
        correction: Json = chance.choice(
            [
                {"supporters": {color: chance.choice((-3, -1, 1, 2)) for color in colors}},
                {"move": {"tile": tile, "to": chance.choice([*colors, "people", "set_aside"])}},
                {"demand": {chance.choice(COMMODITIES): chance.randint(1, 9)}},
            ]
        )
        return {"do": "amend", **correction}

    def kinds(self, state: tumult_state.State) -> list[Sequence[str]]:
        pool = state.table.pool
        acting = state.players[state.king if state.seat_to_act is None else state.seat_to_act]
        return [
            COLORS, COMMODITIES, KINDS, [*pool.tile_ids(acting.castle) * 3, *pool.bits, "t99"], [*FIELD_NAMES, "Z9"],
            [*(region.id for region in state.table.edition.regions), "R77"],
        ]  # fmt: skip

    def ask_oracle(self, line: Json) -> tuple[frozenset[str], Json]:
        answer, told = self.oracle.submit(line)
        return (frozenset(told), None) if answer == "refused" else (frozenset(), told)

    def assert_sound(self) -> None:
        state = self.play.state
        assert state is not None
        assert list(tumult.invariant_violations(state)) == []
        assert json(tumult_options.options_to_mappings(state)) == json(self.oracle.options())

    def assert_listed(self, before: Any, line: Json) -> None:
        """The options are compared in every state."""

    shown = staticmethod(tumult_state.state_to_mapping)


json = msgspec.json.Encoder(order="deterministic").encode
"""To compare by: there ``true`` is not 1."""


def spoil(chance: Random, line: Json, kinds: Sequence[Sequence[str]]) -> Json:
    """The line with one thing in it lost, come twice, elsewhere, or another of its kind."""
    line = copy.deepcopy(line)
    where = chance.choice([each for each in containers_in(line) if each])
    key = chance.choice(list(where) if isinstance(where, dict) else range(len(where)))
    how = chance.random()
    if how < 0.1:
        del where[key]
    elif how < 0.2 and isinstance(where, list):
        where.insert(key, copy.deepcopy(where[key]))
    elif how < 0.6 and isinstance(where, dict) and all(isinstance(each, list) for each in where.values()):
        where[key], where["thumb"] = [], where["thumb"] + where[key]
    else:
        where[key] = replace_value(chance, where[key], kinds)
    return line


def containers_in(line: Json) -> list[Json]:
    """All objects and lists within, itself too."""
    found = [line]
    for each in found:
        found += [one for one in (each.values() if isinstance(each, dict) else each) if isinstance(one, dict | list)]
    return found


def replace_value(chance: Random, value: Json, kinds: Sequence[Sequence[str]]) -> Json:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return chance.choice((1, 2, 3, 1, 2, 3, 0, 4, 5, 6, 7, -1))
    if isinstance(value, str):
        return chance.choice(next((kind for kind in kinds if value in kind), [value]))
    return value


def next_line(game: Tudor | TumultRoyale, lines_so_far: Sequence[Json], wrong: float) -> tuple[Json, bool]:
    """Also whether it is a bot's, and so must be legal."""
    state: Any = game.play.state
    chance = game.chance
    if state is None:
        return game.start(), True
    over = game.shown(state, 0)["phase"] == "over"
    drawn = chance.random() * (wrong if over else 1)
    if drawn >= wrong:
        return game.legal(state), True
    if drawn < wrong * 0.1:
        return {"do": "undo"}, False
    if drawn < wrong * 0.3:
        return game.amendment(state), False
    if drawn < wrong * 0.5 or over:
        acting = game.shown(state, 0)["to_act"]
        return copy.deepcopy(
            chance.choice([each for each in lines_so_far if each.get("player") == acting] or lines_so_far)
        ), False
    return spoil(chance, game.any(state), game.kinds(state)), False


def unordered(line: Json) -> Json:
    if isinstance(line, dict):
        return {key: value if key == "path" else unordered(value) for key, value in line.items()}
    return sorted(map(unordered, line), key=repr) if isinstance(line, list) else line


def compare(game_type: type[Tudor | TumultRoyale], seed: int) -> None:
    game = game_type(seed)
    wrong, lines_so_far, after_the_end = game.chance.choice((0.2, 0.4, 0.6)), list[Json](), 0
    for number in range(LONGEST):
        (line, right), before = next_line(game, lines_so_far, wrong), game.play.state
        where = f"log {game.seed}, line {number}: {line!r:.2000}"
        rule = None
        try:
            game.play.submit(copy.deepcopy(line))
        except RefusedError as refusal:
            rule = refusal.code
            assert game.play.state is before, where
            assert not right, f"{where}: {rule}"
        if rule == "LOG" or game.play.state is None:
            continue
        rules, told = game.ask_oracle(line)
        assert (rule in rules) if rule else not rules, f"{where}: {rule}, not {set(rules)}"
        if rule is None:
            state: Any = game.play.state
            shown = game.shown(state, game.play.seq)
            assert json(shown) == json(told), f"{where}: {differences(shown, told)}"
            game.assert_sound()
            if before is not None and not right:
                game.assert_listed(before, line)
            lines_so_far.append(line)
            after_the_end += told["phase"] == "over"
            if after_the_end == AFTER_THE_END:
                break


def differences(ours: Json, theirs: Json) -> Json:
    return {key: (ours.get(key), theirs.get(key)) for key in {*ours, *theirs} if ours.get(key) != theirs.get(key)}


def lines_of(code: CodeType) -> Iterator[int]:
    """Of the functions within."""
    if code.co_flags & inspect.CO_OPTIMIZED:
        yield from {line for *_, line in code.co_lines() if line} - {code.co_firstlineno}
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from lines_of(inner)


def trace_lines(file: str, work: Callable[[], object]) -> set[int]:
    ran: set[int] = set()

    def in_a_function(frame: FrameType, event: str, _: object) -> Any:
        if event == "line":
            ran.add(frame.f_lineno)
        return in_a_function

    def called(frame: FrameType, _event: str, _: object) -> Any:
        return in_a_function if frame.f_code.co_filename == file else None

    before = sys.gettrace()
    sys.settrace(called)
    try:
        work()
    finally:
        sys.settrace(before)
    return ran


@pytest.mark.parametrize("game", [Tudor, TumultRoyale])
def test_engine_and_oracle_agree_on_every_line(game: type[Tudor | TumultRoyale]) -> None:
    """All but some of its refusals, each of which the rule's own test brings about."""
    file = str(game.oracle_module.__file__)
    ran = set[int]()
    for seed in game.sample:
        ran |= trace_lines(file, partial(compare, game, seed))
    code = Path(file).read_text(encoding="utf-8")
    left = {number: code.splitlines()[number - 1] for number in {*lines_of(compile(code, file, "exec"))} - ran}
    assert {number: line for number, line in left.items() if "raise Refused(" not in line} == {}
    print(f"{len(left)} refusals did not come up")


@pytest.mark.parametrize("hundred", range(20 if SOAK else 0))
@pytest.mark.parametrize("game", [Tudor, TumultRoyale])
def test_engine_and_oracle_agree_on_more_games(game: type[Tudor | TumultRoyale], hundred: int) -> None:
    for seed in range(hundred * 100, hundred * 100 + 100):
        compare(game, seed)


# Games drawn by chance are gone back in, anywhere.

GAMES = pytest.mark.parametrize(
    ("game", "corrector"), [(Tudor, TUDOR_CORRECTOR), (TumultRoyale, TUMULT_CORRECTOR)], ids=["tudor", "tumult_royale"]
)
SEEDS = pytest.mark.parametrize("seed", range(40 if SOAK else 2))
BACKS_A_GAME = 10


def play_with_amendments(game: type[Tudor | TumultRoyale], seed: int) -> Tudor | TumultRoyale:
    """Some 150 actions of bots, with amendments and undos among them."""
    drawn = game(seed)
    play: UndoableLog[Any] = drawn.play
    play.submit(drawn.start())
    for number in range(1, 150):
        state: Any = play.state
        if drawn.shown(state, 0)["phase"] == "over":
            break
        try:
            play.submit(drawn.amendment(state) if number % 30 == 0 else drawn.legal(state))
            if number % 25 == 0:
                play.submit({"do": "undo"})
        except RefusedError:
            assert number % 30 == 0
    return drawn


def carry_out(play: UndoableLog[Any], found: Correction) -> None:
    for step in found.steps:
        play.submit(step.action)


def assert_replays(play: UndoableLog[Any]) -> None:
    again = type(play)()
    for action in play.actions:
        again.submit(action)
    assert again.state == play.state


@SEEDS
@GAMES
def test_amending_nothing_is_refused_and_redoing_leads_to_the_same_state(
    game: type[Tudor | TumultRoyale], corrector: Corrector, seed: int
) -> None:
    drawn = play_with_amendments(game, seed)
    play: UndoableLog[Any] = drawn.play
    for _ in range(BACKS_A_GAME):
        before, length = play.state, len(play.standing)
        to = drawn.chance.choice(play.numbered_states[1:])[0]
        with pytest.raises(RefusedError, match="changes nothing"):
            corrector.plan_correction(play, to, ())
        back = corrector.plan_go_back(play, to)
        carry_out(play, back)
        again = corrector.plan_redo(play, back.waiting)
        assert not again.dropped
        carry_out(play, again)
        assert (play.state, len(play.standing)) == (before, length)
    assert_replays(play)


@SEEDS
@GAMES
def test_after_any_amendment_the_log_is_legal_and_losses_are_named(
    game: type[Tudor | TumultRoyale], corrector: Corrector, seed: int
) -> None:
    drawn = play_with_amendments(game, seed)
    play: UndoableLog[Any] = drawn.play
    for _ in range(BACKS_A_GAME):
        back_to, before = drawn.chance.choice(play.numbered_states[1:])[0], play.state
        state: Any = play.state
        undone = [seq for seq, _ in play.numbered_states if seq >= back_to]
        try:
            found = corrector.plan_correction(play, back_to, [drawn.amendment(state)])
        except RefusedError:
            assert play.state is before
            continue
        redone = [step.of for step in found.steps if step.of is not None]
        assert sorted([*redone, *(each.seq for each in found.dropped)]) == undone
        carry_out(play, found)
    assert_replays(play)
