"""Play a recording's messages to twins, and name where the real part answered otherwise, in words of its data sheet.

What depends on the field, time or analogue values is left out: whether a tag answers, and what it stores; bits that
change within a millisecond; test registers. Tags are those that were selected. `compare_parts` has the other parts.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from itertools import pairwise
from math import inf
from operator import xor
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from firmware.castle_node.i2c import WS1850S_ADDRESS
from hw.bus.recorder import Event, Recording, RecordingError
from hw.castle_link.messages import MAX_READERS
from hw.iso14443 import frames
from hw.iso14443.picc import MifareClassic1K, Picc
from hw.mfrc522.flavours import FLAVOURS, WS1850S, Flavour
from hw.mfrc522.registers import (
    DOCUMENTED_BITS,
    FLUSH_FIFO,
    START_SEND,
    ComIrq,
    Command,
    DivIrq,
    ErrorFlag,
    Register,
)
from hw.mfrc522.twin import Mfrc522Twin
from hw.ntag.twin import Ntag213
from hw.testing.wiring import TableWiring
from hw.values import Uid

SLACK_S: Final = 1e-3
"""A bit that changed less than this before a read, or changes soon after, may be read either way."""

START_UP_S: Final = 0.2e-3
"""A chip may answer sooner or later than its 38 us after a reset."""

SOFT_RESET_S: Final = 5e-3
SLOW_RESET_S: Final = 4e-3
TEST_REGISTERS: Final = tuple(Register(each) for each in Register if 0x31 <= each <= 0x35 or each >= 0x38)

LEFT_OUT: Final[Mapping[int, int]] = {
    Register.STATUS_1: 0xFF,
    Register.STATUS_2: 0xFF,
    Register.TIMER_COUNTER_HIGH: 0xFF,
    Register.TIMER_COUNTER_LOW: 0xFF,
    Register.ERROR: ErrorFlag.TEMPERATURE,
    Register.DIV_IRQ: 0xFF & ~DivIrq.CRC,
    Register.CONTROL: 0xF8,
    **dict.fromkeys(TEST_REGISTERS, 0xFF),
}
"""Bits that depend on field, time or analogue values, or that the twin does not model."""

CHANGING: Final = frozenset(
    {
        Register.COMMAND,
        Register.COM_IRQ,
        Register.DIV_IRQ,
        Register.ERROR,
        Register.FIFO_DATA,
        Register.FIFO_LEVEL,
        Register.CONTROL,
        Register.BIT_FRAMING,
        Register.COLLISION,
        Register.CRC_RESULT_HIGH,
        Register.CRC_RESULT_LOW,
    }
)
"""Registers that the chip changes by itself; the others keep what is written."""

KNOWN_ADDRESSES: Final = frozenset(map(int, Register))
OF_FIELD: Final = ErrorFlag.COLLISION | ErrorFlag.CRC | ErrorFlag.PARITY | ErrorFlag.PROTOCOL
BY_TIME: Final = ComIrq.TX | ComIrq.RX | ComIrq.IDLE | ComIrq.TIMER
FLAGS: Final = {Register.COM_IRQ: ComIrq, Register.DIV_IRQ: DivIrq, Register.ERROR: ErrorFlag}
PAGE_3_SECTIONS: Final = (2, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 11, 11, 12, 12)
"""Of chapter 9.3.3, from register 21h on."""

SELECT_CODES: Final = (0x93, 0x95, 0x97)
CASCADE_TAG: Final = 0x88
WHOLE: Final = 0x70
UID_BYTES: Final = 5
"""Of an answer in anticollision: four of the UID and their checksum BCC."""


def section_of(register: Register) -> str:
    """Return the register's section in the data sheet of the MFRC522, rev. 3.9."""
    page, number = divmod(register, 0x10)
    if page == 2:  # sections of 16-bit values count once
        return f"9.3.3.{PAGE_3_SECTIONS[number - 1]}"
    return f"9.3.{page + 1}.{number + 1}"


