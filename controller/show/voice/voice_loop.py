"""The table's voice: what the house wants said, one sentence after the other, each with its caption."""

import asyncio
import re
from collections.abc import Sequence
from typing import Final, Protocol

from msgspec import Struct

from controller.config.schema import Saying
from controller.devices.health import Backoff, DeviceHealth
from controller.devices.sound.loudspeaker import LOUDSPEAKER, Loudspeaker
from controller.games.contract.effects import Announce, Complain, Effect, Tell
from controller.games.contract.referee import Waiting
from controller.games.contract.values import CastleId, Text
from controller.games.naming import as_sentences, sentence
from controller.show.arrow import TurnArrow
from controller.show.console_screens import MenuScreen, Shown
from controller.show.effect_loop import DeviceLost
from controller.show.voice.screen_reader import Read, read, what_is_new
from controller.show.voice.speech_queue import Kind, SpeechQueue, Utterance, cuts_short
from controller.store.house_rules import HouseRules
from controller.topic import Topic
from hw.clock import Clock
from hw.errors import HardwareError

RULE: Final = re.compile(r"\s*\((?:[A-Z]{2}-\d[\d.]*(?:, )?)+\)")
"""A rule's id in brackets, which the eye skips and the ear cannot."""

ABOUT_DEVICES: Final = frozenset({"device-lost", "device-back"})
"""Sentences of the story that name a device; the voice says them its own way."""


class Caption(Struct, frozen=True):
    """What is said aloud, word for word."""

    text: str
    language: str


class Game(Protocol):
    """The game, for the voice."""

    def waiting(self) -> Waiting:
        """What the table waits for now."""
        ...


class Menu(Protocol):
    """The console's menu, for the voice."""

    def screen(self) -> Shown | MenuScreen | None:
        """What it shows; None while it is closed."""
        ...


class VoiceLoop:
    """Owner of what is said aloud.

    Attributes:
        caption: what all hear now, or heard last; what only one castle hears is none.
        changed: told when the caption is another.
    """

    def __init__(
        self,
        loudspeaker: Loudspeaker,
        health: DeviceHealth,
        clock: Clock,
        house: HouseRules,
        game: Game,
        menu: Menu,
    ) -> None:
        self.caption: Caption | None = None
        self.changed: Topic[None] = Topic()
        self.loudspeaker = loudspeaker
        self._health = health
        self._clock = clock
        self._house = house
        self._game = game
        self._menu = menu
        self._queue = SpeechQueue()
        self._due = asyncio.Event()
        self._saying: tuple[Utterance, asyncio.Task[None]] | None = None
        self._shown: Read | None = None
        self._heard: Read | None = None
        self._backoff = Backoff()
        self._again_s = 0.0

    def says(self, what: Saying) -> bool:
        """Whether the house wants it said."""
        return what in self._house.kept.says

    def effects(self, effects: Sequence[Effect | TurnArrow | DeviceLost]) -> None:
        """Say of them what the house wants to hear: what the story tells is not said once more as a screen."""
        told = [effect.text for effect in effects if isinstance(effect, Tell) and effect.text.key not in ABOUT_DEVICES]
        if self.says("story"):
            for text in told:
                self._say(Kind.STORY, (text,))
        for effect in effects:
            match effect:
                case Announce(screen=screen) if self.says("console") and not (told and self.says("story")):
                    self._say(Kind.STORY, what_is_new(read(screen), None))
                case Complain(castle=castle, text=text) if self.says("complaints"):
                    whose = () if castle is None else (Text(castle),)
                    self._say(Kind.COMPLAINT, (*whose, text))
                case DeviceLost(screen=screen) if self.says("devices"):
                    self._say(Kind.DEVICE, what_is_new(read(screen), None))
                case Tell(text=text) if self.says("devices") and text.key == "device-back":
                    self._say(Kind.DEVICE, (Text("voice-device-back", {"device": text.values["device"]}),))
                case _:
                    pass

    def look(self, _: None = None) -> None:
        """The console's screen may say something else."""
        if not self.says("console"):
            self._shown = self._heard = None
            return
        menu = self._menu.screen()
        now = read(menu or self._game.waiting().screen)
        if now == self._shown:
            return
        self._shown = now
        kind = Kind.BY_HAND if menu is not None or now.by_hand else Kind.WAITS
        self._say(
            kind, what_is_new(now, self._heard) or what_is_new(now, None)
        )  # it was another meanwhile, and is back

    def piece(self, text: Text, ear: CastleId | None) -> None:
        """What a piece is that somebody holds; into one castle's ear, where only it may know."""
        self._say(Kind.PIECE, (text,), ear)

    def forget(self, _: None = None) -> None:
        """Drop what waits: it belongs to a game that is not played any more."""
        self._queue.clear()

    def follow_house(self, _: None = None) -> None:
        """The house may want something else said: nothing that waits is meant any more, and a switch says so itself."""
        if not self._house.kept.says:
            self._hush()
            self._queue.clear()
            self._set_caption(None)
        self.look()

    def _say(self, kind: Kind, texts: tuple[Text, ...], ear: CastleId | None = None) -> None:
        utterance = Utterance(kind, texts, self._clock.now_s(), ear)
        self._queue.put(utterance)
        if self._saying is not None and cuts_short(self._saying[0], utterance):
            self._hush()
        self._due.set()

    def _hush(self) -> None:
        if self._saying is not None:
            self._saying[1].cancel()

    async def run(self) -> None:
        """Say for ever what is due; while nothing is, nothing wakes."""
        try:
            while True:
                await self._due.wait()
                utterance = self._queue.take(self._clock.now_s())
                if utterance is None:
                    self._due.clear()
                else:
                    await self._begin(utterance)
        finally:
            self._hush()

    async def _begin(self, utterance: Utterance) -> None:
        """Caption, then voice: whoever hears nothing has read it by then."""
        language = self._house.language
        text = in_clear(utterance.texts, language)
        shown = self._shown
        if utterance.kind is Kind.BY_HAND:  # who turns on knows the list by its first words
            self._heard = shown
        if utterance.ear is None:
            self._set_caption(Caption(text, language))
        if self._clock.now_s() < self._again_s:
            return
        task = asyncio.ensure_future(self._aloud(text, language, utterance.ear))
        self._saying = utterance, task
        try:
            await asyncio.wait({task})
            if task.cancelled():
                if self._house.kept.says:  # else the house has just wanted silence
                    self._queue.put_back(utterance)
            else:
                task.result()
                if utterance.kind is Kind.WAITS:
                    self._heard = shown
        finally:
            self._saying = None
            task.cancel()

    async def _aloud(self, text: str, language: str, ear: CastleId | None) -> None:
        try:
            await self.loudspeaker.say(text, language, ear)
        except HardwareError as fault:
            self._again_s = self._clock.now_s() + self._backoff.after_failure_s()
            self._health.lost(LOUDSPEAKER, str(fault))
        else:
            self._backoff.worked()
            self._health.works(LOUDSPEAKER)

    def _set_caption(self, caption: Caption | None) -> None:
        if caption != self.caption:
            self.caption = caption
            self.changed.tell(None)


def in_clear(texts: Sequence[Text], language: str) -> str:
    """The sentences as they are said, without the ids of rules."""
    return RULE.sub("", as_sentences([sentence(text, language) for text in texts]))
