"""What the rules forbid (TR-0 to TR-11), with the rule that forbids it; what they do is compared with the oracle."""

from collections.abc import Iterable
from typing import Any

import pytest
from msgspec.structs import replace

from controller.games.naming import translate_text
from controller.games.tumult_royale.box.reading import standard_edition
from controller.games.tumult_royale.box.words import RegionId
from controller.games.tumult_royale.rules.country import RegionInSlot, country_from_slots
from controller.games.tumult_royale.rules.engine import GameLog
from controller.games.tumult_royale.rules.state import State
from tests.games.tumult_royale.playing import (
    TWO,
    TWO_PLAYER_LAND,
    about_to_build,
    about_to_count,
    after_spin,
    build,
    castle_ids,
    do,
    end_of_phase,
    in_round_one,
    refused,
    robbing,
    start_action,
    started,
    state_of,
)

Action = dict[str, Any]
YELLOW_FIRST = {"blue": 2, "yellow": 1}
FOUR = {"blue": 2, "yellow": 1, "grey": 3, "purple": 4}
COLLECT, STOP, COUNT, FORGET = ({"do": do} for do in ("collect", "stop", "count", "forget_spin"))
BREAD_3 = {"do": "amend", "demand": {"bread": 3}}


def assert_refused(cases: Iterable[tuple[str, State | None, Action]]) -> None:
    for rule, state, action in cases:
        refused(state, action, rule)


def after(play: GameLog, *actions: Action) -> State:
    for action in actions:
        play.submit(action)
    return state_of(play)


def up(slot: int, tile: str, turns: int = 0) -> Action:
    return {"slot": slot, "tile": tile, "turns": turns}


def down(slot: int, turns: int = 0) -> Action:
    return {"slot": slot, "tile": None, "turns": turns}


def regions(*slots: Action) -> Action:
    return {**start_action(YELLOW_FIRST, map_mode="tracked", slots=TWO_PLAYER_LAND), "regions": list(slots)}


def edition_with(**changes: Any) -> Action:
    return start_action(YELLOW_FIRST, edition={**standard_edition().to_mapping(), **changes})


def place_first(color: str, **field: str) -> Action:
    return {"do": "place_first", "player": color, **field}


def spin(demand: int, **commodity: str) -> Action:
    return {"do": "spin", "demand": demand, **commodity}


def aside(tile: str) -> Action:
    return {"do": "set_aside", "tile": tile}


def rob(color: str, tile: str) -> Action:
    return {"do": "rob", "player": color, "tile": tile}


def move(tile: str, to: str) -> Action:
    return {"do": "amend", "move": {"tile": tile, "to": to}}


def passing(color: str, **stuck: bool) -> Action:
    return {"do": "pass", "player": color, **stuck}


def on_honour(tiles: list[str], kind: str, *, adjacent: bool) -> Action:
    return {"do": "build", "player": "blue", "tiles": tiles, "kind": kind, "adjacent": adjacent}


def reveal(*tiles: tuple[int, str, int], player: str = "yellow") -> Action:
    shown = [{"slot": slot, "tile": tile, "turns": turns} for slot, tile, turns in tiles]
    return {"do": "reveal", "player": player, "tiles": shown}


def about_to_reveal(round_number: int) -> State:
    state = replace(about_to_build(["b1", "m1"], others_castle=[]), round=round_number)
    return do(state, passing("blue")).state


def test_tr_0_the_set_up_is_that_of_the_box() -> None:
    twice = {**start_action(YELLOW_FIRST), "players": [{"color": "blue", "rank": 1}, {"color": "blue", "rank": 2}]}
    five = {**twice, "players": [{"color": "blue", "rank": rank} for rank in range(1, 6)]}
    standard = standard_edition().to_mapping()
    odd_ranks = (
        {"blue": 1, "yellow": 1},
        {"blue": 0, "yellow": 1},
        {"blue": 2, "yellow": 3},
        {"blue": 1, "yellow": 10**30},
    )
    open_slots = up(0, "R0"), up(1, "R1")
    assert_refused(
        (rule, None, action)
        for rule, action in [
            *(("TR-0.1", start_action(ranks)) for ranks in ({"blue": 1}, {}, {"blue": 1, "red": 2}, *odd_ranks)),
            ("TR-0.1", twice),
            ("TR-0.1", five),
            ("TR-0.2", edition_with(tiles=standard["tiles"][:5])),
            ("TR-0.3", edition_with(regions=standard["regions"][:7])),
            ("TR-0.3", {**start_action(YELLOW_FIRST), "regions": [down(0)]}),
            ("TR-0.3", regions()),
            ("TR-0.3", regions(*open_slots, down(2))),
            ("TR-0.3", regions(*open_slots, down(2), down(2))),
            ("TR-0.3", regions(*open_slots, down(2), down(4))),
            ("TR-0.3", regions(*open_slots, down(2), down(-1))),
            ("TR-0.3", regions(*open_slots, down(2), down(3), down(4))),
            ("TR-0.3", regions(up(0, "R0"), up(1, "R0"), down(2), down(3))),
            ("TR-0.3", regions(up(0, "R0"), up(1, "R99"), down(2), down(3))),
            ("TR-0.3", regions(*open_slots, up(2, "R2"), down(3))),
            ("TR-0.3", regions(up(0, "R0"), down(1), down(2), down(3))),
            ("TR-0.4", edition_with(supporters={"total": 59, "start": {"2": 30, "3": 19, "4": 14}})),
            *(("TR-0.7", regions(up(0, "R0", turns), up(1, "R1"), down(2), down(3))) for turns in (-1, 4, 10**30)),
            ("TR-0.7", regions(*open_slots, down(2), down(3, 1))),
            ("LOG", edition_with(colour="red")),
            ("LOG", start_action(YELLOW_FIRST, edition={})),
        ]
    )


