"""Parse and check editions: the shipped file, an owner's file, or the object in a log."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from controller import limits
from controller.games.contract.tools.editions import EditionChecker, EditionFormat
from controller.games.tumult_royale.box.edition import Edition
from controller.games.tumult_royale.box.words import (
    COMMODITIES,
    FRAMES,
    FRAMES_IN_PLAY,
    KINDS,
    PLAYER_COUNTS,
    SET_ASIDE_EACH,
)

FIELDS_OF_A_REGION: Final = 9
GAP_ROUNDS: Final = 5
FULL_TURN_DEGREES: Final = 360

BY_PLAYERS: Final = {str(players): players for players in PLAYER_COUNTS}
"""Keys of values that depend on the number of players."""


def _edition(check: EditionChecker, value: object) -> Edition | None:
    """Return the edition; None if it has a fault."""
    top = check.mapping("edition", value, _CHECKS)
    for key, look in _CHECKS.items():
        if key in top:
            look(check, key, top[key])
    return None if check.faults else msgspec.convert(top, Edition)


def _tiles(check: EditionChecker, where: str, value: object) -> None:
    fields = {
        "id": check.text,
        "commodity": check.one_of(COMMODITIES, "TR-0.2"),
        "value": check.between(1, 3, "TR-0.2"),
        "frame": check.one_of(FRAMES, "TR-0.2"),
    }
    tiles = check.records(where, value, limits.EDITION_TILES, fields)
    check.unique(where, (tile["id"] for tile in tiles), "TR-0.2")
    for players in PLAYER_COUNTS if tiles else ():
        in_play = sum(tile["frame"] in FRAMES_IN_PLAY[players] for tile in tiles)
        needed = SET_ASIDE_EACH * players
        if in_play < needed:
            check.fault(where, f"{in_play} are in play with {players} players; expected {needed} or more", "TR-0.2")


def _costs(check: EditionChecker, where: str, value: object) -> None:
    symbols = check.between(0, limits.EDITION_COST_SYMBOLS, "TR-0.2")
    for kind, cost in check.mapping(where, value, KINDS).items():
        check.record(f"{where}.{kind}", cost, dict.fromkeys(COMMODITIES, symbols))


def _spinner(check: EditionChecker, where: str, value: object) -> None:
    before = len(check.faults)
    fields = {
        "demand": check.between(0, limits.EDITION_NUMBER, "TR-0.2"),
        "degrees": check.between(1, FULL_TURN_DEGREES, "TR-0.2"),
    }
    together = sum(sector["degrees"] for sector in check.records(where, value, limits.EDITION_SECTORS, fields))
    if len(check.faults) == before and together != FULL_TURN_DEGREES:
        check.fault(where, f"the sectors have {together} degrees together; expected {FULL_TURN_DEGREES}", "TR-0.2")


def _chronicle(check: EditionChecker, where: str, value: object) -> None:
    items = check.items(where, value, limits.EDITION_SECTORS)
    if isinstance(value, list) and len(items) != GAP_ROUNDS:
        check.fault(where, f"has {len(items)} gaps; expected {GAP_ROUNDS}, for rounds 6 to 10", "TR-0.4")
    for number, gap in enumerate(items):
        check.whole(f"{where}[{number}]", gap, rule="TR-0.4")


def _regions(check: EditionChecker, where: str, value: object) -> None:
    regions = check.records(where, value, limits.EDITION_REGIONS, {"id": check.text, "fields": check.anything})
    for number, region in enumerate(regions):
        fields = f"{where}[{number}].fields"
        kinds = check.items(fields, region["fields"], limits.EDITION_SECTORS)
        if isinstance(region["fields"], list) and len(kinds) != FIELDS_OF_A_REGION:
            check.fault(fields, f"has {len(kinds)} fields; expected {FIELDS_OF_A_REGION}", "TR-0.3")
        for place, kind in enumerate(kinds):
            check.word(f"{fields}[{place}]", kind, KINDS, "TR-0.3")
    check.unique(where, (region["id"] for region in regions), "TR-0.3")
    for players in PLAYER_COUNTS if regions else ():
        if len(regions) < 2 * players:
            check.fault(where, f"there are {len(regions)}; {players} players need {2 * players} of them", "TR-0.3")


def _supporters(check: EditionChecker, where: str, value: object) -> None:
    number = check.between(0, limits.EDITION_NUMBER, "TR-0.4")
    before = len(check.faults)
    found = check.record(where, value, {"total": number, "start": check.anything})
    start = check.record(f"{where}.start", found["start"], dict.fromkeys(BY_PLAYERS, number)) if found else {}
    for key, each in start.items() if len(check.faults) == before else ():
        together, total = BY_PLAYERS[key] * each, found["total"]
        if together > total:
            problem = f"{key} players start with {together} together; there are {total} in all"
            check.fault(f"{where}.start.{key}", problem, "TR-0.4")


def _frame(check: EditionChecker, where: str, value: object) -> None:
    for key, item in check.mapping(where, value, BY_PLAYERS).items():
        players, before = BY_PLAYERS[key], len(check.faults)
        columns = check.between(players, players, "TR-0.3")
        frame = check.record(f"{where}.{key}", item, {"columns": columns, "face_down": check.anything})
        if not frame:
            continue
        face_down = f"{where}.{key}.face_down"
        slots = check.items(face_down, frame["face_down"], limits.EDITION_SECTORS)
        for number, slot in enumerate(slots):
            check.whole(f"{face_down}[{number}]", slot, 0, 2 * players - 1, rule="TR-0.3")
        if len(check.faults) == before and not len(slots) == len(set(slots)) == players:
            check.fault(face_down, f"is {slots}; expected {players} different slots, half of all", "TR-0.3")


_CHECKS: Final[Mapping[str, Callable[[EditionChecker, str, Any], object]]] = {
    "name": EditionChecker.text,
    "tiles": _tiles,
    "costs": _costs,
    "spinner": _spinner,
    "chronicle": _chronicle,
    "regions": _regions,
    "supporters": _supporters,
    "frame": _frame,
}
"""The check of each key's value."""

FORMAT: Final = EditionFormat(_edition, Path(__file__).with_name("standard.toml"))

standard: Final = FORMAT.standard
standard_trust: Final = FORMAT.standard_trust
