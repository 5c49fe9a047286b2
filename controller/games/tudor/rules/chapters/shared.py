"""Common helpers: checks of turn and phase, changed copies of tuples."""

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from controller.games.tudor.rules import state as states
from controller.games.tudor.rules.moves import Refusal
from controller.games.tudor.rules.table import Faction, Seat
from controller.games.undoable_log import Event

CheckMove: TypeAlias = Callable[[states.State, Any], None]
"""Raises Refusal if the rules forbid the move."""

PerformMove: TypeAlias = Callable[[states.State, Any, list[Event]], states.State]
"""Returns the state after a legal move; appends its events."""


def check_phase_and_turn(state: states.State, seat: Seat, phase: str, rule: str, do: str) -> None:
    """Raise Refusal with ``rule`` unless the seat may move in this phase and no step is due."""
    if state.phase != phase:
        raise phase_refusal(state, rule, do)
    if state.due:
        raise step_due_refusal(state, rule, do)
    if state.turn_seat != seat:
        raise Refusal(rule, "turn", do=do, seen=state.table.colors[seat], due=state.table.colors[state.turn_seat])


def check_turn_no_step_due(state: states.State, seat: Seat, rule: str, do: str) -> None:
    """Raise Refusal unless it is the player's turn and no step is due (TU-11.1)."""
    check_phase_and_turn(state, seat, "actions", rule, do)


def phase_refusal(state: states.State, rule: str, do: str) -> Refusal:
    return Refusal(rule, "phase", do=do, phase=state.phase)


def step_due_refusal(state: states.State, rule: str, do: str) -> Refusal:
    step = state.due[0]
    names = state.table.board.names
    due = state.table.colors[state.acting_seat]
    if isinstance(step, states.DrawStep):
        return Refusal(rule, "due-draw", do=do, space=names[step.space])
    if isinstance(step, states.TakeRingStep):
        return Refusal(rule, "due-ring", do=do, due=due)
    if isinstance(step, states.ArrangeRingsStep):
        return Refusal(rule, "due-wear", do=do, due=due)
    if isinstance(step, states.RoundTokenStep):
        return Refusal(rule, "due-token", do=do, due=due)
    return Refusal(rule, "due-office", do=do, due=due)


def step_not_due_refusal(state: states.State, rule: str, do: str) -> Refusal:
    """Return the refusal of an action whose step is not due."""
    return step_due_refusal(state, rule, do) if state.due else Refusal(rule, "no-step", do=do)


def with_player(players: tuple[states.Player, ...], seat: Seat, player: states.Player) -> tuple[states.Player, ...]:
    return (*players[:seat], player, *players[seat + 1 :])


def with_value(values: tuple[int, ...], place: int, value: int) -> tuple[int, ...]:
    return (*values[:place], value, *values[place + 1 :])


def with_counts_changed(
    counts: states.FactionCounts, factions: Iterable[Faction], change: int = 1
) -> states.FactionCounts:
    changed = list(counts)
    for faction in factions:
        changed[faction] += change
    return tuple(changed)


def has_all_cards(counts: states.FactionCounts, factions: tuple[Faction, ...]) -> bool:
    if len(factions) == 1:
        return counts[factions[0]] > 0
    left = list(counts)
    for faction in factions:
        left[faction] -= 1
        if left[faction] < 0:
            return False
    return True


def with_swapped(values: tuple[int, ...], one: int, other: int) -> tuple[int, ...]:
    changed = list(values)
    changed[one], changed[other] = changed[other], changed[one]
    return tuple(changed)
