"""A hub's own PostgreSQL and Mosquitto: made, started again with patience, stopped in good order."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from hub.engines.broker_users import BrokerUsers, BrokerUsersError
from hub.engines.postgres import PrivatePostgres
from hub.engines.supervisor import (
    MissingProgramError,
    SupervisedProcess,
    find_postgres_program_folder,
    find_program_path,
)
from hub.store.connection import connect_with_retry
from tests.hub.running import shared_folder, skip_without_engines
from tests.support.soak import sample

pytestmark = pytest.mark.real_time

PATIENCE_S = 60.0

DYING_HUB = """
import asyncio
from hub.engines.supervisor import SupervisedProcess

engine = SupervisedProcess("sleep", lambda: ["sleep", "1000"])

async def run():
    running = asyncio.create_task(engine.run())
    while engine.pid is None:
        await asyncio.sleep(0.01)
    print(engine.pid, flush=True)
    await running

asyncio.run(run())
"""


MAKING_HUB = """
import signal
import sys
from pathlib import Path
from hub.engines import postgres

postgres.move_into_place = lambda *_: signal.pause()
postgres.PrivatePostgres(Path(sys.argv[1]), durable=False).create_cluster_if_missing()
"""
"""It comes to all but the last step, so whoever watches it may be slow."""


@pytest.fixture
def folder() -> Iterator[Path]:
    skip_without_engines()
    with shared_folder() as made:
        yield made


async def until_gone(pid: int) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while await asyncio.to_thread(alive, pid):  # noqa: ASYNC110  # another process's end is no event of ours
            await asyncio.sleep(0.02)


def program_of(pid: int) -> bytes:
    return Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")[0]


def alive(pid: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().split(")")[1]
    except (FileNotFoundError, ProcessLookupError):  # the second where it goes between open and read
        return False


async def test_a_killed_postgres_restarts_with_all_commits_and_its_own_lock_file(
    folder: Path,
) -> None:
    postgres = PrivatePostgres(folder)
    postgres.create_cluster_if_missing()
    running = asyncio.create_task(postgres.engine.run())
    before = await connect_with_retry(postgres.url)
    await before.execute("create table kept (n int)")
    await before.execute("insert into kept values (7)")
    assert postgres.engine.pid is not None
    os.kill(postgres.engine.pid, signal.SIGKILL)
    await until_gone(postgres.engine.pid)
    async with asyncio.timeout(PATIENCE_S):
        after = await connect_with_retry(postgres.url)
    assert await after.fetchval("select n from kept") == 7
    assert await after.fetchval("show fsync") == "on"
    assert await after.fetchval("show listen_addresses") == ""
    assert postgres.engine.start_count >= 2
    await after.close()
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    before.terminate()
    assert not (folder / "postgres" / "data" / "postmaster.pid").exists(), "it was not stopped in good order"


def test_an_interrupted_initdb_is_repeated_with_private_files(folder: Path) -> None:
    left = folder / "postgres" / "data.new"
    left.mkdir(parents=True)
    (left / "half").touch()
    postgres = PrivatePostgres(folder, durable=False)
    postgres.create_cluster_if_missing()
    assert (folder / "postgres" / "data" / "PG_VERSION").exists()
    assert not left.exists()
    assert postgres.socket_folder == folder / "postgres" / "socket"
    assert postgres.socket_folder.stat().st_mode & 0o777 == 0o700
    assert (folder / "postgres" / "data").stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize(
    "reached", sample(["base/1/PG_VERSION", "PG_VERSION", "global/pg_control", "base/4", "base/5"], at_least=2)
)
async def test_a_hub_killed_during_setup_starts_again(folder: Path, reached: str) -> None:
    making = subprocess.Popen(  # noqa: ASYNC220  # nothing else is done meanwhile
        [sys.executable, "-c", MAKING_HUB, str(folder)]
    )
    milestone = folder / "postgres" / "data.new" / reached
    while not milestone.exists():
        assert making.poll() is None, f"it has ended before {milestone} was there"
    making.kill()
    making.wait()

    postgres = PrivatePostgres(folder, durable=False)
    postgres.create_cluster_if_missing()
    running = asyncio.create_task(postgres.engine.run())
    async with asyncio.timeout(PATIENCE_S):
        connection = await connect_with_retry(postgres.url)
    assert await connection.fetchval("select count(*) from pg_database") == 3
    await connection.close()
    assert postgres.engine.start_count == 1
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    assert sorted(each.name for each in (folder / "postgres").iterdir()) == ["data", "making.lock", "socket"]


def test_a_folder_path_too_long_for_a_socket_is_refused_with_advice(tmp_path: Path) -> None:
    with pytest.raises(MissingProgramError, match=r"too long for a socket.*Use a shorter one: royaltable hub --folder"):
        PrivatePostgres(tmp_path / ("d" * 90))


@pytest.mark.skipif(os.geteuid() != 0, reason="only root starts PostgreSQL as somebody else")
def test_a_folder_closed_to_postgres_is_refused_with_advice(folder: Path) -> None:
    closed = folder / "closed"
    closed.mkdir(mode=0o700)
    with pytest.raises(MissingProgramError, match=r"no access to .*royaltable hub --folder /var/lib/royaltable-hub"):
        PrivatePostgres(closed).create_cluster_if_missing()


def test_a_missing_program_is_reported_with_the_command_to_install_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(MissingProgramError, match=r"Run: sudo apt install postgresql$"):
        find_postgres_program_folder(homes=tmp_path)
    (tmp_path / "15" / "bin").mkdir(parents=True)
    (tmp_path / "15" / "bin" / "postgres").touch()
    with pytest.raises(MissingProgramError, match=r"by PostgreSQL 17; installed here: 15. Install postgresql-17, too"):
        find_postgres_program_folder("17", homes=tmp_path)
    with pytest.raises(
        MissingProgramError, match=r"nosuchprogram is not installed.*Run: sudo apt install some-package$"
    ):
        find_program_path("nosuchprogram", "some-package")


def test_the_newest_of_several_versions_is_used(tmp_path: Path) -> None:
    for version in ("9.6", "15", "17"):
        (tmp_path / version / "bin").mkdir(parents=True)
        (tmp_path / version / "bin" / "postgres").touch()
    assert find_postgres_program_folder(homes=tmp_path) == tmp_path / "17" / "bin"
    assert find_postgres_program_folder("15", homes=tmp_path) == tmp_path / "15" / "bin"


def test_two_changes_of_users_within_one_tick_of_the_clock_are_two(tmp_path: Path) -> None:
    users = BrokerUsers(tmp_path)
    seen = set()
    for _ in range(2):
        users.add_table_with_new_password("rt-kdmxqz")
        for file in (users.passwords_file, users.rights_file):
            os.utime(file, ns=(0, 0))
        seen.add(users.files_version())
    assert len(seen) == 2


@pytest.mark.parametrize("name", ["", "-hub-intake", "a/b", "#", "+", "A", "ä", "x" * 64, "-a", "a\nb"])
def test_an_id_that_means_something_in_topics_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(BrokerUsersError):
        BrokerUsers(tmp_path).add_table_with_new_password(name)


async def test_a_program_that_exits_at_once_is_restarted_with_growing_pauses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pauses: list[float] = []

    async def sleep(pause_s: float) -> None:
        pauses.append(pause_s)
        if len(pauses) == 8:
            raise asyncio.CancelledError

    engine = SupervisedProcess("ends", lambda: [sys.executable, "-c", "print('no room')"])
    monkeypatch.setattr("hub.engines.supervisor.asyncio.sleep", sleep)
    with pytest.raises(asyncio.CancelledError):
        await engine.run()
    assert (engine.start_count, engine.recent_output) == (8, "no room\n")
    assert pauses == [0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 10.0, 10.0]


async def test_the_programs_of_a_killed_hub_end_by_themselves(tmp_path: Path) -> None:
    find_program_path("setpriv", "util-linux")
    hub = subprocess.Popen(  # noqa: ASYNC220  # nothing else is done meanwhile
        [sys.executable, "-c", DYING_HUB],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert hub.stdout is not None
    child = int(hub.stdout.readline())
    while program_of(child) != b"sleep":
        pass
    hub.kill()
    hub.communicate()
    await until_gone(child)
