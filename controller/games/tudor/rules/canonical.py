"""The state of a game as canonical JSON."""

import json
from typing import Any

from controller.games.tudor.box.words import COLUMN_LETTERS, FINGERS, ROUND_TOKENS
from controller.games.tudor.rules.state import (
    EMPTY,
    LEFT,
    LORD,
    NOBODY,
    RIGHT,
    Counts,
    DrawStep,
    Hand,
    Player,
    RingStep,
    State,
    Step,
    TokenStep,
    WearStep,
)
from controller.games.tudor.rules.table import Seat, Table


def to_mapping(state: State, seq: int) -> dict[str, Any]:
    """The state after ``seq`` accepted actions as JSON values, keys in the contract's order."""
    table = state.table
    colors, to_act = table.colors, state.to_act
    return {
        "seq": seq,
        "round": state.round,
        "rounds": table.rounds,
        "phase": state.phase,
        "to_act": None if to_act is None else colors[to_act],
        "first": colors[state.first],
        "due": [step_mapping(table, step) for step in state.due],
        "turn": _turn(state),
        "players": [_player(table, seat, player) for seat, player in enumerate(state.players)],
        "spaces": _spaces(state),
        "offices": {
            COLUMN_LETTERS[column]: None if seat == NOBODY else colors[seat]
            for column, seat in enumerate(state.offices)
        },
        "chambers": [
            {
                "bench": [colors[seat] for seat in bench],
                "chairs": [_figure(table, figure) for figure in chairs],
                "lords": [_figure(table, figure) for figure in lords],
            }
            for bench, chairs, lords in zip(state.benches, state.chairs, state.lords, strict=True)
        ],
        "stand": counts_mapping(table, state.stand),
        "stacks": counts_mapping(table, state.stacks),
        "bag": counts_mapping(table, state.bag),
        "gone": table.pieces.token_ids(state.gone),
        "final": {
            colors[seat]: {"scoring": list(score.scoring), "garter": score.garter}
            for seat, score in enumerate(state.final)
        }
        or None,
        "winners": [colors[seat] for seat in state.winners] or None,
    }


def canonical(state: State, seq: int) -> bytes:
    """The state as compact JSON in UTF-8."""
    return json.dumps(to_mapping(state, seq), ensure_ascii=False, separators=(",", ":")).encode("utf-8")


def step_mapping(table: Table, step: Step) -> dict[str, Any]:
    """A step that is due."""
    if isinstance(step, DrawStep):
        return {"step": "draw", "space": table.board.names[step.space]}
    if isinstance(step, RingStep):
        source = "stand" if step.source == NOBODY else table.colors[step.source]
        return {"step": "ring", "column": COLUMN_LETTERS[step.column], "from": source}
    if isinstance(step, WearStep):
        return {"step": "wear", "player": table.colors[step.seat]}
    if isinstance(step, TokenStep):
        return {"step": "token", "kind": ROUND_TOKENS[step.kind]}
    return {"step": "office_action"}


def counts_mapping(table: Table, counts: Counts) -> dict[str, int]:
    """A number for each faction by name."""
    return dict(zip(table.edition.factions, counts, strict=True))


def hand_mapping(table: Table, hand: Hand) -> dict[str, list[str]]:
    """The ids of the rings on each finger."""
    rings = table.pieces.rings
    return {finger: [rings[ring] for ring in worn] for finger, worn in zip(FINGERS, hand, strict=True)}


def _turn(state: State) -> dict[str, Any] | None:
    if state.phase != "actions":
        return None
    figure = None
    if state.figure is not None:
        chamber, chair = state.figure
        figure = {"chamber": chamber + 1, "chair": "lord" if chair == LORD else chair + 1}
    sides = [name for name, bit in (("left", LEFT), ("right", RIGHT)) if state.sides & bit]
    return {"figure": figure, "done": list(state.done), "scenario": sides}


def _player(table: Table, seat: Seat, player: Player) -> dict[str, Any]:
    rings = table.pieces.rings
    return {
        "color": table.colors[seat],
        "gate": table.gates[seat],
        "prestige": player.prestige,
        "supply": player.supply,
        "to_place": player.to_place,
        "hand": hand_mapping(table, player.hand),
        "unworn": [rings[ring] for ring in player.unworn],
        "cards": counts_mapping(table, player.cards),
        "tokens": table.pieces.token_ids(player.tokens),
        "spent": table.pieces.token_ids(player.spent),
        "influence": player.influence,
        "intrigue": player.intrigue,
        "ambassadors": player.ambassadors,
        "moved": player.moved,
    }


def _spaces(state: State) -> dict[str, Any]:
    table = state.table
    spaces: dict[str, Any] = {}
    for space, name in enumerate(table.board.names):
        token = state.tokens[space]
        round_token = None
        if state.influence >> space & 1:
            round_token = ROUND_TOKENS[0]
        elif state.intrigue >> space & 1:
            round_token = ROUND_TOKENS[1]
        courtier = None
        for seat, player in enumerate(state.players):
            if player.courtiers >> space & 1:
                courtier = table.colors[seat]
        spaces[name] = {
            "courtier": courtier,
            "token": None if token == EMPTY else table.pieces.tokens[token],
            "round": round_token,
        }
    return spaces


def _figure(table: Table, figure: int) -> dict[str, Any] | None:
    if figure == EMPTY:
        return None
    return {"color": table.colors[figure >> 1], "used": bool(figure & 1)}
