"""Parse an edition from a file or a log, and name each fault (TU-0.2)."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeAlias

import msgspec

from controller import limits
from controller.games.contract.tools.editions import EditionChecker, EditionFormat
from controller.games.tudor.box.edition import (
    CHAMBER_LETTERS,
    CHAMBERS,
    COLORS,
    COLUMN_HEIGHTS,
    COLUMN_LETTERS,
    FACTIONS,
    FINGERS,
    PLAYER_COUNTS,
    RINGS_AT_THE_START,
    SCENARIO_CARDS,
    BoxPiece,
    Edition,
    Essential,
    Scenario,
)

Reader: TypeAlias = Callable[[EditionChecker, str, Any], Any]
"""Parses decoded JSON; adds faults to the checker, with the value's path in the edition."""


def _nothing(*_: Any) -> tuple[()]:
    return ()


def _text(check: EditionChecker, where: str, value: object) -> str:
    return check.text(where, value, least=1)


def _whole(least: int = 0, most: int = limits.EDITION_NUMBER) -> Reader:
    return lambda check, where, value: check.whole(where, value, least, most)


def _word(words: Iterable[str]) -> Reader:
    return lambda check, where, value: check.word(where, value, tuple(words))


def _items(each: Reader, most: int, exactly: int | None = None) -> Reader:
    def read(check: EditionChecker, where: str, value: object) -> tuple[Any, ...]:
        listed = check.items(where, value, most, exactly)
        return tuple(each(check, f"{where}[{number}]", item) for number, item in enumerate(listed))

    return read


def _record(readers: Mapping[str, Reader]) -> Reader:
    """Parse an object with these keys."""

    def read(check: EditionChecker, where: str, value: object) -> dict[str, Any]:
        found = check.mapping(where, value, readers)
        return {key: readers[key](check, f"{where}.{key}", item) for key, item in found.items()}

    return read


def _values(keys: Iterable[object], each: Reader) -> Reader:
    """Parse an object with these keys, and return its values."""
    read = _record({str(key): each for key in keys})
    return lambda check, where, value: tuple(read(check, where, value).values())


_by_players: Final = partial(_values, PLAYER_COUNTS)


def _names(count: int) -> Reader:
    def read(check: EditionChecker, where: str, value: object) -> tuple[str, ...]:
        names = tuple(_items(_text, count, count)(check, where, value))
        check.unique(where, filter(None, names))
        return names

    return read


def _column(check: EditionChecker, where: str, value: object) -> tuple[int, ...]:
    if value == []:
        check.fault(where, "has no columns; expected 1 to 26")
    heights: tuple[int, ...] = _items(_whole(COLUMN_HEIGHTS[0], COLUMN_HEIGHTS[-1]), len(COLUMN_LETTERS))(
        check, where, value
    )
    return heights


def _chambers(check: EditionChecker, where: str, value: object) -> tuple[tuple[str, ...], ...]:
    before = len(check.faults)
    found: tuple[tuple[str, ...], ...] = _items(_items(_word(CHAMBER_LETTERS), 2, 2), CHAMBERS, CHAMBERS)(
        check, where, value
    )
    if len(check.faults) == before and sorted(sum(found, ())) != list(CHAMBER_LETTERS):
        check.fault(where, f"offer {', '.join(sum(found, ()))}; expected each of A to F once")
    return found


def _fingers(check: EditionChecker, where: str, value: object) -> tuple[str, ...]:
    if value == []:
        check.fault(where, "names no finger; expected at least one")
    before = len(check.faults)
    fingers: tuple[str, ...] = _items(_word(FINGERS), len(FINGERS))(check, where, value)
    if len(check.faults) == before:
        check.unique(where, fingers)
    return fingers


_SCENARIO: Final = {"first": _whole(), "later": _whole(), "rounds": _by_players(_whole(1))}

_READERS: Final[dict[str, Reader]] = {
    "name": _text,
    "factions": _names(FACTIONS),
    "colors": _names(COLORS),
    "tokens": _nothing,
    "rings": _nothing,
    "cards": _whole(),
    "courtiers": _whole(1),
    "round_tokens": _record(dict.fromkeys(("influence", "intrigue"), _whole())),
    "two_players_without": _record(dict.fromkeys(("tokens", "influence", "intrigue"), _whole())),
    "rings_each": _by_players(_whole(1)),
    "columns": _by_players(_column),
    "bench": _by_players(_whole(1, limits.EDITION_SEATS)),
    "chairs": _by_players(_whole(1, limits.EDITION_SEATS)),
    "chambers": _chambers,
    "enhancements": _values(CHAMBER_LETTERS, _fingers),
    "alike": _items(_whole(), FACTIONS, FACTIONS),
    "different": _items(_whole(), FACTIONS, FACTIONS),
    "essentials": _nothing,
    "offices": _by_players(_items(_whole(), len(COLUMN_LETTERS))),
    "crowded": _whole(),
    "ambassador": _whole(),
    "scenarios": _values(SCENARIO_CARDS, _record(_SCENARIO)),
    "garter": _by_players(_items(_whole(), PLAYER_COUNTS[-1])),
}
"""Readers by key; tokens, rings and essentials need the factions and get theirs later."""


