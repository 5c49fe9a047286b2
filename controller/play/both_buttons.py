"""Both buttons of a castle, held together, call somebody of the house."""

import asyncio
from collections.abc import Callable
from collections.abc import Set as AbstractSet
from math import inf
from typing import Final

from controller.games.contract.inputs import ButtonPressed, KnobTurned
from controller.games.contract.values import CastleId
from controller.show.help_call import HelpCall

BOTH: Final = frozenset({"yes", "no"})
HELD_S: Final = 2.0
TOGETHER_S: Final = 0.3
"""Two fingers of one hand come down within this; for as long it is not known whether a long press is one alone."""

ANSWERED_S: Final = 1.0
"""A board that was asked which buttons are down says so within this, or they are not."""


class BothButtons:
    """Owner of long presses that may be half of a call; all else passes at once, all where nobody would hear a call.

    Args:
        passes: told what was pressed or turned.
        look: finds out which buttons of a castle are down, and lets `held` know.
        calls: what both of them do.
    """

    def __init__(
        self,
        help_call: HelpCall,
        passes: Callable[[ButtonPressed | KnobTurned], object],
        look: Callable[[CastleId], None],
        calls: Callable[[], None],
    ) -> None:
        self._help_call = help_call
        self._passes = passes
        self._look = look
        self._calls = calls
        self._halves: dict[CastleId, tuple[ButtonPressed, asyncio.TimerHandle]] = {}
        self._due: dict[CastleId, asyncio.TimerHandle] = {}
        self._until_s: dict[CastleId, float] = {}

    def used(self, input_: ButtonPressed | KnobTurned) -> None:
        """Something was pressed or turned."""
        if not isinstance(input_, ButtonPressed) or input_.castle is None:
            self._passes(input_)
            return
        castle = input_.castle
        self._forget_call(castle)
        if castle in self._halves:
            half, timer = self._halves[castle]
            timer.cancel()
            if self._is_call(half, input_):
                del self._halves[castle]
                at_s = max(half.at_s, input_.at_s) + HELD_S
                self._due[castle] = asyncio.get_running_loop().call_at(at_s, self._both, castle)
                return
            self._alone(castle)  # before what came behind it
        if input_.long and self._help_call.is_offered:
            self._halves[castle] = input_, asyncio.get_running_loop().call_later(TOGETHER_S, self._alone, castle)
        else:
            self._passes(input_)

    def held(self, castle_and_buttons: tuple[CastleId, AbstractSet[str]]) -> None:
        """These buttons of a castle are down."""
        castle, buttons = castle_and_buttons
        asked = asyncio.get_running_loop().time() <= self._until_s.pop(castle, -inf)
        if asked and buttons == BOTH and self._help_call.is_offered:
            self._calls()

    def _is_call(self, half: ButtonPressed, other: ButtonPressed) -> bool:
        together = other.long and half.button != other.button and abs(half.at_s - other.at_s) <= TOGETHER_S
        return together and self._help_call.is_offered

    def _forget_call(self, castle: CastleId) -> None:
        """Whoever presses again has let go: what is held now counts from now."""
        self._until_s.pop(castle, None)
        due = self._due.pop(castle, None)
        if due is not None:
            due.cancel()

    def _alone(self, castle: CastleId) -> None:
        self._passes(self._halves.pop(castle)[0])

    def _both(self, castle: CastleId) -> None:
        del self._due[castle]
        self._until_s[castle] = asyncio.get_running_loop().time() + ANSWERED_S
        self._look(castle)
