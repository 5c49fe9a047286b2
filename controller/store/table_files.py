"""Where each file of one table lies: those that its settings name, and those beside its journal."""

import fcntl
import os
from dataclasses import KW_ONLY, dataclass
from pathlib import Path

from controller.config import TableConfig


@dataclass(frozen=True, slots=True)
class TableFiles:
    """The files of one table.

    Attributes:
        journal: all its games; the files without a name in the settings lie beside it.
        tags: the taught tags; None for a simulated table, which knows its stickers.
        config: its ``table.toml``; None for a simulated table, which has none.
    """

    journal: Path
    _: KW_ONLY
    tags: Path | None = None
    config: Path | None = None

    @classmethod
    def named_by(cls, settings: TableConfig, config_file: Path) -> "TableFiles":
        folder = config_file.parent
        return cls(folder / settings.journal.file, tags=folder / settings.tags.file, config=config_file)

    @property
    def house_rules(self) -> Path:
        return self.journal.with_suffix(".house.json")

    @property
    def bots(self) -> Path:
        return self.journal.with_suffix(".bots.json")

    @property
    def keys(self) -> Path:
        return self.journal.with_suffix(".keys.json")

    @property
    def membership(self) -> Path:
        return self.journal.with_suffix(".hub.json")

    @property
    def wishes(self) -> Path:
        return self.journal.with_suffix(".wishes.json")

    @property
    def update(self) -> Path:
        return self.journal.with_suffix(".update")

    @property
    def authority(self) -> Path:
        return self.journal.with_suffix(".authority.crt")

    @property
    def authority_key(self) -> Path:
        return self.journal.with_suffix(".authority.key")

    @property
    def page_certificate(self) -> Path:
        return self.journal.with_suffix(".page.crt")

    @property
    def page_key(self) -> Path:
        return self.journal.with_suffix(".page.key")

    @property
    def failed_starts(self) -> Path:
        return self.journal.with_suffix(".starts")

    @property
    def birth_certificate(self) -> Path:
        return self.journal.with_suffix(".setup.json")

    @property
    def lock(self) -> Path:
        return self._beside("lock")

    @property
    def mark(self) -> Path:
        return self._beside("mark")

    @property
    def backup(self) -> Path:
        return self._beside("backup")

    @property
    def older_backup(self) -> Path:
        return self._beside("backup-before")

    @property
    def before_migration(self) -> Path:
        return self._beside("version-1")

    @property
    def pending_restore(self) -> Path:
        return self._beside("restore")

    @property
    def taken_back(self) -> Path:
        return self._beside("taken-back")

    def _beside(self, what: str) -> Path:
        return self.journal.with_name(f"{self.journal.name}-{what}")


def holder(journal: Path) -> str | None:
    """The process that plays on this journal, if any: takes its lock, and gives it back at once."""
    try:
        lock = os.open(TableFiles(journal).lock, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        return None
    try:
        fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return os.read(lock, 20).decode("ascii", "replace").strip() or "unknown"
    finally:
        os.close(lock)
    return None


def closed(journal: Path) -> bool:
    return journal.parent.is_dir() and not os.access(journal.parent, os.R_OK | os.X_OK)
