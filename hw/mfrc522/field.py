"""Simulated field of an antenna: cards that it powers, answers that it receives, disturbances."""

import math
from collections.abc import Callable
from random import Random
from typing import Final

from msgspec import Struct

from hw.iso14443 import frames
from hw.iso14443.picc import ACTIVE_STATES, MifareClassic1K, PcdFrame, Picc
from hw.mfrc522.reception import LOST_BIT, WireBit, reply_to_wire_bits, superpose_answers

HEARD_COUPLING_AT_38_DB: Final = 0.05
SATURATING_COUPLING_AT_38_DB: Final = 3.0
"""Coupling beyond which the receiver clips at 38 dB; a card at contact does so at 48 dB only."""

COIL_RADIUS_MM: Final = 20.0
"""Radius of a loop equivalent to the coil printed on an RC522 module."""

CAPTURE_RATIO: Final = 3.0
"""Ratio of strengths at which an answer hides another without a collision."""


def coupling_at_height(above_mm: float) -> float:
    """Return the coupling above the coil's middle: a loop's field on its axis (Biot-Savart), 1 on the coil."""
    return float((1 + (above_mm / COIL_RADIUS_MM) ** 2) ** -1.5)


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
        neighbours: other antennas near by, with the share of a card's coupling that reaches them.
        on_since_s: when the antenna was switched on; infinity while it is off.
    """

    def __init__(self) -> None:
        self.noise: Noise | None = None
        self.audible: IsAudibleAt | None = None
        self.strength = 1.0
        self.crowd: int | None = None
        self.neighbours: dict[AntennaField, float] = {}
        self.on_since_s = math.inf
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
        self._couplings[picc] = coupling
        self._left_s.pop(picc, None)
        if self.on_since_s < math.inf and coupling * self.strength >= picc.least_coupling:
            picc.enter_powered_field(self, at_s)
        else:
            picc.leave_powered_field(self)

    def leave(self, picc: Picc, at_s: float, *, spreads: bool = True) -> None:
        """Take a card away; the rest of its answer is lost. Raise KeyError if it is not near."""
        for neighbour in self.neighbours if spreads else ():
            neighbour.leave(picc, at_s, spreads=False)
        del self._couplings[picc]
        self._left_s[picc] = at_s
        picc.leave_powered_field(self)

    def switch_antenna(self, *, on: bool, at_s: float) -> None:
        """Switch the antenna; without a field cards lose all but their memory."""
        self.on_since_s = at_s if on else math.inf
        for picc, coupling in self._couplings.items():
            if on and coupling * self.strength >= picc.least_coupling:
                picc.enter_powered_field(self, at_s)
            elif not on:
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
        noise = self.noise
        if noise is not None and noise.chance.random() < noise.garble:
            bits = _with_flipped_bit(bits, noise.chance.randrange(len(bits)))
        if self._flip_in is not None:
            if self._flip_in == 0:
                bits = _with_flipped_bit(bits, self._flip_bit % len(bits))
            self._flip_in = self._flip_in - 1 if self._flip_in else None
        return bits

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
