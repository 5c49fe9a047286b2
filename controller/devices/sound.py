"""The buzzer, and the loudspeaker with the castles' earphones."""

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from controller import background
from controller.config.schema import CastleSection, VoiceSection
from controller.devices.health import DeviceHealth
from controller.games.contract.values import CastleId
from hw.bus.ports import Ports
from hw.clock import Clock
from hw.console.sounds import PATTERN_BY_SOUND

if TYPE_CHECKING:
    from hw.console.buzzer import Buzzer
    from hw.speech.programs import SpeechPort


class BuzzerPlayer:
    def __init__(self, pin: int | None, ports: Ports, clock: Clock) -> None:
        self.is_wired = pin is not None
        self._pin = pin
        self._ports = ports
        self._clock = clock
        self._buzzer: Buzzer | None = None
        self._playing: asyncio.Task[None] | None = None

    def open(self) -> None:
        if self._buzzer is None and self._pin is not None:
            from hw.console.buzzer import Buzzer  # slow import: gpiozero

            self._buzzer = Buzzer(self._pin, pin_factory=self._ports.pin_factory(), clock=self._clock)

    @property
    def is_playing(self) -> bool:
        return self._playing is not None and not self._playing.done()

    def play(self, name: str, health: DeviceHealth) -> None:
        """Play a sound instead of the current one; report a fault to ``health``."""
        if self._buzzer is not None:
            self.stop()
            self._playing = background.start_task(_play_pattern(self._buzzer, name, health), "sounds")

    def stop(self) -> None:
        if self._playing is not None:
            self._playing.cancel()

    def close(self) -> None:
        self.stop()
        if self._buzzer is not None:
            self._buzzer.close()


async def _play_pattern(buzzer: "Buzzer", name: str, health: DeviceHealth) -> None:
    with health.report_outcome_of("buzzer"):
        await buzzer.play_pattern(PATTERN_BY_SOUND[name])


VOICE_DEVICE: Final = "voice"


class Loudspeaker:
    """The speech engine; ``earphones`` are the outputs of castles that have one."""

    def __init__(self, section: VoiceSection, castles: Sequence[CastleSection], ports: Ports) -> None:
        from hw.speech.programs import Voice  # only for tables with a voice

        self._voice = Voice(
            section.engine, section.words_a_minute, {str(language): model for language, model in section.models.items()}
        )
        self._output = section.output
        self.earphones = {CastleId(castle.color): castle.earphone for castle in castles if castle.earphone is not None}
        self._ports = ports
        self._port: SpeechPort | None = None

    def open(self) -> None:
        if self._port is None:
            port = self._ports.speech_port(self._voice)
            port.check_available()
            self._port = port

    async def say(self, text: str, language: str, ear: CastleId | None) -> None:
        """Say ``text`` to its end, aloud or into a castle's earphone; cancel the task to stop."""
        from hw.speech.programs import Utterance  # only for tables with a voice

        self.open()
        assert self._port is not None
        output = self._output if ear is None else self.earphones[ear]
        await self._port.say(Utterance(text, language, output))
