"""Bots play on in the games in which they played, after any stop: at a start, and when a game is taken up again."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from controller import limits
from controller.games.contract.values import CastleId
from controller.games.requests import NewGame, TakeUp
from controller.play.page_service import PageService
from controller.play.simulated import BotSeats
from tests.whole_table.playing import Playing, playing

BLUE, YELLOW = CastleId("blue"), CastleId("yellow")
KEPT = "table.bots.json"


@asynccontextmanager
async def started(folder: Path) -> AsyncIterator[tuple[Playing, PageService]]:
    async with playing(folder, arrow=False) as play:
        page = PageService(play.table, play.twins, folder / KEPT)
        page.bots_play_on()
        yield play, page
        page.close()


async def begin(page: PageService, *bots: CastleId) -> None:
    await page.submit(NewGame([BLUE, YELLOW], {"map": "tracked"}, bots=bots), "page", "en")


async def until_it_waits_for(play: Playing, step: str) -> None:
    for _ in range(2000):
        if play.table.loop.waiting().step == step:
            return
        await play.wait(0.1)
    raise AssertionError(play.table.loop.waiting().step)


@pytest.mark.parametrize("step", ["place_first", "spin", "set_aside", "collect", "rob", "confirm", "build"])
async def test_a_table_of_bots_alone_goes_on_by_itself_wherever_it_was_stopped(tmp_path: Path, step: str) -> None:
    async with started(tmp_path) as (play, page):
        await begin(page, BLUE, YELLOW)
        await until_it_waits_for(play, step)
        stopped = play.table.loop.seq
    async with started(tmp_path) as (play, _):
        assert play.table.loop.seq >= stopped
        for _ in range(600):
            await play.wait(1)
            if play.state.round > 1:
                break
        assert play.state.round == 2


async def test_where_people_play_too_they_say_when_the_hourglass_runs_again(tmp_path: Path) -> None:
    async with started(tmp_path) as (play, page):
        await begin(page, BLUE, YELLOW)
        await until_it_waits_for(play, "rob")
        king = CastleId(play.state.color(play.state.king))
        BotSeats(tmp_path / KEPT).keep(play.table.loop.on_table.draws.game, [king])  # the other one is a person's
    async with started(tmp_path) as (play, _):
        await play.wait(60)
        assert play.table.loop.waiting().step == "turn_over"
        assert play.table.loop.answer(yes=True)
        before = play.table.loop.seq
        await play.wait(30)
        assert play.table.loop.seq > before


async def test_in_a_game_that_was_laid_aside_they_play_on_and_in_no_other(tmp_path: Path) -> None:
    async with started(tmp_path) as (play, page):
        await begin(page, BLUE, YELLOW)
        await until_it_waits_for(play, "set_aside")
        await begin(page)
        await play.wait(60)
        assert (play.table.loop.game_id, play.table.loop.seq) == (2, 1)
        await page.submit(TakeUp(1), "page", "en")
        before = play.table.loop.seq
        await play.wait(60)
        assert (play.table.loop.game_id, play.table.loop.seq > before) == (1, True)
        await page.submit(TakeUp(2), "page", "en")
        await play.wait(60)
        assert (play.table.loop.game_id, play.table.loop.seq) == (2, 1)


@pytest.mark.parametrize("octets", [b"", b"[]", b'{"a": [1]}', b'{"a": ' + b"[" * 5000, b"\xff"])
def test_a_file_of_bots_that_says_nothing_has_none_and_is_written_anew(tmp_path: Path, octets: bytes) -> None:
    (tmp_path / KEPT).write_bytes(octets)
    seats = BotSeats(tmp_path / KEPT)
    assert seats.of("a") == ()
    seats.keep("b", [BLUE])
    assert BotSeats(tmp_path / KEPT).of("b") == ["blue"]


def test_the_newest_games_are_kept_and_they_fit_the_file(tmp_path: Path) -> None:
    seats = BotSeats(tmp_path / KEPT)
    castles = [CastleId(color) for color in ("blue", "yellow", "purple", "grey", "green", "orange")]
    names = [f"{number:064x}" for number in range(limits.BOT_GAMES + 1)]
    for name in names:
        seats.keep(name, castles)
    assert (tmp_path / KEPT).stat().st_size < limits.BOT_SEATS_OCTETS
    assert seats.of(names[0]) == ()
    assert seats.of(names[1]) == seats.of(names[-1]) == castles


def test_where_nothing_can_be_written_they_play_until_the_end(tmp_path: Path) -> None:
    seats = BotSeats(tmp_path / "nowhere" / KEPT)
    seats.keep("a", [BLUE])
    assert seats.of("a") == ()
