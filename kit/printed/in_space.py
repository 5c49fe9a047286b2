"""Throws in three dimensions: what two dimensions cannot show, and the light beams.

`kit/make_kit throws` prints the figures; it needs the extra `throws`.

Lengths are mm, times s, as in `gate.py`; mujoco gets metres.
"""

import importlib
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from math import atan2, cos, degrees, dist, hypot, radians, sin
from random import Random
from typing import Any, Final

from firmware.castle_node.beams import BeamCheck
from firmware.castle_node.ports import Beams
from kit.printed.from_above import PATIENCE_S, Hand, hands
from kit.printed.from_side import GRAVITY
from kit.printed.gate import CHAMFER, READABLE, TILE_THICK, WALL, Gate, gate_for

STEP_S: Final = 0.0001
DWELL_S: Final = 0.045
"""bench/report.md: of tiles that stay as long as this, all are counted; at 20 ms two thirds."""
LIFT: Final = 8.0
"""So high above its place on the slide a tile still counts. With 1.6 mm of slide, and of a module whose coil is on its
lower side, that makes 11 mm to the antenna, at the short end of the 10 to 30 mm that users report of RC522 modules."""
APART_MM: Final = 12.0
"""Nearer to each other, two stickers are not read (`hw/mfrc522/field.py`)."""
M: Final = 0.001

Vector = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of some tiles thrown into one gate.

    Attributes:
        alone_s: of each tile, the longest stay in the field without another one near it.
        stuck: how many never left.
        missed: how many fell off the mouth's outer edge again.
        beams: changes of the beams: ms, and bits for first low, high and second low one, set where it is cut.
        near_ms: when each tile was last in the field.
    """

    alone_s: tuple[float, ...]
    stuck: int
    missed: int
    beams: tuple[tuple[float, int], ...]
    near_ms: tuple[float, ...]

    @property
    def read(self) -> int:
        return sum(alone >= DWELL_S for alone in self.alone_s)


def _geometry(gate: Gate, friction: float, damping: float, tiles: int) -> str:
    """Return mujoco's model: x is u, y is w, z is v."""
    half, turn, parts = gate.mouth / 2 + 5, gate.mouth_turn, []
    for (u0, v0), (u1, v1) in gate.corridor().walls:
        angle = degrees(atan2(v1 - v0, u1 - u0))
        size = f"{hypot(u1 - u0, v1 - v0) / 2 * M} {half * M} {WALL / 2 * M}"
        pos = f"{(u0 + u1) / 2 * M} 0 {(v0 + v1) / 2 * M}"
        parts.append(f'<geom type="box" pos="{pos}" size="{size}" euler="0 {-angle} 0"/>')
        for u, v in ((u0, v0), (u1, v1)):
            ends = f"{u * M} {-half * M} {v * M} {u * M} {half * M} {v * M}"
            parts.append(f'<geom type="capsule" fromto="{ends}" size="{WALL / 2 * M}"/>')
    slant = radians(gate.funnel_deg)
    for sign in (-1, 1):
        size = f"{gate.funnel / 2 / cos(slant) * M} {WALL / 2 * M} {30 * M}"
        pos = f"{-gate.funnel / 2 * M} {sign * ((gate.mouth + gate.width) / 4 + WALL / 2 / cos(slant)) * M} {20 * M}"
        wall = f'<geom type="box" pos="{pos}" size="{size}" euler="0 0 {-sign * gate.funnel_deg}"/>'
        parts.append(f'<body euler="0 {degrees(turn)} 0">{wall}</body>')
        end, (long, deep) = gate.end + 80, CHAMFER
        size = f"{(end - long) / 2 * M} {5 * M} {120 * M}"
        pos = f"{(end + long) / 2 * M} {sign * (gate.width / 2 + 5) * M} {-20 * M}"
        parts.append(f'<geom type="box" pos="{pos}" size="{size}"/>')
        turned = degrees(atan2(deep, long))
        size = f"{hypot(long, deep) / 2 * M} {5 * M} {120 * M}"
        pos = f"{long / 2 * M} {sign * ((gate.width + deep) / 2 + 5) * M} {-20 * M}"
        parts.append(f'<geom type="box" pos="{pos}" size="{size}" euler="0 0 {-sign * turned}"/>')
    side, thick = (gate.tile / 2 - 0.3) * M, (TILE_THICK / 2 - 0.2) * M
    box = f'<geom type="box" size="{side} {side} {thick}" mass="0.002" priority="1" friction="{friction} 1e-5 1e-5"/>'
    parts += [f'<body pos="{-0.3 - 0.06 * tile} 0.5 0"><freejoint/>{box}</body>' for tile in range(tiles)]
    slope, pull = radians(gate.slope_deg), GRAVITY * M
    return f"""<mujoco>
        <option timestep="{STEP_S}" gravity="{pull * sin(slope)} 0 {-pull * cos(slope)}" cone="elliptic" impratio="3"/>
        <compiler angle="degree" eulerseq="xyz"/>
        <default><geom condim="4" solref="0.0005 {damping}" solimp="0.95 0.99 0.0001" friction="1 1e-5 1e-5"/></default>
        <worldbody>{"".join(parts)}</worldbody></mujoco>"""


