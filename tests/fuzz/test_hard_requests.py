"""A table's page answers whatever is asked of any of its routes, plain or encrypted, without a fault of its own."""

from pathlib import Path

import pytest

from controller.web.access.auth import Authentication
from controller.web.access.sessions import Role
from controller.web.app import create_app
from tests.fuzz.hard_requests import faults, let_through
from tests.web.fake_house import FakeAdmin, FakeDoor, FakeKeys
from tests.web.fake_table import FakeTable
from tests.web.test_encrypted import FakeEncryption


@pytest.mark.parametrize(
    "encryption", [None, FakeEncryption(), FakeEncryption(authority=b"DER"), FakeEncryption(on=False)]
)
async def test_no_request_to_any_route_of_a_table_is_answered_by_a_fault(
    tmp_path: Path, encryption: FakeEncryption | None
) -> None:
    auth = Authentication(FakeKeys(), FakeDoor(free=frozenset(Role)))
    app = create_app(FakeTable(), (), auth, FakeAdmin(tmp_path, password="correct horse"), encryption)
    assert await faults(app, app.routes) == []


async def test_no_handler_of_a_table_sees_a_host_that_is_none_or_an_endless_header(tmp_path: Path) -> None:
    auth = Authentication(FakeKeys(), FakeDoor(free=frozenset(Role)))
    app = create_app(FakeTable(), (), auth, FakeAdmin(tmp_path, password="correct horse"))
    assert await let_through(app, app.routes) == []
