"""What the database tells when games have grown, for whoever shows them."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from hub.store.connection import connected
from hub.store.kept_games import ROOM


class Notices:
    """Owner of the one connection that listens, and of who waits for news.

    Args:
        url: of the database.
    """

    def __init__(self, url: str) -> None:
        self._url = url
        self._waiting: set[asyncio.Event] = set()

    async def run(self) -> None:
        """Listen for ever; after a lost connection everybody looks again, since something may have been missed."""
        while True:
            connection = await connected(self._url)
            lost = asyncio.Event()
            connection.add_termination_listener(lambda _, lost=lost: lost.set())
            try:
                await connection.add_listener(ROOM, self.tell)
                self.tell()
                await lost.wait()
            finally:
                connection.terminate()

    @asynccontextmanager
    async def heard(self) -> AsyncIterator[asyncio.Event]:
        """An event that is set whenever any game may have grown."""
        event = asyncio.Event()
        self._waiting.add(event)
        try:
            yield event
        finally:
            self._waiting.discard(event)

    def tell(self, *_: object) -> None:
        """Something has changed."""
        for event in self._waiting:
            event.set()
