"""A minimal table: a connection of its own, and pieces of a bots' game, each sent once the last is acknowledged."""

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from functools import cache
from random import Random
from typing import Any, Final
from uuid import uuid4

import msgspec

from controller.fleet.connection import BrokerConfig, BrokerConnection
from controller.fleet.log_messages import Ack, LogEntry, LogPiece, decode_message
from controller.fleet.messages import Presence
from controller.fleet.topics import ACK, LOG, PRESENCE
from controller.games import installed
from controller.games.contract.tools.tools import HowToPlay, SelfPlaying, Tooled
from controller.store.journal import chain

PATIENCE_S: Final = 120.0

RETRY_S: Final = 5.0
"""Shorter than a table's retry."""

CONNECTS_AT_ONCE: Final = 20

ORIGINS: Final = ("gate:blue", "yes:grey", "knob", "page:referee", "hourglass")
BEGUN: Final = datetime(2026, 11, 22, 18, tzinfo=UTC)


@cache
def actions() -> list[str]:
    game: Any = installed.make_game()
    tools: Any = game.tools() if isinstance(game, Tooled) else game
    assert isinstance(tools, SelfPlaying)
    how = HowToPlay(4, {choice.key: choice.values[0] for choice in game.choices()}, None, tools.bots[0], check=False)
    played = tools.played(how, Random(1))  # noqa: S311  # a repeatable game
    return [msgspec.json.encode(action).decode() for action in played.log]


@cache
def texts(seq: int) -> tuple[str, str, str]:
    """Return action, origin and time of an entry; the game repeats after its end."""
    return actions()[seq % len(actions())], ORIGINS[seq % len(ORIGINS)], written(seq)


def written(seq: int) -> str:
    return (BEGUN + timedelta(seconds=8 * seq + Random(seq).uniform(-4, 4))).isoformat(timespec="milliseconds")  # noqa: S311  # repeatable


class Shipper:
    """One minimal table.

    Attributes:
        sent: entries that were sent; all but those under way are acknowledged.
        connects: number of connects.
    """

    def __init__(self, broker: BrokerConfig) -> None:
        self.table = broker.user or ""
        self.sent = 0
        self.connects = 0
        self._topic = LOG.topic_of(self.table)
        self._journal = uuid4().hex
        self._before = chain.CHAIN_START
        self._acknowledged = asyncio.Event()
        self._connected = asyncio.Event()
        self.connection = BrokerConnection(
            broker,
            self.table,
            will=None,
            filters=[ACK.topic_of(self.table)],
            on_connect=self._on_connect,
            on_message=self._on_message,
        )

    def piece(self, count: int) -> bytes:
        after, entries = self._before, []
        for seq in range(self.sent + 1, self.sent + count + 1):
            self._before = chain.entry_checksum(self._before, 1, seq, *texts(seq))
            entries.append(LogEntry(seq, *texts(seq), self._before.hex()))
        self.sent += count
        return msgspec.json.encode(LogPiece(self._journal, 1, written(1), "blue grey", after.hex(), tuple(entries)))

    async def ship(self, piece: bytes) -> float:
        """Publish a piece once connected, with retries; return the seconds until its ack."""
        await self._connected.wait()
        self._acknowledged.clear()
        begun_s = time.perf_counter()
        async with asyncio.timeout(PATIENCE_S):
            while not self._acknowledged.is_set():
                self.connection.publish(self._topic, LOG, piece)
                try:
                    async with asyncio.timeout(RETRY_S):
                        await self._acknowledged.wait()
                except TimeoutError:
                    continue
        return time.perf_counter() - begun_s

    async def ship_all(self, pieces: Sequence[bytes], count: int) -> None:
        """Ship pieces of ``count`` entries each, one after the other."""
        self.sent -= count * len(pieces)
        for piece in pieces:
            self.sent += count
            await self.ship(piece)

    def _on_connect(self) -> None:
        self.connects += 1
        self._connected.set()
        self.connection.publish(
            PRESENCE.topic_of(self.table), PRESENCE, Presence(online=True, boot="x", name=self.table)
        )

    def _on_message(self, _topic: str, payload: bytes) -> None:
        if decode_message(payload, Ack).seq == self.sent:
            self._acknowledged.set()


@asynccontextmanager
async def connected(shippers: Sequence[Shipper]) -> AsyncIterator[None]:
    """Run their connections; each has shipped its first entry."""
    tasks = []
    try:
        for first in range(0, len(shippers), CONNECTS_AT_ONCE):
            few = shippers[first : first + CONNECTS_AT_ONCE]
            tasks += [asyncio.create_task(each.connection.run()) for each in few]
            await asyncio.gather(*(each.ship(each.piece(1)) for each in few))
        yield
    finally:
        for each in shippers:
            await each.connection.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
