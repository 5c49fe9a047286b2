"""A castle board's gate as a reader that is polled: what came since the last poll lies in its field."""

import asyncio

from hw.castle_link.events import BoardEvent, BoardGone, BoardThere, ReaderFailed, TagCame, TagsUnclear
from hw.errors import HardwareError
from hw.iso14443.anticollision import CardsFound
from hw.values import Uid


class BoardReader:
    """See ``hw.poll.Reader``; it is to hear all news of its board."""

    def __init__(self) -> None:
        self._came: set[Uid] = set()
        self._unclear = False
        self._known = asyncio.Event()
        self._fault: HardwareError | None = None

    def heard(self, news: BoardEvent) -> None:
        """The board said this, or is there, or is not."""
        match news:
            case TagCame(uid=uid):
                self._came.add(uid)
            case TagsUnclear():
                self._unclear = True
            case BoardThere():
                self._fault = None
                self._known.set()
            case BoardGone(fault=fault) | ReaderFailed(fault=fault):
                self._fault = fault
                self._known.set()
            case _:
                pass

    async def start(self) -> None:
        """Wait until it is known whether the board is there.

        Raises:
            HardwareError: it is not.
        """
        await self._known.wait()
        if self._fault is not None:
            raise self._fault

    async def poll(self) -> CardsFound:
        """What has come since the last poll.

        Raises:
            HardwareError: the board or its reader has failed.
        """
        if self._fault is not None:
            raise self._fault
        found = CardsFound(frozenset(self._came), garbled=self._unclear)
        self._came.clear()
        self._unclear = False
        return found
