"""Read a machine's state from /proc, /dev, /sys, /etc and /boot below any root, for the doctor."""

import contextlib
import getpass
import importlib.util
import os
import re
import stat
import struct
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Final

from msgspec import Struct

from hw.bus import gpio

MIB: Final = 1024 * 1024

READ_WRITE_MODE_BITS: Final = 0o6

SERVICE_USER: Final = "royaltable"

CONFIG_TXT: Final = "boot/firmware/config.txt"
CONFIG_TXT_BEFORE_BOOKWORM: Final = "boot/config.txt"


def _free_bytes(folder: Path) -> int:
    there = next((place for place in (folder, *folder.parents) if place.exists()), Path("/"))
    disk = os.statvfs(there)
    return disk.f_bavail * disk.f_frsize


def _device_group_and_mode(node: Path) -> tuple[int, int] | None:
    try:
        state = node.stat()
    except OSError:
        return None
    return (state.st_gid, state.st_mode) if stat.S_ISCHR(state.st_mode) else None


class Host(Struct, frozen=True):
    """Read-only access to the state of a machine.

    Attributes:
        root: root of its file system.
        free_bytes, rights, gpio_label, has_package, now: functions for state outside files. ``rights`` returns a
            device's group id and mode; None if it does not exist.
    """

    root: Path = Path("/")
    free_bytes: Callable[[Path], int] = _free_bytes
    rights: Callable[[Path], tuple[int, int] | None] = _device_group_and_mode
    gpio_label: Callable[[Path], str | None] = gpio.read_chip_label
    has_package: Callable[[str], bool] = lambda name: importlib.util.find_spec(name) is not None
    now: Callable[[], datetime] = partial(datetime.now, UTC)

    def read_text(self, path: str) -> str | None:
        try:
            return (self.root / path).read_bytes().decode("utf-8", "replace").replace("\0", "").rstrip()
        except OSError:
            return None

    def read_bytes(self, path: str, count: int) -> bytes:
        """Return the first ``count`` bytes of a file; empty if unreadable."""
        try:
            with (self.root / path).open("rb") as file:
                return file.read(count)
        except OSError:
            return b""

    def exists(self, path: str) -> bool:
        return (self.root / path).exists()

    def glob(self, pattern: str) -> list[str]:
        try:
            return sorted(str(path.relative_to(self.root)) for path in self.root.glob(pattern))
        except OSError:
            return []

    @property
    def gpio_chip_labels(self) -> dict[int, str | None]:
        return gpio.gpio_labels_by_chip_number(self.root / "dev", self.gpio_label)

    # Content of the files

    @property
    def model(self) -> str | None:
        return self.read_text("proc/device-tree/model")

    @property
    def is_pi(self) -> bool:
        return (self.model or "").startswith("Raspberry Pi")

    @property
    def is_32_bit(self) -> bool:
        """Return whether the machine's programs are 32-bit (elf(5))."""
        return self.read_bytes("bin/sh", 5) == b"\x7fELF\x01"

    @property
    def os_release(self) -> dict[str, str]:
        lines = (self.read_text("etc/os-release") or "").splitlines()
        return {name: value.strip('"') for name, _, value in (line.partition("=") for line in lines)}

    @property
    def config_txt_path(self) -> str:
        old = self.exists(CONFIG_TXT_BEFORE_BOOKWORM) and not self.exists(CONFIG_TXT)
        return f"/{CONFIG_TXT_BEFORE_BOOKWORM if old else CONFIG_TXT}"

    def applicable_config_txt_lines(self) -> Iterator[str]:
        applies = True
        for line in (self.read_text(self.config_txt_path[1:]) or "").splitlines():
            setting = line.split("#")[0].strip()
            if section := re.fullmatch(r"\[(.*)\]", setting):
                applies = self._does_section_apply(section[1])
            elif setting and applies:
                yield setting

    def _does_section_apply(self, section: str) -> bool:
        """See "Conditional filters" in the Raspberry Pi documentation."""
        if section == "all":
            return True
        number = re.search(r"Raspberry Pi (\d|Compute Module \d)", self.model or "")
        own = number[1].replace("Compute Module ", "cm") if number else ""
        return section.removesuffix("+") in {f"pi{own}", own}

    def read_dtparam(self, name: str) -> str | None:
        """Return the last value in config.txt of a base device tree parameter."""
        value = None
        for setting in self.applicable_config_txt_lines():
            if setting.startswith("dtparam="):
                for part in setting.removeprefix("dtparam=").split(","):
                    key, _, given = part.partition("=")
                    value = given or "on" if key == name else value
        return value

    @property
    def overlay_lines(self) -> dict[str, str]:
        lines = (setting for setting in self.applicable_config_txt_lines() if setting.startswith("dtoverlay="))
        return {line.removeprefix("dtoverlay=").split(",")[0]: line for line in lines}

    @property
    def primary_group_id_by_user(self) -> dict[str, str]:
        entries = (line.split(":") for line in (self.read_text("etc/passwd") or "").splitlines())
        return {entry[0]: entry[3] for entry in entries if len(entry) > 3}

    @property
    def service_user(self) -> str:
        return SERVICE_USER if SERVICE_USER in self.primary_group_id_by_user else getpass.getuser()

    def is_in_group(self, user: str, group: str) -> bool | None:
        for name, _, number, members in self._group_entries:
            if name == group:
                return user in members.split(",") or self.primary_group_id_by_user.get(user) == number
        return None

    @property
    def _group_entries(self) -> list[list[str]]:
        return [(line.split(":") + [""] * 4)[:4] for line in (self.read_text("etc/group") or "").splitlines()]

    def has_group_access(self, node: str, group: str) -> bool | None:
        """Return whether a group may read and write a device; None if either is missing."""
        rights = self.rights(self.root / node)
        numbers = [entry[2] for entry in self._group_entries if entry[0] == group]
        if rights is None or not numbers:
            return None
        owner, mode = rights
        return (mode >> 3 if str(owner) in numbers else mode) & READ_WRITE_MODE_BITS == READ_WRITE_MODE_BITS

    @property
    def throttled_bits(self) -> int | None:
        """The firmware's throttled bits (``vcgencmd get_throttled``); None if unavailable.

        The node is below ``soc`` up to a Pi 4, and elsewhere on a Pi 5.
        """
        for path in self.glob("sys/devices/platform/*/*firmware/get_throttled"):
            with contextlib.suppress(ValueError):
                return int(self.read_text(path) or "", 16)
        return None

    @property
    def celsius(self) -> float | None:
        """The processor's temperature; None without a sensor."""
        heat = self.read_text("sys/class/thermal/thermal_zone0/temp") or ""
        return int(heat) / 1000 if heat.isdecimal() else None

    @property
    def adapter_milliamperes(self) -> int | None:
        data = self.read_bytes("proc/device-tree/chosen/power/max_current", 4)
        return struct.unpack(">I", data)[0] if len(data) == 4 else None

    def find_mount_point_and_writable(self, folder: Path) -> tuple[str, bool] | None:
        best: tuple[str, bool] | None = None
        for line in (self.read_text("proc/mounts") or "").splitlines():
            _, place, _, options, *_ = (*line.split(" "), "", "", "", "")
            inside = place == "/" or folder == Path(place) or Path(place) in folder.parents
            if place and inside and (best is None or len(place) >= len(best[0])):
                best = place, "ro" not in options.split(",")
        return best

    def has_listener(self, port: int) -> bool:
        """Return whether a program listens on a TCP port (proc(5), /proc/net/tcp; state 0A)."""
        for path in ("proc/net/tcp", "proc/net/tcp6"):
            for line in (self.read_text(path) or "").splitlines()[1:]:
                fields = line.split()
                if len(fields) > 3 and fields[3] == "0A" and int(fields[1].rsplit(":", 1)[1], 16) == port:
                    return True
        return False
