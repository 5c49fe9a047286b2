"""The public view as JSON: without what is behind a screen, in the bag or out of the game."""

from typing import Any

from controller.games.contract.values import PieceId
from controller.games.tudor.box.edition import CHAMBER_ACTION_LETTERS, COLUMN_LETTERS, FINGERS
from controller.games.tudor.referee.interpretation import interpret_inputs
from controller.games.tudor.referee.memory import HandInProgress, Memory, NeedsAnswer, NeedsTap, NeedsYes
from controller.games.tudor.rules.actions import public_action
from controller.games.tudor.rules.chapters.scoring import tie_breakers, token_count_by_faction
from controller.games.tudor.rules.chapters.turns import is_action_enhanced
from controller.games.tudor.rules.moves import FROM_SUPPLY
from controller.games.tudor.rules.state import EMPTY, State, state_to_mapping
from controller.games.tudor.rules.table import SUPPLY, RingNumber, Seat, Table, bit_positions
from controller.games.tudor.show import offers

PUBLIC_KEYS = (
    "round",
    "rounds",
    "phase",
    "to_act",
    "first",
    "due",
    "turn",
    "offices",
    "chambers",
    "stacks",
    "final",
    "winners",
)

PLAYER_KEYS = ("color", "gate", "prestige", "supply", "to_place", "ambassadors", "moved")
"""Public keys of a player in the canonical state; ``_player_view`` adds others."""


def view(state: State | None, memory: Memory) -> dict[str, Any]:
    """Return the public view.

    - ``PUBLIC_KEYS`` as in the canonical state, but ``first`` null at the end;
    - ``players`` in seat order: ``PLAYER_KEYS``; ``hand`` and ``unworn`` rings as ``{"id", "faction"}``;
      ``spent`` (factions); ``enhanced``, the letters whose enhancement holds (TU-2.4);
      ``tokens`` of each faction, as counted at the end (TU-15.1), 0 before;
    - ``spaces``: ``courtier``, ``token`` (a faction), ``round``; ``columns``: their heights;
    - ``stand``: as many rings of each faction as it holds (TU-0.8); ``bag``: its number of tokens;
    - ``factions``; ``enhancements``: each letter's fingers; ``letters``: each chamber's two actions;
    - ``prestige_of``: points of each column's office (TU-13.4), null without scoring card 4;
    - ``tie``: at the end, ``by`` what it was decided between winner and others with the same prestige, and their
      ``counts``, the most first; null without a decision (TU-15.3);
    - ``scoring``, ``scenario``: the cards in play; ``numbers``: values printed on the components;
    - ``offers``: see ``offers.public_offers``; ``said``: see ``_inputs_view``.

    Before a game, the view has only ``phase`` and ``players``.
    """
    if state is None:
        return {"phase": "none", "players": []}
    canonical, table = state_to_mapping(state, 0), state.table
    return {
        **{key: canonical[key] for key in PUBLIC_KEYS},
        "first": None if state.is_over else canonical["first"],
        "players": [_player_view(state, seat, canonical["players"][seat]) for seat in range(len(state.players))],
        "spaces": {
            name: {**canonical["spaces"][name], "token": _token_faction(state, space)}
            for space, name in enumerate(table.board.names)
        },
        "columns": list(table.board.columns),
        "stand": _rings_in_stand(state),
        "bag": sum(state.bag),
        "factions": list(table.faction_names),
        "letters": [list(letters) for letters in table.edition.chambers],
        "enhancements": {
            letter: [FINGERS[finger] for finger in bit_positions(table.pieces.enhancing_fingers[letter])]
            for letter in CHAMBER_ACTION_LETTERS
        },
        "prestige_of": dict(zip(COLUMN_LETTERS, table.offices, strict=False)) if 4 in table.scoring else None,
        "tie": _tie_view(state),
        "scoring": list(table.scoring),
        "scenario": table.scenario,
        "numbers": _printed_card_values(table),
        "offers": offers.public_offers(state),
        "said": _inputs_view(state, memory),
    }


