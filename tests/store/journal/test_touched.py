"""Somebody else writes into the journal under the table, or takes a file away: what was acknowledged is there again."""

import errno
import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from controller.store.journal import Journal, JournalError, JournalReader
from controller.store.journal.backup import back_up_journal
from controller.store.journal.files_as_left import HighWaterMark
from controller.store.journal.schema import database_files
from controller.store.table_files import TableFiles
from tests.store.journal.games import END, entry


def overwrite(path: Path, octets: bytes, at: int = 0) -> None:
    """As ``dd conv=notrunc`` does: into the same file; some ticks of the kernel's clock after our own commit."""
    with path.open("r+b") as file:
        file.seek(at)
        file.write(octets)
    found = path.stat()
    os.utime(path, ns=(found.st_atime_ns, found.st_mtime_ns + 1_000_000_000))


def the_file_is_overwritten(path: Path) -> None:
    overwrite(path, bytes(2048))


def all_of_it_is_overwritten(path: Path) -> None:
    overwrite(path, os.urandom(path.stat().st_size))


def the_file_is_emptied(path: Path) -> None:
    os.truncate(path, 0)


def the_file_is_cut(path: Path) -> None:
    os.truncate(path, 3000)


def the_log_is_emptied(path: Path) -> None:
    os.truncate(database_files(path)[1], 0)


def the_log_is_overwritten(path: Path) -> None:
    log = database_files(path)[1]
    overwrite(log, os.urandom(log.stat().st_size))


def the_log_s_header_is_overwritten(path: Path) -> None:
    overwrite(database_files(path)[1], bytes(32))


