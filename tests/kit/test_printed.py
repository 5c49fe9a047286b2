"""The kept 3MF files come from the present sources, can be printed, and fit boards, reader and tile."""

import random
import subprocess
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from math import cos, dist, hypot, radians, sin, sqrt

import pytest

from kit.boards.places import CASTLE_PLACES
from kit.printed.gate import COIL, GATE, WALL
from kit.printed.make import OUT, faults
from kit.printed.measures import GATE_PARTS, HERE, PARTS, castle, console, housings, pi, placed, sources
from kit.printed.mesh import Mesh, Vector, read
from tests.support.soak import SOAK

MIDDLE = 2.2 + GATE.width / 2
"""Of the corridor, from the body's outside."""


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
def test_a_part_needs_at_most_95_g(name: str) -> None:
    assert 1 < part(name).grams < 95


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


@cache
def standing(name: str) -> Mesh:
    """Return a part as it stands on the table: x away from the player, y to the left, z up."""
    return part(name.partition(",")[0]).placed(placed()[name])


def in_gate(u: float, v: float, z: float) -> Vector:
    return placed()["gate"]((u, v, z))


def is_open_along(names: Sequence[str], start: Vector, stop: Vector) -> bool:
    return all(standing(name).is_open(in_gate(*start), in_gate(*stop)) for name in names)


@pytest.mark.parametrize("u", [5, 30, 50, 75, 100, 130, 160])
def test_the_printed_corridor_is_a_tiles_diagonal_and_1_5_mm_wide(u: float) -> None:
    step = sum(u > edge for edge in GATE.edges)
    v = 3 - step * GATE.rise
    assert is_open_along(GATE_PARTS, (u, v, 2.3), (u, v, 2.1 + 30 * sqrt(2) + 1.5))
    assert not is_open_along(["gate-body"], (u, v, -1), (u, v, 2.1))
    assert not is_open_along(["gate-lid"], (u, v, 46.2), (u, v, 50))


def test_the_printed_mouth_is_80_mm_wide_and_leads_into_the_corridor() -> None:
    u, v = GATE.in_mouth(1 - GATE.funnel, 3)
    assert is_open_along(GATE_PARTS, (u, v, MIDDLE - 39), (u, v, MIDDLE + 39))
    for z in (MIDDLE - 20, MIDDLE, MIDDLE + 20):
        assert is_open_along(GATE_PARTS, (*GATE.in_mouth(-50, 3), z), (0.1, 3, z))
        assert is_open_along(GATE_PARTS, (-0.1, 3, z), (14, 3, z))
    assert not is_open_along(["gate-mouth"], (u, v, MIDDLE), (u, v, MIDDLE + 42))


def below(u: float, v: float) -> list[float]:
    """Return how far below a point in the corridor the printed gate has surfaces."""
    found = part("gate-body").crossings((u, v, MIDDLE), (u, v - 20, MIDDLE))
    return sorted(round(20 * t, 2) for t, _ in found)


def test_the_antenna_lies_1_6_mm_below_the_slide() -> None:
    """A module as thick as 1.6 mm, pushed up against the slide from below; more than 3 mm would cost range."""
    middle, floor = GATE.window + 15, GATE.corridor().floor
    assert below(middle, floor + 5) == [4.2, 5.8]
    assert below(middle + 18, floor + 5) == [4.2, 5.8, 8.0, 9.6]


def test_a_module_of_60_by_39_5_mm_fits_below_the_slide_and_its_header_is_free() -> None:
    middle, under = GATE.window + 15, GATE.corridor().floor - 0.8
    for z in (MIDDLE - 19.75, MIDDLE + 19.75):
        for down in (0.2, 1.9):
            assert is_open_along(GATE_PARTS, (middle - 40, under - down, z), (middle + 20, under - down, z))
    for z in (MIDDLE - 20.5, MIDDLE + 20.5):  # its stops
        assert not is_open_along(GATE_PARTS, (middle + 15, under - 1, z), (middle + 20, under - 1, z))
    for z in (MIDDLE - 11, MIDDLE + 11):
        assert is_open_along(GATE_PARTS, (middle - 37, under - 0.2, z), (middle - 37, under - 30, z))


@pytest.mark.parametrize("step", [0, 1])
def test_below_each_printed_baffle_a_tile_and_5_mm_are_clear(step: int) -> None:
    foot, v = GATE.edges[step] + GATE.reach, -step * GATE.rise - GATE.overlap
    assert below(foot, v)[:2] == [0.8, GATE.rise - GATE.overlap - 0.8]
    assert GATE.rise - GATE.overlap - 1.6 >= 6.4


def test_the_gates_screws_go_through_the_lid_into_the_body() -> None:
    floor = GATE.corridor().floor
    for u, v in ((11.5, -5.5), (GATE.edges[1] - 6, -GATE.rise - 6.5), (GATE.end - 8, floor - 4.6)):
        assert is_open_along(["gate-lid", "gate-body"], (u, v, 35), (u, v, 50))
        assert not is_open_along(["gate-body"], (u, v, 20), (u, v, 35))


def test_four_screws_hold_the_mouth() -> None:
    for z in (MIDDLE - 13, MIDDLE + 13):
        assert is_open_along(["gate-mouth", "gate-body"], (-6, -5.4, z), (7.5, -5.4, z))
        assert not is_open_along(["gate-body"], (7.5, -5.4, z), (10, -5.4, z))
        assert is_open_along(["gate-body", "gate-mouth"], (7.5, 18.5, z), (-7.5, 18.5, z))
        assert not is_open_along(["gate-mouth"], (-7.5, 18.5, z), (-12, 18.5, z))


