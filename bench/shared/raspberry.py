"""Other people's drivers on our twins: stand-ins for `spidev` and `RPi.GPIO` on a machine that is no Pi.

Those drivers block and poll, so nothing but the wires takes time: each SPI transfer lasts as long as its bits do.
"""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import ModuleType
from typing import Any

from hw.bus.ports import SpiPort

PACKAGES = ("mfrc522", "pirc522")
"""Modules that are imported afresh on each simulated Pi, and forgotten after it."""


class WireTime:
    """The clock of a machine on which only SPI transfers take time.

    Attributes:
        call_s: what one transfer costs besides its bits (about 20 us on a Pi 5).
    """

    def __init__(self, call_s: float = 0.0) -> None:
        self.call_s = call_s
        self._now_s = 0.0

    def now_s(self) -> float:
        return self._now_s

    def clocked(self, count: int, hertz: int) -> None:
        self._now_s += self.call_s + 8 * count / hertz

    def wait(self, seconds: float) -> None:
        self._now_s += seconds


@contextmanager
def simulated_pi(chips: Mapping[tuple[int, int], SpiPort], time: WireTime) -> Iterator[None]:
    """Let `import spidev` and `import RPi.GPIO` find stand-ins with ``chips`` by bus and chip select."""
    stand_ins = {"spidev": _spidev(chips, time), "RPi": ModuleType("RPi"), "RPi.GPIO": _gpio()}
    stand_ins["RPi"].__path__ = []
    stand_ins["RPi"].__dict__["GPIO"] = stand_ins["RPi.GPIO"]
    before = {name: sys.modules.get(name) for name in stand_ins}
    _forget_packages()
    sys.modules.update(stand_ins)
    try:
        yield
    finally:
        _forget_packages()
        for name, module in before.items():
            if module is None:
                del sys.modules[name]
            else:
                sys.modules[name] = module


def _forget_packages() -> None:
    for name in [name for name in sys.modules if name.split(".")[0] in PACKAGES]:
        del sys.modules[name]


def _spidev(chips: Mapping[tuple[int, int], SpiPort], time: WireTime) -> ModuleType:
    class SpiDev:
        """One chip select, as py-spidev has it."""

        def __init__(self) -> None:
            self.max_speed_hz = 125_000_000
            self.mode = 0

        def open(self, bus: int, device: int) -> None:
            if (bus, device) not in chips:
                raise FileNotFoundError(2, "No such file or directory")
            self._chip = chips[bus, device]

        def xfer2(self, data: Sequence[int]) -> list[int]:
            answer = list(self._chip.transfer(bytes(data)))
            time.clocked(len(answer), self.max_speed_hz)
            return answer

        def close(self) -> None:
            """As `spidev.SpiDev.close`."""

    module = ModuleType("spidev")
    module.__dict__["SpiDev"] = SpiDev
    return module


def _gpio() -> ModuleType:
    """RPi.GPIO as far as reader packages use it; no pin leads anywhere."""
    module = ModuleType("RPi.GPIO")
    mode: list[int] = []

    def getmode() -> int | None:
        return mode[-1] if mode else None

    def ignore(*_arguments: Any, **_named: Any) -> None:
        """Nothing is wired to the pins."""

    functions: dict[str, Callable[..., Any]] = {
        "getmode": getmode,
        "setmode": mode.append,
        "cleanup": mode.clear,
        "setup": ignore,
        "output": ignore,
        "add_event_detect": ignore,
    }
    module.__dict__.update({"BOARD": 10, "BCM": 11, "OUT": 0, "IN": 1, "PUD_UP": 22, "FALLING": 32, **functions})
    return module
