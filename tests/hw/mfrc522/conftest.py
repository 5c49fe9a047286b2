"""What the tests of readers start from: the flavours of the chip (`make soak` tries all), a Pi for other drivers."""

from collections.abc import Iterator
from zlib import crc32

import pytest

from bench.shared.raspberry import simulated_pi
from hw.mfrc522.flavours import FLAVOURS
from tests.hw.mfrc522 import readers
from tests.hw.mfrc522.packages import Pi
from tests.soak import SOAK


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "flavour" in metafunc.fixturenames:
        own = FLAVOURS[crc32(metafunc.function.__name__.encode()) % len(FLAVOURS)]
        chosen = FLAVOURS if SOAK else (own,)
        metafunc.parametrize("flavour", chosen, ids=[each.name for each in chosen], indirect=True)


@pytest.fixture
def flavour(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readers, "flavour", request.param)


@pytest.fixture
def pi() -> Iterator[Pi]:
    pi = Pi()
    with simulated_pi({(0, 0): pi.twin}, pi.time):
        yield pi
