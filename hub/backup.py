"""All that a hub keeps in one file: a ZIP with the rows of each table, which goes back whole or not at all."""

import asyncio
import os
import re
import zipfile
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

import asyncpg
import msgspec
from asyncpg import Connection
from msgspec import Struct

from controller import limits
from controller.json_faults import NO_JSON
from controller.reading import opened
from controller.store.atomic_files import open_new, put_in_place
from hub.authority import is_authority
from hub.care.packages import is_secret_key
from hub.care.rollout import Rollout
from hub.store.connection import INTAKE_LOCK
from hub.store.migrations import StoreOfTheFutureError, migrate, migrations

TABLES: Final = {
    "tables": 1,
    "journals": 1,
    "games": 1,
    "entries": 1,
    "players": 4,
    "seats": 4,
    "seasons": 4,
    "ratings": 4,
    "results": 4,
    "tournaments": 6,
    "tournament_acts": 6,
}
"""Each with the schema that brought it, in an order in which each refers to earlier ones only."""

COUNTED: Final = {
    "journals": "journal_no",
    "players": "player_no",
    "seasons": "season_no",
    "tournaments": "tournament_no",
}
"""Columns that the database counts up."""

MANIFEST: Final = "hub.json"
CHUNK: Final = 1024 * 1024


class BackupError(Exception):
    """It cannot be saved or put back; the message says what was seen and what to do."""


class Manifest(Struct, frozen=True):
    """What the file says of itself: the number of the schema, how many rows each table has."""

    schema: int
    rows: dict[str, int]


class Admission(Struct, frozen=True):
    """By what tables are let in, and know the hub and its packages; empty where there is none.

    Attributes:
        users: the broker's, with the hashes of their passwords.
        machines: which machine each of them is.
        authority, authority_key: PEM.
        packages_key: by which the hub signs its packages, as gpg exports it.
        rollout: the file that says how far an update is.
    """

    users: bytes = b""
    authority: bytes = b""
    authority_key: bytes = b""
    packages_key: bytes = b""
    rollout: bytes = b""
    machines: bytes = b""


ADMISSION: Final = Admission.__struct_fields__
LATER: Final = {"packages_key", "rollout", "machines"}
"""Those that an older backup has not."""


async def save(url: str, admission: Admission, to: Path) -> Manifest:
    """Write the file ``to``, which is not there yet, as all stands at one moment.

    Args:
        url: of the database.
        admission: is secret, and so the file is.
        to: beside which ``to.new`` is written first.

    Raises:
        OSError: it cannot be written.
        asyncpg.PostgresError: it cannot be read.
    """
    new = to.with_name(f"{to.name}.new")
    new.unlink(missing_ok=True)
    connection = await asyncpg.connect(url, timeout=limits.HUB_CONNECT_S)
    try:
        with os.fdopen(open_new(new, 0o600), "wb") as file, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            async with connection.transaction(isolation="repeatable_read", readonly=True):
                schema = await connection.fetchval("select max(number) from schema_version")
                rows = {}
                for table in TABLES:
                    with archive.open(f"{table}.copy", "w", force_zip64=True) as into:
                        done = await connection.copy_from_table(table, output=into)
                    rows[table] = int(done.split()[-1])
            manifest = Manifest(schema, rows)
            for name in ADMISSION:
                archive.writestr(name, getattr(admission, name))
            archive.writestr(MANIFEST, msgspec.json.encode(manifest))
        put_in_place(new, to)
    finally:
        new.unlink(missing_ok=True)
        await connection.close()
    return manifest


async def restore(url: str, archive_file: Path) -> tuple[Manifest, Admission]:
    """Put all back in one transaction, in place of what is there; gives by what tables are let in, too.

    Raises:
        BackupError: it is no backup of a hub, is damaged, or a hub is at work on the database.
        OSError: it cannot be read.
    """
    with _opened(archive_file) as (archive, manifest):
        connection = await asyncpg.connect(url, timeout=limits.HUB_CONNECT_S)
        try:
            if not await connection.fetchval("select pg_try_advisory_lock($1)", INTAKE_LOCK):
                raise BackupError(
                    "A hub is at work on this database. Stop it first: sudo systemctl stop royaltable-hub"
                )
            async with connection.transaction():
                await _put_back(connection, archive, manifest)
            await migrate(connection)
        except asyncpg.PostgresError as fault:
            raise BackupError(f"{archive_file}: nothing was put back: {fault}") from None
        finally:
            await connection.close()
        return manifest, _admission(archive)


