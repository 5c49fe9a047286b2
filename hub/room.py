"""The room: what its tables have said as cards that people see, and the task that joins it to the broker."""

import asyncio
import os
import re
from collections import deque
from collections.abc import AsyncIterator, Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from controller import limits, log
from controller.background import run_all
from controller.fleet.connection import WILL_DELAY_S, BrokerConfig, BrokerConnection
from controller.fleet.messages import Ask, Presence, TableEvent, TableState
from controller.fleet.topics import ASK, EVENT, FROM_TABLE, PRESENCE, ROOT, STATE
from hub import validation
from hub.alerts import Alert, AlertCode, Alerts, Cause, CloneWatch
from hub.restarts import run_with_restarts
from hub.webhook import Webhook

LARGE_EVENTS: Final = ("alarm", "over")
"""The events that a television shows large."""

LARGE_EVENT_S: Final = 8.0
"""For so long."""

CODE_OF_FINDING: Final = {
    "RT-HUB-TWIN": AlertCode.TWIN,
    "RT-HUB-FORK": AlertCode.FORK,
    "RT-POWER-LOW": AlertCode.THROTTLED,
    "RT-TOO-HOT": AlertCode.THROTTLED,
    "RT-DISK-FULL": AlertCode.DISK,
    "RT-DISK-READONLY": AlertCode.DISK,
    "RT-DISK-ERRORS": AlertCode.DISK,
}
"""What a table's own doctor finds, and somebody should see to."""

MAX_CORRECTIONS: Final = 3
"""In one round: its people may be at odds with the table."""

FILTERS: Final = tuple(kind.of("+") for kind in (PRESENCE, STATE, EVENT))
"""The filters of what the room listens to."""


class _TableRecord(Struct):
    """The latest of a table: when its hourglass ends (``ends_s``), and whether it ``speaks`` now."""

    presence: Presence | None = None
    state: TableState | None = None
    ends_s: float | None = None
    speaks: bool = False