def _player_view(state: State, seat: Seat, canonical: dict[str, Any]) -> dict[str, Any]:
    table, player = state.table, state.players[seat]
    counted = token_count_by_faction(table, player) if state.is_over else [0] * len(table.faction_names)
    return {
        **{key: canonical[key] for key in PLAYER_KEYS},
        "hand": {
            finger: [ring_to_dict(table, ring) for ring in worn]
            for finger, worn in zip(FINGERS, player.hand, strict=True)
        },
        "unworn": [ring_to_dict(table, ring) for ring in player.unworn],
        "spent": [table.faction_names[table.pieces.token_factions[token]] for token in bit_positions(player.spent)],
        "enhanced": [letter for letter in CHAMBER_ACTION_LETTERS if is_action_enhanced(table, player.hand, letter)],
        "tokens": dict(zip(table.faction_names, counted, strict=True)),
    }


def _tie_view(state: State) -> dict[str, Any] | None:
    if not state.is_over:
        return None
    best = max(player.prestige for player in state.players)
    tied = [tie_breakers(player) for player in state.players if player.prestige == best]
    counts = {name: sorted((each[name] for each in tied), reverse=True) for name in tied[0]}
    return next(({"by": name, "counts": most} for name, most in counts.items() if most[0] != most[-1]), None)


def _rings_in_stand(state: State) -> list[dict[str, Any]]:
    table, free = state.table, state.takeable_stand_rings()
    of = table.pieces.ring_factions
    return [
        ring_to_dict(table, ring)
        for faction, number in enumerate(state.stand)
        for ring in [ring for ring in free if of[ring] == faction][:number]
    ]


def ring_to_dict(table: Table, ring: RingNumber) -> dict[str, Any]:
    return {"id": table.pieces.rings[ring], "faction": table.faction_names[table.pieces.ring_factions[ring]]}


def _token_faction(state: State, space: int) -> str | None:
    token = state.tokens[space]
    return None if token == EMPTY else state.table.faction_names[state.table.pieces.token_factions[token]]


def _printed_card_values(table: Table) -> dict[str, Any]:
    edition = table.edition
    essentials = {name: each.worth for name, each in zip(table.faction_names, edition.essentials, strict=True)}
    return {
        "alike": list(edition.alike),
        "different": list(edition.different),
        "essentials": essentials,
        "crowded": edition.crowded,
        "ambassador": edition.ambassador,
        "assigned": [table.scenario_card.first, table.scenario_card.later],
        "garter": list(table.garter_points()),
    }


def _inputs_view(state: State, memory: Memory) -> dict[str, Any]:
    """Return what the taps mean: ``what``, ``from``, ``path``, ``rings``, and the number of ``taps``.

    From the shared page: public ``from`` and ``path``, and ``waits_for``, players whose yes is due.
    """
    if memory.pending is not None:
        action = public_action(memory.pending.action)
        way = {key: action[key] for key in ("from", "path") if key in action}
        return {"waits_for": [state.table.colors[seat] for seat in memory.pending.seats], **way}
    if state.seat_to_act is None or not memory.inputs:
        return {}
    table, reading = state.table, interpret_inputs(state, memory.inputs_with_detents)
    if isinstance(reading, HandInProgress):
        worn = {finger: _ring_ids(table, rings) for finger, rings in zip(FINGERS, reading.hand, strict=True)}
        return {"hand": worn, "taps": len(memory.taps)}
    if not isinstance(reading, NeedsAnswer | NeedsYes | NeedsTap):
        return {"taps": len(memory.taps)}
    known = reading.known
    origin = None
    if known.origin is not None:
        origin = FROM_SUPPLY if known.origin == SUPPLY else table.board.names[known.origin]
    return {
        "what": known.what,
        "from": origin,
        "path": list(table.board.space_names(known.path)),
        "rings": _ring_ids(table, known.rings),
        "taps": len(memory.taps),
    }


def _ring_ids(table: Table, rings: tuple[RingNumber, ...]) -> list[PieceId]:
    return [table.pieces.rings[ring] for ring in rings]
