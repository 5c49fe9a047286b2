"""How soon the table speaks: from an event of a game to the first sample at the sound card, with espeak-ng.

Where a player would be, a pipe takes the sound as fast as it comes. Without espeak-ng there are no figures.
"""

import array
import asyncio
import os
import shutil
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Final

from bench.shared.figure import Figure
from controller.background import begin
from controller.config.schema import Language, Saying, TableSection, VoiceSection
from controller.devices.health import DeviceHealth
from controller.devices.sound.loudspeaker import Loudspeaker
from controller.games import installed
from controller.games.contract.effects import Tell, TextScreen
from controller.games.contract.referee import Waiting
from controller.games.contract.values import Text
from controller.show.voice import VoiceLoop
from controller.store.house_rules import HouseRules
from hw.bus.linux import LinuxPorts
from hw.clock import LoopClock
from hw.speech.programs import ProgramSpeech, SpeechPort, Voice

LANGUAGES: Final[tuple[Language, ...]] = ("en", "de", "es")

SENTENCES: Final = 12
"""In each language, half of them short."""

MOST_MS: Final = 300.0
"""What people take for at once, when something has happened on a table."""

HEADER: Final = 44
"""Octets of a WAV file before its samples."""

GAME: Final = "tudor"

TOLD: Final = (Text("blue"), Text("complaint-other-game"))


def run() -> list[Figure]:
    """A sentence of a word and one of many, again and again, in three languages."""
    if shutil.which("espeak-ng") is None:
        return []
    installed.game(GAME)
    before = os.times()
    began_ms = asyncio.run(_measure())
    after = os.times()
    cpu_s = sum(after[:4]) - sum(before[:4])
    return [
        Figure("voice: from an event to the first sample, median", median(began_ms), "ms", most=MOST_MS),
        Figure("voice: from an event to the first sample, worst", max(began_ms), "ms", most=MOST_MS),
        Figure("voice: a sentence, processor", 1000 * cpu_s / len(began_ms), "ms"),
    ]


class _Quiet:
    """A game and a menu in which nothing happens."""

    def waiting(self) -> Waiting:
        return Waiting("wait", None, TextScreen(Text("blue")))

    def screen(self) -> None:
        return None


class _Ports(LinuxPorts):
    """A machine whose sound goes into a pipe."""

    def __init__(self, sound: Path) -> None:
        super().__init__()
        self._sound = sound

    def speech(self, voice: Voice) -> SpeechPort:
        return ProgramSpeech(voice, ("sh", "-c", f"exec cat >{self._sound}"))


async def _measure() -> list[float]:
    """Milliseconds to the first sample of each sentence."""
    with tempfile.TemporaryDirectory() as folder:
        sound = Path(folder) / "sound"
        os.mkfifo(sound)
        says: tuple[Saying, ...] = ("story",)
        house = HouseRules(TableSection(says=says))
        quiet, health = _Quiet(), DeviceHealth()
        loudspeaker = Loudspeaker(VoiceSection(), (), _Ports(sound))
        voice = VoiceLoop(loudspeaker, health, LoopClock(), house, quiet, quiet)
        speaking = begin(voice.run(), "voice")
        found = []
        for language in LANGUAGES:
            house.set(language=language)
            for number in range(SENTENCES):
                heard = asyncio.create_task(asyncio.to_thread(_first_sample_s, sound))
                began_s = time.monotonic()
                voice.effects([Tell(TOLD[number % len(TOLD)])])
                found.append(1000 * (await heard - began_s))
        speaking.cancel()
        faults = [device.fault for device in health if device.fault is not None]
        if faults:
            raise RuntimeError(faults[0])
        return found


def _first_sample_s(sound: Path) -> float:
    """When the first sample came that is not silence; all of it is read, so that the next sentence can begin."""
    first_s = None
    octets = b""
    with sound.open("rb", buffering=0) as file:
        while came := file.read(4096):
            octets = octets[:HEADER] + came if first_s else octets + came
            if first_s is None and any(array.array("h", octets[HEADER : len(octets) // 2 * 2])):
                first_s = time.monotonic()
    assert first_s is not None, "nothing but silence"
    return first_s
