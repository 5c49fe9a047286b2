"""Entrants as people have them in a file: a line each, with a club after the name where there is one."""

import csv
import io
import re
from collections.abc import Iterator
from typing import Final

import msgspec

from controller import limits
from hub.people.names import tidied
from hub.tournament.acts import Entered, Newcomer

NAMES = frozenset({"name", "nombre", "spieler", "player", "jugador"})
"""First words of a line that is a heading."""

NO_TEXT: Final = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")


class ListError(Exception):
    """A list cannot be taken; the message names each line, what was seen there, and what was expected."""


def entrants(text: str) -> Entered:
    """All people of a list, none of whom has come yet.

    Fields are apart by a comma, a semicolon or a tab, whichever the first line has.

    Raises:
        ListError: what is wrong, by line; ten of them at most.
    """
    if len(text.encode()) > limits.TOURNAMENT_LIST_OCTETS:
        raise ListError(f"Saw {len(text.encode())} octets, expected {limits.TOURNAMENT_LIST_OCTETS} at most.")
    if NO_TEXT.search(text):
        raise ListError("Saw what is no list of people, such as a spreadsheet's own file. Save it as CSV.")
    people: dict[str, tuple[int, Newcomer]] = {}
    wrong = []
    for line, fields in _lines(text.removeprefix("\ufeff")):
        name, club = tidied(fields[0]), tidied(fields[1]) if len(fields) > 1 else ""
        if not name:
            wrong.append(f"Line {line}: saw no name, expected one before the club.")
        elif max(len(name), len(club)) > limits.FIXTURE_WORD:
            wrong.append(
                f"Line {line}: saw {len(name)} and {len(club)} letters, expected {limits.FIXTURE_WORD} at most."
            )
        elif (first := people.get(name.casefold())) is not None:
            wrong.append(
                f"Line {line}: saw {name}, who stands in line {first[0]} already. Add a letter to one of them."
            )
        else:
            people[name.casefold()] = line, Newcomer(name, club)
    if wrong:
        raise ListError(" ".join(wrong[:10]))
    if not people:
        raise ListError("Saw no name, expected one in each line.")
    try:
        return msgspec.convert({"people": [msgspec.to_builtins(each) for _, each in people.values()]}, Entered)
    except msgspec.ValidationError as fault:
        raise ListError(f"Saw what is no list of people: {fault}.") from None


def _lines(text: str) -> Iterator[tuple[int, list[str]]]:
    """Lines with something in them, by number; without a heading."""
    first = text.partition("\n")[0]
    between = next((each for each in "\t;," if each in first), ",")
    reader = csv.reader(io.StringIO(text), delimiter=between)
    try:
        for place, fields in enumerate(reader):
            if not any(field.strip() for field in fields) or (place == 0 and fields[0].strip().casefold() in NAMES):
                continue
            yield reader.line_num, fields
    except csv.Error as fault:
        raise ListError(f"Line {reader.line_num}: {fault}.") from None
