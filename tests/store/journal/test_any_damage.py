"""The table starts despite any damage to its journal: it plays on, offers a backup, or reports the loss."""

import contextlib
import os
import random
import shutil
import signal
import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import pytest

from controller.store.journal import Entry, Journal, JournalDamaged, JournalError, JournalReader
from controller.store.journal.backup import back_up_journal
from controller.store.journal.recovery import open_or_recover_journal
from controller.store.table_files import TableFiles
from tests.support.journal_games import entry, journal_of
from tests.support.soak import SOAK

DAMAGES: Final = 5000 if SOAK else 150
PATIENCE_S: Final = 60
PARTS: Final = ("", "-wal", "-shm", "-mark", "-lock", "-backup", "-backup-before")
ACTED: Final = [(1, seq) for seq in range(1, 9)] + [(2, seq) for seq in range(1, 23)]
"""Game and number of each action, in the order in which they were acknowledged."""

MOMENTS: Final = (6, 12, 20, len(ACTED))
"""After so many actions it is known how all files looked; the backups are of 7 and 15 actions."""

NOBODY: Final = 65534
ENORMOUS: Final = 10 << 30
"""Size in bytes of a file of holes only."""


@pytest.fixture(scope="module")
def moments(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """A journal as pulled plugs would leave it at each of ``MOMENTS``, half of it in the write-ahead log."""
    folder = tmp_path_factory.mktemp("whole")
    path, seen = folder / "j", []
    files = TableFiles(path)
    journal = Journal(path)
    for number, (game, seq) in enumerate(ACTED, start=1):
        journal.append([entry(game, seq)])
        if number in {7, 15}:
            back_up_journal(path, files.backup, files.older_backup)
            journal.close()
            journal = Journal(path)
        if number in MOMENTS:
            seen.append(folder.with_name(f"at{number}") / "j")
            shutil.copytree(folder, seen[-1].parent)
    journal.close()
    return seen


@pytest.fixture(scope="module")
def whole(moments: list[Path]) -> Path:
    return moments[-1]


def flip(data: bytearray, chance: random.Random) -> None:
    for _ in range(chance.choice((1, 1, 2, 40))):
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)


def flip_the_header(data: bytearray, chance: random.Random) -> None:
    data[chance.randrange(min(100, len(data)))] ^= 1 << chance.randrange(8)


