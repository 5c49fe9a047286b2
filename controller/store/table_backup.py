"""The backup of a whole table, one zip: settings, taught tags, house rules, hashed keys and all games.

People ask for it. The backups of the journal, which a table makes by itself, are in ``journal/backup.py``.
"""

import hashlib
import io
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Final

import msgspec

from controller import config
from controller.config import ConfigError, TableConfig
from controller.store import house_rules, keyring, tag_files
from controller.store.atomic_files import give_to_the_folders_owner, put_in_place, write_atomically
from controller.store.journal import JournalError
from controller.store.journal.backup import back_up_journal, restore_journal, verified
from controller.store.journal.database import WriterLock
from controller.store.journal.entry import GameInfo
from controller.store.keyring import KeyringError
from controller.store.table_files import TableFiles
from controller.store.tag_book import TagBookError

FORMAT: Final = 1
LARGEST_OCTETS: Final = 512 * 1024 * 1024
"""Of one unpacked file; a journal of ten thousand games has some 200 MB."""

MANIFEST: Final = "manifest.json"
CONFIG: Final = "table.toml"
TAGS: Final = {".csv": "tags.csv", ".json": "tags.json"}
"""By the file's ending, which says how it is written; any other is TOML."""

TAGS_TOML: Final = "tags.toml"
HOUSE: Final = "house.json"
KEYS: Final = "keys.json"
JOURNAL: Final = "games.journal"
NAMES: Final = frozenset({CONFIG, *TAGS.values(), TAGS_TOML, HOUSE, KEYS, JOURNAL})


UNREADABLE: Final = (zipfile.BadZipFile, zlib.error, KeyError, ValueError, NotImplementedError, EOFError)
"""What reading something that is no zip, or a broken one, raises."""


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


@dataclass(frozen=True, slots=True)
class TableBackup:
    """What is in a backup that is whole.

    Attributes:
        files: the names in it.
        last: the game that was written last.
    """

    manifest: Manifest
    files: tuple[str, ...]
    last: GameInfo | None


def back_up_table(files: TableFiles, to: Path) -> TableBackup:
    """Write the backup ``to``, readable by its owner only; also while the table plays.

    Raises:
        TableBackupError: the journal is not whole, or a file cannot be read or written.
    """
    try:
        with tempfile.TemporaryDirectory(dir=to.parent) as folder:
            made = Path(folder) / JOURNAL
            contents = {name: path.read_bytes() for name, path in _small(files).items() if path.exists()}
            if files.journal.exists():
                back_up_journal(files.journal, made)
                contents[JOURNAL] = made.read_bytes()
            new = Path(folder) / to.name
            new.touch(mode=0o600)
            with zipfile.ZipFile(new, "w", zipfile.ZIP_DEFLATED) as archive:
                manifest = Manifest(
                    FORMAT,
                    f"royaltable {version('royaltable')}",
                    datetime.now(UTC).isoformat(timespec="seconds"),
                    {name: hashlib.sha256(octets).hexdigest() for name, octets in contents.items()},
                )
                archive.writestr(MANIFEST, msgspec.json.encode(manifest))
                for name, octets in contents.items():
                    archive.writestr(name, octets)
            found = look_into(new)
            put_in_place(new, to)
            return found
    except JournalError as fault:
        raise TableBackupError(str(fault)) from None
    except OSError as fault:
        raise TableBackupError(
            f"{fault.filename or to}: {fault.strerror}. Name a file in a folder with room."
        ) from None


def look_into(backup: Path) -> TableBackup:
    """What is in a backup, after every file of it was read as the table would read it.

    Raises:
        TableBackupError: it is none, of another format, damaged, or a file in it cannot be used.
    """
    with unpacked(backup) as (found, _folder):
        return found


def restore_table(backup: Path, files: TableFiles | Callable[[TableConfig], TableFiles]) -> list[Path]:
    """Put the backup's files in their places, the journal last; the table must not run.

    ``files`` may depend on the settings in the backup, which name journal and tags.

    Returns:
        The new names of the files that were there.

    Raises:
        TableBackupError: the backup is not whole, a table runs on the journal, or a file cannot be written. What was
            not written yet is as it was.
    """
    kept: list[Path | None] = []
    with unpacked(backup) as (found, folder):
        if not isinstance(files, TableFiles):
            if CONFIG not in found.files:
                raise TableBackupError(
                    f"{backup}: is of a simulated table: it has no {CONFIG}. Name a journal with --sim --journal."
                )
            files = files(config.load(folder / CONFIG))
        try:
            with _nobody_writes(files.journal):
                kept += [_replaced(path, folder / name) for name, path in _small(files).items()]
            if JOURNAL in found.files:
                kept.append(restore_journal(files.journal, folder / JOURNAL))
                give_to_the_folders_owner(files.journal)
        except JournalError as fault:
            raise TableBackupError(str(fault)) from None
        except OSError as fault:
            raise TableBackupError(f"{fault.filename}: {fault.strerror}. Make it writable and restore again.") from None
    return [path for path in kept if path is not None]


