"""`smbus` on the simulated Pi: smbus2 has the same calls and runs on its device nodes."""

from smbus2 import SMBus

__all__ = ["SMBus"]
