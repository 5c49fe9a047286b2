"""A castle board's reader: short polls and lost settings; tests/hw/mfrc522 tests the search for cards."""

import asyncio
from random import Random

import pytest

from firmware.castle_node.field import MAX_FRAMES_PER_POLL, FieldSearch
from firmware.castle_node.mfrc522 import AUDITED_REGISTERS, Mfrc522
from firmware.castle_node.reader import Reader
from hw.clock import LoopClock
from hw.mfrc522.field import Noise
from hw.mfrc522.flavours import FLAVOURS, STRICTEST, Flavour
from hw.mfrc522.twin import Mfrc522Twin
from hw.ntag.twin import Ntag213
from hw.testing.pico.node_board import NodeClock, TwinBus, TwinReset
from hw.values import Uid
from tests.hw.mfrc522.readers import any_card
from tests.support.soak import SOAK

NOISY = 2_000 if SOAK else 100


async def lit(flavour: Flavour = STRICTEST) -> tuple[Mfrc522Twin, FieldSearch]:
    twin = Mfrc522Twin(LoopClock().now_s, flavour)
    chip = Mfrc522(TwinBus(twin), NodeClock(LoopClock()))
    await chip.soft_reset()
    await chip.set_up()
    return twin, FieldSearch(chip)


@pytest.mark.parametrize("flavour", FLAVOURS, ids=lambda flavour: flavour.name)
async def test_two_stickers_are_told_apart_on_any_chip_within_30_ms(flavour: Flavour) -> None:
    chance, loop = Random(4), asyncio.get_running_loop()
    for _ in range(60):
        cards = [Ntag213(Uid(b"\x04" + chance.randbytes(2) + b"\x07" + chance.randbytes(3))) for _ in range(2)]
        twin, field = await lit(flavour)
        for card in cards:
            twin.enter(card)
        await asyncio.sleep(0.005)
        began_s = loop.time()
        found, is_unclear = await field.find_cards()
        assert (set(found), is_unclear) == ({bytes(card.uid) for card in cards}, False)
        assert loop.time() - began_s < 0.030
        assert twin.guard_violations == 0


async def test_noise_gives_no_uid_that_is_not_there_and_polls_stay_short() -> None:
    chance = Random(2)

    twin, field = await lit()
    loop = asyncio.get_running_loop()
    seen = 0
    for _ in range(NOISY):
        cards = [any_card(chance) for _ in range(chance.choice((1, 2)))]
        for card in cards:
            twin.enter(card)
        await asyncio.sleep(0.005)
        twin.field.noise = Noise(chance, loss=0.05, garble=0.1)
        for _ in range(4):
            began_s = loop.time()
            found, _ = await field.find_cards()
            assert set(found) <= {bytes(card.uid) for card in cards}
            assert loop.time() - began_s < MAX_FRAMES_PER_POLL * 0.0012
            seen += len(found)
        twin.field.noise = None
        for card in cards:
            twin.leave(card)
        await field.find_cards()
    assert seen > 3 * NOISY


class LosesWrites(TwinBus):
    def __init__(self, chip: Mfrc522Twin, register: int, times: int) -> None:
        super().__init__(chip)
        self._register, self._times = register, times

    def send(self, writes: tuple[bytes, ...]) -> None:
        for out in writes:
            if out[0] == self._register << 1 and self._times:
                self._times -= 1
            else:
                super().send((out,))


WRITTEN = [register for register, _ in AUDITED_REGISTERS[:12]]


@pytest.mark.parametrize("register", WRITTEN, ids=hex)
async def test_a_lost_setting_is_rewritten_or_reported(register: int) -> None:
    for times in (1, 2, 10**9):
        twin = Mfrc522Twin(LoopClock().now_s)
        reader = Reader(LosesWrites(twin, register, times), TwinReset(twin), NodeClock(LoopClock()))
        card = Ntag213(Uid(bytes.fromhex("04A1B2C3D4E5F6")))
        twin.enter(card)
        for _ in range(3):
            found = await reader.poll()
            await asyncio.sleep(0.5)
        assert found == ([bytes(card.uid)], False) or (times > 2 and reader.problem)


async def test_a_bit_that_flips_is_noticed_within_two_seconds_and_mended() -> None:
    twin = Mfrc522Twin(LoopClock().now_s)
    reader = Reader(TwinBus(twin), TwinReset(twin), NodeClock(LoopClock()))
    await reader.poll()
    twin.transfer(b"\x2a\x00")
    for _ in range(18):
        await asyncio.sleep(0.1)
        await reader.poll()
    assert reader.recoveries == 1
    assert twin.transfer(b"\xaa\x00")[1] == 0x40