def zero_a_page(data: bytearray, chance: random.Random) -> None:
    start = 1024 * chance.randrange(len(data) // 1024 + 1)
    data[start : start + 1024] = bytes(len(data[start : start + 1024]))


def somewhere(data: bytearray, chance: random.Random) -> int:
    return chance.choice((0, chance.randrange(len(data))))


def garbage(data: bytearray, chance: random.Random) -> None:
    start = somewhere(data, chance)
    data[start:] = chance.randbytes(len(data) - start)


HARMS: Final[dict[str, Callable[[bytearray, random.Random], object]]] = {
    "flip": flip,
    "flip the header": flip_the_header,
    "zero a page": zero_a_page,
    "garbage": garbage,
    "cut": lambda data, chance: data.__delitem__(slice(somewhere(data, chance), None)),
    "grown": lambda data, chance: data.extend(chance.randbytes(chance.randrange(1, 5000))),
    "emptied": lambda data, _chance: data.clear(),
}


def of_somebody_else(path: Path) -> None:
    path.write_bytes(b"not yours" * 100)
    given_away(path)


def folder_instead(path: Path) -> None:
    path.mkdir()
    (path / "inside").touch()


def moved_and_linked(path: Path) -> None:
    path.rename(path.with_name(f"{path.name}-elsewhere"))
    path.symlink_to(f"{path.name}-elsewhere")


def given_away(path: Path) -> None:
    path.chmod(0o600)
    if os.geteuid() == 0:
        os.chown(path, 12345, 12345)


def enormous(path: Path) -> None:
    path.touch()
    os.truncate(path, ENORMOUS)


REPLACED: Final[dict[str, Callable[[Path], object]]] = {
    "removed": lambda _path: None,
    "folder": folder_instead,
    "pipe": os.mkfifo,
    "link to nothing": lambda path: path.symlink_to(path.with_name("nothing")),
    "link to itself": lambda path: path.symlink_to(path.name),
    "unreadable": lambda path: path.touch(mode=0),
    "of somebody else": of_somebody_else,
    "enormous": enormous,
    "empty": Path.touch,
}

CHANGED: Final[dict[str, Callable[[Path], object]]] = {
    "moved and linked": moved_and_linked,
    "with another name": lambda path: path.with_name(f"{path.name}-other-name").hardlink_to(path),
    "closed": lambda path: path.chmod(0),
    "given away": given_away,
    "blown up": enormous,
}


def harmed(path: Path, moments: list[Path], chance: random.Random) -> list[str]:
    done = []
    earlier = chance.choice(moments[:-1])
    for part in chance.sample(PARTS, chance.choice((1, 1, 2, 3, 4, 7))):
        target = path.with_name(path.name + part)
        kind = chance.random()
        if kind < 0.2:
            name = chance.choice(list(REPLACED))
            target.unlink(missing_ok=True)
            REPLACED[name](target)
            done.append(f"{part}: {name}")
        elif not target.exists():
            continue
        elif kind < 0.35:
            source = earlier if chance.random() < 0.7 else chance.choice(moments[:-1])
            if (old := source.with_name(source.name + part)).exists():
                shutil.copyfile(old, target)
                done.append(f"{part}: of {source.parent.name}")
        elif kind < 0.45:
            name = chance.choice(list(CHANGED))
            CHANGED[name](target)
            done.append(f"{part}: {name}")
        elif target.stat().st_size:
            data = bytearray(target.read_bytes())
            name = chance.choice(list(HARMS))
            HARMS[name](data, chance)
            target.write_bytes(data)
            done.append(f"{part}: {name}")
    return done


OTHERS_MAY_READ: Final = all(above.stat().st_mode & stat.S_IXOTH for above in Path(__file__).parents)
"""Whether another user can reach the program; a clone in a folder of `mktemp -d` is for its owner alone."""


@contextlib.contextmanager
def as_the_table_s_user(folder: Path, *, nobody: bool) -> Iterator[None]:
    if not nobody or os.geteuid() != 0 or not OTHERS_MAY_READ:
        yield
        return
    os.chown(folder, NOBODY, NOBODY)
    for each in folder.iterdir():
        if each.lstat().st_uid == 0:
            os.chown(each, NOBODY, NOBODY, follow_symlinks=False)
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@contextlib.contextmanager
def within(seconds: int) -> Iterator[None]:
    def waited(_number: int, _frame: object) -> None:
        raise TimeoutError(f"it waited for {seconds} s")

    before = signal.signal(signal.SIGALRM, waited)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


@dataclass
class Figure:
    unreported: list[str] = field(default_factory=list)
    down: list[str] = field(default_factory=list)
    put_back: int = 0


def acted(journal: JournalReader) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    for game in sorted({game for game, _ in ACTED}):
        with contextlib.suppress(JournalDamaged):
            found += [(game, each.seq) for each in journal.entries(game) if each == entry(game, each.seq)]
    return found


def starts(path: Path) -> bool:
    """Start as ``serve`` does, write one action, start again; return whether every loss was reported.

    A backup says of the games that it cannot copy, and of those alone, that they are damaged.
    """
    journal, recovery = open_or_recover_journal(path)
    with journal:
        is_reported = (
            recovery is not None or journal.lost is not None or journal.end_unverified or journal.fault is not None
        )
        remaining = acted(journal)
        assert remaining == [each for each in ACTED if each in set(remaining)]
        if recovery is not None and recovery.backup is not None:
            cannot_be_written = journal.fault is not None
            with contextlib.suppress(*([JournalError] if cannot_be_written else [])):
                journal.restore_from(recovery.backup.path)
                remaining = acted(journal)
                assert remaining in (ACTED[:7], ACTED[:15])
        found_by_a_backup = journal.fault is None and journal.damage_findings() != []
        if journal.fault is None:
            game = journal.current_game_id() or journal.new_game_id()
            seq = len(list(journal.entries(game))) + 1
            journal.append([entry(game, seq)])
            with JournalReader(path) as again:
                assert list(again.entries(game))[-1] == entry(game, seq)
                assert again.find_lost_entries() is None
    journal, recovery = open_or_recover_journal(path)
    journal.close()
    return is_reported or found_by_a_backup or set(ACTED) <= set(remaining)


def test_no_damage_prevents_a_start_or_loses_actions_silently(
    moments: list[Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where file and both marks were put back together, nothing in the folder can tell; these are counted apart."""
    figure = Figure()
    for number in range(DAMAGES):
        chance = random.Random(number)
        folder = tmp_path / str(number)
        shutil.copytree(moments[-1].parent, folder)
        done = harmed(folder / "j", moments, chance)
        try:
            with as_the_table_s_user(folder, nobody=chance.random() < 0.5), within(PATIENCE_S):
                all_reported = starts(folder / "j")
        except Exception as fault:  # noqa: BLE001  # any of them would keep the table down
            figure.down.append(f"seed {number}, {done}: {type(fault).__name__}: {fault}")
            continue
        if (
            not all_reported
            and any(each.startswith("-mark: of") for each in done)
            and any(each.startswith("-lock: of") for each in done)
        ):
            figure.put_back += 1
        elif not all_reported:
            figure.unreported.append(f"seed {number}, {done}")
        shutil.rmtree(folder)
    with capsys.disabled():
        print(
            f"\nOf {DAMAGES} damaged journals {len(figure.down)} kept the table down, {len(figure.unreported)} lost "
            f"acknowledged actions unsaid ({figure.put_back} were put back to an earlier moment with both their marks)."
        )
    assert not figure.down, figure.down[:3]
    assert not figure.unreported, figure.unreported[:3]


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("replacement", REPLACED)
def test_no_object_in_place_of_a_file_prevents_a_start(
    whole: Path, tmp_path: Path, part: str, replacement: str
) -> None:
    shutil.copytree(whole.parent, tmp_path / "f")
    target = tmp_path / f"f/j{part}"
    target.unlink()
    REPLACED[replacement](target)
    assert starts(tmp_path / "f/j")


def test_with_a_damaged_file_that_cannot_be_renamed_the_table_runs(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(whole.parent, tmp_path / "f")
    path = tmp_path / "f/j"
    path.write_bytes(bytes(4096))

    def refused(_path: Path, _to: Path) -> None:
        raise PermissionError(1, "Operation not permitted")

    with monkeypatch.context() as disk:
        disk.setattr(Path, "rename", refused)
        journal, recovery = open_or_recover_journal(path)
    with journal:
        assert journal.fault is not None
        assert "It cannot be renamed: Operation not permitted" in journal.fault
        assert recovery is not None
        assert recovery.backup is not None


def test_a_pipe_in_place_of_the_mark_does_not_block(tmp_path: Path) -> None:
    journal_of(tmp_path / "j", 3)
    TableFiles(tmp_path / "j").mark.unlink()
    os.mkfifo(TableFiles(tmp_path / "j").mark)
    with JournalReader(tmp_path / "j") as reader:
        assert reader.find_lost_entries() is None
    assert stat.S_ISFIFO(TableFiles(tmp_path / "j").mark.stat().st_mode)


def test_a_foreign_file_is_kept_under_another_name(tmp_path: Path) -> None:
    (tmp_path / "j").write_text("Dear table, " * 200)
    journal, recovery = open_or_recover_journal(tmp_path / "j")
    with journal:
        assert recovery is not None
        assert recovery.kept is not None
        assert recovery.kept.read_text().startswith("Dear table")
        journal.append([Entry(1, 1, {"do": "begin"}, "page", "2026-01-01T00:00:00+00:00")])
