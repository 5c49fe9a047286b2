"""Another process writes to the journal or removes a file: all acknowledged actions are restored."""

import errno
import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from controller.store.journal import Journal, JournalError, JournalReader, backup, file_guards, schema
from controller.store.table_files import TableFiles
from tests.support.journal_games import END, entry


def overwrite(path: Path, data: bytes, at: int = 0) -> None:
    """As ``dd conv=notrunc`` does: into the same file; some ticks of the kernel's clock after our own commit."""
    with path.open("r+b") as file:
        file.seek(at)
        file.write(data)
    found = path.stat()
    os.utime(path, ns=(found.st_atime_ns, found.st_mtime_ns + 1_000_000_000))


def in_sql(statement: str) -> Callable[[Path], None]:
    def harm(path: Path) -> None:
        with closing(sqlite3.connect(path)) as db, db:
            db.execute(statement).fetchall()

    return harm


def an_older_one_is_copied_over_it(path: Path) -> None:
    shutil.copyfile(TableFiles(path).backup, path)
    os.truncate(schema.database_files(path)[1], 0)


def all_is_removed(path: Path) -> None:
    for each in path.parent.glob(f"{path.name}*"):
        each.unlink()


def a_folder_lies_there(path: Path) -> None:
    path.unlink()
    path.mkdir()


def another_log_lies_there(path: Path) -> None:
    with Journal(path.with_name("other")) as other:
        other.append([entry(1, 1, do="collect"), entry(1, 2)])
        shutil.copyfile(schema.database_files(other.path)[1], path.with_name("copy"))
    path.with_name("copy").replace(schema.database_files(path)[1])


def log_of(path: Path) -> Path:
    return schema.database_files(path)[1]


DELETE_ALL: Final = in_sql("delete from entries")

HARMS: Final[dict[str, Callable[[Path], object]]] = {
    "the file is overwritten": lambda path: overwrite(path, bytes(2048)),
    "all of it is overwritten": lambda path: overwrite(path, os.urandom(path.stat().st_size)),
    "the file is emptied": lambda path: os.truncate(path, 0),
    "the file is cut": lambda path: os.truncate(path, 3000),
    "the log is emptied": lambda path: os.truncate(log_of(path), 0),
    "the log is overwritten": lambda path: overwrite(log_of(path), os.urandom(log_of(path).stat().st_size)),
    "the log's header is overwritten": lambda path: overwrite(log_of(path), bytes(32)),
    "another program deletes": in_sql("delete from entries where seq > 2"),
    "another program rewrites": in_sql("update entries set origin = 'nobody'"),
    "an older one is copied over it": an_older_one_is_copied_over_it,
    "the file is removed": Path.unlink,
    "the log is removed": lambda path: log_of(path).unlink(),
    "the shared memory is removed": lambda path: schema.database_files(path)[2].unlink(),
    "all is removed": all_is_removed,
    "a folder lies there": a_folder_lies_there,
    "another log lies there": another_log_lies_there,
}


@pytest.mark.parametrize("restarted", [False, True])
@pytest.mark.parametrize("harm", HARMS)
def test_the_current_game_is_restored_on_disk(tmp_path: Path, harm: str, *, restarted: bool) -> None:
    path = tmp_path / "j"
    journal = Journal(path)
    journal.append([entry(1, 1), entry(1, 2, outcome=END)])
    journal.append([replace(entry(2, 1), fixture="spring-2-7"), entry(2, 2), entry(2, 3)])
    backup.back_up_journal(path, TableFiles(path).backup)
    journal.append([entry(2, 4)])
    if restarted:
        journal.close()
        journal = Journal(path)
    journal.append([entry(2, 5)])
    with journal:
        assert not journal.was_changed_by_others
        HARMS[harm](path)
        assert journal.was_changed_by_others
        journal.append(())
        assert not journal.was_changed_by_others
        journal.append([entry(2, 6)])
        assert journal.repaired is None
        with JournalReader(path) as reader:
            assert list(reader.entries(2)) == [entry(2, seq) for seq in range(1, 7)]
            assert reader.damage_findings() == []
            assert reader.current_game_id() == 2
            assert reader.fixture_id_of(2) == "spring-2-7"
        before = len(list(journal.entries(1)))
    with Journal(path) as journal:
        assert list(journal.entries(2)) == [entry(2, seq) for seq in range(1, 7)]
        assert journal.lost is None
        assert not journal.end_unverified
        if harm != "all is removed":
            assert before == 2


