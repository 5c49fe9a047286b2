"""What viewers ask of finished games: computed by processes of their own, which end with the request."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from controller.games import installed
from controller.games.contract.values import UNDO
from controller.games.decisions import Decisions
from controller.games.naming import game_name_of_start
from controller.play.bots import thinking
from controller.play.bots.thinking import Thinker
from controller.play.replays import LoggedGame
from controller.play.viewing import NotComputed, Viewing
from controller.store.journal import Entry, Journal
from tests.hub.recorded import Recorded, recorded_game
from tests.support import commands, journal_games, limits

OVER, GOES_ON = 1, 2


def write(journal: Journal, game: int, actions: list[dict[str, Any]], first: int = 1, *, ends: bool = False) -> None:
    for seq, action in enumerate(actions, start=first):
        end = journal_games.END if ends and seq == first + len(actions) - 1 else None
        at = f"2026-11-21T10:{seq:02}:00.000+00:00"
        journal.append([Entry(game, seq, action, "knob", at, (journal_games.BLUE, journal_games.YELLOW), end)])


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """A journal with a game that has ended, and one that goes on."""
    with Journal(tmp_path / "j") as journal:
        write(journal, OVER, commands.TO_STATUES, ends=True)
        write(journal, GOES_ON, commands.TO_STATUES[:2])
    return tmp_path / "j"


@asynccontextmanager
async def view_games_of(journal: Path) -> AsyncIterator[Viewing]:
    made = Viewing(journal)
    try:
        yield made
    finally:
        made.close()


@pytest.fixture
def viewing(played: Path) -> AbstractAsyncContextManager[Viewing]:
    return view_games_of(played)


async def the_game(viewing: Viewing) -> LoggedGame:
    game = await viewing.find_finished_game(OVER)
    assert game is not None
    return game


async def view_of(viewing: Viewing, step: int, language: str = "en") -> dict[str, Any]:
    found = await viewing.replay_step(await the_game(viewing), step, language)
    assert found is not None
    view: dict[str, Any] = json.loads(found)
    return view


async def test_only_a_finished_game_is_found_and_0_is_the_latest(viewing: Viewing) -> None:
    found = [await viewing.find_finished_game(game) for game in (OVER, 0, GOES_ON, 99)]
    assert [None if each is None else each.game_id for each in found] == [OVER, OVER, None, None]


async def test_a_film_is_an_animated_gif_in_each_language(viewing: Viewing) -> None:
    game = await the_game(viewing)
    english, german = await viewing.film(game, "en"), await viewing.film(game, "de")
    assert english is not None
    assert german is not None
    assert (english[:6], german[:6]) == (b"GIF89a", b"GIF89a")
    assert english != german


async def test_a_picture_of_a_game_that_is_played_is_up_to_two_seconds_old(played: Path, viewing: Viewing) -> None:
    before = await viewing.latest_log_of(GOES_ON)
    with Journal(played) as journal:
        write(journal, GOES_ON, commands.TO_STATUES[2:3], first=3)
    assert await viewing.latest_log_of(GOES_ON) == before
    assert (await viewing.latest_log_of(OVER)).game_id == OVER
    await asyncio.sleep(2.1)
    assert await viewing.latest_log_of(GOES_ON) != before


async def test_a_step_has_view_and_course_within_the_game(viewing: Viewing) -> None:
    first, last, beyond = [await view_of(viewing, step) for step in (1, 16, 99)]
    assert [each["step"] for each in (first, last, beyond)] == [1, 16, 16]
    assert last == beyond
    assert (first["steps"], first["page"], first["analysable"]) == (16, "tumult_royale", True)


async def test_a_finished_game_shows_what_was_robbed_before_it_was_counted(viewing: Viewing) -> None:
    """What was set aside stays hidden."""
    view = (await view_of(viewing, 14))["view"]
    blue, yellow = view["players"]
    assert [face["id"] for face in blue["castle"]] == [*commands.BLUE_ROBS]
    assert yellow["castle"] == []
    assert len(view["people"]["faces"]) == 12
    assert '"t02"' not in json.dumps(view)


async def test_decisions_join_what_castles_do_at_once_and_marks_name_the_rounds(viewing: Viewing) -> None:
    """Six tiles are set aside, of which nothing tells before the last; three are robbed while the hourglass runs."""
    found = await view_of(viewing, 16)
    assert found["decisions"] == [1, 2, 3, 4, 10, 11, 14, 15, 16]
    assert found["marks"][0] == {"step": 1, "round": 1}
    assert len(found["told"]) == 9
    assert found["told"][4:7] == ["6 tiles are set aside.", "The hourglass runs.", "Blue has 3 tiles."]


def actions_of(played: Recorded) -> list[Any]:
    return [json.loads(row.action) for row in played.rows]


def decisions_of(played: Recorded) -> Decisions:
    return decisions_after(actions_of(played))


def decisions_after(actions: Sequence[Any]) -> Decisions:
    rules: Any = installed.make_game(game_name_of_start(actions[0]))
    log, decisions = rules.new_log(), Decisions(rules)
    for action in actions:
        before = log.state
        events = log.accept(log.check(action))
        decisions.note(before, log.state, action, rules.stage(before, log.state, events))
    return decisions


def test_draws_and_what_nothing_tells_of_belong_to_the_decision_before_them() -> None:
    """Red enters the throne room, two tokens are drawn, and the scenario's card goes without a word."""
    played = recorded_game(name="tudor")
    decisions = decisions_of(played)
    told = decisions.told("en")
    assert "" not in told
    assert len(told) == len(decisions.last_steps) < len(played.rows) * 3 / 4
    assert decisions.last_steps[-1] == len(played.rows)
    assert not [sentence for sentence in told if re.match(r"[A-F]\d gets a", sentence)]


