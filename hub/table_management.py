"""What the room wants of each table, what tables report and answer, and how a version is rolled out."""

import asyncio
import hashlib
import os
from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from controller import limits, log
from controller.background import run_all
from controller.fleet import messages
from controller.fleet.connection import BrokerConfig, BrokerConnection
from controller.fleet.log_messages import BadMessageError, decode
from controller.fleet.topics import ANSWER, ASK, DESIRED, REPORTED, ROOT
from controller.reading import NO_JSON
from controller.store.atomic_files import load_json, save_json, write_atomically
from hub import validation
from hub.alerts import AlertCode, Cause

ROOM_SETTINGS_FILE: Final = "room.houses.json"
ROLLOUT_FILE: Final = "room.rollout.json"

Settings = Annotated[Mapping[messages.Word, Any], Meta(max_length=limits.ROOM_SETTINGS_KEYS)]
Rules = Annotated[
    Mapping[messages.Word, Mapping[messages.Word, messages.Word]], Meta(max_length=limits.ROOM_SETTINGS_KEYS)
]
Editions = Annotated[Mapping[messages.Word, Mapping[str, Any]], Meta(max_length=limits.ROOM_SETTINGS_KEYS)]


class RoomSettingsError(Exception):
    """The file cannot be used, or would not be; the message says what was seen, and what to do."""


class TableSettings(Struct, frozen=True, omit_defaults=True):
    """For all tables, or for one; see ``controller.fleet.messages.House``."""

    settings: Settings = {}
    rules: Rules = {}
    editions: Editions = {}


NOTHING_WANTED: Final = TableSettings()


class RoomSettings(Struct, frozen=True, omit_defaults=True):
    """What each table is to have; where ``everywhere`` and a table's id in ``tables`` differ, the latter holds."""

    everywhere: TableSettings = NOTHING_WANTED
    tables: Annotated[Mapping[str, TableSettings], Meta(max_length=limits.HUB_TABLES)] = {}

    def of(self, table: str) -> messages.RoomSettings:
        all_, own = self.everywhere, self.tables.get(table, NOTHING_WANTED)
        rules = {game: {**all_.rules.get(game, {}), **own.rules.get(game, {})} for game in {**all_.rules, **own.rules}}
        return messages.RoomSettings({**all_.settings, **own.settings}, rules, {**all_.editions, **own.editions})


NO_ROOM_SETTINGS: Final = RoomSettings()


def load_room_settings(folder: Path) -> RoomSettings:
    """Return what the room of this hub wants; raise HousesError if the file cannot be used."""
    mend = "Mend it, or remove it and say again what is wanted."
    return load_json(folder / ROOM_SETTINGS_FILE, RoomSettings, mend, RoomSettingsError) or NO_ROOM_SETTINGS


def save_room_settings(folder: Path, houses: RoomSettings) -> None:
    """Write what the room wants; raise HousesError if it does not fit a message to a table, or the file."""
    for table in ("", *houses.tables):
        wanted, where = msgspec.json.encode(houses.of(table)), table or "every table"
        if len(wanted) > limits.ROOM_SETTINGS_BYTES:
            raise RoomSettingsError(
                f"saw {len(wanted)} octets for {where}, expected {limits.ROOM_SETTINGS_BYTES} at most. Want less."
            )
        try:
            msgspec.json.decode(wanted, type=messages.RoomSettings)
        except NO_JSON as fault:
            raise RoomSettingsError(f"saw what no table takes: {fault}. Want less.") from None
    content = msgspec.json.format(msgspec.json.encode(houses)) + b"\n"
    if len(content) > limits.SMALL_FILE_BYTES:
        raise RoomSettingsError(
            f"saw {len(content)} octets in all, expected {limits.SMALL_FILE_BYTES} at most. "
            "Want of all tables what many are to have."
        )
    write_atomically(folder / ROOM_SETTINGS_FILE, content)


RING_SHARES: Final = (0.0, 0.1, 1.0)
"""Which share of the tables has the new version in each, at least one."""

FAILED_STATES: Final = frozenset({"rolled-back", "failed"})
"""What a table says of a version that did not do well there."""

