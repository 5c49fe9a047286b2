"""WUPA in one message, met with silence or not, does to the twin what its writes do, whatever comes around it."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from hw.mfrc522 import status
from hw.mfrc522.field import Noise
from hw.mfrc522.registers import Command, Register
from hw.mfrc522.spi_frames import read, write
from hw.mfrc522.twin import Mfrc522Twin, StuckMiso
from hw.ntag.twin import Ntag213
from hw.values import Uid

TILE = Uid(bytes.fromhex("04a1b2c3d4e580"))
WUPA = (b"\x02\x00", b"\x14\x80", b"\x08\x7f", b"\x12\x52", b"\x02\x0c", b"\x1a\x87")
SET_UP = (b"\x54\x80", b"\x56\xa9", b"\x58\x00", b"\x5a\x08", b"\x2a\x40", b"\x28\x83", b"\x02\x0c")
"""The timer starts by itself and ends after 225 us, 100 % ASK, antenna on, Transceive."""

TOUCHED = [
    Register.COMMAND, Register.FIFO_DATA, Register.BIT_FRAMING, Register.WATER_LEVEL, Register.TX_MODE,
    Register.RX_MODE, Register.COLLISION, Register.CONTROL, Register.TX_CONTROL, Register.COM_IRQ,
]  # fmt: skip
STEPS = st.one_of(
    st.just("wupa"),
    st.just("message"),
    st.sampled_from(["enter", "leave", "brown_out", "power_down", "run", "hang", "stick", "unstick", "lag", "noise"]),
    st.sampled_from([read(Register.COM_IRQ), *status.READ[:3], write(Register.FIFO_LEVEL, 0x80), *SET_UP]),
    st.builds(write, st.sampled_from(TOUCHED), st.integers(0, 255)),
    st.builds(lambda registers: read(*registers), st.lists(st.sampled_from(sorted(Register)), min_size=1, max_size=4)),
)
PAUSES_S = st.sampled_from([0.0, 0.00005, 0.0003, 0.002, 0.01])


class Chip:
    """A twin with a clock of its own; ``at_once`` says how WUPA gets there, and silence comes back."""

    def __init__(self, *, at_once: bool, sends_while_waiting: bool) -> None:
        self.now_s = 0.0
        self._at_once = at_once
        self._sticker = Ntag213(TILE)
        self.twin = Mfrc522Twin(lambda: self.now_s, sends_while_waiting=sends_while_waiting)
        if not at_once:
            self.twin._is_met_with_silence = lambda now_s: False  # type: ignore[method-assign]
        self.now_s = 0.01
        for octets in SET_UP:
            self.twin.transfer(octets)

    def do(self, step: str | bytes) -> object:
        twin = self.twin
        match step:
            case bytes() if self._at_once:
                return twin.prepare((step,))()
            case bytes():
                return twin.transfer(step)
            case "wupa" if self._at_once:
                return twin.prepare(WUPA)()
            case "message" if self._at_once:
                return b"".join(twin.message(WUPA))
            case "wupa" | "message":
                twin.messages -= len(WUPA) - 1
                return b"".join(twin.transfer(octets) for octets in WUPA)
            case "enter":
                twin.enter(self._sticker)
            case "leave" if twin.piccs:
                twin.leave(self._sticker)
            case "stick":
                twin.stick_miso(StuckMiso.HIGH)
            case "unstick":
                twin.stick_miso(None)
            case "lag":
                twin.lag_s = 0.001
            case "noise":
                twin.field.noise = Noise(Random(1), loss=0.3, garble=0.3)
            case "brown_out" | "power_down" | "run" | "hang":
                getattr(twin, step)()
        return None

    def seen(self) -> tuple[object, ...]:
        """All that can be seen of it: what it counted, its registers, its FIFO and its moments."""
        twin = self.twin
        return (
            twin.transfers, twin.messages, twin.octets, twin.airtime_s, twin.exchanges, twin.guard_violations,
            bytes(twin._registers), bytes(twin._fifo), twin._receiving, twin._sent, twin._sent_s, twin._air_end_s,
            twin._tx_end_s, twin._rx_end_s, twin._timer_end_s, twin._timer_stop_s, twin._timer_length_s, twin._next_s,
            twin._answer_ended_s, twin._request_s, twin._disturbed, twin._at_s, twin.field.on_since_s, len(twin.piccs),
        )  # fmt: skip


@given(st.lists(st.tuples(STEPS, PAUSES_S), max_size=40), st.booleans())
@settings(max_examples=150)
def test_at_once_is_as_step_by_step(steps: list[tuple[str | bytes, float]], sends_while_waiting: bool) -> None:
    fast, slow = (Chip(at_once=at_once, sends_while_waiting=sends_while_waiting) for at_once in (True, False))
    for step, pause_s in (("wupa", 0.0003), *steps, ("wupa", 0.0003), (status.READ[2], 0.0)):
        assert fast.do(step) == slow.do(step)
        assert fast.seen() == slow.seen()
        for chip in (fast, slow):
            chip.now_s += pause_s


def test_an_empty_field_is_silent_and_what_it_cost_is_counted() -> None:
    chip = Chip(at_once=True, sends_while_waiting=True)
    before = chip.twin.transfers, chip.twin.messages, chip.twin.octets
    chip.do("wupa")
    chip.now_s += 0.001
    assert status.is_quiet(chip.twin.transfer(status.READ[2]))
    after = chip.twin.transfers, chip.twin.messages, chip.twin.octets
    assert (before, after) == ((7, 7, 14), (14, 9, 35))
    assert chip.twin._registers[Register.COMMAND] == Command.TRANSCEIVE
