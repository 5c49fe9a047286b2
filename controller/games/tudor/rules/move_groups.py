"""Groups of similar legal moves, such as payments for one path, generated on demand.

Where order does not matter (two cards of an exchange, rings on one finger), a group lists each combination once.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement, product
from typing import ClassVar, Final

from msgspec import Struct

from controller.games.tudor.box.edition import Letter
from controller.games.tudor.rules import moves
from controller.games.tudor.rules.chapters.cards import hand_layouts
from controller.games.tudor.rules.moves import Move
from controller.games.tudor.rules.state import EMPTY, NO_SEAT, FactionCounts, State, TakeRingStep
from controller.games.tudor.rules.table import Faction, Path, RingNumber, Seat, Space, Token

ANY_CARD: Final = -1
"""In the cards that a path needs: any card, for a space without a token (TU-7.12)."""


class LegalMoveGroup(Struct, frozen=True, gc=False):
    """One or more legal moves of one type with the same ``name``."""

    name: ClassVar[str]

    def __iter__(self) -> Iterator[Move]:
        raise NotImplementedError


class PathPayments(LegalMoveGroup, frozen=True, gc=False):
    """The ways to pay for one path of C, E or G.

    Attributes:
        needs: the card for each space, or ``ANY_CARD``.
        left: the hand without the cards in ``needs``.
        bonus: whether a paid card may come back (TU-10.5).
    """

    seat: Seat
    letter: Letter
    origin: Space
    path: Path
    needs: tuple[Faction, ...]
    left: FactionCounts
    bonus: bool

    def __iter__(self) -> Iterator[Move]:
        for cards in _card_payments(self.needs, list(self.left)):
            yield moves.Walk(self.seat, self.letter, self.origin, self.path, cards)
            if self.bonus:
                for card in sorted(set(cards)):
                    yield moves.Walk(self.seat, self.letter, self.origin, self.path, cards, card)


def _card_payments(needs: tuple[Faction, ...], left: list[int]) -> Iterator[tuple[Faction, ...]]:
    if ANY_CARD not in needs:
        yield needs
        return
    place = needs.index(ANY_CARD)
    for faction, number in enumerate(left):
        if number:
            left[faction] -= 1
            for rest in _card_payments(needs[place + 1 :], left):
                yield (*needs[:place], faction, *rest)
            left[faction] += 1


class BonusMoves(LegalMoveGroup, frozen=True, gc=False):
    """Bonus moves: each step with each pair of spendable tokens (TU-11.2)."""

    name: ClassVar = "move"
    seat: Seat
    steps: Sequence[tuple[Space, Path]]
    tokens: Sequence[Token]

    def __iter__(self) -> Iterator[Move]:
        for origin, path in self.steps:
            for pair in combinations(self.tokens, 2):
                yield moves.BonusMove(self.seat, origin, path, pair)


class CardExchanges(LegalMoveGroup, frozen=True, gc=False):
    """Exchanges of two cards of the hand for one (TU-11.3)."""

    name: ClassVar = "exchange"
    seat: Seat
    cards: FactionCounts
    stacks: FactionCounts

    def __iter__(self) -> Iterator[Move]:
        for give in _faction_pairs(self.cards):
            for take, number in enumerate(self.stacks):
                if number or take in give:
                    yield moves.ExchangeCards(self.seat, give, take)


def _faction_pairs(counts: Sequence[int]) -> Iterator[tuple[Faction, Faction]]:
    there = [faction for faction, number in enumerate(counts) if number]
    for one, other in combinations_with_replacement(there, 2):
        if one != other or counts[one] > 1:
            yield one, other


class StandRingSwaps(LegalMoveGroup, frozen=True, gc=False):
    """Action B: one ring swap, or up to two if enhanced, and one card (TU-9.2, TU-10.2)."""

    name: ClassVar = "B"
    state: State
    twice: bool

    def __iter__(self) -> Iterator[Move]:
        state = self.state
        seat = state.turn_seat
        mine = state.players[seat].worn_rings
        singles = list(product(state.takeable_stand_rings(), mine))
        for swap in singles:
            for card in self.possible_cards((swap,)):
                yield moves.SwapRings(seat, (swap,), card)
        if not self.twice:
            return
        for first in singles:
            gives = self.hand_after_swap(mine, first)
            for take in self.stand_rings_after_swap(first):
                cards = self.possible_cards((first, (take, take)))
                for give in gives:
                    swaps = (first, (take, give))
                    for card in cards:
                        yield moves.SwapRings(seat, swaps, card)

    def hand_after_swap(self, mine: list[RingNumber], swap: tuple[RingNumber, RingNumber]) -> list[RingNumber]:
        return [swap[0] if ring == swap[1] else ring for ring in mine]

    def stand_rings_after_swap(self, swap: tuple[RingNumber, RingNumber]) -> list[RingNumber]:
        state, (take, give) = self.state, swap
        factions = state.table.pieces.ring_factions
        stand = list(state.stand)
        stand[factions[take]] -= 1
        stand[factions[give]] += 1
        worn = state.rings_held ^ {take, give}
        rings_of = state.table.pieces.rings_by_faction
        return [
            ring for faction, number in enumerate(stand) if number for ring in rings_of[faction] if ring not in worn
        ]

    def possible_cards(self, swaps: tuple[tuple[RingNumber, RingNumber], ...]) -> list[Faction | None]:
        """Return the cards of which one may be taken with the swaps; ``[None]`` if their stacks are empty."""
        factions, stacks = self.state.table.pieces.ring_factions, self.state.stacks
        taken = sorted({factions[take] for take, _ in swaps})
        return [faction for faction in taken if stacks[faction]] or [None]


class AnyCardGains(LegalMoveGroup, frozen=True, gc=False):
    """Action F: take one card; if enhanced, one may take two and give one back instead (TU-9.6, TU-10.6)."""

    name: ClassVar = "F"
    seat: Seat
    cards: FactionCounts
    stacks: FactionCounts
    twice: bool

    def __iter__(self) -> Iterator[Move]:
        for card, number in enumerate(self.stacks):
            if number:
                yield moves.GainCards(self.seat, "F", (card,))
        if self.twice:
            for pair in _faction_pairs(self.stacks):
                for back, number in enumerate(self.cards):
                    if number or back in pair:
                        yield moves.GainCards(self.seat, "F", pair, back)


class TokenSwaps(LegalMoveGroup, frozen=True, gc=False):
    """Scenario card 1, right: swap the tokens of two spaces (TU-12.1)."""

    name: ClassVar = "right"
    seat: Seat
    tokens: tuple[int, ...]

    def __iter__(self) -> Iterator[Move]:
        spaces = [space for space, token in enumerate(self.tokens) if token != EMPTY]
        for pair in combinations(spaces, 2):
            yield moves.SwapTokens(self.seat, pair)


class RingTrades(LegalMoveGroup, frozen=True, gc=False):
    """Scenario card 4, left: trade a ring for another player's (TU-12.4)."""

    name: ClassVar = "left"
    seat: Seat
    mine: list[RingNumber]
    theirs: list[RingNumber]

    def __iter__(self) -> Iterator[Move]:
        for mine, theirs in product(self.mine, self.theirs):
            yield moves.TradeRings(self.seat, mine, theirs)


class HandLayouts(LegalMoveGroup, frozen=True, gc=False):
    """Every layout of the rings to be worn (TU-2.1, TU-2.2)."""

    seat: Seat
    rings: list[RingNumber]

    def __iter__(self) -> Iterator[Move]:
        for hand in hand_layouts(self.rings):
            yield moves.ArrangeRings(self.seat, hand)


class OfficeRingMoves(LegalMoveGroup, frozen=True, gc=False):
    """A ring for an office, with every layout (TU-8.2, TU-8.3)."""

    state: State

    def takeable_rings(self) -> list[RingNumber]:
        step = self.state.due[0]
        assert isinstance(step, TakeRingStep)
        return (
            self.state.takeable_stand_rings() if step.source == NO_SEAT else self.state.players[step.source].worn_rings
        )

    def __iter__(self) -> Iterator[Move]:
        seat = self.state.turn_seat
        mine = self.state.players[seat].worn_rings
        for ring in self.takeable_rings():
            for hand in hand_layouts([*mine, ring]):
                yield moves.TakeRing(seat, ring, hand)