def another_program_deletes(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("delete from entries where seq > 2")


def another_program_deletes_all(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("delete from entries")


def another_program_rewrites(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("update entries set origin = 'nobody'")


def an_older_one_is_copied_over_it(path: Path) -> None:
    shutil.copyfile(TableFiles(path).backup, path)
    os.truncate(database_files(path)[1], 0)


def the_file_is_removed(path: Path) -> None:
    path.unlink()


def the_log_is_removed(path: Path) -> None:
    database_files(path)[1].unlink()


def the_shared_memory_is_removed(path: Path) -> None:
    database_files(path)[2].unlink()


def all_is_removed(path: Path) -> None:
    for each in path.parent.glob(f"{path.name}*"):
        each.unlink()


def a_folder_lies_there(path: Path) -> None:
    path.unlink()
    path.mkdir()


def another_log_lies_there(path: Path) -> None:
    with Journal(path.with_name("other")) as other:
        other.append([entry(1, 1, do="collect"), entry(1, 2)])
        shutil.copyfile(database_files(other.path)[1], path.with_name("copy"))
    path.with_name("copy").replace(database_files(path)[1])


HARMS: Final[tuple[Callable[[Path], None], ...]] = (
    the_file_is_overwritten,
    all_of_it_is_overwritten,
    the_file_is_emptied,
    the_file_is_cut,
    the_log_is_emptied,
    the_log_is_overwritten,
    the_log_s_header_is_overwritten,
    another_program_deletes,
    another_program_rewrites,
    an_older_one_is_copied_over_it,
    the_file_is_removed,
    the_log_is_removed,
    the_shared_memory_is_removed,
    all_is_removed,
    a_folder_lies_there,
    another_log_lies_there,
)


@pytest.mark.parametrize("restarted", [False, True])
@pytest.mark.parametrize("harm", HARMS, ids=lambda each: each.__name__)
def test_the_game_on_the_table_is_whole_on_disk_again(
    tmp_path: Path, harm: Callable[[Path], None], *, restarted: bool
) -> None:
    path = tmp_path / "j"
    journal = Journal(path)
    journal.append([entry(1, 1), entry(1, 2, outcome=END)])
    journal.append([entry(2, 1), entry(2, 2), entry(2, 3)])
    back_up_journal(path, TableFiles(path).backup)
    journal.append([entry(2, 4)])
    if restarted:
        journal.close()
        journal = Journal(path)
    journal.append([entry(2, 5)])
    with journal:
        assert not journal.is_touched
        harm(path)
        assert journal.is_touched
        journal.append(())
        assert not journal.is_touched
        journal.append([entry(2, 6)])
        assert journal.mended is None
        with JournalReader(path) as reader:
            assert list(reader.entries(2)) == [entry(2, seq) for seq in range(1, 7)]
            assert reader.findings() == []
            assert reader.current_game() == 2
        before = len(list(journal.entries(1)))
    with Journal(path) as journal:
        assert list(journal.entries(2)) == [entry(2, seq) for seq in range(1, 7)]
        assert journal.lost is None
        assert not journal.unsure
        if harm is not all_is_removed:
            assert before == 2


def rights_are_changed(path: Path) -> None:
    path.chmod(0o640)


def a_second_name_is_given(path: Path) -> None:
    path.with_name("second").hardlink_to(path)


def it_is_read_by_another_program(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("select * from entries").fetchall()


def the_lock_is_removed(path: Path) -> None:
    TableFiles(path).lock.unlink()


def the_lock_is_a_link(path: Path) -> None:
    TableFiles(path).lock.unlink()
    TableFiles(path).lock.symlink_to("nowhere")


def the_mark_is_removed(path: Path) -> None:
    TableFiles(path).mark.unlink()


@pytest.mark.parametrize(
    "change",
    [
        rights_are_changed,
        a_second_name_is_given,
        it_is_read_by_another_program,
        the_lock_is_removed,
        the_lock_is_a_link,
        the_mark_is_removed,
    ],
    ids=lambda each: each.__name__,
)
def test_what_does_no_harm_is_said_to_nobody(tmp_path: Path, change: Callable[[Path], None]) -> None:
    with Journal(tmp_path / "j") as journal:
        journal.append([entry(1, 1), entry(1, 2)])
        change(tmp_path / "j")
        journal.append([entry(1, 3)])
        assert journal.mended is None
        assert not journal.is_touched
        assert not list(tmp_path.glob("j-kept-*"))
        assert HighWaterMark(tmp_path / "j").read() == [(1, 3), (1, 3)]
        assert TableFiles(tmp_path / "j").lock.read_bytes().startswith(f"{os.getpid()} ".encode())


def test_what_was_damaged_is_kept_and_said(tmp_path: Path) -> None:
    with Journal(tmp_path / "j") as journal:
        journal.append([entry(1, 1)])
        another_program_deletes_all(tmp_path / "j")
        journal.append([entry(1, 2)])
        assert journal.mended is not None
        assert "was damaged while the table played" in journal.mended
        assert "written anew from the present game; there is no backup" in journal.mended
    assert list(tmp_path.glob("j-kept-*"))


def test_looking_costs_five_calls_of_the_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Journal(tmp_path / "j") as journal:
        journal.append([entry(1, 1)])
        looked: list[str] = []
        look = Path.stat

        def counted(path: Path, *, follow_symlinks: bool = True) -> os.stat_result:
            looked.append(path.name)
            return look(path, follow_symlinks=follow_symlinks)

        monkeypatch.setattr(Path, "stat", counted)
        assert not journal.is_touched
        assert looked == ["j", "j-wal", "j-shm", "j-lock", "j-mark"]


@pytest.mark.parametrize(
    ("error", "cure"),
    [(errno.ENOSPC, "No space left on device. Make room"), (errno.EROFS, "Read-only file system. .* then reboot")],
)
def test_while_it_cannot_be_mended_nothing_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: int, cure: str
) -> None:
    """The disk is full, or out of service, just when the damaged file would be written anew."""

    def refused(_new: Path, _path: Path) -> None:
        raise OSError(error, os.strerror(error))

    with Journal(tmp_path / "j") as journal:
        journal.append([entry(1, 1), entry(1, 2)])
        another_program_deletes_all(tmp_path / "j")
        with monkeypatch.context() as disk:
            disk.setattr("controller.store.journal.journal.put_in_place", refused)
            for _ in range(2):
                with pytest.raises(JournalError, match=cure):
                    journal.append([entry(1, 3)])
        journal.append([entry(1, 3)])
        assert journal.fault is None
        assert list(journal.entries(1)) == [entry(1, 1), entry(1, 2), entry(1, 3)]
        assert journal.findings() == []
