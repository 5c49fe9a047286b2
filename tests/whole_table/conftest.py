"""A whole simulated table, for the tests that play at one."""

from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest

from hw.oled import frame as idle
from tests.support.playing import Playing, playing


@pytest.fixture
def play(tmp_path: Path) -> AbstractAsyncContextManager[Playing]:
    return playing(tmp_path)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """An idle display is dimmed and dark in a twentieth of the usual times, since simulated readers poll meanwhile."""
    for name in ("DIM_AFTER_S", "WANDER_EVERY_S", "DARK_AFTER_S"):
        monkeypatch.setattr(idle, name, getattr(idle, name) / 20)
