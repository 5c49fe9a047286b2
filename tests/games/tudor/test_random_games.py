"""Whole games drawn by chance: nothing is lost, options are legal and complete; what they cost."""

import json
import time
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from controller.games.tudor.rules import actions, engine, moves
from controller.games.tudor.rules.actions import Refusal, as_line, resolve
from controller.games.tudor.rules.engine import GameLog
from controller.games.tudor.rules.options import each, options
from controller.games.tudor.rules.state import LORD, State
from controller.games.tudor.rules.table import SUPPLY
from tests.games.tudor.playing import acting, holding, standing, wearing, with_player, with_tokens
from tests.games.tudor.random_games import TABLES, play, random_start
from tests.soak import SOAK

GAMES = 20 * len(TABLES) if SOAK else 10
STEP = 1 if SOAK else 23
"""Of the seeds: each is another table."""


def seeds(games: int) -> range:
    return range(0, games * STEP, STEP)


def is_legal(state: State, move: moves.Move) -> bool:
    try:
        engine.judge(state, move)
    except Refusal:
        return False
    return True


@pytest.mark.parametrize("seed", seeds(GAMES // 5))
def test_every_option_is_legal_and_can_be_written_into_a_log(seed: int) -> None:
    chance = Random(seed)

    def look(state: State, listed: Any) -> None:
        if chance.random() < 0.1:
            found = list(each(listed))
            for move in chance.sample(found, min(len(found), 60)):
                assert is_legal(state, move), f"seed {seed}: {move}"
                line = as_line(state.table, move)
                assert resolve(state, actions.parse(line)) == move

    play(seed, look)


def is_of_this_game(state: State, move: moves.Move) -> bool:
    try:
        return resolve(state, actions.parse(as_line(state.table, move))) == move
    except Refusal:
        return False


def candidates(state: State, chance: Random) -> list[moves.Move]:
    seat, table = state.at, state.table
    spaces, factions = range(len(state.tokens)), range(7)
    found: list[moves.Move] = [moves.EndTurn(seat), moves.Pass(seat), moves.Decline(seat), moves.Ambassador(seat)]
    found += [moves.Assign(seat, chamber) for chamber in range(3)]
    found += [moves.PlaceLord(seat, chamber) for chamber in range(3)]
    found += [moves.Activate(seat, chamber, chair) for chamber in range(3) for chair in (LORD, *range(table.chairs))]
    found += [moves.Recall(seat, space) for space in spaces]
    found += [moves.ChooseRing(seat, ring) for ring in range(21)]
    found += [moves.GainCards(seat, "H", (card,)) for card in factions]
    found += [moves.GainCards(seat, letter, (card,)) for card in factions for letter in ("D", "F")]
    found += [moves.GainCards(seat, "D", (one, other)) for one in factions for other in range(one, 7)]
    found += [moves.BuyCard(seat, card) for card in factions] + [moves.Banish(seat, space) for space in spaces]
    found += [moves.TokenForCard(seat, card) for card in factions]
    found += [moves.ChangeChairs(seat, chamber, (chair, chair + 1)) for chamber in range(3) for chair in range(2)]
    origins = [SUPPLY, *spaces]
    found += [moves.Jump(seat, chance.choice(spaces), chance.choice(spaces)) for _ in range(30)]
    for _ in range(60):
        origin = chance.choice(origins)
        path = [chance.choice(table.board.bottom if origin == SUPPLY else table.board.beside[origin])]
        while chance.random() < 0.5:
            path.append(chance.choice(table.board.beside[path[-1]]))
        cards = tuple(
            chance.choice(factions) if state.tokens[space] < 0 else table.pieces.token_factions[state.tokens[space]]
            for space in path
        )
        found.append(moves.Stroll(seat, origin, tuple(path)))
        found.append(moves.Walk(seat, "A", origin, tuple(path)))
        found += [moves.Walk(seat, letter, origin, tuple(path), cards) for letter in ("C", "E", "G")]
        found.append(moves.Walk(seat, "E", origin, tuple(path), cards, chance.choice(cards)))
    for _ in range(20):
        one, other = sorted((chance.choice(factions), chance.choice(factions)))
        found.append(moves.Exchange(seat, (one, other), chance.choice(factions)))
        found.append(moves.GainCards(seat, "F", (one, other), chance.choice(factions)))
        swap = (chance.randrange(21), chance.randrange(21))
        card = table.pieces.ring_factions[swap[0]]
        found += [moves.SwapRings(seat, (swap,), card), moves.TradeRings(seat, *swap)]
        found.append(moves.SwapRings(seat, (swap, (chance.randrange(21), swap[0])), card))
        found.append(moves.Bench(seat, chance.randrange(3), chance.randrange(table.chairs), chance.randrange(3)))
        found.append(moves.SwapTokens(seat, tuple(sorted(chance.sample(spaces, 2)))))
    return found


@pytest.mark.parametrize("seed", seeds(GAMES // 5))
def test_every_legal_move_is_among_the_options(seed: int) -> None:
    chance = Random(seed)
    compared = 0

    def look(state: State, listed: Any) -> None:
        nonlocal compared
        if chance.random() < 0.05:
            known = set(each(listed))
            legal = [move for move in candidates(state, chance) if is_legal(state, move)]
            missing = [move for move in legal if move not in known and is_of_this_game(state, move)]
            assert missing == [], f"seed {seed}"
            compared += len(legal)

    play(seed, look)
    assert compared > 0


def test_while_a_draw_is_due_there_is_no_option() -> None:
    waiting = [state for _, state in play(3) if state.due and type(state.due[0]).__name__ == "DrawStep"]
    assert waiting
    assert all(options(state) == [] for state in waiting)


RUNS = 5
OPTIONS_MOST_MS = 2.0
REPLAY_MOST_MS = 30.0
LONG_GAME = 199


def best_ms(work: Callable[[], object]) -> float:
    spent = []
    for _ in range(RUNS):
        began_s = time.process_time()
        work()
        spent.append(1000 * (time.process_time() - began_s))
    return min(spent)


def dearest() -> State:
    state = acting(lord=2, scenario=5)
    spaces = [name for name in state.table.board.names if name[1] != "6"]
    state = standing(state, "yellow", *spaces[::2][:13])
    state = wearing(state, "yellow", thumb=["q01"], index=["q16"], middle=["q02"], ring=["q05"], pinky=["q08"])
    state = holding(state, "yellow", red=5, grey=5, brown=5, blue=5, yellow=5, green=5, purple=5)
    state = with_tokens(state, "yellow", *(f"f{20 * faction - back:03}" for faction in range(1, 8) for back in (0, 1)))
    return with_player(state, "yellow", influence=5, intrigue=5)


def test_the_options_of_the_dearest_turn_take_two_milliseconds_at_most() -> None:
    state = dearest()
    listed = options(state)
    assert (len(listed), sum(1 for _ in each(listed))) == (453, 6753)
    assert best_ms(lambda: options(state)) <= OPTIONS_MOST_MS


def test_a_long_game_is_replayed_in_thirty_milliseconds_at_most() -> None:
    played = play(LONG_GAME)
    table = played[0][1].table
    lines = [json.dumps(random_start(Random(LONG_GAME), *TABLES[LONG_GAME]))]
    lines += [json.dumps(as_line(table, move)) for move, _ in played]
    assert len(lines) == 424

    def replayed() -> None:
        log = GameLog()
        for line in lines:
            log.submit(line)

    assert best_ms(replayed) <= REPLAY_MOST_MS
