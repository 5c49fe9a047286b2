"""Chips that deviate from the data sheet in one place each, to check that a comparison names it.

`python -m hw.testing.deviations` records each with its driver and questions, and prints what is said of it.
"""

from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import Any, Final, cast

import msgspec
from msgspec.structs import replace

from hw.bus.ports import Ports, SpiPort
from hw.bus.recorder import Event, RecordedPorts, Recorder, parse_recording
from hw.clock import LoopClock
from hw.errors import HardwareError
from hw.mfrc522.driver import Mfrc522
from hw.mfrc522.flavours import STRICTEST
from hw.mfrc522.questions import ask_questions
from hw.mfrc522.registers import Register
from hw.mfrc522.twin import Mfrc522Twin
from hw.ntag.twin import Ntag213
from hw.testing.clock import run_virtual
from hw.testing.compare import find_differences, judge_chip, reader_messages
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

    async def life() -> bytes:
        clock = LoopClock()
        recorder = Recorder(clock.now_s)
        recorder.start()
        chip = make(clock.now_s)
        machine = SimpleNamespace(spi_port=lambda _bus, _select: chip)
        port: SpiPort = RecordedPorts(cast("Ports", machine), recorder, WIRING.spi_hz).spi_port(0, 0)
        await ask_questions(port, clock)
        reader = Mfrc522(port, clock, name=GATE)
        try:
            await reader.start()
            for uids in TAGS_IN_TURN:
                for tag in chip.piccs:
                    chip.leave(tag)
                for uid in uids:
                    chip.enter(Ntag213(Uid(bytes.fromhex(uid))))
                for _ in range(polls):
                    await clock.sleep_until(clock.now_s() + POLL_EVERY_S)
                    await reader.poll()
        except HardwareError:
            pass  # the driver has refused the chip; the questions were asked before
        return recorder.to_file(msgspec.to_builtins(WIRING), simulated=True)

    return reader_messages(parse_recording(run_virtual(life())))["spi0.0"]


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


if __name__ == "__main__":
    main()
