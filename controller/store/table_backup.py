"""Back up a whole table to one zip, and restore it.

Users request these backups. The journal's automatic ones are in ``journal/backup.py``.
"""

import contextlib
import errno
import hashlib
import os
import tempfile
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import BinaryIO, Final

import msgspec
from msgspec import Struct

from controller import config, limits, log
from controller.config import ConfigError
from controller.config.schema import TableConfig
from controller.house import HouseSettings
from controller.reading import JSON_ERRORS
from controller.store import keyring, tags
from controller.store.archive import Archive, ArchiveError, open_archive
from controller.store.atomic_files import move_into_place, new_aside_path, read_regular_file, write_atomically
from controller.store.journal import JournalError
from controller.store.journal.backup import back_up_journal, prepared_restore, verify_backup
from controller.store.journal.entry import GameInfo
from controller.store.journal.times import shown_utc
from controller.store.keyring import KeyringError
from controller.store.privileges import acting_as_owner_of
from controller.store.table_files import TableFiles
from controller.store.tags import TagMapError

INSTALLED_FOLDER: Final = Path("/var/lib/royaltable")

NEW_FILE_SUFFIXES: Final = {"journal": {".journal"}, "tags": {".toml", ".csv", ".json"}}
"""Allowed suffixes of a file that a restore creates under a new name."""


class ForeignPathError(Exception):
    """The backup names a path outside this table's files."""


def resolve_restore_targets(wanted: TableConfig, in_place: TableFiles) -> TableFiles:
    """Return the paths in a backup's settings, if they belong to this table.

    Allowed are files of ``in_place``, and new ones beside them with a usual suffix; other existing files are never
    overwritten.

    Raises:
        ForeignPathError: a path is elsewhere, belongs to another file, or is used twice.
    """
    assert in_place.config is not None
    assert in_place.tags is not None
    found = TableFiles.from_settings(wanted, in_place.config)
    usual = TableFiles.from_settings(TableConfig(castle=()), in_place.config)
    folders = {_resolve_parent(path).parent for path in (in_place.config, in_place.tags, in_place.journal)} | {
        INSTALLED_FOLDER
    }
    for what, path, ours in (
        ("journal", found.journal, (in_place.journal, usual.journal, INSTALLED_FOLDER / "table.journal")),
        ("tags", found.tags, (in_place.tags, usual.tags, INSTALLED_FOLDER / "tags.toml")),
    ):
        assert path is not None
        if _resolve_parent(path) not in {
            _resolve_parent(own) for own in ours if own is not None
        } and not _is_new_file_beside(path, folders, NEW_FILE_SUFFIXES[what]):
            raise ForeignPathError(
                f"[{what}] file in the backup's table.toml is {path}, which is not a path of this table. To use it, "
                f"set it in {in_place.config} first and restore again."
            )
    every = [found.config, found.tags, found.journal, *found.sidecar_paths()]
    if len({_resolve_parent(path) for path in every if path is not None}) != len(every):
        raise ForeignPathError("the backup's table.toml uses one path for two files.")
    return found


def _is_new_file_beside(path: Path, folders: set[Path], endings: set[str]) -> bool:
    real = _resolve_parent(path)
    is_named_like_ours = real.suffix in endings and not real.name.startswith(".")
    with_its_own = [path, *(TableFiles(path).sidecar_paths() if path.suffix in NEW_FILE_SUFFIXES["journal"] else ())]
    return is_named_like_ours and real.parent in folders and not any(map(os.path.lexists, with_its_own))


def _resolve_parent(path: Path) -> Path:
    return Path(os.path.realpath(path.parent)) / path.name


FORMAT: Final = 1

MANIFEST: Final = "manifest.json"
CONFIG: Final = "table.toml"
TAGS: Final = {".csv": "tags.csv", ".json": "tags.json", ".toml": "tags.toml"}
"""Map from the tags' suffix to their name in the backup; other suffixes mean TOML."""

HOUSE: Final = "house.json"
KEYS: Final = "keys.json"
JOURNAL: Final = "games.journal"
MAX_BYTES: Final = {
    **dict.fromkeys((MANIFEST, CONFIG, *TAGS.values(), HOUSE, KEYS), limits.BACKUP_SMALL_FILE_BYTES),
    JOURNAL: limits.BACKUP_FILE_BYTES,
}


class TableBackupError(Exception):
    """The backup cannot be created or used."""


