"""The game loop: written before shown, one commit a batch, and refusals change nothing."""

import asyncio
import sqlite3
import threading
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager, closing
from pathlib import Path
from typing import Any

import pytest

from controller import limits
from controller.games.contract.effects import Complain, Tell
from controller.games.contract.inputs import ButtonPressed, Input, PieceTapped, TimerRanOut
from controller.games.contract.values import PieceId, Text
from controller.games.naming import translate_text
from controller.games.requests import CorrectGame, NewGame
from controller.play.draws import Chance
from controller.play.requests import WatchdogNudge
from controller.store.journal import Entry, JournalReader
from hw.clock import LoopClock
from tests.play.loops import CASTLES, Played, at_a_table


@pytest.fixture
def bench(tmp_path: Path) -> AbstractAsyncContextManager[Played]:
    (tmp_path / "folder").mkdir()
    return at_a_table(tmp_path / "folder" / "j", Chance(seed=2))


async def to_setting_aside(bench: Played) -> None:
    await bench.loop.submit(NewGame(CASTLES), "test")
    for color in ("blue", "yellow") if bench.loop.state.ranked[0] == 1 else ("yellow", "blue"):
        assert (await do(bench, {"do": "place_first", "player": color})) is None
    await do(bench, {"do": "spin", "demand": 3})


async def to_the_taxes(bench: Played) -> None:
    await to_setting_aside(bench)
    for number in range(1, 7):
        await do(bench, {"do": "set_aside", "tile": f"t0{number}"})
    await do(bench, {"do": "collect"})


async def do(bench: Played, action: dict[str, Any]) -> str | None:
    answer = await bench.loop.propose_action(action, "test")
    return answer.refusal.code if answer.refusal is not None else None


async def test_an_action_is_on_disk_before_anyone_sees_its_effect(bench: Played) -> None:
    await bench.loop.submit(NewGame(CASTLES), "test")
    assert bench.on_disk_when_shown == [1]


async def test_a_commit_waits_for_no_other_work_in_threads(bench: Played) -> None:
    """Films, analyses, bots' thoughts and look-ups of names may take minutes."""
    ended = threading.Event()
    late = threading.Timer(20.0, ended.set)
    late.start()
    others = [asyncio.create_task(asyncio.to_thread(ended.wait)) for _ in range(64)]
    await asyncio.sleep(0)
    answer = await bench.loop.submit(NewGame(CASTLES), "test")
    assert (answer.is_on_disk, ended.is_set()) == (True, False)
    late.cancel()
    ended.set()
    await asyncio.gather(*others)


async def test_what_arrives_together_shares_one_commit(bench: Played) -> None:
    await to_the_taxes(bench)
    before = bench.journal.commits
    for number in range(10, 20):
        bench.loop.inbox.put_nowait(PieceTapped(CASTLES[number % 2], PieceId(f"t{number}"), at_s=0.0))
    await asyncio.sleep(1)
    assert bench.journal.commits == before + 1
    assert [entry.action["do"] for entry in bench.journal.entries(1)][-10:] == ["rob"] * 10


async def test_with_too_many_requests_waiting_only_gates_get_through(bench: Played) -> None:
    asked = [asyncio.create_task(bench.loop.propose_action({"do": "nonsense"}, "test")) for _ in range(1000)]
    await asyncio.sleep(0)
    assert bench.loop.inbox.qsize() == limits.GAME_REQUESTS_WAITING
    bench.loop.put_input(PieceTapped(CASTLES[0], PieceId("t20"), at_s=0.0))
    assert bench.loop.dropped_inputs == 0
    answers = [each.refusal for each in await asyncio.gather(*asked)]
    busy = [str(refusal) for refusal in answers if refusal is not None and refusal.text == Text("complaint-busy")]
    assert busy == ["Too many requests are waiting. Try again in a moment."] * (1000 - limits.GAME_REQUESTS_WAITING)