class Difference(Struct, frozen=True):
    """Where a part answered otherwise than its twin: the first place, and how often.

    Attributes:
        register: of the chip; None if the bus itself differs.
        bits: those that differ.
        note: what else there is to say.
    """

    lane: str
    at_s: float
    register: Register | None
    bits: int
    seen: int
    expected: int
    count: int = 1
    note: str = ""

    def __str__(self) -> str:
        where = f"{self.lane}, {self.at_s:.6f} s: "
        often = f", {self.count} times" if self.count > 1 else ""
        if self.register is None:
            return where + self.note + often
        note = f" ({self.note})" if self.note else ""
        return (
            f"{where}{self.register.name} ({self.register:02X}h, {section_of(self.register)}), {_name_bits(self)}: "
            f"the part answered {self.seen:02X}h, its twin {self.expected:02X}h{note}{often}"
        )


def _name_bits(difference: Difference) -> str:
    assert difference.register is not None
    flags = FLAGS.get(difference.register)
    if flags is not None:
        return " and ".join(str(flag.name) for flag in flags if flag & difference.bits)
    documented = DOCUMENTED_BITS.get(difference.register, 0xFF)
    return f"bits {difference.bits:08b}b" + ("" if difference.bits & documented else ", reserved")


class Verdict(Struct, frozen=True):
    """How a reader's chip behaves.

    Attributes:
        flavour: the known one, or a new one, that fits best.
        is_known: whether it is one of `hw.mfrc522.flavours`.
        differences: what no flavour explains.
    """

    lane: str
    flavour: Flavour
    is_known: bool
    differences: Sequence[Difference]


def check_wiring(recording: Recording) -> TableWiring:
    """Return the recorded table's wiring; raise RecordingError if it is none."""
    try:
        return msgspec.convert(recording.header.wiring, TableWiring)
    except msgspec.ValidationError as fault:
        raise RecordingError(f"the recording's wiring is wrong: {fault}") from None


def reader_messages(recording: Recording) -> dict[str, list[Event]]:
    """Return the messages of each MFRC522 as those of SPI, and the levels of its RST, by the bus and place.

    Those of a castle board are there if it was asked for a recording.
    """
    wiring = check_wiring(recording)
    lanes = {f"spi{bus}.{select}": name for name, (bus, select) in wiring.readers.items()}
    recorded = {each.lane for each in recording.events}
    places = {f"spi {board}.{number}": name for name, board in wiring.boards.items() for number in range(MAX_READERS)}
    lanes |= {lane: name for lane, name in places.items() if lane in recorded}
    buses = {f"i2c{bus}": name for name, bus in wiring.i2c_readers.items()}
    found: dict[str, list[Event]] = {}
    pointer = 0
    for lane, name in {**lanes, **buses}.items():
        if wiring.reader_chips.get(name, "mfrc522") not in {"mfrc522", "ws1850s"}:
            continue
        reset = f"GPIO{wiring.reset_pins[name]}" if name in wiring.reset_pins else None
        messages = found[lane] = []
        for event in recording.events:
            if event.lane == reset or (event.lane == lane and lane in lanes):
                messages.append(event)
            elif event.lane == lane and event.address == WS1850S_ADDRESS and event.answer is not None:
                if event.data:
                    pointer = event.data[0]
                    sent = bytes((pointer << 1, *event.data[1:]))
                    if len(sent) > 1:
                        messages.append(replace(event, data=sent, answer=bytes(len(sent))))
                if event.answer:
                    read = bytes((0x80 | pointer << 1 & 0x7E,)) * len(event.answer) + b"\0"
                    messages.append(replace(event, data=read, answer=b"\0" + event.answer))
    return found


# Tags, from the answers


class _Exchange(Struct):
    frame: bytes
    is_answered: bool = False
    came: bytes = b""


def _is_start(event: Event) -> bool:
    return event.data[0] == Register.BIT_FRAMING << 1 and bool(event.data[-1] & START_SEND) and len(event.data) > 1


def _exchanges(messages: Sequence[Event]) -> list[_Exchange]:
    """Return each frame that was sent, and whether a tag answered."""
    found: list[_Exchange] = []
    fifo = bytearray()
    for event in messages:
        register = event.data[0] >> 1 & 0x3F
        if event.lane.startswith("GPIO"):
            fifo.clear()
        elif event.data[0] & 0x80:
            for sent, came in zip(event.data, (event.answer or b"")[1:], strict=False):
                if found and sent >> 1 & 0x3F == Register.COM_IRQ and came & ComIrq.RX and not came & 0x80:
                    found[-1].is_answered = True
                elif found and sent >> 1 & 0x3F == Register.FIFO_DATA and len(found[-1].came) < UID_BYTES:
                    found[-1].came += bytes((came,))
        elif register == Register.FIFO_DATA:
            fifo += event.data[1:]
        elif register == Register.FIFO_LEVEL and event.data[-1] & FLUSH_FIFO:
            fifo.clear()
        elif _is_start(event):
            found.append(_Exchange(bytes(fifo[:64])))
            fifo.clear()
    return found


