"""Light beams behind an antenna: tiles seen against tiles read, dirt, daylight, fingers and a stuck tile."""

import pytest

from firmware.castle_node.beams import FIRST, HIGH, SECOND, BeamCheck
from firmware.castle_node.ports import Beams

Shadows = tuple[tuple[int, int], ...]
"""Beams that are cut, and for how many ms."""

TILE: Shadows = ((FIRST, 13), (FIRST | SECOND, 37), (SECOND, 13))
TURNED_TILE_OF_33_MM: Shadows = ((FIRST, 13), (FIRST | SECOND, 62), (SECOND, 13))
STACK: Shadows = ((FIRST, 12), (FIRST | SECOND, 10), (7, 20), (FIRST | SECOND, 6), (SECOND, 12))
TOUCHING_PAIR: Shadows = ((FIRST, 13), (FIRST | SECOND, 87), (SECOND, 13))
FLYING_PAIR: Shadows = ((SECOND, 3), (FIRST | SECOND, 29), (7, 18), (FIRST | SECOND, 32), (SECOND, 12))
"""Simulated in three dimensions: the second tile jumps over the first beam."""
FINGER: Shadows = ((SECOND, 40), (SECOND | HIGH, 40), (7, 300), (SECOND | HIGH, 40), (SECOND, 40))
GLITCH: Shadows = ((HIGH, 2),)


class Gate(Beams):
    """Beams in time: each poll takes 10 ms."""

    def __init__(self) -> None:
        self.now_ms = 0
        self.cut = self.dazzled = 0
        self.is_lit = self.is_visited = False
        self._changes: list[tuple[int, int]] = []
        self.check = BeamCheck(self)
        self.wait(1000)

    def switch_light(self, on: bool) -> None:
        self.is_lit = on
        self._change()

    def levels(self) -> int:
        return (self.cut if self.is_lit else 7) & ~self.dazzled

    def take_changes(self) -> list[tuple[int, int]]:
        changes, self._changes = self._changes, []
        return changes

    def pass_shadows(self, shadows: Shadows, came: int = 0) -> int:
        """Let tiles go by, of which ``came`` were read; return how many times one is said to be unread."""
        told = self.poll(came)
        ends = [(self.now_ms + sum(ms for _, ms in shadows[:at]), cut) for at, (cut, _) in enumerate(shadows)]
        ends.append((self.now_ms + sum(ms for _, ms in shadows), 0))
        while ends or self.now_ms % 10:
            if ends and ends[0][0] == self.now_ms:
                self.cut = ends.pop(0)[1]
                self._change()
            self.now_ms += 1
            told += self.poll(0) if self.now_ms % 10 == 0 else 0
        return told + self.wait(1000)

    def poll(self, came: int) -> int:
        return self.check.feed_and_check_unread(came, not came, self.is_visited, self.now_ms)

    def wait(self, ms: int) -> int:
        told = 0
        for _ in range(ms // 10):
            self.now_ms += 10
            told += self.poll(0)
        return told

    def _change(self) -> None:
        self._changes.append((self.now_ms * 1000 & 0x3FFFFFFF, self.levels()))


@pytest.fixture
def gate() -> Gate:
    return Gate()


@pytest.mark.parametrize(
    ("shadows", "seen"),
    [
        (TILE, 1),
        (TURNED_TILE_OF_33_MM, 1),
        (STACK, 2),
        (TOUCHING_PAIR, 2),
        (FLYING_PAIR, 2),
        ((*TILE, (0, 1), *TILE), 2),
        (FINGER, 0),
        (GLITCH, 0),
    ],
)
def test_a_tile_went_by_unread_if_fewer_were_read_than_seen(gate: Gate, shadows: Shadows, seen: int) -> None:
    for read in range(4):
        assert gate.pass_shadows(shadows, came=read) == (read < seen), f"{read} read"


def test_two_tiles_one_after_the_other_are_compared_together(gate: Gate) -> None:
    assert gate.pass_shadows((*TILE, (0, 150), *TILE), came=1) == 1
    assert gate.pass_shadows((*TILE, (0, 150), *TILE), came=2) == 0


def test_a_tile_held_in_the_beams_is_no_second_one(gate: Gate) -> None:
    assert gate.pass_shadows(((FIRST, 13), (FIRST | SECOND, 400), (7, 500), (SECOND, 13)), came=1) == 0


def test_a_tile_that_waits_between_antenna_and_beams_has_been_read(gate: Gate) -> None:
    gate.is_visited = True  # for a second after the last reading
    assert gate.poll(1) + gate.wait(800) == 0
    assert gate.pass_shadows(TILE) == 0
    gate.is_visited = False
    assert gate.wait(100) + gate.pass_shadows(TILE) == 1


@pytest.mark.parametrize("dirty", [FIRST, HIGH, SECOND])
def test_a_beam_without_light_is_a_fault_until_it_is_clean(gate: Gate, dirty: int) -> None:
    names = {FIRST: "first low beam", HIGH: "high beam", SECOND: "second low beam"}
    gate.pass_shadows(((dirty, 1900),))
    assert gate.check.fault == ""
    gate.cut = dirty
    gate._change()
    assert gate.wait(2500) == 0
    assert gate.check.fault == f"cut for 2 s: {names[dirty]}"
    gate.cut = 0
    gate._change()
    assert gate.wait(100) == 0
    assert gate.check.fault == ""
    assert gate.pass_shadows(TILE) == 1


def test_light_without_the_lamp_is_a_fault_within_six_seconds(gate: Gate) -> None:
    gate.dazzled = FIRST | HIGH
    gate.wait(6000)
    assert gate.check.fault == "light without a lamp: first low and high beam"
    gate.dazzled = 0
    gate.wait(6000)
    assert gate.check.fault == ""
