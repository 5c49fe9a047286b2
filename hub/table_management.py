"""Manage tables: publish desired states, receive reports and answers, advance a rollout."""

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
from controller.fleet import messages
from controller.fleet.connection import BrokerConfig, BrokerConnection
from controller.fleet.log_messages import BadMessageError, decode_message
from controller.fleet.topics import ANSWER, ASK, DESIRED, REPORTED, TABLE_ID_RE, parse_topic
from controller.reading import JSON_ERRORS
from controller.store.atomic_files import load_json, save_json, write_atomically
from hub import validation
from hub.alerts import AlertCause, AlertCode

ROOM_SETTINGS_FILE: Final = "room.houses.json"
ROLLOUT_FILE: Final = "room.rollout.json"

SettingValues = Annotated[Mapping[messages.Word, Any], Meta(max_length=limits.ROOM_SETTINGS_KEYS)]
RulesByGame = Annotated[
    Mapping[messages.Word, Mapping[messages.Word, messages.Word]], Meta(max_length=limits.ROOM_SETTINGS_KEYS)
]
EditionByGame = Annotated[Mapping[messages.Word, Mapping[str, Any]], Meta(max_length=limits.ROOM_SETTINGS_KEYS)]


class RoomSettingsError(Exception):
    """The file of room settings cannot be used, or would be too large."""


class TableSettings(Struct, frozen=True, omit_defaults=True):
    """Settings for all tables or one; see ``controller.fleet.messages.RoomSettings``."""

    settings: SettingValues = {}
    rules: RulesByGame = {}
    editions: EditionByGame = {}


NO_TABLE_SETTINGS: Final = TableSettings()


class RoomSettings(Struct, frozen=True, omit_defaults=True):
    """Settings of tables; those in ``tables``, by id, override ``everywhere``."""

    everywhere: TableSettings = NO_TABLE_SETTINGS
    tables: Annotated[Mapping[str, TableSettings], Meta(max_length=limits.HUB_TABLES)] = {}

    def merged_for_table(self, table: str) -> messages.RoomSettings:
        all_, own = self.everywhere, self.tables.get(table, NO_TABLE_SETTINGS)
        rules = {game: {**all_.rules.get(game, {}), **own.rules.get(game, {})} for game in {**all_.rules, **own.rules}}
        return messages.RoomSettings({**all_.settings, **own.settings}, rules, {**all_.editions, **own.editions})


NO_ROOM_SETTINGS: Final = RoomSettings()


def load_room_settings(folder: Path) -> RoomSettings:
    """Return the room settings, empty without a file; raise RoomSettingsError if it is unusable."""
    mend = "Repair it, or remove it and set the room settings again."
    return load_json(folder / ROOM_SETTINGS_FILE, RoomSettings, mend, RoomSettingsError) or NO_ROOM_SETTINGS


def save_room_settings(folder: Path, room_settings: RoomSettings) -> None:
    """Save the settings; raise RoomSettingsError if too large for a message to a table or for the file."""
    for table in ("", *room_settings.tables):
        wanted, where = msgspec.json.encode(room_settings.merged_for_table(table)), table or "every table"
        if len(wanted) > limits.ROOM_SETTINGS_BYTES:
            raise RoomSettingsError(
                f"saw {len(wanted)} bytes for {where}, expected at most {limits.ROOM_SETTINGS_BYTES}. "
                "Remove some settings."
            )
        try:
            msgspec.json.decode(wanted, type=messages.RoomSettings)
        except JSON_ERRORS as fault:
            raise RoomSettingsError(f"saw settings that no table accepts: {fault}. Remove or correct them.") from None
    content = msgspec.json.format(msgspec.json.encode(room_settings)) + b"\n"
    if len(content) > limits.SMALL_FILE_BYTES:
        raise RoomSettingsError(
            f"saw {len(content)} bytes in all, expected at most {limits.SMALL_FILE_BYTES}. "
            "Move what many tables share to the settings of all tables."
        )
    write_atomically(folder / ROOM_SETTINGS_FILE, content)


RING_SHARES: Final = (0.0, 0.1, 1.0)
"""Share of tables with the new version at the end of each ring, but at least one table."""

FAILED_STATES: Final = frozenset({"rolled-back", "failed"})
"""Update states by which a table reports a failure."""

HEALTHY_RING_S: Final = 600.0
"""All tables of a ring must stay healthy this long before the next ring begins."""

STOPPING_FAILURES: Final = 2
"""Failed tables that stop a rollout; in a smaller ring, all of its tables."""


