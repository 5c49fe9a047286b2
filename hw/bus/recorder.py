"""Ports that count: what a driver costs its bus, in transfers and octets instead of milliseconds."""

from hw.bus.ports import I2cPort, SpiPort


class SpiRecorder:
    """An SPI port that passes everything on and counts it.

    Attributes:
        transfers: chip-select frames so far.
        octets: octets clocked so far, the same number out and in.
    """

    def __init__(self, port: SpiPort) -> None:
        self._port = port
        self.transfers = 0
        self.octets = 0

    def transfer(self, octets: bytes) -> bytes:
        """As `SpiPort.transfer`."""
        self.transfers += 1
        self.octets += len(octets)
        return self._port.transfer(octets)

    def close(self) -> None:
        """As `SpiPort.close`."""
        self._port.close()


class I2cRecorder:
    """An I2C port that passes everything on and counts it.

    Attributes:
        transfers: messages so far.
        octets: data octets so far, without the address octet of each message.
    """

    def __init__(self, port: I2cPort) -> None:
        self._port = port
        self.transfers = 0
        self.octets = 0

    def write(self, address: int, octets: bytes) -> None:
        """As `I2cPort.write`."""
        self.transfers += 1
        self.octets += len(octets)
        self._port.write(address, octets)

    def close(self) -> None:
        """As `I2cPort.close`."""
        self._port.close()
