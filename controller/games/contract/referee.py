"""The referee of a game, which turns an input into actions or complaints."""

from collections.abc import Mapping
from typing import Any, Protocol, runtime_checkable

from msgspec import Struct, field

from controller.games.contract.effects import Effect, Screen
from controller.games.contract.inputs import Input
from controller.games.contract.values import Action, CastleId, LampPattern, RandomDraw, Text


class Verdict(Struct, frozen=True):
    """What the referee decides about one input.

    Attributes:
        memory: the referee's new memory.
        proposed: actions to submit in this order, up to the first one refused.
        effects: shown at once, even if the actions are refused.
        if_accepted: shown before the effects of the actions, if none was refused.
    """

    memory: Any
    proposed: tuple[Action | RandomDraw, ...] = ()
    effects: tuple[Effect, ...] = ()
    if_accepted: tuple[Effect, ...] = ()


class Waiting(Struct, frozen=True):
    """What the table waits for.

    Attributes:
        step: the game's name for this step.
        castle: the castle to act; None if several may.
        lamps: lamps of each castle that plays.
        knob_turns, knob_holds: this step uses turning or holding the knob, which otherwise opens the menu.
        beside: lines that stay beside a complaint, because several people read them.
        if_idle: for a step with a running timer: what applies while it is idle, such as after a restart.
        over: no game is running, so people may begin one.
        gates: pieces may pass gates in this step; otherwise readers are polled rarely.
        turn: name of the present turn, different from the next turn's; None if no player has the turn. House rules may
            show the time of a turn; the game's rules must not use it.
        knob: pressing the knob is the next step, so the page of a game without drawings has a button for it.
        after_arrow: the step needs what was drawn last, so it begins once the arrow rests.
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
    knob: bool = False
    after_arrow: bool = False


class TimerIdle(Struct, frozen=True):
    """What applies in a step with a timer while it does not run.

    Attributes:
        complaint: sentence to a castle that taps a piece meanwhile.
        rule: id of the rule behind the complaint.
        seconds: how long the timer runs, as in ``StartTimer``.
    """

    waiting: Waiting
    complaint: Text
    rule: str | None = None
    seconds: float | None = None


class Referee(Protocol):
    """Interprets inputs. All methods are pure: the table keeps the memory."""

    def first_memory(self) -> Any:
        """Return the memory when a game begins or is resumed."""

    def judge(self, state: Any, memory: Any, input_: Input) -> Verdict:
        """Return what an input means; ``state`` is None before a game."""

    def settle(self, state: Any, memory: Any, action: Action, by: str) -> Any:
        """Return the memory after an accepted ``action`` led to ``state``; ``by`` is its origin, as ``gate:blue``.

        A resumed game settles its whole log, so only what the log does not tell is forgotten.
        """

    def waiting(self, state: Any, memory: Any) -> Waiting:
        """Return what the table waits for; ``state`` is None before a game."""


@runtime_checkable
class PageActionReferee(Protocol):
    """A game that interprets a player's action from a page before it becomes an action of the log."""

    def judge_page_action(self, state: Any, memory: Any, action: Action, castle: CastleId | None) -> Verdict:
        """Return what a JSON object from a page means; ``castle`` is None if sent without a seat."""