def test_tr_0_3_slots_come_in_any_order_and_any_half_lies_face_down() -> None:
    begun = do(None, regions(up(3, "R0", 2), down(0), up(1, "R4"), down(2))).state
    assert begun.land == country_from_slots(
        standard_edition(),
        (
            RegionInSlot(None, 0),
            RegionInSlot(RegionId("R4"), 0),
            RegionInSlot(None, 0),
            RegionInSlot(RegionId("R0"), 2),
        ),
    )


def test_tr_0_6_first_statues_stand_on_free_pastures_by_rising_rank() -> None:
    play = started(FOUR)
    for color in ("purple", "grey", "blue", "yellow"):
        refused(play.state, place_first("red"), "TR-0.6")
        play.submit(place_first(color))
    refused(play.state, place_first("purple"), "TR-0.6")
    tracked = started(YELLOW_FIRST, map_mode="tracked", slots=TWO_PLAYER_LAND)
    tracked.submit(place_first("blue", field="D4"))
    for field in ("A1", "A4", "D4", "Z9", "", "a1", "B01", "G1"):
        refused(tracked.state, place_first("yellow", field=field), "TR-0.6")


@pytest.mark.parametrize("pastures", [1, 2])
def test_tr_0_6_with_fewer_pastures_than_players_the_set_up_is_refused(pastures: int) -> None:
    house = standard_edition().to_mapping()
    for region in house["regions"]:
        region["fields"] = ["mountain"] * 9
    house["regions"][0]["fields"] = ["pasture"] * pastures + ["forest"] * (9 - pastures)
    action = {**regions(up(0, "R0"), up(1, "R1"), down(2), down(3)), "edition": house}
    if pastures == 1:
        refused(None, action, "TR-0.6")
    else:
        assert do(None, action).state.phase.name == "first_statues"


def test_tr_1_and_10_a_spin_has_a_number_of_the_spinner_and_its_time() -> None:
    gambler = after(robbing(variant="gambler"), STOP, COUNT)
    bread = after(robbing(variant="gambler"), STOP, COUNT, spin(2, commodity="bread"))
    before = state_of(in_round_one(TWO, variant="gambler"))
    classic = in_round_one(TWO).state
    assert_refused(
        [
            *(("TR-1.1", classic, spin(number)) for number in (1, 6, 0, -2, 10**30)),
            ("TR-1.1", state_of(after_spin()), spin(5)),
            ("TR-1.1", before, spin(2, commodity="bread")),
            ("TR-1.1", gambler, spin(2, commodity="cheese")),
            ("TR-1.1", gambler, spin(7, commodity="bread")),
            ("TR-1.3", after(in_round_one(TWO), FORGET), FORGET),
            ("TR-1.3", before, FORGET),
            ("TR-10.1", gambler, spin(2, commodity="marble")),
            ("TR-10.1", bread, spin(2, commodity="bread")),
            ("LOG", classic, spin(2, commodity="bread")),
            ("LOG", about_to_count(TWO, {}, [], (None, None, None), variant="gambler"), spin(2)),
            ("LOG", before, BREAD_3),
            ("LOG", gambler, BREAD_3),
        ]
    )


def test_tr_1_3_a_forgotten_spin_takes_the_previous_amended_numbers() -> None:
    tiles = [aside(f"t0{number}") for number in range(1, 7)]
    amended = {"do": "amend", "demand": {"marble": 9}}
    assert after(in_round_one(TWO), spin(2), amended, *tiles, COLLECT, STOP, COUNT, FORGET).demand == (2, 9, 2)
    assert after(in_round_one(TWO), FORGET).demand == (3, 3, 3)


