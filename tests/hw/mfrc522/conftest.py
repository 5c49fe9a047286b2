"""Each test of a reader runs on the strictest chip and on another flavour; `make soak` tries all."""

from zlib import crc32

import pytest

from hw.mfrc522.flavours import FLAVOURS, STRICTEST
from tests.hw.mfrc522 import readers
from tests.support.soak import SOAK


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "flavour" in metafunc.fixturenames:
        own = FLAVOURS[crc32(metafunc.function.__name__.encode()) % len(FLAVOURS)]
        chosen = FLAVOURS if SOAK else tuple(dict.fromkeys((STRICTEST, own)))
        metafunc.parametrize("flavour", chosen, ids=[each.name for each in chosen], indirect=True)


@pytest.fixture
def flavour(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readers, "flavour", request.param)
