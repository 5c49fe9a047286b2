"""The people at a table that is set up: they are asked for deeds, and what their hands do is waited for."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

from controller.care.setup.prompts import NotSeen, Prompt, SetupStep
from controller.games.contract.inputs import ButtonPressed, KnobTurned
from controller.games.contract.values import CastleId
from hw.castle_link.events import BoardEvent
from hw.values import ReaderId

HOW_TO_ANSWER: Final = "Press the knob: yes. Hold it: no."

Happened = ButtonPressed | KnobTurned | tuple[ReaderId, BoardEvent]


class People:
    """Who is asked.

    Args:
        ask: told of each prompt.
        confirm: asks at the terminal, where the table has no knob.
        open_knob: opens the knob; None where there is none.
        patience_s: how long people may take for each prompt.
    """

    def __init__(
        self,
        *,
        ask: Callable[[Prompt], None],
        confirm: Callable[[str], Awaitable[bool]],
        open_knob: Callable[[], object] | None,
        patience_s: float,
    ) -> None:
        self.ask = ask
        self.patience_s = patience_s
        self._confirm = confirm
        self._open_knob = open_knob
        self._happened: asyncio.Queue[Happened] = asyncio.Queue()

    def happened(self, event: Happened) -> None:
        """Something was pressed or turned, or a castle board said something."""
        self._happened.put_nowait(event)

    def since(self) -> list[Happened]:
        """What happened that nobody waited for; it is over then."""
        return [self._happened.get_nowait() for _ in range(self._happened.qsize())]

    async def until(self, prompt: Prompt, wanted: Callable[[Happened], bool]) -> Happened:
        """The next event that is ``wanted``; what came before the prompt does not count.

        Raises:
            NotSeen: it did not come in time.
        """
        self.since()
        self.ask(prompt)
        try:
            async with asyncio.timeout(self.patience_s):
                while not wanted(event := await self._happened.get()):
                    pass
        except TimeoutError:
            raise self.too_long(prompt) from None
        return event

    async def pressed(self, device: str, step: SetupStep, text: str, button: str, castle: CastleId | None) -> None:
        """A short press of this button.

        Raises:
            NotSeen: it did not come in time.
        """
        await self.until(Prompt(device, step, text), partial(_is_press, button=button, castle=castle))

    async def affirm(self, device: str, question: str, step: SetupStep = SetupStep.CONFIRM, fingers: int = 0) -> bool:
        """What only people can see or hear.

        Raises:
            NotSeen: they say nothing.
            HardwareError: the knob cannot be opened.
        """
        if self._open_knob is None:
            return await self._confirm(question)
        self._open_knob()
        prompt = Prompt(device, step, f"{question} {HOW_TO_ANSWER}", fingers)
        event = await self.until(prompt, lambda event: isinstance(event, ButtonPressed) and event.button == "knob")
        return isinstance(event, ButtonPressed) and not event.long

    def too_long(self, prompt: Prompt) -> NotSeen:
        """What to raise where people did not do it in time."""
        return NotSeen(f"saw nothing for {self.patience_s:.0f} s. {prompt.text} Check its wires: royaltable wiring")


def _is_press(event: Happened, button: str, castle: CastleId | None) -> bool:
    return isinstance(event, ButtonPressed) and (event.button, event.castle, event.long) == (button, castle, False)
