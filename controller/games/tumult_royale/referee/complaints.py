"""Complaints about tiles and presses that change nothing, with the rule and what to do."""

from controller.games.contract.effects import Complain, Note
from controller.games.contract.inputs import PieceTapped
from controller.games.contract.referee import Verdict
from controller.games.contract.values import CastleId, PieceId, Text
from controller.games.tumult_royale.box.words import cost_symbol_texts, symbols_text
from controller.games.tumult_royale.referee.memory import Memory, castle_tile_count
from controller.games.tumult_royale.referee.offers import PaymentFault, payment_faults_by_distance
from controller.games.tumult_royale.rules.chapters.shared import logged_place_of
from controller.games.tumult_royale.rules.state import State

TURN_RULE_BY_PHASE = {
    "first_statues": "TR-0.6",
    "sentiment": "TR-1.1",
    "set_aside": "TR-2.2",
    "taxes": "TR-2.3",
    "statues": "TR-4.1",
    "coronation": "TR-6.3",
}
"""Rule that says whose move it is in each phase."""

TextValue = str | int | float | Text


def complaint_verdict(
    memory: Memory, castle: CastleId | None, key: str, rule: str | None, **values: TextValue
) -> Verdict:
    return Verdict(memory, effects=(Complain(castle, Text(f"complaint-{key}", values), rule),))


def log_only_verdict(memory: Memory, castle: CastleId | None, key: str) -> Verdict:
    """Only log the input, such as a tap while people clear and mix the tiles."""
    return Verdict(memory, effects=(Note(castle, Text(f"noted-{key}")),))


def not_your_turn_verdict(state: State, memory: Memory, castle: CastleId) -> Verdict:
    due = state.king if state.seat_to_act is None else state.seat_to_act
    return complaint_verdict(
        memory, castle, "not-your-turn", TURN_RULE_BY_PHASE[state.phase.name], color=Text(state.color(due))
    )


def lies_elsewhere_verdict(memory: Memory, castle: CastleId, holder: CastleId) -> Verdict:
    """Complain to both castles: a tile on another castle stays there (TR-2.4)."""
    here = Complain(castle, Text("complaint-elsewhere", {"color": Text(holder)}), "TR-2.4")
    there = Complain(holder, Text("complaint-taken", {"color": Text(castle)}), "TR-2.4")
    return Verdict(memory, effects=(there, here))


def second_late_tile_verdict(memory: Memory, tap: PieceTapped) -> Verdict:
    """Complain about a second late tile (TR-2.5); say how late if the table knows."""
    if memory.stopped_at_s is None:
        return complaint_verdict(memory, tap.castle, "late", "TR-2.5")
    return complaint_verdict(memory, tap.castle, "late-by", "TR-2.5", late=round(tap.at_s - memory.stopped_at_s, 1))


def castle_closed_verdict(state: State, memory: Memory, castle: CastleId) -> Verdict:
    """Complain: a castle with a confirmed number takes no more tiles (TR-2.6)."""
    return complaint_verdict(memory, castle, "closed", "TR-2.6", tiles=castle_tile_count(state, castle))


def not_your_tile_verdict(state: State, memory: Memory, tap: PieceTapped) -> Verdict:
    """Complain that the tile is not on the player's castle (TR-4.5); say where it lies."""
    for tumult in state.tumults:
        if tap.piece in tumult.returned:
            return complaint_verdict(memory, tap.castle, "went-back", "TR-3.6", commodity=Text(tumult.commodity))
    place = logged_place_of(state, state.table.pool.bits[tap.piece])
    if place == "people":
        return complaint_verdict(memory, tap.castle, "the-people-s", "TR-4.5")
    if place == "set_aside":
        return complaint_verdict(memory, tap.castle, "is-aside", "TR-2.1")
    return complaint_verdict(memory, tap.castle, "not-yours", "TR-4.5", color=Text(place))


def pays_for_no_field_verdict(state: State, memory: Memory, castle: CastleId | None) -> Verdict:
    """Say what is missing or too much for the kind of field that the tapped tiles nearly pay."""
    if not memory.tapped:
        return complaint_verdict(memory, castle, "no-tiles", "TR-4.5")
    nearest = payment_faults_by_distance(state, memory.tapped)[0]
    return Verdict(
        memory, effects=(Complain(castle, payment_fault_text(state, nearest, "complaint"), nearest.broken_rule),)
    )


def payment_fault_text(state: State, fault: PaymentFault, where: str) -> Text:
    kind = Text(fault.kind if fault.adjacent else "offer-double", {} if fault.adjacent else {"kind": Text(fault.kind)})
    if fault.of_other_commodities:
        return Text(f"{where}-foreign", {"kind": kind, "tile": _tile_text(state, fault.of_other_commodities[0])})
    if fault.needless:
        return Text(f"{where}-too-many", {"kind": kind, "tile": _tile_text(state, fault.needless[0])})
    return Text(f"{where}-short", {"kind": kind, "missing": cost_symbol_texts(fault.missing)})


def _tile_text(state: State, tile: PieceId) -> Text:
    printed = state.table.pool.tile_by_id(tile)
    return symbols_text(printed.commodity, printed.value)
