"""What another way than the hub's brings, under the same load."""

from typing import Final

from msgspec import Struct

CLIENTS: Final = 100
ENTRIES: Final = 10
FOR_S: Final = 6.0


class Taken(Struct, frozen=True):
    """How many messages a second were kept, and how much of the processor each took at the other end."""

    a_second: float
    processor_us: float
