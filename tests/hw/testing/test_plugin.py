"""The pytest plugin as a stranger's test suite uses it."""

from datetime import UTC, datetime, timedelta

import pytest

from hw.errors import HardwareError
from hw.mfrc522.driver import Mfrc522
from hw.oled.drawing import rows_screen
from hw.oled.driver import Display
from hw.testing.faults import FAULTS, LINK_FAULTS
from hw.testing.plugin import MakeTable
from hw.testing.wiring import usual_wiring
from hw.values import ReaderId

pytest_plugins = ["pytester"]

NAMES = [
    "reader_deaf",
    "reader_deaf_until_reset",
    "reader_flap",
    "reader_slow",
    "two_tags",
    "phantom_uid",
    "unknown_tag",
    "foreign_castle_tag",
    "late_tap",
    "node_unplug",
    "node_reboot",
    "node_swap",
    "serial_noise",
    "serial_stall",
    "oled_missing",
    "oled_sh1106",
    "spinner_stall",
    "home_sensor_stuck",
    "home_sensor_never",
    "undervoltage",
    "disk_full",
    "disk_readonly",
    "clock_jump",
    "power_cut",
]


def test_every_fault_of_the_design_has_its_name() -> None:
    assert set(NAMES) == FAULTS.keys()


@pytest.mark.fault("reader_deaf", "yellow")
async def test_a_marked_test_gets_a_broken_table(twin_table: MakeTable) -> None:
    table = twin_table()
    await Mfrc522(table.spi(0, 0), table.clock, name=ReaderId("blue")).start()
    with pytest.raises(HardwareError):
        await Mfrc522(table.spi(0, 1), table.clock, name=ReaderId("yellow")).start()


@pytest.mark.parametrize("name", NAMES)
async def test_each_fault_works_at_each_of_its_places_and_can_be_ended(twin_table: MakeTable, name: str) -> None:
    table = twin_table(usual_wiring(boards=name in LINK_FAULTS))
    if name.startswith("disk_") and name not in table.faults.known:
        pytest.skip("this Python's SQLite keeps its system calls to itself; use the system's Python")
    for place in table.faults.known[name] or ("",):
        table.faults.switch(name, place, on=True)
        assert table.faults.present == {(name, place)}
        table.faults.switch(name, place, on=False)
        assert table.faults.present == frozenset()


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
    Display(table.i2c(1), address=0x3C, chip="sh1106").show(rows_screen("Tiles", []))
    assert table.oled is not None
    assert table.oled.lit
    table.serial(table.serial_ports()[0], lambda _data: None, lambda _fault: None).write(b"\n")


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
