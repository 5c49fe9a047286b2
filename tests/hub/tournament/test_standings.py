"""Who stands where: the points of places, what decides among equals, semifinals, a final."""

import hashlib
from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.games.contract.rules import Outcome
from controller.games.contract.values import CastleId
from hub.tournament.actions import (
    Action,
    AddEntrants,
    BeginTournament,
    DrawRound,
    Score,
    SetPresence,
    SetResult,
    UndoDraw,
    are_valid_places,
    points_for_places,
    scores_of_outcome,
)
from hub.tournament.standings import standings
from tests.hub.tournament.simulated import Simulated, random_scores


def places(*all_: int) -> list[Score]:
    return [Score(number, place) for number, place in enumerate(all_, start=1)]


@pytest.mark.parametrize(
    ("table", "points"),
    [
        ((1, 2, 3, 4), [12, 8, 4, 0]),
        ((1, 2, 3), [12, 6, 0]),
        ((1, 2), [12, 0]),
        ((1, 1, 3, 4), [10, 10, 4, 0]),
        ((1, 2, 2, 4), [12, 6, 6, 0]),
        ((1, 1, 1, 4), [8, 8, 8, 0]),
        ((2, 1, 2), [3, 12, 3]),
        ((1, 1, 1, 1), [6, 6, 6, 6]),
    ],
)
def test_tied_players_share_the_points_of_their_places(table: tuple[int, ...], points: list[int]) -> None:
    assert list(points_for_places(places(*table)).values()) == points


@given(st.lists(st.integers(0, 5), min_size=2, max_size=4))
def test_a_table_gives_six_points_a_person(measured: list[int]) -> None:
    found = [1 + sum(other > each for other in measured) for each in measured]
    assert are_valid_places(found)
    assert sum(points_for_places(places(*found)).values()) == 6 * len(measured)


@pytest.mark.parametrize("wrong", [(1, 2, 4, 4), (2, 2, 3, 4), (1, 1, 2, 4), (4, 4, 4, 4)])
def test_places_with_a_gap_are_invalid(wrong: tuple[int, ...]) -> None:
    assert not are_valid_places(wrong)


def test_the_winner_comes_first_and_the_others_follow_by_points() -> None:
    blue, grey, red = CastleId("blue"), CastleId("grey"), CastleId("red")
    outcome = Outcome(9, (grey,), {blue: 30, grey: 12, red: 30})
    assert scores_of_outcome({"blue": 7, "grey": 8, "red": 9}, outcome) == (
        Score(7, 2, 30),
        Score(8, 1, 12),
        Score(9, 2, 30),
    )


def scores_of_four(first: int, *points: int) -> tuple[Score, ...]:
    people = range(first, first + 4)
    return tuple(Score(number, place, each) for number, place, each in zip(people, (1, 2, 3, 4), points, strict=True))


def test_ties_are_broken_by_what_the_game_counts_then_by_share_of_points() -> None:
    evening = Simulated(8, rounds=1)
    evening.draw()
    one, two = (game.people for game in evening.tournament.rounds[0].games)
    counted = {one[0]: 20, one[1]: 10, one[2]: 5, one[3]: 5, two[0]: 20, two[1]: 12, two[2]: 5, two[3]: 0}
    for game in evening.tournament.rounds[0].games:
        scores = tuple(Score(number, place, counted[number]) for place, number in enumerate(game.people, start=1))
        evening.do(SetResult(game.fixture, scores))
    rows = standings(evening.tournament)
    assert [row.entrant for row in rows[:4]] == [two[0], one[0], two[1], one[1]]
    assert (rows[0].share, rows[1].share) == (Fraction(20, 37), Fraction(1, 2))


@given(st.integers(6, 30), st.integers(1, 4), st.integers(0, 2**32))
@settings(max_examples=30, deadline=None)
def test_standings_agree_with_an_independent_computation(people: int, rounds: int, seed: int) -> None:
    evening = Simulated(people, rounds=rounds)
    evening.play(random_scores(seed))
    rows = standings(evening.tournament)
    assert [(row.entrant, row.points) for row in rows] == plain_standing(evening.acts)
    assert sum(row.points for row in rows) == 6 * people * rounds


