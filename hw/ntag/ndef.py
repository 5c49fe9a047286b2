"""Record on a tile's sticker: an NDEF text record with the tile's id and edition.

NFC Forum: type 2 tag (TLV blocks), NDEF (record header), text record type. Phones show the text.
"""

from typing import Final

from msgspec import Struct

from hw.ntag.memory import PAGE_BYTES

NDEF_MESSAGE: Final = 0x03
TERMINATOR: Final = 0xFE
NULL: Final = 0x00
LONG_LENGTH_MARKER: Final = 0xFF

SINGLE_SHORT_RECORD_HEADER: Final = 0xD1
"""Record header: message begins and ends here, short payload, NFC Forum type name."""

SHORT_RECORD: Final = 0x10
ID_LENGTH_PRESENT: Final = 0x08
TEXT_RECORD_TYPE: Final = b"T"
TEXT_LANGUAGE: Final = b"en"
TEXT_PREFIX: Final = "royaltable"


class TileRecord(Struct, frozen=True):
    """Tile and edition of a sticker; its text is ``royaltable <edition> <tile>``."""

    tile: str
    edition: str

    @property
    def text(self) -> str:
        return f"{TEXT_PREFIX} {self.edition} {self.tile}"


def encode_record(record: TileRecord) -> bytes:
    """Return a sticker's user memory: NDEF message TLV, terminator, zeros up to a whole page.

    Raises:
        ValueError: a name is empty or has a space, or the text is too long for a short record.
    """
    for name in (record.tile, record.edition):
        if not name or " " in name:
            msg = f"a tile's and an edition's name are one word each, not {name!r}"
            raise ValueError(msg)
    return encode_text(record.text)


def encode_text(text: str) -> bytes:
    payload = bytes((len(TEXT_LANGUAGE),)) + TEXT_LANGUAGE + text.encode()
    message = (
        bytes((SINGLE_SHORT_RECORD_HEADER, len(TEXT_RECORD_TYPE), len(payload) & 0xFF)) + TEXT_RECORD_TYPE + payload
    )
    if len(message) >= LONG_LENGTH_MARKER:
        msg = f"{len(message)} bytes do not fit into a short NDEF message; 254 do"
        raise ValueError(msg)
    block = bytes((NDEF_MESSAGE, len(message))) + message + bytes((TERMINATOR,))
    return block + bytes(-len(block) % PAGE_BYTES)


def decode_text(user_memory: bytes) -> str | None:
    """Return the text of the first record; None if it is missing or damaged."""
    message = _find_ndef_message(user_memory)
    if message is None or len(message) < 3:
        return None
    header, type_length = message[0], message[1]
    position = 2
    if header & SHORT_RECORD:
        payload_length, position = message[position], position + 1
    else:
        payload_length, position = int.from_bytes(message[position : position + 4], "big"), position + 4
    if header & ID_LENGTH_PRESENT:
        return None
    record_type, payload = message[position : position + type_length], message[position + type_length :]
    if record_type != TEXT_RECORD_TYPE or not 0 < payload_length <= len(payload):
        return None
    payload = payload[:payload_length]
    is_utf_16 = payload[0] & 0x80
    text = payload[1 + (payload[0] & 0x3F) :]
    try:
        return text.decode("utf-16" if is_utf_16 else "utf-8")
    except UnicodeDecodeError:
        return None


def _find_ndef_message(memory: bytes) -> bytes | None:
    position = 0
    while position + 1 < len(memory):
        tag = memory[position]
        if tag == NULL:
            position += 1
            continue
        if tag == TERMINATOR:
            return None
        length, start = memory[position + 1], position + 2
        if length == LONG_LENGTH_MARKER:
            length, start = int.from_bytes(memory[start : start + 2], "big"), start + 2
        if tag == NDEF_MESSAGE:
            return memory[start : start + length] if start + length <= len(memory) else None
        position = start + length
    return None
