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
from tests.support.journal_games import entry

WRITES: Final = """
import fcntl, pathlib, sys
from controller.store.journal.recovery import open_or_recover_journal
from controller.store.journal import JournalError
from tests.support.journal_games import entry

def no_locks(file, how):
    raise OSError(37, "No locks available")

if sys.argv[1] == "no locks":
    fcntl.flock = no_locks
number = 0
for line in map(str.strip, sys.stdin):
    try:
        if line.startswith("/"):
            journal, _ = open_or_recover_journal(pathlib.Path(line))
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

    def send(self, line: object) -> str:
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


WAYS: Final = {
    "ln -s $PWD/j other": "other",
    "ln j other": "other",
    "ln -s $PWD ../link": "../link/j",
    "mkdir ../elsewhere && ln j ../elsewhere/j": "../elsewhere/j",
    "mkdir ../mounted && mount --bind . ../mounted": "../mounted/j",
    "touch ../mounted.journal && mount --bind j ../mounted.journal": "../mounted.journal",
    "rm j-lock": "j",
    "echo 1 > new && mv new j-lock": "j",
    "ln j-lock second": "j",
}
"""How to lead a second daemon to the journal j in the working folder, and the name under which it finds it then."""


@pytest.fixture
def path(tmp_path: Path) -> Iterator[Path]:
    (tmp_path / "its").mkdir()
    yield tmp_path / "its" / "j"
    for mount in (tmp_path / "mounted", tmp_path / "mounted.journal"):
        if mount.exists() and os.geteuid() == 0:
            subprocess.run(["umount", "-l", mount], check=False, capture_output=True)


def actions(path: Path) -> list[str]:
    with JournalReader(path) as reader:
        assert reader.damage_findings() == []
        assert list(reader.entries(1)) == [entry(1, kept.seq, do=kept.action["do"]) for kept in reader.entries(1)]
        return [kept.action["do"] for kept in reader.entries(1)]


def test_a_second_daemon_is_refused_by_any_path(path: Path) -> None:
    with two_writers() as (first, second):
        assert first.send(path) == "plays: None\n"
        for number, (way, name) in enumerate(WAYS.items(), start=1):
            assert first.send("spin") == "written\n"
            led = subprocess.run(way, shell=True, cwd=path.parent, check=False, capture_output=True).returncode == 0
            assert led or "mount" in way, "mounting alone needs root with CAP_SYS_ADMIN"
            refused = second.send(path.parent / (name if led else "j"))
            assert "is writing this journal. Stop that table first" in refused, way
            assert f"process {second.pid} " not in refused
            assert actions(path) == ["spin"] * number
            for left in (path.with_name("other"), path.with_name("second")):
                left.unlink(missing_ok=True)


def test_without_file_locks_a_table_runs_without_saving(path: Path) -> None:
    """As on a network's file system without a lock daemon."""
    with two_writers("no locks") as both:
        for writer in both:
            assert "No locks available" in writer.send(path)
            assert "No locks available" in writer.send("spin")
    assert not path.exists()


def test_two_daemons_never_take_each_others_journal(path: Path) -> None:
    """The first one's journal and lock are taken away, and a second begins in their place."""
    with two_writers() as (first, second):
        first.send(path)
        assert first.send("spin") == "written\n"
        for each in list(path.parent.iterdir()):
            each.rename(path.parent.with_name(f"away-{each.name}"))
        assert second.send(path) == "plays: None\n"
        assert second.send("collect") == "written\n"
        assert f"process {second.pid} is writing this journal" in first.send("spin")
        assert second.send("collect") == "written\n"
        assert actions(path) == ["collect", "collect"]
        assert actions(path.parent.with_name("away-j")) == ["spin"]
