"""The chip twin by its registers alone, as the data sheet describes them; no driver."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from hw.iso14443.picc import MifareClassic1K, PcdFrame, Picc, PiccState
from hw.mfrc522 import field, flavours, reader_twin
from hw.mfrc522.registers import GAIN_DB_BY_CODE, Command, Register, timer_duration_s
from hw.mfrc522.twin import Mfrc522Twin
from hw.ntag.twin import Ntag213
from hw.values import Uid

TILE = Uid(bytes.fromhex("04a1b2c3d4e580"))


class Bench:
    def __init__(self, **options: object) -> None:
        self.now_s = 0.0
        self.twin = Mfrc522Twin(lambda: self.now_s, replace(flavours.LENIENT, **options))
        self.wait(0.001)

    def wait(self, seconds: float) -> None:
        self.now_s += seconds

    def write(self, register: Register, *values: int) -> None:
        self.twin.transfer(bytes((register << 1, *values)))

    def read(self, register: Register) -> int:
        return self.twin.transfer(bytes((0x80 | register << 1, 0)))[1]

    def light(self) -> None:
        self.write(Register.TIMER_MODE, 0x80)
        self.write(Register.TIMER_PRESCALER, 0xA9)
        self.write(Register.TIMER_RELOAD_LOW, 8)
        self.write(Register.TX_ASK, 0x40)
        self.write(Register.COLLISION, 0x00)
        self.write(Register.TX_CONTROL, 0x83)
        self.write(Register.COMMAND, Command.TRANSCEIVE)
        self.wait(0.0051)

    def send(self, data: str, last_bits: int = 0, align: int = 0) -> None:
        self.write(Register.COMMAND, Command.IDLE)
        self.write(Register.COM_IRQ, 0x7F)
        self.write(Register.FIFO_LEVEL, 0x80)
        self.write(Register.FIFO_DATA, *bytes.fromhex(data))
        self.write(Register.COMMAND, Command.TRANSCEIVE)
        self.write(Register.BIT_FRAMING, 0x80 | align << 4 | last_bits)
        self.wait(0.002)

    def fifo(self) -> str:
        return bytes(self.read(Register.FIFO_DATA) for _ in range(self.read(Register.FIFO_LEVEL))).hex()


def lit(*piccs: Picc, **options: object) -> Bench:
    bench = Bench(**options)
    for picc in piccs:
        bench.twin.enter(picc)
    bench.light()
    return bench


def test_bytes_written_to_the_fifo_in_one_frame_come_back_in_one_frame() -> None:
    bench = Bench()
    bench.write(Register.FIFO_DATA, 0x11, 0x22, 0x33)
    address = 0x80 | Register.FIFO_DATA << 1
    assert bench.twin.transfer(bytes((address, address, address, 0)))[1:].hex() == "112233"
    assert bench.read(Register.FIFO_LEVEL) == 0


def test_a_full_fifo_reports_an_overflow_that_a_flush_clears() -> None:
    bench = Bench()
    bench.write(Register.FIFO_DATA, *range(65))
    assert bench.read(Register.ERROR) == 0x10
    assert bench.read(Register.FIFO_LEVEL) == 64
    bench.write(Register.FIFO_LEVEL, 0x80)
    assert (bench.read(Register.ERROR), bench.read(Register.FIFO_LEVEL)) == (0x00, 0)


def test_the_crc_coprocessor_gives_crc_a_with_mode_regs_preset() -> None:
    bench = Bench()
    bench.write(Register.MODE, 0x3D)
    bench.write(Register.FIFO_DATA, 0x50, 0x00)
    bench.write(Register.COMMAND, Command.CALC_CRC)
    assert bench.read(Register.DIV_IRQ) & 0x04
    assert (bench.read(Register.CRC_RESULT_LOW), bench.read(Register.CRC_RESULT_HIGH)) == (0x57, 0xCD)


@pytest.mark.parametrize(("takes", "kept"), [(False, ""), (True, "26")])
def test_bytes_for_the_fifo_are_refused_while_an_answer_is_awaited(takes: bool, kept: str) -> None:
    bench = lit(takes_fifo_while_waiting=takes)
    bench.send("26", last_bits=7)
    bench.write(Register.COMMAND, Command.TRANSCEIVE)
    bench.write(Register.FIFO_DATA, 0x26)
    assert (bench.read(Register.ERROR), bench.fifo()) == (0x80, kept)
    bench.write(Register.COMMAND, Command.IDLE)
    bench.write(Register.FIFO_DATA, 0x26)
    assert (bench.read(Register.ERROR), bench.fifo()) == (0x00, "26")


def test_checksums_on_air_are_crc_a_with_any_coprocessor_preset() -> None:
    bench = lit(Ntag213(TILE))
    bench.send("26", last_bits=7)
    bench.write(Register.TX_MODE, 0x80)
    bench.write(Register.RX_MODE, 0x80)
    bench.send("3000")
    assert (bench.read(Register.ERROR), bench.fifo()) == (0x00, "04a1b29fc3d4e58072480000e1101200")


def test_com_irq_clears_the_marked_bits_or_sets_them() -> None:
    bench = Bench()
    bench.write(Register.COM_IRQ, 0x04)
    assert bench.read(Register.COM_IRQ) == 0x10
    bench.write(Register.COM_IRQ, 0x81)
    assert bench.read(Register.COM_IRQ) == 0x11


def test_an_answered_request_shows_transmitted_received_and_low_alert() -> None:
    bench = lit(Ntag213(TILE))
    bench.send("26", last_bits=7)
    assert bench.read(Register.COM_IRQ) == 0x64
    assert bench.read(Register.ERROR) == 0x00
    assert bench.fifo() == "4400"


def test_an_empty_field_ends_with_the_timer() -> None:
    bench = lit()
    bench.send("26", last_bits=7)
    assert bench.read(Register.COM_IRQ) == 0x45
    assert bench.fifo() == ""


def test_nothing_shows_before_it_has_happened() -> None:
    bench = lit(Ntag213(TILE))
    bench.write(Register.COM_IRQ, 0x7F)
    bench.write(Register.FIFO_DATA, 0x26)
    bench.write(Register.BIT_FRAMING, 0x87)
    bench.wait(90e-6)
    assert bench.read(Register.COM_IRQ) & 0x60 == 0x00
    bench.wait(10e-6)
    assert bench.read(Register.COM_IRQ) & 0x60 == 0x40
    bench.wait(250e-6)
    assert bench.read(Register.COM_IRQ) & 0x60 == 0x40
    bench.wait(10e-6)
    assert bench.read(Register.COM_IRQ) & 0x60 == 0x60


def test_two_cards_collide_as_in_nxps_published_trace() -> None:
    # NXP community, thread 1163324: ComIrqReg 66h, ErrorReg 08h, CollReg 05h.
    bench = lit(MifareClassic1K(Uid(bytes.fromhex("86a083ee"))), MifareClassic1K(Uid(bytes.fromhex("169a0a3b"))))
    bench.send("26", last_bits=7)
    bench.send("9320")
    assert bench.read(Register.COM_IRQ) == 0x66
    assert bench.read(Register.ERROR) == 0x08
    assert bench.read(Register.COLLISION) == 0x05
    assert bench.fifo() == "0600000000"


@pytest.mark.parametrize(("counts_alignment", "position"), [(True, 8), (False, 4)])
def test_a_collision_in_a_split_byte_is_counted_by_either_convention(counts_alignment: bool, position: int) -> None:
    # MFRC631 data sheet 9.6.4: with an alignment of 4, a collision in the fourth bit received is in the byte's last.
    first, second = (MifareClassic1K(Uid(bytes.fromhex(uid))) for uid in ("01020304", "81020304"))
    bench = lit(first, second, collision_counts_alignment=counts_alignment)
    bench.send("26", last_bits=7)
    bench.send("932401", last_bits=4, align=4)
    assert bench.read(Register.COLLISION) == position


def test_bits_after_a_collision_are_kept_if_asked_for() -> None:
    bench = lit(MifareClassic1K(Uid(bytes.fromhex("86a083ee"))), MifareClassic1K(Uid(bytes.fromhex("169a0a3b"))))
    bench.write(Register.COLLISION, 0x80)
    bench.send("26", last_bits=7)
    bench.send("9320")
    assert bench.fifo() != "0600000000"


def test_a_soft_reset_switches_the_antenna_off_and_resets_cards() -> None:
    bench = lit(Ntag213(TILE))
    bench.write(Register.COMMAND, Command.SOFT_RESET)
    bench.wait(0.001)
    assert not bench.twin.rf_on
    assert bench.read(Register.TX_CONTROL) == 0x80


def test_soft_power_down_takes_the_field_away_and_gives_it_back() -> None:
    bench = lit()
    bench.write(Register.COMMAND, 0x10)
    assert not bench.twin.rf_on
    bench.write(Register.COMMAND, Command.TRANSCEIVE)
    assert bench.twin.rf_on


def test_a_slow_clone_answers_nothing_until_it_has_started() -> None:
    bench = Bench(soft_reset_s=4e-3, version=0x88)
    bench.write(Register.COMMAND, Command.SOFT_RESET)
    assert bench.read(Register.VERSION) == 0x00
    bench.wait(5e-3)
    assert bench.read(Register.VERSION) == 0x88


def test_low_on_the_reset_pin_powers_the_chip_down() -> None:
    bench = lit()
    bench.twin.reset_pin.off()
    assert not bench.twin.rf_on
    assert bench.read(Register.VERSION) == 0x00
    bench.twin.reset_pin.on()
    bench.wait(0.001)
    assert bench.read(Register.VERSION) == 0x92


@pytest.mark.parametrize("level", reader_twin.StuckMiso)
def test_a_stuck_miso_line_reads_the_same_for_each_register(level: reader_twin.StuckMiso) -> None:
    bench = Bench()
    bench.twin.stick_miso(level)
    assert {bench.read(register) for register in Register} == {level.value}
    bench.twin.stick_miso(None)
    assert bench.read(Register.VERSION) == 0x92


def test_a_frame_sent_before_the_guard_time_after_field_on_is_counted() -> None:
    bench = Bench()
    bench.write(Register.TX_CONTROL, 0x83)
    bench.write(Register.COMMAND, Command.TRANSCEIVE)
    bench.wait(0.002)
    bench.send("26", last_bits=7)
    assert bench.twin.guard_violations == 1


def test_two_requests_within_516_microseconds_are_counted() -> None:
    bench = lit()
    bench.send("26", last_bits=7)
    before = bench.twin.guard_violations
    bench.now_s -= 0.002 - 0.0005
    bench.send("26", last_bits=7)
    assert (before, bench.twin.guard_violations) == (0, 1)


def test_airtime_is_that_of_frame_delay_and_answer() -> None:
    bench = lit(Ntag213(TILE))
    bench.send("26", last_bits=7)
    bench.read(Register.COM_IRQ)
    assert round(bench.twin.airtime_s * 1e6) == 353


def test_a_card_that_has_not_started_up_does_not_answer() -> None:
    bench = lit(Ntag213(TILE, start_up_s=0.02))
    bench.send("26", last_bits=7)
    assert bench.fifo() == ""
    bench.wait(0.02)
    bench.send("26", last_bits=7)
    assert bench.fifo() == "4400"


def test_a_card_taken_away_in_mid_answer_leaves_a_broken_frame() -> None:
    tile = Ntag213(TILE)
    bench = lit(tile)
    bench.write(Register.COM_IRQ, 0x7F)
    bench.write(Register.FIFO_DATA, 0x26)
    bench.write(Register.BIT_FRAMING, 0x87)
    bench.wait(250e-6)
    bench.twin.leave(tile)
    bench.wait(0.001)
    assert bench.read(Register.ERROR) & 0x03


def test_a_card_over_the_coils_wire_loses_its_power_in_mid_anticollision() -> None:
    tile = Ntag213(TILE)
    bench = lit(tile)
    bench.send("26", last_bits=7)
    bench.twin.move(tile, 24.0, 2.0)
    bench.twin.move(tile, 15.0, 2.0)
    bench.wait(0.002)
    bench.send("9320")
    assert bench.fifo() == ""
    bench.send("26", last_bits=7)
    assert bench.fifo() == "4400"


@pytest.mark.parametrize(
    ("aside_mm", "above_mm", "coupling"), [(0, 0, 1.0), (0, 35, 0.1), (24.5, 2, 0.0), (32, 2, -0.25), (45, 2, -0.05)]
)
def test_coupling_falls_to_nothing_at_the_wire_and_turns_round(
    aside_mm: float, above_mm: float, coupling: float
) -> None:
    """By Grover's formula for two loops of 20 and 11 mm in one axis; beside it, signs and zero of Biot-Savart."""
    assert field.coupling_at(above_mm, aside_mm) == pytest.approx(coupling, abs=0.02)


