"""Points at the end, and who wins (TU-13, TU-15): worked examples, and ties, which hardly come up by chance."""

from collections.abc import Callable, Sequence

import pytest
from msgspec.structs import replace

from controller.games.tudor.box.reading import standard_edition
from controller.games.tudor.referee.memory import EMPTY_MEMORY
from controller.games.tudor.rules.chapters import scoring
from controller.games.tudor.rules.state import State
from controller.games.tudor.rules.table import Table
from controller.games.tudor.show.view import view
from tests.games.tudor.playing import COLORS, do, holding, in_office, in_turn, seen, standing, with_player, with_tokens

POINTS = (1, 3, 6, 10, 15, 21, 28)
ALIKE, DIFFERENT, GARTER = scoring.alike_token_points, scoring.different_faction_points, scoring.garter_points


def ended(state: State) -> State:
    """Red, the last player, ends the last turn of the last round."""
    lords = tuple(tuple(lord | 1 for lord in inside) for inside in state.lords)
    chairs = tuple(tuple(chair if chair < 0 else chair | 1 for chair in row) for row in state.chairs)
    last = replace(state, lords=lords, chairs=chairs, turn_seat=2, round=4)
    return do(last, {"do": "end_turn", "player": "red"})


def finished(**prestige: int) -> State:
    state = in_turn(scoring=(3, 5))
    for color in COLORS[:3]:
        state = with_player(holding(state, color), color, prestige=prestige.get(color, 0))
    return state


@pytest.mark.parametrize(
    ("points_for", "counts", "points", "expected"),
    [
        (ALIKE, [8], POINTS, 29),
        (ALIKE, [3, 2, 1, 4], POINTS, 20),
        (ALIKE, [14], POINTS, 56),
        (ALIKE, [0, 0], POINTS, 0),
        (ALIKE, [7], POINTS, 28),
        (DIFFERENT, [7, 3, 3, 3, 3, 2, 2], POINTS, 75),
        (DIFFERENT, [3, 2, 1, 4, 0, 0, 0], POINTS, 20),
        (DIFFERENT, [0] * 7, POINTS, 0),
        (DIFFERENT, [1] * 7, POINTS, 28),
        (GARTER, [2, 3, 3, 6], (5, 3, 1, 0), [0, 3, 3, 5]),
        (GARTER, [4, 4, 4, 1], (5, 3, 1, 0), [5, 5, 5, 0]),
        (GARTER, [0, 0, 0, 0], (5, 3, 1, 0), [5, 5, 5, 5]),
        (GARTER, [1, 2], (5, 0), [0, 5]),
    ],
)
def test_worked_example_5_tokens_alike_different_and_the_garter(
    points_for: Callable[[Sequence[int], Sequence[int]], object], counts: list[int], points: list[int], expected: object
) -> None:
    """TU-13.1, TU-13.3, TU-15.2."""
    assert points_for(counts, points) == expected


def test_tu_13_2_worked_example_5_the_worth_of_tokens() -> None:
    table = Table.from_edition(standard_edition(), in_turn().table.colors, ("a", "b", "c"), (2, 4), 1)
    assert scoring.scoring_card_end_points(table, 2, [3, 2, 1, 0, 4, 0, 2], 0) == 10


def test_tu_13_5_most_courtiers_of_a_column_win_it_and_the_highest_a_tie() -> None:
    """A: yellow has two; B: one each, red higher; C: red; D: one each, the office is highest."""
    state = standing(standing(in_turn(scoring=(1, 5)), "yellow", "A1", "A2"), "blue", "A5", "B1", "D1")
    state = in_office(standing(state, "red", "B2", "C1"), "red", "D")
    assert scoring.column_winners(state) == [0, 2, 2, 2, -1, -1]


def by_cards() -> State:
    """With one card each yellow and blue get five for the Garter, and so do the 4 and 4 of prestige; red has none."""
    state = holding(holding(finished(red=9), "yellow", red=1), "blue", red=1)
    return with_player(with_player(state, "yellow", prestige=4), "blue", prestige=4, influence=1)


def by_round_tokens() -> State:
    """Yellow 3 + 2 and blue 0 + 5 for the Garter; red 5 + 0."""
    return with_player(with_player(finished(red=5), "yellow", prestige=3, influence=1), "blue", intrigue=2)


def by_rings() -> State:
    state = in_office(finished(), "red", "A")
    more = with_player(state, "red", hand=(*state.players[2].hand[:4], (1,)))
    return replace(more, table=replace(more.table, scoring=(3, 1)))


@pytest.mark.parametrize(
    ("state", "prestige", "winners"),
    [
        (finished(yellow=1, blue=2), [6, 7, 5], ["blue"]),
        (by_cards(), [6, 9, 9], ["blue"]),
        (by_round_tokens(), [5, 5, 5], ["blue"]),
        (by_rings(), [5, 5, 5], ["red"]),
        (finished(), [5, 5, 5], ["yellow", "blue", "red"]),
    ],
)
def test_tu_15_3_prestige_then_cards_round_tokens_and_rings_decide(
    state: State, prestige: list[int], winners: list[str]
) -> None:
    end = seen(ended(state))
    assert ([each["prestige"] for each in end["players"]], end["winners"]) == (prestige, winners)


@pytest.mark.parametrize(
    ("state", "tie"),
    [
        (finished(yellow=1, blue=2), None),
        (by_cards(), {"by": "cards", "counts": [1, 0]}),
        (by_round_tokens(), {"by": "round-tokens", "counts": [2, 1, 0]}),
        (by_rings(), {"by": "rings", "counts": [3, 2, 2]}),
        (finished(), None),
    ],
)
def test_the_page_shows_the_numbers_that_decided_a_tie(state: State, tie: dict[str, object] | None) -> None:
    assert view(ended(state), EMPTY_MEMORY)["tie"] == tie


def test_prestige_may_end_below_0() -> None:
    """Two purple tokens -6, two sets of one 2, the Garter 0."""
    state = with_tokens(finished(), "yellow", "f140", "f139")
    state = with_player(replace(state, table=replace(state.table, scoring=(2, 3))), "blue", influence=1)
    assert ended(with_player(state, "red", influence=1)).players[0].prestige == -4
