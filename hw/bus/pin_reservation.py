"""Reserving pins for a part, all of them or none; an error says which part wanted which pins."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Protocol, TypeVar

from gpiozero import GPIOZeroError

from hw.errors import BusError, HardwareError

D = TypeVar("D")


class Reserve(Protocol):
    """Remembers a device, to close it if a later one fails."""

    def __call__(self, device: D, /) -> D:
        """The device itself."""
        ...


@contextmanager
def reserving(part: str, pins: Sequence[int]) -> Iterator[Reserve]:
    """Make gpiozero's devices inside and pass each through what this gives; after a fault all are closed again.

    Raises:
        BusError: a pin does not exist, is in use, or cannot be reached.
    """
    reserved: list[Any] = []

    def reserve(device: D, /) -> D:
        reserved.append(device)
        return device

    try:
        yield reserve
    except HardwareError:
        _close(reserved)
        raise
    except _pin_errors() as fault:
        _close(reserved)
        raise BusError(
            part,
            seen=f"{type(fault).__name__}: {fault}",
            expected=f"pins {', '.join(str(pin) for pin in pins)} (BCM numbers), each free",
            remedy="Give each part pins of its own in table.toml, and end what else uses them.",
        ) from fault


def _pin_errors() -> tuple[type[Exception], ...]:
    lgpio = sys.modules.get("lgpio")  # there on a Pi only
    return (GPIOZeroError, OSError) if lgpio is None else (GPIOZeroError, OSError, lgpio.error)


def _close(devices: list[Any]) -> None:
    for device in reversed(devices):
        device.close()
