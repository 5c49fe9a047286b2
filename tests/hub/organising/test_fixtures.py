"""Games as tables hear of them, and what of a table's result comes into the tournament."""

import pytest

from controller.fleet.messages import Fixture, FixtureReport, Seat
from controller.games.contract.rules import Outcome
from controller.games.contract.values import CastleId
from hub.organising.live import view
from hub.organising.tournament_loop import NoResultError, as_it_stands, result, wanted
from hub.tournament.acts import Moved, Resulted, Score
from tests.hub.tournament.simulated import Simulated, by_chance

SOURCE = ("0" * 32, 7)
BLUE, YELLOW, PURPLE, GREY = (CastleId(each) for each in ("blue", "yellow", "purple", "grey"))


def name(stage: str) -> str:
    return f"the {stage}"


def test_each_table_hears_of_its_open_game_and_of_nothing_after_it() -> None:
    evening = Simulated(8, tables=3)
    assert wanted(evening.tournament, name) == {"rt-1": None, "rt-2": None, "rt-3": None}
    evening.draw()
    one, two = evening.tournament.rounds[0].games
    seats = [
        Seat(castle, f"P{each}") for castle, each in zip(("blue", "yellow", "purple", "grey"), one.people, strict=True)
    ]
    found = wanted(evening.tournament, name)
    assert found["rt-1"] == Fixture(one.fixture, "1", tuple(seats))
    assert found["rt-3"] is None
    evening.do(Resulted(one.fixture, by_chance(1)(one.people)))
    evening.do(Moved(two.fixture, "rt-9"))
    found = wanted(evening.tournament, name)
    assert [table for table, fixture in found.items() if fixture is not None] == ["rt-9"]
    assert found["rt-1"] is found["rt-2"] is None


def test_a_semifinal_has_its_name() -> None:
    evening = Simulated(16, rounds=1, form="finals", tables=4)
    evening.play(by_chance(1))
    evening.draw()
    fixture = wanted(evening.tournament, name)["rt-4"]
    assert fixture is not None
    assert fixture.round == "the semifinal"


def test_a_tables_result_is_that_of_who_sat_where_and_others_are_refused() -> None:
    evening = Simulated(4, tables=1)
    evening.draw()
    game = evening.tournament.rounds[0].games[0]
    outcome = Outcome(9, (GREY,), {BLUE: 3, YELLOW: 9, PURPLE: 9, GREY: 5})
    act = result(evening.tournament, game, "grey purple yellow blue", outcome, SOURCE)
    a, b, c, d = game.people
    assert act.scores == (Score(a, 4, 3), Score(b, 2, 9), Score(c, 2, 9), Score(d, 1, 5))
    assert act.source == SOURCE
    with pytest.raises(NoResultError, match="saw blue grey at the table, expected blue yellow purple grey"):
        result(evening.tournament, game, "blue grey", outcome, SOURCE)


@pytest.mark.parametrize("points", [5_000_000, -5_000_000])
def test_points_that_could_not_be_kept_are_no_result(points: int) -> None:
    evening = Simulated(4, tables=1)
    evening.draw()
    game = evening.tournament.rounds[0].games[0]
    outcome = Outcome(9, (BLUE,), {BLUE: points, YELLOW: 9, PURPLE: 9, GREY: 5})
    with pytest.raises(NoResultError, match=f"saw {points} points, expected -1000000 to 1000000") as told:
        result(evening.tournament, game, "grey purple yellow blue", outcome, SOURCE)
    assert told.value.word == "points"


def test_as_it_stands_needs_what_everybody_has() -> None:
    evening = Simulated(4, tables=1)
    evening.draw()
    game = evening.tournament.rounds[0].games[0]
    points = {"blue": 1, "yellow": 4, "purple": 2, "grey": 2}
    assert [score.place for score in as_it_stands(evening.tournament, game, points)] == [4, 1, 2, 2]
    assert as_it_stands(evening.tournament, game, {"blue": 1}) == ()


def test_the_page_has_names_once_and_the_rounds_with_what_tables_say() -> None:
    evening = Simulated(8, rounds=2, tables=2)
    evening.play(by_chance(1), 1)
    evening.draw()

    def report(table: str, fixture: str) -> FixtureReport | None:
        return (
            FixtureReport(fixture, "begun") if table == "rt-1" else FixtureReport(fixture, "refused", "no grey castle")
        )

    points = {"rt-1": {"blue": 5, "yellow": 1, "purple": 0, "grey": 0}}
    found = view(evening.tournament, points, report, None)
    assert found["entrants"]["3"] == {"name": "P3", "club": "", "here": True, "player": None}
    first, second = found["played"]
    assert [game["state"] for game in first["games"]] == [None, None]
    assert [(game["state"], game["why"]) for game in second["games"]] == [("begun", ""), ("refused", "no grey castle")]
    leads = evening.tournament.rounds[1].games[0].people[0]
    now, before = dict(map(tuple, found["if_now"])), {row[0]: row[1] for row in found["standing"]}
    assert now[leads] == before[leads] + 12
    assert view(None, {}, report, None) == {"exists": False, "count": 0}
