"""The one task that ships a table's logs to a hub; without a hub it sleeps, and the game waits for nothing of it."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from controller import limits, log
from controller.fleet.outbox import Due, Outbox
from controller.fleet.shipping import LARGEST, Ack, Hello, HubPresence, NotUnderstoodError, Want, understood
from controller.fleet.topics import ACK, HELLO, HUB_TOPIC, LOG, WANT, TopicKind
from controller.games.contained import GameFault
from controller.games.contract.rules import lies_open
from controller.play.table import Table
from controller.service.fleet.open_logs import Instead, OpenLogs, Said
from controller.service.fleet.resting import rested
from controller.store.journal import JournalError

READ_AGAIN_S: Final = 30.0
"""After the journal could not be read."""

BETWEEN_S: Final = 0.1
"""Between two games that are played again: the people's own game has the processor first."""


class Shipping:
    """Owner of the table's end of what is shipped.

    Args:
        table: the running one.
        journal: its file.
        table_id: its name in topics.
        say: tells the broker a value.
    """

    def __init__(self, table: Table, journal: Path, table_id: str, say: Callable[[TopicKind, Any], None]) -> None:
        self._table = table
        self._say = say
        self._outbox = Outbox()
        self._journal = journal
        self._now_s = asyncio.get_running_loop().time  # what is the matter other threads ask, too
        self._logs = OpenLogs(journal)
        self._news = asyncio.Event()
        self._seen: tuple[int | None, int] = (None, 0)
        self._name_stays_until_s = 0.0
        self._want, self._ack = WANT.of(table_id), ACK.of(table_id)
        self.hears = (HUB_TOPIC, self._want, self._ack)

    @property
    def is_unheard(self) -> bool:
        """Whether a hub is there that answers nothing."""
        return self._outbox.is_silent(self._now_s())

    @property
    def ahead(self) -> int:
        """How many actions the hub has more than the journal."""
        return sum(self._outbox.ahead.values())

    @property
    def has_forked(self) -> bool:
        """Whether the journal goes on under another name since this hub was met."""
        return self._name_stays_until_s > 0 and self._now_s() < self._name_stays_until_s

    def connected(self) -> None:
        """There is a new line."""
        self._outbox.connected()
        self._news.set()

    def begin_anew(self) -> None:
        """Another file is the journal: the hub hears what that one has."""
        self._logs = OpenLogs(self._journal)
        self._outbox.renamed()
        self._news.set()

    def heard(self, topic: str, payload: bytes) -> None:
        """A message came; what is none for us means nothing."""
        try:
            if topic == HUB_TOPIC:
                hub = understood(payload, HubPresence) if payload else HubPresence(online=False, boot="")
                self._outbox.heard_of(hub.boot if hub.online else None)
            elif topic == self._want:
                want = understood(payload, Want)
                if want.refused:
                    first = want.refused[0]
                    log.warning(
                        "hub_refuses", game=first.game, seq=first.seq, why=first.why, others=len(want.refused) - 1
                    )
                self._outbox.wanted(want)
            elif topic == self._ack:
                self._outbox.acknowledged(understood(payload, Ack))
        except NotUnderstoodError as fault:
            log.warning("hub_not_understood", topic=topic, seen=fault)
        self._news.set()

    def look(self) -> None:
        """The game may have gone on: what lies open and is written may leave."""
        loop = self._table.loop
        game_id, state = loop.game_id, loop.state
        if game_id is None or game_id > LARGEST or state is None or loop.journal_queue.unwritten:
            return
        if self._seen == (game_id, loop.seq):
            return
        self._seen = (game_id, loop.seq)
        try:
            is_open = lies_open(loop.game, state)
        except GameFault:  # the loop has heard of it, and ends the game
            return
        if is_open:
            self._logs.lies_open(game_id, loop.seq)
            self._outbox.grew(game_id)
            self._news.set()

    async def run(self) -> None:
        """Ship what is due, for ever."""
        now_s = asyncio.get_running_loop().time
        while True:
            self._news.clear()
            if self._outbox.forked and now_s() >= self._name_stays_until_s:
                await self._under_another_name()
            due = self._outbox.due(now_s())
            if due is None:
                with suppress(TimeoutError):
                    async with asyncio.timeout_at(self._wakes_at_s()):
                        await self._news.wait()
                continue
            began_s = now_s()
            try:
                said = await asyncio.to_thread(self._logs.said, due)
            except JournalError as fault:
                log.warning("hub_waits", seen=fault)
                await asyncio.sleep(READ_AGAIN_S)
                continue
            if said is Instead.ASK_AGAIN:
                await asyncio.sleep(BETWEEN_S)
                continue  # each game is played again once
            if self._outbox.due(now_s()) == due:  # nothing else has come meanwhile
                self._done(due, said, now_s())
            await rested(began_s)

    def _wakes_at_s(self) -> float | None:
        """When there is something to do though nothing is heard."""
        return self._name_stays_until_s if self._outbox.forked else self._outbox.at_s()

    def _done(self, due: Due, said: Said, now_s: float) -> None:
        if said is Instead.OTHER_LINE:
            self._outbox.other_line()
        elif isinstance(said, Instead):
            self._outbox.said(due, None, now_s)
        else:
            self._say(HELLO if isinstance(said, Hello) else LOG, said)
            self._outbox.said(due, said, now_s)

    async def _under_another_name(self) -> None:
        """The hub keeps another line of this journal: a copy of it was played on elsewhere, or it was put back."""
        log.warning("journal_forked")
        await self._table.loop.journal_queue.under_another_name()
        self._name_stays_until_s = self._now_s() + limits.JOURNAL_NAME_S
        self._outbox.renamed()
