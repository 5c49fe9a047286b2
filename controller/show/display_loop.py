"""Draw the console's screen whenever it changes, and dim it while the table is idle."""

import asyncio
import contextlib
from collections.abc import Callable
from math import ceil
from typing import TYPE_CHECKING, Final

from controller.backoff import Backoff
from controller.devices.health import DeviceHealth
from controller.devices.screen import ConsoleScreen
from controller.games.contract.effects import Complain, TextScreen, TimerScreen
from controller.games.contract.referee import Waiting
from controller.games.contract.values import Text
from controller.show import console_screens
from controller.show.effect_loop import DeviceLostEffect, EffectLoop
from controller.show.hourglass import RING_STEPS, Hourglass, TurnTimer
from controller.signals import Signal
from controller.store.house_rules import HouseRules
from hw.clock import Clock
from hw.errors import HardwareError
from hw.oled.frame import DisplayAppearance, appearance_when_idle, idle_s_of_next_change

if TYPE_CHECKING:
    from PIL import Image


class IdleDimmer:
    """Brightness and position of the picture, by how long the table has been idle.

    A running hourglass and effects that are being shown count as use, but no scene that waits for people.
    """

    def __init__(self, effects: EffectLoop, hourglass: Hourglass, clock: Clock) -> None:
        self._effects, self._hourglass, self._clock = effects, hourglass, clock

    def appearance_and_next_change(self) -> tuple[DisplayAppearance, float | None]:
        """Return the look, and the clock time of its next change (None: no change)."""
        now_s = self._clock.now_s()
        if self._hourglass.is_running or (self._effects.is_busy and self._effects.scene is None):
            self._effects.used_at_s = now_s
        used_at_s = self._effects.used_at_s
        idle_s = now_s - used_at_s
        next_s = idle_s_of_next_change(idle_s)
        while next_s is not None and used_at_s + next_s <= now_s:  # due, but for rounding
            idle_s = next_s
            next_s = idle_s_of_next_change(idle_s)
        return appearance_when_idle(idle_s), None if next_s is None else used_at_s + next_s

    def wake_and_check_was_dark(self) -> bool:
        was_dark = self.appearance_and_next_change()[0].dark
        self._effects.used_at_s = self._clock.now_s()
        self.request_redraw()
        return was_dark

    def request_redraw(self) -> None:
        self._effects.redraw.emit(None)


PICTURES_A_SECOND: Final = 10
"""Most pictures per second of a running hourglass."""

LAST_SECONDS: Final = 5

SPOKEN_S: Final = 10
"""What the hourglass has left when the voice says it."""


