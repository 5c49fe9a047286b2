"""The room: its tables' latest messages as cards for the page, and the task that receives them."""

import asyncio
import os
import re
import zlib
from collections import deque
from collections.abc import AsyncIterator, Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from controller import limits
from controller.background import run_concurrently
from controller.fleet.connection import WILL_DELAY_S, BrokerConfig, BrokerConnection
from controller.fleet.messages import HubRequest, Presence, PublicBoard, PublicGameState, Standing, TableEvent
from controller.fleet.topics import ASK, BOARD, EVENT, FROM_TABLE, PRESENCE, STATE, parse_topic
from controller.signals import Subscribers
from controller.web.static_files import game_scripts_folder_name
from hub import validation
from hub.alerts import Alert, AlertCause, AlertCode, Alerts
from hub.restarts import run_with_restarts
from hub.webhook import Webhook

LARGE_EVENTS: Final = ("alarm", "over")
"""Events that the television view shows large."""

LARGE_EVENT_S: Final = 8.0
ANNOUNCEMENT_S: Final = 60.0
"""How long televisions show events and announcements."""

ALERT_CODE_BY_FINDING: Final = {
    "RT-HUB-TWIN": AlertCode.TWIN,
    "RT-HUB-FORK": AlertCode.FORK,
    "RT-POWER-LOW": AlertCode.THROTTLED,
    "RT-TOO-HOT": AlertCode.THROTTLED,
    "RT-DISK-FULL": AlertCode.DISK,
    "RT-DISK-READONLY": AlertCode.DISK,
    "RT-DISK-ERRORS": AlertCode.DISK,
    "RT-PIECES-MISSING": AlertCode.PIECES,
}
"""The alert that each of these findings of a table's own doctor raises."""

ALERTING_CORRECTIONS: Final = 3
"""So many corrections in a round raise an alert: players seem to disagree with the table."""

TOPIC_FILTERS: Final = tuple(kind.topic_of("+") for kind in (PRESENCE, STATE, BOARD, EVENT))


class _TableRecord(Struct):
    """A table's latest messages; ``live`` if any was not retained.

    ``ends_s`` is the end of its hourglass, ``scripts`` the folder of the scripts that draw its game.
    """

    presence: Presence | None = None
    state: PublicGameState | None = None
    board: PublicBoard | None = None
    board_hash: str = ""
    ends_s: float | None = None
    scripts: str | None = None
    live: bool = False


NO_STATE: Final = PublicGameState(
    game=None,
    playing=False,
    step="",
    text="",
    round=None,
    to_act=None,
    left_s=None,
    paused=False,
    silent=False,
    locked=False,
    language="",
)


class _News(Struct, frozen=True):
    number: int
    table: str
    event: TableEvent
    until_s: float
    winners: tuple[Standing, ...] = ()
    game_no: int | None = None