class Manifest(msgspec.Struct, frozen=True):
    """A backup's manifest; ``sha256`` maps each file's name to its hash."""

    format: int
    made_by: str
    made_utc: str
    sha256: dict[str, str]


class TableBackup(Struct, frozen=True):
    """Contents of a verified backup; ``last`` is the game that was written last."""

    manifest: Manifest
    files: tuple[str, ...]
    last: GameInfo | None


def back_up_table(files: TableFiles, to: Path) -> TableBackup:
    """Write the backup ``to`` (mode 0600), even while the table is running; note its time for the next reminder."""
    from importlib.metadata import version  # slow to import

    made_by = f"royaltable {version('royaltable')}"  # before root's privileges are dropped
    try:
        with acting_as_owner_of(files.config, files.journal), tempfile.TemporaryDirectory() as folder:
            sources = {
                name: read_regular_file(path, limits.BACKUP_SMALL_FILE_BYTES)
                for name, path in _small_files_by_backup_name(files).items()
                if path.exists()
            }
            made = Path(folder) / JOURNAL
            if files.journal.exists():
                back_up_journal(files.journal, made)
            packed = _write_zip(made_by, sources, made, Path(folder) / "packed")
            with unpacked_backup(to, packed) as (found, _folder):
                packed.seek(0)
        with packed, acting_as_owner_of(to):
            write_atomically(to, packed, mode=0o600)
        with contextlib.suppress(OSError), acting_as_owner_of(files.config, files.journal):
            write_atomically(files.last_backup, found.manifest.made_utc)
    except JournalError as fault:
        raise TableBackupError(str(fault)) from None
    except OSError as fault:
        raise TableBackupError(
            f"{fault.filename or to}: {fault.strerror}. Name a file in a folder with free space."
        ) from None
    return found


BACKUP_EVERY: Final = timedelta(days=31)
"""The owner's page asks for another backup after this time."""

MAX_TIME_BYTES: Final = 40


def read_last_backup_utc(files: TableFiles) -> str | None:
    """Return when the last backup was made; None without one, or if the clock was not set then."""
    with contextlib.suppress(OSError):
        return shown_utc(read_regular_file(files.last_backup, MAX_TIME_BYTES).decode(errors="replace"))
    return None


def is_backup_due(made_utc: str | None, now: datetime) -> bool:
    return made_utc is None or now - datetime.fromisoformat(made_utc) > BACKUP_EVERY


