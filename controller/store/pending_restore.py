"""An archive that arrived while the table plays: it waits, and the next start restores it."""

import contextlib
import os
from functools import partial
from pathlib import Path

from controller import log
from controller.store.table_backup import CONFIG, BackupContents, BackupError, restore, unpacked
from controller.store.table_files import TableFiles


def stage(archive: Path, files: TableFiles) -> BackupContents:
    """Let the next start of the table restore ``archive``, which is moved away; it is checked now.

    Raises:
        ArchiveError: it is not whole, cannot be kept, is of a simulated table where this one is not, or has other
            settings where the table may not write its own.
    """
    with unpacked(archive) as (found, folder):
        if files.config is not None and CONFIG not in found.files:
            raise BackupError(f"The backup is of a simulated table, without {CONFIG}. Take one of a table with parts.")
        _may_be_written(folder / CONFIG, files.config)
    waiting = files.pending_restore
    try:
        archive.replace(waiting)
    except OSError as fault:
        raise BackupError(f"{waiting}: {fault.strerror}. Make room there and try again.") from None
    return found


def _may_be_written(new: Path, config_file: Path | None) -> None:
    if config_file is None or not new.exists() or os.access(config_file.parent, os.W_OK):
        return
    if not config_file.exists() or config_file.read_bytes() != new.read_bytes():
        raise BackupError(
            f"{config_file}: the backup has other settings, and the running table may not write them. On its machine: "
            "sudo systemctl stop royaltable; sudo royaltable restore FILE; sudo systemctl start royaltable"
        )


def take_staged(files: TableFiles) -> bool:
    """Restore the archive that waits, if one does, and say whether it was; one that cannot be is laid aside.

    A table that cannot be restored plays on as it was: this raises nothing.
    """
    waiting = files.pending_restore
    if not waiting.exists():
        return False
    of_its_settings = files if files.config is None else partial(TableFiles.named_by, config_file=files.config)
    try:
        kept = restore(waiting, of_its_settings)
    except BackupError as fault:
        aside = waiting.with_name(f"{waiting.name}-failed")
        log.warning("not_restored", fault=fault, file=aside)
        with contextlib.suppress(OSError):
            waiting.replace(aside)
        return False
    log.info("restored", kept=", ".join(map(str, kept)) or "nothing")
    with contextlib.suppress(OSError):
        waiting.unlink()
    return True
