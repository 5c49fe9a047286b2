"""The gate's measures, computed from a tile's size: simulations and solids take the same.

Lengths are mm, times s. u runs down the slide, v away from it, w across. A tile goes through a wide mouth into a
corridor that is wider than its diagonal, since a narrower one jams; then down a flight of steps, each with a baffle
that hangs lower than the step's edge: a thrown tile hits it, falls onto the next step and goes on from rest. At the end
it passes the antenna, then three light beams. No experiment stands behind any of this: friction, bounce and the
reader's range are ranges from data sheets and users' reports, which the builder has to confirm.
"""

from dataclasses import dataclass
from math import cos, radians, sin, sqrt, tan
from typing import Final

Point = tuple[float, float]

TILE_THICK: Final = 2.0
WALL: Final = 1.6
"""Of the walls, whose ends are round; they are given by their middle lines."""
READABLE: Final = 30.0
"""Stretch of the slide where a sticker of 25 mm is surely read: a coil of 40 mm, less 5 mm at either end. There the
sticker crosses the coil's wire, and the flux through it turns round."""
COIL: Final = 40.0
CLEAR_OF_COIL: Final = 20.0
"""No metal nearer to the coil, such as the legs of the beams' LEDs."""
BEAMS_APART: Final = 8.0
CHAMFER: Final = 3.0, 0.6
"""Length and depth by which the corridor's sides begin wider, or a corner that leaves the mouth catches on them."""
BEAM_HEIGHTS: Final = (0.6, 1.75)
"""Of the low beams and of the high one above the slide, in tile thicknesses."""
DROP: Final = 20.0
"""From the slide's end to the table: room for a box that catches the tiles."""
SMALLEST_TILE: Final = 28
LARGEST_TILE: Final = 33
"""Tiles for which gates were simulated."""
THICKEST_TILE: Final = 2.5


@dataclass(frozen=True, slots=True)
class Corridor:
    """What a tile meets.

    Attributes:
        slope_deg: of the slide over the antenna.
        walls: middle lines.
        floor: v of the slide's middle line over the antenna.
        window: u where a tile's middle begins to be read.
        end: u where the slide ends.
        entry: the middle of a tile about to go in, and its heading in radians from u.
        mouth: clear height of the entry, across the heading.
    """

    slope_deg: float
    walls: tuple[tuple[Point, Point], ...]
    floor: float
    window: float
    end: float
    entry: tuple[float, float, float]
    mouth: float


