"""Virtual time without threads, which would be a tenth of a simulated table's cost."""

from collections.abc import Coroutine
from typing import Any, TypeVar

from hw.testing import clock
from tests.support.soak import SOAK

T = TypeVar("T")


def run_virtual(main: Coroutine[Any, Any, T]) -> T:
    """Run ``main`` in virtual time; in the soak with threads, as the table has them."""
    return clock.run_virtual(main, clock.VirtualLoop if SOAK else clock.ThreadlessLoop)
