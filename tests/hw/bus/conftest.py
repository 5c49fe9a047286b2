"""A Pi for the tests of its ports."""

import pytest

from tests.hw.bus.stub_kernel import Pi, kernel_is


@pytest.fixture
def pi(monkeypatch: pytest.MonkeyPatch) -> Pi:
    machine = Pi(lambda: 1.0)
    kernel_is(machine.kernel, monkeypatch)
    return machine
