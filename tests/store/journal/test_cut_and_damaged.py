"""What a broken disk leaves: a write-ahead log cut anywhere is a prefix, and what is damaged is found and kept."""

import shutil
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from controller.store.journal import Journal, JournalDamaged, JournalError, JournalReader, backup, schema
from controller.store.journal.recovery import open_or_recover_journal
from controller.store.table_files import TableFiles
from tests.store.journal.test_draws import OPENED
from tests.support.journal_games import entry, journal_of
from tests.support.soak import SOAK

STRIDE = 1 if SOAK else 13
"""Cuts of the WAL: at every byte of its last three frames; in the quick run every thirteenth and around each frame."""
FRAME = 24 + 1024
"""A frame's header and a page (SQLite file format, section 4.1)."""


def copied(source: Path, to: Path) -> Path:
    for part in ("", "-wal", "-mark"):
        if (found := source.with_name(source.name + part)).exists():
            shutil.copyfile(found, to.with_name(to.name + part))
    schema.database_files(to)[2].unlink(missing_ok=True)
    return to


def test_a_truncated_wal_gives_a_prefix_and_the_loss_is_named(tmp_path: Path) -> None:
    journal_of(tmp_path / "whole", 3, 20)
    wal = schema.database_files(tmp_path / "whole")[1].read_bytes()
    first = len(wal) - 3 * FRAME
    around = {first + frame * FRAME + off for frame in range(4) for off in (-1, 0, 1) if frame or off >= 0}
    ends = sorted({*range(first, len(wal), STRIDE), *(end for end in around if end <= len(wal))})
    lengths = set()
    for end in ends:
        cut = copied(tmp_path / "whole", tmp_path / "cut")
        schema.database_files(cut)[1].write_bytes(wal[:end])
        with Journal(cut) as journal:
            kept = [kept.seq for kept in journal.entries(2)]
            assert kept == list(range(1, len(kept) + 1)), f"cut at {end}"
            assert journal.damage_findings() == []
            lost = None if len(kept) == 20 else f"actions {len(kept) + 1} to 20 of game 2".replace("20 to 20", "20")
            assert (journal.lost and str(journal.lost)) == (lost and lost.replace("actions 20 of", "action 20 of"))
            journal.append([entry(2, len(kept) + 1)])  # and it goes on from there
        lengths.add(len(kept))
    assert 20 in lengths
    assert len(lengths) >= 3


def test_writing_continues_after_a_reported_loss(tmp_path: Path) -> None:
    journal_of(tmp_path / "j", 5)
    _, wal, *_ = schema.database_files(tmp_path / "j")
    wal.write_bytes(wal.read_bytes()[:-1])
    with Journal(tmp_path / "j") as journal:
        assert str(journal.lost) == "action 5 of game 1"
        journal.append([entry(1, 5)])
    with Journal(tmp_path / "j") as journal:
        assert journal.lost is None


@pytest.mark.parametrize(
    ("change", "finding"),
    [
        ("update entries set action = '{}' where seq = 3", "game 1: action 3 has a wrong checksum"),
        ("update entries set origin = 'page' where seq = 1", "game 1: action 1 has a wrong checksum"),
        ("update entries set written_utc = '' where seq = 4", "game 1: action 4 has a wrong checksum"),
        ("delete from entries where seq in (2, 3)", "game 1: actions 2 to 3 are missing"),
        ("update games set begun_utc = '' where id = 1", "game 1: its row has a wrong checksum"),
        ("delete from entries where game_id = 1 and seq = 4", "entries before game 2 are missing"),
        ("delete from entries where game_id = 2", "game 2 has no actions"),
        ("update draws set seed = zeroblob(32) where n = 1", "game 1: draw 1 has a wrong checksum"),
        ("update fixtures set fixture = 'spring-2-8'", "game 1: its fixture has a wrong checksum"),
        ("update fixtures set game_id = 2", "game 2: its fixture has a wrong checksum"),
        ("update identity set uid = x'00'", "its identity has 1 bytes, expected 16"),
        ("update identity set secret = zeroblob(16)", "game 1: action 1 has a wrong checksum"),
    ],
)
def test_a_changed_or_missing_row_is_found(tmp_path: Path, change: str, finding: str) -> None:
    with Journal(tmp_path / "j") as journal:
        first = replace(entry(1, 1), draws=(OPENED,), fixture="spring-2-7")
        journal.append([first, *(entry(1, seq) for seq in (2, 3, 4))])
        journal.append([entry(2, 1), entry(2, 2)])
    with sqlite3.connect(tmp_path / "j") as db:
        db.execute("pragma foreign_keys = off")
        db.execute(change)
    db.close()
    with JournalReader(tmp_path / "j") as reader:
        assert finding in reader.damage_findings()


