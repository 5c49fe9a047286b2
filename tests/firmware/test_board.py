"""A castle board, with its firmware on CPython and in a real MicroPython."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from firmware.castle_node.board import BEAM_LIGHT, BEAMS, VBUS
from hw.bus.recorder import Event
from hw.castle_link.messages import BoardRecorded
from hw.clock import LoopClock
from hw.console.twin import BeamsTwin
from hw.iso14443.picc import MifareClassic1K, Picc
from hw.mfrc522.flavours import STRICTEST
from hw.mfrc522.reader_twin import StuckMiso
from hw.ntag.twin import Ntag213
from hw.testing.compare import find_differences, selected_uids
from hw.testing.pico.node_board import CPythonBoard
from hw.values import Uid
from tests.support.castle_rigs import BOTH, Rig, board
from tests.support.soak import sample

TILE = bytes.fromhex("04A1B2C3D4E5F6")
OTHER = bytes.fromhex("04A1B2C3D4E5F7")
YES, NO = 14, 15


@pytest.fixture
def readers() -> int:
    return 1


@pytest.fixture(params=BOTH)
@asynccontextmanager
async def rig(request: pytest.FixtureRequest, tmp_path: Path, readers: int) -> AsyncIterator[Rig]:
    async with board(request.param, tmp_path, readers=readers) as rig:
        yield rig


# Hello


async def test_a_board_sends_hello_each_second_until_it_is_greeted(rig: Rig) -> None:
    await asyncio.sleep(2.0)
    hellos = rig.heard("hello")
    assert len(hellos) == 3
    assert hellos[0][:3] == ["e6614c311b7e6f35", "0.3.0", "1"]
    assert hellos[0][4:] == ["0", "1", "2", "3"]
    rig.say("hello 1")
    await rig.alive(3)
    assert len(rig.heard("hello")) == 4


@pytest.mark.parametrize("readers", [2])
async def test_a_second_reader_is_found_if_it_is_there(rig: Rig) -> None:
    assert rig.heard("hello")[0][5] == "2"
    await rig.greet()
    await rig.carry(TILE, chip=1)
    await rig.alive(0.5)
    assert [tile[2:] for tile in rig.heard("tile")[:1]] == [["1", "04A1B2C3D4E5F6"]]


async def test_a_host_with_another_protocol_gets_hello_and_nothing_else(rig: Rig) -> None:
    await rig.carry(TILE)
    rig.ack()
    rig.say("hello 2")
    for body in ("beat 5", "ask", "lamps 111"):
        rig.say(body)
    await asyncio.sleep(0.4)
    assert len(rig.heard("hello")) == 1
    assert {line[0] for line in rig.lines} == {"hello"}
    assert rig.lit == (False, False, False)


# The gate


@pytest.mark.parametrize(
    "tag",
    [
        MifareClassic1K(Uid(bytes.fromhex("DEADBE0F"))),
        TILE,
        Picc(Uid(bytes.fromhex("04020304050607080910")), atqa=b"\x84\x00", sak=0x20),
    ],
    ids=["4 bytes", "7 bytes", "10 bytes"],
)
async def test_a_tag_of_any_length_is_reported_once_with_its_time(rig: Rig, tag: Picc | bytes) -> None:
    await rig.greet()
    await rig.alive(1)
    rig.say("beat 77")
    await asyncio.sleep(0)
    await rig.carry(tag, dwell_s=0.3)
    await rig.alive(1)
    tiles = {int(number): (at, uid) for number, at, _, uid in rig.heard("tile")}
    uid = tag.hex().upper() if isinstance(tag, bytes) else tag.uid.hex().upper()
    assert [uid for _, uid in tiles.values()] == [uid]
    (at,) = [int(at) for at, _ in tiles.values()]
    asked_at = next(int(beat[0]) for beat in rig.heard("beat") if beat[1] == "77")
    assert 0 <= at - asked_at <= 30


async def test_an_unclear_field_is_reported_once_after_300_ms(rig: Rig) -> None:
    boot = await rig.greet()
    rig.chips[0].field.crowd = 2
    await rig.carry(TILE, OTHER, dwell_s=0.25)
    await rig.alive(0.5)
    assert rig.heard("unclear") == []
    assert {unread[0] for unread in rig.heard("unread")} == {"2"}
    await rig.carry(TILE, OTHER, dwell_s=1.0)
    rig.say(f"ack {boot} 100")
    await rig.alive(1)
    assert {unclear[0] for unclear in rig.heard("unclear")} == {"3"}
    assert {unread[0] for unread in rig.heard("unread")} == {"2"}


async def test_a_board_with_beams_reports_a_tile_that_only_they_saw(rig: Rig) -> None:
    beams = BeamsTwin(rig.pins, BEAMS, BEAM_LIGHT, LoopClock())
    await rig.greet()
    rig.say("set beams 1")
    await asyncio.sleep(1.5)
    await rig.greet()
    await rig.alive(1)
    assert [event[2:] for event in rig.heard("beams")][-1] == ["clear"]
    if isinstance(rig.board, CPythonBoard):  # MicroPython's stand-ins note changes only between two waits
        await rig.carry(TILE)
        await beams.pass_tiles()
        await rig.alive(1)
        assert rig.heard("unread") == []
    await beams.pass_tiles(2)  # and no answer: they lie on each other
    await rig.alive(1)
    assert len({event[0] for event in rig.heard("unread")}) == 1
    beams.dirty = 0b010
    beams.update()
    await rig.alive(3)
    assert rig.heard("beams")[-1][2:] == ["cut", "for", "2", "s:", "high", "beam"]


@pytest.mark.parametrize(("away_s", "times"), [(0.8, 1), (1.2, 2)])
async def test_a_tile_counts_again_only_after_a_second_of_empty_polls(rig: Rig, away_s: float, times: int) -> None:
    await rig.carry(TILE)
    await asyncio.sleep(away_s)
    await rig.carry(TILE)
    await rig.greet()
    assert len({tile[0] for tile in rig.heard("tile")}) == times


async def test_every_tile_of_a_rush_is_reported_with_guard_times_kept(rig: Rig) -> None:
    tiles = [bytes([0x04, 0xA1, 0xB2, 0x03, 0x04, 0x05, number]) for number in range(20)]

    await rig.greet()
    for tile in tiles:
        await rig.carry(tile, dwell_s=0.045)
        rig.say("beat 1")
        await asyncio.sleep(0.1)
    await rig.alive(1)
    assert {tile[3] for tile in rig.heard("tile")} == {tile.hex().upper() for tile in tiles}
    assert rig.chips[0].guard_violations == 0


async def test_check_reports_chip_gain_wires_range_and_how_it_counts(rig: Rig) -> None:
    await rig.greet()
    rig.say("check")
    await rig.alive(1)
    assert rig.heard("checked") == [["0", "92", "38", "0", "2000", "0", "none"]]
    for picc in (Ntag213(Uid(TILE)), Ntag213(Uid(OTHER))):
        rig.chips[0].enter(picc, coupling=0.2)
    rig.say("check")
    await rig.alive(1)
    assert rig.heard("checked")[1][:5] == ["0", "92", "38", "0", "2000"]
    assert rig.heard("checked")[1][5:] in (["33", "none"], ["33", "byte"])


async def test_bad_wires_of_a_reader_are_counted(rig: Rig) -> None:
    await rig.greet()
    rig.chips[0].delay_miso_above(2_000_000)
    rig.say("check")
    await rig.alive(1)
    assert [int(checked[3]) > 0 for checked in rig.heard("checked")] == [True]


# Its own USB port


@pytest.mark.parametrize("rig", sample(BOTH), indirect=True)
@pytest.mark.parametrize(("host_returns", "boots"), [(False, 2), (True, 1)])
async def test_a_usb_port_that_stays_dead_after_a_replug_restarts_the_board(
    rig: Rig, host_returns: bool, boots: int
) -> None:
    before = await rig.greet()
    rig.pins.drive(VBUS, False)
    await asyncio.sleep(30)
    rig.pins.drive(VBUS, True)
    await asyncio.sleep(4)
    if host_returns:
        assert await rig.greet() == before
        await rig.alive(20)
    else:
        await asyncio.sleep(8)
    assert len({before, await rig.greet()}) == boots


@pytest.mark.parametrize("rig", sample(BOTH), indirect=True)
async def test_a_board_whose_cable_stays_out_or_had_no_host_never_restarts(rig: Rig) -> None:
    rig.pins.drive(VBUS, False)
    await asyncio.sleep(1)
    rig.pins.drive(VBUS, True)
    await asyncio.sleep(30)
    before = await rig.greet()
    rig.pins.drive(VBUS, False)
    await asyncio.sleep(60)
    assert await rig.greet() == before


# The line


async def test_events_are_sent_again_until_they_are_acknowledged(rig: Rig) -> None:
    boot = await rig.greet()
    await rig.carry(TILE)
    await rig.alive(1)
    assert len(rig.heard("tile")) > 2
    assert {tuple(tile) for tile in rig.heard("tile")} == {tuple(rig.heard("tile")[0])}
    rig.say(f"ack {boot} 2")
    await asyncio.sleep(0.1)
    rig.ack()
    await rig.alive(1)
    assert rig.heard("tile") == []


async def test_acks_for_another_boot_or_future_events_are_ignored(rig: Rig) -> None:
    boot = await rig.greet()
    rig.say(f"ack {'1' if boot[0] == '0' else '0'}{boot[1:]} 1")
    rig.say(f"ack {boot} 99")
    await rig.alive(1)
    rig.say("ask")
    await asyncio.sleep(0.1)
    assert rig.heard("state")[-1][1:3] == ["1", "0"]


async def test_events_before_the_first_host_are_sent_in_order(rig: Rig) -> None:
    await rig.carry(TILE)
    await rig.press(YES, 0.1)
    await asyncio.sleep(10)
    await rig.greet()
    events = [line for line in rig.lines if line[0] in ("works", "tile", "press")]
    assert [(line[0], line[1]) for line in events] == [("works", "1"), ("tile", "2"), ("press", "3")]
    assert events[0][3:] == ["0", "92"]


async def test_a_board_keeps_the_oldest_128_events_and_counts_the_rest(rig: Rig) -> None:
    for number in range(130):
        await rig.carry(bytes([0x04, 0xA1, 0xB2, 0x03, 0x04, 0x06, number]), dwell_s=0.02)
    boot = await rig.greet()
    await rig.alive(0.5)
    assert rig.heard("beat")[-1][2:4] == ["128", "3"]
    last = 0
    while last < 128:
        rig.say("beat 1")
        await asyncio.sleep(0.2)
        last = max(int(line[1]) for line in rig.lines if line[0] in ("works", "tile"))
        rig.say(f"ack {boot} {last}")
    assert len({tile[3] for tile in rig.heard("tile")}) == 127


async def test_a_beat_is_answered_at_once_with_the_hosts_and_the_boards_time(rig: Rig) -> None:
    await rig.greet()
    rig.say("lamps 1b0")
    await asyncio.sleep(0.02)
    rig.say("beat 9007199254740991")
    await asyncio.sleep(0.02)
    rig.say("beat 0")
    await asyncio.sleep(0.02)
    first, second = rig.heard("beat")
    assert first[1:] == ["9007199254740991", "1", "0", "1b0"]
    assert 15 <= int(second[0]) - int(first[0]) <= 25


async def test_a_host_that_falls_silent_has_to_greet_again(rig: Rig) -> None:
    await rig.greet()
    rig.say("beat 1")
    await asyncio.sleep(2.8)
    rig.say("beat 2")
    await asyncio.sleep(0.1)
    assert [beat[1] for beat in rig.heard("beat")] == ["1", "2"]
    await asyncio.sleep(3.2)
    rig.ack()
    rig.say("beat 3")
    await asyncio.sleep(0.9)
    assert rig.heard("beat") == []
    assert len(rig.heard("hello")) >= 1


async def test_damaged_and_missing_lines_are_counted_and_never_answered(rig: Rig) -> None:
    await rig.greet()
    rig.board.receive(b"$1 beat 1*00000000\n")
    rig.board.receive(b"\x03\x04\xff$$\n")
    rig._sequence += 5
    rig.say("ask")
    await asyncio.sleep(0.1)
    assert rig.heard("beat") == []
    assert rig.heard("counts")[0][4:6] == ["2", "5"]


# Settings


async def test_settings_are_kept_and_wrong_ones_refused_with_what_would_be_right(rig: Rig) -> None:
    await rig.greet()
    for setting in (
        "id blue-1",
        "gain 43",
        "long 1200",
        "gain 40",
        "id Blue!",
        "long 10",
        "reader usb",
        "ring 7",
        "beams 2",
        "colour blue",
    ):
        rig.say(f"set {setting}")
    await asyncio.sleep(0.3)
    assert rig.heard("is") == [["id", "blue-1"], ["gain", "43"], ["long", "1200"]]
    assert [" ".join(no) for no in rig.heard("no")] == [
        "gain 40: expected 18, 23, 33, 38, 43 or 48 dB",
        "id Blue!: expected 1 to 24 characters from a-z, 0-9 and -",
        "long 10: expected 300 to 5000 ms",
        "reader usb: expected spi or i2c",
        "ring 7: expected 0, 8, 12, 16 or 24 pixels",
        "beams 2: expected 0 or 1",
        "colour unknown: expected id, gain, long, reader, ring or beams",
    ]
    rig.say("hello 1")
    rig.say("ask")
    await asyncio.sleep(0.1)
    assert rig.heard("hello")[-1][0] == "blue-1"
    assert rig.heard("is")[-6:] == [
        ["id", "blue-1"],
        ["gain", "43"],
        ["long", "1200"],
        ["reader", "spi"],
        ["ring", "0"],
        ["beams", "0"],
    ]
    assert rig.chips[0].transfer(bytes([0x80 | 0x26 << 1, 0]))[1] >> 4 == 6  # RFCfgReg: 43 dB


# The reader


@pytest.mark.parametrize("level", StuckMiso)
async def test_failure_and_return_of_a_reader_are_reported(rig: Rig, level: StuckMiso) -> None:
    await rig.greet()
    rig.chips[0].stick_miso(level)
    await rig.alive(0.5)
    assert rig.heard("fault")[0][0] == "2"
    assert f"version {level.value:02X}h" in " ".join(rig.heard("fault")[0])
    rig.say("ask")
    await asyncio.sleep(0.1)
    assert rig.heard("state")[-1][-1] == "0"
    rig.chips[0].stick_miso(None)
    await rig.alive(0.5)
    assert rig.heard("works")[-1][2:] == ["0", "92"]
    await rig.carry(TILE)
    await rig.alive(0.3)
    assert rig.heard("tile")


@pytest.mark.parametrize("fault", ["brown_out", "hang"])
async def test_a_chip_that_hangs_or_lost_its_settings_is_reset_silently(rig: Rig, fault: str) -> None:
    await rig.greet()
    getattr(rig.chips[0], fault)()
    await rig.carry(TILE)
    rig.say("ask")
    await rig.alive(0.5)
    assert rig.heard("fault") == []
    assert rig.heard("counts")[-1][3] == "1"
    assert {tile[3] for tile in rig.heard("tile")} == {"04A1B2C3D4E5F6"}


@pytest.mark.parametrize("rig", sample(BOTH), indirect=True)  # a minute of polls takes MicroPython seconds
async def test_a_reader_deaf_until_rst_recovers_after_a_minute_of_silence(rig: Rig) -> None:
    rig.chips[0].go_deaf()
    await rig.greet()
    await rig.carry(TILE)
    await rig.alive(61)
    assert rig.heard("tile") == []
    await rig.carry(TILE)
    rig.say("ask")
    await rig.alive(0.5)
    assert rig.heard("tile")
    assert rig.heard("fault") == []
    assert rig.heard("counts")[-1][3] == "0"


@pytest.mark.parametrize("readers", [2])
async def test_a_dead_second_reader_does_not_disturb_the_first(rig: Rig) -> None:
    await rig.greet()
    rig.chips[1].stick_miso(StuckMiso.LOW)
    await rig.alive(1)
    await rig.carry(TILE)
    rig.say("ask")
    await rig.alive(0.5)
    assert rig.heard("state")[-1][-1] == "10"
    assert rig.heard("counts")[-1][3] == "0"
    assert {tile[3] for tile in rig.heard("tile")} == {"04A1B2C3D4E5F6"}


# The panel


async def test_short_and_long_presses_have_their_start_time(rig: Rig) -> None:
    await rig.greet()
    await rig.press(YES, 0.1)
    await asyncio.sleep(0.2)
    await rig.press(NO, 1.0)
    await rig.alive(0.3)
    presses = {press[0]: press for press in rig.heard("press")}
    yes, no = presses["2"], presses["3"]
    assert yes[2:4] == ["yes", "short"]
    assert 80 <= int(yes[4]) <= 125
    assert no[2:4] == ["no", "long"]
    assert 800 <= int(no[4]) <= 825
    assert 290 <= int(no[1]) - int(yes[1]) <= 315


async def test_lamps_show_the_hosts_pattern(rig: Rig) -> None:
    await rig.greet()
    rig.say("lamps 10b")
    seen = set()
    for _ in range(20):
        rig.say("beat 1")
        await asyncio.sleep(0.05)
        seen.add(rig.lit)
    assert seen == {(True, False, False), (True, False, True)}


async def test_an_accepted_tile_flashes_all_lamps_at_once_and_without_a_host(rig: Rig) -> None:
    assert rig.lit == (False, False, False)
    await rig.carry(TILE, dwell_s=0.03)
    assert rig.lit == (True, True, True)
    await asyncio.sleep(0.3)
    assert rig.lit == (False, False, False)


async def test_without_a_host_one_lamp_runs_from_left_to_right(rig: Rig) -> None:
    await asyncio.sleep(2.4)
    assert rig.lit == (False, False, False)
    await asyncio.sleep(0.15)
    seen: list[tuple[bool, ...]] = []
    for _ in range(60):
        await asyncio.sleep(0.02)
        if not seen or seen[-1] != rig.lit:
            seen.append(rig.lit)
    left, middle, right = (True, False, False), (False, True, False), (False, False, True)
    start = seen.index(left)
    assert seen[start : start + 4] == [left, middle, right, left]
    await rig.greet()
    await asyncio.sleep(0.05)
    assert rig.lit == (False, False, False)


# A recording


async def recorded(rig: Rig, seconds: float = 1.0) -> bytes:
    """Have the board record, and get all pieces."""
    rig.say("record")
    await rig.alive(seconds)
    data, size = b"", 1
    while len(data) < size:
        rig.ack()
        rig.say("beat 1")
        rig.say(f"piece {len(data)}")
        await asyncio.sleep(0.05)
        ((at, whole, piece),) = rig.heard("piece")
        assert int(at) == len(data)
        data, size = data + bytes.fromhex(piece), int(whole)
    return data


async def test_a_board_records_its_readers_from_a_reset_on(rig: Rig) -> None:
    await rig.greet()
    rig.chips[0].enter(Ntag213(Uid(TILE)))
    messages = list(BoardRecorded(5.0, await recorded(rig)).messages())
    assert messages[0][1:] == (0, b"\x02\x0f", bytes(2)), "SoftReset"
    assert messages[1][2:] == (b"\xee\x00", b"\x00\x92")
    events = [Event(at_s, "spi 1.0", sent, came, hertz=4_000_000) for at_s, _, sent, came in messages]
    assert frozenset().union(*selected_uids(events)) == {TILE}
    assert find_differences("spi 1.0", events, STRICTEST) == []
    await rig.carry(OTHER)
    await rig.alive(0.5)
    assert rig.heard("tile")[-1][3] == "04A1B2C3D4E5F7", "the gate works on"


async def test_a_recording_ends_when_its_12288_bytes_are_full(rig: Rig) -> None:
    await rig.greet()
    data = await recorded(rig, seconds=5.0)
    assert 12_288 - 40 < len(data) <= 12_288
    *_, last = BoardRecorded(0.0, data).messages()
    assert 0.5 < last[0] < 5.0
    rig.ack()
    rig.say("piece 12288")
    await asyncio.sleep(0.1)
    assert rig.heard("no") == [["record", "nothing", "is", "recorded", "there"]]
    assert await recorded(rig) != data, "another recording"


@pytest.mark.parametrize("readers", [2])
async def test_both_readers_of_a_board_are_recorded(rig: Rig) -> None:
    await rig.greet()
    readers = {reader for _, reader, _, _ in BoardRecorded(0.0, await recorded(rig)).messages()}
    assert readers == {0, 1}
