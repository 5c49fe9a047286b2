"""A reader chip with cards in its field, and the driver at it that has been started."""

import asyncio
from collections.abc import Callable
from random import Random
from typing import Any

from msgspec.structs import replace

from hw.clock import LoopClock
from hw.iso14443.picc import MifareClassic1K, Picc
from hw.mfrc522.driver import Mfrc522, SharedResetLine
from hw.mfrc522.flavours import STRICTEST
from hw.mfrc522.twin import Mfrc522Twin
from hw.ntag.twin import Ntag213, Ntag215, Ntag216
from hw.values import ReaderId, Uid

flavour = STRICTEST
"""Which chips are made; a test's own options come before it."""


def chip(now_s: Callable[[], float], **options: Any) -> Mfrc522Twin:
    return Mfrc522Twin(now_s, replace(flavour, **options))


async def lit(
    *piccs: Picc, gain_db: int = 38, with_reset_line: bool = False, **options: Any
) -> tuple[Mfrc522Twin, Mfrc522]:
    clock = LoopClock()
    twin = chip(clock.now_s, **options)
    reset = SharedResetLine(twin.reset_pin) if with_reset_line else None
    driver = Mfrc522(twin, clock, name=ReaderId("red"), gain_db=gain_db, reset=reset)
    await driver.start()
    await lay(twin, *piccs)
    return twin, driver


async def lay(twin: Mfrc522Twin, *piccs: Picc) -> None:
    for picc in piccs:
        twin.enter(picc)
    await asyncio.sleep(0.01)


def any_card(chance: Random) -> Picc:
    kind = chance.randrange(5)
    if kind == 0:
        return MifareClassic1K(Uid(bytes((chance.randrange(0x80, 0x90),)) + chance.randbytes(3)))
    if kind == 1:
        data = b"\x04" + chance.randbytes(9)
        return Picc(Uid(data), atqa=b"\x84\x00", sak=0x20)
    make = (Ntag213, Ntag215, Ntag216)[kind - 2]
    return make(Uid(b"\x04" + chance.randbytes(6)))
