"""A bot that plays the move with the best resulting position, judged by what its seat sees."""

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement
from random import Random
from typing import Final

from msgspec.structs import replace

from controller.games.tudor.bots.random_play import random_draw
from controller.games.tudor.box.edition import CHAMBER_COUNT, FINGERS, Letter
from controller.games.tudor.rules import engine, move_groups, moves
from controller.games.tudor.rules.chapters import scoring
from controller.games.tudor.rules.chapters.cards import hand_from_places
from controller.games.tudor.rules.chapters.turns import bare_fingers, ring_count_by_faction
from controller.games.tudor.rules.moves import Move
from controller.games.tudor.rules.options import Option, legal_options
from controller.games.tudor.rules.state import EMPTY, DrawStep, Hand, Player, RoundTokenStep, State
from controller.games.tudor.rules.table import RingNumber, Seat, Table, Token, bit_positions

OFFICES_CARD_NUMBER: Final = 4
"""The scoring card that scores each office at once (TU-13.4)."""

# Weights in points of prestige, found by playing.
CARD_WORTH: Final = (2.0, 1.3, 0.7, 0.3)
"""Worth of the first card of a faction, the second and so on."""
ROUND_TOKEN_WORTH: Final = 0.4
GARTER_WORTH: Final = 0.3
"""Worth of a card or round token for the Garter."""
RING_WORTH: Final = 0.8
RING_FACTION_WORTH: Final = 0.5
"""Worth of each different faction among a player's rings."""
ENHANCEMENT_WORTH: Final[dict[Letter, float]] = {"A": 0.5, "B": 0.2, "C": 0.9, "D": 0.3, "E": 1.0, "F": 0.9}
SUPPLY_COURTIER_WORTH: Final = 0.4
"""Worth of each of the last courtiers in supply."""
ROW_WORTH: Final = 0.15
"""Worth of each row above the first, per courtier."""
LATER_ROUND_SHARE: Final = 0.6
"""For a column won now, the share of its points expected in each later round."""
CHAMBER_FIGURE_WORTH: Final[dict[Letter, float]] = {"A": 1.6, "B": 1.0, "C": 2.2, "D": 2.2, "E": 3.0, "F": 1.8}
"""Worth of an unused figure in a chamber that offers the action."""
UNOPENED_CHAMBER_SHARE: Final = 0.5
"""Share of their worth that figures have in a chamber without a lord yet (TU-5.3)."""
GROUPED_FIGURES_BONUS: Final = 0.1
"""Share added to the worth for each own figure in a chamber: one lord opens it for all."""
EMPTY_CHAIR_WORTH: Final = 0.2
"""Worth of a figure in a chamber with an empty chair: the next one pushes none out (TU-4.2)."""
COLUMN_COURTIER_WORTH: Final = 0.5
"""Worth of each courtier in the throne room or in office, with scoring card 5."""
ACTIONS_PER_ROUND: Final = 3.0
"""Estimated actions in each later round."""
TOKEN_WORTH: Final = 0.25
"""Worth of a token for the bonus move (TU-11.2)."""


def estimate_prestige(state: State, seat: Seat) -> float:
    """Estimate the player's prestige at the end of the game, without looking ahead."""
    table, player = state.table, state.players[seat]
    if state.is_over:
        return float(player.prestige)
    counts = scoring.token_count_by_faction(table, player)
    points = player.prestige + _scoring_card_points(state, seat, counts)
    if any(type(step) is RoundTokenStep for step in state.due) and state.turn_seat == seat:
        points += ambassador_worth(state, seat)
    left = estimate_actions_left(state, seat)
    points += _hidden_possessions_worth(player, left)
    points += TOKEN_WORTH * sum(counts)
    if left:
        points += rings_worth(table, player) * min(1.0, left / 4)
        board = table.board
        points += ROW_WORTH * sum([board.row_by_space[space] - 1 for space in bit_positions(player.courtiers)])
        points += SUPPLY_COURTIER_WORTH * min(player.supply, 3)
    return points


def parts_of_estimate(state: State, seat: Seat) -> dict[str, float]:
    """Return of what the estimated prestige consists: what is had, scoring, cards, the hand of rings, and the rest."""
    table, player, left = state.table, state.players[seat], estimate_actions_left(state, seat)
    counts = scoring.token_count_by_faction(table, player)
    parts = {
        "prestige": float(player.prestige),
        "scoring": _scoring_card_points(state, seat, counts),
        "cards": _hidden_possessions_worth(player, left),
        "rings": rings_worth(table, player) * min(1.0, left / 4),
    }
    return parts | {"courtiers": estimate_prestige(state, seat) - sum(parts.values())}


def _scoring_card_points(state: State, seat: Seat, counts: list[int]) -> float:
    """Estimate the points of the two scoring cards (TU-13)."""
    table, player = state.table, state.players[seat]
    points = 0.0
    for card in table.scoring:
        if card == scoring.CROWDED:
            rounds = 1 + LATER_ROUND_SHARE * (table.rounds - state.round)
            points += table.edition.crowded * rounds * scoring.column_winners(state).count(seat)
            points += COLUMN_COURTIER_WORTH * (player.courtiers.bit_count() + state.offices.count(seat))
        elif card == scoring.AMBASSADORS:
            points += table.edition.ambassador * player.ambassadors
    return points + tokens_end_points(table, counts)


