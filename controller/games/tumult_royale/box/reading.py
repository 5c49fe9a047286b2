"""Editions as they are written: the shipped file, an owner's file, the object of a log; each fault is named."""

from pathlib import Path
from typing import Final, cast

from controller import limits
from controller.games.contract.tools.editions import Check, EditionFormat
from controller.games.contract.values import PieceId
from controller.games.tumult_royale.box.edition import Edition, FrameOf, Region, Sector, Tile
from controller.games.tumult_royale.box.words import (
    COMMODITIES,
    FRAMES,
    FRAMES_IN_PLAY,
    KINDS,
    PLAYER_COUNTS,
    SET_ASIDE_EACH,
    Cost,
    RegionId,
)

FIELDS_OF_A_REGION: Final = 9
GAP_ROUNDS: Final = 5
FULL_TURN_DEGREES: Final = 360

_KEYS: Final = ("name", "tiles", "costs", "spinner", "chronicle", "regions", "supporters", "frame")


def _edition(check: Check, value: object) -> Edition:
    """The edition; of no use if anything is wrong with it."""
    top = check.mapping("edition", value, _KEYS)
    name = check.text("name", top["name"]) if "name" in top else ""
    tiles = _tiles(check, top["tiles"]) if "tiles" in top else ()
    costs = _costs(check, top["costs"]) if "costs" in top else ()
    spinner = _spinner(check, top["spinner"]) if "spinner" in top else ()
    chronicle = _chronicle(check, top["chronicle"]) if "chronicle" in top else ()
    regions = _regions(check, top["regions"]) if "regions" in top else ()
    total, each = _supporters(check, top["supporters"]) if "supporters" in top else (0, ())
    frames = _frames(check, top["frame"]) if "frame" in top else ()
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


FORMAT: Final = EditionFormat(_edition, Path(__file__).with_name("standard.toml"))
"""By it every edition is read."""

standard: Final = FORMAT.standard
standard_trust: Final = FORMAT.standard_trust


def _tiles(check: Check, value: object) -> tuple[Tile, ...]:
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
                value=check.whole(f"{where}.value", tile["value"], 1, 3, rule="TR-0.2"),
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
            check.fault("tiles", f"{in_play} are in play with {players} players; expected {needed} or more", "TR-0.2")
    return tuple(tiles)


def _costs(check: Check, value: object) -> tuple[Cost, ...]:
    costs = check.mapping("costs", value, KINDS)
    found: list[Cost] = []
    for kind, item in costs.items():
        cost = check.mapping(f"costs.{kind}", item, COMMODITIES)
        bread, marble, tools = (
            check.whole(f"costs.{kind}.{commodity}", cost[commodity], 0, limits.EDITION_SYMBOLS, rule="TR-0.2")
            if commodity in cost
            else 0
            for commodity in COMMODITIES
        )
        found.append((bread, marble, tools))
    return tuple(found)


def _spinner(check: Check, value: object) -> tuple[Sector, ...]:
    sectors = []
    before = len(check.faults)
    for number, item in enumerate(check.items("spinner", value, limits.EDITION_SECTORS)):
        where = f"spinner[{number}]"
        sector = check.mapping(where, item, ("demand", "degrees"))
        if len(sector) < 2:
            continue
        sectors.append(
            Sector(
                demand=check.whole(f"{where}.demand", sector["demand"], rule="TR-0.2"),
                degrees=check.whole(f"{where}.degrees", sector["degrees"], 1, FULL_TURN_DEGREES, rule="TR-0.2"),
            )
        )
    together = sum(sector.degrees for sector in sectors)
    if len(check.faults) == before and together != FULL_TURN_DEGREES:
        check.fault("spinner", f"the sectors have {together} degrees together; expected {FULL_TURN_DEGREES}", "TR-0.2")
    return tuple(sectors)


def _chronicle(check: Check, value: object) -> tuple[int, ...]:
    items = check.items("chronicle", value, limits.EDITION_SECTORS)
    if isinstance(value, list) and len(items) != GAP_ROUNDS:
        check.fault("chronicle", f"has {len(items)} gaps; expected {GAP_ROUNDS}, for rounds 6 to 10", "TR-0.4")
    return tuple(check.whole(f"chronicle[{number}]", gap, rule="TR-0.4") for number, gap in enumerate(items))


def _regions(check: Check, value: object) -> tuple[Region, ...]:
    regions = []
    before = len(check.faults)
    for number, item in enumerate(check.items("regions", value, limits.EDITION_REGIONS)):
        where = f"regions[{number}]"
        region = check.mapping(where, item, ("id", "fields"))
        if len(region) < 2:
            continue
        kinds = check.items(f"{where}.fields", region["fields"], limits.EDITION_SECTORS)
        if isinstance(region["fields"], list) and len(kinds) != FIELDS_OF_A_REGION:
            check.fault(f"{where}.fields", f"has {len(kinds)} fields; expected {FIELDS_OF_A_REGION}", "TR-0.3")
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
            check.fault("regions", f"there are {len(regions)}; {players} players need {2 * players} of them", "TR-0.3")
    return tuple(regions)


def _supporters(check: Check, value: object) -> tuple[int, tuple[int, ...]]:
    supporters = check.mapping("supporters", value, ("total", "start"))
    if len(supporters) < 2:
        return 0, ()
    before = len(check.faults)
    total = check.whole("supporters.total", supporters["total"], rule="TR-0.4")
    start = check.mapping("supporters.start", supporters["start"], [str(players) for players in PLAYER_COUNTS])
    each = tuple(check.whole(f"supporters.start.{key}", number, rule="TR-0.4") for key, number in start.items())
    if len(check.faults) == before:
        for players, number in zip(PLAYER_COUNTS, each, strict=True):
            if players * number > total:
                check.fault(
                    f"supporters.start.{players}",
                    f"{players} players start with {players * number} together; there are {total} in all",
                    "TR-0.4",
                )
    return total, each


def _frames(check: Check, value: object) -> tuple[FrameOf, ...]:
    frames = []
    for key, item in check.mapping("frame", value, [str(players) for players in PLAYER_COUNTS]).items():
        where, players = f"frame.{key}", int(key)
        frame = check.mapping(where, item, ("columns", "face_down"))
        if len(frame) < 2:
            continue
        before = len(check.faults)
        columns = check.whole(f"{where}.columns", frame["columns"], players, players, rule="TR-0.3")
        face_down = tuple(
            check.whole(f"{where}.face_down[{number}]", slot, 0, 2 * players - 1, rule="TR-0.3")
            for number, slot in enumerate(check.items(f"{where}.face_down", frame["face_down"], limits.EDITION_SECTORS))
        )
        if len(check.faults) == before and not len(face_down) == len(set(face_down)) == players:
            check.fault(
                f"{where}.face_down", f"is {list(face_down)}; expected {players} different slots, half of all", "TR-0.3"
            )
        frames.append(FrameOf(columns=columns, face_down=face_down))
    return tuple(frames)
