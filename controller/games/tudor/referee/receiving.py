"""Receiving: an action that people sent from a page, and whose yes it needs."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from controller.games.contract.actions import Action, RefusedError
from controller.games.contract.corrections import Correction
from controller.games.contract.ids import CastleId
from controller.games.contract.referee import Verdict
from controller.games.contract.texts import Text
from controller.games.tudor.referee import correction
from controller.games.tudor.referee.meaning import PLENTY
from controller.games.tudor.referee.memory import Chosen, Memory
from controller.games.tudor.rules import engine, moves
from controller.games.tudor.rules.actions import Start, Undo
from controller.games.tudor.rules.board import each_bit
from controller.games.tudor.rules.game_log import GameLog, typed_action
from controller.games.tudor.rules.naming import resolve
from controller.games.tudor.rules.refusal import Refusal
from controller.games.tudor.rules.state import State
from controller.games.tudor.rules.table import Seat


def received(state: State, memory: Memory, action: Action, castle: CastleId | None) -> Verdict:
    """What its owner sent is done at once; of what everybody's page sent, what depends on a hand waits for a yes."""
    if castle is not None or state.to_act is None:
        return Verdict(memory, (with_ids(state, action),))
    seats = whose_hands_decide(state, with_ids(state, action, by_hand=False))
    return Verdict(Memory(chosen=Chosen(action, seats))) if seats else Verdict(memory, (with_ids(state, action),))


def whose_hands_decide(state: State, action: Action) -> tuple[Seat, ...]:
    """The players behind whose screens lies what decides whether an action is legal; nobody for most actions.

    The rules judge it twice, with all there is behind every screen and with nothing there: where both say the same, no
    hand matters. Hands matter one way only, having more never forbids, so nothing between the two says otherwise.
    """
    try:
        typed = typed_action(action)
        move = None if isinstance(typed, Start | Undo) else resolve(state, typed)
    except Refusal:
        return ()
    if move is None or _judged(_with_hands(state, PLENTY), move) == _judged(_with_hands(state, 0), move):
        return ()
    if isinstance(move, moves.AmendCards):
        return tuple(sorted({seat for seat, *_ in move.changes}))
    return (move.seat,)  # type: ignore[union-attr]


def _judged(state: State, move: Any) -> object:
    try:
        engine.judge(state, move)
    except Refusal as refusal:
        return refusal.rule, refusal.reason, refusal.values
    return None


def _with_hands(state: State, number: int) -> State:
    """The same with so many of everything behind each screen; with every token, or none."""
    tokens = (1 << len(state.table.pieces.tokens)) - 1 if number else 0
    cards = (number,) * len(state.stacks)
    players = [
        replace(player, cards=cards, tokens=tokens, influence=number, intrigue=number) for player in state.players
    ]
    return replace(state, players=tuple(players))


def with_ids(state: State, action: Action, *, by_hand: bool = True) -> Action:
    """Where people name a faction, some token of it: one of the bag to draw, one of his own to spend (TU-11.2).

    Nobody reads an id off a token. Where there is none, one that the rules will refuse; not ``by_hand``, any will do.
    """
    match action:
        case {"do": "draw", "token": str(name)}:
            return {**action, "token": _some(state, [name], state.unseen)[0]}
        case {"do": "move", "player": str(color), "tokens": [str(), str()] as named} if color in state.table.colors:
            mine = state.players[state.table.colors.index(color)].tokens if by_hand else 0
            return {**action, "tokens": _some(state, named, mine)}
    return action


def _some(state: State, named: list[Any], among: int) -> list[str]:
    pieces, factions = state.table.pieces, state.table.names
    found: list[str] = []
    for name in named:
        if name in pieces.token_numbers or name not in factions:
            found.append(name)
            continue
        all_of = pieces.tokens_of[factions.index(name)]
        order = [*each_bit(all_of & among), *each_bit(all_of & ~among)]
        ids = [pieces.tokens[token] for token in order]
        found.append(next((each for each in ids if each not in found), ids[0]))
    return found


def corrected(play: GameLog, back_to: int | None, amendments: Sequence[Action], *, by_hand: bool) -> Correction:
    """See ``correction.corrected``: cards leave a hand only by an amendment of its own, with its owner's yes.

    Raises:
        RefusedError: there is no such step, an amendment is refused, or takes cards, whether they are there or not.
    """
    if any(_takes_cards(amendment) for amendment in amendments):
        raise RefusedError(None, "cards leave a hand with its owner's yes", Text("tudor-told-amend-alone"))
    return correction.corrected(play, back_to, amendments, by_hand=by_hand)


def _takes_cards(amendment: Action) -> bool:
    cards = amendment.get("cards")
    hands = cards.values() if isinstance(cards, Mapping) else ()
    return any(
        isinstance(hand, Mapping) and any(type(each) is int and each < 0 for each in hand.values()) for hand in hands
    )
