"""A simulated table with named faults, and a real machine with simulated parts."""

from collections.abc import Collection, Sequence
from datetime import datetime
from random import Random
from typing import Any

from gpiozero.pins import Factory

from hw.bus.ports import I2cPort, OnBytes, OnConnectionLost, Ports, SerialPort, SpiPort
from hw.castle_link.twin import MakeBoard
from hw.clock import Clock
from hw.speech.programs import SpeechPort, Voice
from hw.testing.faults import Faults
from hw.testing.machine import TwinMachine
from hw.testing.mistakes import MISTAKES
from hw.testing.pico.node_board import make_cpython_board
from hw.testing.wiring import TableWiring


class TwinTable(TwinMachine):
    """The table of `royaltable sim` and of tests, with its ``faults``, and ``mistakes`` in its wiring."""

    def __init__(self, wiring: TableWiring, clock: Clock, make_board: MakeBoard = make_cpython_board) -> None:
        super().__init__(wiring, clock, make_board)
        self.faults = Faults(self, Random(0))  # noqa: S311  # no secret
        self.mistakes = Faults(self, Random(0), MISTAKES)  # noqa: S311  # no secret


class MixedPorts(TwinTable):
    """A machine with some simulated parts (``hw.bus.ports.Ports``); others are real.

    Args:
        wiring: the simulated parts.
        pins: pins of the simulated parts.
        real: the machine's own ports.
    """

    def __init__(
        self,
        wiring: TableWiring,
        pins: Collection[int],
        real: Ports,
        clock: Clock,
    ) -> None:
        self.real = real
        self._twin_boards = {*wiring.panels, *wiring.boards}
        self._voice = wiring.voice
        super().__init__(wiring, clock)
        self._routed = _RoutedPins(super().pin_factory(), pins, real)

    @property
    def is_all_twins(self) -> bool:
        return False

    def spi_port(self, bus: int, chip_select: int) -> SpiPort:
        return self._spi.get((bus, chip_select)) or self.real.spi_port(bus, chip_select)

    @property
    def unbatched_spi_ports(self) -> Collection[tuple[int, int]]:
        return self.real.unbatched_spi_ports

    def i2c_port(self, bus: int) -> I2cPort:
        return self._i2c[bus] if bus in self._i2c else self.real.i2c_port(bus)

    def serial_port_names(self) -> Sequence[str]:
        return [*super().serial_port_names(), *self.real.serial_port_names()]

    def open_serial_port(self, place: str, received: OnBytes, lost: OnConnectionLost) -> SerialPort:
        if place in self.places:
            return super().open_serial_port(place, received, lost)
        return self.real.open_serial_port(place, received, lost)

    def pin_factory(self) -> Any:
        return self._routed

    def board_pin_factory(self, board: str) -> Any:
        return super().board_pin_factory(board) if board in self._twin_boards else self.real.board_pin_factory(board)

    def speech_port(self, voice: Voice) -> SpeechPort:
        return super().speech_port(voice) if self._voice else self.real.speech_port(voice)

    def undervoltage(self) -> bool | None:
        return super().undervoltage() or self.real.undervoltage()

    def utc_now(self) -> datetime:
        return self.real.utc_now() + self.wall_ahead

    def close(self) -> None:
        self._routed.close()
        super().close()
        self.real.close()


class _RoutedPins(Factory):  # type: ignore[misc]  # gpiozero has no types
    """The real factory is created with its first pin."""

    def __init__(self, twin: Any, simulated: Collection[int], real: Ports) -> None:
        super().__init__()
        self._twin = twin
        self._simulated = frozenset(simulated)
        self._real = real

    def pin(self, name: int) -> Any:
        return self._twin.pin(name) if name in self._simulated else self._real.pin_factory().pin(name)

    def ticks(self) -> float:
        ticks: float = self._twin.ticks()
        return ticks

    def ticks_diff(self, later: float, earlier: float) -> float:
        return later - earlier

    def _get_board_info(self) -> Any:
        return self._twin.board_info
