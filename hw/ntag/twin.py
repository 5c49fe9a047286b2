"""Twins of NTAG213, 215 and 216 stickers and of a MIFARE Ultralight: memory, locks, password and commands."""

from typing import Final

from hw.iso14443 import frames
from hw.iso14443.frames import has_valid_crc, with_crc
from hw.iso14443.picc import ACTIVE_STATES, READY_STATES, FrameMeaning, PcdFrame, Picc, PiccReply, PiccState
from hw.ntag import memory
from hw.values import Uid

EEPROM_S: Final = 4e-3
"""Assumed duration of a WRITE; the data sheet (10.4) gives a time-out of 10 ms."""

READ_FIRST_PAGE: Final = with_crc(bytes((memory.CommandCode.READ, 0)))


class Ntag21x(Picc):
    """Common part: UID of seven bytes, ATQA 44 00, SAK 00 (data sheet 8.4).

    A password protects the pages from AUTH0 on against writes, with PROT against reads, too (8.8).

    Attributes:
        writes: pages written so far.
        wrong_passwords: since the last right one.
    """

    layout: memory.MemoryLayout

    def __init__(self, uid: Uid, *, start_up_s: float = 1e-3) -> None:
        if len(uid) != 7:
            msg = f"an {self.layout.name} has a UID of 7 bytes, not {len(uid)}: {uid.hex()}"
            raise ValueError(msg)
        super().__init__(uid, atqa=b"\x44\x00", sak=0x00, start_up_s=start_up_s)
        layout = self.layout
        self.writes = self.wrong_passwords = 0
        self._is_authenticated = False
        self._memory = bytearray(layout.page_count * memory.PAGE_BYTES)
        check = frames.bcc(bytes((frames.CASCADE_TAG,)) + uid[:3])
        self._memory[:9] = uid[:3] + bytes((check,)) + uid[3:] + bytes((frames.bcc(uid[3:]),))
        self._memory[9] = 0x48
        self._set_page(memory.CAPABILITY_PAGE, layout.capability)
        if not layout.pages_a_lock_bit:
            return
        self._set_page(4, bytes.fromhex("0103A00C"))
        self._set_page(5, bytes.fromhex("340300FE"))
        self._set_page(layout.dynamic_lock_page, bytes.fromhex("000000BD"))
        self._set_page(layout.configuration_page, bytes.fromhex("040000FF"))
        self._set_page(layout.password_page, b"\xff\xff\xff\xff")

    def page_bytes(self, number: int) -> bytes:
        return bytes(self._memory[memory.PAGE_BYTES * number : memory.PAGE_BYTES * (number + 1)])

    def accepts_select(self, frame: bytes) -> bool:
        """Accept a SELECT with any checksum, as users report of these stickers."""
        del frame
        return True

    def receive(self, frame: PcdFrame) -> PiccReply | None:
        """Take a frame; a READ of page 0 selects the card like a SELECT (data sheet 8.4.2, figure 8)."""
        if self.state in READY_STATES and frame.data == READ_FIRST_PAGE:
            self.state = PiccState.ACTIVE if self.state is PiccState.READY else PiccState.ACTIVE_STAR
        self._is_authenticated &= self.state in ACTIVE_STATES
        return super().receive(frame)

    def execute_command(self, frame: PcdFrame) -> tuple[FrameMeaning, PiccReply | None]:
        """Execute a command; a NAK ends the selection."""
        if frame.bits != 8 * len(frame.data):
            return FrameMeaning.OTHER, None
        if not has_valid_crc(frame.data):
            return _reply_with_nak(memory.NakReason.CHECKSUM)
        body = frame.data[:-2]
        match body[0], len(body):
            case memory.CommandCode.READ, 2:
                return self._execute_read(body[1])
            case memory.CommandCode.WRITE, 6:
                return self._execute_write(body[1], body[2:])
            case memory.CommandCode.GET_VERSION, 1 if self.layout.version:
                return _reply_with_data(self.layout.version)
            case memory.CommandCode.FAST_READ, 3 if self.layout.version:
                return self._execute_fast_read(body[1], body[2])
            case memory.CommandCode.PWD_AUTH, 5 if self.layout.pages_a_lock_bit:
                return self._authenticate(body[1:])
            case _:
                return _reply_with_nak(memory.NakReason.INVALID_ARGUMENT)

    def _authenticate(self, password: bytes) -> tuple[FrameMeaning, PiccReply | None]:
        """Compare the password; after AUTHLIM wrong ones none is right any more (8.8.2)."""
        limit = self._access & memory.AUTHLIM
        if limit and self.wrong_passwords >= limit:
            return _reply_with_nak(memory.NakReason.AUTHENTICATION_LIMIT)
        self._is_authenticated = self.page_bytes(self.layout.password_page) == password
        if not self._is_authenticated:
            self.wrong_passwords += 1
            return _reply_with_nak(memory.NakReason.INVALID_ARGUMENT)
        self.wrong_passwords = 0
        return _reply_with_data(self.page_bytes(self.layout.password_page + 1)[:2])

    @property
    def _access(self) -> int:
        return self._memory[memory.PAGE_BYTES * (self.layout.configuration_page + 1)]

    def _set_page(self, page: int, data: bytes) -> None:
        self._memory[memory.PAGE_BYTES * page : memory.PAGE_BYTES * (page + 1)] = data

    def _accessible_pages(self, *, reading: bool) -> int:
        """Return the first page that needs the password, else the number of pages."""
        layout = self.layout
        first = self.page_bytes(layout.configuration_page)[3:]
        if not first or self._is_authenticated or (reading and not self._access & memory.PROT):
            return layout.page_count
        return min(first[0], layout.page_count)

    def _execute_read(self, first: int) -> tuple[FrameMeaning, PiccReply | None]:
        """Read four pages, wrapping to page 0 after the last accessible one (10.2)."""
        pages = self._accessible_pages(reading=True)
        if first >= pages:
            return _reply_with_nak(memory.NakReason.INVALID_ARGUMENT)
        return _reply_with_data(
            b"".join(self._readable_page_bytes((first + page) % pages) for page in range(memory.READ_PAGES))
        )

    def _execute_fast_read(self, first: int, last: int) -> tuple[FrameMeaning, PiccReply | None]:
        if not first <= last < self._accessible_pages(reading=True):
            return _reply_with_nak(memory.NakReason.INVALID_ARGUMENT)
        return _reply_with_data(b"".join(self._readable_page_bytes(page) for page in range(first, last + 1)))

    def _readable_page_bytes(self, page: int) -> bytes:
        """Return a page; the password is never read out."""
        return bytes(memory.PAGE_BYTES) if page >= self.layout.password_page else self.page_bytes(page)

    def _is_locked(self, page: int) -> bool:
        """Check static lock bits for pages 3 to 15, dynamic ones above (8.5.2, 8.5.3)."""
        layout = self.layout
        if memory.CAPABILITY_PAGE <= page < 16:
            static = int.from_bytes(self.page_bytes(memory.LOCK_PAGE)[2:], "little")
            return bool(static >> page & 1)
        if layout.pages_a_lock_bit and page in (layout.configuration_page, layout.configuration_page + 1):
            return bool(self._access & memory.CFGLCK)
        if page in layout.user_pages:
            dynamic = int.from_bytes(self.page_bytes(layout.dynamic_lock_page)[:2], "little")
            return bool(dynamic >> (page - 16) // layout.pages_a_lock_bit & 1)
        return False

    def _execute_write(self, page: int, data: bytes) -> tuple[FrameMeaning, PiccReply | None]:
        """Write a page; bits of locks and capability container can be set but not cleared (10.4)."""
        if not memory.LOCK_PAGE <= page < self._accessible_pages(reading=False) or self._is_locked(page):
            return _reply_with_nak(memory.NakReason.INVALID_ARGUMENT)
        old = self.page_bytes(page)
        if page == memory.LOCK_PAGE:
            data = old[:2] + bytes(a | b for a, b in zip(old[2:], data[2:], strict=True))
        elif page in (memory.CAPABILITY_PAGE, self.layout.dynamic_lock_page):
            data = bytes(a | b for a, b in zip(old, data, strict=True))
        self._set_page(page, data)
        self.writes += 1
        return FrameMeaning.COMMAND, PiccReply(bytes((memory.ACK,)), nibble=True, delay_s=EEPROM_S)


def _reply_with_data(data: bytes) -> tuple[FrameMeaning, PiccReply | None]:
    return FrameMeaning.COMMAND, PiccReply(with_crc(data))


def _reply_with_nak(reason: memory.NakReason) -> tuple[FrameMeaning, PiccReply | None]:
    """Answer with a NAK; the card falls back to IDLE or HALT."""
    return FrameMeaning.OTHER, PiccReply(bytes((reason,)), nibble=True)


class Ntag213(Ntag21x):
    """144 bytes for the user."""

    layout = memory.NTAG213


class Ntag215(Ntag21x):
    """504 bytes for the user."""

    layout = memory.NTAG215


class Ntag216(Ntag21x):
    """888 bytes for the user."""

    layout = memory.NTAG216


class MifareUltralight(Ntag21x):
    """48 bytes for the user, not prepared for NDEF; without version, configuration and password (MF0ICU1)."""

    layout = memory.ULTRALIGHT
