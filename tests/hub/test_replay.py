"""What a hub plays again does its harm to itself alone: a game that is not ours, or a log of any length."""

import asyncio
import signal
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from shutil import copytree
from typing import Any, Final
from xml.etree import ElementTree

import httpx
import msgspec
import pytest
from asyncpg import Connection

from controller import limits
from controller.fleet.log_messages import LogEntry
from controller.fleet.messages import PublicBoard
from controller.games.contract.tools.drawing import Box, Drawing, Words
from controller.games.contract.values import CastleId
from controller.games.undoable_log import UndoableLog
from controller.store.journal import chain
from controller.texts.translation import LANGUAGES
from hub.maintenance import GameMaintenance
from hub.replay import board_picture, child, public_replays
from hub.replay.worker import Worker, WorkerError, decode_answer
from hub.settings import load_settings
from hub.store.connection import ConnectionPool
from hub.store.stored_games import append_entries
from tests.hub.recorded import FOLLOWS, new_entries, recorded_game, run_at_database
from tests.hub.running import run_maintenance
from tests.support import documents, processes, soak
from tests.support.limits import set_limits

pytestmark = pytest.mark.real_time

CODE: Final = {
    "memory": "[bytearray(1 << 24) for _ in range(1 << 12)]",
    "flood": "[os.write(fd, bytes(9999)) for fd in range(3, 40) if stat.S_ISFIFO(os.fstat(fd).st_mode)]",
    "deaf": "signal.pthread_sigmask(0, range(1, 65)); time.sleep(99)",
    "ends": "os._exit(0)",
    "no end": "while True: pass",
    "shared memory": "[mmap.mmap(-1, 1 << 24).write(bytes(1 << 24)) for _ in range(1 << 12)]",
    "ends later": "threading.Timer(0.01, os._exit, (0,)).start(); time.sleep(1)",
    "no files": "os.closerange(0, 99)",
}
HANGS: Final = {"deaf", "no end"}

BREAKS: Final = """
import mmap, os, signal, stat, threading, time

def _breaks(*args):
    {code}

"""
AT: Final = {
    "import": "_breaks()",
    "check": "Log.check = _breaks",
    "view": "ArrowRace.view = _breaks",
    "summary": "ArrowRace.summary = _breaks",
}


def install_example(folder: Path, more: str) -> Path:
    """The example as pip would install it, with more in its module."""
    packages = folder / "packages"
    copytree(documents.ROOT / "examples/arrow_race/arrow_race", packages / "arrow_race")
    with (packages / "arrow_race/game.py").open("a", encoding="utf-8") as module:
        module.write(more)
    for language in LANGUAGES:
        (packages / f"arrow_race/texts/{language}/page.ftl").write_text("page-arrow-race-track = Track\n")
    about = packages / "arrow_race-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: arrow-race\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[royaltable.games]\narrow_race = arrow_race.game:make\n")
    return packages


def race_log() -> list[LogEntry]:
    """The beginning of its log."""
    texts = ('{"do":"start","game":"arrow_race","players":["blue","grey"]}', "knob", "2026-11-22T18:00:00+00:00")
    return [LogEntry(1, *texts, chain.entry_checksum(FOLLOWS, 1, 1, *texts).hex())]


BROKEN: Final = [("check", each) for each in CODE] + [("view", "no end"), ("summary", "ends"), ("import", "no end")]


@asynccontextmanager
async def replaying(database: str) -> AsyncIterator[public_replays.PublicReplays]:
    readers = ConnectionPool(database)
    replays = public_replays.PublicReplays(readers)
    try:
        yield replays
    finally:
        await replays.close()
        await readers.close()


async def title_in_view(replays: public_replays.PublicReplays, game: int) -> str:
    try:
        found = await replays.view_at_step((1, game), "en", {})
    except child.UnknownRulesError:
        return "unknown"
    assert found is not None
    return found[1].title


