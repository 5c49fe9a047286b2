"""How long a turn may take by a rule of the house: it says when the time is up, and ends nothing."""

import asyncio
from math import ceil
from typing import Final

from controller.store.house_rules import HouseRules
from controller.topic import Topic
from hw.clock import Clock

STEPS: Final = 24
"""In so many steps the ring beside the screen drains: it has about as many pixels around."""

ROUNDING: Final = 0.001


class TurnTimer:
    """Owner of when the turn of the moment began; a start of the program, or a step back, lets its time begin anew.

    Attributes:
        ran_out: told once a turn when its time is up.
    """

    def __init__(self, clock: Clock, house: HouseRules) -> None:
        self.ran_out: Topic[None] = Topic()
        self._clock = clock
        self._house = house
        self._turn: str | None = None
        self._begun_s = 0.0
        self._waiting: asyncio.TimerHandle | None = None
        self._said = False

    @property
    def total_s(self) -> int:
        """What the house gives a turn; 0 if it does not mind."""
        return self._house.kept.turn_timer_s

    @property
    def runs(self) -> bool:
        """Whether a turn is timed at this moment; one whose time is up is, too."""
        return self._turn is not None and self.total_s > 0

    def left_s(self) -> float:
        """Seconds left, 0 when the time is up."""
        return max(0.0, self._begun_s + self.total_s - self._clock.now_s()) if self.runs else 0.0

    def steps_left(self) -> int | None:
        """How much of the ring is full; None if there is none."""
        return ceil(STEPS * self.left_s() / self.total_s - ROUNDING) if self.runs else None

    def next_step_s(self) -> float | None:
        """When the ring looks different, in seconds of the clock."""
        steps = self.steps_left()
        if not steps:
            return None
        return self._clock.now_s() + max(0.001, self.left_s() - (steps - 1) * self.total_s / STEPS)

    def follow(self, turn: str | None) -> None:
        """This turn is on, by its game's name for it; None if nobody's is."""
        if turn == self._turn:
            return
        self._turn, self._begun_s, self._said = turn, self._clock.now_s(), False
        self.look()

    def look(self, _: None = None) -> None:
        """The house has changed its rule, or another turn has begun."""
        self.stop()
        if self.runs and not self._said:
            self._waiting = asyncio.get_running_loop().call_later(self.left_s(), self._up)

    def stop(self) -> None:
        """No timer is left."""
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _up(self) -> None:
        self._said = True
        self.ran_out.tell(None)