def test_a_much_stronger_card_drowns_a_weak_one_without_a_collision() -> None:
    bench = Bench()
    bench.twin.enter(MifareClassic1K(Uid(bytes.fromhex("86a083ee"))), coupling=1.0)
    bench.twin.enter(MifareClassic1K(Uid(bytes.fromhex("169a0a3b"))), coupling=0.2)
    bench.light()
    bench.send("26", last_bits=7)
    bench.send("9320")
    assert bench.read(Register.ERROR) == 0x00
    assert bench.fifo() == "86a083ee4b"


def test_a_card_out_of_range_is_not_powered() -> None:
    bench = Bench()
    bench.twin.enter(Ntag213(TILE), coupling=0.05)
    bench.light()
    bench.send("26", last_bits=7)
    assert bench.fifo() == ""


@pytest.mark.parametrize(("gain_code", "error"), [(5, 0x00), (7, 0x02)])
def test_48_db_saturates_at_contact_and_38_db_does_not(gain_code: int, error: int) -> None:
    bench = lit(Ntag213(TILE))
    bench.write(Register.RF_CONFIG, gain_code << 4 | 0x08)
    bench.send("26", last_bits=7)
    bench.send("9320")
    assert bench.read(Register.ERROR) & 0x02 == error


def test_both_antennas_receive_a_card_between_them() -> None:
    tile = Ntag213(TILE)
    left, right = lit(tile), lit(tile)
    right.now_s += 0.01
    left.send("26", last_bits=7)
    assert left.fifo() == "4400"
    right.send("26", last_bits=7)
    right.send("26", last_bits=7)
    assert right.fifo() == "4400"


