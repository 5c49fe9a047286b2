"""Whatever happens to a journal and the files beside it, the table starts: it plays on, offers its backup, or says."""

import os
import random
import shutil
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from controller.store.journal import Entry, Journal, JournalReader
from controller.store.journal.backup import back_up_journal
from controller.store.journal.high_water import HighWaterMark
from controller.store.journal.recovery import open_journal
from controller.store.table_files import TableFiles
from tests.soak import SOAK
from tests.store.journal.games import entry, journal_of

DAMAGES: Final = 5000 if SOAK else 150
PARTS: Final = ("", "-wal", "-shm", "-mark", "-lock")
ACTIONS: Final = 30


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal as a pulled plug leaves it, half of it in the write-ahead log, with a backup of some actions less."""
    folder = tmp_path_factory.mktemp("whole")
    path = folder / "j"
    with Journal(path) as journal:
        for seq in range(1, 16):
            journal.append([entry(1, seq)])
    back_up_journal(path, TableFiles(path).backup)
    journal = Journal(path)
    for seq in range(16, ACTIONS + 1):
        journal.append([entry(1, seq)])
    shutil.copytree(folder, folder.with_name("copy"))
    journal.close()
    return folder.with_name("copy") / "j"


def flip(octets: bytearray, chance: random.Random) -> None:
    for _ in range(chance.choice((1, 1, 2, 40))):
        octets[chance.randrange(len(octets))] ^= 1 << chance.randrange(8)


def flip_the_header(octets: bytearray, chance: random.Random) -> None:
    octets[chance.randrange(min(100, len(octets)))] ^= 1 << chance.randrange(8)


def zero_a_page(octets: bytearray, chance: random.Random) -> None:
    start = 1024 * chance.randrange(len(octets) // 1024 + 1)
    octets[start : start + 1024] = bytes(len(octets[start : start + 1024]))


def garbage(octets: bytearray, chance: random.Random) -> None:
    start = chance.choice((0, chance.randrange(len(octets))))
    octets[start:] = chance.randbytes(len(octets) - start)


def cut(octets: bytearray, chance: random.Random) -> None:
    del octets[chance.choice((0, chance.randrange(len(octets)))) :]


def grown(octets: bytearray, chance: random.Random) -> None:
    octets += chance.randbytes(chance.randrange(1, 5000))


HARMS: Final = (flip, flip_the_header, zero_a_page, garbage, cut, grown)


def folder_instead(path: Path) -> None:
    path.mkdir()
    (path / "inside").touch()


def link_to_nothing(path: Path) -> None:
    path.symlink_to(path.with_name("nothing"))


def link_to_itself(path: Path) -> None:
    path.symlink_to(path.name)


def unreadable(path: Path) -> None:
    path.touch(mode=0)


REPLACED: Final[tuple[Callable[[Path], None], ...]] = (
    folder_instead,
    os.mkfifo,
    link_to_nothing,
    link_to_itself,
    unreadable,
    Path.touch,
)


def harmed(path: Path, chance: random.Random) -> str:
    """Do one to three of the journal's files some harm; gives what was done."""
    done = []
    for part in chance.sample(PARTS, chance.choice((1, 1, 2, 3))):
        target = path.with_name(path.name + part)
        if chance.random() < 0.2:
            replacement = chance.choice(REPLACED)
            target.unlink(missing_ok=True)
            replacement(target)
            done.append(f"{part or 'file'}: {replacement.__name__}")
        elif target.stat().st_size:
            octets = bytearray(target.read_bytes())
            harm = chance.choice(HARMS)
            harm(octets, chance)
            target.write_bytes(octets)
            done.append(f"{part or 'file'}: {harm.__name__}")
    return "; ".join(done)


def starts(path: Path) -> None:
    """The table's start, as ``serve`` does it, and one action more."""
    its_mark_is_whole = HighWaterMark(path).read() == (1, ACTIONS)  # without it nothing tells that an end was cut off
    journal, recovery = open_journal(path)
    with journal:
        kept = list(journal.entries(1))
        assert kept == [entry(1, seq) for seq in range(1, len(kept) + 1)]
        if len(kept) < ACTIONS and its_mark_is_whole:
            assert recovery is not None or journal.lost is not None or journal.fault is not None
        if recovery is not None and recovery.backup is not None:
            journal.fill_from(recovery.backup.path)
            assert [each.seq for each in journal.entries(1)] == list(range(1, 16))
        if journal.fault is None:
            seq = len(list(journal.entries(1))) + 1
            journal.append([entry(1, seq)])
            assert journal.findings() == []


@pytest.mark.parametrize("share", range(5))
def test_no_damage_keeps_the_table_from_starting(whole: Path, tmp_path: Path, share: int) -> None:
    for number in range(share, DAMAGES, 5):
        chance = random.Random(number)
        folder = tmp_path / str(number)
        shutil.copytree(whole.parent, folder)
        done = harmed(folder / "j", chance)
        try:
            starts(folder / "j")
        except Exception as fault:  # noqa: BLE001  # any of them would keep the table down
            pytest.fail(f"seed {number}, {done}: {type(fault).__name__}: {fault}")
        shutil.rmtree(folder)


@pytest.mark.parametrize("bit", range(800) if SOAK else range(0, 800, 20))
def test_no_bit_of_the_header_keeps_the_table_from_starting(whole: Path, tmp_path: Path, bit: int) -> None:
    shutil.copytree(whole.parent, tmp_path / "f")
    path = tmp_path / "f/j"
    octets = bytearray(path.read_bytes())
    octets[bit // 8] ^= 1 << bit % 8
    path.write_bytes(octets)
    starts(path)


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("replacement", REPLACED, ids=lambda each: each.__name__)
def test_nothing_in_the_place_of_a_file_keeps_the_table_from_starting(
    whole: Path, tmp_path: Path, part: str, replacement: Callable[[Path], None]
) -> None:
    shutil.copytree(whole.parent, tmp_path / "f")
    target = tmp_path / f"f/j{part}"
    target.unlink()
    replacement(target)
    starts(tmp_path / "f/j")


def test_a_damaged_file_that_cannot_be_renamed_is_played_without(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(whole.parent, tmp_path / "f")
    path = tmp_path / "f/j"
    path.write_bytes(bytes(4096))

    def refused(_path: Path, _to: Path) -> None:
        raise PermissionError(1, "Operation not permitted")

    with monkeypatch.context() as disk:
        disk.setattr(Path, "rename", refused)
        journal, recovery = open_journal(path)
    with journal:
        assert journal.fault is not None
        assert "cannot be renamed now: Operation not permitted" in journal.fault
        assert recovery is not None
        assert recovery.backup is not None


def test_a_journal_is_not_waited_for_where_a_pipe_lies_in_the_place_of_its_mark(tmp_path: Path) -> None:
    journal_of(tmp_path / "j", 3)
    TableFiles(tmp_path / "j").mark.unlink()
    os.mkfifo(TableFiles(tmp_path / "j").mark)
    with JournalReader(tmp_path / "j") as reader:
        assert reader.missing() is None
    assert stat.S_ISFIFO(TableFiles(tmp_path / "j").mark.stat().st_mode)


def test_a_letter_is_kept_under_another_name(tmp_path: Path) -> None:
    (tmp_path / "j").write_text("Dear table, " * 200)
    journal, recovery = open_journal(tmp_path / "j")
    with journal:
        assert recovery is not None
        assert recovery.kept is not None
        assert recovery.kept.read_text().startswith("Dear table")
        journal.append([Entry(1, 1, {"do": "begin"}, "page", "2026-01-01T00:00:00+00:00")])