NO_STATE: Final = TableState(
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
    at_s: float


class Room:
    """What tables have said; times are the hub's, in seconds. ``plan`` orders tables, others follow by name."""

    def __init__(self, plan: Sequence[str] = ()) -> None:
        self._places = {table: place for place, table in enumerate(plan)}
        self._said: dict[str, _TableRecord] = {}
        self._news: deque[_News] = deque(maxlen=limits.ROOM_NEWS_WAITING)
        self._numbers = 0

    def hear(self, topic: str, payload: bytes, now_s: float, *, kept: bool = False) -> bool:
        """Take what came from the broker; whether it means something to the room.

        What the broker had ``kept`` does not tell since when the hourglass has run.
        """
        table, _, kind = topic.removeprefix(f"{ROOT}/").partition("/")
        if validation.TABLE_ID.fullmatch(table) is None or kind not in {PRESENCE.name, STATE.name, EVENT.name}:
            return False
        if kind == PRESENCE.name and not payload:
            return self._said.pop(table, None) is not None
        if table not in self._said and not self._has_place(table, kept=kept):
            return False
        if kind == EVENT.name:
            return self._take_event(table, payload, now_s)
        value = validation.parse_presence(payload) if kind == PRESENCE.name else validation.parse_state(payload)
        if value is None:
            return False
        said = self._said.setdefault(table, _TableRecord())
        said.speaks |= not kept
        if isinstance(value, Presence):
            said.presence = value
        else:
            said.state = value
            runs = value.left_s is not None and not value.paused and not kept
            said.ends_s = now_s + (value.left_s or 0.0) if runs else None
        return True

    def causes(self) -> frozenset[Cause]:
        """Why somebody should go to a table, if it stays so. Of one that is away only that is known, or its call."""
        return frozenset(Cause(table, code) for table, said in self._said.items() for code in _causes(said))

    def is_here(self, table: str) -> bool:
        said = self._said.get(table)
        return said is not None and said.presence is not None and said.presence.online

    def points_at_tables(self) -> dict[str, dict[str, int]]:
        """What castles have where a game goes on, by table; of those that the game measures."""
        return {
            table: {each.castle: each.points for each in said.state.standings if each.points is not None}
            for table, said in self._said.items()
            if said.state is not None and said.state.playing
        }

    def presence_of(self, table: str) -> Presence | None:
        said = self._said.get(table)
        return None if said is None else said.presence

    def name_of(self, table: str) -> str:
        said = self._said.get(table)
        return table if said is None or said.presence is None else said.presence.name or table

    def value(self, needs: Sequence[Alert], now_s: float) -> dict[str, Any]:
        """All that is shown, as a JSON value.

        - ``now_s``, on the same clock as all other times;
        - ``order``: ids of tables; ``cards`` by id: ``name``, ``online``, ``page``, ``lost`` (devices), ``game``,
          ``playing``, ``text`` with its ``language``, ``round``, ``to_act``, ``paused``, ``left_s`` (of a paused
          hourglass), ``ends_s`` (of one that runs), ``standings`` (``castle``, ``points``, ``leads``), ``help``,
          ``game_no`` and ``seq``: how many actions the table has of which game;
        - ``needs``, longest first: ``table``, ``code``, ``since_s``, ``taken``;
        - ``news`` to be shown large: ``number``, ``table``, ``kind``, ``text``, ``game``, ``winners``, ``until_s``.
        """
        return {
            "now_s": round(now_s, 3),
            "order": sorted(self._said, key=self._place),
            "cards": {table: self._card(table, said) for table, said in self._said.items()},
            "needs": [
                {"table": need.table, "code": need.code, "since_s": round(need.since_s, 3), "taken": need.taken}
                for need in needs
            ],
            "news": [_news_value(news) for news in self._news],
        }

    def forget_news(self, now_s: float) -> bool:
        before = len(self._news)
        while self._news and now_s - self._news[0].at_s >= LARGE_EVENT_S:
            self._news.popleft()
        return len(self._news) != before

    def fleet(self) -> list[dict[str, Any]]:
        """Of each table, in the room's order, as JSON values: ``table``, ``name``, ``online``, ``version``."""
        return [
            {
                "table": table,
                "name": self.name_of(table),
                "online": self.is_here(table),
                "version": "" if (presence := self._said[table].presence) is None else presence.version,
            }
            for table in sorted(self._said, key=self._place)
        ]

    def counts(self) -> dict[str, int]:
        there = [said for said in self._said.values() if said.presence is not None and said.presence.online]
        playing = sum(said.state is not None and said.state.playing for said in there)
        return {"known": len(self._said), "online": len(there), "playing": playing}

    def _has_place(self, table: str, *, kept: bool) -> bool:
        """Whether there is a place for one more; one that only the broker knows of makes room for one that is there.

        A broker that is not the hub's own may keep words of any number of tables. Those of the plan stay.
        """
        if len(self._said) < limits.HUB_TABLES:
            return True
        if kept and table not in self._places:
            return False
        others = [other for other in self._said if other not in self._places]
        silent = next((other for other in others if not self._said[other].speaks), None)
        goes = silent or (others[0] if others and table in self._places else None)
        if goes is not None:
            del self._said[goes]
        return goes is not None

    def _take_event(self, table: str, payload: bytes, now_s: float) -> bool:
        event = validation.parse_event(payload)
        if event is None or event.event_type not in LARGE_EVENTS or table not in self._said:
            return False
        theirs = [news for news in self._news if news.table == table]
        if len(theirs) >= limits.ROOM_NEWS_WAITING_PER_TABLE:
            self._news.remove(theirs[0])
        self._numbers += 1
        self._news.append(_News(self._numbers, table, event, now_s))
        return True

    def _place(self, table: str) -> tuple[int, list[str | tuple[int, str]], str]:
        return self._places.get(table, len(self._places)), _natural_order(self.name_of(table)), table

    def _card(self, table: str, said: _TableRecord) -> dict[str, Any]:
        presence, state = said.presence, said.state or NO_STATE
        return {
            "name": self.name_of(table),
            "online": presence is not None and presence.online,
            "page": "" if presence is None else presence.page,
            "lost": [] if presence is None else list(presence.lost),
            "game": state.game,
            "playing": state.playing,
            "text": state.text,
            "language": state.language,
            "round": state.round,
            "to_act": state.to_act,
            "paused": state.paused,
            "left_s": state.left_s if state.paused else None,
            "ends_s": None if said.ends_s is None else round(said.ends_s, 1),
            "standings": _standings(state),
            "help": state.help,
            "game_no": state.game_no,
            "seq": state.seq,
        }


def _standings(state: TableState) -> list[dict[str, Any]]:
    points = [each.points for each in state.standings if each.points is not None]
    most = max(points, default=0)
    return [
        {"castle": each.castle, "points": each.points, "leads": each.points == most and most > min(points)}
        for each in state.standings
    ]


def _causes(said: _TableRecord) -> Iterator[AlertCode]:
    presence, state = said.presence, said.state
    if state is not None and state.help:
        yield AlertCode.HELP
    if presence is None or not presence.online:
        if presence is not None:
            yield AlertCode.OFFLINE
        return
    if presence.lost:
        yield AlertCode.DEVICE
    yield from {CODE_OF_FINDING[each] for each in presence.findings if each in CODE_OF_FINDING}
    if state is not None and state.paused:
        yield AlertCode.PAUSED
    if state is not None and state.corrections >= MAX_CORRECTIONS:
        yield AlertCode.CORRECTIONS


def _news_value(news: _News) -> dict[str, Any]:
    event = news.event
    return {
        "number": news.number,
        "table": news.table,
        "kind": event.event_type,
        "text": event.text,
        "game": event.game,
        "winners": list(event.winners),
        "until_s": round(news.at_s + LARGE_EVENT_S, 3),
    }


def _natural_order(name: str) -> list[Any]:
    return [
        (0, int(part), "") if part.isdecimal() else (1, 0, part.casefold()) for part in re.split(r"(\d{1,9})", name)
    ]


UPDATE_EVERY_S: Final = 1.0
"""Needs begin and end by the clock."""


class RoomLoop:
    """Owner of the room, its needs, and the line by which they are heard.

    ``held`` gives the tables of which the hub takes nothing more, ``seen`` what else the hub sees of tables.
    """

    def __init__(
        self,
        broker: BrokerConfig,
        plan: Sequence[str] = (),
        webhook: Webhook | None = None,
        held: Callable[[], Collection[str]] = tuple,
        seen: Callable[[], Collection[Cause]] = tuple,
    ) -> None:
        self.room = Room(plan)
        self.needs = Alerts()
        self._machines = CloneWatch()
        self._webhook = webhook
        self._held = held
        self._seen = seen
        self._listening: set[asyncio.Event] = set()
        self._line = BrokerConnection(
            broker, f"room-{os.urandom(4).hex()}", will=None, hears=FILTERS, on_message=self._heard
        )

    @property
    def heard(self) -> bool:
        return self._line.connected

    async def run(self) -> None:
        parts = {"room": self._line.run, "needs": self._look_again}
        if self._webhook is not None:
            parts["webhook"] = self._webhook.run
        try:
            await run_all(*(run_with_restarts(part, work) for part, work in parts.items()))
        finally:
            await self._line.close()

    def value(self) -> dict[str, Any]:
        """The room as it is now; see `Room.value`, and ``heard``: whether the broker is."""
        return self.room.value(self.needs.standing(), _now_s()) | {"heard": self.heard}

    async def values(self) -> AsyncIterator[dict[str, Any]]:
        """The value now and after each change, at once after silence and else ten times a second; it never ends."""
        changed = asyncio.Event()
        self._listening.add(changed)
        try:
            while True:
                changed.clear()
                yield self.value()
                told_s = _now_s()
                await changed.wait()
                await asyncio.sleep(told_s + limits.ROOM_UPDATE_EVERY_S - _now_s())
        finally:
            self._listening.discard(changed)

    def take(self, cause: Cause) -> bool:
        taken = self.needs.take(cause)
        if taken:
            if cause.code is AlertCode.HELP:
                self._line.say(ASK.of(cause.table), ASK, Ask(do="coming"))
            self._tell()
        return taken

    def forget(self, table: str) -> None:
        """It comes no more: the broker is to keep nothing of it, its last will included, which comes later."""

        def empty() -> None:
            for kind in FROM_TABLE:
                if kind.retained:
                    self._line.say(kind.of(table), kind, None)

        empty()
        self._machines.forget(table)
        asyncio.get_running_loop().call_later(2 * WILL_DELAY_S, empty)

    def counts(self) -> Mapping[str, int]:
        standing = self.needs.standing()
        return {code.value: sum(need.code is code for need in standing) for code in AlertCode}

    def _heard(self, topic: str, payload: bytes) -> None:
        if self.room.hear(topic, payload, _now_s(), kept=self._line.kept):
            self._look_at_machine(topic)
            self._tell()

    def _look_at_machine(self, topic: str) -> None:
        table, _, kind = topic.removeprefix(f"{ROOT}/").partition("/")
        presence = self.room.presence_of(table) if kind == PRESENCE.name else None
        change = None if presence is None else self._machines.heard(table, presence)
        if change is not None:
            log.warning(f"table_{change.value}", table=table, name=self.room.name_of(table))

    async def _look_again(self) -> None:
        heard = False
        while True:
            await asyncio.sleep(UPDATE_EVERY_S)
            changes = (self._look(), self.room.forget_news(_now_s()), heard != self._line.connected)
            heard = self._line.connected
            if any(changes):
                self._tell()

    def _look(self) -> bool:
        if not self._line.connected:  # whoever hears nothing knows of nothing that is gone
            return False
        begun, ended = self.needs.look(
            self.room.causes() | {Cause(table, AlertCode.HELD) for table in self._held()} | set(self._seen()), _now_s()
        )
        if self._webhook is not None:
            for event, needs in (("begun", begun), ("ended", ended)):
                for need in needs:
                    self._webhook.tell(Cause(need.table, need.code), self._of(event, need))
        return bool(begun or ended)

    def _of(self, event: str, need: Alert) -> dict[str, Any]:
        return {
            "event": event,
            "need": need.code,
            "table": need.table,
            "name": self.room.name_of(need.table),
            "lasts_s": round(_now_s() - need.since_s, 1),
        }

    def _tell(self) -> None:
        for changed in self._listening:
            changed.set()


def _now_s() -> float:
    return asyncio.get_running_loop().time()
