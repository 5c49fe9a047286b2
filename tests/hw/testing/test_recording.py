"""Recordings of buses and pins: the file, and what a comparison with twins says of them."""

import contextlib
import gzip
import json
from functools import partial
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest
from msgspec.structs import replace

from hw.bus.ports import Ports
from hw.bus.recorder import (
    MAX_EVENTS,
    MAX_FILE_BYTES,
    Event,
    Header,
    RecordedPorts,
    Recorder,
    Recording,
    RecordingError,
    parse_recording,
    read_recording,
)
from hw.bus.twin_i2c import TwinI2cBus
from hw.clock import LoopClock
from hw.mfrc522.flavours import COUNTERFEIT, FLAVOURS, STRICTEST, WS1850S, Flavour
from hw.mfrc522.i2c import I2cReaderPort
from hw.mfrc522.questions import ask_questions
from hw.mfrc522.registers import Register
from hw.mfrc522.twin import I2cSide, Mfrc522Twin
from hw.testing.clock import run_virtual
from hw.testing.compare import (
    Difference,
    find_differences,
    find_unacknowledged,
    judge_chip,
    reader_messages,
    section_of,
)
from hw.testing.compare_parts import compare_parts
from hw.testing.deviations import (
    DEVIATIONS,
    PART_DEVIATIONS,
    PARTS,
    Use,
    edit_lines,
    is_named_at_board,
    record_chip,
    record_part,
    use_arrow,
    use_board,
    use_knob,
    use_pn532,
)
from hw.testing.pi.machine import SimulatedPi
from hw.testing.pi.trace import Trace
from hw.testing.wiring import TableWiring
from tests.support.soak import sample

AT_BOARD = (
    "another version",
    "keeps a single bit",
    "keeps the collided byte",
    "counts CollPos from the first bit",
    "ends Transceive after an answer",
    "another reset value of RxSelReg",
    "another reset value of DemodReg",
    "a bit of RxGain stuck",
    "no RxIRq",
    "a late timer",
    "a bit of the FIFO lost",
    "CollPos always valid",
)
HEADER = {"format": "royaltable recording 1"}
A_READ = [1500, "spi0.0", "ee00", "0092", -1, 2000000]
A_LEVEL = [2000, "GPIO17", "01", "", -1, 0]
AN_ANSWER_THAT_NONE_GAVE = [2500, "i2c1", "00ae", None, 60, 100000]
SOME_BYTES = [3000, "serial usb-MicroPython_Board-if00", "", "7e01", -1, 115200]


def packed(*lines: Any, end: bytes = b"\n") -> bytes:
    return gzip.compress(b"\n".join(json.dumps(line).encode() for line in lines) + end)


def of_flavour(flavour: Flavour) -> list[Event]:
    return record_chip(lambda now_s: Mfrc522Twin(now_s, flavour))


def test_a_file_is_a_header_and_a_line_for_each_message() -> None:
    read = parse_recording(packed(HEADER, A_READ, A_LEVEL, AN_ANSWER_THAT_NONE_GAVE, SOME_BYTES))
    assert read.events == [
        Event(0.0015, "spi0.0", b"\xee\x00", b"\x00\x92", -1, 2_000_000),
        Event(0.002, "GPIO17", b"\x01"),
        Event(0.0025, "i2c1", b"\x00\xae", None, 0x3C, 100_000),
        Event(0.003, "serial usb-MicroPython_Board-if00", b"", b"\x7e\x01", -1, 115_200),
    ]
    assert not read.is_cut


