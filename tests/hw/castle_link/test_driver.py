"""Castle boards are found by their ids, wherever they are plugged in."""

import asyncio
import errno
import re
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from random import Random
from typing import cast

import pytest

from firmware.castle_node import session
from firmware.castle_node.link import format_line
from hw.bus.mock_pins import TwinPinFactory
from hw.bus.ports import OnBytes, OnConnectionLost, Ports
from hw.bus.serial_line import cannot_open_error
from hw.castle_link.board import Board
from hw.castle_link.driver import CastleLink
from hw.castle_link.messages import (
    PROTOCOL_VERSION,
    BoardConnected,
    BoardDisconnected,
    BoardEvent,
    BoardId,
    BoardRecorded,
    EventsLost,
    Framer,
    PanelPressed,
    ReaderFailed,
    ReaderWorks,
    TagCame,
)
from hw.castle_link.session import BoardSession
from hw.castle_link.twin import Cable, MakeBoard
from hw.clock import LoopClock
from hw.console.panel import CastleButton, LampState, PressLength
from hw.mfrc522.reader_twin import StuckMiso
from hw.mfrc522.twin import Mfrc522Twin
from hw.testing.pico.node_board import CPythonBoard, make_cpython_board
from hw.testing.table import TwinTable
from hw.testing.wiring import BOARD_MAKERS, TableWiring
from hw.values import ReaderId, Uid
from tests.support.castle_boards import maker
from tests.support.soak import sample

BLUE, GREY = ReaderId("blue"), ReaderId("grey")
UID = Uid(bytes.fromhex("04A1B2C3D4E5F6"))


class Scene:
    def __init__(self, make_board: MakeBoard) -> None:
        self.clock = LoopClock()
        self.boards = {BLUE: BoardId("board-1"), GREY: BoardId("board-2")}
        self.table = TwinTable(TableWiring(readers={}, boards=self.boards), self.clock, make_board)
        self.events: list[tuple[str, BoardEvent]] = []
        self.link = CastleLink(
            self.table,
            self.clock,
            {board: {} for board in self.boards.values()},
            lambda board, news: self.events.append((board, news)),
        )

    def of(self, board: str, *kinds: type) -> list[BoardEvent]:
        return [news for of, news in self.events if of == board and isinstance(news, kinds)]

    def there(self, board: str) -> bool:
        return isinstance(self.of(board, BoardConnected, BoardDisconnected)[-1], BoardConnected)

    def fault(self, board: str) -> str:
        gone = self.of(board, BoardDisconnected)[-1]
        assert isinstance(gone, BoardDisconnected)
        return str(gone.fault)

    def add_board(self, place: str, board: str) -> CPythonBoard:
        cable = Cable(Random(9))
        self.table.places[place] = cable
        chip = Mfrc522Twin(self.clock.now_s)
        return make_cpython_board(BoardId(board), cable, chip, TwinPinFactory(), self.clock, Random(9))


@asynccontextmanager
async def two_boards(make_board: MakeBoard) -> AsyncIterator[Scene]:
    scene = Scene(make_board)
    running = asyncio.create_task(scene.link.run())
    try:
        await asyncio.sleep(1.0)
        yield scene
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        scene.link.close()
        scene.table.close()


@pytest.fixture(params=sample([*BOARD_MAKERS]))
def scene(request: pytest.FixtureRequest) -> AbstractAsyncContextManager[Scene]:
    return two_boards(maker(request.param))


async def test_both_boards_are_there_within_a_second_with_working_readers(scene: Scene) -> None:
    for board in ("board-1", "board-2"):
        assert scene.of(board, BoardConnected, BoardDisconnected, ReaderFailed) == [BoardConnected()]
        assert ReaderWorks(0) in scene.of(board, ReaderWorks)


async def test_a_pulled_cable_and_its_return_are_reported_once(scene: Scene) -> None:
    scene.table.faults.switch("node_unplug", "blue", on=True)
    await asyncio.sleep(5.0)
    scene.table.faults.switch("node_unplug", "blue", on=False)
    await asyncio.sleep(6.0)
    assert [type(news) for news in scene.of("board-1", BoardConnected, BoardDisconnected)] == [
        BoardConnected,
        BoardDisconnected,
        BoardConnected,
    ]
    assert [type(news) for news in scene.of("board-2", BoardConnected, BoardDisconnected)] == [BoardConnected]


async def test_a_weak_hub_connects_again_once_boards_are_unplugged(scene: Scene) -> None:
    table = scene.table
    table.hub.limit_ma = 200
    table.faults.switch("node_dark", "blue", on=True)
    table.faults.switch("node_dark", "blue", on=False)
    await asyncio.sleep(10.0)
    assert [type(news) for news in scene.of("board-2", BoardConnected, BoardDisconnected)][-1] is BoardDisconnected
    table.faults.switch("node_dark", "blue", on=True)
    await asyncio.sleep(10.0)
    assert [type(news) for news in scene.of("board-2", BoardConnected, BoardDisconnected)][-1] is BoardConnected


