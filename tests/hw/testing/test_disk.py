"""A failing disk: SQLite gets the kernel's answer, and works again when the disk does."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from hw.testing import disk
from hw.testing.disk import DiskFault

pytestmark = pytest.mark.skipif(
    not disk.can_simulate_faults(),
    reason="this Python's SQLite does not let its system calls be replaced; use the system's Python",
)


@pytest.fixture
def database(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(tmp_path / "a.db", isolation_level=None)
    connection.execute("pragma journal_mode = wal")
    connection.execute("create table words (word text)")
    yield connection
    connection.close()


@pytest.mark.parametrize(
    ("fault", "said"), [(DiskFault.FULL, "database or disk is full"), (DiskFault.READ_ONLY, "disk I/O error")]
)
def test_a_failing_disk_refuses_writes_and_keeps_earlier_ones(
    database: sqlite3.Connection, fault: DiskFault, said: str
) -> None:
    database.execute("insert into words values ('before')")
    mend = disk.begin_fault(fault)
    with pytest.raises(sqlite3.OperationalError, match=said):
        database.execute("insert into words values ('during')")
    mend()
    database.execute("insert into words values ('after')")
    assert database.execute("select word from words").fetchall() == [("before",), ("after",)]


def test_a_full_disk_can_overwrite_existing_bytes(database: sqlite3.Connection) -> None:
    database.execute("insert into words values ('some')")
    database.execute("pragma wal_checkpoint(restart)")  # the next write begins at the log's first byte again
    mend = disk.begin_fault(DiskFault.FULL)
    database.execute("update words set word = 'more'")
    mend()
    assert database.execute("select word from words").fetchall() == [("more",)]


def test_two_faults_of_a_disk_are_mended_one_by_one(database: sqlite3.Connection) -> None:
    mend_full, mend_readonly = disk.begin_fault(DiskFault.FULL), disk.begin_fault(DiskFault.READ_ONLY)
    mend_readonly()
    with pytest.raises(sqlite3.OperationalError, match="full"):
        database.execute("insert into words values ('during')")
    mend_full()
    database.execute("insert into words values ('after')")


def test_writes_are_counted_during_a_count(database: sqlite3.Connection) -> None:
    with disk.counting_writes() as written:
        database.execute("insert into words values ('one')")
    after_one = written.byte_count
    database.execute("insert into words values ('uncounted')")
    assert after_one == written.byte_count
    (page,) = database.execute("pragma page_size").fetchone()
    assert after_one >= 24 + page  # a frame of the write-ahead log: header and page
    assert written.calls >= 2
