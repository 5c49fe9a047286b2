"""Receiving: an action that people sent from a page, as the log has it."""

from typing import Any

from controller.games.contract.actions import Action
from controller.games.contract.ids import CastleId
from controller.games.contract.referee import Verdict
from controller.games.tudor.referee.memory import Memory
from controller.games.tudor.rules.board import each_bit
from controller.games.tudor.rules.state import State


def received(state: State, memory: Memory, action: Action, castle: CastleId | None) -> Verdict:  # noqa: ARG001
    """What people sent, its tokens by id."""
    return Verdict(memory, (with_ids(state, action),))


def with_ids(state: State, action: Action) -> Action:
    """Where people name a faction, some token of it: one of the bag to draw, one of his own to spend (TU-11.2).

    Nobody reads an id off a token. Where there is none, one that the rules will refuse.
    """
    match action:
        case {"do": "draw", "token": str(name)}:
            return {**action, "token": _some(state, [name], state.unseen)[0]}
        case {"do": "move", "player": str(color), "tokens": [str(), str()] as named} if color in state.table.colors:
            mine = state.players[state.table.colors.index(color)].tokens
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
        left = [pieces.tokens[token] for token in each_bit(all_of & among) if pieces.tokens[token] not in found]
        found.append(left[0] if left else pieces.tokens[each_bit(all_of & ~among or all_of)[0]])
    return found
