"""What is in the box: editions and the country that region tiles make."""

import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from controller import limits
from controller.games.contract.tools.editions import EditionFault
from controller.games.tumult_royale.box.edition import Region
from controller.games.tumult_royale.box.reading import EDITION_FORMAT, standard_edition
from controller.games.tumult_royale.box.words import KINDS, RegionId
from controller.games.tumult_royale.rules import country
from controller.games.tumult_royale.rules.payments import list_accepted_payments
from tests.games.tumult_royale.playing import bit


def mapping() -> dict[str, Any]:
    return standard_edition().to_mapping()


def test_the_shipped_edition_has_the_tiles_of_the_contract() -> None:
    counted = Counter((tile.frame, tile.commodity, tile.value) for tile in standard_edition().tiles)
    for commodity in ("bread", "marble", "tools"):
        assert [counted["plain", commodity, value] for value in (1, 2, 3)] == [3, 3, 1]
        for frame in ("grey", "black"):
            assert [counted[frame, commodity, value] for value in (1, 2, 3)] == [1, 1, 1]
    assert sum(counted.values()) == 39


def test_the_shipped_edition_has_the_other_numbers_of_the_contract() -> None:
    edition = mapping()
    assert [list(cost.values()) for cost in edition["costs"].values()] == [
        [1, 1, 0],
        [1, 1, 1],
        [1, 1, 2],
        [2, 2, 0],
        [0, 2, 3],
    ]
    assert edition["spinner"] == [{"demand": demand, "degrees": 90} for demand in (2, 3, 4, 5)]
    assert edition["chronicle"] == [7, 5, 3, 2, 0]
    assert edition["supporters"] == {"total": 105, "start": {"2": 30, "3": 20, "4": 15}}
    assert edition["frame"]["4"] == {"columns": 4, "face_down": [0, 3, 4, 7]}
    assert len(edition["regions"]) == 10
    assert all("pasture" in region["fields"] for region in edition["regions"])


def test_every_placeholder_of_the_contract_is_marked_as_one() -> None:
    marked = {each.datum: each.standing for each in EDITION_FORMAT.trust(None)}
    placeholders = {datum.split(":")[0] for datum, standing in marked.items() if standing == "placeholder"}
    assert placeholders == {"tiles", "costs", "spinner", "chronicle", "regions", "frame"}
    assert marked["supporters: 105 in all, 30, 20, 15 each"] == "rulebook"
    assert all(each.source for each in EDITION_FORMAT.trust(None))


def test_an_edition_is_what_its_object_says() -> None:
    assert EDITION_FORMAT.parse(mapping()) == standard_edition()


