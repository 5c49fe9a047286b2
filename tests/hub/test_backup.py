"""A hub's backup: it goes back whole or not at all, whatever is wrong with it and whenever it is stopped."""

import asyncio
import os
import shutil
import signal
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from asyncpg import Connection
from click.testing import CliRunner, Result

from controller.__main__ import main
from hub import authority, backup, packages, table_management
from hub.engines.broker_users import BrokerUsers
from hub.store.connection import INGEST_LOCK, connect_with_retry
from hub.store.stored_games import GameHead, append_entries, load_journal_game_heads, register_journals
from tests.hub.recorded import OTHER, UID, new_entries, rows, run_at_database
from tests.hub.running import emptied_after, folder_of_a_hub, shared_folder
from tests.support.soak import SOAK

pytestmark = pytest.mark.real_time

Seen = tuple[dict[str, bytes], dict[str, list[tuple[object, ...]]]]


def royaltable(folder: Path, *words: object) -> Result:
    return CliRunner().invoke(main, ["hub", "--folder", str(folder), *map(str, words)])


def read_hub(folder: Path, url: str) -> Seen:
    """All that the hub keeps: its files, the rows of its database."""
    places = [each for each in folder.rglob("*") if each.is_file() and each.suffix != ".lock"]
    places = [each for each in places if "packages-key" not in each.parts or "private-keys-v1.d" in each.parts]
    return {str(each.relative_to(folder)): each.read_bytes() for each in places}, asyncio.run(_rows(url))


async def _rows(url: str) -> dict[str, list[tuple[object, ...]]]:
    connection = await connect_with_retry(url)
    named = await connection.fetch("select tablename from pg_tables where schemaname = 'public'")
    found = {name: sorted(map(tuple, await connection.fetch(f'select * from "{name}"')), key=str) for (name,) in named}
    await connection.close()
    return found


@pytest.fixture(scope="module")
def made(one_database: str) -> Iterator[Path]:
    """The folder ``hub`` of `room`, its backup ``room.hub``, and the folder ``changed`` after all of it has changed."""
    with emptied_after(one_database), folder_of_a_hub(one_database) as folder, shared_folder() as everything:
        fill(folder)
        store(one_database, game=1, entries=4)
        told = royaltable(folder, "backup", everything / "room.hub")
        assert told.exit_code == 0, told.output
        copy(folder, everything / "hub")
        for name in ("packages-key", "packages"):
            shutil.rmtree(folder / name)
        packages.PackageFolder(folder).load_or_create_public_key()
        change(folder)
        copy(folder, everything / "changed")
        yield everything


def fill(folder: Path) -> None:
    BrokerUsers(folder).add_table_with_new_password("rt-kdmxqz")
    BrokerUsers(folder).record_first_machine("rt-kdmxqz", "0123456789abcdef")
    authority.HubAuthority(folder / "authority", folder / "mosquitto")
    packages.PackageFolder(folder).load_or_create_public_key()
    table_management.save_or_remove_rollout(folder, table_management.Rollout("1.2", "1.1"))


def store(database: str, game: int, entries: int) -> None:
    async def work(connection: Connection) -> None:
        await append_entries(connection, [new_entries(rows(entries, game=game), game=game)])

    run_at_database(database, work)


def copy(folder: Path, to: Path) -> None:
    """Copy a hub's folder with its owners."""
    subprocess.run(["cp", "-a", "--no-target-directory", folder, to], check=True)


@pytest.fixture
def room(made: Path, database: str) -> Iterator[Path]:
    """A hub with a table, its authority, its key of packages, an update that goes through it, a game."""
    with shared_folder() as folder:
        copy(made / "hub", folder)
        store(database, game=1, entries=4)
        yield folder


def change(room: Path) -> None:
    """All of its files but the key of packages."""
    for name in ("mosquitto", "authority"):
        shutil.rmtree(room / name)
    BrokerUsers(room).add_table_with_new_password("rt-later")
    authority.HubAuthority(room / "authority", room / "mosquitto")
    table_management.save_or_remove_rollout(room, table_management.Rollout("1.3", "1.2"))


