"""The country: names of fields, turned region tiles, and what touches."""

import pytest

from controller.games.tumult_royale.box.edition import Region
from controller.games.tumult_royale.box.reading import standard
from controller.games.tumult_royale.box.words import KINDS, RegionId
from controller.games.tumult_royale.rules.country import (
    FIELD_NAMES,
    Placement,
    each_bit,
    field_called,
    lay,
    touching,
    turned,
)
from tests.games.tumult_royale.playing import bit


def names(fields: int) -> list[str]:
    return [FIELD_NAMES[each] for each in each_bit(fields)]


def test_tr_0_7_columns_are_letters_from_the_left_and_rows_digits_from_the_top() -> None:
    assert FIELD_NAMES[:8] == ("A1", "A2", "A3", "A4", "A5", "A6", "B1", "B2")
    assert FIELD_NAMES[-1] == "L6"
    assert sorted(FIELD_NAMES) == list(FIELD_NAMES)


@pytest.mark.parametrize(("players", "last", "beyond"), [(2, "F6", "G1"), (3, "I6", "J1"), (4, "L6", "M1")])
def test_tr_0_3_the_frame_has_three_columns_of_fields_a_player(players: int, last: str, beyond: str) -> None:
    assert field_called(last, players) is not None
    assert field_called(beyond, players) is None
    assert field_called("A7", players) is None


def test_tr_0_7_turns_are_quarter_turns_clockwise() -> None:
    a, b, c = "pasture", "forest", "mountain"
    region = Region(RegionId("x"), (a, b, c, a, a, a, a, a, a))  # type: ignore[arg-type]
    assert turned(region, 1) == (a, a, a, a, a, b, a, a, c)
    assert turned(region, 2) == (a, a, a, a, a, a, c, b, a)
    assert turned(region, 3) == (c, a, a, b, a, a, a, a, a)
    assert turned(region, 4) == region.fields


def test_tr_0_7_a_slot_covers_three_by_three_fields_row_by_row() -> None:
    slots = (Placement(None, 0), Placement(None, 0), Placement(None, 0), Placement(RegionId("R1"), 1))
    land = lay(standard(), slots)
    assert {kind: names(fields) for kind, fields in zip(KINDS, land.kinds, strict=True)} == {
        "pasture": ["D5", "D6", "E4", "F5"],
        "forest": ["E6", "F4"],
        "mountain": ["E5"],
        "village": ["F6"],
        "palace": ["D4"],
    }
    assert land.face_down == 3


@pytest.mark.parametrize(
    ("field", "neighbours"),
    [
        ("A1", ["A2", "B1"]),
        ("C3", ["B3", "C2", "C4", "D3"]),
        ("A6", ["A5", "B6"]),
        ("B6", ["A6", "B5", "C6"]),
        ("L1", ["K1", "L2"]),
        ("F1", ["E1", "F2", "G1"]),
    ],
)
def test_tr_4_2_fields_touch_edge_to_edge(field: str, neighbours: list[str]) -> None:
    assert names(touching(bit(field)) & ((1 << len(FIELD_NAMES)) - 1)) == neighbours
