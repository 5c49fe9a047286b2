"""From how far above its gate a piece is read, in fingers' breadths: what people have at hand.

Pieces are lowered, not lifted: a castle board tells of a piece that comes, and never of one that goes.
"""

from collections.abc import Awaitable, Callable
from typing import Final

from controller.care.doctor.findings import found
from controller.care.setup.people import People
from controller.care.setup.prompts import Prompt, SetupStep
from controller.care.setup.trial import Trial
from hw.values import Uid

FINGER_MM: Final = 20

READ_FROM: Final = ("less than a finger's breadth", "a finger's breadth", "two fingers' breadths or more")
"""By how many fingers fit between piece and gate."""


async def try_range(trial: Trial, people: People, seen: Callable[[Prompt], Awaitable[Uid]]) -> None:
    """Let people lower a piece until it is read, and ask how far away it is then.

    Args:
        trial: of a gate that reads stickers.
        people: who are asked.
        seen: asks people, and gives the sticker that came to the gate.

    Raises:
        NotSeen: it was not done.
        HardwareError: the reader does not work.
    """
    gate = trial.device
    text = f"Take the piece away. Then lower it slowly, lying flat, onto {gate}'s gate, and stop as soon as it is read."
    await seen(Prompt(gate, SetupStep.LOWER, text))
    trial.say(f"{gate}: read. Stop there.")
    fingers = 0
    for question in (
        f"Is there room for a finger ({FINGER_MM} mm) between piece and gate?",
        "Is there room for two?",
    ):
        if not await people.affirm(gate, question, SetupStep.ROOM, fingers + 1):
            break
        fingers += 1
    trial.measured("a lowered piece is read from", READ_FROM[fingers])
    if fingers == 0:
        trial.found(found("RT-READER-NEAR", gate, mm=FINGER_MM, config=trial.config_file))
