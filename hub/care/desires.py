"""What the room wants of each table: how games are played, which version, and what was reported."""

import hashlib
from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from controller import limits
from controller.fleet.messages import NOTHING, Desired, Fixture, House, Reported, Version, Word
from controller.reading import NO_JSON
from controller.store.atomic_files import read_plain, write_atomically
from hub.needs import Cause, Code

FILE: Final = "room.houses.json"

Settings = Annotated[Mapping[Word, Any], Meta(max_length=limits.HOUSE_KEYS)]
Rules = Annotated[Mapping[Word, Mapping[Word, Word]], Meta(max_length=limits.HOUSE_KEYS)]
Editions = Annotated[Mapping[Word, Mapping[str, Any]], Meta(max_length=limits.HOUSE_KEYS)]


class HousesError(Exception):
    """The file cannot be used, or would not be; the message says what was seen, and what to do."""


class Wanted(Struct, frozen=True, omit_defaults=True):
    """For all tables, or for one; see ``controller.fleet.messages.House``."""

    settings: Settings = {}
    rules: Rules = {}
    editions: Editions = {}


NO_WISHES: Final = Wanted()


class Houses(Struct, frozen=True, omit_defaults=True):
    """What lies in the file.

    Attributes:
        everywhere: at all tables.
        tables: by the table's id; where both say something, this holds there.
    """

    everywhere: Wanted = NO_WISHES
    tables: Annotated[Mapping[str, Wanted], Meta(max_length=limits.HUB_TABLES)] = {}

    def of(self, table: str) -> House:
        all_, own = self.everywhere, self.tables.get(table, NO_WISHES)
        rules = {game: {**all_.rules.get(game, {}), **own.rules.get(game, {})} for game in {**all_.rules, **own.rules}}
        return House({**all_.settings, **own.settings}, rules, {**all_.editions, **own.editions})


NO_HOUSES: Final = Houses()


def houses_in(folder: Path) -> Houses:
    """What the room of this hub wants.

    Raises:
        HousesError: the file is there and cannot be used.
    """
    file = folder / FILE
    try:
        return msgspec.json.decode(read_plain(file, limits.HOUSES_OCTETS), type=Houses)
    except FileNotFoundError:
        return NO_HOUSES
    except OSError as fault:
        raise HousesError(f"{file}: {fault.strerror}. It is the hub's own.") from None
    except NO_JSON as fault:
        raise HousesError(f"{file}: {fault}. Mend it, or remove it and say again what is wanted.") from None


def keep_houses(folder: Path, houses: Houses) -> None:
    """Let the room want this; a hub that runs takes it within seconds.

    Raises:
        HousesError: it is more than fits a message to a table, or the file.
        OSError: the file cannot be written.
    """
    for table in ("", *houses.tables):
        wanted, where = msgspec.json.encode(houses.of(table)), table or "every table"
        if len(wanted) > limits.HOUSE_OCTETS:
            raise HousesError(
                f"saw {len(wanted)} octets for {where}, expected {limits.HOUSE_OCTETS} at most. Want less."
            )
        try:
            msgspec.json.decode(wanted, type=House)
        except NO_JSON as fault:
            raise HousesError(f"saw what no table takes: {fault}. Want less.") from None
    content = msgspec.json.format(msgspec.json.encode(houses)) + b"\n"
    if len(content) > limits.HOUSES_OCTETS:
        raise HousesError(
            f"saw {len(content)} octets in all, expected {limits.HOUSES_OCTETS} at most. "
            "Want of all tables what many are to have."
        )
    write_atomically(folder / FILE, content)


RINGS: Final = (0.0, 0.1, 1.0)
"""Which share of the tables has the new version in each, at least one."""

FAILED: Final = frozenset({"rolled-back", "failed"})
"""What a table says of a version that did not do well there."""

HEALTHY_S: Final = 600.0
"""So long all tables of a ring have to do well before the next one begins."""

FAILURES: Final = 2
"""So many stop it; fewer do where they are a whole ring."""


class Rollout(Struct, frozen=True):
    """How far it is.

    Attributes:
        before: the version that is offered when it is stopped; None where the hub has none.
        first: the table that is to be the first; "" for whichever comes.
        ring: from 0; the last one goes on for ever, for tables that come later.
        stopped: why no further table gets it; "" while it goes on.
    """

    version: Version
    before: Version | None = None
    first: Annotated[str, Meta(pattern=r"\A([a-z0-9][a-z0-9-]{0,62})?\Z")] = ""
    ring: Annotated[int, Meta(ge=0, lt=len(RINGS))] = 0
    stopped: Annotated[str, Meta(max_length=limits.ROLLOUT_OCTETS)] = ""


