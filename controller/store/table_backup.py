"""The backup of a whole table as one zip, and where its files go when it is restored.

People ask for it. The backups of the journal, which a table makes by itself, are in ``journal/backup.py``.
"""

import contextlib
import hashlib
import os
import tempfile
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO, Final

import msgspec
from msgspec import Struct

from controller import config, limits, log
from controller.config import ConfigError, TableConfig
from controller.house import HouseSettings
from controller.reading import NO_JSON
from controller.store import keyring, tags
from controller.store.archive import Archive, ArchiveError, open_archive
from controller.store.atomic_files import aside_path, move_into_place, read_regular_file, write_atomically
from controller.store.journal import JournalError
from controller.store.journal.backup import back_up_journal, restoring, verify_backup
from controller.store.journal.entry import GameInfo
from controller.store.keyring import KeyringError
from controller.store.privileges import as_owner_of
from controller.store.table_files import TableFiles
from controller.store.tags import TagMapError

STATE: Final = Path("/var/lib/royaltable")
"""The folder of an installed table's files."""

ENDINGS: Final = {"journal": {".journal"}, "tags": {".toml", ".csv", ".json"}}
"""Of a file that a restore begins under a name which this table did not have."""


class ForeignPathError(Exception):
    """The backup would write where nothing of this table lies; the message says where and what to do."""


def resolve_targets(wanted: TableConfig, in_place: TableFiles) -> TableFiles:
    """The places that the settings in a backup name, where they are this table's own.

    Those are the files that ``in_place`` names, and new ones beside them with a usual ending: nothing that is there
    already is taken for ours.

    Raises:
        NotOurs: a file would go elsewhere, over another, or two to one place.
    """
    assert in_place.config is not None
    assert in_place.tags is not None
    found = TableFiles.from_settings(wanted, in_place.config)
    usual = TableFiles.from_settings(TableConfig(castle=()), in_place.config)
    folders = {_real(path).parent for path in (in_place.config, in_place.tags, in_place.journal)} | {STATE}
    for what, path, ours in (
        ("journal", found.journal, (in_place.journal, usual.journal, STATE / "table.journal")),
        ("tags", found.tags, (in_place.tags, usual.tags, STATE / "tags.toml")),
    ):
        assert path is not None
        if _real(path) not in {_real(own) for own in ours if own is not None} and not _new_beside(
            path, folders, ENDINGS[what]
        ):
            raise ForeignPathError(
                f"[{what}] file in the backup's table.toml is {path}, which is no place of this table. If you want it "
                f"there, write that into {in_place.config} first and restore again."
            )
    every = [found.config, found.tags, found.journal, *found.sidecars()]
    if len({_real(path) for path in every if path is not None}) != len(every):
        raise ForeignPathError("the backup's table.toml puts two files in one place.")
    return found


def _new_beside(path: Path, folders: set[Path], endings: set[str]) -> bool:
    real = _real(path)
    is_named_like_ours = real.suffix in endings and not real.name.startswith(".")
    with_its_own = [path, *(TableFiles(path).sidecars() if path.suffix in ENDINGS["journal"] else ())]
    return is_named_like_ours and real.parent in folders and not any(map(os.path.lexists, with_its_own))


def _real(path: Path) -> Path:
    return Path(os.path.realpath(path.parent)) / path.name


FORMAT: Final = 1

MANIFEST: Final = "manifest.json"
CONFIG: Final = "table.toml"
TAGS: Final = {".csv": "tags.csv", ".json": "tags.json", ".toml": "tags.toml"}
"""By the file's ending, which says how it is written; any other is TOML."""

HOUSE: Final = "house.json"
KEYS: Final = "keys.json"
JOURNAL: Final = "games.journal"
MOST: Final = {
    **dict.fromkeys((MANIFEST, CONFIG, *TAGS.values(), HOUSE, KEYS), limits.BACKUP_SMALL_FILE_BYTES),
    JOURNAL: limits.BACKUP_FILE_BYTES,
}
"""How many bytes each file may have, by its name in the backup."""


class TableBackupError(Exception):
    """The backup cannot be made or used; the message says what was seen and what to do."""


class Manifest(msgspec.Struct, frozen=True):
    """What the backup says of itself.

    Attributes:
        sha256: of each file in it, by its name.
    """

    format: int
    made_by: str
    made_utc: str
    sha256: dict[str, str]


