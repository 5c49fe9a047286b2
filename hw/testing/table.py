"""A simulated table: a machine of twins whose parts can be broken by name."""

from random import Random

from hw.castle_link.board_twin import MakeBoard
from hw.castle_link.twin import PythonBoard
from hw.clock import Clock
from hw.testing.faults.by_name import Faults
from hw.testing.machine import TwinMachine
from hw.testing.wiring import TableWiring


class TwinTable(TwinMachine):
    """What `royaltable sim` and the tests play on.

    Attributes:
        faults: what is broken, by name.
    """

    def __init__(self, wiring: TableWiring, clock: Clock, make_board: MakeBoard = PythonBoard) -> None:
        super().__init__(wiring, clock, make_board)
        self.faults = Faults(self, Random(0))  # noqa: S311  # which level a dead wire has is no secret
