"""How the console's screen looks after so long without use: bright, dimmed, wandering or dark."""

from controller.show.effect_loop import EffectLoop
from controller.show.hourglass import Hourglass
from hw.clock import Clock
from hw.oled.idle import Look, look_after, next_change_s


class ScreenLook:
    """What is under way at the table is use, too."""

    def __init__(self, effects: EffectLoop, hourglass: Hourglass, clock: Clock) -> None:
        self._effects = effects
        self._hourglass = hourglass
        self._clock = clock

    def now(self) -> tuple[Look, float | None]:
        """The look, and when it changes by itself, in seconds of the clock."""
        now_s = self._clock.now_s()
        if self._hourglass.runs or self._effects.busy:
            self._effects.used_at_s = now_s
        used_at_s = self._effects.used_at_s
        idle_s = now_s - used_at_s
        next_s = next_change_s(idle_s)
        while next_s is not None and used_at_s + next_s <= now_s:  # it is due, but for a rounding of the clock
            idle_s = next_s
            next_s = next_change_s(idle_s)
        return look_after(idle_s), None if next_s is None else used_at_s + next_s

    def wake(self) -> bool:
        """Light the screen; says whether it was dark."""
        was_dark = self.now()[0].dark
        self._effects.used_at_s = self._clock.now_s()
        self.redraw()
        return was_dark

    def redraw(self) -> None:
        """Show what has changed by itself; nobody has used the table."""
        self._effects.redraw.tell(None)
