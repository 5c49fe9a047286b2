"""What the firmware needs of the board it runs on: `main.py` makes these of pins, a twin makes them of twins."""


class Bus:
    """One reader's chip select on SPI: mode 0, most significant bit first."""

    def transfer(self, out: bytes, into: bytearray) -> None:
        """Clock ``out`` out with chip select low; as many bytes come back in ``into``."""
        raise NotImplementedError

    def send(self, writes: tuple[bytes, ...]) -> None:
        """Clock each of ``writes`` out, chip select high between them; what comes back does not matter."""
        raise NotImplementedError


class ResetLine:
    def drive(self, high: bool) -> None:  # a level is what a pin has
        raise NotImplementedError


class Clock:
    def now_ms(self) -> int:
        """Milliseconds since the start; never runs back."""
        raise NotImplementedError

    async def sleep_us(self, us: int) -> None:
        """Wait for at least ``us`` microseconds."""
        raise NotImplementedError

    async def idle(self, until_ms: int) -> None:
        """Wait until that moment, or until bytes have come from the host."""
        raise NotImplementedError


class Board(Clock):
    """The board that the firmware runs on.

    Attributes:
        serial: the Pico's own number, 16 small hexadecimal digits.
        boot: eight hexadecimal digits, drawn by chance at each start.
        buses, resets: of each reader there may be.
    """

    def __init__(self, serial: str, boot: str, buses: tuple[Bus, ...], resets: tuple[ResetLine, ...]) -> None:
        self.serial = serial
        self.boot = boot
        self.buses = buses
        self.resets = resets

    # The serial line to the host; nothing here ever waits

    def read(self) -> bytes:
        """Return what has come since the last call; empty if nothing has."""
        raise NotImplementedError

    def write(self, data: bytes, start: int) -> int:
        """Send bytes from ``start`` on, as many as fit now; return how many that were."""
        raise NotImplementedError

    # Buttons yes and no; three lamps

    def held(self) -> tuple[bool, bool]:
        raise NotImplementedError

    def light(self, left: bool, middle: bool, right: bool) -> None:  # levels of three pins
        raise NotImplementedError

    # Watchdog, heap and flash

    def feed(self) -> None:
        """The main loop has come round: the watchdog may rest for another while."""
        raise NotImplementedError

    def collect(self) -> int:
        """Collect garbage now; return the bytes of heap that are free after it."""
        raise NotImplementedError

    def load(self) -> dict[str, str]:
        """Return the settings kept, by name; empty if there are none that can be read."""
        raise NotImplementedError

    def save(self, settings: dict[str, str]) -> None:
        raise NotImplementedError
