"""The rules as a function of state and action, the log, and a state's invariants."""

from collections.abc import Callable, Iterator
from typing import Any, Final, TypeAlias

from controller.games.tumult_royale.box.words import STATUES_PER_PLAYER
from controller.games.tumult_royale.rules import actions, country, options, ranks
from controller.games.tumult_royale.rules.actions import Action, Refusal, Undo
from controller.games.tumult_royale.rules.chapters import coronation, placing, setup, taxes
from controller.games.tumult_royale.rules.state import Coronation, Over, Placing, State
from controller.games.undoable_log import AppliedAction, Event, UndoableLog

AppliedMove: TypeAlias = AppliedAction[State]


def apply(state: State | None, action: actions.Start | actions.Move | options.ChosenBuild) -> AppliedMove:
    """Return the state after ``action``; raise Refusal if forbidden. A ``ChosenBuild`` is not checked."""
    if state is None:
        if type(action) is not actions.Start:
            raise Refusal("LOG", "not-started")
        return AppliedAction(*setup.handle_start(action))
    if type(state.phase) is Over:
        raise Refusal("LOG", "over")
    events: list[Event] = []
    after = HANDLER_BY_ACTION_TYPE[type(action)](state, action, events)
    return AppliedAction(after, tuple(events))


def _refuse_second_start(_state: State, _action: actions.Start, _happened: list[Event]) -> State:
    raise Refusal("LOG", "started-already")


HANDLER_BY_ACTION_TYPE: Final[dict[type, Callable[[State, Any, list[Event]], State]]] = {
    actions.Start: _refuse_second_start,
    actions.PlaceFirst: setup.handle_place_first,
    actions.Spin: taxes.handle_spin,
    actions.ForgetSpin: taxes.handle_forgotten_spin,
    actions.SetAside: taxes.handle_set_aside,
    actions.Collect: taxes.handle_collect,
    actions.Rob: taxes.handle_rob,
    actions.Stop: taxes.handle_stop,
    actions.Count: taxes.handle_count,
    actions.Build: placing.handle_build,
    options.ChosenBuild: placing.handle_chosen_build,
    actions.Pass: placing.handle_pass,
    actions.Reveal: coronation.handle_reveal,
    actions.Amend: setup.handle_amend,
}


class GameLog(UndoableLog[State]):
    action, undo, refusal = Action, Undo, Refusal
    parse = staticmethod(actions.action_from_json)
    apply = staticmethod(apply)


def invariant_violations(state: State) -> tuple[str, ...]:
    return tuple(_iter_violations(state))


def _iter_violations(state: State) -> Iterator[str]:
    yield from _piece_violations(state)
    yield from _country_violations(state)
    yield from _turn_violations(state)


def _piece_violations(state: State) -> Iterator[str]:
    """Supporters, tiles and statues are conserved (TR-0.2, TR-0.4)."""
    if state.supporters_in_supply < 0:
        yield f"the supply has {state.supporters_in_supply} supporters"
    seen = state.set_aside
    for color, player in zip(state.table.colors, state.players, strict=True):
        if player.supporters < 0:
            yield f"{color} has {player.supporters} supporters"
        if not 0 <= player.placed <= STATUES_PER_PLAYER:
            yield f"{color} has placed {player.placed} statues"
        if player.castle & seen:
            yield f"tiles of {color} lie elsewhere too: {', '.join(state.table.pool.tile_ids(player.castle & seen))}"
        seen |= player.castle
    if seen & ~state.table.pool.all:
        yield "tiles lie on the table that are not in play"
    if sorted(state.ranked) != list(range(len(state.players))):
        yield f"the ranks are held by the seats {state.ranked}"


def _country_violations(state: State) -> Iterator[str]:
    """A field with statues lies open and has one owner (TR-4.2); others stand in the chronicle (TR-6.2)."""
    land = state.land
    if not isinstance(land, country.Country):
        return
    lying = [lie.tile for lie in land.slots if lie != country.FACE_DOWN_REGION]
    if len(set(lying)) != len(lying):
        yield f"a region tile lies twice: {lying}"
    open_fields = sum(land.kinds)
    seen = 0
    for seat, (color, player) in enumerate(zip(state.table.colors, state.players, strict=True)):
        for fields in player.fields_by_statue_count:
            if fields & seen or fields & ~open_fields:
                yield f"{color} stands on a field that is taken or face down"
            seen |= fields
        on_fields = sum(
            number * fields.bit_count() for number, fields in enumerate(player.fields_by_statue_count, start=1)
        )
        crowned = [number for number, king in enumerate(state.crowned, start=1) if king == seat]
        most = on_fields + sum(1 if number <= ranks.MAX_ROUNDS // 2 else 2 for number in crowned)
        if player.placed not in ({most} if player.placed < STATUES_PER_PLAYER else {most, most - 1}):
            yield f"{color} has placed {player.placed} statues, {on_fields} of them on fields"


def _turn_violations(state: State) -> Iterator[str]:
    """Phase, round and turn agree (TR-4.8, TR-6.3, TR-8.1)."""
    phase = state.phase
    if isinstance(phase, Placing) and not options.build_options(state):
        yield "the player to act can build nothing"
    if isinstance(phase, Coronation) and not 0 < phase.due <= state.land.face_down:
        yield f"{phase.due} region tiles are due, {state.land.face_down} lie face down"
    done = any(player.placed == STATUES_PER_PLAYER for player in state.players)
    if done and not isinstance(phase, Over):
        yield "a player has placed all statues, and the game goes on"
    if not 1 <= state.round <= ranks.MAX_ROUNDS or state.round - len(state.crowned) not in {0, 1}:
        yield f"in round {state.round} {len(state.crowned)} kings have been crowned"
    if isinstance(phase, Placing) and None in state.demand:
        yield "statues are placed before the demand is known"
