"""Carry out effects: scenes, announcements and arrow motions in turn; lamps, sounds, complaints, story at once."""

import asyncio
import collections
import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from controller import limits, log
from controller.devices.controls import Controls
from controller.devices.hardware import Hardware
from controller.devices.health import PANEL_SUFFIX, DeviceHealth
from controller.games.contract.effects import (
    Announce,
    Blink,
    Complain,
    Effect,
    Note,
    Notice,
    RowsScreen,
    Scene,
    Screen,
    Sound,
    StartTimer,
    StopTimer,
    Tell,
    TextScreen,
)
from controller.games.contract.referee import Waiting
from controller.games.contract.values import CastleId, LampPattern, Text
from controller.games.naming import NO_PEOPLE, people_called, translate_text, words_of
from controller.show.hourglass import Hourglass
from controller.signals import Signal
from controller.store.house_rules import HouseRules
from hw.clock import Clock

FLASH_S: Final = 0.45
FLASH: Final[LampPattern] = ("blink", "blink", "blink")
REFUSED_S: Final = 2.0
REFUSED: Final[LampPattern] = ("on", "off", "on")
"""The outer lamps stay on, a pattern that no step of a game uses."""
UNREAD: Final[LampPattern] = ("blink", "on", "blink")
"""Until a piece that went by unread was shown again; no step of a game uses it."""
DARK: Final[LampPattern] = ("off", "off", "off")


class CastleLamps:
    """The castles' lamps: a lasting pattern, or briefly whether an input was accepted or refused."""

    def __init__(self, controls: Controls, devices: DeviceHealth) -> None:
        self._controls = controls
        self._devices = devices
        self._steady: Mapping[CastleId, LampPattern] = {}
        self._answers: dict[CastleId, tuple[LampPattern, asyncio.TimerHandle]] = {}
        self._lit: dict[CastleId, tuple[object, LampPattern]] = {}

    def set_steady_patterns(self, steady: Mapping[CastleId, LampPattern]) -> None:
        self._steady = steady
        for castle, panel in self._controls.panels.items():
            if castle not in self._answers and self._lit.get(castle) != (panel, steady.get(castle, DARK)):
                self._update_lamps(castle)

    def flash_accepted(self, castle: CastleId) -> None:
        self._show_brief_pattern(castle, FLASH, FLASH_S)

    def show_refused(self, castle: CastleId) -> None:
        self._show_brief_pattern(castle, REFUSED, REFUSED_S)

    def cancel_brief_patterns(self) -> None:
        for _, timer in self._answers.values():
            timer.cancel()
        self._answers.clear()

    def _show_brief_pattern(self, castle: CastleId, pattern: LampPattern, seconds: float) -> None:
        if castle not in self._controls.panels:
            return
        if castle in self._answers:
            self._answers[castle][1].cancel()
        timer = asyncio.get_running_loop().call_later(seconds, self._end_brief_pattern, castle)
        self._answers[castle] = pattern, timer
        self._update_lamps(castle)

    def _end_brief_pattern(self, castle: CastleId) -> None:
        del self._answers[castle]
        self._update_lamps(castle)

    def _update_lamps(self, castle: CastleId) -> None:
        pattern = self._answers[castle][0] if castle in self._answers else self._steady.get(castle, DARK)
        self._lit.pop(castle, None)  # a failed panel is tried again with the next effects
        with self._devices.report_outcome_of(castle + PANEL_SUFFIX):
            self._controls.set_lamps(castle, pattern)
            self._lit[castle] = self._controls.panels[castle], pattern


class PointArrow(Struct, frozen=True):
    """Turn the arrow to the result of a draw; an effect of the table, not of a game.

    Attributes:
        value: value of the sector.
        angle_deg: clockwise from the home mark, inside that sector.
    """

    value: int
    angle_deg: float