HEALTHY_S: Final = 600.0
"""So long all tables of a ring have to do well before the next one begins."""

MAX_FAILURES: Final = 2
"""So many stop it; fewer do where they are a whole ring."""


class Rollout(Struct, frozen=True):
    """How far a version has gone through the room.

    ``before`` is offered when it is stopped; ``first`` names the first table, if any; the last ``ring`` also takes
    tables that come later; ``stopped`` says why no further table gets it.
    """

    version: messages.Version
    before: messages.Version | None = None
    first: Annotated[str, Meta(pattern=r"\A([a-z0-9][a-z0-9-]{0,62})?\Z")] = ""
    ring: Annotated[int, Meta(ge=0, lt=len(RING_SHARES))] = 0
    stopped: Annotated[str, Meta(max_length=4096)] = ""


class RolloutError(Exception):
    """The file cannot be used; the message says what was seen, and what to do."""


def load_rollout(folder: Path) -> Rollout | None:
    """Return the room's update, None without one; raise RolloutError if the file cannot be used."""
    again = "Remove it, and release the version again."
    return load_json(folder / ROLLOUT_FILE, Rollout, again, RolloutError)


def save_rollout(folder: Path, rollout: Rollout | None) -> None:
    if rollout is None:
        (folder / ROLLOUT_FILE).unlink(missing_ok=True)
    else:
        save_json(folder / ROLLOUT_FILE, rollout)


class TableStatus(Struct, frozen=True):
    """What is known of a table: whether it is there, and what it says of the version that is wanted."""

    here: bool
    reported: messages.Reported


def rings(rollout: Rollout, tables: Iterable[str]) -> list[list[str]]:
    """The tables of each ring, with those of the rings before; in an order that the version's name draws."""

    def place(table: str) -> tuple[bool, bytes, str]:
        return table != rollout.first, hashlib.sha256(f"{rollout.version} {table}".encode()).digest(), table

    order = sorted(set(tables), key=place)
    return [order[: max(1, round(share * len(order)))] for share in RING_SHARES]


def tables_of_ring(rollout: Rollout, tables: Iterable[str]) -> Collection[str]:
    return rings(rollout, tables)[rollout.ring]


class RolloutWatch:
    """Owner of since when the tables of the ring have been well; seconds come in, of any steady clock."""

    def __init__(self) -> None:
        self._well: tuple[Rollout, float] | None = None

    def looked(self, rollout: Rollout, tables: Mapping[str, TableStatus], now_s: float) -> Rollout:
        if rollout.stopped or not tables:
            return rollout
        ring = tables_of_ring(rollout, tables)
        failed = sorted(table for table in ring if _has_failed(rollout, tables[table]))
        if failed and len(failed) >= min(MAX_FAILURES, len(ring)):
            return replace(rollout, stopped=f"{rollout.version} did not do well at {', '.join(failed[:MAX_FAILURES])}")
        if not all(_is_well(rollout, tables[table]) for table in ring):
            self._well = None
            return rollout
        if self._well is None or self._well[0] != rollout:
            self._well = rollout, now_s
        if now_s - self._well[1] < HEALTHY_S or rollout.ring == len(RING_SHARES) - 1:
            return rollout
        return replace(rollout, ring=rollout.ring + 1)


def _is_well(rollout: Rollout, seen: TableStatus) -> bool:
    update = seen.reported.update
    return seen.here and update is not None and (update.version, update.state) == (rollout.version, "holds")


def _has_failed(rollout: Rollout, seen: TableStatus) -> bool:
    update = seen.reported.update
    return update is not None and update.version == rollout.version and update.state in FAILED_STATES


NO_REPORT: Final = messages.Reported()


