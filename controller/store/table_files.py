"""Where each file of one table lies: those that its settings name, and those beside its journal."""

import fcntl
import os
from dataclasses import KW_ONLY, dataclass
from pathlib import Path

from controller.config import TableConfig


class _Beside:
    """A file beside the journal: called as it is with an ``end``, or with another suffix."""

    def __init__(self, end: str = "", suffix: str = "") -> None:
        self._end, self._suffix = end, suffix

    def __get__(self, files: "TableFiles", _class: object = None) -> Path:
        journal = files.journal.with_suffix(self._suffix) if self._suffix else files.journal
        return journal.with_name(journal.name + self._end)


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

    def sidecars(self) -> list[Path]:
        return [place.__get__(self) for place in vars(TableFiles).values() if isinstance(place, _Beside)]

    @classmethod
    def from_settings(cls, settings: TableConfig, config_file: Path) -> "TableFiles":
        folder = config_file.parent
        return cls(folder / settings.journal.file, tags=folder / settings.tags.file, config=config_file)

    house_rules = _Beside(suffix=".house.json")
    bots = _Beside(suffix=".bots.json")
    keys = _Beside(suffix=".keys.json")
    membership = _Beside(suffix=".hub.json")
    desired_state = _Beside(suffix=".wishes.json")
    update = _Beside(suffix=".update")
    authority = _Beside(suffix=".authority.crt")
    authority_key = _Beside(suffix=".authority.key")
    page_certificate = _Beside(suffix=".page.crt")
    page_key = _Beside(suffix=".page.key")
    failed_starts = _Beside(suffix=".starts")
    setup_results = _Beside(suffix=".setup.json")
    lock = _Beside("-lock")
    mark = _Beside("-mark")
    backup = _Beside("-backup")
    older_backup = _Beside("-backup-before")
    before_migration = _Beside("-version-1")
    pending_restore = _Beside("-restore")
    restored_games = _Beside("-taken-back")


def lock_holder(journal: Path) -> str | None:
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


def is_unreadable(journal: Path) -> bool:
    return journal.parent.is_dir() and not os.access(journal.parent, os.R_OK | os.X_OK)
