"""A reader recovers from failed chips, wires and settings."""

import asyncio
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from firmware.castle_node.mfrc522 import AUDITED_REGISTERS
from hw.bus.ports import SpiPort
from hw.clock import LoopClock
from hw.errors import HardwareError, PartSilent
from hw.mfrc522.driver import Mfrc522, SharedResetLine
from hw.mfrc522.reader_twin import StuckMiso
from hw.mfrc522.registers import DOCUMENTED_BITS, ChipVersion, Register, combined_read_frame, register_write_frame
from hw.mfrc522.twin import Mfrc522Twin
from hw.ntag.twin import Ntag213
from hw.poll import IDLE_POLL_EVERY_S, PollScheduler
from hw.values import ReaderId, Uid
from tests.hw.mfrc522.readers import chip, lay, lit
from tests.support.soak import SOAK

pytestmark = pytest.mark.usefixtures("flavour")

TILE = Uid(bytes.fromhex("04a1b2c3d4e580"))
NOTICED_WITHIN_S = 2.0
DEAF_MOMENTS = 1000 if SOAK else 60


@pytest.mark.parametrize(
    ("version", "meaning"),
    [
        (0x91, "NXP"),
        (0x92, "NXP"),
        (0x90, "NXP"),
        (0x88, "FM17522"),
        (0x12, "counterfeit"),
        (0x00, "wiring"),
        (0xFF, "wiring"),
        (0x15, "WS1850S"),
        (0x16, "unknown"),
    ],
)
def test_a_version_has_a_meaning(version: int, meaning: str) -> None:
    assert meaning in ChipVersion(version).meaning


@pytest.mark.parametrize("version", [0x88, 0x12, 0x15])
async def test_a_working_clone_starts_with_any_version(version: int) -> None:
    _twin, driver = await lit(Ntag213(TILE), with_reset_line=True, version=version)
    assert driver.version == ChipVersion(version)
    assert (await driver.poll()).uids == {TILE}


@pytest.mark.parametrize("level", StuckMiso)
async def test_a_reader_without_a_chip_refuses_to_start_and_names_the_wiring(level: StuckMiso) -> None:
    clock = LoopClock()
    twin = chip(clock.now_s)
    twin.stick_miso(level)
    driver = Mfrc522(twin, clock, name=ReaderId("red"))
    with pytest.raises(PartSilent, match=r"reader red: saw .*check wiring"):
        await driver.start()


async def test_a_brown_out_is_noticed_by_the_next_poll_and_mended_in_it() -> None:
    twin, driver = await lit(Ntag213(TILE), with_reset_line=True)
    await driver.poll()
    twin.brown_out()
    assert (await driver.poll()).uids == {TILE}
    assert driver.recoveries == 1


async def test_writes_that_a_dip_of_the_supply_swallows_are_written_again() -> None:
    for seed in range(DEAF_MOMENTS):
        chance, clock = Random(seed), LoopClock()
        twin, driver = await lit(with_reset_line=bool(seed % 2))
        dip = asyncio.get_running_loop().call_later(chance.uniform(0, 0.05), twin.brown_out, chance.uniform(0, 0.03))
        starting = asyncio.create_task(driver.start())
        began_s = clock.now_s()
        await asyncio.wait([starting])
        starting.exception()
        await lay(twin, Ntag213(TILE))
        uids: frozenset[Uid] = frozenset()
        while not uids or clock.now_s() < began_s + 0.1:
            try:
                uids = (await driver.poll()).uids
            except PartSilent:
                await asyncio.sleep(0.01)
            await asyncio.sleep(0.01)
            assert clock.now_s() < began_s + NOTICED_WITHIN_S, seed
        assert uids == {TILE}
        dip.cancel()


async def test_an_antenna_that_went_off_by_itself_is_switched_on_again() -> None:
    twin, driver = await lit(Ntag213(TILE), with_reset_line=True)
    twin.transfer(bytes((Register.TX_CONTROL << 1, 0x80)))
    assert (await driver.poll()).uids == {TILE}
    assert driver.recoveries == 1


async def test_a_chip_whose_fifo_is_broken_refuses_to_start() -> None:
    class BrokenFifo(SpiPort):
        def __init__(self, twin: Mfrc522Twin) -> None:
            self._twin = twin

        def transfer(self, data: bytes) -> bytes:
            answer = self._twin.transfer(data)
            reads_fifo = data[0] == 0x80 | Register.FIFO_DATA << 1
            return bytes(byte & 0x7F for byte in answer) if reads_fifo else answer

    clock = LoopClock()
    driver = Mfrc522(BrokenFifo(chip(clock.now_s)), clock, name=ReaderId("red"))
    with pytest.raises(PartSilent, match="out of the FIFO"):
        await driver.start()


