"""Reader driven by the PyPI package `mfrc522` (`driver = "mfrc522"`).

The package reads one card at a time, blocks a thread for tens of milliseconds in an empty field (2,000 register reads
instead of the chip's timer), and cannot tell a garbled answer from none. It omits the second half of a UID of seven
bytes, which this module adds.
"""

import asyncio
import importlib
import threading
from typing import Any, Final

from hw.errors import BusError, PartSilent
from hw.iso14443 import frames
from hw.mfrc522.registers import NO_CHIP_VERSIONS, ChipVersion
from hw.poll import EMPTY_FIELD, PollResult
from hw.values import ReaderId, Uid

BCM_PIN_MODE: Final = 11
"""RPi.GPIO's mode for Broadcom pin numbers."""

SPI_HZ: Final = 1_000_000
"""The package's default."""


class Mfrc522PackageReader:
    """One MFRC522 at the Pi's SPI, driven by the package `mfrc522` 0.0.7.

    Args:
        bus, chip_select: its SPI device, which the package opens itself.
        name: its name in errors.
        reset_pin: BCM number of its NRSTPD pin, which the package drives high.
    """

    def __init__(self, bus: int, chip_select: int, *, name: ReaderId, reset_pin: int = 25) -> None:
        self.name = name
        self._where = (bus, chip_select)
        self._reset_pin = reset_pin
        self._package: Any = None  # the package has no types
        self._in_use = threading.Lock()

    async def start(self) -> ChipVersion:
        """Raise BusError if the package is missing or cannot use SPI or pins, PartSilent if no chip answers."""
        return await asyncio.to_thread(self._start_blocking)

    async def poll(self) -> PollResult:
        """Look for one card; if several collide, the package finds none. Raise PartSilent if no chip answers."""
        return await asyncio.to_thread(self._poll_blocking)

    def off(self) -> None:
        """Switch the antenna off. Leave pins alone: the package's cleanup would release other parts' pins, too."""
        with self._in_use:
            if self._package is not None:
                self._package.AntennaOff()
                self._package.spi.close()
                self._package = None

    def _start_blocking(self) -> ChipVersion:
        with self._in_use:
            if self._package is None:
                self._package = self._open_package_driver()
            else:
                self._package.MFRC522_Init()
            return self._read_and_check_version()

    def _open_package_driver(self) -> Any:
        try:
            module = importlib.import_module("mfrc522")
            gpio = importlib.import_module("RPi.GPIO")
            if gpio.getmode() is None:
                gpio.setmode(BCM_PIN_MODE)
            bus, chip_select = self._where
            return module.MFRC522(
                bus=bus, device=chip_select, spd=SPI_HZ, pin_mode=BCM_PIN_MODE, pin_rst=self._reset_pin
            )
        except ImportError as error:
            raise self._package_unusable_error(
                str(error),
                "Install it without its dependencies: pip install --no-deps mfrc522 and, on a Pi 5, rpi-lgpio.",
            ) from error
        except (OSError, RuntimeError) as error:
            raise self._package_unusable_error(
                str(error),
                "Switch SPI on: sudo raspi-config nonint do_spi 0. On a Pi 5 the package needs rpi-lgpio for RPi.GPIO.",
            ) from error

    def _package_unusable_error(self, seen: str, remedy: str) -> BusError:
        return BusError(f"reader {self.name}", seen=seen, expected="a working package mfrc522", remedy=remedy)

    def _read_and_check_version(self) -> ChipVersion:
        version = ChipVersion(self._package.Read_MFRC522(self._package.VersionReg))
        if version.value in NO_CHIP_VERSIONS:
            raise PartSilent(
                f"reader {self.name}",
                seen=f"version {version}",
                expected="an MFRC522",
                remedy="Check its 3.3 V, ground, MISO and chip select.",
            )
        return version

    def _poll_blocking(self) -> PollResult:
        with self._in_use:
            if self._package is None:
                raise PartSilent(
                    f"reader {self.name}",
                    seen="a reader that is switched off",
                    expected="a started one",
                    remedy="Start it first.",
                )
            self._read_and_check_version()
            # The first request only deselects a card that the last poll selected.
            uid = self._read_uid() or self._read_uid()
            return PollResult(frozenset((uid,))) if uid else EMPTY_FIELD

    def _read_uid(self) -> Uid | None:
        package = self._package
        status, _ = package.MFRC522_Request(package.PICC_REQALL)
        if status != package.MI_OK:
            return None
        levels: list[bytes] = []
        for level in range(len(frames.SELECT_CODES)):
            data = self._anticollide_level(level)
            if data is None:
                return None
            levels.append(bytes(data[:4]))
            if data[0] == frames.CASCADE_TAG:
                status, sak, bits = package.MFRC522_ToCard(
                    package.PCD_TRANSCEIVE, list(frames.select_frame(level, bytes(data[:4])))
                )
                if status != package.MI_OK or bits != 8 * frames.SAK_BYTES:
                    return None
                if sak[0] & frames.SAK_UID_INCOMPLETE:
                    continue
            return Uid(b"".join(part[1:] for part in levels[:-1]) + levels[-1])
        return None

    def _anticollide_level(self, level: int) -> list[int] | None:
        package = self._package
        package.Write_MFRC522(package.BitFramingReg, 0)
        status, data, _ = package.MFRC522_ToCard(package.PCD_TRANSCEIVE, list(frames.anticollision_frame(level, 0, 0)))
        if status != package.MI_OK or len(data) != frames.LEVEL_BYTES or frames.bcc(bytes(data)) != data[4]:
            return None
        return list(data)
