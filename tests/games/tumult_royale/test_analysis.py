"""A game judged afterwards: moves known by exhaustive search, calibrated chances, sums that add up."""

from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from typing import Any, Final

import pytest
from msgspec.structs import replace

from controller.games.contract import analysis, inputs, values
from controller.games.naming import translate_text
from controller.games.tumult_royale.bots.analysis import Effort, Judge, Step, analyse, judge, move_to_judge, with_move
from controller.games.tumult_royale.bots.bots import BOT_BY_NAME, draw_start_action, greedy_bot_move, play_game
from controller.games.tumult_royale.box.words import STATUES_BY_KIND, Seat
from controller.games.tumult_royale.rules.actions import Build, Move, Pass, action_from_json, action_to_mapping
from controller.games.tumult_royale.rules.engine import GameLog, apply
from controller.games.tumult_royale.rules.options import ChosenBuild, build_options, choose_build, move_to_action
from controller.games.tumult_royale.rules.payments import list_accepted_payments
from controller.games.tumult_royale.rules.state import LastTiles, Over, Placing, State
from tests.games.tumult_royale import playing
from tests.support.soak import SOAK

LITTLE: Final = Effort(5, 5, 2, 5)
BLUE, YELLOW = values.CastleId("blue"), values.CastleId("yellow")


def iter_states(seed: int, players: int) -> Iterator[State]:
    """A game of greedy bots."""
    chance = Random(seed)
    state = apply(None, draw_start_action(chance, players, variant="classic", map_mode="tracked")).state
    while not isinstance(state.phase, Over):
        yield state
        state = apply(state, greedy_bot_move(state, chance)).state
    yield state


@cache
def greedy_game() -> GameLog:
    play, chance = GameLog(), Random(5)
    start = draw_start_action(chance, 3, variant="classic", map_mode="tracked")
    for action in play_game(start, BOT_BY_NAME["greedy"], chance).actions:
        play.submit(action_to_mapping(action))
    return play


@cache
def analysed() -> analysis.Analysis:
    return analyse(greedy_game(), 1, LITTLE)


def moves_of(state: State) -> list[Move | ChosenBuild]:
    assert state.seat_to_act is not None
    builds = [
        choose_build(state, option, option.payments[way])
        for option in build_options(state)
        for way in range(len(option.payments))
    ]
    return [Pass(player=state.color(state.seat_to_act)), *builds]


def certain_winner(state: State) -> Seat:
    """Of two players in the last round, where nothing is drawn any more: by trying all moves."""
    if isinstance(state.phase, Over):
        return state.phase.winner
    winners = {certain_winner(apply(state, move).state) for move in moves_of(state)}
    seat = state.seat_to_act
    assert seat is not None
    return seat if seat in winners else Seat(1 - seat)


@pytest.mark.parametrize("seed", [6, 43, 60, 78, 98, 140])
def test_for_a_move_that_loses_the_winning_one_is_found(seed: int) -> None:
    """In these games a player is to build in the tenth round, and wins by some moves only."""
    found = 0
    for state in iter_states(seed, 2):
        if state.round < 10 or not isinstance(state.phase, Placing):
            continue
        moves = [(move, certain_winner(apply(state, move).state) == state.seat_to_act) for move in moves_of(state)]
        seen = Judge(state, seed=1)
        for move in [move for move, won in moves if not won and any(won for _, won in moves)][:4]:
            step = Step(1, state, apply(state, move).state, move_to_action(move))
            better = seen.better_move(step, 400)
            assert better is not None
            assert certain_winner(apply(state, better).state) == state.seat_to_act
            assert seen.pairs(step, with_move(step, better), 400).play(50).value > 0.5
            found += 1
    assert found


