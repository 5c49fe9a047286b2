"""Polls: what is found in a field, and what it costs."""

import asyncio
from collections.abc import Callable
from random import Random

import pytest

from hw.bus.ports import SpiPort
from hw.clock import LoopClock
from hw.errors import HardwareError
from hw.iso14443.picc import MifareClassic1K, Picc
from hw.mfrc522.driver import Mfrc522, SharedResetLine
from hw.mfrc522.field import Noise
from hw.mfrc522.flavours import FLAVOURS
from hw.mfrc522.twin import Mfrc522Twin
from hw.ntag.twin import Ntag213
from hw.values import ReaderId, Uid
from tests.hw.mfrc522 import readers
from tests.hw.mfrc522.readers import any_card, chip, lay, lit
from tests.support.soak import SOAK

pytestmark = pytest.mark.usefixtures("flavour")

TILE = Uid(bytes.fromhex("04a1b2c3d4e580"))
INVENTORIES = 10_000 // len(FLAVOURS) if SOAK else 24
"""On one flavour of the chip; the soak has all flavours, and others on each."""


def uids_of(*piccs: Picc) -> frozenset[Uid]:
    return frozenset(picc.uid for picc in piccs)


def alike_in_the_first_level(chance: Random) -> Picc:
    return Ntag213(Uid(b"\x04\xa1\xb2" + chance.randbytes(4)))


def of_one_roll(chance: Random) -> Picc:
    return Ntag213(Uid(bytes.fromhex("04a1b2c3d4e5") + bytes((chance.randrange(256),))))


async def test_an_empty_poll_costs_seven_transfers_and_less_than_370_us_of_air() -> None:
    twin, driver = await lit()
    transfers, airtime_s = twin.transfers, twin.airtime_s
    found = await driver.poll()
    assert (found.uids, found.garbled) == (frozenset(), False)
    assert twin.transfers - transfers == 7
    assert twin.airtime_s - airtime_s < 0.37e-3


async def test_a_resting_card_is_found_by_every_poll_and_no_guard_time_is_broken() -> None:
    twin, driver = await lit(Ntag213(TILE))
    for _ in range(50):
        assert (await driver.poll()).uids == {TILE}
    assert twin.guard_violations == 0


async def test_a_card_that_was_garbled_is_found_by_the_next_poll() -> None:
    twin, driver = await lit(Ntag213(TILE))
    twin.field.noise = Noise(Random(1), garble=1.0)
    assert (await driver.poll()).garbled
    twin.field.noise = None
    assert (await driver.poll()).uids == {TILE}


async def test_a_card_is_gone_at_the_poll_after_it_left_and_back_on_return() -> None:
    twin, driver = await lit()
    tile = Ntag213(TILE)
    for _ in range(3):
        await lay(twin, tile)
        assert (await driver.poll()).uids == {TILE}
        twin.leave(tile)
        assert (await driver.poll()).uids == frozenset()


async def test_a_new_card_beside_a_resting_one_is_found_at_the_next_poll() -> None:
    twin, driver = await lit()
    first, second = Ntag213(TILE), MifareClassic1K(Uid(bytes.fromhex("86a083ee")))
    await lay(twin, first)
    await driver.poll()
    await lay(twin, second)
    assert (await driver.poll()).uids == uids_of(first, second)


async def test_a_halted_card_that_a_poll_missed_is_found_again() -> None:
    twin, driver = await lit(gain_db=23)
    near, far = Ntag213(TILE), MifareClassic1K(Uid(bytes.fromhex("86a083ee")))
    twin.enter(near)
    await lay(twin, far)
    assert (await driver.poll()).uids == uids_of(near, far)
    twin.enter(far, coupling=0.2)
    assert (await driver.poll()).uids == uids_of(near)
    assert (await driver.poll()).uids == uids_of(near)
    twin.enter(far, coupling=1.0)
    found = [(await driver.poll()).uids for _ in range(16)]
    assert found[-1] == uids_of(near, far)


@pytest.mark.parametrize(
    ("cards", "exchanges", "transfers"),
    [(1, 7, 48), (2, 14, 96), (4, 28, 192), (8, 56, 384), (16, 112, 768)],
)
async def test_an_inventory_takes_seven_exchanges_a_card(cards: int, exchanges: int, transfers: int) -> None:
    piccs = [Ntag213(Uid(bytes((4, index * 16 + 1, 7, 3, 5, 6, 9)))) for index in range(cards)]
    twin, driver = await lit(*piccs, keeps_collided_byte=True)
    before = twin.exchanges, twin.transfers
    assert (await driver.poll()).uids == uids_of(*piccs)
    assert twin.exchanges - before[0] == exchanges
    assert twin.transfers - before[1] <= transfers * 1.1


