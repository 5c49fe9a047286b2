"""What holds for every test: no deadline by the wall clock, and each leaves the log as it found it."""

import logging
from collections.abc import Iterator

import pytest
from hypothesis import settings

settings.register_profile("any machine", deadline=None)  # speed belongs into `make bench`
settings.load_profile("any machine")


@pytest.fixture(autouse=True)
def _log_stays_as_it_is() -> Iterator[None]:
    """A command that runs in the test's own process sends the daemon's log elsewhere."""
    log = logging.getLogger("royaltable")
    before = log.handlers, log.level, log.propagate
    yield
    log.handlers, log.level, log.propagate = before
