"""The line spoils bytes and loses its cable in the rush: every tile is told once, with its own time."""

from functools import partial

import pytest

from hw.testing.pico.node_board import cpython
from tests.hw.castle_link.boards import IN_PYTHON, maker
from tests.hw.castle_link.rush import Rush, rush
from tests.soak import SOAK

RUSHES = 10 if SOAK else 1
PULLS = 20 if SOAK else 10
"""Cables pulled at random moments of a rush, which lasts as many seconds."""

RIGHT_S = 0.020


def assert_each_tile_was_told_once_and_in_time(seen: Rush) -> None:
    told = [(board, uid) for board, uid, _ in seen.told]
    assert sorted(told) == sorted(seen.passed)
    assert seen.lost == 0
    assert min(seen.errors_s) >= 0.0
    assert max(seen.errors_s) <= RIGHT_S


@pytest.mark.parametrize("seed", range(RUSHES))
def test_drifting_boards_report_every_tile_once_and_within_20_ms(seed: int) -> None:
    seen = rush(partial(cpython, drift=(-1) ** seed * 50e-6), seed=seed, rush_s=PULLS, pulls=PULLS)

    assert len(seen.passed) > 4 * PULLS
    assert seen.pulled == PULLS
    assert_each_tile_was_told_once_and_in_time(seen)


@pytest.mark.parametrize("seed", range(RUSHES))
def test_firmware_in_micropython_reports_every_tile_once_and_within_20_ms(seed: int) -> None:
    seen = rush(maker("micropython"), seed=100 + seed, rush_s=PULLS, pulls=PULLS)

    assert len(seen.passed) > 4 * PULLS
    assert seen.pulled == PULLS
    assert_each_tile_was_told_once_and_in_time(seen)


@pytest.mark.parametrize("seed", range(RUSHES))
def test_noise_alone_disconnects_no_board(seed: int) -> None:
    seen = rush(IN_PYTHON, seed=200 + seed, rush_s=PULLS, pulls=0)

    assert seen.gone == 0
    assert_each_tile_was_told_once_and_in_time(seen)


def test_the_rush_can_tell_a_line_that_does_not_send_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("firmware.castle_node.session.RESEND_MS", 10**12)

    seen = rush(IN_PYTHON, seed=0, noise=0.03, pulls=0)

    assert len(seen.told) < len(seen.passed)
