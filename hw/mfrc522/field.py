"""Simulated field of an antenna: cards that it powers, answers that it receives, disturbances."""

import math
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations, pairwise
from random import Random
from typing import Final

from msgspec import Struct

from hw.iso14443 import frames
from hw.iso14443.picc import ACTIVE_STATES, MifareClassic1K, PcdFrame, Picc
from hw.mfrc522.reception import COLLIDED_BIT, LOST_BIT, WireBit, reply_to_wire_bits, superpose_answers

HEARD_COUPLING_AT_38_DB: Final = 0.05
SATURATING_COUPLING_AT_38_DB: Final = 3.0
"""Coupling beyond which the receiver clips at 38 dB; a card at contact does so at 48 dB only."""

COIL_RADIUS_MM: Final = 20.0
"""Radius of a loop equivalent to the coil printed on an RC522 module."""

STICKER_RADIUS_MM: Final = 11.0
"""Radius of a loop equivalent to the coil of a sticker of 25 mm."""

TURNS_APART: Final = 36
"""Pieces into which `coupling_at` cuts each loop."""

NULL_MM: Final = 23.0
"""Offset from the coil's middle from which a sticker has no power: its loop lies over the wire, and the flux through
both sides cancels. Farther out, up to 38 mm, the flux has turned round and powers it again, weakly."""

DETUNED_WITHIN_MM: Final = 12.0
"""Distance of two stickers' middles within which they pull each other's resonance off 13.56 MHz and neither runs,
estimated: half the diameter of one, whose halves then share their flux. Users read stacks with no MFRC522."""

STEP_MM: Final = 5.0

DISTURBING_SHARE: Final = 0.01
"""Share of an antenna's field at a neighbour from which its frames hide answers there, estimated: a card's answer
modulates a hundredth of the carrier at most, and the pauses of a frame have power at the subcarrier, too, which is 8
times the bit rate (14443-2, 8.1.3 and 8.2.4). Readers 8 cm apart lose tags and see wrong ones (rfid#589)."""

FRAMES_KEPT: Final = 16
NOISE_BITS: Final = (0, 1, COLLIDED_BIT)

WAYS_MM: Final = ((-40, 40), (-40, -26, -34, 40), (-40, -12, -40, 40), (-40, 40, 12, 40))
"""Ways of a tile over the coil, as turning points in mm from its middle: straight, with a halt over the wire, drawn
back and put in again, and back from the end of its slide."""

HEIGHTS_MM: Final = (2.0, 5.0)
"""Heights at which a tile passes."""

CAPTURE_RATIO: Final = 3.0
"""Ratio of strengths at which an answer hides another without a collision."""


@cache
def coupling_at(above_mm: float, aside_mm: float = 0.0) -> float:
    """Return the coupling of a flat sticker, 1 in the coil's middle: the loops' mutual inductance (Neumann's formula).

    Over the wire it is 0, and beyond it negative.
    """
    turns = [2 * math.pi * (at + 0.5) / TURNS_APART for at in range(TURNS_APART)]
    if (above_mm, aside_mm) == (0, 0):
        return 1.0
    return _mutual_inductance(turns, above_mm, aside_mm) / _mutual_inductance(turns, 0.0, 0.0)


def _mutual_inductance(turns: list[float], above_mm: float, aside_mm: float) -> float:
    """Return it without its constant; each loop is a polygon."""
    total = 0.0
    for here in turns:
        x, y = COIL_RADIUS_MM * math.cos(here) - aside_mm, COIL_RADIUS_MM * math.sin(here)
        for there in turns:
            across = x - STICKER_RADIUS_MM * math.cos(there), y - STICKER_RADIUS_MM * math.sin(there)
            total += math.cos(here - there) / math.hypot(*across, above_mm)
    return total


def strength_above_metal(metal_mm: float) -> float:
    """Return the share of a field that metal leaves, ``metal_mm`` behind the antenna: its mirror image opposes it.

    A sheet of copper is a mirror at 13.56 MHz (skin depth 18 um): the image lies as far behind it.
    """
    return 1 - coupling_at(2 * metal_mm)


def way_over_coil(
    crossing_s: float, chance: Random, ways_mm: Sequence[Sequence[float]] = WAYS_MM
) -> Iterator[tuple[float, float, float]]:
    """Yield seconds, and where a tile is for so long: mm from the coil's middle, and above it.

    It takes ``crossing_s`` between the nulls at the wire, and more for what a hand adds.
    """
    above_mm = float(chance.randint(*map(int, HEIGHTS_MM)))
    for here, there in pairwise(chance.choice(ways_mm)):
        steps = round(abs(there - here) / STEP_MM)
        for step in range(steps):
            aside_mm = here + (there - here) * (step + 0.5) / steps
            yield abs(there - here) / steps * crossing_s / (2 * NULL_MM), aside_mm, above_mm


