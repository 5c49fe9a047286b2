"""The latest state of each table, kept for whoever asks when the table is away: in one batch, not at each change."""

from typing import Final

from asyncpg import Connection

from controller import limits

EVERY_S: Final = 5.0

KEEP: Final = """
update tables set last_state = new.state::json, seen_at = now()
from unnest($1::text[], $2::text[]) as new (table_id, state) where tables.table_id = new.table_id
"""


class LastStates:
    """Owner of what was heard since the last batch."""

    def __init__(self) -> None:
        self._heard: dict[str, bytes] = {}

    def heard(self, table: str, state: bytes) -> None:
        """A state came; only the newest counts."""
        if table in self._heard or len(self._heard) < limits.HUB_TABLES:
            self._heard[table] = state

    async def keep(self, connection: Connection) -> None:
        """Write what was heard."""
        heard, self._heard = self._heard, {}
        if heard:
            await connection.execute(KEEP, list(heard), [state.decode("utf-8", "replace") for state in heard.values()])
