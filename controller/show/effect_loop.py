"""From effects to drivers: what people see and hear, in the order in which it happened."""

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final

from PIL import Image

from controller import log
from controller.devices.backoff import Backoff
from controller.devices.hardware import Hardware
from controller.devices.health import DeviceHealth
from controller.games.contract.effects import (
    Announce,
    Blink,
    Complain,
    Effect,
    Note,
    Sound,
    StartTimer,
    StopTimer,
    Tell,
)
from controller.games.contract.ids import CastleId
from controller.games.contract.referee import Waiting
from controller.games.contract.screens import Screen, TextScreen, TimerScreen
from controller.games.contract.texts import Text
from controller.games.sentences import sentence
from controller.show.arrow import TurnArrow
from controller.show.console_screens import MenuScreen, Shown
from controller.show.hourglass import Hourglass
from controller.show.lamps import CastleLamps
from controller.show.pictures import complaint_screen, picture
from controller.show.story import Story
from controller.store.house_rules import HouseRules
from hw.clock import Clock
from hw.errors import HardwareError
from hw.oled.idle import Look, look_after, next_change_s, shifted

HOURGLASS_REFRESH_S: Final = 0.1
LAST_SECONDS: Final = 5
BRIEF_S: Final = 0.7
"""How long an announcement is shown when people have gone on: three tumults delay the one to act by two seconds."""
COMPLAINT_S: Final = 3.0
TROUBLE_S: Final = 6.0
KEPT_SENTENCES: Final = 200
"""How much of the story a page that comes late still gets."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """A device was lost: the daemon's own effect, shown as a complaint is, but longer."""

    screen: TextScreen


