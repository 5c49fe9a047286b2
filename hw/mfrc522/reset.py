"""The pin on the readers' RST (NRSTPD): high while they work."""

from typing import Any

from gpiozero import OutputDevice

from hw.bus.pin_reservation import reserving
from hw.mfrc522.driver import SharedReset


def reset_line(pin: int, pin_factory: Any) -> SharedReset:
    """The line at BCM pin ``pin``, high; several readers may share it (data sheet 8.8.1).

    Raises:
        BusError: the pin cannot be used.
    """
    with reserving("reset of the readers", [pin]) as reserve:
        return SharedReset(reserve(OutputDevice(pin, initial_value=True, pin_factory=pin_factory)))
