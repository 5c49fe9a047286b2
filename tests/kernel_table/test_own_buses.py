"""Topology A on a real kernel: spidev, i2c-dev and the GPIO chip are its own, and behind them are our twins."""

import base64
import json
import re
from pathlib import Path
from random import Random
from typing import Final

import msgspec
import pytest

from controller.config import load_config
from controller.games.tumult_royale.game import TumultRoyale
from controller.games.tumult_royale.referee.memory import Memory
from tests.kernel_table import guest_machine
from tests.kernel_table.hands import GuestHands, is_game_kept
from tests.support.commands import royaltable
from tests.systemd.container.machines import PROJECT

TOPOLOGY: Final = "a"
SETTINGS: Final = load_config(PROJECT / "controller/config/examples/a.toml")

RULES: Final = ("/etc/udev/rules.d/99-com.rules", "/usr/lib/udev/rules.d/60-royaltable.rules")
"""Those of Raspberry Pi OS, and ours."""

GIVES_UP: Final = "/sys/module/farside/parameters/timeout_ms"
"""After how long the kernel takes a transfer for lost."""

EACH_DEED: Final = frozenset({"start", "place_first", "spin", "set_aside", "collect", "rob", "stop", "build"})
MOST_ROUNDS: Final = 4

READERS: Final = {"blue", "yellow", "purple", "grey"}
NEEDS: Final = {"spi": READERS, "i2c": {"oled"}, "gpio": {"spinner", "console", "buzzer", *READERS}}
"""What is lost without a group; readers have their reset on a pin."""


def pressed(guest: guest_machine.Guest) -> None:
    assert SETTINGS.console is not None
    button = SETTINGS.console.button_pin
    guest.far(f"pins.drive({button}, False); time.sleep(0.15); pins.drive({button}, None)")


def picture(guest: guest_machine.Guest) -> object:
    return guest.far("hash(table.oled.image().tobytes())")


def assert_sticker_is_noted(guest: guest_machine.Guest, castle: str) -> None:
    since = len(guest.log())
    guest.far(f"carried = asyncio.ensure_future(table.pass_tile(ReaderId({castle!r}), Uid(b'\\x04abcdef'), 2.0))")
    guest.says(f"event=noted at={castle}", since=since)


def goes_and_comes(guest: guest_machine.Guest, device: str, breaks: str, mends: str) -> None:
    guest.far(breaks)
    guest.until(lambda: device in guest_machine.broken_devices(guest))
    guest.far(mends)
    guest.until(lambda: device not in guest_machine.broken_devices(guest))


def test_all_devices_are_open_by_the_nodes_of_the_kernel(guest: guest_machine.Guest) -> None:
    guest.until(lambda: guest_machine.broken_devices(guest) == set())
    for node in ("spidev0.0", "spidev0.1", "spidev1.0", "spidev1.1", "i2c-1", "gpiochip4"):
        assert guest.run(f"stat -c '%a %U' /dev/{node}") == "660 root"
    assert guest.far("[chip.rf_on for chip in table.readers.values()]") == [True] * 4
    assert guest.far("table.oled.lit") is True


def test_each_reader_is_polled_behind_its_own_chip_select_in_mode_0(guest: guest_machine.Guest) -> None:
    seen = guest.far("list(far.spi)")
    assert {(bus, select) for bus, select, *_ in seen} == {(0, 0), (0, 1), (1, 0), (1, 1)}
    assert {(mode & 3, bits, hertz) for _, _, mode, bits, hertz, _ in seen} == {(0, 8, SETTINGS.table.spi_hz)}
    assert {transfers for *_, transfers in seen} == {1}  # a chip select each: the chip takes one address in it
    assert guest.far("sum(chip.guard_violations for chip in table.readers.values())") == 0


def test_the_display_is_written_at_its_address_a_frame_at_most_a_message(guest: guest_machine.Guest) -> None:
    messages = guest.far("list(far.i2c)")
    assert {address for _, address, _, _ in messages} == {0x3C}
    assert max(size for *_, size in messages) <= 1 + 128 * 64 // 8  # the control byte and a frame


