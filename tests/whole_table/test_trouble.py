"""Faults of a simulated table, and devices missing at the start: reported, repaired, while the game goes on."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import gpiozero
import pytest
from PIL import Image

from controller.games.contract.effects import TextScreen
from controller.games.contract.values import UNDO, Text
from controller.play.table import Table
from controller.show.pictures import draw_screen
from controller.store.journal import JournalError
from hw.errors import BusError
from hw.oled import drawing, driver, marks
from hw.stepper.twin import RotorTwin
from hw.testing.faults import UnknownFault
from hw.testing.table import TwinTable
from hw.testing.wiring import usual_wiring
from hw.values import ReaderId
from royaltable_pytest import MakeTable
from tests.support.castle_boards import IN_PYTHON
from tests.support.playing import QUICK, Playing, assert_all_off, check_log, playing
from tests.support.virtual import run_virtual


async def test_a_blocked_arrow_is_reported_and_the_number_on_the_screen_counts(play: Playing) -> None:
    await play.begin()
    await play.press()
    await play.press()
    await play.wait(30)  # the arrow has found its home mark
    assert play.twins.rotor is not None
    play.twins.rotor.stalled = True
    await play.press()
    pressed_s = play.now_s()
    await play.until_shown()
    assert play.now_s() - pressed_s < 6 + 3  # the arrow's turn to where its mark belongs, and the number's 3 s
    expected = TextScreen(Text("device-spinner"), (Text("trouble-spinner"),))
    await play.wait(0.1)
    assert play.table.display.page_picture.tobytes() == draw_screen(expected, "en", 0, 20).tobytes()
    assert "The arrow does not work. The game can go on without it." in play.story
    assert play.state.demand[0] in {2, 3, 4, 5}
    assert play.table.loop.current_waiting().step == "set_aside"


async def spun_while_held(play: Playing) -> RotorTwin:
    await play.wait(30)
    assert play.twins.rotor is not None
    play.twins.rotor.stalled = True
    await play.begin()
    for _ in range(3):
        await play.press()
    return play.twins.rotor


async def test_the_next_number_does_not_wait_for_a_blocked_arrow(play: Playing) -> None:
    await spun_while_held(play)
    await play.until_shown()
    await play.table.loop.propose_action(UNDO, "test")
    await play.press()
    pressed_s = play.now_s()
    await play.until_shown()
    assert play.now_s() - pressed_s < 3.2  # the number alone


async def test_a_released_arrow_homes_by_itself(play: Playing) -> None:
    rotor = await spun_while_held(play)
    await play.wait(6)
    rotor.stalled = False
    await play.wait(30)
    assert abs((rotor.angle_deg + 180) % 360 - 180) < 1
    assert any(line.startswith("The arrow works again") for line in play.story)


async def test_each_picture_is_marked_while_the_journal_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_room(_: object) -> None:
        raise JournalError("no space left on the disk")

    def drawn(play: Playing) -> Image.Image:
        screen = play.table.display.screen_and_next_change()[0]
        return draw_screen(screen, play.table.house.language, 0, 1)

    async with playing(tmp_path) as play:
        await play.begin()
        with monkeypatch.context() as disk:
            disk.setattr(play.journal, "append", no_room)
            for seq in (2, 3):
                await play.press()
                await play.wait(10)
                assert play.table.loop.seq == seq
                assert play.table.display.page_picture == marks.with_fault_mark(drawn(play)) != drawn(play)
        await play.wait(10)
        assert play.table.display.page_picture == drawn(play)


async def test_a_journal_unreadable_for_backup_is_reported_and_the_game_goes_on(play: Playing) -> None:
    await play.wait(0.1)  # the first looks at the file are over, and the next is not due
    play.journal.path.unlink()
    play.table.backups.request_backup()
    await play.wait(0.1)
    (backup,) = [device for device in play.table.health if device.name == "backup"]
    assert "unable to open database file" in (backup.fault or "")
    await play.begin()
    assert play.table.loop.seq == 1


NOTICED_S = 2.0


def fault_of(play: Playing, device: str) -> str | None:
    return next(state.fault for state in play.table.health if state.name == device)


async def test_a_deaf_reader_is_reported_within_two_seconds_and_so_is_its_return(play: Playing) -> None:
    await play.to_the_taxes()
    play.twins.faults.switch("reader_deaf", "yellow", on=True)
    assert play.twins.faults.current_faults == {("reader_deaf", "yellow")}
    await play.wait(NOTICED_S)
    assert fault_of(play, "yellow") is not None
    assert fault_of(play, "blue") is None
    await play.pass_tile("blue", "t20")  # the others go on
    assert play.state.players[0].castle.bit_count() == 1
    play.twins.faults.switch("reader_deaf", "yellow", on=False)
    await play.wait(3.0)
    assert fault_of(play, "yellow") is None
    await play.pass_tile("yellow", "t21")
    assert play.state.players[1].castle.bit_count() == 1


@pytest.mark.parametrize("name", ["unknown_tag", "phantom_uid", "two_tags"])
async def test_a_foreign_tag_on_a_gate_gives_a_complaint_and_does_not_count(play: Playing, name: str) -> None:
    await play.to_the_taxes()
    before = play.table.loop.seq
    play.twins.faults.switch(name, "blue", on=True)
    await play.wait(3.0)
    assert play.table.loop.seq == before
    assert "blue" in play.complaints


@pytest.mark.parametrize("name", ["reader_flap", "reader_slow"])
async def test_a_tile_counts_once_at_a_reader_that_flaps_or_is_slow(play: Playing, name: str) -> None:
    await play.to_the_taxes()
    play.twins.faults.switch(name, "blue", on=True)
    before = play.table.loop.seq
    await play.pass_tile("blue", "t20", dwell_s=4.0)
    assert play.table.loop.seq == before + 1


@pytest.mark.parametrize("name", ["spinner_stall", "home_sensor_stuck", "home_sensor_never"])
async def test_without_a_working_arrow_the_number_on_the_screen_counts(play: Playing, name: str) -> None:
    """The result is drawn first; the arrow only shows it."""
    play.twins.faults.switch(name, on=True)
    await play.begin()
    for _ in range(3):
        await play.press()
    await play.until_shown()
    assert play.state.demand[0] is not None
    assert fault_of(play, "spinner") is not None
    await play.wait(15)  # meanwhile it looks for its mark, in vain
    assert play.twins.rotor is not None
    assert not play.twins.rotor.energised


async def test_a_game_goes_on_without_a_display_and_is_shown_on_its_return(play: Playing) -> None:
    play.twins.faults.switch("oled_missing", on=True)
    await play.to_the_taxes()
    assert fault_of(play, "oled") is not None
    play.twins.faults.switch("oled_missing", on=False)
    await play.wait(3.0)
    assert fault_of(play, "oled") is None
    assert play.twins.oled is not None
    assert play.twins.oled.image().tobytes() == play.table.display.page_picture.tobytes()


async def test_an_unknown_fault_or_place_is_refused_with_the_known_ones(play: Playing) -> None:
    with pytest.raises(UnknownFault, match="expected one of reader_deaf"):
        play.twins.faults.switch("gremlins", on=True)
    with pytest.raises(UnknownFault, match="expected one of blue, yellow"):
        play.twins.faults.switch("reader_deaf", "green", on=True)
    with pytest.raises(UnknownFault, match="it has one place only"):
        play.twins.faults.switch("oled_missing", "blue", on=True)


async def test_switching_a_fault_on_or_off_again_has_no_effect(play: Playing) -> None:
    faults = play.twins.faults
    faults.switch("unknown_tag", "blue", on=True)
    faults.switch("unknown_tag", "blue", on=True)
    faults.switch("unknown_tag", "blue", on=False)
    faults.switch("reader_deaf", "blue", on=False)
    assert faults.current_faults == frozenset()
    await play.wait(0.1)


@pytest.mark.parametrize(
    ("switches", "missing"),
    [
        (["+oled_missing", "+power_cut", "-power_cut"], True),
        (["+power_cut", "+oled_missing", "-oled_missing"], True),
        (["+oled_missing", "+power_cut", "-oled_missing", "-power_cut"], False),
        (["+oled_sh1106", "-oled_sh1106"], False),
        (["+oled_sh1106", "+oled_missing", "-oled_sh1106"], True),
    ],
)
async def test_a_display_works_only_if_plugged_in_and_powered(
    twin_table: MakeTable, switches: list[str], *, missing: bool
) -> None:
    table = twin_table()
    driver.Display(table.i2c_port(1), address=0x3C).show(drawing.rows_screen("Tiles", []))
    for switch in switches:
        table.faults.switch(switch[1:], on=switch[0] == "+")
    await asyncio.sleep(5)
    assert table.oled is not None
    assert table.oled.missing is missing


async def test_boards_that_change_sockets_stay_unplugged_if_they_were(twin_table: MakeTable) -> None:
    table = twin_table(usual_wiring(boards=True))
    table.faults.switch("node_unplug", "blue", on=True)
    table.faults.switch("node_swap", "blue", on=True)
    assert table.serial_port_names() == ["usb-1"]  # the other one, in the first one's socket


COMES_BACK_S = 35.0
"""The longest pause between two attempts is 8 s; then the arrow looks for its mark."""

Return = Callable[[], None]


def no_bus(machine: TwinTable, port: str, *missing: int) -> Return:
    """The kernel has no such bus: its driver is not loaded, or its cable's other end is not powered."""
    there = getattr(machine, port)

    def opened(*where: int) -> Any:
        if where == missing:
            raise BusError(port, seen="no such file", expected=f"/dev/{port}{where}", remedy="Switch it on.")
        return there(*where)

    setattr(machine, port, opened)
    return lambda: setattr(machine, port, there)


