"""Parse an edition from a file or a log, and name each fault (TU-0.2)."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeAlias

import msgspec

from controller import limits
from controller.games.contract.tools.editions import EditionChecker, EditionFormat
from controller.games.tudor.box import edition as editions

ValueParser: TypeAlias = Callable[[EditionChecker, str, Any], Any]
"""Parses decoded JSON; adds faults to the checker, with the path in the edition."""


def _skip_value(*_: Any) -> tuple[()]:
    return ()


def _parse_text(check: EditionChecker, where: str, value: object) -> str:
    return check.text(where, value, least=1)


def _whole_number_parser(least: int = 0, most: int = limits.EDITION_NUMBER) -> ValueParser:
    return lambda check, where, value: check.whole(where, value, least, most)


def _one_of_parser(words: Iterable[str]) -> ValueParser:
    return lambda check, where, value: check.word(where, value, tuple(words))


def _list_parser(each: ValueParser, most: int, exactly: int | None = None) -> ValueParser:
    def parse_list(check: EditionChecker, where: str, value: object) -> tuple[Any, ...]:
        listed = check.items(where, value, most, exactly)
        return tuple(each(check, f"{where}[{number}]", item) for number, item in enumerate(listed))

    return parse_list


def _dict_parser(readers: Mapping[str, ValueParser]) -> ValueParser:
    def parse_dict(check: EditionChecker, where: str, value: object) -> dict[str, Any]:
        found = check.mapping(where, value, readers)
        return {key: readers[key](check, f"{where}.{key}", item) for key, item in found.items()}

    return parse_dict


def _object_values_parser(keys: Iterable[object], each: ValueParser) -> ValueParser:
    read = _dict_parser({str(key): each for key in keys})
    return lambda check, where, value: tuple(read(check, where, value).values())


_per_player_count_parser: Final = partial(_object_values_parser, editions.PLAYER_COUNTS)


def _unique_names_parser(count: int) -> ValueParser:
    def parse_names(check: EditionChecker, where: str, value: object) -> tuple[str, ...]:
        names = tuple(_list_parser(_parse_text, count, count)(check, where, value))
        check.unique(where, filter(None, names))
        return names

    return parse_names


def _parse_column_heights(check: EditionChecker, where: str, value: object) -> tuple[int, ...]:
    if value == []:
        check.fault(where, "has no columns; expected 1 to 26")
    heights: tuple[int, ...] = _list_parser(
        _whole_number_parser(editions.COLUMN_HEIGHTS[0], editions.COLUMN_HEIGHTS[-1]), len(editions.COLUMN_LETTERS)
    )(check, where, value)
    return heights


def _parse_chambers(check: EditionChecker, where: str, value: object) -> tuple[tuple[str, ...], ...]:
    before = len(check.faults)
    found: tuple[tuple[str, ...], ...] = _list_parser(
        _list_parser(_one_of_parser(editions.CHAMBER_ACTION_LETTERS), 2, 2),
        editions.CHAMBER_COUNT,
        editions.CHAMBER_COUNT,
    )(check, where, value)
    if len(check.faults) == before and sorted(sum(found, ())) != list(editions.CHAMBER_ACTION_LETTERS):
        check.fault(where, f"offer {', '.join(sum(found, ()))}; expected each of A to F once")
    return found


def _parse_fingers(check: EditionChecker, where: str, value: object) -> tuple[str, ...]:
    if value == []:
        check.fault(where, "names no finger; expected at least one")
    before = len(check.faults)
    fingers: tuple[str, ...] = _list_parser(_one_of_parser(editions.FINGERS), len(editions.FINGERS))(
        check, where, value
    )
    if len(check.faults) == before:
        check.unique(where, fingers)
    return fingers


_SCENARIO_PARSERS: Final = {
    "first": _whole_number_parser(),
    "later": _whole_number_parser(),
    "rounds": _per_player_count_parser(_whole_number_parser(1)),
}

_PARSERS: Final[dict[str, ValueParser]] = {
    "name": _parse_text,
    "factions": _unique_names_parser(editions.FACTION_COUNT),
    "colors": _unique_names_parser(editions.COLOR_COUNT),
    "tokens": _skip_value,
    "rings": _skip_value,
    "cards": _whole_number_parser(),
    "courtiers": _whole_number_parser(1),
    "round_tokens": _dict_parser(dict.fromkeys(("influence", "intrigue"), _whole_number_parser())),
    "two_players_without": _dict_parser(dict.fromkeys(("tokens", "influence", "intrigue"), _whole_number_parser())),
    "rings_each": _per_player_count_parser(_whole_number_parser(1)),
    "columns": _per_player_count_parser(_parse_column_heights),
    "bench": _per_player_count_parser(_whole_number_parser(1, limits.EDITION_SEATS)),
    "chairs": _per_player_count_parser(_whole_number_parser(1, limits.EDITION_SEATS)),
    "chambers": _parse_chambers,
    "enhancements": _object_values_parser(editions.CHAMBER_ACTION_LETTERS, _parse_fingers),
    "alike": _list_parser(_whole_number_parser(), editions.FACTION_COUNT, editions.FACTION_COUNT),
    "different": _list_parser(_whole_number_parser(), editions.FACTION_COUNT, editions.FACTION_COUNT),
    "essentials": _skip_value,
    "offices": _per_player_count_parser(_list_parser(_whole_number_parser(), len(editions.COLUMN_LETTERS))),
    "crowded": _whole_number_parser(),
    "ambassador": _whole_number_parser(),
    "scenarios": _object_values_parser(editions.SCENARIO_CARD_NUMBERS, _dict_parser(_SCENARIO_PARSERS)),
    "garter": _per_player_count_parser(_list_parser(_whole_number_parser(), editions.PLAYER_COUNTS[-1])),
}
"""Parsers by key; `_parse_edition` adds those of tokens, rings and essentials, which need the factions."""


def _parsers_needing_factions(factions: tuple[str, ...]) -> dict[str, ValueParser]:
    piece = _dict_parser({"id": _parse_text, "faction": _one_of_parser(factions) if factions else _parse_text})
    worth = _dict_parser({"worth": _whole_number_parser(-limits.EDITION_NUMBER), "remove": _whole_number_parser()})
    return {
        "tokens": _list_parser(piece, limits.EDITION_PIECES),
        "rings": _list_parser(piece, limits.EDITION_PIECES),
        "essentials": _object_values_parser(factions, worth) if factions else _skip_value,
    }


def report_number_faults(check: EditionChecker, edition: editions.Edition) -> None:
    if edition.less_influence > edition.influence:
        check.fault("two_players_without.influence", f"leaves out {edition.less_influence} of {edition.influence}")
    if edition.less_intrigue > edition.intrigue:
        check.fault("two_players_without.intrigue", f"leaves out {edition.less_intrigue} of {edition.intrigue}")
    tokens = [edition.token_count(faction) for faction in range(editions.FACTION_COUNT)]
    rings = [sum(ring.faction == faction for ring in edition.rings) for faction in range(editions.FACTION_COUNT)]
    for place, players in enumerate(editions.PLAYER_COUNTS):
        columns, each = edition.columns[place], edition.rings_each[place]
        spaces, round_tokens = sum(columns), sum(edition.round_token_counts(players))
        if spaces != round_tokens:
            problem = f"have {spaces} spaces together; expected {round_tokens}, one for each round token in play"
            check.fault(f"columns.{players}", problem)
        for key, points, wanted in (
            ("offices", edition.offices[place], len(columns)),
            ("garter", edition.garter[place], players),
        ):
            if len(points) != wanted:
                check.fault(f"{key}.{players}", f"has {len(points)} numbers; expected {wanted}")
        needed = editions.STARTING_RING_COUNT * players + len(columns)
        if each * editions.FACTION_COUNT < needed:
            problem = (
                f"puts {each * editions.FACTION_COUNT} rings into play; "
                f"expected {needed} or more, two per player and one per office"
            )
            check.fault(f"rings_each.{players}", problem)
        given = min(each, editions.STARTING_RING_COUNT * players)
        if edition.cards < given:
            check.fault("cards", f"is {edition.cards}; {players} players may be given {given} of a faction")
        less = edition.less_tokens if players == editions.PLAYER_COUNTS[0] else 0
        in_play = 0
        for faction, name in enumerate(edition.factions):
            if rings[faction] < each:
                check.fault("rings", f"{rings[faction]} are {name}; {players} players need {each}")
            left = tokens[faction] - less - edition.essentials[faction].remove
            in_play += left
            if left < 0:
                problem = f"{tokens[faction]} are {name}; {tokens[faction] - left} are removed with {players} players"
                check.fault("tokens", problem)
        if in_play < spaces:
            problem = (
                f"{in_play} are in play with {players} players and card 2; expected {spaces} or more, one per space"
            )
            check.fault("tokens", problem)


def _parse_edition(check: EditionChecker, value: object) -> editions.Edition | None:
    """Return the edition; None if a part of it has a wrong shape. Check its numbers only if all shapes are right."""
    before = len(check.faults)
    top = check.mapping("edition", value, _PARSERS)
    read: dict[str, Any] = {}
    readers = _PARSERS
    for key, item in top.items():
        read[key] = readers[key](check, key, item)
        if key == "factions":
            readers = {**_PARSERS, **_parsers_needing_factions(tuple(filter(None, read[key])))}
    pieces = [*read.get("tokens", ()), *read.get("rings", ())]
    check.unique("tokens and rings", [piece["id"] for piece in pieces if piece.get("id")])
    if len(check.faults) > before:
        return None
    place = read["factions"].index
    less, round_tokens = read.pop("two_players_without"), read.pop("round_tokens")
    edition = editions.Edition(
        **{
            **read,
            **{
                key: tuple(editions.BoxPiece(piece["id"], place(piece["faction"])) for piece in read[key])
                for key in ("tokens", "rings")
            },
            "essentials": tuple(editions.Essential(**each) for each in read["essentials"]),
            "scenarios": tuple(editions.Scenario(**each) for each in read["scenarios"]),
        },
        **round_tokens,
        less_tokens=less["tokens"],
        less_influence=less["influence"],
        less_intrigue=less["intrigue"],
        source=msgspec.json.encode(value),
    )
    report_number_faults(check, edition)
    return edition


EDITION_FORMAT: Final = EditionFormat(_parse_edition, Path(__file__).with_name("standard.toml"), "TU-0.2")

standard_edition: Final = EDITION_FORMAT.standard
