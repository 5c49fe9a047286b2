"""Opening a journal that may be damaged or gone: a damaged file is kept under another name, the last backup offered."""

from dataclasses import dataclass
from pathlib import Path

from controller.store.journal import backup
from controller.store.journal.backup import JournalBackup
from controller.store.journal.database import WriterLock
from controller.store.journal.entry import JournalDamaged, JournalError
from controller.store.journal.journal import Journal


@dataclass(frozen=True, slots=True)
class Recovery:
    """A new journal was begun, in place of one that was damaged or gone.

    Attributes:
        fault: what is wrong with the damaged one; None if it was gone.
        kept: where the damaged one is now.
        backup: the newest backup that is whole, to go on from; None if there is none.
    """

    fault: str | None
    kept: Path | None
    backup: JournalBackup | None


def open_journal(path: Path) -> tuple[Journal, Recovery | None]:
    """Open or create the journal at ``path``; a damaged one is renamed first.

    Raises:
        JournalError: as ``Journal``; or the damaged file cannot be renamed.
    """
    try:
        journal = Journal(path)
    except JournalDamaged as fault:
        kept = _kept(path, fault)
        return Journal(path), Recovery(fault.seen, kept, backup.newest_backup(path))
    offered = backup.newest_backup(path) if journal.latest_game() is None else None
    return journal, None if offered is None or offered.last is None else Recovery(None, None, offered)


def _kept(path: Path, fault: JournalDamaged) -> Path:
    try:
        lock = WriterLock(path)
        try:
            return backup.set_aside(path)
        finally:
            lock.release()
    except OSError as why:
        raise JournalError(f"{fault} It cannot be renamed now: {why.strerror}.") from None
