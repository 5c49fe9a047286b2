"""Whether the arrow finds its mark, turns the right way, and how much play there is between motor and arrow."""

from typing import Final

from controller.care.doctor.findings import found
from controller.care.setup.people import People
from controller.care.setup.prompts import NotSeen
from controller.care.setup.trial import Trial
from controller.devices.arrow import Arrow
from hw.clock import Clock

MOST_PLAY_DEG: Final = 7.9
"""The driver takes a mark that comes up to 96 half-steps too early for play after a stop, and 6 are the sensor's."""


async def try_arrow(trial: Trial, people: People, clock: Clock, arrow: Arrow) -> None:
    """Home it, turn it once, and go back and forth over its mark.

    Raises:
        HardwareError: it does not find its mark.
        NotSeen: it turned the other way.
    """
    trial.say(f"{trial.device}: the arrow looks for its mark and makes a full turn. Keep your hands off.")
    began_s = clock.now_s()
    await arrow.home()
    homed_s = clock.now_s()
    trial.measured("mark found in, s", round(homed_s - began_s, 1))
    await arrow.turn_to(0)
    await arrow.home()
    trial.measured("mark found again after a turn in, s", round(clock.now_s() - homed_s, 1))
    if not await people.affirm(trial.device, "Did it turn clockwise?"):
        raise NotSeen("Wire the coils in the order blue, pink, yellow, orange.")
    play_deg = round(await arrow.play_deg(), 1)
    trial.measured("play between motor and arrow, degrees", play_deg)
    if play_deg > MOST_PLAY_DEG:
        trial.found(found("RT-ARROW-PLAY", trial.device, degrees=play_deg, most=MOST_PLAY_DEG))