def _hidden_possessions_worth(player: Player, left: float) -> float:
    """Estimate the worth of cards and round tokens, for moves and for the Garter (TU-15.2)."""
    use = min(1.0, left / 2)
    total = 0.0
    for number in player.cards:
        total += sum(CARD_WORTH[:number])
    tokens = player.influence + player.intrigue
    return use * (total + ROUND_TOKEN_WORTH * tokens) + GARTER_WORTH * (sum(player.cards) + tokens)


def rings_worth(table: Table, player: Player) -> float:
    """Estimate the worth of rings and of the fingers that wear them (TU-2.4, TU-9.4)."""
    rings = ring_count_by_faction(table, player.hand)
    points = RING_WORTH * sum(rings) + RING_FACTION_WORTH * (len(rings) - rings.count(0))
    return points + enhancements_worth(table, player.hand)


def enhancements_worth(table: Table, hand: Hand) -> float:
    fingers, bare = table.pieces.enhancing_fingers, bare_fingers(hand)
    return sum([worth for letter, worth in ENHANCEMENT_WORTH.items() if not fingers[letter] & bare])


def tokens_end_points(table: Table, counts: list[int]) -> float:
    if not any(counts):
        return 0.0
    return sum(
        [
            scoring.scoring_card_end_points(table, card, counts, 0)
            for card in table.scoring
            if card not in {scoring.CROWDED, OFFICES_CARD_NUMBER}
        ]
    )


def ambassador_worth(state: State, seat: Seat) -> float:
    """Estimate the worth of a round token that can become an ambassador (TU-13.6)."""
    if scoring.AMBASSADORS not in state.table.scoring or not state.players[seat].supply:
        return 0.0
    return state.table.edition.ambassador - SUPPLY_COURTIER_WORTH


def estimate_actions_left(state: State, seat: Seat) -> float:
    unused = sum([row.count(2 * seat) for row in state.chairs]) + sum([2 * row.count(2 * seat) for row in state.lords])
    rounds = state.table.rounds - state.round + (state.phase not in {"actions", "over"})
    return unused + ACTIONS_PER_ROUND * rounds


def chambers_worth(state: State, seat: Seat) -> float:
    """Estimate figures' worth in chambers and on benches while they are placed (TU-3, TU-5)."""
    points = 0.0
    for chamber in range(CHAMBER_COUNT):
        one, other = (CHAMBER_FIGURE_WORTH[letter] for letter in state.table.edition.chambers[chamber])
        lords = [lord >> 1 for lord in state.lords[chamber]]
        sitting = [chair >> 1 for chair in state.chairs[chamber] if chair != EMPTY]
        figures = sitting.count(seat) + state.benches[chamber].count(seat)
        opened = 1.0 if lords or state.phase == "assignment" else UNOPENED_CHAMBER_SHARE
        points += opened * max(one, other) * (1 + GROUPED_FIGURES_BONUS * figures) * figures
        points += EMPTY_CHAIR_WORTH * figures * (len(sitting) < state.table.chairs)
        if seat in lords:
            points += one + other
    return points


def state_seen_by(state: State, seat: Seat) -> State:
    """Return the state as the seat sees it; its legal moves stay the same.

    Other players then have no cards and tokens. The bag keeps its number of tokens, all of the first faction.
    ``unseen`` and ``gone`` are 0.
    """
    nothing = (0,) * len(state.bag)
    players = tuple(
        [
            player if each == seat else replace(player, cards=nothing, tokens=0, influence=0, intrigue=0)
            for each, player in enumerate(state.players)
        ]
    )
    return replace(state, players=players, bag=(sum(state.bag), *nothing[1:]), unseen=0, gone=0)


def shortlisted_moves(state: State, option: Option) -> Iterator[Move]:
    """Yield the option if it is a move, else the group's likely best moves, at least one."""
    match option:
        case move_groups.PathPayments():
            yield _cheapest_payment(option)
        case move_groups.BonusMoves():
            pair = _least_missed_tokens(state, option)
            for origin, path in option.steps:
                yield moves.BonusMove(option.seat, origin, path, pair)
        case move_groups.CardExchanges():
            yield from _exchange_moves(option)
        case move_groups.StandRingSwaps():
            yield from _ring_swap_moves(option)
        case move_groups.AnyCardGains():
            yield from _any_card_moves(option)
        case move_groups.TokenSwaps():
            yield next(iter(option))  # a swap is hardly ever worth the intrigue
        case move_groups.HandLayouts():
            yield moves.ArrangeRings(option.seat, _best_ring_layout(state, option.rings))
        case move_groups.OfficeRingMoves():
            mine = state.players[state.turn_seat].worn_rings
            for ring in _one_ring_per_faction(state, option.takeable_rings()):
                yield moves.TakeRing(state.turn_seat, ring, _best_ring_layout(state, [*mine, ring]))
        case move_groups.LegalMoveGroup():
            yield from option
        case _:
            yield option


