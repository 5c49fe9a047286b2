"""One card in the field of one reader, through the driver and the twin."""

from hw.clock import LoopClock
from hw.mfrc522.driver import Mfrc522
from hw.mfrc522.twin import Mfrc522Twin
from hw.ntag.twin import Ntag213
from hw.testing.clock import run_virtual
from hw.units import ReaderId, Uid

TILE = Uid(bytes.fromhex("04 a1 b2 c3 d4 e5 80"))


async def lit() -> tuple[Mfrc522Twin, Mfrc522]:
    clock = LoopClock()
    twin = Mfrc522Twin(clock.now_s)
    driver = Mfrc522(twin, clock, name=ReaderId("red"))
    await driver.start()
    return twin, driver


def test_an_empty_field_costs_four_transfers_and_finds_nothing() -> None:
    async def scene() -> None:
        twin, driver = await lit()
        before = twin.transfers
        found = await driver.poll()
        assert found.uids == frozenset()
        assert not found.garbled
        assert twin.transfers - before == 4

    run_virtual(scene())


def test_a_resting_tag_is_found_by_every_poll_and_no_guard_time_is_broken() -> None:
    async def scene() -> None:
        twin, driver = await lit()
        twin.enter(Ntag213(TILE))
        await LoopClock().sleep_until(LoopClock().now_s() + 0.01)
        for _ in range(20):
            assert (await driver.poll()).uids == {TILE}
        assert twin.guard_violations == 0

    run_virtual(scene())


def test_off_leaves_no_field() -> None:
    async def scene() -> None:
        twin, driver = await lit()
        assert twin.rf_on
        driver.off()
        assert not twin.rf_on

    run_virtual(scene())
