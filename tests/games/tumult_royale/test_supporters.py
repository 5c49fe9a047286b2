"""Supporters to and from the supply when there are too few (TR-9)."""

from msgspec.structs import replace

from controller.games.tumult_royale.box.reading import standard
from controller.games.tumult_royale.rules.events import SupportersReturned, SupportersShared
from controller.games.tumult_royale.rules.state import State
from tests.games.tumult_royale.playing import about_to_build, about_to_count, castle_ids, colors, do

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
