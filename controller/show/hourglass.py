"""The hourglass: a deadline on the loop's clock; and the time a turn may take by a house rule."""

import asyncio
from math import ceil
from typing import Final

from controller.signals import Signal
from controller.store.house_rules import HouseRules
from hw.clock import Clock

GRACE_S = 0.1
"""How long after the deadline the stop is declared: what a gate saw before it has arrived by then."""


class Hourglass:
    """Owner of the deadline. It runs out by itself and says so once, with the time of the deadline.

    The listener lays it down; until then it counts as running, so that earlier taps are judged as such.

    Attributes:
        ran_out: told the time of the deadline.
        deadline_s: when it runs out, or None while it is idle.
    """

    def __init__(self, clock: Clock, house: HouseRules) -> None:
        self.ran_out: Signal[float] = Signal()
        self.deadline_s: float | None = None
        self._clock = clock
        self._house = house
        self._game_s: float | None = None
        self._waiting: asyncio.TimerHandle | None = None
        self._rest_s: float | None = None

    @property
    def total_s(self) -> float:
        return self._house.current.hourglass_s if self._game_s is None else self._game_s

    @property
    def runs(self) -> bool:
        return self.deadline_s is not None

    @property
    def paused(self) -> bool:
        return self._rest_s is not None

    @property
    def is_idle(self) -> bool:
        return not self.runs and not self.paused

    def pause(self) -> None:
        rest_s = self.left_s()
        if self.deadline_s is not None and rest_s > 0:
            self.lay_down()
            self._rest_s = rest_s

    def go_on(self) -> None:
        if self.paused:
            self.turn_over()

    def turn_over(self, game_s: float | None = None) -> None:
        """Start it, or let it run on if it was paused; one that runs already goes on as it was.

        Args:
            game_s: how long the game wants it; None if that is the house's affair.
        """
        if self.deadline_s is None:
            if not self.paused:
                self._game_s = game_s
            self.deadline_s = self._clock.now_s() + (self.total_s if self._rest_s is None else self._rest_s)
            self._rest_s = None
            seconds = self.deadline_s + GRACE_S - self._clock.now_s()
            self._waiting = asyncio.get_running_loop().call_later(seconds, self._declare)

    def lay_down(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
        self.deadline_s = self._waiting = self._rest_s = None

    def left_s(self) -> float:
        if self._rest_s is not None:
            return self._rest_s
        return 0.0 if self.deadline_s is None else max(0.0, self.deadline_s - self._clock.now_s())

    def is_past(self, at_s: float) -> bool:
        return self.deadline_s is not None and at_s > self.deadline_s

    def _declare(self) -> None:
        if self.deadline_s is not None:
            self.ran_out.emit(self.deadline_s)


STEPS: Final = 24
"""In so many steps the ring beside the screen drains: it has about as many pixels around."""

ROUNDING: Final = 0.001


class TurnTimer:
    """Owner of when the turn of the moment began; a start of the program, or a step back, lets its time begin anew.

    Attributes:
        ran_out: told once a turn when its time is up.
    """

    def __init__(self, clock: Clock, house: HouseRules) -> None:
        self.ran_out: Signal[None] = Signal()
        self._clock = clock
        self._house = house
        self._turn: str | None = None
        self._begun_s = 0.0
        self._waiting: asyncio.TimerHandle | None = None
        self._said = False

    @property
    def total_s(self) -> int:
        return self._house.current.turn_timer_s

    @property
    def runs(self) -> bool:
        return self._turn is not None and self.total_s > 0

    def left_s(self) -> float:
        return max(0.0, self._begun_s + self.total_s - self._clock.now_s()) if self.runs else 0.0

    def steps_left(self) -> int | None:
        return ceil(STEPS * self.left_s() / self.total_s - ROUNDING) if self.runs else None

    def next_step_s(self) -> float | None:
        steps = self.steps_left()
        if not steps:
            return None
        return self._clock.now_s() + max(0.001, self.left_s() - (steps - 1) * self.total_s / STEPS)

    def follow(self, turn: str | None) -> None:
        if turn == self._turn:
            return
        self._turn, self._begun_s, self._said = turn, self._clock.now_s(), False
        self.look()

    def look(self, _: None = None) -> None:
        self.stop()
        if self.runs and not self._said:
            self._waiting = asyncio.get_running_loop().call_later(self.left_s(), self._up)

    def stop(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _up(self) -> None:
        self._said = True
        self.ran_out.emit(None)
