"""Back up a hub into a ZIP file with the rows of each database table; restore all or nothing."""

import asyncio
import os
import re
import shutil
import zipfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from ssl import SSLError
from typing import Final

import asyncpg
import msgspec
from asyncpg import Connection
from msgspec import Struct

from controller import limits
from controller.games.contract.rules import Outcome
from controller.reading import JSON_ERRORS
from controller.store.archive import Archive, ArchiveError, open_archive
from controller.store.atomic_files import move_into_place, open_new_file, read_regular_file, write_atomically
from controller.store.certificates.certificate import OpensslError
from hub.authority import HubAuthority
from hub.engines.broker_users import BrokerUsers
from hub.packages import PackageFolder, PackagesError
from hub.store.connection import INGEST_LOCK, NewerSchemaError, load_migrations, migrate
from hub.table_management import ROLLOUT_FILE, Rollout

TABLES: Final = (
    "tables",
    "journals",
    "games",
    "entries",
    "players",
    "seats",
    "seasons",
    "ratings",
    "results",
    "tournaments",
    "tournament_acts",
)
"""All database tables; each refers to earlier ones only."""

SERIAL_COLUMNS: Final = {
    "journals": "journal_no",
    "players": "player_no",
    "seasons": "season_no",
    "tournaments": "tournament_no",
}
"""Serial columns, whose sequences are set after a restore."""

SELECT_OUTCOMES: Final = "select outcome::text from games where outcome is not null"

MANIFEST_NAME: Final = "hub.json"

STAGING_FOLDER: Final = "restore.new"

TRANSACTION_FILE: Final = "transaction"
"""File in the staging folder with the number of the restore's transaction."""

RESTORE_ERRORS: Final = (ArchiveError, PackagesError, OpensslError, SSLError, ValueError, *JSON_ERRORS)

LOCK_TIMEOUT_MS: Final = 5000

RESTORED_PATHS: Final = (
    "mosquitto/users",
    "mosquitto/rights",
    "mosquitto/machines",
    "mosquitto/server.key",
    "mosquitto/server.crt",
    "authority/authority.key",
    "authority/authority.crt",
    "packages-key",
    "packages",
    ROLLOUT_FILE,
)
"""Paths that a restore may replace, relative to the staging folder and the hub's."""

USERS_FILE_PATTERN: Final = re.compile(
    rb"([a-z0-9-]{1,80}:\$(6|7\$[0-9]{1,7})\$[A-Za-z0-9+/]{1,120}={0,2}\$[A-Za-z0-9+/]{1,120}={0,2}\n)*"
)
"""Content of a users file; Mosquitto refuses any other line."""


class BackupError(Exception):
    """A backup cannot be made or restored."""


class Manifest(Struct, frozen=True):
    schema: int
    rows: dict[str, int]


class CredentialFiles(Struct, frozen=True):
    """Files that authenticate tables to the hub, and hub and packages to tables; empty if the hub has none.

    Attributes:
        users: the broker's users with password hashes.
        machines: the machine of each table.
        authority, authority_key: PEM.
        packages_key: the signing key, as gpg exports it.
        rollout: the rollout file.
    """

    users: bytes = b""
    authority: bytes = b""
    authority_key: bytes = b""
    packages_key: bytes = b""
    rollout: bytes = b""
    machines: bytes = b""


CREDENTIAL_FILE_NAMES: Final = CredentialFiles.__struct_fields__

MAX_BYTES_BY_FILE: Final = {
    **dict.fromkeys((MANIFEST_NAME, *CREDENTIAL_FILE_NAMES), limits.BACKUP_SMALL_FILE_BYTES),
    **dict.fromkeys((f"{table}.copy" for table in TABLES), limits.HUB_BACKUP_BYTES),
}


