"""A room learns who won once the table's own scenes have shown it."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from controller.care.admin_service import AdminService
from controller.config.schema import MqttSection
from controller.fleet import topics
from controller.fleet.connection import BrokerConfig, BrokerConnection
from controller.games.contract.effects import Scene, TextScreen
from controller.games.contract.values import Text
from controller.play.game_loop import GameLoop
from controller.service.fleet.fleet_loop import FleetLoop
from controller.store.keyring import Keyring
from controller.store.membership import BrokerAccess
from controller.store.table_files import TableFiles
from tests.support.playing import playing


async def test_a_room_learns_the_result_after_the_scenes_of_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = TableFiles(tmp_path / "test.journal", tags=tmp_path / "tags.toml", config=tmp_path / "table.toml")
    async with playing(tmp_path, castles=2, scenes="knob") as play:
        admin = AdminService(play.table, None, Keyring(tmp_path / "keys.json"), files)
        way = BrokerAccess(MqttSection("127.0.0.1", id="rt-test"), lambda: BrokerConfig("127.0.0.1", 9))
        fleet = FleetLoop(play.table, way, files, lambda: "", admin)
        published: dict[str, Any] = {}
        connection = SimpleNamespace(
            connected=True, fault=None, publish=lambda topic, _, value: published.update({topic: value})
        )
        fleet._connection = cast("BrokerConnection", connection)

        def seen() -> tuple[bool, bool]:
            fleet._publish_current_values()
            state = published[topics.STATE.topic_of(fleet.id)]
            return state.playing, state.help

        await play.begin()
        assert seen() == (True, False)
        play.table.loop.show_effects([Scene("over", TextScreen(Text("grey"), ()), Text("yellow"), 5.0)])
        await play.wait(1)
        monkeypatch.setattr(GameLoop, "is_playing", property(lambda _: False))
        play.table.help_call.is_called = True
        assert seen() == (True, True)
        await play.press()
        await play.wait(1)
        assert seen() == (False, True)
