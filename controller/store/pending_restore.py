"""A table backup that is uploaded while the table plays: it is checked, waits, and the next start restores it."""

import contextlib
import os
from pathlib import Path

from controller import log
from controller.store.atomic_files import put_in_place
from controller.store.table_backup import CONFIG, TableBackup, TableBackupError, restore_table, unpacked
from controller.store.table_files import TableFiles


def stage_restore(upload: Path, files: TableFiles) -> TableBackup:
    """Check ``upload`` now, and move it to where the next start of the table will restore it.

    Raises:
        TableBackupError: it is not whole, cannot be moved, is of a simulated table and this one is not, or holds other
            settings and the running table may not write its own.
    """
    with unpacked(upload) as (found, folder):
        if files.config is not None and CONFIG not in found.files:
            raise TableBackupError(f"The backup is of a simulated table, without {CONFIG}. Take one of a real table.")
        _may_be_written(folder / CONFIG, files.config)
    waiting = files.pending_restore
    try:
        put_in_place(upload, waiting)
    except OSError as fault:
        raise TableBackupError(f"{waiting}: {fault.strerror}. Make room there and try again.") from None
    return found


def _may_be_written(new: Path, config_file: Path | None) -> None:
    if config_file is None or not new.exists() or os.access(config_file.parent, os.W_OK):
        return
    if not config_file.exists() or config_file.read_bytes() != new.read_bytes():
        raise TableBackupError(
            f"{config_file}: the backup has other settings, and the running table may not write them. On its machine: "
            "sudo systemctl stop royaltable; sudo royaltable restore FILE; sudo systemctl start royaltable"
        )


def restore_pending(files: TableFiles) -> bool:
    """Restore the backup that waits, if one does; gives whether that was done.

    One that cannot be restored is renamed, and the table plays on as it was: this raises nothing.
    """
    waiting = files.pending_restore
    if not waiting.exists():
        return False
    try:
        kept = restore_table(waiting, files)
    except TableBackupError as fault:
        aside = waiting.with_name(f"{waiting.name}-failed")
        log.warning("not_restored", fault=fault, file=aside)
        with contextlib.suppress(OSError):
            waiting.replace(aside)
        return False
    log.info("restored", kept=", ".join(map(str, kept)) or "nothing")
    with contextlib.suppress(OSError):
        waiting.unlink()
    return True