def throw_into(gate: Gate, thrown: Sequence[Hand], at_s: Sequence[float], chance: Random) -> Outcome:
    """Simulate tiles that are let go at ``at_s``; the first one's friction and bounce are all tiles'.

    A stack is thrown by two equal hands at one time.
    """
    mujoco = importlib.import_module("mujoco")
    model = mujoco.MjModel.from_xml_string(_geometry(gate, thrown[0].friction, 1 - 1.5 * thrown[0].bounce, len(thrown)))
    data = mujoco.MjData(model)
    corridor, count = gate.corridor(), len(thrown)
    state = ["waits"] * count
    alone, best, near_ms = [0.0] * count, [0.0] * count, [0.0] * count
    beams: list[tuple[float, int]] = [(0.0, 0)]
    starts = _starts(gate, thrown, at_s, chance)
    for step in range(round(PATIENCE_S / STEP_S)):
        for tile in range(count):
            if state[tile] == "waits":
                place = data.qpos[7 * tile : 7 * tile + 7], data.qvel[6 * tile : 6 * tile + 6]
                if step * STEP_S >= at_s[tile]:
                    state[tile] = "slides"
                    place[0][:], place[1][:] = starts[tile]
                else:
                    place[0][:], place[1][:] = (-0.3 - 0.06 * tile, 0.5, 0, 1, 0, 0, 0), 0
        mujoco.mj_step(model, data)
        if step % 5:
            continue
        middles = [tuple(data.qpos[7 * tile : 7 * tile + 3] / M) for tile in range(count)]
        sliding = [tile for tile in range(count) if state[tile] == "slides"]
        for tile in sliding:
            u, _, v = middles[tile]
            is_near = 0 <= u - corridor.window <= READABLE and v - corridor.floor - (WALL + TILE_THICK) / 2 <= LIFT
            is_alone = all(dist(middles[tile], middles[other]) >= APART_MM for other in sliding if other != tile)
            near_ms[tile] = step * STEP_S * 1000 if is_near else near_ms[tile]
            alone[tile] = alone[tile] + 5 * STEP_S if is_near and is_alone else 0.0
            best[tile] = max(best[tile], alone[tile])
            if u > corridor.end + 20:
                state[tile] = "left"
            elif (v < -12 and u < 10) or u < -gate.funnel - 60:
                state[tile] = "missed"
        at_beams = [tile for tile in sliding if middles[tile][0] > gate.beams[0] - gate.tile]
        cut = partial(_is_cut, gate, [(middles[tile], data.xmat[3 + tile]) for tile in at_beams])
        bits = cut(0) << 2 | cut(1) << 1 | cut(2)
        if bits != beams[-1][1]:
            beams.append((step * STEP_S * 1000, bits))
        if not {"waits", "slides"} & set(state):
            break
    stuck = sum(each in {"waits", "slides"} for each in state)
    return Outcome(tuple(best), stuck, state.count("missed"), tuple(beams), tuple(near_ms))


def _starts(
    gate: Gate, thrown: Sequence[Hand], at_s: Sequence[float], chance: Random
) -> list[tuple[list[float], list[float]]]:
    """Return position with quaternion, and velocities, of each tile at its start; a stack's tiles lie on each other."""
    starts: list[tuple[list[float], list[float]]] = []
    pitch, above = radians(chance.uniform(-8, 8)), chance.uniform(0, 8)
    for tile, hand in enumerate(thrown):
        on_another = tile > 0 and at_s[tile] == at_s[tile - 1]
        if not on_another:
            pitch, above = radians(chance.uniform(-8, 8)), chance.uniform(0, 8)
        lean, up = gate.mouth_turn + pitch, 2.5 + gate.tile * 0.71 * abs(sin(pitch)) + above + on_another * TILE_THICK
        u, v = gate.in_mouth(hand.along, up)
        cos_lean, sin_lean, cos_yaw, sin_yaw = cos(lean / 2), sin(lean / 2), cos(hand.yaw / 2), sin(hand.yaw / 2)
        turned = [cos_lean * cos_yaw, sin_lean * sin_yaw, sin_lean * cos_yaw, cos_lean * sin_yaw]
        fast, drop = hand.speed * cos(hand.heading), -chance.uniform(0, 300) * (not on_another)
        speed_u, speed_v = gate.in_mouth(fast, drop)
        velocity = [speed_u * M, hand.speed * sin(hand.heading) * M, speed_v * M, 0.0, 0.0, hand.spin]
        starts.append(([u * M, hand.aside * M, v * M, *turned], velocity))
    return starts


