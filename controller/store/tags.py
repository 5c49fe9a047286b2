"""Read and write the map from the UIDs of stickers to pieces (TOML, CSV, JSON)."""

import csv
import io
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import msgspec
from msgspec import Struct

from controller import limits
from controller.reading import JSON_ERRORS, NotUtf8Error, TomlError, parse_toml, read_text
from controller.store.atomic_files import write_atomically
from hw.values import Uid

UID_LENGTHS = (4, 7, 10)
"""Bytes of a single, double or triple size UID (ISO/IEC 14443-3, 6.5.4)."""


class TagMapError(ValueError):
    """A file of taught tags cannot be used."""


class TagMap(Struct, frozen=True):
    pieces: Mapping[Uid, str]

    def with_tag(self, uid: Uid, piece: str) -> "TagMap":
        others = {known: of for known, of in self.pieces.items() if of != piece and known != uid}
        return TagMap({**others, uid: piece})

    def merged_with(self, other: "TagMap") -> "TagMap":
        return TagMap({**other.pieces, **self.pieces})

    def uid_of(self, piece: str) -> Uid | None:
        return next((uid for uid, of in self.pieces.items() if of == piece), None)

    def piece_of(self, uid: Uid) -> str | None:
        """Return the piece that carries ``uid``; None if it was never taught."""
        return self.pieces.get(uid)


def parse_tag_map(text: str, source: str) -> TagMap:
    """Parse TOML with a table ``[tags]`` from hexadecimal UID to piece id; ``source`` is for errors."""
    try:
        data = parse_toml(text)
    except TomlError as fault:
        raise TagMapError(f"{source}: {fault}. Expected TOML with a table [tags].") from None
    entries = data.get("tags")
    if not isinstance(entries, dict) or set(data) != {"tags"}:
        raise TagMapError(f"{source}: saw the keys {sorted(data)}, expected one table [tags].")
    return tag_map_from_entries(entries.items(), source)


def tag_map_from_entries(entries: Iterable[tuple[str, object]], source: str) -> TagMap:
    faults: list[str] = []
    pieces: dict[Uid, str] = {}
    taught: set[str] = set()
    for text, piece in entries:
        try:
            uid = Uid(bytes.fromhex(text))
        except ValueError:
            uid = Uid(b"")
        if len(uid) not in UID_LENGTHS:
            faults.append(f"{text!r} is not a UID (expected 4, 7 or 10 bytes in hexadecimal)")
        elif not isinstance(piece, str) or not piece:
            faults.append(f"{text}: saw {piece!r}, expected a piece id such as 't01'")
        elif piece in taught:
            faults.append(f"{text}: piece {piece} already has a sticker")
        elif uid in pieces:
            faults.append(f"{text}: this UID occurs twice")
        else:
            pieces[uid] = piece
            taught.add(piece)
    if faults:
        raise TagMapError(f"{source}: " + "; ".join(faults) + ".")
    return TagMap(pieces)


def format_tag_map(book: TagMap) -> str:
    lines = (f'"{each["uid"]}" = {msgspec.json.encode(each["tile"]).decode()}\n' for each in _sorted_entries(book))
    return "[tags]\n" + "".join(lines).replace("\x7f", "\\u007f")


CSV_COLUMNS = ("uid", "tile")


def load_tag_map(path: Path) -> TagMap:
    """Load a tag map; the suffix gives the format: CSV, JSON, else TOML."""
    try:
        text = read_text(path, 4 * limits.TOML_CHARS)
    except NotUtf8Error as fault:
        raise TagMapError(f"{path} {fault}, or name a file of taught tags.") from None
    except PermissionError as fault:
        raise TagMapError(f"{path}: {fault.strerror}. It belongs to the table's user: use sudo.") from None
    except OSError as fault:
        raise TagMapError(
            f"{path}: {fault.strerror}. Teach the pieces first (royaltable teach), or name another file."
        ) from None
    match path.suffix:
        case ".csv":
            return _tag_map_from_csv(text, str(path))
        case ".json":
            return _tag_map_from_json(text, str(path))
        case _:
            return parse_tag_map(text, str(path))


def save_tag_map(path: Path, book: TagMap, write: Callable[[Path, str], None] = write_atomically) -> None:
    """Save a tag map in the suffix's format; ``write`` is ``write_file_or_pipe`` for exports."""
    match path.suffix:
        case ".csv":
            from controller.store.csv_files import format_csv  # rarely needed

            text = format_csv(CSV_COLUMNS, [list(each.values()) for each in _sorted_entries(book)])
        case ".json":
            text = msgspec.json.format(msgspec.json.encode(_sorted_entries(book))).decode() + "\n"
        case _:
            text = format_tag_map(book)
    try:
        write(path, text)
    except OSError as fault:
        raise TagMapError(f"{path}: {fault.strerror}. Name a file in a writable folder.") from None


def _sorted_entries(book: TagMap) -> list[dict[str, str]]:
    by_piece = sorted(book.pieces.items(), key=lambda entry: entry[1])
    return [{"uid": uid.hex(), "tile": piece} for uid, piece in by_piece]


def _tag_map_from_csv(text: str, source: str) -> TagMap:
    from controller.store.csv_files import unescape_cell  # rarely needed

    rows = csv.DictReader(io.StringIO(text, newline=""))
    try:
        if rows.fieldnames is None or set(rows.fieldnames) != set(CSV_COLUMNS):
            raise TagMapError(f"{source}: saw the columns {rows.fieldnames}, expected {', '.join(CSV_COLUMNS)}.")
        return tag_map_from_entries([(row["uid"] or "", unescape_cell(row["tile"] or "")) for row in rows], source)
    except csv.Error as fault:
        raise TagMapError(f"{source}: {fault}. Expected lines of {','.join(CSV_COLUMNS)}.") from None


def _tag_map_from_json(text: str, source: str) -> TagMap:
    try:
        entries = msgspec.json.decode(text, type=list[dict[str, str]])
        return tag_map_from_entries([(entry["uid"], entry["tile"]) for entry in entries], source)
    except (*JSON_ERRORS, KeyError) as fault:
        raise TagMapError(f'{source}: {fault}. Expected a list of {{"uid": "04...", "tile": "t01"}}.') from None
