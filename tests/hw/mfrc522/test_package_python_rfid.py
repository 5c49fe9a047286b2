"""python-rfid 0.0.2 of PyPI, unmodified, on our twin: after Arduino's MFRC522 library, with waits for the chip's timer.

It reads several FIFO octets in one transfer, as the other packages do not. Its clock is the simulated Pi's: it gives an
answer 50 ms of the real one.
"""

from types import SimpleNamespace
from typing import Any

import pytest

from hw.iso14443.picc import MifareClassic1K, Picc
from hw.ntag.twin import Ntag213
from tests.hw.mfrc522.packages import CARD, OTHER_TILE, TILE, Pi, package

pytestmark = pytest.mark.filterwarnings("ignore::SyntaxWarning")


class Rig:
    def __init__(self, pi: Pi, monkeypatch: pytest.MonkeyPatch) -> None:
        package("python_rfid")
        self.pcd_module = package("python_rfid.mfrc522")
        self.errors = package("python_rfid.errors")
        monkeypatch.setattr(self.pcd_module, "time", SimpleNamespace(time=pi.time.now_s, sleep=pi.time.wait))
        self.pcd = self.pcd_module.MFRC522()
        self.pcd.Init()
        self.cards = package("python_rfid.picc_handler").PICC_Handler(self.pcd)
        self.nothing_known = package("python_rfid.picc_common").Uid

    def select(self) -> Any:
        return self.cards.Select(self.nothing_known())


@pytest.fixture
def rig(pi: Pi, monkeypatch: pytest.MonkeyPatch) -> Rig:
    return Rig(pi, monkeypatch)


def test_it_knows_the_chips_version_and_lets_it_count_checksums(rig: Rig) -> None:
    assert rig.pcd.ReadRegister(rig.pcd_module.PCD_Register.Version) == 0x92
    assert rig.pcd.CalculateCrcBytes([0x30, 0x00]) == [0x02, 0xA8]


@pytest.mark.parametrize(
    ("picc", "atqa"), [(MifareClassic1K(CARD), [0x04, 0x00]), (Ntag213(TILE), [0x44, 0x00])], ids=["card", "sticker"]
)
def test_it_hears_the_answer_to_a_request(pi: Pi, rig: Rig, picc: Picc, atqa: list[int]) -> None:
    pi.lay(picc)
    assert rig.cards.RequestA().data == atqa


def test_it_selects_a_card_of_four_octets(pi: Pi, rig: Rig) -> None:
    pi.lay(MifareClassic1K(CARD))
    rig.cards.RequestA()
    assert bytes(rig.select().raw_bytes) == CARD


def test_it_puts_a_card_to_rest_and_wakes_it(pi: Pi, rig: Rig) -> None:
    pi.lay(MifareClassic1K(CARD))
    rig.cards.RequestA()
    rig.select()
    rig.cards.HaltA()
    with pytest.raises(rig.errors.TimeoutError):
        rig.cards.RequestA()
    assert rig.cards.WakeUpA().data == [0x04, 0x00]


def test_it_reads_no_sticker_as_it_counts_the_first_level_into_the_second_levels_nvb(pi: Pi, rig: Rig) -> None:
    pi.lay(Ntag213(TILE))
    rig.cards.RequestA()
    with pytest.raises(rig.errors.TimeoutError):
        rig.select()


def test_it_gives_two_stickers_up_at_their_collision(pi: Pi, rig: Rig) -> None:
    pi.lay(Ntag213(TILE), Ntag213(OTHER_TILE))
    rig.cards.RequestA()
    with pytest.raises(rig.errors.CollisionError):
        rig.select()


def test_an_empty_field_is_the_chips_timer_and_then_a_name_that_it_never_gave(pi: Pi, rig: Rig) -> None:
    before_s = pi.time.now_s()
    with pytest.raises(NameError, match="logger"):
        rig.cards.IsNewCardPresent()
    assert 0.025 <= pi.time.now_s() - before_s < 0.026


def test_its_self_test_fails_before_it_asks_the_chip(rig: Rig) -> None:
    with pytest.raises(NameError, match="self_test_data"):
        rig.pcd.PerformSelfTest()
