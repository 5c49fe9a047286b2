"""Rounds that follow from a seed: who sits with whom, and that anybody can draw it again."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hub.tournament import actions, pairing
from hub.tournament.draw import draw_next_round
from tests.hub.tournament.simulated import ROOT, Simulated, random_scores


@pytest.mark.parametrize(
    ("people", "tables"),
    [
        (3, [3]),
        (4, [4]),
        (5, [3, 2]),
        (6, [3, 3]),
        (7, [4, 3]),
        (9, [3, 3, 3]),
        (16, [4, 4, 4, 4]),
        (17, [4, 4, 3, 3, 3]),
    ],
)
def test_tables_have_four_people_and_three_only_if_the_number_requires_it(people: int, tables: list[int]) -> None:
    assert pairing.table_sizes(people) == tables


@given(st.integers(6, 5000))
def test_no_table_has_two_people_and_at_most_three_have_three(people: int) -> None:
    found = pairing.table_sizes(people)
    assert sum(found) == people
    assert set(found) <= {3, 4}
    assert found.count(3) <= 3


def test_no_round_is_drawn_for_two_people() -> None:
    with pytest.raises(ValueError, match="saw 2 people, expected 3"):
        pairing.table_sizes(2)


@pytest.mark.parametrize(
    ("people", "rounds"),
    [(9, 4), (12, 5), (13, 4), (14, 4), (15, 5), (16, 5), (17, 5), (18, 5), (19, 5), (20, 5)],
)
def test_a_schedule_seats_all_each_round_without_a_rematch(people: int, rounds: int) -> None:
    found = pairing.scheduled_rounds(people)
    assert len(found) == rounds
    met = [frozenset(pair_players) for tables in found for table in tables for pair_players in combinations(table, 2)]
    assert len(set(met)) == len(met)
    for tables in found:
        assert sorted(place for table in tables for place in table) == list(range(people))
        assert {len(table) for table in tables} <= {3, 4}


@pytest.mark.parametrize("people", [3, 8, 10, 11, 21, 64])
def test_other_numbers_of_people_have_no_schedule(people: int) -> None:
    assert pairing.scheduled_rounds(people) == ()


def test_hashing_a_seed_gives_the_seed_before_it_down_to_the_commitment() -> None:
    for draw in range(1, pairing.MAX_DRAWS + 1):
        assert pairing.is_next_seed(pairing.seed_of_draw(ROOT, draw), pairing.seed_of_draw(ROOT, draw - 1))
    assert not pairing.is_next_seed(pairing.seed_of_draw(ROOT, 2), pairing.seed_of_draw(ROOT, 0))
    assert pairing.seed_of_draw(ROOT, pairing.MAX_DRAWS) == ROOT


def test_random_numbers_are_bytes_of_sha_256() -> None:
    lots = pairing.DrawRandom(bytes(32))
    # head -c 40 /dev/zero | sha256sum; the fifth is the first of the counter 1
    assert [lots.next_below(2**64) for _ in range(5)] == [
        0x2C34CE1DF23B838C,
        0x5ABF2A7F6437CCA3,
        0xD3067ED509FF25F1,
        0x1DF6B11B582B51EB,
        0x08E00266FFF0AACC,
    ]


@given(st.integers(6, 40), st.integers(0, 5), st.integers(0, 2**32))
@settings(max_examples=40, deadline=None)
def test_a_round_seats_everybody_once_whatever_was_before(people: int, rounds: int, seed: int) -> None:
    evening = Simulated(people, rounds=6, clubs=5)
    if rounds:
        evening.play(random_scores(seed), rounds)
    evening.draw()
    seats = [number for game in evening.tournament.rounds[-1].games for number in game.people]
    assert sorted(seats) == list(range(1, people + 1))


@pytest.mark.parametrize("people", [16, 17, 20, 64, 100])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_no_pair_meets_twice_in_five_rounds(people: int, seed: int) -> None:
    evening = Simulated(people)
    evening.play(random_scores(seed))
    assert evening.repeats() == 0


@pytest.mark.parametrize(("people", "most"), [(8, 20), (10, 7), (11, 13), (21, 0), (24, 0)])
def test_without_a_schedule_few_pairs_meet_again_in_four_rounds(people: int, most: int) -> None:
    evening = Simulated(people)
    evening.play(random_scores(1), 4)
    assert evening.repeats() <= most


def test_latecomers_are_drawn_and_those_who_left_are_not() -> None:
    evening = Simulated(16)
    evening.play(random_scores(1), 1)
    evening.do(actions.SetPresence(3, here=False))
    evening.draw()
    assert 3 not in {number for game in evening.tournament.rounds[-1].games for number in game.people}
    assert [len(game.people) for game in evening.tournament.rounds[-1].games] == [4, 4, 4, 3]
    evening.results(random_scores(2))
    evening.do(actions.SetPresence(3, here=True))
    evening.draw()
    assert {number for game in evening.tournament.rounds[-1].games for number in game.people} == set(range(1, 17))


def test_twelve_people_fill_four_tables_of_three_or_three_tables_of_four() -> None:
    many, few = Simulated(12), Simulated(12, tables=3)
    for evening in (many, few):
        evening.draw()
    assert [len(game.people) for game in many.tournament.rounds[0].games] == [3, 3, 3, 3]
    assert [len(game.people) for game in few.tournament.rounds[0].games] == [4, 4, 4]


def test_a_schedule_that_would_repeat_a_pair_is_not_used() -> None:
    evening = Simulated(16)
    evening.play(random_scores(1), 1)
    evening.do(actions.SetPresence(3, here=False))
    evening.play(random_scores(1), 1)
    evening.do(actions.SetPresence(3, here=True))
    evening.play(random_scores(1), 1)
    assert evening.repeats() == 0


def test_people_with_similar_scores_play_each_other() -> None:
    people = [pairing.PairingPlayer(number, 12 * (number % 4), "") for number in range(1, 65)]
    tables = pairing.pair_players(people, {}, pairing.table_sizes(64), pairing.DrawRandom(bytes(32)))
    assert [{12 * (number % 4) for number in table} for table in tables] == [{36}] * 4 + [{24}] * 4 + [{12}] * 4 + [
        {0}
    ] * 4


def test_people_of_one_club_sit_apart_if_no_other_aim_suffers() -> None:
    people = [pairing.PairingPlayer(number, 0, f"club {number % 16}") for number in range(1, 65)]
    for table in pairing.pair_players(people, {}, pairing.table_sizes(64), pairing.DrawRandom(b"a")):
        assert len({number % 16 for number in table}) == 4


def test_seats_rotate_so_that_each_person_plays_each_castle() -> None:
    evening = Simulated(16, rounds=4)
    evening.play(random_scores(1))
    for person in range(1, 17):
        seats = [
            game.people.index(person)
            for each in evening.tournament.rounds
            for game in each.games
            if person in game.people
        ]
        assert max(seats.count(seat) for seat in range(4)) <= 2


def test_the_first_seat_goes_to_those_who_had_it_least() -> None:
    assert pairing.assign_seats((7, 8), {7: [0, 0], 8: [1, 1]}, pairing.DrawRandom(b"a")) == (8, 7)


def test_a_draw_follows_from_its_seed_and_the_words_of_the_room() -> None:
    evening = Simulated(64)
    evening.do(actions.SetEntriesClosed(closed=True))
    seed = pairing.seed_of_draw(ROOT, 1)
    assert draw_next_round(evening.tournament, seed, "") == draw_next_round(evening.tournament, seed, "")
    assert draw_next_round(evening.tournament, seed, "3 5 2") != draw_next_round(evening.tournament, seed, "")
    assert draw_next_round(evening.tournament, pairing.Seed(bytes(32)), "") != draw_next_round(
        evening.tournament, seed, ""
    )


def test_after_an_undone_draw_the_next_seed_is_used() -> None:
    evening = Simulated(64)
    evening.draw()
    before = [game.people for game in evening.tournament.rounds[0].games]
    evening.do(actions.UndoDraw())
    evening.draw()
    assert [game.people for game in evening.tournament.rounds[0].games] != before
    assert evening.tournament.rounds[0].draw == 2
    assert evening.tournament.rounds[0].games[0].fixture.endswith("-2-1")
