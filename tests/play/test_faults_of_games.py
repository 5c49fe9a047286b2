"""A fault in a game's code parks that game and never ends the table."""

import importlib
import re
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, suppress
from functools import partial, partialmethod
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any, Final

import httpx
import pytest

from controller.games import game_guard
from controller.games.contract.effects import Tell
from controller.games.contract.referee import Verdict
from controller.games.contract.values import CastleId, RandomDraw, RefusedError, Text
from controller.games.game_guard import GameFault, GameGuard, GameTooSlow, TimeLimit
from controller.games.requests import NewGame, SubmitAction
from controller.play.page_service import PageService
from controller.play.resume import Resumption
from controller.service.page_app import create_app
from controller.store.journal import JournalReader
from controller.texts import translation
from controller.texts.translation import LANGUAGES
from tests.support.documents import ROOT
from tests.support.guests import guests
from tests.support.playing import Playing, playing
from tests.whole_table.napping import NappingTable

BLUE, YELLOW = CastleId("blue"), CastleId("yellow")

SECRET = "the piece below the cup is red"


class Trap:
    """What a broken method does instead."""

    def __init__(self) -> None:
        self.methods: set[str] = set()
        self.does: Any = self.fails

    def fails(self) -> None:
        raise ValueError(SECRET)

    def loops(self) -> None:
        while True:
            with suppress(Exception):
                self.loops_inside()

    def loops_inside(self) -> None:
        for _ in range(1000):
            pass


TRAP = Trap()


class BrokenLog:
    """A race's log with the trap in it."""

    def __init__(self, log: Any) -> None:
        self._log = log

    @property
    def state(self) -> Any:
        return self._or_trap("state", lambda: self._log.state)

    @property
    def seq(self) -> Any:
        return self._log.seq

    @property
    def standing(self) -> Any:
        return self._or_trap("standing", lambda: self._log.standing)

    def check(self, action: Any) -> Any:
        return self._or_trap("check", lambda: self._log.check(action))

    def accept(self, pending: Any) -> Any:
        return self._or_trap("accept", lambda: self._log.accept(pending))

    def _or_trap(self, name: str, honest: Callable[[], Any]) -> Any:
        return TRAP.does() if name in TRAP.methods else honest()


METHODS = ("judge", "settle", "stage", "summary", "view", "waiting", "standings", "course", "box", "setup")


def _trapped(name: str) -> Any:
    def method(self: Any, *args: Any) -> Any:
        came = TRAP.does() if name in TRAP.methods else None
        return getattr(super(type(self), self), name)(*args) if came is None else came

    return method


def race(options: Mapping[str, str]) -> Any:
    honest: Any = importlib.import_module("tests.play.tiny_game.game").Race
    members = {name: _trapped(name) for name in METHODS}
    return type("Broken", (honest,), {**members, "new_log": lambda self: BrokenLog(honest().new_log())})()


@pytest.fixture(autouse=True)
def _the_race_is_installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(EntryPoint, "load", lambda _: race)
    TRAP.methods, TRAP.does = set(), TRAP.fails
    with guests("tests.play.tiny_game", race="tests.play.tiny_game.game:race"):
        yield


@asynccontextmanager
async def at_a_race(folder: Path) -> AsyncIterator[tuple[Playing, PageService]]:
    async with playing(folder, castles=2, game="race", make_table=NappingTable) as play:
        page = PageService(play.table, play.twins)
        await page.submit(NewGame((BLUE, YELLOW)), "page", "en")
        await play.pass_tile("blue", "piece-blue")
        assert play.table.loop.seq == 2
        yield play, page
        page.close()


