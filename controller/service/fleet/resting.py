"""A rest after work for somebody outside: whatever he asks for, and how often, the game has the processor."""

import asyncio
from typing import Final

TIMES: Final = 3.0
"""As long as the work took."""

LONGEST_S: Final = 5.0


async def rested(began_s: float) -> None:
    """Work began at this time of the loop's clock and has ended just now: nothing is done for a while."""
    await asyncio.sleep(min(TIMES * (asyncio.get_running_loop().time() - began_s), LONGEST_S))