class Story:
    """The story's last sentences, at most ``kept``, in order; each is translated once per language."""

    def __init__(self, kept: int) -> None:
        self._told: collections.deque[tuple[Text, dict[str, str], bool, bool]] = collections.deque(maxlen=kept)
        self._people = NO_PEOPLE

    def __iter__(self) -> Iterator[Text]:
        return (text for text, *_ in self._told)

    def __len__(self) -> int:
        return len(self._told)

    def append(self, text: Text, *, counts: bool, plays: bool) -> None:
        """Append a sentence, which tells of play or else of the table's care.

        Of those in a row that ``counts`` and differ in numbers only, the last is read.
        """
        self._told.append((text, {}, counts, plays))

    def clear(self) -> None:
        self._told.clear()

    def sentences(self, language: str, *, ahead: int = 0) -> list[str]:
        """Return what is told by now: of the last ``ahead`` sentences only those that are not of play."""
        if self._people != people_called():
            self._people = people_called()
            for _, said, *_ in self._told:
                said.clear()
        found: dict[object, str] = {}
        row = 0
        for place, (text, said, counts, plays) in enumerate(self._told):
            if plays and place >= len(self._told) - ahead:
                continue
            row += not counts
            if language not in said:
                said[language] = translate_text(text, language)
            found[(row, text.key, repr(words_of(text))) if counts else row] = said[language]
        return list(found.values())


BRIEF_S: Final = 0.7
"""Time of an announcement while newer effects wait; three then take about two seconds."""
PASSING_S: Final = 2.0
"""Time of what is announced in passing; a scene may wait behind it."""
COMPLAINT_S: Final = 3.0
DEVICE_LOST_S: Final = 6.0
DEAF_S: Final = 0.5
"""A press this soon after a scene or notice appeared was not meant for it."""
MOST_ROWS: Final = 4
"""Rows that leave no room for a footer on the display."""
HELD_S: Final = 0.3
"""How often what may not begin or end yet looks again."""
KEPT_SENTENCES: Final = 200
"""How many sentences of the story are kept for the page."""


class DeviceLostEffect(Struct, frozen=True):
    """A device was lost; an effect of the table, shown like a complaint but longer."""

    screen: TextScreen


class InPassing(Struct, frozen=True):
    """A scene that is announced in passing, or the sentence of one that is skipped; for the voice alone."""

    said: Screen | Text


class Recalled(Struct, frozen=True):
    """What was told of a game before it was put on the table, for the story alone; each with its ``counts``."""

    told: tuple[tuple[Text, bool], ...]


class TimeLeft(Struct, frozen=True):
    """The hourglass has so much left; an effect of the table, for the voice alone."""

    seconds: int


class ComplaintHolds(Struct, frozen=True):
    """Tells whether a complaint is still true; comes after it, among the effects of one batch.

    Attributes:
        stays: whether it outlives steps and later complaints, with the castle's lamps lit: a piece went by unread.
    """

    complaint: Complain
    is_true: Callable[[], bool]
    stays: bool = False


class Heard(Struct, frozen=True):
    """Effects that the voice may tell now: their arrow rests."""

    effects: tuple["ShownEffect", ...]


QueuedEffect = Announce | PointArrow | Scene | Heard

ShownEffect = Effect | PointArrow | DeviceLostEffect | InPassing | Recalled | TimeLeft | ComplaintHolds


