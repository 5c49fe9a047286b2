"""The pytest plugin in the test suite of another project, and the symptom of each fault of a reader."""

import asyncio
from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from hw.clock import LoopClock
from hw.errors import HardwareError, PartSilent
from hw.mfrc522.driver import Mfrc522
from hw.mfrc522.twin import Mfrc522Twin
from hw.ntag.twin import Ntag213
from hw.oled.drawing import rows_screen
from hw.oled.driver import Display
from hw.poll import PollResult
from hw.testing.clock import run_virtual
from hw.testing.faults import (
    BEAM_FAULTS,
    FAULTS,
    LINK_FAULTS,
    ReaderFault,
    begin_flapping,
    begin_slow_exchanges,
    begin_stuck_miso,
    lay_phantom_uid,
    lay_two_tags,
    lay_unknown_tag,
)
from hw.testing.wiring import usual_wiring
from hw.values import ReaderId, Uid
from royaltable_pytest import MakeTable
from tests.support.soak import SOAK

pytest_plugins = ["pytester"]


@pytest.mark.fault("reader_deaf", "yellow")
async def test_a_marked_test_gets_a_broken_table(twin_table: MakeTable) -> None:
    table = twin_table()
    await Mfrc522(table.spi_port(0, 0), table.clock, name=ReaderId("blue")).start()
    with pytest.raises(HardwareError):
        await Mfrc522(table.spi_port(0, 1), table.clock, name=ReaderId("yellow")).start()


@pytest.mark.parametrize("name", FAULTS)
async def test_each_fault_works_at_each_of_its_places_and_can_be_ended(twin_table: MakeTable, name: str) -> None:
    table = twin_table(usual_wiring(boards=name in LINK_FAULTS or name in BEAM_FAULTS))
    if name.startswith("disk_") and name not in table.faults.possible_faults:
        pytest.skip("this Python's SQLite does not let its system calls be replaced; use the system's Python")
    for place in table.faults.possible_faults[name] or ("",):
        table.faults.switch(name, place, on=True)
        assert table.faults.current_faults == {(name, place)}
        table.faults.switch(name, place, on=False)
        assert table.faults.current_faults == frozenset()


@pytest.mark.fault("clock_jump", "-1d")
async def test_a_jump_of_the_wall_clock_leaves_the_monotonic_clock_alone(twin_table: MakeTable) -> None:
    table = twin_table()
    before_s = table.clock.now_s()
    behind = datetime.now(UTC) - table.utc_now()
    assert abs(behind - timedelta(days=1)) < timedelta(minutes=1)
    table.faults.mend_all()
    assert table.clock.now_s() == before_s


@pytest.mark.fault("serial_stall", "blue")
@pytest.mark.fault("oled_sh1106")
async def test_faults_left_by_a_test_are_mended_after_it(twin_table: MakeTable) -> None:
    """With a lit display and bytes on the way: both would be told something later, and their loop is closed."""

    table = twin_table(usual_wiring(boards=True))
    Display(table.i2c_port(1), address=0x3C, chip="sh1106").show(rows_screen("Tiles", []))
    assert table.oled is not None
    assert table.oled.lit
    table.open_serial_port(table.serial_port_names()[0], lambda _data: None, lambda _fault: None).write(b"\n")


def test_the_plugin_is_found_by_its_entry_point(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        import pytest
        from hw.testing.clock import run_virtual

        @pytest.mark.fault("undervoltage")
        def test_mine(twin_table):
            async def scene():
                assert twin_table().undervoltage()

            run_virtual(scene())
        """
    )
    pytester.runpytest("--strict-markers", "-p", "no:cacheprovider").assert_outcomes(passed=1)


def test_what_drivers_do_that_is_deprecated_fails_no_test(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        from luma.core.interface.serial import i2c
        from luma.core.render import canvas
        from luma.oled.device import sh1106

        def show():
            with canvas(sh1106(i2c(address=0x3C))) as draw:
                draw.point((0, 0), fill="white")

        def test_mine(simulated_pi):
            simulated_pi().run(show)
        """
    )
    pytester.runpytest("-W", "error", "-p", "no:cacheprovider").assert_outcomes(passed=1)


TILE = Uid(bytes.fromhex("04a1b2c3d4e580"))


def polls_with(fault: ReaderFault, *, tile: bool, polls: int = 40) -> list[PollResult | PartSilent]:
    async def poll(driver: Mfrc522) -> PollResult | PartSilent:
        try:
            return await driver.poll()
        except PartSilent as silent:
            return silent

    async def scene() -> list[PollResult | PartSilent]:
        clock = LoopClock()
        twin = Mfrc522Twin(clock.now_s)
        driver = Mfrc522(twin, clock, name=ReaderId("red"))
        await driver.start()
        sticker = Ntag213(TILE)
        if tile:
            twin.enter(sticker)
        mend = fault(twin, Random(1))
        seen = []
        for _ in range(polls):
            await asyncio.sleep(0.01)
            seen.append(await poll(driver))
        mend()
        twin.enter(sticker)
        await asyncio.sleep(0.5)
        # A card whose answer to the last request was lost takes the next one for an interruption.
        assert TILE in (await driver.poll()).uids | (await driver.poll()).uids
        return seen

    return run_virtual(scene())


def test_deaf_is_an_error_at_every_poll() -> None:
    assert all(isinstance(seen, PartSilent) for seen in polls_with(begin_stuck_miso, tile=True))


def test_flap_gives_the_tile_now_and_then_and_never_an_error() -> None:
    seen = polls_with(begin_flapping, tile=True)
    uids = {found.uids for found in seen if isinstance(found, PollResult)}
    assert uids == {frozenset(), frozenset({TILE})}
    assert not any(isinstance(found, PartSilent) for found in seen)


def test_slow_still_gives_the_tile_at_every_poll() -> None:
    assert {found.uids for found in polls_with(begin_slow_exchanges, tile=True) if isinstance(found, PollResult)} == {
        frozenset({TILE})
    }


def test_two_tags_are_garbled_and_never_a_uid() -> None:
    assert set(polls_with(lay_two_tags, tile=False)) == {PollResult(frozenset(), garbled=True)}


@pytest.mark.parametrize(("fault", "data", "first"), [(lay_unknown_tag, 7, 0x04), (lay_phantom_uid, 4, 0x08)])
def test_a_strange_card_gives_its_own_uid(fault: ReaderFault, data: int, first: int) -> None:
    seen = polls_with(fault, tile=False)
    [uid] = {uid for found in seen if isinstance(found, PollResult) for uid in found.uids}
    assert (len(uid), uid[0]) == (data, first)


@pytest.mark.parametrize("real_time", [False, True])
def test_a_thread_that_cannot_be_ended_does_not_keep_the_test_run(pytester: pytest.Pytester, real_time: bool) -> None:
    if real_time and not SOAK:
        pytest.skip("takes 12 s; make soak does")
    pytester.makepyfile(
        f"""
        import multiprocessing
        from concurrent.futures import ThreadPoolExecutor

        def wait():
            with ThreadPoolExecutor() as pool:
                pool.submit(multiprocessing.Semaphore(0).acquire)

        def test_mine(simulated_pi):
            simulated_pi(real_time={real_time}).run(wait, seconds=1)
        """
    )
    done = pytester.runpytest_subprocess("-p", "no:cacheprovider", timeout=100)
    done.assert_outcomes(failed=1)
    assert done.ret == 1
    done.stdout.fnmatch_lines(["*TimeoutError: saw*expected*"])