async def save_backup(url: str, credentials: CredentialFiles, to: Path) -> Manifest:
    """Write a consistent backup to the new file ``to``."""
    new = to.with_name(f"{to.name}.new")
    new.unlink(missing_ok=True)
    connection = await asyncpg.connect(url, timeout=limits.HUB_DB_CONNECT_TIMEOUT_S)
    try:
        with (
            os.fdopen(open_new_file(new, 0o600), "wb") as file,
            zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive,
        ):
            async with connection.transaction(isolation="repeatable_read", readonly=True):
                schema = await connection.fetchval("select max(number) from schema_version")
                rows = {}
                for table in TABLES:
                    with archive.open(f"{table}.copy", "w", force_zip64=True) as into:
                        done = await connection.copy_from_table(table, output=into)
                    rows[table] = int(done.split()[-1])
            manifest = Manifest(schema, rows)
            for name in CREDENTIAL_FILE_NAMES:
                archive.writestr(name, getattr(credentials, name))
            archive.writestr(MANIFEST_NAME, msgspec.json.encode(manifest))
        move_into_place(new, to)
    finally:
        new.unlink(missing_ok=True)
        await connection.close()
    return manifest


async def restore_backup(url: str, folder: Path, archive_file: Path) -> Manifest:
    """Restore the hub in ``folder`` from a backup, completely or not at all.

    Create and verify the files in a staging folder; move them into place once the database has committed;
    `finish_or_discard_restore` repeats an interrupted move. Raise BackupError if the file is no hub's backup or
    is damaged, or if a hub uses the database.
    """
    staged = folder / STAGING_FOLDER
    with _open_and_check_backup(archive_file) as (archive, manifest):
        async with _open_exclusive_connection(url) as connection:
            await _finish_or_discard_restore(connection, folder)
            try:
                await asyncio.to_thread(_stage_files, archive, folder, staged)
                async with connection.transaction():
                    await _recreate_tables_from_backup(connection, archive, manifest)
                    await migrate(connection)
                    async for (outcome,) in connection.cursor(SELECT_OUTCOMES):
                        msgspec.json.decode(outcome, type=Outcome)
                    number = await connection.fetchval("select txid_current()")
                    os.sync()
                    write_atomically(staged / TRANSACTION_FILE, str(number))
                _move_staged_files(folder, staged)
            except (asyncpg.PostgresError, *RESTORE_ERRORS) as fault:
                raise BackupError(f"{archive_file}: nothing was restored: {fault}") from None
            finally:
                if not (staged / TRANSACTION_FILE).exists():
                    shutil.rmtree(staged, ignore_errors=True)
    return manifest


async def finish_or_discard_restore(url: str, folder: Path) -> None:
    """Finish or discard an interrupted restore; raise BackupError if a hub or a restore is running."""
    async with _open_exclusive_connection(url) as connection:
        await _finish_or_discard_restore(connection, folder)


async def _finish_or_discard_restore(connection: Connection, folder: Path) -> None:
    staged = folder / STAGING_FOLDER
    with suppress(FileNotFoundError, asyncpg.PostgresError):  # the database may be another
        number = int(read_regular_file(staged / TRANSACTION_FILE, 20))
        if await connection.fetchval("select txid_status($1)", number) == "committed":
            _move_staged_files(folder, staged)
    shutil.rmtree(staged, ignore_errors=True)


@asynccontextmanager
async def _open_exclusive_connection(url: str) -> AsyncIterator[Connection]:
    timeout_s = limits.HUB_DB_CONNECT_TIMEOUT_S
    connection = await asyncpg.connect(url, timeout=timeout_s, target_session_attrs="read-write")
    try:
        await connection.execute(
            f"set lock_timeout = {LOCK_TIMEOUT_MS}"
        )  # PostgreSQL notices a killed client with a delay
        try:
            await connection.execute("select pg_advisory_lock($1)", INGEST_LOCK)
        except asyncpg.LockNotAvailableError:
            raise BackupError(
                "A hub or a restore is using this database. Stop it first: sudo systemctl stop royaltable-hub"
            ) from None
        await connection.execute("set lock_timeout = 0")
        yield connection
    finally:
        await connection.close()