def test_provisional_standings_count_a_running_game_as_if_it_ended_now() -> None:
    evening = Simulated(4, rounds=1)
    evening.draw()
    game = evening.tournament.rounds[0].games[0]
    now = tuple(Score(number, place) for place, number in enumerate(game.people, start=1))
    assert [row.points for row in standings(evening.tournament)] == [0, 0, 0, 0]
    assert [row.points for row in standings(evening.tournament, {game.fixture: now})] == [12, 8, 4, 0]


def test_the_best_sixteen_play_four_semifinals_and_the_winners_a_final() -> None:
    evening = Simulated(64, rounds=3, form="finals")
    evening.play(random_scores(5))
    before = [row.entrant for row in standings(evening.tournament)]
    evening.draw()
    tables = [set(game.people) for game in evening.tournament.rounds[-1].games]
    ranks = ((1, 8, 9, 16), (2, 7, 10, 15), (3, 6, 11, 14), (4, 5, 12, 13))
    assert tables == [{before[rank - 1] for rank in table} for table in ranks]

    evening.results(lambda people: tuple(Score(number, place) for place, number in enumerate(people, start=1)))
    winners = {game.people[0] for game in evening.tournament.rounds[-1].games}
    evening.draw()
    final = evening.tournament.rounds[-1].games
    assert [set(game.people) for game in final] == [winners]
    evening.results(lambda people: tuple(Score(number, place) for place, number in enumerate(people, start=1)))
    after = [row.entrant for row in standings(evening.tournament)]
    assert after[:4] == list(final[0].people)
    assert set(after[4:16]) == set(before[:16]) - winners
    assert after[16:] == before[16:]
    assert evening.tournament.next_stage is None


def test_with_fewer_than_sixteen_people_the_best_four_play_a_final_at_once() -> None:
    evening = Simulated(16, rounds=1, form="finals")
    evening.play(random_scores(5))
    best = [row.entrant for row in standings(evening.tournament)]
    evening.do(SetPresence(best[1], here=False))
    evening.draw()
    assert set(evening.tournament.rounds[-1].games[0].people) == {best[0], *best[2:5]}


def plain_standing(acts: Sequence[Action]) -> list[tuple[int, int]]:
    """Entrant and points, the first first, of a tournament without finals."""
    begun = acts[0]
    assert isinstance(begun, BeginTournament)
    seeds = [act.seed for act in acts if isinstance(act, DrawRound)]
    drawn: list[int] = []
    latest: dict[str, SetResult] = {}
    draw = 0
    here: dict[int, bool] = {}
    for act in acts:
        if isinstance(act, AddEntrants):
            for _ in act.people:
                here[len(here) + 1] = act.here
        elif isinstance(act, SetPresence):
            here[act.entrant] = act.here
        elif isinstance(act, DrawRound):
            draw += 1
            drawn.append(draw)
        elif isinstance(act, UndoDraw):
            drawn.pop()
        elif isinstance(act, SetResult):
            latest[act.fixture] = act
    games = [act.scores for name, act in latest.items() if int(name.split("-")[1]) in drawn and act.scores]
    sat = {score.entrant for table in games for score in table}
    people = [number for number, is_here in here.items() if is_here or number in sat]
    points = dict.fromkeys(people, Fraction(0))
    wins = dict.fromkeys(people, 0)
    counted = dict.fromkeys(people, 0)
    share = dict.fromkeys(people, Fraction(0))
    for table in games:
        worth = {4: [12, 8, 4, 0], 3: [12, 6, 0], 2: [12, 0]}[len(table)]
        whole = sum(score.points or 0 for score in table)
        for score in table:
            shared = [other for other in table if other.place == score.place]
            points[score.entrant] += Fraction(sum(worth[score.place - 1 :][: len(shared)]), len(shared))
            wins[score.entrant] += 1 if score.place == 1 else 0
            counted[score.entrant] += score.points or 0
            share[score.entrant] += Fraction(score.points or 0, whole) if whole else 0
    opponents = {
        number: sum(
            points[other.entrant]
            for table in games
            if number in [score.entrant for score in table]
            for other in table
            if other.entrant != number
        )
        for number in people
    }

    def lot(number: int) -> str:
        return hashlib.sha256(b"lot " + bytes.fromhex(seeds[0]) + number.to_bytes(8, "big")).hexdigest()

    ordered = sorted(
        people,
        key=lambda each: (-points[each], -wins[each], -counted[each], -share[each], -opponents[each], lot(each)),
    )
    return [(number, int(points[number])) for number in ordered]
