"""Frames of ISO/IEC 14443-3 type A at 106 kbit/s: octets, checksum, and how long they take."""

REQA = b"\x26"
WUPA = b"\x52"
SHORT_FRAME_BITS = 7

SELECT_CODES = (0x93, 0x95, 0x97)
"""SEL of cascade levels 1, 2 and 3 (table 8)."""

CASCADE_TAG = 0x88
SAK_UID_INCOMPLETE = 0x04

FRAME_DELAY_PICC_US = 70
"""From the end of a reader's frame to the answer's start (6.2.1.1)."""

FRAME_DELAY_PCD_US = 78
"""From the end of an answer to the next frame, at least (6.2.1.2)."""

REQUEST_GUARD_US = 517
"""From the start of one REQA or WUPA to the start of the next, at least (6.2.2)."""

FIELD_START_US = 5100
"""A field that was off for so long has made its cards forget; one that is on so long has started them (6.1)."""


def _octet(value: int) -> int:
    for _ in range(8):
        value = value >> 1 ^ (0x8408 if value & 1 else 0)
    return value


_BY_OCTET = tuple(_octet(octet) for octet in range(256))


def crc_a(octets: bytes) -> bytes:
    """The two octets that follow ``octets`` on air (annex B), least significant first."""
    register = 0x6363
    for octet in octets:
        register = register >> 8 ^ _BY_OCTET[(register ^ octet) & 0xFF]
    return bytes((register & 0xFF, register >> 8))


HLTA = b"\x50\x00" + crc_a(b"\x50\x00")


def bcc(octets: bytes) -> int:
    """Block check character: exclusive-or of a level's first four octets (6.5.4)."""
    return octets[0] ^ octets[1] ^ octets[2] ^ octets[3]


def anticollision(level: int, prefix: int, bits: int) -> bytes:
    """ANTICOLLISION of a cascade level: whoever starts with the ``bits`` low bits of ``prefix``."""
    nvb = (2 + bits // 8) << 4 | bits % 8
    return bytes((SELECT_CODES[level], nvb)) + prefix.to_bytes(5, "little")[: (bits + 7) // 8]


def select(level: int, four: bytes) -> bytes:
    """SELECT of a cascade level: whoever has exactly these four octets there."""
    octets = bytes((SELECT_CODES[level], 0x70)) + four + bytes((bcc(four),))
    return octets + crc_a(octets)


def selects(uid: bytes) -> tuple[bytes, ...]:
    levels: list[bytes] = []
    left = uid
    while len(left) > 4:
        levels.append(bytes((CASCADE_TAG,)) + left[:3])
        left = left[3:]
    levels.append(left)
    return tuple([select(level, four) for level, four in enumerate(levels)])


def bits_us(wire_bits: int) -> int:
    """How long so many bits take on air, start and end marks not counted: 128 / 13.56 MHz each."""
    return (wire_bits * 9440 + 999) // 1000
