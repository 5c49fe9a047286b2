"""Sensing one reader for ever: here the clock is read, and nowhere after."""

from collections.abc import Callable

from controller.devices.backoff import Backoff
from controller.devices.gate import Gate, Passage
from controller.devices.health import DeviceHealth
from hw.clock import Clock
from hw.errors import HardwareError
from hw.poll_round import Found, PollRound, Reader
from hw.readings import TagReading
from hw.units import ReaderId


async def sense(
    name: ReaderId,
    reader: Reader,
    gate: Gate,
    clock: Clock,
    devices: DeviceHealth,
    passed: Callable[[Passage], None],
    went_round: Callable[[], None] = lambda: None,
    polls: PollRound | None = None,
) -> None:
    """Let ``reader`` take part in the round of ``polls``, for ever, or in one of its own.

    A fault of it is noted, and it is started again until it works. ``went_round`` is told of each poll and each fault.
    """
    polls = polls or PollRound()
    backoff = Backoff()
    is_known = False

    def found(cards: Found | None) -> None:
        nonlocal is_known
        if not is_known:
            is_known = True
            devices.works(name)
            backoff.worked()
        went_round()
        at_s = clock.now_s()
        if cards is None:
            gate.saw_nothing(at_s)
            return
        for passage in gate.feed(TagReading(name, cards.uids, at_s, cards.garbled)):
            passed(passage)

    while True:
        try:
            await reader.start()
            await polls.poll(reader, found)
        except HardwareError as fault:
            is_known = False
            devices.lost(name, str(fault))
            gate.interrupted()
            went_round()
        await clock.sleep_until(clock.now_s() + backoff.after_failure_s())
