"""Parts that deviate from the data sheet in one place each, to check that a comparison names it.

`python -m hw.testing.deviations` records each with its driver, and prints what is said of it.
"""

import asyncio
import contextlib
import re
from collections.abc import Awaitable, Callable, Generator, Mapping, Sequence
from functools import partial
from random import Random
from typing import Any, Final, cast

import msgspec
from msgspec.structs import replace

from firmware.castle_node.link import format_line
from hw.bus.mock_pins import TwinPinFactory
from hw.bus.ports import Ports, SerialPort, SpiPort
from hw.bus.recorder import Event, RecordedPorts, Recorder, Recording, parse_recording
from hw.castle_link.driver import CastleLink
from hw.castle_link.messages import BoardEvent, BoardId, BoardRecorded
from hw.castle_link.twin import Cable
from hw.clock import LoopClock
from hw.console.knob import Knob
from hw.console.twin import KnobTwin
from hw.errors import HardwareError
from hw.mfrc522.driver import Mfrc522
from hw.mfrc522.flavours import STRICTEST
from hw.mfrc522.questions import ask_questions
from hw.mfrc522.registers import Register
from hw.mfrc522.twin import Mfrc522Twin
from hw.ntag.twin import Ntag213
from hw.pn532.commands import ACK, FROM_CHIP, NACK, Command
from hw.pn532.driver import Pn532
from hw.pn532.twin import Pn532Twin
from hw.stepper.driver import Spinner
from hw.stepper.twin import RotorTwin
from hw.testing.clock import run_virtual
from hw.testing.compare import find_differences, judge_chip, reader_messages
from hw.testing.compare_parts import compare_parts
from hw.testing.harness import Harness
from hw.testing.pico.node_board import CPythonBoard
from hw.testing.wiring import TableWiring
from hw.values import ReaderId, Uid

Change = Callable[[int], int]
"""What a read of a register gives instead of its value."""


class DeviatingChip(Mfrc522Twin):
    """A chip one of whose registers reads otherwise."""

    def __init__(self, now_s: Callable[[], float], register: Register, change: Change) -> None:
        super().__init__(now_s, STRICTEST)
        self._deviating, self._change = register, change

    def _read_registers(self, data: bytes) -> bytes:
        answer = super()._read_registers(data)
        read = zip((byte >> 1 & 0x3F for byte in data[:-1]), answer[1:], strict=True)
        return bytes((0, *(self._change(value) if at == self._deviating else value for at, value in read)))


class LateTimer(Mfrc522Twin):
    """A chip whose timer ends two milliseconds late."""

    def _start_timer(self, starts_s: float) -> None:
        super()._start_timer(starts_s + 2e-3)


class WritableVersion(Mfrc522Twin):
    """A chip that lets VersionReg be written."""

    def __init__(self, now_s: Callable[[], float]) -> None:
        super().__init__(now_s, STRICTEST)
        del self._writers[Register.VERSION]


MakeChip = Callable[[Callable[[], float]], Mfrc522Twin]


def _flavour(**habits: Any) -> MakeChip:
    return lambda now_s: Mfrc522Twin(now_s, replace(STRICTEST, **habits))


def _reads(register: Register, change: Change) -> MakeChip:
    return lambda now_s: DeviatingChip(now_s, register, change)


