"""Tables whose pages are asked."""

from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest

from tests.web.home import Home, at_home


@pytest.fixture
def home(tmp_path: Path) -> AbstractAsyncContextManager[Home]:
    return at_home(tmp_path)


@pytest.fixture
def simulated(tmp_path: Path) -> AbstractAsyncContextManager[Home]:
    """A table that says that it is simulated: everybody may do everything there."""
    return at_home(tmp_path, simulated=True)
