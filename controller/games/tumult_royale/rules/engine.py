"""The rules as a function: a state and an action give the next state and what happened, or a refusal."""

from collections.abc import Callable
from typing import Any, Final

from msgspec import Struct

from controller.games.tumult_royale.rules import actions
from controller.games.tumult_royale.rules.chapters import amending, coronation, placing, sentiment, setup, taxes
from controller.games.tumult_royale.rules.events import Event
from controller.games.tumult_royale.rules.options import Choice
from controller.games.tumult_royale.rules.refusal import Refusal
from controller.games.tumult_royale.rules.state import Over, State


class Step(Struct, frozen=True, gc=False):
    """What an action brought about."""

    state: State
    events: tuple[Event, ...]


def apply(state: State | None, action: actions.Start | actions.Move | Choice) -> Step:
    """The state after ``action``; ``state`` is None before the start. A choice among its options is not judged again.

    Raises:
        Refusal: the rules do not allow it.
    """
    if state is None:
        if type(action) is not actions.Start:
            raise Refusal("LOG", "not-started")
        return Step(*setup.start(action))
    if type(state.phase) is Over:
        raise Refusal("LOG", "over")
    happened: list[Event] = []
    after = _HANDLERS[type(action)](state, action, happened)
    return Step(after, tuple(happened))


def _start_again(_state: State, _action: actions.Start, _happened: list[Event]) -> State:
    raise Refusal("LOG", "started-already")


_HANDLERS: Final[dict[type, Callable[[State, Any, list[Event]], State]]] = {
    actions.Start: _start_again,
    actions.PlaceFirst: setup.place_first,
    actions.Spin: sentiment.spin,
    actions.ForgetSpin: sentiment.forget_spin,
    actions.SetAside: taxes.set_aside,
    actions.Collect: taxes.collect,
    actions.Rob: taxes.rob,
    actions.Stop: taxes.stop,
    actions.Count: taxes.count,
    actions.Build: placing.build,
    Choice: placing.take,
    actions.Pass: placing.pass_turn,
    actions.Reveal: coronation.reveal,
    actions.Amend: amending.amend,
}
