"""Desired state and requests of a hub: done if the owner allows it, kept over restarts, never at the game's expense."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from controller.care.admin_service import AdminService
from controller.fleet.log_messages import BadMessageError, decode_message
from controller.fleet.messages import (
    DesiredState,
    Fixture,
    FixtureReport,
    FixtureSeat,
    HubRequest,
    HubRequestAnswer,
    ReportedState,
    RoomSettings,
    UpdateReport,
)
from controller.games.requests import ParkAndResume
from controller.service.fleet import desired_state, game_restore
from controller.service.fleet.desired_state import DesiredStateHandler, UpdateRequester
from controller.service.fleet.game_restore import GameRestore
from controller.service.fleet.hub_requests import HubRequestHandler
from controller.service.fleet.table_state import LONGEST_PAUSE_S, PAUSE_FACTOR, pause_after_work
from controller.store.keyring import Keyring
from controller.store.table_files import TableFiles
from tests.support.playing import Playing, playing

FIXTURE = Fixture("spring-2-7", "2", (FixtureSeat("yellow", "Ana"), FixtureSeat("blue", "Kim")))
NEWER = "99.0.0"


async def test_the_desired_state_survives_a_restart_in_its_room_only(tmp_path: Path) -> None:
    @asynccontextmanager
    async def at_the_table(room: str) -> AsyncIterator[DesiredStateHandler]:
        async with playing(tmp_path) as play:
            wanted = DesiredStateHandler(play.table, TableFiles(tmp_path / "test.journal"), room, lambda: None)
            wanted.load_and_apply()
            doing = asyncio.create_task(wanted.run())
            yield wanted
            doing.cancel()

    waits = ReportedState(FixtureReport("spring-2-7", "waits"))
    async with at_the_table("room") as wanted:
        wanted.apply_desired_state_soon(msgspec.json.encode(DesiredState(FIXTURE)))
        await asyncio.sleep(1)
        assert wanted.reported_state == waits
        for nothing in (b"[]", b"{", b'{"fixture": {"id": "\\n"}}', msgspec.json.encode(DesiredState(FIXTURE))[:-9]):
            wanted.apply_desired_state_soon(nothing)
            await asyncio.sleep(1)
            assert wanted.reported_state == waits
    async with at_the_table("another room") as wanted:
        assert wanted.reported_state == ReportedState()
    async with at_the_table("room") as wanted:
        assert wanted.reported_state == waits
        wanted.apply_desired_state_soon(b"")
        await asyncio.sleep(1)
        assert wanted.reported_state == ReportedState()


async def test_allowed_requests_run_in_order_and_a_flood_is_refused(play: Playing, tmp_path: Path) -> None:
    answers: list[HubRequestAnswer] = []
    files = TableFiles(tmp_path / "test.journal", tags=tmp_path / "tags.toml", config=tmp_path / "table.toml")
    admin = AdminService(play.table, None, Keyring(tmp_path / "keys.json"), files)
    asked = HubRequestHandler(play.table, admin, ("identify", "message"), answers.append)
    doing = asyncio.create_task(asked.run())
    for octets in (b"", b"coming", b'{"do": "shut down", "id": "a"}'):
        with pytest.raises(BadMessageError):
            asked.queue_request(octets)
    asked.queue_request(b'{"do": "coming", "id": "a"}')
    await asyncio.sleep(20)
    assert [(each.do, each.done) for each in answers] == [("coming", True)]
    for ask in (
        HubRequest("message", "b", "Round 3 begins at 8."),
        HubRequest("message", "c", " "),
        HubRequest("report", "d"),
    ):
        asked.queue_request(msgspec.json.encode(ask))
    await asyncio.sleep(20)
    assert [(each.id, each.done) for each in answers[1:]] == [("b", True), ("c", False), ("d", False)]
    assert answers[-1].why.endswith("allows: identify, message")
    assert play.story[-1] == "From the staff: Round 3 begins at 8."
    for number in range(8):
        asked.queue_request(msgspec.json.encode(HubRequest("identify", f"{number}")))
    await asyncio.sleep(100)
    refused = [each for each in answers[4:] if not each.done]
    assert len(answers[4:]) == 8
    assert refused != []
    assert all("4 requests are waiting" in each.why for each in refused)
    doing.cancel()
    admin.cancel_simulated_hand()


class Root:
    """The update unit's files."""

    def __init__(self, folder: Path) -> None:
        self.wish = folder / "table.update"
        self.stands = folder / "stands"

    def took(self) -> str | None:
        """Return the request since the last call."""
        if not self.wish.exists():
            return None
        wanted = self.wish.read_text()
        self.wish.unlink()
        return wanted


@asynccontextmanager
async def wished(play: Playing, root: Root, *, allowed: bool = True) -> AsyncIterator[UpdateRequester]:
    wish = UpdateRequester(play.table, root.wish, allowed=allowed, changed=lambda: None, status_file=root.stands)
    task = asyncio.create_task(wish.run())
    yield wish
    task.cancel()


