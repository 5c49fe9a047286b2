"""A voice by two programs of the system, and the port it speaks through.

Both start anew for each sentence: espeak-ng has its first sample ten milliseconds later, and nothing is left of one
that was cut short. The sound goes from one to the other through a pipe of the kernel's, never through us.
"""

import asyncio
import contextlib
import os
import shutil
import signal
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Mapping, Sequence
from typing import Final, Literal, Protocol

from msgspec import Struct, field

from hw.errors import BusError, PartSilent

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


class Utterance(Struct, frozen=True):
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

    async def say(self, spoken: Utterance) -> None:
        """Return when all of it was heard; cancelled, it is silent at once.

        Raises:
            HardwareError: it was not heard.
        """
        ...


PART: Final = "voice"

PLAYER: Final = ("aplay", "--quiet")

MAX_LETTERS: Final = 600
"""Of one sentence; what is longer is cut. The longest of ours have some 300, which take twenty seconds."""

EXTRA_S: Final = 10.0
"""Beyond the time in which the slowest voice says it; a program that takes longer hangs."""

SLOWEST_LETTERS_PER_S: Final = 8
"""Letters a second, at 80 words a minute."""

STDERR_BYTES: Final = 2000
"""Bytes that are read of what a program says when it fails."""

PACKAGES: Final = {"espeak-ng": "espeak-ng", "aplay": "alsa-utils"}
"""The Debian package in which each program is."""


class ProgramSpeech:
    """A voice of this machine (`hw.speech.programs.SpeechPort`).

    Args:
        player: what plays a WAV file that comes in, the output's name behind ``--device``.
    """

    def __init__(self, voice: Voice, player: Sequence[str] = PLAYER) -> None:
        self._voice = voice
        self._player = tuple(player)

    def look(self) -> None:
        for program in (self._voice.engine, self._player[0]):
            if shutil.which(program) is None:
                raise _missing(program)

    async def say(self, spoken: Utterance) -> None:
        text = clear(spoken.text)
        if not text:
            return
        plays = (*self._player, "--device", spoken.output, "-") if self._player == PLAYER else self._player
        running: list[Process] = []
        most_s = EXTRA_S + len(text) / SLOWEST_LETTERS_PER_S
        try:
            async with asyncio.timeout(most_s):
                await self._run(self._voice_command(spoken.language), plays, text, running)
        except TimeoutError:
            raise PartSilent(
                PART,
                seen=f"{self._voice.engine} and {plays[0]} still at work after {most_s:.0f} s",
                expected="a sentence to end",
                remedy=f"Look what holds the output {spoken.output}: fuser -v /dev/snd/*",
            ) from None
        finally:
            await _kill_all(running)

    async def _run(self, speaks: Sequence[str], plays: Sequence[str], text: str, running: list[Process]) -> None:
        sound_out, sound_in = os.pipe()
        try:
            player = await _start(plays, running, stdin=sound_out, stdout=DEVNULL)
            voice = await _start(speaks, running, stdin=PIPE, stdout=sound_in)
        finally:
            os.close(sound_out)
            os.close(sound_in)
        told = await asyncio.gather(_finish(voice, text), _finish(player, None))
        for program, args, said in zip((player, voice), (plays, speaks), reversed(told), strict=True):
            if program.returncode not in {0, -signal.SIGPIPE}:
                raise PartSilent(
                    PART,
                    seen=f"{args[0]} end with {program.returncode}: {said or 'no word'}",
                    expected="it to speak",
                    remedy="Name an output of `aplay -L` under [voice] in table.toml, or mend what it says.",
                )

    def _voice_command(self, language: str) -> tuple[str, ...]:
        if self._voice.engine == "espeak-ng":
            return ("espeak-ng", "--stdin", "--stdout", "-v", language, "-s", str(self._voice.words_a_minute))
        model = self._voice.models.get(language)
        if model is None:
            raise BusError(
                PART,
                seen=f"no Piper voice for {language}",
                expected="a file of a voice for each language of the table",
                remedy=f'Name it under [voice] in table.toml: models = {{ {language} = "…onnx" }}',
            )
        return ("piper", "--model", model, "--output-file", "-")


def clear(text: str) -> str:
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text[:MAX_LETTERS]).split())


async def _start(args: Sequence[str], running: list[Process], *, stdin: int, stdout: int) -> Process:
    try:
        program = await asyncio.create_subprocess_exec(*args, stdin=stdin, stdout=stdout, stderr=PIPE)
    except FileNotFoundError:
        raise _missing(args[0]) from None
    except OSError as fault:
        raise BusError(
            PART,
            seen=f"{args[0]} not start: {fault.strerror}",
            expected="it to start",
            remedy="See whether memory or processes have run out: systemctl status royaltable",
        ) from fault
    running.append(program)
    return program


async def _kill_all(running: Sequence[Process]) -> None:
    left = [program for program in running if program.returncode is None]
    for program in left:
        with contextlib.suppress(ProcessLookupError):
            program.kill()
    await asyncio.gather(*(program.communicate() for program in left))


async def _finish(program: Process, text: str | None) -> str:
    assert program.stderr is not None
    if text is not None:
        assert program.stdin is not None
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            program.stdin.write(text.encode() + b"\n")
            await program.stdin.drain()
        program.stdin.close()
    said = b""
    while data := await program.stderr.read(STDERR_BYTES):
        said = (said + data)[-STDERR_BYTES:]
    await program.wait()
    lines = said.decode(errors="replace").strip().splitlines()
    return lines[-1] if lines else ""


def _missing(program: str) -> BusError:
    package = PACKAGES.get(program)
    how = f"sudo apt install {package}" if package else "docs/voice.md says how"
    return BusError(
        PART, seen=f"no program {program}", expected=f"{program} on this machine", remedy=f"Install it: {how}"
    )
