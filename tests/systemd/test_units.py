"""The service's files, judged by systemd's own tools and read line by line; nothing is started."""

import shutil
import subprocess
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "systemd"
UNIT = FOLDER / "royaltable.service"

needs_systemd = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="needs systemd-analyze. Cure: sudo apt install systemd"
)


def settings() -> dict[str, list[str]]:
    """The unit's settings, each with all its values in order."""
    found: dict[str, list[str]] = {}
    for line in UNIT.read_text(encoding="utf-8").splitlines():
        name, equals, value = line.partition("=")
        if equals and not line.startswith("#"):
            found.setdefault(name, []).append(value)
    return found


@needs_systemd
def test_systemd_finds_nothing_to_complain_about(tmp_path: Path) -> None:
    program = tmp_path / "royaltable"
    program.write_text("#!/bin/sh\n", encoding="utf-8")
    program.chmod(0o755)
    here = UNIT.read_text(encoding="utf-8").replace("/opt/royaltable/bin/royaltable", str(program))
    (tmp_path / UNIT.name).write_text(here, encoding="utf-8")
    said = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", tmp_path / UNIT.name], capture_output=True, text=True, check=False
    )
    assert (said.returncode, said.stdout + said.stderr) == (0, "")


@needs_systemd
def test_its_exposure_is_at_most_1_7() -> None:
    said = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--no-pager", "--threshold=17", UNIT],
        capture_output=True,
        text=True,
        check=False,
    )
    assert said.returncode == 0, said.stdout.splitlines()[-1]


def test_gpiozero_sees_the_board_and_its_devices() -> None:
    assert "PrivateDevices" not in settings()
    assert "ProcSubset" not in settings()


def test_it_may_not_take_the_whole_machine() -> None:
    assert settings()["LimitNOFILE"] == ["4096"]
    assert settings()["MemoryMax"] == ["384M"]
    assert settings()["TasksMax"] == ["64"]


def test_buses_pins_and_castle_boards_stay_allowed_and_no_other_device() -> None:
    assert settings()["DevicePolicy"] == ["closed"]
    # By class, so whatever their numbers are: a Pi 5 has its header on gpiochip0 or gpiochip4, as its kernel likes.
    assert sorted(settings()["DeviceAllow"]) == ["char-gpiochip rw", "char-i2c rw", "char-spi rw", "char-ttyACM rw"]


def test_the_classes_of_devices_are_known_before_the_service_starts() -> None:
    modules = (FOLDER / "royaltable.modules").read_text(encoding="utf-8").splitlines()
    assert [line for line in modules if not line.startswith("#")] == ["spidev", "i2c-dev", "cdc-acm"]


def test_it_has_a_user_of_its_own_in_the_groups_of_the_devices() -> None:
    unit = settings()
    assert unit["User"] == ["royaltable"]
    groups = unit["SupplementaryGroups"][0].split()
    assert groups == ["gpio", "spi", "i2c", "dialout"]
    users = [line.split() for line in (FOLDER / "royaltable.sysusers").read_text(encoding="utf-8").splitlines()]
    assert [line[2] for line in users if line[:2] == ["m", "royaltable"]] == groups


def test_a_hung_table_is_killed_and_any_failure_is_tried_again_for_ever() -> None:
    unit = settings()
    assert unit["Type"] == ["notify"]
    assert unit["WatchdogSec"] == ["30"]
    assert unit["Restart"] == ["on-failure"]
    assert unit["StartLimitIntervalSec"] == ["0"]


def test_every_pico_with_micropython_gets_a_name_for_the_group_of_serial_ports() -> None:
    rule = (FOLDER / "60-royaltable.rules").read_text(encoding="utf-8")
    for part in (
        'ATTRS{idVendor}=="2e8a"',
        'ATTRS{idProduct}=="0005"',
        'GROUP="dialout"',
        'SYMLINK+="royaltable/node-$attr{serial}"',
    ):
        assert part in rule
