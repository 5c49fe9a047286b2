"""Who keeps messages that came by another way than the hub's: whatever comes during a commit shares the next."""

import asyncio

from controller.fleet.shipping import LogPiece, understood
from hub.store.connection import connected
from hub.store.kept_games import Growth, JournalUid, grow, meet
from hub.store.migrations import migrate
from hub.taking import Checked, checked


class Keeping:
    """Owner of what waits for the database at ``url``. It looks up no heads, so it does a little less than a hub."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._waiting: list[tuple[str, Checked, asyncio.Future[None]]] = []
        self._came = asyncio.Event()
        self._known: set[str] = set()

    async def keep(self, table: str, octets: bytes) -> None:
        """Understand and check a message; it is on disk when this returns."""
        kept: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((table, checked(understood(octets, LogPiece)), kept))
        self._came.set()
        await kept

    async def run(self) -> None:
        """Keep for ever."""
        connection = await connected(self._url)
        await migrate(connection)
        while True:
            await self._came.wait()
            self._came.clear()
            now, self._waiting = self._waiting, []
            uids = {told.piece.journal: JournalUid(bytes.fromhex(told.piece.journal)) for _, told, _ in now}
            new = {uids[told.piece.journal]: (table, None) for table, told, _ in now if table not in self._known}
            if new:
                await meet(connection, new)
                self._known |= {table for table, _ in new.values()}
            growths = [
                Growth((uids[piece.journal], 1), piece.begun_utc, piece.castles, bytes.fromhex(piece.after), rows, None)
                for _, (piece, rows) in ((table, (told.piece, told.rows)) for table, told, _ in now)
            ]
            if growths:
                await grow(connection, growths)
            for _, _, kept in now:
                kept.set_result(None)
