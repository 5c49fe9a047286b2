"""Settings of the chip that are lost, at set-up or later, are noticed within two seconds and written again."""

import asyncio
from typing import Any

import pytest

from hw.clock import LoopClock
from hw.errors import PartSilent
from hw.mfrc522.chip import _AUDITED
from hw.mfrc522.driver import Mfrc522
from hw.mfrc522.flavours import FM17522
from hw.mfrc522.registers import DOCUMENTED_BITS, Register
from hw.mfrc522.spi_frames import read, write
from hw.mfrc522.twin import Mfrc522Twin
from hw.ntag.twin import Ntag213
from hw.poll import REST_EVERY_S, PollRound
from hw.values import ReaderId, Uid
from tests.hw.mfrc522.readers import lay, lit

TILE = Uid(bytes.fromhex("04a1b2c3d4e580"))
NOTICED_WITHIN_S = 2.0
WRITTEN = [
    "TIMER_MODE", "TIMER_PRESCALER", "TIMER_RELOAD_HIGH", "TIMER_RELOAD_LOW", "TX_ASK", "MODE", "RF_CONFIG",
    "COLLISION", "TX_CONTROL", "TX_MODE", "RX_MODE", "MODULATION_WIDTH",
]  # fmt: skip
"""By the set-up; a reset alone gives the last three the right value."""

DUMB = {
    Register.TX_ASK: 0x40,
    Register.TX_MODE: 0x10,
    Register.RX_MODE: 0x10,
    Register.TX_SELECT: 0x10,
    Register.RX_SELECT: 0x40,
    Register.MODULATION_WIDTH: 0x04,
    Register.MIFARE_RX: 0x10,
}
"""A bit of each register without which no card hears, or none is heard."""


class Forgetful:
    """A port at which writes of one register are lost: the next ones, or all."""

    def __init__(self, twin: Mfrc522Twin, register: Register, times: int) -> None:
        self._twin, self._register, self._times = twin, register, times

    def transfer(self, octets: bytes) -> bytes:
        if octets[0] == self._register << 1 and self._times > 0:
            self._times -= 1
            return bytes(len(octets))
        return self._twin.transfer(octets)

    def close(self) -> None:
        """Nothing to give back."""


def value(twin: Mfrc522Twin, register: Register) -> int:
    return twin.transfer(read(register))[1]


@pytest.mark.parametrize("name", WRITTEN)
@pytest.mark.parametrize("wired", [True, False], ids=["RST", "no RST"])
async def test_a_setting_that_is_lost_once_is_written_again(name: str, wired: bool) -> None:
    clock = LoopClock()
    twin = Mfrc522Twin(clock.now_s)
    port = Forgetful(twin, Register[name], 1 if "RELOAD" not in name else 2)
    driver = Mfrc522(port, clock, name=ReaderId("red"), reset=twin.reset_pin if wired else None)
    uids: frozenset[Uid] = frozenset()
    twin.enter(Ntag213(TILE))
    while not uids and clock.now_s() < NOTICED_WITHIN_S:
        try:
            await driver.start()
            uids = (await driver.poll()).uids
        except PartSilent:
            await asyncio.sleep(0.1)
    assert uids == {TILE}


@pytest.mark.parametrize("name", WRITTEN[:9])
async def test_a_setting_that_is_never_taken_is_an_error_that_names_it(name: str) -> None:
    clock = LoopClock()
    twin = Mfrc522Twin(clock.now_s)
    driver = Mfrc522(Forgetful(twin, Register[name], 10**9), clock, name=ReaderId("red"))
    with pytest.raises(PartSilent, match=name):
        await driver.start()


@pytest.mark.parametrize("register", _AUDITED, ids=lambda register: register.name)
@pytest.mark.parametrize("tile", [True, False], ids=["a tile rests", "nothing near"])
async def test_each_bit_that_flips_is_noticed_in_time_and_mended(register: Register, tile: bool) -> None:
    twin, driver = await lit(with_reset_line=True)
    polls = PollRound(REST_EVERY_S)
    found: list[object] = []
    task = asyncio.create_task(polls.poll(driver, lambda cards, _: found.append(cards)))
    sticker = Ntag213(TILE)
    if tile:
        await lay(twin, sticker)
    await asyncio.sleep(0.3)
    documented = 0x80 if register is Register.COLLISION else DOCUMENTED_BITS.get(register, 0xFF)
    for bit in range(8):
        if documented >> bit & 1:
            right, noticed = value(twin, register), driver.recoveries
            twin.transfer(write(register, right ^ 1 << bit))
            await asyncio.sleep(NOTICED_WITHIN_S)
            assert driver.recoveries > noticed
            assert value(twin, register) & documented == right & documented
    if not tile:
        await lay(twin, sticker)
    await asyncio.sleep(0.3)
    assert (await driver.poll()).uids == {TILE}
    assert not task.done()
    task.cancel()


@pytest.mark.parametrize("options", [{}, FM17522.options], ids=["keeps reserved bits", "does not"])
async def test_a_reserved_bit_that_changes_costs_one_reset_at_most(options: dict[str, Any]) -> None:
    twin, driver = await lit(Ntag213(TILE), **options)
    for _ in range(20):
        twin.transfer(write(Register.MODE, value(twin, Register.MODE) ^ 0x54))
        await asyncio.sleep(1.6)
        assert (await driver.poll()).uids == {TILE}
    assert driver.recoveries <= 1


@pytest.mark.parametrize(("register", "bit"), DUMB.items(), ids=lambda each: getattr(each, "name", hex(each)))
async def test_no_tag_answers_where_a_setting_is_wrong(register: Register, bit: int) -> None:
    twin, driver = await lit(Ntag213(TILE))
    assert (await driver.poll()).uids == {TILE}
    twin.transfer(write(register, value(twin, register) ^ bit))
    before = twin.exchanges
    found = await driver.poll()
    assert twin.exchanges > before
    assert found.uids == frozenset()


async def test_an_audit_is_one_transfer_each_second_and_a_half_and_resets_nothing() -> None:
    twin, driver = await lit(with_reset_line=True)
    polls = PollRound(REST_EVERY_S)
    task = asyncio.create_task(polls.poll(driver, lambda *_: None))
    await asyncio.sleep(0.05)
    before = twin.messages
    await asyncio.sleep(60)
    rounds = round(60 / REST_EVERY_S)
    assert 35 <= twin.messages - before - 2 * rounds <= 41
    assert driver.recoveries == 0
    assert twin.rf_on
    task.cancel()