@pytest.mark.parametrize(("at", "code"), soak.sample(BROKEN, 4))
async def test_a_game_that_breaks_its_process_is_marked_and_delays_no_other(
    connection: Connection, database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: str, code: str
) -> None:
    monkeypatch.syspath_prepend(install_example(tmp_path, BREAKS.format(code=CODE[code]) + AT[at]))
    set_limits(monkeypatch, REPLAY_ANSWER_TIMEOUT_S=1.5)
    monkeypatch.setattr("hub.replay.worker.FIRST_ANSWER_EXTRA_S", 3.0)
    monkeypatch.setattr("hub.replay.worker.VIEWERS_POLICY", None)  # the other tests leave no processor idle
    good = recorded_game(game=2)
    bad = new_entries(race_log(), game=1, outcome="{}")
    await append_entries(connection, [bad, new_entries(good.rows, game=2, outcome=good.outcome)])
    async with replaying(database) as replays:
        looks = asyncio.create_task(title_in_view(replays, 1))
        assert await title_in_view(replays, 2) == "Tumult Royale"
        assert "round" in await replays.page_texts("texts", "en")
        assert not looks.done() or code not in HANGS
        assert await looks == ("Arrow Race" if at == "summary" else "unknown")
        maintenance = GameMaintenance(database, replays)
        while await maintenance.do_next_task(connection):
            pass
        found = await connection.fetch("select replayed, why_not from games order by game")
        assert [row["replayed"] for row in found] == ["unknown rules", "agrees"]
        assert found[0]["why_not"] is not None or at == "import"
    async with replaying(database) as restarted:
        monkeypatch.delattr("hub.replay.public_replays.load_verified_entries")
        assert await title_in_view(restarted, 1) == "unknown"


def test_a_hub_with_an_endless_replay_answers_and_stops(
    database: str, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(install_example(tmp_path, BREAKS.format(code=CODE["deaf"]) + AT["check"])))

    async def work(connection: Connection) -> None:
        await append_entries(connection, [new_entries(race_log(), outcome="{}")])

    run_at_database(database, work)
    url = f"http://127.0.0.1:{load_settings(folder).page.port}/api/texts/en"
    with processes.running([sys.executable, "-m", "controller", "hub", "--folder", str(folder)]) as hub:
        processes.wait_until_it_answers(hub, url)
        while not (workers := [pid for pid in processes.family(hub.pid)[1:] if b"hub.replay" in command(pid)]):
            time.sleep(0.05)  # of another process
        while "arrow-race-track" not in httpx.get(url, timeout=5.0).json():
            time.sleep(0.05)
        hub.terminate()
        assert hub.wait(10) == 0
    assert not any(map(command, workers))


