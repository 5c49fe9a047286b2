"""Bots think in a process of their own: it is bounded in time and memory, and what it fails at ends no game."""

import os
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from controller import limits
from controller.games.contract.inputs import Think
from controller.play.bots.thinking import Thinker

pytestmark = pytest.mark.real_time

GoesOn = Callable[[], bool]


def process_id(_goes_on: GoesOn) -> int:
    return os.getpid()


def count_until_late(goes_on: GoesOn) -> str:
    while goes_on():
        time.sleep(0.01)
    return "in time"


def never_answer(_goes_on: GoesOn) -> None:
    time.sleep(1000)


def fail(_goes_on: GoesOn) -> None:
    raise ValueError


def fill_memory(_goes_on: GoesOn) -> int:
    return len(bytearray(limits.THINKING_MEMORY_BYTES))


def end(_goes_on: GoesOn) -> None:
    os._exit(1)


async def thought(thinker: Thinker, work: Callable[[GoesOn], Any], within_s: float = 0.1) -> Any:
    answers: list[Any] = []
    await thinker.think(Think(work, answers.append, within_s))
    (answer,) = answers
    return answer


@pytest.fixture
def thinker() -> Iterator[Thinker]:
    made = Thinker()
    made.killed_after_s = 60.0  # of a busy machine
    yield made
    made.close()


async def test_one_process_answers_one_thought_after_the_other(thinker: Thinker) -> None:
    first, second = await thought(thinker, process_id), await thought(thinker, process_id)
    assert first == second != os.getpid()
    assert await thought(thinker, count_until_late) == "in time"


@pytest.mark.parametrize(("work", "killed_after_s"), [(never_answer, 0.5), (end, 60.0)])
async def test_a_late_or_ended_process_is_replaced(
    thinker: Thinker, work: Callable[[GoesOn], None], killed_after_s: float
) -> None:
    first = await thought(thinker, process_id)
    thinker.killed_after_s = killed_after_s
    assert await thought(thinker, work) is None
    with pytest.raises(ProcessLookupError):
        os.kill(first, 0)
    thinker.killed_after_s = 60.0
    assert await thought(thinker, process_id) not in {None, first}


@pytest.mark.parametrize("work", [fail, fill_memory])
async def test_a_bug_or_too_much_memory_gives_no_answer(thinker: Thinker, work: Callable[[GoesOn], None]) -> None:
    first = await thought(thinker, process_id)
    assert await thought(thinker, work) is None
    assert await thought(thinker, process_id) == first


async def test_closing_ends_the_process(thinker: Thinker) -> None:
    first = await thought(thinker, process_id)
    thinker.close()
    with pytest.raises(ProcessLookupError):
        os.kill(first, 0)