async def it_has_fallen(play: Playing, page: PageService, kind: str = "ValueError", *, after: int = 2) -> None:
    """The game is parked with ``after`` actions and said so; it is taken up where it was, and goes on by a step."""
    TRAP.methods = set()
    await play.wait(0.2)
    view = page.view("en")
    assert (view["game"], view["waiting_for"]["over"]) == ("fallen", True)
    assert kind in view["waiting_for"]["text"]
    assert kind in play.story[-1]
    (games,) = [device for device in view["devices"] if device["name"] == "games"]
    assert kind in games["text"]
    assert SECRET not in str(view)
    (parked,) = play.table.loop.journal_queue.parked_games
    assert (parked.game, parked.actions) == ("race", after)
    await play.table.resumption.resume_or_park_game(parked.game_id)
    assert play.table.loop.seq == after
    play.table.loop.show_effects()
    assert page.view("en")["game"] == "race"


async def test_a_fault_at_a_tap_parks_the_game_without_that_step(tmp_path: Path) -> None:
    async with at_a_race(tmp_path) as (play, page):
        for method in ("judge", "settle", "stage", "summary", "waiting", "check", "accept", "state"):
            TRAP.methods = {method}
            await play.report_tile("yellow", "piece-yellow")
            await it_has_fallen(play, page)
        await play.pass_tile("blue", "piece-blue")
        assert play.table.loop.state.at == {"blue": 2, "yellow": 0}
        assert not play.table.health.is_lost("screen program")


async def test_a_fault_in_a_view_parks_the_game(tmp_path: Path) -> None:
    async with at_a_race(tmp_path) as (play, page):
        transport = httpx.ASGITransport(create_app(page))
        async with httpx.AsyncClient(transport=transport, base_url="http://table.local") as browser:
            for method, path in (("course", "course"), ("standing", "course"), ("box", "box")):
                TRAP.methods = {method}
                answer = await browser.get(f"/api/{path}")
                assert (answer.status_code, SECRET in answer.text) == (409, False)
                assert "ValueError" in answer.json()["refused"]["message"]
                await it_has_fallen(play, page)
        TRAP.methods = {"view"}
        play.table.loop.show_effects()
        assert page.view("en")["game"] == "fallen"
        await it_has_fallen(play, page)


async def test_the_sender_of_a_failing_action_gets_the_fault(tmp_path: Path) -> None:
    async with at_a_race(tmp_path) as (play, page):
        TRAP.methods = {"check"}
        with pytest.raises(RefusedError, match="The game race has a bug: saw ValueError in check"):
            await page.submit(SubmitAction({"do": "move", "player": "blue", "by": 1}), "page", "en")
        await it_has_fallen(play, page)


async def test_a_game_that_fails_at_its_start_leaves_the_present_one(tmp_path: Path) -> None:
    async with at_a_race(tmp_path) as (play, page):
        coming = play.table.loop.on_table.next_game_draw
        for method in ("setup", "check", "summary", "stage"):
            TRAP.methods = {method}
            with pytest.raises(RefusedError, match="ValueError"):
                await page.submit(NewGame((YELLOW, BLUE)), "page", "en")
            TRAP.methods = set()
            await play.wait(0.1)
            assert (play.table.loop.seq, play.table.loop.on_table.next_game_draw) == (2, coming)
        with JournalReader(tmp_path / "test.journal") as journal:
            assert [game.actions for game in journal.games()] == [2]


async def test_an_endless_loop_ends_the_game_even_if_it_catches_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_guard, "LIMIT", TimeLimit(0.3))  # Python may collect garbage within a shorter one
    async with at_a_race(tmp_path) as (play, page):
        TRAP.does, TRAP.methods = TRAP.loops, {"judge"}
        await play.report_tile("yellow", "piece-yellow")
        await it_has_fallen(play, page, "no end")


def test_a_regular_expression_without_end_is_ended_like_a_loop() -> None:
    with pytest.raises(GameTooSlow):
        TimeLimit(0.05).call_within_limit(re.match, r"(a+)+$", "a" * 60 + "b")