@pytest.mark.parametrize("counts_alignment", [True, False])
@pytest.mark.parametrize("draw", [any_card, alike_in_the_first_level, of_one_roll])
async def test_without_noise_every_inventory_is_complete_with_either_counting(
    counts_alignment: bool, draw: Callable[[Random], Picc]
) -> None:
    for seed in range(40 if SOAK else 16):
        chance = Random(seed)
        piccs = {picc.uid: picc for picc in (draw(chance) for _ in range(1 + seed % 16))}.values()
        twin, driver = await lit(*piccs, collision_counts_alignment=counts_alignment)
        for _ in range(2):
            found = await driver.poll()
            assert (found.uids, found.garbled) == (uids_of(*piccs), False)
        assert twin.guard_violations == 0


@pytest.mark.parametrize("cards", [2, 4, 8, 16])
async def test_a_byte_left_out_at_a_collision_costs_at_most_9_exchanges_a_card(cards: int) -> None:
    for seed in range(10):
        piccs = {picc.uid: picc for picc in (any_card(Random(100 * seed + index)) for index in range(cards))}.values()
        twin, driver = await lit(*piccs, keeps_collided_byte=False)
        assert (await driver.poll()).uids == uids_of(*piccs)
        assert twin.exchanges <= (7 + 9) * cards


