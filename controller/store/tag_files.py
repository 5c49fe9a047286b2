"""The tag book as a file: TOML on the table, CSV and JSON to take elsewhere."""

import csv
import io
from collections.abc import Callable
from pathlib import Path

import msgspec

from controller import limits
from controller.json_faults import NO_JSON
from controller.reading import read_file
from controller.store.atomic_files import write_atomically
from controller.store.tag_book import TagBook, TagBookError, dump, from_entries, parse

COLUMNS = ("uid", "tile")


def load(path: Path) -> TagBook:
    """Read a tag book; the file's ending says how: ``.csv``, ``.json``, else TOML.

    Raises:
        TagBookError: there is no such file, or with every fault of it.
    """
    try:
        text = read_file(path, 4 * limits.TOML_LETTERS).decode("utf-8-sig")  # spreadsheets put a mark at the start
    except OSError as fault:
        raise TagBookError(
            f"{path}: {fault.strerror}. Teach the pieces first (royaltable teach), or name another file."
        ) from None
    except UnicodeDecodeError:
        raise TagBookError(f"{path}: is not UTF-8 text. Name a file of taught tags.") from None
    match path.suffix:
        case ".csv":
            return _from_csv(text, str(path))
        case ".json":
            return _from_json(text, str(path))
        case _:
            return parse(text, str(path))


def save(path: Path, book: TagBook, write: Callable[[Path, str], None] = write_atomically) -> None:
    """Write a tag book, in the form that the file's ending says; the file is whole at every moment.

    ``write`` is ``write_output`` for one that people take elsewhere.

    Raises:
        TagBookError: the file cannot be written.
    """
    match path.suffix:
        case ".csv":
            from controller.store.csv_files import as_csv  # noqa: PLC0415  # the table itself has TOML

            text = as_csv(COLUMNS, [(each["uid"], each["tile"]) for each in _entries(book)])
        case ".json":
            text = msgspec.json.format(msgspec.json.encode(_entries(book))).decode() + "\n"
        case _:
            text = dump(book)
    try:
        write(path, text)
    except OSError as fault:
        raise TagBookError(f"{path}: {fault.strerror}. Name a file in a folder that can be written.") from None


def _entries(book: TagBook) -> list[dict[str, str]]:
    by_piece = sorted(book.pieces.items(), key=lambda entry: entry[1])
    return [{"uid": uid.hex(), "tile": piece} for uid, piece in by_piece]


def _from_csv(text: str, source: str) -> TagBook:
    from controller.store.csv_files import original  # noqa: PLC0415  # as above

    rows = csv.DictReader(io.StringIO(text, newline=""))
    try:
        if rows.fieldnames is None or set(rows.fieldnames) != set(COLUMNS):
            raise TagBookError(f"{source}: saw the columns {rows.fieldnames}, expected {', '.join(COLUMNS)}.")
        return from_entries([(row["uid"] or "", original(row["tile"] or "")) for row in rows], source)
    except csv.Error as fault:
        raise TagBookError(f"{source}: {fault}. Expected lines of {','.join(COLUMNS)}.") from None


def _from_json(text: str, source: str) -> TagBook:
    try:
        entries = msgspec.json.decode(text, type=list[dict[str, str]])
        return from_entries([(entry["uid"], entry["tile"]) for entry in entries], source)
    except (*NO_JSON, KeyError) as fault:
        raise TagBookError(f'{source}: {fault}. Expected a list of {{"uid": "04...", "tile": "t01"}}.') from None
