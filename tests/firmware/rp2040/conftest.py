"""The firmware on an emulated RP2040: it runs slower than a Pico, so all of it is for the soak."""

import subprocess
from pathlib import Path

import pytest

from hw.castle_link.messages import BoardId
from bench.shared.rp2040.board import Rp2040Kit
from bench.shared.rp2040.board import kit as installed_kit
from bench.shared.rp2040.board import flashed
from tests.soak import SOAK

TOOL = Path(__file__).parents[3] / "tools" / "rp2040"


def pytest_itemcollected(item: pytest.Item) -> None:
    """Leave it out of a short run, and say why; asked of this folder's tests alone."""
    if not SOAK:
        item.add_marker(pytest.mark.skip(reason="an emulated RP2040 takes minutes. Cure: make soak"))


@pytest.fixture(scope="session")
def kit() -> Rp2040Kit:
    made = subprocess.run([TOOL], capture_output=True, text=True, check=False)
    if made.returncode:
        pytest.skip(made.stderr.strip())
    return installed_kit()


@pytest.fixture(scope="session")
def flashed_blue(kit: Rp2040Kit) -> Path:
    """The flash of the board blue, with the firmware on it; to be copied."""
    return flashed(kit, BoardId("blue"))
