"""An edition: what is printed on the components of a box, checked as a whole, with every fault named at once."""

import tomllib
from collections.abc import Collection, Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal, TypeVar, cast

from msgspec import Struct

from controller import limits
from controller.games.contract.tools.editions import EditionFault, EditionMistake, Trust
from controller.games.tumult_royale.box.words import (
    COMMODITIES,
    FRAMES,
    FRAMES_IN_PLAY,
    KINDS,
    PLAYER_COUNTS,
    SET_ASIDE_EACH,
    Commodity,
    Cost,
    Frame,
    Kind,
    PieceId,
    RegionId,
)

FIELDS_OF_A_REGION: Final = 9
GAP_ROUNDS: Final = 5
FULL_TURN_DEGREES: Final = 360

_ENDLESS: Final = 10**18
"""Numbers from here on are not written out in a fault."""

_Word = TypeVar("_Word", bound=str)


class Tile(Struct, frozen=True, gc=False):
    """One commodity tile; its value is 1 to 3."""

    id: PieceId
    commodity: Commodity
    value: int
    frame: Frame


class Sector(Struct, frozen=True, gc=False):
    """One sector of the tumult spinner."""

    demand: int
    degrees: int


class Region(Struct, frozen=True, gc=False):
    """A region tile: nine kinds, row by row, as it lies with no turn."""

    id: RegionId
    fields: tuple[Kind, ...]


class FrameOf(Struct, frozen=True, gc=False):
    """The frame for one number of players: two rows of ``columns`` slots, and those face down in a set-up."""

    columns: int
    face_down: tuple[int, ...]


class Edition(Struct, frozen=True, gc=False):
    """What is printed on the components.

    Attributes:
        costs: by kind, in the order of ``KINDS``.
        spinner: clockwise from the home mark.
        chronicle: the gaps of rounds 6 to 10 (TR-8.2).
        supporters: how many there are in all.
        start_supporters: what each of 2, 3, 4 players starts with (TR-0.4).
        frames: for 2, 3, 4 players.
    """

    name: str
    tiles: tuple[Tile, ...]
    costs: tuple[Cost, ...]
    spinner: tuple[Sector, ...]
    chronicle: tuple[int, ...]
    regions: tuple[Region, ...]
    supporters: int
    start_supporters: tuple[int, int, int]
    frames: tuple[FrameOf, FrameOf, FrameOf]

    def cost(self, kind: Kind) -> Cost:
        """The printed cost of a field of this kind."""
        return self.costs[KINDS.index(kind)]

    def demands(self) -> frozenset[int]:
        """The numbers on the spinner."""
        return frozenset(sector.demand for sector in self.spinner)

    def tiles_in_play(self, players: int) -> tuple[Tile, ...]:
        """The tiles of a game of so many players, in order of id (TR-0.2)."""
        frames = FRAMES_IN_PLAY[players]
        return tuple(sorted((tile for tile in self.tiles if tile.frame in frames), key=lambda tile: tile.id))

    def supporters_at_start(self, players: int) -> int:
        """What each of so many players starts with (TR-0.4)."""
        return self.start_supporters[PLAYER_COUNTS.index(players)]

    def frame(self, players: int) -> FrameOf:
        """The frame for so many players (TR-0.3)."""
        return self.frames[PLAYER_COUNTS.index(players)]

    def to_mapping(self) -> dict[str, Any]:
        """The object that a log carries."""
        return {
            "name": self.name,
            "tiles": [
                {"id": tile.id, "commodity": tile.commodity, "value": tile.value, "frame": tile.frame}
                for tile in self.tiles
            ],
            "costs": {
                kind: dict(zip(COMMODITIES, cost, strict=True)) for kind, cost in zip(KINDS, self.costs, strict=True)
            },
            "spinner": [{"demand": sector.demand, "degrees": sector.degrees} for sector in self.spinner],
            "chronicle": list(self.chronicle),
            "regions": [{"id": region.id, "fields": list(region.fields)} for region in self.regions],
            "supporters": {
                "total": self.supporters,
                "start": {
                    str(players): each for players, each in zip(PLAYER_COUNTS, self.start_supporters, strict=True)
                },
            },
            "frame": {
                str(players): {"columns": frame.columns, "face_down": list(frame.face_down)}
                for players, frame in zip(PLAYER_COUNTS, self.frames, strict=True)
            },
        }


@cache
def standard() -> Edition:
    """The shipped edition."""
    return from_toml(_shipped())


