"""A game's fixed parts: players, board, cards and components (TU-7.1)."""

from functools import lru_cache
from typing import Final, TypeAlias

from msgspec import Struct

from controller.games.contract.values import PieceId
from controller.games.tudor.box import edition as editions

Space: TypeAlias = int
"""Number of a space: spaces are counted column by column from A, and in each column from row 1 up."""

SpaceSet: TypeAlias = int
"""A set of spaces as bits: bit i is space i."""

Path: TypeAlias = tuple[Space, ...]
"""The spaces that a move enters, in order."""

SUPPLY: Final = -1
"""Origin of a courtier from the supply (TU-7.4)."""

HIGH_ROW: Final = 4
"""From this row on, banishing a courtier costs more (TU-12.5)."""


class Board(Struct, frozen=True, gc=False, eq=False):
    """One side of the board; ``board_from_columns`` returns the same object for the same columns.

    Attributes:
        columns: height of each column.
        names: name of each space.
        numbers: space by name.
        column_by_space: column of each space, from 0.
        row_by_space: row of each space, from 1.
        top_space_by_column: highest space of each column.
        top_spaces: the highest spaces as a set.
        bottom_spaces: spaces of row 1.
        neighbours: spaces above, below, left and right of each space.
        restock_order: each space's place in the order of re-stocking (TU-7.10).
    """

    columns: tuple[int, ...]
    names: tuple[editions.SpaceName, ...]
    numbers: dict[str, Space]
    column_by_space: tuple[int, ...]
    row_by_space: tuple[int, ...]
    top_space_by_column: tuple[Space, ...]
    top_spaces: SpaceSet
    bottom_spaces: tuple[Space, ...]
    neighbours: tuple[Path, ...]
    restock_order: tuple[int, ...]

    def space_names(self, spaces: Path) -> tuple[editions.SpaceName, ...]:
        return tuple([self.names[space] for space in spaces])


@lru_cache(maxsize=64)
def board_from_columns(columns: tuple[int, ...]) -> Board:
    where = [(column, row) for column, height in enumerate(columns) for row in range(1, height + 1)]
    number = {place: space for space, place in enumerate(where)}
    names = tuple(editions.SpaceName(f"{editions.COLUMN_LETTERS[column]}{row}") for column, row in where)
    neighbours = tuple(
        tuple(
            number[place]
            for place in ((column, row + 1), (column, row - 1), (column - 1, row), (column + 1, row))
            if place in number
        )
        for column, row in where
    )
    tops = tuple(number[column, height] for column, height in enumerate(columns))
    top = sum(1 << space for space in tops)
    downwards = sorted(range(len(where)), key=lambda space: (-where[space][1], where[space][0]))
    return Board(
        columns=columns,
        names=names,
        numbers={name: space for space, name in enumerate(names)},
        column_by_space=tuple(column for column, _ in where),
        row_by_space=tuple(row for _, row in where),
        top_space_by_column=tops,
        top_spaces=top,
        bottom_spaces=tuple(number[column, 1] for column in range(len(columns))),
        neighbours=neighbours,
        restock_order=tuple(downwards.index(space) for space in range(len(where))),
    )


def bit_positions(bits: int) -> list[int]:
    places = []
    while bits:
        low = bits & -bits
        places.append(low.bit_length() - 1)
        bits ^= low
    return places


Seat: TypeAlias = int
"""Number of a player, clockwise from 0."""

Faction: TypeAlias = int
"""Index of a faction in the edition's list."""

Token: TypeAlias = int
"""Number of a faction token, in the order of ids."""

TokenSet: TypeAlias = int
"""A set of faction tokens as bits: bit i is token i."""

RingNumber: TypeAlias = int
"""Number of a ring, in the order of ids."""

Chamber: TypeAlias = int
"""Number of a chamber, from 0."""


