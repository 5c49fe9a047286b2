"""A game's state: frozen values that share structure, and their canonical JSON.

Derived values are not stored: the people have the tiles that lie nowhere else, the supply the supporters that no
player owns. So tiles and supporters are conserved by construction.
"""

import json
from collections.abc import Iterable
from typing import Any, ClassVar, Final, TypeAlias

from msgspec import Struct

from controller.games.contract.rules import TimerState
from controller.games.contract.values import PieceId
from controller.games.tumult_royale.box import words
from controller.games.tumult_royale.box.edition import Edition
from controller.games.tumult_royale.rules import country
from controller.games.undoable_log import struct_to_mapping

Demand: TypeAlias = tuple[int | None, int | None, int | None]
"""The people's demand for bread, marble and tools; None while unknown."""

UNKNOWN_DEMAND: Final[Demand] = (None, None, None)


SeatSet: TypeAlias = int
"""A set of seats; bit i is seat i."""


class Table(Struct, frozen=True, gc=False):
    """Values fixed during a game; ``colors`` are by seat, clockwise."""

    edition: Edition
    variant: words.Variant
    map: words.MapMode
    colors: tuple[words.Color, ...]
    pool: country.TilePool
    prices: country.Prices

    @classmethod
    def create(
        cls, edition: Edition, variant: words.Variant, map_mode: words.MapMode, colors: tuple[words.Color, ...]
    ) -> "Table":
        return cls(
            edition=edition,
            variant=variant,
            map=map_mode,
            colors=colors,
            pool=country.index_tiles_as_bits(edition.tiles_in_play(len(colors))),
            prices=country.prices_from_costs(tuple(map(edition.cost_of_kind, words.KINDS))),
        )


class Player(Struct, frozen=True, gc=False):
    """The possessions of one player.

    Attributes:
        placed: number of statues on fields and in the chronicle.
        mercy: whether people show the player mercy (TR-0.5).
        fields: fields with statues of this player.
        pairs: fields with two statues.
        triples: fields with three.
    """

    supporters: int
    placed: int = 0
    mercy: bool = False
    castle: country.TileSet = 0
    fields: country.FieldSet = 0
    pairs: country.FieldSet = 0
    triples: country.FieldSet = 0

    def with_statues_added(
        self, number: int, field: country.FieldSet = 0, *, paid: country.TileSet = 0, gained: int = 0
    ) -> "Player":
        """Statues go on ``field`` or, without one, into the chronicle."""
        return Player(
            supporters=self.supporters + gained,
            placed=self.placed + number,
            mercy=self.mercy,
            castle=self.castle & ~paid,
            fields=self.fields | field,
            pairs=self.pairs | field if number == 2 else self.pairs,
            triples=self.triples | field if number == 3 else self.triples,
        )

    @property
    def fields_by_statue_count(self) -> tuple[country.FieldSet, country.FieldSet, country.FieldSet]:
        return self.fields & ~self.pairs & ~self.triples, self.pairs, self.triples


PlayersBySeat: TypeAlias = tuple[Player, ...]


class Tumult(Struct, frozen=True, gc=False):
    """A resolved tumult (TR-3); ``greed`` is after mercy."""

    commodity: words.Commodity
    left: int
    demand: int
    greediest: words.Color
    greed: int
    kept: PieceId | None
    returned: tuple[PieceId, ...]


class FirstStatues(Struct, frozen=True, gc=False):
    """The player of rank ``rank`` puts down the first statue (TR-0.6)."""

    name: ClassVar[str] = "first_statues"
    rank: int


class Sentiment(Struct, frozen=True, gc=False):
    """The king spins (TR-1, TR-10)."""

    name: ClassVar[str] = "sentiment"


class SettingAside(Struct, frozen=True, gc=False):
    """Tiles are set aside (TR-2.1)."""

    name: ClassVar[str] = "set_aside"


class Robbing(Struct, frozen=True, gc=False):
    """The hourglass runs (TR-2.3)."""

    name: ClassVar[str] = "taxes"


class LastTiles(Struct, frozen=True, gc=False):
    """The hourglass has run out; players in ``late`` have put down their tile in hand (TR-2.5)."""

    name: ClassVar[str] = "taxes"
    late: frozenset[words.Seat]


class Placing(Struct, frozen=True, gc=False):
    """The player of rank ``rank`` builds or passes (TR-4.1).

    Attributes:
        built: whether anyone has built in this placement round (TR-4.9).
        able: players who had a legal build at one of their turns in this phase (TR-4.10).
        placement_round: of this phase, from 1.
    """

    name: ClassVar[str] = "statues"
    rank: int
    built: bool
    able: SeatSet
    placement_round: int = 1


class Coronation(Struct, frozen=True, gc=False):
    """The crowned king turns up ``due`` region tiles (TR-6.3)."""

    name: ClassVar[str] = "coronation"
    due: int


class Over(Struct, frozen=True, gc=False):
    """The game is over (TR-8)."""

    name: ClassVar[str] = "over"
    winner: words.Seat
    ending: words.Ending


