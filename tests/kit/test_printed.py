"""The kept 3MF files come from the present sources, can be printed, and fit boards, reader and tile."""

import subprocess
from dataclasses import replace
from functools import cache

import pytest

from kit.boards.places import CASTLE_PLACES
from kit.printed.gate import GATE, WALL
from kit.printed.make import OUT, faults
from kit.printed.measures import HERE, PARTS, castle, console, housings, pi, sources
from kit.printed.mesh import Mesh, Vector, read
from tests.support.soak import SOAK

ACROSS = 2.2 + 16.0
"""The corridor's middle in the printed gate."""


@cache
def part(name: str) -> Mesh:
    return read(HERE / f"{name}.3mf")


def in_lid(name: str, x: float, y: float, z: float) -> Vector:
    """Turn a point in the board's coordinates into the lid's, which is printed upside down."""
    return x, -y, housings()[name].room + WALL - z


def open_above(name: str, x: float, y: float) -> bool:
    top = housings()[name].room
    return part(f"{name}-lid").is_open(in_lid(name, x, y, top - 0.1), in_lid(name, x, y, top + WALL + 0.1))


def open_beside(name: str, inside: Vector, outside: Vector) -> bool:
    """Say whether both the lid's wall and the base's tongue are open there."""
    housing = housings()[name]
    lifted = housing.board + housing.under + WALL
    above = [(x, y, z + lifted) for x, y, z in (inside, outside)]
    lid = part(f"{name}-lid").is_open(in_lid(name, *inside), in_lid(name, *outside))
    return lid and part(f"{name}-base").is_open(above[0], above[1])


@pytest.mark.parametrize("name", PARTS)
def test_a_kept_part_is_made_from_the_present_sources(name: str) -> None:
    assert part(name).sources == sources(), "renew it: kit/make_kit printed"
    assert (HERE / f"{name}.3mf").stat().st_size < 200_000


@pytest.mark.parametrize("name", PARTS)
def test_a_part_is_watertight_and_prints_without_support(name: str) -> None:
    assert faults(part(name), rays=1000 if SOAK else 60) == []


@pytest.mark.parametrize("name", PARTS)
def test_a_part_needs_at_most_70_g(name: str) -> None:
    assert 3 < part(name).grams < 70


def test_a_hole_in_the_surface_is_a_fault() -> None:
    arrow = part("arrow")
    assert faults(replace(arrow, triangles=arrow.triangles[1:]), rays=1) == [
        "3 edges are not shared by exactly two triangles"
    ]


def test_a_lid_the_other_way_up_overhangs() -> None:
    lid = part("castle-lid")
    high = lid.bounds[1][2]
    turned = replace(lid, points=tuple((x, -y, high - z) for x, y, z in lid.points))
    assert "overhangs" in faults(turned, rays=1)[0]


def test_a_plate_of_a_millimetre_is_too_thin() -> None:
    arrow = part("arrow")
    flat = replace(arrow, points=tuple((x, y, z / 3) for x, y, z in arrow.points))
    assert "thin" in faults(flat, rays=200)[0]


@pytest.mark.parametrize("u", [-20, 10, 30, 50, 90, 120, 148, 178])
def test_the_printed_corridor_is_a_tile_and_2_mm_wide(u: float) -> None:
    step = sum(u > edge for edge in GATE.edges)
    v = 3 - step * GATE.rise
    body = part("gate-body")
    assert body.is_open((u, v, 2.3), (u, v, 40))
    assert not body.is_open((u, v, -1), (u, v, 2.1))


def below(u: float, v: float) -> list[float]:
    """Return how far below a point in the corridor the printed gate has surfaces."""
    found = part("gate-body").crossings((u, v, ACROSS), (u, v - 20, ACROSS))
    return sorted(round(20 * t, 2) for t, _ in found)


def test_the_antenna_lies_1_6_mm_below_the_slide() -> None:
    """A module as thick as 1.6 mm, pushed up against the slide from below; more than 3 mm would cost range."""
    middle, floor = GATE.window + 15, GATE.corridor().floor
    assert below(middle, floor + 5) == [4.2, 5.8]
    pocket = part("gate-body").crossings((middle, floor + 5, 1.7), (middle, floor - 5, 1.7))
    assert sorted(round(10 * t, 2) for t, _ in pocket) == [5.8, 8.0]


