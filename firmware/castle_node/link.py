"""Codec of the lines of PROTOCOL.md, used by castle boards and the host."""

from binascii import crc32

LINE_BYTES = 120
"""Longest line, `$` and line feed included."""

SEQUENCE_MODULUS = 65536

_LAMPS = "01b"
_HEX = "0123456789ABCDEF"
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def _consists_of(text: str, allowed: str) -> bool:
    return all(letter in allowed for letter in text)


def is_whole_number(text: str, below: int = 1 << 53) -> bool:
    if not _consists_of(text, "0123456789") or not 0 < len(text) <= 16 or (text[0] == "0" and text != "0"):
        return False
    return int(text) < below


def is_lamp_pattern(text: str) -> bool:
    return len(text) == 3 and _consists_of(text, _LAMPS)


def is_board_id(text: str) -> bool:
    return 0 < len(text) <= 24 and _consists_of(text, _LETTERS + "0123456789-")


def _is_boot_id(text: str) -> bool:
    return len(text) == 8 and _consists_of(text, _HEX)


def _is_setting_name(text: str) -> bool:
    return bool(text) and _consists_of(text, _LETTERS)


def _is_setting_value(text: str) -> bool:
    return bool(text)


HOST_FIELD_CHECKS = {
    "hello": (is_whole_number,),
    "beat": (is_whole_number,),
    "ack": (_is_boot_id, is_whole_number),
    "ask": (),
    "check": (),
    "record": (),
    "piece": (is_whole_number,),
    "lamps": (is_lamp_pattern,),
    "set": (_is_setting_name, _is_setting_value),
    "update": (),
    "reboot": (),
}


def format_line(sequence: int, body: str) -> bytes:
    data = f"{sequence} {body}".encode()
    return b"$" + data + f"*{crc32(data):08X}\n".encode()


def to_line_text(text: str) -> str:
    """Return ``text`` with only allowed characters, cut to fit a line."""
    return "".join([letter if " " <= letter <= "~" and letter not in "$*" else "?" for letter in text])[:64]


class Deframer:
    """Split incoming bytes into lines.

    Attributes:
        damaged: number of invalid lines.
        lost: number of lines missing between sequence numbers.
    """

    def __init__(self) -> None:
        self.damaged = 0
        self.lost = 0
        self._buffer = bytearray(LINE_BYTES)
        self._length = 0
        self._expected = -1

    def feed(self, data: bytes) -> list[list[str]]:
        """Take bytes; return the lines they complete, each as word and fields."""
        lines: list[list[str]] = []
        for byte in data:
            if byte != 0x0A:
                if byte == 0x24:  # drop what stands before it
                    self._length = 0
                if self._length < LINE_BYTES - 1:
                    self._buffer[self._length] = byte
                    self._length += 1
                else:
                    self._length = LINE_BYTES
            elif self._length:
                words = self._parse_buffer()
                self._length = 0
                if words is None:
                    self.damaged += 1
                else:
                    lines.append(words)
        return lines

    def is_known_line(self, words: list[str]) -> bool:
        """Return whether the receiver accepts such a line; others count as damaged."""
        return True

    def _parse_buffer(self) -> list[str] | None:
        """Return None for a line that violates PROTOCOL.md."""
        end = self._length - 9
        if end < 2 or self._length == LINE_BYTES:
            return None
        whole = bytes(self._buffer[: self._length])
        body = whole[1:end]
        if whole[0] != 0x24 or whole[end] != 0x2A or whole[end + 1 :] != f"{crc32(body):08X}".encode():
            return None
        for byte in body:
            if not 0x20 <= byte <= 0x7E or byte == 0x2A:
                return None
        words = body.decode().split(" ")
        if len(words) < 2 or not is_whole_number(words[0], SEQUENCE_MODULUS) or not self.is_known_line(words[1:]):
            return None
        sequence = int(words[0])
        if self._expected >= 0 and words[1] != "hello":  # its sender may have restarted
            self.lost += (sequence - self._expected) % SEQUENCE_MODULUS
        self._expected = (sequence + 1) % SEQUENCE_MODULUS
        return words[1:]


class HostLineDeframer(Deframer):
    def is_known_line(self, words: list[str]) -> bool:
        fields = HOST_FIELD_CHECKS.get(words[0])
        if fields is None or len(words) != 1 + len(fields):
            return False
        return all(fits(words[1 + place]) for place, fits in enumerate(fields))
