"""What reading tags costs: our driver, `mfrc522`, `pi-rc522` and the least that the air interface allows.

Counted on the twin of NXP's version 2, for which the bounds are. The packages make a system call for each transfer.
"""

import asyncio
import importlib
import logging
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from typing import Any, Final

from bench.shared.figure import Figure
from hw.clock import LoopClock
from hw.iso14443 import frames
from hw.mfrc522.driver import Mfrc522
from hw.mfrc522.flavours import GENUINE_2
from hw.mfrc522.twin import Mfrc522Twin
from hw.ntag.twin import Ntag213
from hw.testing.pi.machine import SimulatedPi
from hw.values import ReaderId, Uid
from tests.support.busy_loop import FREE, BusyLoop, ChargedSpi

INVENTORIES: Final = (1, 2, 4, 8, 16)
RECHECKS: Final = (1, 4, 16)
SETTLE_S: Final = 0.01
MOST: Final = 1.1
EMPTY_AIR_MS: Final = 0.37
"""What an empty poll may take: the chip's timer goes in steps of 25 us."""

MESSAGES: Final = {("empty poll", 0): 2, ("inventory", 1): 13}
"""What a poll may cost in system calls: a frame sent and a status read each exchange, and HLTA has no answer."""

PACKAGES: Final = {"mfrc522": "mfrc522", "pi-rc522": "pirc522"}
"""Distributions and the modules that they install."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What one poll cost.

    Attributes:
        found: how many tags of those in the field were told by their whole UID.
        airtime_ms: frames, delays before answers, and time-outs.
        messages: system calls that a Pi makes for them.
    """

    found: int
    transfers: int
    messages: int
    airtime_ms: float


def stickers(count: int) -> list[Ntag213]:
    return [Ntag213(Uid(bytes((0x04, 0x10 * index + 1, 0xB2, 0xC3, 0xD4, 0xE5, 0x80)))) for index in range(count)]


def least(case: str, tags: int) -> Cost:
    """The least that ISO/IEC 14443-3 allows: seven exchanges a tag, the last request ending after its frame delay.

    Seven SPI transfers an exchange (Idle, flush, clear, bytes, Transceive, start, one combined read), six for HLTA,
    which has no answer.
    """
    request_s = frames.pcd_frame_duration_s(1, frames.SHORT_FRAME_BITS)
    silence_s = request_s + frames.FRAME_DELAY_PICC_S + 2 * frames.ETU_S
    wake_s = request_s + frames.FRAME_DELAY_PICC_S + frames.picc_frame_duration_s(9 * frames.ATQA_BYTES)
    ask_s = (
        frames.pcd_frame_duration_s(2)
        + frames.FRAME_DELAY_PICC_S
        + frames.picc_frame_duration_s(9 * frames.LEVEL_BYTES)
    )
    select_s = (
        frames.pcd_frame_duration_s(9) + frames.FRAME_DELAY_PICC_S + frames.picc_frame_duration_s(9 * frames.SAK_BYTES)
    )
    halt_s = frames.pcd_frame_duration_s(len(frames.HLTA))
    if case == "recheck":
        exchanges, air_s = 4 * tags + 1, tags * (wake_s + 2 * select_s + halt_s) + silence_s
    else:
        collisions = max(0, tags - 1)
        exchanges = 6 * tags + collisions + 1
        air_s = tags * (wake_s + 2 * ask_s + 2 * select_s + halt_s) + collisions * ask_s + silence_s
    return Cost(tags, 7 * exchanges - tags, 2 * exchanges - tags, air_s * 1e3)


def ours(case: str, tags: int) -> Cost:
    """Our driver; ``recheck`` is the second poll of tags that rest."""

    async def scene() -> Cost:
        clock, loop = LoopClock(), asyncio.get_running_loop()
        assert isinstance(loop, BusyLoop)
        twin = Mfrc522Twin(clock.now_s, GENUINE_2)
        port = ChargedSpi(twin, loop)
        driver = Mfrc522(port, clock, name=ReaderId("bench"))
        await driver.start()
        for sticker in stickers(tags):
            twin.enter(sticker)
        await asyncio.sleep(SETTLE_S)
        if case == "recheck":
            await driver.poll()
            await asyncio.sleep(SETTLE_S)
        transfers, messages, airtime_s = twin.transfers, port.messages, twin.airtime_s
        found = await driver.poll()
        spent_ms = (twin.airtime_s - airtime_s) * 1e3
        return Cost(len(found.uids), twin.transfers - transfers, port.messages - messages, spent_ms)

    with asyncio.Runner(loop_factory=partial(BusyLoop, FREE)) as runner:
        return runner.run(scene())


def package(module: str, case: str, tags: int) -> Cost:
    """One call of another package's own way to read an id."""
    pi = SimulatedPi({"readers": {"bench": (0, 0)}}, call_s=0.0)
    twin = pi.table.readers[ReaderId("bench")]
    with closing(pi), pi.in_use():
        read = _reading(module)
        placed = stickers(tags)
        for sticker in placed:
            twin.enter(sticker)
        pi.sleep(SETTLE_S)
        if case == "recheck":
            read()
        transfers, airtime_s = twin.transfers, twin.airtime_s
        seen = read()
        found = sum(sticker.uid == seen for sticker in placed)
        transfers = twin.transfers - transfers
        return Cost(found, transfers, transfers, (twin.airtime_s - airtime_s) * 1e3)


def _reading(module: str) -> Callable[[], bytes | None]:
    imported: Any = importlib.import_module(module)  # neither package has types
    if module == "pirc522":
        logging.getLogger(module).setLevel(logging.CRITICAL)  # it warns at each collision
        rfid = imported.RFID(pin_irq=None)
        return lambda: bytes(rfid.read_id() or b"") or None
    simple = imported.SimpleMFRC522()
    return lambda: (simple.read_id_no_block() or 0).to_bytes(5, "big")


def cases() -> Iterator[tuple[str, int]]:
    yield "empty poll", 0
    yield from (("inventory", tags) for tags in INVENTORIES)
    yield from (("recheck", tags) for tags in RECHECKS)


def run() -> list[Figure]:
    """SPI transfers and airtime of each case; ours may be a tenth above the least that is possible.

    A package that is not installed, or does not tell the tags by their whole UIDs, has no number.
    """
    figures = []
    for case, tags in cases():
        limit, cost = least(case, tags), ours(case, tags)
        others = {name: package(module, case, tags) for name, module in PACKAGES.items() if find_spec(module)}
        able = {name: other for name, other in others.items() if other.found == tags}
        in_field = f"readers: {case}" + (f" of {tags}" if tags else "")
        transfers = {name: able[name].transfers if name in able else None for name in PACKAGES}
        airtimes_ms = {name: able[name].airtime_ms if name in able else None for name in PACKAGES}
        figures += [
            Figure(
                f"{in_field}, SPI",
                cost.transfers,
                "transfers",
                most=MOST * limit.transfers,
                counted=True,
                peers={"least possible": limit.transfers, **transfers},
            ),
            Figure(
                f"{in_field}, air",
                cost.airtime_ms,
                "ms",
                most=MOST * limit.airtime_ms if tags else EMPTY_AIR_MS,
                counted=True,
                peers={"least possible": limit.airtime_ms, **airtimes_ms},
            ),
            Figure(
                f"{in_field}, SPI messages",
                cost.messages,
                "system calls",
                most=MESSAGES.get((case, tags)),
                counted=True,
                peers={name: able[name].messages if name in able else None for name in PACKAGES},
            ),
        ]
    return figures