class Rollout(Struct, frozen=True):
    """The progress of a version through the room.

    ``before`` is the version to go back to; ``first`` names the first table, if any; the last ``ring`` includes
    tables that join later; ``stopped`` is why no further table gets it, or "".
    """

    version: messages.Version
    before: messages.Version | None = None
    first: Annotated[str, Meta(pattern=r"\A([a-z0-9][a-z0-9-]{0,62})?\Z")] = ""
    ring: Annotated[int, Meta(ge=0, lt=len(RING_SHARES))] = 0
    stopped: Annotated[str, Meta(max_length=4096)] = ""


class RolloutFileError(Exception):
    """The rollout file cannot be used."""


def load_rollout(folder: Path) -> Rollout | None:
    """Raise RolloutFileError if the file is unusable."""
    again = "Remove it, then release the version again."
    return load_json(folder / ROLLOUT_FILE, Rollout, again, RolloutFileError)


def save_or_remove_rollout(folder: Path, rollout: Rollout | None) -> None:
    if rollout is None:
        (folder / ROLLOUT_FILE).unlink(missing_ok=True)
    else:
        save_json(folder / ROLLOUT_FILE, rollout)


class TableStatus(Struct, frozen=True):
    online: bool
    reported: messages.ReportedState


def tables_up_to_each_ring(rollout: Rollout, tables: Iterable[str]) -> list[list[str]]:
    """Order tables by ``first``, then by a hash of version and table id."""

    def order_key(table: str) -> tuple[bool, bytes, str]:
        return table != rollout.first, hashlib.sha256(f"{rollout.version} {table}".encode()).digest(), table

    order = sorted(set(tables), key=order_key)
    return [order[: max(1, round(share * len(order)))] for share in RING_SHARES]


def tables_up_to_current_ring(rollout: Rollout, tables: Iterable[str]) -> Collection[str]:
    return tables_up_to_each_ring(rollout, tables)[rollout.ring]


class RolloutWatch:
    """Decides when the next ring begins or the rollout stops; ``now_s`` is monotonic."""

    def __init__(self) -> None:
        self._healthy_since: tuple[Rollout, float] | None = None

    def advance_or_stop(self, rollout: Rollout, tables: Mapping[str, TableStatus], now_s: float) -> Rollout:
        if rollout.stopped or not tables:
            return rollout
        ring = tables_up_to_current_ring(rollout, tables)
        failed = sorted(table for table in ring if _has_table_failed(rollout, tables[table]))
        if failed and len(failed) >= min(STOPPING_FAILURES, len(ring)):
            return replace(rollout, stopped=f"{rollout.version} failed at {', '.join(failed[:STOPPING_FAILURES])}")
        if not all(_is_table_healthy(rollout, tables[table]) for table in ring):
            self._healthy_since = None
            return rollout
        if self._healthy_since is None or self._healthy_since[0] != rollout:
            self._healthy_since = rollout, now_s
        if now_s - self._healthy_since[1] < HEALTHY_RING_S or rollout.ring == len(RING_SHARES) - 1:
            return rollout
        return replace(rollout, ring=rollout.ring + 1)


def _is_table_healthy(rollout: Rollout, seen: TableStatus) -> bool:
    update = seen.reported.update
    return seen.online and update is not None and (update.version, update.state) == (rollout.version, "holds")


def _has_table_failed(rollout: Rollout, seen: TableStatus) -> bool:
    update = seen.reported.update
    return update is not None and update.version == rollout.version and update.state in FAILED_STATES


NO_REPORT: Final = messages.ReportedState()


