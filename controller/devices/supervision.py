"""Devices that are missing at the start, or that only say when asked: each is looked after by itself."""

from collections.abc import Callable
from typing import Final, TypeVar

from controller.devices.backoff import Backoff
from controller.devices.health import DeviceHealth
from hw.clock import Clock
from hw.errors import HardwareError

D = TypeVar("D")

SUPPLY: Final = "supply"
ASK_SUPPLY_S: Final = 2.0
"""The kernel asks the Pi's firmware as often."""

TOO_WEAK: Final = (
    "supply: saw less than 4.63 V, expected 5 V. Use the Pi's own power supply and a short cable, and feed the motor "
    "from a supply of its own."
)


async def until_open(name: str, open_device: Callable[[], D], devices: DeviceHealth, clock: Clock) -> D:
    """Open a device, if need be again and again; others go on meanwhile. An open one may still not work."""
    backoff = Backoff()
    while True:
        try:
            return open_device()
        except HardwareError as fault:
            devices.lost(name, str(fault))
        await clock.sleep_until(clock.now_s() + backoff.after_failure_s())


async def watch_supply(
    too_weak: Callable[[], bool | None], devices: DeviceHealth, clock: Clock, dipped: Callable[[], None]
) -> None:
    """Say when the supply is too weak, and when no longer; ``dipped`` is told of both. Ends where nothing measures."""
    was_weak = False
    while (is_weak := too_weak()) is not None:
        if is_weak != was_weak:
            was_weak = is_weak
            dipped()
            if is_weak:
                devices.lost(SUPPLY, TOO_WEAK)
            else:
                devices.works(SUPPLY)
        await clock.sleep_until(clock.now_s() + ASK_SUPPLY_S)
