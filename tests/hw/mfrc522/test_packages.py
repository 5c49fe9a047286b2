"""Other people's drivers on the reader's twin, unmodified.

That proves that the twin is not only our driver's mirror. The faults are published: pimylifeup/MFRC522-python#42
(2,000 polls), and every second read, cut-off UIDs and two tags as many users report them.
"""

import asyncio
import importlib
import importlib.util
from typing import Any, Final

import pytest

from hw.errors import BusError, PartSilent
from hw.iso14443.picc import MifareClassic1K, Picc
from hw.mfrc522.compat import Mfrc522PackageReader
from hw.mfrc522.reader_twin import StuckMiso
from hw.mfrc522.twin import Mfrc522Twin
from hw.ntag.twin import Ntag213
from hw.testing.pi.machine import SimulatedPi
from hw.values import ReaderId, Uid
from royaltable_pytest import MakePi

CARD: Final = Uid(bytes.fromhex("86a083ee"))
TILE: Final = Uid(bytes.fromhex("04a1b2c3d4e580"))
OTHER_TILE: Final = Uid(bytes.fromhex("04ffeec3d4e580"))

DISTRIBUTIONS: Final = {
    "mfrc522": "mfrc522==0.0.7",
    "pirc522": "pi-rc522==2.3.0",
}
"""What a module is installed with."""


@pytest.fixture
def pi(simulated_pi: MakePi) -> SimulatedPi:
    return simulated_pi()


def chip_of(pi: SimulatedPi) -> Mfrc522Twin:
    return pi.table.mfrc522_twin(ReaderId("reader"))


def lay(pi: SimulatedPi, *piccs: Picc) -> None:
    for picc in piccs:
        chip_of(pi).enter(picc)
    pi.sleep(0.01)


def package(module: str) -> Any:
    if importlib.util.find_spec(module.partition(".")[0]) is None:
        pytest.skip(f"not installed; pip install --no-deps {DISTRIBUTIONS[module.partition('.')[0]]}")
    return importlib.import_module(module)


pytestmark = pytest.mark.filterwarnings("ignore::SyntaxWarning")

EMPTY_POLLS = 2000


def number(uid: bytes) -> int:
    return int.from_bytes(uid, "big")


def test_mfrc522_reads_a_mifare_card(pi: SimulatedPi) -> None:
    reader = package("mfrc522").SimpleMFRC522()
    lay(pi, MifareClassic1K(CARD))
    assert reader.read_id_no_block() == number(bytes.fromhex("86a083ee4b"))


def test_mfrc522_cuts_a_uid_of_seven_bytes_to_three(pi: SimulatedPi) -> None:
    reader = package("mfrc522").SimpleMFRC522()
    lay(pi, Ntag213(TILE))
    assert reader.read_id_no_block() == number(bytes.fromhex("8804a1b29f"))


def test_mfrc522_selects_a_card_with_the_chips_own_checksum(pi: SimulatedPi) -> None:
    chip = package("mfrc522").MFRC522()
    lay(pi, MifareClassic1K(CARD))
    chip.MFRC522_Request(chip.PICC_REQIDL)
    _, data = chip.MFRC522_Anticoll()
    assert chip.MFRC522_SelectTag(data) == 0x08


def test_mfrc522_reads_the_pages_of_a_sticker(pi: SimulatedPi) -> None:
    chip = package("mfrc522").MFRC522()
    sticker = Ntag213(TILE)
    lay(pi, sticker)
    chip.MFRC522_Request(chip.PICC_REQIDL)
    chip.Write_MFRC522(chip.BitFramingReg, 0)
    _, data, bits = chip.MFRC522_ToCard(chip.PCD_TRANSCEIVE, [0x30, 0x00, 0x02, 0xA8])
    assert bits == 8 * 18
    assert bytes(data[:16]) == b"".join(sticker.page_bytes(page) for page in range(4))


def test_mfrc522_reads_a_resting_card_every_second_time(pi: SimulatedPi) -> None:
    reader = package("mfrc522").SimpleMFRC522()
    lay(pi, MifareClassic1K(CARD))
    assert [reader.read_id_no_block() is not None for _ in range(6)] == [True, False] * 3


def test_mfrc522_sees_nothing_where_two_cards_lie(pi: SimulatedPi) -> None:
    reader = package("mfrc522").SimpleMFRC522()
    lay(pi, Ntag213(TILE), Ntag213(OTHER_TILE))
    assert {reader.read_id_no_block() for _ in range(6)} == {None}


def test_mfrc522_takes_two_stickers_that_start_alike_for_one(pi: SimulatedPi) -> None:
    reader = package("mfrc522").SimpleMFRC522()
    lay(pi, Ntag213(TILE), Ntag213(Uid(TILE[:3] + b"\x11\x22\x33\x44")))
    assert reader.read_id_no_block() == number(bytes.fromhex("8804a1b29f"))


@pytest.mark.parametrize("name", ["mfrc522", "pirc522"])
def test_both_packages_poll_two_thousand_times_on_an_empty_field(pi: SimulatedPi, name: str) -> None:
    module = package(name)
    ask = module.SimpleMFRC522().read_id_no_block if name == "mfrc522" else module.RFID(pin_irq=None).request
    before = chip_of(pi).transfers
    ask()
    assert EMPTY_POLLS < chip_of(pi).transfers - before < EMPTY_POLLS + 30


def test_pi_rc522_reads_the_whole_uid_of_a_sticker(pi: SimulatedPi) -> None:
    rfid = package("pirc522").RFID(pin_irq=None)
    lay(pi, Ntag213(TILE))
    assert rfid.read_id() == list(TILE)


@pytest.fixture
def threaded(simulated_pi: MakePi) -> SimulatedPi:
    pi = simulated_pi(real_time=True)
    package("mfrc522")
    return pi


def compat() -> Mfrc522PackageReader:
    return Mfrc522PackageReader(0, 0, name=ReaderId("red"))


PICCS: Final = {
    "card": MifareClassic1K(CARD),
    "sticker": Ntag213(TILE),
    "cascade tag": MifareClassic1K(Uid(bytes.fromhex("88776655"))),
}


@pytest.mark.parametrize("picc", PICCS.values(), ids=PICCS)
def test_behind_our_calls_the_package_gives_whole_uids_at_every_poll(threaded: SimulatedPi, picc: Picc) -> None:
    async def scene() -> None:
        reader = compat()
        assert (await reader.start()).value == 0x92
        assert (await reader.poll()).uids == frozenset()
        lay(threaded, picc)
        for _ in range(3):
            assert (await reader.poll()).uids == {picc.uid}
        reader.off()
        assert not chip_of(threaded).rf_on

    asyncio.run(scene())


def test_behind_our_calls_a_dead_chip_is_an_error_and_no_empty_field(threaded: SimulatedPi) -> None:
    async def scene() -> None:
        reader = compat()
        await reader.start()
        chip_of(threaded).stick_miso(StuckMiso.LOW)
        with pytest.raises(PartSilent, match="reader red"):
            await reader.poll()

    asyncio.run(scene())


def test_behind_our_calls_a_switched_off_bus_names_the_command(threaded: SimulatedPi) -> None:
    reader = Mfrc522PackageReader(1, 0, name=ReaderId("red"))
    with pytest.raises(BusError, match="do_spi 0"):
        asyncio.run(reader.start())