async def test_a_chip_that_hangs_is_brought_back_by_its_reset_line() -> None:
    twin, driver = await lit(with_reset_line=True)
    twin.hang()
    assert (await driver.poll()).uids == frozenset()
    assert driver.recoveries == 1


async def test_a_hung_chip_without_a_reset_line_raises() -> None:
    twin, driver = await lit()
    twin.hang()
    began_s = LoopClock().now_s()
    with pytest.raises(PartSilent, match="a working MFRC522"):
        await driver.poll()
    assert LoopClock().now_s() - began_s < NOTICED_WITHIN_S


async def test_a_failed_reader_is_retried_with_pauses_until_it_works() -> None:
    twin, driver = await lit(with_reset_line=True)
    twin.stick_miso(StuckMiso.LOW)
    for _ in range(100):
        with pytest.raises(PartSilent):
            await driver.poll()
        await asyncio.sleep(0.01)
    transfers_a_second = twin.transfers
    assert transfers_a_second < 400
    twin.stick_miso(None)
    twin.enter(Ntag213(TILE))
    await asyncio.sleep(0.3)
    assert (await driver.poll()).uids == {TILE}


def go_deaf(chance: Random, twin: Mfrc522Twin, mends: list[Callable[[], object]]) -> None:
    match chance.randrange(4):
        case 0:
            twin.stick_miso(StuckMiso.LOW)
            mends.append(lambda: twin.stick_miso(None))
        case 1:
            twin.stick_miso(StuckMiso.HIGH)
            mends.append(lambda: twin.stick_miso(None))
        case 2:
            twin.power_down()
            mends.append(twin.power_up)
        case _:
            twin.hang()


async def test_a_deaf_reader_is_noticed_within_two_seconds_and_recovers() -> None:
    clock = LoopClock()
    for seed in range(DEAF_MOMENTS):
        chance = Random(seed)
        twin, driver = await lit(Ntag213(TILE), with_reset_line=True)
        deaf_at_s = clock.now_s() + chance.uniform(0, 0.03)
        mends: list[Callable[[], object]] = []
        asyncio.get_running_loop().call_at(deaf_at_s, go_deaf, chance, twin, mends)
        noticed_s = None
        while noticed_s is None:
            try:
                found = await driver.poll()
            except PartSilent:
                noticed_s = clock.now_s()
            else:
                assert found.uids == {TILE} or found.garbled
                if driver.recoveries:
                    noticed_s = clock.now_s()
            await asyncio.sleep(0.01)
        assert noticed_s - deaf_at_s < NOTICED_WITHIN_S, seed
        for mend in mends:
            mend()
        mended_s = clock.now_s()
        uids: frozenset[Uid] = frozenset()
        while not uids:
            try:
                uids = (await driver.poll()).uids
            except PartSilent:
                await asyncio.sleep(0.01)
        assert uids == {TILE}
        assert clock.now_s() - mended_s < NOTICED_WITHIN_S, seed


@pytest.mark.parametrize("stays", [True, False])
@pytest.mark.parametrize("sends", [True, False])
@pytest.mark.parametrize("takes", [True, False])
async def test_a_chip_with_any_habits_is_read_at_the_same_cost(stays: bool, sends: bool, takes: bool) -> None:
    habits = {"stays_in_transceive": stays, "sends_while_waiting": sends, "takes_fifo_while_waiting": takes}
    twin, driver = await lit(**habits)
    tile = Ntag213(TILE)
    for _ in range(50 if SOAK else 10):
        before = twin.transfers
        assert (await driver.poll()).uids == frozenset()
        assert twin.transfers - before == 7
        await lay(twin, tile)
        before = twin.transfers
        assert (await driver.poll()).uids == {TILE}
        assert twin.transfers - before == 48
        twin.leave(tile)
        await driver.poll()
    assert driver.recoveries == 0
    assert twin.guard_violations == 0


async def deaf(*, wired: bool) -> tuple[Mfrc522Twin, Mfrc522, PollScheduler, list[object]]:
    twin, driver = await lit(with_reset_line=wired)
    polls = PollScheduler()
    found: list[object] = []
    task = asyncio.create_task(
        polls.poll_until_failure(driver, lambda cards, _: found.append(cards) if cards and cards.uids else None)
    )
    task.add_done_callback(lambda _: None)
    await asyncio.sleep(1.0)
    twin.go_deaf()
    await lay(twin, Ntag213(TILE))
    return twin, driver, polls, found


