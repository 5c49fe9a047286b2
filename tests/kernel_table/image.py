"""The disk of a guest: a Debian with our package installed, as on a Pi, and beside it what plays the far side."""

import fcntl
import hashlib
import os
import shutil
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Final, TextIO

import pytest

from tests.systemd.container.machines import PROJECT, debian, machine

GUEST: Final = PROJECT / "tests/kernel_table/guest"
IMAGES: Final = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "royaltable" / "guest" / "images"
SIZE: Final = "1600M"
PLATFORMS: Final = ("manylinux_2_34", "manylinux_2_28", "manylinux_2_17", "manylinux2014")
"""Whose wheels run on Debian 12."""

FAR_SIDE: Final = """\
[Unit]
Description=The far side of the buses
Before=royaltable.service
[Service]
Type=notify
ExecStartPre=/sbin/modprobe -a i2c-dev configfs
ExecStartPre=/bin/sh -c 'mountpoint -q /sys/kernel/config || mount -t configfs config /sys/kernel/config'
# GPIO chips numbered as on a Pi 5 with kernel 6.1: that of the header comes last.
# A far side that is only slow, since the machine has other work, is no fault.
ExecStartPre=/sbin/modprobe farside spi=2,3 i2c=1 gpio=54 chips_before=4 label=pinctrl-rp1 timeout_ms=8000
ExecStartPre=/bin/sh -c '{ cat /proc/cpuinfo; printf "Revision\\\\t: c03111\\\\n"; } >/run/cpuinfo'
ExecStart=/opt/royaltable/bin/python3 /srv/guest/far_side.py /etc/royaltable/table.toml
ExecStartPost=/bin/udevadm settle
"""
AGENT: Final = """\
[Unit]
Description=What a test says
[Service]
ExecStart=/usr/bin/python3 -u /srv/guest/agent.py /dev/ttyS1
Restart=always
[Install]
WantedBy=multi-user.target
"""
NETWORK: Final = "[Match]\nDriver=virtio_net\n[Network]\nAddress=10.0.2.15/24\nGateway=10.0.2.2\n"
"""As qemu's own network expects."""

PI_RULES: Final = """\
# What Raspberry Pi OS has in raspberrypi-sys-mods, and Debian has not.
SUBSYSTEM=="i2c-dev", GROUP="i2c", MODE="0660"
SUBSYSTEM=="spidev", GROUP="spi", MODE="0660"
SUBSYSTEM=="gpio", GROUP="gpio", MODE="0660"
"""
A_PI: Final = """\
[Unit]
Wants=far-side.service
After=far-side.service
[Service]
# The revision of a Pi 4, which gpiozero asks for; the service has a /proc of its own.
BindReadOnlyPaths=/run/cpuinfo:/proc/cpuinfo
"""


_used: Final[list[TextIO]] = []
"""Disks that the tests of this process boot from, each locked to its end."""


def kernel() -> Path:
    made = subprocess.run([PROJECT / "tools/guest_kernel"], capture_output=True, text=True, check=False)
    if made.returncode != 0:
        pytest.skip(made.stderr.strip())
    return Path(made.stdout.strip())


def image(deb: Path, *packages: str) -> Path:
    """The disk with ``deb`` and Debian's ``packages``; one of each stays in the cache."""
    below, modules = debian("bookworm"), kernel() / "modules"
    parts = [deb, Path(__file__), *sorted(GUEST.glob("*.py")), modules.parent]
    contents = [part.read_bytes() if part.is_file() else bytes(part) for part in parts]
    name = hashlib.sha256(b"".join(contents) + " ".join(packages).encode()).hexdigest()
    suffix = f"-{packages[0]}" if packages else ""
    made = IMAGES / f"{name[:16]}{suffix}"
    IMAGES.mkdir(parents=True, exist_ok=True)
    with (IMAGES / "lock").open("w") as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)  # several tests may want it at once
        if not made.exists():
            for old in IMAGES.glob(f"{'[0-9a-f]' * 16}{suffix}"):
                _forget(old)
            _make(made, deb, below, modules, packages)
        used = made.open()
        fcntl.flock(used, fcntl.LOCK_SH)
        _used.append(used)
    return made


def _forget(old: Path) -> None:
    with old.open() as file, suppress(BlockingIOError):
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        old.unlink()


def _make(made: Path, deb: Path, below: Path, modules: Path, packages: tuple[str, ...]) -> None:
    with machine(below) as guest, tempfile.NamedTemporaryFile(dir=IMAGES) as disk:
        root = guest.root
        if packages:
            guest.run("apt-get", "update", "-qq")
            guest.run("apt-get", "install", "-qq", "--no-install-recommends", *packages)
            guest.run("apt-get", "clean")
        shutil.copy(deb, root / "root/royaltable.deb")
        guest.run("dpkg", "--install", "/root/royaltable.deb")
        (root / "root/royaltable.deb").unlink()
        _put_in(root, modules)
        subprocess.run(
            ["mke2fs", "-q", "-t", "ext4", "-O", "^has_journal", "-d", root, disk.name, SIZE], check=True, timeout=300
        )
        os.link(disk.name, made)


def _put_in(root: Path, modules: Path) -> None:
    shutil.copytree(modules / "lib/modules", root / "usr/lib/modules", dirs_exist_ok=True)
    shutil.copytree(GUEST, root / "srv/guest")
    subprocess.run(
        [
            *("tools/install_pinned", ".venv/bin/python", "constraints.txt", "pi", "--no-compile"),
            *("--target", root / "usr/lib/python3/dist-packages", "--python-version", "3.11", "--implementation", "cp"),
            *(part for year in PLATFORMS for part in ("--platform", f"{year}_x86_64")),
            *("--only-binary", ":all:"),
        ],
        cwd=PROJECT,
        check=True,
    )
    units = root / "etc/systemd/system"
    for file, text in {
        units / "far-side.service": FAR_SIDE,
        units / "agent.service": AGENT,
        units / "royaltable.service.d/guest.conf": A_PI,
        root / "etc/systemd/network/guest.network": NETWORK,
        root / "etc/udev/rules.d/99-com.rules": PI_RULES,
        root / "etc/hostname": "table\n",
    }.items():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    wanted = units / "multi-user.target.wants"
    (wanted / "royaltable.service").unlink()  # a test gives it its settings first
    (wanted / "agent.service").symlink_to("../agent.service")
    (wanted / "systemd-networkd.service").symlink_to("/usr/lib/systemd/system/systemd-networkd.service")
    for console in ("serial-getty@ttyS0.service", "serial-getty@ttyS1.service"):
        (units / console).symlink_to("/dev/null")
