"""One PostgreSQL for a whole run of tests."""

from collections.abc import Iterator
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest
from asyncpg import Connection

from hub.engines.postgres import PrivatePostgres
from hub.tournament_service.service import TournamentService
from tests.hub.recorded import at, connecting
from tests.hub.running import (
    cheap_hashes,
    emptied_after,
    folder_of_a_hub,
    fresh_database,
    migrated_database,
    need_engines,
    one_postgres,
)


@pytest.fixture(scope="session")
def postgres() -> Iterator[PrivatePostgres]:
    need_engines()
    with one_postgres() as running:
        yield running


@pytest.fixture
def cheap_secrets() -> Iterator[None]:
    """For tests that log in to a page in their own process."""
    with cheap_hashes():
        yield


@pytest.fixture(scope="session")
def one_database(postgres: PrivatePostgres) -> Iterator[str]:
    with migrated_database(postgres.url) as url:
        yield url


@pytest.fixture
def database(one_database: str) -> Iterator[str]:
    """The address of a database with the newest schema, in which nothing is kept."""
    with emptied_after(one_database) as url:
        yield url


@pytest.fixture
def connection(database: str) -> AbstractAsyncContextManager[Connection]:
    return at(database)


@pytest.fixture
def desk(database: str) -> TournamentService:
    return TournamentService(database)


@pytest.fixture
def folder(database: str) -> Iterator[Path]:
    """Of a hub at that database, whose engine is its broker alone: a cluster of its own would cost it a second."""
    with folder_of_a_hub(database) as made:
        yield made


@pytest.fixture
def fresh(postgres: PrivatePostgres) -> Iterator[str]:
    """The address of a database that has no schema."""
    with fresh_database(postgres.url) as url:
        yield url


@pytest.fixture
def bare(fresh: str) -> AbstractAsyncContextManager[Connection]:
    """To that database."""
    return connecting(fresh)