def _of_factions(factions: tuple[str, ...]) -> dict[str, Reader]:
    piece = _record({"id": _text, "faction": _word(factions) if factions else _text})
    worth = _record({"worth": _whole(-limits.EDITION_NUMBER), "remove": _whole()})
    return {
        "tokens": _items(piece, limits.EDITION_PIECES),
        "rings": _items(piece, limits.EDITION_PIECES),
        "essentials": _values(factions, worth) if factions else _nothing,
    }


def compare_numbers(check: EditionChecker, edition: Edition) -> None:
    if edition.less_influence > edition.influence:
        check.fault("two_players_without.influence", f"leaves out {edition.less_influence} of {edition.influence}")
    if edition.less_intrigue > edition.intrigue:
        check.fault("two_players_without.intrigue", f"leaves out {edition.less_intrigue} of {edition.intrigue}")
    tokens = [edition.tokens_of(faction) for faction in range(FACTIONS)]
    rings = [sum(ring.faction == faction for ring in edition.rings) for faction in range(FACTIONS)]
    for place, players in enumerate(PLAYER_COUNTS):
        columns, each = edition.columns[place], edition.rings_each[place]
        spaces, round_tokens = sum(columns), sum(edition.round_tokens(players))
        if spaces != round_tokens:
            problem = f"have {spaces} spaces together; expected {round_tokens}, one for each round token in play"
            check.fault(f"columns.{players}", problem)
        for key, points, wanted in (
            ("offices", edition.offices[place], len(columns)),
            ("garter", edition.garter[place], players),
        ):
            if len(points) != wanted:
                check.fault(f"{key}.{players}", f"has {len(points)} numbers; expected {wanted}")
        needed = RINGS_AT_THE_START * players + len(columns)
        if each * FACTIONS < needed:
            problem = (
                f"puts {each * FACTIONS} rings into play; expected {needed} or more, two a player and one an office"
            )
            check.fault(f"rings_each.{players}", problem)
        given = min(each, RINGS_AT_THE_START * players)
        if edition.cards < given:
            check.fault("cards", f"is {edition.cards}; {players} players may be given {given} of a faction")
        less = edition.less_tokens if players == PLAYER_COUNTS[0] else 0
        in_play = 0
        for faction, name in enumerate(edition.factions):
            if rings[faction] < each:
                check.fault("rings", f"{rings[faction]} are {name}; {players} players need {each}")
            left = tokens[faction] - less - edition.essentials[faction].remove
            in_play += left
            if left < 0:
                problem = f"{tokens[faction]} are {name}; {tokens[faction] - left} leave the game of {players} players"
                check.fault("tokens", problem)
        if in_play < spaces:
            problem = f"{in_play} are in play with {players} players and card 2; expected {spaces} or more, one a space"
            check.fault("tokens", problem)


def _edition(check: EditionChecker, value: object) -> Edition | None:
    """Return the edition, or None if a shape is wrong; only right shapes have their numbers compared."""
    before = len(check.faults)
    top = check.mapping("edition", value, _READERS)
    read: dict[str, Any] = {}
    readers = _READERS
    for key, item in top.items():
        read[key] = readers[key](check, key, item)
        if key == "factions":
            readers = {**_READERS, **_of_factions(tuple(filter(None, read[key])))}
    pieces = [*read.get("tokens", ()), *read.get("rings", ())]
    check.unique("tokens and rings", [piece["id"] for piece in pieces if piece.get("id")])
    if len(check.faults) > before:
        return None
    place = read["factions"].index
    less, round_tokens = read.pop("two_players_without"), read.pop("round_tokens")
    edition = Edition(
        **{
            **read,
            **{
                key: tuple(BoxPiece(piece["id"], place(piece["faction"])) for piece in read[key])
                for key in ("tokens", "rings")
            },
            "essentials": tuple(Essential(**each) for each in read["essentials"]),
            "scenarios": tuple(Scenario(**each) for each in read["scenarios"]),
        },
        **round_tokens,
        less_tokens=less["tokens"],
        less_influence=less["influence"],
        less_intrigue=less["intrigue"],
        source=msgspec.json.encode(value),
    )
    compare_numbers(check, edition)
    return edition


FORMAT: Final = EditionFormat(_edition, Path(__file__).with_name("standard.toml"), "TU-0.2")
"""The format of editions, with the shipped one."""

standard: Final = FORMAT.standard
standard_trust: Final = FORMAT.standard_trust
