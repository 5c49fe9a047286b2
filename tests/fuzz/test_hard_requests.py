"""Hostile requests to a table's page, plain or encrypted, cause no server error."""

from pathlib import Path

import pytest

from tests.fuzz.hard_requests import faults, let_through
from tests.web.page_of_table import open_table_page
from tests.web.test_encrypted import FakeEncryption


@pytest.mark.parametrize(
    "encryption", [None, FakeEncryption(), FakeEncryption(authority=b"DER"), FakeEncryption(on=False)]
)
async def test_no_generated_request_causes_a_server_error(tmp_path: Path, encryption: FakeEncryption | None) -> None:
    async with open_table_page(tmp_path, simulated=True, encryption=encryption) as table_page:
        assert await faults(table_page.app, table_page.app.routes) == []


async def test_malformed_hosts_and_huge_headers_reach_no_handler(tmp_path: Path) -> None:
    async with open_table_page(tmp_path, simulated=True) as table_page:
        assert await let_through(table_page.app, table_page.app.routes) == []
