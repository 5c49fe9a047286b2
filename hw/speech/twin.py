"""A simulated loudspeaker, which records what is spoken and for how long.

Not modelled: sound, pronunciation, two programs at one output, and programs' start-up time.
"""

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from hw.clock import Clock
from hw.errors import BusError, PartSilent
from hw.speech.programs import Utterance

PART: Final = "voice"

WORDS_A_MINUTE: Final = 175
LETTERS_A_WORD: Final = 6
"""Average with a space, in the table's languages."""

KEPT_UTTERANCES: Final = 1000
"""How many of the latest sentences ``heard`` keeps."""

HUNG_SPEECH_S: Final = 60.0
"""Time after which a hung program is killed."""


class PlayedUtterance(Struct, frozen=True):
    spoken: Utterance
    began_s: float
    ended_s: float
    whole: bool


class LoudspeakerTwin:
    """Voice and outputs of a simulated machine (`hw.speech.programs.SpeechPort`).

    Attributes:
        heard: the last sentences, oldest first.
        on_heard: called with each sentence when it has ended.
        missing: fault: the program is not installed.
        broken: fault: the output is missing.
        hangs: fault: no sentence ends.
    """

    def __init__(self, clock: Clock) -> None:
        self.heard: list[PlayedUtterance] = []
        self.on_heard: Callable[[PlayedUtterance], None] = lambda _: None
        self.missing = self.broken = self.hangs = False
        self._clock = clock

    def check_available(self) -> None:
        if self.missing:
            raise BusError(
                PART,
                seen="no program espeak-ng",
                expected="espeak-ng on this machine",
                remedy="Install it: sudo apt install espeak-ng",
            )

    async def say(self, spoken: Utterance) -> None:
        self.check_available()
        if self.broken:
            raise PartSilent(PART, seen="no such output", expected="a loudspeaker", remedy="Plug it in.")
        began_s = self._clock.now_s()
        hangs, whole = self.hangs, False
        try:
            takes_s = HUNG_SPEECH_S if hangs else self.speaking_time_s(spoken.text)
            await self._clock.sleep_until(began_s + takes_s)
            if hangs:
                raise PartSilent(
                    PART, seen="no end", expected="the sentence to end", remedy="Check which program uses the output."
                )
            whole = True
        finally:
            heard = PlayedUtterance(spoken, began_s, self._clock.now_s(), whole)
            self.heard.append(heard)
            del self.heard[:-KEPT_UTTERANCES]
            self.on_heard(heard)

    def speaking_time_s(self, text: str) -> float:
        return 60.0 * len(text) / LETTERS_A_WORD / WORDS_A_MINUTE
