"""What holds for all tests: virtual time for coroutines, no deadline, long files first, the log as it was."""

import asyncio
import gc
import inspect
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, settings
from xdist.scheduler import LoadFileScheduling  # type: ignore[import-untyped]

from controller.log import LOGGED_LIBRARIES
from hw.testing import clock
from tests.support import virtual
from tests.support.soak import SOAK

# speed belongs into `make bench`
settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")

LONG: Final = (
    # the soak's longest, each one worker's; guests compute, so what mostly waits goes beside them
    *("tests/kernel_table/test_hard_times.py", "tests/whole_table/test_nothing_hidden_shows.py"),
    "tests/systemd/container/test_update.py",
    *("tests/systemd/container/", "tests/kernel_table/test_on_arm64.py"),
    *("tests/web/browser/test_whole_game.py", "tests/kernel_table/test_own_buses.py", "tests/firmware/test_rp2040.py"),
    *("tests/kernel_table/test_castle_boards.py", "tests/hw/stepper/test_spinner.py", "tests/kernel_table/"),
    # these wait for real machines, browsers and boards
    *("tests/web/", "tests/hub/", "tests/whole_table/", "tests/hw/mfrc522/test_poll.py"),
    *("tests/docs/test_translating.py", "tests/fuzz/test_hard_requests.py"),
    *("tests/cli/test_flash.py", "tests/hw/castle_link/"),
)
"""Files that start first, since the last of them would keep the other workers idle."""

TOGETHER: Final = ("tests/web/browser/", "tests/hub/in_browser/")
"""One worker does all of a folder, with one browser and one table or hub."""


APART: Final = ("tests/games/", "tests/whole_table/") if SOAK else ()
"""Folders whose tests are distributed singly: in the soak a file would keep one worker for many minutes."""


class Files(LoadFileScheduling):  # type: ignore[misc]  # it comes without types
    """Give each file to one worker, so the folder ``TOGETHER``, but tests in ``APART`` singly."""

    def _split_scope(self, nodeid: str) -> str:
        if nodeid.startswith(APART):
            return nodeid
        file = nodeid.split("::", 1)[0]
        return next((folder for folder in TOGETHER if file.startswith(folder)), file)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Callable[..., object]) -> LoadFileScheduling:
    return Files(config, log)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    def place(item: pytest.Item) -> int:
        return next((at for at, long in enumerate(LONG) if item.nodeid.startswith(long)), len(LONG))

    items.sort(key=place)


def pytest_collection() -> None:
    """Stop collecting garbage: thousands of collected tests stay in memory to the end."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Keep the collected tests out of later searches for garbage."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
    gc.enable()


def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a coroutine test in virtual time; with the mark ``real_time`` by the real clock."""
    test = pyfuncitem.obj
    if not inspect.iscoroutinefunction(test):
        return None
    if pyfuncitem.get_closest_marker("real_time") is not None:
        run: Callable[[Coroutine[Any, Any, None]], None] = asyncio.run
    else:
        run = virtual.run_virtual if pyfuncitem.nodeid.startswith("tests/whole_table/") else clock.run_virtual
    run(_run_within_contexts(test, {name: pyfuncitem.funcargs[name] for name in inspect.signature(test).parameters}))
    return True


async def _run_within_contexts(test: Callable[..., Awaitable[None]], arguments: dict[str, Any]) -> None:
    """Run a test within its fixtures that are asynchronous contexts, entered on its loop."""
    async with AsyncExitStack() as stack:
        for name, value in arguments.items():
            if isinstance(value, AbstractAsyncContextManager):
                arguments[name] = await stack.enter_async_context(value)
        await test(**arguments)


@pytest.fixture(autouse=True)
def _nothing_of_a_run_survives(request: pytest.FixtureRequest) -> Iterator[None]:
    """Compare the process before and after a test that has a simulated Pi."""
    if "simulated_pi" not in request.fixturenames:
        yield
        return
    from tests.support.leaks import nothing_left_behind  # imports the simulated Pi

    with nothing_left_behind():
        yield


@pytest.fixture(autouse=True)
def _log_stays_as_it_is() -> Iterator[None]:
    """Restore the loggers: a command in the test's own process redirects the daemon's log."""
    loggers = [logging.getLogger(name) for name in ("royaltable", *LOGGED_LIBRARIES)]
    before = [(log.handlers, log.level, log.propagate) for log in loggers]
    yield
    for log, (handlers, level, propagate) in zip(loggers, before, strict=True):
        log.handlers, log.level, log.propagate = handlers, level, propagate
