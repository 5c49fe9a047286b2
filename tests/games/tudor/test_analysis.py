"""Turns of a finished game, compared with the best ones that the search finds."""

import re
from random import Random

import pytest
from msgspec.structs import replace

from controller.games.contract.analysis import Analysing, Decision, NotAnalysable
from controller.games.naming import translate_text, without_rules
from controller.games.tudor.bots import chances, search, selfplay
from controller.games.tudor.bots.analysis import POSITIONS, judge_turn, turns_of
from controller.games.tudor.game import Tudor
from controller.games.tudor.rules import moves
from controller.games.tudor.rules.engine import GameLog
from controller.texts.translation import LANGUAGES

GAME = Tudor()


@pytest.fixture(scope="module")
def play() -> GameLog:
    """A game of two bots that do not look ahead."""
    chance = Random(5)
    played = selfplay.play_game(selfplay.draw_start_action(chance, 2, "drawn"), selfplay.BOTS["sensible"], chance)
    log = GAME.new_log()
    for action in played.actions:
        log.submit(action)
    return log


def test_a_game_names_the_turns_that_cost_most_in_points(play: GameLog) -> None:
    assert isinstance(GAME, Analysing)
    found = GAME.analyse(play, 1)
    assert found == GAME.analyse(play, 1)
    assert found.unit == "points"
    gains = [decision.gain.value for decision in found.decisions]
    assert len(gains) == 5
    assert gains == sorted(gains, reverse=True)
    assert gains[-1] >= 0.5
    turns = {seq: turn for turn in turns_of(play) for seq in turn.seqs}
    for decision in found.decisions:
        turn = turns[decision.seq]
        assert decision.castle == turn.before.table.gates[turn.seat]
        for language in LANGUAGES:
            texts = [translate_text(text, language) for text in (decision.done, decision.better)]
            assert "tudor-" not in "".join(texts)
            assert texts[0] != texts[1]


def test_chances_of_winning_are_told_whenever_all_have_had_a_turn(play: GameLog) -> None:
    moments = GAME.analyse(play, 1).moments
    assert [(moment.seq, moment.round) for moment in moments[:4]] == [(1, 1), (20, 1), (34, 1), (42, 1)]
    assert {chance.value for chance in moments[0].chances.values()} == {0.5}
    assert [moment for moment in moments if abs(sum(each.value for each in moment.chances.values()) - 1) > 1e-9] == []
    winners = play.numbered_states[-1][1].winners
    assert [each.value for each in moments[-1].chances.values()] == [float(seat in winners) for seat in (0, 1)]


def test_a_castle_that_gains_much_has_the_better_chance(play: GameLog) -> None:
    state = play.numbered_states[60][1]
    ahead = replace(state.players[0], prestige=state.players[0].prestige + 30)
    before, after = chances.chances(state), chances.chances(replace(state, players=(ahead, *state.players[1:])))
    assert after[0].value > max(0.7, before[0].value)


def in_english(decision: Decision) -> tuple[str, str]:
    done, better = (without_rules(translate_text(text, "en")) for text in (decision.done, decision.better))
    return done, better


def test_a_turn_is_told_as_people_say_it(play: GameLog) -> None:
    """Who acts, goes where and takes what office; letters of actions stand on the board alone."""
    found = GAME.analyse(play, 1).decisions
    told = [sentence for decision in found for sentence in in_english(decision)]
    assert told[0] == "Red activates the lord in chamber 2. Red takes two cards that match rings."
    assert told[1].startswith(told[0] + " Red's courtier enters the throne room with the short court move and stops at")
    assert not [sentence for sentence in told if re.search(r"\b[A-H]: |[Kk]eep .* or forgo|pays|laid", sentence)]
    assert [(each.done_at, each.better_at) for each in found[:2]] == [([], ["C2", "D1"]), (["B1"], ["A1", "B2"])]
    labels = [(each.round, each.castle, each.gain.value) for each in found]
    assert len(set(labels)) == len(labels)


def test_a_turn_is_judged_where_it_first_differs_from_a_better_one(play: GameLog) -> None:
    decision = GAME.analyse(play, 1).decisions[1]
    done, better = in_english(decision)
    both = "Green activates the courtier on chair 1 of chamber 3."
    assert (done[: len(both)], better[: len(both)]) == (both, both)
    action = play.actions[decision.seq - 1]
    assert (action["do"], action["path"]) == ("act", ["B1"])


def test_cards_are_told_where_nothing_else_differs(play: GameLog) -> None:
    turn = next(turn for turn in turns_of(play) if turn.seqs[0] == 215)
    decision = judge_turn(turn, Random(1))
    assert decision is not None
    done, better = in_english(decision)
    assert done.endswith("Red activates the lord in chamber 2. Red gets the cards brown, green.")
    turn_and_reason = "Red activates the lord in chamber 2. Red gets the cards green, purple. It gains most by "
    assert better == turn_and_reason + "cards and round tokens."


def test_the_turn_that_the_search_finds_is_not_named(play: GameLog) -> None:
    costly = [turn for turn in turns_of(play) if judge_turn(turn, Random(1)) is not None]
    assert costly
    best = [search.search_turn(turn.before, POSITIONS, Random(1), lambda: True) for turn in costly]
    found = [judge_turn(replace(turn, made=tuple(made)), Random(1)) for turn, made in zip(costly, best, strict=True)]
    assert found == [None] * len(costly)


def test_a_turn_has_the_moves_of_its_player_without_draws(play: GameLog) -> None:
    turns = list(turns_of(play))
    assert len(turns) > 20
    for turn in turns:
        assert turn.before.phase == "actions"
        assert {move.seat for move in turn.made if isinstance(move, moves.PlayerMove)} == {turn.seat}
        assert not any(isinstance(move, moves.EndTurn | moves.PlaceDrawnToken) for move in turn.made)


def test_a_log_without_a_game_is_not_analysed() -> None:
    with pytest.raises(NotAnalysable):
        GAME.analyse(GAME.new_log(), 1)
