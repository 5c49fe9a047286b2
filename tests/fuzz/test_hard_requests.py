"""A table's page answers whatever is asked of any of its routes, plain or encrypted, without a fault of its own."""

from pathlib import Path

import pytest

from tests.fuzz.hard_requests import faults, let_through
from tests.web.home import at_home
from tests.web.test_encrypted import FakeEncryption


@pytest.mark.parametrize(
    "encryption", [None, FakeEncryption(), FakeEncryption(authority=b"DER"), FakeEncryption(on=False)]
)
async def test_no_request_to_any_route_of_a_table_is_answered_by_a_fault(
    tmp_path: Path, encryption: FakeEncryption | None
) -> None:
    async with at_home(tmp_path, simulated=True, encryption=encryption) as home:
        assert await faults(home.app, home.app.routes) == []


async def test_no_handler_of_a_table_sees_a_host_that_is_none_or_an_endless_header(tmp_path: Path) -> None:
    async with at_home(tmp_path, simulated=True) as home:
        assert await let_through(home.app, home.app.routes) == []