def pins_in_use(pin: int, board: str | None = None) -> Callable[[TwinTable], Return]:
    def take(machine: TwinTable) -> Return:
        held = ExitStack()
        factory = machine.pin_factory() if board is None else machine.board_pin_factory(board)
        held.enter_context(gpiozero.OutputDevice(pin, pin_factory=factory))
        return held.close

    return take


def not_plugged_in(machine: TwinTable) -> Return:
    cable = machine.cables[ReaderId("blue")]
    cable.feeds_board = False  # else the others restart once it is plugged in
    cable.pull()
    return cable.plug


MISSING: dict[str, Callable[[TwinTable], Return]] = {
    "blue": lambda machine: no_bus(machine, "spi_port", 0, 0),
    "oled": lambda machine: no_bus(machine, "i2c_port", 1),
    "spinner": pins_in_use(17),
    "console": pins_in_use(16),
    "buzzer": pins_in_use(19),
    "yellow panel": pins_in_use(14, "yellow"),
    "blue board": not_plugged_in,
}


@pytest.mark.parametrize("device", MISSING)
def test_a_device_missing_at_the_start_works_once_it_is_connected(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, device: str
) -> None:
    caplog.set_level(logging.INFO)
    returns: list[Return] = []
    machines: list[TwinTable] = []

    def without_it(settings: Any, hardware: Any, *parts: Any) -> Table:
        machines.append(hardware.ports)
        returns.append(MISSING[device](hardware.ports))
        return QUICK(settings, hardware, *parts)

    def faults(play: Playing) -> dict[str, bool]:
        return {each.name: each.fault is not None for each in play.table.health}

    async def deed() -> None:
        make_board = IN_PYTHON if device.endswith("board") else None
        async with playing(tmp_path, castles=2, make_table=without_it, make_board=make_board) as play:
            await play.begin()
            for _ in range(2):
                first = {"do": "place_first", "player": play.table.loop.current_waiting().castle}
                assert (await play.table.loop.propose_action(first, "page")).refusal is None
            assert (await play.table.loop.propose_action({"do": "spin", "demand": 3}, "page")).refusal is None
            await play.wait(40.0)
            assert [name for name, lost in faults(play).items() if lost] == [device]
            await play.pass_tile("yellow", play.state.table.pool.tiles[0].id)  # the others play
            assert play.state.set_aside.bit_count() == 1
            returns[0]()
            await play.wait(COMES_BACK_S)
            assert not any(faults(play).values())
            await play.pass_tile("blue", play.state.table.pool.tiles[1].id)
            assert play.state.set_aside.bit_count() == 2
            await play.press()
            await play.wait(30.0)

    run_virtual(deed())
    assert_all_off(machines[0])
    check_log(caplog.records)
    assert [record.getMessage().split()[0] for record in caplog.records if "device=" in record.getMessage()] == [
        "event=device_lost",
        "event=device_back",
    ]
