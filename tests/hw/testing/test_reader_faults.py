"""Each named fault of a reader shows as what it is, and is over when it is mended."""

import asyncio
from random import Random

import pytest

from hw.clock import LoopClock
from hw.errors import PartSilent
from hw.mfrc522.driver import Mfrc522
from hw.mfrc522.twin import Mfrc522Twin
from hw.ntag.twin import Ntag213
from hw.poll import PollResult
from hw.testing.clock import run_virtual
from hw.testing.faults import ReaderFault, deaf, flap, phantom_uid, slow, two_tags, unknown_tag
from hw.values import ReaderId, Uid

TILE = Uid(bytes.fromhex("04a1b2c3d4e580"))


def polls_with(fault: ReaderFault, *, tile: bool, polls: int = 40) -> list[PollResult | PartSilent]:
    async def poll(driver: Mfrc522) -> PollResult | PartSilent:
        try:
            return await driver.poll()
        except PartSilent as silent:
            return silent

    async def scene() -> list[PollResult | PartSilent]:
        clock = LoopClock()
        twin = Mfrc522Twin(clock.now_s)
        driver = Mfrc522(twin, clock, name=ReaderId("red"))
        await driver.start()
        sticker = Ntag213(TILE)
        if tile:
            twin.enter(sticker)
        mend = fault(twin, Random(1))
        seen = []
        for _ in range(polls):
            await asyncio.sleep(0.01)
            seen.append(await poll(driver))
        mend()
        twin.enter(sticker)
        await asyncio.sleep(0.5)
        # A card whose answer to the last request was lost takes the next one for an interruption.
        assert TILE in (await driver.poll()).uids | (await driver.poll()).uids
        return seen

    return run_virtual(scene())


def test_deaf_is_an_error_at_every_poll() -> None:
    assert all(isinstance(seen, PartSilent) for seen in polls_with(deaf, tile=True))


def test_flap_gives_the_tile_now_and_then_and_never_an_error() -> None:
    seen = polls_with(flap, tile=True)
    uids = {found.uids for found in seen if isinstance(found, PollResult)}
    assert uids == {frozenset(), frozenset({TILE})}
    assert not any(isinstance(found, PartSilent) for found in seen)


def test_slow_still_gives_the_tile_at_every_poll() -> None:
    assert {found.uids for found in polls_with(slow, tile=True) if isinstance(found, PollResult)} == {frozenset({TILE})}


def test_two_tags_are_garbled_and_never_a_uid() -> None:
    assert set(polls_with(two_tags, tile=False)) == {PollResult(frozenset(), garbled=True)}


@pytest.mark.parametrize(("fault", "data", "first"), [(unknown_tag, 7, 0x04), (phantom_uid, 4, 0x08)])
def test_a_strange_card_gives_its_own_uid(fault: ReaderFault, data: int, first: int) -> None:
    seen = polls_with(fault, tile=False)
    [uid] = {uid for found in seen if isinstance(found, PollResult) for uid in found.uids}
    assert (len(uid), uid[0]) == (data, first)
