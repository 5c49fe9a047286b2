"""What a table must know of a reader chip."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from hw.values import ReaderId

if TYPE_CHECKING:
    import asyncio

    from hw.clock import Clock


class ReaderSettings(Struct, frozen=True):
    """How a table uses one reader.

    Attributes:
        name: its name in errors.
        reset: its reset pin, a ``SharedResetLine``, which resets all its readers; None if it is not wired.
        turn: a lock shared by readers whose antennas are on in turn; None to leave it on.
    """

    name: ReaderId
    clock: "Clock"
    gain_db: int
    reset: Any
    turn: "asyncio.Lock | None"


class ReaderChip(Struct, frozen=True, eq=False):
    """One kind of reader chip.

    Attributes:
        name: its name in ``table.toml``.
        label: its name in messages.
        module: the module to buy; ``module_note`` says what to know of it.
        driver_module: the driver's module, so that it can be imported before the first reader is opened.
        open: makes a driver on an SPI port, or on an I2C port if the chip has an address.
        make_twin: makes its twin, a ``ReaderTwin``, which reads the clock by the given function.
        i2c_address: its address on I2C; None on SPI.
        i2c_side: for a twin, its side of an I2C bus, an ``I2cDevice``.
        board_hz: clock at which a castle board drives it; None if no board does.
        takes_gain: whether its receiver's gain can be set.
        reset_pulled_up: whether its module pulls the reset pin up; else it is wired to 3.3 V if nothing drives it.
        contacts: contacts of its module, by those of an RC522's, if they have other names.
    """

    name: str
    label: str
    module: str
    module_note: str
    driver_module: str
    open: Callable[[Any, ReaderSettings], Any]
    make_twin: Callable[[Callable[[], float]], Any]
    i2c_address: int | None = None
    i2c_side: Callable[[Any], Any] | None = None
    board_hz: int | None = None
    takes_gain: bool = True
    reset_pulled_up: bool = True
    contacts: Mapping[str, str] = {}
