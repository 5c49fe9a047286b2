"""Targets for foreign files: backups, journals, settings, and the small files that a table reads at its start."""

import hashlib
import io
import shutil
import zipfile
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from controller.config import ConfigError, parse_config
from controller.config.schema import TableSection
from controller.games import installed
from controller.house import COLORS
from controller.store import house_rules, keyring, table_backup, table_files, tags
from controller.store.journal import JournalError, JournalReader
from controller.store.journal.recovery import open_or_recover_journal
from controller.store.journal.schema import database_files
from controller.store.tags import TagMapError
from tests.fuzz.target import Target, folder_in_memory
from tests.support.journal_games import entry, journal_of

# Backups of a table, made or changed by others: refused with a reason, or restored to this table's files.


FILES: Final = {
    "table.toml": b'[[castle]]\ncolor = "blue"\nspi = [0, 0]\n[[castle]]\ncolor = "yellow"\nspi = [0, 1]\n',
    "tags.toml": b'[tags]\n04a1b2c3d4e5f6 = "t07"\n',
    "house.json": b'{"hourglass_s":33,"language":"de","silent":true}',
    "keys.json": b'{"tokens":[{"name":"a","sha256":"b"}]}',
}
OWN: Final = frozenset({"table.toml", "tags.toml", "table.house.json", "table.keys.json", "table.journal-lock"})


def backups(data: bytes) -> str:
    """The first byte says what the rest is: a zip, a manifest, a file, or a file's name; checksums are corrected."""
    if len(data) < 2:
        return ""
    kind, which, rest = data[0] % 4, data[1], data[2:]
    backup = _folder_of_backups() / "backup.zip"
    backup.write_bytes(rest if kind == 0 else _packed(kind, sorted(FILES)[which % len(FILES)], rest))
    try:
        with table_backup.unpacked_backup(backup) as (found, _):
            pass
    except table_backup.TableBackupError as fault:
        return str(fault)
    return " ".join([*found.files, *_restored(backup)])


def _packed(kind: int, name: str, rest: bytes) -> bytes:
    """Build a valid backup with one part replaced."""
    files = dict(FILES)
    if kind == 2:
        files[name] = rest
    elif kind == 3:
        called = rest.decode("utf-8", "replace").partition("\x00")[0]
        files[called if called not in {"", table_backup.MANIFEST} else "other"] = files.pop(name)
    sums = {each: hashlib.sha256(content).hexdigest() for each, content in files.items()}
    manifest = (
        rest
        if kind == 1
        else msgspec.json.encode(table_backup.Manifest(table_backup.FORMAT, "another table", "2026-01-01", sums))
    )
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr(table_backup.MANIFEST, manifest)
        for each, content in files.items():
            archive.writestr(each, content)
    return file.getvalue()


def _restored(backup: Path) -> list[str]:
    """Return the files in and around the table's folder after a restore."""
    around = _folder_of_backups() / "around"
    folder = around / "table"
    shutil.rmtree(around, ignore_errors=True)
    folder.mkdir(parents=True)
    files = table_files.TableFiles(folder / "table.journal", tags=folder / "tags.toml", config=folder / "table.toml")
    try:
        table_backup.restore_table(backup, files)
    except table_backup.TableBackupError as fault:
        return [str(fault)]
    written = sorted(path.relative_to(folder).as_posix() for path in around.rglob("*") if not path.is_dir())
    assert set(written) <= OWN, written
    return written


@cache
def _folder_of_backups() -> Path:
    return folder_in_memory()


BACKUPS: Final = Target(backups, longest=3000, longest_answer=30_000, slowest_s=3.0, sample=30)


# A journal's file with changed bytes: it is read or reported as damaged, and the table starts.


LENGTHS: Final = (3, 4)
PATCH_HEAD: Final = 3
"""Header of a patch: two bytes of offset, one of length."""

TO_THE_END: Final = 0xFF


def journals(data: bytes) -> list[str]:
    """The first byte selects the file, the rest patches it; if it is odd the table starts afterwards."""
    folder = _folder_of_journals()
    shutil.rmtree(folder / "table", ignore_errors=True)
    path = Path(shutil.copytree(folder / "whole", folder / "table")) / "j"
    target = path.with_name(path.name + ("", "-wal", "-mark", "")[data[0] >> 1 & 3]) if data else path
    target.write_bytes(_patched(target.read_bytes(), data[1:]))
    messages = _read_all(path)
    if data and data[0] & 1:
        messages += _started(path)
    return messages


