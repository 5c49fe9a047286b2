"""A whole board: restarts, saved settings, the prompt, its heap, and a blocked serial port."""

import asyncio
import json
from collections import Counter
from pathlib import Path

import pytest

from bench.shared.pico_heap import heap_after
from firmware.castle_node.board import VBUS
from firmware.castle_node.link import LINE_BYTES
from firmware.castle_node.outbox import WRITE_BATCH_BYTES
from hw.values import Uid
from tests.support.castle_rigs import board, needs
from tests.support.soak import SOAK

TILE = Uid(bytes.fromhex("04A1B2C3D4E5F6"))


@pytest.mark.parametrize(
    "machine",
    [
        "Raspberry Pi Pico with RP2040",
        "Raspberry Pi Pico W with RP2040",
        "Raspberry Pi Pico 2 with RP2350",
        "Raspberry Pi Pico 2 W with RP2350-RISCV",
        "Some board of next year with RP2450",
    ],
)
async def test_no_board_writes_a_register_that_its_chip_lacks(machine: str, tmp_path: Path) -> None:
    async with board("MicroPython", tmp_path, machine=machine) as rig:
        await rig.greet()
        assert rig.board.error_output == ""


async def test_a_pico_w_asks_its_radio_for_usb_power_once_a_second(tmp_path: Path) -> None:
    async with board("MicroPython", tmp_path, machine="Raspberry Pi Pico W with RP2040") as rig:
        await rig.alive(2)
        before = await rig.greet()
        for out_s, boots in ((0.2, 1), (1.5, 2)):
            rig.pins.drive(VBUS, False)
            await asyncio.sleep(out_s)
            rig.pins.drive(VBUS, True)
            await asyncio.sleep(12)
            assert len({before, await rig.greet()}) == boots


async def test_looks_at_its_radios_pin_cost_a_pico_w_no_polls(tmp_path: Path) -> None:
    async with board("MicroPython", tmp_path, machine="Raspberry Pi Pico W with RP2040") as rig:
        await rig.alive(1)
        await rig.greet()
        for _ in range(2):
            rig.say("ask")
            await rig.alive(10)
        first, last = (int(counts[0]) for counts in rig.heard("counts"))
        assert last - first >= 995


async def test_a_reboot_gives_another_boot_and_keeps_the_settings(tmp_path: Path) -> None:
    async with board("MicroPython", tmp_path) as rig:
        before = await rig.greet()
        rig.say("set id blue-1")
        await asyncio.sleep(0.1)
        rig.say("reboot")
        await asyncio.sleep(1)
        after = await rig.greet()
        assert rig.board.starts == 2
        assert before != after
        assert rig.heard("hello")[-1][0] == "blue-1"


async def test_the_reset_button_loses_unacknowledged_events_and_restarts_numbers(tmp_path: Path) -> None:
    async with board("MicroPython", tmp_path) as rig:
        await rig.carry(TILE)
        rig.board.reboot()
        await asyncio.sleep(1)
        await rig.greet()
        assert rig.heard("tile") == []
        assert [works[0] for works in rig.heard("works")] == ["1"]


async def test_update_ends_at_the_prompt_once_with_field_and_lamps_off(tmp_path: Path) -> None:
    async with board("MicroPython", tmp_path) as rig:
        await rig.greet()
        rig.say("lamps 111")
        await asyncio.sleep(0.1)
        assert rig.lit == (True, True, True)
        rig.say("update")
        await asyncio.sleep(1)
        assert rig.board.at_prompt
        assert rig.lit == (False, False, False)
        assert not rig.chips[0].rf_on
        rig.board.reboot()
        await asyncio.sleep(1)
        assert not rig.board.at_prompt
        assert await rig.greet()


async def test_a_board_without_greeting_executes_update_too(tmp_path: Path) -> None:
    async with board("MicroPython", tmp_path) as rig:
        rig.say("update")
        await asyncio.sleep(1)
        assert rig.board.at_prompt


@pytest.mark.parametrize("kept", ["", "{", "[]", '{"id": "Blue!", "gain": "40"}', '{"long": 5}'])
async def test_unreadable_settings_are_replaced_by_those_of_the_factory(tmp_path: Path, kept: str) -> None:
    (tmp_path / "settings.json").write_text(kept)

    async with board("MicroPython", tmp_path) as rig:
        await rig.greet()
        rig.say("ask")
        await asyncio.sleep(0.1)
        assert rig.heard("is") == [
            ["id", "e6614c311b7e6f35"],
            ["gain", "38"],
            ["long", "800"],
            ["reader", "spi"],
            ["ring", "0"],
            ["beams", "0"],
        ]
        assert rig.board.error_output == ""


