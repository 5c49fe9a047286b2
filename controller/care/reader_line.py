"""Whether a reader's line keeps octets at its clock: so many go over its wires and come back."""

from typing import Final, Protocol

from controller.care.doctor.findings import Finding, found

WIRE_OCTETS: Final = 2000
"""A line that is too slow shows by then."""


class TestedLine(Protocol):
    """A reader that gives back what is written to it."""

    def wrong_octets(self, count: int) -> int:
        """Of so many octets."""
        ...


def wrong_octets(gate: str, reader: TestedLine, spi_hz: int, config_file: str) -> tuple[int, list[Finding]]:
    """How many came back wrong, with the finding where any did.

    Raises:
        HardwareError: the reader does not answer.
    """
    wrong = reader.wrong_octets(WIRE_OCTETS)
    seen = {"wrong": wrong, "octets": WIRE_OCTETS, "hz": spi_hz, "config": config_file}
    return wrong, [found("RT-SPI-ERRORS", gate, **seen)] if wrong else []
