"""Complaints and notes of the referee, and where a piece is according to the log."""

from typing import Final, Literal, TypeAlias

from msgspec import Struct

from controller.games.contract.effects import Complain, Note
from controller.games.contract.referee import Verdict
from controller.games.contract.values import CastleId, PieceId, RefusedError, Text
from controller.games.tudor.referee.memory import Memory
from controller.games.tudor.rules import words
from controller.games.tudor.rules.moves import Refusal
from controller.games.tudor.rules.state import NO_SEAT, State
from controller.games.tudor.rules.table import Seat, Space

PlaceKind: TypeAlias = Literal["space", "screen", "spent", "gone", "bag", "hand", "stand"]


class PiecePlace(Struct, frozen=True):
    where: PlaceKind
    seat: Seat = NO_SEAT
    space: Space = -1


def find_piece_place(state: State, piece: PieceId) -> PiecePlace | None:
    """Return where a token or ring is; None if it is no piece of this game.

    A ring that no player has counts as in the stand, even if not in this game.
    """
    pieces = state.table.pieces
    ring = pieces.ring_numbers.get(piece)
    if ring is not None:
        for seat, player in enumerate(state.players):
            if ring in player.unworn or ring in player.worn_rings:
                return PiecePlace("hand", seat)
        return PiecePlace("stand")
    token = pieces.token_numbers.get(piece)
    if token is None:
        return None
    if token in state.tokens:
        return PiecePlace("space", space=state.tokens.index(token))
    for seat, player in enumerate(state.players):
        if player.tokens >> token & 1:
            return PiecePlace("screen", seat)
        if player.spent >> token & 1:
            return PiecePlace("spent", seat)
    return PiecePlace("gone" if state.gone >> token & 1 else "bag")


RULE_BY_TAP = {
    "draw": "TU-7.10",
    "ring": "TU-1.1",
    "rings": "TU-9.2",
    "path": "TU-7.1",
    "spent": "TU-11.2",
    "tokens": "TU-12.1",
    "hand": "TU-2.1",
}
"""The rule cited if a player presses yes before a required tap, by the kind of tap."""

REVEALS_HAND: Final = frozenset(
    {"cards-not-held", "back-not-held", "round-tokens-few", "token-not-his", "token-worth", "amend-hand"}
)
"""Reasons of refusals that reveal what is behind a player's screen."""


def complaint_verdict(
    memory: Memory, castle: CastleId | None, key: str, rule: str | None, **values: Text | str
) -> Verdict:
    return Verdict(memory, effects=(Complain(castle, Text(f"tudor-complaint-{key}", values), rule),))


def refusal_verdict(memory: Memory, castle: CastleId | None, refusal: Refusal) -> Verdict:
    public = to_public_refusal(refusal)
    return Verdict(memory, effects=(Complain(castle, public.text, public.rule),))


def to_public_refusal(refusal: RefusedError) -> RefusedError:
    if isinstance(refusal, Refusal) and refusal.reason in REVEALS_HAND:
        return RefusedError(refusal.rule, "behind the screen", Text("tudor-complaint-behind-the-screen"))
    return refusal


def log_only_verdict(memory: Memory, castle: CastleId | None, key: str) -> Verdict:
    return Verdict(memory, effects=(Note(castle, Text(f"tudor-noted-{key}")),))


def not_your_turn_verdict(state: State, memory: Memory, castle: CastleId) -> Verdict:
    seat = state.acting_seat
    due = words.player_word(state.table.colors[seat])
    return complaint_verdict(memory, castle, "not-your-turn", state.phase_traits.rule, player=due)


def wrong_owner_verdict(state: State, memory: Memory, castle: CastleId | None, place: PiecePlace, by: Seat) -> Verdict:
    """Complain at both castles."""
    holder = place.seat
    table = state.table
    owner = CastleId(table.gates[holder])
    rule = "TU-2.1" if place.where == "hand" else "TU-11.2"
    here = Complain(
        castle, Text("tudor-complaint-somebody-s", {"player": words.player_word(table.colors[holder])}), rule
    )
    if owner == castle:
        return Verdict(memory, effects=(here,))
    there = Complain(owner, Text("tudor-complaint-yours", {"player": words.player_word(table.colors[by])}), rule)
    return Verdict(memory, effects=(there, here))