class Room:
    """The tables' latest messages; times are event-loop seconds. Tables of ``plan`` come first, others by name."""

    def __init__(self, plan: Sequence[str] = ()) -> None:
        self._plan_index = {table: place for place, table in enumerate(plan)}
        self._tables: dict[str, _TableRecord] = {}
        self._news: deque[_News] = deque(maxlen=limits.ROOM_NEWS_WAITING)
        self._last_number = 0

    def apply_message(self, topic: str, payload: bytes, now_s: float, *, retained: bool = False) -> bool:
        """Apply a message; return whether the room changed.

        A ``retained`` message does not start the hourglass, since it may be old.
        """
        table, kind = parse_topic(topic)
        if kind not in {PRESENCE.name, STATE.name, BOARD.name, EVENT.name}:
            return False
        if kind == PRESENCE.name and not payload:
            for news in [each for each in self._news if each.table == table]:
                self._news.remove(news)
            return self._tables.pop(table, None) is not None
        if kind == BOARD.name:
            return self._parse_and_set_board(table, payload)
        if table not in self._tables and not self._fits_after_eviction(table, retained=retained):
            return False
        if kind == EVENT.name:
            return self._add_event_for_televisions(table, payload, now_s)
        expected: type[Presence | PublicGameState] = Presence if kind == PRESENCE.name else PublicGameState
        value = validation.parse_and_clamp(payload, expected)
        if value is None:
            return False
        record = self._tables.setdefault(table, _TableRecord())
        record.live |= not retained
        if isinstance(value, Presence):
            record.presence = value
        else:
            if record.state is not None and record.state.game_no != value.game_no:
                record.board, record.board_hash = None, ""
            record.state, record.scripts = value, game_scripts_folder_name(value.rules)
            runs = value.left_s is not None and not value.paused and not retained
            record.ends_s = now_s + (value.left_s or 0.0) if runs else None
        return True

    def alert_causes(self) -> frozenset[AlertCause]:
        """Return causes of alerts; for an offline table only that it is offline or calls for help."""
        return frozenset(
            AlertCause(table, code) for table, record in self._tables.items() for code in _alert_codes(record)
        )

    def is_online(self, table: str) -> bool:
        record = self._tables.get(table)
        return record is not None and record.presence is not None and record.presence.online

    def board(self, table: str) -> PublicBoard | None:
        record = self._tables.get(table)
        return None if record is None else record.board

    def castles_in_game(self, table: str, game: int) -> list[str]:
        """Return the castles of a table's running game; none if it does not play the game with this number."""
        record = self._tables.get(table)
        state = NO_STATE if record is None or record.state is None else record.state
        return [each.castle for each in state.standings] if state.playing and state.game_no == game else []

    def castle_points_by_table(self) -> dict[str, dict[str, int]]:
        """Return castles' points in running games by table; omit castles without points."""
        return {
            table: {each.castle: each.points for each in record.state.standings if each.points is not None}
            for table, record in self._tables.items()
            if record.state is not None and record.state.playing
        }

    def game_number_by_table(self) -> dict[str, int]:
        """Return the number, in its journal, of the game on each table that has one."""
        numbers = {table: record.state.game_no for table, record in self._tables.items() if record.state is not None}
        return {table: number for table, number in numbers.items() if number is not None}

    def table_name(self, table: str) -> str:
        record = self._tables.get(table)
        return table if record is None or record.presence is None else record.presence.name or table

    def room_to_json(self, alerts: Sequence[Alert], now_s: float) -> dict[str, Any]:
        """Return the page's value, as JSON.

        - ``now_s``, on the same clock as all other times;
        - ``order``: ids of tables; ``cards`` by id: ``name``, ``online``, ``page``, ``lost`` (devices), ``game``,
          ``playing``, ``step``, ``text`` that says it in the table's ``language``, ``scripts`` (folder of the
          scripts that say it in others, or null), ``round``, ``to_act``, ``paused``, ``left_s`` (of a paused
          hourglass), ``ends_s`` (of one that runs), ``standings`` (``castle``, ``color``, ``points``, ``leads``),
          ``help``, ``game_no`` and ``seq``: the game's number and count of actions; ``board``: changes with the
          picture of its board, "" without one;
        - ``needs``, longest first: ``table``, ``code``, ``since_s``, ``taken``;
        - ``news`` for televisions: ``number``, ``table`` ("" for an announcement), ``kind``, ``text``,
          ``translations`` (of ``text``, by language), ``game``, ``game_no``, ``winners`` (``castle``, ``color``,
          ``points``), ``until_s``.
        """
        return {
            "now_s": round(now_s, 3),
            "order": sorted(self._tables, key=self._plan_then_name_key),
            "cards": {table: self._card_to_json(table, record) for table, record in self._tables.items()},
            "needs": [
                {"table": alert.table, "code": alert.code, "since_s": round(alert.since_s, 3), "taken": alert.taken}
                for alert in alerts
            ],
            "news": [_news_to_json(news) for news in self._news],
        }

    def expire_news(self, now_s: float) -> bool:
        before = len(self._news)
        for news in [each for each in self._news if each.until_s <= now_s]:
            self._news.remove(news)
        return len(self._news) != before

    def add_announcement(self, text: str, now_s: float) -> list[str]:
        """Show a message on all televisions; return the online tables, for their consoles."""
        self._add_news("", TableEvent("message", text=text), now_s + ANNOUNCEMENT_S)
        return [table for table in self._tables if self.is_online(table)]

    def list_table_summaries(self) -> list[dict[str, Any]]:
        return [
            {
                "table": table,
                "name": self.table_name(table),
                "online": self.is_online(table),
                "version": "" if (presence := self._tables[table].presence) is None else presence.version,
            }
            for table in sorted(self._tables, key=self._plan_then_name_key)
        ]

    def table_counts(self) -> dict[str, int]:
        there = [record for record in self._tables.values() if record.presence is not None and record.presence.online]
        playing = sum(record.state is not None and record.state.playing for record in there)
        return {"known": len(self._tables), "online": len(there), "playing": playing}

    def _fits_after_eviction(self, table: str, *, retained: bool) -> bool:
        """Return whether ``table`` fits; if full, a live table evicts one known only from retained messages.

        A foreign broker may retain many tables' messages. Tables of the plan stay, and may evict live ones.
        """
        if len(self._tables) < limits.HUB_TABLES:
            return True
        if retained and table not in self._plan_index:
            return False
        others = [other for other in self._tables if other not in self._plan_index]
        silent = next((other for other in others if not self._tables[other].live), None)
        goes = silent or (others[0] if others and table in self._plan_index else None)
        if goes is not None:
            del self._tables[goes]
        return goes is not None

    def _parse_and_set_board(self, table: str, payload: bytes) -> bool:
        record = self._tables.get(table)
        if record is None:  # presence comes first; a revoked table may still send its board
            return False
        board = validation.parse_board(payload)
        record.board, record.board_hash = board, "" if board is None else f"{zlib.crc32(board.view):x}"
        return True

    def _add_event_for_televisions(self, table: str, payload: bytes, now_s: float) -> bool:
        event = validation.parse_and_clamp(payload, TableEvent)
        if event is None or event.event_type not in LARGE_EVENTS or table not in self._tables:
            return False
        theirs = [news for news in self._news if news.table == table]
        if len(theirs) >= limits.ROOM_NEWS_WAITING_PER_TABLE:
            self._news.remove(theirs[0])
        state = self._tables[table].state or NO_STATE
        standings = {each.castle: each for each in state.standings}
        winners = tuple(standings.get(castle) or Standing(castle, None) for castle in event.winners)
        self._add_news(table, event, now_s + LARGE_EVENT_S, winners, state.game_no)
        return True

    def _add_news(
        self,
        table: str,
        event: TableEvent,
        until_s: float,
        winners: tuple[Standing, ...] = (),
        game_no: int | None = None,
    ) -> None:
        self._last_number += 1
        self._news.append(_News(self._last_number, table, event, until_s, winners, game_no))

    def _plan_then_name_key(self, table: str) -> tuple[int, list[str | tuple[int, str]], str]:
        return self._plan_index.get(table, len(self._plan_index)), _natural_sort_key(self.table_name(table)), table

    def _card_to_json(self, table: str, record: _TableRecord) -> dict[str, Any]:
        presence, state = record.presence, record.state or NO_STATE
        return {
            "name": self.table_name(table),
            "online": presence is not None and presence.online,
            "page": "" if presence is None else presence.page,
            "lost": [] if presence is None else list(presence.lost),
            "game": state.game,
            "playing": state.playing,
            "step": state.step,
            "text": state.text,
            "language": state.language,
            "scripts": record.scripts,
            "round": state.round,
            "to_act": state.to_act,
            "paused": state.paused,
            "left_s": state.left_s if state.paused else None,
            "ends_s": None if record.ends_s is None else round(record.ends_s, 1),
            "standings": _standings_to_json(state),
            "help": state.help,
            "game_no": state.game_no,
            "seq": state.seq,
            "board": record.board_hash,
        }


