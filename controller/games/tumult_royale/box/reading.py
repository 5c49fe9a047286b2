"""Parse and check editions: the shipped file, an owner's, or the copy in a log."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from controller import limits
from controller.games.contract.tools.editions import EditionChecker, EditionFormat
from controller.games.tumult_royale.box import words
from controller.games.tumult_royale.box.edition import Edition

FIELDS_PER_REGION: Final = 9
GAP_ROUND_COUNT: Final = 5
FULL_TURN_DEGREES: Final = 360

PLAYER_COUNT_BY_KEY: Final = {str(players): players for players in words.PLAYER_COUNTS}


def _read_edition(check: EditionChecker, value: object) -> Edition | None:
    """Return the edition; None if it has a fault."""
    top = check.mapping("edition", value, _CHECK_BY_KEY)
    for key, look in _CHECK_BY_KEY.items():
        if key in top:
            look(check, key, top[key])
    return None if check.faults else msgspec.convert(top, Edition)


def _check_tiles(check: EditionChecker, where: str, value: object) -> None:
    fields = {
        "id": check.text,
        "commodity": check.one_of(words.COMMODITIES, "TR-0.2"),
        "value": check.between(1, 3, "TR-0.2"),
        "frame": check.one_of(words.FRAMES, "TR-0.2"),
    }
    tiles = check.records(where, value, limits.EDITION_TILES, fields)
    check.unique(where, (tile["id"] for tile in tiles), "TR-0.2")
    for players in words.PLAYER_COUNTS if tiles else ():
        in_play = sum(tile["frame"] in words.FRAMES_BY_PLAYER_COUNT[players] for tile in tiles)
        needed = words.SET_ASIDE_PER_PLAYER * players
        if in_play < needed:
            check.fault(where, f"{in_play} are in play with {players} players; expected {needed} or more", "TR-0.2")


def _check_costs(check: EditionChecker, where: str, value: object) -> None:
    symbols = check.between(0, limits.EDITION_COST_SYMBOLS, "TR-0.2")
    for kind, cost in check.mapping(where, value, words.KINDS).items():
        check.record(f"{where}.{kind}", cost, dict.fromkeys(words.COMMODITIES, symbols))


def _check_spinner(check: EditionChecker, where: str, value: object) -> None:
    before = len(check.faults)
    fields = {
        "demand": check.between(0, limits.EDITION_NUMBER, "TR-0.2"),
        "degrees": check.between(1, FULL_TURN_DEGREES, "TR-0.2"),
    }
    together = sum(sector["degrees"] for sector in check.records(where, value, limits.EDITION_SECTORS, fields))
    if len(check.faults) == before and together != FULL_TURN_DEGREES:
        check.fault(where, f"the sectors have {together} degrees together; expected {FULL_TURN_DEGREES}", "TR-0.2")


def _check_chronicle(check: EditionChecker, where: str, value: object) -> None:
    items = check.items(where, value, limits.EDITION_SECTORS)
    if isinstance(value, list) and len(items) != GAP_ROUND_COUNT:
        check.fault(where, f"has {len(items)} gaps; expected {GAP_ROUND_COUNT}, for rounds 6 to 10", "TR-0.4")
    for number, gap in enumerate(items):
        check.whole(f"{where}[{number}]", gap, rule="TR-0.4")


def _check_regions(check: EditionChecker, where: str, value: object) -> None:
    regions = check.records(where, value, limits.EDITION_REGIONS, {"id": check.text, "fields": check.anything})
    for number, region in enumerate(regions):
        fields = f"{where}[{number}].fields"
        kinds = check.items(fields, region["fields"], limits.EDITION_SECTORS)
        if isinstance(region["fields"], list) and len(kinds) != FIELDS_PER_REGION:
            check.fault(fields, f"has {len(kinds)} fields; expected {FIELDS_PER_REGION}", "TR-0.3")
        for place, kind in enumerate(kinds):
            check.word(f"{fields}[{place}]", kind, words.KINDS, "TR-0.3")
    check.unique(where, (region["id"] for region in regions), "TR-0.3")
    for players in words.PLAYER_COUNTS if regions else ():
        if len(regions) < 2 * players:
            check.fault(where, f"there are {len(regions)}; {players} players need {2 * players} of them", "TR-0.3")


def _check_supporters(check: EditionChecker, where: str, value: object) -> None:
    number = check.between(0, limits.EDITION_NUMBER, "TR-0.4")
    before = len(check.faults)
    found = check.record(where, value, {"total": number, "start": check.anything})
    start = check.record(f"{where}.start", found["start"], dict.fromkeys(PLAYER_COUNT_BY_KEY, number)) if found else {}
    for key, each in start.items() if len(check.faults) == before else ():
        together, total = PLAYER_COUNT_BY_KEY[key] * each, found["total"]
        if together > total:
            problem = f"{key} players start with {together} together; there are {total} in all"
            check.fault(f"{where}.start.{key}", problem, "TR-0.4")


def _check_frame(check: EditionChecker, where: str, value: object) -> None:
    for key, item in check.mapping(where, value, PLAYER_COUNT_BY_KEY).items():
        players, before = PLAYER_COUNT_BY_KEY[key], len(check.faults)
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


_CHECK_BY_KEY: Final[Mapping[str, Callable[[EditionChecker, str, Any], object]]] = {
    "name": EditionChecker.text,
    "tiles": _check_tiles,
    "costs": _check_costs,
    "spinner": _check_spinner,
    "chronicle": _check_chronicle,
    "regions": _check_regions,
    "supporters": _check_supporters,
    "frame": _check_frame,
}

EDITION_FORMAT: Final = EditionFormat(_read_edition, Path(__file__).with_name("standard.toml"))

standard_edition: Final = EDITION_FORMAT.standard
