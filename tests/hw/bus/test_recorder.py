"""Counting what passes a port."""

from typing import Any

from hw.bus.recorder import I2cRecorder, SpiRecorder


def test_spi_transfers_and_octets_are_counted_and_passed_on(pi: dict[str, Any]) -> None:
    recorder = SpiRecorder(pi["chip"])
    recorder.transfer(b"\x12\x01\x02\x03")
    recorder.transfer(b"\x94\x00")
    assert (recorder.transfers, recorder.octets) == (2, 6)
    assert (pi["chip"].transfers, pi["chip"].octets) == (2, 6)


def test_i2c_messages_and_octets_are_counted_and_passed_on(pi: dict[str, Any]) -> None:
    recorder = I2cRecorder(pi["wires"])
    recorder.write(0x3C, b"\x00\x81\x42")
    assert (recorder.transfers, recorder.octets) == (1, 3)
    assert pi["oled"].contrast == 0x42