def _standings_to_json(state: PublicGameState) -> list[dict[str, Any]]:
    points = [each.points for each in state.standings if each.points is not None]
    most = max(points, default=0)
    leaders = {each.castle for each in state.standings if each.points == most > min(points)} if points else set()
    first = leaders if state.playing else set(state.winners)  # at the end, one may win a tie
    return [_standing_to_json(each) | {"leads": each.castle in first} for each in state.standings]


def _standing_to_json(standing: Standing) -> dict[str, Any]:
    return {
        "castle": standing.castle,
        "color": standing.color or standing.castle,
        "points": standing.points,
    }


def _alert_codes(record: _TableRecord) -> Iterator[AlertCode]:
    presence, state = record.presence, record.state
    if state is not None and state.help:
        yield AlertCode.HELP
    if presence is None or not presence.online:
        if presence is not None:
            yield AlertCode.OFFLINE
        return
    if presence.lost:
        yield AlertCode.DEVICE
    yield from {ALERT_CODE_BY_FINDING[each] for each in presence.findings if each in ALERT_CODE_BY_FINDING}
    if state is not None and state.paused:
        yield AlertCode.HOURGLASS_PAUSED
    if state is not None and state.corrections >= ALERTING_CORRECTIONS:
        yield AlertCode.CORRECTIONS


def _news_to_json(news: _News) -> dict[str, Any]:
    event = news.event
    return {
        "number": news.number,
        "table": news.table,
        "kind": event.event_type,
        "text": event.text,
        "translations": event.translations,
        "game": event.game,
        "game_no": news.game_no,
        "winners": [_standing_to_json(each) for each in news.winners],
        "until_s": round(news.until_s, 3),
    }


def _natural_sort_key(name: str) -> list[Any]:
    return [
        (0, int(part), "") if part.isdecimal() else (1, 0, part.casefold()) for part in re.split(r"(\d{1,9})", name)
    ]


UPDATE_EVERY_S: Final = 1.0
"""Interval of alert updates: some begin and end without a message."""