def _replaced(path: Path, new: Path) -> Path | None:
    """Put ``new``, if the backup has it, in the place of ``path``; gives the new name of the file that was there."""
    if new.exists() and path.exists() and new.read_bytes() == path.read_bytes():
        return None  # the service may not write its settings, and need not
    kept = None
    if path.exists():
        kept = path.with_name(f"{path.name}-kept-{datetime.now(UTC):%Y%m%dT%H%M%S%f}")
        write_atomically(kept, path.read_bytes(), mode=path.stat().st_mode & 0o777)
    if new.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, new.read_bytes(), mode=0o600 if new.name == KEYS else 0o644)
        give_to_the_folders_owner(path)
    else:
        path.unlink(missing_ok=True)
    return kept


def _small(files: TableFiles) -> dict[str, Path]:
    """Each file but the journal, by its name in the backup."""
    own = {HOUSE: files.house_rules, KEYS: files.keys}
    if files.config is not None:
        own[CONFIG] = files.config
    if files.tags is not None:
        own[TAGS.get(files.tags.suffix, TAGS_TOML)] = files.tags
    return own


@contextmanager
def _nobody_writes(journal: Path) -> Iterator[None]:
    journal.parent.mkdir(parents=True, exist_ok=True)
    lock = WriterLock(journal)
    try:
        yield
    finally:
        lock.release()


@contextmanager
def unpacked(path: Path) -> Iterator[tuple[TableBackup, Path]]:
    """The backup's files in a folder that is gone afterwards, each checked."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        try:
            with zipfile.ZipFile(path) as archive:
                manifest = msgspec.json.decode(_octets(archive, MANIFEST), type=Manifest)
                if manifest.format != FORMAT:
                    raise TableBackupError(
                        f"{path}: saw format {manifest.format}, expected {FORMAT}. Update royaltable."
                    )
                _unpack(archive, manifest.sha256, folder)
        except OSError as fault:
            raise TableBackupError(f"{path}: {fault.strerror}. Name a backup of royaltable.") from None
        except UNREADABLE as fault:
            raise TableBackupError(f"{path}: is no whole backup of royaltable ({fault}). Name another.") from None
        try:
            last = _checked(folder)
        except (ConfigError, TagBookError, JournalError, KeyringError, msgspec.DecodeError) as fault:
            raise TableBackupError(f"{path}: a file in it cannot be used. {fault}") from None
        yield TableBackup(manifest, tuple(sorted(manifest.sha256)), last), folder


def _unpack(archive: zipfile.ZipFile, sha256: Mapping[str, str], folder: Path) -> None:
    for name, digest in sha256.items():
        if name not in NAMES:
            raise ValueError(f"saw a file {name!r}")
        octets = _octets(archive, name)
        if hashlib.sha256(octets).hexdigest() != digest:
            raise ValueError(f"{name} is not what was packed")
        (folder / name).write_bytes(octets)


def _octets(archive: zipfile.ZipFile, name: str) -> bytes:
    """One packed file; the size in its header is not trusted."""
    packed = archive.getinfo(name)
    if packed.flag_bits & 1:
        raise ValueError(f"{name} is encrypted")
    octets = io.BytesIO()
    with archive.open(packed) as file:
        while piece := file.read(1 << 20):
            octets.write(piece)
            if octets.tell() > LARGEST_OCTETS:
                raise ValueError(f"{name} has more than {LARGEST_OCTETS} octets")
    return octets.getvalue()


def _checked(folder: Path) -> GameInfo | None:
    """Read each file as the table does at its start; gives the game that was written last."""
    if (folder / CONFIG).exists():
        config.load(folder / CONFIG)
    for tags in folder.glob("tags.*"):
        tag_files.load(tags)
    if (folder / HOUSE).exists():
        msgspec.json.decode((folder / HOUSE).read_bytes(), type=house_rules.HouseSettings)
    if (folder / KEYS).exists():
        keyring.Keyring(folder / KEYS).load()
    return verified(folder / JOURNAL).last if (folder / JOURNAL).exists() else None
