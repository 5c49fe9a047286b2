"""`smbus` on the simulated Pi: smbus2 on its device nodes, with what i2c-tools' package does otherwise."""

import smbus2

__all__ = ["SMBus"]

CLOSED = 0x7FFF_FFFF
"""A descriptor that no process has open."""


class SMBus(smbus2.SMBus):
    def __init__(self, bus: int | str | None = None) -> None:
        super().__init__(bus)
        self.fd = CLOSED if bus is None else self.fd

    def close(self) -> None:
        if self.fd != CLOSED:
            super().close()
        self.fd = CLOSED

    def read_i2c_block_data(self, i2c_addr: int, register: int, length: int = 32) -> list[int]:  # type: ignore[override]  # no force there
        return list(super().read_i2c_block_data(i2c_addr, register, length))