def selected_uids(messages: Sequence[Event]) -> list[frozenset[Uid]]:
    """Return, for each frame, the tags that were selected in its round: until a request is not answered."""
    tags: list[frozenset[Uid]] = []
    exchanges, began = _exchanges(messages), 0
    for number, exchange in enumerate(exchanges):
        is_last = number == len(exchanges) - 1
        is_silent = exchange.frame in {frames.REQA, frames.WUPA} and not exchange.is_answered
        if is_silent or is_last:
            size = number - began + (not is_silent)
            uids = frozenset(_selected(exchanges[began : number + 1]))
            tags += [uids] * size + [frozenset()] * is_silent
            began = number + 1
    return tags


def _selected(exchanges: Sequence[_Exchange]) -> Iterator[Uid]:
    uid = b""
    for each in exchanges:
        is_uid = each.frame == b"\x93\x20" and len(each.came) == UID_BYTES and not reduce(xor, each.came)
        if is_uid and each.came[0] != CASCADE_TAG:
            yield Uid(each.came[:4])  # some programs never select
        code, whole, *part = each.frame if len(each.frame) >= 7 else (0, 0)  # code, size, UID, BCC
        if code in SELECT_CODES and whole == WHOLE and each.is_answered:
            uid = b"" if code == SELECT_CODES[0] else uid
            if part[0] == CASCADE_TAG:
                uid += bytes(part[1:4])
            else:
                yield Uid(uid + bytes(part[:4]))


def _make_tag(uid: Uid) -> Picc | None:
    kind = {4: MifareClassic1K, 7: Ntag213}.get(len(uid))
    if kind is None:
        return None
    tag: Picc = kind(uid)
    tag.start_up_s = 0.0
    return tag


# One chip