def _is_cut(gate: Gate, tiles: Sequence[tuple[Vector, Any]], beam: int) -> bool:
    """Say whether a tile is in a beam, a line across the slide: clip the line to the tile's box."""
    u, v = gate.beams_in_side[beam]
    for middle, turned in tiles:
        begin, end = -1000.0, 1000.0
        from_middle = (u - middle[0], -middle[1], v - middle[2])
        for axis, half in enumerate((gate.tile / 2, gate.tile / 2, TILE_THICK / 2)):
            offset = sum(from_middle[row] * turned[3 * row + axis] for row in range(3))
            along = turned[3 + axis]
            if abs(along) < 1e-9:
                if abs(offset) > half:
                    end = begin
                continue
            low, high = sorted(((-half - offset) / along, (half - offset) / along))
            begin, end = max(begin, low), min(end, high)
        if begin < end:
            return True
    return False


def single_throws(gate: Gate, count: int, seed: int) -> list[Outcome]:
    """Throw single tiles until ``count`` have not fallen off the mouth again."""
    chance, found = Random(seed), list[Outcome]()  # noqa: S311  # no secret
    for hand in hands(gate, 2 * count, seed):
        if len(found) < count:
            outcome = throw_into(gate, [hand], [0.0], chance)
            found += [] if outcome.missed else [outcome]
    return found


def pair_throws(gate: Gate, count: int, seed: int) -> list[Outcome]:
    """Throw pairs 20 to 400 ms apart, each tenth a stack, until ``count`` were thrown without a miss."""
    chance, found = Random(seed), list[Outcome]()  # noqa: S311  # no secret
    thrown = hands(gate, 4 * count, seed)
    for first in thrown:
        stack = len(found) % 10 == 9
        second = first if stack else next(thrown)
        outcome = throw_into(gate, [first, second], [0.0, 0.0 if stack else chance.uniform(0.02, 0.4)], chance)
        found += [] if outcome.missed else [outcome]
        if len(found) == count:
            break
    return found


class ReplayedBeams(Beams):
    """Beams of a simulated throw."""

    def __init__(self) -> None:
        self.changes: list[tuple[int, int]] = []
        self._is_lit = True

    def switch_light(self, on: bool) -> None:  # noqa: FBT001  # the level of a pin
        self._is_lit = on

    def levels(self) -> int:
        return 0 if self._is_lit else 7

    def take_changes(self) -> list[tuple[int, int]]:
        changes, self.changes = self.changes, []
        return changes


def is_loss_told(outcome: Outcome) -> bool:
    """Return whether a board says that a tile went by unread; it reads those that were alone for `DWELL_S`."""
    beams = ReplayedBeams()
    check = BeamCheck(beams)
    for ms in range(-1000, 0, 10):
        check.feed_and_check_unread(0, is_empty=True, is_visited=False, now_ms=ms)
    due, told = list(outcome.beams[1:]), False
    read = [near for near, alone in zip(outcome.near_ms, outcome.alone_s, strict=True) if alone >= DWELL_S]
    for ms in range(0, 4000, 10):
        while due and due[0][0] <= ms:
            at_ms, bits = due.pop(0)
            beams.changes.append((int(at_ms * 1000), bits))
        came = sum(ms - 10 < near <= ms for near in read)
        is_empty = not any(near - 1000 * DWELL_S <= ms <= near for near in read)
        told = check.feed_and_check_unread(came, is_empty, is_visited=False, now_ms=ms) or told
    return told


def main(throws: int, tile: float) -> None:
    """Print what becomes of so many single throws and pairs."""
    gate = gate_for(tile)
    singles = single_throws(gate, throws // 2, seed=1)
    print(f"{len(singles)} single tiles of {tile:g} mm: {sum(each.stuck for each in singles)} stuck,")
    print(f"  {sum(not each.stuck and not each.read for each in singles)} alone for less than 45 ms,")
    print(f"  {sum(map(is_loss_told, (each for each in singles if each.read)))} read ones reported as unread")
    pairs = pair_throws(gate, throws, seed=2)
    free = [each for each in pairs if not each.stuck]
    lossy = [each for each in free if each.read < 2]
    print(f"{len(pairs)} pairs 20 to 400 ms apart, a tenth of them stacks: {len(pairs) - len(free)} stuck,")
    print(
        f"  {len(lossy)} with a tile alone for less than 45 ms, of which {sum(map(is_loss_told, lossy))} were reported,"
    )
    print(f"  {sum(is_loss_told(each) for each in free if each.read == 2)} with both read reported all the same")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2000, float(sys.argv[2]) if len(sys.argv) > 2 else 30.0)