class EffectLoop:
    """Owner of what is shown: the announcements that are due, the story, the latest complaints.

    Attributes:
        on_tell, on_screen: told of each sentence of the story, and after each picture.
        picture, pictures: the latest picture of the screen, and how many there were.
        story: the sentences told so far.
        complaints: the latest complaint of each castle (None: the console) since the table waits for what it does.
    """

    def __init__(
        self,
        hardware: Hardware,
        devices: DeviceHealth,
        hourglass: Hourglass,
        clock: Clock,
        *,
        house: HouseRules,
        waiting: Callable[[], Waiting],
        menu: Callable[[], Shown | MenuScreen | None],
        told: Callable[[], None],
    ) -> None:
        self.story = Story(KEPT_SENTENCES)
        self.complaints: dict[CastleId | None, Complain] = {}
        self.picture = Image.new("1", (128, 64))
        self.pictures = 0
        self.on_tell: Callable[[Text], None] = lambda _text: None
        self.on_screen: Callable[[], None] = lambda: None
        self._hardware = hardware
        self._devices = devices
        self._hourglass = hourglass
        self._clock = clock
        self._house = house
        self._waiting = waiting
        self._menu = menu
        self._lamps = CastleLamps(hardware, devices)
        self._told = told
        self._staged: asyncio.Queue[tuple[int, Announce | TurnArrow]] = asyncio.Queue()
        self._batch = 0
        self._newer = asyncio.Event()
        self._announced: Screen | None = None
        self._complaint: tuple[Complain | Trouble, float] | None = None
        self._step: tuple[str, CastleId | None] = ("", None)
        self._staging = False
        self._turning = False
        self._refresh = asyncio.Event()
        self._used_at_s = 0.0
        self._ticked = 0
        self._screen_backoff = Backoff()
        self._screen_again_s: float | None = None

    def show(self, effects: Sequence[Effect | TurnArrow | Trouble]) -> None:
        """Begin to show ``effects``; never waits for a device."""
        if any(not isinstance(effect, Tell | Trouble) for effect in effects):
            self._batch += 1
            self._newer.set()
        waiting = self._waiting()
        if self._step != (waiting.step, waiting.castle):
            self._step = waiting.step, waiting.castle
            self.complaints.clear()
        for effect in effects:
            match effect:
                case TurnArrow() | Announce():
                    self._staged.put_nowait((self._batch, effect))
                case Complain():
                    self._complain(effect, waiting)
                case Note(castle=castle, text=text):
                    log.info("noted", at=castle or "console", text=sentence(text, "en"))
                case Trouble():
                    self._complaint = (effect, self._clock.now_s() + TROUBLE_S)
                    self._sound("trouble")
                case Tell(text=text):
                    self.story.append(text)
                    self.on_tell(text)
                case StartTimer():
                    self._hourglass.turn_over()
                case StopTimer():
                    self._hourglass.lay_down()
                case Sound(pattern=pattern):
                    self._sound(pattern)
                case Blink(castle=castle):
                    self.complaints.pop(castle, None)
                    self._lamps.flash(castle)
        self._lamps.show(waiting.lamps)
        self._used_at_s = self._clock.now_s()
        self._refresh.set()
        self._told()

    def _complain(self, complaint: Complain, waiting: Waiting) -> None:
        """At its castle; also on the screen and to be heard, unless somebody else is reading there what to do."""
        castle = complaint.castle
        self.complaints[castle] = complaint
        if castle is not None:
            self._lamps.refuse(castle)
        if castle is None or waiting.castle in {None, castle}:
            self._complaint = (complaint, self._clock.now_s() + COMPLAINT_S)
            self._sound("refused")
        elif castle not in self._hardware.panels:
            self._sound("refused")

    def wake(self) -> bool:
        """Light the screen; says whether it was dark."""
        was_dark = self._look_now()[0].dark
        self._used_at_s = self._clock.now_s()
        self._refresh.set()
        return was_dark

    def redraw(self) -> None:
        """Show what has changed by itself; nobody has used the table."""
        self._refresh.set()

    def forget(self) -> None:
        """Drop what is still to be announced: it belongs to a game that is not played any more."""
        while not self._staged.empty():
            self._staged.get_nowait()
        self._announced = self._complaint = None
        self.complaints.clear()
        self._refresh.set()

    def stop(self) -> None:
        """No timer is left."""
        self._lamps.stop()

    @property
    def busy(self) -> bool:
        """Whether something is still to be announced or turning."""
        return self._staging or not self._staged.empty()

    def rounds(self) -> dict[str, int]:
        """How often the screen was drawn, and while the arrow turns, its half-steps; announcements end by the clock."""
        return {"screen": self.pictures} | ({"arrow": self._hardware.arrow_half_steps} if self._turning else {})

    async def run(self) -> None:
        """Show for ever."""
        self._used_at_s = self._clock.now_s()
        self._lamps.show(self._waiting().lamps)
        async with asyncio.TaskGroup() as group:
            group.create_task(self._run_stage())
            group.create_task(self._run_screen())

    async def _run_stage(self) -> None:
        while True:
            batch, effect = await self._staged.get()
            self._staging = True
            match effect:
                case TurnArrow(stop=stop):
                    self._turning = True
                    with self._devices.watch("spinner"):
                        await self._hardware.turn_arrow(stop.angle_deg)
                    self._turning = False
                case Announce(screen=screen, seconds=seconds, sound=sound):
                    if sound is not None:
                        self._sound(sound)
                    await self._announce(screen, seconds, batch)
            self._staging = False
            self._told()

    async def _announce(self, screen: Screen, seconds: float, batch: int) -> None:
        """Show it for so long, but only briefly when people have gone on already."""
        self._announced = screen
        self._refresh.set()
        begun_s = self._clock.now_s()
        self._newer.clear()
        if batch == self._batch:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout_at(begun_s + seconds):
                    await self._newer.wait()
        await self._clock.sleep_until(begun_s + min(seconds, BRIEF_S))
        self._announced = None
        self._refresh.set()

    def _sound(self, pattern: str) -> None:
        if not self._house.silent:
            self._hardware.sound(pattern, self._devices)

    def _tick(self) -> None:
        """The last seconds of the hourglass are heard, too; a sound that is being played goes before."""
        left_s = ceil(self._hourglass.left_s()) if self._hourglass.runs else 0
        if left_s != self._ticked:
            self._ticked = left_s
            if 0 < left_s <= LAST_SECONDS and not self._hardware.sounding:
                self._sound("last_seconds")

    async def _run_screen(self) -> None:
        while True:
            self._refresh.clear()
            screen, until_s = self._screen_now()
            look, next_look_s = self._look_now()
            self._tick()
            drawn = picture(screen, self._house.language, self._hourglass.left_s(), self._hourglass.total_s)
            self.picture = shifted(drawn, look.shift_px)
            self.pictures += 1
            self._draw(look)
            self.on_screen()
            changes_s = [at_s for at_s in (until_s, next_look_s, self._screen_again_s) if at_s is not None]
            try:
                async with asyncio.timeout_at(min(changes_s, default=None)):
                    await self._refresh.wait()
            except TimeoutError:
                pass

    def _draw(self, look: Look) -> None:
        """Bring the picture on the screen; one that failed is left alone for a while, since a dead bus costs time."""
        again_s = self._screen_again_s
        if not self._hardware.has_screen or (again_s is not None and self._clock.now_s() < again_s):
            return
        self._screen_again_s = None
        try:
            if look.dark:
                self._hardware.darken()  # nothing is sent to one that is dark already: no proof that it works
                return
            self._hardware.show(self.picture, look.contrast)
        except HardwareError as fault:
            self._devices.lost("oled", str(fault))
            self._screen_again_s = self._clock.now_s() + self._screen_backoff.after_failure_s()
        else:
            self._devices.works("oled")
            self._screen_backoff.worked()

    def _look_now(self) -> tuple[Look, float | None]:
        """How the screen looks after so long without use, and when that changes. What is under way is use."""
        now_s = self._clock.now_s()
        if self._hourglass.runs or self.busy:
            self._used_at_s = now_s
        idle_s = now_s - self._used_at_s
        next_s = next_change_s(idle_s)
        while next_s is not None and self._used_at_s + next_s <= now_s:  # it is due, but for a rounding of the clock
            idle_s = next_s
            next_s = next_change_s(idle_s)
        return look_after(idle_s), None if next_s is None else self._used_at_s + next_s

    def _screen_now(self) -> tuple[Shown | MenuScreen, float | None]:
        """What the console shows, and when it changes by itself.

        Nothing covers an hourglass that runs: of a complaint only the title is seen then, above it.
        """
        now_s = self._clock.now_s()
        noted = self._complaint[0] if self._complaint is not None and now_s < self._complaint[1] else None
        screen: Shown | MenuScreen = self._announced or self._waiting().screen
        if isinstance(screen, TimerScreen) and self._hourglass.runs:
            screen = screen if noted is None else TimerScreen(_note(noted).title)
            return screen, now_s + HOURGLASS_REFRESH_S if self._hourglass.left_s() > 0 else None
        menu = self._menu()
        if menu is not None:
            screen = menu
        told_now = self._announced is not None and menu is None
        if not told_now and self._complaint is not None and now_s < self._complaint[1]:
            effect, until_s = self._complaint
            return _note(effect, self._waiting().beside), until_s
        return screen, None


def _note(effect: Complain | Trouble, beside: tuple[Text, ...] = ()) -> TextScreen:
    return effect.screen if isinstance(effect, Trouble) else complaint_screen(effect, beside)
