"""Recordings played to drivers: they meet the recorded answers, and do the same again."""

import os
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import msgspec
import pytest

from firmware.castle_node import ports
from firmware.castle_node.reader import Reader
from hw.bus.recorder import Event, Header, Recording, read_recording, write_recording
from hw.clock import LoopClock
from hw.errors import HardwareError
from hw.mfrc522.driver import Mfrc522
from hw.mfrc522.flavours import COUNTERFEIT, FM17522, STRICTEST, Flavour
from hw.mfrc522.questions import ask_questions
from hw.mfrc522.twin import Mfrc522Twin
from hw.testing.clock import run_virtual
from hw.testing.compare import judge_chip, reader_messages, selected_uids
from hw.testing.compare_parts import compare_parts
from hw.testing.deviations import POLL_EVERY_S, TAGS_IN_TURN, WIRING, record_chip, record_part, use_board
from hw.testing.pi.machine import SimulatedPi
from hw.testing.pi.replay import DivergedError, RecordedBuses
from hw.testing.pico.node_board import NodeClock, TwinReset
from hw.values import ReaderId, Uid

FOLDER: Final = Path(__file__).parents[2] / "recordings"
KEPT: Final = {
    "strictest": STRICTEST,
    "counterfeit": COUNTERFEIT,
    "fm17522": FM17522,
}
"""Recordings of twins in the folder; it may have others, of real parts."""

NO_TAGS: Final = frozenset[Uid]()


def recorded(flavour: Flavour) -> Recording:
    events = record_chip(lambda now_s: Mfrc522Twin(now_s, flavour))
    return Recording(Header("royaltable recording 1", msgspec.to_builtins(WIRING), simulated=True), events)


def replay(recording: Recording, lane: str) -> tuple[set[Uid], int]:
    """Let our driver poll until the recording ends; give the tags that it read, and its recoveries."""
    bus, select = int(lane[3]), int(lane[5])

    async def life() -> tuple[set[Uid], int]:
        clock, seen = LoopClock(), set[Uid]()
        own = [event for event in recording.events if event.lane == lane]
        buses = RecordedBuses(Recording(recording.header, own))
        port = buses.spi_port(bus, select)
        reader = Mfrc522(port, clock, name=ReaderId("replayed"))
        try:
            await ask_questions(port, clock)
            await reader.start()
            while not buses.are_over:
                await clock.sleep_until(clock.now_s() + POLL_EVERY_S)
                seen |= (await reader.poll()).uids
        except (DivergedError, HardwareError):
            pass
        return seen, reader.recoveries

    return run_virtual(life())


class ReplayedBus(ports.Bus):
    """The bus of a castle board's reader, with recorded answers."""

    def __init__(self, buses: RecordedBuses, lane: str) -> None:
        self._buses, self._lane = buses, lane

    def transfer(self, out: bytes, into: bytearray) -> None:
        into[:] = self._buses.answer(self._lane, bytes(out))

    def send(self, writes: tuple[bytes, ...]) -> None:
        for out in writes:
            self._buses.answer(self._lane, out)


def replay_on_board(recording: Recording, lane: str) -> tuple[set[Uid], int]:
    """Let the firmware's driver poll until the recording ends; give tags and recoveries as `replay`."""

    async def life() -> tuple[set[Uid], int]:
        own = [event for event in recording.events if event.lane == lane]
        buses, seen = RecordedBuses(Recording(recording.header, own)), set[Uid]()
        reader = Reader(ReplayedBus(buses, lane), TwinReset(None), NodeClock(LoopClock()))
        with suppress(DivergedError):
            while not buses.are_over:
                found = await reader.poll()
                seen |= {Uid(uid) for uid in found[0]} if found else set()
        return seen, reader.recoveries

    return run_virtual(life())


def test_the_firmware_does_again_what_it_did_on_a_castle_board() -> None:
    recording = record_part(use_board)
    ((lane, messages),) = reader_messages(recording).items()
    tags, recoveries = replay_on_board(recording, lane)
    assert tags >= {Uid(bytes.fromhex(uid)) for uid in TAGS_IN_TURN[1]}
    assert tags <= NO_TAGS.union(*selected_uids(messages))
    assert recoveries == 0


def test_the_kept_recordings_are_of_the_twins_as_they_are() -> None:
    for name, flavour in KEPT.items():
        file, made = FOLDER / f"{name}.json.gz", recorded(flavour)
        if os.environ.get("ROYALTABLE_RENEW"):
            file.write_bytes(write_recording(made.header, made.events))
        assert [msgspec.structs.replace(each, at_s=0) for each in read_recording(file).events] == [
            msgspec.structs.replace(each, at_s=0) for each in made.events
        ]


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.json.gz")), ids=lambda file: file.name)
def test_the_driver_does_again_what_it_did_in_each_recording(file: Path) -> None:
    """Add a file to tests/recordings/, such as one of `royaltable record`, to make a test of it."""
    recording = read_recording(file)
    for lane, messages in reader_messages(recording).items():
        if lane.startswith("spi"):
            tags, recoveries = (replay_on_board if " " in lane else replay)(recording, lane)
            assert tags == NO_TAGS.union(*selected_uids(messages))
            assert recoveries == 0
        assert judge_chip(lane, messages).differences == ()