class Pieces(Struct, frozen=True, gc=False, eq=False):
    """An edition's tokens and rings by number; ``pieces_of_edition`` returns the same object for the same edition.

    Attributes:
        tokens: id of each token.
        token_numbers: token by id.
        token_factions: faction of each token.
        tokens_by_faction: tokens of each faction.
        rings: id of each ring.
        ring_numbers: ring by id.
        ring_factions: faction of each ring.
        rings_by_faction: rings of each faction.
        enhancing_fingers: bits of the fingers whose rings enhance each action (TU-2.4).
    """

    tokens: tuple[PieceId, ...]
    token_numbers: dict[str, Token]
    token_factions: tuple[Faction, ...]
    tokens_by_faction: tuple[TokenSet, ...]
    rings: tuple[PieceId, ...]
    ring_numbers: dict[str, RingNumber]
    ring_factions: tuple[Faction, ...]
    rings_by_faction: tuple[tuple[RingNumber, ...], ...]
    enhancing_fingers: dict[editions.Letter, int]

    def token_ids(self, tokens: TokenSet) -> list[PieceId]:
        return [self.tokens[token] for token in bit_positions(tokens)]


@lru_cache(maxsize=16)
def pieces_of_edition(edition: editions.Edition) -> Pieces:
    tokens = sorted(edition.tokens, key=lambda token: token.id)
    rings = sorted(edition.rings, key=lambda ring: ring.id)
    factions = range(len(edition.factions))
    return Pieces(
        tokens=tuple(token.id for token in tokens),
        token_numbers={token.id: number for number, token in enumerate(tokens)},
        token_factions=tuple(token.faction for token in tokens),
        tokens_by_faction=tuple(
            sum(1 << number for number, token in enumerate(tokens) if token.faction == faction) for faction in factions
        ),
        rings=tuple(ring.id for ring in rings),
        ring_numbers={ring.id: number for number, ring in enumerate(rings)},
        ring_factions=tuple(ring.faction for ring in rings),
        rings_by_faction=tuple(
            tuple(number for number, ring in enumerate(rings) if ring.faction == faction) for faction in factions
        ),
        enhancing_fingers={
            letter: sum(1 << editions.FINGERS.index(finger) for finger in fingers)
            for letter, fingers in zip(editions.CHAMBER_ACTION_LETTERS, edition.enhancements, strict=True)
        },
    )


class Table(Struct, frozen=True, gc=False):
    """The fixed parts of a game.

    Attributes:
        gates: castle board of each seat.
        rounds: number of rounds (TU-0.4).
        offices: points of each column's office (TU-13.4).
        bench: courtiers that a bench holds.
        seats: seat by colour.
        factions: faction by name.
    """

    edition: editions.Edition
    colors: tuple[editions.Color, ...]
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
    def from_edition(
        cls,
        edition: editions.Edition,
        colors: tuple[editions.Color, ...],
        gates: tuple[str, ...],
        scoring: tuple[int, int],
        scenario: int,
    ) -> "Table":
        place = editions.PLAYER_COUNTS.index(len(colors))
        return cls(
            edition=edition,
            colors=colors,
            gates=gates,
            scoring=scoring,
            scenario=scenario,
            rounds=edition.scenarios[scenario - 1].rounds[place],
            board=board_from_columns(edition.columns[place]),
            pieces=pieces_of_edition(edition),
            offices=edition.offices[place],
            bench=edition.bench[place],
            chairs=edition.chairs[place],
            seats={color: seat for seat, color in enumerate(colors)},
            factions={name: faction for faction, name in enumerate(edition.factions)},
        )

    @property
    def faction_names(self) -> tuple[editions.FactionName, ...]:
        return self.edition.factions

    @property
    def scenario_card(self) -> editions.Scenario:
        return self.edition.scenarios[self.scenario - 1]

    def courtiers_to_assign(self, round_: int) -> int:
        """Return how many courtiers each player assigns in a round (TU-3.1)."""
        return self.scenario_card.first if round_ == 1 else self.scenario_card.later

    def garter_points(self) -> tuple[int, ...]:
        """The Garter's points by rank (TU-15.2)."""
        return self.edition.garter[editions.PLAYER_COUNTS.index(len(self.colors))]

    def seats_in_turn_order(self, first: Seat) -> list[Seat]:
        count = len(self.colors)
        return [(first + turn) % count for turn in range(count)]

    def faction_names_of(self, factions: tuple[Faction, ...]) -> tuple[editions.FactionName, ...]:
        names = self.edition.factions
        return tuple([names[faction] for faction in factions])
