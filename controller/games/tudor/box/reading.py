"""Read an edition of Tudor from a file or a log; each fault is named (TU-0.2)."""

from pathlib import Path
from typing import Any, Final, cast

from controller import limits
from controller.games.contract.tools.editions import Check, EditionFormat
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
    Color,
    Edition,
    Essential,
    FactionName,
    Finger,
    Letter,
    Ring,
    RingId,
    Scenario,
    Token,
    TokenId,
)

_READER_COUNTS: Final = tuple(str(players) for players in PLAYER_COUNTS)

MISSING: Final = object()
"""What stands for a key that is not there: that has been told."""


class Reader:
    """Reads the values of an edition's keys; what is missing gives something harmless without a word."""

    def __init__(self, check: Check, top: dict[str, Any]) -> None:
        self._check, self._top = check, top

    def text(self, key: str) -> str:
        return "" if self._top[key] is MISSING else self._check.text(key, self._top[key], least=1)

    def whole(self, key: str, least: int = 0) -> int:
        return least if self._top[key] is MISSING else self._check.whole(key, self._top[key], least)

    def numbers(self, key: str, count: int) -> tuple[int, ...]:
        return () if self._top[key] is MISSING else self._check.numbers(key, self._top[key], count)

    def names(self, key: str, count: int) -> list[str]:
        if self._top[key] is MISSING:
            return []
        items = self._check.items(key, self._top[key], count, exactly=count)
        names = [self._check.text(f"{key}[{number}]", item, least=1) for number, item in enumerate(items)]
        self._check.unique(key, [name for name in names if name])
        return names

    def pieces(self, key: str, factions: list[str]) -> list[tuple[str, int]]:
        if self._top[key] is MISSING:
            return []
        found = []
        for number, item in enumerate(self._check.items(key, self._top[key], limits.EDITION_PIECES)):
            where = f"{key}[{number}]"
            piece = self._check.mapping(where, item, ("id", "faction"))
            id_ = self._check.text(f"{where}.id", piece["id"], least=1) if "id" in piece else ""
            faction = self._faction(f"{where}.faction", piece["faction"], factions) if "faction" in piece else 0
            if id_:
                found.append((id_, faction))
        return found

    def _faction(self, where: str, value: object, factions: list[str]) -> int:
        if not factions:
            self._check.text(where, value)
            return 0
        return factions.index(self._check.word(where, value, factions))

    def fixed(self, key: str, keys: tuple[str, ...]) -> tuple[int, ...]:
        if self._top[key] is MISSING:
            return (0,) * len(keys)
        found = self._check.mapping(key, self._top[key], keys)
        return tuple(self._check.whole(f"{key}.{each}", found[each]) if each in found else 0 for each in keys)

    def each(self, key: str, most: int) -> tuple[int, int, int]:
        return self._each(key, self._top[key], most)

    def _each(self, key: str, value: object, most: int = limits.EDITION_NUMBER) -> tuple[int, int, int]:
        if value is MISSING:
            return 1, 1, 1
        found = self._check.mapping(key, value, _READER_COUNTS)
        two, three, four = (
            self._check.whole(f"{key}.{count}", found[count], 1, most) if count in found else 1
            for count in _READER_COUNTS
        )
        return two, three, four

    def lists(self, key: str, most: int) -> tuple[tuple[int, ...], ...]:
        """Whole numbers for 2, 3, 4 players; how many is for ``sums``."""
        if self._top[key] is MISSING:
            return (), (), ()
        found = self._check.mapping(key, self._top[key], _READER_COUNTS)
        return tuple(
            tuple(
                self._check.whole(f"{key}.{count}[{number}]", item)
                for number, item in enumerate(self._check.items(f"{key}.{count}", found[count], most))
            )
            if count in found
            else ()
            for count in _READER_COUNTS
        )

    def columns(self) -> tuple[tuple[int, ...], ...]:
        if self._top["columns"] is MISSING:
            return (), (), ()
        found = self._check.mapping("columns", self._top["columns"], _READER_COUNTS)
        columns = []
        for count in _READER_COUNTS:
            where = f"columns.{count}"
            items = self._check.items(where, found[count], len(COLUMN_LETTERS)) if count in found else []
            if items == [] and isinstance(found.get(count), list):
                self._check.fault(where, "has no columns; expected 1 to 26")
            low, high = COLUMN_HEIGHTS[0], COLUMN_HEIGHTS[-1]
            columns.append(
                tuple(self._check.whole(f"{where}[{number}]", item, low, high) for number, item in enumerate(items))
            )
        return tuple(columns)

    def chambers(self) -> tuple[tuple[Letter, Letter], ...]:
        if self._top["chambers"] is MISSING:
            return ()
        before = len(self._check.faults)
        found = []
        for number, item in enumerate(self._check.items("chambers", self._top["chambers"], CHAMBERS, exactly=CHAMBERS)):
            where = f"chambers[{number}]"
            letters = self._check.items(where, item, 2, exactly=2)
            found.append(
                tuple(
                    self._check.word(f"{where}[{place}]", letter, CHAMBER_LETTERS)
                    for place, letter in enumerate(letters)
                )
            )
        if len(self._check.faults) == before and sorted(sum(found, ())) != list(CHAMBER_LETTERS):
            self._check.fault("chambers", f"offer {', '.join(sum(found, ()))}; expected each of A to F once")
        return cast("tuple[tuple[Letter, Letter], ...]", tuple(found))

    def enhancements(self) -> tuple[tuple[Finger, ...], ...]:
        if self._top["enhancements"] is MISSING:
            return ()
        found = self._check.mapping("enhancements", self._top["enhancements"], CHAMBER_LETTERS)
        hands = []
        for letter, item in found.items():
            where = f"enhancements.{letter}"
            listed = self._check.items(where, item, len(FINGERS))
            if item == []:
                self._check.fault(where, "names no finger; expected at least one")
            fingers = tuple(
                self._check.word(f"{where}[{number}]", finger, FINGERS) for number, finger in enumerate(listed)
            )
            self._check.unique(where, [finger for finger, item in zip(fingers, listed, strict=True) if finger == item])
            hands.append(fingers)
        return tuple(hands)

    def essentials(self, factions: list[str]) -> tuple[Essential, ...]:
        if self._top["essentials"] is MISSING:
            return ()
        found = []
        keys = [name for name in factions if name] or (
            list(self._top["essentials"]) if isinstance(self._top["essentials"], dict) else []
        )
        for name, item in self._check.mapping("essentials", self._top["essentials"], keys).items():
            where = f"essentials.{name}"
            each = self._check.mapping(where, item, ("worth", "remove"))
            worth = self._check.whole(f"{where}.worth", each["worth"], -limits.EDITION_NUMBER) if "worth" in each else 0
            remove = self._check.whole(f"{where}.remove", each["remove"]) if "remove" in each else 0
            found.append(Essential(worth, remove))
        return tuple(found)

    def scenarios(self) -> tuple[Scenario, ...]:
        if self._top["scenarios"] is MISSING:
            return ()
        keys = [str(card) for card in SCENARIO_CARDS]
        found = []
        for card, item in self._check.mapping("scenarios", self._top["scenarios"], keys).items():
            where = f"scenarios.{card}"
            each = self._check.mapping(where, item, ("first", "later", "rounds"))
            found.append(
                Scenario(
                    first=self._check.whole(f"{where}.first", each["first"]) if "first" in each else 0,
                    later=self._check.whole(f"{where}.later", each["later"]) if "later" in each else 0,
                    rounds=self._each(f"{where}.rounds", each.get("rounds", MISSING)),
                )
            )
        return tuple(found)


