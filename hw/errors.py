"""Errors of parts, one class for each way in which a caller reacts."""


class HardwareError(Exception):
    """A part did not work as its data sheet says.

    Attributes:
        part: the part's name in ``table.toml``, or its type.
        seen: what was observed.
        expected: what should have been observed.
        remedy: what to do about it.
    """

    def __init__(self, part: str, *, seen: str, expected: str, remedy: str) -> None:
        super().__init__(f"{part}: saw {seen}, expected {expected}. {remedy}")
        self.part = part
        self.seen = seen
        self.expected = expected
        self.remedy = remedy


class BusError(HardwareError):
    """The bus failed: the port cannot be opened, or nothing acknowledges the address."""


class BusHeld(BusError):
    """Something keeps a line of the bus low."""


class PartSilent(HardwareError):
    """The part answers nothing or nonsense on a working bus: wiring, power or a dead chip."""


class PositionLost(HardwareError):
    """A moving part is not where it should be and could not find its home mark."""