@pytest.mark.parametrize("counts_alignment", [True, False])
async def test_two_stickers_are_told_apart_at_any_bit(counts_alignment: bool) -> None:
    for bit in range(8, 56):
        first = bytes.fromhex("04112233442655")
        changed = bytearray(first)
        changed[bit // 8] ^= 1 << bit % 8
        piccs = [Ntag213(Uid(first)), Ntag213(Uid(bytes(changed)))]
        twin, driver = await lit(*piccs, collision_counts_alignment=counts_alignment)
        found = await driver.poll()
        assert (found.uids, found.garbled) == (uids_of(*piccs), False), bit
        assert twin.guard_violations == 0


def with_uid(uid: str, sak: int) -> Picc:
    return Picc(Uid(bytes.fromhex(uid)), atqa=b"\x44\x00", sak=sak)


WITH_CASCADE_TAGS = {
    "a card of four bytes": ("88776655", 0x08),
    "nothing but cascade tags": ("88888888", 0x18),
    "a sticker's first byte": ("8811223344aabb", 0x00),
    "a sticker's second level": ("04a1b288d4e580", 0x00),
    "each level of ten bytes": ("88a1b288c3d488e5f607", 0x20),
    "a phone": ("08887766", 0x60),
    "all bits of a SAK that mean something else": ("88010203", 0xFB),
}


@pytest.mark.parametrize(("uid", "sak"), WITH_CASCADE_TAGS.values(), ids=WITH_CASCADE_TAGS)
async def test_a_byte_equal_to_the_cascade_tag_hides_no_uid(uid: str, sak: int) -> None:
    piccs = (with_uid(uid, sak), Ntag213(TILE))
    twin, driver = await lit(*piccs)
    for _ in range(20):
        found = await driver.poll()
        assert (found.uids, found.garbled) == (uids_of(*piccs), False)
    assert twin.guard_violations == 0


async def test_cards_with_the_same_first_level_are_unclear_and_no_third_uid() -> None:
    _, driver = await lit(with_uid("8804a1b2", 0x08), Ntag213(TILE))
    found = await driver.poll()
    assert found.garbled
    assert found.uids <= {bytes.fromhex("8804a1b2"), TILE}


async def test_chips_that_suppress_a_single_bit_find_many_cards() -> None:
    for seed in range(40 if SOAK else 16):
        chance = Random(seed)
        piccs = {picc.uid: picc for picc in (any_card(chance) for _ in range(1 + seed % 16))}.values()
        _twin, driver = await lit(*piccs, suppresses_single_bit=True, collision_counts_alignment=bool(seed % 2))
        found = await driver.poll()
        assert (found.uids, found.garbled) == (uids_of(*piccs), False), seed


async def test_with_5_percent_frame_loss_uids_are_right_and_mostly_complete() -> None:
    complete = 0
    first = INVENTORIES * FLAVOURS.index(readers.flavour)
    for seed in range(first, first + INVENTORIES):
        chance = Random(seed)
        twin, driver = await lit(collision_counts_alignment=bool(seed % 2))
        twin.field.noise = Noise(chance, loss=0.05, garble=0.01)
        draw = (any_card, any_card, alike_in_the_first_level, of_one_roll)[seed % 4]
        piccs = [draw(chance) for _ in range(1 + seed % 16)]
        for picc in piccs:
            await lay(twin, picc)
        seen: frozenset[Uid] = frozenset()
        for _ in range(3):
            seen |= (await driver.poll()).uids
        assert seen <= uids_of(*piccs), seed
        complete += seen == uids_of(*piccs)
        driver.off()
    assert complete >= 0.95 * INVENTORIES


async def test_a_card_pulled_at_any_moment_never_leaves_another_uid() -> None:
    for seed in range(200 if SOAK else 50):
        chance = Random(seed)
        piccs = [any_card(chance) for _ in range(3)]
        twin, driver = await lit(*piccs)
        leaving = asyncio.get_running_loop().call_later(chance.uniform(0, 0.02), twin.leave, piccs[0])
        for _ in range(3):
            assert (await driver.poll()).uids <= uids_of(*piccs)
        leaving.cancel()
        assert uids_of(*piccs[1:]) <= (await driver.poll()).uids


@pytest.mark.parametrize("cards", [1, 2])
async def test_any_bit_flipped_on_air_gives_the_right_uids_or_a_garbled_poll(cards: int) -> None:
    piccs = [Ntag213(TILE), MifareClassic1K(Uid(bytes.fromhex("86a083ee")))][:cards]

    async def poll_with(answer: int, bit: int) -> None:
        twin, driver = await lit()
        for picc in piccs:
            await lay(twin, picc)
        twin.field.flip_bit_of_answer(answer, bit)
        found = await driver.poll()
        assert found.uids == uids_of(*piccs) or (found.garbled and found.uids < uids_of(*piccs)), (answer, bit)
        for picc in piccs:
            twin.leave(picc)

    for answer in range(5 * cards):
        for bit in range(45):
            await poll_with(answer, bit)


class FlippingPort(SpiPort):
    def __init__(self, twin: Mfrc522Twin) -> None:
        self._twin = twin
        self.transfers = 0
        self.flip: tuple[int, int, int] | None = None
        self.lengths: list[int] = []

    def transfer(self, data: bytes) -> bytes:
        answer = bytearray(self._twin.transfer(data))
        self.lengths.append(len(answer) if data[0] & 0x80 else 1)
        if self.flip is not None and self.flip[0] == self.transfers and self.flip[1] < len(answer):
            answer[self.flip[1]] ^= 1 << self.flip[2]
        self.transfers += 1
        return bytes(answer)


async def test_any_bit_flipped_on_spi_gives_the_right_uid_or_an_error() -> None:
    async def poll_with(flip: tuple[int, int, int] | None) -> FlippingPort:
        clock = LoopClock()
        twin = chip(clock.now_s)
        port = FlippingPort(twin)
        driver = Mfrc522(port, clock, name=ReaderId("red"))
        await driver.start()
        twin.enter(Ntag213(TILE))
        await asyncio.sleep(0.01)
        port.transfers, port.flip = 0, flip
        port.lengths.clear()
        try:
            found = await driver.poll()
        except HardwareError:
            return port
        assert found.uids == {TILE} or (found.garbled and not found.uids), flip
        return port

    lengths = tuple((await poll_with(None)).lengths)
    assert len(lengths) == 48
    for transfer, length in enumerate(lengths):
        for byte in range(1, length):
            for bit in range(8):
                await poll_with((transfer, byte, bit))


def test_a_gain_that_the_chip_does_not_have_is_refused_with_those_it_has() -> None:
    with pytest.raises(ValueError, match="no gain of 40 dB; choose one of 18, 23, 33, 38, 43, 48"):
        Mfrc522(Mfrc522Twin(lambda: 0.0), LoopClock(), name=ReaderId("red"), gain_db=40)


async def test_off_leaves_no_field_and_no_poll_switches_it_on_again() -> None:
    twin, driver = await lit()
    driver.off()
    with pytest.raises(HardwareError, match="switched off"):
        await driver.poll()
    assert not twin.rf_on
    await driver.start()
    assert twin.rf_on


@pytest.mark.parametrize("after_s", [0.0002, 0.002, 0.007, 0.0115])
async def test_off_in_the_middle_of_a_start_or_a_poll_stays_off(after_s: float) -> None:
    clock = LoopClock()
    twin = chip(clock.now_s)
    driver = Mfrc522(twin, clock, name=ReaderId("red"), reset=SharedResetLine(twin.reset_pin))

    async def use() -> None:
        await driver.start()
        while True:
            await driver.poll()

    asyncio.get_running_loop().call_later(after_s, driver.off)
    with pytest.raises(HardwareError):
        await use()
    assert not twin.rf_on


def test_the_driver_runs_on_a_real_loop_as_well() -> None:
    async def scene() -> None:
        twin, driver = await lit()
        twin.enter(Ntag213(TILE))
        await asyncio.sleep(0.002)
        for _ in range(5):
            assert (await driver.poll()).uids == {TILE}
        assert twin.guard_violations == 0

    asyncio.run(scene())
