"""razrc522 1.0.0 of PyPI, unmodified, on our twin: pi-rc522 made anew for gpiozero, for kernels from 6 on.

Its `EasyRFID` waits for the chip's IRQ pin, which leads nowhere at the twin, so what polls was tried.
"""

from typing import Any

import pytest

from hw.iso14443.picc import MifareClassic1K
from hw.ntag.twin import Ntag213
from tests.hw.mfrc522.packages import CARD, OTHER_TILE, TILE, Pi, package

FAILED = True
"""What its calls return first when they failed."""


@pytest.fixture
def rfid(pi: Pi) -> Any:
    return package("razrc522").RFID(pin_rst=0, pin_ce=0, pin_irq=None)


def test_it_reads_a_card_of_four_octets(pi: Pi, rfid: Any) -> None:
    pi.lay(MifareClassic1K(CARD))
    assert rfid.request() == (not FAILED, 16)
    assert rfid.anticoll() == (not FAILED, [*CARD, 0x4B])


def test_it_reads_both_levels_of_a_sticker_when_it_is_asked_for_each(pi: Pi, rfid: Any) -> None:
    pi.lay(Ntag213(TILE))
    rfid.request()
    failed, first = rfid.anticoll()
    assert (failed, first) == (not FAILED, [0x88, *TILE[:3], 0x9F])
    assert rfid.select_tag(first) is not FAILED
    assert rfid.anticoll2() == (not FAILED, [*TILE[3:], 0x72])


def test_it_reads_a_stickers_first_pages(pi: Pi, rfid: Any) -> None:
    sticker = Ntag213(TILE)
    pi.lay(sticker)
    rfid.request()
    rfid.select_tag(rfid.anticoll()[1])
    rfid.anticoll2()
    assert rfid.read(0) == (not FAILED, list(b"".join(sticker.page(page) for page in range(4))))


def test_it_calls_two_stickers_a_failure(pi: Pi, rfid: Any) -> None:
    pi.lay(Ntag213(TILE), Ntag213(OTHER_TILE))
    assert rfid.request() == (not FAILED, 16)
    assert rfid.anticoll()[0] is FAILED


def test_it_polls_two_thousand_times_on_an_empty_field(pi: Pi, rfid: Any) -> None:
    before = pi.twin.transfers
    assert rfid.request() == (FAILED, None)
    assert 2000 < pi.twin.transfers - before < 2030
