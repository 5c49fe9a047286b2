"""A WS2812 ring at a castle board, in a real MicroPython."""

import asyncio
from pathlib import Path

import pytest

from firmware.castle_node.ring import PIXELS, ring_data
from hw.ws2812.twin import Ws2812Twin
from tests.support.castle_rigs import Rig, board

WARM, DARK = (24, 14, 4), (0, 0, 0)
FUSE_MA = 500
PICO_AND_READER_MA = 150
"""wiring.md: Pico 50, reader 100."""


async def with_ring(rig: Rig, pixels: int) -> Ws2812Twin:
    await rig.greet()
    rig.say(f"set ring {pixels}")
    await rig.alive(1.5)
    await rig.greet()
    ring: Ws2812Twin = rig.board._pins.ring
    return ring


@pytest.mark.parametrize(("pixels", "thirds"), [(8, (3, 3, 2)), (12, (4, 4, 4)), (16, (6, 5, 5)), (24, (8, 8, 8))])
async def test_each_lamp_is_a_third_of_the_ring(pixels: int, thirds: tuple[int, int, int], tmp_path: Path) -> None:
    async with board("MicroPython", tmp_path) as rig:
        ring = await with_ring(rig, pixels)
        rig.say("lamps 101")
        await asyncio.sleep(0.05)
        left, middle, right = thirds
        assert ring.colors[:pixels] == [WARM] * left + [DARK] * middle + [WARM] * right
        assert ring.colors[pixels:] == [DARK] * (24 - pixels)
        assert rig.lit == (True, False, True)
        assert ring.wrong_pulses == 0


async def test_a_lamp_blinks_and_a_tile_flashes_the_whole_ring(tmp_path: Path) -> None:
    async with board("MicroPython", tmp_path) as rig:
        ring = await with_ring(rig, 12)
        rig.say("lamps 0b0")
        seen = set()
        for _ in range(20):
            rig.say("beat 1")
            await asyncio.sleep(0.05)
            seen.add(tuple(ring.colors[:12]))
        assert seen == {(DARK,) * 12, (DARK,) * 4 + (WARM,) * 4 + (DARK,) * 4}
        await rig.carry(bytes.fromhex("04A1B2C3D4E5F6"), dwell_s=0.05)
        assert ring.colors[:12] == [WARM] * 12


async def test_a_board_without_a_ring_sends_it_nothing(tmp_path: Path) -> None:
    async with board("MicroPython", tmp_path) as rig:
        await rig.greet()
        rig.say("lamps 111")
        await asyncio.sleep(0.05)
        assert rig.board._pins.ring.colors == [DARK] * 24


async def test_pixels_are_dark_after_a_restart(tmp_path: Path) -> None:
    async with board("MicroPython", tmp_path) as rig:
        ring = await with_ring(rig, 16)
        rig.say("lamps 111")
        await asyncio.sleep(0.05)
        assert WARM in ring.colors
        rig.board.reboot()
        await asyncio.sleep(0.6)
        assert ring.colors == [DARK] * 24


@pytest.mark.parametrize("pixels", PIXELS[1:])
def test_a_lit_ring_leaves_half_of_the_fuse_to_the_board(pixels: int) -> None:
    ring = Ws2812Twin(pixels)
    data = ring_data(pixels, True, True, True)
    ring.receive([(800, 450) if byte >> 7 - bit & 1 else (400, 850) for byte in data for bit in range(8)])
    assert ring.colors == [WARM] * pixels
    assert ring.current_ma + PICO_AND_READER_MA < FUSE_MA * 0.6


def test_pulses_out_of_tolerance_are_no_bits() -> None:
    ring = Ws2812Twin(1)
    ring.receive([(600, 600)] * 24)
    assert (ring.wrong_pulses, ring.colors) == (24, [DARK])
