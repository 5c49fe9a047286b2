"""`royaltable journal`: what people do with the file of all games."""

import json
import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from controller.store.journal import Journal
from controller.store.journal.schema import APPLICATION_ID, VERSION
from tests.support.commands import TO_STATUES, lines, royaltable
from tests.support.journal_games import END, entry

run = partial(royaltable, "journal")


@pytest.fixture
def played(tmp_path: Path) -> Path:
    with Journal(tmp_path / "j") as file:
        file.append([entry(1, 1), entry(1, 2), entry(1, 3, outcome=END)])
        file.append([entry(2, 1), entry(2, 2)])
    return tmp_path / "j"


def damage(path: Path) -> None:
    data = bytearray(path.read_bytes())
    where = data.index(b'"demand":2')
    data[where + 9 : where + 10] = b"5"
    path.write_bytes(data)


def test_the_list_has_players_and_state_of_each_game(played: Path) -> None:
    first, second = run("list", played).output.splitlines()
    assert first.split()[0] == "1"
    assert first.endswith("3 actions  over          blue yellow")
    assert second.endswith("2 actions  on the table  blue yellow")


def test_the_statistics_are_those_of_the_finished_games(played: Path) -> None:
    shown = run("stats", played).output
    assert "7 rounds" in shown
    assert "blue wins (gap): blue 21, yellow 15" in shown
    assert shown.endswith("1 games of 7.0 rounds and 2 minutes. Won: blue 1.\n")


def test_list_and_statistics_survive_a_clock_set_in_mid_game(tmp_path: Path) -> None:
    times = ("1970-01-01T00:00:05+00:00", "1970-01-01T00:10:05+00:00", "2026-11-21T10:00:00+00:00")
    with Journal(tmp_path / "j") as file:
        for seq, written_utc in enumerate((*times, "2026-11-21T10:20:00+00:00"), start=1):
            ended = END if seq == 4 else None
            file.append([replace(entry(1, seq, outcome=ended), written_utc=written_utc)])
        file.append([replace(entry(2, 1), written_utc=times[0])])
    assert "7.0 rounds and 30 minutes" in run("stats", tmp_path / "j").output
    assert [line[:46].rstrip() for line in run("list", tmp_path / "j").output.splitlines()] == [
        "   1  no date              2026-11-21T10:20:00",
        "   2  no date              no date",
    ]


def test_an_exported_log_can_be_replayed_and_imported(tmp_path: Path) -> None:
    """Also into a journal that is not there yet; what is exported again is the same log."""
    log = lines(*TO_STATUES)
    (tmp_path / "log").write_text(log)
    for game in (1, 2):
        assert run("import", tmp_path / "j", tmp_path / "log").output.startswith(
            f"Imported as game {game}: 16 actions."
        )
    newest, first = run("export", tmp_path / "j"), run("export", tmp_path / "j", "--game", 1)
    assert newest.output == first.output
    assert [json.loads(line) for line in newest.output.splitlines()] == TO_STATUES
    (tmp_path / "again").write_text(newest.output)
    assert royaltable("replay", tmp_path / "again").exit_code == 0


def test_an_illegal_log_is_not_imported_and_its_line_is_named(tmp_path: Path, played: Path) -> None:
    refused = run("import", played, "-", given=lines(*TO_STATUES[:3], {"do": "count"}))
    assert refused.exit_code == 1
    assert refused.output.startswith("Error: line 4 is refused (")
    assert "Nothing was imported." in refused.output
    assert len(run("list", played).output.splitlines()) == 2
    assert run("import", tmp_path / "new", "-", given="").exit_code == 1
    assert not (tmp_path / "new").exists()


def test_an_imported_game_does_not_replace_the_current_one(played: Path) -> None:
    assert run("import", played, "-", given=lines(*TO_STATUES)).exit_code == 0
    assert [line.split("actions")[1].split()[0] for line in run("list", played).output.splitlines()] == [
        "over",
        "on",
        "parked",
    ]


