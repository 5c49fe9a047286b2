"""Frames of ISO/IEC 14443-3 type A at 106 kbit/s: bytes, checksum and times."""

REQA = b"\x26"
WUPA = b"\x52"
SHORT_FRAME_BITS = 7

SELECT_CODES = (0x93, 0x95, 0x97)
"""SEL of cascade levels 1, 2 and 3 (table 8)."""

NVB_SELECT = 0x70
CASCADE_TAG = 0x88
SAK_UID_INCOMPLETE = 0x04

FRAME_DELAY_PICC_US = 70
"""From the end of a reader's frame to the answer's start (6.2.1.1)."""

FRAME_DELAY_PCD_US = 78
"""From the end of an answer to the next frame, at least (6.2.1.2)."""

REQUEST_GUARD_US = 517
"""From the start of one REQA or WUPA to the start of the next, at least (6.2.2)."""

CARD_START_UP_US = 5100
"""Time that cards need to reset without a field, or to start in one (6.1)."""


def _crc_of_byte(value: int) -> int:
    for _ in range(8):
        value = value >> 1 ^ (0x8408 if value & 1 else 0)
    return value


_CRC_BY_BYTE = tuple(_crc_of_byte(byte) for byte in range(256))


def crc_a(data: bytes, preset: int = 0x6363) -> bytes:
    """Return the two bytes after ``data`` on air (annex B), least significant first."""
    register = preset
    for byte in data:
        register = register >> 8 ^ _CRC_BY_BYTE[(register ^ byte) & 0xFF]
    return bytes((register & 0xFF, register >> 8))


HLTA = b"\x50\x00" + crc_a(b"\x50\x00")


def bcc(data: bytes) -> int:
    """Return the check character: exclusive-or of a level's first four bytes (6.5.4)."""
    return data[0] ^ data[1] ^ data[2] ^ data[3]


def anticollision_frame(level: int, prefix: int, bits: int) -> bytes:
    """Return a cascade level's ANTICOLLISION for cards starting with the ``bits`` low bits of ``prefix``.

    The last byte is sent only in part if ``bits`` is no multiple of 8.
    """
    nvb = (2 + bits // 8) << 4 | bits % 8
    return bytes((SELECT_CODES[level], nvb)) + prefix.to_bytes(5, "little")[: (bits + 7) // 8]


def select_frame(level: int, four: bytes) -> bytes:
    data = bytes((SELECT_CODES[level], NVB_SELECT)) + four + bytes((bcc(four),))
    return data + crc_a(data)


def cascade_levels_of(uid: bytes) -> tuple[bytes, ...]:
    """Return each cascade level's four bytes, without BCC (6.5.4, figure 12); raise ValueError for other lengths."""
    if len(uid) not in (4, 7, 10):
        raise ValueError(f"a UID has 4, 7 or 10 bytes, not {len(uid)}: {uid.hex()}")
    levels: list[bytes] = []
    while len(uid) > 4:
        levels.append(bytes((CASCADE_TAG,)) + uid[:3])
        uid = uid[3:]
    return tuple(levels + [uid])


def select_frames(uid: bytes) -> tuple[bytes, ...]:
    return tuple([select_frame(level, four) for level, four in enumerate(cascade_levels_of(uid))])


def airtime_us(wire_bits: int) -> int:
    """Return the time of ``wire_bits`` on air without start and end: 128 / 13.56 MHz each."""
    return (wire_bits * 9440 + 999) // 1000
