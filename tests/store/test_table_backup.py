"""The backup of a table: made while it plays, checked before anything is replaced; replaced files are kept."""

import functools
import hashlib
import json
import os
import re
import shutil
import stat
import struct
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from controller.__main__ import main
from controller.secret import Secret
from controller.store import keyring, table_backup
from controller.store.journal import Entry, Journal, JournalReader
from controller.store.table_backup import (
    TableBackupError,
    back_up_table,
    check_and_queue_restore,
    is_backup_due,
    read_last_backup_utc,
    read_restore_outcome,
    restore_queued_backup,
    restore_table,
    unpacked_backup,
)
from controller.store.table_files import TableFiles
from hub.backup import CREDENTIAL_FILE_NAMES, TABLES
from hub.store.connection import load_migrations
from tests.store.journal.test_disk import mounted_disk
from tests.support.real_table import RealTable, running

SETTINGS = """
[[castle]]
color = "blue"
spi = [0, 0]
[[castle]]
color = "yellow"
spi = [0, 1]
[page]
host = "127.0.0.1"
port = 0
"""
TAGS = '[tags]\n04a1b2c3d4e5f6 = "t07"\n'


@functools.cache
def keys() -> bytes:
    """Of a table with a password; hashing it anew for each table would cost more than all else that is tested."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "keys"
        keyring.Keyring(file).set_password(Secret("correct horse"))
        return file.read_bytes()


def table(folder: Path) -> TableFiles:
    folder.mkdir()
    files = TableFiles(folder / "table.journal", tags=folder / "tags.toml", config=folder / "table.toml")
    (folder / "table.toml").write_text(SETTINGS)
    (folder / "tags.toml").write_text(TAGS)
    files.house_rules.write_text(json.dumps({"hourglass_s": 33, "language": "de", "silent": True}))
    files.keys.write_bytes(keys())
    files.keys.chmod(0o600)
    with Journal(files.journal) as journal:
        journal.append([Entry(1, 1, {"do": "begin"}, "page", "2026-01-01T00:00:00+00:00")])
    return files


def fresh(folder: Path) -> TableFiles:
    folder.mkdir()
    return TableFiles(folder / "table.journal", tags=folder / "tags.toml", config=folder / "table.toml")


def test_a_backup_restores_a_table_on_a_new_machine(tmp_path: Path) -> None:
    back_up_table(table(tmp_path / "old"), tmp_path / "kept.zip")
    new = fresh(tmp_path / "new")
    assert restore_table(tmp_path / "kept.zip", new) == []
    assert (tmp_path / "new/table.toml").read_text() == SETTINGS
    assert (tmp_path / "new/tags.toml").read_text() == TAGS
    assert msgspec.json.decode(new.house_rules.read_bytes())["hourglass_s"] == 33
    keys = keyring.Keyring(new.keys)
    keys.load()
    assert keys.matches_password(Secret("correct horse"))
    with JournalReader(new.journal) as journal:
        assert [entry.action for entry in journal.entries(1)] == [{"do": "begin"}]


def test_backup_and_keys_are_private_and_contain_no_secret(tmp_path: Path) -> None:
    back_up_table(table(tmp_path / "old"), tmp_path / "kept.zip")
    new = fresh(tmp_path / "new")
    restore_table(tmp_path / "kept.zip", new)
    assert (tmp_path / "kept.zip").stat().st_mode & 0o777 == 0o600
    assert new.keys.stat().st_mode & 0o777 == 0o600
    with zipfile.ZipFile(tmp_path / "kept.zip") as packed:
        assert all(b"correct horse" not in packed.read(name) for name in packed.namelist())


def test_old_files_are_kept_and_files_not_in_the_backup_removed(tmp_path: Path) -> None:
    old = table(tmp_path / "old")
    old.keys.unlink()
    back_up_table(old, tmp_path / "kept.zip")
    there = table(tmp_path / "there")
    (tmp_path / "there/table.toml").write_text(SETTINGS + "# mine\n")
    (tmp_path / "there/tags.toml").write_text("[tags]\n")
    there.house_rules.write_text("{}")
    kept = restore_table(tmp_path / "kept.zip", there)
    assert sorted(path.name.split("-kept-")[0] for path in kept) == [
        "table.house.json",
        "table.journal",
        "table.keys.json",
        "table.toml",
        "tags.toml",
    ]
    assert [path.read_text() for path in kept if path.name.startswith("table.toml")] == [SETTINGS + "# mine\n"]
    assert not there.keys.exists()


def test_restore_announces_what_it_writes_and_what_it_removes(tmp_path: Path) -> None:
    old = table(tmp_path / "old")
    old.keys.unlink()
    back_up_table(old, tmp_path / "kept.zip")
    there = table(tmp_path / "there")
    there.house_rules.unlink()
    done = CliRunner().invoke(main, ["restore", str(tmp_path / "kept.zip"), "--config", str(there.config)], input="n\n")
    folder = tmp_path / "there"
    assert done.output.splitlines()[1:6] == [
        f"  {folder}/table.house.json   new",
        f"  {folder}/table.toml   replaced",
        f"  {folder}/tags.toml   replaced",
        f"  {folder}/table.journal   replaced",
        f"  {folder}/table.keys.json   removed: the backup has none",
    ]
    assert there.keys.exists()


def test_restore_announces_nothing_that_neither_backup_nor_table_has(tmp_path: Path) -> None:
    old = table(tmp_path / "old")
    for file in (old.keys, old.house_rules, old.journal):
        file.unlink()
    back_up_table(old, tmp_path / "kept.zip")
    new = fresh(tmp_path / "new")
    (tmp_path / "new/table.toml").write_text(SETTINGS)
    done = CliRunner().invoke(main, ["restore", str(tmp_path / "kept.zip"), "--config", str(new.config), "--yes"])
    assert done.output.splitlines()[1:3] == [f"  {new.config}   replaced", f"  {new.tags}   new"]
    assert "house" not in done.output
    assert "journal" not in done.output


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    with mounted_disk(tmp_path / "disk", "500k"):
        yield tmp_path / "disk"


def test_a_restore_onto_a_full_disk_says_so_and_the_game_goes_on(small_disk: Path, tmp_path: Path) -> None:
    with running(tmp_path, serves=["sim", "--port", "0", "--journal", str(small_disk / "sim.journal")]) as page:
        page.begin("sentiment")
        before = sorted(file.name for file in small_disk.iterdir())
        answer = page.send("/api/owner/restore", bytes(2_000_000), {"content-type": "application/octet-stream"})
        assert answer.status_code == 507
        assert (
            answer.json()["error"]["message"] == "No space left on device. Free some space on the disk, and try again."
        )
        assert sorted(file.name for file in small_disk.iterdir()) == before
        page.act(do="spin", demand=2)


@pytest.mark.parametrize("full", ["table", "temporary"])
def test_a_restore_that_finds_no_room_names_the_disk_and_loses_nothing(
    small_disk: Path, tmp_path: Path, full: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    many = table(tmp_path / "old")
    with Journal(many.journal) as journal:
        at = "2026-01-01T00:00:00+00:00"
        journal.append([Entry(1, seq, {"do": "spin", "demand": seq}, "page", at) for seq in range(2, 9000)])
    back_up_table(many, tmp_path / "kept.zip")
    there = table(small_disk / "there" if full == "table" else tmp_path / "there")
    monkeypatch.setattr(tempfile, "tempdir", str(small_disk if full == "temporary" else tmp_path))
    shutil.copy(tmp_path / "kept.zip", there.pending_restore)
    before = {file: file.read_bytes() for file in there.journal.parent.iterdir()}
    with pytest.raises(TableBackupError, match="No space left on device") as refused:
        restore_table(tmp_path / "kept.zip", there)
    assert str(small_disk) in str(refused.value)
    assert re.search("[Ff]ree some space", str(refused.value))
    assert not restore_queued_backup(there)
    with JournalReader(there.journal) as reader:
        assert [entry.action for entry in reader.entries(1)] == [{"do": "begin"}]
    assert {path.name for path in before} - {path.name for path in there.journal.parent.iterdir()} == {
        there.pending_restore.name
    }
    assert there.pending_restore.with_name("table.journal-restore-failed").read_bytes() == before[there.pending_restore]


@pytest.mark.parametrize(
    ("name", "data"),
    [
        *((name, b"\x00nonsense") for name in ("table.toml", "tags.toml", "house.json", "keys.json", "games.journal")),
        ("games.journal", bytes(200_000_000)),
        ("tags.toml", b"#" * 2_000_000),
        ("house.json", b"[" * 100_000),
        ("keys.json", b'{"pin": {"salt": "nonsense!", "digest": "00"}}'),
        ("keys.json", b'{"pin": ' * 100_000),
        ("house.json", b'{"hourglass_s": 33, "language": "de", "silent": true, "locked": true}'),  # and no password
        ("table.toml", b"a=" + b"[" * 100_000),
    ],
)
def test_a_backup_with_an_invalid_file_changes_nothing(tmp_path: Path, name: str, data: bytes) -> None:
    old = table(tmp_path / "old")
    old.keys.unlink()
    back_up_table(old, tmp_path / "kept.zip")
    repack(tmp_path / "kept.zip", {name: data}, pack=zipfile.ZIP_DEFLATED)
    there = table(tmp_path / "there")
    before = {path: path.read_bytes() for path in (tmp_path / "there").iterdir()}
    with pytest.raises(TableBackupError, match=r"kept\.zip"):
        restore_table(tmp_path / "kept.zip", there)
    assert {path: path.read_bytes() for path in (tmp_path / "there").iterdir()} == before


def repack(path: Path, changed: dict[str, bytes], *, pack: int = zipfile.ZIP_STORED) -> None:
    with zipfile.ZipFile(path) as packed:
        contents = {name: packed.read(name) for name in packed.namelist()} | changed
    manifest = json.loads(contents[table_backup.MANIFEST])
    manifest["sha256"] = {
        name: hashlib.sha256(data).hexdigest() for name, data in contents.items() if name != "manifest.json"
    }
    contents[table_backup.MANIFEST] = json.dumps(manifest).encode()
    with zipfile.ZipFile(path, "w", pack) as packed:
        for name, data in contents.items():
            packed.writestr(name, data)


def test_every_flipped_byte_is_detected_or_harmless(tmp_path: Path) -> None:
    back_up_table(table(tmp_path / "old"), tmp_path / "kept.zip")
    whole = (tmp_path / "kept.zip").read_bytes()
    noticed = 0
    for place in range(0, len(whole), max(1, len(whole) // 60)):
        (tmp_path / "bad.zip").write_bytes(whole[:place] + bytes([whole[place] ^ 0x55]) + whole[place + 1 :])
        try:
            with unpacked_backup(tmp_path / "bad.zip"):
                pass
        except TableBackupError:
            noticed += 1
    assert noticed > 40


def test_nothing_is_restored_while_the_table_is_running(tmp_path: Path) -> None:
    back_up_table(table(tmp_path / "old"), tmp_path / "kept.zip")
    there = table(tmp_path / "there")
    (tmp_path / "there/tags.toml").write_text("[tags]\n")
    with Journal(there.journal), pytest.raises(TableBackupError, match="Stop that table first"):
        restore_table(tmp_path / "kept.zip", there)
    assert (tmp_path / "there/tags.toml").read_text() == "[tags]\n"


def test_the_next_backup_is_due_after_a_month(tmp_path: Path) -> None:
    files = table(tmp_path / "old")
    now = datetime(2026, 6, 2, 12, tzinfo=UTC)
    assert is_backup_due(read_last_backup_utc(files), now)
    back_up_table(files, tmp_path / "kept.zip")
    with unpacked_backup(tmp_path / "kept.zip") as (found, _):
        assert read_last_backup_utc(files) == found.manifest.made_utc
    assert not is_backup_due("2026-05-03T00:00:00+00:00", now)
    assert is_backup_due("2026-05-01T00:00:00+00:00", now)
    for of_no_use in ("1970-01-01T00:00:00+00:00", "yesterday"):
        files.last_backup.write_text(of_no_use)
        assert read_last_backup_utc(files) is None


def test_a_queued_backup_is_restored_only_by_the_next_start(tmp_path: Path) -> None:
    back_up_table(table(tmp_path / "old"), tmp_path / "kept.zip")
    new = fresh(tmp_path / "new")
    assert not restore_queued_backup(new)
    check_and_queue_restore(tmp_path / "kept.zip", new)
    assert read_restore_outcome(new) is None
    assert restore_queued_backup(new)
    assert not restore_queued_backup(new)
    assert (tmp_path / "new/table.toml").read_text() == SETTINGS


def test_what_became_of_a_queued_backup_is_noted_for_the_owner(tmp_path: Path) -> None:
    made = back_up_table(table(tmp_path / "old"), tmp_path / "kept.zip").manifest.made_utc
    there = table(tmp_path / "there")
    (tmp_path / "there/table.toml").write_text(SETTINGS + "# mine\n")
    check_and_queue_restore(tmp_path / "kept.zip", there)
    restore_queued_backup(there)
    outcome = read_restore_outcome(there)
    assert outcome is not None
    assert (outcome.made_utc, outcome.fault) == (made, "")
    assert any(name.startswith("table.toml-kept-") for name in outcome.kept)
    there.pending_restore.write_bytes(b"PK")
    restore_queued_backup(there)
    outcome = read_restore_outcome(there)
    assert outcome is not None
    assert (outcome.made_utc, outcome.kept) == ("", (f"{there.pending_restore.name}-failed",))
    assert "is not a complete backup" in outcome.fault


def test_a_queued_backup_that_broke_is_set_aside(tmp_path: Path) -> None:
    back_up_table(table(tmp_path / "old"), tmp_path / "kept.zip")
    there = table(tmp_path / "there")
    check_and_queue_restore(tmp_path / "kept.zip", there)
    there.pending_restore.write_bytes(b"PK")
    before = (tmp_path / "there/table.toml").read_bytes()
    assert not restore_queued_backup(there)
    assert not restore_queued_backup(there)
    assert (tmp_path / "there/table.toml").read_bytes() == before


def test_a_queued_backup_uses_the_paths_of_its_settings(tmp_path: Path) -> None:
    old = table(tmp_path / "old")
    settings = SETTINGS + '[tags]\nfile = "mine.csv"\n[journal]\nfile = "mine.journal"\n'
    mine = replace(old, tags=tmp_path / "old/mine.csv", journal=tmp_path / "old/mine.journal")
    (tmp_path / "old/table.toml").write_text(settings)
    (tmp_path / "old/mine.csv").write_text("uid,tile\n04a1b2c3d4e5f6,t07\n")
    old.journal.rename(mine.journal)
    back_up_table(mine, tmp_path / "kept.zip")
    there = table(tmp_path / "there")
    check_and_queue_restore(tmp_path / "kept.zip", there)
    assert restore_queued_backup(there)
    assert (tmp_path / "there/mine.csv").read_text() == "uid,tile\n04a1b2c3d4e5f6,t07\n"
    with JournalReader(tmp_path / "there/mine.journal") as journal:
        assert [entry.action for entry in journal.entries(1)] == [{"do": "begin"}]


def test_a_simulated_tables_backup_is_not_queued_at_a_real_one(tmp_path: Path) -> None:
    """It has no table.toml, and this table would have none then."""
    back_up_table(TableFiles(table(tmp_path / "old").journal), tmp_path / "kept.zip")
    there = table(tmp_path / "there")
    with pytest.raises(TableBackupError, match="is from a simulated table"):
        check_and_queue_restore(tmp_path / "kept.zip", there)
    assert not there.pending_restore.exists()


def test_different_settings_are_not_queued_if_read_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    back_up_table(table(tmp_path / "old"), tmp_path / "kept.zip")
    there = table(tmp_path / "there")
    monkeypatch.setattr("os.access", lambda _path, _mode: False)
    (tmp_path / "there/table.toml").write_text(SETTINGS + "# mine\n")
    with pytest.raises(TableBackupError, match="sudo royaltable restore FILE"):
        check_and_queue_restore(tmp_path / "kept.zip", there)
    (tmp_path / "there/table.toml").write_text(SETTINGS)
    check_and_queue_restore(tmp_path / "kept.zip", there)
    assert there.pending_restore.exists()


def serving(folder: Path) -> AbstractContextManager[RealTable]:
    return running(folder, serves=["serve", "--config", str(folder / "table.toml")], log_stays_empty=False)


def place_first(table: RealTable) -> None:
    view = table.view()
    table.act(do="place_first", player=view["waiting_for"]["color"], field=view["first_fields"][0])


def test_a_restored_backup_continues_the_same_game(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    old.mkdir()
    new.mkdir()
    (old / "table.toml").write_text(SETTINGS)
    (old / "tags.toml").write_text(TAGS)
    with serving(old) as table:
        table.begin("first_statues")
        place_first(table)
        before = table.view()
        done = CliRunner().invoke(main, ["backup", str(tmp_path / "kept.zip"), "--config", str(old / "table.toml")])
        assert done.exit_code == 0, done.output
    done = CliRunner().invoke(
        main, ["restore", str(tmp_path / "kept.zip"), "--yes", "--config", str(new / "table.toml")]
    )
    assert done.exit_code == 0, done.output
    with serving(new) as table:
        after = table.view()
        assert [after[key] for key in ("seq", "fields", "players")] == [
            before[key] for key in ("seq", "fields", "players")
        ]
        place_first(table)
        assert table.view()["seq"] == before["seq"] + 1


CENTRAL, LOCAL, END = b"PK\x01\x02", b"PK\x03\x04", b"PK\x05\x06"


def of_a_table(folder: Path) -> tuple[Path, str, list[str], Path]:
    """A backup, one of its small files, the command that restores it, the folder that this would change."""
    back_up_table(table(folder / "old"), folder / "kept.zip")
    target = fresh(folder / "new")
    command = ["restore", "--yes", "--config", str(target.config), str(folder / "kept.zip")]
    return folder / "kept.zip", "house.json", command, folder / "new"


def of_a_hub(folder: Path) -> tuple[Path, str, list[str], Path]:
    """Also for a hub whose database is unreachable: the zip is checked before the database is used."""
    (folder / "hub").mkdir()
    (folder / "hub/hub.toml").write_text('[database]\nurl = "postgresql://127.0.0.1:9/none"\n')
    with zipfile.ZipFile(folder / "room.hub", "w") as archive:
        archive.writestr("hub.json", json.dumps({"schema": load_migrations()[-1][0], "rows": dict.fromkeys(TABLES, 0)}))
        for name in (*CREDENTIAL_FILE_NAMES, *(f"{name}.copy" for name in TABLES)):
            archive.writestr(name, b"hub:$7$1$ab==$ab==\n" if name == "users" else b"")
    command = ["hub", "--folder", str(folder / "hub"), "restore", "--yes", str(folder / "room.hub")]
    return folder / "room.hub", "users", command, folder / "hub"


def field(signature: bytes, offset: int, content: bytes) -> Callable[[Path, str], None]:
    fixed = {CENTRAL: 46, LOCAL: 30, END: 0}[signature]

    def change(file: Path, name: str) -> None:
        data = bytearray(file.read_bytes())
        place = data.rindex(signature)
        while fixed and data[place + fixed : place + fixed + len(name)] != name.encode():
            place = data.rindex(signature, 0, place)
        data[place + offset : place + offset + len(content)] = content
        file.write_bytes(data)

    return change


def added(name: str, mode: int = stat.S_IFREG, content: bytes = b"x", count: int = 1) -> Callable[[Path, str], None]:
    def change(file: Path, small: str) -> None:
        with zipfile.ZipFile(file, "a", zipfile.ZIP_DEFLATED) as archive:
            for number in range(count):
                info = zipfile.ZipInfo(name.format(small=small, number=number))
                info.external_attr = mode << 16
                archive.writestr(info, content)

    return change


def instead(content: bytes, mode: int = stat.S_IFREG) -> Callable[[Path, str], None]:
    def change(file: Path, small: str) -> None:
        with zipfile.ZipFile(file) as archive:
            contents = {name: archive.read(name) for name in archive.namelist()}
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, data in contents.items():
                info = zipfile.ZipInfo(name)
                info.compress_type = zipfile.ZIP_DEFLATED
                info.external_attr = (mode if name == small else stat.S_IFREG) << 16
                archive.writestr(info, content if name == small else data)

    return change


def pipe(file: Path, _: str) -> None:
    file.unlink()
    os.mkfifo(file)


def device(file: Path, _: str) -> None:
    file.unlink()
    file.symlink_to("/dev/zero")


ODD: dict[str, Callable[[Path, str], object]] = {
    "a pipe": pipe,
    "a device": device,
    "empty": lambda file, _: os.truncate(file, 0),
    "text": lambda file, _: file.write_text("no zip"),
    "cut": lambda file, _: os.truncate(file, file.stat().st_size - 30),
    "its beginning cut": lambda file, _: file.write_bytes(file.read_bytes()[40:]),
    "another checksum": field(CENTRAL, 16, b"abcd"),
    "encrypted": field(CENTRAL, 8, b"\x01\x00"),
    "packed by strong encryption": field(CENTRAL, 8, b"\x41\x00"),
    "packed by LZMA": field(CENTRAL, 10, struct.pack("<H", 14)),
    "packed by bzip2": field(CENTRAL, 10, struct.pack("<H", 12)),
    "packed by nothing known": field(CENTRAL, 10, struct.pack("<H", 99)),
    "a newer zip": field(CENTRAL, 6, struct.pack("<H", 999)),
    "larger than it is": field(CENTRAL, 24, struct.pack("<I", 0xFFFFFFF0)),
    "packed larger than it is": field(CENTRAL, 20, struct.pack("<I", 0xFFFFFFF0)),
    "zip64 without its field": field(CENTRAL, 20, b"\xff" * 8),
    "elsewhere": field(CENTRAL, 42, struct.pack("<I", 0xFFFFFFF0)),
    "a longer name": field(CENTRAL, 28, struct.pack("<H", 0xFFFF)),
    "a longer extra field": field(CENTRAL, 30, struct.pack("<H", 0xFFFF)),
    "of another name in front": field(LOCAL, 30, b"x"),
    "a longer name in front": field(LOCAL, 26, struct.pack("<H", 0xFFFF)),
    "a list of 4 GB": field(END, 12, struct.pack("<I", 0xFFFFFFF0)),
    "a list of no bytes": field(END, 12, bytes(4)),
    "a list beyond its end": field(END, 16, struct.pack("<I", 0xFFFFFFF0)),
    "a name twice": added("{small}"),
    "a name that leads up": added("../{small}"),
    "a name from the root": added("/etc/{small}"),
    "a folder": added("{small}/"),
    "a name with NUL": added("x\x00{small}"),
    "20,000 files": added("{number}", count=20_000),
    "a link": instead(b"/etc/passwd", stat.S_IFLNK),
    "2 MB of zeros": instead(bytes(2_000_000)),
    "no text": instead(b"\xff\x00"),
}


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize("way", ODD)
@pytest.mark.parametrize("of", [of_a_table, of_a_hub])
def test_an_odd_zip_is_refused_and_changes_nothing(
    tmp_path: Path, of: Callable[[Path], tuple[Path, str, list[str], Path]], way: str
) -> None:
    file, small, command, target = of(tmp_path)
    ODD[way](file, small)
    before = {each.name: each.read_bytes() for each in target.iterdir()}
    result = CliRunner().invoke(main, command)
    assert isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code == 1
    assert f"Error: {file}" in result.output
    after = {each.name: each.read_bytes() for each in target.iterdir() if each.name != "hub.lock"}
    assert after == before