def test_another_tile_of_the_same_face_is_no_better_move() -> None:
    """Blue on B3 has 22 statues and wins by the palace A3, whichever of its two marble tiles pays (TR-8.1)."""
    state = playing.about_to_build(["m2", "m2", "t3"], fields=["B3"], placed=22)
    one, other, tools = playing.castle_ids(state, "blue", ["m2", "m2", "t3"])
    for marble in (one, other):
        build = action_from_json({"do": "build", "player": "blue", "field": "A3", "tiles": [marble, tools]})
        assert isinstance(build, Build)
        assert Judge(state, seed=1).better_move(Step(1, state, apply(state, build).state, build), 40) is None


def judged(play: GameLog) -> analysis.Decision | None:
    """What would have been better than the latest move."""
    move = move_to_judge(play, seed=1)
    assert move is not None
    assert move.work is not None
    return move.work(inputs.always)


def played_from(state: State, moves: Sequence[dict[str, Any]]) -> GameLog:
    play = playing.started({"blue": 1, "yellow": 2}, map_mode="tracked", slots=playing.TWO_PLAYER_LAND)
    play._standing = [(1, state)]
    for move in moves:
        play.submit(move)
    return play


def with_both_about_to_win(*moves: dict[str, Any], swapped: bool = False) -> GameLog:
    """Blue wins by the palace A3 (TR-8.1), and yellow by the pasture D4 if blue passes."""
    state = playing.about_to_build(["m2", "t3"], fields=["B3"], others_castle=["b3", "b2", "m3"], placed=22)
    yellow = replace(state.players[1], placed=23)
    state = replace(state, players=(state.players[0], yellow), set_aside=(1 << 6) - 1 & state.people_tiles)
    return played_from(playing.with_hidden_tiles_swapped(state) if swapped else state, moves)


def palace() -> dict[str, Any]:
    state = with_both_about_to_win().state
    assert state is not None
    return {"do": "build", "player": "blue", "field": "A3", "tiles": playing.castle_ids(state, "blue", ["m2", "t3"])}


PASS: Final = {"do": "pass", "player": "blue"}


def test_passing_instead_of_the_winning_palace_costs_much() -> None:
    lost = judged(with_both_about_to_win(PASS))
    assert lost is not None
    assert lost.gain.value > max(0.08, lost.gain.error)
    assert lost.done.key == "told-passed"
    assert translate_text(lost.better, "en") == (
        "Blue builds on A3, a palace, for marble 2 and tools 3. That makes 2 statues more in this round."
    )
    assert (lost.done_at, lost.better_at) == ([], ["A3"])
    assert judged(with_both_about_to_win(palace())) is None


def remark_on(play: GameLog) -> str:
    move = move_to_judge(play, seed=1)
    assert move is not None
    return translate_text(move.remark, "en")


def placing_after(*moves: dict[str, Any]) -> GameLog:
    """Blue on B3 can pay for the palace A3, and yellow for the pasture D4."""
    state = playing.about_to_build(["m2", "t3"], fields=["B3"])
    return played_from(state, moves)


def pasture() -> dict[str, Any]:
    state = placing_after().state
    assert state is not None
    return {
        "do": "build",
        "player": "yellow",
        "field": "D4",
        "tiles": playing.castle_ids(state, "yellow", ["b1", "m1"]),
    }


YELLOW_PASSES: Final = {"do": "pass", "player": "yellow"}


def test_after_a_pass_it_is_said_whether_one_is_asked_again() -> None:
    assert remark_on(placing_after(PASS)) == (
        "You could have built: palace A3. You are asked again only if another player builds before it is your turn."
    )
    assert remark_on(placing_after(palace(), YELLOW_PASSES)) == (
        "You could have built: pasture D4. You are asked again in the next placement round."
    )


@pytest.mark.parametrize("passes", [(PASS, YELLOW_PASSES), (PASS, pasture(), PASS)])
def test_a_pass_that_ends_building_is_said_to_give_statues_up(passes: tuple[dict[str, Any], ...]) -> None:
    move = move_to_judge(placing_after(*passes), seed=1)
    assert move is not None
    assert move.offers == "always"
    where, statues = ("pasture D4", "a statue") if passes[-1] is YELLOW_PASSES else ("palace A3", "3 statues")
    said = f"You could have built: {where}. With this pass building is over (TR-4.9): it gave up {statues}."
    assert translate_text(move.remark, "en") == said


