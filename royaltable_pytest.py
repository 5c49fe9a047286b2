"""Pytest plugin of royaltable-hw: simulated machines in tests, with named faults.

::

    @pytest.mark.fault("reader_deaf", "blue")
    def test_my_program_survives_a_deaf_reader(twin_table: MakeTable) -> None:
        async def scene() -> None:
            table = twin_table()
            ...

        run_virtual(scene())

Faults of castle boards and cables need boards: ``twin_table(usual_wiring(boards=True))``.

Pytest loads this module at each start, so it imports nothing of ``hw`` before a test asks for a machine: a project may
have a folder of this name. It is no part of ``hw`` for the same reason.
"""

import contextlib
import importlib
import os
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from hw.testing.pi.machine import SimulatedPi
    from hw.testing.table import TwinTable
    from hw.testing.wiring import TableWiring

MakePi = Callable[..., "SimulatedPi"]
"""Called with ``real_time``, ``nasty`` and the wiring as names, none for the usual one; returns a ``SimulatedPi``."""

MakeTable = Callable[..., "TwinTable"]
"""Called inside a running loop, optionally with a ``TableWiring``; returns a ``TwinTable`` on its clock."""


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers",
        'fault(name, place=""): apply a fault to the tables of twin_table; `royaltable faults` lists the names',
    )


def pytest_itemcollected(item: pytest.Item) -> None:
    """Pass over what current Pillow and Python deprecate within the drivers, also with ``-W error``."""
    if {"twin_table", "simulated_pi"} & set(getattr(item, "fixturenames", ())):
        item.add_marker(pytest.mark.filterwarnings("ignore::DeprecationWarning:luma|mfrc522|pirc522"))


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    session.config.stash[_STATUS] = exitstatus


@pytest.hookimpl(trylast=True)
def pytest_unconfigure(config: pytest.Config) -> None:
    """End the process at once if a program has left threads that do not end: Python would wait for them for ever."""
    limit = sys.modules.get("hw.testing.pi.limit")
    if limit is not None and any(thread.is_alive() and not thread.daemon for thread in limit.abandoned):
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(config.stash.get(_STATUS, 1))


_STATUS = pytest.StashKey[int]()


def _check_names() -> None:
    """Fail the test if the project has a module with a name of ours."""
    for name, module in (("hw", "hw.testing"), ("firmware", "firmware.castle_node")):
        try:
            importlib.import_module(module)
            continue
        except ModuleNotFoundError as missing:
            if missing.name != module:
                raise
        pytest.fail(
            f"royaltable-hw needs its package {name}, but Python imports {sys.modules[name].__file__ or name} "
            "under this name. Rename that module, or move it into a package of your project.",
            pytrace=False,
        )


@pytest.fixture
def twin_table(request: pytest.FixtureRequest) -> Iterator[MakeTable]:
    """Create simulated machines; end their faults and release their pins afterwards."""
    _check_names()
    from hw.clock import LoopClock  # only for test runs with a table
    from hw.testing.clock import run_virtual
    from hw.testing.table import TwinTable
    from hw.testing.wiring import usual_wiring

    made: list[TwinTable] = []

    def make_table(wiring: "TableWiring | None" = None) -> "TwinTable":
        table = TwinTable(wiring or usual_wiring(), LoopClock())
        made.append(table)
        for marker in request.node.iter_markers("fault"):
            table.faults.switch(*marker.args, **marker.kwargs, on=True)
        return table

    async def close_tables() -> None:
        for table in made:
            table.faults.mend_all()
            table.close()

    yield make_table
    run_virtual(close_tables())  # ending a fault may start a timer, which needs a loop


@pytest.fixture
def simulated_pi(request: pytest.FixtureRequest) -> Iterator[MakePi]:
    """Create the simulated Pi of the test: ``simulated_pi().run(program, seconds=2)``."""
    _check_names()
    from hw.testing.pi.machine import SimulatedPi  # only for test runs with a Pi

    capture = request.config.pluginmanager.getplugin("capturemanager")
    with contextlib.ExitStack() as stack:
        with capture.global_and_fixture_disabled() if capture else contextlib.nullcontext():
            last_words = os.dup(2)  # of the test run, not of the test
        stack.callback(os.close, last_words)

        def make_pi(*, real_time: bool = False, nasty: int | None = None, **wiring: Any) -> SimulatedPi:
            pi = stack.enter_context(contextlib.closing(SimulatedPi(wiring, real_time=real_time, nasty=nasty)))
            if pi.scheduler is not None:
                pi.scheduler.last_words = last_words
            stack.enter_context(pi.in_use())
            for marker in request.node.iter_markers("fault"):
                pi.fault(*marker.args)
            return pi

        yield make_pi
