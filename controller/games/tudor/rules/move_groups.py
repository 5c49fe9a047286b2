"""Options that differ only in what is paid or how rings lie: kept as one lot, each made when it is asked for.

Of orders that make no difference (the two cards of an exchange, rings on one finger) a lot has one.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement, product
from typing import ClassVar, Final

from msgspec import Struct

from controller.games.tudor.box.edition import Letter
from controller.games.tudor.rules import moves
from controller.games.tudor.rules.chapters.cards import card_pairs, layouts
from controller.games.tudor.rules.moves import Move
from controller.games.tudor.rules.state import EMPTY, NO_SEAT, Counts, RingStep, State
from controller.games.tudor.rules.table import Faction, Path, RingNumber, Seat, Space, Token

ANY_CARD: Final = -1
"""The need of a space that may be paid with any card (TU-7.12)."""


class MoveGroup(Struct, frozen=True, gc=False):
    """Legal moves of one kind, at least one; they have the same ``name``."""

    name: ClassVar[str]

    def __iter__(self) -> Iterator[Move]:
        raise NotImplementedError


class Payments(MoveGroup, frozen=True, gc=False):
    """A path of C, E or G that can be paid in several ways.

    Attributes:
        needs: the card for each space, or ``ANY_CARD``.
        left: the hand without the cards that are named.
        bonus: whether one of the cards paid may come back (TU-10.5).
    """

    seat: Seat
    letter: Letter
    origin: Space
    path: Path
    needs: tuple[Faction, ...]
    left: Counts
    bonus: bool

    def __iter__(self) -> Iterator[Move]:
        for cards in _filled(self.needs, list(self.left)):
            yield moves.Walk(self.seat, self.letter, self.origin, self.path, cards)
            if self.bonus:
                for card in sorted(set(cards)):
                    yield moves.Walk(self.seat, self.letter, self.origin, self.path, cards, card)


def _filled(needs: tuple[Faction, ...], left: list[int]) -> Iterator[tuple[Faction, ...]]:
    if ANY_CARD not in needs:
        yield needs
        return
    place = needs.index(ANY_CARD)
    for faction, number in enumerate(left):
        if number:
            left[faction] -= 1
            for rest in _filled(needs[place + 1 :], left):
                yield (*needs[:place], faction, *rest)
            left[faction] += 1


class BonusMoves(MoveGroup, frozen=True, gc=False):
    """The bonus move: any step with any two tokens that may be spent (TU-11.2)."""

    name: ClassVar = "move"
    seat: Seat
    steps: Sequence[tuple[Space, Path]]
    tokens: Sequence[Token]

    def __iter__(self) -> Iterator[Move]:
        for origin, path in self.steps:
            for pair in combinations(self.tokens, 2):
                yield moves.BonusMove(self.seat, origin, path, pair)


class Exchanges(MoveGroup, frozen=True, gc=False):
    """Two cards of the hand against one (TU-11.3)."""

    name: ClassVar = "exchange"
    seat: Seat
    cards: Counts
    stacks: Counts

    def __iter__(self) -> Iterator[Move]:
        for give in _pairs_of(self.cards):
            for take, number in enumerate(self.stacks):
                if number or take in give:
                    yield moves.ExchangeCards(self.seat, give, take)


def _pairs_of(counts: Sequence[int]) -> Iterator[tuple[Faction, Faction]]:
    there = [faction for faction, number in enumerate(counts) if number]
    for one, other in combinations_with_replacement(there, 2):
        if one != other or counts[one] > 1:
            yield one, other


class RingSwaps(MoveGroup, frozen=True, gc=False):
    """Action B: one exchange, or two if enhanced, with a card (TU-9.2, TU-10.2)."""

    name: ClassVar = "B"
    state: State
    twice: bool

    def __iter__(self) -> Iterator[Move]:
        state = self.state
        seat, factions = state.turn_seat, state.table.pieces.ring_factions
        mine = state.players[seat].rings
        singles = list(product(state.rings_in_stand(), mine))
        for swap in singles:
            for card in self.cards((swap,)):
                yield moves.SwapRings(seat, (swap,), card)
        if not self.twice:
            return
        known: dict[tuple[Faction, Faction], list[Faction | None]] = {}
        for first in singles:
            gives = self.hand_after(mine, first)
            for take in self.stand_after(first):
                taken = factions[first[0]], factions[take]
                if taken not in known:
                    known[taken] = self.cards((first, (take, take)))
                cards = known[taken]
                for give in gives:
                    swaps = (first, (take, give))
                    for card in cards:
                        yield moves.SwapRings(seat, swaps, card)

    def hand_after(self, mine: list[RingNumber], swap: tuple[RingNumber, RingNumber]) -> list[RingNumber]:
        return [swap[0] if ring == swap[1] else ring for ring in mine]

    def stand_after(self, swap: tuple[RingNumber, RingNumber]) -> list[RingNumber]:
        state, (take, give) = self.state, swap
        factions = state.table.pieces.ring_factions
        stand = list(state.stand)
        stand[factions[take]] -= 1
        stand[factions[give]] += 1
        worn = state.rings_worn ^ {take, give}
        rings_of = state.table.pieces.rings_of
        return [
            ring for faction, number in enumerate(stand) if number for ring in rings_of[faction] if ring not in worn
        ]

    def cards(self, swaps: tuple[tuple[RingNumber, RingNumber], ...]) -> list[Faction | None]:
        """The cards that may come with exchanges; None where the stacks have none."""
        factions, stacks = self.state.table.pieces.ring_factions, self.state.stacks
        taken = sorted({factions[take] for take, _ in swaps})
        return [faction for faction in taken if stacks[faction]] or [None]


class CardPairs(MoveGroup, frozen=True, gc=False):
    """Action D: the pairs of cards, or one where there is no pair (TU-9.4)."""

    name: ClassVar = "D"
    seat: Seat
    rings: list[int]
    stacks: Counts
    twice: bool

    def __iter__(self) -> Iterator[Move]:
        return map(self.made, self.all())

    def all(self) -> list[tuple[Faction, ...]]:
        found = card_pairs(self.rings, self.stacks, twice=self.twice)
        return [*found] or [(card,) for card, number in enumerate(self.rings) if number and self.stacks[card]]

    def made(self, cards: tuple[Faction, ...]) -> Move:
        return moves.GainCards(self.seat, "D", cards)


class AnyCards(MoveGroup, frozen=True, gc=False):
    """Action F: one card, or two and one back if enhanced (TU-9.6, TU-10.6)."""

    name: ClassVar = "F"
    seat: Seat
    cards: Counts
    stacks: Counts
    twice: bool

    def __iter__(self) -> Iterator[Move]:
        for card, number in enumerate(self.stacks):
            if number:
                yield moves.GainCards(self.seat, "F", (card,))
        if self.twice:
            for pair in _pairs_of(self.stacks):
                for back, number in enumerate(self.cards):
                    if number or back in pair:
                        yield moves.GainCards(self.seat, "F", pair, back)


class TokenSwaps(MoveGroup, frozen=True, gc=False):
    """Scenario card 1, right: two spaces with a token each (TU-12.1)."""

    name: ClassVar = "right"
    seat: Seat
    tokens: tuple[int, ...]

    def __iter__(self) -> Iterator[Move]:
        for pair in combinations(self.laid(), 2):
            yield moves.SwapTokens(self.seat, pair)

    def laid(self) -> list[Space]:
        return [space for space, token in enumerate(self.tokens) if token != EMPTY]


class RingTrades(MoveGroup, frozen=True, gc=False):
    """Scenario card 4, left: one of his rings for one of another player's (TU-12.4)."""

    name: ClassVar = "left"
    seat: Seat
    mine: list[RingNumber]
    theirs: list[RingNumber]

    def __iter__(self) -> Iterator[Move]:
        for mine, theirs in product(self.mine, self.theirs):
            yield moves.TradeRings(self.seat, mine, theirs)


class HandLayouts(MoveGroup, frozen=True, gc=False):
    """All layouts of the rings that are to be worn (TU-2.1, TU-2.2)."""

    seat: Seat
    rings: list[RingNumber]

    def __iter__(self) -> Iterator[Move]:
        for hand in layouts(self.rings):
            yield moves.Wear(self.seat, hand)


class OfficeRings(MoveGroup, frozen=True, gc=False):
    """A ring for an office, with each layout (TU-8.2, TU-8.3)."""

    state: State

    def takeable_rings(self) -> list[RingNumber]:
        step = self.state.due[0]
        assert isinstance(step, RingStep)
        return self.state.rings_in_stand() if step.source == NO_SEAT else self.state.players[step.source].rings

    def __iter__(self) -> Iterator[Move]:
        seat = self.state.turn_seat
        mine = self.state.players[seat].rings
        for ring in self.takeable_rings():
            for hand in layouts([*mine, ring]):
                yield moves.TakeRing(seat, ring, hand)
