"""What people do for a bot, in words: only what everyone sees, never a card or what lies behind a screen."""

from typing import Final

from msgspec.structs import replace

from controller.games.contract.inputs import Carry, Gesture, PressKnob
from controller.games.contract.values import PieceId, Text
from controller.games.tudor.referee.interpretation import interpret_inputs
from controller.games.tudor.referee.memory import Answer, HandInProgress, Memory, NeedsAnswer, NeedsYes
from controller.games.tudor.rules import engine, moves, words
from controller.games.tudor.rules.moves import Move
from controller.games.tudor.rules.state import DrawStep, State
from controller.games.tudor.show.narration import narrate_public
from controller.games.undoable_log import Event

WITHOUT_HANDS: Final = (moves.EndTurn, moves.DeclineStep, moves.PassPlacement, moves.ChooseRing, moves.PlaceDrawnToken)
"""Moves after which nothing is left to move on the table."""


def as_errand(state: State, memory: Memory, wanted: Move, gesture: Gesture, due: list[PieceId]) -> Gesture:
    """Return the gesture with what to ask people for; ``due`` are the pieces that the move taps, in order."""
    match gesture:
        case Carry(piece=piece):
            return Carry(piece, _pieces_as_good(state, wanted), _carrying_words(state, wanted, piece, due))
        case PressKnob(long=False) if not isinstance(wanted, WITHOUT_HANDS) and _does_press_propose(state, memory):
            events: list[Event] = []
            after = engine.perform_move(state, wanted, events)
            return replace(gesture, words=next(narrate_public(after, events), None))
        case _:
            return gesture


def _pieces_as_good(state: State, wanted: Move) -> frozenset[PieceId]:
    pieces = state.table.pieces
    match wanted:
        case moves.PlaceDrawnToken():
            return frozenset(
                token
                for number, token in enumerate(pieces.tokens)
                if state.unseen >> number & 1 and state.bag[pieces.token_factions[number]]
            )
        case moves.ChooseRing(ring=ring):
            taken = {each for player in state.players for each in (*player.worn_rings, *player.unworn)}
            faction = pieces.ring_factions[ring]
            return frozenset(
                each
                for number, each in enumerate(pieces.rings)
                if pieces.ring_factions[number] == faction and number not in taken
            )
        case _:
            return frozenset()


def _carrying_words(state: State, wanted: Move, piece: PieceId, due: list[PieceId]) -> Text:
    table = state.table
    rings = [table.pieces.ring_numbers[each] for each in due if each in table.pieces.ring_numbers]
    if isinstance(wanted, moves.PlaceDrawnToken) and state.due and isinstance(state.due[0], DrawStep):
        return Text("tudor-errand-draw", {"space": words.space_word(table, state.due[0].space)})
    if rings:
        return Text("tudor-errand-rings", {"rings": words.worn_rings_word(table, rings)})
    numbers = table.pieces.token_numbers
    spaces = [state.tokens.index(numbers[each]) for each in due if numbers[each] in state.tokens]
    if numbers[piece] in state.tokens:
        return Text("tudor-errand-tokens", {"spaces": ", ".join(table.board.space_names(tuple(spaces)))})
    return Text("tudor-errand-screen")


def _does_press_propose(state: State, memory: Memory) -> bool:
    """Whether a press ends the move, instead of answering one of several questions."""
    reading = interpret_inputs(state, memory.inputs_with_detents)
    if isinstance(reading, NeedsAnswer):
        question = reading.question
        answer = Answer(question.feature, question.values[memory.turned % len(question.values)])
        reading = interpret_inputs(state, memory.with_input(answer).inputs)
    return isinstance(reading, NeedsYes | HandInProgress)
