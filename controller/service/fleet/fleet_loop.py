"""The task that connects a running table to a broker; the game never waits for it."""

import asyncio
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from controller import background, limits, log, reading
from controller.care.admin_service import AdminError, AdminService
from controller.care.doctor.broker import BROKER_CODE_BY_FAULT, ROOM_REFUSED_CODE
from controller.care.doctor.findings import MISSING_PIECES_CODE
from controller.devices.health import DeviceState
from controller.fleet import table_id, topics
from controller.fleet.connection import BrokerConfig, BrokerConnection, ConnectionFault, FaultKind, jitter_factor
from controller.fleet.log_messages import BadMessageError
from controller.fleet.messages import Presence, PublicBoard, PublicGameState, TableEvent
from controller.fleet.table_id import CLONE_PAUSE_S, CloneWatch
from controller.games.contract.effects import Announce, Scene, TextScreen
from controller.games.contract.values import Text
from controller.games.game_guard import GameFault
from controller.games.naming import screen_to_speech, translate_text, without_rules
from controller.play.table import Table
from controller.service.fleet.desired_state import DesiredStateHandler
from controller.service.fleet.game_restore import GameRestore
from controller.service.fleet.hub_requests import HubRequestHandler
from controller.service.fleet.room_joiner import TablePasswords
from controller.service.fleet.shipping import LogShipper
from controller.service.fleet.table_state import STATE_TEXT_CHARS, MachineMonitor, build_table_state
from controller.show.effect_loop import DeviceLostEffect
from controller.store import atomic_files, membership, table_files
from controller.texts.translation import LANGUAGES

BIRTH_SPREAD_S: Final = 5.0
"""Longest wait after Home Assistant's birth message, to spread the devices' messages."""

CLONE_LEAVE_DELAY_S: Final = 1.0
"""Delay before we disconnect, so that the clone receives our presence."""

CLONE_CONNECTED: Final = ConnectionFault(FaultKind.CLONE, "both connect alternately")

SWITCHES: Final = {topics.SET_SILENT: "silent", topics.SET_LOCKED: "locked"}
SWITCH_VALUES: Final = {b"ON": True, b"OFF": False}

GAME_FIELDS: Final = ("playing", "step", "text", "round", "to_act", "standings", "winners")
"""What the end of a game changes."""


