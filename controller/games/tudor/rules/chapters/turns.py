"""Turns: which figure acts, which action is open to it, and when a turn or a round ends (TU-6, TU-14)."""

from typing import Final

from msgspec.structs import replace

from controller.games.tudor.box.words import ROUND_TOKENS, Letter
from controller.games.tudor.rules import events, moves
from controller.games.tudor.rules.chapters import scoring
from controller.games.tudor.rules.chapters.shared import free_turn, not_due, step_due, wrong_phase
from controller.games.tudor.rules.events import Event
from controller.games.tudor.rules.refusal import Refusal
from controller.games.tudor.rules.state import LORD, OfficeStep, State, TokenStep
from controller.games.tudor.rules.table import Seat

FOR_EVERYBODY: Final = ("G", "H")


def judge_activate(state: State, move: moves.Activate) -> None:
    """One unused figure of his own in a turn (TU-6.2)."""
    free_turn(state, move.seat, "TU-6.2", "activate")
    if state.figure is not None:
        raise Refusal("TU-6.2", "activated-already")
    unused = 2 * move.seat
    where = state.lords[move.chamber]
    there = unused in where if move.chair == LORD else state.chairs[move.chamber][move.chair] == unused
    if not there:
        color = state.table.colors[move.seat]
        if move.chair == LORD:
            raise Refusal("TU-6.2", "lord-not-there", player=color, chamber=move.chamber + 1)
        raise Refusal("TU-6.2", "figure-not-there", player=color, chamber=move.chamber + 1, chair=move.chair + 1)


def activate(state: State, move: moves.Activate, happened: list[Event]) -> State:
    """The figure is used from now on (TU-6.2)."""
    chamber, chair, seat = move.chamber, move.chair, move.seat
    happened.append(events.FigureActivated(state.table.colors[seat], chamber + 1, None if chair == LORD else chair + 1))
    if chair == LORD:
        inside = tuple([2 * seat + 1 if lord == 2 * seat else lord for lord in state.lords[chamber]])
        lords = (*state.lords[:chamber], inside, *state.lords[chamber + 1 :])
        return replace(state, lords=lords, figure=(chamber, chair))
    row = state.chairs[chamber]
    row = (*row[:chair], 2 * seat + 1, *row[chair + 1 :])
    return replace(state, chairs=(*state.chairs[:chamber], row, *state.chairs[chamber + 1 :]), figure=(chamber, chair))


def open_letters(state: State) -> str:
    """The actions that the turn's player may take now (TU-6.3 to TU-6.5); A to F for an office (TU-12.4)."""
    if state.due:
        return "ABCDEF" if type(state.due[0]) is OfficeStep else ""
    done = state.done
    if state.figure is None:
        return "" if done or state.has_unused(state.at) else "GH"
    chamber, chair = state.figure
    letters = state.table.edition.chambers[chamber]
    if not done:
        return letters[0] + letters[1] + "GH"
    if chair != LORD or len(done) > 1 or done in FOR_EVERYBODY:
        return ""
    return letters[1] if done == letters[0] else letters[0]


def judge_letter(state: State, seat: Seat, letter: Letter) -> None:
    """Refuse an action that is not open to the player now (TU-6.3, TU-6.4, TU-12.4)."""
    if state.phase != "actions":
        raise wrong_phase(state, "TU-6.3", "act")
    if state.due and type(state.due[0]) is not OfficeStep:
        raise step_due(state, "TU-6.3", "act")
    if seat != state.at:
        due = state.table.colors[state.at]
        raise Refusal("TU-6.3", "turn", do="act", seen=state.table.colors[seat], due=due)
    if letter in open_letters(state):
        return
    if state.due:
        raise Refusal("TU-12.4", "office-letter", letter=letter)
    rule = "TU-6.4" if letter in FOR_EVERYBODY else "TU-6.3"
    if state.figure is None and not state.done and state.has_unused(seat):
        raise Refusal(rule, "activate-first", letter=letter)
    raise Refusal(rule, "letter-closed", letter=letter, done=", ".join(state.done) or "-")


def after_letter(state: State, letter: Letter) -> str:
    """The turn's letters after one more; an office's action is not counted."""
    return state.done if state.due else state.done + letter


def judge_decline(state: State, move: moves.Decline) -> None:
    """Only a round token, or an office's action (TU-12.7)."""
    judge_step(state, move.seat, (TokenStep, OfficeStep), "TU-12.7", "decline")


def judge_step(state: State, seat: Seat, steps: tuple[type, ...], rule: str, do: str) -> None:
    """Refuse an action for a step that is not due, or not for this player."""
    if not state.due or type(state.due[0]) not in steps:
        raise not_due(state, rule, do)
    if seat != state.at:
        raise Refusal(rule, "turn", do=do, seen=state.table.colors[seat], due=state.table.colors[state.at])


def decline(state: State, move: moves.Decline, happened: list[Event]) -> State:
    """The token is kept, or the action forgone (TU-12.7)."""
    step, color = state.due[0], state.table.colors[move.seat]
    happened.append(
        events.TokenKept(color, ROUND_TOKENS[step.kind])
        if isinstance(step, TokenStep)
        else events.OfficeActionForgone(color)
    )
    return replace(state, due=state.due[1:])


def judge_end_turn(state: State, move: moves.EndTurn) -> None:
    """Not before an unused figure was activated (TU-6.6)."""
    free_turn(state, move.seat, "TU-6.6", "end_turn")
    if state.figure is None and state.has_unused(move.seat):
        raise Refusal("TU-6.6", "must-activate", player=state.table.colors[move.seat])


def end_turn(state: State, move: moves.EndTurn, happened: list[Event]) -> State:
    """The next player's turn; after the last in order the round ends if all figures are used (TU-6.7)."""
    count = len(state.players)
    following = (move.seat + 1) % count
    if following == state.first and not any(state.has_unused(seat) for seat in range(count)):
        return scoring.end_round(state, happened)
    happened.append(events.TurnBegan(state.table.colors[following]))
    return replace(state, at=following, figure=None, done="", sides=0)
