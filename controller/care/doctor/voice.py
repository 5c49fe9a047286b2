"""Whether the table can speak: its programs, the files of its voices, a sound card, and the right to use it."""

from collections.abc import Iterator
from typing import Final

from controller.care.doctor.findings import Finding, found
from controller.care.doctor.host import Host
from controller.config import TableConfig

DEVICE: Final = "voice"

PATHS: Final = ("usr/local/bin", "usr/bin", "bin")

PACKAGES: Final = {"espeak-ng": "espeak-ng", "aplay": "alsa-utils"}
"""Of Debian, by the program."""

CARDS: Final = "dev/snd/pcmC*p"
"""Where the kernel has the outputs of sound cards."""

GROUP: Final = "audio"
"""To which Debian gives the sound cards."""


def voice(machine: Host, config: TableConfig, config_file: str) -> Iterator[Finding]:
    """What keeps the table from speaking; nothing where it is to have no voice."""
    section = config.voice
    if section is None:
        return
    for program in (section.engine, "aplay"):
        if any(machine.matching(f"{path}/{program}") for path in PATHS):
            continue
        if program in PACKAGES:
            yield found("RT-VOICE-PROGRAM", DEVICE, program=program, package=PACKAGES[program])
        else:
            yield found("RT-VOICE-PIPER", DEVICE)
    for language, model in section.models.items() if section.engine == "piper" else ():
        if not machine.matching(model.removeprefix("/")):
            yield found("RT-VOICE-MODEL", DEVICE, language=language, file=model, config=config_file)
    if not machine.matching(CARDS):
        yield found("RT-VOICE-NO-CARD", DEVICE)
    elif machine.user != "root" and machine.in_group(machine.user, GROUP) is False:
        yield found("RT-GROUP", user=machine.user, group=GROUP, use=DEVICE)