def test_a_driver_that_sends_something_else_is_told_where() -> None:
    events = [Event(0.5, "spi0.0", b"\xee\x00", b"\x00\x92", hertz=1_000_000)]
    port = RecordedBuses(Recording(Header("royaltable recording 1"), events)).spi_port(0, 0)
    with pytest.raises(DivergedError, match=r"spi0.0: saw 82 00, expected .*, such as ee 00 at 0.500000 s"):
        port.transfer(b"\x82\x00")
    assert port.transfer(b"\xee\x00") == b"\x00\x92"
    assert port.transfer(b"\xee\x00") == b"\x00\x92", "a driver that looks more often"
    with pytest.raises(DivergedError, match="but it has ended"):
        port.transfer(b"\x82\x00")


MFRC522: Final = """
import time
from mfrc522 import MFRC522

reader = MFRC522()
until = time.time() + 0.5
while time.time() < until:
    status, _ = reader.MFRC522_Request(reader.PICC_REQIDL)
    if status == reader.MI_OK:
        status, uid = reader.MFRC522_Anticoll()
        if status == reader.MI_OK:
            print("card", *uid[:4])
            break
"""
PI_RC522: Final = """
from pirc522 import RFID

reader = RFID(pin_irq=None)
failed, _ = reader.request()
if not failed:
    failed, uid = reader.anticoll()
    if not failed:
        print("card", *uid[:4])
"""
PN532: Final = """
import time
import spidev

spi = spidev.SpiDev()
spi.open(0, 0)
spi.max_speed_hz = 1000000
turned = lambda data: [int(f"{byte:08b}"[::-1], 2) for byte in data]

def frame(*data):
    body = [0xD4, *data]
    return [0, 0, 0xFF, len(body), -len(body) & 0xFF, *body, -sum(body) & 0xFF, 0]

def ready():
    until = time.time() + 0.5
    while time.time() < until:
        if turned(spi.xfer2(turned([2, 0])))[1] & 1:
            return True
        time.sleep(0.005)

def ask(*data):
    spi.xfer2(turned([1, *frame(*data)]))
    ready()
    assert turned(spi.xfer2(turned([3] + [0] * 6)))[1:] == [0, 0, 255, 0, 255, 0]
    ready()
    return turned(spi.xfer2(turned([3] + [0] * 40)))[1:]

ask(0x14, 1, 0, 1)
print("version", *ask(0x02)[7:11])
ask(0x32, 5, 0xFF, 1, 10)
found = ask(0x4A, 1, 0)
print("card", *found[13:13 + found[12]])
"""


@pytest.mark.parametrize(
    ("program", "package", "chip", "summary"),
    [
        (MFRC522, "mfrc522", "mfrc522", "the worst that the data sheet allows"),
        (PI_RC522, "pirc522", "mfrc522", "the worst that the data sheet allows"),
        (PN532, "spidev", "pn532", "a PN532 which leaves halted cards alone"),
    ],
    ids=["mfrc522", "pi-rc522", "PN532"],
)
@pytest.mark.filterwarnings("ignore::SyntaxWarning", "ignore::DeprecationWarning")
def test_another_program_reads_the_recorded_card_without_a_twin(
    tmp_path: Path, program: str, package: str, chip: str, summary: str
) -> None:
    if package != "spidev" and find_spec(package) is None:
        pytest.skip(f"pip install --no-deps {package}")
    file = tmp_path / "program.py"
    file.write_text(program, encoding="utf-8")
    pi = SimulatedPi({"readers": {"reader": (0, 0)}, "reset_pins": {"reader": 25}, "reader_chips": {"reader": chip}})
    try:
        with pi.in_use():
            pi.place("86a083ee")
            printed = pi.run(file, seconds=5)
        (tmp_path / "a.rec").write_bytes(pi.trace.to_file(pi.wiring))
    finally:
        pi.close()
    assert "card 134 160 131 238" in printed

    again = SimulatedPi.from_recording(tmp_path / "a.rec")
    try:
        with again.in_use():
            assert again.run(file, seconds=5) == printed
    finally:
        again.close()
    recording = read_recording(tmp_path / "a.rec")
    verdicts = [judge_chip(lane, messages) for lane, messages in reader_messages(recording).items()]
    parts = list(compare_parts(recording))
    assert any(summary in text for text in [each.flavour.name for each in verdicts] + [each.summary for each in parts])
    assert [difference for verdict in verdicts for difference in verdict.differences] == []
    assert [difference for part in parts for difference in part.differences] == []


BUTTON: Final = """
import time
from gpiozero import Button

button = Button(13)
button.when_pressed = lambda: print(f"pressed at {time.monotonic():.1f} s")
time.sleep(1)
"""


def test_pins_that_parts_drove_come_again_at_their_times(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(BUTTON, encoding="utf-8")
    pi = SimulatedPi()
    try:
        with pi.in_use():
            pi.at(0.4, "press", 13, 0.1)
            pi.run(program, seconds=5)
        (tmp_path / "a.rec").write_bytes(pi.trace.to_file(pi.wiring))
    finally:
        pi.close()
    again = SimulatedPi.from_recording(tmp_path / "a.rec")
    try:
        with again.in_use():
            assert again.run(program, seconds=5) == "pressed at 0.4 s\n"
    finally:
        again.close()
