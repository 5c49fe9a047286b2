"""The table's voice: say screens and effects by urgency, aloud or at an earphone."""

import asyncio
import math
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from enum import IntEnum
from functools import partial
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from controller import backoff, limits, signals
from controller.devices.health import DeviceHealth
from controller.devices.sound import VOICE_DEVICE, Loudspeaker
from controller.games.contract.effects import (
    Announce,
    ChoiceScreen,
    Complain,
    NumberScreen,
    RowsScreen,
    Scene,
    Tell,
    TextScreen,
    TimerScreen,
)
from controller.games.contract.referee import Waiting
from controller.games.contract.values import CastleId, Text
from controller.games.naming import join_sentences, translate_text, without_rules
from controller.house import SpokenKind
from controller.show import console_screens
from controller.show.effect_loop import DeviceLostEffect, EffectLoop, InPassing, ShownEffect, TimeLeft
from controller.store.house_rules import HouseRules
from hw.clock import Clock
from hw.errors import HardwareError


class ScreenReading(Struct, frozen=True):
    """A screen as sentences.

    Attributes:
        parts: sentences below the title; of a list, only the chosen entry.
        by_hand: number of entries in a list to turn through; 0 for other screens.
    """

    title: Text | None
    parts: tuple[Text, ...]
    by_hand: int = 0


def make_screen_reading(screen: console_screens.ShownScreen) -> ScreenReading:
    """Return the screen's sentences; of a secret, only that there is one."""
    if console_screens.holds_secret(screen):
        screen = console_screens.SECRET_HIDDEN_SCREEN
    match screen:
        case TextScreen(title=title, lines=lines, footer=footer):
            return ScreenReading(title, lines if footer is None else (*lines, footer))
        case ChoiceScreen(title=title, entries=entries, chosen=chosen, below=below):
            entry = Text("voice-entry", {"entry": entries[chosen], "place": chosen + 1, "count": len(entries)})
            return ScreenReading(title, (entry, *below), len(entries))
        case RowsScreen(said=said):
            return ScreenReading(None, said)
        case NumberScreen(number=number, caption=caption):
            return ScreenReading(None, (Text("voice-number", {"caption": caption, "number": str(number)}),))
        case TimerScreen(caption=caption):
            return ScreenReading(None, (caption,))
        case console_screens.DisplayCheckScreen(question=question):
            return ScreenReading(None, (question,))
        case console_screens.WifiScreen(name=name, grouped_password=groups):
            spoken = ", ".join(" ".join(group) for group in groups)
            return ScreenReading(None, (Text("voice-wifi", {"name": name, "password": spoken}),))
        case console_screens.QrCodeScreen(address=address, hint=hint, typed=typed):
            where = Text("voice-address", {"address": typed or address})
            return ScreenReading(None, (where,) if hint is None else (where, hint))


def find_new_sentences(now: ScreenReading, before: ScreenReading | None) -> tuple[Text, ...]:
    """Return the sentences of ``now`` not in ``before``; all if title or number of entries differ."""
    if before is None or (before.title, before.by_hand) != (now.title, now.by_hand):
        return now.parts if now.title is None else (now.title, *now.parts)
    return tuple(part for part in now.parts if part not in before.parts)


class UtteranceKind(IntEnum):
    """Why a sentence is said, the most urgent kind first."""

    TIME = 0
    PIECE = 1
    BY_HAND = 2
    COMPLAINT = 3
    STORY = 4
    SCENE = 5
    WAITS = 6
    DEVICE = 7


MAX_AGE_S: Final[Mapping[UtteranceKind, float]] = {UtteranceKind.PIECE: 4.0, UtteranceKind.BY_HAND: 4.0}
"""Age in seconds at which the answer to a hand is dropped; all else waits as long as it is true."""

MOST_BEHIND: Final = 2
"""Sentences of the story that wait; more would tell of what is long past."""

SURELY_SAID_A_S: Final = 10.0
"""Letters that the slowest voice says in a second."""

SENTENCE_END: Final = re.compile(r"(?<=[.!?]) ")

NEWEST_ONLY: Final = frozenset({UtteranceKind.PIECE, UtteranceKind.BY_HAND, UtteranceKind.WAITS})
"""A newer utterance of these kinds replaces an older one."""

INTERRUPTING: Final = frozenset({UtteranceKind.PIECE, UtteranceKind.BY_HAND})
"""Kinds that answer a hand at gate or knob; they interrupt all others except complaints."""


SETTLING_S: Final = 0.05
"""Pause before each utterance: story and screen come in either order, but the story is said first."""


