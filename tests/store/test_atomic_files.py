"""A table's files are written in one place: each is whole at every moment, and no link leads the writer elsewhere."""

import os
import pty
import re
import socket
import stat
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from controller.store.atomic_files import exclusive_lock, move_into_place, write_atomically, write_file_or_pipe

CONTROLLER = Path(__file__).parents[2] / "controller"
WRITES = re.compile(
    r"write_text|write_bytes|copyfile|os\.open\(|os\.pwrite|\bopen\([^)]*\"[wax]b?\"|ZipFile\([^)]*\"w\""
)
ALSO_WRITE = {
    "care/doctor/examination.py": "copies a journal into a temporary folder",
    "care/report.py": "a new file, which people name",
    "config/wiring/harness.py": "drawings, in a folder which people name",
    "reading.py": "reads a file, which people name",
    "store/atomic_files.py": "all others",
    "store/certificates/authority.py": "a certificate that is tried, in a temporary folder",
    "store/certificates/certificate.py": "settings of openssl, in a temporary folder",
    "store/journal/backup.py": "copies a backup, then puts it in place",
    "store/journal/file_guards.py": "writes into mark and lock, which atomic_files has opened",
    "store/journal/schema.py": "copies a journal into a temporary folder",
    "store/table_files.py": "reads a lock, which another process may have",
    "store/table_backup.py": "packs and unpacks in a temporary folder",
    "service/page_handlers.py": "an upload, before it is looked into",
}


def test_the_daemon_writes_files_only_through_this_module() -> None:
    rooms = [path for path in CONTROLLER.rglob("*.py") if path.relative_to(CONTROLLER).parts[0] not in {"cli", "bench"}]
    writing = {path for path in rooms if WRITES.search(path.read_text(encoding="utf-8"))}
    assert {str(path.relative_to(CONTROLLER)) for path in writing} == ALSO_WRITE.keys()


def test_an_atomic_write_leaves_no_other_file(tmp_path: Path) -> None:
    write_atomically(tmp_path / "keys", "old")
    write_atomically(tmp_path / "keys", b"new", mode=0o600)
    assert (tmp_path / "keys").read_bytes() == b"new"
    assert (tmp_path / "keys").stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["keys"]


def test_concurrent_writes_are_each_complete(tmp_path: Path) -> None:
    contents = [letter * 100_000 for letter in "abcdefgh"]
    with ThreadPoolExecutor(len(contents)) as threads:
        for _ in range(5):
            list(threads.map(lambda content: write_atomically(tmp_path / "keys", content), contents))
            assert (tmp_path / "keys").read_text() in contents
    assert [path.name for path in tmp_path.iterdir()] == ["keys"]


def test_an_exclusive_lock_serialises_changes(tmp_path: Path) -> None:
    file = tmp_path / "count"
    write_atomically(file, "0")

    def count(_: int) -> None:
        with exclusive_lock(file):
            write_atomically(file, f"{int(file.read_text()) + 1}")

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(count, range(64)))
    assert file.read_text() == "64"


def test_a_failed_write_keeps_the_old_content(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(_file: int) -> None:
        raise OSError("Input/output error")

    write_atomically(tmp_path / "keys", "old")
    monkeypatch.setattr(os, "fsync", fails)
    with pytest.raises(OSError, match="Input/output error"):
        write_atomically(tmp_path / "keys", "new")
    assert (tmp_path / "keys").read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["keys"]


@pytest.mark.parametrize("name", ["keys", "keys.THREAD.new"])
def test_a_link_is_replaced_and_its_target_unchanged(tmp_path: Path, name: str) -> None:
    (tmp_path / "other").write_text("of somebody else")
    (tmp_path / name.replace("THREAD", str(threading.get_native_id()))).symlink_to(tmp_path / "other")
    write_atomically(tmp_path / "keys", "new")
    assert (tmp_path / "other").read_text() == "of somebody else"
    assert (tmp_path / "keys").read_text() == "new"


def odd_places(folder: Path) -> dict[str, Path]:
    places = {kind: folder / kind for kind in ("folder", "pipe", "socket", "nowhere", "circle", "full", "to a folder")}
    places["folder"].mkdir()
    os.mkfifo(places["pipe"])
    with socket.socket(socket.AF_UNIX) as bound:
        bound.bind(str(places["socket"]))
    places["nowhere"].symlink_to(folder / "missing")
    places["circle"].symlink_to(places["circle"])
    places["full"].symlink_to("/dev/full")
    places["to a folder"].symlink_to(places["folder"])
    return places


@pytest.mark.parametrize("kind", ["folder", "pipe", "socket", "nowhere", "circle", "full", "to a folder"])
def test_an_unwritable_output_is_refused_and_unchanged(tmp_path: Path, kind: str) -> None:
    place = odd_places(tmp_path)[kind]
    before, names = stat.S_IFMT(place.lstat().st_mode), sorted(tmp_path.iterdir())
    with pytest.raises(OSError, match=r"\S"):
        write_file_or_pipe(place, "new")
    assert stat.S_IFMT(place.lstat().st_mode) == before
    assert sorted(tmp_path.iterdir()) == names


@pytest.mark.parametrize("kind", ["pipe", "socket"])
def test_pipes_and_sockets_are_never_replaced(tmp_path: Path, kind: str) -> None:
    place = odd_places(tmp_path)[kind]
    with pytest.raises(OSError, match="is not a plain file"):
        write_atomically(place, "new")
    (tmp_path / "new").write_text("new")
    with pytest.raises(OSError, match="is not a plain file"):
        move_into_place(tmp_path / "new", place)
    assert not stat.S_ISREG(place.lstat().st_mode)


def test_an_output_is_written_to_the_target_of_a_link(tmp_path: Path) -> None:
    (tmp_path / "film").write_text("old")
    (tmp_path / "film").chmod(0o600)
    (tmp_path / "link").symlink_to("film")
    (tmp_path / "further").symlink_to(tmp_path / "link")
    write_file_or_pipe(tmp_path / "further", b"new")
    assert (tmp_path / "film").read_text() == "new"
    assert (tmp_path / "film").stat().st_mode & 0o777 == 0o600
    assert sorted(each.name for each in tmp_path.iterdir() if each.is_symlink()) == ["further", "link"]


def test_output_to_pipes_terminals_and_devices_is_written_directly(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    write_file_or_pipe(tmp_path / "pipe", b"x" * 50_000)
    assert os.read(reader, 60_000) == b"x" * 50_000
    os.close(reader)
    leader, terminal = pty.openpty()
    write_file_or_pipe(Path(os.ttyname(terminal)), "new")
    assert os.read(leader, 10) == b"new"
    os.close(leader)
    os.close(terminal)
    (tmp_path / "null").symlink_to("/dev/null")
    write_file_or_pipe(tmp_path / "null", "new")
    assert (tmp_path / "null").is_symlink()