def _write_zip(made_by: str, small: Mapping[str, bytes], journal: Path, into: Path) -> BinaryIO:
    """Return the zip, open for reading; the journal is never loaded whole."""
    sha256 = {name: hashlib.sha256(data).hexdigest() for name, data in small.items()}
    if journal.exists():
        with journal.open("rb") as file:
            sha256[JOURNAL] = hashlib.file_digest(file, "sha256").hexdigest()
    made_utc = datetime.now(UTC).isoformat(timespec="seconds")
    manifest = Manifest(FORMAT, made_by, made_utc, sha256)
    with zipfile.ZipFile(into, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(MANIFEST, msgspec.json.encode(manifest))
        for name, data in small.items():
            archive.writestr(name, data)
        if journal.exists():
            archive.write(journal, JOURNAL)
    return into.open("rb")


def restore_table(
    backup: Path,
    files: TableFiles,
    *,
    file: BinaryIO | None = None,
    confirm: Callable[[TableBackup, Sequence[Path], Sequence[Path]], bool] = lambda *_: True,
) -> list[Path]:
    """Restore the backup over ``files``, the journal last; the table must not be running.

    The backup's settings may name other paths in the folders of ``files``. ``confirm`` is called with the paths to be
    written, and those to be removed, before any file is changed. ``file`` is the backup, if it is already open.

    Returns:
        The new names of the replaced files.

    Raises:
        TableBackupError: the backup is invalid or names a foreign path, a table is running, a file cannot be written,
            or ``confirm`` returned False. Files not yet written are unchanged.
    """
    kept: list[Path | None] = []
    with unpacked_backup(backup, file) as (found, folder):
        if files.config is not None:
            if CONFIG not in found.files:
                raise TableBackupError(
                    f"{backup} is from a simulated table: it has no {CONFIG}. Restore it with --sim --journal."
                )
            try:
                files = resolve_restore_targets(config.load_config(folder / CONFIG), files)
            except ForeignPathError as fault:
                raise TableBackupError(f"{backup}: {fault}") from None
        places = _small_files_by_backup_name(files) | {JOURNAL: files.journal}
        written = [path for name, path in places.items() if name in found.files]
        removed = [path for path in places.values() if path not in (*written, files.journal) and os.path.lexists(path)]
        if not confirm(found, written, removed):
            raise TableBackupError("Nothing was changed.")
        try:
            games = (folder / JOURNAL).open("rb") if JOURNAL in found.files else None
            with prepared_restore(files.journal, games) as put_games:
                kept += [
                    _replace_small_file(path, folder / name, files.config)
                    for name, path in _small_files_by_backup_name(files).items()
                ]
                if games is not None:
                    kept.append(put_games())
        except JournalError as fault:
            raise TableBackupError(str(fault)) from None
    return [path for path in kept if path is not None]


def _replace_small_file(path: Path, new: Path, config_file: Path | None) -> Path | None:
    """Remove ``path`` if ``new`` is missing; return the old file's new name."""
    data = new.read_bytes() if new.exists() else None
    with acting_as_owner_of(config_file, path, anew=True):  # settings may belong to root
        before = read_regular_file(path, limits.BACKUP_SMALL_FILE_BYTES) if os.path.lexists(path) else None
        if data is not None and data == before:
            return None  # do not rewrite it: the service may not write its settings
        kept = None
        if before is not None:
            kept = new_aside_path(path)
            write_atomically(kept, before, mode=path.stat().st_mode & 0o777)
        if data is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(path, data, mode=0o600 if new.name == KEYS else 0o644)
        else:
            path.unlink(missing_ok=True)
    return kept


def _small_files_by_backup_name(files: TableFiles) -> dict[str, Path]:
    own = {HOUSE: files.house_rules, KEYS: files.keys}
    if files.config is not None:
        own[CONFIG] = files.config
    if files.tags is not None:
        own[TAGS.get(files.tags.suffix, TAGS[".toml"])] = files.tags
    return own


_NO_ROOM_CURE: Final = "Free some space there, and try again."


@contextmanager
def unpacked_backup(path: Path, file: BinaryIO | None = None) -> Iterator[tuple[TableBackup, Path]]:
    """Unpack and check the backup in a temporary folder; ``file`` is the open backup, if any."""
    try:
        unpacking = tempfile.TemporaryDirectory()
    except OSError as fault:
        raise TableBackupError(f"{fault.filename}: {fault.strerror}. {_NO_ROOM_CURE}") from None
    with unpacking as name:
        folder = Path(name)
        try:
            with open_archive(path, MAX_BYTES, file) as archive:
                manifest = msgspec.json.decode(archive.read_file(MANIFEST), type=Manifest)
                if manifest.format != FORMAT:
                    raise TableBackupError(
                        f"{path}: saw format {manifest.format}, expected {FORMAT}. Update royaltable."
                    )
                _unpack_files(archive, manifest.sha256, folder)
        except OSError as fault:
            is_full = fault.errno in {errno.ENOSPC, errno.EDQUOT}
            cure = _NO_ROOM_CURE if is_full else "Name a backup of royaltable."
            raise TableBackupError(f"{name if is_full else path}: {fault.strerror}. {cure}") from None
        except (ArchiveError, *JSON_ERRORS) as fault:
            raise TableBackupError(
                f"{path} is not a complete backup of royaltable ({fault}). Choose another file."
            ) from None
        try:
            last = _check_and_find_last_game(folder)
        except (ConfigError, TagMapError, JournalError, KeyringError, ValueError, RecursionError) as fault:
            raise TableBackupError(f"{path}: a file in it is invalid. {fault}") from None
        yield TableBackup(manifest, tuple(sorted(manifest.sha256)), last), folder


def _unpack_files(archive: Archive, sha256: Mapping[str, str], folder: Path) -> None:
    if archive.names - {MANIFEST} != sha256.keys():
        raise ArchiveError(f"it contains {sorted(archive.names)} but lists {sorted(sha256)[:20]}")
    for name, digest in sha256.items():
        seen = hashlib.sha256()
        with (folder / name).open("wb") as file:
            for piece in archive.read_chunks(name):
                seen.update(piece)
                file.write(piece)
        if seen.hexdigest() != digest:
            raise ArchiveError(f"{name} does not match its checksum")


def _check_and_find_last_game(folder: Path) -> GameInfo | None:
    if (folder / CONFIG).exists():
        config.load_config(folder / CONFIG)
    for file in folder.glob("tags.*"):
        tags.load_tag_map(file)
    keys = keyring.Keyring(folder / KEYS)
    keys.load()
    if (folder / HOUSE).exists():
        house = msgspec.json.decode((folder / HOUSE).read_bytes(), type=HouseSettings)
        if house.locked and not keys.has_password:
            raise ValueError(f"{HOUSE} locks the table, but {KEYS} has no password to unlock it.")
    return verify_backup(folder / JOURNAL).last if (folder / JOURNAL).exists() else None


def check_restore(upload: Path, files: TableFiles) -> TableBackup:
    """Check whether the next start of the table could restore ``upload``.

    Raises:
        TableBackupError: the backup is invalid, is a simulated table's while this one is real, or has settings that
            the running table may not write.
    """
    with unpacked_backup(upload) as (found, folder):
        if files.config is not None and CONFIG not in found.files:
            raise TableBackupError(
                f"The backup is from a simulated table, without {CONFIG}. Use one from a real table."
            )
        own, new = files.config, folder / CONFIG
        is_fixed = own is not None and new.exists() and not os.access(own.parent, os.W_OK)
        if is_fixed and own is not None and (not own.exists() or own.read_bytes() != new.read_bytes()):
            raise TableBackupError(
                f"{own}: the backup has other settings, which the running table cannot write. On its machine run: "
                "sudo systemctl stop royaltable; sudo royaltable restore FILE; sudo systemctl start royaltable"
            )
    return found


def check_and_queue_restore(upload: Path, files: TableFiles) -> TableBackup:
    """Check ``upload`` and queue it for the next start of the table, which restores it.

    Raises:
        TableBackupError: as `check_restore`, or the backup cannot be moved.
    """
    found = check_restore(upload, files)
    waiting = files.pending_restore
    try:
        move_into_place(upload, waiting)
    except OSError as fault:
        raise TableBackupError(f"{waiting}: {fault.strerror}. Free some space and try again.") from None
    return found


class RestoreOutcome(Struct, frozen=True):
    """What became of a queued backup, until the owner has read it.

    Attributes:
        made_utc: when the backup was made; "" if it was not restored.
        kept: names of the files that were kept: the replaced ones, or the backup that was not restored.
        fault: why it was not restored.
    """

    made_utc: str = ""
    kept: tuple[str, ...] = ()
    fault: str = ""


def restore_queued_backup(files: TableFiles) -> bool:
    """Restore the queued backup, if any; return whether that was done, and note the outcome for the owner.

    An unusable backup is renamed, and the table starts unchanged; nothing is raised.
    """
    waiting = files.pending_restore
    if not waiting.exists():
        return False
    restored: list[TableBackup] = []

    def remember(backup: TableBackup, _written: Sequence[Path], _removed: Sequence[Path]) -> bool:
        restored.append(backup)
        return True

    try:
        kept = restore_table(waiting, files, confirm=remember)
    except TableBackupError as fault:
        aside = waiting.with_name(f"{waiting.name}-failed")
        log.warning("not_restored", fault=fault, file=aside)
        with contextlib.suppress(OSError):
            waiting.replace(aside)
        _note_restore_outcome(files, RestoreOutcome(kept=(aside.name,), fault=str(fault)))
        return False
    log.info("restored", kept=", ".join(map(str, kept)) or "nothing")
    with contextlib.suppress(OSError):
        waiting.unlink()
    (backup,) = restored
    if files.config is not None:  # the backup's settings may name another journal
        files = TableFiles.from_settings(config.load_config(files.config), files.config)
    _note_restore_outcome(files, RestoreOutcome(backup.manifest.made_utc, tuple(path.name for path in kept)))
    return True


def _note_restore_outcome(files: TableFiles, outcome: RestoreOutcome) -> None:
    with contextlib.suppress(OSError):
        write_atomically(files.restore_outcome, msgspec.json.encode(outcome))


def read_restore_outcome(files: TableFiles) -> RestoreOutcome | None:
    """Return what became of the last queued backup; None if the owner has read it."""
    with contextlib.suppress(OSError, *JSON_ERRORS):
        note = read_regular_file(files.restore_outcome, limits.BACKUP_SMALL_FILE_BYTES)
        return msgspec.json.decode(note, type=RestoreOutcome)
    return None