def test_what_is_recorded_comes_back_from_the_file(tmp_path: Path) -> None:
    recorder = Recorder(lambda: 5.0)
    recorder.start()
    answers = {b"\xee\x00": b"\x00\x92", b"\x14\x80": b"\x00\x00"}
    chip = SimpleNamespace(
        transfer=answers.__getitem__, transfer_many=lambda many: [answers[each] for each in many], close=lambda: None
    )
    port = RecordedPorts(cast("Ports", SimpleNamespace(spi_port=lambda *_: chip)), recorder, 1_000_000).spi_port(0, 1)
    assert port.transfer(b"\xee\x00") == b"\x00\x92"
    assert port.transfer_many((b"\x14\x80", b"\xee\x00")) == [b"\x00\x00", b"\x00\x92"]
    (tmp_path / "a.rec").write_bytes(recorder.to_file({}, simulated=True))
    assert [(each.at_s, each.lane, each.data, each.answer) for each in read_recording(tmp_path / "a.rec").events] == [
        (0.0, "spi0.1", b"\xee\x00", b"\x00\x92"),
        (0.0, "spi0.1", b"\x14\x80", b"\x00\x00"),
        (0.000016, "spi0.1", b"\xee\x00", b"\x00\x92"),
    ]


@pytest.mark.parametrize("share", [0.3, 0.6, 0.95])
def test_a_cut_file_is_read_to_the_cut(share: float) -> None:
    lines = [[at, "spi0.0", f"ee{at % 256:02x}", "0092", -1, 2000000] for at in range(0, 90_000, 3)]
    whole = packed(HEADER, *lines)
    read = parse_recording(whole[: int(len(whole) * share)])
    assert read.is_cut
    assert 0 < len(read.events) < len(lines)
    assert read.events == parse_recording(whole).events[: len(read.events)]


def test_a_damaged_file_is_refused_or_unchanged() -> None:
    whole = packed(HEADER, *[[at, "spi0.0", f"ee{at % 256:02x}", "0092", -1, 2000000] for at in range(500)])
    chance, right = Random(1), parse_recording(whole)
    for _ in range(300):
        at = chance.randrange(len(whole))
        damaged = whole[:at] + bytes((whole[at] ^ 1 << chance.randrange(8),)) + whole[at + 1 :]
        with contextlib.suppress(RecordingError):
            assert parse_recording(damaged).events == right.events


@pytest.mark.parametrize(
    "line",
    [
        [-1, "spi0.0", "ee00", "0092", -1, 2000000],
        [1 << 60, "spi0.0", "ee00", "0092", -1, 2000000],
        [1, "spi0.0", "ee00", "92", -1, 2000000],
        [1, "spi0.0", "", "", -1, 2000000],
        [1, "spi0.0", "ee00", None, -1, 2000000],
        [1, "spi0.0", "zz", "00", -1, 2000000],
        [1, "spi0.0", "ee00", "0092", -1, 0],
        [1, "../../etc", "ee00", "0092", -1, 2000000],
        [1, "serial a$end b", "ee", "", -1, 115200],
        [1, "GPIO17", "02", "", -1, 0],
        [1, "i2c1", "00", "", -1, 100000],
        [1, "i2c1", "00", "", 128, 100000],
        [1, "spi0.0", "00" * 100_000, "00" * 100_000, -1, 2000000],
        {"at": 1},
        [1],
    ],
)
def test_a_line_that_is_no_message_is_refused_with_its_number(line: Any) -> None:
    with pytest.raises(RecordingError, match="line 3"):
        parse_recording(packed(HEADER, A_READ, line))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{}",
        packed({"format": "royaltable recording 2"}),
        packed([]),
        packed(HEADER) + b"more",
        gzip.compress(bytes(100 << 20)),
        gzip.compress(b"[" * 100_000 + b"\n"),
    ],
    ids=["empty", "no gzip", "another version", "no header", "more behind it", "a bomb", "deep"],
)
def test_what_is_no_recording_is_refused(data: bytes) -> None:
    with pytest.raises(RecordingError):
        parse_recording(data)


def test_a_file_over_the_limit_is_refused(tmp_path: Path) -> None:
    (tmp_path / "big").write_bytes(bytes(MAX_FILE_BYTES + 1))
    with pytest.raises(RecordingError, match="at most that size"):
        read_recording(tmp_path / "big")