IsAudibleAt = Callable[[float], bool]
"""Return whether the receiver works at a time in seconds."""


class Noise(Struct, frozen=True):
    """Random damage to frames.

    Attributes:
        loss: probability that a card misses a frame, and the reader an answer.
        garble: probability that one bit of an answer is flipped.
    """

    chance: Random
    loss: float = 0.0
    garble: float = 0.0


class CardAnswer(Struct, frozen=True):
    picc: Picc
    coupling: float
    bits: tuple[WireBit, ...]
    starts_s: float

    @property
    def ends_s(self) -> float:
        return self.starts_s + frames.picc_frame_duration_s(len(self.bits))


class AntennaField:
    """Cards near one antenna.

    Attributes:
        noise: damage to frames, or None.
        audible: tells when a loose antenna works; None for always.
        strength: relative to a healthy module's. A module with too small inductors has 0.05, which powers the card
            sold with it but no sticker (miguelbalboa/rfid#124, trikkitt.com on how to fix them).
        crowd: None, or the number of stacked cards that detune the coil so far that none can be read.
        neighbours: other antennas near by, with the share of a card's coupling that reaches them. Their frames disturb
            this one's receiver.
        frames: begin and end of the last frames sent, in seconds.
        places: where cards are, in mm aside of the coil's middle and above it; those within `DETUNED_WITHIN_MM` of
            each other have no power. Cards without a place are held apart.
        on_since_s: when the antenna was switched on; infinity while it is off.
    """

    def __init__(self) -> None:
        self.noise: Noise | None = None
        self.audible: IsAudibleAt | None = None
        self.strength = 1.0
        self.crowd: int | None = None
        self.neighbours: dict[AntennaField, float] = {}
        self.on_since_s = math.inf
        self.frames: deque[tuple[float, float]] = deque(maxlen=FRAMES_KEPT)
        self._static = Random(4)  # noqa: S311  # no secret
        self.places: dict[Picc, tuple[float, float]] = {}
        self._couplings: dict[Picc, float] = {}
        self._left_s: dict[Picc, float] = {}
        self._answering: list[CardAnswer] = []
        self._flip_in: int | None = None
        self._flip_bit = 0

    @property
    def piccs(self) -> tuple[Picc, ...]:
        return tuple(self._couplings)

    def enter(self, picc: Picc, coupling: float, at_s: float, *, spreads: bool = True) -> None:
        """Bring a card near or move it; it stays powered while the coupling suffices."""
        for neighbour, share in self.neighbours.items() if spreads else ():
            neighbour.enter(picc, coupling * share, at_s, spreads=False)
        self._couplings[picc] = abs(coupling)
        self._update_power(at_s)

    def leave(self, picc: Picc, at_s: float, *, spreads: bool = True) -> None:
        """Take a card away; the rest of its answer is lost. Raise KeyError if it is not near."""
        for neighbour in self.neighbours if spreads else ():
            neighbour.leave(picc, at_s, spreads=False)
        del self._couplings[picc]
        self.places.pop(picc, None)
        self._left_s.setdefault(picc, at_s)
        picc.leave_powered_field(self)
        self._update_power(at_s)

    def switch_antenna(self, *, on: bool, at_s: float) -> None:
        """Switch the antenna; without a field cards lose all but their memory."""
        self.on_since_s = at_s if on else math.inf
        self._update_power(at_s)

    def _update_power(self, at_s: float) -> None:
        """Power the cards that are near enough; one that loses its power leaves the rest of its answer out."""
        placed = combinations(self.places.items(), 2)
        detuned = {
            picc for one, two in placed if math.dist(one[1], two[1]) < DETUNED_WITHIN_MM for picc in (one[0], two[0])
        }
        for picc, coupling in self._couplings.items():
            is_near = coupling * self.strength >= picc.least_coupling and picc not in detuned
            if self.on_since_s < math.inf and is_near:
                picc.enter_powered_field(self, at_s)
            elif self in picc.powered_by:
                self._left_s.setdefault(picc, at_s)
                picc.leave_powered_field(self)

    def flip_bit_of_answer(self, answer: int, bit: int) -> None:
        """Flip a bit on air of the ``answer``-th answer from now (0 is the next); ``bit`` counts parity bits, too."""
        self._flip_in, self._flip_bit = answer, bit

    def broadcast_frame(
        self, frame: PcdFrame, sent_s: float, ended_s: float, gain_db: int
    ) -> tuple[float, float] | None:
        """Send a frame to every card; return start of the first answer and end of the last in seconds, or None."""
        self._answering = []
        if not self._couplings or self.on_since_s == math.inf:
            return None
        self._left_s.clear()
        gain = 10 ** ((gain_db - 38) / 20)
        for picc, coupling in self._couplings.items():
            is_drowned = any(self._is_weaker_than(field, picc) for field in picc.powered_by)
            if is_drowned or not picc.is_listening(sent_s) or self._is_frame_lost_by_chance():
                continue
            if sent_s < picc.busy_until_s:
                picc.receive_garbled_frame()
                continue
            reply = picc.receive(frame)
            picc.busy_until_s = ended_s
            if reply is None:
                continue
            answering = CardAnswer(picc, coupling, reply_to_wire_bits(reply), ended_s + reply.delay_s)
            picc.busy_until_s = answering.ends_s
            if coupling * gain >= HEARD_COUPLING_AT_38_DB and not self._is_frame_lost_by_chance():
                self._answering.append(answering)
        if self._answering and self.audible is not None and not self.audible(sent_s):
            self._answering = []
        if not self._answering:
            return None
        strongest = max(answering.coupling for answering in self._answering)
        self._answering = [answer for answer in self._answering if answer.coupling * CAPTURE_RATIO > strongest]
        crowded = self.crowd is not None and len(self._couplings) >= self.crowd
        if crowded or strongest * gain > SATURATING_COUPLING_AT_38_DB:
            self._answering = [self._answer_read_as_zeros(answering) for answering in self._answering]
        return min(a.starts_s for a in self._answering), max(a.ends_s for a in self._answering)

    def authenticate(self, command: int, block: int, key: bytes, uid: bytes) -> bool:
        """Return whether a card near the antenna has opened the sector of ``block``."""
        cards = [picc for picc in self._couplings if isinstance(picc, MifareClassic1K)]
        return any(card.authenticate(command, block, key, uid) for card in cards if card.state in ACTIVE_STATES)

    def receive_answer_bits(self) -> tuple[WireBit, ...]:
        starts_s = min(answering.starts_s for answering in self._answering)
        bits = superpose_answers(
            tuple(self._bits_sent_before_removal(answering, starts_s) for answering in self._answering)
        )
        for begins_s, ends_s in self._frames_of_neighbours():
            first, last = ((at_s - starts_s) / frames.ETU_S for at_s in (begins_s, ends_s))
            if first < len(bits) and last > 0:
                bits = tuple(
                    self._static.choice(NOISE_BITS) if first <= at <= last else bit for at, bit in enumerate(bits)
                )
        noise = self.noise
        if noise is not None and noise.chance.random() < noise.garble:
            bits = _with_flipped_bit(bits, noise.chance.randrange(len(bits)))
        if self._flip_in is not None:
            if self._flip_in == 0:
                bits = _with_flipped_bit(bits, self._flip_bit % len(bits))
            self._flip_in = self._flip_in - 1 if self._flip_in else None
        return bits

    def _frames_of_neighbours(self) -> list[tuple[float, float]]:
        near = [field for field, share in self.neighbours.items() if share >= DISTURBING_SHARE]
        return [frame for field in near for frame in field.frames]

    def _is_weaker_than(self, other: object, picc: Picc) -> bool:
        """Return whether the carrier of the other antenna fills the pauses of this one's frames at the card."""
        return isinstance(other, AntennaField) and other.coupling_of(picc) > self.coupling_of(picc)

    def coupling_of(self, picc: Picc) -> float:
        return self._couplings[picc]

    def _is_frame_lost_by_chance(self) -> bool:
        return self.noise is not None and self.noise.chance.random() < self.noise.loss

    def _answer_read_as_zeros(self, answering: CardAnswer) -> CardAnswer:
        return CardAnswer(answering.picc, answering.coupling, (0,) * len(answering.bits), answering.starts_s)

    def _bits_sent_before_removal(self, answering: CardAnswer, starts_s: float) -> tuple[WireBit, ...]:
        late = round((answering.starts_s - starts_s) / frames.ETU_S)
        bits: tuple[WireBit, ...] = (LOST_BIT,) * late + answering.bits
        left_s = self._left_s.get(answering.picc)
        if left_s is None:
            return bits
        sent = max(0, int((left_s - starts_s) / frames.ETU_S) - 1)
        return bits[:sent] + (LOST_BIT,) * (len(bits) - sent)


def _with_flipped_bit(bits: tuple[WireBit, ...], index: int) -> tuple[WireBit, ...]:
    bit = bits[index]
    return (*bits[:index], bit if bit is None else 1 - abs(bit), *bits[index + 1 :])