class DesiredStates:
    """States are published again after a reconnect: the broker may have lost them."""

    def __init__(self) -> None:
        self.room_settings = NO_ROOM_SETTINGS
        self._fixtures: dict[str, messages.Fixture] = {}
        self._players: Mapping[str, messages.PlayersOfGame] = {}
        self._wanted_version: str | None = None
        self._tables_to_update: frozenset[str] = frozenset()
        self._reports: dict[str, messages.ReportedState] = {}
        self._published: dict[str, messages.DesiredState] = {}

    @property
    def reports(self) -> Mapping[str, messages.ReportedState]:
        return MappingProxyType(self._reports)

    def desired_state_of(self, table: str) -> messages.DesiredState:
        fixture = self._fixtures.get(table)
        version = self._wanted_version if table in self._tables_to_update else None
        house = self.room_settings.merged_for_table(table)
        return messages.DesiredState(fixture, version, house, self._players.get(table))

    def replace_fixtures(self, fixtures: Mapping[str, messages.Fixture | None]) -> None:
        """Replace the next fixtures of all tables; those not named have none."""
        self._fixtures = {table: fixture for table, fixture in fixtures.items() if fixture is not None}

    def replace_players(self, players: Mapping[str, messages.PlayersOfGame]) -> None:
        """Replace the known players of all tables; those not named have none."""
        self._players = players

    def set_desired_version(self, version: str | None, tables: Collection[str]) -> None:
        self._wanted_version, self._tables_to_update = version, frozenset(tables)

    def forget_published(self) -> None:
        self._published.clear()

    def players_by_table(self) -> dict[str, dict[str, str]]:
        """Return the players' names by table and castle where a table has begun its fixture."""
        reported = ((table, report.fixture) for table, report in self._reports.items() if report.fixture is not None)
        begun = {table: fixture.id for table, fixture in reported if fixture.state == "begun"}
        return {
            table: {seat.castle: seat.player for seat in fixture.seats}
            for table, fixture in self._fixtures.items()
            if begun.get(table) == fixture.id
        }

    def store_report(self, table: str, reported: messages.ReportedState) -> None:
        if table in self._reports or len(self._reports) < limits.HUB_TABLES:
            self._reports[table] = reported

    def alert_causes(self, is_online: Callable[[str], bool]) -> frozenset[AlertCause]:
        """Return causes for online tables that refuse room settings or failed to update."""
        found = set()
        for table, report in self._reports.items():
            if not is_online(table):
                continue
            if any(each.state == "refused" for each in report.house):
                found.add(AlertCause(table, AlertCode.SETTINGS))
            if report.update is not None and report.update.state in FAILED_STATES:
                found.add(AlertCause(table, AlertCode.UPDATE))
        return frozenset(found)

    def take_unpublished(self, tables: Iterable[str] | None = None) -> list[tuple[str, messages.DesiredState]]:
        """Return the changed desired states of ``tables`` (None: all); mark them as published."""
        due = []
        if tables is None:
            named = (self._reports, self._fixtures, self._players, self._published, self._tables_to_update)
            tables = dict.fromkeys(table for known in named for table in known)
        for table in tables:
            wanted = self.desired_state_of(table)
            known = self._published.get(table)
            if (
                known is None
                and wanted == messages.NOTHING_DESIRED
                and self._reports.get(table, NO_REPORT) == NO_REPORT
            ):
                continue  # neither table nor broker has a desired state
            if known != wanted:
                self._published[table] = wanted
                due.append((table, wanted))
        return due


ANSWER_TIMEOUT_S: Final = 60.0
"""Longest wait for an answer; then the table is offline, or the request was lost."""


class NoAnswerError(Exception):
    """A table cannot be asked, or does not answer."""


class _AnswerKind(Struct, frozen=True):
    """The kind of an answer; ``rotate`` is for `PasswordRotation`."""

    do: str = ""


RELOAD_EVERY_S: Final = 5.0
"""How often the files are reloaded: commands write them as well."""