class TableBackup(Struct, frozen=True):
    """What is in a backup that is whole: the names of files, and the game that was written last."""

    manifest: Manifest
    files: tuple[str, ...]
    last: GameInfo | None


def back_up_table(files: TableFiles, to: Path) -> TableBackup:
    """Write the backup ``to``, readable by its owner only; also while the table plays."""
    from importlib.metadata import version  # not before a backup is made

    made_by = f"royaltable {version('royaltable')}"  # of whom the owner may read nothing
    try:
        with as_owner_of(files.config, files.journal), tempfile.TemporaryDirectory() as folder:
            sources = {
                name: read_regular_file(path, limits.BACKUP_SMALL_FILE_BYTES)
                for name, path in _small(files).items()
                if path.exists()
            }
            made = Path(folder) / JOURNAL
            if files.journal.exists():
                back_up_journal(files.journal, made)
            packed = _packed(made_by, sources, made, Path(folder) / "packed")
            with unpack(to, packed) as (found, _folder):
                packed.seek(0)
        with packed, as_owner_of(to):
            write_atomically(to, packed, mode=0o600)
    except JournalError as fault:
        raise TableBackupError(str(fault)) from None
    except OSError as fault:
        raise TableBackupError(
            f"{fault.filename or to}: {fault.strerror}. Name a file in a folder with room."
        ) from None
    return found