def test_a_sticker_over_a_gate_is_noted(guest: guest_machine.Guest) -> None:
    assert_sticker_is_noted(guest, "blue")


def test_button_and_knob_arrive_as_interrupts(guest: guest_machine.Guest) -> None:
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


def test_the_sandbox_allows_edge_requests_like_rpi_gpios_and_no_others(
    guest: guest_machine.Guest,
) -> None:
    inside = f"nsenter --target {guest.run('systemctl show --property MainPID --value royaltable')} --mount"
    for file, is_open in (
        ("/sys/class/gpio/export", True),
        ("/sys/class/leds", False),
        ("/proc/sys/vm/swappiness", False),
    ):
        guest.run(f"test -w {file}")
        guest.run(f"{inside} test -w {file}", status=0 if is_open else 1)


def test_a_round_is_played_from_the_deal_to_the_coronation(guest: guest_machine.Guest) -> None:
    hands = GuestHands(guest, Random(3))
    hands.begin(["blue", "yellow", "purple", "grey"], map="tracked")
    rounds, left_out = 0, EACH_DEED
    while left_out and rounds < MOST_ROUNDS:
        rounds += 1
        hands.play_to_round(rounds + 1)
        left_out = EACH_DEED - {action["do"] for action in hands.log.actions}
    assert left_out == set()
    seen = hands.look()
    state = hands.log.state
    assert state is not None
    assert state.round == rounds + 1
    assert seen["seq"] == hands.log.seq
    assert seen["unwritten"] == 0
    here = json.loads(msgspec.json.encode(TumultRoyale().view(state, Memory())))
    assert {key: (seen[key], value) for key, value in here.items() if key != "hourglass" and seen[key] != value} == {}
    assert hands.origins >= {"gate:blue", "gate:yellow", "gate:purple", "gate:grey", "knob", "hourglass"}
    assert sum(action["do"] == "set_aside" for action in hands.log.actions) == 12 * rounds  # three by each (TR-2.1)


@pytest.mark.parametrize("fault", ["-5", "..."], ids=["EIO", "hangs"])
def test_a_failing_bus_costs_its_reader_until_it_works_again(guest: guest_machine.Guest, fault: str) -> None:
    before = guest.run(f"cat {GIVES_UP}; echo 1000 >{GIVES_UP}")
    goes_and_comes(guest, "yellow", f"far.faults[('spi', 0, 1)] = {fault}", "far.faults.clear()")
    guest.run(f"echo {before} >{GIVES_UP}")


def test_an_unplugged_idle_display_is_reported_and_comes_back(guest: guest_machine.Guest) -> None:
    goes_and_comes(guest, "oled", "table.oled.missing = True", "table.oled.missing = False")
    guest.until(lambda: guest.far("table.oled.lit"))


def test_a_node_that_comes_back_is_reopened(guest: guest_machine.Guest) -> None:
    guest.run("echo spi1.0 >/sys/bus/spi/drivers/spidev/unbind")
    guest.until(lambda: "purple" in guest_machine.broken_devices(guest))
    guest.run("echo spi1.0 >/sys/bus/spi/drivers/spidev/bind")
    guest.until(lambda: guest_machine.broken_devices(guest) == set())


def test_without_its_group_a_device_is_reported_with_a_remedy_that_works(guest: guest_machine.Guest) -> None:
    guest_machine.drop_supplementary_groups(guest)
    for group, lost in NEEDS.items():
        guest.run(f"gpasswd --delete royaltable {group}; systemctl restart royaltable")
        guest.until(
            lambda lost=lost: guest_machine.broken_devices(guest) == lost
        )  # and the group before, given back, works again
        assert guest_machine.doctor_reports(guest, "RT-GROUP", f"not in the group {group}")
        assert is_game_kept(guest)
        guest.run(guest_machine.reported_cure(guest, group, lost))
    guest.run("systemctl restart royaltable")
    guest.until(lambda: guest_machine.broken_devices(guest) == set())
    assert not guest_machine.doctor_reports(guest, "RT-GROUP")


