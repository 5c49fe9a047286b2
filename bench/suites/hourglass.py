"""How far from its deadline the hourglass stops while the loop is under load, in real time.

The load is what runs beside it in a game: four readers that poll with tiles in their fields (their chips, simulated
bit by bit, cost much more than real ones), the screen redrawn ten times a second over its bus, and half-steps.
A tile is judged by its own time against the deadline, so the error never moves a tile to the wrong side; it is what
people could see and hear.
"""

import asyncio
from typing import Final

from bench.shared.figure import Figure
from controller import config
from controller.devices import stickers
from controller.devices.hardware import Hardware
from controller.devices.health import DeviceHealth
from controller.devices.part_or_twin import make_twin_table
from controller.devices.readers import poll_reader
from controller.show.hourglass import GRACE_S, Hourglass
from controller.store.house_rules import HouseRules
from hw.clock import LoopClock, make_fine_timer_loop
from hw.oled.drawing import hourglass_screen
from hw.testing.table import TwinTable

STOPS: Final = 20
GLASS_S: Final = 0.4
REDRAW_S: Final = 0.1
SEEN_MS: Final = 100.0
"""What nobody can see or hear: the bound for the stop's lateness."""


def run() -> list[Figure]:
    """Hourglasses one after the other, without a load and with it."""
    with asyncio.Runner(loop_factory=make_fine_timer_loop) as runner:
        return [
            *figures("idle", runner.run(stops_late_s(STOPS, loaded=False))),
            *figures("under load", runner.run(stops_late_s(STOPS, loaded=True))),
        ]


def figures(name: str, late_s: list[float]) -> list[Figure]:
    late_ms = sorted(1000 * late for late in late_s)
    return [
        Figure(f"hourglass: stop late, {name}, median", late_ms[len(late_ms) // 2], "ms"),
        Figure(f"hourglass: stop late, {name}, worst of {len(late_ms)}", late_ms[-1], "ms", most=SEEN_MS),
        Figure(f"hourglass: stop early, {name}, worst", max(0.0, -late_ms[0]), "ms", most=0.0),
    ]


async def stops_late_s(number: int, *, loaded: bool) -> list[float]:
    """By how much each stop came after the moment at which it was due."""
    clock = LoopClock()
    settings = config.simulator()
    machine = make_twin_table(settings, clock)
    hardware = Hardware(settings, machine, clock)
    devices = DeviceHealth()
    hardware.open(devices)
    load = _load(machine, hardware, devices, clock) if loaded else []
    house = HouseRules(settings.table)
    late_s: list[float] = []
    try:
        for _ in range(number):
            ended = asyncio.Event()

            def stopped(deadline_s: float, ended: asyncio.Event = ended) -> None:
                late_s.append(clock.now_s() - deadline_s - GRACE_S)
                ended.set()

            hourglass = Hourglass(clock, house)
            hourglass.ran_out.connect(stopped)
            hourglass.ensure_running(GLASS_S)
            await ended.wait()
    finally:
        for task in load:
            task.cancel()
        await asyncio.gather(*load, return_exceptions=True)
        hardware.switch_off()
    return late_s


def _load(machine: TwinTable, hardware: Hardware, devices: DeviceHealth, clock: LoopClock) -> list[asyncio.Task[None]]:
    tiles = [f"t{number:02}" for number in range(1, 40)]

    async def hands() -> None:
        while True:
            for number, name in enumerate(machine.readers):
                await machine.pass_tile(name, stickers.simulated_uid(tiles[number]), 0.05)

    async def screen() -> None:
        while True:
            for tenth in range(200, 0, -1):
                hardware.screen.show(hourglass_screen(tenth / 10, tenth / 200, "Hourglass"))
                await clock.sleep_until(clock.now_s() + REDRAW_S)

    async def arrow() -> None:
        await hardware.arrow.home()
        while True:
            await hardware.arrow.turn_to(180)

    loop = asyncio.get_running_loop()
    sensing = [
        loop.create_task(poll_reader(name, chip, clock, devices, lambda _passage: None))
        for name, chip in hardware.readers.chips.items()
    ]
    return [*sensing, loop.create_task(hands()), loop.create_task(screen()), loop.create_task(arrow())]
