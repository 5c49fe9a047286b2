"""What a voice speaks through: one sentence at a time, at one output of the machine's sound."""

from collections.abc import Mapping
from typing import Literal, Protocol

from msgspec import Struct, field

Engine = Literal["espeak-ng", "piper"]


class Voice(Struct, frozen=True):
    """How a machine speaks.

    Attributes:
        engine: the program that makes sound of words.
        words_a_minute: how fast, where the engine can be told.
        models: for Piper, the file of the voice of each language.
    """

    engine: Engine = "espeak-ng"
    words_a_minute: int = 175
    models: Mapping[str, str] = field(default_factory=dict)


class Spoken(Struct, frozen=True):
    """Words for people's ears.

    Attributes:
        text: in clear; control characters are none of it.
        language: of it, such as ``de``.
        output: where it is heard, by ALSA's name.
    """

    text: str
    language: str
    output: str


class SpeechPort(Protocol):
    """A voice and its outputs; whoever speaks does not know what is behind them."""

    def look(self) -> None:
        """Whether there is what it needs, without a sound.

        Raises:
            HardwareError: there is not.
        """
        ...

    async def say(self, spoken: Spoken) -> None:
        """Return when all of it was heard; cancelled, it is silent at once.

        Raises:
            HardwareError: it was not heard.
        """
        ...
