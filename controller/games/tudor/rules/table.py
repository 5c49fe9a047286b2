"""What stays the same for a whole game: who plays, on which board, with which cards and components."""

from functools import lru_cache
from typing import TypeAlias

from msgspec import Struct

from controller.games.tudor.box.edition import Edition, Scenario
from controller.games.tudor.box.words import (
    CHAMBER_LETTERS,
    CHAMBERS,
    FINGERS,
    PLAYER_COUNTS,
    Color,
    FactionName,
    Letter,
    RingId,
    TokenId,
)
from controller.games.tudor.rules.board import Board, board_of

Seat: TypeAlias = int
"""A player by the place at the table, clockwise from 0."""

Faction: TypeAlias = int
"""A faction by its place in the edition's list."""

Token: TypeAlias = int
"""A faction token by its number, in the order of ids by characters."""

TokenSet: TypeAlias = int
"""Faction tokens; bit i is token i."""

RingNumber: TypeAlias = int
"""A ring by its number, in the order of ids by characters."""

Chamber: TypeAlias = int
"""From 0."""


class Pieces(Struct, frozen=True, gc=False, eq=False):
    """Tokens and rings of an edition by number; equal editions give the same object, see ``pieces_of``.

    Attributes:
        tokens: ids by number.
        token_numbers: the number of each id.
        token_factions: by number.
        tokens_of: all tokens of each faction.
        rings: ids by number.
        ring_numbers: the number of each id.
        ring_factions: by number.
        rings_of: the rings of each faction.
        fingers: which fingers must wear rings for each action, as bits of their places (TU-2.4).
        chamber_of: the chamber that offers each action.
    """

    tokens: tuple[TokenId, ...]
    token_numbers: dict[str, Token]
    token_factions: tuple[Faction, ...]
    tokens_of: tuple[TokenSet, ...]
    rings: tuple[RingId, ...]
    ring_numbers: dict[str, RingNumber]
    ring_factions: tuple[Faction, ...]
    rings_of: tuple[tuple[RingNumber, ...], ...]
    fingers: dict[Letter, int]
    chamber_of: dict[Letter, Chamber]

    def token_ids(self, tokens: TokenSet) -> list[TokenId]:
        """The ids of ``tokens``, sorted by characters."""
        ids = []
        while tokens:
            low = tokens & -tokens
            ids.append(self.tokens[low.bit_length() - 1])
            tokens ^= low
        return ids


@lru_cache(maxsize=16)
def pieces_of(edition: Edition) -> Pieces:
    """The pieces of this edition by number."""
    tokens = sorted(edition.tokens, key=lambda token: token.id)
    rings = sorted(edition.rings, key=lambda ring: ring.id)
    factions = range(len(edition.factions))
    return Pieces(
        tokens=tuple(token.id for token in tokens),
        token_numbers={token.id: number for number, token in enumerate(tokens)},
        token_factions=tuple(token.faction for token in tokens),
        tokens_of=tuple(
            sum(1 << number for number, token in enumerate(tokens) if token.faction == faction) for faction in factions
        ),
        rings=tuple(ring.id for ring in rings),
        ring_numbers={ring.id: number for number, ring in enumerate(rings)},
        ring_factions=tuple(ring.faction for ring in rings),
        rings_of=tuple(
            tuple(number for number, ring in enumerate(rings) if ring.faction == faction) for faction in factions
        ),
        fingers={
            letter: sum(1 << FINGERS.index(finger) for finger in fingers)
            for letter, fingers in zip(CHAMBER_LETTERS, edition.enhancements, strict=True)
        },
        chamber_of={letter: chamber for chamber in range(CHAMBERS) for letter in edition.chambers[chamber]},
    )


class Table(Struct, frozen=True, gc=False):
    """What stays the same for a whole game.

    Attributes:
        colors: by seat.
        gates: the castle board of each seat.
        scoring: the two cards.
        scenario: the card's number.
        rounds: how many are played (TU-0.4).
        offices: points of each column (TU-13.4).
        seats: the seat of each colour.
        factions: the place of each faction's name.
    """

    edition: Edition
    colors: tuple[Color, ...]
    gates: tuple[str, ...]
    scoring: tuple[int, int]
    scenario: int
    rounds: int
    board: Board
    pieces: Pieces
    offices: tuple[int, ...]
    bench: int
    chairs: int
    seats: dict[str, Seat]
    factions: dict[str, Faction]

    @classmethod
    def of(
        cls,
        edition: Edition,
        colors: tuple[Color, ...],
        gates: tuple[str, ...],
        scoring: tuple[int, int],
        scenario: int,
    ) -> "Table":
        """The table of these players with these cards."""
        place = PLAYER_COUNTS.index(len(colors))
        return cls(
            edition=edition,
            colors=colors,
            gates=gates,
            scoring=scoring,
            scenario=scenario,
            rounds=edition.scenarios[scenario - 1].rounds[place],
            board=board_of(edition.columns[place]),
            pieces=pieces_of(edition),
            offices=edition.offices[place],
            bench=edition.bench[place],
            chairs=edition.chairs[place],
            seats={color: seat for seat, color in enumerate(colors)},
            factions={name: faction for faction, name in enumerate(edition.factions)},
        )

    @property
    def names(self) -> tuple[FactionName, ...]:
        """Of the factions."""
        return self.edition.factions

    @property
    def scenario_card(self) -> Scenario:
        """The scenario card that is played with."""
        return self.edition.scenarios[self.scenario - 1]

    def to_assign(self, round_: int) -> int:
        """How many courtiers each player assigns in a round (TU-3.1)."""
        return self.scenario_card.first if round_ == 1 else self.scenario_card.later

    def garter(self) -> tuple[int, ...]:
        """The Garter's points by rank (TU-15.2)."""
        return self.edition.garter[PLAYER_COUNTS.index(len(self.colors))]

    def seats_from(self, first: Seat) -> list[Seat]:
        """The seats clockwise from one."""
        count = len(self.colors)
        return [(first + turn) % count for turn in range(count)]

    def factions_named(self, factions: tuple[Faction, ...]) -> tuple[FactionName, ...]:
        """The names of ``factions``."""
        names = self.edition.factions
        return tuple([names[faction] for faction in factions])
