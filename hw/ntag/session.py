"""Conversations with a selected NTAG21x, without a port: `hw.mfrc522.driver.Mfrc522.converse` runs them.

Reads return None if the card's answer is missing, garbled or a refusal; writes tell a refusal apart. Writes are not
verified: the caller reads the pages back.
"""

from collections.abc import Generator

from hw.iso14443.frames import CardCommand, CardCommandAnswer, has_valid_crc, with_crc
from hw.ntag import memory

Conversation = Generator[CardCommand, CardCommandAnswer | None, bytes | None]


def _ask_for_bytes(command: bytes, byte_count: int) -> Conversation:
    answer = yield CardCommand(with_crc(command), byte_count + 2, memory.READ_TIMEOUT_S)
    if answer is None or answer.last_bits or not has_valid_crc(answer.data):
        return None
    return answer.data[:-2]


def read_layout() -> Generator[CardCommand, CardCommandAnswer | None, memory.MemoryLayout | None]:
    version = yield from _ask_for_bytes(bytes((memory.CommandCode.GET_VERSION,)), 8)
    return None if version is None else memory.layout_for_version(version)


def read_pages(first: int, count: int) -> Conversation:
    data = b""
    for page in range(first, first + count, memory.READ_PAGES):
        four = yield from _ask_for_bytes(bytes((memory.CommandCode.READ, page)), memory.PAGE_BYTES * memory.READ_PAGES)
        if four is None:
            return None
        data += four
    return data[: memory.PAGE_BYTES * count]


def write_pages(first: int, data: bytes) -> Generator[CardCommand, CardCommandAnswer | None, bool | None]:
    """Write whole pages, the last one first, as a password protects a memory from some page to its end.

    Stop at the first page without acknowledge: return False if it was refused, None without a valid answer. Raise
    ValueError for a partial page.
    """
    if len(data) % memory.PAGE_BYTES:
        msg = f"{len(data)} bytes are not a whole number of pages of {memory.PAGE_BYTES} bytes"
        raise ValueError(msg)
    for index in reversed(range(0, len(data), memory.PAGE_BYTES)):
        command = (
            bytes((memory.CommandCode.WRITE, first + index // memory.PAGE_BYTES))
            + data[index : index + memory.PAGE_BYTES]
        )
        answer = yield CardCommand(with_crc(command), 1, memory.WRITE_TIMEOUT_S)
        if answer is None or answer.last_bits != 4:
            return None
        if answer.data[0] & 0x0F != memory.ACK:
            return False if answer.data[0] & 0x0F == memory.NakReason.INVALID_ARGUMENT else None
    return True
