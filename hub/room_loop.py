"""The one task that joins the room to the broker: what tables say comes in, what people answer goes out."""

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from typing import Any, Final

from controller import limits, log
from controller.background import together
from controller.fleet.line import WILL_DELAY_S, Broker, Line, LineFault
from controller.fleet.messages import Ask
from controller.fleet.topics import ASK, EVENT_S, OWN, PRESENCE, ROOT
from hub.kept_going import kept_going
from hub.machines import Machines
from hub.needs import Cause, Code, Need, Needs
from hub.room import HEARD, Room
from hub.webhook import Webhook

LOOK_EVERY_S: Final = 1.0
"""Needs begin and end by the clock."""


class RoomLoop:
    """Owner of the room, its needs, and the line by which they are heard.

    Args:
        broker: where tables are heard.
        plan: ids of tables in the order of their cards.
        webhook: told of needs.
        held: tables of which the hub takes nothing more.
        seen: what else the hub sees of tables.
    """

    def __init__(
        self,
        broker: Broker,
        plan: Sequence[str] = (),
        webhook: Webhook | None = None,
        held: Callable[[], Collection[str]] = tuple,
        seen: Callable[[], Collection[Cause]] = tuple,
    ) -> None:
        self.room = Room(plan)
        self.needs = Needs()
        self._machines = Machines()
        self._webhook = webhook
        self._held = held
        self._seen = seen
        self._listening: set[asyncio.Event] = set()
        self._line = Line(broker, f"room-{os.urandom(4).hex()}", will=None, hears=HEARD, on_message=self._heard)

    @property
    def fault(self) -> LineFault | None:
        """Why tables are not heard; None while they are."""
        return self._line.fault

    @property
    def heard(self) -> bool:
        """Whether the broker is there."""
        return self._line.connected

    async def run(self) -> None:
        """Hear the tables, for ever."""
        parts = {"room": self._line.run, "needs": self._look_again}
        if self._webhook is not None:
            parts["webhook"] = self._webhook.run
        try:
            await together(*(kept_going(part, work) for part, work in parts.items()))
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
                await asyncio.sleep(told_s + limits.ROOM_TOLD_EVERY_S - _now_s())
        finally:
            self._listening.discard(changed)

    def take(self, cause: Cause) -> bool:
        """Somebody comes; whether that was needed."""
        taken = self.needs.take(cause)
        if taken:
            if cause.code is Code.HELP:
                self._line.say(ASK.of(cause.table), ASK, Ask(do="coming"), expires_s=EVENT_S)
            self._tell()
        return taken

    def forget(self, table: str) -> None:
        """It comes no more: the broker is to keep nothing of it, its last will included, which comes later."""

        def empty() -> None:
            for kind in OWN:
                if kind.retained:
                    self._line.say(kind.of(table), kind, None)

        empty()
        self._machines.forget(table)
        asyncio.get_running_loop().call_later(2 * WILL_DELAY_S, empty)

    def counts(self) -> Mapping[str, int]:
        """Needs by their code, for who counts them."""
        standing = self.needs.standing()
        return {code.value: sum(need.code is code for need in standing) for code in Code}

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
            await asyncio.sleep(LOOK_EVERY_S)
            changes = (self._look(), self.room.forget_news(_now_s()), heard != self._line.connected)
            heard = self._line.connected
            if any(changes):
                self._tell()

    def _look(self) -> bool:
        """Whether needs have begun or ended."""
        if not self._line.connected:  # whoever hears nothing knows of nothing that is gone
            return False
        begun, ended = self.needs.look(
            self.room.causes() | {Cause(table, Code.HELD) for table in self._held()} | set(self._seen()), _now_s()
        )
        if self._webhook is not None:
            for event, needs in (("begun", begun), ("ended", ended)):
                for need in needs:
                    self._webhook.tell(Cause(need.table, need.code), self._of(event, need))
        return bool(begun or ended)

    def _of(self, event: str, need: Need) -> dict[str, Any]:
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
