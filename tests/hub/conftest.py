"""One PostgreSQL for a whole run of tests."""

from collections.abc import Iterator
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest
from asyncpg import Connection

from hub.engines.postgres import PrivatePostgres
from hub.tournament_service.service import TournamentService
from tests.hub.recorded import open_connection_to, open_database
from tests.hub.running import (
    cheap_hashes,
    emptied_after,
    folder_of_a_hub,
    fresh_database,
    migrated_database,
    running_postgres,
    skip_without_engines,
)


@pytest.fixture(scope="session")
def postgres() -> Iterator[PrivatePostgres]:
    skip_without_engines()
    with running_postgres() as running:
        yield running


@pytest.fixture
def cheap_secrets() -> Iterator[None]:
    with cheap_hashes():
        yield


@pytest.fixture(scope="session")
def one_database(postgres: PrivatePostgres) -> Iterator[str]:
    with migrated_database(postgres.url) as url:
        yield url


@pytest.fixture
def database(one_database: str) -> Iterator[str]:
    """Return the URL of an empty database with the newest schema."""
    with emptied_after(one_database) as url:
        yield url


@pytest.fixture
def connection(database: str) -> AbstractAsyncContextManager[Connection]:
    return open_database(database)


@pytest.fixture
def desk(database: str) -> TournamentService:
    return TournamentService(database)


@pytest.fixture
def folder(database: str) -> Iterator[Path]:
    """Return a hub's folder that uses ``database``, so that the hub starts only a broker."""
    with folder_of_a_hub(database) as made:
        yield made


@pytest.fixture
def fresh(postgres: PrivatePostgres) -> Iterator[str]:
    """Return the URL of a database without a schema."""
    with fresh_database(postgres.url) as url:
        yield url


@pytest.fixture
def bare(fresh: str) -> AbstractAsyncContextManager[Connection]:
    return open_connection_to(fresh)