def _cheapest_payment(group: move_groups.PathPayments) -> Move:
    """Where any card will do, pay one of the most numerous faction; take back the rarest paid card."""
    left, cards = list(group.left), []
    for need in group.needs:
        card = need
        if need == move_groups.ANY_CARD:
            card = max(range(len(left)), key=left.__getitem__)
            left[card] -= 1
        cards.append(card)
    bonus = min(cards, key=left.__getitem__) if group.bonus else None
    return moves.Walk(group.seat, group.letter, group.origin, group.path, tuple(cards), bonus)


def _least_missed_tokens(state: State, group: move_groups.BonusMoves) -> tuple[Token, ...]:
    table, factions = state.table, state.table.pieces.token_factions
    counts = scoring.token_count_by_faction(table, state.players[group.seat])
    found: list[Token] = []
    for _ in range(2):
        kinds = {factions[token]: token for token in group.tokens if token not in found}
        token = kinds[max(kinds, key=lambda faction: _points_without_token(state, counts, faction))]
        counts[factions[token]] -= 1
        found.append(token)
    return tuple(found)


def _points_without_token(state: State, counts: list[int], faction: int) -> float:
    less = [*counts]
    less[faction] -= 1
    return tokens_end_points(state.table, less)


def _exchange_moves(group: move_groups.CardExchanges) -> Iterator[Move]:
    kinds = [faction for faction, number in enumerate(group.cards) if number]
    for give in combinations_with_replacement(kinds, 2):
        if give[0] == give[1] and group.cards[give[0]] < 2:
            continue
        for take, number in enumerate(group.stacks):
            if number and take not in give and not group.cards[take]:
                yield moves.ExchangeCards(group.seat, give, take)
    give = (kinds[0], kinds[0] if group.cards[kinds[0]] > 1 else kinds[1])
    yield moves.ExchangeCards(group.seat, give, give[0])


def _ring_swap_moves(group: move_groups.StandRingSwaps) -> Iterator[Move]:
    state = group.state
    for take in _one_ring_per_faction(state, state.takeable_stand_rings()):
        for give in _one_ring_per_faction(state, state.players[state.turn_seat].worn_rings):
            for card in group.possible_cards(((take, give),)):
                yield moves.SwapRings(state.turn_seat, ((take, give),), card)


def _any_card_moves(group: move_groups.AnyCardGains) -> Iterator[Move]:
    there = [card for card, number in enumerate(group.stacks) if number]
    for card in there:
        yield moves.GainCards(group.seat, "F", (card,))
    if group.twice:
        for pair in combinations(there, 2):
            after = [number + (card in pair) for card, number in enumerate(group.cards)]
            yield moves.GainCards(group.seat, "F", pair, max(range(len(after)), key=after.__getitem__))


def _one_ring_per_faction(state: State, rings: list[RingNumber]) -> list[RingNumber]:
    factions = state.table.pieces.ring_factions
    return list({factions[ring]: ring for ring in rings}.values())


def _best_ring_layout(state: State, rings: list[RingNumber]) -> Hand:
    count = len(FINGERS)
    if len(rings) >= count:
        return hand_from_places(rings, [place % count for place in range(len(rings))])
    best = max(
        combinations(range(count), len(rings)),
        key=lambda places: enhancements_worth(state.table, hand_from_places(rings, places)),
    )
    return hand_from_places(rings, best)


EQUAL_WITHIN: Final = 1e-6
"""Points within which moves are equally likely."""


def sensible_move(state: State, chance: Random) -> Move:
    """Return the acting player's move, or a draw; the game must not be over."""
    if state.due and type(state.due[0]) is DrawStep:
        return random_draw(state, chance)
    seat = state.acting_seat
    return best_move(state_seen_by(state, seat), seat, chance)


def best_move(view: State, seat: Seat, chance: Random) -> Move:
    found = list(rate_shortlisted_moves(view, seat))
    most = max(points for points, _ in found)
    good = [move for points, move in found if points >= most - EQUAL_WITHIN]
    return good[int(chance.random() * len(good))]


def rate_shortlisted_moves(view: State, seat: Seat) -> Iterator[tuple[float, Move]]:
    for option in legal_options(view):
        for move in shortlisted_moves(view, option):
            yield _worth_after_move(view, seat, move), move


def _worth_after_move(view: State, seat: Seat, move: Move) -> float:
    if isinstance(move, moves.EndTurn):
        return estimate_prestige(view, seat)
    after = engine.perform_move(view, move, [])
    if isinstance(move, moves.ActivateFigure):
        followed = [
            estimate_prestige(engine.perform_move(after, each, []), seat)
            for option in legal_options(after)
            for each in shortlisted_moves(after, option)
            if isinstance(each, moves.Walk | moves.GainCards | moves.SwapRings)
        ]
        return max(followed, default=estimate_prestige(after, seat))
    if view.phase_traits.placed_figure:
        return chambers_worth(after, seat)
    return estimate_prestige(after, seat)
