"""Tumults, and supporters that are short (TR-3, TR-9)."""

import pytest
from msgspec.structs import replace

from controller.games.contract.values import PieceId
from controller.games.tumult_royale.box.edition import Tile
from controller.games.tumult_royale.box.reading import standard
from controller.games.tumult_royale.box.words import Seat
from controller.games.tumult_royale.rules.events import SupportersReturned, SupportersShared
from controller.games.tumult_royale.rules.ranks import blame, greed, kept_tile
from controller.games.tumult_royale.rules.state import State, Tumult, to_mapping
from tests.games.tumult_royale.playing import TWO, about_to_build, about_to_count, castle_ids, colors, do, player

THREE = {"purple": 1, "blue": 2, "yellow": 3}
FOUR = {"purple": 1, "blue": 2, "yellow": 3, "grey": 4}


def tumults_of(state: State) -> dict[str, Tumult]:
    return {tumult.commodity: tumult for tumult in state.tumults}


def test_worked_example_1_tr_3_4_a_tie_after_mercy_goes_to_the_higher_rank() -> None:
    before = about_to_count(
        FOUR,
        {"blue": ["b2", "b2", "b1", "t3", "t1"], "yellow": ["b3", "b1", "t2", "t2"], "grey": ["b1", "m1"]},
        left=["b1", "b1", "m3", "m1", "t3"],
        demand=(4, 4, 4),
        merciful=["blue"],
    )
    blue_bread_1 = castle_ids(before, "blue", ["b1"])
    after = do(before, {"do": "count"}).state
    found = tumults_of(after)
    assert set(found) == {"bread", "tools"}
    assert (found["bread"].left, found["bread"].greediest, found["bread"].greed) == (2, "blue", 4)
    assert [found["bread"].kept] == blue_bread_1
    assert len(found["bread"].returned) == 2
    assert (found["tools"].left, found["tools"].greediest, found["tools"].greed) == (3, "yellow", 4)
    assert len(found["tools"].returned) == 1
    assert colors(after) == {"purple": 15, "blue": 12, "yellow": 12, "grey": 15}


def test_worked_example_2_tr_3_4_if_nobody_was_greedy_the_king_pays() -> None:
    before = about_to_count(
        {"blue": 2, "yellow": 1}, {"blue": ["b1", "m1"]}, ["m3", "t3"], (3, 3, 3), merciful=["blue"]
    )
    after = do(before, {"do": "count"}).state
    assert to_mapping(after, 0)["tumults"] == [
        {
            "commodity": "bread",
            "left": 0,
            "demand": 3,
            "greediest": "yellow",
            "greed": 0,
            "kept": None,
            "returned": [],
        }
    ]
    assert colors(after) == {"blue": 30, "yellow": 27}


@pytest.mark.parametrize(("left", "breaks_out"), [(["b1", "b1", "b1"], True), (["b3", "b1"], False)])
def test_tr_3_1_a_tumult_ensues_if_less_is_left_than_demanded(left: list[str], *, breaks_out: bool) -> None:
    before = about_to_count(TWO, {"blue": ["b2", "m1"]}, [*left, "m2", "m2", "t3", "t2"], (4, 4, 4))
    assert bool(do(before, {"do": "count"}).state.tumults) is breaks_out


def test_tr_3_1_all_are_counted_before_any_tumult_gives_tiles_back() -> None:
    before = about_to_count(TWO, {"blue": ["b3", "b1", "m3", "m1"]}, ["t3"], (2, 2, 2))
    after = do(before, {"do": "count"}).state
    assert [(tumult.commodity, tumult.left) for tumult in after.tumults] == [("bread", 0), ("marble", 0)]


def test_tr_3_2_tumults_are_resolved_in_the_order_bread_marble_tools() -> None:
    before = about_to_count(TWO, {"blue": ["b1", "m1", "t1"]}, [], (2, 2, 2))
    assert [tumult.commodity for tumult in do(before, {"do": "count"}).state.tumults] == ["bread", "marble", "tools"]


@pytest.mark.parametrize(("robbed", "mercy", "counts"), [(5, True, 4), (1, True, 0), (0, True, 0), (5, False, 5)])
def test_tr_3_3_mercy_takes_one_off_the_greed_but_never_below_nothing(robbed: int, *, mercy: bool, counts: int) -> None:
    assert greed(robbed, mercy=mercy) == counts


def test_tr_3_3_mercy_applies_to_every_commodity_and_changes_only_the_comparison() -> None:
    before = about_to_count(
        {"yellow": 1, "blue": 2},
        {"blue": ["b2", "m2"], "yellow": ["b1", "m1"]},
        [],
        (2, 2, 2),
        merciful=["blue"],
    )
    after = do(before, {"do": "count"}).state
    assert [tumult.greediest for tumult in after.tumults] == ["yellow", "yellow", "yellow"]
    assert player(after, "blue").castle.bit_count() == 2


def test_tr_3_4_the_most_greed_is_blamed_whatever_the_rank() -> None:
    ranked = (Seat(2), Seat(0), Seat(1))
    assert blame([3, 5, 4], frozenset(), ranked).greediest == 1
    assert blame([5, 5, 4], frozenset(), ranked).greediest == 0
    assert blame([5, 5, 5], frozenset(), ranked) == (2, 5, (0, 1))
    assert blame([5, 5, 5], {Seat(2)}, ranked) == (0, 5, (1,))


