"""Both restores read any zip that somebody hands them: a sentence, nothing changed, nothing waited for."""

import json
import os
import stat
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from controller.__main__ import main
from controller.store.table_backup import back_up_table
from hub.backup import ADMISSION, TABLES
from hub.store.connection import migrations
from tests.store.test_table_backup import fresh, table

CENTRAL, LOCAL, END = b"PK\x01\x02", b"PK\x03\x04", b"PK\x05\x06"


def of_a_table(folder: Path) -> tuple[Path, str, list[str], Path]:
    """A backup, one of its small files, the command that restores it, the folder that this would change."""
    back_up_table(table(folder / "old"), folder / "kept.zip")
    target = fresh(folder / "new")
    command = ["restore", "--yes", "--config", str(target.config), str(folder / "kept.zip")]
    return folder / "kept.zip", "house.json", command, folder / "new"


def of_a_hub(folder: Path) -> tuple[Path, str, list[str], Path]:
    """As that of a table; of a hub whose database nobody reaches: it is not asked before the zip was looked into."""
    (folder / "hub").mkdir()
    (folder / "hub/hub.toml").write_text('[database]\nurl = "postgresql://127.0.0.1:9/none"\n')
    with zipfile.ZipFile(folder / "room.hub", "w") as archive:
        archive.writestr("hub.json", json.dumps({"schema": migrations()[-1][0], "rows": dict.fromkeys(TABLES, 0)}))
        for name in (*ADMISSION, *(f"{name}.copy" for name in TABLES)):
            archive.writestr(name, b"hub:$7$1$ab==$ab==\n" if name == "users" else b"")
    command = ["hub", "--folder", str(folder / "hub"), "restore", "--yes", str(folder / "room.hub")]
    return folder / "room.hub", "users", command, folder / "hub"


def field(signature: bytes, offset: int, content: bytes) -> Callable[[Path, str], None]:
    fixed = {CENTRAL: 46, LOCAL: 30, END: 0}[signature]

    def change(file: Path, name: str) -> None:
        octets = bytearray(file.read_bytes())
        place = octets.rindex(signature)
        while fixed and octets[place + fixed : place + fixed + len(name)] != name.encode():
            place = octets.rindex(signature, 0, place)
        octets[place + offset : place + offset + len(content)] = content
        file.write_bytes(octets)

    return change


def added(name: str, mode: int = stat.S_IFREG, content: bytes = b"x", count: int = 1) -> Callable[[Path, str], None]:
    def change(file: Path, small: str) -> None:
        with zipfile.ZipFile(file, "a", zipfile.ZIP_DEFLATED) as archive:
            for number in range(count):
                info = zipfile.ZipInfo(name.format(small=small, number=number))
                info.external_attr = mode << 16
                archive.writestr(info, content)

    return change


def instead(content: bytes, mode: int = stat.S_IFREG) -> Callable[[Path, str], None]:
    def change(file: Path, small: str) -> None:
        with zipfile.ZipFile(file) as archive:
            contents = {name: archive.read(name) for name in archive.namelist()}
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, octets in contents.items():
                info = zipfile.ZipInfo(name)
                info.compress_type = zipfile.ZIP_DEFLATED
                info.external_attr = (mode if name == small else stat.S_IFREG) << 16
                archive.writestr(info, content if name == small else octets)

    return change


def pipe(file: Path, _: str) -> None:
    file.unlink()
    os.mkfifo(file)


def device(file: Path, _: str) -> None:
    file.unlink()
    file.symlink_to("/dev/zero")


ODD: dict[str, Callable[[Path, str], object]] = {
    "a pipe": pipe,
    "a device": device,
    "empty": lambda file, _: os.truncate(file, 0),
    "text": lambda file, _: file.write_text("no zip"),
    "cut": lambda file, _: os.truncate(file, file.stat().st_size - 30),
    "its beginning cut": lambda file, _: file.write_bytes(file.read_bytes()[40:]),
    "another checksum": field(CENTRAL, 16, b"abcd"),
    "encrypted": field(CENTRAL, 8, b"\x01\x00"),
    "packed by strong encryption": field(CENTRAL, 8, b"\x41\x00"),
    "packed by LZMA": field(CENTRAL, 10, struct.pack("<H", 14)),
    "packed by bzip2": field(CENTRAL, 10, struct.pack("<H", 12)),
    "packed by nothing known": field(CENTRAL, 10, struct.pack("<H", 99)),
    "a newer zip": field(CENTRAL, 6, struct.pack("<H", 999)),
    "larger than it is": field(CENTRAL, 24, struct.pack("<I", 0xFFFFFFF0)),
    "packed larger than it is": field(CENTRAL, 20, struct.pack("<I", 0xFFFFFFF0)),
    "zip64 without its field": field(CENTRAL, 20, b"\xff" * 8),
    "elsewhere": field(CENTRAL, 42, struct.pack("<I", 0xFFFFFFF0)),
    "a longer name": field(CENTRAL, 28, struct.pack("<H", 0xFFFF)),
    "a longer extra field": field(CENTRAL, 30, struct.pack("<H", 0xFFFF)),
    "of another name in front": field(LOCAL, 30, b"x"),
    "a longer name in front": field(LOCAL, 26, struct.pack("<H", 0xFFFF)),
    "a list of 4 GB": field(END, 12, struct.pack("<I", 0xFFFFFFF0)),
    "a list of no bytes": field(END, 12, bytes(4)),
    "a list beyond its end": field(END, 16, struct.pack("<I", 0xFFFFFFF0)),
    "a name twice": added("{small}"),
    "a name that leads up": added("../{small}"),
    "a name from the root": added("/etc/{small}"),
    "a folder": added("{small}/"),
    "a name with NUL": added("x\x00{small}"),
    "60,000 files": added("{number}", count=60_000),
    "a link": instead(b"/etc/passwd", stat.S_IFLNK),
    "2 MB of zeros": instead(bytes(2_000_000)),
    "no text": instead(b"\xff\x00"),
}


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize("way", ODD)
@pytest.mark.parametrize("of", [of_a_table, of_a_hub])
def test_an_odd_zip_is_refused_in_a_sentence_and_nothing_changes(
    tmp_path: Path, of: Callable[[Path], tuple[Path, str, list[str], Path]], way: str
) -> None:
    file, small, command, target = of(tmp_path)
    ODD[way](file, small)
    before = {each.name: each.read_bytes() for each in target.iterdir()}
    told = CliRunner().invoke(main, command)
    assert isinstance(told.exception, SystemExit), told.exception
    assert told.exit_code == 1
    assert f"Error: {file}: " in told.output
    after = {each.name: each.read_bytes() for each in target.iterdir() if each.name != "hub.lock"}
    assert after == before
