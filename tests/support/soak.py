"""Whether the long loops of the tests run in full: `make soak`, or ROYALTABLE_SOAK=1 before pytest."""

import os
from collections.abc import Sequence
from typing import Final, TypeVar

import pytest

T = TypeVar("T")

SOAK: Final = os.environ.get("ROYALTABLE_SOAK") == "1"


def sample(cases: Sequence[T], at_least: int = 1) -> Sequence[T]:
    """All cases in the soak, else the first: of those that differ in a language or a moment alone."""
    return cases if SOAK else cases[:at_least]


def in_soak(instead: str) -> pytest.MarkDecorator:
    """Leave a test to the soak; ``instead`` names what `make test` checks of the same promise."""
    return pytest.mark.skipif(not SOAK, reason=f"make soak; make test has {instead}")
