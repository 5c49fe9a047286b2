import asyncio

import pytest

from controller.background import is_unrequested_cancellation, run_concurrently


async def run_for_ever() -> None:
    await asyncio.Event().wait()


async def fail() -> None:
    await asyncio.sleep(1)
    raise KeyError("t05")


async def raise_cancelled() -> None:
    await asyncio.sleep(1)
    raise asyncio.CancelledError


async def test_one_failure_cancels_the_others_but_not_the_waiting_task() -> None:
    with pytest.raises(KeyError):
        await run_concurrently(fail(), run_for_ever())
    assert is_unrequested_cancellation(asyncio.current_task())
    await asyncio.sleep(0)
    assert asyncio.all_tasks() == {asyncio.current_task()}


async def test_an_unrequested_cancellation_is_raised() -> None:
    with pytest.raises(asyncio.CancelledError):
        await run_concurrently(raise_cancelled(), run_for_ever())
    assert is_unrequested_cancellation(asyncio.current_task())


async def test_cancelling_the_waiting_task_cancels_all() -> None:
    waits = asyncio.create_task(run_concurrently(run_for_ever(), run_for_ever()))
    await asyncio.sleep(1)
    waits.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waits
    assert not is_unrequested_cancellation(waits)
    await asyncio.sleep(0)
    assert asyncio.all_tasks() == {asyncio.current_task()}


async def test_it_returns_when_all_have_ended() -> None:
    done: list[int] = []

    async def work(seconds: int) -> None:
        await asyncio.sleep(seconds)
        done.append(seconds)

    await run_concurrently(work(2), work(1))
    await run_concurrently()
    assert done == [1, 2]
