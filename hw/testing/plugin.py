"""The pytest plugin that comes with the package: simulated machines in a test, broken by name.

::

    @pytest.mark.fault("reader_deaf", "blue")
    def test_my_program_survives_a_deaf_reader(twin_table: MakeTable) -> None:
        async def scene() -> None:
            table = twin_table()
            ...

        run_virtual(scene())

Faults of castle boards and their lines need a table that has some: ``twin_table(usual_wiring(boards=True))``.
"""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from hw.testing.table import TwinTable
    from hw.testing.wiring import TableWiring

MakeTable = Callable[..., "TwinTable"]
"""Called inside a running loop, with a ``TableWiring`` or without; gives a ``TwinTable`` on that loop's clock."""


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", 'fault(name, place=""): break what the fixture twin_table makes; `royaltable faults` lists the names'
    )


@pytest.fixture
def twin_table(request: pytest.FixtureRequest) -> Iterator[MakeTable]:
    """Make simulated machines; afterwards whatever is broken at them is mended and their pins are given back."""
    from hw.clock import LoopClock  # not wanted by test runs that have no table
    from hw.testing.clock import run_virtual
    from hw.testing.table import TwinTable
    from hw.testing.wiring import usual_wiring

    made: list[TwinTable] = []

    def make(wiring: "TableWiring | None" = None) -> "TwinTable":
        table = TwinTable(wiring or usual_wiring(), LoopClock())
        made.append(table)
        for marker in request.node.iter_markers("fault"):
            table.faults.switch(*marker.args, **marker.kwargs, on=True)
        return table

    async def put_away() -> None:
        for table in made:
            table.faults.mend_all()
            table.close()

    yield make
    run_virtual(put_away())  # inside a loop: some parts that are mended have something to do a moment later
