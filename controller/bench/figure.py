"""One measured number, with the bound it has to keep."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """What was measured.

    Attributes:
        name: what it is, in words.
        value: the number.
        unit: its unit.
        most: the bound of the number; None where it only informs.
    """

    name: str
    value: float
    unit: str
    most: float | None = None

    @property
    def kept(self) -> bool:
        """Whether the number keeps its bound."""
        return self.most is None or self.value <= self.most
