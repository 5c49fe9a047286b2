"""The reader suite on each flavour of the chip: in `make soak` every test on all, else each on one of them."""

from zlib import crc32

import pytest

from hw.mfrc522.flavours import FLAVOURS
from tests.hw.mfrc522 import readers
from tests.soak import SOAK


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Which one is for a test is drawn from its name, so all of them are met, and always the same ones."""
    if "flavour" in metafunc.fixturenames:
        own = FLAVOURS[crc32(metafunc.function.__name__.encode()) % len(FLAVOURS)]
        chosen = FLAVOURS if SOAK else (own,)
        metafunc.parametrize("flavour", chosen, ids=[each.name for each in chosen], indirect=True)


@pytest.fixture
def flavour(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """What `readers.chip` makes."""
    monkeypatch.setattr(readers, "flavour", request.param)