async def test_an_update_is_requested_between_games_and_again_if_refused(play: Playing, tmp_path: Path) -> None:
    root = Root(tmp_path)
    async with wished(play, root) as wish:
        await play.begin()
        wish.set_wanted_version(NEWER)
        await play.wait(700)
        assert wish.report == UpdateReport(NEWER, "waits")
        assert root.took() is None
        await play.table.loop.submit(ParkAndResume(None), "test")
        await play.wait(6)
        assert root.took() == "99.0.0\n"
        root.stands.write_text(f"waits {NEWER} 0.1.0 a game is being played\n")
        await play.wait(36)
        assert root.took() == "99.0.0\n", "the service had said so some seconds too long"
        root.stands.write_text(f"waits {NEWER} 0.1.0 the packages cannot be had\n")
        await play.wait(11)
        root.took()
        await play.wait(60)
        assert root.took() is None
        await play.wait(600)
        assert root.took() == "99.0.0\n"


@pytest.mark.parametrize("word", ["trying", "rolled-back", "failed", "refused"])
async def test_the_updaters_result_is_reported_once(play: Playing, tmp_path: Path, word: str) -> None:
    root = Root(tmp_path)
    root.stands.write_text(f"{word} {NEWER} 0.1.0 it did not play\n")
    async with wished(play, root) as wish:
        wish.set_wanted_version(NEWER)
        await play.wait(700)
        assert wish.report == UpdateReport(NEWER, word, "it did not play")  # type: ignore[arg-type]  # one of them
        assert root.took() is None
        wish.set_wanted_version(version("royaltable"))
        await play.wait(1)
        assert wish.report == UpdateReport(version("royaltable"), "holds")
        wish.set_wanted_version(None)
        await play.wait(1)
        assert wish.report is None


@pytest.mark.parametrize(
    "said", [b"", b"holds", b"\xff\xfe", b"dances 99.0.0 0.1.0\n", b"failed 98.0.0 0.1.0\n", b"x" * 9000]
)
async def test_unknown_update_results_are_ignored(play: Playing, tmp_path: Path, said: bytes) -> None:
    root = Root(tmp_path)
    root.stands.write_bytes(said)
    async with wished(play, root) as wish:
        wish.set_wanted_version(NEWER)
        await play.wait(1)
        assert wish.report == UpdateReport(NEWER, "waits")


async def test_no_update_is_requested_if_the_owner_forbids_it(play: Playing, tmp_path: Path) -> None:
    root = Root(tmp_path)
    async with wished(play, root, allowed=False) as wish:
        wish.set_wanted_version(NEWER)
        await play.wait(700)
        assert wish.report is not None
        assert wish.report.state == "refused"
        assert root.took() is None


@pytest.mark.parametrize(("worked_s", "rest_s"), [(0.0, 0.0), (0.5, 1.5), (60.0, LONGEST_PAUSE_S)])
async def test_after_a_request_the_pause_is_three_times_its_duration(worked_s: float, rest_s: float) -> None:
    now_s = asyncio.get_running_loop().time
    began_s = now_s()
    await asyncio.sleep(worked_s)
    await pause_after_work(began_s)
    assert now_s() - began_s - worked_s == pytest.approx(rest_s)


async def test_only_the_last_of_many_desired_states_is_decoded(
    play: Playing, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_at: list[DesiredState] = []

    def noting(octets: bytes, kind: type[DesiredState]) -> DesiredState:
        found = decode_message(octets, kind)
        looked_at.append(found)
        return found

    monkeypatch.setattr(desired_state, "decode_message", noting)

    wanted = DesiredStateHandler(play.table, TableFiles(tmp_path / "other.journal"), "room", lambda: None)
    doing = asyncio.create_task(wanted.run())
    for number in range(200):
        wanted.apply_desired_state_soon(msgspec.json.encode(DesiredState(house=RoomSettings(rules={f"g{number}": {}}))))
    await asyncio.sleep(1)
    assert [list(each.house.rules) for each in looked_at] == [["g199"]]
    assert [each.game for each in wanted.reported_state.house] == ["g199"]
    doing.cancel()
    await asyncio.gather(doing, return_exceptions=True)


async def test_pauses_between_requests_depend_on_their_cost() -> None:
    answered_s, now_s = list[float](), asyncio.get_running_loop().time
    began_s = now_s()

    async def works(ask: HubRequest) -> HubRequestAnswer:
        await asyncio.sleep(1)
        return HubRequestAnswer(ask.id, ask.do, done=True)

    nothing: Any = SimpleNamespace()
    asked = HubRequestHandler(nothing, nothing, ("doctor",), lambda _: answered_s.append(now_s() - began_s))
    asked._do = {"doctor": works}
    doing = asyncio.create_task(asked.run())
    for number in range(3):
        asked.queue_request(msgspec.json.encode(HubRequest("doctor", f"{number}")))
    await asyncio.sleep(20)
    doing.cancel()
    await asyncio.gather(doing, return_exceptions=True)
    assert answered_s == pytest.approx([1, 2 + PAUSE_FACTOR, 3 + 2 * PAUSE_FACTOR])


async def test_an_answer_that_was_not_requested_is_not_decoded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_restore, "decode_message", lambda *_: pytest.fail("it was read"))
    nothing: Any = SimpleNamespace()
    GameRestore(nothing, nothing, lambda *_: None, lambda: None).accept_restore_answer(b"{}")