async def test_a_tile_during_a_pulled_cable_arrives_later_with_its_own_time(scene: Scene) -> None:
    scene.table.faults.switch("node_unplug", "blue", on=True)
    await asyncio.sleep(1.0)
    came_s = scene.clock.now_s()
    await scene.table.pass_tile(BLUE, UID)
    await asyncio.sleep(3.0)
    assert scene.of("board-1", TagCame) == []
    scene.table.faults.switch("node_unplug", "blue", on=False)
    await asyncio.sleep(6.0)
    (news,) = scene.of("board-1", TagCame)
    assert isinstance(news, TagCame)
    assert news.uid == UID
    assert 0.0 <= news.at_s - came_s <= 0.020


async def test_boards_that_change_sockets_keep_their_names(scene: Scene) -> None:
    scene.table.faults.switch("node_swap", "blue", on=True)
    await asyncio.sleep(3.0)
    await scene.table.pass_tile(BLUE, UID)
    await asyncio.sleep(1.0)
    assert scene.there("board-1")
    assert scene.there("board-2")
    assert len(scene.of("board-1", TagCame)) == 1
    assert scene.of("board-2", TagCame) == []


async def test_two_boards_with_one_id_are_refused_and_both_ports_named(scene: Scene) -> None:
    clone = scene.add_board("usb-9", "board-1")
    await asyncio.sleep(1.0)
    assert not scene.there("board-1")
    await asyncio.sleep(5.0)
    assert len(scene.of("board-1", BoardDisconnected)) == 1
    assert "usb-1 and at usb-9" in scene.fault("board-1")
    assert "--id" in scene.fault("board-1")
    assert scene.there("board-2")
    scene.table.places["usb-9"].pull()
    await asyncio.sleep(1.0)
    assert scene.there("board-1")
    clone.off()


async def test_a_board_with_another_protocol_is_lost_with_its_firmware_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with two_boards(make_cpython_board) as scene:
        monkeypatch.setattr(session, "PROTOCOL_VERSION", 2)
        scene.table.boards[BLUE].reboot()
        await asyncio.sleep(2.0)
        assert not scene.there("board-1")
        assert "firmware 0.3.0, which speaks protocol 2" in scene.fault("board-1")
        assert "royaltable flash" in scene.fault("board-1")


async def test_a_stalled_connection_is_closed_within_three_seconds_and_reopened(scene: Scene) -> None:
    scene.table.faults.switch("serial_stall", "grey", on=True)
    await asyncio.sleep(3.0)
    assert not scene.there("board-2")
    scene.table.faults.switch("serial_stall", "grey", on=False)
    await asyncio.sleep(6.0)
    assert scene.there("board-2")


async def test_events_lost_by_a_restart_of_the_board_are_reported(scene: Scene) -> None:
    await asyncio.sleep(1.0)
    scene.table.cables[BLUE].noise = 1.0  # nothing gets through any more
    await scene.table.pass_tile(BLUE, UID)
    scene.table.cables[BLUE].noise = 0.0
    scene.table.boards[BLUE].reboot()
    await asyncio.sleep(3.0)
    assert scene.there("board-1")
    assert scene.of("board-1", TagCame) == []
    assert scene.of("board-1", EventsLost) == []  # it is not known
    await scene.table.pass_tile(BLUE, UID)
    await asyncio.sleep(1.0)
    assert len(scene.of("board-1", TagCame)) == 1


@pytest.mark.parametrize(("held_s", "length"), [(0.2, PressLength.SHORT), (1.5, PressLength.LONG)])
async def test_a_press_has_its_button_length_and_start_time(scene: Scene, held_s: float, length: PressLength) -> None:
    down_s = scene.clock.now_s()
    await scene.table.panels[BLUE].yes.press(held_s)
    await asyncio.sleep(0.5)
    (news,) = scene.of("board-1", PanelPressed)
    assert isinstance(news, PanelPressed)
    assert news.button is CastleButton.YES
    assert news.press.length is length
    assert abs(news.press.at_s - down_s) <= 0.020


async def test_lamps_show_the_last_pattern_also_after_a_restart_of_the_board(scene: Scene) -> None:
    scene.link.set_lamps(BoardId("board-1"), (LampState.ON, LampState.OFF, LampState.ON))
    await asyncio.sleep(0.1)
    assert scene.table.panels[BLUE].lamps_lit == [True, False, True]
    scene.table.boards[BLUE].reboot()
    await asyncio.sleep(2.0)
    assert scene.table.panels[BLUE].lamps_lit == [True, False, True]


async def test_lamps_that_were_lost_on_the_way_are_sent_again(scene: Scene) -> None:
    scene.table.cables[BLUE].noise = 1.0
    scene.link.set_lamps(BoardId("board-1"), (LampState.ON, LampState.ON, LampState.OFF))
    await asyncio.sleep(0.05)
    scene.table.cables[BLUE].noise = 0.0
    assert scene.table.panels[BLUE].lamps_lit == [False, False, False]
    await asyncio.sleep(1.5)
    assert scene.there("board-1")
    assert scene.table.panels[BLUE].lamps_lit == [True, True, False]


