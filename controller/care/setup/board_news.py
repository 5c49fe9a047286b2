"""What the castle boards of a table that is set up said last, of themselves and of their readers."""

from typing import Final

from hw.castle_link.events import BoardEvent, BoardGone, BoardThere, ReaderFailed, ReaderWorks
from hw.clock import Clock
from hw.poll import POLL_EVERY_S
from hw.values import ReaderId

BOARD_S: Final = 10.0
"""How long to wait for a castle board."""


class BoardNews:
    """It is to hear all of them."""

    def __init__(self) -> None:
        self._boards: dict[ReaderId, BoardEvent] = {}
        self._readers: dict[ReaderId, BoardEvent] = {}

    def heard(self, gate: ReaderId, event: BoardEvent) -> None:
        """One of them said something."""
        if isinstance(event, BoardThere | BoardGone):
            self._boards[gate] = event
        if isinstance(event, ReaderWorks | ReaderFailed):
            self._readers[gate] = event

    async def wait_for(self, gate: ReaderId, clock: Clock) -> None:
        """Wait for a board that may just be starting.

        Raises:
            HardwareError: it is not there, or its reader does not work.
        """
        until_s = clock.now_s() + BOARD_S
        while not isinstance(self._boards.get(gate), BoardThere) and clock.now_s() < until_s:
            await clock.sleep_until(clock.now_s() + POLL_EVERY_S)
        for news in (self._boards.get(gate), self._readers.get(gate)):
            if isinstance(news, BoardGone | ReaderFailed):
                raise news.fault