class Utterance(Struct, frozen=True):
    """Sentences to say together.

    Attributes:
        created_s: loop time.
        ear: the castle at whose earphone it is said; None for the loudspeaker.
        is_true: whether it is still worth saying.
        said_letters: how much of it was surely said before it was interrupted.
    """

    kind: UtteranceKind
    texts: tuple[Text, ...]
    created_s: float
    ear: CastleId | None = None
    is_true: Callable[[], bool] = lambda: True
    said_letters: int = 0


class SpeechQueue:
    """Utterances that wait, at most ``limits.SENTENCES_WAITING``."""

    def __init__(self) -> None:
        self._waiting: list[Utterance] = []

    def __len__(self) -> int:
        return len(self._waiting)

    def __iter__(self) -> Iterator[Utterance]:
        return iter(self._waiting)

    def put(self, utterance: Utterance) -> None:
        """Add an utterance; drop those it replaces, and the oldest of too many."""
        if utterance.kind in NEWEST_ONLY:
            self._waiting = [each for each in self._waiting if each.kind is not utterance.kind]
        if utterance.kind is UtteranceKind.STORY:
            self._drop_past_story(utterance)
        self._waiting = [*self._waiting, utterance][-limits.SENTENCES_WAITING :]

    def _drop_past_story(self, newer: Utterance) -> None:
        """Drop what the newer sentence replaces, as a castle's earlier number, and the oldest of too many."""
        story = [each for each in self._waiting if each.kind is UtteranceKind.STORY]
        past = [each for each in story if _subject(each) == _subject(newer)]
        kept = [each for each in story if each not in past]
        past += kept[: max(0, len(kept) + 1 - MOST_BEHIND)]
        self._waiting = [each for each in self._waiting if each not in past]

    @property
    def story_waiting(self) -> int:
        return sum(each.kind in {UtteranceKind.STORY, UtteranceKind.SCENE} for each in self._waiting)

    def put_back(self, utterance: Utterance, said_letters: int) -> None:
        """Requeue the rest of an interrupted utterance, unless its kind interrupts or a newer one replaces it."""
        newer = any(each.kind is utterance.kind for each in self._waiting)
        if not (utterance.kind in INTERRUPTING or (utterance.kind in NEWEST_ONLY and newer)):
            rest = replace(utterance, said_letters=utterance.said_letters + said_letters)
            self._waiting = [rest, *self._waiting][-limits.SENTENCES_WAITING :]

    def take_next(self, now_s: float, held: Collection[UtteranceKind] = ()) -> Utterance | None:
        """Remove and return the next utterance of a kind that is not ``held``; None if there is none."""
        self._waiting = [
            each
            for each in self._waiting
            if now_s - each.created_s <= MAX_AGE_S.get(each.kind, math.inf) and each.is_true()
        ]
        first = min((each for each in self._waiting if each.kind not in held), key=lambda each: each.kind, default=None)
        if first is not None:
            self._waiting.remove(first)
        return first

    def clear(self) -> None:
        self._waiting = []


def _subject(utterance: Utterance) -> tuple[object, ...]:
    return tuple((text.key, text.values.get("color")) for text in utterance.texts)


def is_interrupted_by(said: Utterance, newer: Utterance) -> bool:
    if said.kind is UtteranceKind.SCENE and not said.is_true():  # people have gone on
        return True
    if newer.kind in NEWEST_ONLY and said.kind is newer.kind:
        return True
    if newer.kind is UtteranceKind.TIME:
        return said.kind not in INTERRUPTING
    return newer.kind in INTERRUPTING and said.kind not in {*INTERRUPTING, UtteranceKind.COMPLAINT, UtteranceKind.TIME}


ABOUT_DEVICES: Final = frozenset({"device-lost", "device-back"})
"""Sentences of the story for which the voice has other words."""

ERRAND_CAPTION: Final = "errand-caption"
"""Caption of the hourglass while people help a bot; the voice says the errand itself."""


class Caption(Struct, frozen=True):
    text: str
    language: str


