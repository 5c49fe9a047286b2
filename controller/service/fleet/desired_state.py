"""Apply and store the hub's desired state; request the software version in it."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Final

from controller import limits, log
from controller.care.own_update import GAME_IN_PROGRESS, STATUS_FILE, read_update_status
from controller.fleet.log_messages import BadMessageError, decode_message
from controller.fleet.messages import NO_PLAYERS, NOTHING_DESIRED, DesiredState, ReportedState, UpdateReport
from controller.games.contract.values import CastleId
from controller.games.game_guard import GameFault
from controller.play.table import Table
from controller.service.fleet.next_fixture import NextFixture
from controller.service.fleet.room_settings import RoomSettingsHandler
from controller.service.fleet.table_state import pause_after_work
from controller.store import atomic_files, membership, table_files
from controller.store.journal import JournalError

UPDATE_STATUS_EVERY_S: Final = 5.0
"""How often the status is read while a wanted update is not installed."""

UPDATE_RETRY_S: Final = 600.0
"""Time between update requests while root's unit fails, as when the hub is offline."""

UPDATE_RETRY_AFTER_GAME_S: Final = 30.0
"""Like ``UPDATE_RETRY_S``, after the unit reported a game, which may have just ended."""


class UpdateRequester:
    """Requests updates from root's unit, between games.

    Args:
        file: the file of the request; writing it starts root's unit.
        allowed: the table's owner allows updates by the hub.
        changed: called when the report changes.
        status_file: written by root's unit.
    """

    def __init__(
        self, table: Table, file: Path, *, allowed: bool, changed: Callable[[], None], status_file: Path = STATUS_FILE
    ) -> None:
        self._table = table
        self._file = file
        self._allowed = allowed
        self._changed = changed
        self._status_file = status_file
        self._wanted: str | None = None
        self._requested: tuple[str, bool, float] | None = None
        self._news = asyncio.Event()
        self._retries = log.RetryLog()
        self.report: UpdateReport | None = None

    def set_wanted_version(self, wanted: str | None) -> None:
        if wanted != self._wanted:
            self._wanted, self._requested = wanted, None
            self._news.set()

    async def run(self) -> None:
        """Request the wanted version between games and follow the update, forever."""
        while True:
            began_s = asyncio.get_running_loop().time()
            self._update_report_and_request()
            await pause_after_work(began_s)
            is_there = self.report is None or self.report.state == "holds" or not self._allowed
            try:
                async with asyncio.timeout(None if is_there else UPDATE_STATUS_EVERY_S):
                    await self._news.wait()
            except TimeoutError:
                pass
            self._news.clear()

    def _update_report_and_request(self) -> None:
        report = None if self._wanted is None else self._build_report(self._wanted)
        if report != self.report:
            self.report = report
            self._changed()
        if self._wanted is not None and report is not None and report.state == "waits" and self._allowed:
            self._request_update(self._wanted)

    def _request_update(self, wanted: str) -> None:
        try:
            playing = self._table.loop.is_playing
        except GameFault:  # the game loop handles it, and ends the game
            return
        every_s = (
            UPDATE_RETRY_AFTER_GAME_S
            if self.report is not None and self.report.why == GAME_IN_PROGRESS
            else UPDATE_RETRY_S
        )
        now = (wanted, playing, asyncio.get_running_loop().time() // every_s)
        if self._requested != now and not playing:
            try:
                atomic_files.write_atomically(self._file, f"{wanted}\n")
            except OSError as fault:
                now_s = asyncio.get_running_loop().time()
                self._retries.log_failure("update_not_asked_for", now_s, file=self._file, seen=fault.strerror)
            else:
                self._retries.log_recovery()
        self._requested = now

    def _build_report(self, wanted: str) -> UpdateReport:
        if not self._allowed:
            return UpdateReport(wanted, "refused", "`may` under [hub] in the table's table.toml does not allow updates")
        is_installed, unit_report = wanted == version("royaltable"), self._read_unit_report()
        if unit_report is not None and unit_report.version == wanted and (unit_report.state != "holds" or is_installed):
            return unit_report
        return UpdateReport(wanted, "holds" if is_installed else "waits")

    def _read_unit_report(self) -> UpdateReport | None:
        """Return the report of root's unit; None without a valid one."""
        status = read_update_status(self._status_file)
        if status is None or status.state == "found":
            return None
        return UpdateReport(status.version, status.state, status.why)


class DesiredStateHandler:
    """The latest desired state, applied and stored.

    Args:
        room: the broker and the table's id there.
        changed: called when the report changes.
    """

    def __init__(self, table: Table, files: table_files.TableFiles, room: str, changed: Callable[[], None]) -> None:
        self._table = table
        self._file = files.desired_state
        self._room = room
        self._desired = NOTHING_DESIRED
        self._payload = b""
        self._retries = log.RetryLog()
        self._arrived = asyncio.Event()
        self._news = asyncio.Event()
        self._saved: membership.SavedDesiredState | None = None
        castles = [CastleId(castle.color) for castle in table.config.castle]
        may = table.config.hub.may
        self._fixture = NextFixture(table.loop, table.questions, castles, allowed="fixture" in may, changed=changed)
        self._update = UpdateRequester(table, files.update, allowed="update" in may, changed=changed)
        self._settings = RoomSettingsHandler(table.loop, table.house, castles, may, self._on_settings_changed)
        self._changed = changed

    @property
    def reported_state(self) -> ReportedState:
        return ReportedState(self._fixture.report, self._update.report, self._settings.reports)

    @contextmanager
    def connected_to_table(self) -> Iterator[None]:
        """Offer fixtures and apply room settings inside this context."""
        loop, settings = self._table.loop, self._settings
        guarded = partial(self._table.guard.guard_handler, "broker")
        with ExitStack() as stack:
            stack.enter_context(loop.effects.connect_during(guarded(self._fixture.offer_fixture)))
            stack.enter_context(loop.effects.connect_during(guarded(settings.apply_unless_playing)))
            stack.enter_context(loop.cleared.connect_during(guarded(settings.apply_settings)))
            stack.callback(settings.withdraw_settings)
            stack.callback(self._table.room.set_people, None, {})
            yield

    def load_and_apply(self) -> None:
        try:
            kept = membership.load_desired_state(self._file)
        except atomic_files.StateFileError as fault:
            log.warning("wishes_unreadable", seen=fault)
            return
        self._saved = kept
        if kept is not None and kept.room == self._room:
            self._settings.reapply_room_settings(kept.holds)
            self._apply_desired(kept.desired)

    def apply_desired_state_soon(self, payload: bytes) -> None:
        """Have a desired state applied soon; an empty payload desires nothing."""
        self._payload = payload
        self._arrived.set()

    async def run(self) -> None:
        await asyncio.gather(
            self._fixture.run(), self._update.run(), self._apply_latest_messages(), self._save_changes()
        )

    async def _apply_latest_messages(self) -> None:
        while True:
            await self._arrived.wait()
            self._arrived.clear()
            began_s = asyncio.get_running_loop().time()
            self._decode_and_apply(self._payload)
            await pause_after_work(began_s)

    def _decode_and_apply(self, payload: bytes) -> None:
        try:
            desired = decode_message(payload, DesiredState) if payload else NOTHING_DESIRED
        except BadMessageError as fault:
            log.warning("hub_not_understood", topic="desired", seen=fault)
            return
        if desired != self._desired:
            self._apply_desired(desired)
            self._news.set()

    async def _save_changes(self) -> None:
        loop, retries = asyncio.get_running_loop(), log.RetryLog()
        while True:
            await self._news.wait()
            self._news.clear()
            kept = membership.SavedDesiredState(
                self._room, self._desired, dict(self._settings.active_settings), self._settings.reports
            )
            if kept == self._saved:
                continue
            try:
                await asyncio.to_thread(atomic_files.save_json, self._file, kept, mode=0o600)
                self._saved = kept
                retries.log_recovery()
            except OSError as fault:
                retries.log_failure("wishes_not_kept", loop.time(), file=self._file, seen=fault.strerror)
            await asyncio.sleep(limits.DESIRED_SAVED_EVERY_S)

    def _apply_desired(self, desired: DesiredState) -> None:
        try:
            self._fixture.set_wanted_fixture(desired.fixture)
        except JournalError as fault:  # tried again at the hub's next message or the next start
            self._retries.log_failure("wishes_wait", asyncio.get_running_loop().time(), seen=fault)
            return
        self._retries.log_recovery()
        self._update.set_wanted_version(desired.version)
        self._settings.set_wanted_settings(desired.house)
        players = desired.players or NO_PLAYERS
        self._table.room.set_people(players.game_no, {CastleId(castle): name for castle, name in players.names.items()})
        self._desired = desired

    def _on_settings_changed(self) -> None:
        self._news.set()
        self._changed()
