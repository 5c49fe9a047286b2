"""Virtual time in which buses and the processor take theirs, as on a small Pi; hands move meanwhile.

In a plain virtual loop only waiting takes time. Here a bus call holds up the loop for as long as a Pi's
would, a timer fires late, and each wake costs the processor something.
"""

import asyncio
import heapq
import threading
from collections.abc import Callable, Sequence
from itertools import count
from typing import Any, Final, cast

from msgspec import Struct

from hw.bus.ports import SpiPort
from hw.bus.twin_i2c import TwinI2cBus
from hw.testing.clock import VirtualLoop
from hw.testing.table import TwinTable


class Charges(Struct, frozen=True):
    """What a machine takes for what a twin does at once.

    Attributes:
        call_s: a system call to a bus, besides its bits.
        spi_hz: the clock of SPI.
        i2c_hz: the clock of I2C.
        select_s: what Linux waits between two transfers of a message (drivers/spi/spi.c).
        late_s: by how much a timer fires late.
        wake_s: what the processor does each time that the loop wakes.
    """

    call_s: float = 0.0
    spi_hz: int = 4_000_000
    i2c_hz: int = 400_000
    select_s: float = 10e-6
    late_s: float = 0.0
    wake_s: float = 0.0


FREE: Final = Charges(spi_hz=10**12, i2c_hz=10**12, select_s=0.0)
"""Nothing takes any time."""


class BusyLoop(VirtualLoop):
    """A virtual loop whose time passes by charges for bus calls, timers and wakes."""

    def __init__(self, charges: Charges) -> None:
        super().__init__()
        self.charges = charges
        self._hands: list[tuple[float, int, Callable[[], None]]] = []
        self._order = count()

    def at(self, at_s: float, act: Callable[[], None]) -> None:
        """Call ``act`` at ``at_s``, even while the loop is busy."""
        heapq.heappush(self._hands, (at_s, next(self._order), act))

    def advance_clock(self, seconds: float) -> None:
        """Advance as usual, with the timer late and work for the processor at each wake."""
        if seconds > 0:
            self._pass(seconds + self.charges.late_s)
            self._pass(self.charges.wake_s)
        super().advance_clock(0.0)

    def hold_up(self, seconds: float) -> None:
        self._pass(seconds)

    def sleep_in_thread(self, seconds: float) -> None:
        """As ``time.sleep`` in a thread of this loop's executor: the loop goes on meanwhile."""
        over = threading.Event()

        def sleep() -> None:
            self.outside_work -= 1
            self.call_later(seconds, wake)

        def wake() -> None:
            self.outside_work += 1
            over.set()

        self.call_soon_threadsafe(sleep)
        over.wait()

    def _pass(self, seconds: float) -> None:
        until_s = self._now_s + seconds
        while self._hands and self._hands[0][0] <= until_s:
            at_s, _, act = heapq.heappop(self._hands)
            self._now_s = max(self._now_s, at_s)
            act()
        self._now_s = until_s


class ChargedSpi(SpiPort):
    """A twin's SPI port that takes the time of a real one.

    Attributes:
        messages: system calls that a Pi would have made.
    """

    def __init__(self, port: SpiPort, loop: BusyLoop) -> None:
        self.messages = 0
        self._port = port
        self._loop = loop

    def transfer(self, data: bytes) -> bytes:
        return self.transfer_many((data,))[0]

    def transfer_many(self, transfers: Sequence[bytes]) -> Sequence[bytes]:
        charges = self._loop.charges
        answers = []
        self.messages += 1
        self._loop.hold_up(charges.call_s)
        for number, data in enumerate(transfers):
            self._loop.hold_up(8 * len(data) / charges.spi_hz + (charges.select_s if number else 0.0))
            answers.append(self._port.transfer(data))
        return answers


class ChargedI2c:
    """A twin's I2C port that takes the time of a real one; in a thread it holds up only that."""

    def __init__(self, bus: TwinI2cBus, loop: BusyLoop) -> None:
        self._bus = bus
        self._loop = loop

    def write(self, address: int, data: bytes) -> None:
        self._charge(len(data))
        self._bus.write(address, data)

    def read(self, address: int, count: int) -> bytes:
        self._charge(count)
        return self._bus.read(address, count)

    def close(self) -> None:
        self._bus.close()

    def _charge(self, count: int) -> None:
        charges = self._loop.charges
        takes_s = charges.call_s + self._bus.message_s(count, charges.i2c_hz)
        if threading.current_thread() is threading.main_thread():
            self._loop.hold_up(takes_s)
        else:
            self._loop.sleep_in_thread(takes_s)


def charge_i2c(table: TwinTable) -> None:
    """Let the I2C buses of a table on a `BusyLoop` take the time of real ones."""
    loop, free = cast("BusyLoop", asyncio.get_running_loop()), cast("Any", table).i2c_port
    cast("Any", table).i2c_port = lambda bus: ChargedI2c(free(bus), loop)