def test_a_changed_byte_is_found_and_the_backup_restored(tmp_path: Path, played: Path) -> None:
    assert run("verify", played).output == f"{played}: intact; 2 games, 5 actions.\n"
    assert run("backup", played, tmp_path / "copy").output.startswith(f"{tmp_path / 'copy'}: verified, ")
    damage(played)
    found = run("verify", played)
    assert found.exit_code == 1
    assert "action 2 has a wrong checksum" in found.output
    assert "journal restore" in found.output
    restored = run("restore", played, tmp_path / "copy")
    assert "up to action 3 of game 1" in restored.output
    stored = Path(restored.output.splitlines()[-1].removeprefix("The previous journal is kept as ").removesuffix("."))
    assert run("verify", stored).exit_code == 1
    assert run("verify", played).exit_code == 0


def copy_closed(path: Path, to: Path) -> Path:
    return Path(shutil.copy(path, to))


def copy_while_open(path: Path, to: Path) -> Path:
    with Journal(path) as file:
        file.append([entry(2, 3), entry(2, 4)])
        for there in path.parent.glob(f"{path.name}*"):
            shutil.copyfile(there, to / there.name)
    return to / path.name


def cut_off_in_a_commit(path: Path, to: Path) -> Path:
    shutil.copyfile(path, to / path.name)
    with closing(sqlite3.connect(to / path.name, isolation_level=None)) as db:
        db.execute("pragma journal_mode = delete")
        db.execute("pragma cache_size = 1")
        db.execute("begin immediate")
        db.execute(
            "with recursive n(i) as (select 100 union all select i + 1 from n where i < 300) "
            "insert into fixtures select i, hex(randomblob(2000)), x'00' from n"
        )
        hot = to / "hot"
        for there in (to / path.name, to / f"{path.name}-journal"):
            shutil.copyfile(there, hot.with_name(f"hot{there.name.removeprefix(path.name)}"))
    assert hot.stat().st_size > 2 * path.stat().st_size
    return hot


@pytest.fixture
def other(tmp_path: Path) -> Path:
    (tmp_path / "other").mkdir()
    return tmp_path / "other"


@pytest.fixture
def read_only(other: Path) -> Iterator[Path]:
    mounted = subprocess.run(["mount", "-t", "tmpfs", "none", other], check=False, capture_output=True)
    if mounted.returncode != 0:
        pytest.skip("nothing can be mounted here. Cure: sudo make test")
    yield other
    subprocess.run(["umount", other], check=True)


def actions(path: Path) -> str:
    return run("verify", path).output.split("; ", 1)[-1].strip()


@pytest.mark.parametrize("written", ["closed", "open", "hot"])
@pytest.mark.parametrize("is_read_only", [False, True])
def test_everything_committed_to_a_backup_is_restored(
    request: pytest.FixtureRequest, tmp_path: Path, played: Path, other: Path, written: str, *, is_read_only: bool
) -> None:
    if is_read_only:
        request.getfixturevalue("read_only")
    copied = {"closed": copy_closed, "open": copy_while_open, "hot": cut_off_in_a_commit}[written](played, other)
    if is_read_only:
        subprocess.run(["mount", "-o", "remount,ro", other], check=True)
    before = copied.read_bytes()
    restored = run("restore", tmp_path / "new", copied)
    assert restored.exit_code == 0, restored.output
    expected = "2 games, 7 actions." if written == "open" else "2 games, 5 actions."
    assert actions(tmp_path / "new") == expected
    assert run("list", tmp_path / "new").exit_code == 0
    assert copied.read_bytes() == before


def test_a_backup_is_restored_while_a_table_writes_to_it(tmp_path: Path, played: Path) -> None:
    with Journal(played) as table:
        table.append([entry(2, 3)])
        assert run("restore", tmp_path / "new", played).exit_code == 0
        table.append([entry(2, 4)])
    assert actions(tmp_path / "new") == "2 games, 6 actions."