def _patched(whole: bytes, patches: bytes) -> bytes:
    """Overwrite bytes; an empty patch truncates the file."""
    changed = bytearray(whole)
    while len(patches) >= PATCH_HEAD:
        where, count = int.from_bytes(patches[:2], "big") % (len(whole) + 1), patches[2]
        new, patches = patches[PATCH_HEAD : PATCH_HEAD + count], patches[PATCH_HEAD + count :]
        if count == 0:
            del changed[where:]
        else:
            changed[where : where + (len(changed) if count == TO_THE_END else len(new))] = new
    return bytes(changed)


def _read_all(path: Path) -> list[str]:
    """Call all methods of a reader."""
    messages: list[str] = []
    try:
        reader = JournalReader(path)
    except JournalError as fault:
        return [str(fault)]
    with reader:
        for ask in (
            reader.damage_findings, reader.latest_game_id, reader.current_game_id, lambda: list(reader.games()),
            lambda: reader.parked_games(5), lambda: list(reader.entries(1)), lambda: list(reader.entries(2)),
            lambda: list(reader.results()), lambda: reader.draws(1), reader.find_lost_entries,
        ):  # fmt: skip
            try:
                messages.append(repr(ask()))
            except JournalError as fault:
                messages.append(str(fault))
    return messages


def _started(path: Path) -> list[str]:
    """Open the journal like ``serve``, read all entries, and append one."""
    journal, recovery = open_or_recover_journal(path)
    with journal:
        kept = list(journal.entries(1))
        assert kept == [entry(1, seq) for seq in range(1, len(kept) + 1)]
        if journal.fault is None:
            journal.append([entry(journal.new_game_id(), 1)])
            assert journal.damage_findings() == []
    return [] if recovery is None else [str(recovery.fault)]


@cache
def _folder_of_journals() -> Path:
    """Create a folder with a journal as a power cut leaves it."""
    folder = folder_in_memory()
    (folder / "whole").mkdir()
    journal_of(folder / "whole" / "j", *LENGTHS)
    for file in database_files(folder / "whole" / "j")[2:]:
        file.unlink(missing_ok=True)
    return folder


JOURNALS: Final = Target(journals, longest=600, longest_answer=60, slowest_s=3.0, sample=20)


# The text of a ``table.toml``: valid settings, or a sentence for every fault.


def settings(data: bytes) -> str:
    """Return the faults, or the settings."""
    try:
        found = parse_config(data.decode("utf-8", "replace"))
    except ConfigError as error:
        return _in_words(error)
    assert all(castle.color in COLORS for castle in found.castle)
    installed.make_game(found.table.game, found.game)
    encoded = msgspec.json.encode(found)
    assert msgspec.json.decode(encoded, type=type(found)) == found
    return encoded.decode()


def _in_words(error: ConfigError) -> str:
    assert error.faults
    assert all(fault.endswith((".", "?")) for fault in error.faults)
    return str(error)


SETTINGS: Final = Target(settings, longest=6000, longest_answer=200_000, sample=100)


# Files that a table reads at its start or from a backup: keys, house rules, stickers.


KINDS: Final = ("keys.json", "house.json", "tags.csv", "tags.json", "tags.toml")


def small_files(data: bytes) -> str:
    """The first byte selects the file; return its fault or its contents."""
    if not data:
        return ""
    name = KINDS[data[0] % len(KINDS)]
    path = _folder_of_small_files() / name
    path.write_bytes(data[1:])
    match name:
        case "keys.json":
            keys = keyring.Keyring(path)
            try:
                keys.load()
            except keyring.KeyringError as fault:
                return str(fault)
            return "".join([keys.pin_version, keys.password_version, *keys.token_names])
        case "house.json":
            house = house_rules.HouseRules(TableSection(), path)
            return house.fault or repr(house.current)
        case _:
            return _tags(path)


def _tags(path: Path) -> str:
    try:
        book = tags.load_tag_map(path)
    except TagMapError as fault:
        return str(fault)
    tags.save_tag_map(path, book)
    assert tags.load_tag_map(path) == book
    return repr(book)


@cache
def _folder_of_small_files() -> Path:
    return folder_in_memory()


SMALL_FILES: Final = Target(small_files, longest=6000, longest_answer=60_000, sample=200)
