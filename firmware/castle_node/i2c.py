"""A reader on I2C: a module with a WS1850S, such as M5Stack's RFID2 (MFRC522 data sheet, 8.1.4)."""

from .ports import Bus

WS1850S_ADDRESS = 0x28
"""Fixed on M5Stack's RFID2, so that a bus has one of them at most."""


class I2cBus(Bus):
    """Turn transfers into messages; if nothing acknowledges, read zeros, as on SPI without a chip."""

    def write(self, data: bytes) -> None:
        """Send a message: a register, and bytes for it; raise OSError if nothing acknowledges."""
        raise NotImplementedError

    def read(self, register: int, into: memoryview) -> None:
        """Fill ``into`` from a register; raise OSError if nothing acknowledges."""
        raise NotImplementedError

    def transfer(self, out: bytes, into: bytearray) -> None:
        view = memoryview(into)
        last = len(out) - 1
        at = 0
        while at < last:
            end = at + 1
            while end < last and out[end] == out[at]:
                end += 1
            try:
                self.read(out[at] >> 1 & 0x3F, view[at + 1 : end + 1])
            except OSError:
                into[at + 1 : end + 1] = bytes(end - at)
            at = end

    def send(self, writes: tuple[bytes, ...]) -> None:
        try:
            for out in writes:
                self.write(bytes((out[0] >> 1,)) + out[1:])
        except OSError:
            pass  # the next read shows it