class EffectLoop:
    """Shows effects; keeps pending announcements, story and latest complaints.

    Attributes:
        changed: emitted when the page's view may have changed.
        redraw: emitted when the console's screen may look different.
        story_told: emits each sentence of the story.
        complaints: the latest to each castle (None: to the console) in the current step, while it is true.
        announced: the screen that is being announced, or the scene's.
        heard: emits effects for the voice, once the arrow rests that they tell of, and each scene as it appears.
        scene: the scene that is shown.
        scene_hint: how people go on with it; None where it does not wait for them.
        unattended: no people play, so scenes do not wait.
        simulates_hands: pieces move by themselves, on a simulated table.
        plays_by_itself: whether a bot with such pieces plays the castle.
        holds: each tells whether the next scene or announcement must wait, as for a question to people.
        is_still_told: whether a scene's sentence is still being said.
        used_at_s: loop time at which an effect was shown or the table was used.
    """

    def __init__(
        self, *, hardware: Hardware, health: DeviceHealth, hourglass: Hourglass, clock: Clock, house: HouseRules
    ) -> None:
        self._hardware, self._health, self._hourglass, self._clock = hardware, health, hourglass, clock
        self._house = house
        self.changed: Signal[None] = Signal()
        self.redraw: Signal[None] = Signal()
        self.story_told: Signal[Text] = Signal()
        self.story = Story(KEPT_SENTENCES)
        self.complaints: dict[CastleId | None, Complain] = {}
        self.announced: Screen | None = None
        self.heard: Signal[Sequence[ShownEffect]] = Signal()
        self.scene_hint: Text | None = None
        self.unattended = self.simulates_hands = False
        self.plays_by_itself: Callable[[CastleId], bool] = lambda _: False
        self.holds: list[Callable[[], bool]] = []
        self.is_still_told: Callable[[Scene], bool] = lambda _: False
        self.used_at_s = 0.0
        self._staged: collections.deque[tuple[int, QueuedEffect]] = collections.deque()
        self._in_a_hurry = False  # the hourglass runs
        self._skips_next = False
        self._over = asyncio.Event()
        self._shown_from_s = 0.0
        self._more_staged = asyncio.Event()
        self._watched: list[ComplaintHolds] = []
        self._batch = self._rested = 0
        self._told_ahead = 0
        self._newer = asyncio.Event()
        self._complaint: tuple[Complain | DeviceLostEffect, float] | None = None
        self._step: tuple[str, CastleId | None] = ("", None)
        self._waiting: Waiting | None = None
        self._waiting_after_arrow: Waiting | None = None
        self._staging: QueuedEffect | None = None
        self._lamps = CastleLamps(self._hardware.controls, self._health)
        self._lit: Mapping[CastleId, LampPattern] = {}  # once no scene is left
        self._unread: Mapping[CastleId, LampPattern] = {}

    def show_effects(self, effects: Sequence[ShownEffect], waiting: Waiting) -> None:
        """Start to show ``effects`` and what the table waits for; wait for no device."""
        plays = any(not isinstance(effect, Tell | Recalled | DeviceLostEffect | Notice) for effect in effects)
        if plays:
            self._batch += 1
            self._newer.set()
        self._waiting = waiting
        if self._step != (waiting.step, waiting.castle):
            self._step = waiting.step, waiting.castle
            self.complaints.clear()
            anew = any(isinstance(effect, StartTimer | StopTimer | PointArrow) for effect in effects)
            self._drop_scenes(hands=anew)  # people went on; what hands owe stays, unless another phase begins
        if self._watched:
            self._drop_untrue_complaints()
        tells, is_staged = 0, False
        heard: list[ShownEffect] = []  # what the voice tells at once
        told: list[ShownEffect] = []  # what it tells once the arrow rests
        for effect in effects:
            match effect:
                case PointArrow():
                    self._queue_effect(effect)
                case Announce():
                    told.append(effect)
                    self._queue_effect(effect)
                case Scene(hands=False) if self._skips_next:
                    pass  # its sentences are told
                case Scene(screen=screen, seconds=seconds, sound=sound):
                    is_staged = True
                    passes = effect.hands_alone and (self.simulates_hands or not effect.hands)
                    if passes:
                        heard.append(InPassing(screen))
                    else:
                        told.append(effect)
                    at_once = passes or self._house.current.scenes == "at_once"
                    announced = Announce(screen, min(seconds, PASSING_S) if passes else seconds, sound)
                    self._queue_effect(announced if at_once else effect)
                case Complain():
                    heard.append(effect)
                    self._show_complaint(effect, waiting)
                case ComplaintHolds(complaint=complaint):
                    castle = complaint.castle
                    earlier = [each for each in self._watched if each.stays and each.complaint.castle == castle]
                    self._watched = [each for each in self._watched if each not in earlier or not effect.stays]
                    self._watched.append(effect)
                case Note(castle=castle, text=text):
                    log.info("noted", at=castle or "console", text=translate_text(text, "en"))
                case DeviceLostEffect():
                    heard.append(effect)
                    self._complaint = (effect, self._clock.now_s() + DEVICE_LOST_S)
                    self.play_sound("trouble")
                case Recalled():
                    for text, counts in effect.told:
                        self.story.append(text, counts=counts, plays=True)
                case Tell(text=text):
                    told.append(effect)
                    self.story.append(text, counts=self._in_a_hurry, plays=plays)
                    tells += 1
                    self.story_told.emit(text)
                case StartTimer(seconds=seconds):
                    self._in_a_hurry = True
                    self._hourglass.ensure_running(seconds)
                case StopTimer():
                    self._in_a_hurry = False
                    self._hourglass.stop()
                case Sound(pattern=pattern):
                    self.play_sound(pattern)
                case Blink(castle=castle):
                    self.complaints.pop(castle, None)
                    self._lamps.flash_accepted(castle)
        self._skips_next = self._skips_next and not plays
        if is_staged:  # the scenes' sentences tell it all
            told = [effect for effect in told if not isinstance(effect, Tell)]
        staying = {each.complaint.castle: each.complaint for each in self._watched if each.stays}
        self.complaints = staying | self.complaints
        if told and (self._staged or self._staging is not None):
            heard += self._split_by_arrow(told)
        else:
            heard += told
        if heard:
            self.heard.emit(heard)
        self._unread = {castle: UNREAD for castle in staying if castle is not None}
        self._lit = {**waiting.lamps, **self._unread} if self._unread else waiting.lamps
        # Scenes are looked for only where something is queued: this runs for each tile.
        waits = bool((self._staged or self._staging) and self._scenes)
        self._told_ahead = self._told_ahead + tells if waits else 0
        self._lamps.set_steady_patterns(self._unread if waits else self._lit)
        self.used_at_s = self._clock.now_s()
        self.redraw.emit(None)
        self.changed.emit(None)

    def _split_by_arrow(self, told: Sequence[ShownEffect]) -> Sequence[ShownEffect]:
        """Return what the voice may tell now; the rest waits for the arrow, and scenes are told as they appear."""
        scenes = [effect for effect in told if isinstance(effect, Scene)]
        if scenes:
            told = scenes if self._house.current.scenes == "at_once" else []
        if not told or not self.has_unfinished_arrow:
            return told
        arrows = [place for place, (_, each) in enumerate(self._staged, 1) if isinstance(each, PointArrow | Heard)]
        self._staged.insert(max(arrows, default=0), (self._batch, Heard(tuple(told))))
        return ()

    def _queue_effect(self, effect: QueuedEffect) -> None:
        staged = self._staged
        staged.append((self._batch, effect))
        if isinstance(effect, PointArrow):
            self._waiting_after_arrow = self._waiting
        self._more_staged.set()
        if len(staged) > limits.EFFECTS_WAITING:
            staged.remove(next((each for each in staged if isinstance(each[1], Announce)), staged[0]))

    def _show_complaint(self, complaint: Complain, waiting: Waiting) -> None:
        castle = complaint.castle
        self.complaints[castle] = complaint
        if castle is not None:
            self._lamps.show_refused(castle)
        if castle is None or waiting.castle in {None, castle}:
            self._complaint = (complaint, self._clock.now_s() + COMPLAINT_S)
            self.play_sound("refused")
        elif castle not in self._hardware.controls.panels:
            self.play_sound("refused")

    def forget_complaints(self) -> None:
        """Forget what people have left behind; an unread piece still has to be shown again."""
        self.complaints = {each.complaint.castle: each.complaint for each in self._watched if each.stays}
        self._complaint = None

    def _drop_untrue_complaints(self) -> None:
        shown = [each for each in self._watched if each.stays or self._is_shown(each.complaint)]
        untrue = [each for each in shown if not each.is_true()]
        self._watched = [each for each in shown if each not in untrue]
        for complaint in (each.complaint for each in untrue):
            if self._is_shown(complaint):
                del self.complaints[complaint.castle]
            if self._complaint is not None and self._complaint[0] is complaint:
                self._complaint = None

    def _is_shown(self, complaint: Complain) -> bool:
        return self.complaints.get(complaint.castle) is complaint

    def _drop_scenes(self, *, hands: bool) -> None:
        """Drop scenes that are shown or wait, those for hands only if ``hands``."""

        def goes(effect: QueuedEffect | None) -> bool:
            return isinstance(effect, Scene) and (hands or not effect.hands)

        self._staged = collections.deque(each for each in self._staged if not goes(each[1]))
        if goes(self._staging):
            self._over.set()

    def go_on(self, *, skip: bool = False) -> bool:
        """End the scene or announcement, or ``skip`` all scenes; return False if none is shown, or only just.

        If a bot acts next, in a step without pieces at gates, its scenes are skipped, too.
        What hands must do is said even if its scene is skipped.
        """
        if self.announced is None or self._clock.now_s() < self._shown_from_s + DEAF_S:
            return False
        if skip:
            unsaid = [InPassing(each.sentence) for each in self._scenes if each.hands and each is not self._staging]
            self._drop_scenes(hands=True)
            if (waiting := self._waiting) is not None and waiting.castle is not None and not waiting.gates:
                self._skips_next = self.plays_by_itself(waiting.castle)
            if unsaid:
                self.heard.emit(unsaid)
        self._over.set()
        self._newer.set()
        return True

    def _is_held(self) -> bool:
        return not self.unattended and any(holds() for holds in self.holds)

    @property
    def _queued(self) -> list[QueuedEffect]:
        """What is shown, if anything, and what waits behind it; no scene that is over, which may be of another game."""
        is_over = isinstance(self._staging, Scene) and self._over.is_set()
        queued = [each for _, each in self._staged]
        return queued if is_over or self._staging is None else [self._staging, *queued]

    @property
    def _scenes(self) -> list[Scene]:
        return [each for each in self._queued if isinstance(each, Scene)]

    @property
    def scene(self) -> Scene | None:
        """The scene that is shown, or comes at once; None while something else is shown."""
        first = next(iter(self._queued), None)
        is_shown = first is self._staging and self.announced is not None
        return first if isinstance(first, Scene) and (is_shown or not self._is_held()) else None

    @property
    def scenes_left(self) -> int:
        """Number of scenes that are shown or wait."""
        return len(self._scenes)

    def read_story(self, language: str) -> list[str]:
        """Return the story's sentences, without those of the scenes that are still to be shown."""
        return self.story.sentences(language, ahead=self._told_ahead)

    @property
    def scene_to_come(self) -> Scene | None:
        """The scene that waits for what is announced or asked before it; None once it is shown."""
        return next(iter(self._scenes), None) if self.scene is None else None

    @property
    def state_shown(self) -> Any:
        """The game's state at the scene that is shown or comes next; None for the present one."""
        return next((each.state for each in self._scenes), None)

    def clear(self, _: None = None) -> None:
        """Drop story, pending announcements and complaints of a game that left the table."""
        self.story.clear()
        self._staged.clear()
        self._over.set()
        self.announced = self._complaint = None
        self.complaints.clear()
        self._watched.clear()
        self.redraw.emit(None)

    def cancel_lamp_timers(self) -> None:
        self._lamps.cancel_brief_patterns()

    @property
    def is_busy(self) -> bool:
        return self._staging is not None or bool(self._staged)

    @property
    def has_unfinished_arrow(self) -> bool:
        """Whether the arrow turns, or will turn after earlier announcements."""
        return any(isinstance(effect, PointArrow) for effect in self._queued)

    @property
    def next_step_waits_for_arrow(self) -> bool:
        """Whether the arrow still turns to the result behind the present step; not once people have gone on.

        Within a step they have done so when its screen counts on.
        """
        now, then = self._waiting, self._waiting_after_arrow
        if now is None or then is None or not self.has_unfinished_arrow:
            return False
        return now.after_arrow or (now.step, now.castle, now.screen) == (then.step, then.castle, then.screen)

    def screen_of_step(self, waiting: Waiting) -> Screen:
        """Return the screen of what the table waits for; of a bot that pays and chooses, only that it plays."""
        castle = waiting.castle
        if castle is None or not waiting.knob_holds or not self.plays_by_itself(castle):
            return waiting.screen
        return TextScreen(Text(castle), (Text("bot-plays"),))

    def arrow_progress_counts(self) -> dict[str, int]:
        return {"arrow": self._hardware.arrow.half_steps_made} if isinstance(self._staging, PointArrow) else {}

    def current_complaint(self) -> tuple[Complain | DeviceLostEffect, float] | None:
        shown = self._complaint
        return shown if shown is not None and self._clock.now_s() < shown[1] else None

    async def run(self) -> None:
        while True:
            while not self._staged:
                self._more_staged.clear()
                await self._more_staged.wait()
            batch, self._staging = self._staged.popleft()
            self._over.clear()
            try:
                await self._carry_out_effect(self._staging, batch)
            finally:  # also after a failure, before the guard restarts `run`
                self._staging = self.announced = self.scene_hint = None
                waits = bool(self._scenes)
                self._told_ahead *= waits
                self._lamps.set_steady_patterns(self._unread if waits else self._lit)
                self.redraw.emit(None)
                self.changed.emit(None)

    async def _carry_out_effect(self, effect: QueuedEffect, batch: int) -> None:
        while isinstance(effect, Scene | Announce) and not isinstance(effect, Notice) and self._is_held():
            await self._clock.sleep_until(self._clock.now_s() + HELD_S)
        match effect:
            case _ if self._over.is_set():
                pass  # dropped meanwhile
            case Heard(effects=effects):
                self.heard.emit(effects)
            case Scene():
                await self._show_scene(effect)
            case PointArrow(angle_deg=angle_deg):
                with self._health.report_outcome_of("spinner"):
                    await self._hardware.arrow.turn_to(angle_deg)
                self._rested = batch  # what it drew is news, however long it turned
            case Announce(screen=screen, seconds=seconds, sound=sound):
                if sound is not None:
                    self.play_sound(sound)
                await self._show_announcement(screen, seconds, batch)

    async def _show_scene(self, scene: Scene) -> None:
        screen = scene.screen
        self.scene_hint = (
            Text("scene-done" if scene.hands else "scene-go-on") if self._waits_for_people(scene) else None
        )
        if self.scene_hint is not None and isinstance(screen, TextScreen | RowsScreen):
            full = isinstance(screen, RowsScreen) and len(screen.rows) >= MOST_ROWS
            screen = replace(screen, **{"title" if full else "footer": self.scene_hint})
        self.announced, self._shown_from_s = screen, self._clock.now_s()
        if scene.sound is not None:
            self.play_sound(scene.sound)
        self.heard.emit((scene,))
        self.redraw.emit(None)
        self.changed.emit(None)
        ends_s = self._shown_from_s + scene.seconds
        while not self._over.is_set() and (
            self._waits_for_people(scene) or self._clock.now_s() < ends_s or self.is_still_told(scene)
        ):
            if self._is_held():  # it is covered, and needs its time again
                ends_s = self._clock.now_s() + scene.seconds
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(HELD_S):
                    await self._over.wait()

    def _waits_for_people(self, scene: Scene) -> bool:
        """Whether it waits for a press, by the house rules of this moment."""
        pace = self._house.current.scenes
        return not self.unattended and (pace == "knob" or (scene.hands and pace == "pause"))

    async def _show_announcement(self, screen: Screen, seconds: float, batch: int) -> None:
        self.announced, self._shown_from_s = screen, self._clock.now_s()
        self.redraw.emit(None)
        begun_s = self._shown_from_s
        self._newer.clear()
        if batch in {self._batch, self._rested}:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout_at(begun_s + seconds):
                    await self._newer.wait()
        await self._clock.sleep_until(begun_s + min(seconds, BRIEF_S))

    def say_time_left(self, seconds: int) -> None:
        self.heard.emit((TimeLeft(seconds),))

    def play_tick(self) -> None:
        if not self._hardware.sounds.is_playing:
            self.play_sound("last_seconds")

    def play_sound(self, pattern: str) -> None:
        if not self._house.is_silent:
            self._hardware.sounds.play(pattern, self._health)