R: Final = Register
DEVIATIONS: Final[Mapping[str, tuple[Register, MakeChip]]] = {
    "another version": (R.VERSION, _flavour(version=0xB2)),
    "keeps a single bit": (R.FIFO_LEVEL, _flavour(suppresses_single_bit=False)),
    "keeps the collided byte": (R.FIFO_LEVEL, _flavour(keeps_collided_byte=True)),
    "counts CollPos from the first bit": (R.COLLISION, _flavour(collision_counts_alignment=False)),
    "ends Transceive after an answer": (R.COM_IRQ, _flavour(stays_in_transceive=False)),
    "sends while waiting": (R.COM_IRQ, _flavour(sends_while_waiting=True)),
    "takes bytes while waiting": (R.FIFO_LEVEL, _flavour(takes_fifo_while_waiting=True)),
    "sends no empty frame": (R.COM_IRQ, _flavour(sends_empty_frames=False)),
    "resets for 4 ms": (R.COMMAND, _flavour(soft_reset_s=4e-3)),
    "keeps reserved bits": (R.MODE, _flavour(documented_bits_only=False)),
    "another reset value of RxSelReg": (R.RX_SELECT, _reads(R.RX_SELECT, lambda v: 0x94 if v == 0x84 else v)),
    "another reset value of DemodReg": (R.DEMODULATOR, _reads(R.DEMODULATOR, lambda v: 0x5D if v == 0x4D else v)),
    "a bit of TReloadReg stuck": (R.TIMER_RELOAD_LOW, _reads(R.TIMER_RELOAD_LOW, lambda v: v & 0x7F)),
    "a bit of RxGain stuck": (R.RF_CONFIG, _reads(R.RF_CONFIG, lambda v: v & 0xBF)),
    "bits of WaterLevelReg missing": (R.WATER_LEVEL, _reads(R.WATER_LEVEL, lambda v: v & 0x0F)),
    "CRC inverted": (R.CRC_RESULT_LOW, _reads(R.CRC_RESULT_LOW, lambda v: v ^ 0xFF)),
    "no CRCIRq": (R.DIV_IRQ, _reads(R.DIV_IRQ, lambda v: v & ~0x04)),
    "no HiAlertIRq": (R.COM_IRQ, _reads(R.COM_IRQ, lambda v: v & ~0x08)),
    "no TxIRq": (R.COM_IRQ, _reads(R.COM_IRQ, lambda v: v & ~0x40)),
    "no RxIRq": (R.COM_IRQ, _reads(R.COM_IRQ, lambda v: v & ~0x20)),
    "a late timer": (R.COM_IRQ, LateTimer),
    "a FIFO of 32 bytes": (R.FIFO_LEVEL, _reads(R.FIFO_LEVEL, lambda v: min(v, 32))),
    "a bit of the FIFO lost": (R.FIFO_DATA, _reads(R.FIFO_DATA, lambda v: v & 0x7F)),
    "no BufferOvfl": (R.ERROR, _reads(R.ERROR, lambda v: v & ~0x10)),
    "no WrErr": (R.ERROR, _reads(R.ERROR, lambda v: v & ~0x80)),
    "no RxLastBits": (R.CONTROL, _reads(R.CONTROL, lambda v: v & 0xF8)),
    "CollPos always valid": (R.COLLISION, _reads(R.COLLISION, lambda v: v & ~0x20)),
    "VersionReg can be written": (R.VERSION, WritableVersion),
}
"""Each with the register that a comparison must name."""

GATE: Final = ReaderId("blue")
WIRING: Final = TableWiring(readers={GATE: (0, 0)})
TAGS_IN_TURN: Final = (
    (),
    ("04a1b2c3d4e580",),
    ("04c1b2c3d4e581", "0481b2c3d4e582"),
    ("04a1b2c3d4f580", "04a1b2c3d4f581", "04a1f2c3d4f582"),
    (),
    ("0424b2c3d4e591", "042cb2c3d4e592"),
    (),
)
POLL_EVERY_S: Final = 0.05


def record_chip(make: MakeChip, polls: int = 3) -> list[Event]:
    """Return a chip's messages while its driver starts and reads none to three tags, each ``polls`` times."""
    return reader_messages(record_part(partial(use_mfrc522, make=make, polls=polls), WIRING))["spi0.0"]


async def use_mfrc522(machine: "Bench", make: MakeChip, polls: int) -> None:
    chip = make(machine.clock.now_s)
    machine.spi_port = lambda _bus, _select: chip
    port = machine.recorded.spi_port(0, 0)
    await ask_questions(port, machine.clock)
    reader = Mfrc522(port, machine.clock, name=GATE)
    with contextlib.suppress(HardwareError):  # the driver refuses the chip; the questions were asked before
        await reader.start()
        for uids in TAGS_IN_TURN:
            lay(chip, uids)
            for _ in range(polls):
                await machine.clock.sleep_until(machine.clock.now_s() + POLL_EVERY_S)
                await reader.poll()


def lay(chip: Mfrc522Twin | Pn532Twin, uids: Sequence[str]) -> None:
    """Lay these tags on the reader in place of those that are there."""
    for tag in chip.piccs:
        chip.leave(tag)
    for uid in uids:
        chip.enter(Ntag213(Uid(bytes.fromhex(uid))))