def test_tr_2_tiles_are_set_aside_robbed_and_counted_in_their_time() -> None:
    six = [aside(f"t0{number}") for number in range(1, 7)]
    robbed, stopped = rob("blue", "t10"), after(robbing(), STOP)
    late = after(robbing(), STOP, rob("blue", "t11"), rob("yellow", "t12"))
    corrected = after(robbing(), STOP, move("t10", "blue"), rob("blue", "t11"), move("t11", "people"))
    before_spin = after(in_round_one(TWO), *six)
    assert_refused(
        [
            *(("TR-2.1", after(after_spin(), six[0]), aside(tile)) for tile in ("t01", "t39", "", "nonsense", "t1")),
            ("TR-2.1", after(after_spin(), *six), aside("t07")),
            ("TR-2.1", after(after_spin(), move("t01", "blue")), aside("t01")),
            ("TR-2.1", before_spin, aside("t07")),
            ("TR-2.1", state_of(robbing()), aside("t07")),
            ("TR-2.1", after(robbing(variant="gambler"), STOP, COUNT), aside("t01")),
            ("TR-2.1", state_of(robbing()), rob("blue", "t01")),
            ("TR-2.2", before_spin, COLLECT),
            ("TR-2.2", after(after_spin(), *six[:5]), COLLECT),
            ("TR-2.2", after(after_spin(), *six, move("t21", "set_aside")), COLLECT),
            ("TR-2.2", state_of(robbing()), COLLECT),
            *(("TR-2.3", state_of(robbing()), rob(color, "t10")) for color in ("purple", "red", "")),
            *(("TR-2.3", state_of(robbing()), rob("blue", tile)) for tile in ("t99", "t39")),
            ("TR-2.3", state_of(after_spin()), robbed),
            *(("TR-2.4", after(robbing(), robbed), rob(color, "t10")) for color in ("blue", "yellow")),
            *(("TR-2.5", late, rob(color, "t13")) for color in ("blue", "yellow")),
            ("TR-2.5", late, STOP),
            ("TR-2.5", corrected, rob("blue", "t11")),
            ("TR-2.5", after(robbing(), STOP, COUNT), STOP),
            ("TR-2.6", state_of(robbing()), COUNT),
            ("TR-2.6", do(stopped, COUNT).state, COUNT),
        ]
    )


def test_tr_4_1_only_the_player_to_act_builds_or_passes() -> None:
    state = about_to_build(["b1", "m1", "b1", "m1"], fields=("B2",))
    before = about_to_count(TWO, {"blue": ["b1", "m1"]}, [], (2, 2, 2))
    unknown: list[tuple[str, list[str]]] = [("Z9", []), ("G1", []), ("", []), ("A4", ["t99"]), ("B1", ["t39"])]
    assert_refused(
        [
            ("TR-4.1", state, build(state, "D4", "b1", "m1", color="yellow")),
            ("TR-4.1", state, passing("yellow")),
            ("TR-4.1", state, passing("nobody")),
            ("TR-4.1", before, on_honour([], "pasture", adjacent=True)),
            ("TR-4.1", before, passing("blue")),
            *(("TR-4.1", state, {**build(state, field), "tiles": tiles}) for field, tiles in unknown),
        ]
    )


@pytest.mark.parametrize(
    ("field", "why"),
    [
        *((field, "field-face-down") for field in ("A4", "D1")),
        *((field, "field-occupied") for field in ("B1", "E4")),
        *((field, "field-not-touching") for field in ("A3", "F4", "D5")),
    ],
)
def test_tr_4_2_a_field_is_open_free_and_touches_but_pasture_or_forest(field: str, why: str) -> None:
    state = about_to_build(["m3", "t3", "b3"])
    assert refused(state, build(state, field, "m3"), "TR-4.2").reason == why
    diagonal = about_to_build(["b3", "m3", "t3"], fields=("A2",))
    refused(diagonal, build(diagonal, "C1", "b3", "m3"), "TR-4.2")


