"""Random legal play: any move that the rules allow, and tokens out of the bag."""

from collections.abc import Sequence
from random import Random

from controller.games.tudor.box.edition import FINGERS
from controller.games.tudor.rules import lots, moves
from controller.games.tudor.rules.chapters.cards import worn
from controller.games.tudor.rules.moves import Move
from controller.games.tudor.rules.options import Option, options
from controller.games.tudor.rules.state import Counts, DrawStep, Hand, State
from controller.games.tudor.rules.table import Faction, RingNumber


def random_move(state: State, chance: Random) -> Move:
    """A legal move of the one to act, or a token that is drawn; the game must not be over."""
    if state.due and type(state.due[0]) is DrawStep:
        return random_draw(state, chance)
    return one_of(options(state), chance)


def one_of(listed: Sequence[Option], chance: Random) -> Move:
    """A move of the options: each option is as likely as the others, in a lot each move can come up."""
    option = listed[int(chance.random() * len(listed))]
    return _one_of_lot(option, chance) if isinstance(option, lots.Lot) else option


def random_draw(state: State, chance: Random) -> moves.Draw:
    """A token out of the bag, for the draw that is due."""
    nth = int(chance.random() * sum(state.bag))
    faction = 0
    while nth >= state.bag[faction]:
        nth -= state.bag[faction]
        faction += 1
    tokens = state.unseen & state.table.pieces.tokens_of[faction]
    for _ in range(int(chance.random() * tokens.bit_count())):
        tokens &= tokens - 1
    return moves.Draw((tokens & -tokens).bit_length() - 1)


def _one_of_lot(lot: lots.Lot, chance: Random) -> Move:
    if isinstance(lot, lots.Payments):
        return _payment(lot, chance)
    if isinstance(lot, lots.Exchanges):
        give = tuple(chance.sample(range(len(lot.cards)), 2, counts=lot.cards))
        takes = [take for take, number in enumerate(lot.stacks) if number or take in give]
        return moves.Exchange(lot.seat, give, chance.choice(takes))
    if isinstance(lot, lots.BonusMoves):
        origin, path = chance.choice(lot.steps)
        return moves.BonusMove(lot.seat, origin, path, tuple(chance.sample(lot.tokens, 2)))
    if isinstance(lot, lots.AnyCards):
        return _any_cards(lot, chance)
    if isinstance(lot, lots.CardPairs):
        return lot.made(chance.choice(lot.all()))
    if isinstance(lot, lots.RingSwaps):
        return _ring_swaps(lot, chance)
    if isinstance(lot, lots.TokenSwaps):
        return moves.SwapTokens(lot.seat, tuple(chance.sample(lot.laid(), 2)))
    if isinstance(lot, lots.Trades):
        return moves.TradeRings(lot.seat, chance.choice(lot.mine), chance.choice(lot.theirs))
    if isinstance(lot, lots.Layouts):
        return moves.Wear(lot.seat, _layout(lot.rings, chance))
    assert isinstance(lot, lots.OfficeRings)
    seat, ring = lot.state.at, chance.choice(lot.free())
    return moves.TakeRing(seat, ring, _layout([*lot.state.players[seat].rings, ring], chance))


def _payment(lot: lots.Payments, chance: Random) -> Move:
    left, cards = list(lot.left), []
    for need in lot.needs:
        card = need
        if need == lots.ANY_CARD:
            card = chance.choice([faction for faction, number in enumerate(left) if number])
            left[card] -= 1
        cards.append(card)
    bonus = chance.choice(cards) if lot.bonus and chance.random() < 0.9 else None
    return moves.Walk(lot.seat, lot.letter, lot.origin, lot.path, tuple(cards), bonus)


def _any_cards(lot: lots.AnyCards, chance: Random) -> Move:
    if not lot.twice or sum(lot.stacks) < 2 or chance.random() < 0.1:
        return moves.GainCards(lot.seat, "F", (_one_card(lot.stacks, chance),))
    pair = tuple(chance.sample(range(len(lot.stacks)), 2, counts=lot.stacks))
    backs = [back for back, number in enumerate(lot.cards) if number or back in pair]
    return moves.GainCards(lot.seat, "F", pair, chance.choice(backs))


def _one_card(counts: Counts, chance: Random) -> Faction:
    return chance.choice([faction for faction, number in enumerate(counts) if number])


def _ring_swaps(lot: lots.RingSwaps, chance: Random) -> Move:
    state = lot.state
    mine = state.players[state.at].rings
    first = chance.choice(state.in_stand()), chance.choice(mine)
    swaps: tuple[tuple[RingNumber, RingNumber], ...] = (first,)
    if lot.twice and chance.random() < 0.5:
        second = chance.choice(lot.free_after(first)), chance.choice(lot.mine_after(mine, first))
        swaps = (first, second)
    return moves.SwapRings(state.at, swaps, chance.choice(lot.cards(swaps)))


def _layout(rings: list[RingNumber], chance: Random) -> Hand:
    places = chance.sample(range(len(FINGERS)), min(len(rings), len(FINGERS)))
    more = [chance.randrange(len(FINGERS)) for _ in rings[len(places) :]]
    return worn(chance.sample(rings, len(rings)) if more else rings, (*places, *more))