@dataclass(frozen=True, slots=True)
class Gate:
    """The gate's measures. The defaults were found by trying; the tests say how far each may be off.

    Attributes:
        tile: side of a tile.
        width: of the corridor.
        steps: before the slide over the antenna.
        rise: from one step to the next.
        reach: from a step's edge to its baffle's foot.
        overlap: how much lower than the step the foot of the baffle hangs.
        roof: from a step to the roof above it.
        run_up: length of the first step, below the roof.
        shelf: from a baffle's foot to the next edge.
        mouth: width of the open mouth.
        mouth_deg: slope of its floor, steep enough for the friction of floor and side wall together.
        funnel_deg: its half angle.
        hood: how much its upper side rises to the outside.
    """

    tile: float = 30.0
    width: float = 44.0
    slope_deg: float = 31.0
    steps: int = 2
    rise: float = 16.0
    reach: float = 30.7
    overlap: float = 6.0
    roof: float = 12.0
    run_up: float = 15.0
    shelf: float = 17.0
    mouth: float = 80.0
    mouth_deg: float = 42.0
    funnel_deg: float = 25.0
    hood: float = 10.0

    @property
    def edges(self) -> list[float]:
        return [self.run_up + step * (self.reach + self.shelf) for step in range(self.steps)]

    @property
    def window(self) -> float:
        return self.edges[-1] + self.reach

    @property
    def beams(self) -> tuple[float, float]:
        """Where along the slide the two low beams are; the high one is between them."""
        first = self.window + (READABLE + COIL) / 2 + CLEAR_OF_COIL
        return first, first + BEAMS_APART

    @property
    def beams_in_side(self) -> list[Point]:
        """Return u and v of first low, high and second low beam."""
        first, last = self.beams
        low, high = (self.corridor_floor + WALL / 2 + height * TILE_THICK for height in BEAM_HEIGHTS)
        return [(first, low), ((first + last) / 2, high), (last, low)]

    @property
    def end(self) -> float:
        """End of the slide, before which a tile does not tip while it is in the beams."""
        return self.beams[1] + self.tile / 2 + 2

    @property
    def funnel(self) -> float:
        """Length of the mouth's floor."""
        return (self.mouth - self.width) / 2 / tan(radians(self.funnel_deg))

    @property
    def mouth_turn(self) -> float:
        """Angle between the mouth's floor and the slide, radians."""
        return radians(self.mouth_deg - self.slope_deg)

    def in_mouth(self, along: float, above: float) -> Point:
        """Return u and v of a point of the mouth: along its floor (below 0: upwards) and above it."""
        turn = self.mouth_turn
        return along * cos(turn) + above * sin(turn), -along * sin(turn) + above * cos(turn)

    def corridor(self) -> Corridor:
        """Return its walls; baffles hang plumb, so friction cannot hold a tile's front edge to them."""
        plumb = tan(radians(self.slope_deg))
        top_of_hood = self.in_mouth(-self.funnel, self.roof + self.hood)
        walls: list[tuple[Point, Point]] = [
            (self.in_mouth(-self.funnel, 0.0), (0.0, 0.0)),
            (top_of_hood, (0.0, self.roof)),
        ]
        begin = roof_from = 0.0
        for step, edge in enumerate(self.edges):
            v, foot = -step * self.rise, edge + self.reach
            top = foot - plumb * (self.roof + self.overlap)
            walls += [
                ((begin, v), (edge, v)),
                ((edge, v), (edge, v - self.rise)),
                ((roof_from, v + self.roof), (top, v + self.roof)),
                ((top, v + self.roof), (foot, v - self.overlap)),
            ]
            begin, roof_from = edge, foot - plumb * (self.overlap - self.rise + self.roof)
        floor = self.corridor_floor
        walls += [((begin, floor), (self.end, floor)), ((roof_from, floor + self.roof), (self.end, floor + self.roof))]
        entry = (*self.in_mouth(-self.funnel / 2, self.roof / 2), -self.mouth_turn)
        return Corridor(self.slope_deg, tuple(walls), floor, self.window, self.end, entry, self.roof - WALL)

    @property
    def corridor_floor(self) -> float:
        """Return v of the slide's middle line over antenna and beams."""
        return -self.steps * self.rise

    @property
    def height(self) -> float:
        """How much higher the mouth's floor begins than the slide ends."""
        slope = radians(self.slope_deg)
        u, v = self.in_mouth(-self.funnel, 0.0)
        return (self.end - u) * sin(slope) + (v - self.corridor_floor) * cos(slope)


def gate_for(tile: float) -> Gate:
    """Return the gate for tiles of ``tile`` mm, measured with their stickers; raise ValueError for others.

    The corridor is 1.5 mm wider than a tile's diagonal. The longest body that passes straight between edge, baffle and
    next step is 11.2 mm longer than it; with 4.5 mm, two tiles that slide on each other wedge there. From
    steps as high as their size, large tiles fall too fast to be read.
    """
    if not SMALLEST_TILE <= tile <= LARGEST_TILE:
        expected = f"{SMALLEST_TILE:g} to {LARGEST_TILE:g} mm, which were simulated"
        raise ValueError(f"a tile of {tile:g} mm: expected {expected}. Build a ramp for yours, without a corridor.")
    scale, diagonal = tile / 30, tile * sqrt(2)
    rise, overlap = min(16 * scale, 22 - tile / 5), 6 * scale
    reach = (overlap + WALL + TILE_THICK) * sqrt(((diagonal + 11.2) / rise) ** 2 - 1)
    return Gate(tile, diagonal + 1.5, rise=rise, reach=reach, overlap=overlap, run_up=15 * scale, shelf=17 * scale)


GATE: Final = gate_for(30.0)