@pytest.mark.parametrize(("wired", "hears"), [(True, True), (False, False)])
async def test_a_reader_deaf_until_rst_recovers_after_a_minute_of_silence(wired: bool, hears: bool) -> None:
    _twin, driver, _polls, found = await deaf(wired=wired)
    await asyncio.sleep(50)
    assert found == []
    await asyncio.sleep(15)
    assert bool(found) is hears
    assert driver.recoveries == 0


async def test_a_deaf_reader_is_reset_when_polls_become_rare() -> None:
    _twin, _driver, polls, found = await deaf(wired=True)
    polls.set_interval(IDLE_POLL_EVERY_S)
    await asyncio.sleep(2.0)
    assert found


async def test_readers_that_share_rst_pull_it_once_at_their_start() -> None:
    clock = LoopClock()
    twins = [chip(clock.now_s) for _ in range(2)]

    class Shared:
        pulses = 0

        def on(self) -> None:
            for twin in twins:
                twin.power_up()

        def off(self) -> None:
            self.pulses += 1
            for twin in twins:
                twin.power_down()

    line = Shared()
    reset = SharedResetLine(line)
    drivers = [Mfrc522(twin, clock, name=ReaderId("red"), reset=reset) for twin in twins]
    for twin in twins:
        twin.go_deaf()
    for driver in drivers:
        await driver.start()
    for twin in twins:
        await lay(twin, Ntag213(TILE))
    for _ in range(20):
        for driver in drivers:
            assert (await driver.poll()).uids == {TILE}
    assert line.pulses == 1
    assert sum(driver.recoveries for driver in drivers) == 0


async def test_a_flapping_antenna_loses_polls_but_never_invents_or_resets() -> None:
    twin, driver = await lit(with_reset_line=True)
    twin.field.audible = lambda at_s: at_s % 0.2 < 0.1
    await lay(twin, Ntag213(TILE))
    polls = []
    for _ in range(200):
        polls.append((await driver.poll()).uids)
        await asyncio.sleep(0.01)
    assert set(polls) == {frozenset(), frozenset({TILE})}
    assert driver.recoveries == 0


WRITTEN = [
    "TIMER_MODE", "TIMER_PRESCALER", "TIMER_RELOAD_LOW", "TX_ASK", "MODE", "RF_CONFIG", "COLLISION", "TX_CONTROL",
    "TX_MODE", "RX_MODE", "MODULATION_WIDTH", "TIMER_RELOAD_HIGH",
]  # fmt: skip
"""By the set-up; a reset alone gives the last four the right value."""

DUMB = {
    Register.MODE: 0x20,
    Register.TX_ASK: 0x40,
    Register.TX_MODE: 0x10,
    Register.RX_MODE: 0x10,
    Register.TX_SELECT: 0x10,
    Register.RX_SELECT: 0x40,
    Register.MODULATION_WIDTH: 0x04,
    Register.MIFARE_RX: 0x10,
}
"""A bit of each register without which no card hears, or none is heard."""


class Forgetful(SpiPort):
    def __init__(self, twin: Mfrc522Twin, register: Register, times: int) -> None:
        self._twin, self._register, self._times = twin, register, times

    def transfer(self, data: bytes) -> bytes:
        if data[0] == self._register << 1 and self._times > 0:
            self._times -= 1
            return bytes(len(data))
        return self._twin.transfer(data)


def value(twin: Mfrc522Twin, register: Register) -> int:
    return twin.transfer(combined_read_frame(register))[1]


@pytest.mark.parametrize("name", WRITTEN)
@pytest.mark.parametrize("wired", [True, False], ids=["RST", "no RST"])
async def test_a_setting_that_is_lost_once_is_written_again(name: str, wired: bool) -> None:
    clock = LoopClock()
    twin = Mfrc522Twin(clock.now_s)
    port = Forgetful(twin, Register[name], 2 if name == "TIMER_RELOAD_LOW" else 1)
    driver = Mfrc522(port, clock, name=ReaderId("red"), reset=SharedResetLine(twin.reset_pin) if wired else None)
    uids: frozenset[Uid] = frozenset()
    twin.enter(Ntag213(TILE))
    while not uids and clock.now_s() < NOTICED_WITHIN_S:
        try:
            await driver.start()
            uids = (await driver.poll()).uids
        except PartSilent:
            await asyncio.sleep(0.1)
    assert uids == {TILE}


@pytest.mark.parametrize("name", WRITTEN[:8])
async def test_a_setting_that_is_never_taken_is_an_error_that_names_it(name: str) -> None:
    clock = LoopClock()
    twin = Mfrc522Twin(clock.now_s)
    driver = Mfrc522(Forgetful(twin, Register[name], 10**9), clock, name=ReaderId("red"))
    with pytest.raises(PartSilent, match=name):
        await driver.start()