class DesiredStates:
    """What is wanted of each table; what a broker may have forgotten is said again."""

    def __init__(self) -> None:
        self.houses = NO_ROOM_SETTINGS
        self._fixtures: dict[str, messages.Fixture] = {}
        self._version: str | None = None
        self._updated: frozenset[str] = frozenset()
        self._reports: dict[str, messages.Reported] = {}
        self._said: dict[str, messages.Desired] = {}

    @property
    def reports(self) -> Mapping[str, messages.Reported]:
        return MappingProxyType(self._reports)

    def of(self, table: str) -> messages.Desired:
        fixture = self._fixtures.get(table)
        version = self._version if table in self._updated else None
        return messages.Desired(fixture, version, self.houses.of(table))

    def want_fixtures(self, fixtures: Mapping[str, messages.Fixture | None]) -> None:
        """These are to be played next, by table, and nothing anywhere else; what has not begun is replaced."""
        self._fixtures = {table: fixture for table, fixture in fixtures.items() if fixture is not None}

    def want_version(self, version: str | None, tables: Collection[str]) -> None:
        self._version, self._updated = version, frozenset(tables)

    def connected(self) -> None:
        self._said.clear()

    def reported(self, table: str, reported: messages.Reported) -> None:
        if table in self._reports or len(self._reports) < limits.HUB_TABLES:
            self._reports[table] = reported

    def causes(self, is_here: Callable[[str], bool]) -> frozenset[Cause]:
        """Return which tables that are here refuse what the room wants, or failed to update."""
        found = set()
        for table, report in self._reports.items():
            if not is_here(table):
                continue
            if any(each.state == "refused" for each in report.house):
                found.add(Cause(table, AlertCode.SETTINGS))
            if report.update is not None and report.update.state in FAILED_STATES:
                found.add(Cause(table, AlertCode.UPDATE))
        return frozenset(found)

    def due(self, tables: Iterable[str] | None = None) -> list[tuple[str, messages.Desired]]:
        """What is to be said now, once each, to which table; None looks at all, of whom each costs."""
        due = []
        if tables is None:
            tables = {**self._reports, **self._fixtures, **self._said, **dict.fromkeys(self._updated)}
        for table in tables:
            wanted = self.of(table)
            known = self._said.get(table)
            if (
                known is None
                and wanted == messages.NOTHING_DESIRED
                and self._reports.get(table, NO_REPORT) == NO_REPORT
            ):
                continue  # it was never told anything, as far as anybody knows
            if known != wanted:
                self._said[table] = wanted
                due.append((table, wanted))
        return due


ANSWER_S: Final = 60.0
"""An answer that has not come by then does not come: the table is away, or its broker has forgotten the ask."""


class NoAnswerError(Exception):
    """A table cannot be asked, or does not answer; the message says what was seen, and what to do."""


class Examination(Struct, frozen=True):
    """What a table's doctor found, and when, seconds of the hub's clock."""

    findings: tuple[messages.Finding, ...]
    at_s: float


class _AnswerKind(Struct, frozen=True):
    """Of an answer; that to a new password is for `PasswordRotation`."""

    do: str = ""


RELOAD_EVERY_S: Final = 5.0
"""How often the files are looked at: commands write them as well."""


