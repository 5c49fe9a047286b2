"""A second transcription of the data sheet's registers, to catch a slip in the first (table 20, chapter 9)."""

from itertools import count

import pytest

from hw.mfrc522.flavours import FLAVOURS, Flavour
from hw.mfrc522.registers import GAIN_DB_BY_CODE, RESET_VALUES, Register, timer_s
from hw.mfrc522.twin import Mfrc522Twin

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


@pytest.mark.parametrize(("address", "name", "value"), rows())
def test_a_register_resets_to_the_data_sheets_value(address: int, name: str, value: int) -> None:
    assert RESET_VALUES.get(Register(address), 0x00) == value, name


def test_both_transcriptions_name_the_same_registers() -> None:
    assert {address for address, _, _ in rows()} | OPEN == {int(register) for register in Register}


def test_a_twin_that_was_just_powered_up_reads_as_the_data_sheet_says() -> None:
    twin = Mfrc522Twin(lambda: 1.0)
    for address, name, value in rows():
        assert twin.transfer(bytes((0x80 | address << 1, 0)))[1] == value, name


@pytest.mark.parametrize("kind", FLAVOURS, ids=lambda kind: kind.name)
def test_its_own_test_gives_what_is_known_of_each_flavour(kind: Flavour) -> None:
    seconds = count()
    twin = Mfrc522Twin(lambda: float(next(seconds)), **kind.options)
    # 16.1.1: empty the internal buffer, allow the self-test, write 00h to the FIFO, start CalcCRC, read 64 octets.
    for octets in ("020f", "1480", "12" + 25 * "00", "0201", "6c09", "1200", "0203"):
        twin.transfer(bytes.fromhex(octets))
    answer = twin.transfer(b"\x92" * 64 + b"\x00")[1:]
    first = {0x91: "00c637d5", 0x92: "00eb66ba", 0x88: "00d6788c", 0x12: "00000000"}[kind.version]
    assert (len(answer), answer[:4].hex()) == (64, first)
    assert twin.transfer(b"\xee\x00")[1] == kind.version


def test_reserved_bits_stay_as_they_are_where_documented_ones_alone_are_kept() -> None:
    twin = Mfrc522Twin(lambda: 1.0, documented_bits_only=True)
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
    assert timer_s(prescaler, reload) * 1e3 == pytest.approx(milliseconds, rel=0.001)