# Other parts


class DeviatingPn532(Pn532Twin):
    """A PN532 whose frames are others, or that acknowledges 20 ms late."""

    def __init__(
        self, now_s: Callable[[], float], change: Callable[[bytes], bytes], late_s: float, *, wakes_halted: bool
    ) -> None:
        super().__init__(now_s, wakes_halted=wakes_halted)
        self._change, self._late_s = change, late_s

    def _damaged(self, frame: bytes) -> bytes:
        return self._change(super()._damaged(frame))

    def _run(self, code: int, parameters: bytes) -> Generator[float, None, None]:
        work = super()._run(code, parameters)
        yield next(work) + self._late_s
        yield from work


def _answers(code: Command, change: Callable[[bytes], bytes]) -> Callable[[bytes], bytes]:
    """Return a change of the data of the answers to one command."""

    def change_answer(frame: bytes) -> bytes:
        data = frame[5:-2]
        if data[:2] != bytes((FROM_CHIP, code + 1)):
            return frame
        data = data[:2] + change(data[2:])
        head = bytes((0, 0, 0xFF, len(data), -len(data) & 0xFF))
        return head + data + bytes((-sum(data) & 0xFF, 0))

    return change_answer


def _damages(at: int) -> Callable[[bytes], bytes]:
    return lambda frame: frame if frame == ACK else frame[:at] + bytes((frame[at] ^ 0x10,)) + frame[at + 1 :]


async def use_pn532(
    machine: "Bench", change: Callable[[bytes], bytes], late_s: float = 0.0, *, wakes_halted: bool = False
) -> None:
    """Start a PN532 and let it list none to three cards."""
    chip = DeviatingPn532(machine.clock.now_s, change, late_s, wakes_halted=wakes_halted)
    machine.spi_port = lambda _bus, _select: chip
    reader = Pn532(machine.recorded.spi_port(0, 0), machine.clock, name=GATE)
    with contextlib.suppress(HardwareError):
        await reader.start()
        for uids in TAGS_IN_TURN:
            lay(chip, uids)
            await reader.poll()


async def use_arrow(machine: "Bench", **habits: object) -> None:
    """Measure a turn of the arrow, whose twin has other attributes."""
    assert PARTS.coil_pins is not None
    assert PARTS.home_pin is not None
    rotor = RotorTwin(machine.pins, PARTS.coil_pins, PARTS.home_pin, machine.clock.now_s)
    for name, value in habits.items():
        setattr(rotor, name, value)
    arrow = Spinner(
        PARTS.coil_pins, PARTS.home_pin, pin_factory=machine.recorded.pin_factory(), clock=machine.clock, mark_deg=0.0
    )
    with contextlib.suppress(HardwareError):
        await arrow.measure_turn_half_steps()
    arrow.close()


async def use_knob(machine: "Bench", *, press: bool = False, contact: int = -1, clicks_a_cycle: int = 1) -> None:
    """Turn a knob, perhaps without supply and pressed, or with a ``contact`` open, or with half cycles."""
    assert PARTS.knob_pins is not None
    assert PARTS.button_pin is not None
    harness = Harness(machine.pins)
    twin = KnobTwin(
        harness, PARTS.knob_pins, PARTS.button_pin, machine.clock, pulled_up=True, clicks_a_cycle=clicks_a_cycle
    )
    twin.plus_is_open = press
    if contact >= 0:
        harness.rewire({PARTS.knob_pins[contact]: None})
    knob = Knob(
        PARTS.knob_pins,
        PARTS.button_pin,
        pin_factory=machine.recorded.pin_factory(),
        clock=machine.clock,
        on_turn=lambda _at_s, _detents: None,
        on_press=lambda _press: None,
    )
    for detents in (3, -1, 2):
        await twin.turn(detents)
        await machine.clock.sleep_until(machine.clock.now_s() + 1.0)
        if press:
            await twin.press()
    knob.close()