async def test_failure_and_return_of_a_boards_reader_are_reported(scene: Scene) -> None:
    scene.table.readers[BLUE].stick_miso(StuckMiso.LOW)
    await asyncio.sleep(2.0)
    (fault,) = scene.of("board-1", ReaderFailed)
    assert isinstance(fault, ReaderFailed)
    assert "reader 0 of the board board-1" in str(fault.fault)
    scene.table.readers[BLUE].stick_miso(None)
    await asyncio.sleep(3.0)
    assert isinstance(scene.of("board-1", ReaderFailed, ReaderWorks)[-1], ReaderWorks)


class OnePort:
    def __init__(self) -> None:
        self.received: OnBytes | None = None
        self._framer = Framer()

    def serial_port_names(self) -> list[str]:
        return ["/dev/one"]

    def open_serial_port(self, _place: str, received: OnBytes, _lost: OnConnectionLost) -> "OnePort":
        self.received = received
        return self

    def write(self, data: bytes) -> None:
        pass

    def close(self) -> None:
        pass

    def says(self, *lines: str) -> None:
        assert self.received is not None
        for line in lines:
            self.received(self._framer.format_next_line(line))


async def test_events_of_a_board_that_changes_its_id_are_ignored() -> None:
    events: list[tuple[BoardId, BoardEvent]] = []
    port = OnePort()
    link = CastleLink(cast("Ports", port), LoopClock(), {BoardId("board-1"): {}}, lambda *news: events.append(news))
    link.update_connections()
    beat = "beat 1000 0 0 0 000"
    port.says(f"hello board-1 1.0.0 {PROTOCOL_VERSION} 0000000A 0 1 2 3", beat, f"tile 1 1000 0 {UID.hex().upper()}")
    assert [type(news) for _, news in events] == [BoardConnected, TagCame]
    port.says(f"hello stranger 1.0.0 {PROTOCOL_VERSION} 0000000A 0 1 2 3", beat, f"tile 2 2000 0 {UID.hex().upper()}")
    assert [type(news) for _, news in events] == [BoardConnected, TagCame, BoardDisconnected]
    assert {board for board, _ in events} == {"board-1"}


class ClosedToUs(OnePort):
    def open_serial_port(self, place: str, _received: OnBytes, _lost: OnConnectionLost) -> OnePort:
        raise cannot_open_error(place, OSError(errno.EACCES, "Permission denied"))


async def test_boards_without_permission_are_lost_with_the_group_as_remedy() -> None:
    events: list[BoardEvent] = []
    link = CastleLink(
        cast("Ports", ClosedToUs()), LoopClock(), {BoardId("board-1"): {}}, lambda _, event: events.append(event)
    )
    running = asyncio.create_task(link.run())
    await asyncio.sleep(4.0)
    running.cancel()
    (gone,) = events
    assert isinstance(gone, BoardDisconnected)
    assert re.search("no board .*/dev/one: Permission denied.*usermod -aG dialout", str(gone.fault))


async def test_a_board_is_asked_for_a_recording_until_all_of_it_is_there(scene: Scene) -> None:
    scene.link.request_recordings()
    scene.table.places["usb-1"].noise = 0.001
    await asyncio.sleep(8.0)
    for board in ("board-1", "board-2"):
        (recorded,) = scene.of(board, BoardRecorded)
        assert isinstance(recorded, BoardRecorded)
        messages = list(recorded.messages())
        assert len(messages) > 100
        assert messages[0][1:] == (0, b"\x02\x0f", bytes(2))
        assert messages[-1][0] < scene.clock.now_s()


async def test_a_board_that_answers_no_piece_is_asked_ten_times() -> None:
    sent = list[bytes]()
    talk = BoardSession(sent.append, lambda: None, lambda _: None, 0.0)
    talk.feed_received_bytes(format_line(0, "hello red 0.2.0 1 0A1B2C3D 0 1 2 3"), 0.1)
    talk.adopt_board(Board(BoardId("red"), {}), 0.1)
    talk.request_recording(1.0)
    for tenth in range(10, 300):
        talk.send_due_lines(tenth / 10)
    assert sum(b" piece 0*" in line for line in sent) == 10


def test_a_recording_is_read_up_to_where_it_makes_no_sense() -> None:
    good = b"\x80\x02\x0c\0\0\0\xee\x00\x00\x92"
    assert list(BoardRecorded(1.0, good + b"\x00\x09\0\0\0\0\x02").messages()) == [
        (1.0 + 12e-6, 0, b"\xee\x00", b"\x00\x92")
    ]
    for wrong in (b"\x02\x01\0\0\0\0\x02", b"\x00\x00\0\0\0\0", b"\x80"):
        assert list(BoardRecorded(1.0, wrong).messages()) == []
