"""What a table publishes (its state and its machine's urgent findings), and the pause after it."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Final

from controller.care.doctor.host import Host
from controller.care.doctor.system import check_disk, check_power_and_heat
from controller.fleet.messages import PublicGameState, Standing
from controller.games.game_guard import GameFault
from controller.games.naming import screen_to_speech
from controller.play.table import Table

PAUSE_FACTOR: Final = 3.0
"""Length of the pause, in multiples of the time of the work before it."""

LONGEST_PAUSE_S: Final = 5.0


async def pause_after_work(began_s: float) -> None:
    """Sleep in proportion to the time since ``began_s``, to bound the share of work."""
    await asyncio.sleep(min(PAUSE_FACTOR * (asyncio.get_running_loop().time() - began_s), LONGEST_PAUSE_S))


MACHINE_CHECK_EVERY_S: Final = 60.0

URGENT_CODES: Final = frozenset({"RT-POWER-LOW", "RT-TOO-HOT", "RT-DISK-FULL", "RT-DISK-READONLY", "RT-DISK-ERRORS"})
"""Findings that cannot wait until the evening ends; the doctor reports others."""


class MachineMonitor:
    """Looks for urgent findings about disk and power once a minute.

    Args:
        folder: the journal's folder.
        changed: called when the findings change.
        machine: the host to examine.

    Attributes:
        codes: codes of the latest findings, sorted.
    """

    def __init__(self, folder: Path, changed: Callable[[], None], machine: Host | None = None) -> None:
        self.codes: tuple[str, ...] = ()
        self._folder = folder
        self._changed = changed
        self._machine = machine or Host()

    async def run(self) -> None:
        """Examine the machine forever, in a thread: a disk may hang."""
        while True:
            codes = await asyncio.to_thread(self._find_urgent_codes)
            if codes != self.codes:
                self.codes = codes
                self._changed()
            await asyncio.sleep(MACHINE_CHECK_EVERY_S)

    def _find_urgent_codes(self) -> tuple[str, ...]:
        try:
            seen = [*check_power_and_heat(self._machine), *check_disk(self._machine, self._folder)]
        except OSError:  # the disk does not even report its free space
            return ("RT-DISK-ERRORS",)
        return tuple(sorted({each.code for each in seen} & URGENT_CODES))


STATE_TEXT_CHARS: Final = 250
"""Longest published text; Home Assistant accepts states of at most 255 characters."""


def build_table_state(table: Table) -> PublicGameState:
    loop, hourglass, house = table.loop, table.hourglass, table.house.current
    waiting = loop.current_waiting()
    try:
        round_ = None if loop.state is None else table.game.round_of(loop.state)
        playing = loop.is_playing
        summary = None if loop.state is None else table.game.summary(loop.state)
    except GameFault:  # the game loop handles it, and ends the game
        round_, playing, summary = None, False, None
    castles = () if summary is None else summary.castles
    points = {} if summary is None else summary.points
    colors = {} if summary is None else summary.colors
    outcome = None if summary is None else summary.outcome
    return PublicGameState(
        game=None if loop.state is None else table.game.title,
        playing=playing,
        step=waiting.step,
        text=screen_to_speech(waiting.screen, house.language)[:STATE_TEXT_CHARS],
        round=round_,
        to_act=waiting.castle,
        left_s=None if hourglass.is_idle else round(hourglass.remaining_s(), 1),
        paused=hourglass.is_paused,
        silent=house.silent,
        locked=house.locked,
        language=house.language,
        help=table.help_call.is_called,
        standings=tuple(Standing(each, points.get(each), colors.get(each, "")) for each in castles),
        game_no=loop.game_id,
        seq=loop.seq,
        corrections=loop.correction_count,
        rules=loop.game_name,
        winners=() if outcome is None else tuple(outcome.winners),
    )