def _stage_files(archive: Archive, folder: Path, staged: Path) -> None:
    credentials = _read_credential_files(archive)
    staged.mkdir(mode=0o700)
    users = BrokerUsers(staged)
    users.restore_users(credentials.users, credentials.machines)
    if credentials.authority:
        own = staged / "authority"
        own.mkdir(mode=0o700)
        write_atomically(own / "authority.key", credentials.authority_key, mode=0o600)
        write_atomically(own / "authority.crt", credentials.authority)
        HubAuthority(own, users.passwords_file.parent).check_tables_trust_server()
    if credentials.packages_key:
        packages, released = PackageFolder(staged), PackageFolder(folder).public_folder.glob("*.deb")
        packages.public_folder.mkdir(mode=0o755)
        for deb in released:
            (packages.public_folder / deb.name).hardlink_to(deb)
        packages.restore_key_and_sign(credentials.packages_key)
    write_atomically(staged / ROLLOUT_FILE, credentials.rollout)


def _move_staged_files(folder: Path, staged: Path) -> None:
    """Safe to repeat after an interruption."""
    for name in RESTORED_PATHS:
        new, place = staged / name, folder / name
        if new.exists():
            place.parent.mkdir(mode=0o700, exist_ok=True)
            if new.is_dir() and place.exists():
                shutil.rmtree(place)
            new.replace(place)
    rollout = folder / ROLLOUT_FILE
    if rollout.exists() and rollout.stat().st_size == 0:  # the backup has no rollout
        rollout.unlink()
    os.sync()
    (staged / TRANSACTION_FILE).unlink()
    shutil.rmtree(staged)


def _read_credential_files(archive: Archive) -> CredentialFiles:
    return CredentialFiles(*map(archive.read_file, CREDENTIAL_FILE_NAMES))


async def _recreate_tables_from_backup(connection: Connection, archive: Archive, manifest: Manifest) -> None:
    await connection.execute(f"drop table if exists {', '.join(reversed(TABLES))}, schema_version cascade")
    for number, statements in load_migrations():
        if number <= manifest.schema:
            await connection.execute(statements)
    await connection.execute("create table schema_version (number int not null)")
    await connection.execute("insert into schema_version values ($1)", manifest.schema)
    for table in TABLES:
        await connection.execute(f"delete from {table}")  # noqa: S608  # a constant
        done = await connection.copy_to_table(
            table, source=_read_chunks_in_thread(archive.read_chunks(f"{table}.copy"))
        )
        if int(done.split()[-1]) != manifest.rows.get(table):
            raise ArchiveError(f"saw {done.split()[-1]} rows of {table}, expected {manifest.rows.get(table)}")
    for table, column in SERIAL_COLUMNS.items():
        await connection.execute(
            f"select setval(pg_get_serial_sequence('{table}', '{column}'), "  # noqa: S608  # constants
            f"(select coalesce(max({column}), 0) + 1 from {table}), false)"
        )


async def _read_chunks_in_thread(pieces: Iterator[bytes]) -> AsyncIterator[bytes]:
    while piece := await asyncio.to_thread(next, pieces, b""):
        yield piece


@contextmanager
def _open_and_check_backup(file: Path) -> Iterator[tuple[Archive, Manifest]]:
    try:
        with open_archive(file, MAX_BYTES_BY_FILE) as archive:
            manifest = msgspec.json.decode(archive.read_file(MANIFEST_NAME), type=Manifest)
            newest = load_migrations()[-1][0]
            if not 1 <= manifest.schema <= newest:
                raise NewerSchemaError(
                    f"{file}: saw schema {manifest.schema}, expected 1 to {newest}. Update this royaltable first."
                )
            names = {
                MANIFEST_NAME,
                *CREDENTIAL_FILE_NAMES,
                *(f"{table}.copy" for table in TABLES),
            }
            if archive.names != names:
                raise BackupError(
                    f"{file}: saw {sorted(archive.names)}, expected {sorted(names)}: it is not a backup of a hub"
                )
            credentials = _read_credential_files(archive)
            if USERS_FILE_PATTERN.fullmatch(credentials.users) is None:
                raise BackupError(f"{file}: its list of users is invalid")
            if re.fullmatch(rb"([a-z0-9-]+:[0-9a-f]{16}\n)*", credentials.machines) is None:
                raise BackupError(f"{file}: its list of machines is invalid")
            if credentials.rollout:
                msgspec.json.decode(credentials.rollout, type=Rollout)
            yield archive, manifest
    except (ArchiveError, *JSON_ERRORS) as fault:
        raise BackupError(f"{file}: it is not a backup of a hub, or is damaged: {fault}") from None
