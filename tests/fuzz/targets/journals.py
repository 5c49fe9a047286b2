"""A journal's file with other octets in it: it is read, or said to be damaged; whatever is in it, the table starts."""

import shutil
from functools import cache
from pathlib import Path
from typing import Final

from controller.store.journal import JournalError, JournalReader
from controller.store.journal.recovery import open_journal
from controller.store.journal.schema import database_files
from tests.fuzz.target import Target, folder_in_memory
from tests.store.journal.games import entry, journal_of

LENGTHS: Final = (3, 4)
PATCH_HEAD: Final = 3
"""Octets before those that are put in: where, in two octets, and how many."""

TO_THE_END: Final = 0xFF


def answer(octets: bytes) -> list[str]:
    """The first octet says which file is changed, the rest what is put where; the table starts if it is odd."""
    folder = _folder()
    shutil.rmtree(folder / "table", ignore_errors=True)
    path = Path(shutil.copytree(folder / "whole", folder / "table")) / "j"
    target = path.with_name(path.name + ("", "-wal", "-mark", "")[octets[0] >> 1 & 3]) if octets else path
    target.write_bytes(_patched(target.read_bytes(), octets[1:]))
    told = _read(path)
    if octets and octets[0] & 1:
        told += _started(path)
    return told


def _patched(whole: bytes, patches: bytes) -> bytes:
    """Octets put over others; such a patch of no octets cuts off what follows."""
    changed = bytearray(whole)
    while len(patches) >= PATCH_HEAD:
        where, count = int.from_bytes(patches[:2], "big") % (len(whole) + 1), patches[2]
        new, patches = patches[PATCH_HEAD : PATCH_HEAD + count], patches[PATCH_HEAD + count :]
        if count == 0:
            del changed[where:]
        else:
            changed[where : where + (len(changed) if count == TO_THE_END else len(new))] = new
    return bytes(changed)


def _read(path: Path) -> list[str]:
    """Each thing that can be asked of it."""
    told: list[str] = []
    try:
        reader = JournalReader(path)
    except JournalError as fault:
        return [str(fault)]
    with reader:
        for ask in (
            reader.findings, reader.latest_game, reader.current_game, lambda: list(reader.games()),
            lambda: reader.parked(5), lambda: list(reader.entries(1)), lambda: list(reader.entries(2)),
            lambda: list(reader.results()), lambda: reader.draws(1), reader.missing,
        ):  # fmt: skip
            try:
                told.append(repr(ask()))
            except JournalError as fault:
                told.append(str(fault))
    return told


def _started(path: Path) -> list[str]:
    """As ``serve`` opens it; what is kept is what was written, and one action more is."""
    journal, recovery = open_journal(path)
    with journal:
        kept = list(journal.entries(1))
        assert kept == [entry(1, seq) for seq in range(1, len(kept) + 1)]
        if journal.fault is None:
            journal.append([entry(journal.new_game_id(), 1)])
            assert journal.findings() == []
    return [] if recovery is None else [str(recovery.fault)]


@cache
def _folder() -> Path:
    """A folder with a whole journal as a pulled plug leaves it."""
    folder = folder_in_memory()
    (folder / "whole").mkdir()
    journal_of(folder / "whole" / "j", *LENGTHS)
    for file in database_files(folder / "whole" / "j")[2:]:
        file.unlink(missing_ok=True)
    return folder


TARGET: Final = Target(answer, longest=600, longest_answer=60, slowest_s=3.0, sample=20)