class DisplayLoop:
    """Draws the screen and keeps the latest picture.

    Attributes:
        picture_drawn: emitted after each picture.
        shows_secret: the display may still show a secret for people at the table only.
        picture_count: number of pictures drawn.
        page_texts: the texts of the latest picture, as the page may show it.
    """

    def __init__(
        self,
        *,
        screen: ConsoleScreen,
        health: DeviceHealth,
        effects: EffectLoop,
        look: IdleDimmer,
        hourglass: Hourglass,
        turn_timer: TurnTimer,
        clock: Clock,
        house: HouseRules,
        waiting: Callable[[], Waiting],
        menu: Callable[[], console_screens.ShownScreen | None],
    ) -> None:
        self._screen, self._health, self._effects, self._look = screen, health, effects, look
        self._hourglass, self._turn_timer, self._clock, self._house = hourglass, turn_timer, clock, house
        self._waiting, self._menu = waiting, menu
        self.picture_drawn: Signal[None] = Signal()
        self.shows_secret = False
        self.picture_count = 0
        self.page_texts: tuple[Text, ...] = ()
        self._picture: Image.Image | None = None
        self._due = asyncio.Event()
        self._ticked = 0
        self._backoff = Backoff()
        self._retry_s: float | None = None
        self._last_pixels: tuple[object, Image.Image] | None = None

    @property
    def page_picture(self) -> "Image.Image":
        """The latest picture as the page may show it; blank before the first."""
        if self._picture is not None:
            return self._picture
        from hw.oled.marks import blank_image  # slow import: Pillow

        return blank_image()

    def request_redraw(self, _: None = None) -> None:
        self._due.set()

    async def run(self) -> None:
        while True:
            changes_s = await self.draw_once()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout_at(changes_s):
                    await self._due.wait()

    async def draw_once(self) -> float | None:
        """Draw and send the present screen; return the clock time at which it has to be drawn again."""
        self._due.clear()
        screen, until_s = self.screen_and_next_change()
        look, next_look_s = self._look.appearance_and_next_change()
        self._play_tick_in_last_seconds()
        shown = self._draw(screen, look)
        is_there = await self._send_picture(shown, look)
        if is_there or not self._screen.is_wired:
            self.shows_secret = console_screens.holds_secret(screen)
        self.picture_drawn.emit(None)
        ask_s = self._screen.next_check_s if is_there else None
        ring_s = self._turn_timer.next_ring_step_at_s()
        changes_s = [at_s for at_s in (until_s, next_look_s, ring_s, self._retry_s, ask_s) if at_s is not None]
        return min(changes_s, default=None)

    def draw_without_sending(self) -> "Image.Image":
        """Draw the present screen for the pages, and return its picture."""
        picture = self._draw(self.screen_and_next_change()[0], self._look.appearance_and_next_change()[0])
        self.picture_drawn.emit(None)
        return picture

    def _draw(self, screen: console_screens.ShownScreen, look: DisplayAppearance) -> "Image.Image":
        shown = self._draw_picture(console_screens.reveal_secrets(screen), look)
        is_secret = console_screens.holds_secret(screen)
        self.shows_secret = self.shows_secret or is_secret
        self._picture = self._draw_picture(console_screens.SECRET_HIDDEN_SCREEN, look) if is_secret else shown
        self.page_texts = console_screens.screen_texts(console_screens.SECRET_HIDDEN_SCREEN if is_secret else screen)
        self.picture_count += 1
        return shown

    def retry_now(self) -> None:
        """Set the display up and draw now, without the pause after a failure."""
        self._screen.set_up_at_next_picture()
        self._retry_s = None
        self.request_redraw()

    def _play_tick_in_last_seconds(self) -> None:
        left_s = (
            ceil(round(self._hourglass.remaining_s(), 3)) if self._hourglass.is_running else 0
        )  # against rounding errors
        if left_s != self._ticked:
            self._ticked = left_s
            if left_s == SPOKEN_S:
                self._effects.say_time_left(left_s)
            if 0 < left_s <= LAST_SECONDS:
                self._effects.play_tick()

    def _draw_picture(self, screen: console_screens.ShownScreen, look: DisplayAppearance) -> "Image.Image":
        from controller.show.pictures import draw_display_picture  # slow import: Pillow

        left_s = round(self._hourglass.remaining_s(), 3)  # against rounding errors
        # A lost journal is announced once but concerns each action, so each picture is marked.
        is_marked = self._health.is_lost("journal")
        ring = self._turn_timer.ring_steps_left()
        turn_left = None if ring is None else ring / RING_STEPS
        wanted = screen, self._house.language, left_s, self._hourglass.total_s, is_marked, turn_left, look.shift_px
        if self._last_pixels is None or self._last_pixels[0] != wanted:
            self._last_pixels = wanted, draw_display_picture(*wanted)
        return self._last_pixels[1]

    async def _send_picture(self, shown: "Image.Image", look: DisplayAppearance) -> bool:
        """Draw the picture; return whether it is shown. Pause after a failure: a dead bus costs time."""
        again_s = self._retry_s
        if not self._screen.is_wired or (again_s is not None and self._clock.now_s() < again_s):
            return False
        self._retry_s = None
        try:
            if look.dark:
                self._screen.blank_display()  # may send nothing, so it proves nothing
                return False
            await self._screen.show_without_blocking(shown, look.contrast)
        except HardwareError as fault:
            self._health.report_lost("oled", str(fault))
            self._retry_s = self._clock.now_s() + self._backoff.pause_after_failure_s()
            return False
        else:
            self._health.report_working("oled")
            self._backoff.reset()
            return True

    def screen_and_next_change(self) -> tuple[console_screens.ShownScreen, float | None]:
        """Return what the console shows, and the time of its next change.

        No screen covers a running hourglass; a complaint shows its title above.
        The next step waits until the arrow rests.
        """
        announced, complaint = self._effects.announced, self._effects.current_complaint()
        screen: console_screens.ShownScreen = self._effects.screen_of_step(self._waiting())
        if isinstance(screen, TimerScreen) and self._hourglass.is_running:
            screen = screen if complaint is None else TimerScreen(_make_complaint_screen(complaint[0]).title)
            return screen, self._next_ring_change_at_s()
        if announced is None and self._effects.next_step_waits_for_arrow and not self._hourglass.is_running:
            announced = console_screens.ARROW_TURNS_SCREEN
        screen = announced or screen
        menu = self._menu()
        if complaint is not None and (announced is None or menu is not None):
            effect, until_s = complaint
            return _make_complaint_screen(effect, self._waiting().beside), until_s
        return menu or screen, None

    def _next_ring_change_at_s(self) -> float | None:
        left_s = round(self._hourglass.remaining_s(), 3)
        if left_s <= 0:
            return None
        from hw.oled.drawing import RING_CIRCUMFERENCE_PX  # slow import: Pillow

        a_second = min(PICTURES_A_SECOND, max(1, round(RING_CIRCUMFERENCE_PX / self._hourglass.total_s)))
        steps = max(0, ceil(left_s * a_second - 0.01) - 1)  # this step is drawn already
        return self._clock.now_s() + left_s - steps / a_second


def _make_complaint_screen(effect: Complain | DeviceLostEffect, beside: tuple[Text, ...] = ()) -> TextScreen:
    return effect.screen if isinstance(effect, DeviceLostEffect) else console_screens.complaint_screen(effect, beside)
