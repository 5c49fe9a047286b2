"""The rules as a function of state and action, a game's log, and its invariants."""

from collections.abc import Iterator
from typing import Final

from controller.games.tudor.box import edition
from controller.games.tudor.rules import actions
from controller.games.tudor.rules.actions import TypedAction, Undo, line_to_move
from controller.games.tudor.rules.chapters import cards, setup, throne, tokens, turns
from controller.games.tudor.rules.chapters.cards import FULL_HAND_RINGS
from controller.games.tudor.rules.chapters.shared import CheckMove, PerformMove
from controller.games.tudor.rules.moves import Move, Refusal
from controller.games.tudor.rules.state import EMPTY, ArrangeRingsStep, DrawStep, State, TakeRingStep
from controller.games.undoable_log import AppliedAction, Event, UndoableLog


def apply_action(state: State | None, action: actions.TypedAction) -> AppliedAction[State]:
    """Return the state after ``action``, and its events; raise Refusal if the rules forbid it.

    ``state`` is None before the start.
    """
    if state is None:
        if not isinstance(action, actions.Start):
            raise Refusal("LOG", "not-started")
        return AppliedAction(*setup.perform_start(action))
    if isinstance(action, actions.Start):
        raise Refusal("LOG", "started-already")
    if state.is_over:
        raise Refusal("LOG", "over")
    move = line_to_move(state, action)
    check_move(state, move)
    events: list[Event] = []
    after = perform_move(state, move, events)
    return AppliedAction(after, tuple(events))


def check_move(state: State, move: Move) -> None:
    """Raise Refusal if the rules forbid ``move``."""
    _RULES[type(move)][0](state, move)


def perform_move(state: State, move: Move, events: list[Event]) -> State:
    """Return the state after a legal ``move``, and append its events."""
    return _RULES[type(move)][1](state, move, events)


_RULES: Final[dict[type, tuple[CheckMove, PerformMove]]] = {
    **cards.RULES,
    **throne.RULES,
    **turns.RULES,
    **tokens.RULES,
    **setup.RULES,
}


class GameLog(UndoableLog[State]):
    action, undo, refusal = TypedAction, Undo, Refusal
    parse = staticmethod(actions.parse_action)
    apply = staticmethod(apply_action)


def invariant_violations(state: State) -> tuple[str, ...]:
    """Describe each invariant that ``state`` breaks."""
    checks = (_token_faults, _round_token_faults, _card_faults, _ring_faults, _courtier_faults, _turn_faults)
    return tuple(fault for check in checks for fault in check(state))


def _token_faults(state: State) -> Iterator[str]:
    """Check that each faction token is in exactly one place (TU-0.7)."""
    pieces, table = state.table.pieces, state.table
    seen = 0
    places = [1 << token for token in state.tokens if token != EMPTY]
    for held in (*places, state.gone, *(some for each in state.players for some in (each.tokens, each.spent))):
        if held & seen:
            yield f"tokens are in two places: {', '.join(pieces.token_ids(held & seen))}"
        seen |= held
    if seen & state.unseen or seen | state.unseen != (1 << len(pieces.tokens)) - 1:
        yield "tokens are neither seen nor unseen, or both"
    for faction, name in enumerate(table.faction_names):
        in_play = pieces.tokens_by_faction[faction].bit_count()
        if len(table.colors) == edition.PLAYER_COUNTS[0]:
            in_play -= table.edition.less_tokens
        if 2 in table.scoring:
            in_play -= table.edition.essentials[faction].remove
        if (
            state.bag[faction] < 0
            or state.bag[faction] + (seen & pieces.tokens_by_faction[faction]).bit_count() != in_play
        ):
            yield f"the bag has {state.bag[faction]} {name} tokens"
    occupied = state.occupied_spaces
    for space, place in enumerate(table.board.names):
        if occupied >> space & 1 and (state.tokens[space] != EMPTY or (state.influence | state.intrigue) >> space & 1):
            yield f"a courtier stands on a token on {place}"


def _round_token_faults(state: State) -> Iterator[str]:
    """Check that there are not more round tokens than at the start (TU-7.9)."""
    in_play = state.table.edition.round_token_counts(len(state.players))
    for kind, most in zip(edition.ROUND_TOKEN_KINDS, in_play, strict=True):
        held, lying = [getattr(player, kind) for player in state.players], getattr(state, kind).bit_count()
        if min(held) < 0 or sum(held) + lying > most:
            yield f"there are {sum(held)} {kind} tokens behind screens, {lying} on the board"


