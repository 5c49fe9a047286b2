"""The knob is asked: a press is yes, holding it no, and nobody is asked over a running hourglass."""

import asyncio
from pathlib import Path

import pytest

from controller.show.console_screens import may_referee
from tests.whole_table.playing import Playing, at_a_table


@pytest.mark.parametrize(("held_s", "answer"), [(0.1, True), (1.2, False)])
def test_people_answer_with_the_knob_and_the_game_does_not_notice(tmp_path: Path, held_s: float, answer: bool) -> None:
    async def deed(play: Playing) -> None:
        await play.begin()
        seq = play.table.loop.seq
        asking = asyncio.create_task(play.table.console.ask(may_referee("42"), 30))
        await play.wait(0.2)
        assert play.table.console.screen() == may_referee("42")
        await play.press(held_s)
        assert await asking is answer
        assert play.table.console.screen() is None
        assert play.table.loop.seq == seq

    at_a_table(tmp_path, deed)


def test_a_question_that_nobody_answers_has_no_answer(tmp_path: Path) -> None:
    async def deed(play: Playing) -> None:
        assert await play.table.console.ask(may_referee("42"), 30) is None
        assert play.table.console.screen() is None

    at_a_table(tmp_path, deed)


def test_a_running_hourglass_is_not_covered(tmp_path: Path) -> None:
    async def deed(play: Playing) -> None:
        await play.to_the_taxes()
        assert await play.table.console.ask(may_referee("42"), 30) is None
        assert play.table.hourglass.runs

    at_a_table(tmp_path, deed)
