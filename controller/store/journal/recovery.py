"""Opening a journal that may be damaged or gone: what is there is kept, the last backup is offered."""

from dataclasses import dataclass
from pathlib import Path

from controller.store.journal import backup
from controller.store.journal.backup import Backup
from controller.store.journal.database import WriterLock
from controller.store.journal.entry import JournalDamaged, JournalError
from controller.store.journal.journal import Journal


@dataclass(frozen=True, slots=True)
class Rescue:
    """What there is instead of the journal that should be there.

    Attributes:
        fault: what is wrong with the one that was there; None if none was.
        kept: where that is now.
        backup: the newest that is whole; None if there is none.
    """

    fault: str | None
    kept: Path | None
    backup: Backup | None


def open_journal(path: Path) -> tuple[Journal, Rescue | None]:
    """Open or create the journal at ``path``; a damaged one is kept under another name.

    Raises:
        JournalError: as ``Journal``; or the damaged file cannot be kept aside.
    """
    try:
        journal = Journal(path)
    except JournalDamaged as fault:
        kept = _kept(path, fault)
        return Journal(path), Rescue(fault.seen, kept, backup.newest(path))
    offered = backup.newest(path) if journal.latest_game() is None else None
    return journal, None if offered is None or offered.last is None else Rescue(None, None, offered)


def _kept(path: Path, fault: JournalDamaged) -> Path:
    try:
        lock = WriterLock(path)
        try:
            return backup.set_aside(path)
        finally:
            lock.release()
    except OSError as why:
        raise JournalError(f"{fault} It cannot be kept aside now: {why.strerror}.") from None