class TableManager:
    """Owner of the line by which tables are looked after, and of what they have answered.

    Attributes:
        desires: what is wanted of each table; call `tell` after a change.
        rollout: how far the update of the room was at the last look; None without one.
    """

    def __init__(self, broker: BrokerConfig, folder: Path, is_here: Callable[[str], bool]) -> None:
        self.desires = DesiredStates()
        self.rollout: Rollout | None = None
        self._folder = folder
        self._is_here = is_here
        self._watch = RolloutWatch()
        self._examined: dict[str, Examination] = {}
        self._asked: dict[str, tuple[str, asyncio.Future[messages.Answer]]] = {}
        self._line = BrokerConnection(
            broker,
            f"care-{os.urandom(4).hex()}",
            will=None,
            hears=[REPORTED.of("+"), ANSWER.of("+")],
            on_connect=self._connected,
            on_message=self._heard,
        )

    @property
    def examined(self) -> Mapping[str, Examination]:
        return MappingProxyType(self._examined)

    async def run(self) -> None:
        try:
            await run_all(self._line.run(), self._look_again())
        finally:
            await self._line.close()

    async def _look_again(self) -> None:
        while True:
            try:
                self.look_at_houses()
            except RoomSettingsError as fault:
                log.warning("houses_wait", seen=fault)
            try:
                self.look_at_rollout(asyncio.get_running_loop().time())
            except (OSError, RolloutError) as fault:
                log.warning("rollout_waits", seen=fault)
            await asyncio.sleep(RELOAD_EVERY_S)

    def look_at_houses(self) -> None:
        """Want what the file says; raise HousesError, and change nothing, if it cannot be used."""
        houses = load_room_settings(self._folder)
        if houses != self.desires.houses:
            self.desires.houses = houses
            self.tell()

    def look_at_rollout(self, now_s: float) -> None:
        """Take the update further if it is time; raise RolloutError if the file cannot be used."""
        rollout = self.rollout = load_rollout(self._folder)
        if rollout is None:
            self.desires.want_version(None, ())
            self.tell()
            return
        seen = {table: TableStatus(self._is_here(table), reported) for table, reported in self.desires.reports.items()}
        self.rollout = self._watch.looked(rollout, seen, now_s)
        if self.rollout != rollout and load_rollout(self._folder) == rollout:
            rollout = self.rollout
            log.info("rollout", version=rollout.version, ring=rollout.ring, stopped=rollout.stopped or "no")
            save_rollout(self._folder, rollout)
        if seen:
            self.desires.want_version(self.rollout.version, tables_of_ring(self.rollout, seen))
            self.tell()

    def want_fixtures(self, fixtures: Mapping[str, messages.Fixture | None]) -> None:
        self.desires.want_fixtures(fixtures)
        self.tell()

    def tell(self, tables: Iterable[str] | None = None) -> None:
        """Say what is new, if there is a line, else when there is one; None is to all tables."""
        if self._line.connected:
            for table, desired in self.desires.due(tables):
                self._line.say(DESIRED.of(table), DESIRED, desired)

    async def ask(self, table: str, do: messages.RequestKind, text: str = "") -> messages.Answer:
        """Ask a table and return its answer; raise NoAnswerError if there is none."""
        if validation.TABLE_ID.fullmatch(table) is None:
            raise NoAnswerError(f"saw {table[:80]!r}, expected the id of a table")
        if not self._line.connected:
            raise NoAnswerError("The broker is away. Ask again when the room hears its tables.")
        if len(self._asked) >= limits.HUB_ANSWERS_AWAITED:
            raise NoAnswerError(f"{limits.HUB_ANSWERS_AWAITED} answers are waited for already. Ask again in a minute.")
        number = os.urandom(16).hex()
        answer: asyncio.Future[messages.Answer] = asyncio.get_running_loop().create_future()
        self._asked[number] = (table, answer)
        try:
            self._line.say(ASK.of(table), ASK, messages.Ask(do, number, text))
            async with asyncio.timeout(ANSWER_S):
                return await answer
        except TimeoutError:
            raise NoAnswerError(f"{table} does not answer. Is it on, and in the room?") from None
        finally:
            del self._asked[number]

    def _connected(self) -> None:
        self.desires.connected()
        self.tell()

    def _heard(self, topic: str, payload: bytes) -> None:
        table, _, name = topic.removeprefix(f"{ROOT}/").partition("/")
        if validation.TABLE_ID.fullmatch(table) is None or not payload:
            return
        try:
            if name == REPORTED.name:
                self.desires.reported(table, validation.clamp_fields(decode(payload, messages.Reported)))
                self.tell((table,))
            elif decode(payload, _AnswerKind).do != "rotate":
                self._answered(table, decode(payload, messages.Answer))
        except BadMessageError as fault:
            log.warning("hub_not_understood", table=table, topic=name, seen=fault)

    def _answered(self, table: str, answer: messages.Answer) -> None:
        asked, waits = self._asked.get(answer.id, ("", None))
        if asked != table or waits is None or waits.done():
            return
        cut = validation.clamp_fields(answer)
        if answer.do == "doctor" and answer.done:
            self._examined[table] = Examination(cut.findings, asyncio.get_running_loop().time())
        waits.set_result(cut)
