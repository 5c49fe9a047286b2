"""A whole simulated table, for the parts of the service that need one."""

from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest

from tests.whole_table.playing import Playing, playing


@pytest.fixture
def play(tmp_path: Path) -> AbstractAsyncContextManager[Playing]:
    """Of four castles, in the test's own loop."""
    return playing(tmp_path)
