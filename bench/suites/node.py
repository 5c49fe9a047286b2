"""A castle board: from the tag in its field to the host, what a tile takes on the line and of the heap, reads a second.

The real firmware in a real MicroPython with a Pico's heap, at a serial port that pyserial opens. In virtual time the
polls, the air and the line take their time and computing takes none.
There are no figures where `tools/micropython` could bring none.

On an emulated RP2040 (`tools/rp2040`) computing takes its cycles, and what is read from the flash its waits; time is
virtual there, too. Where there is none, its figures are left out, and the bench says so.
"""

import asyncio
import statistics
import sys
from random import Random
from typing import Final

from bench.shared.figure import Figure
from bench.shared.pico_heap import heap_after
from bench.shared.rp2040 import board as rp2040
from firmware.castle_node.link import Deframer
from hw.castle_link import messages
from hw.castle_link.driver import CastleLink
from hw.castle_link.messages import PROTOCOL_VERSION, BoardCounts, BoardEvent, BoardId, Framer, TagCame
from hw.castle_link.twin import MakeBoard
from hw.clock import LoopClock
from hw.errors import BusError
from hw.ntag.twin import Ntag213
from hw.testing import wiring
from hw.testing.clock import run_virtual
from hw.testing.pico.process import HEAP_BYTES, find_micropython
from hw.testing.table import TwinTable
from hw.testing.wiring import TableWiring
from hw.values import ReaderId, Uid

BLUE: Final = ReaderId("blue")
TILES: Final = 200
EVENTS: Final = 100_000
STARTED_S: Final = 2.0
DWELL_S: Final = 0.1
READ_FOR_S: Final = 10.0
ANSWERED_S: Final = 2.0
"""By then the board has answered."""
WORST_MS: Final = 50.0
"""A tile braked by a ramp is in the field for about so long."""

EVENT_BYTES: Final = 60
TILES_ON_THE_CHIP: Final = 20
READ_FOR_S_ON_THE_CHIP: Final = 2.0
HEAP_TO_SPARE: Final = 100_000
"""Bytes, of the 230,000 that MicroPython leaves on a chip of 264 KiB."""

READS_A_SECOND: Final = 50
"""Three reads and more of a tile that is in the field for 45 ms need these and the luck of half a poll."""

UID: Final = Uid(bytes.fromhex("04A1B2C3D4E5F6"))


IN_THE_UNIX_PORT: Final = wiring.BOARD_MAKERS["micropython"]


def one_board(make: MakeBoard) -> TwinTable:
    """A simulated machine with one castle board; make it inside a running loop."""
    return TwinTable(TableWiring(readers={}, boards={BLUE: BoardId(BLUE)}), LoopClock(), make)


async def latencies_ms(tiles: int, seed: int = 1, make: MakeBoard = IN_THE_UNIX_PORT) -> list[float]:
    """From each tag's coming into the field to the host's knowing of it, at moments drawn by chance."""
    chance = Random(seed)  # noqa: S311  # moments of a measurement
    clock, table = LoopClock(), one_board(make)
    came_s: dict[Uid, float] = {}
    took_ms: list[float] = []

    def heard(_board: BoardId, news: BoardEvent) -> None:
        if isinstance(news, TagCame):
            took_ms.append((clock.now_s() - came_s[news.uid]) * 1e3)

    link = CastleLink(table, clock, {BoardId(BLUE): {}}, heard)
    running = asyncio.get_running_loop().create_task(link.run())
    try:
        await asyncio.sleep(STARTED_S)
        for number in range(tiles):
            await asyncio.sleep(chance.uniform(0.0, DWELL_S))
            uid = Uid(b"\x04" + number.to_bytes(6, "big"))
            came_s[uid] = clock.now_s()
            await table.pass_tile(BLUE, uid, DWELL_S)
        await asyncio.sleep(STARTED_S)
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        link.close()
        table.close()
    return took_ms


async def counts_of_a_resting_tag(
    for_s: float = READ_FOR_S, make: MakeBoard = IN_THE_UNIX_PORT
) -> tuple[BoardCounts, BoardCounts]:
    """What the board itself counts, before and after ``for_s`` seconds with one tag in its field."""
    table = one_board(make)
    framer, deframer = Framer(), Deframer()
    counts: list[BoardCounts] = []

    def received(data: bytes) -> None:
        messages_of_board = (messages.parse_line(body) for body in deframer.feed(data))
        counts.extend(message for message in messages_of_board if isinstance(message, BoardCounts))

    def lost(fault: BusError) -> None:
        raise fault

    line = table.open_serial_port(table.serial_port_names()[0], received, lost)
    table.readers[BLUE].enter(Ntag213(UID))
    await asyncio.sleep(STARTED_S)
    for wait_s in (for_s, ANSWERED_S):
        line.write(framer.format_next_line("hello", PROTOCOL_VERSION))
        line.write(framer.format_next_line("ask"))
        await asyncio.sleep(wait_s)
    line.close()
    table.close()
    first, second = counts
    return first, second


async def reads_a_second(for_s: float = READ_FOR_S) -> float:
    """How often one tag that rests in the field is read, counted over so many seconds."""
    first, second = await counts_of_a_resting_tag(for_s)
    return (second.reads - first.reads) / for_s


def on_the_chip() -> list[Figure]:
    try:
        make = rp2040.on_the_chip(rp2040.flashed(BoardId(BLUE)))
    except BusError as missing:
        sys.stderr.write(f"LEFT OUT: bench node on an emulated RP2040: {missing}\n")
        return []
    took_ms = run_virtual(latencies_ms(TILES_ON_THE_CHIP, make=make))
    first, second = run_virtual(counts_of_a_resting_tag(READ_FOR_S_ON_THE_CHIP, make))
    reads = (second.reads - first.reads) / READ_FOR_S_ON_THE_CHIP
    return [
        Figure(f"node: RP2040: tag to host, median of {len(took_ms)}", statistics.median(took_ms), "ms"),
        Figure(f"node: RP2040: tag to host, worst of {len(took_ms)}", max(took_ms), "ms", most=WORST_MS),
        Figure("node: RP2040: reads of a resting tag", reads, "a second", least=READS_A_SECOND),
        Figure("node: RP2040: longest turn", float(second.longest_ms), "ms"),
        Figure("node: RP2040: heap free at the least", float(second.heap_least), "bytes", least=HEAP_TO_SPARE),
    ]


def run() -> list[Figure]:
    """All figures; none without a MicroPython."""
    try:
        find_micropython()
    except BusError:
        return []
    told = run_virtual(latencies_ms(TILES))
    heap = heap_after(EVENTS)
    return [
        Figure(f"node: tag to host, median of {len(told)}, virtual time", statistics.median(told), "ms"),
        Figure(f"node: tag to host, worst of {len(told)}, virtual time", max(told), "ms", most=WORST_MS),
        Figure("node: bytes an event", heap.line_bytes / heap.events, "bytes", most=EVENT_BYTES),
        Figure(
            f"node: heap in use at the most, {heap.events:,} events",
            HEAP_BYTES - heap.free_at_least,
            "bytes",
            most=HEAP_BYTES / 2,
        ),
        Figure(f"node: largest free piece after {heap.events:,} events", heap.largest_free, "bytes"),
        Figure("node: reads of a resting tag", run_virtual(reads_a_second()), "a second", least=READS_A_SECOND),
        *on_the_chip(),
    ]