def changed(change: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    edition = mapping()
    change(edition)
    return edition


def setting(*path: str | int, to: Any) -> dict[str, Any]:
    """The shipped edition with another value at ``path``."""
    edition = mapping()
    inner: Any = edition
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = to
    return edition


def test_each_fault_is_named_with_its_place() -> None:
    edition: Any
    for edition, rule, where in [
        ([], "LOG", "edition"),
        (None, "LOG", "edition"),
        (setting("name", to=7), "LOG", "name"),
        (setting("name", to="\ud800"), "LOG", "name"),
        (setting("house", to=1), "LOG", "edition"),
        (changed(lambda edition: edition.pop("name")), "LOG", "edition"),
        (setting("tiles", to={}), "LOG", "tiles"),
        (setting("tiles", 0, to=[]), "LOG", "tiles[0]"),
        (setting("tiles", 0, "color", to="red"), "LOG", "tiles[0]"),
        (setting("tiles", 0, "id", to=1), "LOG", "tiles[0].id"),
        (setting("tiles", 1, "id", to="t01"), "TR-0.2", "tiles"),
        (setting("tiles", 0, "commodity", to="cheese"), "TR-0.2", "tiles[0].commodity"),
        (setting("tiles", 0, "frame", to="red"), "TR-0.2", "tiles[0].frame"),
        (setting("tiles", 0, "value", to=0), "TR-0.2", "tiles[0].value"),
        (setting("tiles", 0, "value", to=4), "TR-0.2", "tiles[0].value"),
        (setting("tiles", 0, "value", to=True), "LOG", "tiles[0].value"),
        (setting("tiles", 0, "value", to=1.0), "LOG", "tiles[0].value"),
        (setting("costs", "palace", "tools", to=-1), "TR-0.2", "costs.palace.tools"),
        (setting("costs", "palace", "tools", to=1.5), "LOG", "costs.palace.tools"),
        (setting("costs", "castle", to={}), "LOG", "costs"),
        (setting("spinner", 0, "degrees", to=89), "TR-0.2", "spinner"),
        (setting("spinner", to=[]), "TR-0.2", "spinner"),
        (setting("chronicle", to=[7, 5, 3, 2]), "TR-0.4", "chronicle"),
        (setting("chronicle", 2, to=-1), "TR-0.4", "chronicle[2]"),
        (setting("chronicle", 2, to=None), "LOG", "chronicle[2]"),
        (setting("regions", 1, "id", to="R0"), "TR-0.3", "regions"),
        (setting("regions", 1, "fields", to=["pasture"] * 8), "TR-0.3", "regions[1].fields"),
        (setting("regions", 1, "fields", 3, to="sea"), "TR-0.3", "regions[1].fields[3]"),
        (changed(lambda edition: edition["regions"].__delitem__(slice(3))), "TR-0.3", "regions"),
        (changed(lambda edition: edition["tiles"].__delitem__(slice(0, 16))), "TR-0.2", "tiles"),
        (setting("supporters", "start", "2", to=53), "TR-0.4", "supporters.start.2"),
        (setting("supporters", "start", "5", to=9), "LOG", "supporters.start"),
        (setting("frame", "3", "columns", to=4), "TR-0.3", "frame.3.columns"),
        (setting("frame", "3", "face_down", to=[0, 1]), "TR-0.3", "frame.3.face_down"),
        (setting("frame", "3", "face_down", to=[0, 1, 1]), "TR-0.3", "frame.3.face_down"),
        (setting("frame", "3", "face_down", to=[0, 1, 6]), "TR-0.3", "frame.3.face_down[2]"),
    ]:
        with pytest.raises(EditionFault) as caught:
            EDITION_FORMAT.parse(edition)
        assert {(fault.rule, fault.where) for fault in caught.value.faults} == {(rule, where)}


def test_all_faults_are_named_at_once() -> None:
    edition = setting("tiles", 0, "value", to=9)
    edition["chronicle"] = [1, 2]
    edition["extra"] = None
    del edition["spinner"]
    with pytest.raises(EditionFault) as caught:
        EDITION_FORMAT.parse(edition)
    assert [(fault.rule, fault.where) for fault in caught.value.faults] == [
        ("LOG", "edition"),
        ("LOG", "edition"),
        ("TR-0.2", "tiles[0].value"),
        ("TR-0.4", "chronicle"),
    ]
    assert caught.value.first.rule == "LOG"


def test_a_file_is_read_with_its_remarks_and_all_its_faults() -> None:
    with pytest.raises(EditionFault, match="is not TOML"):
        EDITION_FORMAT.from_toml("= nonsense")
    with pytest.raises(EditionFault) as caught:
        EDITION_FORMAT.from_toml('name = 3\n[[standing]]\ndatum = "all"\nstanding = "rumour"\nsource = "a friend"\n')
    assert {"standing[0].standing", "name", "edition"} == {fault.where for fault in caught.value.faults}


def test_an_edition_is_no_larger_than_a_table_can_show() -> None:
    for change, where, seen in [
        (changed(lambda edition: edition["tiles"].extend(edition["tiles"] * 4)), "tiles", "195 entries"),
        (changed(lambda edition: edition["regions"].extend(edition["regions"] * 9)), "regions", "100 entries"),
        (setting("spinner", to=[{"demand": 1, "degrees": 1}] * 360), "spinner", "360 entries"),
        (setting("costs", "palace", "bread", to=31), "costs.palace.bread", "expected 0 to 30"),
        (setting("supporters", "total", to=10**7), "supporters.total", "expected 1000000 at most"),
        (setting("name", to="x" * 101), "name", "101 letters"),
        (setting("tiles", 0, "id", to="x" * 101), "tiles[0].id", "101 letters"),
    ]:
        with pytest.raises(EditionFault) as refused:
            EDITION_FORMAT.parse(change)
        assert any(fault.where == where and seen in fault.problem for fault in refused.value.faults), refused.value


def test_a_file_larger_than_any_edition_is_not_read() -> None:
    with pytest.raises(EditionFault, match="characters; expected 262144 at most"):
        EDITION_FORMAT.from_toml("#" * 300_000)


def test_too_many_payments_are_cut_and_still_counted() -> None:
    hand = ((40, 40, 40),) * 3
    began = time.perf_counter()
    assert len(list_accepted_payments(hand, (60, 60, 60))) == limits.PAYMENTS_LISTED
    assert time.perf_counter() - began < 1


def names(fields: int) -> list[str]:
    return [country.FIELD_NAMES[each] for each in country.iter_bit_indexes(fields)]


def test_tr_0_7_columns_are_letters_and_rows_digits_from_the_top_left() -> None:
    assert country.FIELD_NAMES[:8] == ("A1", "A2", "A3", "A4", "A5", "A6", "B1", "B2")
    assert country.FIELD_NAMES[-1] == "L6"
    assert sorted(country.FIELD_NAMES) == list(country.FIELD_NAMES)


@pytest.mark.parametrize(("players", "last", "beyond"), [(2, "F6", "G1"), (3, "I6", "J1"), (4, "L6", "M1")])
def test_tr_0_3_the_frame_has_three_columns_of_fields_a_player(players: int, last: str, beyond: str) -> None:
    assert country.field_by_name(last, players) is not None
    assert country.field_by_name(beyond, players) is None
    assert country.field_by_name("A7", players) is None


def test_tr_0_7_turns_are_quarter_turns_clockwise() -> None:
    a, b, c = "pasture", "forest", "mountain"
    region = Region(RegionId("x"), (a, b, c, a, a, a, a, a, a))  # type: ignore[arg-type]
    assert country.rotated_field_kinds(region, 1) == (a, a, a, a, a, b, a, a, c)
    assert country.rotated_field_kinds(region, 2) == (a, a, a, a, a, a, c, b, a)
    assert country.rotated_field_kinds(region, 3) == (c, a, a, b, a, a, a, a, a)
    assert country.rotated_field_kinds(region, 4) == region.fields


def test_tr_0_7_a_slot_covers_three_by_three_fields_row_by_row() -> None:
    slots = (
        country.RegionInSlot(None, 0),
        country.RegionInSlot(None, 0),
        country.RegionInSlot(None, 0),
        country.RegionInSlot(RegionId("R1"), 1),
    )
    land = country.country_from_slots(standard_edition(), slots)
    assert {kind: names(fields) for kind, fields in zip(KINDS, land.kinds, strict=True)} == {
        "pasture": ["D5", "D6", "E4", "F5"],
        "forest": ["E6", "F4"],
        "mountain": ["E5"],
        "village": ["F6"],
        "palace": ["D4"],
    }
    assert land.face_down == 3


def test_tr_4_2_fields_touch_edge_to_edge() -> None:
    for field, neighbours in [
        ("A1", ["A2", "B1"]),
        ("C3", ["B3", "C2", "C4", "D3"]),
        ("A6", ["A5", "B6"]),
        ("B6", ["A6", "B5", "C6"]),
        ("L1", ["K1", "L2"]),
        ("F1", ["E1", "F2", "G1"]),
    ]:
        assert names(country.touching_fields(bit(field)) & ((1 << len(country.FIELD_NAMES)) - 1)) == neighbours
