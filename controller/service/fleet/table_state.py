"""What a running table tells a broker: its state, its machine; and the pause after such work."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Final

from controller.care.doctor.host import Host
from controller.care.doctor.system import check_disk, check_power
from controller.fleet.messages import Standing, TableState
from controller.games.game_guard import GameFault
from controller.games.naming import spoken
from controller.play.table import Table

PAUSE_FACTOR: Final = 3.0
"""As long as the work took."""

LONGEST_PAUSE_S: Final = 5.0


async def pause_after_work(began_s: float) -> None:
    """Work began at this time of the loop's clock and has ended just now: nothing is done for a while."""
    await asyncio.sleep(min(PAUSE_FACTOR * (asyncio.get_running_loop().time() - began_s), LONGEST_PAUSE_S))


MACHINE_CHECK_EVERY_S: Final = 60.0
"""0.02 wake-ups a second."""

URGENT_CODES: Final = frozenset({"RT-POWER-LOW", "RT-TOO-HOT", "RT-DISK-FULL", "RT-DISK-READONLY", "RT-DISK-ERRORS"})
"""What cannot wait for the end of an evening; the doctor tells the rest."""


class MachineMonitor:
    """Owner of what was found last.

    Args:
        folder: where the journal lies.
        changed: called when something else is found.
        machine: the one to look at.

    Attributes:
        codes: sorted.
    """

    def __init__(self, folder: Path, changed: Callable[[], None], machine: Host | None = None) -> None:
        self.codes: tuple[str, ...] = ()
        self._folder = folder
        self._changed = changed
        self._machine = machine or Host()

    async def run(self) -> None:
        """Look for ever, in a thread: a disk may hang."""
        while True:
            codes = await asyncio.to_thread(self._look)
            if codes != self.codes:
                self.codes = codes
                self._changed()
            await asyncio.sleep(MACHINE_CHECK_EVERY_S)

    def _look(self) -> tuple[str, ...]:
        try:
            seen = [*check_power(self._machine), *check_disk(self._machine, self._folder)]
        except OSError:  # the disk itself does not say how full it is
            return ("RT-DISK-ERRORS",)
        return tuple(sorted({each.code for each in seen} & URGENT_CODES))


STATE_TEXT_CHARS: Final = 250
"""Letters; Home Assistant takes no state of more than 255."""


def table_state(table: Table) -> TableState:
    loop, hourglass, house = table.loop, table.hourglass, table.house.current
    waiting = loop.waiting()
    try:
        round_ = None if loop.state is None else table.game.round_of(loop.state)
        playing = loop.is_playing
        summary = None if loop.state is None else table.game.summary(loop.state)
    except GameFault:  # the loop has heard of it, and ends the game
        round_, playing, summary = None, False, None
    castles = () if summary is None else summary.castles
    points = {} if summary is None else summary.points
    return TableState(
        game=None if loop.state is None else table.game.title,
        playing=playing,
        step=waiting.step,
        text=spoken(waiting.screen, house.language)[:STATE_TEXT_CHARS],
        round=round_,
        to_act=waiting.castle,
        left_s=None if hourglass.is_idle else round(hourglass.left_s(), 1),
        paused=hourglass.is_paused,
        silent=house.silent,
        locked=house.locked,
        language=house.language,
        help=table.help_call.is_called,
        standings=tuple(Standing(castle, points.get(castle)) for castle in castles),
        game_no=loop.game_id,
        seq=loop.seq,
        corrections=loop.corrections,
    )
