"""The rules as a function of state and action, the game's log, and the invariants of a state."""

from collections.abc import Callable, Iterator
from typing import Any, Final, TypeAlias

from controller.games.tumult_royale.box.words import STATUES_EACH
from controller.games.tumult_royale.rules import actions
from controller.games.tumult_royale.rules.actions import Action, Refusal, Undo
from controller.games.tumult_royale.rules.chapters import coronation, placing, setup, taxes
from controller.games.tumult_royale.rules.country import FACE_DOWN, Country
from controller.games.tumult_royale.rules.options import Choice, options
from controller.games.tumult_royale.rules.ranks import ROUNDS
from controller.games.tumult_royale.rules.state import Coronation, Over, Placing, State
from controller.games.undoable_log import Applied, Event, UndoableLog

Step: TypeAlias = Applied[State]


def apply(state: State | None, action: actions.Start | actions.Move | Choice) -> Step:
    """Return the state after ``action``; raise Refusal if it is not allowed. A ``Choice`` of ``state`` is legal."""
    if state is None:
        if type(action) is not actions.Start:
            raise Refusal("LOG", "not-started")
        return Applied(*setup.start(action))
    if type(state.phase) is Over:
        raise Refusal("LOG", "over")
    events: list[Event] = []
    after = _HANDLERS[type(action)](state, action, events)
    return Applied(after, tuple(events))


def _start_again(_state: State, _action: actions.Start, _happened: list[Event]) -> State:
    raise Refusal("LOG", "started-already")


_HANDLERS: Final[dict[type, Callable[[State, Any, list[Event]], State]]] = {
    actions.Start: _start_again,
    actions.PlaceFirst: setup.place_first,
    actions.Spin: taxes.spin,
    actions.ForgetSpin: taxes.forget_spin,
    actions.SetAside: taxes.set_aside,
    actions.Collect: taxes.collect,
    actions.Rob: taxes.rob,
    actions.Stop: taxes.stop,
    actions.Count: taxes.count,
    actions.Build: placing.build,
    Choice: placing.take,
    actions.Pass: placing.pass_turn,
    actions.Reveal: coronation.reveal,
    actions.Amend: setup.amend,
}


class GameLog(UndoableLog[State]):
    """The log of one game."""

    action, undo, refusal = Action, Undo, Refusal
    parse = staticmethod(actions.parse)
    apply = staticmethod(apply)


def violations(state: State) -> tuple[str, ...]:
    """Return which invariants ``state`` violates, in words."""
    return tuple(_violations(state))


def _violations(state: State) -> Iterator[str]:
    yield from _pieces(state)
    yield from _country_errors(state)
    yield from _turns(state)


def _pieces(state: State) -> Iterator[str]:
    """Supporters, tiles and statues are conserved (TR-0.2, TR-0.4)."""
    if state.supply < 0:
        yield f"the supply has {state.supply} supporters"
    seen = state.set_aside
    for color, player in zip(state.table.colors, state.players, strict=True):
        if player.supporters < 0:
            yield f"{color} has {player.supporters} supporters"
        if not 0 <= player.placed <= STATUES_EACH:
            yield f"{color} has placed {player.placed} statues"
        if player.castle & seen:
            yield f"tiles of {color} lie elsewhere too: {', '.join(state.table.pool.ids(player.castle & seen))}"
        seen |= player.castle
    if seen & ~state.table.pool.all:
        yield "tiles lie on the table that are not in play"
    if sorted(state.ranked) != list(range(len(state.players))):
        yield f"the ranks are held by the seats {state.ranked}"


def _country_errors(state: State) -> Iterator[str]:
    """Fields have one owner and lie open (TR-4.2); statues stand there or in the chronicle (TR-6.2)."""
    land = state.land
    if not isinstance(land, Country):
        return
    lying = [lie.tile for lie in land.slots if lie != FACE_DOWN]
    if len(set(lying)) != len(lying):
        yield f"a region tile lies twice: {lying}"
    open_fields = sum(land.kinds)
    seen = 0
    for seat, (color, player) in enumerate(zip(state.table.colors, state.players, strict=True)):
        for fields in player.standing:
            if fields & seen or fields & ~open_fields:
                yield f"{color} stands on a field that is taken or face down"
            seen |= fields
        on_fields = sum(number * fields.bit_count() for number, fields in enumerate(player.standing, start=1))
        crowned = [number for number, king in enumerate(state.crowned, start=1) if king == seat]
        most = on_fields + sum(1 if number <= ROUNDS // 2 else 2 for number in crowned)
        if player.placed not in ({most} if player.placed < STATUES_EACH else {most, most - 1}):
            yield f"{color} has placed {player.placed} statues, {on_fields} of them on fields"


def _turns(state: State) -> Iterator[str]:
    """Phase, round and turn agree (TR-4.8, TR-6.3, TR-8.1)."""
    phase = state.phase
    if isinstance(phase, Placing) and not options(state):
        yield "the player to act can build nothing"
    if isinstance(phase, Coronation) and not 0 < phase.due <= state.land.face_down:
        yield f"{phase.due} region tiles are due, {state.land.face_down} lie face down"
    done = any(player.placed == STATUES_EACH for player in state.players)
    if done and not isinstance(phase, Over):
        yield "a player has placed all statues, and the game goes on"
    if not 1 <= state.round <= ROUNDS or state.round - len(state.crowned) not in {0, 1}:
        yield f"in round {state.round} {len(state.crowned)} kings have been crowned"
    if isinstance(phase, Placing) and None in state.demand:
        yield "statues are placed before the demand is known"
