"""Twin of a card (PICC): wake-up, anticollision, selection and halt of ISO/IEC 14443-3."""

import math
from enum import Enum
from typing import Final

from msgspec import Struct

from hw.iso14443 import frames
from hw.iso14443.frames import has_valid_crc, with_crc
from hw.values import Uid


class PiccState(Enum):
    """States of a PICC (6.3, figure 7); starred ones are entered from HALT and fall back to it."""

    POWER_OFF = "POWER_OFF"
    IDLE = "IDLE"
    READY = "READY"
    ACTIVE = "ACTIVE"
    HALT = "HALT"
    READY_STAR = "READY*"
    ACTIVE_STAR = "ACTIVE*"

    __hash__ = object.__hash__  # Enum's is in Python, too slow for a lookup per frame


class FrameMeaning(Enum):
    REQA = "REQA"
    WUPA = "WUPA"
    ANTICOLLISION = "ANTICOLLISION of its level"
    SELECT_LEVEL = "SELECT of its level, the UID goes on"
    SELECT_UID = "SELECT of its last level"
    HLTA = "HLTA"
    COMMAND = "a command of the card's own"
    OTHER = "anything else, also SELECT of another UID and a broken frame"

    __hash__ = object.__hash__  # as above


NEXT_STATE: Final = {
    (PiccState.IDLE, FrameMeaning.REQA): PiccState.READY,
    (PiccState.IDLE, FrameMeaning.WUPA): PiccState.READY,
    (PiccState.HALT, FrameMeaning.WUPA): PiccState.READY_STAR,
    (PiccState.READY, FrameMeaning.ANTICOLLISION): PiccState.READY,
    (PiccState.READY, FrameMeaning.SELECT_LEVEL): PiccState.READY,
    (PiccState.READY, FrameMeaning.SELECT_UID): PiccState.ACTIVE,
    (PiccState.READY_STAR, FrameMeaning.ANTICOLLISION): PiccState.READY_STAR,
    (PiccState.READY_STAR, FrameMeaning.SELECT_LEVEL): PiccState.READY_STAR,
    (PiccState.READY_STAR, FrameMeaning.SELECT_UID): PiccState.ACTIVE_STAR,
    (PiccState.ACTIVE, FrameMeaning.HLTA): PiccState.HALT,
    (PiccState.ACTIVE_STAR, FrameMeaning.HLTA): PiccState.HALT,
    (PiccState.ACTIVE, FrameMeaning.COMMAND): PiccState.ACTIVE,
    (PiccState.ACTIVE_STAR, FrameMeaning.COMMAND): PiccState.ACTIVE_STAR,
}
"""All transitions not in `FALL_BACK_STATE`."""

FALL_BACK_STATE: Final = {
    PiccState.POWER_OFF: PiccState.POWER_OFF,
    PiccState.IDLE: PiccState.IDLE,
    PiccState.READY: PiccState.IDLE,
    PiccState.ACTIVE: PiccState.IDLE,
    PiccState.HALT: PiccState.HALT,
    PiccState.READY_STAR: PiccState.HALT,
    PiccState.ACTIVE_STAR: PiccState.HALT,
}
"""State after an unexpected frame, which a PICC does not answer."""

READY_STATES: Final = frozenset((PiccState.READY, PiccState.READY_STAR))
ACTIVE_STATES: Final = frozenset((PiccState.ACTIVE, PiccState.ACTIVE_STAR))


class PcdFrame(Struct, frozen=True):
    """A frame of a reader: ``bits`` bits, least significant of each byte first."""

    data: bytes
    bits: int


class PiccReply(Struct, frozen=True):
    """Answer of a PICC.

    Attributes:
        data: bytes with the answer; ``first_bit`` and ``nibble`` tell which bits are sent.
        first_bit: the first byte's first bit that is sent; above 0 if the reader's frame ended in that byte.
        nibble: send only the four low bits, without parity (ACK and NAK).
        delay_s: from the end of the reader's frame to the answer's start.
    """

    data: bytes
    first_bit: int = 0
    nibble: bool = False
    delay_s: float = frames.FRAME_DELAY_PICC_S


