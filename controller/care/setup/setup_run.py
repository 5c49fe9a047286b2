"""Run the tests of all devices of a table and save their results."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC
from functools import partial
from pathlib import Path
from typing import Final

from controller.care.doctor.measuring import BoardStatus
from controller.care.setup.console import try_arrow, try_buzzer, try_display, try_knob, try_supply
from controller.care.setup.device_test import DeviceTest, DeviceTestFailed, Operator, SettingsChanged, SetupLine
from controller.care.setup.gate import try_gate, try_neighbours
from controller.config.schema import TableConfig
from controller.devices.hardware import Hardware
from controller.games.contract.values import Text
from controller.store.privileges import acting_as_owner_of
from controller.store.settings_file import Change, change_config, write_changes
from controller.store.setup_results import NEIGHBOURS, DeviceResult, SetupResults
from hw.castle_link.messages import BoardEvent
from hw.clock import Clock
from hw.errors import HardwareError
from hw.values import ReaderId

MOST_TESTS: Final = 6
"""Tests of one device, each but the last of which changed a setting."""


@dataclass
class SetupRun:
    """A run of the set-up, created in an event loop; the caller switches the hardware off.

    Attributes:
        config_file: name of table.toml in findings.
        settings_file: table.toml, to write values into; None at a simulated table, which uses them without a file.
        changes: values that were written, in order.
        progress: the number of the device that is tested, from 1, and of how many.
    """

    config: TableConfig
    hardware: Hardware
    clock: Clock
    results: SetupResults
    operator: Operator
    say: Callable[[SetupLine], None]
    config_file: str
    settings_file: Path | None = None
    boards: BoardStatus = field(default_factory=BoardStatus)
    changes: list[Change] = field(default_factory=list)
    progress: tuple[int, int] = (0, 0)

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
            **{
                gate.color: partial(try_gate, boards=self.boards, gate=gate, gates=config.gate_sections)
                for gate in config.gate_sections
            },
            NEIGHBOURS: partial(try_neighbours, gates=config.gate_sections),
            "supply": try_supply,
        }

    async def run_tests(self, only: str | None = None) -> list[str]:
        """Test the devices that have not passed yet, or ``only``; return the names that failed."""
        failed = []
        gates = {gate.color for gate in self.config.gate_sections}
        async with self._queueing_events():
            names = (
                [only] if only else [each for each in self.device_tests() if each not in self.results.working_devices]
            )
            for number, name in enumerate(names, start=1):
                self.progress = number, len(names)
                if name == NEIGHBOURS and only is None and not gates <= {*self.results.working_devices}:
                    self.say(SetupLine(Text("setup-not-tested"), name))
                    continue
                trial, failed_as = await self._run_test(name)
                fault = "" if failed_as is None else str(failed_as)
                if fault:
                    failed.append(name)
                    if name == "console":
                        self.operator.open_knob = None
                today = self.hardware.ports.utc_now().astimezone(UTC).date().isoformat()
                self.results.save_result(name, DeviceResult(not fault, today, trial.figures, trial.findings, fault))
                self.say(SetupLine(self._outcome(trial, failed_as), name))
        if self.changes:
            written = {"file": self.config_file, "changes": "; ".join(map(str, self.changes))}
            self.say(SetupLine(Text("setup-written", written)))
        return failed

    @staticmethod
    def _outcome(trial: DeviceTest, fault: HardwareError | DeviceTestFailed | None) -> Text | str:
        if fault is None:
            return Text("setup-works")
        code = next((code for code in trial.findings if str(fault).startswith(f"{code}:")), None)
        if code is not None:
            return Text("setup-fails", {"code": code})
        return fault.text if isinstance(fault, DeviceTestFailed) else str(fault)

    async def _run_test(self, name: str) -> tuple[DeviceTest, HardwareError | DeviceTestFailed | None]:
        """Test a device, again whenever its settings were changed; return the last test and why it failed."""
        trial = self._make_trial(name)
        for _ in range(MOST_TESTS):
            trial = self._make_trial(name)
            try:
                await self.device_tests()[name](trial)
            except SettingsChanged:
                continue
            except (HardwareError, DeviceTestFailed) as seen:
                return trial, seen
            return trial, None
        return trial, DeviceTestFailed(Text("setup-changed-often"))

    def _make_trial(self, name: str) -> DeviceTest:
        return DeviceTest(
            name,
            self.operator,
            self.hardware,
            self.clock,
            self.config,
            self.config_file,
            self.say,
            self._change_settings,
        )

    def _change_settings(self, changes: Sequence[Change]) -> TableConfig:
        if self.settings_file is not None:
            try:
                with acting_as_owner_of(self.settings_file):
                    write_changes(self.settings_file, changes)
            except (OSError, ValueError) as fault:
                raise DeviceTestFailed(
                    Text("setup-unwritten", {"file": str(self.settings_file), "fault": str(fault)})
                ) from None
        self.config = change_config(self.config, changes)
        self.changes += changes
        self.hardware.rewire(self.config)
        return self.config

    @asynccontextmanager
    async def _queueing_events(self) -> AsyncIterator[None]:
        def handle(news: tuple[ReaderId, BoardEvent]) -> None:
            self.boards.record_event(*news)
            self.operator.events.put_nowait(news)

        with (
            self.hardware.controls.operated.connect_during(self.operator.events.put_nowait),
            self.hardware.boards.event_received.connect_during(handle),
        ):
            link = self.hardware.boards.open()
            running = None if link is None else asyncio.create_task(link.run())
            try:
                yield
            finally:
                if running is not None:
                    running.cancel()
