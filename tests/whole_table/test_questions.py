"""Questions on the console: access requests, and pieces to move after a correction."""

import asyncio
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import pytest

from controller.games.contract.effects import ChoiceScreen, RowsScreen
from controller.games.requests import CorrectGame
from controller.play.console import ASK_DELAY_S
from controller.play.page_service import public_view
from controller.secret import Secret
from controller.show.console_screens import make_access_code_question
from tests.support.playing import Playing, playing

CODES = [Secret("42"), Secret("41"), Secret("43")]
KNOCKING = make_access_code_question("referee", CODES[0], CODES[1:])


@pytest.mark.parametrize(
    ("steps", "held_s", "answer"), [(2, 0.1, True), (2, 1.2, False), (0, 0.1, False), (1, 0.1, False), (3, 0.1, False)]
)
async def test_the_knob_answers_an_access_request_without_a_step_in_the_game(
    play: Playing, steps: int, held_s: float, answer: bool
) -> None:
    await play.begin()
    seq = play.table.loop.seq
    asking = asyncio.create_task(play.table.console.ask_to_grant_access(KNOCKING, 30))
    await play.wait(ASK_DELAY_S + 0.1)
    assert play.table.console.own_screen() == KNOCKING.choice_screen(0)
    await play.turn(steps)
    assert play.table.console.own_screen() == KNOCKING.choice_screen(steps)
    await play.press(held_s)
    assert await asking is answer
    assert play.table.console.own_screen() is None
    assert play.table.loop.seq == seq


@pytest.mark.parametrize("after_s", [0.02, 0.4, 0.8])
@pytest.mark.parametrize("held_s", [0.1, 1.2])
async def test_gestures_made_when_an_access_request_appears_do_not_grant_it(
    play: Playing, after_s: float, held_s: float
) -> None:
    await play.begin()
    asking = asyncio.create_task(
        play.table.console.ask_to_grant_access(make_access_code_question("owner", CODES[0], CODES[1:]), 30)
    )
    await play.wait(after_s)
    await play.turn(2)
    await play.press(held_s)
    await play.press()
    assert await asking is not True


async def test_a_press_in_the_first_second_does_not_answer_an_access_request(play: Playing) -> None:
    await play.begin()
    asking = asyncio.create_task(play.table.console.ask_to_grant_access(KNOCKING, 30))
    await play.wait(0.02)
    await play.press()
    await play.wait(ASK_DELAY_S)
    assert not asking.done()
    await play.turn(2)
    await play.press()
    assert await asking is True


async def test_an_access_request_expires_unanswered(play: Playing) -> None:
    assert await play.table.console.ask_to_grant_access(KNOCKING, 30) is None
    assert play.table.console.own_screen() is None


async def test_an_access_request_does_not_cover_a_running_hourglass(play: Playing) -> None:
    await play.to_the_taxes(gates=False)
    assert await play.table.console.ask_to_grant_access(KNOCKING, 30) is None
    assert play.table.hourglass.is_running


@pytest.fixture
def play(tmp_path: Path) -> AbstractAsyncContextManager[Playing]:
    return playing(tmp_path, gates=False)


async def robbed_and_taken_back(play: Playing, tiles: int) -> None:
    await play.to_the_taxes(gates=False)
    for number in range(tiles):
        await play.report_tile("blue", f"t{number + 10:02}")
    assert (await play.table.loop.propose_action({"do": "stop"}, "page")).refusal is None
    answer = await play.table.loop.submit(CorrectGame(play.table.loop.seq - tiles, by_hand=True), "page")
    assert answer.refusal is None
    await play.wait(1)


def rows(play: Playing) -> list[tuple[str, ...]]:
    screen = play.table.console.own_screen()
    assert isinstance(screen, RowsScreen)
    return [tuple(text.key for text in row) for row in screen.rows]


async def test_tiles_to_move_are_shown_until_a_press_confirms_the_move(play: Playing) -> None:
    await robbed_and_taken_back(play, 2)
    assert public_view(play.table, "en")["to_move"] == ["2 tiles: Blue → people"]
    assert public_view(play.table, "en")["waiting_for"]["text"] == "Move 2 tiles from Blue to people."
    assert rows(play) == [("screen-move-hidden", "nothing"), ("at-blue", "screen-move-to")]
    seq = play.table.loop.seq
    await play.press()
    assert public_view(play.table, "en")["to_move"] == []
    assert play.table.console.own_screen() is None
    assert play.table.loop.seq == seq


async def test_holding_the_knob_opens_the_menu_while_tiles_are_to_be_moved(play: Playing) -> None:
    await robbed_and_taken_back(play, 1)
    await play.press(1.2)
    assert isinstance(play.table.console.own_screen(), ChoiceScreen)


def set_aside_by_castle(play: Playing) -> dict[str, int]:
    return {player["color"]: player["set_aside"] for player in public_view(play.table, "en")["players"]}


async def test_going_back_and_on_again_keeps_who_set_which_tiles_aside(play: Playing) -> None:
    loop = play.table.loop

    async def do(**action: Any) -> None:
        assert (await loop.propose_action(action, "page")).refusal is None

    await play.to_the_taxes(gates=False)
    for action in ("stop", "count"):
        await do(do=action)
    while play.state.phase.name == "statues":
        await do(do="pass")
    await do(do="spin", demand=3)
    tiles = [tile.id for tile in play.state.table.pool.tiles]
    for number, castle in enumerate(["yellow", "yellow", "blue", "yellow"]):
        await play.report_tile(castle, tiles[number])
    late = {"blue": 1, "yellow": 3}
    assert set_aside_by_castle(play) == late

    assert (await loop.submit(CorrectGame(None, by_hand=True), "knob")).refusal is None
    assert play.state.round == 1
    assert set_aside_by_castle(play) == {"blue": 3, "yellow": 3}
    await do(do="count")
    assert play.state.round == 2
    assert set_aside_by_castle(play) == late
    await play.report_tile("yellow", tiles[10])
    assert set_aside_by_castle(play) == late, "it has set three aside"
