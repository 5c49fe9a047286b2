"""An idle game: the table asks after two hours, parks it without an answer, and lists it for resuming.

All but the first test set the time to a quarter of an hour, since an hour costs half a second of processor time.
"""

import asyncio
from contextlib import AbstractAsyncContextManager
from datetime import timedelta
from pathlib import Path

import pytest

from controller.games.requests import ParkAndResume
from controller.games.tumult_royale.rules.state import canonical_json_bytes
from controller.play.menu import MenuAction
from controller.play.page_service import public_view
from hw.testing import disk
from hw.values import ReaderId
from tests.support.playing import Playing, playing

HOUR_S = 3600.0
SHIPPED_S = 2 * HOUR_S
IMPATIENT_S = HOUR_S / 4
ANSWERED_FOR_S = 600.0


def make_impatient(play: Playing) -> None:
    assert play.table.house.change_and_save(idle_game_h=IMPATIENT_S / HOUR_S) is None


@pytest.fixture
def play(tmp_path: Path) -> AbstractAsyncContextManager[Playing]:
    return playing(tmp_path, gates=False)


async def idle(play: Playing, asks_after_s: float = IMPATIENT_S) -> None:
    if asks_after_s != SHIPPED_S:
        make_impatient(play)
    await play.begin()
    await play.press()
    await play.wait(asks_after_s - 60)
    assert play.table.loop.current_waiting().step == "place_first"
    await play.wait(120)
    assert play.table.loop.current_waiting().step == "idle"


async def test_after_two_hours_it_asks_and_a_press_continues(play: Playing) -> None:
    await idle(play, SHIPPED_S)
    seq = play.table.loop.seq
    view = public_view(play.table, "en")
    assert view["question"] == {"step": "idle", "no": True}
    assert view["waiting_for"]["text"] == "Still playing? Idle for 2 hours. If not, it is parked."
    await play.press()
    assert (play.table.loop.seq, play.table.loop.current_waiting().step) == (seq, "place_first")
    make_impatient(play)
    await play.wait(IMPATIENT_S - 60)
    assert play.table.loop.current_waiting().step == "place_first"
    await play.wait(120)
    assert play.table.loop.current_waiting().step == "idle"


async def test_without_an_answer_it_is_parked_and_the_menu_resumes_it(play: Playing) -> None:
    await idle(play)
    before = canonical_json_bytes(play.state, play.table.loop.seq)
    await play.wait(ANSWERED_FOR_S + 60)
    assert (play.table.loop.state, play.table.loop.current_waiting().step) == (None, "new_game")
    assert play.journal.current_game_id() is None
    assert play.story[-1] == "The game is parked after 2 steps. Resume it from the menu."
    await play.press()
    await play.choose(MenuAction.PARKED)
    await play.choose(MenuAction.TAKE_UP, "1")
    assert canonical_json_bytes(play.state, play.table.loop.seq) == before
    assert play.journal.current_game_id() == 1
    assert play.table.loop.journal_queue.parked_games == []
    assert play.story[-1].startswith("The game resumes after 2 actions")
    await play.until_shown()
    await play.press()
    assert play.table.loop.current_waiting().step == "spin"
    assert [entry.seq for entry in play.journal.entries(1)] == [1, 2, 3]


async def test_a_fast_table_waits_as_long_as_others(play: Playing) -> None:
    vars(asyncio.get_running_loop())["speed"] = 4.0
    make_impatient(play)
    await play.begin()
    await play.press()
    await play.wait(4 * IMPATIENT_S - 60)
    assert play.table.loop.current_waiting().step == "place_first"
    await play.wait(120)
    assert play.table.loop.current_waiting().step == "idle"
    await play.wait(4 * ANSWERED_FOR_S - 120)
    assert play.table.loop.current_waiting().step == "idle"


async def test_holding_the_knob_parks_it_and_sets_up_another(play: Playing) -> None:
    await idle(play)
    await play.press(1.2)
    assert play.table.loop.state is None
    await play.choose(MenuAction.START)
    assert (play.table.loop.game_id, play.table.loop.seq) == (2, 1)
    assert [game.game_id for game in play.table.loop.journal_queue.parked_games] == [1]
    assert [(game.game_id, game.current) for game in play.journal.games()] == [(1, False), (2, True)]


async def test_a_step_answers_the_idle_question(play: Playing) -> None:
    await idle(play)
    assert play.state.seat_to_act is not None
    await play.twins.panels[ReaderId(play.state.color(play.state.seat_to_act))].yes.press()
    await play.wait(ANSWERED_FOR_S + 60)
    assert play.table.loop.seq == 3
    assert play.table.loop.current_waiting().step == "spin"
    assert public_view(play.table, "en")["question"] is None


