"""What reading tags costs: our driver, `mfrc522`, `pi-rc522` and the least that the air interface allows.

Everything is counted on the twin. Ours runs in virtual time; the packages block and poll, so for them only the bits on
the SPI wires (1 MHz, their default) take time.
"""

import asyncio
import importlib
import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any, Final

from controller.bench.shared.figure import Figure
from hw.clock import LoopClock
from hw.iso14443 import frames
from hw.mfrc522.driver import Mfrc522
from hw.mfrc522.twin import Mfrc522Twin
from hw.ntag.twin import Ntag213
from hw.testing.clock import run_virtual
from hw.testing.raspberry import WireTime, simulated_pi
from hw.units import ReaderId, Uid

INVENTORIES: Final = (1, 2, 4, 8, 16)
RECHECKS: Final = (1, 4, 16)
SETTLE_S: Final = 0.01
OURS: Final = "royaltable"
MOST: Final = 1.1
EMPTY_AIR_MS: Final = 0.37
EMPTY_TRANSFERS: Final = 7
"""What an empty poll may take: the chip's timer in steps of 25 us, and an exchange that starts its command anew."""

PACKAGES: Final = {"mfrc522": "mfrc522", "pi-rc522": "pirc522"}
"""Distributions and the modules that they install."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What one poll cost.

    Attributes:
        found: how many tags of the ``tags`` in the field were told by their whole UID.
        airtime_ms: frames, delays before answers, and time-outs.
        elapsed_ms: from the first frame to the end of the last exchange, pauses between frames included.
    """

    case: str
    tags: int
    driver: str
    found: int
    transfers: int
    airtime_ms: float
    elapsed_ms: float


def stickers(count: int) -> list[Ntag213]:
    """Stickers that differ in the first cascade level."""
    return [Ntag213(Uid(bytes((0x04, 0x10 * index + 1, 0xB2, 0xC3, 0xD4, 0xE5, 0x80)))) for index in range(count)]


def least(case: str, tags: int) -> Cost:
    """The least that ISO/IEC 14443-3 allows: seven exchanges a tag, the last request ending after its frame delay.

    Four SPI transfers an exchange (clear, octets, start, one combined read), three for HLTA, which has no answer.
    """
    request_s = frames.pcd_frame_s(1, frames.SHORT_FRAME_BITS)
    silence_s = request_s + frames.FRAME_DELAY_PICC_S + 2 * frames.ETU_S
    wake_s = request_s + frames.FRAME_DELAY_PICC_S + frames.picc_frame_s(9 * frames.ATQA_OCTETS)
    ask_s = frames.pcd_frame_s(2) + frames.FRAME_DELAY_PICC_S + frames.picc_frame_s(9 * frames.LEVEL_OCTETS)
    select_s = frames.pcd_frame_s(9) + frames.FRAME_DELAY_PICC_S + frames.picc_frame_s(9 * frames.SAK_OCTETS)
    halt_s = frames.pcd_frame_s(len(frames.HLTA))
    if case == "recheck":
        exchanges, air_s = 4 * tags + 1, tags * (wake_s + 2 * select_s + halt_s) + silence_s
    else:
        collisions = max(0, tags - 1)
        exchanges = 6 * tags + collisions + 1
        air_s = tags * (wake_s + 2 * ask_s + 2 * select_s + halt_s) + collisions * ask_s + silence_s
    elapsed_s = air_s + (exchanges - 1) * frames.FRAME_DELAY_PCD_S
    return Cost(case, tags, "minimum", tags, 4 * exchanges - tags, air_s * 1e3, elapsed_s * 1e3)


def ours(case: str, tags: int) -> Cost:
    """Our driver; ``recheck`` is the second poll of tags that rest."""

    async def scene() -> Cost:
        clock = LoopClock()
        twin = Mfrc522Twin(clock.now_s)
        driver = Mfrc522(twin, clock, name=ReaderId("bench"))
        await driver.start()
        for sticker in stickers(tags):
            twin.enter(sticker)
        await asyncio.sleep(SETTLE_S)
        if case == "recheck":
            await driver.poll()
            await asyncio.sleep(SETTLE_S)
        transfers, airtime_s, began_s = twin.transfers, twin.airtime_s, clock.now_s()
        found = await driver.poll()
        elapsed_s = clock.now_s() - began_s
        driver.off()
        return Cost(
            case,
            tags,
            OURS,
            len(found.uids),
            twin.transfers - 2 - transfers,
            (twin.airtime_s - airtime_s) * 1e3,
            elapsed_s * 1e3,
        )

    return run_virtual(scene())


def package(module: str, case: str, tags: int) -> Cost:
    """One call of another package's own way to read an id."""
    time = WireTime()
    twin = Mfrc522Twin(time.now_s)
    with simulated_pi({(0, 0): twin}, time):
        read = _reading(module)
        placed = stickers(tags)
        for sticker in placed:
            twin.enter(sticker)
        time.wait(SETTLE_S)
        if case == "recheck":
            read()
        transfers, airtime_s, began_s = twin.transfers, twin.airtime_s, time.now_s()
        seen = read()
        found = sum(sticker.uid == seen for sticker in placed)
        elapsed_s = time.now_s() - began_s
        return Cost(
            case,
            tags,
            module,
            found,
            twin.transfers - transfers,
            (twin.airtime_s - airtime_s) * 1e3,
            elapsed_s * 1e3,
        )


def _reading(module: str) -> Callable[[], bytes | None]:
    imported: Any = importlib.import_module(module)  # neither package has types
    if module == "pirc522":
        logging.getLogger(module).setLevel(logging.CRITICAL)  # it warns at each collision
        rfid = imported.RFID(pin_irq=None)
        return lambda: bytes(rfid.read_id() or b"") or None
    simple = imported.SimpleMFRC522()
    return lambda: (simple.read_id_no_block() or 0).to_bytes(5, "big")


def cases() -> Iterator[tuple[str, int]]:
    """What is measured, and with how many tags."""
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
                most=MOST * limit.transfers if tags else EMPTY_TRANSFERS,
                peers={"least possible": limit.transfers, **transfers},
            ),
            Figure(
                f"{in_field}, air",
                cost.airtime_ms,
                "ms",
                most=MOST * limit.airtime_ms if tags else EMPTY_AIR_MS,
                peers={"least possible": limit.airtime_ms, **airtimes_ms},
            ),
        ]
    return figures
