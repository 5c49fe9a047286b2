"""Paths of a table's files: those in its settings, and those beside its journal."""

import fcntl
import os
from dataclasses import KW_ONLY, dataclass
from pathlib import Path

from controller.config.schema import TableConfig


class _Sidecar:
    """Path of a file beside the journal: its path with ``end`` appended, or with another ``suffix``."""

    def __init__(self, end: str = "", suffix: str = "") -> None:
        self._end, self._suffix = end, suffix

    def __get__(self, files: "TableFiles", _class: object = None) -> Path:
        journal = files.journal.with_suffix(self._suffix) if self._suffix else files.journal
        return journal.with_name(journal.name + self._end)


@dataclass(frozen=True, slots=True)
class TableFiles:
    """The files of one table.

    Attributes:
        journal: all its games; files that the settings do not name lie beside it.
        tags: the taught tags; None for a simulated table.
        config: its ``table.toml``; None for a simulated table.
    """

    journal: Path
    _: KW_ONLY
    tags: Path | None = None
    config: Path | None = None

    def sidecar_paths(self) -> list[Path]:
        return [place.__get__(self) for place in vars(TableFiles).values() if isinstance(place, _Sidecar)]

    @classmethod
    def from_settings(cls, settings: TableConfig, config_file: Path) -> "TableFiles":
        folder = config_file.parent
        return cls(folder / settings.journal.file, tags=folder / settings.tags.file, config=config_file)

    house_rules = _Sidecar(suffix=".house.json")
    bots = _Sidecar(suffix=".bots.json")
    keys = _Sidecar(suffix=".keys.json")
    membership = _Sidecar(suffix=".hub.json")
    desired_state = _Sidecar(suffix=".wishes.json")
    retained_topics = _Sidecar(suffix=".topics.json")
    update = _Sidecar(suffix=".update")
    own_update = _Sidecar(suffix=".own-update")
    authority = _Sidecar(suffix=".authority.crt")
    authority_key = _Sidecar(suffix=".authority.key")
    page_certificate = _Sidecar(suffix=".page.crt")
    page_key = _Sidecar(suffix=".page.key")
    failed_starts = _Sidecar(suffix=".starts")
    setup_results = _Sidecar(suffix=".setup.json")
    recording = _Sidecar(suffix=".recording.json.gz")
    analyses = _Sidecar(suffix=".analyses")
    lock = _Sidecar("-lock")
    mark = _Sidecar("-mark")
    backup = _Sidecar("-backup")
    older_backup = _Sidecar("-backup-before")
    last_backup = _Sidecar("-backed-up")
    pending_restore = _Sidecar("-restore")
    restore_outcome = _Sidecar("-restored")
    restored_games = _Sidecar("-taken-back")


def lock_holder_pid(journal: Path) -> str | None:
    """Return the process id of the table with the journal's lock; None if free."""
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


def is_journal_folder_unreadable(journal: Path) -> bool:
    return journal.parent.is_dir() and not os.access(journal.parent, os.R_OK | os.X_OK)
