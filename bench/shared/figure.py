"""One measured number, with the bound it has to keep and what other packages need for the same."""

from collections.abc import Mapping

import msgspec


class Figure(msgspec.Struct, frozen=True, omit_defaults=True):
    """What was measured.

    Attributes:
        name: the bench and what was measured, such as ``readers: 4 tags, SPI``.
        value: the number.
        unit: its unit.
        most: the bound that the number must not be above; None if it only informs.
        least: the bound that it must not be below.
        peers: the same of other packages; None where one is not installed or cannot do it.
        counted: whether each run gives the same number, on any machine and under any load.
    """

    name: str
    value: float
    unit: str
    most: float | None = None
    least: float | None = None
    peers: Mapping[str, float | None] = msgspec.field(default_factory=dict)
    counted: bool = False

    @property
    def kept(self) -> bool:
        return (self.most is None or self.value <= self.most) and (self.least is None or self.value >= self.least)

    @property
    def limit(self) -> str:
        """The bound in words of a table; nothing without one."""
        if self.most is not None:
            return f"≤ {number(self.most)}"
        return f"≥ {number(self.least)}" if self.least is not None else ""

    def case(self, bench: str) -> str:
        return self.name.removeprefix(f"{bench}: ")


def number(value: float | None) -> str:
    """A number for people: four digits, or whole thousands; a dash for none."""
    if value is None:
        return "-"
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"
