"""Virtual time for tests: a short run's loops have no threads, which would be a tenth of a simulated table."""

from collections.abc import Coroutine
from typing import Any, TypeVar

from hw.testing import clock
from tests.support.soak import SOAK

T = TypeVar("T")


def run_virtual(main: Coroutine[Any, Any, T]) -> T:
    """Run ``main`` to its end in virtual time; the soak leaves threads their work, as the table does."""
    return clock.run_virtual(main, clock.VirtualLoop if SOAK else clock.ThreadlessLoop)