class TableManager:
    """Publishes desired states, receives reports, asks tables for a report or doctor's findings.

    Attributes:
        desired: desired states; call `publish_changes` after a change.
        rollout: the rollout as of the last reload, if any.
        doctor_findings_by_table: the latest findings of each table's doctor.
    """

    def __init__(self, broker: BrokerConfig, folder: Path, is_online: Callable[[str], bool]) -> None:
        self.desired = DesiredStates()
        self.rollout: Rollout | None = None
        self._folder = folder
        self._is_online = is_online
        self._rollout_watch = RolloutWatch()
        self.doctor_findings_by_table: dict[str, tuple[messages.ReportedFinding, ...]] = {}
        self._pending: dict[str, tuple[str, asyncio.Future[messages.HubRequestAnswer]]] = {}
        self._broker = BrokerConnection(
            broker,
            f"care-{os.urandom(4).hex()}",
            will=None,
            filters=[REPORTED.topic_of("+"), ANSWER.topic_of("+")],
            on_connect=self._publish_all_after_connect,
            on_message=self.store_report_or_answer,
        )

    async def run(self) -> None:
        await self._broker.run_with(self._reload_files_regularly())

    async def _reload_files_regularly(self) -> None:
        loop, settings, rollout = asyncio.get_running_loop(), log.RetryLog(), log.RetryLog()
        while True:
            try:
                self.reload_room_settings()
            except RoomSettingsError as fault:
                settings.log_failure("houses_wait", loop.time(), seen=fault)
            else:
                settings.log_recovery()
            try:
                self.advance_rollout_if_due(asyncio.get_running_loop().time())
            except (OSError, RolloutFileError) as fault:
                rollout.log_failure("rollout_waits", loop.time(), seen=fault)
            else:
                rollout.log_recovery()
            await asyncio.sleep(RELOAD_EVERY_S)

    def reload_room_settings(self) -> None:
        """Raise RoomSettingsError and change nothing if the file is unusable."""
        room_settings = load_room_settings(self._folder)
        if room_settings != self.desired.room_settings:
            self.desired.room_settings = room_settings
            self.publish_changes()

    def advance_rollout_if_due(self, now_s: float) -> None:
        """Advance the rollout if due; raise RolloutFileError if its file is unusable."""
        rollout = self.rollout = load_rollout(self._folder)
        if rollout is None:
            self.desired.set_desired_version(None, ())
            self.publish_changes()
            return
        seen = {
            table: TableStatus(self._is_online(table), reported) for table, reported in self.desired.reports.items()
        }
        self.rollout = self._rollout_watch.advance_or_stop(rollout, seen, now_s)
        if self.rollout != rollout and load_rollout(self._folder) == rollout:
            rollout = self.rollout
            log.info("rollout", version=rollout.version, ring=rollout.ring, stopped=rollout.stopped or "no")
            save_or_remove_rollout(self._folder, rollout)
        if seen:
            self.desired.set_desired_version(self.rollout.version, tables_up_to_current_ring(self.rollout, seen))
            self.publish_changes()

    def replace_and_publish_fixtures(self, fixtures: Mapping[str, messages.Fixture | None]) -> None:
        self.desired.replace_fixtures(fixtures)
        self.publish_changes()

    def replace_and_publish_players(self, players: Mapping[str, messages.PlayersOfGame]) -> None:
        self.desired.replace_players(players)
        self.publish_changes()

    def publish_changes(self, tables: Iterable[str] | None = None) -> None:
        """Publish changed desired states of ``tables`` (None: all); a new connection publishes all."""
        if self._broker.connected:
            for table, desired in self.desired.take_unpublished(tables):
                self._broker.publish(DESIRED.topic_of(table), DESIRED, desired)

    async def ask_and_await_answer(
        self, table: str, do: messages.RequestKind, text: str = ""
    ) -> messages.HubRequestAnswer:
        """Return a table's answer to a request; raise NoAnswerError if there is none."""
        if TABLE_ID_RE.fullmatch(table) is None:
            raise NoAnswerError(f"saw {table[:80]!r}, expected the id of a table")
        if not self._broker.connected:
            raise NoAnswerError(
                "The hub has no connection to the broker. Try again once the room's page shows its tables."
            )
        if len(self._pending) >= limits.HUB_ANSWERS_AWAITED:
            raise NoAnswerError(
                f"{limits.HUB_ANSWERS_AWAITED} requests are waiting for an answer already. Try again in a minute."
            )
        number = os.urandom(16).hex()
        answer: asyncio.Future[messages.HubRequestAnswer] = asyncio.get_running_loop().create_future()
        self._pending[number] = (table, answer)
        try:
            self._broker.publish(ASK.topic_of(table), ASK, messages.HubRequest(do, number, text))
            async with asyncio.timeout(ANSWER_TIMEOUT_S):
                return await answer
        except TimeoutError:
            raise NoAnswerError(f"{table} does not answer. Check that it is on and connected to this room.") from None
        finally:
            del self._pending[number]

    def _publish_all_after_connect(self) -> None:
        self.desired.forget_published()
        self.publish_changes()

    def store_report_or_answer(self, topic: str, payload: bytes) -> None:
        table, name = parse_topic(topic)
        if not table or not payload:
            return
        try:
            if name == REPORTED.name:
                self.desired.store_report(
                    table, validation.clamp_fields(decode_message(payload, messages.ReportedState))
                )
                self.publish_changes((table,))
            elif decode_message(payload, _AnswerKind).do != "rotate":
                self._resolve_pending_request(table, decode_message(payload, messages.HubRequestAnswer))
        except BadMessageError as fault:
            log.warning("hub_not_understood", table=table, topic=name, seen=fault)

    def _resolve_pending_request(self, table: str, answer: messages.HubRequestAnswer) -> None:
        asked, waits = self._pending.get(answer.id, ("", None))
        if asked != table or waits is None or waits.done():
            return
        cut = validation.clamp_fields(answer)
        if answer.do == "doctor" and answer.done:
            self.doctor_findings_by_table[table] = cut.findings
        waits.set_result(cut)
