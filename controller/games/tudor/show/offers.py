"""Legal actions for the page, and what a castle sees behind its screen."""

from collections.abc import Iterator
from typing import Any

from controller.games.contract.values import Action, CastleId
from controller.games.tudor.referee.interpretation import state_with_full_hand
from controller.games.tudor.referee.memory import Memory
from controller.games.tudor.rules import actions, move_groups, moves, options
from controller.games.tudor.rules.state import DrawStep, State, counts_to_mapping
from controller.games.tudor.rules.table import bit_positions

Offer = dict[str, Any]


def public_offers(state: State) -> list[Offer]:
    """Return the acting player's actions by the public state, independent of what lies behind the screen.

    Each is a log action; ``asks`` lists the fields still to choose, with ``?`` after optional ones. The
    rules judge the completed action.
    """
    if state.seat_to_act is None:
        return []
    public = state_with_full_hand(state)
    found = list(_offers_without_bonus(public))
    turn = state.phase == "actions" and not state.due
    if turn and not state.players[state.turn_seat].moved:
        found += [_bonus_move_offer(public, origin, path) for origin, path in options.CourtierReach(public).steps]
    return found


def owner_offers(state: State) -> list[Offer]:
    """Return the acting player's actions, given what lies behind the screen."""
    if state.seat_to_act is None:
        return []
    bonus = [group for group in options.legal_options(state) if isinstance(group, move_groups.BonusMoves)]
    return [
        *_offers_without_bonus(state),
        *(_bonus_move_offer(state, origin, path) for group in bonus for origin, path in group.steps),
    ]


def _offers_without_bonus(state: State) -> Iterator[Offer]:
    if state.due and isinstance(state.due[0], DrawStep):
        yield {"do": "draw"}
    for option in options.legal_options(state):
        yield from _offers_of_option(state, option)


def _offers_of_option(state: State, option: options.Option) -> Iterator[Offer]:
    if not isinstance(option, move_groups.LegalMoveGroup):
        yield actions.move_to_line(state.table, option)
        return
    colors = state.table.colors
    match option:
        case move_groups.BonusMoves():
            return  # offering them would reveal the player's tokens
        case move_groups.PathPayments(seat=seat, letter=letter, origin=origin, path=path):
            walk = actions.move_to_line(state.table, moves.Walk(seat, letter, origin, path, (0,) * len(path)))
            yield _offer_with_asks(walk, "cards", *(["card?"] if option.bonus else []))
        case move_groups.AnyCardGains(seat=seat):
            yield _offer_with_asks(
                {"do": "act", "player": colors[seat], "action": "F"}, "cards", *(["back?"] if option.twice else [])
            )
        case move_groups.StandRingSwaps():
            yield _offer_with_asks({"do": "act", "player": colors[state.turn_seat], "action": "B"}, "swaps", "card?")
        case move_groups.CardExchanges(seat=seat):
            yield _offer_with_asks({"do": "exchange", "player": colors[seat]}, "give", "take")
        case move_groups.TokenSwaps(seat=seat):
            yield _offer_with_asks({"do": "scenario", "player": colors[seat], "side": "right"}, "spaces")
        case move_groups.RingTrades(seat=seat):
            yield _offer_with_asks({"do": "scenario", "player": colors[seat], "side": "left"}, "mine", "theirs")
        case move_groups.HandLayouts(seat=seat):
            yield _offer_with_asks({"do": "wear", "player": colors[seat]}, "hand")
        case move_groups.OfficeRingMoves():
            yield _offer_with_asks({"do": "take_ring", "player": colors[state.turn_seat]}, "ring", "hand")


def _bonus_move_offer(state: State, origin: int, path: tuple[int, ...]) -> Offer:
    step = moves.BonusMove(state.turn_seat, origin, path, (0, 1))
    return _offer_with_asks(actions.move_to_line(state.table, step), "tokens")


def _offer_with_asks(action: Offer, *fields: str) -> Offer:
    names = {name.rstrip("?") for name in fields}
    return {**{key: value for key, value in action.items() if key not in names}, "asks": list(fields)}


def seat_view(state: State | None, memory: Memory, castle: CastleId) -> dict[str, Any] | None:  # noqa: ARG001
    """Return what lies behind the screen at a castle; None if it does not play.

    - ``player``: the colour; ``cards`` by faction; ``tokens``: ``{"id", "faction"}``; ``influence``, ``intrigue``;
    - ``offers``: actions possible with these, as in the public view; empty unless the player must act.
    """
    if state is None or castle not in state.table.gates:
        return None
    table = state.table
    seat = table.gates.index(castle)
    player, pieces = state.players[seat], table.pieces
    return {
        "player": table.colors[seat],
        "cards": counts_to_mapping(table, player.cards),
        "tokens": [
            {"id": pieces.tokens[token], "faction": table.faction_names[pieces.token_factions[token]]}
            for token in bit_positions(player.tokens)
        ],
        "influence": player.influence,
        "intrigue": player.intrigue,
        "offers": owner_offers(state) if state.seat_to_act == seat else [],
    }


def may_send(state: State | None, action: Action, castle: CastleId) -> bool:
    """Whether a castle may send an action: its player's, or a due draw without a token."""
    if state is None or castle not in state.table.gates:
        return False
    seat = state.table.gates.index(castle)
    if action.get("do") == "draw":
        return state.seat_to_act == seat and "token" not in action
    return action.get("player") == state.table.colors[seat]