def the_lock_is_a_link(path: Path) -> None:
    TableFiles(path).lock.unlink()
    TableFiles(path).lock.symlink_to("nowhere")


HARMLESS: Final[dict[str, Callable[[Path], object]]] = {
    "rights are changed": lambda path: path.chmod(0o640),
    "a second name is given": lambda path: path.with_name("second").hardlink_to(path),
    "it is read by another program": in_sql("select * from entries"),
    "the lock is removed": lambda path: TableFiles(path).lock.unlink(),
    "the lock is a link": the_lock_is_a_link,
    "the mark is removed": lambda path: TableFiles(path).mark.unlink(),
}


@pytest.mark.parametrize("change", HARMLESS)
def test_harmless_changes_are_not_reported(tmp_path: Path, change: str) -> None:
    with Journal(tmp_path / "j") as journal:
        journal.append([entry(1, 1), entry(1, 2)])
        HARMLESS[change](tmp_path / "j")
        journal.append([entry(1, 3)])
        assert journal.repaired is None
        assert not journal.was_changed_by_others
        assert not list(tmp_path.glob("j-kept-*"))
        assert file_guards.HighWaterMark(tmp_path / "j").read_marks() == [(1, 3), (1, 3)]
        assert TableFiles(tmp_path / "j").lock.read_bytes().startswith(f"{os.getpid()} ".encode())


def test_damage_is_reported_and_the_file_kept(tmp_path: Path) -> None:
    with Journal(tmp_path / "j") as journal:
        journal.append([entry(1, 1)])
        DELETE_ALL(tmp_path / "j")
        journal.append([entry(1, 2)])
        assert journal.repaired is not None
        assert "was damaged while the table was running" in journal.repaired
        assert "rewritten from the current game; there is no backup" in journal.repaired
    assert list(tmp_path.glob("j-kept-*"))


def test_detecting_changes_takes_five_system_calls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Journal(tmp_path / "j") as journal:
        journal.append([entry(1, 1)])
        looked: list[str] = []
        look = Path.stat

        def counted(path: Path, *, follow_symlinks: bool = True) -> os.stat_result:
            looked.append(path.name)
            return look(path, follow_symlinks=follow_symlinks)

        monkeypatch.setattr(Path, "stat", counted)
        assert not journal.was_changed_by_others
        assert looked == ["j", "j-wal", "j-shm", "j-lock", "j-mark"]


@pytest.mark.parametrize(
    ("error", "cure"),
    [(errno.ENOSPC, "No space left on device. Make room"), (errno.EROFS, "Read-only file system. .* then reboot")],
)
def test_nothing_is_lost_while_repair_is_impossible(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: int, cure: str
) -> None:
    """The disk is full, or out of service, just when the damaged file would be written anew."""

    def refused(_new: Path, _path: Path) -> None:
        raise OSError(error, os.strerror(error))

    with Journal(tmp_path / "j") as journal:
        journal.append([entry(1, 1), entry(1, 2)])
        DELETE_ALL(tmp_path / "j")
        with monkeypatch.context() as disk:
            disk.setattr("controller.store.journal.journal.move_into_place", refused)
            for _ in range(2):
                with pytest.raises(JournalError, match=cure):
                    journal.append([entry(1, 3)])
        journal.append([entry(1, 3)])
        assert journal.fault is None
        assert list(journal.entries(1)) == [entry(1, 1), entry(1, 2), entry(1, 3)]
        assert journal.damage_findings() == []
