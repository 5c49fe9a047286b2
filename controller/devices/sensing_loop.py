"""Sensing one reader for ever."""

from collections import Counter
from collections.abc import Callable

from controller.devices.backoff import Backoff
from controller.devices.gate import Gate, Passage
from controller.devices.health import DeviceHealth
from hw.clock import Clock
from hw.errors import HardwareError
from hw.poll import Found, PollRound, Reader
from hw.values import ReaderId, TagReading


async def sense(
    name: ReaderId,
    reader: Reader,
    gate: Gate,
    clock: Clock,
    devices: DeviceHealth,
    passed: Callable[[Passage], None],
    rounds: Counter[str] | None = None,
    polls: PollRound | None = None,
) -> None:
    """Let ``reader`` take part in the round of ``polls``, for ever, or in one of its own.

    A fault of it is noted, and it is started again until it works. ``rounds`` counts polls and faults.
    """
    polls = polls or PollRound()
    rounds = Counter() if rounds is None else rounds
    saw_nothing = gate.visits.saw_nothing
    backoff = Backoff()
    is_known = False

    def found(cards: Found | None, at_s: float) -> None:
        nonlocal is_known
        rounds[name] += 1
        if cards is None:
            saw_nothing(at_s)
            return
        if not is_known:
            is_known = True
            devices.works(name)
            backoff.worked()
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
            rounds[name] += 1
        await clock.sleep_until(clock.now_s() + backoff.after_failure_s())