async def use_board(machine: "Bench", change: Callable[[bytes], bytes] = bytes, make: MakeChip | None = None) -> None:
    """Greet a castle board, pass two tags and have it record its reader; ``change`` gets what the board sends."""
    chance = Random(1)  # noqa: S311  # no secret
    cable, chip = Cable(chance), _flavour()(machine.clock.now_s) if make is None else make(machine.clock.now_s)
    board = CPythonBoard(
        [chip], machine.pins, machine.clock, lambda data: cable.carry_to_host(change(data)), chance, board=RED
    )
    cable.board = board
    machine.serial_port_names = lambda: ["/dev/serial/by-id/usb-0"]
    machine.open_serial_port = cable.open_host_end

    def keep(_board: BoardId, event: BoardEvent) -> None:
        if isinstance(event, BoardRecorded):
            for at_s, _, sent, came in event.messages():
                machine.recorder.keep((at_s, "spi red.0", sent, came, -1, 4_000_000))

    link = CastleLink(machine.recorded, machine.clock, {RED: {}}, keep)
    running = asyncio.create_task(link.run())
    await machine.clock.sleep_until(machine.clock.now_s() + 3.0)
    for number, uids in enumerate(TAGS_IN_TURN):
        if number == 1:
            link.request_recordings()
        lay(chip, uids)
        await machine.clock.sleep_until(machine.clock.now_s() + 0.15)
    await machine.clock.sleep_until(machine.clock.now_s() + 4.0)
    running.cancel()
    link.close()
    board.off()


def _lines(change: Callable[[str], str]) -> Callable[[bytes], bytes]:
    """Return a change of the bodies of a board's lines, which get the right checksum."""

    def change_lines(data: bytes) -> bytes:
        bodies = [line[1:-9].decode() for line in data.split(b"\n")[:-1]]
        return b"".join(
            format_line(int(number), change(body)) for number, _, body in (b.partition(" ") for b in bodies)
        )

    return change_lines


def edit_lines(pattern: str, by: str) -> Callable[[bytes], bytes]:
    """Return a change of what a board sends: of each line's words that match."""
    return _lines(lambda body: re.sub(pattern, by, body))


RED: Final = BoardId("red")
PARTS: Final = TableWiring(
    readers={GATE: (0, 0)},
    reader_chips={GATE: "pn532"},
    coil_pins=(17, 27, 22, 23),
    home_pin=26,
    knob_pins=(16, 20),
    button_pin=21,
    boards={ReaderId("red"): RED},
)
Use = Callable[["Bench"], Awaitable[None]]
PART_DEVIATIONS: Final[Mapping[str, tuple[str, Use]]] = {
    "PN532: another firmware": (
        "GET_FIRMWARE_VERSION (7.2.2)",
        lambda m: use_pn532(m, _answers(Command.GET_FIRMWARE_VERSION, lambda data: data[:2] + b"\x05" + data[3:])),
    ),
    "PN532: answers SetParameters with a byte": (
        "SET_PARAMETERS (7.2.9)",
        lambda m: use_pn532(m, _answers(Command.SET_PARAMETERS, lambda _: b"\0")),
    ),
    "PN532: answers RFConfiguration with a byte": (
        "RF_CONFIGURATION (7.3.1)",
        lambda m: use_pn532(m, _answers(Command.RF_CONFIGURATION, lambda _: b"\1")),
    ),
    "PN532: numbers cards from 0": (
        "IN_LIST_PASSIVE_TARGET (7.3.5)",
        lambda m: use_pn532(
            m, _answers(Command.IN_LIST_PASSIVE_TARGET, lambda d: d[:1] + bytes((d[1] - 1,)) + d[2:] if d[1:] else d)
        ),
    ),
    "PN532: a wrong checksum": ("6.2.1.1", lambda m: use_pn532(m, _damages(-2))),
    "PN532: a wrong length": ("6.2.1.1", lambda m: use_pn532(m, _damages(3))),
    "PN532: another acknowledge": (
        "6.2.1.3",
        lambda m: use_pn532(m, lambda frame: NACK if frame == ACK else frame),
    ),
    "PN532: acknowledges after 20 ms": ("6.2.2.1", lambda m: use_pn532(m, bytes, 20e-3)),
    "arrow: gears of 64 to 1": ("half-steps a turn", lambda m: use_arrow(m, half_steps_a_turn=4096.0)),
    "arrow: gears of 16 to 1": ("half-steps a turn", lambda m: use_arrow(m, half_steps_a_turn=1024.0)),
    "arrow: no mark": ("once a turn", lambda m: use_arrow(m, home_never=True)),
    "arrow: a latching sensor": ("once a turn", lambda m: use_arrow(m, latching=True)),
    "arrow: wrong looks": ("away from its mark", lambda m: use_arrow(m, wrong_looks=1 / 2000)),
    "knob: A open": ("only GPIO20 changes", lambda m: use_knob(m, contact=0)),
    "knob: no supply": ("changed at once", lambda m: use_knob(m, press=True)),
    "knob: twice the clicks": ("rest closed", lambda m: use_knob(m, clicks_a_cycle=2)),
    "board: beats with another host_t": (
        "host_t",
        lambda m: use_board(m, edit_lines(r"^(beat \d+) \d+", r"\1 7")),
    ),
    "board: a time that goes back": (
        "went back",
        lambda m: use_board(m, edit_lines(r"^beat \d*(\d\d) ", r"beat 1\1 ")),
    ),
    "board: skips an event's number": (
        "does not follow",
        lambda m: use_board(m, edit_lines(r"^tile 2", "tile 3")),
    ),
    "board: no answer to `ask`": (
        "no `counts`",
        lambda m: use_board(m, edit_lines(r"^counts .*", "state 1 1 0 0 000 00 1")),
    ),
    "board: a line of another protocol": (
        "does not have",
        lambda m: use_board(m, edit_lines(r"^state", "status")),
    ),
    "board: a wrong checksum": (
        "damaged line",
        lambda m: use_board(m, lambda data: data.replace(b" tile ", b" tyle ")),
    ),
}
"""Each with words that a comparison must say."""


