"""Run the tests of all devices of a table and save their results."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC
from functools import partial

from controller.care.doctor.measuring import BoardStatus
from controller.care.setup.console import try_arrow, try_buzzer, try_display, try_knob, try_supply
from controller.care.setup.device_test import DeviceTest, DeviceTestFailed, Operator
from controller.care.setup.gate import try_gate, try_neighbours
from controller.config.schema import TableConfig
from controller.devices.hardware import Hardware
from controller.store.setup_results import NEIGHBOURS, DeviceResult, SetupResults
from hw.castle_link.messages import BoardEvent
from hw.clock import Clock
from hw.errors import HardwareError
from hw.values import ReaderId


@dataclass
class SetupRun:
    """A run of the set-up, created in an event loop; the caller switches the hardware off."""

    config: TableConfig
    hardware: Hardware
    clock: Clock
    results: SetupResults
    operator: Operator
    say: Callable[[str], None]
    config_file: str
    boards: BoardStatus = field(default_factory=BoardStatus)

    def device_tests(self) -> dict[str, Callable[[DeviceTest], Awaitable[None]]]:
        """Return the test of each device, in order; gates together and the supply come last."""
        config = self.config
        console = {
            "console": (config.console, try_knob),
            "oled": (config.oled, try_display),
            "buzzer": (self.hardware.sounds.is_wired, try_buzzer),
            "spinner": (config.spinner, try_arrow),
        }
        return {
            **{name: try_it for name, (is_there, try_it) in console.items() if is_there},
            **{gate.color: partial(try_gate, boards=self.boards, gate=gate) for gate in config.gate_sections},
            NEIGHBOURS: partial(try_neighbours, gates=config.gate_sections),
            "supply": try_supply,
        }

    async def run_tests(self, only: str | None = None) -> list[str]:
        """Test the devices that have not passed yet, or ``only``; return the names that failed."""
        failed = []
        gates = {gate.color for gate in self.config.gate_sections}
        async with self._queueing_events():
            for name, try_it in self.device_tests().items():
                if name != only and (only is not None or name in self.results.working_devices):
                    continue
                if name == NEIGHBOURS and only is None and not gates <= {*self.results.working_devices}:
                    continue
                trial = DeviceTest(
                    name, self.operator, self.hardware, self.clock, self.config, self.config_file, self.say
                )
                fault = ""
                try:
                    await try_it(trial)
                except (HardwareError, DeviceTestFailed) as seen:
                    failed.append(name)
                    fault = str(seen)
                today = self.hardware.ports.utc_now().astimezone(UTC).date().isoformat()
                self.results.save_result(name, DeviceResult(not fault, today, trial.figures, trial.findings, fault))
                self.say(f"{name}: {fault or 'works.'}")
        return failed

    @asynccontextmanager
    async def _queueing_events(self) -> AsyncIterator[None]:
        self.hardware.controls.operated.connect(self.operator.events.put_nowait)

        def handle(news: tuple[ReaderId, BoardEvent]) -> None:
            self.boards.record_event(*news)
            self.operator.events.put_nowait(news)

        self.hardware.boards.event_received.connect(handle)
        link = self.hardware.boards.open()
        running = None if link is None else asyncio.create_task(link.run())
        try:
            yield
        finally:
            if running is not None:
                running.cancel()