@cache
def standard_trust() -> tuple[Trust, ...]:
    """What of the shipped edition is the rulebook's and what is a placeholder."""
    return standings(_shipped())


def _shipped() -> str:
    return Path(__file__).with_name("standard.toml").read_text(encoding="utf-8")


def from_toml(text: str) -> Edition:
    """The edition that ``text`` describes: the keys of the log's object, and ``standing`` as remarks.

    Raises:
        EditionFault: with all faults.
    """
    if len(text) > limits.EDITION_OCTETS:
        seen = f"has {len(text)} characters; expected {limits.EDITION_OCTETS} at most"
        raise EditionFault([EditionMistake("LOG", "file", seen)])
    content = _toml(text)
    remarks = content.pop("standing", [])
    check = _Check()
    _standings(check, remarks)
    try:
        edition = parse(content)
    except EditionFault as fault:
        check.faults.extend(fault.faults)
        raise EditionFault(check.faults) from None
    if check.faults:
        raise EditionFault(check.faults)
    return edition


def standings(text: str) -> tuple[Trust, ...]:
    """The ``standing`` entries of an edition file.

    Raises:
        EditionFault: with all faults of these entries.
    """
    check = _Check()
    remarks = _standings(check, _toml(text).get("standing", []))
    if check.faults:
        raise EditionFault(check.faults)
    return remarks