async def test_a_flood_of_tiles_is_dropped_and_counted(bench: Played) -> None:
    await to_the_taxes(bench)
    before = bench.loop.iterations
    for number in range(limits.GAME_INPUTS_WAITING + 500):
        bench.loop.put_input(PieceTapped(CASTLES[0], PieceId("t01"), at_s=float(number)))
    assert (bench.loop.inbox.qsize(), bench.loop.dropped_inputs) == (limits.GAME_INPUTS_WAITING, 500)
    await asyncio.sleep(1)
    assert bench.loop.inbox.empty()
    assert bench.loop.iterations - before >= limits.GAME_INPUTS_WAITING // limits.GAME_INPUTS_PER_TURN
    assert await do(bench, {"do": "rob", "player": "blue", "tile": "t20"}) is None


async def test_a_refused_action_is_answered_with_its_rule_and_leaves_no_trace(bench: Played) -> None:
    await to_the_taxes(bench)
    before = (bench.loop.seq, bench.journal.commits)
    assert await do(bench, {"do": "collect"}) == "TR-2.2"
    assert await do(bench, {"do": "nonsense"}) == "LOG"
    assert (bench.loop.seq, bench.journal.commits) == before


async def test_a_refused_tap_is_a_complaint_at_its_castle(bench: Played) -> None:
    await to_the_taxes(bench)
    bench.loop.inbox.put_nowait(PieceTapped(CASTLES[1], PieceId("t01"), at_s=0.0))  # it is set aside
    await asyncio.sleep(1)
    (complaint,) = [effect for effect in bench.shown if isinstance(effect, Complain)]
    assert complaint.castle == "yellow"


async def test_a_press_while_the_hourglass_runs_has_no_effect(bench: Played) -> None:
    await to_the_taxes(bench)
    bench.hourglass.ensure_running()
    ignored: list[Input] = []
    bench.loop.ignored.connect(ignored.append)
    pressed = ButtonPressed("knob", None, long=False, at_s=0.0)
    bench.loop.inbox.put_nowait(pressed)
    await asyncio.sleep(1)
    assert ignored == [pressed]


async def test_the_story_tells_of_a_castle_s_last_tile_before_the_total(bench: Played) -> None:
    """TR-2.1."""
    await to_setting_aside(bench)
    for number in range(6):
        bench.loop.inbox.put_nowait(PieceTapped(CASTLES[number % 2], PieceId(f"t0{number + 1}"), at_s=float(number)))
    await asyncio.sleep(1)
    told = [translate_text(effect.text, "en") for effect in bench.shown if isinstance(effect, Tell)]
    assert told[-2:] == ["Yellow sets aside tile 3.", "6 tiles are set aside (TR-2.1)."]


async def test_a_tile_after_the_deadline_waits_until_the_stop(bench: Played) -> None:
    """TR-2.5: a tile's own time decides; one seen later but processed first does not get in."""
    await to_the_taxes(bench)
    bench.hourglass.ensure_running()
    deadline_s = bench.hourglass.deadline_s
    assert deadline_s is not None
    bench.loop.inbox.put_nowait(PieceTapped(CASTLES[0], PieceId("t20"), at_s=deadline_s + 0.05))
    bench.loop.inbox.put_nowait(PieceTapped(CASTLES[0], PieceId("t21"), at_s=deadline_s - 0.01))
    await asyncio.sleep(30)
    log = [(entry.action["do"], entry.action.get("tile")) for entry in bench.journal.entries(1)]
    assert log[-3:] == [("rob", "t21"), ("stop", None), ("rob", "t20")]


