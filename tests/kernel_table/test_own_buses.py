"""Topology A on a real kernel: spidev, i2c-dev and the GPIO chip are its own, and behind them are our twins."""

from typing import Final

import pytest

from controller.config import load
from tests.kernel_table.findings import broken
from tests.kernel_table.guest_machine import Guest
from tests.kernel_table.hands import a_round_is_played
from tests.systemd.container.machines import PROJECT

TOPOLOGY: Final = "a"
SETTINGS: Final = load(PROJECT / "controller/config/examples/a.toml")


def pressed(guest: Guest) -> None:
    assert SETTINGS.console is not None
    button = SETTINGS.console.button_pin
    guest.far(f"pins.drive({button}, False); time.sleep(0.15); pins.drive({button}, None)")


def picture(guest: Guest) -> object:
    return guest.far("hash(table.oled.image().tobytes())")


def sticker_is_noted(guest: Guest, castle: str) -> None:
    """From a gate's field to the log: as long as no game is played a sticker means nothing."""
    since = len(guest.log())
    guest.far(f"carried = asyncio.ensure_future(table.pass_tile(ReaderId({castle!r}), Uid(b'\\x04abcdef'), 2.0))")
    guest.says(f"event=noted at={castle}", since=since)


def goes_and_comes(guest: Guest, device: str, breaks: str, mends: str) -> None:
    guest.far(breaks)
    guest.until(lambda: device in broken(guest))
    guest.far(mends)
    guest.until(lambda: device not in broken(guest))


def test_all_devices_are_open_by_the_nodes_of_the_kernel(guest: Guest) -> None:
    guest.until(lambda: broken(guest) == set())
    for node in ("spidev0.0", "spidev0.1", "spidev1.0", "spidev1.1", "i2c-1", "gpiochip0"):
        assert guest.run(f"stat -c '%a %U' /dev/{node}") == "660 root"
    assert guest.far("[chip.rf_on for chip in table.readers.values()]") == [True] * 4
    assert guest.far("table.oled.lit") is True


def test_each_reader_is_polled_behind_its_own_chip_select_in_mode_0(guest: Guest) -> None:
    seen = guest.far("list(far.spi)")
    assert {(bus, select) for bus, select, *_ in seen} == {(0, 0), (0, 1), (1, 0), (1, 1)}
    assert {(mode & 3, bits) for _, _, mode, bits, _, _ in seen} == {(0, 8)}
    assert guest.far("sum(chip.guard_violations for chip in table.readers.values())") == 0


def test_the_display_is_written_at_its_address_a_frame_at_most_a_message(guest: Guest) -> None:
    messages = guest.far("list(far.i2c)")
    assert {address for _, address, _, _ in messages} == {0x3C}
    assert max(size for *_, size in messages) <= 1 + 128 * 64 // 8  # the control octet and a frame


def test_a_sticker_over_a_gate_is_noted(guest: Guest) -> None:
    sticker_is_noted(guest, "blue")


def test_button_and_knob_arrive_as_interrupts(guest: Guest) -> None:
    before = picture(guest)
    pressed(guest)
    guest.until(lambda: picture(guest) != before)
    turned = picture(guest)
    assert SETTINGS.console is not None
    one, other = SETTINGS.console.knob_pins
    for line, level in ((one, False), (other, False), (one, None), (other, None)):
        guest.far(f"pins.drive({line}, {level})")
    guest.until(lambda: picture(guest) != turned)
    assert "farside" in guest.run("cat /proc/interrupts")


def test_a_round_is_played_from_the_deal_to_the_coronation(guest: Guest) -> None:
    a_round_is_played(guest)


@pytest.mark.parametrize("fault", ["-5", "-110", "..."], ids=["EIO", "ETIMEDOUT", "hangs"])
def test_a_bus_that_fails_costs_its_reader_until_it_is_well(guest: Guest, fault: str) -> None:
    goes_and_comes(guest, "yellow", f"far.faults[('spi', 0, 1)] = {fault}", "far.faults.clear()")


def test_a_display_unplugged_while_nothing_new_is_shown_is_said_and_comes_back(guest: Guest) -> None:
    goes_and_comes(guest, "oled", "table.oled.missing = True", "table.oled.missing = False")
    guest.until(lambda: guest.far("table.oled.lit"))


def test_a_node_that_goes_and_comes_is_opened_anew(guest: Guest) -> None:
    guest.run("echo spi1.0 >/sys/bus/spi/drivers/spidev/unbind")
    guest.until(lambda: "purple" in broken(guest))
    guest.run("echo spi1.0 >/sys/bus/spi/drivers/spidev/bind")
    guest.until(lambda: broken(guest) == set())


def test_a_node_that_the_table_may_not_open_is_said_and_the_rest_plays(guest: Guest) -> None:
    guest.run("chown root:root /dev/spidev0.0; chmod 600 /dev/spidev0.0; systemctl restart royaltable")
    guest.until(lambda: broken(guest) == {"blue"})
    assert "/dev/spidev0.0" in guest.log()
    guest.run("chown root:spi /dev/spidev0.0; chmod 660 /dev/spidev0.0")
    guest.until(lambda: broken(guest) == set())


def test_stopped_it_leaves_no_field_no_light_and_no_current(guest: Guest) -> None:
    guest.run("systemctl stop royaltable")
    assert guest.far("table.still_on()") == []
    assert SETTINGS.spinner is not None
    assert guest.far(f"sum(pins.levels.get(pin, 0) for pin in {SETTINGS.spinner.coil_pins})") == 0
    guest.run("systemctl start royaltable")
    guest.until(lambda: broken(guest) == set())


def test_the_arrow_turns_by_edges_that_arrive_and_rests_without_current(guest: Guest) -> None:
    assert guest.far("table.rotor.half_steps") > 0  # it looked for its mark at the start
    guest.until(lambda: not guest.far("table.rotor.energised"))
    assert guest.far("(table.rotor.lost, pins.missed)") == (0, 0)


def test_a_far_side_that_is_gone_ends_no_service(guest: Guest) -> None:
    guest.run("systemctl stop far-side")
    guest.until(lambda: {"blue", "yellow", "purple", "grey", "oled"} <= broken(guest))
    assert guest.run("systemctl is-active royaltable") == "active"
