"""Whether the knob turns the right way, is pressed, and has as many clicks to a cycle as the settings say."""

from collections.abc import Callable
from typing import Final

from controller.care.doctor.findings import found
from controller.care.setup.people import Happened, People
from controller.care.setup.prompts import Prompt, SetupStep
from controller.care.setup.trial import Trial
from controller.config import ConsoleSection
from controller.games.contract.inputs import KnobTurned
from hw.clock import Clock

CLICKS: Final = 6
CLICKS_S: Final = 3.0
"""How long a hand may take for so many clicks once it has begun."""

EDGES_A_CYCLE: Final = 4
"""Of the knob's two contacts together."""


async def try_knob(trial: Trial, people: People, clock: Clock, wiring: ConsoleSection) -> None:
    """Ask for some clicks, for some back, and for a press.

    Raises:
        NotSeen: it was not done, or the knob is of the other kind.
    """
    prompt = Prompt(trial.device, SetupStep.TURN, f"Turn the knob clockwise by {CLICKS} clicks.")
    first = await people.until(prompt, _turned(+1, trial))
    steps = first.steps if isinstance(first, KnobTurned) else 0
    await clock.sleep_until(clock.now_s() + CLICKS_S)
    steps += sum(event.steps for event in people.since() if isinstance(event, KnobTurned))
    trial.measured(f"steps of {CLICKS} clicks", steps)
    set_to, other = wiring.clicks_a_cycle, 3 - wiring.clicks_a_cycle
    trial.measured("edges a click", round(steps * EDGES_A_CYCLE / set_to / CLICKS, 1))
    if abs(steps * other - CLICKS * set_to) < abs(steps - CLICKS) * set_to:  # people may be off by one
        seen = {"steps": steps, "clicks": CLICKS, "set_to": set_to, "other": other, "config": trial.config_file}
        raise trial.fails(found("RT-KNOB-CLICKS", trial.device, **seen))
    await people.until(Prompt(trial.device, SetupStep.TURN_BACK, "Turn it back."), _turned(-1, trial))
    await people.pressed(trial.device, SetupStep.PRESS, "Press it briefly.", "knob", None)


def _turned(direction: int, trial: Trial) -> Callable[[Happened], bool]:
    def is_it(event: Happened) -> bool:
        if not isinstance(event, KnobTurned):
            return False
        if event.steps * direction < 0:
            trial.say("It turned the other way. If you did not, swap A and B in knob_pins.")
        return event.steps * direction > 0

    return is_it