def test_a_flipped_bit_on_air_is_a_parity_error() -> None:
    bench = lit(Ntag213(TILE))
    bench.twin.field.flip_bit_of_answer(answer=0, bit=3)
    bench.send("26", last_bits=7)
    assert bench.read(Register.ERROR) == 0x02


def test_a_noisy_field_loses_frames_by_the_chance_passed_in() -> None:
    bench = lit(Ntag213(TILE))
    bench.twin.field.noise = field.Noise(Random(1), loss=1.0)
    bench.send("26", last_bits=7)
    assert bench.fifo() == ""


def test_a_card_receives_nothing_while_two_readers_send_at_once() -> None:
    tile = Ntag213(TILE)
    left, right = lit(tile), lit(tile)
    left.send("26", last_bits=7)
    assert left.fifo() == "4400"
    right.now_s = left.now_s - 0.0019
    right.send("26", last_bits=7)
    assert right.fifo() == ""
    assert tile.state is PiccState.IDLE


WRITABLE = st.sampled_from(sorted(Register))
ACCESS = st.one_of(
    st.binary(min_size=1, max_size=70),
    st.builds(lambda register, data: bytes((register << 1,)) + data, WRITABLE, st.binary(min_size=1, max_size=20)),
    st.sampled_from([b"\x02\x0c", b"\x1a\x80", b"\x1a\x87", b"\x28\x83", b"\x12\x26", b"\x12\x93\x20", b"\x14\x80"]),
)