def test_each_light_beam_goes_through_both_sides_and_their_holders() -> None:
    across = [name for name in placed() if name.startswith("gate-")]
    for u, v in GATE.beams_in_side:
        for aside in (-0.5, 0.5):
            assert is_open_along(across, (u + aside, v, -14), (u + aside, v, 64))
        for holder, side, z in (("gate-beams, left", "gate-body", -6.0), ("gate-beams", "gate-lid", 54.0)):
            assert not is_open_along([holder], (u - 1, v, z), (u + 1, v, z))  # 8 mm deep, 1.5 mm wide
            assert not is_open_along([side], (u + 1, v, -1), (u + 1, v, 50))
    assert [round(v - GATE.corridor().floor - 0.8, 2) for _, v in GATE.beams_in_side] == [1.2, 3.5, 1.2]


def test_no_part_of_gate_and_castle_runs_through_another() -> None:
    names = [name for name in placed() if "-" in name]
    for one in names:
        mesh = standing(one)
        draw = random.Random(1).sample(range(len(mesh.triangles)), 60)
        for number in draw:
            (a, b, c), normal = mesh.corners[number], mesh.normals[number]
            size = hypot(*normal)
            x, y, z = (sum(axis) / 3 - 0.05 * part / size for *axis, part in zip(a, b, c, normal, strict=True))
            for other in names:
                crossed = standing(other).crossings((x, y, z), (x + 311.7, y + 173.3, z + 401.9))
                assert other == one or len(list(crossed)) % 2 == 0, f"{one} in {other} at {x:.1f}, {y:.1f}, {z:.1f}"


def test_the_castles_copper_keeps_20_mm_off_the_coil() -> None:
    """The castle board as it lies in its base, beside the gate; the coil is on the module's lower side at worst."""
    middle, down, half = GATE.window + 15, GATE.corridor().floor - 2.4, COIL / 2
    steps = [-half + COIL * at / 10 for at in range(11)]
    coil = [in_gate(middle + along, down, MIDDLE + aside) for along in steps for aside in steps]
    (width, depth), thick = CASTLE_PLACES.size, castle().board
    board = [
        placed()["castle"]((width * x / 20, depth * y / 20, z))
        for x in range(21)
        for y in range(21)
        for z in (-thick, 0)
    ]
    assert min(dist(a, b) for a in coil for b in board) > 20


def test_a_cable_of_10_cm_reaches_from_the_castle_to_the_module() -> None:
    """Two plugs of 14 mm, each on its header, leave 7 cm."""
    reader = next(place for place in CASTLE_PLACES.plugs if place.label == "reader 1")
    plug = placed()["castle"]((reader.x, reader.y, reader.top))
    header = in_gate(GATE.window + 15 + 20.4 - 60.8 + 2.5, GATE.corridor().floor - 2.4 - 17, MIDDLE)
    assert dist(plug, header) < 50


def test_the_mouth_begins_16_cm_above_the_table() -> None:
    lip = in_gate(*GATE.in_mouth(-GATE.funnel, 0.8), MIDDLE)
    assert 155 < lip[2] < 170
    assert standing("gate-body").bounds[0][2] == pytest.approx(-0.8, abs=0.1)


def test_the_motor_hangs_below_the_bracket_and_the_arrow_goes_over_it() -> None:
    bracket = part("arrow-bracket")
    for y in (-17.5, 17.5):  # the ears' holes
        assert bracket.is_open((8, y, -1), (8, y, 12))
        assert not bracket.is_open((4.5, y, 9), (4.5, y, 10))
    for x, y in ((6.0, 10.0), (20.0, 0.0), (8.0, -12.0)):  # the body, 28 mm wide
        assert bracket.is_open((x, y, 9.9), (x, y, 40))
    for angle in range(0, 360, 30):  # the arrow's hub, 13 mm wide
        x, y = 6.5 * cos(radians(angle)), 6.5 * sin(radians(angle))
        assert bracket.is_open((x, y, -1), (x, y, 40))


def test_the_arrows_magnet_passes_3_mm_above_the_hall_switch() -> None:
    skin = [round(10 * t, 2) for t, _ in part("arrow-bracket").crossings((-22, 0, 5), (-22, 0, -5))]
    assert sorted(skin) == [3.8, 5.0]
    hub = part("arrow").bounds[1][2] - 3.2  # below the arrow's lower side
    shaft, flats, ears = 10.0, 6.0, 9.8
    assert shaft - flats + hub - ears == pytest.approx(2.0)
    assert part("arrow").is_open((-22, 0, 1.3), (-22, 0, 4))


def test_a_tile_stops_in_the_gauge_at_the_first_step_narrower_than_it() -> None:
    gauge = part("gauge")
    for step, size in enumerate(range(28, 34)):
        y, half = 4 * step + 2, size / 2
        assert gauge.is_open((-half, y, 0.8), (half, y, 0.8))
        assert not gauge.is_open((-half - 0.2, y, 0.8), (half + 0.2, y, 0.8))
    assert gauge.is_open((-15, -4.5 - 1.25, 0.8), (-15, -4.5 + 1.25, 0.8))


def test_another_size_of_tile_than_28_to_33_mm_is_refused() -> None:
    said = subprocess.run(["kit/make_kit", "printed", "35"], capture_output=True, text=True, check=False)
    assert said.returncode == 1
    assert "a tile of 35 mm: expected 28 to 33 mm" in said.stderr


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
