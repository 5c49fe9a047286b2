"""A whole simulated table, for the tests that play at one."""

from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest

from tests.support.playing import Playing, playing


@pytest.fixture
def play(tmp_path: Path) -> AbstractAsyncContextManager[Playing]:
    return playing(tmp_path)
