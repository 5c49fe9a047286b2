"""A simulated loudspeaker: it hears what is said, by whom it would be heard and for how long.

Written from what people hear of a voice: words one after the other, at a pace. Not modelled: sound itself, how a voice
pronounces, two programs at one output, how long a program takes to start.
"""

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from hw.clock import Clock
from hw.errors import BusError, PartSilent
from hw.speech.programs import Utterance

PART: Final = "voice"

LETTERS_A_WORD: Final = 6
"""With the space behind it, in the languages of the table."""

KEPT: Final = 1000
"""Of all that was heard."""

FOR_EVER_S: Final = 60.0
"""A program that hangs is ended then."""


class Heard(Struct, frozen=True):
    """What came out of an output: from when to when, and whether all of it."""

    spoken: Utterance
    began_s: float
    ended_s: float
    whole: bool


class LoudspeakerTwin:
    """Voice and outputs of a simulated machine (`hw.speech.programs.SpeechPort`).

    Attributes:
        heard: the latest of all that was said, oldest first.
        on_heard: told of each when it has ended.
        missing: the program is not installed.
        broken: the output is not there.
        hangs: nothing comes to an end.
    """

    def __init__(self, clock: Clock, words_a_minute: int = 175) -> None:
        self.heard: list[Heard] = []
        self.on_heard: Callable[[Heard], None] = lambda _: None
        self.missing = self.broken = self.hangs = False
        self._clock = clock
        self._words_a_minute = words_a_minute

    def look(self) -> None:
        if self.missing:
            raise BusError(
                PART,
                seen="no program espeak-ng",
                expected="espeak-ng on this machine",
                remedy="Install it: sudo apt install espeak-ng",
            )

    async def say(self, spoken: Utterance) -> None:
        self.look()
        if self.broken:
            raise PartSilent(PART, seen="no such output", expected="a loudspeaker", remedy="Plug it in.")
        began_s = self._clock.now_s()
        hangs, whole = self.hangs, False
        try:
            takes_s = FOR_EVER_S if hangs else self.takes_s(spoken.text)
            await self._clock.sleep_until(began_s + takes_s)
            if hangs:
                raise PartSilent(
                    PART, seen="no end", expected="a sentence to end", remedy="Look what holds the output."
                )
            whole = True
        finally:
            heard = Heard(spoken, began_s, self._clock.now_s(), whole)
            self.heard.append(heard)
            del self.heard[:-KEPT]
            self.on_heard(heard)

    def takes_s(self, text: str) -> float:
        return 60.0 * len(text) / LETTERS_A_WORD / self._words_a_minute
