"""Whether people hear the buzzer."""

import asyncio
from typing import Final

from controller.care.setup.people import People
from controller.care.setup.prompts import NotSeen
from controller.care.setup.trial import Trial
from controller.devices.health import DeviceHealth
from controller.devices.sound.buzzer import Sounds
from hw.clock import Clock

SOUND_EVERY_S: Final = 2.0


async def try_buzzer(trial: Trial, people: People, clock: Clock, sounds: Sounds) -> None:
    """Sound it until they say so.

    Raises:
        HardwareError: it cannot be opened.
        NotSeen: nobody hears it.
    """
    sounds.open()
    sounding = asyncio.create_task(sound_again_and_again(sounds, clock))
    try:
        if not await people.affirm(trial.device, "Do you hear it?"):
            raise NotSeen("Check the transistor and the buzzer's pins.")
    finally:
        sounding.cancel()


async def sound_again_and_again(sounds: Sounds, clock: Clock) -> None:
    """Until it is cancelled."""
    devices = DeviceHealth()
    while True:
        sounds.play("fanfare", devices)
        await clock.sleep_until(clock.now_s() + SOUND_EVERY_S)
