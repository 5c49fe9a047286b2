"""A table as people look at it from the room: its latest game as far as it lay open, told anew when that grows."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any, Final

import msgspec

from controller import limits
from controller.web.live import Broadcast
from controller.web.static_files import page_of_game
from hub.people.history import latest_of
from hub.replay.result import UnknownRulesError
from hub.replay.retellings import Retellings
from hub.store.connection import FAULTS, Notices, Readers

AGAIN_S: Final = 5.0
"""After the database did not answer."""

NO_GAME: Final = {"game": None}


class TablePages:
    """Owner of what pages are told of single tables.

    Attributes:
        readers: connections to the database.
        retellings: what plays games again.
    """

    def __init__(self, readers: Readers, notices: Notices) -> None:
        """``notices`` tell of games that have grown."""
        self.readers = readers
        self._notices = notices
        self.retellings = Retellings(readers)
        self._broadcasts: dict[tuple[str, str], Broadcast] = {}

    def broadcast(self, table: str, language: str) -> Broadcast:
        """What is told of a table, in a language; of one at whom nobody looks any more nothing is remembered."""
        key = (table, language)
        if key not in self._broadcasts and len(self._broadcasts) >= limits.RETOLD:
            heard = {each: kept for each, kept in self._broadcasts.items() if kept.newest is not None}
            self._broadcasts = heard
        return self._broadcasts.setdefault(key, Broadcast(lambda: None, lambda: self._values(table, language)))

    def tell(self) -> None:
        """People have told something of a game."""
        self._notices.tell()

    async def shown(self, game: dict[str, Any], language: str) -> dict[str, Any]:
        """What is added to a game of ``history.told``: ``view``, ``course``, ``title``, ``page``.

        Where it cannot be shown ``why`` says so: ``gone`` or ``unknown``.
        """
        why, rules = "unknown", game["rules"] or ""
        try:
            if (found := await self.retellings.shown((game["journal"], game["game"]), language)) is not None:
                rules, shown = found
                return msgspec.structs.asdict(shown) | {"page": page_of_game(rules)}
            why, rules = "gone", await self.retellings.title(rules)
        except UnknownRulesError:
            pass
        return {"view": None, "course": [], "title": rules, "page": None, "why": why}

    async def _values(self, table: str, language: str) -> AsyncIterator[dict[str, Any]]:
        async with self._notices.heard() as news:
            while True:
                news.clear()
                try:
                    async with self.readers.one() as connection:
                        game = await latest_of(connection, table)
                    value = NO_GAME if game is None else game | await self.shown(game, language)
                except FAULTS:
                    await asyncio.sleep(AGAIN_S)
                    continue
                yield value
                await news.wait()
                await asyncio.sleep(limits.ROOM_TOLD_EVERY_S)