@pytest.mark.parametrize(("stuck", "offers"), [(True, "if_better"), (False, "always")])
def test_without_a_map_people_say_whether_they_could_build(*, stuck: bool, offers: str) -> None:
    """TR-11.2: only they know whether a field was free."""
    play = playing.started({"blue": 1, "yellow": 2})
    play._standing = [(1, playing.about_to_build(["b1", "m1"], others_castle=[], map_mode="honour"))]
    play.submit({"do": "pass", "player": "blue", "stuck": stuck})
    move = move_to_judge(play, seed=1)
    assert move is not None
    assert move.offers == offers
    assert move.remark.key == ("judged-pass-forced" if stuck else "judged-gave-up")


def test_what_was_robbed_is_judged_once_the_tiles_lie_face_up() -> None:
    """As in the replay: with one tool less the people are calm, and blue keeps what the palace costs."""
    move = move_to_judge(counted_with(["b2", "m2", "t1"]), seed=1)
    assert move is not None
    assert (move.castle, move.offers, move.others) == ("blue", "never", [])
    assert move.work is not None
    lost = move.work(inputs.always)
    assert lost is not None
    assert translate_text(lost.better, "en").startswith("Blue leaves tools 1 with the people.")
    assert lost.gain.value > analysis.COSTLY
    assert move.work(lambda: False) is None


def test_of_several_tumults_each_robber_is_judged() -> None:
    move = move_to_judge(counted_with(["b1", "m1", "t1"]), seed=1)
    assert move is not None
    assert [each.castle for each in (move, *move.others)] == ["yellow", "blue"]


def test_a_count_without_a_tumult_is_not_judged() -> None:
    assert move_to_judge(counted_with(["b2", "m2", "t2"]), seed=1) is None


def test_of_each_kind_of_move_practice_says_something() -> None:
    play = playing.started({"blue": 1, "yellow": 2}, map_mode="tracked", slots=playing.TWO_PLAYER_LAND)
    play.submit({"do": "place_first", "player": "yellow", "field": "B3"})
    said = remark_on(play).replace("×", "x")  # noqa: RUF001  # as the text has it
    assert said == (
        "Next to B3, the single price is enough for 1 x pasture, 1 x mountain and 1 x palace."
        " As far as can be told, no place is clearly better."
    )
    blind = playing.started({"blue": 1, "yellow": 2})
    blind.submit({"do": "place_first", "player": "yellow"})
    assert remark_on(blind) == "Without its map the table cannot judge the first place."
    blind.submit({"do": "place_first", "player": "blue"})
    blind.submit({"do": "spin", "demand": 2})
    blind.submit({"do": "set_aside", "tile": "t01"})
    assert remark_on(blind) == "Tiles set aside unseen are luck, so they are not judged."
    assert remark_on(with_both_about_to_win(palace())).endswith("nothing is clearly better.")


def test_a_build_whose_tiles_pay_for_more_statues_is_named() -> None:
    """Of fields that touch, a village holds two statues, a forest one (TR-4.3)."""
    state, build = next((state, build) for state in iter_states(3, 2) if (build := small_build(state)) is not None)
    play = GameLog()
    play._standing = [(1, state)]
    play.submit(action_to_mapping(build.build))
    move = move_to_judge(play, 1)
    assert move is not None
    assert move.offers == "always"
    assert translate_text(move.remark, "en") == (
        "The same tiles would have paid for: village B2, with one statue more. Played on, nothing is clearly better."
    )


def small_build(state: State) -> ChosenBuild | None:
    """A build for one statue with tiles that pay for more elsewhere; None if the player to act has none."""
    options = list(build_options(state))
    for small in [option for option in options if STATUES_BY_KIND[option.kind] == 1]:
        for payment in small.payments:
            chosen = choose_build(state, small, payment)
            paid = state.table.pool.counts_by_value(chosen.paid)
            if any(STATUES_BY_KIND[o.kind] > 1 and list_accepted_payments(paid, o.price.cost) for o in options):
                return chosen
    return None


