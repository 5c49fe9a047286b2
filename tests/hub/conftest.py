"""One PostgreSQL for a whole run of tests."""

from collections.abc import Iterator

import pytest

from hub.engines.postgres import PrivatePostgres
from tests.hub.running import fresh_database, need_engines, one_postgres


@pytest.fixture(scope="session")
def postgres() -> Iterator[PrivatePostgres]:
    need_engines()
    with one_postgres() as running:
        yield running


@pytest.fixture
def database(postgres: PrivatePostgres) -> Iterator[str]:
    """The address of an empty database."""
    with fresh_database(postgres.url) as url:
        yield url