def spoil(path: Path, way: str) -> None:
    wal = path.with_name(f"{path.name}-wal")
    match way:
        case "no log":
            wal.unlink()
        case "cut log":
            wal.write_bytes(wal.read_bytes()[:-1500])
        case "damaged log":
            data = bytearray(wal.read_bytes())
            data[len(data) // 3] ^= 1
            wal.write_bytes(data)
        case "pipe":
            path.unlink()
            os.mkfifo(path)
        case "pipe as log":
            wal.unlink()
            os.mkfifo(wal)
        case "text":
            path.write_text("no journal at all\n" * 100)
        case "empty":
            wal.unlink()
            path.write_bytes(b"")
        case "another program's" | "newer":
            path.unlink()
            wal.unlink()
            with closing(sqlite3.connect(path)) as db:
                db.execute("create table notes (text)")
                if way == "newer":
                    db.execute(f"pragma application_id = {APPLICATION_ID}")
                    db.execute(f"pragma user_version = {VERSION + 1}")
        case "changed":
            wal.unlink()
            path.write_bytes(path.read_bytes().replace(b"spin", b"spun", 1))


@pytest.mark.parametrize(
    ("way", "message"),
    [
        ("no log", "actions 3 to 4 of game 2, saved earlier, are missing"),
        ("cut log", "saved earlier, are missing"),
        ("damaged log", "saved earlier, are missing"),
        ("pipe", "expected a file"),
        ("pipe as log", "expected a file"),
        ("text", "file is not a database"),
        ("empty", "saw an empty file, expected games. If it was copied, copy j-wal with it"),
        ("another program's", "database of another program"),
        ("newer", "newer than this program: royaltable of an unknown version wrote it (version 2"),
        ("changed", "action 2 has a wrong checksum"),
    ],
)
@pytest.mark.parametrize("command", ["restore", "backup"])
def test_an_incomplete_copy_is_refused_and_changes_nothing(
    tmp_path: Path, played: Path, other: Path, way: str, message: str, command: str
) -> None:
    copied = copy_while_open(played, other)
    spoil(copied, way)
    before = {file: file.read_bytes() for file in tmp_path.iterdir() if file.is_file()}
    refused = run("restore", played, copied) if command == "restore" else run("backup", copied, tmp_path / "to")
    if command == "backup" and "missing" in message:
        assert refused.exit_code == 0  # better than none
        return
    assert refused.exit_code == 1
    assert message in refused.output
    assert "journal restore" not in refused.output or command == "backup"
    assert {file: file.read_bytes() for file in tmp_path.iterdir() if file.is_file()} == before


def test_an_old_log_does_not_affect_the_restored_journal(tmp_path: Path, played: Path, other: Path) -> None:
    hot = cut_off_in_a_commit(played, other)
    shutil.copyfile(hot, played)
    shutil.copyfile(hot.with_name("hot-journal"), played.with_name("j-journal"))
    for left in ("j.new-wal", "j.new-journal"):
        shutil.copyfile(hot.with_name("hot-journal"), played.with_name(left))
    assert run("restore", played, other / "j").exit_code == 0
    assert actions(played) == "2 games, 5 actions."
    assert not list(tmp_path.glob("j.new*"))


def test_missing_newest_actions_are_reported(played: Path) -> None:
    whole = (played.read_bytes(), played.with_name("j-mark").read_bytes())
    with Journal(played) as file:
        file.append([entry(2, 3)])
    mark = played.with_name("j-mark").read_bytes()
    assert mark != whole[1]
    played.write_bytes(whole[0])
    shown = run("verify", played)
    assert shown.exit_code == 1
    assert "missing: action 3 of game 2, saved earlier" in shown.output


@pytest.mark.parametrize("command", ["list", "stats", "show", "export", "verify", "backup"])
def test_a_missing_file_is_reported_and_not_created(tmp_path: Path, command: str) -> None:
    result = run(command, tmp_path / "none", *([tmp_path / "to"] if command == "backup" else []))
    assert result.exit_code == 1
    assert "none: no such file. Name a journal" in result.output
    assert list(tmp_path.iterdir()) == []


def test_a_missing_game_is_reported(played: Path) -> None:
    assert "no game 9. To list its games: `royaltable journal list`" in run("export", played, "--game", 9).output


def test_beside_a_running_table_others_can_read_but_not_write(tmp_path: Path, played: Path) -> None:
    with Journal(played) as table:
        table.append([entry(2, 3)])
        assert "3 actions  on the table" in run("list", played).output
        assert run("backup", played, tmp_path / "copy").exit_code == 0
        for refused in (
            run("import", played, "-", given=lines(*TO_STATUES)),
            run("restore", played, tmp_path / "copy"),
        ):
            assert refused.exit_code == 1
            assert "is writing this journal" in refused.output