@pytest.fixture
def saved(made: Path, room: Path, database: str) -> Iterator[Path]:
    """A backup of it, after which all of it has changed."""
    shutil.rmtree(room)
    copy(made / "changed", room)
    store(database, game=2, entries=2)
    with shared_folder() as elsewhere:
        yield Path(shutil.copy(made / "room.hub", elsewhere))


def read_archive(file: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(file) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def write_archive(file: Path, contents: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in contents.items():
            archive.writestr(name, content)
    return file


def see_that_it_is_the_one_of(file: Path, folder: Path, database: str) -> None:
    contents = read_archive(file)
    files, tables = read_hub(folder, database)
    names = {"users": "mosquitto/users", "machines": "mosquitto/machines"}
    names |= {"authority": "authority/authority.crt", "authority_key": "authority/authority.key"}
    assert {name: files[place] for name, place in names.items()} == {name: contents[name] for name in names}
    assert table_management.load_rollout(folder) == table_management.Rollout("1.2", "1.1")
    assert packages.PackageFolder(folder).export_secret_key() == contents["packages_key"]
    assert len(tables["games"]) == 1
    assert not (folder / backup.STAGING_FOLDER).exists()
    authority.HubAuthority(folder / "authority", folder / "mosquitto").check_tables_trust_server()


def test_a_restored_hub_has_all_data_and_continues_its_sequences(room: Path, database: str, saved: Path) -> None:
    told = royaltable(room, "restore", "--yes", saved)
    assert told.exit_code == 0, told.output
    assert "1 tables, 1 journals, 1 games, 4 entries" in told.output
    see_that_it_is_the_one_of(saved, room, database)

    async def work(connection: Connection) -> None:
        assert await load_journal_game_heads(connection, UID, 1, 9) == {
            1: GameHead(4, rows(4)[-1].checksum, over=False)
        }
        await register_journals(connection, {OTHER: ("rt-other", UID)})
        assert await connection.fetchval("select max(journal_no) from journals") == 2

    run_at_database(database, work)


def test_a_backup_without_a_rollout_ends_it(room: Path, saved: Path) -> None:
    write_archive(saved, read_archive(saved) | {"rollout": b""})
    assert royaltable(room, "restore", "--yes", saved).exit_code == 0
    assert table_management.load_rollout(room) is None


async def test_a_restore_is_refused_while_a_hub_is_running(
    connection: Connection, room: Path, database: str, saved: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hub.backup.LOCK_TIMEOUT_MS", 100)
    await connection.execute("select pg_advisory_lock($1)", INGEST_LOCK)
    with pytest.raises(backup.BackupError, match="Stop it first"):
        await backup.restore_backup(database, room, saved)


PARTS = ("hub.json", "users", "machines", "authority", "authority_key", "packages_key", "rollout", "games.copy")

WAYS: dict[str, Callable[[bytes], bytes | None]] = {
    "cut": lambda content: content[: len(content) // 2],
    "flipped": lambda content: (
        content[: len(content) // 2] + bytes([content[len(content) // 2] ^ 0x55]) + content[len(content) // 2 + 1 :]
    ),
    "nonsense": lambda _: b"none \xff\x00 of it\n",
    "longer": lambda content: content + b"\xe4\xb8 more\n",
    "away": lambda _: None,
}


@pytest.mark.parametrize("part", PARTS)
def test_a_damaged_backup_changes_nothing(room: Path, database: str, saved: Path, tmp_path: Path, part: str) -> None:
    contents = read_archive(saved)
    for way, broken in WAYS.items():
        before, content = read_hub(room, database), broken(contents[part])
        changed = {name: octets for name, octets in contents.items() if name != part}
        file = write_archive(tmp_path / "broken.hub", changed if content is None else changed | {part: content})
        told = royaltable(room, "restore", "--yes", file)
        if told.exit_code == 0:  # what it has is another, and whole
            assert way not in {"cut", "nonsense"}
            authority.HubAuthority(room / "authority", room / "mosquitto").check_tables_trust_server()
            assert b"PRIVATE KEY" in packages.PackageFolder(room).export_secret_key()
            assert len(read_hub(room, database)[1]["games"]) == 1
        else:
            assert isinstance(told.exception, SystemExit), (way, told.exception)
            assert str(file) in told.output
            assert read_hub(room, database) == before, way
        assert not (room / backup.STAGING_FOLDER).exists()


@pytest.mark.parametrize("seen_at", ["infinity", "-infinity", "0044-03-15 12:00:00+00 BC"])
def test_rows_that_the_hub_could_not_read_are_not_restored(
    room: Path, database: str, saved: Path, seen_at: str
) -> None:
    contents, before = read_archive(saved), read_hub(room, database)
    cells = contents["tables.copy"].rstrip(b"\n").split(b"\t")
    cells[3] = seen_at.encode()
    write_archive(saved, contents | {"tables.copy": b"\t".join(cells) + b"\n"})
    told = royaltable(room, "restore", "--yes", saved)
    assert "nothing was restored" in told.output
    assert "tables_seen_at_readable" in told.output
    assert read_hub(room, database) == before


@pytest.mark.parametrize("outcome", ["{}", "[]", '{"kind": "\\ud800"}', "[" * 3000 + "]" * 3000])
def test_an_outcome_that_the_hub_could_not_read_is_not_restored(
    room: Path, database: str, saved: Path, outcome: str
) -> None:
    async def work(connection: Connection) -> None:
        await connection.execute("update games set outcome = $1", outcome)

    run_at_database(database, work)
    broken = saved.with_name("broken.hub")
    assert royaltable(room, "backup", broken).exit_code == 0
    before = read_hub(room, database)
    assert "nothing was restored" in royaltable(room, "restore", "--yes", broken).output
    assert read_hub(room, database) == before


def test_a_restore_killed_at_any_step_leaves_the_old_or_the_restored_hub(
    room: Path, database: str, saved: Path
) -> None:
    def is_stopped_at(step: int) -> bool:
        """Kill a restore just before this change of the folder; return False if it has ended by then."""
        child = os.fork()
        if child == 0:
            done = 0

            def look(event: str, arguments: tuple[object, ...]) -> None:
                nonlocal done
                if event in {"os.rename", "os.remove", "os.rmdir", "os.mkdir"} and str(room) in str(arguments[0]):
                    done += 1
                    if done == step:
                        os.kill(os.getpid(), signal.SIGKILL)

            sys.addaudithook(look)
            asyncio.run(backup.restore_backup(database, room, saved))
            os._exit(0)
        return os.WIFSIGNALED(os.waitpid(child, 0)[1])

    contents = read_archive(saved) | {"packages_key": b""}
    write_archive(saved, contents)
    found = []
    for step in range(1, 100, 1 if SOAK else 4):
        change(room)
        store(database, game=2, entries=2)
        before = read_hub(room, database)
        if not is_stopped_at(step):
            break
        status = royaltable(room, "status")
        assert status.exit_code == 0, status.output
        files, tables = read_hub(room, database)
        is_new = len(tables["games"]) == 1
        found.append(is_new)
        assert not (room / backup.STAGING_FOLDER).exists()
        if is_new:
            assert files["mosquitto/users"] == contents["users"]
            assert files["authority/authority.crt"] == contents["authority"]
            assert table_management.load_rollout(room) == table_management.Rollout("1.2", "1.1")
            authority.HubAuthority(room / "authority", room / "mosquitto").check_tables_trust_server()
        else:
            assert (files, tables) == before
    assert found == sorted(found)
    assert set(found) == {False, True}


@pytest.mark.parametrize("is_committed", [False, True])
async def test_the_committed_transaction_decides_whether_a_restore_is_finished(
    connection: Connection, room: Path, database: str, saved: Path, *, is_committed: bool
) -> None:
    (room / backup.STAGING_FOLDER).mkdir()
    table_management.save_or_remove_rollout(room / backup.STAGING_FOLDER, table_management.Rollout("9.9"))
    transaction = connection.transaction()
    await transaction.start()
    number = await connection.fetchval("select txid_current()")
    await (transaction.commit() if is_committed else transaction.rollback())
    (room / backup.STAGING_FOLDER / backup.TRANSACTION_FILE).write_text(str(number))
    await backup.finish_or_discard_restore(database, room)
    assert table_management.load_rollout(room) == (
        table_management.Rollout("9.9") if is_committed else table_management.Rollout("1.3", "1.2")
    )
    assert not (room / backup.STAGING_FOLDER).exists()
