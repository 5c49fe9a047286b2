"""Interfaces of the board: `main.py` implements them on a Pico, `hw/testing/pico` on simulated parts."""


class Bus:
    """One reader's chip select on SPI (mode 0, most significant bit first), or its address on I2C."""

    def transfer(self, out: bytes, into: bytearray) -> None:
        """Send ``out`` with chip select low; store the equally long answer in ``into``."""
        raise NotImplementedError

    def send(self, writes: tuple[bytes, ...]) -> None:
        """Send each of ``writes``, chip select high between; ignore the answers."""
        raise NotImplementedError


class ResetLine:
    def drive(self, high: bool) -> None:  # the level of the pin
        raise NotImplementedError


class Clock:
    def now_ms(self) -> int:
        """Return milliseconds since the start; never goes back."""
        raise NotImplementedError

    def ticks_us(self) -> int:
        """Return microseconds since any moment; they wrap after 2^30."""
        raise NotImplementedError

    async def sleep_us(self, us: int) -> None:
        """Wait for at least ``us`` microseconds."""
        raise NotImplementedError

    async def wait_for_bytes(self, until_ms: int) -> None:
        """Wait until ``until_ms``, or for bytes of the host."""
        raise NotImplementedError


class Beams:
    """The three light beams behind an antenna."""

    def switch_light(self, on: bool) -> None:
        raise NotImplementedError

    def levels(self) -> int:
        """Return the beams that are cut now, as bits (`beams.py`)."""
        raise NotImplementedError

    def take_changes(self) -> list[tuple[int, int]]:
        """Return time in us, which wraps after 2^30, and bits of each change since the last call, oldest first."""
        raise NotImplementedError


class Board(Clock):
    """The board that the firmware runs on.

    Attributes:
        serial: the Pico's serial number, 16 lower-case hexadecimal digits.
        boot: eight random hexadecimal digits, new at each start.
    """

    def __init__(self, serial: str, boot: str) -> None:
        self.serial = serial
        self.boot = boot

    def connect_readers(self, kind: str) -> list[tuple[Bus, ResetLine]]:
        """Return bus and reset of each possible reader; ``kind`` is the value of the setting ``reader``."""
        raise NotImplementedError

    def connect_beams(self) -> Beams:
        """Return the light beams, which are wired."""
        raise NotImplementedError

    # The serial port to the host; neither call waits

    def read_from_host(self) -> bytes:
        """Return the bytes that arrived since the last call."""
        raise NotImplementedError

    def write_to_host(self, data: bytes, start: int) -> int:
        """Send bytes from ``start`` on, as many as fit now; return their number."""
        raise NotImplementedError

    def is_usb_powered(self) -> bool:
        """Return whether a USB cable gives power; the board may run on another supply."""
        raise NotImplementedError

    # The buttons "yes" and "no", and the three lamps

    def are_buttons_held(self) -> tuple[bool, bool]:
        raise NotImplementedError

    def connect_ring(self, pixels: int) -> None:
        """Show the lamps on a ring, too, from now on; 0 for none."""
        raise NotImplementedError

    def switch_lamps(self, left: bool, middle: bool, right: bool) -> None:  # levels of three pins
        raise NotImplementedError

    # Watchdog, heap and flash

    def feed_watchdog(self) -> None:
        raise NotImplementedError

    def collect_garbage(self) -> int:
        """Collect garbage; return the free bytes of heap."""
        raise NotImplementedError

    def load_settings(self) -> dict[str, str]:
        """Return the saved settings by name; empty without readable ones."""
        raise NotImplementedError

    def save_settings(self, settings: dict[str, str]) -> None:
        raise NotImplementedError
