"""The referee: what an input means in the present state."""

from collections.abc import Mapping
from typing import Any, Protocol, runtime_checkable

from msgspec import Struct, field

from controller.games.contract.effects import Effect, Screen
from controller.games.contract.inputs import Input
from controller.games.contract.values import Action, CastleId, LampPattern, RandomDraw, Text


class Verdict(Struct, frozen=True):
    """What the referee makes of one input.

    Attributes:
        memory: the referee's, afterwards.
        proposed: actions to try in this order, each through the one door; a refused one ends the list.
        effects: shown at once; they change no state.
        if_accepted: shown after the effects of these actions, if none of them was refused.
    """

    memory: Any
    proposed: tuple[Action | RandomDraw, ...] = ()
    effects: tuple[Effect, ...] = ()
    if_accepted: tuple[Effect, ...] = ()


class Waiting(Struct, frozen=True):
    """What the table waits for: the step by the game's name for it, the castle whose move it is, and in words.

    Attributes:
        castle: None where the move is not one castle's alone.
        lamps: of each castle that plays.
        over: no game goes on: people may begin one.
        gates: pieces may pass gates in this step; where they may not, readers are polled seldom.
        knob_turns, knob_holds: turning, or holding, the knob means something in this step; else it opens the menu.
        beside: what stays on the screen beside a complaint, because several people are reading it.
        if_idle: the timer runs in this step; what holds instead while it does not, as after a restart.
        turn: the turn that is on, as a name that the next one has not, for houses that look at the time; None where
            nobody's is. No rule follows from that time.
    """

    step: str
    castle: CastleId | None
    screen: Screen
    lamps: Mapping[CastleId, LampPattern] = field(default_factory=dict)
    knob_turns: bool = False
    knob_holds: bool = False
    beside: tuple[Text, ...] = ()
    if_idle: "TimerIdle | None" = None
    over: bool = False
    gates: bool = True
    turn: str | None = None


class TimerIdle(Struct, frozen=True):
    """A step's timer does not run: what the table waits for till then, and what a tap is told.

    Attributes:
        rule: the id of the rule behind the ``complaint``.
        seconds: how long it runs when people let it, as in ``StartTimer``.
    """

    waiting: Waiting
    complaint: Text
    rule: str | None = None
    seconds: float | None = None


class Referee(Protocol):
    """Who tells what people mean. All methods are pure; the referee's memory is kept for him."""

    def first_memory(self) -> Any:
        """The referee's memory when a game begins or is taken up again."""

    def judge(self, state: Any, memory: Any, input_: Input) -> Verdict:
        """What an input means in this state."""

    def settle(self, state: Any, memory: Any, action: Action) -> Any:
        """The referee's memory after ``action`` was accepted and brought about ``state``."""

    def waiting(self, state: Any, memory: Any) -> Waiting:
        """What the table waits for now; ``state`` is None before a game."""


@runtime_checkable
class Receiving(Protocol):
    """A game in which an action that people send from a page is not yet one of the log."""

    def received(self, state: Any, memory: Any, action: Action, castle: CastleId | None) -> Verdict:
        """What becomes of a JSON object in a game that has begun; ``castle`` is None from everybody's page."""