async def test_a_step_wins_over_a_simultaneous_no_to_the_idle_question(play: Playing) -> None:
    async def answered_no() -> None:
        assert play.table.loop.answer_or_start_hourglass(yes=False)

    await idle(play)
    assert play.state.seat_to_act is not None
    step = {"do": "place_first", "player": play.state.color(play.state.seat_to_act)}
    async with asyncio.TaskGroup() as group:
        group.create_task(play.table.loop.propose_action(step, "page"))
        group.create_task(answered_no())
    await play.wait(ANSWERED_FOR_S + 60)
    assert (play.table.loop.seq, play.table.loop.current_waiting().step) == (3, "spin")


@pytest.mark.parametrize("years", [20, -20, -56])
async def test_a_clock_that_jumps_by_years_makes_no_game_idle(play: Playing, years: int) -> None:
    await idle(play)
    await play.press()
    play.twins.wall_ahead += timedelta(days=365 * years)
    await play.wait(IMPATIENT_S - 60)
    assert play.table.loop.current_waiting().step == "place_first"
    await play.wait(120)
    assert play.table.loop.current_waiting().step == "idle", "nor does it keep one from it"


async def test_a_start_after_a_long_stop_asks_whether_to_continue(tmp_path: Path) -> None:
    async with playing(tmp_path, gates=False) as play:
        await play.begin()
    async with playing(tmp_path, gates=False, wall_ahead=timedelta(hours=3)) as play:
        await play.wait(40)
        assert play.table.loop.current_waiting().step == "idle"
        await play.wait(ANSWERED_FOR_S + 60)
        assert play.table.loop.state is None


@pytest.mark.parametrize("at_the_knob", [True, False])
async def test_a_yes_to_the_idle_question_does_not_start_the_hourglass(tmp_path: Path, *, at_the_knob: bool) -> None:
    """The hourglass ran when power went, and the wall clock is hours further."""

    async with playing(tmp_path, gates=False) as play:
        await play.to_the_taxes(gates=False)
        assert play.table.hourglass.is_running
    async with playing(tmp_path, gates=False, wall_ahead=timedelta(hours=3)) as play:
        await play.until_shown()
        asked = []
        for _ in range(2):
            asked.append(play.table.loop.current_waiting().step)
            assert not play.table.hourglass.is_running
            if at_the_knob:
                await play.press()
            else:
                assert play.table.loop.answer_or_start_hourglass(yes=True)
        assert asked == ["idle", "turn_over"]
        assert play.table.hourglass.is_running
        await play.wait(40)
        assert play.table.questions.current is None


@pytest.mark.parametrize("hours", [0, 1.9])
async def test_a_start_after_a_short_stop_does_not_ask(tmp_path: Path, hours: float) -> None:
    async with playing(tmp_path, gates=False) as play:
        await play.begin()
    async with playing(tmp_path, gates=False, wall_ahead=timedelta(hours=hours)) as play:
        await play.wait(40)
        assert play.table.loop.current_waiting().step == "place_first"


async def test_a_paused_hourglass_stays_paused_until_people_answer(play: Playing) -> None:
    make_impatient(play)
    await play.to_the_taxes(gates=False)
    await play.press(1.2)
    left_s = play.table.hourglass.remaining_s()
    await play.wait(IMPATIENT_S + 60)
    assert play.table.loop.current_waiting().step == "idle"
    await play.press()
    assert (play.table.hourglass.remaining_s(), play.table.hourglass.is_running) == (left_s, False)
    await play.choose(MenuAction.CONTINUE)
    assert play.table.hourglass.is_running


async def test_without_a_game_the_idle_question_is_not_asked(play: Playing) -> None:
    make_impatient(play)
    await play.begin()
    await play.table.loop.submit(ParkAndResume(None), "test")
    await play.wait(2 * IMPATIENT_S)
    assert play.table.loop.current_waiting().step == "new_game"


async def test_a_game_that_is_not_listed_as_parked_cannot_be_resumed(play: Playing) -> None:
    await play.begin()
    before = canonical_json_bytes(play.state, play.table.loop.seq)
    for game_id in (1, 7):  # it is on the table already; there is none
        refusal = (await play.table.loop.submit(ParkAndResume(game_id), "test")).refusal
        assert f"no parked game {game_id}" in str(refusal)
    assert canonical_json_bytes(play.state, play.table.loop.seq) == before


@pytest.mark.skipif(not disk.can_simulate_faults(), reason="this Python's SQLite has no faults; use the system's")
async def test_without_a_writable_journal_the_game_is_not_parked(tmp_path: Path) -> None:
    async with playing(tmp_path, gates=False) as play:
        await idle(play)
        before = canonical_json_bytes(play.state, play.table.loop.seq)
        play.twins.faults.switch("disk_full", on=True)
        await play.press(1.2)
        assert canonical_json_bytes(play.state, play.table.loop.seq) == before
        assert play.complaints == {None: "The game cannot be put aside: nothing is being saved. Tell the owner."}
