"""A room learns who won once the table's own scenes have shown it."""

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from msgspec.structs import replace

from controller.care.admin_service import AdminService
from controller.config.schema import MqttSection
from controller.fleet.connection import BrokerConfig, BrokerConnection
from controller.fleet.messages import PublicBoard, PublicGameState, TableEvent
from controller.games.contract.effects import Scene, TextScreen
from controller.games.contract.values import Text
from controller.play.game_loop import GameLoop
from controller.service.fleet import fleet_loop
from controller.service.fleet.fleet_loop import FleetLoop
from controller.service.fleet.table_state import build_table_state
from controller.store.keyring import Keyring
from controller.store.membership import BrokerAccess
from controller.store.table_files import TableFiles
from tests.support.playing import Playing, playing

LAST_SCENE = Scene("over", TextScreen(Text("grey"), ()), Text("yellow"), 5.0)


def fleet_of(play: Playing, folder: Path, published: list[Any]) -> FleetLoop:
    """Return a fleet loop that appends what it publishes to ``published``."""
    files = TableFiles(folder / "test.journal", tags=folder / "tags.toml", config=folder / "table.toml")
    admin = AdminService(play.table, None, Keyring(folder / "keys.json"), files)
    way = BrokerAccess(MqttSection("127.0.0.1", id="rt-test"), lambda: BrokerConfig("127.0.0.1", 9))
    fleet = FleetLoop(play.table, way, files, lambda: "", admin)
    connection = SimpleNamespace(connected=True, fault=None, publish=lambda *message: published.append(message[-1]))
    fleet._connection = cast("BrokerConnection", connection)
    return fleet


async def test_a_room_learns_the_result_after_the_scenes_of_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    published: list[Any] = []
    async with playing(tmp_path, castles=2, scenes="knob") as play:
        fleet = fleet_of(play, tmp_path, published)

        def seen() -> tuple[bool, bool]:
            fleet._publish_current_values()
            *_, state = (each for each in published if isinstance(each, PublicGameState))
            return state.playing, state.help

        await play.begin()
        assert seen() == (True, False)
        play.table.loop.show_effects([LAST_SCENE])
        await play.wait(1)
        monkeypatch.setattr(GameLoop, "is_playing", property(lambda _: False))
        play.table.help_call.is_called = True
        assert seen() == (True, True)
        await play.press()
        await play.wait(1)
        assert seen() == (False, True)


async def test_no_board_of_the_end_reaches_a_room_before_the_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    published: list[Any] = []
    async with playing(tmp_path, castles=2, scenes="knob") as play:
        fleet = fleet_of(play, tmp_path, published)
        publishing = asyncio.create_task(fleet._publish_game_boards())
        await play.begin()
        fleet._publish_current_values()
        play.table.loop.show_effects([LAST_SCENE])
        monkeypatch.setattr(GameLoop, "is_playing", property(lambda _: False))
        for _ in range(2):
            await play.wait(10)
            assert not any(isinstance(each, PublicBoard) for each in published)
            fleet._publish_current_values()
        await play.press()
        await play.wait(1)
        fleet._publish_current_values()
        await play.wait(10)
        assert isinstance(published[-1], PublicBoard)
        publishing.cancel()


async def test_a_room_learns_the_result_of_a_game_that_the_next_follows_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    published: list[Any] = []
    async with playing(tmp_path, castles=2, scenes="knob") as play:
        fleet = fleet_of(play, tmp_path, published)
        await play.begin()
        fleet._publish_current_values()
        play.table.loop.show_effects([LAST_SCENE])
        await play.wait(1)
        with monkeypatch.context() as ended:
            result = replace(build_table_state(play.table), playing=False, winners=("blue",))
            ended.setattr(fleet_loop, "build_table_state", lambda _: result)
            fleet._publish_current_values()
        published.clear()
        await play.begin()
        fleet._publish_current_values()
        states = [each for each in published if isinstance(each, PublicGameState)]
        assert [(each.game_no, each.playing) for each in states] == [(1, False), (2, True)]
        events = [(each.event_type, each.winners) for each in published if isinstance(each, TableEvent)]
        assert events == [("over", ("blue",)), ("begun", ())]
