"""A PN532 on SPI: frames, cards, and a chip that fails."""

import asyncio
from collections.abc import Callable
from random import Random

import pytest

from hw.clock import LoopClock
from hw.errors import PartSilent
from hw.iso14443.picc import MifareClassic1K, Picc
from hw.mfrc522.driver import SharedResetLine
from hw.mfrc522.field import Noise
from hw.mfrc522.reader_twin import StuckMiso
from hw.ntag.twin import Ntag213
from hw.pn532.commands import REVERSED, Command
from hw.pn532.driver import Pn532, format_frame, parse_answer, parse_targets
from hw.pn532.twin import Pn532Twin
from hw.poll import PollScheduler
from hw.values import ReaderId, Uid

TILE = Uid(bytes.fromhex("04a1b2c3d4e580"))
OTHER = Uid(bytes.fromhex("04a9b2c3d4e581"))
THIRD = Uid(bytes.fromhex("04a1b2c3d4e590"))


async def lit(*piccs: Picc, wakes_halted: bool = False, has_reset: bool = False) -> tuple[Pn532Twin, Pn532]:
    clock = LoopClock()
    twin = Pn532Twin(clock.now_s, wakes_halted=wakes_halted)
    reset = SharedResetLine(twin.reset_pin) if has_reset else None
    driver = Pn532(twin, clock, name=ReaderId("red"), reset=reset)
    assert await driver.start() == "PN532, firmware 1.6"
    for picc in piccs:
        twin.enter(picc)
    return twin, driver


# Frames


def test_a_command_is_framed_as_in_the_user_manual() -> None:
    assert format_frame(Command.GET_FIRMWARE_VERSION).hex() == "0000ff02fed4022a00"
    assert format_frame(Command.IN_LIST_PASSIVE_TARGET, b"\x02\x00").hex() == "0000ff04fcd44a0200e000"


VERSION = bytes.fromhex("0000ff06fad50332010607e800")


def test_an_answer_is_what_follows_its_code() -> None:
    assert parse_answer(Command.GET_FIRMWARE_VERSION, VERSION) == bytes.fromhex("32010607")
    assert parse_answer(Command.GET_FIRMWARE_VERSION, VERSION + bytes(40)) == bytes.fromhex("32010607")


@pytest.mark.parametrize(
    ("frame", "seen"),
    [
        (bytes(64), "no frame"),
        (b"\xff" * 64, "no frame"),
        (VERSION[:4], "no frame"),
        (VERSION[:9], "a damaged length"),
        (bytes.fromhex("0000ff00ff00"), "a damaged length"),
        (bytes.fromhex("0000ffff01d503"), "a damaged length"),
        (bytes.fromhex("0000ff06fad50332010606e800"), "a wrong checksum"),
        (bytes.fromhex("0000ff01ff7f8100"), "7f at the start of an answer"),
        (bytes.fromhex("0000ff02fed5151600"), "d515 at the start of an answer"),
    ],
)
def test_a_damaged_answer_is_named(frame: bytes, seen: str) -> None:
    assert parse_answer(Command.GET_FIRMWARE_VERSION, frame) == seen


ONE = "01010044000704a1b2c3d4e580"


@pytest.mark.parametrize(
    ("answer", "uids"),
    [
        ("00", []),
        (ONE, [TILE]),
        ("02" + ONE[2:] + "020004080486a083ee", [TILE, bytes.fromhex("86a083ee")]),
        ("", None),
        ("03" + 3 * ONE[2:], None),
        ("01", None),
        (ONE[:-2], None),
        (ONE + "00", None),
        ("02" + ONE[2:] + ONE[2:], None),
        (ONE.replace("0007", "0040"), None),
    ],
)
def test_a_list_of_cards_must_have_the_right_lengths(answer: str, uids: list[bytes] | None) -> None:
    assert parse_targets(bytes.fromhex(answer)) == uids


def test_no_bytes_of_a_chip_break_the_parsers() -> None:
    chance = Random(1)
    for _ in range(2000):
        data = chance.randbytes(chance.randrange(64))
        parse_answer(Command.IN_LIST_PASSIVE_TARGET, b"\x00\xff" + data)
        parse_targets(data)


# Cards


TEN_BYTES = Uid(bytes.fromhex("04020304050607080910"))
CARDS: dict[str, Callable[[], list[Picc]]] = {
    "a sticker": lambda: [Ntag213(TILE)],
    "two stickers": lambda: [Ntag213(TILE), Ntag213(OTHER)],
    "sticker and card": lambda: [Ntag213(TILE), MifareClassic1K(Uid(bytes.fromhex("86a083ee")))],
    "a UID that begins with the cascade tag": lambda: [MifareClassic1K(Uid(bytes.fromhex("88776655")))],
    "a UID of ten bytes": lambda: [Picc(TEN_BYTES, atqa=b"\x84\x00", sak=0x20)],
}


