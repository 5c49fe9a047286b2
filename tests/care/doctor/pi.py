"""A Raspberry Pi as its files show it, sound until a test breaks it."""

import shutil
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from controller import config
from controller.care.doctor.examination import examine_without_devices
from controller.care.doctor.findings import Finding
from controller.care.doctor.host import MIB, Host
from controller.config import examples
from controller.config.schema import TableConfig
from controller.store.journal import Entry, Journal
from controller.store.table_files import TableFiles

CONFIG_TXT = """# For more options see http://rptl.io/configtxt
dtparam=i2c_arm=on,i2c_arm_baudrate=400000
dtparam=spi=on
[pi4]
arm_boost=1
[all]
dtoverlay=spi1-3cs
"""

FILES = {
    "proc/device-tree/model": "Raspberry Pi 4 Model B Rev 1.4\0",
    "bin/sh": "\x7fELF\x02",
    "etc/os-release": 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nVERSION_ID="12"\n',
    "boot/firmware/config.txt": CONFIG_TXT,
    "etc/passwd": "root:x:0:0:root:/root:/bin/sh\nroyaltable:x:990:990::/var/lib/royaltable:/bin/false\n",
    "etc/group": "spi:x:989:royaltable\ni2c:x:988:royaltable\ngpio:x:986:pi,royaltable\ndialout:x:20:royaltable\n",
    "sys/class/hwmon/hwmon0/name": "cpu_thermal\n",
    "sys/class/hwmon/hwmon1/name": "rpi_volt\n",
    "sys/class/hwmon/hwmon1/in0_lcrit_alarm": "0\n",
    "sys/devices/platform/soc/soc:firmware/get_throttled": "0\n",
    "sys/class/thermal/thermal_zone0/temp": "48000\n",
    "sys/fs/ext4/mmcblk0p2/errors_count": "0\n",
    "sys/class/net/lo/operstate": "unknown\n",
    "sys/class/net/wlan0/operstate": "up\n",
    "proc/mounts": "/dev/mmcblk0p2 / ext4 rw,noatime 0 0\n/dev/mmcblk0p1 /boot/firmware vfat rw 0 0\n",
    "proc/net/tcp": "  sl  local_address rem_address   st\n   0: 00000000:0016 00000000:0000 0A\n",
    "proc/sys/net/ipv4/ip_unprivileged_port_start": "1024\n",
    "run/systemd/timesync/synchronized": "",
    "dev/gpiochip0": "pinctrl-bcm2711",
    "dev/gpiochip1": "raspberrypi-exp-gpio",
    "dev/i2c-1": "",
    **{f"dev/spidev{bus}.{select}": "" for bus, select in ((0, 0), (0, 1), (1, 0), (1, 1), (1, 2))},
    **{f"dev/serial/by-id/usb-MicroPython_Board_in_FS_mode_e66{n}-if00": "" for n in range(4)},
}
"""As Raspberry Pi OS has them; the content of a GPIO chip is its label, that of other devices means nothing."""


@dataclass
class Pi:
    """One machine with one table, to be broken.

    Attributes:
        config: topology A, or B with ``boards()``.
        packages: the Python packages that are installed.
        rights: group and mode of devices that have other ones than they should.
        free_mib, year: of disk and clock.
    """

    root: Path
    own: TableFiles
    config: TableConfig
    packages: set[str] = field(default_factory=lambda: {"lgpio"})
    rights: dict[str, tuple[int, int]] = field(default_factory=dict)
    free_mib: int = 20_000
    year: int = 2026

    def copied(self, folder: Path) -> "Pi":
        shutil.copytree(self.root.parent, folder)
        table = folder / "table"
        own = TableFiles(table / "table.journal", tags=table / "tags.toml", config=table / "table.toml")
        return Pi(folder / "root", own, self.config)

    def write(self, path: str, text: str) -> None:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="latin-1")

    def remove(self, *patterns: str) -> None:
        for pattern in patterns:
            for path in self.root.glob(pattern):
                path.unlink()

    def change(self, path: str, old: str, new: str) -> None:
        text = (self.root / path).read_text(encoding="latin-1")
        assert old in text
        self.write(path, text.replace(old, new))

    def boards(self) -> None:
        """Topology B instead, whose console has the pins that SPI bus 1 would take."""
        self.change("boot/firmware/config.txt", "dtoverlay=spi1-3cs\n", "")
        self.config = config.parse_config(examples.read_example("b"))

    def broken(self, by: Mapping[str, Any]) -> None:
        """Break it as an entry of ``broken.toml`` says."""
        if by.get("boards"):
            self.boards()
        for path, old, new in by.get("change", ()):
            self.change(path, old, new)
        self.remove(*by.get("remove", ()))
        for path, text in by.get("write", {}).items():
            self.write(path, text)
        for path, text in by.get("append", {}).items():
            self.write(path, (self.root / path).read_text() + text)
        self.packages = set(by.get("packages", self.packages))
        self.rights |= by.get("rights", {})
        self.free_mib, self.year = by.get("free_mib", self.free_mib), by.get("year", self.year)
        home = by.get("home", {})
        for name in home.get("remove", ()):
            (self.own.journal.parent / name).unlink()
        for name, text in home.get("write", {}).items():
            (self.own.journal.parent / name).write_text(text)
        if "open" in home:
            (self.own.journal.parent / home["open"]).chmod(0o644)
        if "damage" in home:
            octets = bytearray((self.own.journal.parent / home["damage"]).read_bytes())
            octets[5000:9000] = b"\xff" * 4000
            (self.own.journal.parent / home["damage"]).write_bytes(octets)
        if "newer" in home:
            with closing(sqlite3.connect(self.own.journal.parent / home["newer"])) as db:
                db.execute("pragma user_version = 99")
        if "settings" in by:
            self.config = config.parse_config(examples.read_example("a").replace(*by["settings"]))

    @property
    def machine(self) -> Host:
        return Host(
            self.root,
            free_bytes=lambda _folder: self.free_mib * MIB,
            rights=lambda node: self.rights.get(str(node.relative_to(self.root))),
            gpio_label=lambda node: node.read_text() or None,
            has_package=lambda name: name in self.packages,
            now=lambda: datetime(self.year, 6, 1, tzinfo=UTC),
        )

    def findings(self) -> list[Finding]:
        return examine_without_devices(self.config, self.own, self.machine)


def sound_pi(folder: Path) -> Pi:
    home = folder / "table"
    home.mkdir()
    (home / "table.toml").write_text(examples.read_example("a"))
    own = TableFiles(home / "table.journal", tags=home / "tags.toml", config=home / "table.toml")
    (home / "tags.toml").write_text('[tags]\n04a1b2c3d4e5f6 = "t07"\n')
    with Journal(own.journal) as journal:
        journal.append([Entry(1, 1, {"do": "begin"}, "page", "2026-01-01T00:00:00+00:00")])
    own.keys.touch(mode=0o600)
    pi = Pi(folder / "root", own, config.parse_config(examples.read_example("a")))
    for path, text in FILES.items():
        pi.write(path, text)
    return pi
