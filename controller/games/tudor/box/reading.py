"""Editions as they are written: the shipped file, an owner's file, the object of a log; each fault is TU-0.2."""

from pathlib import Path
from typing import Any, Final, cast

from controller import limits
from controller.games.contract.tools.edition_checks import Check
from controller.games.contract.tools.edition_files import EditionFormat
from controller.games.tudor.box.edition import Edition, Ring, Token
from controller.games.tudor.box.reader import MISSING, Reader
from controller.games.tudor.box.sums import sums
from controller.games.tudor.box.words import (
    COLORS,
    COLUMN_LETTERS,
    FACTIONS,
    PLAYER_COUNTS,
    Color,
    FactionName,
    RingId,
    TokenId,
)

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