class _Comparison:
    """Plays one chip's messages to a twin."""

    def __init__(self, lane: str, flavour: Flavour, tags: Sequence[frozenset[Uid]]) -> None:
        self.found: dict[tuple[Register | None, int], Difference] = {}
        self._lane = lane
        self._now_s = self._event_s = 0.0
        self._twin = Mfrc522Twin(lambda: self._now_s, flavour)
        self._known: set[int] = set()
        self._tags = tags
        self._tag_by_uid = {uid: tag for uids in tags for uid in uids if (tag := _make_tag(uid)) is not None}
        self._exchange = -1
        self._fifo = bytearray()
        self._frame: bytes | None = None
        self._agrees = True
        self._reset_s = -inf
        self._changed_s = -inf

    def play(self, event: Event) -> None:
        self._event_s = event.at_s
        self._advance(event.at_s + 1.0)
        if event.lane.startswith("GPIO"):
            self._twin.reset_pin.follow_level(event.data[0])
            if event.data[0]:
                self._note_reset()
        elif event.data[0] & 0x80:
            self._read(event)
        else:
            self._write(event)

    def _advance(self, to_s: float) -> None:
        while self._twin.next_event_s <= to_s:
            self._changed_s = self._now_s = max(self._now_s, self._twin.next_event_s)
            _ = self._twin.rf_on  # brings it up to now
        self._now_s = max(self._now_s, to_s)

    def _note_reset(self) -> None:
        self._known = set(Register)
        self._frame, self._reset_s = None, self._now_s
        self._fifo.clear()

    def _write(self, event: Event) -> None:
        register, value = event.data[0] >> 1, event.data[-1]
        if register == Register.FIFO_DATA:
            self._fifo += event.data[1:]
        elif register == Register.FIFO_LEVEL and value & FLUSH_FIFO:
            self._fifo.clear()
            self._known |= {Register.FIFO_LEVEL, Register.FIFO_DATA}
        elif _is_start(event):
            self._begin_exchange()
        elif register == Register.COMMAND:
            self._known.add(Register.ERROR)
            if value & 0x0F in {Command.IDLE, Command.CALC_CRC, Command.MIFARE_AUTHENTICATE}:
                self._frame, self._agrees = None, value & 0x0F != Command.MIFARE_AUTHENTICATE
        elif register == Register.COM_IRQ and value == 0x7F:  # all bits cleared
            self._known.add(Register.COM_IRQ)
        self._twin.transfer(event.data)
        if register not in CHANGING or register in {Register.COMMAND, Register.COLLISION}:
            self._known.add(register)
        if register == Register.COMMAND and value & 0x0F == Command.CALC_CRC:
            self._known |= {Register.DIV_IRQ, Register.CRC_RESULT_HIGH, Register.CRC_RESULT_LOW}
        if register == Register.COMMAND and value & 0x0F == Command.SOFT_RESET:
            self._note_reset()

    def _begin_exchange(self) -> None:
        self._exchange += 1
        self._frame, self._agrees = bytes(self._fifo), True
        self._fifo.clear()
        self._known.add(Register.CONTROL)
        wanted = {self._tag_by_uid[uid] for uid in self._tags[self._exchange] if uid in self._tag_by_uid}
        for tag in {*self._twin.piccs} - wanted:
            self._twin.leave(tag)
        for tag in wanted - {*self._twin.piccs}:
            self._twin.enter(tag)

    def _read(self, event: Event) -> None:
        assert event.answer is not None
        registers = [byte >> 1 & 0x3F for byte in event.data[:-1]]
        seen = list(event.answer[1:])
        if Register.COM_IRQ in registers:
            self._catch_up(seen[registers.index(Register.COM_IRQ)])
        expected = list(self._twin.transfer(event.data)[1:])
        if self._now_s - self._reset_s < START_UP_S:
            return
        if self._now_s - self._reset_s < SOFT_RESET_S:
            kept = [at for at, register in enumerate(registers) if register not in CHANGING]
            is_up, is_wanted = any(seen[at] for at in kept), any(expected[at] for at in kept)
            if is_up != is_wanted:
                self._report(Register.COMMAND, Command.SOFT_RESET, is_up, is_wanted, "SoftReset's time, 10.3.1.10")
                return
        if Register.COM_IRQ in registers and self._frame is not None and not self._judge(registers, seen, expected):
            return
        for register, came, wanted in zip(registers, seen, expected, strict=True):
            if register not in KNOWN_ADDRESSES:
                continue
            if register not in self._known:
                if register not in CHANGING or register == Register.COLLISION:
                    self._twin.set_register(register, came)
                    self._known.add(register)
                continue
            left_out = LEFT_OUT.get(register, 0) | self._left_out_now(Register(register), registers, seen)
            if bits := (came ^ wanted) & ~left_out:
                self._report(Register(register), bits, came, wanted)
                if register not in CHANGING and register != Register.VERSION:
                    self._twin.set_register(register, came)

    def _catch_up(self, seen: int) -> None:
        """Let the twin do what it is about to do, if the part has done it already."""
        while self._twin.next_event_s - self._now_s < SLACK_S:
            irq = self._twin.transfer(bytes((0x80 | Register.COM_IRQ << 1, 0)))[1]
            if not seen & ~irq & BY_TIME:
                break
            self._advance(self._twin.next_event_s)

    def _judge(self, registers: Sequence[int], seen: Sequence[int], expected: Sequence[int]) -> bool:
        """Decide whether part and twin have heard the same; return whether this read can be compared."""
        at = registers.index(Register.COM_IRQ)
        changed = seen[at] ^ expected[at]
        level = seen[registers.index(Register.FIFO_LEVEL)] if Register.FIFO_LEVEL in registers else 0
        if changed & ComIrq.RX and not seen[at] & ComIrq.RX and level:
            self._report(Register.COM_IRQ, ComIrq.RX, seen[at], expected[at])
        if Register.ERROR in registers:
            error = registers.index(Register.ERROR)
            self._agrees = not (changed & ComIrq.RX or (seen[error] ^ expected[error]) & OF_FIELD)
        else:
            self._agrees = not changed & ComIrq.RX
        is_near = min(self._now_s - self._changed_s, self._twin.next_event_s - self._now_s) < SLACK_S
        return not (changed & BY_TIME & ~ComIrq.IDLE and is_near) or not changed

    def _left_out_now(self, register: Register, registers: Sequence[int], seen: Sequence[int]) -> int:
        """Return bits of a register that changes by itself which this exchange leaves to the field."""
        if register not in CHANGING:
            return 0
        if self._frame is None:
            near = min(self._now_s - self._changed_s, self._twin.next_event_s - self._now_s) < SLACK_S
            return ComIrq.TIMER if register == Register.COM_IRQ and near else 0 if self._agrees else 0xFF
        if not self._agrees:
            return 0xFF
        irq = self._twin.transfer(bytes((0x80 | Register.COM_IRQ << 1, 0)))[1]
        if not irq & ComIrq.RX:
            return 0xFF if register in {Register.CONTROL, Register.COLLISION} else 0
        is_request = self._frame in {frames.REQA, frames.WUPA}
        is_search = self._frame[:1] in {bytes((code,)) for code in SELECT_CODES}
        if not (is_request or is_search):
            return 0xFF & ~BY_TIME if register == Register.COM_IRQ else 0xFF
        error = seen[registers.index(Register.ERROR)] if Register.ERROR in registers else None
        if register == Register.COM_IRQ:
            return 0 if error is not None else ComIrq.ERROR
        if register == Register.FIFO_DATA and (is_request or self._frame[1:2] == bytes((WHOLE,))):
            return 0xFF  # ATQA and SAK are the tag's
        return 0

    def _report(self, register: Register, bits: int, seen: int, expected: int, note: str = "") -> None:
        key = (register, bits)
        before = self.found.get(key)
        if before is not None:
            self.found[key] = replace(before, count=before.count + 1)
        else:
            self.found[key] = Difference(self._lane, self._event_s, register, int(bits), seen, expected, note=note)