def sums(check: Check, edition: Edition) -> None:
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


_KEYS = (
    *("name", "factions", "colors", "tokens", "rings", "cards", "courtiers", "round_tokens", "two_players_without"),
    *("rings_each", "columns", "bench", "chairs", "chambers", "enhancements", "alike", "different", "essentials"),
    *("offices", "crowded", "ambassador", "scenarios", "garter"),
)
_COUNTS = tuple(str(players) for players in PLAYER_COUNTS)


def _edition(check: Check, value: object) -> Edition | None:
    """The edition; None if anything is wrong with it. Sums are compared once all shapes are right."""
    before = len(check.faults)
    top = check.mapping("edition", value, _KEYS)
    if len(top) < len(_KEYS):
        top = {key: top.get(key, MISSING) for key in _KEYS}
    read = Reader(check, top)
    factions = read.names("factions", FACTIONS)
    colors = read.names("colors", COLORS)
    tokens = tuple(Token(TokenId(id_), faction) for id_, faction in read.pieces("tokens", factions))
    rings = tuple(Ring(RingId(id_), faction) for id_, faction in read.pieces("rings", factions))
    check.unique("tokens and rings", [*(token.id for token in tokens), *(ring.id for ring in rings)])
    influence, intrigue = read.fixed("round_tokens", ("influence", "intrigue"))
    less = read.fixed("two_players_without", ("tokens", "influence", "intrigue"))
    edition = Edition(
        name=read.text("name"),
        factions=tuple(FactionName(name) for name in factions),
        colors=tuple(Color(name) for name in colors),
        tokens=tokens,
        rings=rings,
        cards=read.whole("cards"),
        courtiers=read.whole("courtiers", 1),
        influence=influence,
        intrigue=intrigue,
        less_tokens=less[0],
        less_influence=less[1],
        less_intrigue=less[2],
        rings_each=read.each("rings_each", limits.EDITION_NUMBER),
        columns=cast("Any", read.columns()),
        bench=read.each("bench", limits.EDITION_SEATS),
        chairs=read.each("chairs", limits.EDITION_SEATS),
        chambers=read.chambers(),
        enhancements=read.enhancements(),
        alike=read.numbers("alike", FACTIONS),
        different=read.numbers("different", FACTIONS),
        essentials=read.essentials(factions),
        offices=cast("Any", read.lists("offices", len(COLUMN_LETTERS))),
        crowded=read.whole("crowded"),
        ambassador=read.whole("ambassador"),
        scenarios=read.scenarios(),
        garter=cast("Any", read.lists("garter", PLAYER_COUNTS[-1])),
    )
    if len(check.faults) == before:
        sums(check, edition)
    return edition if len(check.faults) == before else None


FORMAT: Final = EditionFormat(_edition, Path(__file__).with_name("standard.toml"), "TU-0.2")
"""By it every edition is read."""

standard: Final = FORMAT.standard
standard_trust: Final = FORMAT.standard_trust
