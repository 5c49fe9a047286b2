"""A simulated table for tests of the service."""

from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest

from tests.support.playing import Playing, playing


@pytest.fixture
def play(tmp_path: Path) -> AbstractAsyncContextManager[Playing]:
    """Run a table of four castles in the test's loop."""
    return playing(tmp_path)
