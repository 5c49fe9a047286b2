"""Who stands where: the points of places, what decides among equals, semifinals, a final."""

import hashlib
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.games.contract.rules import Outcome
from controller.games.contract.values import CastleId
from hub.tournament import actions, pairing, standings, tournament
from tests.hub.tournament.simulated import ROOT, Simulated, random_scores


def places(*all_: int) -> list[actions.Score]:
    return [actions.Score(number, place) for number, place in enumerate(all_, start=1)]


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
    assert list(actions.place_points_by_entrant(places(*table)).values()) == points


@given(st.lists(st.integers(0, 5), min_size=2, max_size=4))
def test_a_table_gives_six_points_a_person(measured: list[int]) -> None:
    found = [1 + sum(other > each for other in measured) for each in measured]
    assert actions.are_valid_places(found)
    assert sum(actions.place_points_by_entrant(places(*found)).values()) == 6 * len(measured)


@pytest.mark.parametrize("wrong", [(1, 2, 4, 4), (2, 2, 3, 4), (1, 1, 2, 4), (4, 4, 4, 4)])
def test_places_with_a_gap_are_invalid(wrong: tuple[int, ...]) -> None:
    assert not actions.are_valid_places(wrong)


def test_the_winner_comes_first_and_the_others_follow_by_points() -> None:
    blue, grey, red = CastleId("blue"), CastleId("grey"), CastleId("red")
    outcome = Outcome(9, (grey,), {blue: 30, grey: 12, red: 30})
    assert actions.scores_from_outcome({"blue": 7, "grey": 8, "red": 9}, outcome) == (
        actions.Score(7, 2, 30),
        actions.Score(8, 1, 12),
        actions.Score(9, 2, 30),
    )


def scores_of_four(first: int, *points: int) -> tuple[actions.Score, ...]:
    people = range(first, first + 4)
    return tuple(
        actions.Score(number, place, each) for number, place, each in zip(people, (1, 2, 3, 4), points, strict=True)
    )


def test_ties_are_broken_by_what_the_game_counts_then_by_share_of_points() -> None:
    evening = Simulated(8, rounds=1)
    evening.draw()
    one, two = (game.people for game in evening.tournament.rounds[0].games)
    counted = {one[0]: 20, one[1]: 10, one[2]: 5, one[3]: 5, two[0]: 20, two[1]: 12, two[2]: 5, two[3]: 0}
    for game in evening.tournament.rounds[0].games:
        scores = tuple(
            actions.Score(number, place, counted[number]) for place, number in enumerate(game.people, start=1)
        )
        evening.do(actions.SetResult(game.fixture, scores))
    rows = standings.compute_standings(evening.tournament)
    assert [row.entrant for row in rows[:4]] == [two[0], one[0], two[1], one[1]]
    assert (rows[0].share, rows[1].share) == (Fraction(20, 37), Fraction(1, 2))


def test_opponents_points_and_then_a_lot_of_the_first_seed_break_ties() -> None:
    evening = Simulated(8, rounds=2)
    evening.draw()
    evening.results(lambda people: tuple(actions.Score(number, place) for place, number in enumerate(people, start=1)))
    assert [row.points for row in standings.compute_standings(evening.tournament)] == [12, 12, 8, 8, 4, 4, 0, 0]
    evening.draw()
    evening.results(lambda people: tuple(actions.Score(number, 1) for number in people))
    rows = standings.compute_standings(evening.tournament)
    met = tournament.count_meetings(evening.tournament)
    points = {row.entrant: row.points for row in rows}
    assert sum(points.values()) == 6 * 8 * 2
    for row in rows:
        assert row.opponents == sum(times * points[other] for other, times in met[row.entrant].items())
        lot = hashlib.sha256(b"lot " + pairing.seed_of_draw(ROOT, 1) + row.entrant.to_bytes(8, "big")).digest()
        assert row.lot == lot
    assert [row.entrant for row in rows] == [
        row.entrant for row in sorted(rows, key=lambda row: (-row.points, -row.wins, -row.opponents, row.lot))
    ]


def test_provisional_standings_count_a_running_game_as_if_it_ended_now() -> None:
    evening = Simulated(4, rounds=1)
    evening.draw()
    game = evening.tournament.rounds[0].games[0]
    now = tuple(actions.Score(number, place) for place, number in enumerate(game.people, start=1))
    assert [row.points for row in standings.compute_standings(evening.tournament)] == [0, 0, 0, 0]
    assert [row.points for row in standings.compute_standings(evening.tournament, {game.fixture: now})] == [12, 8, 4, 0]


def test_the_best_sixteen_play_four_semifinals_and_the_winners_a_final() -> None:
    evening = Simulated(64, rounds=3, form="finals")
    evening.play(random_scores(5))
    before = [row.entrant for row in standings.compute_standings(evening.tournament)]
    evening.draw()
    tables = [set(game.people) for game in evening.tournament.rounds[-1].games]
    ranks = ((1, 8, 9, 16), (2, 7, 10, 15), (3, 6, 11, 14), (4, 5, 12, 13))
    assert tables == [{before[rank - 1] for rank in table} for table in ranks]

    evening.results(lambda people: tuple(actions.Score(number, place) for place, number in enumerate(people, start=1)))
    winners = {game.people[0] for game in evening.tournament.rounds[-1].games}
    evening.draw()
    final = evening.tournament.rounds[-1].games
    assert [set(game.people) for game in final] == [winners]
    evening.results(lambda people: tuple(actions.Score(number, place) for place, number in enumerate(people, start=1)))
    after = [row.entrant for row in standings.compute_standings(evening.tournament)]
    assert after[:4] == list(final[0].people)
    assert set(after[4:16]) == set(before[:16]) - winners
    assert after[16:] == before[16:]
    assert evening.tournament.stage_to_draw is None


def test_with_fewer_than_sixteen_people_the_best_four_play_a_final_at_once() -> None:
    evening = Simulated(16, rounds=1, form="finals")
    evening.play(random_scores(5))
    best = [row.entrant for row in standings.compute_standings(evening.tournament)]
    evening.do(actions.SetPresence(best[1], here=False))
    evening.draw()
    assert set(evening.tournament.rounds[-1].games[0].people) == {best[0], *best[2:5]}
