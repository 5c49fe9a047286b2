"""What the referee answers to a piece or a press that changes nothing; where a piece lies by the log."""

from typing import Final, Literal, TypeAlias

from msgspec import Struct

from controller.games.contract.effects import Complain, Note
from controller.games.contract.referee import Verdict
from controller.games.contract.values import CastleId, PieceId, RefusedError, Text
from controller.games.tudor.referee.memory import Memory
from controller.games.tudor.rules.moves import Refusal
from controller.games.tudor.rules.state import NO_SEAT, State
from controller.games.tudor.rules.table import Seat, Space
from controller.games.tudor.show import words

Where: TypeAlias = Literal["space", "screen", "spent", "gone", "bag", "hand", "stand"]


class Place(Struct, frozen=True):
    """Where a piece lies, with whom, and on which space."""

    where: Where
    seat: Seat = NO_SEAT
    space: Space = -1


def place_of(state: State, piece: PieceId) -> Place | None:
    """Where a token or a ring lies; None for what is no piece of this game.

    A ring that nobody wears is in the stand, though that may not hold it in this game.
    """
    pieces = state.table.pieces
    ring = pieces.ring_numbers.get(piece)
    if ring is not None:
        for seat, player in enumerate(state.players):
            if ring in player.unworn or ring in player.rings:
                return Place("hand", seat)
        return Place("stand")
    token = pieces.token_numbers.get(piece)
    if token is None:
        return None
    if token in state.tokens:
        return Place("space", space=state.tokens.index(token))
    for seat, player in enumerate(state.players):
        if player.tokens >> token & 1:
            return Place("screen", seat)
        if player.spent >> token & 1:
            return Place("spent", seat)
    return Place("gone" if state.gone >> token & 1 else "bag")


RULE_OF_TAP = {
    "draw": "TU-7.10",
    "ring": "TU-1.1",
    "rings": "TU-9.2",
    "path": "TU-7.1",
    "spent": "TU-11.2",
    "tokens": "TU-12.1",
    "hand": "TU-2.1",
}
"""What must be tapped before a yes, with the rule that asks for it."""


REVEALS_HAND: Final = frozenset(
    {"cards-not-held", "back-not-held", "round-tokens-few", "token-not-his", "token-worth", "amend-hand"}
)
"""The reasons of refusals that tell what somebody has behind the screen, or has not."""


def complain(memory: Memory, castle: CastleId | None, key: str, rule: str | None, **values: Text | str) -> Verdict:
    """One sentence at the castle that caused it, and nothing else."""
    return Verdict(memory, effects=(Complain(castle, Text(f"tudor-complaint-{key}", values), rule),))


def refused(memory: Memory, castle: CastleId | None, refusal: Refusal) -> Verdict:
    """The rule's own sentence as everybody may hear it, and nothing else."""
    told = without_secrets(refusal)
    return Verdict(memory, effects=(Complain(castle, told.text, told.rule),))


def without_secrets(refusal: RefusedError) -> RefusedError:
    """The refusal without what it says of a hand: which cards, how many, which token."""
    if isinstance(refusal, Refusal) and refusal.reason in REVEALS_HAND:
        return RefusedError(refusal.rule, "behind the screen", Text("tudor-complaint-behind-the-screen"))
    return refusal


def note(memory: Memory, castle: CastleId | None, key: str) -> Verdict:
    return Verdict(memory, effects=(Note(castle, Text(f"tudor-noted-{key}")),))


def not_your_turn(state: State, memory: Memory, castle: CastleId) -> Verdict:
    """Somebody else is to act."""
    seat = state.actor
    due = words.player(state.table.colors[seat])
    return complain(memory, castle, "not-your-turn", state.phase_traits.rule, player=due)


def complain_wrong_owner(state: State, memory: Memory, castle: CastleId | None, place: Place, by: Seat) -> Verdict:
    """A piece of somebody else, or tapped at somebody else's gate: both castles are told."""
    holder = place.seat
    table = state.table
    owner = CastleId(table.gates[holder])
    rule = "TU-2.1" if place.where == "hand" else "TU-11.2"
    here = Complain(castle, Text("tudor-complaint-somebody-s", {"player": words.player(table.colors[holder])}), rule)
    if owner == castle:
        return Verdict(memory, effects=(here,))
    there = Complain(owner, Text("tudor-complaint-yours", {"player": words.player(table.colors[by])}), rule)
    return Verdict(memory, effects=(there, here))
