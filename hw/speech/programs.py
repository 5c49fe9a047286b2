"""Speak through two system programs, a synthesizer and a player, joined by a pipe.

Both are started for each sentence, so that a cancelled one leaves nothing behind. This takes little time:
espeak-ng gives its first sample after ten milliseconds.
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
    """Voice settings.

    Attributes:
        engine: synthesizer.
        words_a_minute: speed, for espeak-ng.
        models: Piper's voice file by language.
    """

    engine: Engine = "espeak-ng"
    words_a_minute: int = 175
    models: Mapping[str, str] = field(default_factory=dict)


class Utterance(Struct, frozen=True):
    """A sentence to speak.

    Attributes:
        text: plain text.
        language: such as ``de``.
        output: ALSA's name of the output.
    """

    text: str
    language: str
    output: str


class SpeechPort(Protocol):
    """A voice and its outputs."""

    def check_available(self) -> None:
        """Check without a sound that the voice can speak; raise HardwareError if a program is missing."""
        ...

    async def say(self, spoken: Utterance) -> None:
        """Speak to the end; cancelling silences it at once. Raise HardwareError if that fails."""
        ...


PART: Final = "voice"

PLAYER_COMMAND: Final = ("aplay", "--quiet")

MAX_LETTERS: Final = 600
"""Letters after which a sentence is cut. This project's longest has 300 and takes twenty seconds."""

HANG_GRACE_S: Final = 10.0
"""A program that takes this much longer than the slowest voice counts as hung."""

SLOWEST_LETTERS_PER_S: Final = 8
"""Letters per second of a voice at 80 words a minute."""

STDERR_BYTES: Final = 2000
"""Bytes kept of a program's error output."""

DEBIAN_PACKAGE_BY_PROGRAM: Final = {"espeak-ng": "espeak-ng", "aplay": "alsa-utils"}


class ProgramSpeech:
    """Voice of this machine (`hw.speech.programs.SpeechPort`)."""

    def __init__(self, voice: Voice) -> None:
        self._voice = voice

    def check_available(self) -> None:
        for program in (self._voice.engine, PLAYER_COMMAND[0]):
            if shutil.which(program) is None:
                raise _missing_program_error(program)

    async def say(self, spoken: Utterance) -> None:
        text = printable_text(spoken.text)
        if not text:
            return
        plays = (*PLAYER_COMMAND, "--device", spoken.output, "-")
        running: list[Process] = []
        most_s = HANG_GRACE_S + len(text) / SLOWEST_LETTERS_PER_S
        try:
            async with asyncio.timeout(most_s):
                await self._pipe_speech_to_player(self._synthesizer_command(spoken.language), plays, text, running)
        except TimeoutError:
            raise PartSilent(
                PART,
                seen=f"{self._voice.engine} and {plays[0]} still running after {most_s:.0f} s",
                expected="the sentence to end",
                remedy=f"Check which program uses the output {spoken.output}: fuser -v /dev/snd/*",
            ) from None
        finally:
            await _kill_all(running)

    async def _pipe_speech_to_player(
        self, speaks: Sequence[str], plays: Sequence[str], text: str, running: list[Process]
    ) -> None:
        sound_out, sound_in = os.pipe()
        try:
            player = await _start_program(plays, running, stdin=sound_out, stdout=DEVNULL)
            voice = await _start_program(speaks, running, stdin=PIPE, stdout=sound_in)
        finally:
            os.close(sound_out)
            os.close(sound_in)
        outputs = await asyncio.gather(
            _feed_and_await_last_error(voice, text), _feed_and_await_last_error(player, None)
        )
        for program, args, output in zip((player, voice), (plays, speaks), reversed(outputs), strict=True):
            if program.returncode not in {0, -signal.SIGPIPE}:
                raise PartSilent(
                    PART,
                    seen=f"{args[0]} exit with {program.returncode}: {output or 'no message'}",
                    expected="it to speak",
                    remedy="Name an output of `aplay -L` under [voice] in table.toml, or fix the reported problem.",
                )

    def _synthesizer_command(self, language: str) -> tuple[str, ...]:
        if self._voice.engine == "espeak-ng":
            return ("espeak-ng", "--stdin", "--stdout", "-v", language, "-s", str(self._voice.words_a_minute))
        model = self._voice.models.get(language)
        if model is None:
            raise BusError(
                PART,
                seen=f"no Piper voice for {language}",
                expected="a voice file for each language of the table",
                remedy=f'Name it under [voice] in table.toml: models = {{ {language} = "…onnx" }}',
            )
        return ("piper", "--model", model, "--output-file", "-")


def printable_text(text: str) -> str:
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text[:MAX_LETTERS]).split())


async def _start_program(args: Sequence[str], running: list[Process], *, stdin: int, stdout: int) -> Process:
    try:
        program = await asyncio.create_subprocess_exec(*args, stdin=stdin, stdout=stdout, stderr=PIPE)
    except FileNotFoundError:
        raise _missing_program_error(args[0]) from None
    except OSError as fault:
        raise BusError(
            PART,
            seen=f"{args[0]} fail to start: {fault.strerror}",
            expected="it to start",
            remedy="Check whether memory or processes have run out: systemctl status royaltable",
        ) from fault
    running.append(program)
    return program


async def _kill_all(running: Sequence[Process]) -> None:
    left = [program for program in running if program.returncode is None]
    for program in left:
        with contextlib.suppress(ProcessLookupError):
            program.kill()
    await asyncio.gather(*(program.communicate() for program in left))


async def _feed_and_await_last_error(program: Process, text: str | None) -> str:
    assert program.stderr is not None
    if text is not None:
        assert program.stdin is not None
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            program.stdin.write(text.encode() + b"\n")
            await program.stdin.drain()
        program.stdin.close()
    output = b""
    while data := await program.stderr.read(STDERR_BYTES):
        output = (output + data)[-STDERR_BYTES:]
    await program.wait()
    lines = output.decode(errors="replace").strip().splitlines()
    return lines[-1] if lines else ""


def _missing_program_error(program: str) -> BusError:
    package = DEBIAN_PACKAGE_BY_PROGRAM.get(program)
    how = f"sudo apt install {package}" if package else f"link it as /usr/local/bin/{program}"
    return BusError(
        PART, seen=f"no program {program}", expected=f"{program} on this machine", remedy=f"Install it: {how}"
    )