class RoomLoop:
    """Receives the tables' messages and keeps `Room` and `Alerts` up to date.

    ``held`` returns the tables over their quota, ``seen`` the causes of alerts found elsewhere in the hub.
    """

    def __init__(
        self,
        broker: BrokerConfig,
        plan: Sequence[str] = (),
        webhook: Webhook | None = None,
        held: Callable[[], Collection[str]] = tuple,
        seen: Callable[[], Collection[AlertCause]] = tuple,
    ) -> None:
        self.room = Room(plan)
        self.alerts = Alerts()
        self._webhook = webhook
        self._held_tables = held
        self._other_causes = seen
        self._subscribers = Subscribers()
        self._revoked: set[str] = set()
        self._broker = BrokerConnection(
            broker, f"room-{os.urandom(4).hex()}", will=None, filters=TOPIC_FILTERS, on_message=self.apply_and_notify
        )

    @property
    def connected(self) -> bool:
        return self._broker.connected

    async def run(self) -> None:
        parts = {"room": self._broker.run, "needs": self._update_alerts_regularly}
        if self._webhook is not None:
            parts["webhook"] = self._webhook.run
        try:
            await run_concurrently(*(run_with_restarts(part, work) for part, work in parts.items()))
        finally:
            await self._broker.close()

    def current_json(self) -> dict[str, Any]:
        """Return `Room.room_to_json` with ``heard``: whether the broker is connected."""
        return self.room.room_to_json(self.alerts.list_current(), _loop_time_s()) | {"heard": self.connected}

    async def watch_json(self) -> AsyncIterator[dict[str, Any]]:
        """Yield the value now and after each change, at most ten times a second, forever."""
        with self._subscribers.subscribe() as changed:
            while True:
                changed.clear()
                yield self.current_json()
                told_s = _loop_time_s()
                await changed.wait()
                await asyncio.sleep(told_s + limits.ROOM_UPDATE_EVERY_S - _loop_time_s())

    def mark_alert_taken(self, cause: AlertCause) -> bool:
        taken = self.alerts.mark_taken(cause)
        if taken:
            if cause.code is AlertCode.HELP:
                self._broker.publish(ASK.topic_of(cause.table), ASK, HubRequest(do="coming"))
            self._subscribers.notify()
        return taken

    def announce_message(self, text: str) -> int:
        """Return how many tables are online."""
        tables = self.room.add_announcement(text, _loop_time_s())
        for table in tables:
            self._broker.publish(ASK.topic_of(table), ASK, HubRequest("message", os.urandom(16).hex(), text))
        self._subscribers.notify()
        return len(tables)

    def clear_retained_messages(self, table: str) -> None:
        """Forget a revoked table; clear its retained messages now and after its last will, ignoring others."""

        def publish_empty() -> None:
            for kind in FROM_TABLE:
                if kind.retained:
                    self._broker.publish(kind.topic_of(table), kind, None)

        def end() -> None:
            publish_empty()
            self._revoked.discard(table)

        self.apply_and_notify(PRESENCE.topic_of(table), b"")
        self._revoked.add(table)
        publish_empty()
        asyncio.get_running_loop().call_later(2 * WILL_DELAY_S, end)

    def alert_counts(self) -> Mapping[str, int]:
        standing = self.alerts.list_current()
        return {code.value: sum(alert.code is code for alert in standing) for code in AlertCode}

    def apply_and_notify(self, topic: str, payload: bytes) -> None:
        retained = self._broker.is_current_message_retained
        is_revoked = parse_topic(topic)[0] in self._revoked
        if not is_revoked and self.room.apply_message(topic, payload, _loop_time_s(), retained=retained):
            self._subscribers.notify()

    async def _update_alerts_regularly(self) -> None:
        connected = False
        while True:
            await asyncio.sleep(UPDATE_EVERY_S)
            changes = (
                self._update_alerts(),
                self.room.expire_news(_loop_time_s()),
                connected != self._broker.connected,
            )
            connected = self._broker.connected
            if any(changes):
                self._subscribers.notify()

    def _update_alerts(self) -> bool:
        if not self._broker.connected:  # a missing cause may be due to the missing connection
            return False
        begun, ended = self.alerts.begin_and_end_alerts(
            self.room.alert_causes()
            | {AlertCause(table, AlertCode.HELD) for table in self._held_tables()}
            | set(self._other_causes()),
            _loop_time_s(),
        )
        if self._webhook is not None:
            for event, alerts in (("begun", begun), ("ended", ended)):
                for alert in alerts:
                    self._webhook.enqueue_or_cancel(
                        AlertCause(alert.table, alert.code), self._alert_to_webhook_json(event, alert)
                    )
        return bool(begun or ended)

    def _alert_to_webhook_json(self, event: str, alert: Alert) -> dict[str, Any]:
        return {
            "event": event,
            "need": alert.code,
            "table": alert.table,
            "name": self.room.table_name(alert.table),
            "lasts_s": round(_loop_time_s() - alert.since_s, 1),
        }


def _loop_time_s() -> float:
    return asyncio.get_running_loop().time()
