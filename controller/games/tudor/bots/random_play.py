"""Random legal moves, and random draws from the bag."""

from collections.abc import Sequence
from random import Random

from controller.games.tudor.box.edition import FINGERS
from controller.games.tudor.rules import move_groups, moves
from controller.games.tudor.rules.chapters.cards import hand_of
from controller.games.tudor.rules.moves import Move
from controller.games.tudor.rules.options import Option, options
from controller.games.tudor.rules.state import Counts, DrawStep, Hand, State
from controller.games.tudor.rules.table import Faction, RingNumber


def random_move(state: State, chance: Random) -> Move:
    """Return a legal move or a draw; the game must not be over."""
    if state.due and type(state.due[0]) is DrawStep:
        return random_draw(state, chance)
    return one_of(options(state), chance)


def one_of(listed: Sequence[Option], chance: Random) -> Move:
    """Return a random move: all options are equally likely, and every move of a group is possible."""
    option = listed[int(chance.random() * len(listed))]
    return _one_of_group(option, chance) if isinstance(option, move_groups.MoveGroup) else option


def random_draw(state: State, chance: Random) -> moves.Draw:
    nth = int(chance.random() * sum(state.bag))
    faction = 0
    while nth >= state.bag[faction]:
        nth -= state.bag[faction]
        faction += 1
    tokens = state.unseen & state.table.pieces.tokens_of[faction]
    for _ in range(int(chance.random() * tokens.bit_count())):
        tokens &= tokens - 1
    return moves.Draw((tokens & -tokens).bit_length() - 1)


def _one_of_group(group: move_groups.MoveGroup, chance: Random) -> Move:
    if isinstance(group, move_groups.Payments):
        return _payment(group, chance)
    if isinstance(group, move_groups.Exchanges):
        give = tuple(chance.sample(range(len(group.cards)), 2, counts=group.cards))
        takes = [take for take, number in enumerate(group.stacks) if number or take in give]
        return moves.ExchangeCards(group.seat, give, chance.choice(takes))
    if isinstance(group, move_groups.BonusMoves):
        origin, path = chance.choice(group.steps)
        return moves.BonusMove(group.seat, origin, path, tuple(chance.sample(group.tokens, 2)))
    if isinstance(group, move_groups.AnyCards):
        return _any_cards(group, chance)
    if isinstance(group, move_groups.CardPairs):
        return group.move_for(chance.choice(group.card_sets()))
    if isinstance(group, move_groups.RingSwaps):
        return _ring_swaps(group, chance)
    if isinstance(group, move_groups.TokenSwaps):
        return moves.SwapTokens(group.seat, tuple(chance.sample(group.spaces_with_token(), 2)))
    if isinstance(group, move_groups.RingTrades):
        return moves.TradeRings(group.seat, chance.choice(group.mine), chance.choice(group.theirs))
    if isinstance(group, move_groups.HandLayouts):
        return moves.ArrangeRings(group.seat, _layout(group.rings, chance))
    assert isinstance(group, move_groups.OfficeRings)
    seat, ring = group.state.turn_seat, chance.choice(group.takeable_rings())
    return moves.TakeRing(seat, ring, _layout([*group.state.players[seat].rings, ring], chance))


def _payment(group: move_groups.Payments, chance: Random) -> Move:
    left, cards = list(group.left), []
    for need in group.needs:
        card = need
        if need == move_groups.ANY_CARD:
            card = chance.choice([faction for faction, number in enumerate(left) if number])
            left[card] -= 1
        cards.append(card)
    bonus = chance.choice(cards) if group.bonus and chance.random() < 0.9 else None
    return moves.Walk(group.seat, group.letter, group.origin, group.path, tuple(cards), bonus)


def _any_cards(group: move_groups.AnyCards, chance: Random) -> Move:
    if not group.twice or sum(group.stacks) < 2 or chance.random() < 0.1:
        return moves.GainCards(group.seat, "F", (_one_card(group.stacks, chance),))
    pair = tuple(chance.sample(range(len(group.stacks)), 2, counts=group.stacks))
    backs = [back for back, number in enumerate(group.cards) if number or back in pair]
    return moves.GainCards(group.seat, "F", pair, chance.choice(backs))


def _one_card(counts: Counts, chance: Random) -> Faction:
    return chance.choice([faction for faction, number in enumerate(counts) if number])


def _ring_swaps(group: move_groups.RingSwaps, chance: Random) -> Move:
    state = group.state
    mine = state.players[state.turn_seat].rings
    first = chance.choice(state.rings_in_stand()), chance.choice(mine)
    swaps: tuple[tuple[RingNumber, RingNumber], ...] = (first,)
    if group.twice and chance.random() < 0.5:
        second = chance.choice(group.stand_after(first)), chance.choice(group.hand_after(mine, first))
        swaps = (first, second)
    return moves.SwapRings(state.turn_seat, swaps, chance.choice(group.cards(swaps)))


def _layout(rings: list[RingNumber], chance: Random) -> Hand:
    places = chance.sample(range(len(FINGERS)), min(len(rings), len(FINGERS)))
    more = [chance.randrange(len(FINGERS)) for _ in rings[len(places) :]]
    return hand_of(chance.sample(rings, len(rings)) if more else rings, (*places, *more))