@pytest.mark.parametrize(
    ("field", "tiles", "rule", "why"),
    [
        ("A2", [], "TR-4.5", "payment-short"),
        ("A2", ["m2"], "TR-4.5", "payment-short"),
        ("A2", ["b2", "m1"], "TR-4.5", "payment-short"),
        ("A2", ["b2", "m2", "t1"], "TR-4.5", "tile-foreign"),
        ("A2", ["t1"], "TR-4.5", "tile-foreign"),
        ("F5", ["b1", "m2", "t3"], "TR-4.5", "payment-short"),
        ("B2", ["b1", "m1", "t1", "t2"], "TR-4.6", "tile-needless"),
        ("B2", ["b1", "m1", "t1", "t3"], "TR-4.6", "tile-needless"),
    ],
)
def test_tr_4_5_whole_tiles_pay_each_commodity_and_no_more(field: str, tiles: list[str], rule: str, why: str) -> None:
    state = about_to_build(["b1", "b2", "m1", "m2", "t1", "t2", "t3"])
    assert refused(state, build(state, field, *tiles), rule).reason == why


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "This does not pay for the pasture; still due: marble 1."),
        ("de", "Wiese: Das reicht nicht; es fehlt noch Marmor 1."),
        ("es", "pradera: no basta; aún falta: mármol 1."),
    ],
)
def test_tr_4_5_a_payment_that_is_short_names_only_what_is_due(language: str, said: str) -> None:
    state = about_to_build(["b2", "m1"])
    assert translate_text(refused(state, build(state, "A2", "b2", "m1"), "TR-4.5").text, language) == said


def test_tr_4_5_tiles_of_others_and_tiles_named_twice_are_refused() -> None:
    state = about_to_build(["b1", "m1"], fields=("B2",))
    theirs, mine = castle_ids(state, "yellow", ["b1", "m1"]), castle_ids(state, "blue", ["b1", "m1"])
    free = state.table.pool.tile_ids(state.people_tiles)[0]
    for tiles in (theirs, [mine[0], theirs[1]], [free, mine[1]], [mine[0], mine[0], mine[1]]):
        refused(state, {**build(state, "A2"), "tiles": tiles}, "TR-4.5")


def test_tr_6_3_a_reveal_turns_up_what_is_due_with_tiles_out_of_play() -> None:
    third, fifth = about_to_reveal(3), about_to_reveal(5)
    crowned = do(end_of_phase(3, ranks={**FOUR, "blue": 1, "yellow": 2}), COUNT).state
    king = crowned.color(crowned.king)
    revealed = do(crowned, reveal(player=king)).state
    assert_refused(
        [
            ("TR-6.3", third, reveal()),
            ("TR-6.3", third, reveal((1, "R2", 0), (2, "R3", 0))),
            *(("TR-6.3", third, reveal((slot, "R2", 0))) for slot in (0, 4, -1)),
            *(("TR-6.3", third, reveal((1, tile, 0))) for tile in ("R1", "R99")),
            *(("TR-6.3", third, reveal((1, "R2", turns))) for turns in (4, -1)),
            ("TR-6.3", third, reveal((1, "R2", 0), (1, "R2", 0))),
            ("TR-6.3", fifth, reveal((1, "R2", 0))),
            ("TR-6.3", fifth, reveal((1, "R2", 0), (1, "R3", 0))),
            ("TR-6.3", fifth, reveal((1, "R2", 0), (2, "R2", 0))),
            ("TR-6.3", crowned, reveal(player="grey")),
            ("TR-6.3", crowned, reveal((0, "R1", 0), player=king)),
            ("TR-6.3", revealed, reveal(player=king)),
        ]
    )
    assert (revealed.round, revealed.land.face_down) == (4, 2)


def test_tr_8_1_after_the_end_nothing_but_undo() -> None:
    over = do(end_of_phase(3, placed={"blue": 24}), COUNT).state
    for action in (spin(2), passing("blue"), {"do": "amend", "supporters": {"blue": 1}}):
        refused(over, action, "LOG")


def test_tr_11_a_table_that_knows_the_map_wants_fields_and_another_none() -> None:
    tracked, honour = about_to_build(["b1", "m1"]), about_to_build(["b2", "m2", "t2"], map_mode="honour")
    tiles, short = castle_ids(tracked, "blue", ["b1", "m1"]), castle_ids(honour, "blue", ["b2", "m2", "t2"])
    first = started(TWO, map_mode="tracked", slots=TWO_PLAYER_LAND).state
    assert_refused(
        [
            *(("LOG", first, place_first(color)) for color in ("yellow", "blue")),
            ("LOG", started(TWO).state, place_first("yellow", field="A1")),
            ("LOG", tracked, on_honour(tiles, "pasture", adjacent=True)),
            *(("LOG", tracked, passing("blue", stuck=stuck)) for stuck in (True, False)),
            ("LOG", honour, {"do": "build", "player": "blue", "tiles": [], "field": "A1"}),
            ("TR-4.5", honour, on_honour(short[:1], "forest", adjacent=False)),
            *(("TR-4.2", honour, on_honour(short, kind, adjacent=False)) for kind in ("mountain", "village", "palace")),
            ("TR-4.1", honour, on_honour(short, "castle", adjacent=True)),
        ]
    )