@given(st.lists(st.tuples(ACCESS, st.floats(0, 0.01)), max_size=60))
@settings(max_examples=200)
def test_any_bytes_at_any_moment_are_answered_by_as_many(accesses: list[tuple[bytes, float]]) -> None:
    now_s = 0.0
    twin = Mfrc522Twin(lambda: now_s)
    twin.enter(Ntag213(TILE))
    twin.enter(MifareClassic1K(Uid(bytes.fromhex("86a083ee"))))
    for data, pause_s in accesses:
        assert len(twin.transfer(data)) == len(data)
        now_s += pause_s


@given(st.lists(st.tuples(st.binary(min_size=1, max_size=24), st.integers(0, 7)), max_size=20))
@settings(max_examples=200)
def test_any_frame_on_air_leaves_a_card_that_can_be_woken(sent: list[tuple[bytes, int]]) -> None:
    now_s = 0.0
    twin = Mfrc522Twin(lambda: now_s)
    sticker = Ntag213(TILE)
    twin.enter(sticker)
    twin.transfer(bytes((Register.TX_CONTROL << 1, 0x83)))
    twin.transfer(bytes((Register.COMMAND << 1, Command.TRANSCEIVE)))
    for data, last_bits in sent:
        now_s += 0.02
        twin.transfer(bytes((Register.FIFO_LEVEL << 1, 0x80)))
        twin.transfer(bytes((Register.FIFO_DATA << 1,)) + data)
        twin.transfer(bytes((Register.BIT_FRAMING << 1, 0x80 | last_bits)))
    now_s += 0.02
    twin.transfer(b"\x88\x00")
    answers = [sticker.receive(PcdFrame(b"\x52", 7)) for _ in range(2)]
    assert any(answers)


