"""Legal actions for the page, and what a castle sees behind its screen."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from controller.games.contract.values import Action, CastleId
from controller.games.tudor.referee.interpretation import state_with_full_hand
from controller.games.tudor.referee.memory import Memory
from controller.games.tudor.rules import actions, move_groups, moves, options
from controller.games.tudor.rules.chapters.cards import FULL_HAND_RINGS
from controller.games.tudor.rules.chapters.turns import is_token_spendable
from controller.games.tudor.rules.state import EMPTY, DrawStep, FactionCounts, State, counts_to_mapping
from controller.games.tudor.rules.table import RingNumber, Table, Token, bit_positions

Offer = dict[str, Any]


def public_offers(state: State) -> list[Offer]:
    """Return the acting player's actions by the public state, independent of what lies behind the screen.

    Each is a log action; ``asks`` lists what is still to choose, in order. The rules judge the completed action.
    Each of ``asks`` has a ``name``, and one of these:

    - ``slots``: values given already, null for one to choose; ``of``: how often each value may be chosen; ``also``: the
      field whose values may be chosen, too; ``among``: all that may be chosen, of cards; ``least``: slots that must
      be filled; ``one``: the value is no list; ``with``: asked only if the field before has so many values;
    - ``hand``: the ``rings`` to lay, and how often one may share a finger (``spare``);
    - ``swaps``: the ``most`` rings to swap with the stand; ``mine`` and ``theirs``: rings to trade.
    """
    if state.seat_to_act is None:
        return []
    public = state_with_full_hand(state)
    found = list(_offers_without_bonus(public))
    turn = state.phase == "actions" and not state.due
    if turn and not state.players[state.turn_seat].moved:
        found += [_bonus_move_offer(public, *step, None) for step in options.CourtierReach(public).steps]
    return found


def owner_offers(state: State) -> list[Offer]:
    """Return the acting player's actions, given what lies behind the screen."""
    if state.seat_to_act is None:
        return []
    bonus = [group for group in options.legal_options(state) if isinstance(group, move_groups.BonusMoves)]
    return [
        *_offers_without_bonus(state),
        *(_bonus_move_offer(state, *step, group.tokens) for group in bonus for step in group.steps),
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
    table = state.table
    color = table.colors[state.acting_seat]
    match option:
        case move_groups.BonusMoves():
            return  # offering them would reveal the player's tokens
        case move_groups.PathPayments(seat=seat, letter=letter, origin=origin, path=path):
            walk = actions.move_to_line(table, moves.Walk(seat, letter, origin, path, (0,) * len(path)))
            needs = [None if need == move_groups.ANY_CARD else table.faction_names[need] for need in option.needs]
            back = [_field("card", [None], {}, also="cards", least=0, one=True)] if option.bonus else []
            yield _offer_with_asks(walk, _field("cards", needs, _counts(table, option.left)), *back)
        case move_groups.AnyCardGains(cards=cards, stacks=stacks, twice=twice):
            back = [_field("back", [None], _counts(table, cards), also="cards", one=True, **{"with": 2})]
            taken = _field("cards", [None] * (1 + twice), _counts(table, stacks), least=1)
            yield _offer_with_asks({"do": "act", "player": color, "action": "F"}, taken, *(back if twice else []))
        case move_groups.StandRingSwaps(twice=twice):
            among = list(_counts(table, state.stacks))
            card = _field("card", [None], {}, also="swaps", among=among, one=True)
            swaps = {"name": "swaps", "most": 1 + twice}
            yield _offer_with_asks({"do": "act", "player": color, "action": "B"}, swaps, card)
        case move_groups.CardExchanges(cards=cards, stacks=stacks):
            take = _field("take", [None], _counts(table, stacks), also="give", one=True)
            give = _field("give", [None, None], _counts(table, cards))
            yield _offer_with_asks({"do": "exchange", "player": color}, give, take)
        case move_groups.TokenSwaps(tokens=tokens):
            lying = [name for name, token in zip(table.board.names, tokens, strict=True) if token != EMPTY]
            spaces = _field("spaces", [None, None], dict.fromkeys(lying, 1))
            yield _offer_with_asks({"do": "scenario", "player": color, "side": "right"}, spaces)
        case move_groups.RingTrades():
            trade = {"do": "scenario", "player": color, "side": "left"}
            yield _offer_with_asks(trade, {"name": "mine"}, {"name": "theirs"})
        case move_groups.HandLayouts(rings=rings):
            yield _offer_with_asks({"do": "wear", "player": color}, _hand_field(table, rings))
        case move_groups.OfficeRingMoves():
            ring = _field("ring", [None], {table.pieces.rings[each]: 1 for each in option.takeable_rings()}, one=True)
            mine = state.players[state.turn_seat].worn_rings
            yield _offer_with_asks({"do": "take_ring", "player": color}, ring, _hand_field(table, mine, taken=1))


def _counts(table: Table, numbers: FactionCounts) -> dict[str, int]:
    return {name: number for name, number in counts_to_mapping(table, numbers).items() if number}


def _field(name: str, slots: Sequence[str | None], of: Mapping[Any, int], **more: Any) -> dict[str, Any]:
    return {"name": name, "slots": list(slots), "of": dict(of), **more}


def _hand_field(table: Table, rings: Sequence[RingNumber], taken: int = 0) -> dict[str, Any]:
    """Let rings share a finger only once each finger has one (TU-2.1, TU-2.2)."""
    spare = max(0, len(rings) + taken - FULL_HAND_RINGS)
    return {"name": "hand", "rings": [table.pieces.rings[ring] for ring in rings], "spare": spare}


def _bonus_move_offer(state: State, origin: int, path: tuple[int, ...], tokens: Sequence[Token] | None) -> Offer:
    """``tokens``: those that may be spent; None for two of any faction (TU-11.2, TU-13.2)."""
    table = state.table
    step = moves.BonusMove(state.turn_seat, origin, path, (0, 1))
    of_token = table.pieces.token_factions
    every = [token for token in range(len(of_token)) if is_token_spendable(table, token)] if tokens is None else tokens
    number = Counter(table.faction_names[of_token[token]] for token in every)
    return _offer_with_asks(actions.move_to_line(table, step), _field("tokens", [None, None], number))


def _offer_with_asks(action: Offer, *fields: dict[str, Any]) -> Offer:
    names = {field["name"] for field in fields}
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
