"""Complaints: what the referee says to a piece or a press that changes nothing, with the rule and what to do."""

from typing import Final

from controller.games.contract.actions import RefusedError
from controller.games.contract.effects import Complain, Note
from controller.games.contract.ids import CastleId
from controller.games.contract.referee import Verdict
from controller.games.contract.texts import Text
from controller.games.tudor.referee.memory import Memory
from controller.games.tudor.referee.places import Place
from controller.games.tudor.rules.refusal import Refusal
from controller.games.tudor.rules.state import State
from controller.games.tudor.rules.table import Seat
from controller.games.tudor.show import words

RULE_OF_TURN = {
    "rings": "TU-1.1",
    "hands": "TU-1.3",
    "assignment": "TU-3.1",
    "lords": "TU-5.1",
    "actions": "TU-6.1",
}
"""Which rule says whose move it is in a phase."""

TO_TAP = {
    "draw": "TU-7.10",
    "ring": "TU-1.1",
    "rings": "TU-9.2",
    "path": "TU-7.1",
    "spent": "TU-11.2",
    "tokens": "TU-12.1",
    "hand": "TU-2.1",
}
"""What must be tapped before a yes, with the rule that asks for it."""


TELLS_A_HAND: Final = frozenset(
    {"cards-not-held", "back-not-held", "round-tokens-few", "token-not-his", "token-worth", "amend-hand"}
)
"""The reasons of refusals that tell what somebody has behind the screen, or has not."""


def complain(memory: Memory, castle: CastleId | None, key: str, rule: str | None, **values: Text | str) -> Verdict:
    """One sentence at the castle that caused it, and nothing else."""
    return Verdict(memory, effects=(Complain(castle, Text(f"tudor-complaint-{key}", values), rule),))


def refused(memory: Memory, castle: CastleId | None, refusal: Refusal) -> Verdict:
    """The rule's own sentence as everybody may hear it, and nothing else."""
    told = openly(refusal)
    return Verdict(memory, effects=(Complain(castle, told.text, told.rule),))


def openly(refusal: RefusedError) -> RefusedError:
    """The refusal without what it says of a hand: which cards, how many, which token."""
    if isinstance(refusal, Refusal) and refusal.reason in TELLS_A_HAND:
        return RefusedError(refusal.rule, "behind the screen", Text("tudor-complaint-behind-the-screen"))
    return refusal


def note(memory: Memory, castle: CastleId | None, key: str) -> Verdict:
    """What means nothing now is logged, neither shown nor heard."""
    return Verdict(memory, effects=(Note(castle, Text(f"tudor-noted-{key}")),))


def not_your_turn(state: State, memory: Memory, castle: CastleId) -> Verdict:
    """Somebody else is to act."""
    seat = state.to_act
    assert seat is not None
    due = words.player(state.table.colors[seat])
    return complain(memory, castle, "not-your-turn", RULE_OF_TURN[state.phase], player=due)


def somebody_s(state: State, memory: Memory, castle: CastleId | None, place: Place, by: Seat) -> Verdict:
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
