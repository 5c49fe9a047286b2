"""Supporters to and from the supply when there are too few (TR-9)."""

from msgspec.structs import replace

from controller.games.tumult_royale.events import SupportersReturned, SupportersShared
from controller.games.tumult_royale.state import State
from controller.games.tumult_royale.supporters import Transfer, gain, pay
from controller.games.tumult_royale.words import Seat
from tests.games.tumult_royale.playing import about_to_build, about_to_count, castle_ids, colors, do

RANKED = (Seat(2), Seat(0), Seat(1))


def test_tr_9_1_who_has_enough_just_pays() -> None:
    assert pay([3, 5, 7], 90, RANKED, Seat(0), 3) == Transfer(held=(0, 5, 7), moved=3, help=None)


def test_tr_9_1_with_fewer_everybody_first_receives_5() -> None:
    assert pay([2, 5, 7], 91, RANKED, Seat(0), 3) == Transfer(held=(4, 10, 12), moved=3, help=(5, 5, 5))


def test_tr_9_1_in_the_order_of_ranks_as_much_as_is_there() -> None:
    assert pay([2, 5, 7], 8, RANKED, Seat(0), 3) == Transfer(held=(2, 5, 12), moved=3, help=(3, 0, 5))


def test_tr_9_1_whoever_still_has_less_pays_all() -> None:
    assert pay([1, 50, 54], 0, RANKED, Seat(0), 3) == Transfer(held=(0, 50, 54), moved=1, help=(0, 0, 0))
    assert pay([2, 50, 47], 6, RANKED, Seat(0), 5) == Transfer(held=(0, 50, 52), moved=3, help=(1, 0, 5))


def test_tr_9_2_from_a_supply_with_enough_one_just_gains() -> None:
    assert gain([3, 5, 7], 2, Seat(1), 2) == Transfer(held=(3, 7, 7), moved=2, help=None)


def test_tr_9_2_with_fewer_everybody_first_returns_5_or_all() -> None:
    assert gain([3, 50, 51], 1, Seat(0), 2) == Transfer(held=(2, 45, 46), moved=2, help=(3, 5, 5))


def test_tr_9_2_whoever_gains_more_than_there_is_gains_all() -> None:
    assert gain([1, 2], 0, Seat(1), 9) == Transfer(held=(0, 3), moved=3, help=(1, 2))


def test_tr_9_1_a_tumult_of_a_player_without_supporters() -> None:
    before = about_to_count(
        {"blue": 1, "yellow": 2},
        {"blue": ["b1", "m1", "t1"], "yellow": ["b1", "m1"]},
        ["b3", "m3"],
        (2, 2, 2),
        supporters={"blue": 1, "yellow": 30},
    )
    step = do(before, {"do": "count"})
    assert colors(step.state) == {"blue": 3, "yellow": 35}
    assert step.state.supply == 67
    assert [event.received for event in step.events if isinstance(event, SupportersShared)] == [
        (("blue", 5), ("yellow", 5))
    ]


def with_supporters(state: State, **supporters: int) -> State:
    players = tuple(
        replace(player, supporters=supporters[color])
        for color, player in zip(state.table.colors, state.players, strict=True)
    )
    return replace(state, players=players)


def test_tr_9_2_a_build_that_gains_more_than_the_supply_has() -> None:
    state = with_supporters(about_to_build(["b3", "m3", "t3"]), blue=60, yellow=43)
    tiles = castle_ids(state, "blue", ["b3", "m3", "t3"])
    step = do(state, {"do": "build", "player": "blue", "field": "B2", "tiles": tiles})
    returned = [event for event in step.events if isinstance(event, SupportersReturned)]
    assert [event.returned for event in returned] == [(("blue", 5), ("yellow", 5))]
    built = next(event for event in step.events if type(event).__name__ == "Built")
    assert built.gained == 5  # type: ignore[union-attr]


def test_tr_9_2_a_build_that_gains_nothing_asks_nobody() -> None:
    state = with_supporters(about_to_build(["b1", "m1", "b1", "m1"], fields=("B2",)), blue=60, yellow=45)
    tiles = castle_ids(state, "blue", ["b1", "m1"])
    step = do(state, {"do": "build", "player": "blue", "field": "A2", "tiles": tiles})
    assert colors(step.state) == {"blue": 60, "yellow": 45}
