"""Readers that go deaf at random moments: how soon it is noticed, whether they come back, what the gate counts."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Final

from bench.shared.figure import Figure
from controller.devices.health import DeviceHealth, DeviceState
from controller.devices.readers import Gate, Passage, PiecePassed, sense
from controller.store.tags import TagBook
from hw.clock import LoopClock
from hw.mfrc522.driver import Mfrc522
from hw.mfrc522.twin import Mfrc522Twin, StuckMiso
from hw.ntag.twin import Ntag213
from hw.testing.busy_loop import FREE, BusyLoop, ChargedSpi, Charges
from hw.values import ReaderId, Uid

MOMENTS: Final = 1000
CALLS_US: Final = (20, 40, 60)
NOTICED_AT_MOST_S: Final = 2.0
DURING: Final = Uid(bytes.fromhex("04a1b2c3d4e580"))
AFTER: Final = Uid(bytes.fromhex("04a1b2c3d4e581"))
NAME: Final = ReaderId("gate")


@dataclass(frozen=True, slots=True)
class Deafness:
    """One reader that went deaf once, with a tile passing about then and another one later.

    Attributes:
        noticed_s: from going deaf until the loss was told or the chip was reset.
        recovered: the tile that passed later was counted, once.
        counted_twice: a tile was counted more than once.
    """

    noticed_s: float
    recovered: bool
    counted_twice: bool


def deafen(twin: Mfrc522Twin, chance: Random) -> Callable[[], None]:
    """Make a reader deaf in one of four ways; returns what mends it."""
    kind = chance.randrange(4)
    if kind < 2:
        twin.stick_miso((StuckMiso.LOW, StuckMiso.HIGH)[kind])
        return lambda: twin.stick_miso(None)
    if kind == 2:
        twin.power_down()
        return twin.run
    twin.hang()
    return twin.run


def one(seed: int, charges: Charges = FREE) -> Deafness:
    """One moment, in virtual time."""
    chance = Random(seed)  # noqa: S311  # a repeatable accident, no secret
    counted: list[str] = []
    noticed_at_s: list[float] = []

    def passed(passage: Passage) -> None:
        if isinstance(passage, PiecePassed):
            counted.append(passage.piece)

    async def scene() -> float:
        clock = LoopClock()
        twin = Mfrc522Twin(clock.now_s)
        loop = asyncio.get_running_loop()
        assert isinstance(loop, BusyLoop)
        driver = Mfrc522(ChargedSpi(twin, loop), clock, name=NAME)
        gate = Gate(NAME, TagBook({DURING: "during", AFTER: "after"}))

        def changed(state: DeviceState) -> None:
            if state.fault is not None:
                noticed_at_s.append(clock.now_s())

        health = DeviceHealth()
        health.changed.listen(changed)
        sensing = asyncio.create_task(sense(NAME, driver, gate, clock, health, passed))
        await asyncio.sleep(0.5)
        first, second = Ntag213(DURING), Ntag213(AFTER)
        twin.enter(first)
        loop.call_later(0.3, twin.leave, first)
        await asyncio.sleep(chance.uniform(0.0, 0.5))
        deaf_at_s = clock.now_s()
        mend = deafen(twin, chance)
        await asyncio.sleep(chance.uniform(0.05, 1.0))
        mend()
        await asyncio.sleep(NOTICED_AT_MOST_S)
        twin.enter(second)
        await asyncio.sleep(0.1)
        twin.leave(second)
        sensing.cancel()
        await asyncio.gather(sensing, return_exceptions=True)
        return deaf_at_s

    with asyncio.Runner(loop_factory=partial(BusyLoop, charges)) as runner:
        deaf_at_s = runner.run(scene())
    noticed_s = noticed_at_s[0] - deaf_at_s if noticed_at_s else float("inf")
    return Deafness(noticed_s, counted.count("after") == 1, len(set(counted)) < len(counted))


def run() -> list[Figure]:
    """The slowest notice of all moments, and what must never happen; buses free, then charged as those of a Pi."""
    figures = _figures("", FREE, MOMENTS)
    for call_us in CALLS_US:
        figures += _figures(f", {call_us} us a call", Charges(call_s=call_us / 1e6), MOMENTS // 5)
    return figures


def _figures(charged: str, charges: Charges, number: int) -> list[Figure]:
    moments = [one(seed, charges) for seed in range(number)]
    name = f"deafness: of {number} random moments{charged}"
    return [
        Figure(f"{name}, slowest noticed", max(each.noticed_s for each in moments), "s", most=NOTICED_AT_MOST_S),
        Figure(f"{name}, never recovered", sum(not each.recovered for each in moments), "readers", most=0),
        Figure(f"{name}, counted twice", sum(each.counted_twice for each in moments), "tiles", most=0),
    ]