def test_each_decision_has_the_names_of_the_places_where_it_put_pieces() -> None:
    decisions = decisions_of(recorded_game())
    moved = decisions_of(recorded_game(name="tudor"))
    told = [*zip(decisions.told("en"), decisions.names, strict=True), *zip(moved.told("en"), moved.names, strict=True)]
    places = [(re.findall(r"(?:builds on|goes from|to) ([A-L]\d)", words), names) for words, names in told]
    assert all(set(found) <= set(names) for found, names in places)
    assert sum(bool(found) for found, _ in places) > 20


def test_a_round_begins_with_what_follows_the_end_of_the_one_before() -> None:
    """The step that ends a round also says that the next one begins."""
    decisions = decisions_of(recorded_game(name="tudor"))
    begins = {mark["step"]: mark["round"] for mark in decisions.marks("en") if "round" in mark}
    assert list(begins.values()) == [1, 2, 3, 4]
    told = dict(zip(decisions.last_steps, decisions.told("en"), strict=True))
    for first in list(begins)[1:]:
        assert told[first - 1].startswith(f"Round {begins[first] - 1} is over.")
        assert "puts a courtier on the bench" in told[first]


@pytest.mark.parametrize("name", ["tudor", "tumult_royale"])
def test_a_step_taken_back_at_once_begins_no_round_again(name: str) -> None:
    actions = actions_of(recorded_game(name=name))
    undone = [twice for action in actions[1:] for twice in (action, UNDO, action)]
    rounds, again = (
        [mark.get("round") for mark in decisions_after(each).marks("en")] for each in (actions, [actions[0], *undone])
    )
    assert [each for each in again if each] == [each for each in rounds if each]


def test_what_each_castle_took_is_told_with_its_count() -> None:
    """Which tiles lie in a castle is known once all have counted (TR-2.6)."""
    told = decisions_of(recorded_game(name="tumult_royale")).told("en")
    counts = [each for each in told if "The people want" in each and " took bread " in each]
    assert counts
    assert all(re.match(r"\w+ took bread \d, marble \d, tools \d\. ", each) for each in counts)


async def test_another_log_of_equal_length_is_another_version(viewing: Viewing, played: Path) -> None:
    """A correction, or a journal that was restored, may leave as many actions as there were."""

    def end_with(supporters: int) -> None:
        for file in played.parent.glob("j*"):
            file.unlink()
        with Journal(played) as journal:
            write(journal, OVER, [*commands.TO_STATUES, {"do": "amend", "supporters": {"blue": supporters}}], ends=True)

    found = []
    for supporters in (3, 2):
        end_with(supporters)
        view = await view_of(viewing, 17)
        found.append((view["steps"], view["view"]["players"][0]["supporters"]))
    assert found == [(17, 33), (17, 32)]


async def test_an_analysis_is_made_once_and_kept_on_disk_in_all_languages(viewing: Viewing, played: Path) -> None:
    game = await the_game(viewing)
    found = json.loads(await viewing.analysis(game) or b"")
    assert [(moment["seq"], moment["mover"]) for moment in found["de"]["moments"]] == [
        (1, None), (2, "blue"), (3, "yellow"), (4, None), (16, None),
    ]  # fmt: skip
    assert found["es"]["changes"].keys() == {"blue", "yellow"}
    (file,) = played.with_suffix(".analyses").iterdir()
    file.write_text('{"en": "this one"}')
    assert await viewing.analysis(game) == b'{"en":"this one"}'
    file.write_text("half a fi")
    assert json.loads(await viewing.analysis(game) or b"") == found
    assert json.loads(await viewing.analysis(replace(game, checksum=b"other")) or b"") == found
    assert len(list(file.parent.iterdir())) == 2


@pytest.mark.real_time
@pytest.mark.parametrize("kind", ["film", "analysis"])
async def test_work_that_takes_too_long_is_given_up(
    viewing: Viewing, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    limits.set_limits(monkeypatch, **{f"{kind.upper()}_TIMEOUT_S": 0.01})
    monkeypatch.setattr(thinking, "START_S", 0.01)
    monkeypatch.setattr(Thinker, "killed_after_s", 0.01)
    game = await the_game(viewing)
    with pytest.raises(NotComputed, match="log says why"):
        await (viewing.film(game, "en") if kind == "film" else viewing.analysis(game))


@pytest.mark.real_time
async def test_the_process_of_cancelled_work_ends(viewing: Viewing) -> None:
    game, before = await the_game(viewing), child_processes()
    filming = asyncio.create_task(viewing.film(game, "en"))
    await until(lambda: child_processes() > before)
    filming.cancel()
    await until(lambda: child_processes() == before)


def child_processes() -> set[str]:
    threads = Path("/proc/self/task").glob("*/children")
    return {child for thread in threads for child in thread.read_text(encoding="ascii").split()}


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not true():  # noqa: ASYNC110  # waits for a process
            await asyncio.sleep(0.01)
