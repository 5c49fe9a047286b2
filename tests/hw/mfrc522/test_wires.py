"""A MISO line that several modules load: sound at 2 MHz, and above it a bit is now and then too late."""

import pytest

from hw.errors import HardwareError
from hw.ntag.twin import Ntag213
from hw.values import Uid
from tests.hw.mfrc522.readers import lit

TILE = Uid(bytes.fromhex("04a1b2c3d4e580"))


@pytest.mark.parametrize(("spi_hz", "is_sound"), [(4_000_000, False), (2_000_001, False), (2_000_000, True)])
async def test_wrong_octets_are_counted_where_the_clock_is_too_fast(spi_hz: int, is_sound: bool) -> None:
    twin, driver = await lit()
    twin.spi_hz = spi_hz
    twin.load_miso(2_000_000)
    assert (driver.wrong_octets(2000) == 0) is is_sound
    twin.load_miso(None)
    assert driver.wrong_octets(2000) == 0


async def test_a_reader_whose_octets_come_wrong_never_reports_a_uid_that_is_not_there() -> None:
    twin, driver = await lit(Ntag213(TILE), with_reset_line=True)
    twin.load_miso(2_000_000)
    seen: set[Uid] = set()
    for _ in range(100):
        try:
            seen |= (await driver.poll()).uids
        except HardwareError:
            continue
    assert seen == {TILE}


async def test_after_its_wires_were_tested_a_reader_reads_on() -> None:
    _twin, driver = await lit(Ntag213(TILE))
    assert driver.wrong_octets(100) == 0
    for _ in range(3):
        assert (await driver.poll()).uids == {TILE}
    assert driver.recoveries == 0
