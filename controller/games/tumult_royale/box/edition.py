"""An edition: what is printed on the components of a box."""

from typing import Any

from msgspec import Struct

from controller.games.contract.values import PieceId
from controller.games.tumult_royale.box.words import (
    COMMODITIES,
    FRAMES_IN_PLAY,
    KINDS,
    PLAYER_COUNTS,
    Commodity,
    Cost,
    Frame,
    Kind,
    RegionId,
)


class Tile(Struct, frozen=True, gc=False):
    """One commodity tile; its value is 1 to 3."""

    id: PieceId
    commodity: Commodity
    value: int
    frame: Frame


class Sector(Struct, frozen=True, gc=False):
    demand: int
    degrees: int


class Region(Struct, frozen=True, gc=False):
    """A region tile: nine kinds, row by row, as it lies with no turn."""

    id: RegionId
    fields: tuple[Kind, ...]


class FrameOf(Struct, frozen=True, gc=False):
    """The frame for one number of players: two rows of ``columns`` slots, and those face down in a set-up."""

    columns: int
    face_down: tuple[int, ...]


class Edition(Struct, frozen=True, gc=False):
    """What is printed on the components.

    Attributes:
        costs: by kind, in the order of ``KINDS``.
        spinner: clockwise from the home mark.
        chronicle: the gaps of rounds 6 to 10 (TR-8.2).
        supporters: how many there are in all.
        start_supporters: what each of 2, 3, 4 players starts with (TR-0.4).
        frames: for 2, 3, 4 players.
    """

    name: str
    tiles: tuple[Tile, ...]
    costs: tuple[Cost, ...]
    spinner: tuple[Sector, ...]
    chronicle: tuple[int, ...]
    regions: tuple[Region, ...]
    supporters: int
    start_supporters: tuple[int, int, int]
    frames: tuple[FrameOf, FrameOf, FrameOf]

    def cost(self, kind: Kind) -> Cost:
        return self.costs[KINDS.index(kind)]

    def demands(self) -> frozenset[int]:
        return frozenset(sector.demand for sector in self.spinner)

    def tiles_in_play(self, players: int) -> tuple[Tile, ...]:
        """The tiles of a game of so many players, in order of id (TR-0.2)."""
        frames = FRAMES_IN_PLAY[players]
        return tuple(sorted((tile for tile in self.tiles if tile.frame in frames), key=lambda tile: tile.id))

    def supporters_at_start(self, players: int) -> int:
        """What each of so many players starts with (TR-0.4)."""
        return self.start_supporters[PLAYER_COUNTS.index(players)]

    def frame(self, players: int) -> FrameOf:
        """The frame for so many players (TR-0.3)."""
        return self.frames[PLAYER_COUNTS.index(players)]

    def to_mapping(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "tiles": [
                {"id": tile.id, "commodity": tile.commodity, "value": tile.value, "frame": tile.frame}
                for tile in self.tiles
            ],
            "costs": {
                kind: dict(zip(COMMODITIES, cost, strict=True)) for kind, cost in zip(KINDS, self.costs, strict=True)
            },
            "spinner": [{"demand": sector.demand, "degrees": sector.degrees} for sector in self.spinner],
            "chronicle": list(self.chronicle),
            "regions": [{"id": region.id, "fields": list(region.fields)} for region in self.regions],
            "supporters": {
                "total": self.supporters,
                "start": {
                    str(players): each for players, each in zip(PLAYER_COUNTS, self.start_supporters, strict=True)
                },
            },
            "frame": {
                str(players): {"columns": frame.columns, "face_down": list(frame.face_down)}
                for players, frame in zip(PLAYER_COUNTS, self.frames, strict=True)
            },
        }