@pytest.mark.parametrize(
    ("group", "node", "breaks"),
    [
        ("spi", "spidev0.0", "far.faults[('spi', 0, 0)] = -5"),
        ("gpio", "gpiochip4", "None"),
    ],
)
def test_a_node_outside_its_group_is_reported_until_a_rule_returns_it(
    guest: guest_machine.Guest, group: str, node: str, breaks: str
) -> None:
    lost = {"blue"} if group == "spi" else NEEDS[group]
    restart = "systemctl restart royaltable" if group == "gpio" else "true"  # pins are given out once
    hidden = "; ".join(f"mv {rules} {rules}.hidden" for rules in RULES)
    guest.run(f"{hidden}; udevadm control --reload; chown root:root /dev/{node}; chmod 600 /dev/{node}; {restart}")
    guest.far(breaks)  # after a failure a node is opened anew
    guest.until(lambda: guest_machine.broken_devices(guest) == lost)
    guest.far("far.faults.clear()")
    guest.until(lambda: all(f"-aG {group} royaltable" in guest_machine.device(guest, name)["text"] for name in lost))
    assert guest_machine.doctor_reports(guest, "RT-NODE-GROUP", group, node)
    assert is_game_kept(guest)
    found = "; ".join(f"mv {rules}.hidden {rules}" for rules in RULES)
    guest.run(f"{found}; udevadm control --reload; udevadm trigger --settle /dev/{node}; {restart}")
    guest.until(lambda: guest_machine.broken_devices(guest) == set())
    assert not guest_machine.doctor_reports(guest, "RT-NODE-GROUP")


def test_stopped_it_leaves_no_field_no_light_and_no_current(guest: guest_machine.Guest) -> None:
    guest.run("systemctl stop royaltable")
    assert guest.far("table.still_on()") == []
    assert SETTINGS.spinner is not None
    assert guest.far(f"sum(pins.levels.get(pin, 0) for pin in {SETTINGS.spinner.coil_pins})") == 0
    guest.run("systemctl start royaltable")
    guest.until(lambda: guest_machine.broken_devices(guest) == set())


def test_a_recording_of_its_buses_shows_the_twins_behind_them(guest: guest_machine.Guest, tmp_path: Path) -> None:
    guest.run("systemctl stop royaltable")
    without_arrow = r"/^\[spinner\]/,/^\[/{/^\[spinner\]/d;/^\[/!d}"  # an emulated machine turns it for an hour
    guest.run(f"sed '{without_arrow}' /etc/royaltable/table.toml >/run/a.toml")
    as_on_a_pi = "mount --bind /run/cpuinfo /proc/cpuinfo"  # the service has it; gpiozero asks for the revision
    recording = "royaltable record /run/a.rec --config /run/a.toml --seconds 20"
    guest.run(f"unshare --mount sh -c '{as_on_a_pi}; {recording}'")
    file = tmp_path / "a.rec"
    file.write_bytes(base64.b64decode(guest.run("base64 --wrap 0 /run/a.rec")))
    guest.run("systemctl start royaltable")
    compared = royaltable("compare", str(file))
    chips = re.findall(r"^(spi\S+): (\d+) messages; fits best: (.*)\.$", compared.output, re.MULTILINE)
    assert [lane for lane, _, _ in chips] == ["spi0.0", "spi0.1", "spi1.0", "spi1.1"]
    assert {flavour for _, _, flavour in chips} == {"the worst that the data sheet allows"}
    assert min(int(count) for _, count, _ in chips) > 100
    assert "register" not in compared.output
    guest.until(lambda: guest_machine.broken_devices(guest) == set())


def test_the_arrow_turns_by_edges_that_arrive_and_rests_without_current(guest: guest_machine.Guest) -> None:
    assert guest.far("table.rotor.half_steps_made") > 0  # it looked for its mark at the start
    guest.until(lambda: not guest.far("table.rotor.energised"))
    assert guest.far("(table.rotor.lost, pins.missed)") == (0, 0)


def test_the_service_survives_the_loss_of_all_buses(guest: guest_machine.Guest) -> None:
    guest.run("systemctl stop far-side")
    guest.until(lambda: {"blue", "yellow", "purple", "grey", "oled"} <= guest_machine.broken_devices(guest))
    assert guest.run("systemctl is-active royaltable") == "active"
