"""Who plays at the tables now: for the room's pages, and for the tables' own sentences."""

import asyncio
from contextlib import suppress
from typing import Any, Final

from controller import limits
from controller.fleet.messages import PlayersOfGame
from hub.players.history import load_names_at_tables
from hub.room import Room
from hub.store.connection import DATABASE_ERRORS, ConnectionPool
from hub.table_management import TableManager

LOOK_EVERY_S: Final = 5.0
"""Commands and other hubs of the same database enter names, too."""


class SeatedPlayers:
    """The names of those who play at each table, in the database or by a fixture."""

    def __init__(self, readers: ConnectionPool, room: Room, tables: TableManager) -> None:
        self._readers = readers
        self._room = room
        self._tables = tables

    async def run(self) -> None:
        while True:
            with suppress(*DATABASE_ERRORS):  # the next look tries again
                await self.look()
            await asyncio.sleep(LOOK_EVERY_S)

    async def look(self) -> dict[str, Any]:
        """Read the names and tell the tables; raise one of DATABASE_ERRORS if the database does not answer.

        For the page, by table: ``game_no``, ``seats`` (``name`` by castle), ``before`` (names at its game before).
        """
        games = self._room.game_number_by_table()
        async with self._readers.borrow() as connection:
            entered = await load_names_at_tables(connection, games)
            before = await load_names_at_tables(connection, {table: number - 1 for table, number in games.items()})
        drawn = self._tables.desired.players_by_table()
        names = {table: {**drawn.get(table, {}), **entered[table]} for table in games}
        shortened = {
            table: PlayersOfGame(number, {castle: name[: limits.FIXTURE_TEXT_CHARS] for castle, name in known.items()})
            for table, number in games.items()
            if (known := names[table])
        }
        self._tables.replace_and_publish_players(shortened)
        return {
            table: {
                "game_no": number,
                "seats": {castle: {"name": name} for castle, name in names[table].items()},
                "before": before[table],
            }
            for table, number in games.items()
        }