class Picc:
    """A card with nothing but a UID.

    Attributes:
        least_coupling: at which it runs on a healthy antenna; on the coil the coupling is 1.
        start_up_s: time in the field until it receives (the standard allows 5 ms).
        busy_until_s: end of its last exchange.
        powered_by: the fields that it is in.
    """

    least_coupling = 0.1

    def __init__(self, uid: Uid, *, atqa: bytes, sak: int, start_up_s: float = 1e-3) -> None:
        self.uid = uid
        self.atqa = atqa
        self.sak = sak
        self.start_up_s = start_up_s
        self.busy_until_s = -math.inf
        self.state = PiccState.POWER_OFF
        levels = frames.cascade_levels_of(uid)
        self._levels = tuple(four + bytes((frames.bcc(four),)) for four in levels)
        self._level = 0
        self.powered_by: set[object] = set()
        self._hears_from_s = math.inf

    def enter_powered_field(self, field: object, at_s: float) -> None:
        """Enter a field; if it is the only one, reset everything but the memory."""
        if not self.powered_by:
            self.state = PiccState.IDLE
            self._level = 0
            self._hears_from_s = at_s + self.start_up_s
            self.busy_until_s = -math.inf
        self.powered_by.add(field)

    def leave_powered_field(self, field: object) -> None:
        """Leave a field; without any field the card is off."""
        self.powered_by.discard(field)
        if not self.powered_by:
            self.state = PiccState.POWER_OFF
            self._hears_from_s = math.inf

    def is_listening(self, at_s: float) -> bool:
        return at_s >= self._hears_from_s

    def receive_garbled_frame(self) -> None:
        """Receive a garbled frame, from two readers at once or during its own answer."""
        self.state = FALL_BACK_STATE[self.state]

    def receive(self, frame: PcdFrame) -> PiccReply | None:
        if self.state is PiccState.POWER_OFF:
            return None
        heard, reply = self._interpret_frame(frame)
        came_from = self.state
        self.state = NEXT_STATE.get((came_from, heard), FALL_BACK_STATE[came_from])
        if heard in (FrameMeaning.REQA, FrameMeaning.WUPA):
            self._level = 0
            return reply if self.state in READY_STATES else None
        if heard is FrameMeaning.SELECT_LEVEL:
            self._level += 1
        return reply

    def _interpret_frame(self, frame: PcdFrame) -> tuple[FrameMeaning, PiccReply | None]:
        if not frame.bits:
            return FrameMeaning.OTHER, None
        if frame.bits == frames.SHORT_FRAME_BITS:
            code = frame.data[0] & 0x7F
            if code == frames.REQA[0]:
                return FrameMeaning.REQA, PiccReply(self.atqa)
            if code == frames.WUPA[0]:
                return FrameMeaning.WUPA, PiccReply(self.atqa)
            return FrameMeaning.OTHER, None
        if self.state in READY_STATES:
            return self._interpret_frame_when_ready(frame)
        if self.state in ACTIVE_STATES:
            if frame.data == frames.HLTA:
                return FrameMeaning.HLTA, None
            return self.execute_command(frame)
        return FrameMeaning.OTHER, None

    def _interpret_frame_when_ready(self, frame: PcdFrame) -> tuple[FrameMeaning, PiccReply | None]:
        data = frame.data
        level = self._levels[self._level]
        if len(data) < 2 or data[0] != frames.SELECT_CODES[self._level]:
            return FrameMeaning.OTHER, None
        if data[1] == frames.NVB_SELECT:
            if len(data) != 9 or data[2:7] != level or not self.accepts_select(data):
                return FrameMeaning.OTHER, None
            if self._level + 1 < len(self._levels):
                return FrameMeaning.SELECT_LEVEL, PiccReply(with_crc(bytes((frames.SAK_UID_INCOMPLETE,))))
            return FrameMeaning.SELECT_UID, PiccReply(with_crc(bytes((self.sak,))))
        bits = 8 * (data[1] >> 4) + (data[1] & 7) - 16
        if not 0 <= bits < 40 or frame.bits != bits + 16:
            return FrameMeaning.OTHER, None
        mask = (1 << bits) - 1
        asked = int.from_bytes(data[2:], "little") & mask
        if int.from_bytes(level, "little") & mask != asked:
            return FrameMeaning.ANTICOLLISION, None
        return FrameMeaning.ANTICOLLISION, PiccReply(level[bits // 8 :], first_bit=bits % 8)

    def accepts_select(self, frame: bytes) -> bool:
        return has_valid_crc(frame)

    def execute_command(self, frame: PcdFrame) -> tuple[FrameMeaning, PiccReply | None]:
        """Take a frame while selected; a plain PICC has no commands."""
        del frame
        return FrameMeaning.OTHER, None


CLASSIC_BLOCKS: Final = 64
CLASSIC_BLOCK_BYTES: Final = 16
CLASSIC_WRITE_S: Final = 2e-3
"""Assumed duration of a WRITE; the data sheet (MF1S50yyX, 9.2.1) gives a time-out of 10 ms."""


class MifareClassic1K(Picc):
    """A MIFARE Classic 1K (MF1S50yyX) as delivered: both keys of all sectors are FF FF FF FF FF FF.

    The cipher is not modelled: frames of an authenticated sector are plain, and one key allows everything but reading
    keys. Value blocks are not modelled either. Its coil is four times a sticker's, so it runs at weaker coupling
    (assumed, not measured).

    Attributes:
        blocks: 64 blocks of 16 bytes; the last of each sector has its keys.
    """

    least_coupling = 0.02

    def __init__(self, uid: Uid) -> None:
        atqa = b"\x04\x00" if len(uid) == 4 else b"\x44\x00"
        super().__init__(uid, atqa=atqa, sak=0x08)
        self.blocks = [bytearray(CLASSIC_BLOCK_BYTES) for _ in range(CLASSIC_BLOCKS)]
        maker = uid + (bytes((frames.bcc(uid),)) if len(uid) == 4 else b"") + b"\x08" + atqa
        self.blocks[0][: len(maker)] = maker
        for trailer in self.blocks[3::4]:
            trailer[:] = bytes.fromhex("FFFFFFFFFFFF FF078069 FFFFFFFFFFFF")
        self._sector: int | None = None
        self._writing: int | None = None

    def authenticate(self, command: int, block: int, key: bytes, uid: bytes) -> bool:
        """Open a sector by key A (60h) or B (61h), after a SELECT; a wrong key ends the selection."""
        trailer = self.blocks[block // 4 * 4 + 3]
        stored = trailer[:6] if command == 0x60 else trailer[10:]
        right = self.state in ACTIVE_STATES and key == stored and uid == self.uid[-4:]
        self._sector = block // 4 if right else None
        self._writing = None
        if not right:
            self.state = FALL_BACK_STATE[self.state]
        return right

    def receive(self, frame: PcdFrame) -> PiccReply | None:
        reply = super().receive(frame)
        if self.state not in ACTIVE_STATES:
            self._sector = self._writing = None
        return reply

    def execute_command(self, frame: PcdFrame) -> tuple[FrameMeaning, PiccReply | None]:
        """Read or write a block of the open sector; refuse all else, which ends the selection."""
        body, writing, self._writing = frame.data[:-2], self._writing, None
        if not has_valid_crc(frame.data):
            return FrameMeaning.OTHER, PiccReply(b"\x05", nibble=True)
        if writing is not None and len(body) == CLASSIC_BLOCK_BYTES:
            self.blocks[writing][:] = body
            return FrameMeaning.COMMAND, PiccReply(b"\x0a", nibble=True, delay_s=CLASSIC_WRITE_S)
        if len(body) == 2 and body[1] // 4 == self._sector:
            if body[0] == 0x30:
                hidden = 6 if body[1] % 4 == 3 else 0
                return FrameMeaning.COMMAND, PiccReply(with_crc(bytes(hidden) + self.blocks[body[1]][hidden:]))
            if body[0] == 0xA0 and body[1]:
                self._writing = body[1]
                return FrameMeaning.COMMAND, PiccReply(b"\x0a", nibble=True)
        return FrameMeaning.OTHER, PiccReply(b"\x04", nibble=True)
