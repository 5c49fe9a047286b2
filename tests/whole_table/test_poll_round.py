"""The round of polls: who is asked when, who goes on alone, and that nobody holds up the others."""

import asyncio
from collections import Counter
from dataclasses import dataclass, field

from controller.devices.health import DeviceHealth
from controller.devices.readers import Gate, Passage, PiecePassed, sense
from controller.store.tags import TagBook
from hw.clock import LoopClock
from hw.mfrc522.driver import Mfrc522
from hw.mfrc522.twin import Mfrc522Twin, StuckMiso
from hw.ntag.twin import Ntag213
from hw.poll import POLL_EVERY_S, REST_EVERY_S, PollRound
from hw.values import ReaderId, Uid

TILES = [Uid(bytes.fromhex(f"04a1b2c3d4e5{number:02x}")) for number in range(8)]


@dataclass
class Gates:
    """Four readers in one round, and what passed them."""

    polls: PollRound = field(default_factory=PollRound)
    passages: list[Passage] = field(default_factory=list)
    health: DeviceHealth = field(default_factory=DeviceHealth)
    counted: Counter[str] = field(default_factory=Counter)

    async def open(self) -> None:
        self.clock = LoopClock()
        self.twins = [Mfrc522Twin(self.clock.now_s) for _ in range(4)]
        book = TagBook({uid: uid.hex() for uid in TILES})
        self.tasks = []
        for number, twin in enumerate(self.twins):
            name = ReaderId(str(number))
            driver = Mfrc522(twin, self.clock, name=name)

            sensing = sense(
                name,
                driver,
                Gate(name, book),
                self.clock,
                self.health,
                self.passages.append,
                self.counted,
                self.polls,
            )
            self.tasks.append(asyncio.create_task(sensing))
        await asyncio.sleep(0.5)

    @property
    def rounds(self) -> list[int]:
        return [self.counted[str(number)] for number in range(4)]

    @property
    def tiles(self) -> list[str]:
        return [passage.piece for passage in self.passages if isinstance(passage, PiecePassed)]


async def rounds_in(gates: Gates, seconds: float) -> list[int]:
    before = list(gates.rounds)
    await asyncio.sleep(seconds)
    return [after - earlier for after, earlier in zip(gates.rounds, before, strict=True)]


async def test_all_readers_of_empty_fields_are_polled_at_two_moments_a_round_and_without_any_task() -> None:
    gates = Gates()
    await gates.open()
    loop, calls = asyncio.get_running_loop(), 0
    call_at = loop.call_at

    def counted(*args: object, **named: object) -> asyncio.TimerHandle:
        nonlocal calls
        calls += 1
        return call_at(*args, **named)  # type: ignore[arg-type]

    loop.call_at = counted  # type: ignore[method-assign]
    tasks = len(asyncio.all_tasks())
    polled = await rounds_in(gates, 100 * POLL_EVERY_S)
    assert polled == [100] * 4
    assert calls <= 2 * 100 + 2
    assert len(asyncio.all_tasks()) == tasks
    messages = [twin.messages for twin in gates.twins]
    assert len(set(messages)) == 1


async def test_an_empty_poll_is_two_messages_and_an_audit_one_more() -> None:
    gates = Gates()
    await gates.open()
    before = gates.twins[0].messages
    polled = await rounds_in(gates, 100 * POLL_EVERY_S)
    assert gates.twins[0].messages - before == 2 * polled[0] + 1


async def test_a_tile_at_one_reader_is_found_while_the_others_go_on() -> None:
    gates = Gates()
    await gates.open()
    gates.twins[2].enter(Ntag213(TILES[0]))
    polled = await rounds_in(gates, 20 * POLL_EVERY_S)
    assert gates.tiles == [TILES[0].hex()]
    assert polled[0] == polled[1] == polled[3] == 20
    assert polled[2] > 10


async def test_a_reader_that_fails_is_started_again_and_holds_up_nobody() -> None:
    gates = Gates()
    await gates.open()
    gates.twins[1].stick_miso(StuckMiso.LOW)
    polled = await rounds_in(gates, 40 * POLL_EVERY_S)
    assert polled[0] == polled[2] == polled[3] == 40
    assert [device.name for device in gates.health if device.fault] == ["1"]
    gates.twins[1].stick_miso(None)
    await asyncio.sleep(9.0)
    assert [device.name for device in gates.health if device.fault] == []
    gates.twins[1].enter(Ntag213(TILES[1]))
    await asyncio.sleep(0.1)
    assert gates.tiles == [TILES[1].hex()]


async def test_readers_rest_where_no_tile_can_come_and_are_back_within_one_interval() -> None:
    gates = Gates()
    await gates.open()
    gates.polls.set_pace(REST_EVERY_S)
    await asyncio.sleep(REST_EVERY_S)
    assert await rounds_in(gates, 10 * REST_EVERY_S) == [10] * 4
    await asyncio.sleep(REST_EVERY_S / 3)
    gates.polls.set_pace(POLL_EVERY_S)
    gates.twins[0].enter(Ntag213(TILES[0]))
    assert (await rounds_in(gates, POLL_EVERY_S + 0.001))[1:] == [1] * 3
    await asyncio.sleep(0.02)
    assert gates.tiles == [TILES[0].hex()]


async def test_a_round_without_readers_waits_for_nothing() -> None:
    gates = Gates()
    await gates.open()
    for task in gates.tasks:
        task.cancel()
    await asyncio.gather(*gates.tasks, return_exceptions=True)
    await asyncio.sleep(1.0)
    assert gates.polls._timer is None
