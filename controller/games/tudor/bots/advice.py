"""Advice: the sensible bot's move for a castle, in words."""

from collections.abc import Iterator

from controller.games.contract.game import Advised
from controller.games.contract.values import CastleId, Text
from controller.games.tudor.bots.sensible import rate_shortlisted_moves, state_seen_by
from controller.games.tudor.rules import engine, moves, words
from controller.games.tudor.rules.actions import move_to_line
from controller.games.tudor.rules.moves import Move, Refusal
from controller.games.tudor.rules.state import DrawStep, Hand, State
from controller.games.tudor.rules.table import Table
from controller.games.tudor.show import by_ear, narration
from controller.games.undoable_log import Event

EQUAL_WITHIN = 0.5
"""Points within which two moves count as equally good."""


def advise(state: State, castle: CastleId) -> Advised:
    """Return a castle's best move, the first of equals; raise Refusal out of turn or for a draw."""
    if castle not in state.table.gates:
        raise Refusal("LOG", "advice-castle", seen=castle, castles=", ".join(state.table.gates))
    seat = state.table.gates.index(castle)
    if state.seat_to_act is None:
        raise Refusal("LOG", "over")
    if state.due and isinstance(state.due[0], DrawStep):
        raise Refusal("TU-7.10", "advice-draw", space=state.table.board.names[state.due[0].space])
    if state.seat_to_act != seat:
        raise Refusal("TU-6.1", "advice-turn", due=state.table.gates[state.seat_to_act])
    found = sorted(rate_shortlisted_moves(state_seen_by(state, seat), seat), key=lambda each: -each[0])
    points, move = found[0]
    action = move_to_line(state.table, move)
    return Advised(
        (*_advised_move_sentences(state, move), _advice_reason_text(found)),
        {"castle": castle, "action": action, "worth": round(points, 2)},
    )


def _advice_reason_text(found: list[tuple[float, Move]]) -> Text:
    if len(found) == 1:
        return Text("tudor-advice-only")
    ahead = found[0][0] - found[1][0]
    if ahead < EQUAL_WITHIN:
        return Text("tudor-advice-even")
    return Text("tudor-advice-ahead", {"points": round(ahead, 1)})


def _advised_move_sentences(state: State, move: Move) -> Iterator[Text]:
    table, seat = state.table, state.acting_seat
    what = by_ear.action_kind_text(table, move_to_line(table, move))
    yield Text("tudor-advice-do", {"player": words.player_word(table.colors[seat]), "what": what})
    events: list[Event] = []
    after = engine.perform_move(state, move, events)
    yield from narration.narrate_in_full(after, [event for event in events if event.values.get("player") == seat])
    if isinstance(move, moves.TradeRings):
        yield _ring_trade_text(table, move.theirs, move.mine)
    if isinstance(move, moves.ArrangeRings | moves.TakeRing):
        yield _worn_rings_text(table, move.hand)


def _ring_trade_text(table: Table, taken: int, given: int) -> Text:
    return Text("tudor-advice-rings", {"taken": words.ring_word(table, taken), "given": words.ring_word(table, given)})


def _worn_rings_text(table: Table, hand: Hand) -> Text:
    return Text("tudor-say-list", {"things": words.worn_ring_texts(table, hand)})
