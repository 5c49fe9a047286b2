"""The one task that joins a running table to a broker; the game waits for nothing of it."""

import asyncio
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from importlib.metadata import version
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from controller import limits, log
from controller.background import run_all
from controller.care.admin_service import AdminError, AdminService
from controller.care.doctor.broker import CODES, REFUSED
from controller.devices.health import DeviceState
from controller.fleet import table_id, topics
from controller.fleet.connection import BrokerConfig, BrokerConnection, ConnectionFault, FaultKind, jitter
from controller.fleet.log_messages import BadMessageError
from controller.fleet.messages import Presence, TableEvent, TableState
from controller.fleet.table_id import CLONE_PAUSE_S, CloneWatch
from controller.fleet.topics import (
    ACK,
    ANSWER,
    ASK,
    DESIRED,
    EVENT,
    FROM_TABLE,
    GIVEN,
    HUB_TOPIC,
    PRESENCE,
    REPORTED,
    SET_LOCKED,
    SET_SILENT,
    STATE,
    WANT,
    TopicKind,
    birth_topic,
    discovery_topic,
)
from controller.games.contract.effects import Announce, TextScreen
from controller.games.contract.values import Text
from controller.games.naming import sentence, spoken
from controller.play.table import Table
from controller.reading import NO_JSON
from controller.service.fleet.desired_state import DesiredState
from controller.service.fleet.game_restore import GameRestore
from controller.service.fleet.hub_requests import HubRequests
from controller.service.fleet.room_joiner import TablePasswords
from controller.service.fleet.shipping import LogShipper
from controller.service.fleet.table_state import STATE_TEXT_CHARS, MachineMonitor, table_state
from controller.show.effect_loop import DeviceLost
from controller.store.membership import BrokerAccess, table_id_of
from controller.store.table_files import TableFiles

BIRTH_SPREAD_S: Final = 5.0
"""After Home Assistant's birth all its devices speak, so each waits a while of its own."""

TELLS_TWIN_S: Final = 1.0
"""Before the line is left to it, another copy may hear of us."""

ANOTHER: Final = ConnectionFault(FaultKind.CLONE, "both are on the line by turns")

SWITCHES: Final = {SET_SILENT: "silent", SET_LOCKED: "locked"}
PRESSED: Final = {b"ON": True, b"OFF": False}