@pytest.mark.parametrize("step", [0, 1, 2])
def test_below_each_printed_baffle_7_4_mm_are_clear(step: int) -> None:
    foot, v = GATE.edges[step] + GATE.reach, -step * GATE.rise - GATE.overlap
    assert below(foot, v)[:2] == [0.8, 8.2]


def test_the_gates_screws_go_through_the_lid_into_the_body() -> None:
    for u, v in ((-18.0, -7.5), (29.0, -6.5), (66.5, -20.5), (104.0, -34.5)):
        assert part("gate-lid").is_open((u, v, -1), (u, v, 3))
        assert part("gate-body").is_open((u, v, 24), (u, v, 35))
        assert not part("gate-body").is_open((u, v, 20), (u, v, 24))


def test_the_castles_lamps_look_through_its_lid() -> None:
    for lamp in CASTLE_PLACES.lamps:
        for aside in (-2.4, 2.4):  # a lamp of 5 mm
            assert open_above("castle", lamp.x + aside, lamp.y)
        assert not open_above("castle", lamp.x + 4, lamp.y)
    assert [(lamp.x, lamp.y) for lamp in CASTLE_PLACES.lamps] == [each[:2] for each in castle().round[:3]]


def test_a_usb_plug_of_12_by_9_mm_reaches_the_castles_pico() -> None:
    usb = CASTLE_PLACES.usb
    assert usb is not None
    for across in (-6, 6):
        for up in (-4.5, 4.5):
            inside, outside = (usb.x + 0.1, usb.y + across, usb.z + up), (-6, usb.y + across, usb.z + up)
            assert open_beside("castle", inside, outside)
    assert not open_beside("castle", (0, usb.y + 9, usb.z), (-6, usb.y + 9, usb.z))


def test_the_readers_cables_leave_the_castle() -> None:
    for reader in (place for place in CASTLE_PLACES.plugs if place.label.startswith("reader")):
        for pin in (-8.9, 8.9):  # of eight pins
            assert open_above("castle", reader.x, reader.y + pin)
            assert open_beside("castle", (100, reader.y + pin, 16), (106, reader.y + pin, 16))


def test_a_button_of_12_mm_and_20_mm_depth_is_clear_of_the_board() -> None:
    for x, y, diameter in castle().round[3:]:
        assert diameter == 12.3
        assert y + 9 < 0  # its nut
        assert open_above("castle", x, y)
    assert castle().room + castle().board + castle().under > 20


def test_the_console_shows_its_display_and_knob() -> None:
    assert open_above("console", 33, -22)
    assert open_above("console", 78, -22)
    assert not open_above("console", 60, -22)
    left, front, right, back = console().windows[0]
    assert right - left > 29.4
    assert back - front > 14.7


@pytest.mark.parametrize("name", ["castle", "console", "pi"])
def test_a_screw_reaches_from_the_base_through_the_board_into_the_lid(name: str) -> None:
    housing = housings()[name]
    for x, y in housing.holes:
        assert part(f"{name}-base").is_open((x, y, -1), (x, y, 10))
    for x, y in housing.columns:
        assert part(f"{name}-lid").is_open(in_lid(name, x, y, -1), in_lid(name, x, y, 15))
        assert not open_above(name, x, y)


def test_the_pis_plugs_and_card_are_reached() -> None:
    assert pi().size == (85, 56)
    for y in (10.25, 29, 45.75):
        assert open_beside("pi", (80, y, 8), (90, y, 8))
    for x in (11.2, 26, 39.5):
        assert open_beside("pi", (x, 5, 4), (x, -5, 4))
    assert open_beside("pi", (0, 28, 0), (-5, 28, 0))
    for x in (4.5, 32.5, 60.5):  # a ribbon's socket is 56 mm long and 6.5 mm wide
        for y in (49.3, 52.5, 55.7):
            assert open_above("pi", x, y)


@pytest.mark.skipif(not SOAK, reason="make soak builds all parts again")
def test_the_parts_are_the_same_when_built_again() -> None:
    built = subprocess.run(["kit/make_kit", "printed"], capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    for name in PARTS:
        again = read(OUT / f"{name}.3mf")
        assert again.bounds == part(name).bounds
        assert again.grams == pytest.approx(part(name).grams, abs=0.01)