def test_a_journal_without_games_is_intact(tmp_path: Path) -> None:
    Journal(tmp_path / "j").close()
    with JournalReader(tmp_path / "j") as reader:
        assert reader.damage_findings() == []


def damage(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[data.rindex(b"spin")] ^= 1
    path.write_bytes(data)


def test_a_damaged_journal_is_set_aside_and_the_backup_offered(tmp_path: Path) -> None:
    path = tmp_path / "j"
    with Journal(path) as journal:
        for seq in (1, 2, 3):
            journal.append([entry(1, seq)])
        backup.back_up_journal(path, TableFiles(path).backup)
        journal.append([entry(1, 4)])
    damage(path)
    with pytest.raises(JournalDamaged, match="journal restore"):
        Journal(path)
    broken = path.read_bytes()
    journal, recovery = open_or_recover_journal(path)
    with journal:
        assert recovery is not None
        assert recovery.kept is not None
        assert recovery.backup is not None
        assert recovery.backup.last is not None
        assert recovery.backup.last.actions == 3
        assert recovery.kept.read_bytes() == broken
        assert list(journal.games()) == []
        journal.restore_from(recovery.backup.path)
        assert [kept.seq for kept in journal.entries(1)] == [1, 2, 3]
        journal.append([entry(1, 4)])
        assert journal.damage_findings() == []


def test_restore_uses_the_backup_and_keeps_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "j"
    with Journal(path) as journal:
        journal.append([entry(1, 1)])
        backup.back_up_journal(path, tmp_path / "copy")
        journal.append([entry(1, 2)])
        with pytest.raises(JournalError, match="is writing this journal"):
            backup.restore_journal(path, (tmp_path / "copy").open("rb"))
    kept = backup.restore_journal(path, (tmp_path / "copy").open("rb"))
    assert kept is not None
    with JournalReader(path) as restored, JournalReader(kept) as before:
        assert [len(list(games.entries(1))) for games in (restored, before)] == [1, 2]


def test_damage_is_neither_restored_nor_backed_up(tmp_path: Path) -> None:
    path = tmp_path / "j"
    with Journal(path) as journal:
        journal.append([entry(1, 1)])
    backup.back_up_journal(path, TableFiles(path).backup)
    good = TableFiles(path).backup.read_bytes()
    damage(path)
    with pytest.raises(JournalDamaged):
        backup.back_up_journal(path, TableFiles(path).backup, TableFiles(path).older_backup)
    assert TableFiles(path).backup.read_bytes() == good
    damage(TableFiles(path).backup)
    with pytest.raises(JournalError, match="damaged"):
        backup.restore_journal(path, TableFiles(path).backup.open("rb"))


def test_a_row_of_another_history_is_found(tmp_path: Path) -> None:
    """As a stale page may bring it back: the chain of checksums breaks behind it."""
    Journal(tmp_path / "ours").close()
    shutil.copyfile(tmp_path / "ours", tmp_path / "other")
    for name, second in (("ours", "spin"), ("other", "collect")):
        with Journal(tmp_path / name) as journal:
            journal.append([entry(1, 1), entry(1, 2, do=second), entry(1, 3)])
    db = sqlite3.connect(tmp_path / "ours")
    db.execute("attach ? as other", (str(tmp_path / "other"),))
    db.execute(
        "update entries set (action, checksum) = (select action, checksum from other.entries where seq = 2) "
        "where seq = 2"
    )
    db.commit()
    db.close()
    with JournalReader(tmp_path / "ours") as reader:
        assert reader.damage_findings() == ["game 1: action 3 has a wrong checksum"]


@pytest.mark.parametrize(
    "change",
    [
        "update entries set written_utc = 'nonsense' where game_id = 1 and seq = 3",
        "update entries set action = '{' where game_id = 1 and seq = 2",
        "update entries set action = '{}' where game_id = 1 and seq = 2",
        "update games set castles = 'nobody' where id = 1",
    ],
)
def test_a_damaged_game_is_neither_listed_nor_resumed(tmp_path: Path, change: str) -> None:
    journal_of(tmp_path / "j", 3, 2, 2)
    with sqlite3.connect(tmp_path / "j") as db:
        db.execute(change)
    db.close()
    with Journal(tmp_path / "j") as journal:
        assert [game.game_id for game in journal.parked_games(8)] == [2]
        with pytest.raises(JournalDamaged, match="game 1"):
            journal.set_current_game(1)
        assert journal.current_game_id() == 3
        journal.append([entry(3, 3)])