class FleetLoop:
    """Publishes the table's state, and dispatches messages to their handlers.

    Attributes:
        id: the table's id in topics.
        passwords: the passwords at a room's broker; None at another broker.
    """

    def __init__(
        self,
        table: Table,
        access: membership.BrokerAccess,
        files: table_files.TableFiles,
        page: Callable[[], str],
        admin: AdminService,
    ) -> None:
        """Prepare; `run` connects. ``access`` has the id at the broker; ``page`` returns the page's address."""
        self.id = membership.table_id_or_default(access.section)
        self._table = table
        self._access = access
        self._section = access.section
        self._name = ("" if access.membership is None else access.membership.name) or table.config.table.name
        self._page = page
        self._admin = admin
        self._switches: dict[str, bool] = {}
        self._now_s = asyncio.get_running_loop().time  # the doctor's thread has no loop
        self._boot = os.urandom(8).hex()
        self._offline_presence = Presence(online=False, boot=self._boot, name=self._name)
        self._version = version("royaltable")
        self._changed = asyncio.Event()
        self._bad_messages = log.RetryLog()
        self._published: dict[str, Any] = {}
        self._published_findings: tuple[str, ...] = ()
        self._machine = MachineMonitor(files.journal.parent, self._changed.set)
        self._last_state: PublicGameState | None = None
        self._withheld_result: PublicGameState | None = None
        self._clones = CloneWatch(self._boot)
        self._shipping = LogShipper(table, files.journal, self._publish)
        self._game_restore = GameRestore(table, files, self._publish, self._shipping.restart_shipping)
        self._requests = HubRequestHandler(table, admin, table.config.hub.may, partial(self._publish, topics.ANSWER))
        self._desired = DesiredStateHandler(table, files, access.room_identifier, self._changed.set)
        self.passwords = (
            None
            if access.membership is None
            else TablePasswords(files.membership, access.membership, partial(self._publish, topics.ANSWER))
        )
        self._handlers = self._build_topic_handlers()
        self._connection = BrokerConnection(
            self._load_broker_config,
            self.id,
            will=(topics.PRESENCE.topic_of(self.id), self._offline_presence),
            filters=tuple(self._handlers),
            on_connect=self._on_connect,
            on_message=self._dispatch,
            max_per_s=limits.MQTT_MESSAGES_PER_SECOND,
        )
        self._earlier_topics = self._load_and_remember_topics(files.retained_topics)

    def _load_and_remember_topics(self, file: Path) -> list[str]:
        """Return the topics of an earlier id or prefix; in a room, where the hub chooses the id, there are none."""
        known: list[str] = []
        if self._access.membership is None:
            with suppress(OSError, atomic_files.StateFileError):
                known = membership.load_retained_topics(file, self._section)
                membership.save_retained_topics(file, self._section, known)
        return known[len(topics.retained_topics(self.id, self._section.discovery)) :]

    def _build_topic_handlers(self) -> dict[str, Callable[[bytes], None]]:
        of_table: dict[topics.TopicKind, Callable[[bytes], None]] = {
            topics.WANT: self._handle_want,
            topics.ACK: self._shipping.handle_ack,
            topics.ASK: self._handle_ask,
            topics.PRESENCE: self._detect_clone_by_presence,
            topics.DESIRED: self._desired.apply_desired_state_soon,
            topics.GIVEN: self._game_restore.accept_restore_answer,
        }
        if self._section.commands:
            of_table |= {command: partial(self._queue_switch, setting) for command, setting in SWITCHES.items()}
        handlers = {kind.topic_of(self.id): handler for kind, handler in of_table.items()}
        if self._section.discovery:
            handlers[topics.home_assistant_birth_topic(self._section.discovery)] = self._handle_home_assistant_birth
        return handlers | {topics.HUB_TOPIC: self._shipping.handle_hub_presence}

    def _load_broker_config(self) -> BrokerConfig:
        broker = self._access.load_broker()
        if self.passwords is None:
            return broker
        member = self.passwords.membership  # newer than what `access` has read
        return replace(broker, password=member.password, newer=member.newer)

    @property
    def fault(self) -> ConnectionFault | None:
        """What is wrong; None if nothing, or before the first attempt."""
        return self._connection.fault or next(iter(self._other_faults()), None)

    @property
    def games_waiting(self) -> int | None:
        return self._shipping.games_waiting

    def _other_faults(self) -> list[ConnectionFault]:
        found = []
        if self._clones.is_clone_seen(self._now_s()):
            found.append(CLONE_CONNECTED)
        if self._shipping.is_hello_overdue:
            found.append(ConnectionFault(FaultKind.NO_HUB, "it is online, but does not answer the hello"))
        if self._shipping.has_just_forked:
            found.append(ConnectionFault(FaultKind.FORKED, "both continue the same entries"))
        if ahead := max(self._shipping.hub_ahead_count, self._game_restore.missing_action_count):
            found.append(ConnectionFault(FaultKind.BEHIND, f"{ahead} actions"))
        return found

    def _finding_codes(self) -> tuple[str, ...]:
        unwritten = ("RT-DISK-ERRORS",) if self._table.loop.journal_queue.unwritten else ()
        house = self._desired.reported_state.house
        refused = (ROOM_REFUSED_CODE,) if any(each.state == "refused" for each in house) else ()
        beside = (BROKER_CODE_BY_FAULT[each.kind] for each in self._other_faults())
        missing = (MISSING_PIECES_CODE,) if self._table.stickers.missing else ()
        found = (*beside, *self._machine.codes, *unwritten, *refused, *missing)
        return tuple(dict.fromkeys(found))

    def _wake_if_findings_changed(self) -> None:
        if self._finding_codes() != self._published_findings:
            self._changed.set()

    async def run(self) -> None:
        """Publish the table's state until cancelled; then that it is offline."""
        with self._subscribed_to_table():
            self._desired.load_and_apply()
            parts = (
                self._connection,
                self._shipping,
                self._game_restore,
                self._desired,
                self._requests,
                self._machine,
                self.passwords,
            )
            works = [part.run() for part in parts if part is not None]
            working = asyncio.create_task(
                background.run_concurrently(self._publish_changes(), self._publish_game_boards(), *works)
            )
            try:
                await asyncio.shield(working)
            finally:  # close the connection after the last message
                self._publish(topics.PRESENCE, self._offline_presence)
                await self._connection.close()
                working.cancel()

    @contextmanager
    def _subscribed_to_table(self) -> Iterator[None]:
        table, guarded = self._table, partial(self._table.guard.guard_handler, "broker")
        with ExitStack() as stack:
            for context in (
                table.changed.connect_during(guarded(self._on_table_changed)),
                table.health.changed.connect_during(guarded(self._publish_device_event)),
                table.help_call.changed.connect_during(guarded(self._publish_help_event)),
                table.loop.effects.connect_during(guarded(self._publish_alarm_events)),
                table.help_call.offer_call(),
                self._desired.connected_to_table(),
                table.loop.effects.connect_during(guarded(self._game_restore.offer_restore)),
            ):
                stack.enter_context(context)
            yield

    def _on_table_changed(self, _: object) -> None:
        self._shipping.release_at_open_moment()
        self._changed.set()

    async def _publish_changes(self) -> None:
        while True:
            await self._changed.wait()
            self._changed.clear()
            self._apply_queued_switches()
            self._publish_current_values()
            await asyncio.sleep(limits.MQTT_PUBLISH_EVERY_S)

    def _apply_queued_switches(self) -> None:
        wanted, self._switches = self._switches, {}
        now = self._table.house.current
        changes = {name: value for name, value in wanted.items() if getattr(now, name) != value}
        if changes:
            with suppress(AdminError):  # the next state shows that nothing changed
                self._admin.set_house_rules(changes)
            self._published.pop(topics.STATE.topic_of(self.id), None)

    def _on_connect(self) -> None:
        if self.passwords is not None and self._connection.password is not None:
            self.passwords.queue_accepted_password(self._connection.password)
        self._bad_messages.log_recovery()
        self._shipping.forget_hub()
        self._request_republish()
        self._connection.clear_retained(self._earlier_topics)  # else Home Assistant keeps a ghost
        self._earlier_topics = []

    def _request_republish(self) -> None:
        self._published = {}
        self._changed.set()

    def _publish_current_values(self) -> None:
        table, section = self._table, self._section
        if section.discovery:
            language = table.house.current.language
            device = topics.ha_discovery_payload(
                self.id,
                self._name,
                self._version,
                self._page(),
                lambda word: translate_text(Text(f"mqtt-{word}"), language),
                commands=section.commands,
            )
            self._publish_if_changed(
                topics.TopicKind("", 1, retained=True), topics.ha_discovery_topic(section.discovery, self.id), device
            )
        lost = tuple(device.name for device in table.health if device.fault is not None)
        presence = Presence(
            online=True,
            boot=self._boot,
            machine=table_id.machine_hash_for_table(self.id, table_id.read_machine_hash()),
            version=self._version,
            page=self._page(),
            lost=lost,
            name=self._name,
            findings=self._finding_codes(),
        )
        self._published_findings = presence.findings
        self._publish_if_changed(topics.PRESENCE, topics.PRESENCE.topic_of(self.id), presence)
        self._publish_if_changed(topics.REPORTED, topics.REPORTED.topic_of(self.id), self._desired.reported_state)
        deadline_s = table.hourglass.deadline_s
        for state in self._states_to_publish(build_table_state(table)):
            # Passing time alone is no change; another deadline is.
            key = (replace(state, left_s=None), deadline_s, state.left_s if deadline_s is None else None)
            self._publish_if_changed(topics.STATE, topics.STATE.topic_of(self.id), state, key)
            self._publish_begun_or_over_event(state)  # a hub shows winners with the points of the state

    def _states_to_publish(self, state: PublicGameState) -> Iterator[PublicGameState]:
        """Withhold a result until the scenes of the game's end are over, or the next game begins."""
        result, self._withheld_result = self._withheld_result, None
        if result is not None and state.game_no != result.game_no:
            yield result
        last = self._last_state
        if last is None or not last.playing or state.playing or self._table.effects.scenes_left == 0:
            yield state
        else:
            self._withheld_result = state
            yield replace(state, **{name: getattr(last, name) for name in GAME_FIELDS})

    async def _publish_game_boards(self) -> None:
        """Publish no result before the arrow shows it, and no final board before the result."""
        loop, topic = self._table.loop, topics.BOARD.topic_of(self.id)
        while True:
            await asyncio.sleep(limits.MQTT_PUBLISH_EVERY_S)
            state = self._last_state
            if state is None or loop.state is None or self._table.effects.has_unfinished_arrow:
                continue
            if state.playing and not loop.is_playing:
                continue
            phase = (state.game_no, state.round, state.step, state.to_act, state.standings)
            if self._published.get(topic) == phase:
                continue
            with suppress(GameFault):  # the game loop handles it, and ends the game
                view = msgspec.json.encode(loop.game.view(loop.state, loop.memory))
                if len(view) <= limits.BOARD_BYTES:
                    self._publish_if_changed(topics.BOARD, topic, PublicBoard(loop.game_name, msgspec.Raw(view)), phase)
                    await asyncio.sleep(limits.BOARD_EVERY_S - limits.MQTT_PUBLISH_EVERY_S)

    def _publish_if_changed(self, kind: topics.TopicKind, topic: str, value: Any, key: Any = None) -> None:
        key = value if key is None else key
        if self._connection.connected and self._published.get(topic) != key:
            self._connection.publish(topic, kind, value)
            self._published[topic] = key

    def _publish_begun_or_over_event(self, state: PublicGameState) -> None:
        before, self._last_state = self._last_state, state
        if before is None or before.playing == state.playing:
            return
        if state.playing:
            self._publish(topics.EVENT, TableEvent("begun", game=state.game or ""))
        elif state.winners:
            self._publish(topics.EVENT, TableEvent("over", game=state.game or "", winners=state.winners))

    def _publish_device_event(self, device: DeviceState) -> None:
        self._publish(
            topics.EVENT, TableEvent("device_back" if device.fault is None else "device_lost", device=device.name)
        )

    def _publish_alarm_events(self, effects: Sequence[object]) -> None:
        for effect in effects:
            if isinstance(effect, Announce | Scene) and effect.sound == "alarm":
                with self._table.calling_people():
                    translations = {language: _words_of_alarm(effect, language) for language in LANGUAGES}
                text = translations.pop(self._table.house.language)
                self._publish(topics.EVENT, TableEvent("alarm", text=text, translations=translations))

    def _publish_help_event(self, _: None) -> None:
        if self._table.help_call.is_called:
            self._publish(topics.EVENT, TableEvent("help"))

    def _detect_clone_by_presence(self, payload: bytes) -> None:
        if not payload and self._access.membership is None:  # cleared by a copy of this table that has another id
            self._request_republish()
        try:
            presence = msgspec.json.decode(payload, type=Presence)
        except reading.JSON_ERRORS:
            return
        now_s = asyncio.get_running_loop().time()
        before = self._clones.is_clone_seen(now_s)
        leaves = self._clones.must_disconnect_on_presence(presence, self._connection.previous_duration_s, now_s)
        if self._clones.is_clone_seen(now_s) and not before:
            log.warning("another_copy", seen=presence.boot)
            self._table.loop.show_effects(
                (DeviceLostEffect(TextScreen(Text("room-twin-title"), (Text("room-twin"),))),)
            )
        if leaves:
            asyncio.get_running_loop().call_later(
                CLONE_LEAVE_DELAY_S,
                self._connection.disconnect_for,
                CLONE_CONNECTED,
                CLONE_PAUSE_S * jitter_factor(self._boot, 0),
            )
        if presence.boot != self._boot:  # the clone must receive our presence, too
            self._published.pop(topics.PRESENCE.topic_of(self.id), None)
            self._changed.set()

    def _publish(self, kind: topics.TopicKind, value: Any) -> None:
        assert kind in topics.FROM_TABLE
        self._connection.publish(kind.topic_of(self.id), kind, value)
        self._wake_if_findings_changed()

    def _dispatch(self, topic: str, payload: bytes) -> None:
        if topic not in self._handlers:  # brokers may send other topics
            return
        try:
            self._handlers[topic](payload)
        except BadMessageError as fault:
            self._bad_messages.log_failure("hub_not_understood", self._now_s(), topic=topic, seen=fault)
        self._wake_if_findings_changed()

    def _handle_want(self, payload: bytes) -> None:
        self._shipping.handle_want(payload)
        self._game_restore.request_check()

    def _handle_ask(self, payload: bytes) -> None:
        if self.passwords is None or not self.passwords.queue_new_password(payload):
            self._requests.queue_request(payload)

    def _handle_home_assistant_birth(self, payload: bytes) -> None:
        if payload == b"online":
            wait_s = BIRTH_SPREAD_S * (2 * jitter_factor(self.id, 0) - 1)
            asyncio.get_running_loop().call_later(wait_s, self._request_republish)

    def _queue_switch(self, setting: str, payload: bytes) -> None:
        if payload in SWITCH_VALUES:
            self._switches[setting] = SWITCH_VALUES[payload]
            self._changed.set()


def _words_of_alarm(effect: Announce | Scene, language: str) -> str:
    if isinstance(effect, Scene):
        words = without_rules(translate_text(effect.sentence, language))
    else:
        words = screen_to_speech(effect.screen, language)
    return words[:STATE_TEXT_CHARS]
