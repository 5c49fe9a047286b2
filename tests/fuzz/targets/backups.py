"""Backups of a whole table that somebody made or changed: refused in words, or restored to this table's own places."""

import hashlib
import io
import shutil
import zipfile
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from controller.store.table_backup import FORMAT, MANIFEST, Manifest, TableBackupError, look_into, restore_table
from controller.store.table_files import TableFiles
from tests.fuzz.target import Target, folder_in_memory

FILES: Final = {
    "table.toml": b'[[castle]]\ncolor = "blue"\nspi = [0, 0]\n[[castle]]\ncolor = "yellow"\nspi = [0, 1]\n',
    "tags.toml": b'[tags]\n04a1b2c3d4e5f6 = "t07"\n',
    "house.json": b'{"hourglass_s":33,"language":"de","silent":true}',
    "keys.json": b'{"tokens":[{"name":"a","sha256":"b"}]}',
}
OWN: Final = frozenset({"table.toml", "tags.toml", "table.house.json", "table.keys.json", "table.journal-lock"})


def answer(octets: bytes) -> str:
    """The first octet says what the rest is: a zip, a manifest, a file, or a file's name; the sums are put right."""
    if len(octets) < 2:
        return ""
    kind, which, rest = octets[0] % 4, octets[1], octets[2:]
    backup = _folder() / "backup.zip"
    backup.write_bytes(rest if kind == 0 else _packed(kind, sorted(FILES)[which % len(FILES)], rest))
    try:
        found = look_into(backup)
    except TableBackupError as fault:
        return str(fault)
    return " ".join([*found.files, *_restored(backup)])


def _packed(kind: int, name: str, rest: bytes) -> bytes:
    """A whole backup, but for one thing."""
    files = dict(FILES)
    if kind == 2:
        files[name] = rest
    elif kind == 3:
        called = rest.decode("utf-8", "replace").partition("\x00")[0]
        files[called if called not in {"", MANIFEST} else "other"] = files.pop(name)
    sums = {each: hashlib.sha256(content).hexdigest() for each, content in files.items()}
    manifest = rest if kind == 1 else msgspec.json.encode(Manifest(FORMAT, "somebody", "2026-01-01", sums))
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr(MANIFEST, manifest)
        for each, content in files.items():
            archive.writestr(each, content)
    return file.getvalue()


def _restored(backup: Path) -> list[str]:
    """What lies in the table's folder, and around it, after it was restored there."""
    around = _folder() / "around"
    folder = around / "table"
    shutil.rmtree(around, ignore_errors=True)
    folder.mkdir(parents=True)
    files = TableFiles(folder / "table.journal", tags=folder / "tags.toml", config=folder / "table.toml")
    try:
        restore_table(backup, files)
    except TableBackupError as fault:
        return [str(fault)]
    written = sorted(path.relative_to(folder).as_posix() for path in around.rglob("*") if not path.is_dir())
    assert set(written) <= OWN, written
    return written


@cache
def _folder() -> Path:
    return folder_in_memory()


TARGET: Final = Target(answer, longest=3000, longest_answer=30_000, slowest_s=3.0, sample=30)
