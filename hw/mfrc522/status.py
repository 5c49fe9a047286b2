"""What the combined read at the end of an exchange says about it; the first octet that comes back means nothing."""

from typing import Final

from hw.iso14443.frames import GARBLED, SILENT, Answer, Outcome, Request
from hw.mfrc522.registers import (
    ANTENNA_ON,
    COLLISION_POSITION,
    COLLISION_POSITION_NOT_VALID,
    FIFO_OCTETS,
    RESET_VALUES,
    ComIrq,
    Error,
    Register,
    read,
)

_REGISTERS: Final = (
    Register.COM_IRQ,
    Register.ERROR,
    Register.FIFO_LEVEL,
    Register.CONTROL,
    Register.COLLISION,
    Register.TX_CONTROL,
)
"""TxControlReg is the canary: after any reset its antenna bits are 0."""

FIFO_AT: Final = 1 + len(_REGISTERS)
"""Where the FIFO's octets begin in what comes back."""

READ: Final = tuple(read(*_REGISTERS, *(Register.FIFO_DATA,) * octets) for octets in range(FIFO_OCTETS + 1))
"""What asks for the status, by the number of octets that a whole answer has."""

ANTENNA_IS_ON: Final = RESET_VALUES[Register.TX_CONTROL] | ANTENNA_ON
"""TxControlReg of a chip that has been set up."""

_ENDED: Final = int(ComIrq.RX | ComIrq.TIMER)
_EVENTS: Final = int(ComIrq.SET | ComIrq.TX | ComIrq.RX | ComIrq.TIMER)
_NOTHING_HEARD: Final = int(ComIrq.TX | ComIrq.TIMER)

LOSES_ITS_OCTET: Final = 7
"""RxAlign at which a split first octet holds a single bit, and some chips do not put it into the FIFO."""

_SPOILS: Final = int(Error.BUFFER_OVERFLOW | Error.COLLISION | Error.CRC | Error.PARITY | Error.PROTOCOL)
"""Errors of the exchange itself."""


def is_quiet(status: bytes) -> bool:
    """Whether a healthy chip has sent and heard nothing at all: how nearly every poll of an empty field ends."""
    heard = status[1] & _EVENTS != _NOTHING_HEARD or status[2] & _SPOILS or status[3]
    return not heard and status[6] == ANTENNA_IS_ON


def has_ended(status: bytes) -> bool:
    return bool(status[1] & _ENDED)


def was_sent(status: bytes) -> bool:
    return bool(status[1] & ComIrq.TX)


def is_set_up(status: bytes) -> bool:
    """Whether the chip still has its settings: the antenna is on, and bit 7 of ComIrqReg reads 0 as ever."""
    return status[6] == ANTENNA_IS_ON and not status[1] & ComIrq.SET


def fifo_level(status: bytes) -> int:
    """How many octets were in the FIFO."""
    return status[3]


def with_early(status: bytes, early: bytes, rest: bytes) -> bytes:
    """The status with all of the FIFO: what was taken out ``early``, while the answer came in, before the ``rest``."""
    return status[:3] + bytes((len(early) + status[3],)) + status[4:FIFO_AT] + early + rest


def answer_in(status: bytes, request: Request) -> Answer:
    """The answer to a frame that was sent.

    Of an answer with a collision only what comes before it has to be there: what a chip keeps of the rest, and what
    RxLastBits says of it, differs. BCC and SAK prove the UID in the end.
    """
    irq, error, level, control, collision = status[1:6]
    error &= _SPOILS
    if not irq & ComIrq.RX:
        return SILENT if irq & ComIrq.TIMER and not (level or error) else GARBLED
    if _is_nibble(status, request):
        return Answer(Outcome.OK, status[FIFO_AT : FIFO_AT + 1], last_bits=4) if not error else GARBLED
    lacks_first = request.align == LOSES_ITS_OCTET and level == request.answer_octets - 1
    octets = bytes(lacks_first) + status[FIFO_AT : FIFO_AT + level]
    if not error:
        is_whole = len(octets) == request.answer_octets and not control & 0x07
        return Answer(Outcome.OK, octets, lacks_first=lacks_first) if is_whole else GARBLED
    if not (request.bitwise and error & Error.COLLISION) or collision & COLLISION_POSITION_NOT_VALID:
        return GARBLED
    position = collision & COLLISION_POSITION or 32
    if not (position + 7) // 8 <= len(octets) <= request.answer_octets:
        return GARBLED
    return Answer(Outcome.OK, octets.ljust(request.answer_octets, b"\0"), collision=position, lacks_first=lacks_first)


def _is_nibble(status: bytes, request: Request) -> bool:
    return request.nibble and fifo_level(status) == 1 and status[4] & 0x07 == 4
