"""A voice by two programs: what is played, and what happens when one is missing, fails or hangs."""

import array
import asyncio
import os
import shutil
import stat
from pathlib import Path

import pytest

from controller.texts.translation import LANGUAGES, translate
from hw.errors import BusError, PartSilent
from hw.speech.programs import ProgramSpeech, Utterance, Voice, printable_text

HERE = Utterance("Guten Abend, Blau.", "de", "default")


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")
    return folder


def program(folder: Path, name: str, script: str) -> None:
    file = folder / name
    file.write_text(f"#!/bin/sh\n{script}\n")
    file.chmod(file.stat().st_mode | stat.S_IXUSR)


def say(spoken: Utterance = HERE, voice: Voice | None = None) -> None:
    asyncio.run(ProgramSpeech(voice or Voice()).say(spoken))


def test_text_goes_to_the_voice_and_its_sound_to_the_player(path: Path, tmp_path: Path) -> None:
    program(path, "espeak-ng", f'echo "$@" >{tmp_path}/asked; tr a-z A-Z')
    program(path, "aplay", f'echo "$@" >{tmp_path}/played; cat >{tmp_path}/sound')
    say(Utterance("--help is no option.\n", "es", "plughw:1"), Voice(words_a_minute=140))
    assert (tmp_path / "asked").read_text() == "--stdin --stdout -v es -s 140\n"
    assert (tmp_path / "played").read_text() == "--quiet --device plughw:1 -\n"
    assert (tmp_path / "sound").read_text() == "--HELP IS NO OPTION.\n"


def test_a_missing_program_is_named_with_the_line_to_type(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(BusError, match=r"saw no program espeak-ng.*sudo apt install espeak-ng"):
        ProgramSpeech(Voice()).check_available()
    with pytest.raises(BusError, match="sudo apt install alsa-utils"):
        say()


def test_a_missing_output_is_reported_with_the_players_last_line(path: Path) -> None:
    program(path, "espeak-ng", "yes")
    program(path, "aplay", "echo more >&2; echo 'audio open error: No such device' >&2; exit 1")
    with pytest.raises(
        PartSilent, match="saw aplay exit with 1: audio open error: No such device, expected it to speak"
    ):
        say()


@pytest.fixture
def pipes(path: Path, tmp_path: Path) -> list[Path]:
    made = [tmp_path / "voice", tmp_path / "player"]
    for pipe, name in zip(made, ("espeak-ng", "aplay"), strict=True):
        os.mkfifo(pipe)
        program(path, name, f"echo $$ >{pipe}; exec sleep 1000")
    return made


async def process_ids(pipes: list[Path]) -> list[int]:
    return [int(await asyncio.to_thread(pipe.read_text)) for pipe in pipes]


def test_a_program_that_hangs_is_ended(pipes: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    limits: list[asyncio.Timeout] = []
    timeout = asyncio.timeout

    def noted(seconds: float) -> asyncio.Timeout:
        limits.append(timeout(seconds))
        return limits[-1]

    monkeypatch.setattr(asyncio, "timeout", noted)

    async def hang() -> list[int]:
        saying = asyncio.create_task(ProgramSpeech(Voice()).say(HERE))
        pids = await process_ids(pipes)
        (limit,) = limits
        assert limit.when() is not None
        limit.reschedule(0.0)  # their time is up
        with pytest.raises(PartSilent, match="still running"):
            await saying
        return pids

    assert not any(map(runs, asyncio.run(hang())))


def test_who_is_cut_short_is_silent_at_once(pipes: list[Path]) -> None:
    async def cut_short() -> list[int]:
        saying = asyncio.create_task(ProgramSpeech(Voice()).say(HERE))
        pids = await process_ids(pipes)
        saying.cancel()
        with pytest.raises(asyncio.CancelledError):
            await saying
        return pids

    assert not any(map(runs, asyncio.run(cut_short())))


def runs(pid: int) -> bool:
    return Path(f"/proc/{pid}").exists()


def test_what_is_said_is_one_line_of_so_many_letters() -> None:
    assert printable_text("\x1b[31mBlue\r\n\0 wins\u202e  \t") == "[31mBlue wins"
    assert len(printable_text("a" * 100_000)) == 600


def test_nothing_to_say_starts_nothing(path: Path) -> None:
    program(path, "espeak-ng", "exit 1")
    say(Utterance("\n\0", "en", "default"))


def test_piper_needs_a_voice_of_the_language(path: Path, tmp_path: Path) -> None:
    program(path, "piper", f'echo "$@" >{tmp_path}/asked; cat')
    program(path, "aplay", "cat >/dev/null")
    voice = Voice("piper", models={"de": "/voices/de.onnx"})
    say(voice=voice)
    assert (tmp_path / "asked").read_text() == "--model /voices/de.onnx --output-file -\n"
    with pytest.raises(BusError, match="saw no Piper voice for es"):
        say(Utterance("Hola.", "es", "default"), voice)


@pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="espeak-ng is not installed: sudo apt install espeak-ng")
@pytest.mark.parametrize("language", LANGUAGES)
def test_espeak_makes_sound_of_each_language(path: Path, tmp_path: Path, language: str) -> None:
    program(path, "aplay", f"cat >{tmp_path}/sound.wav")
    say(Utterance(translate(language, "complaint-unknown-tag"), language, "default"))
    data = (tmp_path / "sound.wav").read_bytes()
    assert data[:4] == b"RIFF"
    samples = array.array("h", data[44 : len(data) // 2 * 2])
    seconds = len(samples) / int.from_bytes(data[24:28], "little")
    loud = (sum(sample * sample for sample in samples) / len(samples)) ** 0.5
    assert 1.0 < seconds < 4.0
    assert loud > 1000
