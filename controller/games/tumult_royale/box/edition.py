"""An edition: the values printed on components, as a log stores them."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from controller.games.contract.values import PieceId
from controller.games.tumult_royale.box import words
from controller.games.undoable_log import struct_to_mapping


class Tile(Struct, frozen=True, gc=False):
    """One commodity tile; its value is 1 to 3."""

    id: PieceId
    commodity: words.Commodity
    value: int
    frame: words.Frame


class Sector(Struct, frozen=True, gc=False):
    demand: int
    degrees: int


class Region(Struct, frozen=True, gc=False):
    """A region tile: the kinds of its nine fields, row by row, unrotated."""

    id: words.RegionId
    fields: tuple[words.Kind, ...]


class SupporterCounts(Struct, frozen=True, gc=False):
    """The supporters in all, and of each player at the start, by number of players (TR-0.4)."""

    total: int
    start: Mapping[str, int]


class FrameForPlayers(Struct, frozen=True, gc=False):
    """The frame for a number of players: two rows of ``columns`` slots, and those that begin face down."""

    columns: int
    face_down: tuple[int, ...]


class Edition(Struct, frozen=True, gc=False):
    """What the components show, as stored in a log.

    Attributes:
        spinner: clockwise from the home mark.
        chronicle: the widest gap in statues that does not end the game, in rounds 6 to 10 (TR-8.2).
        frame: by the number of players (TR-0.3).
    """

    name: str
    tiles: tuple[Tile, ...]
    costs: Mapping[words.Kind, Mapping[words.Commodity, int]]
    spinner: tuple[Sector, ...]
    chronicle: tuple[int, ...]
    regions: tuple[Region, ...]
    supporters: SupporterCounts
    frame: Mapping[str, FrameForPlayers]

    def cost_of_kind(self, kind: words.Kind) -> words.Cost:
        bread, marble, tools = (self.costs[kind][commodity] for commodity in words.COMMODITIES)
        return bread, marble, tools

    def spinner_demands(self) -> frozenset[int]:
        return frozenset(sector.demand for sector in self.spinner)

    def tiles_in_play(self, players: int) -> tuple[Tile, ...]:
        """Return the tiles for this number of players, in order of id (TR-0.2)."""
        frames = words.FRAMES_BY_PLAYER_COUNT[players]
        return tuple(sorted((tile for tile in self.tiles if tile.frame in frames), key=lambda tile: tile.id))

    def to_mapping(self) -> dict[str, Any]:
        return struct_to_mapping(self)