async def test_with_a_slow_disk_a_tile_s_own_time_decides_at_the_deadline(
    bench: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    """TR-2.5."""
    await to_the_taxes(bench)
    deadline_s = bench.hourglass.deadline_s
    assert deadline_s is not None
    clock, write = LoopClock(), bench.loop.journal_queue.write

    async def slowly(entries: Sequence[Entry]) -> None:
        await write(entries)
        await asyncio.sleep(0.5)

    monkeypatch.setattr(bench.loop.journal_queue, "write", slowly)
    for tile, at_s in (("t19", deadline_s - 0.2), ("t20", deadline_s - 0.01), ("t21", deadline_s + 0.05)):
        await clock.sleep_until(at_s)
        bench.loop.inbox.put_nowait(PieceTapped(CASTLES[0], PieceId(tile), at_s))
    await asyncio.sleep(30)
    log = [(entry.action["do"], entry.action.get("tile")) for entry in bench.journal.entries(1)]
    assert log[-4:] == [("rob", "t19"), ("rob", "t20"), ("stop", None), ("rob", "t21")]


async def test_with_a_slow_disk_a_hourglass_that_is_turned_is_not_called_stopped(
    bench: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page that opens, or a picture that is drawn, shows the step before the start is on disk."""
    write, seen = bench.loop.journal_queue.write, []

    async def slowly(entries: Sequence[Entry]) -> None:
        seen.append((bench.loop.current_waiting().step, bench.loop.hourglass_to_start is not None))
        await write(entries)

    monkeypatch.setattr(bench.loop.journal_queue, "write", slowly)
    await to_the_taxes(bench)
    assert bench.hourglass.is_running
    assert seen[-1] == ("rob", False)
    bench.hourglass.stop()
    assert bench.loop.hourglass_to_start is not None


async def test_a_tile_does_not_wait_for_the_stop_of_another_round(bench: Played) -> None:
    """The taxes are taken back in the tenth of a second between the deadline and the stop."""
    await to_the_taxes(bench)
    deadline_s = bench.hourglass.deadline_s
    assert deadline_s is not None
    await LoopClock().sleep_until(deadline_s + 0.02)
    bench.loop.inbox.put_nowait(PieceTapped(CASTLES[0], PieceId("t20"), deadline_s + 0.01))
    await asyncio.sleep(0.02)
    assert await do(bench, {"do": "undo"}) is None
    assert await do(bench, {"do": "collect"}) is None
    await asyncio.sleep(30)
    assert [entry.action["do"] for entry in bench.journal.entries(1)][-3:] == ["undo", "collect", "stop"]


async def test_games_that_cannot_be_listed_do_not_stop_the_game(bench: Played) -> None:
    bench.journal.unreadable = True
    async with asyncio.timeout(5):
        assert (await bench.loop.submit(NewGame(CASTLES), "test")).refusal is None
    assert bench.journal_faults[-1] == "disk I/O error"


async def test_with_a_full_disk_the_game_goes_on_and_is_written_later(bench: Played) -> None:
    await bench.loop.submit(NewGame(CASTLES), "test")
    bench.journal.fails_with = "no space left on the disk"
    king_first = bench.loop.state.color(bench.loop.state.ranked[-1])
    assert await do(bench, {"do": "place_first", "player": king_first}) is None
    assert (bench.loop.seq, len(bench.loop.journal_queue.unwritten)) == (2, 1)
    assert bench.journal_faults[-1] == "no space left on the disk"
    bench.journal.fails_with = ""
    other = bench.loop.state.color(bench.loop.state.ranked[0])
    assert await do(bench, {"do": "place_first", "player": other}) is None
    assert not bench.loop.journal_queue.unwritten
    assert bench.journal_faults[-1] is None
    assert [entry.seq for entry in bench.journal.entries(1)] == [1, 2, 3]


async def test_a_tile_while_the_hourglass_is_paused_is_a_complaint(
    bench: Played,
) -> None:
    await to_the_taxes(bench)
    bench.hourglass.ensure_running()
    bench.hourglass.pause()
    before = bench.loop.seq
    bench.loop.inbox.put_nowait(PieceTapped(CASTLES[0], PieceId("t20"), asyncio.get_running_loop().time()))
    await asyncio.sleep(30)
    assert bench.loop.seq == before
    assert Complain(CASTLES[0], Text("complaint-paused")) in bench.shown


async def test_a_new_game_leaves_the_old_one_in_the_journal(bench: Played) -> None:
    await to_the_taxes(bench)
    await bench.loop.submit(NewGame(CASTLES, {"variant": "gambler"}), "test")
    assert [(game.game_id, game.actions) for game in bench.journal.games()] == [(1, 11), (2, 1)]
    assert bench.loop.game_id == 2
    assert len(bench.new_games) == 2  # what was still to be announced is forgotten


async def test_the_journal_has_the_origin_of_each_action(bench: Played) -> None:
    await to_the_taxes(bench)
    bench.loop.inbox.put_nowait(PieceTapped(CASTLES[1], PieceId("t20"), at_s=0.0))
    bench.loop.inbox.put_nowait(TimerRanOut(20.0))
    await asyncio.sleep(1)
    assert [entry.origin for entry in bench.journal.entries(1)][-3:] == ["test", "gate:yellow", "hourglass"]


async def to_a_build(bench: Played) -> str:
    """The king has a bread and three marbles, and builds a pasture; gives the colour of the other one."""
    await to_the_taxes(bench)
    king, other = (bench.loop.state.color(seat) for seat in bench.loop.state.ranked)
    for tile in ("t07", "t08", "t11", "t12"):
        assert await do(bench, {"do": "rob", "player": king, "tile": tile}) is None
    await do(bench, {"do": "stop"})
    await do(bench, {"do": "count"})
    build = {"do": "build", "player": king, "kind": "pasture", "adjacent": True, "tiles": ["t07", "t11"]}
    assert await do(bench, build) is None
    return str(other)


def log(bench: Played, first: int) -> list[tuple[str, str]]:
    return [(entry.action["do"], entry.origin) for entry in bench.journal.entries(1)][first:]


async def test_a_correction_is_one_commit(bench: Played) -> None:
    other = await to_a_build(bench)
    length, commits = bench.loop.seq, bench.journal.commits
    move = {"do": "amend", "move": {"tile": "t11", "to": other}}
    answer = await bench.loop.submit(CorrectGame(None, [move]), "act")
    assert answer.refusal is None
    assert [(each.seq, each.refusal.code) for each in answer.dropped] == [(length, "TR-4.5")]
    assert bench.journal.commits == commits + 1
    assert log(bench, length) == [
        ("undo", "act"),
        ("undo", "act"),
        ("amend", "act"),
        ("count", f"again:{length - 1}"),
    ]


async def test_a_refused_correction_leaves_no_trace(bench: Played) -> None:
    await to_a_build(bench)
    before = (bench.loop.seq, bench.journal.commits, bench.loop.state)
    for back_to, amendment in ((1, {}), (400, {}), (None, {"do": "amend", "demand": {"bread": 77}})):
        answer = await bench.loop.submit(CorrectGame(back_to, [amendment] if amendment else []), "act")
        assert answer.refusal is not None
        assert answer.refusal.code == "LOG"
    assert (bench.loop.seq, bench.journal.commits, bench.loop.state) == before


async def test_after_going_back_by_hand_the_rest_is_redone_in_one_commit(bench: Played) -> None:
    await to_a_build(bench)
    length, before = bench.loop.seq, bench.loop.state
    assert (await bench.loop.submit(CorrectGame(None, by_hand=True), "knob")).refusal is None
    assert bench.loop.state.phase.name == "taxes"
    commits = bench.journal.commits
    assert await do(bench, {"do": "count"}) is None
    assert bench.journal.commits == commits + 1
    assert log(bench, length) == [
        ("undo", "knob"),
        ("undo", "knob"),
        ("count", "test"),
        ("build", f"again:{length}"),
    ]
    assert bench.loop.state == before


async def test_corrections_in_a_round_are_counted(bench: Played) -> None:
    await to_a_build(bench)
    assert bench.loop.correction_count == 0
    await bench.loop.submit(CorrectGame(None, by_hand=True), "knob")
    assert bench.loop.correction_count == 1
    await do(bench, {"do": "count"})
    await do(bench, {"do": "undo"})
    assert bench.loop.correction_count == 2
    await bench.loop.submit(NewGame(CASTLES), "test")
    assert bench.loop.correction_count == 0


async def test_amending_and_undoing_leaves_the_rest_waiting(bench: Played) -> None:
    await to_a_build(bench)
    built = bench.loop.seq
    await bench.loop.submit(CorrectGame(None, by_hand=True), "knob")
    await do(bench, {"do": "amend", "supporters": {"blue": 1}})
    await do(bench, {"do": "undo"})
    length = bench.loop.seq
    await do(bench, {"do": "count"})
    assert log(bench, length) == [("count", "test"), ("build", f"again:{built}")]


async def test_after_going_back_twice_both_parts_wait(bench: Played) -> None:
    """First before the count, then before the stop."""
    await to_a_build(bench)
    built = bench.loop.seq
    await bench.loop.submit(CorrectGame(None, by_hand=True), "knob")
    await bench.loop.submit(CorrectGame(built - 2, by_hand=True), "knob")
    length = bench.loop.seq
    await do(bench, {"do": "stop"})
    assert log(bench, length) == [
        ("stop", "test"),
        ("count", f"again:{built - 1}"),
        ("build", f"again:{built}"),
    ]


async def test_an_undo_that_goes_back_farther_names_what_is_dropped(bench: Played) -> None:
    await to_a_build(bench)
    built = bench.loop.seq
    await bench.loop.submit(CorrectGame(None, by_hand=True), "knob")
    answer = await bench.loop.propose_action({"do": "undo"}, "test")
    assert [text.key for text in answer.story] == ["told-undone", "told-given-up"]
    given_up = answer.story[-1]
    assert translate_text(given_up, "en") == (
        f"You went back further, so these steps will not be redone: step {built - 1} (the count), "
        f"step {built} (Yellow: a build)."
    )
    await do(bench, {"do": "stop"})
    length = bench.loop.seq
    await do(bench, {"do": "count"})
    assert log(bench, length) == [("count", "test")]


async def test_an_answer_has_the_story_of_its_action(bench: Played) -> None:
    await to_the_taxes(bench)
    answer = await bench.loop.propose_action({"do": "rob", "player": "blue", "tile": "t20"}, "act")
    assert [text.key for text in answer.story] == ["told-robbed"]


async def test_an_answer_says_whether_the_action_is_on_disk(bench: Played) -> None:
    assert (await bench.loop.submit(NewGame(CASTLES), "test")).is_on_disk
    bench.journal.fails_with = "no space left on the disk"
    for full in (True, False):
        bench.journal.fails_with = "full" if full else ""
        king_first = bench.loop.state.color(bench.loop.state.ranked[-1 if full else 0])
        answer = await bench.loop.propose_action({"do": "place_first", "player": king_first}, "test")
        assert answer.refusal is None
        assert answer.is_on_disk is not full


@pytest.mark.parametrize("exchanged", [False, True])
async def test_a_removed_journal_is_rewritten_within_a_second(bench: Played, *, exchanged: bool) -> None:
    await bench.loop.submit(NewGame(CASTLES), "test")
    path = bench.journal.path
    path.unlink()
    if exchanged:
        path.write_text("of another program")
    await asyncio.sleep(1)
    assert "was removed" in str(bench.journal_faults[-2])
    assert bench.journal_faults[-1] is None
    king_first = bench.loop.state.color(bench.loop.state.ranked[-1])
    assert await do(bench, {"do": "place_first", "player": king_first}) is None
    with JournalReader(path) as reader:
        assert [entry.action["do"] for entry in reader.entries(1)] == ["start", "place_first"]
        assert reader.damage_findings() == []
    laid_aside = [each.read_text() for each in path.parent.glob(f"{path.name}-kept-*")]
    assert laid_aside == (["of another program"] if exchanged else [])


@pytest.mark.parametrize("busy", [False, True])
async def test_an_overwritten_journal_is_noticed_within_a_second_at_a_busy_table(bench: Played, *, busy: bool) -> None:
    await bench.loop.submit(NewGame(CASTLES), "test")
    path = bench.journal.path
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("delete from entries")
    for _ in range(10):
        if busy:
            bench.loop.inbox.put_nowait(WatchdogNudge())
        await asyncio.sleep(0.1)
    assert "was damaged while the table was running" in str(bench.journal_faults[-2])
    assert bench.journal_faults[-1] is None
    with JournalReader(path) as reader:
        assert [entry.action["do"] for entry in reader.entries(1)] == ["start"]
        assert reader.damage_findings() == []


async def test_no_action_counts_as_saved_while_the_journal_cannot_be_rewritten(bench: Played) -> None:
    await bench.loop.submit(NewGame(CASTLES), "test")
    folder = bench.journal.path.parent
    folder.rename(folder.with_name("away"))
    folder.touch()  # nor can a folder be made there
    king_first = bench.loop.state.color(bench.loop.state.ranked[-1])
    answer = await bench.loop.propose_action({"do": "place_first", "player": king_first}, "test")
    assert not answer.is_on_disk
    folder.unlink()
    folder.with_name("away").rename(folder)
    await asyncio.sleep(6)
    assert not bench.loop.journal_queue.unwritten
