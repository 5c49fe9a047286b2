"""The moves that are worth a look: of options that differ only in what is paid or how rings lie, the best of each."""

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement

from controller.games.tudor.bots import worth
from controller.games.tudor.box.words import FINGERS
from controller.games.tudor.rules import moves
from controller.games.tudor.rules.chapters.scoring import tokens_held
from controller.games.tudor.rules.layouts import worn
from controller.games.tudor.rules.lots import (
    ANY_CARD,
    AnyCards,
    BonusMoves,
    Exchanges,
    Layouts,
    Lot,
    OfficeRings,
    Payments,
    RingSwaps,
    TokenSwaps,
)
from controller.games.tudor.rules.moves import Move
from controller.games.tudor.rules.options import Option
from controller.games.tudor.rules.state import Hand, State
from controller.games.tudor.rules.table import RingNumber, Token


def shortlist(state: State, option: Option) -> Iterator[Move]:
    """The move itself, or of a lot those that may be best; at least one."""
    match option:
        case Payments():
            yield _cheapest(option)
        case BonusMoves():
            pair = _least_missed(state, option)
            for origin, path in option.steps:
                yield moves.BonusMove(option.seat, origin, path, pair)
        case Exchanges():
            yield from _exchanges(option)
        case RingSwaps():
            yield from _swaps(option)
        case AnyCards():
            yield from _any_cards(option)
        case TokenSwaps():
            yield next(iter(option))  # it is hardly ever worth more than the intrigue
        case Layouts():
            yield moves.Wear(option.seat, _laid(state, option.rings))
        case OfficeRings():
            mine = state.players[state.at].rings
            for ring in _of_each_faction(state, option.free()):
                yield moves.TakeRing(state.at, ring, _laid(state, [*mine, ring]))
        case Lot():
            yield from option
        case _:
            yield option


def _cheapest(lot: Payments) -> Move:
    """Any card is paid from the most numerous; what may come back is the rarest of those paid."""
    left, cards = list(lot.left), []
    for need in lot.needs:
        card = need
        if need == ANY_CARD:
            card = max(range(len(left)), key=left.__getitem__)
            left[card] -= 1
        cards.append(card)
    bonus = min(cards, key=left.__getitem__) if lot.bonus else None
    return moves.Walk(lot.seat, lot.letter, lot.origin, lot.path, tuple(cards), bonus)


def _least_missed(state: State, lot: BonusMoves) -> tuple[Token, ...]:
    """The two tokens whose loss costs least, one after the other."""
    table, factions = state.table, state.table.pieces.token_factions
    counts = tokens_held(table, state.players[lot.seat])
    found: list[Token] = []
    for _ in range(2):
        kinds = {factions[token]: token for token in lot.tokens if token not in found}
        token = kinds[max(kinds, key=lambda faction: _without(state, counts, faction))]
        counts[factions[token]] -= 1
        found.append(token)
    return tuple(found)


def _without(state: State, counts: list[int], faction: int) -> float:
    """What the tokens are worth without one of a faction."""
    less = [*counts]
    less[faction] -= 1
    return worth.of_tokens(state.table, less)


def _exchanges(lot: Exchanges) -> Iterator[Move]:
    """The two cards of which the hand has most, or which are two of a kind, for any other."""
    kinds = [faction for faction, number in enumerate(lot.cards) if number]
    for give in combinations_with_replacement(kinds, 2):
        if give[0] == give[1] and lot.cards[give[0]] < 2:
            continue
        for take, number in enumerate(lot.stacks):
            if number and take not in give and not lot.cards[take]:
                yield moves.Exchange(lot.seat, give, take)
    give = (kinds[0], kinds[0] if lot.cards[kinds[0]] > 1 else kinds[1])
    yield moves.Exchange(lot.seat, give, give[0])


def _swaps(lot: RingSwaps) -> Iterator[Move]:
    """One exchange of a ring for each of the other factions."""
    state = lot.state
    for take in _of_each_faction(state, state.in_stand()):
        for give in _of_each_faction(state, state.players[state.at].rings):
            for card in lot.cards(((take, give),)):
                yield moves.SwapRings(state.at, ((take, give),), card)


def _any_cards(lot: AnyCards) -> Iterator[Move]:
    """Each card; each pair of two factions for the card of which the hand has most."""
    there = [card for card, number in enumerate(lot.stacks) if number]
    for card in there:
        yield moves.GainCards(lot.seat, "F", (card,))
    if lot.twice:
        for pair in combinations(there, 2):
            after = [number + (card in pair) for card, number in enumerate(lot.cards)]
            yield moves.GainCards(lot.seat, "F", pair, max(range(len(after)), key=after.__getitem__))


def _of_each_faction(state: State, rings: list[RingNumber]) -> list[RingNumber]:
    """One ring of each faction among them."""
    factions = state.table.pieces.ring_factions
    return list({factions[ring]: ring for ring in rings}.values())


def _laid(state: State, rings: list[RingNumber]) -> Hand:
    """The rings on those fingers that enhance most; from six on on all of them."""
    count = len(FINGERS)
    if len(rings) >= count:
        return worn(rings, [place % count for place in range(len(rings))])
    best = max(
        combinations(range(count), len(rings)),
        key=lambda places: worth.enhancements(state.table, worn(rings, places)),
    )
    return worn(rings, best)
