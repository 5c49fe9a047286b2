"""What holds for all tests: no deadline by the wall clock, long files first, the log is left as it was."""

import logging
from collections.abc import Iterator
from typing import Final

import pytest
from hypothesis import settings

settings.register_profile("any machine", deadline=None)  # speed belongs into `make bench`
settings.load_profile("any machine")

LONG: Final = (
    # the longest of the soak
    *("tests/whole_table/test_faults_whole_games.py", "tests/games/tumult_royale/test_against_the_oracle.py"),
    # these wait for real machines, browsers and boards
    *("tests/systemd/container/", "tests/web/browser/test_whole_game.py", "tests/web/", "tests/whole_table/"),
    *("tests/cli/test_flash.py", "tests/hw/castle_link/"),
)
"""Whichever of them came last would keep the other workers idle."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    def place(item: pytest.Item) -> int:
        return next((at for at, long in enumerate(LONG) if item.nodeid.startswith(long)), len(LONG))

    items.sort(key=place)


@pytest.fixture(autouse=True)
def _log_stays_as_it_is() -> Iterator[None]:
    """A command that runs in the test's own process sends the daemon's log elsewhere."""
    log = logging.getLogger("royaltable")
    before = log.handlers, log.level, log.propagate
    yield
    log.handlers, log.level, log.propagate = before
