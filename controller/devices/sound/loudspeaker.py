"""The loudspeaker: what is said aloud to all, or into one castle's ear."""

from collections.abc import Sequence
from typing import Final

from controller.config.schema import CastleSection, VoiceSection
from controller.games.contract.values import CastleId
from hw.bus.ports import Ports
from hw.speech.programs import SpeechPort, Spoken, Voice

LOUDSPEAKER: Final = "voice"
"""The device's name."""


class Loudspeaker:
    """Owner of the table's voice.

    Attributes:
        earphones: the castles that have an output of their own.
    """

    def __init__(self, section: VoiceSection, castles: Sequence[CastleSection], ports: Ports) -> None:
        self._voice = Voice(
            section.engine, section.words_a_minute, {str(language): model for language, model in section.models.items()}
        )
        self._output = section.output
        self._ears = {CastleId(castle.color): castle.earphone for castle in castles if castle.earphone is not None}
        self.earphones = frozenset(self._ears)
        self._ports = ports
        self._port: SpeechPort | None = None

    def open(self) -> None:
        """Look whether it can speak; opening twice is once.

        Raises:
            HardwareError: a program is missing.
        """
        if self._port is None:
            port = self._ports.speech(self._voice)
            port.look()
            self._port = port

    async def say(self, text: str, language: str, ear: CastleId | None) -> None:
        """Return when all have heard it, or one castle at its earphone; cancelled, it is silent.

        Raises:
            HardwareError: it was not heard.
        """
        self.open()
        assert self._port is not None
        output = self._output if ear is None else self._ears[ear]
        await self._port.say(Spoken(text, language, output))
