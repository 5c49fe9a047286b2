"""Which tables are to have other passwords, and which they were told: pure, with the clock as a value."""

import secrets
from collections.abc import Set as AbstractSet
from typing import Final

from controller.fleet.enrolment import Rotate, Rotated, mark_of

AGAIN_S: Final = 60.0
"""A table that has not answered by then is asked anew, with another password."""


class Rotation:
    """Owner of the passwords that were announced to tables and not answered yet.

    A password is the broker's only after the table has said that it keeps it, so whoever dies in between loses nothing.
    """

    def __init__(self) -> None:
        self._announced: dict[str, tuple[str, float]] = {}
        self._here: set[str] = set()

    def heard(self, table: str, *, online: bool) -> None:
        """The table is on the line now, or not any more."""
        (self._here.add if online else self._here.discard)(table)

    def announce(self, due: AbstractSet[str], now_s: float) -> dict[str, Rotate]:
        """What is to be asked now, of tables that are here."""
        self._announced = {table: one for table, one in self._announced.items() if table in due}
        asks = {
            table: Rotate("rotate", secrets.token_urlsafe(32))
            for table in sorted(due & self._here)
            if now_s - self._announced.get(table, ("", -AGAIN_S))[1] >= AGAIN_S
        }
        self._announced |= {table: (ask.password, now_s) for table, ask in asks.items()}
        return asks

    def answered(self, table: str, rotated: Rotated) -> str | None:
        """The password that the broker is to take from now on; None where another one was announced since.

        The broker then throws the table out, and until that is back nothing else is asked of it.
        """
        password, _ = self._announced.get(table, ("", 0.0))
        if not password or mark_of(password) != rotated.mark:
            return None
        del self._announced[table]
        self._here.discard(table)
        return password
