"""RPi.GPIO behind gpiozero, for Pis up to 4 without lgpio."""

import importlib
from pathlib import Path
from typing import Any, Final

from hw.bus import linux_errors
from hw.errors import BusError

MODEL: Final = Path("/proc/device-tree/model")
"""What a Raspberry Pi calls itself, with a zero octet at its end."""

PAST_RPI_GPIO: Final = ("Raspberry Pi 5", "Raspberry Pi Compute Module 5", "Raspberry Pi 500")
"""Their pins are behind the RP1, which RPi.GPIO does not know: it writes to the registers of the chips before."""


def factory() -> Any:
    """Gpiozero's factory on RPi.GPIO.

    Raises:
        BusError: it is not installed, does not know this model, or may not use the pins.
    """
    try:
        model = MODEL.read_text(encoding="ascii", errors="replace").rstrip("\0\n")
    except OSError:
        model = "no device tree"
    if model.startswith(PAST_RPI_GPIO):
        raise BusError(
            "GPIO",
            seen=f'pins = "rpigpio" on a {model}',
            expected='pins = "lgpio": RPi.GPIO does not know the RP1, behind which this model has its pins',
            remedy='Say pins = "lgpio" under [table], then sudo apt install python3-lgpio',
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
    except (RuntimeError, OSError) as error:  # so it says that this is no Pi, or that /dev/gpiomem may not be used
        raise BusError(
            "GPIO",
            seen=str(error),
            expected="a Raspberry Pi up to 4 whose /dev/gpiomem may be used",
            remedy=linux_errors.join_group("gpio"),
        ) from error