async def test_settings_are_replaced_as_a_whole(tmp_path: Path) -> None:
    async with board("MicroPython", tmp_path, board_id="grey-1") as rig:
        await rig.greet()
        rig.say("set long 1000")
        await asyncio.sleep(0.1)

    assert json.loads((tmp_path / "settings.json").read_text()) == {
        "id": "grey-1",
        "gain": "38",
        "long": "1000",
        "reader": "spi",
        "ring": "0",
        "beams": "0",
    }
    assert not (tmp_path / "settings.json.new").exists()


async def test_the_main_loop_feeds_the_watchdog_which_restarts_a_crashed_board(tmp_path: Path) -> None:
    async with board("MicroPython", tmp_path) as rig:
        await asyncio.sleep(0.5)
        assert 80 <= rig.board.feeds <= 100
        rig.say("set colour " + "blue")  # not greeted: nothing happens
        await asyncio.sleep(0.2)
        assert rig.board.starts == 1
        rig.board._process._process.kill()  # as a crash of MicroPython itself
        await asyncio.sleep(5)
        assert rig.board.starts == 2
        assert await rig.greet()


EVENTS = 100_000 if SOAK else 3_000


def test_many_events_leave_most_of_the_heap_free_and_hardly_fragmented() -> None:
    needs("MicroPython")
    use = heap_after(EVENTS)
    assert (use.events, use.missed) == (EVENTS, 0)
    assert use.free_at_least > 100_000
    assert use.free_at_last > 0.9 * use.free_at_first
    assert use.largest_free > 0.5 * use.free_at_last


async def test_a_blocked_port_stops_neither_gate_nor_watchdog_and_loses_no_event() -> None:
    async with board("CPython") as rig:
        boot = await rig.greet()
        rig.board.room = 0
        fed = rig.board.feeds
        for number in range(40):
            await rig.carry(bytes([0x04, 0xA1, 0xB2, 3, 4, 5, number]), dwell_s=0.03)
            rig.say("beat 1")
            await asyncio.sleep(0.07)
        assert rig.board.feeds - fed > 300
        rig.board.room = None
        await rig.alive(1)
        tiles = {int(tile[0]): tile[3] for tile in rig.heard("tile")}
        assert sorted(tiles) == list(range(2, 42))
        rig.say(f"ack {boot} 41")
        rig.say("ask")
        await asyncio.sleep(0.1)
        assert rig.heard("state")[-1][1:4] == ["41", "41", "0"]
        assert int(rig.heard("counts")[-1][7]) > 0


@pytest.mark.parametrize("data", [1, 7])
async def test_a_line_that_takes_a_few_bytes_at_a_time_gets_whole_lines(data: int) -> None:
    async with board("CPython") as rig:
        rig.board.room = 0
        rig.say("hello 1")
        for _ in range(3000 // data):
            rig.board.room = data
            await asyncio.sleep(0.01)
            if len(rig.data) > 200:
                break
        assert rig.heard("hello")
        assert [works[0] for works in rig.heard("works")][:1] == ["1"]


async def test_a_long_backlog_goes_out_in_chunks_between_polls() -> None:
    sent: Counter[float] = Counter()
    async with board("CPython") as rig:
        take = rig.board.to_host

        def counted(data: bytes) -> None:
            sent[asyncio.get_running_loop().time()] += len(data)
            take(data)

        rig.board.to_host = counted
        await rig.greet()
        rig.board.room = 0
        for number in range(15):
            await rig.carry(bytes([0x04, 0xA1, 0xB2, 3, 4, 5, number]), dwell_s=0.03)
            await asyncio.sleep(0.07)
        rig.board.room = None
        sent.clear()
        rig.say("beat 1")
        rig.say("ask")
        await asyncio.sleep(0.3)
        assert {tile[0] for tile in rig.heard("tile")} == {str(number) for number in range(2, 17)}
        assert len(rig.heard("is")) == 6
        assert sent.total() > 800
        assert max(sent.values()) < WRITE_BATCH_BYTES + LINE_BYTES


async def test_a_setting_that_the_flash_cannot_keep_is_refused() -> None:
    async with board("CPython") as rig:
        await rig.greet()
        rig.board.is_full = True
        rig.say("set id blue-1")
        await asyncio.sleep(0.1)
        assert rig.heard("no") == [["id", "[Errno", "28]", "no", "space"]]
