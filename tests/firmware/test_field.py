"""Finding cards: sets drawn by chance, every kind of chip, noise; never a UID that is not there."""

import asyncio
from random import Random
from typing import Any

import pytest

from firmware.castle_node.field import EXCHANGES, Field
from firmware.castle_node.mfrc522 import AUDITED, Deaf, Mfrc522
from firmware.castle_node.reader import Reader
from hw.clock import LoopClock
from hw.mfrc522.field import Noise
from hw.mfrc522.flavours import FLAVOURS
from hw.mfrc522.twin import Mfrc522Twin
from hw.ntag.twin import Ntag213
from hw.testing.pico.node_board import BoardClock, TwinBus, TwinReset
from hw.values import Uid
from tests.hw.mfrc522.readers import any_card
from tests.soak import SOAK

SETS = 5_000 if SOAK else 90
NOISY = 2_000 if SOAK else 100

CHIPS: dict[str, dict[str, Any]] = {
    "as the data sheet says": {},
    "waits for an answer that does not come, and leaves Transceive": {
        "stays_in_transceive": False,
        "sends_while_waiting": False,
    },
    "suppresses a single bit, counts from the answer": {
        "suppresses_single_bit": True,
        "collision_counts_alignment": False,
    },
    **{flavour.name: flavour.options for flavour in FLAVOURS},
}


async def lit(**kind: Any) -> tuple[Mfrc522Twin, Field]:
    twin = Mfrc522Twin(LoopClock().now_s, **kind)
    chip = Mfrc522(TwinBus(twin), BoardClock(LoopClock()))
    await chip.soft_reset()
    await chip.set_up()
    return twin, Field(chip)


@pytest.mark.parametrize("kind", CHIPS.values(), ids=CHIPS)
async def test_one_to_three_cards_by_chance_are_all_found_on_every_kind_of_chip(kind: dict[str, Any]) -> None:
    chance = Random(1)

    twin, field = await lit(**kind)
    for _ in range(SETS // 3):
        cards = [any_card(chance) for _ in range(chance.choice((1, 1, 2, 2, 3)))]
        for card in cards:
            twin.enter(card)
        await asyncio.sleep(0.005)
        found, garbled = await field.poll()
        assert (set(found), garbled) == ({bytes(card.uid) for card in cards}, False)
        again, _ = await field.poll()
        assert set(again) == set(found)
        for card in cards:
            twin.leave(card)
        await asyncio.sleep(0.001)
        assert await field.poll() == ([], False)
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
            found, _ = await field.poll()
            assert set(found) <= {bytes(card.uid) for card in cards}
            assert loop.time() - began_s < EXCHANGES * 0.0012
            seen += len(found)
        twin.field.noise = None
        for card in cards:
            twin.leave(card)
        await field.poll()
    assert seen > 3 * NOISY


@pytest.mark.parametrize("bit", range(0, 60, 7))
async def test_a_flipped_bit_in_any_answer_gives_the_right_uid_or_a_garbled_poll(bit: int) -> None:
    twin, field = await lit()
    card = Ntag213(Uid(bytes.fromhex("04A1B2C3D4E5F6")))
    for answer in range(6):
        twin.enter(card)
        await asyncio.sleep(0.005)
        twin.field.flip(answer, bit)
        found, garbled = await field.poll()
        assert found == [bytes(card.uid)] or garbled
        twin.leave(card)
        await field.poll()


async def test_a_chip_that_says_nothing_is_deaf_and_what_it_showed_is_told() -> None:
    twin = Mfrc522Twin(LoopClock().now_s)
    chip = Mfrc522(TwinBus(None), BoardClock(LoopClock()))
    with pytest.raises(Deaf, match=r"^TReloadRegL 00h after writing 5Ah, version 00h$"):
        await chip.set_up()
    twin, field = await lit()
    twin.brown_out()
    with pytest.raises(Deaf, match="from ComIrqReg on after sending"):
        await field.poll()


async def test_a_slow_clone_is_waited_for() -> None:
    twin, field = await lit()
    twin.lag_s = 1.5e-3
    twin.enter(Ntag213(Uid(bytes.fromhex("04A1B2C3D4E5F6"))))
    await asyncio.sleep(0.005)
    assert await field.poll() == ([bytes.fromhex("04A1B2C3D4E5F6")], False)


class LosesWrites(TwinBus):
    """A bus on which the next write of one register is lost, or all are."""

    def __init__(self, chip: Mfrc522Twin, register: int, times: int) -> None:
        super().__init__(chip)
        self._register, self._times = register, times

    def write(self, out: bytes) -> None:
        if out[0] == self._register << 1 and self._times:
            self._times -= 1
        else:
            super().write(out)


WRITTEN = [register for register, _ in AUDITED[:12]]


@pytest.mark.parametrize("register", WRITTEN, ids=hex)
async def test_a_setting_that_is_lost_is_written_again_or_told(register: int) -> None:
    for times in (1, 2, 10**9):
        twin = Mfrc522Twin(LoopClock().now_s)
        reader = Reader(LosesWrites(twin, register, times), TwinReset(twin), BoardClock(LoopClock()))
        card = Ntag213(Uid(bytes.fromhex("04A1B2C3D4E5F6")))
        twin.enter(card)
        for _ in range(3):
            found = await reader.poll()
            await asyncio.sleep(0.5)
        assert found == ([bytes(card.uid)], False) or (times > 2 and reader.problem)


@pytest.mark.parametrize(("register", "bits"), AUDITED, ids=hex)
async def test_each_bit_that_flips_is_noticed_within_two_seconds_and_mended(register: int, bits: int) -> None:
    twin = Mfrc522Twin(LoopClock().now_s)
    reader = Reader(TwinBus(twin), TwinReset(twin), BoardClock(LoopClock()))
    await reader.poll()
    for bit in range(8):
        if bits >> bit & 1:
            (right,), noticed = twin.transfer(bytes((0x80 | register << 1, 0)))[1:], reader.recoveries
            twin.transfer(bytes((register << 1, right ^ 1 << bit)))
            for _ in range(18):
                await asyncio.sleep(0.1)
                await reader.poll()
            assert reader.recoveries == noticed + 1
            assert twin.transfer(bytes((0x80 | register << 1, 0)))[1] & bits == right & bits
