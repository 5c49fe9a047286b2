"""The version that the hub wants here: root's unit is asked for it, between games only, and says how it stands."""

import asyncio
import re
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Final, get_args

from controller import limits, log
from controller.fleet.desired import UpdateReport, UpdateState
from controller.games.contained import GameFault
from controller.play.table import Table
from controller.service.fleet.resting import rested
from controller.store.atomic_files import read_plain, write_atomically

STANDS: Final = Path("/var/lib/misc/royaltable-update")
"""Root's unit says there how it stands (package/update): a word, the version wanted, the one from before, why."""

LOOK_S: Final = 5.0
"""How often that is looked at while an update is wanted and is not there."""

AGAIN_S: Final = 600.0
"""How often it is asked for while root's unit cannot do it, as when the hub is away."""

A_GAME: Final = "a game is being played"
SOON_S: Final = 30.0
"""Root's unit has seen a game that is over: what the service says of itself comes some seconds late."""

LINE: Final = re.compile(r"(\S+) (\S+) (\S+) ?(.*)")


class UpdateWish:
    """Owner of the file by which root's unit is asked.

    Args:
        table: whose games are not disturbed.
        file: the wish; root's unit is started when it is written.
        allowed: its owner lets a hub bring newer packages.
        changed: told when something else is to be reported.
        stands: root's file.
    """

    def __init__(
        self, table: Table, file: Path, *, allowed: bool, changed: Callable[[], None], stands: Path = STANDS
    ) -> None:
        self._table = table
        self._file = file
        self._allowed = allowed
        self._changed = changed
        self._stands = stands
        self._wanted: str | None = None
        self._asked_for: tuple[str, bool, float] | None = None
        self._news = asyncio.Event()
        self.report: UpdateReport | None = None

    def want(self, wanted: str | None) -> None:
        """The hub wants this version here, or leaves it to the owner."""
        if wanted != self._wanted:
            self._wanted, self._asked_for = wanted, None
            self._news.set()

    async def run(self) -> None:
        """Ask for it whenever nobody plays, and look what has come of it, for ever."""
        while True:
            began_s = asyncio.get_running_loop().time()
            self._look()
            await rested(began_s)
            is_there = self.report is None or self.report.state == "holds" or not self._allowed
            try:
                async with asyncio.timeout(None if is_there else LOOK_S):
                    await self._news.wait()
            except TimeoutError:
                pass
            self._news.clear()

    def _look(self) -> None:
        report = None if self._wanted is None else self._reported(self._wanted)
        if report != self.report:
            self.report = report
            self._changed()
        if self._wanted is not None and report is not None and report.state == "waits" and self._allowed:
            self._ask(self._wanted)

    def _ask(self, wanted: str) -> None:
        """Once after the wish came, once after each game, and now and then: the hub may have been away."""
        try:
            playing = self._table.loop.playing
        except GameFault:  # the loop has heard of it, and ends the game
            return
        every_s = SOON_S if self.report is not None and self.report.why == A_GAME else AGAIN_S
        now = (wanted, playing, asyncio.get_running_loop().time() // every_s)
        if self._asked_for != now and not playing:
            try:
                write_atomically(self._file, f"{wanted}\n")
            except OSError as fault:
                log.warning("update_not_asked_for", file=self._file, seen=fault.strerror)
        self._asked_for = now

    def _reported(self, wanted: str) -> UpdateReport:
        if not self._allowed:
            return UpdateReport(wanted, "refused", "[hub] may in the table's table.toml allows no update")
        state, of, why = self._said()
        if of == wanted and state is not None and (state != "holds" or wanted == version("royaltable")):
            return UpdateReport(wanted, state, why)
        return UpdateReport(wanted, "holds" if wanted == version("royaltable") else "waits")

    def _said(self) -> tuple[UpdateState | None, str, str]:
        """How it stands by root's word; what is none of those is taken for nothing."""
        try:
            line = read_plain(self._stands, limits.UPDATE_SAID_OCTETS).decode("utf-8", "replace").partition("\n")[0]
        except OSError:
            return None, "", ""
        found = LINE.fullmatch(line)
        if found is None or found[1] not in get_args(UpdateState):
            return None, "", ""
        return found[1], found[2], found[4]  # type: ignore[return-value]  # one of them
