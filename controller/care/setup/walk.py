"""The walk through all devices of a table: each is lit, asked for a real event, and ticked off."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC
from functools import partial

from controller.care.setup.console import try_arrow, try_buzzer, try_display, try_knob, try_supply
from controller.care.setup.gate import BoardNews, try_gate
from controller.care.setup.people import BirthCertificate, NotSeen, People, Prompt, Trial
from controller.config import TableConfig
from controller.devices.hardware import Hardware
from hw.castle_link.messages import BoardEvent
from hw.clock import Clock
from hw.errors import HardwareError
from hw.values import ReaderId

Try = Callable[[Trial], Awaitable[None]]


class SetupWalk:
    """One walk. Make it inside a running loop; the caller switches the hardware off.

    Args:
        config_file: where the settings are, for people.
        ask: told of each prompt.
        say: told how it goes.
        confirm: asks people at the terminal, where the table has no knob.
        patience_s: how long people may take for each prompt; then the device is not ticked off.
    """

    def __init__(
        self,
        config: TableConfig,
        hardware: Hardware,
        clock: Clock,
        certificate: BirthCertificate,
        *,
        config_file: str,
        ask: Callable[[Prompt], None],
        say: Callable[[str], None],
        confirm: Callable[[str], Awaitable[bool]],
        patience_s: float,
    ) -> None:
        self._config = config
        self._config_file = config_file
        self._hardware = hardware
        self._clock = clock
        self._certificate = certificate
        self._say = say
        open_knob = None if config.console is None else partial(hardware.controls.open_knob, config.console)
        self._people = People(ask=ask, confirm=confirm, open_knob=open_knob, patience_s=patience_s)
        self._boards = BoardNews()

    def devices(self) -> dict[str, Try]:
        """What is tried at each device, in this order; last the supply of them all."""
        config, hardware, clock, people = self._config, self._hardware, self._clock, self._people
        tries: dict[str, Try] = {}
        if config.console is not None:
            tries["console"] = self._console
        if config.oled is not None:
            tries["oled"] = partial(try_display, people=people, clock=clock, hardware=hardware, config=config)
        if hardware.sounds.is_wired:
            tries["buzzer"] = partial(try_buzzer, people=people, clock=clock, sounds=hardware.sounds)
        if config.spinner is not None:
            tries["spinner"] = partial(try_arrow, people=people, clock=clock, arrow=hardware.arrow)
        for gate in config.gates:
            tries[gate.color] = partial(
                try_gate, people=people, clock=clock, hardware=hardware, boards=self._boards, gate=gate
            )
        tries["supply"] = partial(try_supply, clock=clock, hardware=hardware, config=config)
        return tries

    async def run(self, only: str | None = None) -> list[str]:
        """Go through all devices that are not ticked off, or through one; gives those that do not work."""
        failed = []
        async with self._listening():
            for name, try_it in self.devices().items():
                if name != only and (only is not None or name in self._certificate.done):
                    continue
                trial, fault = Trial(name, self._say, self._config_file), ""
                try:
                    await try_it(trial)
                except (HardwareError, NotSeen) as seen:
                    failed.append(name)
                    fault = str(seen)
                today = self._hardware.ports.utc_now().astimezone(UTC).date().isoformat()
                self._certificate.enter(name, trial.part(today, fault))
                self._say(f"{name}: {fault or 'works.'}")
        return failed

    async def _console(self, trial: Trial) -> None:
        assert self._config.console is not None
        self._hardware.controls.open_knob(self._config.console)
        await try_knob(trial, self._people, self._clock, self._config.console)

    @asynccontextmanager
    async def _listening(self) -> AsyncIterator[None]:
        self._hardware.controls.used.listen(self._people.happened)

        def heard(news: tuple[ReaderId, BoardEvent]) -> None:
            self._boards.heard(*news)
            self._people.happened(news)

        self._hardware.boards.heard.listen(heard)
        link = self._hardware.boards.open()
        running = None if link is None else asyncio.create_task(link.run())
        try:
            yield
        finally:
            if running is not None:
                running.cancel()