def _toml(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # ValueError also for a number of thousands of digits
        raise EditionFault([EditionMistake("LOG", "file", f"is not TOML: {error}")]) from None


def parse(value: object) -> Edition:
    """The edition that decoded JSON describes.

    Raises:
        EditionFault: with all faults.
    """
    check = _Check()
    top = check.mapping(
        "edition", value, ("name", "tiles", "costs", "spinner", "chronicle", "regions", "supporters", "frame")
    )
    name = check.text("name", top["name"]) if "name" in top else ""
    tiles = _tiles(check, top["tiles"]) if "tiles" in top else ()
    costs = _costs(check, top["costs"]) if "costs" in top else ()
    spinner = _spinner(check, top["spinner"]) if "spinner" in top else ()
    chronicle = _chronicle(check, top["chronicle"]) if "chronicle" in top else ()
    regions = _regions(check, top["regions"]) if "regions" in top else ()
    total, each = _supporters(check, top["supporters"]) if "supporters" in top else (0, ())
    frames = _frames(check, top["frame"]) if "frame" in top else ()
    if check.faults:
        raise EditionFault(check.faults)
    return Edition(
        name=name,
        tiles=tiles,
        costs=costs,
        spinner=spinner,
        chronicle=chronicle,
        regions=regions,
        supporters=total,
        start_supporters=cast("tuple[int, int, int]", each),
        frames=cast("tuple[FrameOf, FrameOf, FrameOf]", frames),
    )


class _Check:
    """Collects the faults; what is faulty comes back as the nearest harmless value, so that checking goes on."""

    def __init__(self) -> None:
        self.faults: list[EditionMistake] = []

    def fault(self, rule: str, where: str, problem: str) -> None:
        self.faults.append(EditionMistake(rule, _printable(where), _printable(problem)))

    def mapping(self, where: str, value: object, keys: Collection[str]) -> dict[str, Any]:
        """Those of ``keys`` that ``value`` has."""
        if not isinstance(value, dict):
            self.fault("LOG", where, f"is {_seen(value)}; expected an object with {', '.join(keys)}")
            return {}
        for key in keys:
            if key not in value:
                self.fault("LOG", where, f"misses the key {key!r}")
        for key in value:
            if key not in keys:
                self.fault("LOG", where, f"has the unknown key {_seen(key)}; known are {', '.join(keys)}")
        return {key: value[key] for key in keys if key in value}

    def items(self, where: str, value: object, most: int) -> list[Any]:
        if not isinstance(value, list):
            self.fault("LOG", where, f"is {_seen(value)}; expected a list")
            return []
        if len(value) > most:
            self.fault("LOG", where, f"has {len(value)} entries; expected {most} at most")
        return value[:most]

    def text(self, where: str, value: object, most: int = limits.EDITION_TEXT) -> str:
        if type(value) is not str:
            self.fault("LOG", where, f"is {_seen(value)}; expected a text")
            return ""
        if value != _printable(value):
            self.fault("LOG", where, "holds half a character (a lone surrogate)")
        if len(value) > most:
            self.fault("LOG", where, f"has {len(value)} letters; expected {most} at most")
        return value

    def whole(self, where: str, value: object, rule: str, least: int, most: int | None = None) -> int:
        if type(value) is not int:
            self.fault("LOG", where, f"is {_seen(value)}; expected a whole number")
            return least
        if value > limits.EDITION_NUMBER:
            self.fault("LOG", where, f"is {_seen(value)}; expected {limits.EDITION_NUMBER} at most")
            return least
        if value < least or (most is not None and value > most):
            wanted = f"at least {least}" if most is None else f"{least} to {most}"
            self.fault(rule, where, f"is {_seen(value)}; expected {wanted}")
            return least
        return value

    def word(self, where: str, value: object, words: Sequence[_Word], rule: str) -> _Word:
        text = self.text(where, value)
        for word in words:
            if word == text:
                return word
        if type(value) is str:
            self.fault(rule, where, f"is {_seen(value)}; expected one of {', '.join(words)}")
        return words[0]

    def unique(self, where: str, ids: Iterable[str], rule: str) -> None:
        seen: set[str] = set()
        for one in ids:
            if one in seen:
                self.fault(rule, where, f"the id {_seen(one)} stands there more than once")
            seen.add(one)


def _seen(value: object) -> str:
    if isinstance(value, int) and abs(value) >= _ENDLESS:
        return "an endless number"
    text = repr(value) if isinstance(value, str | int | float | None) else f"a {type(value).__name__}"
    return text if len(text) <= 40 else text[:37] + "..."


def _printable(text: str) -> str:
    return text.encode("utf-8", "replace").decode("utf-8")


def _tiles(check: _Check, value: object) -> tuple[Tile, ...]:
    tiles = []
    before = len(check.faults)
    for number, item in enumerate(check.items("tiles", value, limits.EDITION_TILES)):
        where = f"tiles[{number}]"
        tile = check.mapping(where, item, ("id", "commodity", "value", "frame"))
        if len(tile) < 4:
            continue
        tiles.append(
            Tile(
                id=PieceId(check.text(f"{where}.id", tile["id"])),
                commodity=check.word(f"{where}.commodity", tile["commodity"], COMMODITIES, "TR-0.2"),
                value=check.whole(f"{where}.value", tile["value"], "TR-0.2", 1, 3),
                frame=check.word(f"{where}.frame", tile["frame"], FRAMES, "TR-0.2"),
            )
        )
    if len(check.faults) > before:
        return tuple(tiles)
    check.unique("tiles", (tile.id for tile in tiles), "TR-0.2")
    for players in PLAYER_COUNTS:
        in_play = sum(tile.frame in FRAMES_IN_PLAY[players] for tile in tiles)
        needed = SET_ASIDE_EACH * players
        if in_play < needed:
            check.fault("TR-0.2", "tiles", f"{in_play} are in play with {players} players; expected {needed} or more")
    return tuple(tiles)


def _costs(check: _Check, value: object) -> tuple[Cost, ...]:
    costs = check.mapping("costs", value, KINDS)
    found: list[Cost] = []
    for kind, item in costs.items():
        cost = check.mapping(f"costs.{kind}", item, COMMODITIES)
        bread, marble, tools = (
            check.whole(f"costs.{kind}.{commodity}", cost[commodity], "TR-0.2", 0, limits.EDITION_SYMBOLS)
            if commodity in cost
            else 0
            for commodity in COMMODITIES
        )
        found.append((bread, marble, tools))
    return tuple(found)


def _spinner(check: _Check, value: object) -> tuple[Sector, ...]:
    sectors = []
    before = len(check.faults)
    for number, item in enumerate(check.items("spinner", value, limits.EDITION_SECTORS)):
        where = f"spinner[{number}]"
        sector = check.mapping(where, item, ("demand", "degrees"))
        if len(sector) < 2:
            continue
        sectors.append(
            Sector(
                demand=check.whole(f"{where}.demand", sector["demand"], "TR-0.2", 0),
                degrees=check.whole(f"{where}.degrees", sector["degrees"], "TR-0.2", 1, FULL_TURN_DEGREES),
            )
        )
    together = sum(sector.degrees for sector in sectors)
    if len(check.faults) == before and together != FULL_TURN_DEGREES:
        check.fault("TR-0.2", "spinner", f"the sectors have {together} degrees together; expected {FULL_TURN_DEGREES}")
    return tuple(sectors)


def _chronicle(check: _Check, value: object) -> tuple[int, ...]:
    items = check.items("chronicle", value, limits.EDITION_SECTORS)
    if isinstance(value, list) and len(items) != GAP_ROUNDS:
        check.fault("TR-0.4", "chronicle", f"has {len(items)} gaps; expected {GAP_ROUNDS}, for rounds 6 to 10")
    return tuple(check.whole(f"chronicle[{number}]", gap, "TR-0.4", 0) for number, gap in enumerate(items))


def _regions(check: _Check, value: object) -> tuple[Region, ...]:
    regions = []
    before = len(check.faults)
    for number, item in enumerate(check.items("regions", value, limits.EDITION_REGIONS)):
        where = f"regions[{number}]"
        region = check.mapping(where, item, ("id", "fields"))
        if len(region) < 2:
            continue
        kinds = check.items(f"{where}.fields", region["fields"], limits.EDITION_SECTORS)
        if isinstance(region["fields"], list) and len(kinds) != FIELDS_OF_A_REGION:
            check.fault("TR-0.3", f"{where}.fields", f"has {len(kinds)} fields; expected {FIELDS_OF_A_REGION}")
        regions.append(
            Region(
                id=RegionId(check.text(f"{where}.id", region["id"])),
                fields=tuple(
                    check.word(f"{where}.fields[{place}]", kind, KINDS, "TR-0.3") for place, kind in enumerate(kinds)
                ),
            )
        )
    if len(check.faults) > before:
        return tuple(regions)
    check.unique("regions", (region.id for region in regions), "TR-0.3")
    for players in PLAYER_COUNTS:
        if len(regions) < 2 * players:
            check.fault("TR-0.3", "regions", f"there are {len(regions)}; {players} players need {2 * players} of them")
    return tuple(regions)


def _supporters(check: _Check, value: object) -> tuple[int, tuple[int, ...]]:
    supporters = check.mapping("supporters", value, ("total", "start"))
    if len(supporters) < 2:
        return 0, ()
    before = len(check.faults)
    total = check.whole("supporters.total", supporters["total"], "TR-0.4", 0)
    start = check.mapping("supporters.start", supporters["start"], [str(players) for players in PLAYER_COUNTS])
    each = tuple(check.whole(f"supporters.start.{key}", number, "TR-0.4", 0) for key, number in start.items())
    if len(check.faults) == before:
        for players, number in zip(PLAYER_COUNTS, each, strict=True):
            if players * number > total:
                check.fault(
                    "TR-0.4",
                    f"supporters.start.{players}",
                    f"{players} players start with {players * number} together; there are {total} in all",
                )
    return total, each


def _frames(check: _Check, value: object) -> tuple[FrameOf, ...]:
    frames = []
    for key, item in check.mapping("frame", value, [str(players) for players in PLAYER_COUNTS]).items():
        where, players = f"frame.{key}", int(key)
        frame = check.mapping(where, item, ("columns", "face_down"))
        if len(frame) < 2:
            continue
        before = len(check.faults)
        columns = check.whole(f"{where}.columns", frame["columns"], "TR-0.3", players, players)
        face_down = tuple(
            check.whole(f"{where}.face_down[{number}]", slot, "TR-0.3", 0, 2 * players - 1)
            for number, slot in enumerate(check.items(f"{where}.face_down", frame["face_down"], limits.EDITION_SECTORS))
        )
        if len(check.faults) == before and not len(face_down) == len(set(face_down)) == players:
            check.fault(
                "TR-0.3", f"{where}.face_down", f"is {list(face_down)}; expected {players} different slots, half of all"
            )
        frames.append(FrameOf(columns=columns, face_down=face_down))
    return tuple(frames)


def _standings(check: _Check, value: object) -> tuple[Trust, ...]:
    remarks = []
    for number, item in enumerate(check.items("standing", value, limits.EDITION_TILES)):
        where = f"standing[{number}]"
        remark = check.mapping(where, item, ("datum", "standing", "source"))
        if len(remark) < 3:
            continue
        word = check.word(f"{where}.standing", remark["standing"], ("rulebook", "review", "box", "placeholder"), "LOG")
        remarks.append(
            Trust(
                datum=check.text(f"{where}.datum", remark["datum"]),
                standing=cast("Literal['rulebook', 'review', 'box', 'placeholder']", word),
                source=check.text(f"{where}.source", remark["source"], limits.EDITION_OCTETS),
            )
        )
    return tuple(remarks)