WRONG: Final[tuple[tuple[str, Any, str], ...]] = (
    ("judge", 3, "int instead of Verdict"),
    ("judge", Verdict(None, ({"do": object()},)), "not JSON"),
    ("judge", Verdict(None, effects=(Tell(Text("race-nowhere")),)), "no text 'race-nowhere'"),
    ("stage", (Tell(Text("race-moved", {"castle": "blue"})),), "no value 'at'"),
    ("judge", Verdict(None, (RandomDraw({"do": "move"}, "by", ((1, 90), (2, 180))),)), "sectors of 270 degrees"),
    ("view", {"at": object()}, "not JSON"),
    ("summary", {"castles": ()}, "dict instead of Summary"),
)


async def test_a_refusal_is_an_answer_too(tmp_path: Path) -> None:
    def refuses(text: Any) -> None:
        raise RefusedError("R-1", "no", text)

    async with at_a_race(tmp_path) as (play, page):
        for text, seen in ((Text("race-nowhere"), "no text 'race-nowhere'"), ("no text", "AttributeError")):
            TRAP.does, TRAP.methods = partial(refuses, text), {"check"}
            with pytest.raises(RefusedError, match=re.escape(seen)):
                await page.submit(SubmitAction({"do": "move", "player": "blue", "by": 1}), "page", "en")
            await it_has_fallen(play, page, seen)


async def test_values_of_wrong_types_end_it_at_the_border(tmp_path: Path) -> None:
    async with at_a_race(tmp_path) as (play, page):
        for method, value, seen in WRONG:
            TRAP.does, TRAP.methods = partial(lambda given: given, value), {method}
            play.table.loop.show_effects()
            assert method != "view" or page.view("en")["game"] == "fallen"
            await play.report_tile("yellow", "piece-yellow")
            await it_has_fallen(play, page, seen)


async def test_a_game_that_crashes_while_resumed_is_reported_and_another_starts(tmp_path: Path) -> None:
    async with at_a_race(tmp_path):
        pass
    TRAP.methods = {"accept"}
    async with playing(tmp_path, castles=2, game="race", make_table=NappingTable) as play:
        assert "ValueError" in play.story[-1]
        TRAP.methods = set()
        kings = await play.table.loop.submit(NewGame((BLUE, YELLOW), {"map": "honour"}, game="tumult_royale"), "page")
        assert (kings.refusal, play.table.loop.game_name) == (None, "tumult_royale")
        (parked,) = play.table.loop.journal_queue.parked_games
        assert (await play.table.resumption.resume_or_park_game(parked.game_id)).refusal is None
        assert play.table.loop.state.at == {"blue": 1, "yellow": 0}


@pytest.mark.parametrize(("game", "parked"), [("race", True), ("tumult_royale", False)])
async def test_a_foreign_game_is_parked_after_repeated_failed_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, *, parked: bool
) -> None:
    async with playing(tmp_path, castles=2, make_table=NappingTable) as play:
        await play.table.loop.submit(NewGame((BLUE, YELLOW), game=game), "test")
    monkeypatch.setattr(Resumption, "resume_at_start", partialmethod(Resumption.resume_at_start, failing=True))
    async with playing(tmp_path, castles=2, make_table=NappingTable) as play:
        assert play.table.loop.seq == (0 if parked else 1)
        assert len(play.table.loop.journal_queue.parked_games) == parked
        assert ("the end of the program" in str(play.story)) == parked


def test_a_game_that_ends_the_program_ends_nothing() -> None:
    faults: list[GameFault] = []

    TRAP.does, TRAP.methods = sys.exit, {"view"}
    with pytest.raises(GameFault, match="SystemExit in view"):
        GameGuard("race", faults.append, checks=True).wrap_game(race({})).view(None, None)
    assert [fault.game for fault in faults] == ["race"]


def test_every_sentence_exists_in_all_languages() -> None:
    assert all("game-fell" in translation.messages_by_key(language) for language in LANGUAGES)


def test_no_alarm_is_left_when_the_program_ends() -> None:
    program = (
        "import atexit, signal; atexit.register(lambda: print(signal.getitimer(signal.ITIMER_REAL)[0])); "
        "from controller.games.game_guard import LIMIT; LIMIT.call_within_limit(int)"
    )
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, check=True)
    assert ended.stdout == "0.0\n"