Phase: TypeAlias = FirstStatues | Sentiment | SettingAside | Robbing | LastTiles | Placing | Coronation | Over


class State(Struct, frozen=True, gc=False):
    """A game after an action.

    Attributes:
        ranked: the seats by rank, the king first.
        last_demand: the previous round's demand; 3 each before round 1 (TR-1.3).
        players: by seat.
        set_aside: tiles out of play in this round.
        crowned: seat of the king crowned in each round.
        tumults: this round's tumults.
    """

    table: Table
    round: int
    phase: Phase
    ranked: tuple[words.Seat, ...]
    demand: Demand
    last_demand: tuple[int, int, int]
    players: PlayersBySeat
    set_aside: country.TileSet
    land: country.Country | country.UnmappedCountry
    crowned: tuple[words.Seat, ...]
    tumults: tuple[Tumult, ...]

    @property
    def people_tiles(self) -> country.TileSet:
        """The people's tiles: in play, neither set aside nor on a castle."""
        taken = self.set_aside
        for player in self.players:
            taken |= player.castle
        return self.table.pool.all & ~taken

    @property
    def supporters_in_supply(self) -> int:
        return supporters_in_supply(self.table, self.players)

    @property
    def king(self) -> words.Seat:
        return self.ranked[0]

    @property
    def seat_to_act(self) -> words.Seat | None:
        """The seat to act, if it is one player's turn."""
        phase = self.phase
        if isinstance(phase, Placing) or isinstance(phase, FirstStatues):  # noqa: SIM101  # half the time of a union
            return self.ranked[phase.rank - 1]
        return self.ranked[0] if isinstance(phase, Coronation) else None

    def rank(self, seat: words.Seat) -> int:
        return self.ranked.index(seat) + 1

    def seat(self, color: str) -> words.Seat | None:
        colors = self.table.colors
        return words.Seat(colors.index(words.Color(color))) if color in colors else None

    def color(self, seat: words.Seat) -> words.Color:
        return self.table.colors[seat]

    def colors(self, seats: Iterable[words.Seat]) -> tuple[words.Color, ...]:
        colors = self.table.colors
        return tuple([colors[seat] for seat in seats])

    def occupied_fields(self) -> country.FieldSet:
        return occupied_fields(self.players)


def occupied_fields(players: Iterable[Player]) -> country.FieldSet:
    taken = 0
    for player in players:
        taken |= player.fields
    return taken


def supporters_in_supply(table: Table, players: Iterable[Player]) -> int:
    left = table.edition.supporters.total
    for player in players:
        left -= player.supporters
    return left


def state_to_mapping(state: State, seq: int) -> dict[str, Any]:
    """Return the state after ``seq`` accepted actions as JSON values, in fixed key order."""
    phase, pool, to_act = state.phase, state.table.pool, state.seat_to_act
    return {
        "seq": seq,
        "round": state.round,
        "phase": phase.name,
        "to_act": None if to_act is None else state.color(to_act),
        "hourglass": hourglass_state(phase),
        "demand": dict(zip(words.COMMODITIES, state.demand, strict=True)),
        "supply": state.supporters_in_supply,
        "players": [
            {
                "color": state.color(words.Seat(seat)),
                "rank": state.rank(words.Seat(seat)),
                "mercy": player.mercy,
                "supporters": player.supporters,
                "placed": player.placed,
                "castle": list(pool.tile_ids(player.castle)),
            }
            for seat, player in enumerate(state.players)
        ],
        "people": list(pool.tile_ids(state.people_tiles)),
        "set_aside": list(pool.tile_ids(state.set_aside)),
        "fields": _fields_to_mapping(state),
        "regions": [
            {"slot": slot, "tile": lie.tile, "turns": lie.turns}
            for slot, lie in enumerate(state.land.slots if isinstance(state.land, country.Country) else ())
        ],
        "chronicle": [state.color(seat) for seat in state.crowned],
        "tumults": [struct_to_mapping(tumult) for tumult in state.tumults],
        "winner": state.color(phase.winner) if isinstance(phase, Over) else None,
        "ending": phase.ending if isinstance(phase, Over) else None,
    }


def canonical_json_bytes(state: State, seq: int) -> bytes:
    return json.dumps(state_to_mapping(state, seq), ensure_ascii=False, separators=(",", ":")).encode("utf-8")


def hourglass_state(phase: Phase) -> TimerState:
    if isinstance(phase, Robbing):
        return "running"
    return "stopped" if isinstance(phase, LastTiles) else "idle"


def _fields_to_mapping(state: State) -> dict[str, Any]:
    owners = {
        bit: {"owner": state.color(words.Seat(seat)), "statues": statues}
        for seat, player in enumerate(state.players)
        for statues, fields in enumerate(player.fields_by_statue_count, start=1)
        for bit in country.iter_bit_indexes(fields)
    }
    return {country.FIELD_NAMES[bit]: owners[bit] for bit in sorted(owners)}