def command(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except FileNotFoundError:
        return b""


@pytest.mark.parametrize("game", ["tumult_royale", "tudor"])
def test_a_board_is_drawn_as_well_formed_svg_in_each_language(game: str) -> None:
    replay = child.GameReplay(row.action for row in recorded_game(name=game).rows)
    view = msgspec.json.encode(replay.spectator_view("en"))
    for language in LANGUAGES:
        for draw in (child.draw_board_svg, child.draw_board_alone_svg):
            svg = draw(game, msgspec.json.decode(view), language)
            assert ElementTree.fromstring(svg).tag == "{http://www.w3.org/2000/svg}svg"
            assert len(svg) < limits.BOARD_PICTURE_BYTES


def test_a_page_gets_the_decisions_of_a_game_and_where_its_rounds_begin() -> None:
    shown = child.replay_to_spectator_view([row.action for row in recorded_game().rows], "en", {})
    assert shown["decisions"][:9] == [1, 2, 3, 4, 5, 6, 18, 19, 34]
    assert (len(shown["decisions"]), shown["decisions"][-1]) == (91, 307)
    assert [mark["step"] for mark in shown["marks"] if mark.get("round") in {1, 2, 3}] == [1, 38, 85]
    assert any("Tumult over" in mark.get("text", "") for mark in shown["marks"])


@pytest.mark.parametrize("name", ["tumult_royale", "tudor"])
def test_sentences_of_a_stored_game_call_its_players_by_name(name: str) -> None:
    actions = [row.action for row in recorded_game(name=name).rows]
    colors = child.replay_to_spectator_view(actions, "en", {})["told"]
    names = child.replay_to_spectator_view(actions, "en", {CastleId("blue"): "Ömer <b>"})["told"]
    assert "Blue" in " ".join(colors)
    assert "Blue" not in " ".join(names)
    assert "Ömer <b>" in " ".join(names)


def test_a_page_gets_the_colours_that_a_games_players_have_at_its_castles() -> None:
    kept = recorded_game(name="tudor")
    actions = [row.action.replace('"gate":"red"', '"gate":"purple"') for row in kept.rows]
    assert child.replay_to_spectator_view(actions, "en", {})["colors"]["purple"] == "red"
    assert child.replay_and_compare(actions, kept.outcome)["colors"]["purple"] == "red"


def test_a_games_words_and_colours_cannot_leave_their_place_in_the_picture() -> None:
    bad = '"><script>'
    svg = board_picture.drawing_to_svg(Drawing(9, 9, [Words(bad, 0, 0, 9, bad), Box(0, 0, 9, 9, bad)]), "en")
    assert [each.tag.rpartition("}")[2] for each in ElementTree.fromstring(svg)] == ["text", "rect"]


def test_letters_that_xml_forbids_are_shown_as_unknown() -> None:
    svg = board_picture.drawing_to_svg(Drawing(9, 9, [Words("a\0\x1b\ud800\uffff王", 0, 0, 9, "#fff")]), "en")
    (text,) = ElementTree.fromstring(svg.encode())
    assert text.text == "a\ufffd\ufffd\ufffd\ufffd王"


def test_chinese_words_keep_to_their_room() -> None:
    svg = board_picture.drawing_to_svg(Drawing(9, 9, [Words("王小明王小明", 0, 0, 20, "#fff", room=72)]), "en")
    assert ElementTree.fromstring(svg)[0].attrib["font-size"] == "10.0"


@pytest.mark.parametrize("board", [("tumult_royale", b"{}"), ("tumult_royale", b"7"), ("unknown", b"{}")])
async def test_a_board_that_cannot_be_drawn_has_no_picture(database: str, board: tuple[str, bytes]) -> None:
    async with replaying(database) as replays:
        assert await replays.draw_board_svg(PublicBoard(board[0], msgspec.Raw(board[1])), "en") == ""


def test_extending_a_replay_copies_no_earlier_state(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(UndoableLog, "standing")
    again = child.GameReplay()
    again.apply_actions(row.action for row in recorded_game().rows)
    counted = again._counted
    again.apply_actions(['{"do":"undo"}'])
    assert again._counted is counted


async def test_a_log_that_takes_longer_than_any_game_is_marked(
    connection: Connection, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_limits(monkeypatch, REPLAY_ANSWER_TIMEOUT_S=0.0)
    monkeypatch.setattr("hub.replay.worker.FIRST_ANSWER_EXTRA_S", 0.0)
    good = recorded_game()
    await append_entries(connection, [new_entries(good.rows, outcome=good.outcome)])
    await run_maintenance(database, connection, worker=Worker)
    why = await connection.fetchval("select why_not from games where replayed = 'unknown rules'")
    assert "no answer in time" in why


def test_a_worker_that_answers_too_much_or_is_idle_ends() -> None:
    async def scenario() -> None:
        worker = Worker(idle_s=0.1)
        with pytest.raises(WorkerError, match="expected at most 10"):
            await worker.call_method("load", "tumult_royale", most=10)
        loaded = decode_answer(await worker.call_method("load", "tumult_royale"), dict[str, Any])
        assert loaded["title"] == "Tumult Royale"
        process = worker._process
        assert process is not None
        assert await process.wait() == -signal.SIGKILL
        await worker.close()

    asyncio.run(scenario())
