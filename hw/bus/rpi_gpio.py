"""RPi.GPIO behind gpiozero, for Pis up to 4 without lgpio."""

import importlib
import os
from pathlib import Path
from typing import Any, Final

from hw.bus import linux_errors
from hw.errors import BusError

MODEL: Final = Path("/proc/device-tree/model")
"""What a Raspberry Pi calls itself, with a zero octet at its end."""

PAST_RPI_GPIO: Final = ("Raspberry Pi 5", "Raspberry Pi Compute Module 5", "Raspberry Pi 500")
"""Their pins are behind the RP1, which RPi.GPIO does not know: it writes to the registers of the chips before."""

EDGES: Final = Path("/sys/class/gpio")
"""There RPi.GPIO asks to be told of edges, by numbers as if the header's pins began at 0 (source/event_gpio.c). They do
in the Pi's kernels before 6.6, and at 512 since then (raspberrypi/linux#6037, gpiozero/gpiozero#1136).
"""

FIRST: Final = "gpiochip0"
"""What is there where they begin at 0."""

LGPIO: Final = 'Say pins = "lgpio" under [table], then sudo apt install python3-lgpio'


def factory() -> Any:
    """Gpiozero's factory on RPi.GPIO.

    Raises:
        BusError: it is not installed, does not know this model, may not use the pins, or would not hear of their edges.
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
            remedy=LGPIO,
        )
    if not (EDGES / FIRST).exists():
        raise BusError(
            "GPIO",
            seen=f"no {EDGES / FIRST}",
            expected="a Pi's kernel before 6.6: with newer ones RPi.GPIO hears of no knob and no button",
            remedy=LGPIO,
        )
    if not os.access(EDGES / "export", os.W_OK):
        raise BusError(
            "GPIO",
            seen=f"{EDGES / 'export'}, which may not be written",
            expected="that RPi.GPIO may ask there to be told of edges",
            remedy=linux_errors.join_group("gpio"),
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