def _admission(archive: zipfile.ZipFile) -> Admission:
    there = archive.namelist()
    return Admission(**{name: archive.read(name) for name in ADMISSION if name in there})


async def _put_back(connection: Connection, archive: zipfile.ZipFile, manifest: Manifest) -> None:
    await connection.execute(f"drop table if exists {', '.join(reversed(TABLES))}, schema_version cascade")
    for number, statements in migrations():
        if number <= manifest.schema:
            await connection.execute(statements)
    await connection.execute("create table schema_version (number int not null)")
    await connection.execute("insert into schema_version values ($1)", manifest.schema)
    for table in _of_schema(manifest.schema):
        await connection.execute(f"delete from {table}")  # noqa: S608  # a constant
        with archive.open(f"{table}.copy") as rows:
            done = await connection.copy_to_table(table, source=_chunks(rows))
        if int(done.split()[-1]) != manifest.rows.get(table):
            raise BackupError(f"saw {done.split()[-1]} rows of {table}, expected {manifest.rows.get(table)}")
    for table, column in COUNTED.items():
        if TABLES[table] > manifest.schema:
            continue
        await connection.execute(
            f"select setval(pg_get_serial_sequence('{table}', '{column}'), "  # noqa: S608  # constants
            f"(select coalesce(max({column}), 0) + 1 from {table}), false)"
        )


def _of_schema(number: int) -> list[str]:
    return [table for table, since in TABLES.items() if since <= number]


async def _chunks(rows: IO[bytes]) -> AsyncIterator[bytes]:
    while octets := await asyncio.to_thread(rows.read, CHUNK):
        yield octets


@contextmanager
def _opened(file: Path) -> Iterator[tuple[zipfile.ZipFile, Manifest]]:
    few = {MANIFEST, *ADMISSION} - LATER
    try:
        with opened(file) as packed, zipfile.ZipFile(packed) as archive:
            infos = {each.filename: each for each in archive.infolist()}
            if not few <= infos.keys() or len(archive.infolist()) != len(infos):
                raise BackupError(f"{file}: saw {sorted(infos)[:10]}, expected {sorted(few)}: it is no hub's backup")
            if sum(each.file_size for each in infos.values()) > limits.HUB_BACKUP_OCTETS:
                raise BackupError(f"{file}: saw more than {limits.HUB_BACKUP_OCTETS} octets unpacked")
            few |= LATER & infos.keys()
            if any(infos[small].file_size > limits.BACKUP_SMALL_OCTETS for small in few):
                raise BackupError(f"{file}: its list is larger than {limits.BACKUP_SMALL_OCTETS} octets")
            manifest = msgspec.json.decode(archive.read(MANIFEST), type=Manifest)
            newest = migrations()[-1][0]
            if not 1 <= manifest.schema <= newest:
                raise StoreOfTheFutureError(
                    f"{file}: saw schema {manifest.schema}, expected 1 to {newest}. Update this royaltable first."
                )
            names = few | {f"{table}.copy" for table in _of_schema(manifest.schema)}
            if infos.keys() != names:
                raise BackupError(f"{file}: saw {sorted(infos)[:20]}, expected {sorted(names)}: it is no hub's backup")
            admission = _admission(archive)
            if re.fullmatch(rb"([a-z0-9-]+:[!-~]+\n)*", admission.users) is None:
                raise BackupError(f"{file}: its list of users is none")
            if re.fullmatch(rb"([a-z0-9-]+:[0-9a-f]{16}\n)*", admission.machines) is None:
                raise BackupError(f"{file}: its list of machines is none")
            if admission.authority and not is_authority(admission.authority, admission.authority_key):
                raise BackupError(f"{file}: its authority is none")
            if admission.packages_key and not is_secret_key(admission.packages_key):
                raise BackupError(f"{file}: its key of packages is none")
            if admission.rollout:
                msgspec.json.decode(admission.rollout, type=Rollout)
            yield archive, manifest
    except (zipfile.BadZipFile, *NO_JSON, EOFError) as fault:
        raise BackupError(f"{file}: it is no hub's backup, or damaged: {fault}") from None
