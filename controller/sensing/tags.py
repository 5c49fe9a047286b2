"""The tag book: which tile carries which sticker."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from hw.units import Uid

UID_LENGTHS = (4, 7, 10)
"""Octets of a single, double or triple size UID (ISO/IEC 14443-3, 6.5.4)."""


class TagBookError(ValueError):
    """The file of taught tags cannot be used; the message says where and what to do."""


@dataclass(frozen=True, slots=True)
class TagBook:
    """UID to tile id; a UID that is not in it was not taught and never counts."""

    tiles: Mapping[Uid, str]

    def tile(self, uid: Uid) -> str | None:
        """The tile that carries ``uid``, or None when it was never taught."""
        return self.tiles.get(uid)


def load(path: Path) -> TagBook:
    """Read a tag book: TOML with one table ``[tags]`` of UID in hex to tile id.

    Raises:
        TagBookError: with every fault of the file.
    """
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise TagBookError(f"{path}: no such file. Teach the tiles first, or name another file.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
        raise TagBookError(f"{path}: {fault}. Expected TOML with a table [tags].") from None
    entries = data.get("tags")
    if not isinstance(entries, dict) or set(data) != {"tags"}:
        raise TagBookError(f"{path}: saw the keys {sorted(data)}, expected one table [tags].")
    return TagBook(_entries(path, entries))


def _entries(path: Path, entries: Mapping[str, object]) -> dict[Uid, str]:
    faults: list[str] = []
    tiles: dict[Uid, str] = {}
    for text, tile in entries.items():
        try:
            uid = Uid(bytes.fromhex(text))
        except ValueError:
            uid = Uid(b"")
        if len(uid) not in UID_LENGTHS:
            faults.append(f"{text!r} is no UID (expected 4, 7 or 10 octets in hex)")
        elif not isinstance(tile, str) or not tile:
            faults.append(f"{text}: saw {tile!r}, expected a tile id such as 't01'")
        elif tile in tiles.values():
            faults.append(f"{text}: tile {tile} has a sticker already; a tile carries one")
        elif uid in tiles:
            faults.append(f"{text}: this UID stands twice")
        else:
            tiles[uid] = tile
    if faults:
        raise TagBookError(f"{path}: " + "; ".join(faults) + ".")
    return tiles


def dump(book: TagBook) -> str:
    """The tag book as TOML text, in order of tile ids."""
    lines = [f'"{uid.hex()}" = "{tile}"' for uid, tile in sorted(book.tiles.items(), key=lambda entry: entry[1])]
    return "\n".join(["[tags]", *lines]) + "\n"
