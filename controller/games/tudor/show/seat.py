"""What the owner of a hand screen sees and sends: his cards and tokens, his legal moves, and which actions are his."""

from typing import Any

from controller.games.contract.actions import Action
from controller.games.contract.ids import CastleId
from controller.games.tudor.referee.memory import Memory
from controller.games.tudor.rules.board import each_bit
from controller.games.tudor.rules.canonical import counts_mapping
from controller.games.tudor.rules.state import State
from controller.games.tudor.show import offers


def seat_view(state: State | None, memory: Memory, castle: CastleId) -> dict[str, Any] | None:  # noqa: ARG001
    """What lies behind the screen at this castle; None where nobody plays there.

    - ``player``: the colour; ``cards`` by faction; ``tokens``: ``{"id", "faction"}``; ``influence``, ``intrigue``;
    - ``offers``: what the player may really do, as in the public view; empty unless it is the player's move.
    """
    if state is None or castle not in state.table.gates:
        return None
    table = state.table
    seat = table.gates.index(castle)
    player, pieces = state.players[seat], table.pieces
    return {
        "player": table.colors[seat],
        "cards": counts_mapping(table, player.cards),
        "tokens": [
            {"id": pieces.tokens[token], "faction": table.names[pieces.token_factions[token]]}
            for token in each_bit(player.tokens)
        ],
        "influence": player.influence,
        "intrigue": player.intrigue,
        "offers": offers.for_the_owner(state) if state.to_act == seat else [],
    }


def may_send(state: State | None, action: Action, castle: CastleId) -> bool:
    """Whether an action is of whoever sits at this castle. From the bag he draws blindly: he names no token."""
    if state is None or castle not in state.table.gates:
        return False
    seat = state.table.gates.index(castle)
    if action.get("do") == "draw":
        return state.to_act == seat and "token" not in action
    return action.get("player") == state.table.colors[seat]