class VoiceLoop:
    """Says utterances aloud, one after the other.

    Attributes:
        caption: the latest utterance at the loudspeaker; earphones have no captions.
        changed: emitted when the caption changes.
    """

    def __init__(
        self,
        *,
        loudspeaker: Loudspeaker,
        health: DeviceHealth,
        clock: Clock,
        house: HouseRules,
        waits: Callable[[], Waiting],
        menu: Callable[[], console_screens.ShownScreen | None],
        is_covered: Callable[[], bool],
        effects: EffectLoop,
    ) -> None:
        self.loudspeaker, self._health, self._clock, self._house = loudspeaker, health, clock, house
        self._waits, self._menu, self._is_covered, self._effects = waits, menu, is_covered, effects
        self.caption: Caption | None = None
        self.changed: signals.Signal[None] = signals.Signal()
        self._queue: SpeechQueue = SpeechQueue()
        self._due = asyncio.Event()
        self._speaking: tuple[Utterance, asyncio.Task[None]] | None = None
        self._shown_screen: ScreenReading | None = None
        self._heard_screen: ScreenReading | None = None
        self._backoff = backoff.Backoff()
        self._again_s = 0.0

    def is_enabled(self, what: SpokenKind) -> bool:
        return what in self._house.current.says

    def on_effects(self, effects: Sequence[ShownEffect]) -> None:
        """Say the effects that the house rules select; omit an announcement if the story tells it.

        A complaint and a scene are said while they are true, all else is true for good.
        """
        told = [effect.text for effect in effects if isinstance(effect, Tell) and effect.text.key not in ABOUT_DEVICES]
        is_announced = any(isinstance(effect, Announce) for effect in effects)  # a drawn number is never dropped
        if self.is_enabled("story"):
            for text in told:
                self._enqueue(UtteranceKind.SCENE if is_announced else UtteranceKind.STORY, (text,))
        for effect in effects:
            match effect:
                case Announce(screen=screen) if self.is_enabled("console") and not (told and self.is_enabled("story")):
                    self._enqueue(UtteranceKind.STORY, find_new_sentences(make_screen_reading(screen), None))
                case Scene(sentence=sentence) if self.is_enabled("story"):
                    self._enqueue(
                        UtteranceKind.SCENE, (sentence, *self._hint()), is_true=partial(self._is_shown, effect)
                    )
                case InPassing(said=said) if self.is_enabled("story"):
                    texts = (said,) if isinstance(said, Text) else find_new_sentences(make_screen_reading(said), None)
                    self._enqueue(UtteranceKind.SCENE, texts)
                case TimeLeft(seconds=seconds) if self.is_enabled("story"):
                    self._enqueue(UtteranceKind.TIME, (Text("voice-seconds", {"left": seconds}),))
                case Complain(castle=castle, text=text) if self.is_enabled("complaints"):
                    whose = () if castle is None else (Text(castle),)
                    self._enqueue(UtteranceKind.COMPLAINT, (*whose, text), is_true=partial(self._stands, effect))
                case DeviceLostEffect(screen=screen) if self.is_enabled("devices"):
                    self._enqueue(UtteranceKind.DEVICE, find_new_sentences(make_screen_reading(screen), None))
                case Tell(text=text) if self.is_enabled("devices") and text.key == "device-back":
                    self._enqueue(UtteranceKind.DEVICE, (Text("voice-device-back", {"device": text.values["device"]}),))
                case _:
                    pass

    def _hint(self) -> tuple[Text, ...]:
        """Return how to go on with the scene that appears, if people have to and the console is spoken."""
        hint = self._effects.scene_hint if self.is_enabled("console") else None
        return () if hint is None else (hint,)

    def _is_shown(self, scene: Scene) -> bool:
        return self._effects.scene is scene or self._house.current.scenes == "at_once"

    def _stands(self, complaint: Complain) -> bool:
        return self._effects.complaints.get(complaint.castle) is complaint

    def is_telling(self, scene: Scene) -> bool:
        """Whether the scene's sentence waits or is being said."""
        said = () if self._speaking is None else (self._speaking[0],)
        return any(scene.sentence in each.texts for each in (*said, *self._queue))

    @property
    def is_behind(self) -> bool:
        """Whether a sentence of the story waits behind the one being said; bots play on only afterwards."""
        return self._queue.story_waiting > 0

    def on_screen_drawn(self, _: None = None) -> None:
        """Say what is new on the console's screen; the next step only once the display shows it."""
        self._due.set()  # what was held may be said now
        if not self.is_enabled("console"):
            self._shown_screen = self._heard_screen = None
            return
        menu = self._menu()
        screen = menu or self._effects.screen_of_step(self._waits())
        if menu is None and self._is_step_to_come():
            return
        if isinstance(screen, TimerScreen) and screen.caption.key == ERRAND_CAPTION:
            return
        now = make_screen_reading(screen)
        if now == self._shown_screen:
            return
        self._shown_screen = now
        kind = UtteranceKind.BY_HAND if menu is not None or now.by_hand else UtteranceKind.WAITS
        # If nothing is new because the screen was shown before, say all of it.
        new = find_new_sentences(now, self._heard_screen) or find_new_sentences(now, None)
        self._enqueue(
            kind, new, is_true=lambda: menu is not None or self._effects.screen_of_step(self._waits()) == screen
        )

    def _is_step_to_come(self) -> bool:
        """Whether the display shows something else before what the table waits for."""
        effects = self._effects
        if isinstance(self._waits().screen, TimerScreen):
            return False
        return bool(effects.scenes_left) or effects.announced is not None or effects.next_step_waits_for_arrow

    def _held_kinds(self) -> Collection[UtteranceKind]:
        if self._is_covered():
            return UtteranceKind.STORY, UtteranceKind.SCENE, UtteranceKind.WAITS
        return (UtteranceKind.WAITS,) if self._is_step_to_come() else ()

    def say_behind_timer(self, screen: TextScreen, is_true: Callable[[], bool]) -> None:
        """Say a screen that is not shown while the hourglass runs, as long as it is true."""
        if self.is_enabled("console") and isinstance(self._waits().screen, TimerScreen):
            new = find_new_sentences(make_screen_reading(screen), None)
            self._enqueue(UtteranceKind.SCENE, new, is_true=is_true)

    def say_piece(self, text: Text, ear: CastleId | None) -> None:
        self._enqueue(UtteranceKind.PIECE, (text,), ear)

    def clear(self, _: None = None) -> None:
        self._queue.clear()

    def on_house_rules_changed(self, _: None = None) -> None:
        """Apply changed house rules; when the voice is off, drop all that waits."""
        if not self._house.current.says:
            self._interrupt_speech()
            self._queue.clear()
            self._set_caption(None)
        self.on_screen_drawn()

    def _enqueue(
        self,
        kind: UtteranceKind,
        texts: tuple[Text, ...],
        ear: CastleId | None = None,
        is_true: Callable[[], bool] = lambda: True,
    ) -> None:
        utterance = Utterance(kind, texts, self._clock.now_s(), ear, is_true)
        self._queue.put(utterance)
        if self._speaking is not None and is_interrupted_by(self._speaking[0], utterance):
            self._interrupt_speech()
        self._due.set()

    def _interrupt_speech(self) -> None:
        if self._speaking is not None:
            self._speaking[1].cancel()

    async def run(self) -> None:
        """Say queued utterances for ever; sleep while the queue is empty."""
        try:
            while True:
                await self._due.wait()
                await self._clock.sleep_until(self._clock.now_s() + SETTLING_S)
                utterance = self._queue.take_next(self._clock.now_s(), self._held_kinds())
                if utterance is None:
                    self._due.clear()
                else:
                    await self._speak(utterance)
        finally:
            self._interrupt_speech()

    async def _speak(self, utterance: Utterance) -> None:
        language = self._house.language
        text = rest_after(spoken_text(utterance.texts, language), utterance.said_letters)
        shown = self._shown_screen
        if utterance.kind is UtteranceKind.BY_HAND:  # do not repeat the list while the knob is turned
            self._heard_screen = shown
        if utterance.ear is None:
            self._set_caption(Caption(text, language))
        if self._clock.now_s() < self._again_s:
            return
        began_s = self._clock.now_s()
        task = asyncio.ensure_future(self._send_to_loudspeaker(text, language, utterance.ear))
        self._speaking = utterance, task
        try:
            await asyncio.wait({task})
            if task.cancelled():
                if self._house.current.says:  # else the voice has just been switched off
                    self._queue.put_back(utterance, int((self._clock.now_s() - began_s) * SURELY_SAID_A_S))
            else:
                task.result()
                if utterance.kind is UtteranceKind.WAITS:
                    self._heard_screen = shown
        finally:
            self._speaking = None
            task.cancel()

    async def _send_to_loudspeaker(self, text: str, language: str, ear: CastleId | None) -> None:
        try:
            await self.loudspeaker.say(text, language, ear)
        except HardwareError as fault:
            self._again_s = self._clock.now_s() + self._backoff.pause_after_failure_s()
            self._health.report_lost(VOICE_DEVICE, str(fault))
        else:
            self._backoff.reset()
            self._health.report_working(VOICE_DEVICE)

    def _set_caption(self, caption: Caption | None) -> None:
        if caption != self.caption:
            self.caption = caption
            self.changed.emit(None)


def rest_after(text: str, said_letters: int) -> str:
    """Return the text from the sentence that was not surely said to its end."""
    ends = [found.end() for found in SENTENCE_END.finditer(text) if found.start() <= said_letters]
    return text[max(ends, default=0) :]


def spoken_text(texts: Sequence[Text], language: str) -> str:
    return without_rules(join_sentences([translate_text(text, language) for text in texts]))