@pytest.mark.parametrize("register", [Register(at) for at, _ in AUDITED_REGISTERS], ids=lambda register: register.name)
@pytest.mark.parametrize("tile", [True, False], ids=["a tile rests", "nothing near"])
async def test_each_bit_that_flips_is_noticed_in_time_and_mended(register: Register, tile: bool) -> None:
    twin, driver = await lit(with_reset_line=True)
    polls = PollScheduler(IDLE_POLL_EVERY_S)
    found: list[object] = []
    task = asyncio.create_task(polls.poll_until_failure(driver, lambda cards, _: found.append(cards)))
    sticker = Ntag213(TILE)
    if tile:
        await lay(twin, sticker)
    await asyncio.sleep(0.3)
    documented = 0x80 if register is Register.COLLISION else DOCUMENTED_BITS.get(register, 0xFF)
    for bit in range(8):
        if documented >> bit & 1:
            right, noticed = value(twin, register), driver.recoveries
            twin.transfer(register_write_frame(register, right ^ 1 << bit))
            await asyncio.sleep(NOTICED_WITHIN_S)
            assert driver.recoveries > noticed
            assert value(twin, register) & documented == right & documented
    if not tile:
        await lay(twin, sticker)
    await asyncio.sleep(0.3)
    assert (await driver.poll()).uids == {TILE}
    assert not task.done()
    task.cancel()


@pytest.mark.parametrize("options", [{}, {"documented_bits_only": True}], ids=["keeps reserved bits", "does not"])
async def test_a_reserved_bit_that_changes_costs_one_reset_at_most(options: dict[str, Any]) -> None:
    twin, driver = await lit(Ntag213(TILE), **options)
    for _ in range(20):
        twin.transfer(register_write_frame(Register.MODE, value(twin, Register.MODE) ^ 0x54))
        await asyncio.sleep(1.6)
        assert (await driver.poll()).uids == {TILE}
    assert driver.recoveries <= 1


@pytest.mark.parametrize(("register", "bit"), DUMB.items(), ids=lambda each: getattr(each, "name", hex(each)))
async def test_no_tag_answers_where_a_setting_is_wrong(register: Register, bit: int) -> None:
    twin, driver = await lit(Ntag213(TILE))
    assert (await driver.poll()).uids == {TILE}
    twin.transfer(register_write_frame(register, value(twin, register) ^ bit))
    before = twin.exchanges
    found = await driver.poll()
    assert twin.exchanges > before
    assert found.uids == frozenset()


async def test_an_audit_is_one_transfer_in_1500_ms_and_resets_nothing() -> None:
    twin, driver = await lit(with_reset_line=True)
    polls = PollScheduler(IDLE_POLL_EVERY_S)
    task = asyncio.create_task(polls.poll_until_failure(driver, lambda *_: None))
    await asyncio.sleep(0.05)
    before = twin.messages
    await asyncio.sleep(60)
    rounds = round(60 / IDLE_POLL_EVERY_S)
    assert 35 <= twin.messages - before - 2 * rounds <= 41
    assert driver.recoveries == 0
    assert twin.rf_on
    task.cancel()


@pytest.mark.parametrize(("spi_hz", "is_sound"), [(4_000_000, False), (2_000_001, False), (2_000_000, True)])
async def test_wrong_bytes_are_counted_where_the_clock_is_too_fast(spi_hz: int, is_sound: bool) -> None:
    twin, driver = await lit()
    twin.spi_hz = spi_hz
    twin.delay_miso_above(2_000_000)
    assert (driver.count_wrong_echo_bytes(2000) == 0) is is_sound
    twin.delay_miso_above(None)
    assert driver.count_wrong_echo_bytes(2000) == 0


async def test_wrong_bytes_on_spi_never_give_a_uid_that_is_not_there() -> None:
    twin, driver = await lit(Ntag213(TILE), with_reset_line=True)
    twin.delay_miso_above(2_000_000)
    seen: set[Uid] = set()
    for _ in range(100):
        try:
            seen |= (await driver.poll()).uids
        except HardwareError:
            continue
    assert seen == {TILE}


async def test_after_its_wires_were_tested_a_reader_reads_on() -> None:
    _twin, driver = await lit(Ntag213(TILE))
    assert driver.count_wrong_echo_bytes(100) == 0
    for _ in range(3):
        assert (await driver.poll()).uids == {TILE}
    assert driver.recoveries == 0