def test_the_ring_has_the_last_minute() -> None:
    now_s = 0.0
    recorder = Recorder(lambda: now_s)
    for second in range(300):
        now_s = float(second)
        recorder.keep((now_s, "spi0.0", b"\xee\x00", b"\x00\x92", -1, 2_000_000))
    read = parse_recording(recorder.to_file({}, simulated=False))
    assert len(read.events) == 61
    assert read.header.is_late


def test_a_day_of_recording_stays_within_its_bound() -> None:
    """Four gates send 400 messages a second in a game; each message differs from the others."""
    now_s = 0.0
    recorder = Recorder(lambda: now_s)
    recorder.start()
    for number in range(24 * 3600 * 400 // 100):  # a hundredth of them fill it more than once
        now_s = number / 4
        recorder.keep((now_s, "spi0.0", number.to_bytes(12, "big"), bytes(12), -1, 2_000_000))
    data = recorder.to_file({}, simulated=False)
    assert len(data) <= MAX_FILE_BYTES
    read = parse_recording(data)
    assert len(read.events) <= MAX_EVENTS
    assert read.header.is_late
    assert read.events[-1].data == (24 * 3600 * 4 - 1).to_bytes(12, "big")


def test_a_file_of_large_messages_keeps_the_last_ones() -> None:
    chance = Random(3)
    recorder = Recorder(lambda: 0.0)
    recorder.start()
    for _ in range(3000):
        recorder.keep((0.0, "spi0.0", last := chance.randbytes(2048), last, -1, 2_000_000))
    data = recorder.to_file({}, simulated=False)
    assert len(data) <= MAX_FILE_BYTES
    assert parse_recording(data).events[-1].data == last


def test_real_and_simulated_recordings_are_drawn_alike(tmp_path: Path) -> None:
    trace = Trace()
    trace.events = list(parse_recording(packed(HEADER, A_READ, A_LEVEL, AN_ANSWER_THAT_NONE_GAVE, SOME_BYTES)).events)
    trace.write_vcd(tmp_path / "a.vcd")
    text = (tmp_path / "a.vcd").read_text(encoding="ascii")
    for wire in ("spi0.0.CS", "spi0.MISO", "GPIO17", "i2c1.SDA", "serial_usb-MicroPython_Board-if00.RX"):
        assert f" {wire} $end" in text


# Comparison


@pytest.mark.parametrize("flavour", [*FLAVOURS, WS1850S], ids=lambda each: each.name)
def test_each_known_kind_of_chip_is_recognised(flavour: Flavour) -> None:
    verdict = judge_chip("spi0.0", of_flavour(flavour))
    assert (verdict.flavour.name, verdict.is_known, list(verdict.differences)) == (flavour.name, True, [])


@pytest.mark.parametrize("flavour", [STRICTEST, COUNTERFEIT], ids=lambda each: each.name)
def test_late_messages_of_a_busy_machine_make_no_difference(flavour: Flavour) -> None:
    messages = of_flavour(flavour)
    for seed in range(5):
        chance, late, at_s = Random(seed), [], 0.0
        for each in messages:
            at_s = max(at_s, each.at_s + chance.random() * 300e-6)
            late.append(replace(each, at_s=at_s))
        assert find_differences("spi0.0", late, flavour) == []


def test_27_of_28_deviations_are_named_at_the_right_register() -> None:
    assert len(DEVIATIONS) == 28
    missed = []
    for name, (register, make) in DEVIATIONS.items():
        found = find_differences("spi0.0", record_chip(make), STRICTEST)
        missed += [name] * (register not in {each.register for each in found})
    assert missed == ["no RxLastBits"]


def test_a_difference_is_told_in_the_data_sheets_terms() -> None:
    found = find_differences("spi0.0", record_chip(DEVIATIONS["no BufferOvfl"][1]), STRICTEST)
    assert str(found[0]) == (
        "spi0.0, 0.012500 s: ERROR (06h, 9.3.1.7), BUFFER_OVERFLOW: the part answered 00h, its twin 10h"
    )


@pytest.mark.parametrize(
    ("register", "section"),
    [
        (Register.COMMAND, "9.3.1.2"),
        (Register.COLLISION, "9.3.1.15"),
        (Register.MODE, "9.3.2.2"),
        (Register.SERIAL_SPEED, "9.3.2.16"),
        (Register.CRC_RESULT_LOW, "9.3.3.2"),
        (Register.MODULATION_WIDTH, "9.3.3.4"),
        (Register.RF_CONFIG, "9.3.3.6"),
        (Register.TIMER_PRESCALER, "9.3.3.10"),
        (Register.TIMER_COUNTER_LOW, "9.3.3.12"),
        (Register.VERSION, "9.3.4.8"),
    ],
)
def test_each_register_has_its_section(register: Register, section: str) -> None:
    assert section_of(register) == section


def test_an_unknown_kind_of_chip_is_written_as_a_new_flavour() -> None:
    strange = replace(STRICTEST, name="?", version=0xB2, keeps_collided_byte=True, soft_reset_s=4e-3)
    verdict = judge_chip("spi0.0", of_flavour(strange))
    assert not verdict.is_known
    assert replace(verdict.flavour, name="?") == strange
    assert list(verdict.differences) == []


def test_a_display_that_does_not_acknowledge_is_named() -> None:
    wiring = {"oled": [1, 60]}
    read = parse_recording(packed({**HEADER, "wiring": wiring}, AN_ANSWER_THAT_NONE_GAVE, AN_ANSWER_THAT_NONE_GAVE))
    (found,) = find_unacknowledged(read)
    assert str(found) == "i2c1, 0.002500 s: no acknowledge from address 3Ch (ssd1306, 8.1.5), 2 times"
    assert isinstance(found, Difference)


def test_a_recording_that_begins_late_is_compared_from_what_it_shows() -> None:
    """The driver reads its settings back every 1.5 s; from then on the twin has them, too."""
    messages = record_chip(lambda now_s: Mfrc522Twin(now_s, STRICTEST), polls=30)
    assert find_differences("spi0.0", messages[len(messages) // 2 :], STRICTEST) == []
    deviating = record_chip(DEVIATIONS["ends Transceive after an answer"][1], polls=30)
    found = find_differences("spi0.0", deviating[len(deviating) // 2 :], STRICTEST)
    assert [each.register for each in found] == [Register.COM_IRQ]


def test_hostile_messages_only_make_differences() -> None:
    chance = Random(7)
    for _ in range(30):
        messages = [
            Event(
                number * chance.choice((0.0, 1e-6, 1e-3, 10.0)),
                chance.choice(("spi0.0", "spi0.0", "GPIO25")),
                data := chance.randbytes(chance.randrange(1, 70)),
                chance.randbytes(len(data)),
                hertz=1,
            )
            for number in range(300)
        ]
        messages = [replace(each, data=b"\1") if each.lane == "GPIO25" else each for each in messages]
        find_differences("spi0.0", messages, STRICTEST)


def test_recordings_of_a_simulated_pi_and_of_a_table_are_compared_alike() -> None:
    pi = SimulatedPi({"readers": {"reader": (0, 0)}, "reset_pins": {"reader": 25}})
    try:
        pi.spi(0, 0, [b"\x02\x0f"], 1_000_000)
        pi.sleep(0.01)
        pi.spi(0, 0, [b"\xee\x00"], 1_000_000)
        read = parse_recording(pi.trace.to_file(pi.wiring))
    finally:
        pi.close()
    assert msgspec.convert(read.header.wiring, TableWiring).readers == {"reader": (0, 0)}
    assert [each.answer for each in read.events] == [b"\0\0", b"\0\x92"]


def test_a_chip_on_i2c_is_compared_as_one_on_spi() -> None:
    """A WS1850S of M5Stack's RFID2, at 28h."""

    async def life() -> bytes:
        clock = LoopClock()
        recorder = Recorder(clock.now_s)
        recorder.start()
        bus, chip = TwinI2cBus(), Mfrc522Twin(clock.now_s, replace(WS1850S, version=0x92))
        bus.attach(0x28, I2cSide(chip))
        machine = cast("Ports", SimpleNamespace(i2c_port=lambda _: bus))
        port = I2cReaderPort(RecordedPorts(machine, recorder, 0).i2c_port(1))
        await ask_questions(port, clock)
        return recorder.to_file({"i2c_readers": {"blue": 1}, "reader_chips": {"blue": "ws1850s"}}, simulated=True)

    ((lane, messages),) = reader_messages(parse_recording(run_virtual(life()))).items()
    assert lane == "i2c1"
    found = find_differences(lane, messages, WS1850S)
    assert {each.register for each in found} == {Register.VERSION}
    assert find_differences(lane, messages, STRICTEST) == []


# Other parts


@pytest.mark.parametrize(
    ("use", "summary"),
    [
        (partial(use_pn532, change=bytes), "a PN532 which leaves halted cards alone"),
        (partial(use_pn532, change=bytes, wakes_halted=True), "a PN532 which lists halted cards again"),
        (partial(use_arrow, play=82.0, chatter=2), "5 edges of the arrow's mark"),
        (use_knob, "24 edges of the knob"),
        (use_board, "lines of the castle board red"),
        (partial(use_board, change=edit_lines(r"^tile (2 \d+ \d+) .*", r"unread \1")), "castle board red"),
    ],
)
def test_parts_as_their_data_sheets_say_make_no_difference(use: Use, summary: str) -> None:
    (part,) = compare_parts(record_part(use))
    assert summary in part.summary
    assert list(part.differences) == []


@pytest.mark.parametrize("name", sample(AT_BOARD, 3))
def test_a_castle_boards_recording_shows_how_its_chip_deviates(name: str) -> None:
    assert is_named_at_board(name)


def test_each_of_22_deviations_of_other_parts_is_named() -> None:
    assert len(PART_DEVIATIONS) == 22
    for name, (words, use) in PART_DEVIATIONS.items():
        said = [str(each) for part in compare_parts(record_part(use)) for each in part.differences]
        assert any(words in each for each in said), f"{name}: {said}"


def test_hostile_messages_of_other_parts_only_make_differences() -> None:
    chance = Random(9)
    lanes = ("spi0.0", "GPIO17", "GPIO27", "GPIO26", "GPIO16", "GPIO20", "serial usb-0")
    kinds = (b"\x80", b"\x40", b"\xc0", b"$0 hello ", b"$1 beat 5*", b"")
    for _ in range(30):
        events = []
        for number in range(300):
            lane = chance.choice(lanes)
            data = bytes((chance.randrange(2),)) if lane[0] == "G" else chance.choice(kinds) + chance.randbytes(9)
            events.append(Event(number * 1e-3, lane, data, chance.randbytes(len(data)), hertz=1))
        list(compare_parts(Recording(Header("royaltable recording 1", msgspec.to_builtins(PARTS)), events)))


def test_pins_that_no_pi_has_are_compared_as_any_others() -> None:
    wiring = {"coil_pins": [-1, 2, 3, 99], "home_pin": 26, "knob_pins": [500, 500]}
    level = [2000, "GPIO26", "01", "", -1, 0]
    other = [3000, "GPIO26", "00", "", -1, 0]
    (part,) = compare_parts(parse_recording(packed({**HEADER, "wiring": wiring}, A_LEVEL, level, other)))
    assert part.summary == "0 half-steps, 1 edges of the arrow's mark."