def find_differences(lane: str, messages: Sequence[Event], flavour: Flavour) -> list[Difference]:
    """Return where a recorded chip answered otherwise than a twin of this flavour, each kind once, the first first."""
    comparison = _Comparison(lane, flavour, selected_uids(messages))
    for event in messages:
        comparison.play(event)
    return sorted(comparison.found.values(), key=lambda each: each.at_s)


SWITCHES: Final = tuple(
    name
    for name, default in zip(Flavour.__struct_fields__[1:], Flavour.__struct_defaults__, strict=True)
    if isinstance(default, bool) and name != "is_on_i2c"
)


def judge_chip(lane: str, messages: Sequence[Event]) -> Verdict:
    """Return the flavour that fits best; a new one if none of the known fits."""

    def differences(flavour: Flavour) -> list[Difference]:
        return find_differences(lane, messages, flavour)

    known = {each: differences(each) for each in (*FLAVOURS, WS1850S)}
    best = min(known, key=lambda flavour: len(known[flavour]))
    if not known[best]:
        return Verdict(lane, best, is_known=True, differences=())
    left = known[best]
    version = next((each.seen for each in left if each.register is Register.VERSION), best.version)
    flavour = replace(best, name=f"seen on {lane}, nearest to: {best.name}", version=version)
    left = differences(flavour)
    for _ in pairwise(SWITCHES):  # each pass keeps the one change that explains most
        changes = [replace(flavour, **{name: not getattr(flavour, name)}) for name in SWITCHES]
        changes.append(replace(flavour, soft_reset_s=0.0 if flavour.soft_reset_s else SLOW_RESET_S))
        tried = [(differences(each), each) for each in changes]
        fewer, better = min(tried, key=lambda each: len(each[0]))
        if len(fewer) >= len(left):
            break
        left, flavour = fewer, better
    is_known = replace(flavour, name=best.name) == best
    return Verdict(lane, best if is_known else flavour, is_known, left)


def find_unacknowledged(recording: Recording) -> list[Difference]:
    """Return where a display that table.toml names did not acknowledge, as its twin always does."""
    wiring = check_wiring(recording)
    if wiring.oled is None:
        return []
    bus, address = wiring.oled
    lost = [
        event
        for event in recording.events
        if event.lane == f"i2c{bus}" and event.address == address and event.answer is None
    ]
    note = f"no acknowledge from address {address:02X}h ({wiring.oled_chip}, 8.1.5)"
    return [Difference(lost[0].lane, lost[0].at_s, None, 0, 0, 0, len(lost), note)] if lost else []
