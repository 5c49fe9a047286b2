"""One exchange through the chip: how each way that it can end is told apart."""

import asyncio

import pytest

from hw.clock import LoopClock
from hw.iso14443.anticollision import WAKE_ALL, WAKE_IDLE, anticollision_request
from hw.iso14443.exchange import SILENT, Answer, Outcome, Request
from hw.iso14443.picc import MifareClassic1K
from hw.mfrc522.chip import Chip
from hw.testing.clock import run_virtual
from hw.values import Uid
from tests.hw.mfrc522.readers import chip

pytestmark = pytest.mark.usefixtures("flavour")

FIRST, SECOND = (Uid(bytes.fromhex(uid)) for uid in ("86a083ee", "169a0a3b"))
FIFO_LEVEL_IN_STATUS = 3


class Lit:
    """A chip that is set up, cards in its field, and a port that can spoil one octet of a status."""

    def __init__(self, *uids: Uid) -> None:
        self.clock = LoopClock()
        self.twin = chip(self.clock.now_s)
        self.chip = Chip(self, self.clock, part="reader red", gain_code=5)
        self.spoilt: int | None = None
        for uid in uids:
            self.twin.enter(MifareClassic1K(uid))

    def transfer(self, octets: bytes) -> bytes:
        answer = bytearray(self.twin.transfer(octets))
        if self.spoilt is not None and octets[0] & 0x80:
            answer[self.spoilt] ^= 0x01
        return bytes(answer)

    def close(self) -> None:
        """Nothing to give back."""


def exchange(request: Request, *uids: Uid, flip: int | None = None, spoilt: int | None = None) -> Answer:
    """The answer to a request after WUPA, or to WUPA itself."""

    async def scene() -> Answer:
        lit = Lit(*uids)
        await lit.chip.set_up()
        if request is not WAKE_ALL:
            await lit.chip.wake_all()
        if flip is not None:
            lit.twin.field.flip(answer=0, bit=flip)
        lit.spoilt = spoilt
        return await lit.chip.exchange(request)

    return run_virtual(scene())


def test_an_empty_field_is_silent() -> None:
    assert exchange(WAKE_IDLE) == SILENT


def test_an_answer_comes_with_its_octets() -> None:
    assert exchange(WAKE_ALL, FIRST) == Answer(Outcome.OK, b"\x04\x00")
    assert exchange(anticollision_request(0, 0, 0), FIRST) == Answer(Outcome.OK, bytes.fromhex("86a083ee4b"))


def test_a_collision_comes_with_its_place_where_collisions_may_be() -> None:
    answer = exchange(anticollision_request(0, 0, 0), FIRST, SECOND)
    assert answer == Answer(Outcome.OK, bytes.fromhex("0600000000"), collision=5)


def test_a_collision_where_none_may_be_is_garbled() -> None:
    strict = Request(b"\x93\x20", 5)
    assert exchange(strict, FIRST, SECOND).outcome is Outcome.GARBLED


def test_a_parity_error_is_garbled() -> None:
    assert exchange(anticollision_request(0, 0, 0), FIRST, flip=8).outcome is Outcome.GARBLED


def test_a_status_that_contradicts_itself_is_garbled_and_not_silence() -> None:
    assert exchange(WAKE_IDLE, spoilt=FIFO_LEVEL_IN_STATUS).outcome is Outcome.GARBLED


async def test_off_and_on_again_wakes_cards_anew() -> None:
    lit = Lit(FIRST)
    await lit.chip.set_up()
    lit.chip.off()
    await asyncio.sleep(0.01)
    await lit.chip.soft_reset()
    await lit.chip.set_up()
    assert (await lit.chip.wake_all()).outcome is Outcome.OK
