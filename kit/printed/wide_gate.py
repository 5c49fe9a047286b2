"""A gate for a throwing hand, computed from a tile's size: simulated, not drawn as solids yet.

Lengths are mm, times s. u runs down the slide, v away from it, w across. A tile goes through an open mouth into a
corridor that is wider than its diagonal, since a narrower one jams; then down a flight of steps as in `gate.py`. At the
end it passes the antenna, then three light beams. No experiment stands behind any of this: friction, bounce and the
reader's range are ranges from data sheets and users' reports, which the builder has to confirm.
"""

from dataclasses import dataclass
from math import cos, radians, sin, sqrt, tan
from typing import Final

from kit.printed.gate import READABLE, TILE_THICK, WALL, Corridor, Point

COIL: Final = 40.0
CLEAR_OF_COIL: Final = 20.0
"""No metal nearer to the coil, such as the legs of the beams' LEDs."""
BEAMS_APART: Final = 8.0
SMALLEST_TILE, LARGEST_TILE = 28.0, 33.0
"""Tiles for which gates were simulated."""


@dataclass(frozen=True, slots=True)
class WideGate:
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
    rise: float = 14.0
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


def gate_for(tile: float) -> WideGate:
    """Return the gate for tiles of ``tile`` mm, measured with their stickers; raise ValueError for others.

    The corridor is 1.5 mm wider than a tile's diagonal. The longest body that passes straight between edge, baffle and
    next step is 4.5 mm longer than it.
    """
    if not SMALLEST_TILE <= tile <= LARGEST_TILE:
        expected = f"{SMALLEST_TILE:g} to {LARGEST_TILE:g} mm, which were simulated"
        raise ValueError(f"a tile of {tile:g} mm: expected {expected}. Build a ramp for yours, without a corridor.")
    scale, diagonal = tile / 30, tile * sqrt(2)
    rise, overlap = 14 * scale, 6 * scale
    reach = (overlap + WALL + TILE_THICK) * sqrt(((diagonal + 4.5) / rise) ** 2 - 1)
    return WideGate(tile, diagonal + 1.5, rise=rise, reach=reach, overlap=overlap, run_up=15 * scale, shelf=17 * scale)


GATE_FOR_30: Final = gate_for(30.0)
