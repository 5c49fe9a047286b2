"""A Pi for the tests of its ports."""

from collections.abc import Iterator

import pytest

from tests.hw.bus.kernel_nodes import Pi


@pytest.fixture
def pi() -> Iterator[Pi]:
    with Pi(lambda: 1.0).booted() as machine:
        yield machine
