"""Files that a table reads at its start or out of a backup: keys, rules of the house, taught stickers."""

from functools import cache
from pathlib import Path
from typing import Final

from controller.config.schema import TableSection
from controller.store import tags
from controller.store.house_rules import HouseRules
from controller.store.keyring import Keyring, KeyringError
from controller.store.tags import TagBook, TagBookError
from tests.fuzz.target import Target, folder_in_memory

KINDS: Final = ("keys.json", "house.json", "tags.csv", "tags.json", "tags.toml")


def answer(octets: bytes) -> str:
    """The first octet says which file; gives what is wrong with it, or what it holds."""
    if not octets:
        return ""
    name = KINDS[octets[0] % len(KINDS)]
    path = _folder() / name
    path.write_bytes(octets[1:])
    match name:
        case "keys.json":
            keys = Keyring(path)
            try:
                keys.load()
            except KeyringError as fault:
                return str(fault)
            return "".join([keys.pin_mark, keys.password_mark, *keys.token_names])
        case "house.json":
            house = HouseRules(TableSection(), path)
            return house.fault or repr(house.kept)
        case _:
            return _tags(path)


def _tags(path: Path) -> str:
    try:
        book = tags.load(path)
    except TagBookError as fault:
        return str(fault)
    assert _written_and_read(book, path) == book
    return repr(book)


def _written_and_read(book: TagBook, path: Path) -> TagBook:
    tags.save(path, book)
    return tags.load(path)


@cache
def _folder() -> Path:
    return folder_in_memory()


TARGET: Final = Target(answer, longest=6000, longest_answer=60_000, sample=200)