def test_paying_double_beside_a_field_at_half_the_price_costs_much() -> None:
    """In the seventh round of this game the same kind of field touches the player's own (TR-4.4)."""
    state = next(state for state in iter_states(0, 2) if state.round == 7 and dear_build(state) is not None)
    dear = dear_build(state)
    assert dear is not None
    lost = judge(Step(1, state, apply(state, dear).state, dear.build), 1, inputs.always)
    assert lost is not None
    assert lost.gain.value > max(0.05, lost.gain.error)


def dear_build(state: State) -> ChosenBuild | None:
    options = list(build_options(state))
    cheap = {option.kind for option in options if option.adjacent}
    dear = [option for option in options if not option.adjacent and option.kind in cheap]
    return choose_build(state, dear[0], dear[0].payments[0]) if dear else None


def counted_with(left_faces: list[str]) -> GameLog:
    """Blue has robbed what the palace A3 costs, which wins (TR-8.1), and a tool more; yellow bread and marble."""
    state = playing.about_to_build(["m2", "t3", "t1"], fields=["B3"], others_castle=["b3", "b2", "m3"], placed=22)
    _, left = playing.ids_of(state.table.pool, left_faces, state.people_tiles)
    blue, yellow = state.players
    play = playing.started({"blue": 1, "yellow": 2}, map_mode="tracked", slots=playing.TWO_PLAYER_LAND)
    counted = replace(state, phase=LastTiles(late=frozenset()), set_aside=state.people_tiles & ~left)
    play._standing = [(1, replace(counted, players=(blue, replace(yellow, placed=23))))]
    play.submit({"do": "count"})
    return play


def test_robbing_a_tile_too_many_costs_the_greediest_its_turn() -> None:
    """With one tool more the people are calm, and blue keeps what the palace costs."""
    play = counted_with(["b2", "m2", "t1"])
    (lost,) = analyse(play, 1, Effort(20, 20, 8, 100)).decisions
    said = [translate_text(text, "en") for text in (lost.done, lost.better)]
    assert said == [
        "Blue robs tools 1 and tools 3 and pays for the tumult.",
        "Blue leaves tools 1 with the people. That makes 3 statues more in this round.",
    ]
    assert (lost.castle, lost.done_at, lost.better_at) == ("blue", (), ["people"])
    assert list(lost.pieces) == playing.castle_ids(play.standing[0], "blue", ["t1"])


def test_of_a_count_with_several_tumults_one_robber_is_named() -> None:
    """Blue and yellow are each the greediest in one tumult (TR-3.4); an action has one decision."""
    decisions = analyse(counted_with(["b1", "m1", "t1"]), 1, Effort(20, 20, 8, 100)).decisions
    assert [(each.seq, each.castle) for each in decisions] == [(2, "blue")]


def test_hidden_tiles_change_no_judgement() -> None:
    one, other = (with_both_about_to_win(PASS, swapped=swapped) for swapped in (False, True))
    assert one.standing[0].set_aside != other.standing[0].set_aside
    assert judged(one) == judged(other)


def test_only_decisions_that_stand_and_can_be_searched_are_judged() -> None:
    play = playing.started({"blue": 2, "yellow": 1}, map_mode="tracked", slots=playing.TWO_PLAYER_LAND)
    assert move_to_judge(play, 1) is None
    play.submit({"do": "place_first", "player": "blue", "field": "B1"})
    assert move_to_judge(play, 1) is not None
    play.submit({"do": "undo"})
    assert move_to_judge(play, 1) is None


def test_a_judgement_without_time_is_none() -> None:
    move = move_to_judge(with_both_about_to_win(PASS), seed=1)
    assert move is not None
    assert move.work is not None
    assert move.work(lambda: False) is None


def test_the_same_seed_gives_the_same_analysis() -> None:
    begun = GameLog()
    for action in greedy_game().actions[:20]:
        begun.submit(action)
    one, again, other = (analyse(begun, seed, LITTLE) for seed in (1, 1, 2))
    assert one == again
    assert one.moments != other.moments


