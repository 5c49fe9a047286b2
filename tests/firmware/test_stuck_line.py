"""A line that takes nothing, or little: the board never waits for it, and nothing of worth is lost."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from firmware.castle_node.node import Node
from firmware.castle_node.output import FLOW_OCTETS
from hw.bus.mock_pins import TwinPinFactory
from hw.castle_link.frames import LINE_OCTETS
from hw.clock import LoopClock
from hw.mfrc522.twin import Mfrc522Twin
from tests.firmware.rigs import Rig, TwinClock, TwinKeeper, TwinLine, node_board


@asynccontextmanager
async def at_a_line() -> AsyncIterator[tuple[Rig, TwinLine, TwinKeeper]]:
    """A board on CPython, half a second after it was switched on."""
    clock, octets, pins = LoopClock(), bytearray(), TwinPinFactory()
    chip, line, system = Mfrc522Twin(clock.now_s), TwinLine(octets.extend), TwinKeeper({})
    board_clock = TwinClock()

    def send(said: bytes) -> None:
        line.waiting += said
        board_clock.arrived.set()

    node = asyncio.create_task(Node(node_board([chip], pins, line, board_clock, system)).run())
    await asyncio.sleep(0.5)
    yield Rig([chip], pins, send, octets), line, system
    assert not node.done()
    node.cancel()


async def test_a_line_that_takes_nothing_stops_neither_the_gate_nor_the_watchdog_and_all_events_come_after_it() -> None:
    async with at_a_line() as (rig, line, system):
        boot = await rig.greet()
        line.room = 0
        fed = system.feeds
        for number in range(40):
            await rig.carry(bytes([0x04, 0xA1, 0xB2, 3, 4, 5, number]), dwell_s=0.03)
            rig.say("beat 1")
            await asyncio.sleep(0.07)
        assert system.feeds - fed > 300
        line.room = None
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
    async with at_a_line() as (rig, line, _system):
        line.room = 0
        rig.say("hello 1")
        for _ in range(3000 // octets):
            line.room = octets
            await asyncio.sleep(0.01)
            if len(rig.octets) > 200:
                break
        assert rig.heard("hello")
        assert [works[0] for works in rig.heard("works")][:1] == ["1"]


async def test_what_has_waited_long_goes_out_in_pieces_between_which_the_reader_is_polled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sent: Counter[float] = Counter()
    write = TwinLine.write

    def counted(line: TwinLine, octets: bytes, start: int) -> int:
        taken = write(line, octets, start)
        sent[asyncio.get_running_loop().time()] += taken
        return taken

    monkeypatch.setattr(TwinLine, "write", counted)
    async with at_a_line() as (rig, line, _system):
        await rig.greet()
        line.room = 0
        for number in range(15):
            await rig.carry(bytes([0x04, 0xA1, 0xB2, 3, 4, 5, number]), dwell_s=0.03)
            await asyncio.sleep(0.07)
        line.room = None
        sent.clear()
        rig.say("beat 1")
        rig.say("ask")
        await asyncio.sleep(0.3)
        assert {tile[0] for tile in rig.heard("tile")} == {str(number) for number in range(2, 17)}
        assert len(rig.heard("is")) == 3
        assert sent.total() > 800
        assert max(sent.values()) < FLOW_OCTETS + LINE_OCTETS


async def test_a_setting_that_the_flash_cannot_keep_is_refused() -> None:
    async with at_a_line() as (rig, _line, system):
        await rig.greet()
        system.full = True
        rig.say("set id blue-1")
        await asyncio.sleep(0.1)
        assert rig.heard("no") == [["id", "[Errno", "28]", "no", "space"]]
