"""Practice: a person's costly move at a table of twins may be taken back, by what the seat may know."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Literal

import pytest

from controller.games.contract.analysis import Chance, Decision, MoveToJudge
from controller.games.contract.inputs import Work
from controller.games.contract.values import CastleId, Text
from controller.games.requests import NewGame, NotAvailableAtTable, SubmitAction
from controller.games.tumult_royale.game import TumultRoyale
from controller.games.tumult_royale.rules.engine import GameLog
from controller.play.bots.thinking import Thinker
from controller.play.page_service import PageService
from tests.support.playing import Playing, playing

BLUE, YELLOW = CastleId("blue"), CastleId("yellow")
COSTLY, GOOD, UNSURE, UNJUDGED = Chance(0.2, 0.05), Chance(0.03, 0.01), Chance(0.2, 0.21), Chance(0)

SENTENCE = (
    "You played: Yellow puts the first statue on A1 (TR-0.6). Better: Yellow puts the first statue on B2 (TR-0.6)."
    " Its chance of winning is 20 percentage points higher."
)
OFFER = {
    "step": "practice",
    "no": True,
    "text": SENTENCE,
    "castle": "yellow",
    "done_at": ("A1",),
    "better_at": ("B2",),
}


MISSED = Text("judged-asked-again", {"where": Text("offer-field", {"kind": Text("pasture"), "field": "B2"})})
ASKED_AGAIN = "You could have built: pasture B2. You are asked again in the next placement round."


Offers = Literal["if_better", "always", "never"]


def judging(cost: Chance | None, offers: Offers = "if_better") -> Callable[[Any, GameLog, int], MoveToJudge | None]:
    """Judge each move of yellow, who places first, as costing ``cost``."""
    done, better = (Text("told-first-field", {"color": Text("yellow"), "field": field}) for field in ("A1", "B2"))
    decision = None if cost is None else Decision(2, 1, YELLOW, done, better, cost, ("A1",), ("B2",))

    def judge_move(_: object, play: GameLog, _seed: int) -> MoveToJudge | None:
        is_first_statue = play.seq == 2 and play.actions[-1]["do"] == "place_first"
        if not is_first_statue:
            return None
        return MoveToJudge(YELLOW, None if cost is UNJUDGED else lambda _goes_on: decision, MISSED, offers)

    return judge_move


@asynccontextmanager
async def practising(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    cost: Chance | None,
    *bots: CastleId,
    practice: bool = True,
    offers: Offers = "if_better",
) -> AsyncIterator[tuple[Playing, PageService]]:
    """Yellow, a person unless among the bots, has placed the first statue."""

    async def compute(_: Thinker, work: Work, _within_s: float) -> Any:
        await play.wait(1)
        return work(lambda: True)

    monkeypatch.setattr(Thinker, "compute", compute)
    monkeypatch.setattr(TumultRoyale, "judge_move", judging(cost, offers))
    async with playing(folder, castles=2, arrow=False) as play:
        page = PageService(play.table, play.twins)
        await page.submit(NewGame([BLUE, YELLOW], dealt=DEALT, bots=bots, practice=practice), "page", "en")
        if YELLOW not in bots:
            await page.submit(SubmitAction({"do": "place_first", "player": "yellow"}), "page", "en")
        yield play, page
        page.close()


DEALT = {"players": [{"color": "blue", "rank": 1}, {"color": "yellow", "rank": 2}]}


async def test_a_costly_move_is_taken_back_and_the_log_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with practising(tmp_path, monkeypatch, COSTLY, BLUE) as (play, page):
        await play.wait(0.2)
        assert page.view("en")["checks"]
        await play.wait(20)
        assert page.view("en")["practice"]
        assert page.view("en")["question"] == OFFER
        said = page.view("en")["waiting_for"]["text"]
        assert said == "Take the move back? Another move: +20 %."
        assert play.table.loop.seq == 2, "the bot waits"
        page.answer_question(yes=True)
        await play.wait(5)
        assert [entry.action["do"] for entry in play.journal.entries(1)] == [
            "start",
            "place_first",
            "undo",
        ]
        assert page.view("en")["question"] is None
        assert page.view("en")["to_move"] == []


async def test_people_may_go_on_and_then_bots_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with practising(tmp_path, monkeypatch, COSTLY, BLUE) as (play, page):
        await play.wait(20)
        page.answer_question(yes=False)
        await play.wait(20)
        assert page.view("en")["question"] is None
        assert play.table.loop.seq > 2


@pytest.mark.parametrize("cost", [GOOD, UNSURE, None, UNJUDGED])
async def test_of_a_move_without_a_better_one_something_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cost: Chance | None
) -> None:
    async with practising(tmp_path, monkeypatch, cost) as (play, page):
        await play.wait(5)
        said = page.view("en")["remark"]
        assert said == ASKED_AGAIN
        assert not page.view("en")["checks"]
        assert page.view("en")["question"] is None


async def test_a_move_that_costs_in_any_case_may_be_taken_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with practising(tmp_path, monkeypatch, GOOD, offers="always") as (play, page):
        await play.wait(20)
        assert page.view("en")["question"] == {"step": "practice", "no": True, "text": ASKED_AGAIN}
        assert page.view("en")["waiting_for"]["text"] == "Take the move back?"
        page.answer_question(yes=True)
        await play.wait(5)
        assert [entry.action["do"] for entry in play.journal.entries(1)][-1] == "undo"


async def test_of_what_cannot_be_taken_back_the_better_choice_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with practising(tmp_path, monkeypatch, COSTLY, BLUE, offers="never") as (play, page):
        await play.wait(1.5)
        assert page.view("en")["remark"] == SENTENCE
        assert page.view("en")["question"] is None
        await play.wait(20)
        assert play.table.loop.seq > 2, "the bot goes on"


async def test_of_what_cannot_be_taken_back_it_is_said_though_others_went_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with practising(tmp_path, monkeypatch, COSTLY, offers="never") as (play, page):
        await page.submit(SubmitAction({"do": "place_first", "player": "blue"}), "page", "en")
        await play.wait(5)
        assert page.view("en")["remark"] == SENTENCE
        await page.submit(NewGame([BLUE, YELLOW], dealt=DEALT, bots=(), practice=True), "page", "en")
        assert page.view("en")["remark"] is None


async def test_without_time_nothing_is_said_of_what_cannot_be_taken_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with practising(tmp_path, monkeypatch, None, offers="never") as (play, page):
        await play.wait(5)
        assert page.view("en")["remark"] is None


async def test_a_judgement_of_an_earlier_move_is_dropped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with practising(tmp_path, monkeypatch, COSTLY) as (play, page):
        await page.submit(SubmitAction({"do": "place_first", "player": "blue"}), "page", "en")
        await play.wait(5)
        assert page.view("en")["question"] is None


async def test_a_bot_s_move_is_not_judged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with practising(tmp_path, monkeypatch, COSTLY, YELLOW) as (play, page):
        await play.wait(20)
        assert (play.table.loop.seq, page.view("en")["question"]) == (2, None)


async def test_practice_is_off_by_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with practising(tmp_path, monkeypatch, COSTLY, practice=False) as (play, page):
        assert page.playable_game_view("tumult_royale", "en")["practice"]
        await play.wait(5)
        assert not page.view("en")["practice"]
        assert page.view("en")["question"] is None


async def test_a_real_table_never_offers_practice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with playing(tmp_path, castles=2) as play:
        page = PageService(play.table, None)
        assert not page.playable_game_view("tumult_royale", "en")["practice"]
        with pytest.raises(NotAvailableAtTable, match="practice, which needs a simulated table"):
            await page.submit(NewGame([BLUE, YELLOW], practice=True), "page", "en")
        monkeypatch.setattr(TumultRoyale, "judge_move", judging(COSTLY))
        await play.table.loop.submit(NewGame([BLUE, YELLOW], dealt=DEALT, practice=True), "hub")
        await page.submit(SubmitAction({"do": "place_first", "player": "yellow"}), "page", "en")
        await play.wait(5)
        assert page.view("en")["question"] is None
        page.close()


async def test_a_game_that_judges_no_moves_offers_no_practice(tmp_path: Path) -> None:
    async with playing(tmp_path, castles=2, game="tudor") as play:
        page = PageService(play.table, play.twins)
        assert not page.playable_game_view("tudor", "en")["practice"]
        page.close()
