"""A line that takes nothing, or little: the board never waits for it, and nothing of worth is lost."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random

import pytest

from hw.bus.mock_pins import TwinPinFactory
from hw.castle_link.frames import LINE_OCTETS
from hw.clock import LoopClock
from hw.firmware.castle_node.output import FLOW_OCTETS
from hw.mfrc522.twin import Mfrc522Twin
from hw.testing.pico.node_board import NodeBoard
from tests.firmware.rigs import Rig


@asynccontextmanager
async def at_a_line() -> AsyncIterator[tuple[Rig, NodeBoard]]:
    """A board on CPython, half a second after it was switched on."""
    clock, octets, pins = LoopClock(), bytearray(), TwinPinFactory()
    chip = Mfrc522Twin(clock.now_s)
    board = NodeBoard([chip], pins, clock, octets.extend, Random(1))
    await asyncio.sleep(0.5)
    yield Rig([chip], pins, board.octets_came, octets), board
    board.off()


async def test_a_line_that_takes_nothing_stops_neither_the_gate_nor_the_watchdog_and_all_events_come_after_it() -> None:
    async with at_a_line() as (rig, board):
        boot = await rig.greet()
        board.room = 0
        fed = board.feeds
        for number in range(40):
            await rig.carry(bytes([0x04, 0xA1, 0xB2, 3, 4, 5, number]), dwell_s=0.03)
            rig.say("beat 1")
            await asyncio.sleep(0.07)
        assert board.feeds - fed > 300
        board.room = None
        await rig.alive(1)
        told = {int(tile[0]): tile[3] for tile in rig.heard("tile")}
        assert sorted(told) == list(range(2, 42))
        rig.say(f"ack {boot} 41")
        rig.say("ask")
        await asyncio.sleep(0.1)
        assert rig.heard("state")[-1][1:4] == ["41", "41", "0"]
        assert int(rig.heard("counts")[-1][7]) > 0


@pytest.mark.parametrize("octets", [1, 7])
async def test_a_line_that_takes_a_few_octets_at_a_time_gets_whole_lines(octets: int) -> None:
    async with at_a_line() as (rig, board):
        board.room = 0
        rig.say("hello 1")
        for _ in range(3000 // octets):
            board.room = octets
            await asyncio.sleep(0.01)
            if len(rig.octets) > 200:
                break
        assert rig.heard("hello")
        assert [works[0] for works in rig.heard("works")][:1] == ["1"]


async def test_what_has_waited_long_goes_out_in_pieces_between_which_the_reader_is_polled() -> None:
    sent: Counter[float] = Counter()
    async with at_a_line() as (rig, board):
        take = board.to_host

        def counted(octets: bytes) -> None:
            sent[asyncio.get_running_loop().time()] += len(octets)
            take(octets)

        board.to_host = counted
        await rig.greet()
        board.room = 0
        for number in range(15):
            await rig.carry(bytes([0x04, 0xA1, 0xB2, 3, 4, 5, number]), dwell_s=0.03)
            await asyncio.sleep(0.07)
        board.room = None
        sent.clear()
        rig.say("beat 1")
        rig.say("ask")
        await asyncio.sleep(0.3)
        assert {tile[0] for tile in rig.heard("tile")} == {str(number) for number in range(2, 17)}
        assert len(rig.heard("is")) == 3
        assert sent.total() > 800
        assert max(sent.values()) < FLOW_OCTETS + LINE_OCTETS


async def test_a_setting_that_the_flash_cannot_keep_is_refused() -> None:
    async with at_a_line() as (rig, board):
        await rig.greet()
        board.is_full = True
        rig.say("set id blue-1")
        await asyncio.sleep(0.1)
        assert rig.heard("no") == [["id", "[Errno", "28]", "no", "space"]]
