"""Other people's drivers on the reader's twin, unmodified.

That proves that the twin is not only our driver's mirror. The faults are published: pimylifeup/MFRC522-python#42
(2,000 polls), and every second read, cut-off UIDs and two tags as many users report them.

It reads several FIFO octets in one transfer, as the other packages do not. Its clock is the simulated Pi's: it gives an
answer 50 ms of the real one.

Its `EasyRFID` waits for the chip's IRQ pin, which leads nowhere at the twin, so what polls was tried.
"""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from hw.errors import BusError, PartSilent
from hw.iso14443.picc import MifareClassic1K, Picc
from hw.mfrc522.compat import PackageReader
from hw.mfrc522.twin import StuckMiso
from hw.ntag.twin import Ntag213
from hw.values import ReaderId, Uid
from tests.hw.mfrc522.packages import CARD, OTHER_TILE, TILE, Pi, package

EMPTY_POLLS = 2000


def number(uid: bytes) -> int:
    """The package's way to make one number of five octets."""
    return int.from_bytes(uid, "big")


def test_mfrc522_reads_a_mifare_card(pi: Pi) -> None:
    reader = package("mfrc522").SimpleMFRC522()
    pi.lay(MifareClassic1K(CARD))
    assert reader.read_id_no_block() == number(bytes.fromhex("86a083ee4b"))


def test_mfrc522_cuts_a_uid_of_seven_octets_to_three(pi: Pi) -> None:
    reader = package("mfrc522").SimpleMFRC522()
    pi.lay(Ntag213(TILE))
    assert reader.read_id_no_block() == number(bytes.fromhex("8804a1b29f"))


def test_mfrc522_selects_a_card_with_the_chips_own_checksum(pi: Pi) -> None:
    chip = package("mfrc522").MFRC522()
    pi.lay(MifareClassic1K(CARD))
    chip.MFRC522_Request(chip.PICC_REQIDL)
    _, octets = chip.MFRC522_Anticoll()
    assert chip.MFRC522_SelectTag(octets) == 0x08


def test_mfrc522_reads_the_pages_of_a_sticker(pi: Pi) -> None:
    chip = package("mfrc522").MFRC522()
    sticker = Ntag213(TILE)
    pi.lay(sticker)
    chip.MFRC522_Request(chip.PICC_REQIDL)
    chip.Write_MFRC522(chip.BitFramingReg, 0)
    _, octets, bits = chip.MFRC522_ToCard(chip.PCD_TRANSCEIVE, [0x30, 0x00, 0x02, 0xA8])
    assert bits == 8 * 18
    assert bytes(octets[:16]) == b"".join(sticker.page(page) for page in range(4))


def test_mfrc522_reads_a_resting_card_every_second_time(pi: Pi) -> None:
    reader = package("mfrc522").SimpleMFRC522()
    pi.lay(MifareClassic1K(CARD))
    assert [reader.read_id_no_block() is not None for _ in range(6)] == [True, False] * 3


def test_mfrc522_sees_nothing_where_two_cards_lie(pi: Pi) -> None:
    reader = package("mfrc522").SimpleMFRC522()
    pi.lay(Ntag213(TILE), Ntag213(OTHER_TILE))
    assert {reader.read_id_no_block() for _ in range(6)} == {None}


def test_mfrc522_takes_two_stickers_that_start_alike_for_one(pi: Pi) -> None:
    reader = package("mfrc522").SimpleMFRC522()
    pi.lay(Ntag213(TILE), Ntag213(Uid(TILE[:3] + b"\x11\x22\x33\x44")))
    assert reader.read_id_no_block() == number(bytes.fromhex("8804a1b29f"))


@pytest.mark.parametrize("name", ["mfrc522", "pirc522"])
def test_both_packages_poll_two_thousand_times_on_an_empty_field(pi: Pi, name: str) -> None:
    module = package(name)
    ask = module.SimpleMFRC522().read_id_no_block if name == "mfrc522" else module.RFID(pin_irq=None).request
    before = pi.twin.transfers
    ask()
    assert EMPTY_POLLS < pi.twin.transfers - before < EMPTY_POLLS + 30


def test_pi_rc522_reads_the_whole_uid_of_a_sticker(pi: Pi) -> None:
    rfid = package("pirc522").RFID(pin_irq=None)
    pi.lay(Ntag213(TILE))
    assert rfid.read_id() == list(TILE)


def compat(pi: Pi) -> PackageReader:
    package("mfrc522")
    return PackageReader(0, 0, name=ReaderId("red"))


@pytest.mark.parametrize("picc", [MifareClassic1K(CARD), Ntag213(TILE)], ids=["card", "sticker"])
def test_behind_our_calls_the_package_gives_whole_uids_at_every_poll(pi: Pi, picc: Picc) -> None:
    async def scene() -> None:
        reader = compat(pi)
        assert (await reader.start()).value == 0x92
        assert (await reader.poll()).uids == frozenset()
        pi.lay(picc)
        for _ in range(3):
            assert (await reader.poll()).uids == {picc.uid}
        reader.off()
        assert not pi.twin.rf_on

    asyncio.run(scene())


def test_behind_our_calls_a_dead_chip_is_an_error_and_no_empty_field(pi: Pi) -> None:
    async def scene() -> None:
        reader = compat(pi)
        await reader.start()
        pi.twin.stick_miso(StuckMiso.LOW)
        with pytest.raises(PartSilent, match="reader red"):
            await reader.poll()

    asyncio.run(scene())


def test_behind_our_calls_a_switched_off_bus_names_the_command(pi: Pi) -> None:
    package("mfrc522")
    reader = PackageReader(1, 0, name=ReaderId("red"))
    with pytest.raises(BusError, match="do_spi 0"):
        asyncio.run(reader.start())


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
