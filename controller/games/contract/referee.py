"""The referee: what an input means in the present state."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from controller.games.contract.actions import Action, RandomDraw
from controller.games.contract.effects import Effect
from controller.games.contract.ids import CastleId
from controller.games.contract.lamps import LampPattern
from controller.games.contract.screens import Screen
from controller.games.contract.texts import Text


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the referee makes of one input.

    Attributes:
        desk: the referee's memory afterwards.
        wishes: actions to try in this order, each through the one door; a refused one ends the list.
        effects: shown at once; they change no state.
        if_accepted: shown after the effects of the wishes, if none of them was refused.
    """

    memory: Any
    proposed: tuple[Action | RandomDraw, ...] = ()
    effects: tuple[Effect, ...] = ()
    if_accepted: tuple[Effect, ...] = ()


@dataclass(frozen=True, slots=True)
class Waiting:
    """What the table waits for: the step by name, the castle whose move it is (None: the king or all), in words.

    Attributes:
        lamps: of each castle that plays.
        knob_turns, knob_holds: turning, or holding, the knob means something in this step; else it opens the menu.
        beside: what stays on the screen beside a complaint, because several people are reading it.
        if_idle: the timer runs in this step; what the table waits for instead while it does not, as after a restart.
    """

    step: str
    castle: CastleId | None
    screen: Screen
    lamps: Mapping[CastleId, LampPattern] = field(default_factory=dict)
    knob_turns: bool = False
    knob_holds: bool = False
    beside: tuple[Text, ...] = ()
    if_idle: "Waiting | None" = None
