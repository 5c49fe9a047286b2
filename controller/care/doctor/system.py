"""Check the machine: system, power, temperature, disk, clock, network and voice."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from controller.care.doctor.findings import Finding, make_finding
from controller.care.doctor.host import MIB, Host
from controller.config.schema import TableConfig
from controller.store.journal.times import EARLIEST_CREDIBLE_YEAR
from hw.bus.kernel_buses import UNDERVOLTAGE_ALARM_FILE, UNDERVOLTAGE_SENSOR

OLDEST_DEBIAN: Final = 12
LEAST_FREE_MIB: Final = 200
WORN_OUT_PERCENT: Final = 80
HOT_CELSIUS: Final = 80
PI_5_SUPPLY_MILLIAMPERES: Final = 5000
"""Current that a Pi 5 requests from its supply."""

UNDERVOLTAGE_NOW: Final = 1 << 0
UNDERVOLTAGE_SINCE_BOOT: Final = 1 << 16
"""Throttled bits (Raspberry Pi documentation, vcgencmd get_throttled)."""


def check_system(machine: Host) -> Iterator[Finding]:
    if not machine.is_pi:
        yield make_finding("RT-NOT-A-PI", model=machine.model or "no device tree")
    if machine.is_32_bit:
        yield make_finding("RT-OS-32-BIT")
    release = machine.os_release
    number = release.get("VERSION_ID", "")
    if machine.is_pi and number.isdecimal() and int(number) < OLDEST_DEBIAN:
        yield make_finding("RT-OS-OLD", system=release.get("PRETTY_NAME", f"version {number}"))


def check_power_and_heat(machine: Host) -> Iterator[Finding]:
    """Check the supply, now and since boot, and the current temperature."""
    sensors = [
        sensor for sensor in machine.glob("sys/class/hwmon/*/name") if machine.read_text(sensor) == UNDERVOLTAGE_SENSOR
    ]
    alarm = any(
        (machine.read_text(str(Path(sensor).with_name(UNDERVOLTAGE_ALARM_FILE))) or "0") != "0" for sensor in sensors
    )
    bits = machine.throttled_bits or 0
    if alarm or bits & UNDERVOLTAGE_NOW:
        yield make_finding("RT-POWER-LOW")
    elif bits & UNDERVOLTAGE_SINCE_BOOT:
        yield make_finding("RT-POWER-WAS-LOW", bits=f"{bits:#x}")
    offered = machine.adapter_milliamperes
    if offered is not None and offered < PI_5_SUPPLY_MILLIAMPERES and "Pi 5" in (machine.model or ""):
        yield make_finding("RT-POWER-ADAPTER", milliamperes=offered)
    celsius = machine.celsius
    if celsius is not None and machine.is_pi and celsius >= HOT_CELSIUS:
        yield make_finding("RT-TOO-HOT", celsius=int(celsius))


def check_disk(machine: Host, folder: Path) -> Iterator[Finding]:
    mount = machine.find_mount_point_and_writable(folder)
    if mount is not None and not mount[1]:
        yield make_finding("RT-DISK-READONLY", mount=mount[0], folder=folder)
    free_mib = machine.free_bytes(folder) // MIB
    if free_mib < LEAST_FREE_MIB:
        yield make_finding("RT-DISK-FULL", free=free_mib, folder=folder)
    for errors in machine.glob("sys/fs/ext4/*/errors_count"):
        count = machine.read_text(errors) or "0"
        if count != "0":
            yield make_finding("RT-DISK-ERRORS", disk=Path(errors).parts[-2], count=count)
    for life in machine.glob("sys/block/mmcblk*/device/life_time"):
        steps = [int(step, 16) for step in re.findall(r"0x[0-9a-fA-F]+", machine.read_text(life) or "")]
        percent = max(steps, default=0) * 10  # eMMC 5.0, EXT_CSD 268 and 269: tenths of the life used
        if percent > WORN_OUT_PERCENT:
            yield make_finding("RT-DISK-WORN", disk=Path(life).parts[2], percent=percent)


def check_clock(machine: Host) -> Iterator[Finding]:
    year = machine.now().year
    if year < EARLIEST_CREDIBLE_YEAR:
        yield make_finding("RT-CLOCK-UNSET", year=year)
    elif machine.is_pi and not machine.exists("run/systemd/timesync/synchronized") and not machine.exists("dev/rtc0"):
        yield make_finding("RT-CLOCK-UNSYNCED")


def check_network(machine: Host, ports: Iterable[int], *, running: bool) -> Iterator[Finding]:
    """Check that phones can reach a page on ``ports``, which a ``running`` table itself uses."""
    first = machine.read_text("proc/sys/net/ipv4/ip_unprivileged_port_start") or "1024"
    for port in ports:
        if port and not running and machine.has_listener(port):
            yield make_finding("RT-PORT-TAKEN", port=port)
        if 0 < port < int(first):
            yield make_finding("RT-PORT-PRIVILEGED", port=port, first=first)
    states = {path: machine.read_text(path) for path in machine.glob("sys/class/net/*/operstate")}
    if states and "up" not in {state for path, state in states.items() if "/lo/" not in path}:
        yield make_finding("RT-NO-NETWORK")


VOICE_DEVICE: Final = "voice"

PROGRAM_FOLDERS: Final = ("usr/local/bin", "usr/bin", "bin")

PACKAGE_BY_PROGRAM: Final = {"espeak-ng": "espeak-ng", "aplay": "alsa-utils"}
"""Debian package of each program."""

SOUND_CARDS: Final = "dev/snd/pcmC*p"

AUDIO_GROUP: Final = "audio"
"""Debian's group for sound cards."""


def check_voice(machine: Host, config: TableConfig, config_file: str) -> Iterator[Finding]:
    section = config.voice
    if section is None:
        return
    for program in (section.engine, "aplay"):
        if any(machine.glob(f"{path}/{program}") for path in PROGRAM_FOLDERS):
            continue
        if program in PACKAGE_BY_PROGRAM:
            yield make_finding("RT-VOICE-PROGRAM", VOICE_DEVICE, program=program, package=PACKAGE_BY_PROGRAM[program])
        else:
            yield make_finding("RT-VOICE-PIPER", VOICE_DEVICE)
    for language, model in section.models.items() if section.engine == "piper" else ():
        if not machine.glob(model.removeprefix("/")):
            yield make_finding("RT-VOICE-MODEL", VOICE_DEVICE, language=language, file=model, config=config_file)
    if not machine.glob(SOUND_CARDS):
        yield make_finding("RT-VOICE-NO-CARD", VOICE_DEVICE)
    elif machine.service_user != "root" and machine.is_in_group(machine.service_user, AUDIO_GROUP) is False:
        yield make_finding("RT-GROUP", user=machine.service_user, group=AUDIO_GROUP, use=VOICE_DEVICE)