@pytest.mark.parametrize("wakes_halted", [False, True])
@pytest.mark.parametrize("make_cards", CARDS.values(), ids=CARDS)
async def test_resting_cards_are_found_by_every_poll(make_cards: Callable[[], list[Picc]], wakes_halted: bool) -> None:
    piccs = make_cards()
    twin, driver = await lit(*piccs, wakes_halted=wakes_halted)
    for _ in range(10):
        assert (await driver.poll()).uids == {picc.uid for picc in piccs}
    assert driver.recoveries == twin.guard_violations == 0


async def test_a_third_card_is_reported_as_unresolved() -> None:
    _twin, driver = await lit(Ntag213(TILE), Ntag213(OTHER), Ntag213(THIRD))
    for _ in range(5):
        found = await driver.poll()
        assert (len(found.uids), found.garbled) == (2, True)


async def test_two_cards_are_no_unresolved_field() -> None:
    _twin, driver = await lit(Ntag213(TILE), Ntag213(OTHER))
    assert not (await driver.poll()).garbled


async def test_a_card_is_gone_at_the_poll_after_it_left_and_back_on_return() -> None:
    tile = Ntag213(TILE)
    twin, driver = await lit()
    for _ in range(3):
        twin.enter(tile)
        await asyncio.sleep(0.005)
        assert (await driver.poll()).uids == {TILE}
        twin.leave(tile)
        assert (await driver.poll()).uids == frozenset()


async def test_a_card_that_leaves_in_mid_listing_is_found_whole_or_not_at_all() -> None:
    seen = set()
    for step in range(60):
        tile = Ntag213(TILE)
        twin, driver = await lit(tile)
        asyncio.get_running_loop().call_later(step / 5000, twin.leave, tile)
        seen.add((await driver.poll()).uids)
    assert seen == {frozenset(), frozenset({TILE})}


async def test_noise_costs_polls_and_never_gives_a_wrong_uid() -> None:
    twin, driver = await lit(Ntag213(TILE), Ntag213(OTHER))
    twin.field.noise = Noise(Random(1), loss=0.05, garble=0.05)
    found = [uid for _ in range(100) for uid in (await driver.poll()).uids]
    assert set(found) == {TILE, OTHER}
    assert len(found) > 60


# Commands to listed cards


async def say(twin: Pn532Twin, command: str) -> str:
    """Send a command's bytes and return those of its answer after D5 and the code."""
    code, parameters = Command(int(command[:2], 16)), bytes.fromhex(command[2:])
    twin.transfer((b"\x01" + format_frame(code, parameters)).translate(REVERSED))
    await asyncio.sleep(0.05)
    twin.transfer(bytes((0xC0,)) + bytes(6))  # the acknowledge
    answer = parse_answer(code, twin.transfer(bytes((0xC0,)) + bytes(40))[1:].translate(REVERSED))
    return answer.hex() if isinstance(answer, bytes) else answer


LIST_TWO, LIST_ONE = "4a0200", "4a0100"


async def test_a_listed_sticker_is_read_written_and_asked_for_its_version() -> None:
    twin, _driver = await lit(Ntag213(TILE))
    assert (await say(twin, LIST_ONE)).startswith("0101004400")
    assert await say(twin, "40013003") == "00e11012000103a00c340300fe00000000"
    assert await say(twin, "4001a20511223344") == "00"
    assert (await say(twin, "40013005"))[:10] == "0011223344"
    assert await say(twin, "4260") == "000004040201000f03"
    assert await say(twin, "421bffffffff") == "000000"
    assert await say(twin, "4001a20011223344") == "13"


async def test_of_two_listed_cards_the_one_named_hears_a_command() -> None:
    twin, _driver = await lit(Ntag213(TILE), Ntag213(OTHER))
    listed = await say(twin, LIST_TWO)
    first, second = listed[12:26], listed[36:50]
    assert {first, second} == {TILE.hex(), OTHER.hex()}
    for number, uid in ((1, first), (2, second), (1, first)):
        pages = await say(twin, f"400{number}3000")
        assert pages[2:8] + pages[10:18] == uid
    assert [await say(twin, command) for command in ("40033000", "5200", "40013003")] == [
        "27",
        "00",
        "00e1101200" + "0103a00c340300fe00000000",
    ]