def _packed(made_by: str, small: Mapping[str, bytes], journal: Path, into: Path) -> BinaryIO:
    """The zip, open for reading; the journal, where there is one, is never in memory as a whole."""
    sha256 = {name: hashlib.sha256(octets).hexdigest() for name, octets in small.items()}
    if journal.exists():
        with journal.open("rb") as file:
            sha256[JOURNAL] = hashlib.file_digest(file, "sha256").hexdigest()
    made_utc = datetime.now(UTC).isoformat(timespec="seconds")
    manifest = Manifest(FORMAT, made_by, made_utc, sha256)
    with zipfile.ZipFile(into, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(MANIFEST, msgspec.json.encode(manifest))
        for name, octets in small.items():
            archive.writestr(name, octets)
        if journal.exists():
            archive.write(journal, JOURNAL)
    return into.open("rb")


def inspect_backup(backup: Path) -> TableBackup:
    """What is in a backup, after every file of it was read as the table would read it."""
    with unpack(backup) as (found, _folder):
        return found


def restore_table(
    backup: Path,
    files: TableFiles,
    *,
    file: BinaryIO | None = None,
    agreed: Callable[[TableBackup, Sequence[Path]], bool] = lambda _found, _places: True,
) -> list[Path]:
    """Put the backup's files in the places of this table, the journal last; the table must not run.

    ``files`` are this table's. The settings in the backup may name others beside them; ``agreed`` is asked with all
    places before anything is changed. ``file`` is the backup, if it is open already.

    Returns:
        The new names of the files that were there.

    Raises:
        TableBackupError: the backup is not whole or names a place that is not this table's, a table runs on the
            journal, a file cannot be written, or it was not agreed. What was not written yet is as it was.
    """
    kept: list[Path | None] = []
    with unpack(backup, file) as (found, folder):
        if files.config is not None:
            if CONFIG not in found.files:
                raise TableBackupError(
                    f"{backup}: is of a simulated table: it has no {CONFIG}. Name a journal with --sim --journal."
                )
            try:
                files = resolve_targets(config.load(folder / CONFIG), files)
            except ForeignPathError as fault:
                raise TableBackupError(f"{backup}: {fault}") from None
        places = [*_small(files).values(), *([files.journal] if JOURNAL in found.files else [])]
        if not agreed(found, places):
            raise TableBackupError("Nothing was changed.")
        try:
            games = (folder / JOURNAL).open("rb") if JOURNAL in found.files else None
            with restoring(files.journal, games) as put_games:
                kept += [_replaced(path, folder / name, files.config) for name, path in _small(files).items()]
                if games is not None:
                    kept.append(put_games())
        except JournalError as fault:
            raise TableBackupError(str(fault)) from None
    return [path for path in kept if path is not None]


def _replaced(path: Path, new: Path, config_file: Path | None) -> Path | None:
    """Put ``new``, if the backup has it, in the place of ``path``; gives the new name of the file that was there."""
    octets = new.read_bytes() if new.exists() else None
    with as_owner_of(config_file, path, anew=True):  # settings may be root's alone, where the table's files are not
        before = read_regular_file(path, limits.BACKUP_SMALL_FILE_BYTES) if os.path.lexists(path) else None
        if octets is not None and octets == before:
            return None  # the service may not write its settings, and need not
        kept = None
        if before is not None:
            kept = aside_path(path)
            write_atomically(kept, before, mode=path.stat().st_mode & 0o777)
        if octets is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(path, octets, mode=0o600 if new.name == KEYS else 0o644)
        else:
            path.unlink(missing_ok=True)
    return kept


def _small(files: TableFiles) -> dict[str, Path]:
    own = {HOUSE: files.house_rules, KEYS: files.keys}
    if files.config is not None:
        own[CONFIG] = files.config
    if files.tags is not None:
        own[TAGS.get(files.tags.suffix, TAGS[".toml"])] = files.tags
    return own


@contextmanager
def unpack(path: Path, file: BinaryIO | None = None) -> Iterator[tuple[TableBackup, Path]]:
    """The backup's files in a folder that is gone afterwards, each checked; ``file`` is the backup, if it is open."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        try:
            with open_archive(path, MOST, file) as archive:
                manifest = msgspec.json.decode(archive.read(MANIFEST), type=Manifest)
                if manifest.format != FORMAT:
                    raise TableBackupError(
                        f"{path}: saw format {manifest.format}, expected {FORMAT}. Update royaltable."
                    )
                _unpack(archive, manifest.sha256, folder)
        except OSError as fault:
            raise TableBackupError(f"{path}: {fault.strerror}. Name a backup of royaltable.") from None
        except (ArchiveError, *NO_JSON) as fault:
            raise TableBackupError(f"{path}: is no whole backup of royaltable ({fault}). Name another.") from None
        try:
            last = _checked(folder)
        except (ConfigError, TagMapError, JournalError, KeyringError, ValueError, RecursionError) as fault:
            raise TableBackupError(f"{path}: a file in it cannot be used. {fault}") from None
        yield TableBackup(manifest, tuple(sorted(manifest.sha256)), last), folder


def _unpack(archive: Archive, sha256: Mapping[str, str], folder: Path) -> None:
    if archive.names - {MANIFEST} != sha256.keys():
        raise ArchiveError(f"saw {sorted(archive.names)}, and a list of {sorted(sha256)[:20]}")
    for name, digest in sha256.items():
        seen = hashlib.sha256()
        with (folder / name).open("wb") as file:
            for piece in archive.chunks(name):
                seen.update(piece)
                file.write(piece)
        if seen.hexdigest() != digest:
            raise ArchiveError(f"{name} is not what was packed")


def _checked(folder: Path) -> GameInfo | None:
    if (folder / CONFIG).exists():
        config.load(folder / CONFIG)
    for file in folder.glob("tags.*"):
        tags.load(file)
    keys = keyring.Keyring(folder / KEYS)
    keys.load()
    if (folder / HOUSE).exists():
        house = msgspec.json.decode((folder / HOUSE).read_bytes(), type=HouseSettings)
        if house.locked and not keys.has_password:
            raise ValueError(f"{HOUSE} locks the table, and no password in {KEYS} could unlock it.")
    return verify_backup(folder / JOURNAL).last if (folder / JOURNAL).exists() else None


def stage_restore(upload: Path, files: TableFiles) -> TableBackup:
    """Check ``upload`` now, and move it to where the next start of the table will restore it.

    Raises:
        TableBackupError: it is not whole, cannot be moved, is of a simulated table and this one is not, or holds other
            settings and the running table may not write its own.
    """
    with unpack(upload) as (found, folder):
        if files.config is not None and CONFIG not in found.files:
            raise TableBackupError(f"The backup is of a simulated table, without {CONFIG}. Take one of a real table.")
        own, new = files.config, folder / CONFIG
        is_fixed = own is not None and new.exists() and not os.access(own.parent, os.W_OK)
        if is_fixed and own is not None and (not own.exists() or own.read_bytes() != new.read_bytes()):
            raise TableBackupError(
                f"{own}: the backup has other settings, and the running table may not write them. On its machine: "
                "sudo systemctl stop royaltable; sudo royaltable restore FILE; sudo systemctl start royaltable"
            )
    waiting = files.pending_restore
    try:
        move_into_place(upload, waiting)
    except OSError as fault:
        raise TableBackupError(f"{waiting}: {fault.strerror}. Make room there and try again.") from None
    return found


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
