"""Twins of NTAG213, 215 and 216 stickers: memory, locks and commands."""

from typing import Final

from hw.iso14443 import frames
from hw.iso14443.frames import crc_holds, with_crc
from hw.iso14443.picc import READY_STATES, FrameMeaning, PcdFrame, Picc, Reply, State
from hw.ntag.memory import (
    ACK,
    CAPABILITY_PAGE,
    LOCK_PAGE,
    NTAG213,
    NTAG215,
    NTAG216,
    PAGE_BYTES,
    READ_PAGES,
    Code,
    Layout,
    Nak,
    version_of,
)
from hw.values import Uid

EEPROM_S: Final = 4e-3
"""Assumed duration of a WRITE; the data sheet (10.4) gives a time-out of 10 ms."""

READ_FIRST_PAGE: Final = with_crc(bytes((Code.READ, 0)))


class Ntag21x(Picc):
    """Common part of the three sizes: UID of seven bytes, ATQA 44 00, SAK 00 (data sheet 8.4).

    Attributes:
        writes: pages written so far.
    """

    layout: Layout

    def __init__(self, uid: Uid, *, start_up_s: float = 1e-3) -> None:
        if len(uid) != 7:
            msg = f"an {self.layout.name} has a UID of 7 bytes, not {len(uid)}: {uid.hex()}"
            raise ValueError(msg)
        super().__init__(uid, atqa=b"\x44\x00", sak=0x00, start_up_s=start_up_s)
        layout = self.layout
        self.writes = 0
        self._memory = bytearray(layout.pages * PAGE_BYTES)
        check = frames.bcc(bytes((frames.CASCADE_TAG,)) + uid[:3])
        self._memory[:9] = uid[:3] + bytes((check,)) + uid[3:] + bytes((frames.bcc(uid[3:]),))
        self._memory[9] = 0x48
        self._set_page(CAPABILITY_PAGE, layout.capability)
        self._set_page(4, bytes.fromhex("0103A00C"))
        self._set_page(5, bytes.fromhex("340300FE"))
        self._set_page(layout.dynamic_lock_page, bytes.fromhex("000000BD"))
        self._set_page(layout.configuration_page, bytes.fromhex("040000FF"))
        self._set_page(layout.password_page, b"\xff\xff\xff\xff")

    def page(self, number: int) -> bytes:
        """Return a page's four bytes."""
        return bytes(self._memory[PAGE_BYTES * number : PAGE_BYTES * (number + 1)])

    def accepts_select(self, frame: bytes) -> bool:
        """Accept any checksum, as users report of these stickers."""
        del frame
        return True

    def receive(self, frame: PcdFrame) -> Reply | None:
        """Take a frame; a READ of page 0 selects without a SELECT (data sheet 8.4.2, figure 8)."""
        if self.state in READY_STATES and frame.data == READ_FIRST_PAGE:
            self.state = State.ACTIVE if self.state is State.READY else State.ACTIVE_STAR
        return super().receive(frame)

    def command(self, frame: PcdFrame) -> tuple[FrameMeaning, Reply | None]:
        """Execute a command; a NAK ends the selection."""
        if frame.bits != 8 * len(frame.data) or frame.bits == 0:
            return FrameMeaning.OTHER, None
        if not crc_holds(frame.data):
            return _nak_reply(Nak.CHECKSUM)
        body = frame.data[:-2]
        match body[0], len(body):
            case Code.GET_VERSION, 1:
                return _data_reply(version_of(self.layout))
            case Code.READ, 2:
                return self._read(body[1])
            case Code.FAST_READ, 3:
                return self._fast_read(body[1], body[2])
            case Code.WRITE, 6:
                return self._write(body[1], body[2:])
            case _:
                return _nak_reply(Nak.INVALID_ARGUMENT)

    def _set_page(self, page: int, data: bytes) -> None:
        self._memory[PAGE_BYTES * page : PAGE_BYTES * (page + 1)] = data

    def _read(self, first: int) -> tuple[FrameMeaning, Reply | None]:
        """Read four pages, wrapping to page 0 after the last one (10.2)."""
        pages = self.layout.pages
        if first >= pages:
            return _nak_reply(Nak.INVALID_ARGUMENT)
        return _data_reply(b"".join(self._page_as_read((first + page) % pages) for page in range(READ_PAGES)))

    def _fast_read(self, first: int, last: int) -> tuple[FrameMeaning, Reply | None]:
        if not first <= last < self.layout.pages:
            return _nak_reply(Nak.INVALID_ARGUMENT)
        return _data_reply(b"".join(self._page_as_read(page) for page in range(first, last + 1)))

    def _page_as_read(self, page: int) -> bytes:
        """Return a page; the password is never read out."""
        return bytes(PAGE_BYTES) if page >= self.layout.password_page else self.page(page)

    def _is_locked(self, page: int) -> bool:
        """Check static lock bits for pages 3 to 15, dynamic ones above (8.5.2, 8.5.3)."""
        layout = self.layout
        if CAPABILITY_PAGE <= page < 16:
            static = int.from_bytes(self.page(LOCK_PAGE)[2:], "little")
            return bool(static >> page & 1)
        if page in layout.user_pages:
            dynamic = int.from_bytes(self.page(layout.dynamic_lock_page)[:2], "little")
            return bool(dynamic >> (page - 16) // layout.pages_a_lock_bit & 1)
        return False

    def _write(self, page: int, data: bytes) -> tuple[FrameMeaning, Reply | None]:
        """Write a page; lock bits and the capability container only gain ones (10.4)."""
        if not LOCK_PAGE <= page < self.layout.pages or self._is_locked(page):
            return _nak_reply(Nak.INVALID_ARGUMENT)
        old = self.page(page)
        if page == LOCK_PAGE:
            data = old[:2] + bytes(a | b for a, b in zip(old[2:], data[2:], strict=True))
        elif page in (CAPABILITY_PAGE, self.layout.dynamic_lock_page):
            data = bytes(a | b for a, b in zip(old, data, strict=True))
        self._set_page(page, data)
        self.writes += 1
        return FrameMeaning.COMMAND, Reply(bytes((ACK,)), nibble=True, delay_s=EEPROM_S)


def _data_reply(data: bytes) -> tuple[FrameMeaning, Reply | None]:
    return FrameMeaning.COMMAND, Reply(with_crc(data))


def _nak_reply(reason: Nak) -> tuple[FrameMeaning, Reply | None]:
    """Answer with a NAK; the card falls back to IDLE or HALT."""
    return FrameMeaning.OTHER, Reply(bytes((reason,)), nibble=True)


class Ntag213(Ntag21x):
    """144 bytes for the user."""

    layout = NTAG213


class Ntag215(Ntag21x):
    """504 bytes for the user."""

    layout = NTAG215


class Ntag216(Ntag21x):
    """888 bytes for the user."""

    layout = NTAG216
