"""The tag book: which piece carries which sticker."""

from collections.abc import Iterable, Mapping

import msgspec
from msgspec import Struct

from controller.reading import TomlError, toml_of
from hw.values import Uid

UID_LENGTHS = (4, 7, 10)
"""Octets of a single, double or triple size UID (ISO/IEC 14443-3, 6.5.4)."""


class TagBookError(ValueError):
    """A file of taught tags cannot be used; the message says where and what to do."""


class TagBook(Struct, frozen=True):
    """The piece id of each UID; a UID that is not in it was never taught and counts for nothing."""

    pieces: Mapping[Uid, str]

    def taught(self, uid: Uid, piece: str) -> "TagBook":
        """The book with ``uid`` under ``piece``; what either of them was taught with before is forgotten."""
        kept = {known: of for known, of in self.pieces.items() if of != piece and known != uid}
        return TagBook({**kept, uid: piece})

    def beside(self, other: "TagBook") -> "TagBook":
        """This book, with the stickers of another one for the same pieces; where both know a UID, this one counts."""
        return TagBook({**other.pieces, **self.pieces})

    def uid(self, piece: str) -> Uid | None:
        """The sticker under a piece, or None if it has none yet."""
        return next((uid for uid, of in self.pieces.items() if of == piece), None)

    def piece(self, uid: Uid) -> str | None:
        """The piece that carries ``uid``, or None if it was never taught."""
        return self.pieces.get(uid)


def parse(text: str, source: str) -> TagBook:
    """A tag book from TOML with one table ``[tags]`` of UID in hex to piece id; ``source`` names it in errors.

    Raises:
        TagBookError: with every fault.
    """
    try:
        data = toml_of(text)
    except TomlError as fault:
        raise TagBookError(f"{source}: {fault}. Expected TOML with a table [tags].") from None
    entries = data.get("tags")
    if not isinstance(entries, dict) or set(data) != {"tags"}:
        raise TagBookError(f"{source}: saw the keys {sorted(data)}, expected one table [tags].")
    return from_entries(entries.items(), source)


def from_entries(entries: Iterable[tuple[str, object]], source: str) -> TagBook:
    """A tag book from pairs of UID in hex and piece id.

    Raises:
        TagBookError: with every fault.
    """
    faults: list[str] = []
    pieces: dict[Uid, str] = {}
    taught: set[str] = set()
    for text, piece in entries:
        try:
            uid = Uid(bytes.fromhex(text))
        except ValueError:
            uid = Uid(b"")
        if len(uid) not in UID_LENGTHS:
            faults.append(f"{text!r} is no UID (expected 4, 7 or 10 octets in hex)")
        elif not isinstance(piece, str) or not piece:
            faults.append(f"{text}: saw {piece!r}, expected a piece id such as 't01'")
        elif piece in taught:
            faults.append(f"{text}: piece {piece} has a sticker already; a piece carries one")
        elif uid in pieces:
            faults.append(f"{text}: this UID stands twice")
        else:
            pieces[uid] = piece
            taught.add(piece)
    if faults:
        raise TagBookError(f"{source}: " + "; ".join(faults) + ".")
    return TagBook(pieces)


def dump(book: TagBook) -> str:
    """The tag book as TOML text, in order of piece ids."""
    lines = [
        f'"{uid.hex()}" = {_quoted(piece)}' for uid, piece in sorted(book.pieces.items(), key=lambda entry: entry[1])
    ]
    return "\n".join(["[tags]", *lines]) + "\n"


def _quoted(piece: str) -> str:
    """A text as TOML writes it: as JSON does, and DEL by its number."""
    return msgspec.json.encode(piece).decode().replace("\x7f", "\\u007f")
