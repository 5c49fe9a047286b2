"""Two daemons never share a journal, whatever leads the second to it: each is tried with two processes."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

from controller.store.journal import JournalReader
from controller.store.table_files import TableFiles
from tests.store.journal.games import entry

WRITES: Final = """
import fcntl, pathlib, sys
from controller.store.journal.recovery import open_journal
from controller.store.journal import JournalError
from tests.store.journal.games import entry

def no_locks(file, how):
    raise OSError(37, "No locks available")

if sys.argv[1] == "no locks":
    fcntl.flock = no_locks
number = 0
for line in map(str.strip, sys.stdin):
    try:
        if line.startswith("/"):
            journal, _ = open_journal(pathlib.Path(line))
            print(f"plays: {journal.fault}", flush=True)
        else:
            number += 1
            journal.append([entry(1, number, do=line)])
            print("written", flush=True)
    except JournalError as fault:
        print(f"refused: {fault}", flush=True)
"""


class Writer:
    """A process that opens a journal as a daemon does, and writes actions into it."""

    def __init__(self, locks: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", WRITES, locks],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=Path(__file__).parents[3],
        )
        self.pid = self._process.pid

    def told(self, line: object) -> str:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(line, file=self._process.stdin, flush=True)
        return self._process.stdout.readline()

    def end(self) -> None:
        self._process.communicate()


@contextmanager
def two_writers(locks: str = "locks") -> Iterator[tuple[Writer, Writer]]:
    first, second = Writer(locks), Writer(locks)
    try:
        yield first, second
    finally:
        first.end()
        second.end()


def by_symbolic_link(path: Path) -> Path:
    other = path.with_name("other")
    other.symlink_to(path)
    return other


def by_hard_link(path: Path) -> Path:
    other = path.with_name("other")
    other.hardlink_to(path)
    return other


def by_link_of_the_folder(path: Path) -> Path:
    link = path.parent.with_name("link")
    link.symlink_to(path.parent)
    return link / path.name


def by_hard_link_in_another_folder(path: Path) -> Path:
    elsewhere = path.parent.with_name("elsewhere")
    elsewhere.mkdir()
    (elsewhere / "j").hardlink_to(path)
    return elsewhere / "j"


def by_bind_mount_of_the_folder(path: Path) -> Path:
    return mounted(path.parent, path.parent.with_name("mounted")) / path.name


def by_bind_mount_of_the_file(path: Path) -> Path:
    return mounted(path, path.parent.with_name("mounted.journal"))


def with_the_lock_removed(path: Path) -> Path:
    TableFiles(path).lock.unlink()
    return path


def with_the_lock_replaced(path: Path) -> Path:
    lock = TableFiles(path).lock
    lock.unlink()
    lock.write_text("1\n")
    return path


def with_the_lock_of_another_name(path: Path) -> Path:
    TableFiles(path).lock.with_name("second").hardlink_to(TableFiles(path).lock)
    return path


def mounted(what: Path, at: Path) -> Path:
    if what.is_dir():
        at.mkdir()
    else:
        at.touch()
    done = os.geteuid() == 0 and subprocess.run(["mount", "--bind", what, at], check=False, capture_output=True)
    return at if done and done.returncode == 0 else what  # mounting needs root with CAP_SYS_ADMIN


WAYS: Final = (
    by_symbolic_link,
    by_hard_link,
    by_link_of_the_folder,
    by_hard_link_in_another_folder,
    by_bind_mount_of_the_folder,
    by_bind_mount_of_the_file,
    with_the_lock_removed,
    with_the_lock_replaced,
    with_the_lock_of_another_name,
)


@pytest.fixture
def path(tmp_path: Path) -> Iterator[Path]:
    (tmp_path / "its").mkdir()
    yield tmp_path / "its" / "j"
    for mount in (tmp_path / "mounted", tmp_path / "mounted.journal"):
        if mount.exists() and os.geteuid() == 0:
            subprocess.run(["umount", "-l", mount], check=False, capture_output=True)


def actions(path: Path) -> list[str]:
    with JournalReader(path) as reader:
        assert reader.findings() == []
        assert list(reader.entries(1)) == [entry(1, kept.seq, do=kept.action["do"]) for kept in reader.entries(1)]
        return [kept.action["do"] for kept in reader.entries(1)]


def test_a_second_daemon_is_refused_whatever_leads_it_there(path: Path) -> None:
    with two_writers() as (first, second):
        assert first.told(path) == "plays: None\n"
        for number, way in enumerate(WAYS, start=1):
            assert first.told("spin") == "written\n"
            refused = second.told(way(path))
            assert "writes this journal. Stop that table first" in refused, way
            assert f"process {second.pid} " not in refused
            assert actions(path) == ["spin"] * number
            for left in (path.with_name("other"), path.with_name("second")):
                left.unlink(missing_ok=True)


def test_where_there_are_no_locks_a_table_plays_without_writing_and_says_so(path: Path) -> None:
    """As on a network's file system without a lock daemon."""
    with two_writers("no locks") as both:
        for writer in both:
            assert "No locks available" in writer.told(path)
            assert "No locks available" in writer.told("spin")
    assert not path.exists()


def test_two_daemons_that_each_had_a_journal_do_not_take_the_other_s(path: Path) -> None:
    """The first one's journal and lock are taken away, and a second begins in their place."""
    with two_writers() as (first, second):
        first.told(path)
        assert first.told("spin") == "written\n"
        for each in list(path.parent.iterdir()):
            each.rename(path.parent.with_name(f"away-{each.name}"))
        assert second.told(path) == "plays: None\n"
        assert second.told("collect") == "written\n"
        assert f"process {second.pid} writes this journal" in first.told("spin")
        assert second.told("collect") == "written\n"
        assert actions(path) == ["collect", "collect"]
        assert actions(path.parent.with_name("away-j")) == ["spin"]