DATA_SHEET = """
01 CommandReg 20      02 ComIEnReg 80       03 DivIEnReg 00     04 ComIrqReg 14      06 ErrorReg 00
07 Status1Reg 21      08 Status2Reg 00      0A FIFOLevelReg 00  0B WaterLevelReg 08  0C ControlReg 10
0D BitFramingReg 00   0E CollReg A0         11 ModeReg 3F       12 TxModeReg 00      13 RxModeReg 00
14 TxControlReg 80    15 TxASKReg 00        16 TxSelReg 10      17 RxSelReg 84       18 RxThresholdReg 84
19 DemodReg 4D        1C MfTxReg 62         1D MfRxReg 00       1F SerialSpeedReg EB 21 CRCResultRegH FF
22 CRCResultRegL FF   24 ModWidthReg 26     26 RFCfgReg 48      27 GsNReg 88         28 CWGsPReg 20
29 ModGsPReg 20       2A TModeReg 00        2B TPrescalerReg 00 2C TReloadRegH 00    2D TReloadRegL 00
31 TestSel1Reg 00     32 TestSel2Reg 00     33 TestPinEnReg 80  34 TestPinValueReg 00 36 AutoTestReg 40
38 AnalogTestReg 00
"""
OPEN = {0x05, 0x09, 0x2E, 0x2F, 0x35, 0x37, 0x39, 0x3A, 0x3B}
"""Registers whose value after reset the data sheet leaves open."""


def rows() -> list[tuple[int, str, int]]:
    words = DATA_SHEET.split()
    return [(int(words[index], 16), words[index + 1], int(words[index + 2], 16)) for index in range(0, len(words), 3)]


def test_both_transcriptions_name_the_same_registers() -> None:
    assert {address for address, _, _ in rows()} | OPEN == {int(register) for register in Register}


def test_a_twin_that_was_just_powered_up_reads_as_the_data_sheet_says() -> None:
    twin = Mfrc522Twin(lambda: 1.0)
    for address, name, value in rows():
        assert twin.transfer(bytes((0x80 | address << 1, 0)))[1] == value, name


def test_a_strict_chip_keeps_its_reserved_bits() -> None:
    twin = Mfrc522Twin(lambda: 1.0, flavours.Flavour("strict", documented_bits_only=True))
    twin.transfer(b"\x38\x2d")
    assert twin.transfer(b"\xb8\x00")[1] == 0x61  # MfTxReg: 62h at reset, of which TxWait are the two low bits
    twin.transfer(b"\x22\x00")
    assert twin.transfer(b"\xa2\x00")[1] == 0x14  # ModeReg: 3Fh at reset, of which bits 6, 4 and 2 are reserved


def test_the_gains_are_those_of_the_data_sheet() -> None:
    assert GAIN_DB_BY_CODE == (18, 23, 18, 23, 33, 38, 43, 48)


@pytest.mark.parametrize(
    ("prescaler", "reload", "milliseconds"),
    [(0xD3E, 30, 15.5), (0xA9, 8, 0.225), (0xA9, 39, 1.0)],
)
def test_the_timer_runs_for_prescaler_times_reload_periods(prescaler: int, reload: int, milliseconds: float) -> None:
    assert timer_duration_s(prescaler, reload) * 1e3 == pytest.approx(milliseconds, rel=0.001)
