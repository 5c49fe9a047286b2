"""What was heard of each table last, kept for whoever asks when it is away: in one batch, not at each change."""

from typing import Final

from asyncpg import Connection

from controller import limits

EVERY_S: Final = 5.0

KEEP: Final = """
update tables set last_state = new.state::json, seen_at = now()
from unnest($1::text[], $2::text[]) as new (table_id, state) where tables.table_id = new.table_id
"""


NAME: Final = """
update tables set name = new.name from unnest($1::text[], $2::text[]) as new (table_id, name)
where tables.table_id = new.table_id and tables.name <> new.name
"""


class LastStates:
    """Owner of what was heard since the last batch."""

    def __init__(self) -> None:
        self._heard: dict[str, bytes] = {}
        self._names: dict[str, str] = {}

    def heard(self, table: str, state: bytes) -> None:
        """A state came; only the newest counts."""
        if table in self._heard or len(self._heard) < limits.HUB_TABLES:
            self._heard[table] = state

    def named(self, table: str, name: str) -> None:
        """What people call it now."""
        if table in self._names or len(self._names) < limits.HUB_TABLES:
            self._names[table] = name

    async def keep(self, connection: Connection) -> None:
        """Write what was heard."""
        heard, self._heard = self._heard, {}
        if heard:
            await connection.execute(KEEP, list(heard), [state.decode("utf-8", "replace") for state in heard.values()])
        if self._names:  # a table of which no journal is known yet is named at a later batch
            await connection.execute(NAME, list(self._names), list(self._names.values()))