def _card_faults(state: State) -> Iterator[str]:
    for faction, name in enumerate(state.table.faction_names):
        held = [player.cards[faction] for player in state.players]
        stack = state.stacks[faction]
        if min(*held, stack) < 0 or sum(held) + stack != state.table.edition.cards:
            yield f"{held} {name} cards are in hands, {stack} on the stack"


def _ring_faults(state: State) -> Iterator[str]:
    """Check number and layout of rings: two a player, one per office (TU-0.8, TU-2.5)."""
    table = state.table
    each = table.edition.rings_each[edition.PLAYER_COUNTS.index(len(state.players))]
    held = [ring for player in state.players for ring in (*player.unworn, *player.worn_rings)]
    if len(set(held)) != len(held):
        yield "a ring is in two places"
    for faction, name in enumerate(table.faction_names):
        number = sum(table.pieces.ring_factions[ring] == faction for ring in held)
        if state.stand[faction] < 0 or number + state.stand[faction] != each:
            yield f"{number} {name} rings are held, {state.stand[faction]} in the stand"
    laying = [step.seat for step in state.due[:1] if isinstance(step, ArrangeRingsStep)]
    for seat, player in enumerate(state.players):
        rings = len(player.worn_rings)
        if seat in laying:
            continue
        if rings < FULL_HAND_RINGS and any(len(finger) > 1 for finger in player.hand):
            yield f"{table.colors[seat]} wears two rings on a finger"
        if rings >= FULL_HAND_RINGS and not all(player.hand):
            yield f"{table.colors[seat]} has a bare finger and {rings} rings"
        offices = state.offices.count(seat)
        if not state.phase_traits.is_setup and not state.due and rings != edition.STARTING_RING_COUNT + offices:
            yield f"{table.colors[seat]} has {rings} rings and {offices} offices"


def _courtier_faults(state: State) -> Iterator[str]:
    """Check that no figure is lost and no two share a place."""
    occupied = 0
    for seat, (color, player) in enumerate(zip(state.table.colors, state.players, strict=True)):
        if player.courtiers & occupied or player.courtiers & state.table.board.top_spaces:
            yield f"courtiers of {color} share a space, or stand on a top"
        occupied |= player.courtiers
        figures = (
            player.supply,
            player.courtiers.bit_count(),
            state.offices.count(seat),
            sum(bench.count(seat) for bench in state.benches),
            sum(chair >> 1 == seat for row in state.chairs for chair in row),
            player.ambassadors,
        )
        if player.supply < 0 or sum(figures) != state.table.edition.courtiers:
            yield f"{color} has {figures} courtiers in supply, throne room, offices, benches, chairs and as ambassadors"
        lords = sum(lord >> 1 == seat for inside in state.lords for lord in inside)
        if lords > 1 or (lords != 1 and state.phase == "actions"):
            yield f"{color} has {lords} lords"
    if any(len(bench) > state.table.bench for bench in state.benches):
        yield "a bench is too full"
    if any(len(inside) > edition.MAX_LORDS_PER_CHAMBER for inside in state.lords):
        yield "a chamber has too many lords"


def _turn_faults(state: State) -> Iterator[str]:
    if not 1 <= state.round <= state.table.rounds:
        yield f"it is round {state.round} of {state.table.rounds}"
    if state.due and not state.phase_traits.has_steps_due:
        yield f"steps are due in {state.phase}"
    draws = [step.space for step in state.due if isinstance(step, DrawStep)]
    if len(draws) > sum(state.bag):
        yield f"{len(draws)} draws are due, the bag has {sum(state.bag)} tokens"
    for space in draws:
        if state.tokens[space] != EMPTY or state.occupied_spaces >> space & 1:
            yield f"a draw is due for {state.table.board.names[space]}"
    rings = [step for step in state.due if isinstance(step, TakeRingStep)]
    if len(rings) > 1 or state.is_over != bool(state.winners):
        yield "two rings are due, or the end has no winner"
    if state.phase_traits.placed_figure == "courtier" and not state.players[state.turn_seat].to_place:
        yield f"{state.table.colors[state.turn_seat]} is due to place a courtier and has no placement left"
