"""Tasks of a group: a fault or a cancellation of one is that of whoever waits, who may go on afterwards."""

import asyncio

import pytest

from controller.background import nobody_asked, together


async def for_ever() -> None:
    await asyncio.Event().wait()


async def fails() -> None:
    await asyncio.sleep(1)
    raise KeyError("t05")


async def is_cancelled() -> None:
    await asyncio.sleep(1)
    raise asyncio.CancelledError


async def test_a_fault_of_one_ends_the_others_and_whoever_waits_is_not_cancelled_in_name() -> None:
    with pytest.raises(KeyError):
        await together(fails(), for_ever())
    assert nobody_asked(asyncio.current_task())
    await asyncio.sleep(0)
    assert asyncio.all_tasks() == {asyncio.current_task()}


async def test_a_cancellation_of_one_that_nobody_asked_for_is_no_quiet_end() -> None:
    with pytest.raises(asyncio.CancelledError):
        await together(is_cancelled(), for_ever())
    assert nobody_asked(asyncio.current_task())


async def test_whoever_is_cancelled_while_he_waits_takes_all_with_him() -> None:
    waits = asyncio.create_task(together(for_ever(), for_ever()))
    await asyncio.sleep(1)
    waits.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waits
    assert not nobody_asked(waits)
    await asyncio.sleep(0)
    assert asyncio.all_tasks() == {asyncio.current_task()}


async def test_it_ends_when_all_have() -> None:
    done: list[int] = []

    async def does(seconds: int) -> None:
        await asyncio.sleep(seconds)
        done.append(seconds)

    await together(does(2), does(1))
    await together()
    assert done == [1, 2]
