"""What may run on the castle boards of a test: the firmware on CPython, or in a real MicroPython."""

from functools import partial
from random import Random
from typing import Any

from firmware.castle_node.board import BUTTONS
from firmware.castle_node.node import Node
from firmware.castle_node.reader import Reader
from hw.bus.mock_pins import TwinPinFactory
from hw.castle_link.messages import BoardId
from hw.castle_link.twin import Cable, MakeBoard
from hw.clock import Clock
from hw.iso14443.picc import Picc
from hw.mfrc522.twin import Mfrc522Twin
from hw.testing.pico.node_board import CPythonBoard, TwinBoard, make_cpython_board
from hw.testing.wiring import BOARD_MAKERS
from tests.support.castle_rigs import needs
from tests.support.soak import SOAK

NAP_S = 0.05
AWAKE_S = 1.0


class NappingBoard(CPythonBoard):
    """A board that naps while its field is empty, since such polls are most of a game's cost."""

    awake_s = 0.0

    def _make_node(self) -> Node:
        node = super()._make_node()
        for reader, chip in zip(node.readers, self.chips, strict=False):
            reader.poll = partial(self._poll, reader, reader.poll, chip)  # type: ignore[method-assign]
            chip.enter = partial(self._enter, chip)  # type: ignore[method-assign]
        for number in BUTTONS:
            self.pins.on_change(number, lambda _level: self._stir())
        return node

    def _make_board(self) -> TwinBoard:
        return _Napping(self)

    def naps(self) -> bool:
        return (
            self.clock.now_s() > self.awake_s
            and not any(self._board.are_buttons_held())
            and all(map(self._quiet, self.chips))
        )

    def _quiet(self, chip: Mfrc522Twin) -> bool:
        return not chip.piccs and chip.rf_on and not chip.disturbed and not chip.lag_s

    async def _poll(self, reader: Reader, poll: Any, chip: Mfrc522Twin) -> Any:
        if reader.works and self._quiet(chip) and not reader._field.resting:
            return [], False
        return await poll()

    def _enter(self, chip: Mfrc522Twin, picc: Picc, coupling: float = 1.0) -> None:
        Mfrc522Twin.enter(chip, picc, coupling)
        self._stir()

    def _stir(self) -> None:
        self.awake_s = self.clock.now_s() + AWAKE_S
        self._board.wake()


class _Napping(TwinBoard):
    def __init__(self, node: NappingBoard) -> None:
        super().__init__(node)
        self._napper = node

    async def rest_until(self, until_s: float) -> None:
        await super().rest_until(max(until_s, self._clock.now_s() + NAP_S) if self._napper.naps() else until_s)


def napping(
    board: BoardId, cable: Cable, chip: Mfrc522Twin, pins: TwinPinFactory, clock: Clock, chance: Random
) -> CPythonBoard:
    twin = NappingBoard([chip], pins, clock, cable.carry_to_host, chance, board=board)
    cable.board = twin
    return twin


IN_PYTHON: MakeBoard = make_cpython_board if SOAK else napping
"""Where the line is tried and not the reader, it polls an empty field in full by ``make soak`` only."""


def maker(name: str) -> MakeBoard:
    if name == "micropython":
        needs("MicroPython")
        return BOARD_MAKERS[name]
    return IN_PYTHON
