"""Ports: what a driver holds of a bus, whether a part or a twin is on the far side."""

from hw.bus.ports import I2cPort, Ports, SpiPort

__all__ = ["I2cPort", "Ports", "SpiPort"]
