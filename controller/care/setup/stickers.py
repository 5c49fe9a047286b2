"""Whether a gate reads stickers, or only the card that came with its reader."""

from collections.abc import Awaitable, Callable
from typing import Final

from controller.care.doctor.findings import found
from controller.care.setup.prompts import NotSeen, Prompt, SetupStep
from controller.care.setup.trial import Trial
from hw.values import Uid

STICKER_OCTETS: Final = 7
"""Of an NTAG's UID; the card that comes with a reader, a MIFARE Classic, has 4."""


async def try_stickers(trial: Trial, seen: Callable[[Prompt], Awaitable[Uid]]) -> None:
    """Ask for the reader's own card, then for a sticker; a sticker that comes first proves all.

    The card's large coil gets enough of a field that starves a sticker, so each of the two has something to say.

    Args:
        trial: of a castle's gate, or the tray's.
        seen: asks people, and gives what came to the gate.

    Raises:
        NotSeen: nothing is read there, or no sticker.
        HardwareError: the reader does not work.
    """
    gate = trial.device
    card = f"Hold the card that came with the reader to {gate}'s gate. If you have none, pass a piece."
    if len(await seen(Prompt(gate, SetupStep.CARD, card))) == STICKER_OCTETS:
        return
    try:
        await seen(Prompt(gate, SetupStep.PIECE, f"Pass a piece over {gate}'s gate."))
    except NotSeen:
        raise trial.fails(found("RT-READER-WEAK", gate, castle=gate)) from None
