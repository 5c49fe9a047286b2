"""Reading and writing a sticker through the reader: SELECT, command, ACK or NAK, HLTA."""

import asyncio
from collections.abc import Generator
from random import Random
from typing import Any

import pytest

from hw.clock import LoopClock
from hw.iso14443.picc import MifareClassic1K
from hw.mfrc522.driver import Mfrc522
from hw.mfrc522.field import Noise
from hw.mfrc522.twin import Mfrc522Twin
from hw.ntag import session
from hw.ntag.memory import NTAG215
from hw.ntag.ndef import TileRecord, decode, encode
from hw.ntag.twin import Ntag213, Ntag215
from hw.testing.clock import run_virtual
from hw.values import ReaderId, Uid

STICKER = Uid(bytes.fromhex("04a1b2c3d4e580"))
NEIGHBOUR = Uid(bytes.fromhex("04a1b2c3d4e581"))


def converse(conversation: Generator[Any, Any, Any], *, noise: Noise | None = None) -> tuple[Any, Ntag215]:
    async def scene() -> tuple[Any, Ntag215]:
        clock = LoopClock()
        twin = Mfrc522Twin(clock.now_s)
        driver = Mfrc522(twin, clock, name=ReaderId("red"))
        await driver.start()
        sticker, neighbour = Ntag215(STICKER), Ntag213(NEIGHBOUR)
        twin.enter(sticker)
        twin.enter(neighbour)
        await asyncio.sleep(0.01)
        twin.field.noise = noise
        result = await driver.converse(STICKER, conversation)
        twin.field.noise = None
        assert twin.guard_violations == 0
        assert neighbour.writes == 0
        assert (await driver.poll()).uids == {STICKER, NEIGHBOUR}
        return result, sticker

    return run_virtual(scene())


def test_the_size_of_a_sticker_is_asked_for() -> None:
    assert converse(session.read_layout())[0] is NTAG215


def test_a_record_is_written_to_the_right_sticker_and_read_back() -> None:
    record = TileRecord("t17", "standard")

    def conversation() -> Generator[Any, Any, bytes | None]:
        assert (yield from session.write_pages(4, encode(record)))
        return (yield from session.read_pages(4, 9))

    octets, sticker = converse(conversation())
    assert decode(octets) == record
    assert sticker.writes == 9


def test_a_page_that_cannot_be_written_is_said_and_writing_ends_there() -> None:
    written, sticker = converse(session.write_pages(0, bytes(8)))
    assert written is False
    assert sticker.writes == 0


@pytest.mark.parametrize("seed", range(40))
def test_in_a_noisy_field_pages_are_read_right_or_not_at_all(seed: int) -> None:
    octets, sticker = converse(session.read_pages(0, 8), noise=Noise(Random(seed), loss=0.05, garble=0.1))
    assert octets in (None, b"".join(sticker.page(number) for number in range(8)))


async def test_a_card_that_is_not_there_cannot_be_asked() -> None:
    clock = LoopClock()
    twin = Mfrc522Twin(clock.now_s)
    driver = Mfrc522(twin, clock, name=ReaderId("red"))
    await driver.start()
    twin.enter(MifareClassic1K(Uid(bytes.fromhex("86a083ee"))))
    await asyncio.sleep(0.01)
    assert await driver.converse(STICKER, session.read_layout()) is None


def test_a_write_of_half_a_page_is_refused() -> None:
    with pytest.raises(ValueError, match="no whole number of pages"):
        next(session.write_pages(4, b"\x00\x01"))