class Bench:
    """A machine with one part.

    Attributes:
        recorded: its ports, as a driver gets them.
    """

    spi_port: Callable[[int, int], SpiPort]
    serial_port_names: Callable[[], Sequence[str]]
    open_serial_port: Callable[..., SerialPort]

    def __init__(self, wiring: TableWiring) -> None:
        self.clock = LoopClock()
        self.pins = TwinPinFactory()
        self.recorder = Recorder(self.clock.now_s)
        self.recorder.start()
        self.recorded = RecordedPorts(cast("Ports", self), self.recorder, wiring.spi_hz)

    def pin_factory(self) -> TwinPinFactory:
        return self.pins


def record_part(use: Use, wiring: TableWiring = PARTS) -> Recording:
    """Return what a part says while ``use`` plays it."""

    async def life() -> bytes:
        machine = Bench(wiring)
        await use(machine)
        machine.pins.close()
        return machine.recorder.to_file(msgspec.to_builtins(wiring), simulated=True)

    return parse_recording(run_virtual(life()))


def is_named_at_board(name: str) -> bool:
    """Return whether the recording of a castle board whose chip deviates shows the register."""
    register, make = DEVIATIONS[name]
    messages = reader_messages(record_part(partial(use_board, make=make)))["spi red.0"]
    return any(each.register is register for each in find_differences("spi red.0", messages, STRICTEST))


def main() -> None:
    named = 0
    for name, (register, make) in DEVIATIONS.items():
        messages = record_chip(make)
        found = find_differences("spi0.0", messages, STRICTEST)
        is_named = any(each.register is register for each in found)
        named += is_named
        best = judge_chip("spi0.0", messages).flavour
        print(f"{'named' if is_named else 'MISSED':6} {name}: {found[0] if found else 'nothing'} -> {best.name}")
    print(f"{named} of {len(DEVIATIONS)} named at the right register")
    at_board = [name for name in DEVIATIONS if is_named_at_board(name)]
    print(f"{len(at_board)} of them named at a castle board, which asks its chip nothing more: {', '.join(at_board)}")
    named = 0
    for name, (words, use) in PART_DEVIATIONS.items():
        said = [str(each) for part in compare_parts(record_part(use)) for each in part.differences]
        is_named = any(words in each for each in said)
        named += is_named
        print(f"{'named' if is_named else 'MISSED':6} {name}: {said[0] if said else 'nothing'}")
    print(f"{named} of {len(PART_DEVIATIONS)} of other parts named")


if __name__ == "__main__":
    main()
