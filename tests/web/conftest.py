"""Fixtures of tables with pages."""

from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest

from tests.support.page_of_table import TablePage, open_table_page


@pytest.fixture
def table_page(tmp_path: Path) -> AbstractAsyncContextManager[TablePage]:
    return open_table_page(tmp_path)


@pytest.fixture
def simulated(tmp_path: Path) -> AbstractAsyncContextManager[TablePage]:
    """A table whose page knows that it is simulated, so that all clients have all rights."""
    return open_table_page(tmp_path, simulated=True)
