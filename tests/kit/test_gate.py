"""The gate keeps a thrown tile over its antenna for 45 ms, by formula and by rigid bodies; plainer gates do not."""

from collections.abc import Iterator
from dataclasses import replace
from math import cos, radians, sin

import pytest

from kit.printed.gate import DWELL_S, GATE, Corridor, Point, all_leave, slide_s, speed_after, stay_s, throws
from tests.support.soak import SOAK

FRICTIONS = (0.15, 0.3, 0.45, 0.55)
THROWS = 1000 if SOAK else 40
SEED = 11


def verdict(corridor: Corridor, count: int = THROWS, thick: float = 2.0) -> tuple[int, int]:
    """Return how many of the throws got stuck, and how many left the field too early."""
    stays = [stay_s(corridor, throw, thick) for throw in throws(count, SEED)]
    return stays.count(None), sum(stay is not None and stay < DWELL_S for stay in stays)


def level(u: float, v: float, slope_deg: float = 35.0) -> Point:
    """Turn a point that is given level and plumb into the slide's direction."""
    slope = radians(slope_deg)
    return u * cos(slope) - v * sin(slope), u * sin(slope) + v * cos(slope)


def straight_ramp() -> Corridor:
    """A funnel above a plain slide."""
    walls = (((0.0, 0.0), (75.0, 0.0)), (level(-2, 0), level(-2, 90)), (level(16, 5), level(16, 90)))
    return Corridor(35.0, walls, 0.0, 25.0, 75.0, (*level(7, 45), radians(-55)), 16.0)


def single_chicane() -> Corridor:
    """A ramp that turns the tile round once, and a roof over the antenna."""
    run, fall = 34 * cos(radians(35)), 34 * sin(radians(35))
    lip, top = level(34, 16), level(34 + run, 16 + fall)
    far = level(35 + run, 16 + fall)
    walls = (
        ((0.0, 0.0), (75.0, 0.0)),
        (level(-2, 0), level(-2, 90)),
        (lip, top),
        (far, (far[0] - 60 * sin(radians(-35)), far[1] + 60 * cos(radians(35)))),
        (lip, (lip[0] + 41, lip[1])),
    )
    return Corridor(35.0, walls, 0.0, 40.0, 75.0, (*level(30 + run, 56 + fall), radians(-55)), 10.0)


@pytest.mark.parametrize("friction", FRICTIONS)
def test_a_tile_thrown_down_a_plain_slope_is_over_the_antenna_28_ms(friction: float) -> None:
    assert slide_s(friction, speed=1000, slope_deg=35) == pytest.approx(0.029, abs=0.0015)


@pytest.mark.parametrize(("friction", "ms"), [(0.15, 60), (0.3, 72), (0.45, 97), (0.55, 142)])
def test_a_tile_let_go_at_the_last_baffle_stays_60_ms_or_longer(friction: float, ms: int) -> None:
    run = 15 + GATE.settle  # its middle is 15 mm behind the edge that touches the baffle
    assert 1000 * slide_s(friction, speed_after(friction, run)) == pytest.approx(ms, abs=1)


def test_no_tile_comes_to_rest_at_the_highest_friction() -> None:
    assert slide_s(0.55, speed=0) < 1
    assert slide_s(0.70, speed=0) == float("inf")


def test_a_tile_17_mm_longer_would_touch_edge_baffle_and_next_step() -> None:
    assert pytest.approx(46.9, abs=0.1) == GATE.chord


def test_of_thrown_tiles_all_but_one_in_200_are_read_and_none_is_stuck() -> None:
    stuck, short = verdict(GATE.corridor())
    assert stuck == 0
    assert short <= 0.005 * THROWS


def test_a_thicker_tile_is_not_stuck_either() -> None:
    assert verdict(GATE.corridor(), thick=2.5)[0] == 0


@pytest.mark.parametrize("apart_s", [0.06, 0.12, 0.33])
def test_two_tiles_thrown_shortly_after_each_other_do_not_jam(apart_s: float) -> None:
    thrown = list(throws(100 if SOAK else 16, SEED))
    assert all(all_leave(GATE.corridor(), thrown[at : at + 2], apart_s) for at in range(0, len(thrown), 2))


def off_by_half_a_millimetre() -> Iterator[Corridor]:
    for name in ("rise", "reach", "overlap", "roof"):
        for off in (-0.5, 0.5):
            yield replace(GATE, **{name: getattr(GATE, name) + off}).corridor()


def test_half_a_millimetre_of_print_error_makes_no_tile_stick() -> None:
    for corridor in off_by_half_a_millimetre():
        stuck, short = verdict(corridor, THROWS // 4)
        assert stuck == 0
        assert short <= 0.02 * THROWS


def test_half_the_time_step_gives_the_same_verdict() -> None:
    stays = [stay_s(GATE.corridor(), throw, step_s=1 / 8000) for throw in throws(THROWS // 4, SEED)]
    assert min(stay or 0 for stay in stays) >= DWELL_S


def test_a_straight_ramp_fails_the_same_test() -> None:
    assert verdict(straight_ramp(), 40)[1] >= 10


def test_a_single_chicane_fails_the_same_test() -> None:
    stuck, short = verdict(single_chicane(), 40)
    assert stuck + short >= 2


def test_a_baffle_that_hangs_too_near_wedges_tiles() -> None:
    near = replace(GATE, reach=22, overlap=9)
    assert near.chord < 30
    assert verdict(near.corridor(), 40)[0] > 20
