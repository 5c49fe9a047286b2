"""Whether the long loops of the tests run in full: `make soak`, or ROYALTABLE_SOAK=1 before pytest."""

import os
from collections.abc import Sequence
from typing import Final, TypeVar

T = TypeVar("T")

SOAK: Final = os.environ.get("ROYALTABLE_SOAK") == "1"


def sample(cases: Sequence[T], at_least: int = 1) -> Sequence[T]:
    """All cases in the soak, else the first: of those that differ in a language or a moment alone."""
    return cases if SOAK else cases[:at_least]
