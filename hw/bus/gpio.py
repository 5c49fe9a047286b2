"""Pins of a Pi's header through gpiozero on lgpio or, up to a Pi 4, RPi.GPIO."""

import fcntl
import importlib
import os
import struct
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from hw.bus import kernel_buses
from hw.errors import BusError

MODEL_FILE: Final = Path("/proc/device-tree/model")
"""File with the name of the Raspberry Pi's model, ending with a zero byte."""

MODELS_WITHOUT_RPI_GPIO: Final = ("Raspberry Pi 5", "Raspberry Pi Compute Module 5", "Raspberry Pi 500")
"""Models with pins on the RP1, which RPi.GPIO does not support."""

SYSFS_GPIO_FOLDER: Final = Path("/sys/class/gpio")
"""RPi.GPIO watches edges here and numbers the header's pins from 0 (source/event_gpio.c). Since kernel 6.6 of the Pi
their numbers begin at 512 (raspberrypi/linux#6037, gpiozero/gpiozero#1136)."""

ZERO_BASED_CHIP: Final = "gpiochip0"
"""Entry of that folder, present if the numbers of the pins begin at 0."""

USE_LGPIO_REMEDY: Final = 'Set pins = "lgpio" under [table] in table.toml, then run: sudo apt install python3-lgpio'


HEADER_CHIP_LABELS: Final = ("pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835")
"""Labels of the chip with the header's pins on a Pi 5, a Pi 4, and earlier ones (drivers/pinctrl/bcm and
pinctrl-rp1.c in raspberrypi/linux). Its number depends on the kernel: on a Pi 5 it is 0, 4 or above 10
(raspberrypi/linux#6144, adafruit/Adafruit_Blinka#1119). Other chips switch power and memory card."""

_CHIP_INFO: Final = struct.Struct("=32s32sI")
_GET_CHIP_INFO: Final = 0x8044B401
"""GPIO_GET_CHIPINFO_IOCTL: name, label and number of lines (linux/gpio.h)."""


def read_chip_label(node: Path) -> str | None:
    """Return a GPIO chip's label; None if the node is not one or cannot be opened."""
    try:
        with node.open("rb", buffering=0) as chip:
            info = fcntl.ioctl(chip, _GET_CHIP_INFO, bytes(_CHIP_INFO.size))
    except OSError:
        return None
    return str(_CHIP_INFO.unpack(info)[1].split(b"\0")[0], "ascii", "replace")


def gpio_labels_by_chip_number(
    dev: Path = Path("/dev"), label: Callable[[Path], str | None] = read_chip_label
) -> dict[int, str | None]:
    """Return each GPIO chip's label by number, without links (Raspberry Pi OS makes one for gpiochip4)."""
    nodes = {node.name.removeprefix("gpiochip"): node for node in dev.glob("gpiochip*") if not node.is_symlink()}
    return {number: label(nodes[str(number)]) for number in sorted(int(name) for name in nodes if name.isdecimal())}


def header_chip_number(labels: Mapping[int, str | None]) -> int | None:
    """Return None if it is unknown or unreadable."""
    return next((number for number, label in labels.items() if label in HEADER_CHIP_LABELS), None)


def lgpio_pin_factory(read_labels: Callable[[], Mapping[int, str | None]] = gpio_labels_by_chip_number) -> Any:
    """Use the chip with the header's pins; raise BusError if it or lgpio is missing or may not be used."""
    # lgpio makes a FIFO in LG_WD, else in the working directory, and dies without write permission.
    os.environ.setdefault("LG_WD", tempfile.gettempdir())
    try:
        lgpio = importlib.import_module("lgpio")
    except ImportError as error:
        raise BusError(
            "GPIO",
            seen=f"no Python package lgpio ({error})",
            expected="lgpio, which accesses the pins through the kernel",
            remedy="Install it: sudo apt install python3-lgpio",
        ) from error
    labels = read_labels()
    chip = header_chip_number(labels)
    if chip is None:
        closed = [number for number, label in labels.items() if label is None]
        raise BusError(
            "GPIO",
            seen=", ".join(
                f"gpiochip{number} [{label or 'no permission to open it'}]" for number, label in labels.items()
            )
            or "no /dev/gpiochip*",
            expected=f"a GPIO chip with the header's pins: {', '.join(HEADER_CHIP_LABELS)}",
            remedy=kernel_buses.remedy_to_join_group("gpio")
            if closed
            else "Use the kernel that comes with Raspberry Pi OS. To check it: royaltable doctor",
        )
    try:
        return importlib.import_module("gpiozero.pins.lgpio").LGPIOFactory(chip=chip)
    except (lgpio.error, OSError) as error:
        raise BusError(
            "GPIO",
            seen=str(error),
            expected=f"that /dev/gpiochip{chip} can be opened",
            remedy=kernel_buses.remedy_to_join_group("gpio"),
        ) from error


def rpi_gpio_pin_factory(model_file: Path = MODEL_FILE, sysfs: Path = SYSFS_GPIO_FOLDER) -> Any:
    """Raise BusError if RPi.GPIO is missing, lacks support of this model or permission, or would miss edges."""
    try:
        model = model_file.read_text(encoding="ascii", errors="replace").rstrip("\0\n")
    except OSError:
        model = "no device tree"
    if model.startswith(MODELS_WITHOUT_RPI_GPIO):
        raise BusError(
            "GPIO",
            seen=f'pins = "rpigpio" on a {model}',
            expected='pins = "lgpio": RPi.GPIO does not support the RP1, which has the pins of this model',
            remedy=USE_LGPIO_REMEDY,
        )
    if not (sysfs / ZERO_BASED_CHIP).exists():
        raise BusError(
            "GPIO",
            seen=f"no {sysfs / ZERO_BASED_CHIP}",
            expected="a Pi's kernel before 6.6: with newer ones RPi.GPIO detects neither knob nor buttons",
            remedy=USE_LGPIO_REMEDY,
        )
    if not os.access(sysfs / "export", os.W_OK):
        raise BusError(
            "GPIO",
            seen=f"{sysfs / 'export'} without write permission",
            expected="permission for RPi.GPIO to watch edges there",
            remedy=kernel_buses.remedy_to_join_group("gpio"),
        )
    try:
        return importlib.import_module("gpiozero.pins.rpigpio").RPiGPIOFactory()
    except ImportError as error:
        raise BusError(
            "GPIO",
            seen=f"no Python package RPi.GPIO ({error})",
            expected="RPi.GPIO, which table.toml names for the pins",
            remedy="Install it: sudo apt install python3-rpi.gpio",
        ) from error
    except (RuntimeError, OSError) as error:  # no Pi, or /dev/gpiomem is not accessible
        raise BusError(
            "GPIO",
            seen=str(error),
            expected="a Raspberry Pi up to 4 with access to /dev/gpiomem",
            remedy=kernel_buses.remedy_to_join_group("gpio"),
        ) from error
