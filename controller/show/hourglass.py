"""The hourglass (a deadline on the event loop's clock) and the turn timer (a house rule)."""

import asyncio
from math import ceil
from typing import Final

from controller.signals import Signal
from controller.store.house_rules import HouseRules
from hw.clock import Clock

GRACE_S = 0.1
"""Delay from the deadline to ``ran_out``, for tiles seen just before."""


class Hourglass:
    """The deadline of the hourglass, and its pause.

    It counts as running until the handler of ``ran_out`` calls ``stop``; earlier taps may arrive.

    Attributes:
        ran_out: emits the time of the deadline.
        deadline_s: loop time of the deadline; None while idle or paused.
    """

    def __init__(self, clock: Clock, house: HouseRules) -> None:
        self.ran_out: Signal[float] = Signal()
        self.deadline_s: float | None = None
        self._clock = clock
        self._house = house
        self._game_s: float | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._rest_s: float | None = None

    @property
    def total_s(self) -> float:
        return self._house.current.hourglass_s if self._game_s is None else self._game_s

    @property
    def is_running(self) -> bool:
        return self.deadline_s is not None

    @property
    def is_paused(self) -> bool:
        return self._rest_s is not None

    @property
    def is_idle(self) -> bool:
        return self.deadline_s is None and self._rest_s is None

    def pause(self) -> None:
        rest_s = self.remaining_s()
        if self.deadline_s is not None and rest_s > 0:
            self.stop()
            self._rest_s = rest_s

    def resume(self) -> None:
        if self.is_paused:
            self.ensure_running()

    def ensure_running(self, seconds_if_new: float | None = None) -> None:
        """Start the hourglass for ``seconds_if_new`` (None: the house rule), or resume it, unless it runs."""
        if self.deadline_s is None:
            if not self.is_paused:
                self._game_s = seconds_if_new
            self.deadline_s = self._clock.now_s() + (self.total_s if self._rest_s is None else self._rest_s)
            self._rest_s = None
            seconds = self.deadline_s + GRACE_S - self._clock.now_s()
            self._timer = asyncio.get_running_loop().call_later(seconds, self._emit_ran_out)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self.deadline_s = self._timer = self._rest_s = None

    def remaining_s(self) -> float:
        if self._rest_s is not None:
            return self._rest_s
        return 0.0 if self.deadline_s is None else max(0.0, self.deadline_s - self._clock.now_s())

    def is_past_deadline(self, at_s: float) -> bool:
        return self.deadline_s is not None and at_s > self.deadline_s

    def _emit_ran_out(self) -> None:
        if self.deadline_s is not None:
            self.ran_out.emit(self.deadline_s)


RING_STEPS: Final = 24
"""Steps in which the ring around the screen drains."""

ROUNDING: Final = 0.001


class TurnTimer:
    """The current turn's time, anew after a restart or correction; ``ran_out`` is emitted once."""

    def __init__(self, clock: Clock, house: HouseRules) -> None:
        self.ran_out: Signal[None] = Signal()
        self._clock = clock
        self._house = house
        self._turn: str | None = None
        self._begun_s = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._has_run_out = False

    @property
    def total_s(self) -> int:
        return self._house.current.turn_timer_s

    @property
    def is_running(self) -> bool:
        return self._turn is not None and self.total_s > 0

    def remaining_s(self) -> float:
        return max(0.0, self._begun_s + self.total_s - self._clock.now_s()) if self.is_running else 0.0

    def ring_steps_left(self) -> int | None:
        return ceil(RING_STEPS * self.remaining_s() / self.total_s - ROUNDING) if self.is_running else None

    def next_ring_step_at_s(self) -> float | None:
        steps = self.ring_steps_left()
        if not steps:
            return None
        return self._clock.now_s() + max(0.001, self.remaining_s() - (steps - 1) * self.total_s / RING_STEPS)

    def set_turn(self, turn: str | None) -> None:
        if turn == self._turn:
            return
        self._turn, self._begun_s, self._has_run_out = turn, self._clock.now_s(), False
        self.reschedule_timer()

    def reschedule_timer(self, _: None = None) -> None:
        self.cancel_timer()
        if self.is_running and not self._has_run_out:
            self._timer = asyncio.get_running_loop().call_later(self.remaining_s(), self._on_time_up)

    def cancel_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _on_time_up(self) -> None:
        self._has_run_out = True
        self.ran_out.emit(None)