def test_tr_3_5_the_greediest_pays_three_for_each_tumult_anew() -> None:
    before = about_to_count(THREE, {"blue": ["b1", "m1", "t1"]}, [], (2, 2, 2))
    after = do(before, {"do": "count"}).state
    assert colors(after) == {"purple": 20, "blue": 11, "yellow": 20}
    assert after.supply == 54


def test_tr_3_6_the_first_id_of_the_lowest_tiles_stays_and_the_others_are_the_peoples() -> None:
    before = about_to_count(TWO, {"blue": ["b2", "b2", "b3", "m1"]}, ["m2", "t2"], (2, 2, 2))
    lowest = castle_ids(before, "blue", ["b2", "b2"])
    after = do(before, {"do": "count"}).state
    tumult = tumults_of(after)["bread"]
    assert tumult.kept == min(lowest)
    assert set(tumult.returned) < set(after.table.pool.ids(after.people))
    assert list(tumult.returned) == sorted(tumult.returned)


def test_tr_3_6_ids_are_compared_as_characters() -> None:
    tiles = [Tile(PieceId(name), "bread", value, "plain") for name, value in (("t2", 1), ("t10", 1), ("t1", 2))]
    kept = kept_tile(tiles)
    assert kept is not None
    assert kept.id == "t10"


def test_tr_3_7_a_single_tile_is_kept_whatever_its_value() -> None:
    before = about_to_count(TWO, {"blue": ["b3", "m1"]}, ["m2", "t2"], (2, 2, 2))
    tumult = tumults_of(do(before, {"do": "count"}).state)["bread"]
    assert [tumult.kept] == castle_ids(before, "blue", ["b3"])
    assert tumult.returned == ()


GREY_FIRST = {"blue": 2, "yellow": 3, "grey": 1}


def after_a_bread_tumult_of_blue(**supporters: int) -> tuple[dict[str, int], int]:
    """Supporters and supply after blue had to pay 3; grey is the king, and blue can build, so the round goes on."""
    before = about_to_count(GREY_FIRST, {"blue": ["b1", "m1"]}, ["m3", "t3"], (2, 2, 2), supporters=supporters)
    after = do(before, {"do": "count"}).state
    assert [tumult.greediest for tumult in after.tumults] == ["blue"]
    return colors(after), after.supply


def test_tr_9_1_who_has_enough_just_pays() -> None:
    assert after_a_bread_tumult_of_blue(blue=3, yellow=5, grey=7) == ({"blue": 0, "yellow": 5, "grey": 7}, 93)


def test_tr_9_1_with_fewer_everybody_first_receives_5() -> None:
    assert after_a_bread_tumult_of_blue(blue=2, yellow=5, grey=7) == ({"blue": 4, "yellow": 10, "grey": 12}, 79)


def test_tr_9_1_in_the_order_of_ranks_as_much_as_is_there() -> None:
    assert after_a_bread_tumult_of_blue(blue=2, yellow=45, grey=50) == ({"blue": 2, "yellow": 45, "grey": 55}, 3)


def test_tr_9_1_whoever_still_has_less_pays_all() -> None:
    assert after_a_bread_tumult_of_blue(blue=1, yellow=50, grey=54) == ({"blue": 0, "yellow": 50, "grey": 54}, 1)
    assert after_a_bread_tumult_of_blue(blue=1, yellow=50, grey=48) == ({"blue": 0, "yellow": 50, "grey": 53}, 2)


def after_blue_gained_3(**supporters: int) -> tuple[dict[str, int], int]:
    """Supporters and supply after blue paid a marble 3 and a bread 2 for a pasture."""
    state = with_supporters(about_to_build(["m3", "b2"], fields=("B2",)), **supporters)
    tiles = castle_ids(state, "blue", ["m3", "b2"])
    after = do(state, {"do": "build", "player": "blue", "field": "A2", "tiles": tiles}).state
    return colors(after), after.supply


def test_tr_9_2_from_a_supply_with_enough_one_just_gains() -> None:
    assert after_blue_gained_3(blue=50, yellow=52) == ({"blue": 53, "yellow": 52}, 0)


def test_tr_9_2_with_fewer_everybody_first_returns_5_or_all() -> None:
    assert after_blue_gained_3(blue=4, yellow=99) == ({"blue": 3, "yellow": 94}, 8)


def test_tr_9_2_whoever_gains_more_than_there_is_gains_all() -> None:
    """Only a house edition has so few supporters."""
    house = {**standard().to_mapping(), "supporters": {"total": 2, "start": {"2": 1, "3": 0, "4": 0}}}
    before = about_to_count({"blue": 1, "yellow": 2}, {"blue": ["m3", "b3"]}, ["b2", "t2"], (2, 0, 2), edition=house)
    state = do(before, {"do": "count"}).state
    tiles = castle_ids(state, "blue", ["m3", "b3"])
    action = {"do": "build", "player": "blue", "kind": "pasture", "adjacent": True, "tiles": tiles}
    built = do(state, action).events[0]
    assert built.gained == 2  # type: ignore[union-attr]


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