class Seen(Struct, frozen=True):
    """What is known of a table: whether it is there, and what it says of the version that is wanted."""

    here: bool
    reported: Reported


def rings(rollout: Rollout, tables: Iterable[str]) -> list[list[str]]:
    """The tables of each ring, with those of the rings before; in an order that the version's name draws."""

    def place(table: str) -> tuple[bool, bytes, str]:
        return table != rollout.first, hashlib.sha256(f"{rollout.version} {table}".encode()).digest(), table

    order = sorted(set(tables), key=place)
    return [order[: max(1, round(share * len(order)))] for share in RINGS]


def reached(rollout: Rollout, tables: Iterable[str]) -> Collection[str]:
    return rings(rollout, tables)[rollout.ring]


class RolloutWatch:
    """Owner of since when the tables of the ring have been well; seconds come in, of any steady clock."""

    def __init__(self) -> None:
        self._well: tuple[Rollout, float] | None = None

    def looked(self, rollout: Rollout, tables: Mapping[str, Seen], now_s: float) -> Rollout:
        if rollout.stopped or not tables:
            return rollout
        ring = reached(rollout, tables)
        failed = sorted(table for table in ring if _has_failed(rollout, tables[table]))
        if failed and len(failed) >= min(FAILURES, len(ring)):
            return replace(rollout, stopped=f"{rollout.version} did not do well at {', '.join(failed[:FAILURES])}")
        if not all(_is_well(rollout, tables[table]) for table in ring):
            self._well = None
            return rollout
        if self._well is None or self._well[0] != rollout:
            self._well = rollout, now_s
        if now_s - self._well[1] < HEALTHY_S or rollout.ring == len(RINGS) - 1:
            return rollout
        return replace(rollout, ring=rollout.ring + 1)


def _is_well(rollout: Rollout, seen: Seen) -> bool:
    update = seen.reported.update
    return seen.here and update is not None and (update.version, update.state) == (rollout.version, "holds")


def _has_failed(rollout: Rollout, seen: Seen) -> bool:
    update = seen.reported.update
    return update is not None and update.version == rollout.version and update.state in FAILED


NO_REPORT: Final = Reported()


class Desires:
    """Owner of it. What a broker may have forgotten is said again.

    Attributes:
        houses: how games are to be played.
    """

    def __init__(self) -> None:
        self.houses = NO_HOUSES
        self._fixtures: dict[str, Fixture] = {}
        self._version: str | None = None
        self._updated: frozenset[str] = frozenset()
        self._reports: dict[str, Reported] = {}
        self._said: dict[str, Desired] = {}

    @property
    def reports(self) -> Mapping[str, Reported]:
        return MappingProxyType(self._reports)

    def of(self, table: str) -> Desired:
        fixture = self._fixtures.get(table)
        version = self._version if table in self._updated else None
        return Desired(fixture, version, self.houses.of(table))

    def want_fixtures(self, fixtures: Mapping[str, Fixture | None]) -> None:
        """These are to be played next, by table, and nothing anywhere else; what has not begun is replaced."""
        self._fixtures = {table: fixture for table, fixture in fixtures.items() if fixture is not None}

    def want_version(self, version: str | None, tables: Collection[str]) -> None:
        """These tables are to have this version; the others what their owners like."""
        self._version, self._updated = version, frozenset(tables)

    def connected(self) -> None:
        self._said.clear()

    def reported(self, table: str, reported: Reported) -> None:
        if table in self._reports or len(self._reports) < limits.HUB_TABLES:
            self._reports[table] = reported

    def causes(self, is_here: Callable[[str], bool]) -> frozenset[Cause]:
        """Why somebody should look at a table that is here.

        It does not take what the room wants, or its update did not do well.
        """
        found = set()
        for table, report in self._reports.items():
            if not is_here(table):
                continue
            if any(each.state == "refused" for each in report.house):
                found.add(Cause(table, Code.SETTINGS))
            if report.update is not None and report.update.state in FAILED:
                found.add(Cause(table, Code.UPDATE))
        return frozenset(found)

    def due(self, tables: Iterable[str] | None = None) -> list[tuple[str, Desired]]:
        """What is to be said now, once each, to which table; None looks at all, of whom each costs."""
        due = []
        if tables is None:
            tables = {**self._reports, **self._fixtures, **self._said, **dict.fromkeys(self._updated)}
        for table in tables:
            wanted = self.of(table)
            known = self._said.get(table)
            if known is None and wanted == NOTHING and self._reports.get(table, NO_REPORT) == NO_REPORT:
                continue  # it was never told anything, as far as anybody knows
            if known != wanted:
                self._said[table] = wanted
                due.append((table, wanted))
        return due