class FleetLoop:
    """Owner of what the broker was told of this table.

    Attributes:
        id: the table's, in topics.
        keys: its passwords at the broker of a room; None at another.
    """

    def __init__(
        self,
        table: Table,
        way: BrokerAccess,
        files: TableFiles,
        page: Callable[[], str],
        admin: AdminService,
    ) -> None:
        """Nothing is told before `run`.

        Args:
            table: of which is told.
            way: where the broker is, and what the table is called there.
            files: the table's.
            page: gives the address of the table's page.
            admin: what its owner may do.
        """
        self.id = table_id_of(way.section)
        self._table = table
        self._way = way
        self._section = way.section
        self._name = ("" if way.membership is None else way.membership.name) or table.config.table.name
        self._page = page
        self._admin = admin
        self._wanted: dict[str, bool] = {}
        self._now_s = asyncio.get_running_loop().time  # the doctor asks in a thread
        self._boot = os.urandom(8).hex()
        self._version = version("royaltable")
        self._changed = asyncio.Event()
        self._bad_messages = log.RetryLog()
        self._told: dict[str, Any] = {}
        self._told_findings: tuple[str, ...] = ()
        self._machine = MachineMonitor(files.journal.parent, self._changed.set)
        self._seen: TableState | None = None
        self._twin = CloneWatch(self._boot)
        self._shipping = LogShipper(table, files.journal, self._say)
        self._taking_back = GameRestore(table, files, self._say, self._shipping.begin_anew)
        self._asked = HubRequests(table, admin, table.config.hub.may, partial(self._say, ANSWER))
        self._wishes = DesiredState(table, files, way.room, self._changed.set)
        self.keys = (
            None
            if way.membership is None
            else TablePasswords(files.membership, way.membership, partial(self._say, ANSWER))
        )
        self._handlers = self._by_topic()
        self._line = BrokerConnection(
            self._broker,
            self.id,
            will=(PRESENCE.of(self.id), Presence(online=False, boot=self._boot)),
            filters=tuple(self._handlers),
            on_connect=self._connected,
            on_message=self._heard,
            max_per_s=limits.MQTT_MESSAGES_PER_SECOND,
        )

    def _by_topic(self) -> dict[str, Callable[[bytes], None]]:
        """Who takes the messages of which topic."""
        of_table: dict[TopicKind, Callable[[bytes], None]] = {
            WANT: self._want,
            ACK: self._shipping.ack_heard,
            ASK: self._ask,
            PRESENCE: self._presence,
            DESIRED: self._wishes.heard,
            GIVEN: self._taking_back.heard,
        }
        if self._section.commands:
            of_table |= {command: partial(self._switch, setting) for command, setting in SWITCHES.items()}
        handlers = {kind.of(self.id): handler for kind, handler in of_table.items()}
        if self._section.discovery:
            handlers[birth_topic(self._section.discovery)] = self._birth
        return handlers | {HUB_TOPIC: self._shipping.hub_heard}

    def _broker(self) -> BrokerConfig:
        broker = self._way.load_broker()
        if self.keys is None:
            return broker
        member = self.keys.membership  # the way may be older than what was announced since
        return replace(broker, password=member.password, newer=member.newer)

    @property
    def fault(self) -> ConnectionFault | None:
        """What is the matter; None while the broker hears us, or is asked for the first time."""
        return self._line.fault or next(iter(self._beside_the_line()), None)

    def _beside_the_line(self) -> list[ConnectionFault]:
        found = []
        if self._twin.is_seen(self._now_s()):
            found.append(ANOTHER)
        if self._shipping.is_unheard:
            found.append(ConnectionFault(FaultKind.NO_HUB, "it is there, and answers no hello"))
        if self._shipping.has_forked:
            found.append(ConnectionFault(FaultKind.FORKED, "they follow on the same ones"))
        if ahead := max(self._shipping.ahead, self._taking_back.actions):
            found.append(ConnectionFault(FaultKind.BEHIND, f"{ahead} actions"))
        return found

    def _findings(self) -> tuple[str, ...]:
        unwritten = ("RT-DISK-ERRORS",) if self._table.loop.journal_queue.unwritten else ()
        refused = (REFUSED,) if any(each.state == "refused" for each in self._wishes.reported.house) else ()
        beside = (CODES[each.kind] for each in self._beside_the_line())
        found = (*beside, *self._machine.codes, *unwritten, *refused)
        return tuple(dict.fromkeys(found))

    def _look_beside_the_line(self) -> None:
        if self._findings() != self._told_findings:
            self._changed.set()

    async def run(self) -> None:
        """Tell the broker what holds, for ever; at the end that the table is gone."""
        with self._listening():
            self._wishes.take_up()
            parts = (self._line, self._shipping, self._taking_back, self._wishes, self._asked, self._machine, self.keys)
            works = [part.run() for part in parts if part is not None]
            working = asyncio.create_task(run_all(self._keep_told(), *works))
            try:
                await asyncio.shield(working)
            finally:  # not before the last word has the line its end
                self._say(PRESENCE, Presence(online=False, boot=self._boot))
                await self._line.close()
                working.cancel()

    @contextmanager
    def _listening(self) -> Iterator[None]:
        """Hear what happens at the table, and offer people to call for help meanwhile."""
        table, guarded = self._table, partial(self._table.guard.guard_handler, "broker")
        with ExitStack() as stack:
            for context in (
                table.changed.connected(guarded(self._table_changed)),
                table.health.changed.connected(guarded(self._device)),
                table.help_call.changed.connected(guarded(self._called)),
                table.loop.effects.connected(guarded(self._alarms)),
                table.help_call.offered(),
                self._wishes.followed(),
                table.loop.effects.connected(guarded(self._taking_back.offer)),
            ):
                stack.enter_context(context)
            yield

    def _table_changed(self, _: object) -> None:
        self._shipping.look()
        self._changed.set()

    async def _keep_told(self) -> None:
        while True:
            await self._changed.wait()
            self._changed.clear()
            self._set_what_is_wanted()
            self._tell()
            await asyncio.sleep(limits.MQTT_PUBLISH_EVERY_S)

    def _set_what_is_wanted(self) -> None:
        wanted, self._wanted = self._wanted, {}
        now = self._table.house.current
        changes = {name: value for name, value in wanted.items() if getattr(now, name) != value}
        if changes:
            with suppress(AdminError):  # the state that is told next shows that nothing was done
                self._admin.set_house(changes)
            self._told.pop(STATE.of(self.id), None)

    def _connected(self) -> None:
        if self.keys is not None and self._line.password is not None:
            self.keys.let_in(self._line.password)
        self._bad_messages.recovered()
        self._shipping.connected()
        self._say_all_anew()

    def _say_all_anew(self) -> None:
        self._told = {}
        self._changed.set()

    def _tell(self) -> None:
        table, section = self._table, self._section
        if section.discovery:
            language = table.house.current.language
            device = topics.discovery_payload(
                self.id,
                self._name,
                self._version,
                self._page(),
                lambda word: sentence(Text(f"mqtt-{word}"), language),
                commands=section.commands,
            )
            self._say_once(TopicKind("", 1, retained=True), discovery_topic(section.discovery, self.id), device)
        lost = tuple(device.name for device in table.health if device.fault is not None)
        presence = Presence(
            online=True,
            boot=self._boot,
            machine=table_id.machine_for_table(self.id, table_id.machine_hash()),
            version=self._version,
            page=self._page(),
            lost=lost,
            name=self._name,
            findings=self._findings(),
        )
        self._told_findings = presence.findings
        self._say_once(PRESENCE, PRESENCE.of(self.id), presence)
        self._say_once(REPORTED, REPORTED.of(self.id), self._wishes.reported)
        state = table_state(table)
        self._happened(state)
        # What is left runs by itself: it is no news as long as the deadline is the same.
        deadline_s = table.hourglass.deadline_s
        key = (replace(state, left_s=None), deadline_s, state.left_s if deadline_s is None else None)
        self._say_once(STATE, STATE.of(self.id), state, key)

    def _say_once(self, kind: TopicKind, topic: str, value: Any, key: Any = None) -> None:
        key = value if key is None else key
        if self._line.connected and self._told.get(topic) != key:
            self._line.publish(topic, kind, value)
            self._told[topic] = key

    def _happened(self, state: TableState) -> None:
        before, self._seen = self._seen, state
        if before is None or before.playing == state.playing:
            return
        loop = self._table.loop
        if state.playing:
            self._say(EVENT, TableEvent("begun", game=state.game or ""))
        elif loop.state is not None and (outcome := self._table.game.summary(loop.state).outcome) is not None:
            self._say(EVENT, TableEvent("over", game=state.game or "", winners=tuple(outcome.winners)))

    def _device(self, device: DeviceState) -> None:
        self._say(EVENT, TableEvent("device_back" if device.fault is None else "device_lost", device=device.name))

    def _alarms(self, effects: Sequence[object]) -> None:
        for effect in effects:
            if isinstance(effect, Announce) and effect.sound == "alarm":
                self._say(
                    EVENT,
                    TableEvent("alarm", text=spoken(effect.screen, self._table.house.language)[:STATE_TEXT_CHARS]),
                )

    def _called(self, _: None) -> None:
        if self._table.help_call.is_called:
            self._say(EVENT, TableEvent("help"))

    def _presence(self, payload: bytes) -> None:
        try:
            presence = msgspec.json.decode(payload, type=Presence)
        except NO_JSON:
            return
        now_s = asyncio.get_running_loop().time()
        before = self._twin.is_seen(now_s)
        leaves = self._twin.heard(presence, self._line.previous_duration_s, now_s)
        if self._twin.is_seen(now_s) and not before:
            log.warning("another_copy", seen=presence.boot)
            self._table.loop.show((DeviceLost(TextScreen(Text("room-twin-title"), (Text("room-twin"),))),))
        if leaves:
            asyncio.get_running_loop().call_later(
                TELLS_TWIN_S, self._line.pause_for, ANOTHER, CLONE_PAUSE_S * jitter(self._boot, 0)
            )
        if presence.boot != self._boot:  # the other one is to hear of us, too
            self._told.pop(PRESENCE.of(self.id), None)
            self._changed.set()

    def _say(self, kind: TopicKind, value: Any) -> None:
        assert kind in FROM_TABLE
        self._line.publish(kind.of(self.id), kind, value)
        self._look_beside_the_line()

    def _heard(self, topic: str, payload: bytes) -> None:
        if topic not in self._handlers:  # a broker may send what was not asked for
            return
        try:
            self._handlers[topic](payload)
        except BadMessageError as fault:
            self._bad_messages.failed("hub_not_understood", self._now_s(), topic=topic, seen=fault)
        self._look_beside_the_line()

    def _want(self, payload: bytes) -> None:
        self._shipping.want_heard(payload)
        self._taking_back.greeted()

    def _ask(self, payload: bytes) -> None:
        if self.keys is None or not self.keys.heard(payload):
            self._asked.heard(payload)

    def _birth(self, payload: bytes) -> None:
        """Home Assistant has started, and has to be told all."""
        if payload == b"online":
            wait_s = BIRTH_SPREAD_S * (2 * jitter(self.id, 0) - 1)
            asyncio.get_running_loop().call_later(wait_s, self._say_all_anew)

    def _switch(self, setting: str, payload: bytes) -> None:
        if payload in PRESSED:
            self._wanted[setting] = PRESSED[payload]
            self._changed.set()
