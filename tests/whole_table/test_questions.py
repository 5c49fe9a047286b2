"""The knob is asked: turning to the page's code and a press is yes; a running hourglass is not covered."""

import asyncio

import pytest

from controller.play.console import DEAF_S
from controller.secret import Secret
from controller.show.console_screens import may_own, may_referee
from tests.whole_table.playing import Playing

CODES = [Secret("42"), Secret("41"), Secret("43")]
KNOCKING = may_referee(CODES[0], CODES[1:])


@pytest.mark.parametrize(
    ("steps", "held_s", "answer"), [(2, 0.1, True), (2, 1.2, False), (0, 0.1, False), (1, 0.1, False), (3, 0.1, False)]
)
async def test_people_answer_with_the_knob_and_the_game_does_not_notice(
    play: Playing, steps: int, held_s: float, answer: bool
) -> None:
    await play.begin()
    seq = play.table.loop.seq
    asking = asyncio.create_task(play.table.console.ask(KNOCKING, 30))
    await play.wait(DEAF_S + 0.1)
    assert play.table.console.screen() == KNOCKING.screen(0)
    await play.turn(steps)
    assert play.table.console.screen() == KNOCKING.screen(steps)
    await play.press(held_s)
    assert await asking is answer
    assert play.table.console.screen() is None
    assert play.table.loop.seq == seq


@pytest.mark.parametrize("after_s", [0.02, 0.4, 0.8])
@pytest.mark.parametrize("held_s", [0.1, 1.2])
async def test_a_hand_that_was_on_its_way_lets_nobody_in(play: Playing, after_s: float, held_s: float) -> None:
    await play.begin()
    asking = asyncio.create_task(play.table.console.ask(may_own(CODES[0], CODES[1:]), 30))
    await play.wait(after_s)
    await play.turn(2)
    await play.press(held_s)
    await play.press()
    assert await asking is not True


async def test_a_press_within_the_first_second_is_no_answer_at_all(play: Playing) -> None:
    await play.begin()
    asking = asyncio.create_task(play.table.console.ask(KNOCKING, 30))
    await play.wait(0.02)
    await play.press()
    await play.wait(DEAF_S)
    assert not asking.done()
    await play.turn(2)
    await play.press()
    assert await asking is True


async def test_a_question_that_nobody_answers_has_no_answer(play: Playing) -> None:
    assert await play.table.console.ask(KNOCKING, 30) is None
    assert play.table.console.screen() is None


async def test_a_running_hourglass_is_not_covered(play: Playing) -> None:
    await play.to_the_taxes()
    assert await play.table.console.ask(KNOCKING, 30) is None
    assert play.table.hourglass.runs