def test_chances_add_up_to_one_and_end_with_the_winner() -> None:
    moments = analysed().moments
    assert [moment for moment in moments if abs(sum(each.value for each in moment.chances.values()) - 1) > 1e-9] == []
    assert sorted((each.value, each.error) for each in moments[-1].chances.values()) == [(0, 0), (0, 0), (1, 0)]


def test_an_unfinished_game_and_an_undone_move_can_be_analysed() -> None:
    play = playing.started({"blue": 2, "yellow": 1})
    for action in [{"do": "place_first", "player": "blue"}, {"do": "undo"}, {"do": "place_first", "player": "blue"}]:
        play.submit(action)
    found = analyse(play, 1, LITTLE)
    assert [(moment.seq, moment.mover) for moment in found.moments] == [(1, None), (4, "blue")]
    assert found.decisions == []


def test_a_log_without_a_game_is_refused() -> None:
    with pytest.raises(analysis.NotAnalysable, match="No game has begun in this log"):
        analyse(GameLog(), 1)


GAMES: Final = 1000 if SOAK else 40
PLAYOUTS: Final = 400 if SOAK else 30
ROUNDS: Final = (2, 4, 6) if SOAK else (4,)


def test_who_has_seven_chances_in_ten_wins_seven_times_in_ten() -> None:
    """Self-played games of four; in the soak within five points of a hundred."""
    predicted = []
    for seed in range(GAMES):
        states, marked = list(iter_states(seed, 4)), set[int]()
        seen, end = Judge(states[0], seed), states[-1].phase
        assert isinstance(end, Over)
        for state in states:
            if state.round in {*ROUNDS} - marked and isinstance(state.phase, Placing):
                marked.add(state.round)
                chances = seen.chances(state, PLAYOUTS).values()
                predicted += [(chance.value, seat == end.winner) for seat, chance in enumerate(chances)]
    for least, most in [(0.65, 0.75)] if SOAK else [(0.0, 0.2), (0.2, 0.6), (0.6, 1.0)]:
        wins = [won for value, won in predicted if least <= value <= most]
        middle = sum(value for value, _ in predicted if least <= value <= most) / len(wins)
        margin = 0.05 if SOAK else 0.2
        assert middle - margin < sum(wins) / len(wins) < middle + margin, (least, len(wins))


# The contract's arithmetic.


def moment(mover: values.CastleId | None, blue: float, error: float = 0.1) -> analysis.Moment:
    return analysis.Moment(1, 1, mover, {BLUE: analysis.Chance(blue, error), YELLOW: analysis.Chance(1 - blue, error)})


def test_changes_are_told_apart_by_who_moved() -> None:
    """0.2 to 0.5 by a draw, to 0.4 by blue, to 0.1 by yellow, to 0.3 by yellow once more."""
    moments = [moment(None, 0.2), moment(None, 0.5), moment(BLUE, 0.4), moment(YELLOW, 0.1), moment(YELLOW, 0.3, 0.0)]
    found = analysis.changes_of(BLUE, moments)
    assert [round(each.value, 9) for each in (found.luck, found.own, found.others)] == [0.3, -0.1, -0.1]
    assert [round(each.error, 4) for each in (found.luck, found.own, found.others)] == [0.1414, 0.1414, 0.1]


def test_an_estimate_has_an_error_even_without_a_loss() -> None:
    half, none = analysis.estimate(50, 100), analysis.estimate(0, 100)
    assert (half.value, round(half.error, 3)) == (0.5, 0.096)
    assert (none.value, round(none.error, 3)) == (0.0, 0.026)


def test_the_same_games_from_two_positions_leave_less_to_luck() -> None:
    """Of 100 games one position wins 50 and the other 60: 12 that the first loses, but for 2."""
    found = analysis.paired_gain(gained=12, lost=2, games=100)
    assert (found.value, round(found.error, 3)) == (0.1, 0.072)
    assert analysis.paired_gain(0, 0, 100).error > 0