async def test_a_mifare_classic_opens_with_its_key() -> None:
    twin, _driver = await lit(MifareClassic1K(Uid(bytes.fromhex("86a083ee"))))
    await say(twin, LIST_ONE)
    assert await say(twin, "40016004ffffffffffff86a083ee") == "00"
    assert await say(twin, "4001a004" + "11" * 16) == "00"
    assert await say(twin, "40013004") == "00" + "11" * 16
    assert await say(twin, "4001600400000000000086a083ee") == "14"


async def test_a_card_that_has_left_is_a_time_out() -> None:
    tile = Ntag213(TILE)
    twin, _driver = await lit(tile)
    await say(twin, LIST_ONE)
    twin.leave(tile)
    assert await say(twin, "40013003") == "01"


# A chip that fails


@pytest.mark.parametrize("number", range(4))
async def test_a_damaged_frame_is_asked_for_again(number: int) -> None:
    twin, driver = await lit(Ntag213(TILE))
    twin.damage_frame(number)
    for _ in range(2):
        assert (await driver.poll()).uids == {TILE}
    assert driver.recoveries == 0


@pytest.mark.parametrize("level", StuckMiso)
async def test_without_a_chip_the_start_fails_and_names_switches_and_wires(level: StuckMiso) -> None:
    clock = LoopClock()
    twin = Pn532Twin(clock.now_s)
    twin.stick_miso(level)
    with pytest.raises(PartSilent, match=r"reader red: saw no acknowledge of SAM_CONFIGURATION.*switches \(SPI\)"):
        await Pn532(twin, clock, name=ReaderId("red")).start()


FAILURES: dict[str, Callable[[Pn532Twin], None]] = {
    "a dip of the supply": lambda twin: twin.brown_out(0.0),
    "a dip in which writes are lost": lambda twin: twin.brown_out(0.01),
    "hangs until RSTPDN": Pn532Twin.hang,
}


@pytest.mark.parametrize("fail", FAILURES.values(), ids=FAILURES)
async def test_a_chip_that_failed_is_set_up_again_within_the_poll(fail: Callable[[Pn532Twin], None]) -> None:
    twin, driver = await lit(Ntag213(TILE), has_reset=True)
    await asyncio.sleep(10)
    fail(twin)
    assert (await driver.poll()).uids == {TILE}
    assert driver.recoveries == 1


async def test_a_chip_that_is_gone_raises_and_reads_again_once_it_is_back() -> None:
    twin, driver = await lit(Ntag213(TILE))
    twin.power_down()
    with pytest.raises(PartSilent, match="no acknowledge"):
        await driver.poll()
    twin.power_up()
    assert (await driver.poll()).uids == {TILE}


@pytest.mark.parametrize("after_ms", range(0, 40, 3))
async def test_off_leaves_the_field_off_also_in_mid_poll(after_ms: int) -> None:
    twin, driver = await lit(Ntag213(TILE))
    await driver.poll()
    polling = asyncio.create_task(driver.poll())
    await asyncio.sleep(after_ms / 1000)
    driver.off()
    await asyncio.wait([polling])
    await asyncio.sleep(0.1)
    assert polling.exception() is None or "switched off" in str(polling.exception())
    assert not twin.rf_on
    with pytest.raises(PartSilent, match="switched off"):
        await driver.poll()


async def test_readers_in_turn_have_one_antenna_on_at_a_time() -> None:
    clock, turn = LoopClock(), asyncio.Lock()
    twins = [Pn532Twin(clock.now_s) for _ in range(2)]
    drivers = [Pn532(twin, clock, name=ReaderId("red"), turn=turn) for twin in twins]
    for driver in drivers:
        await driver.start()
    twins[0].enter(Ntag213(TILE))
    polls = asyncio.gather(*(driver.poll() for driver in drivers))
    while not polls.done():
        assert sum(twin.rf_on for twin in twins) <= 1
        await asyncio.sleep(0.001)
    assert [found.uids for found in polls.result()] == [{TILE}, set()]


async def test_a_poll_scheduler_passes_its_results_on() -> None:
    twin, driver = await lit()
    seen: list[frozenset[Uid]] = []
    polling = asyncio.create_task(
        PollScheduler().poll_until_failure(driver, lambda found, _: seen.append(found.uids if found else frozenset()))
    )
    await asyncio.sleep(0.1)
    twin.enter(Ntag213(TILE))
    await asyncio.sleep(0.1)
    polling.cancel()
    assert seen[0] == frozenset()
    assert seen[-1] == {TILE}
