"""Device tests of the guided set-up: prompts to the operator and measurements."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from msgspec import Struct

from controller.care.doctor.findings import Finding
from controller.config.schema import TableConfig
from controller.devices.hardware import Hardware
from controller.games.contract.inputs import ButtonPressed, KnobTurned
from controller.games.contract.values import CastleId
from controller.store.setup_results import MeasuredValue
from hw.castle_link.messages import BoardEvent
from hw.clock import Clock
from hw.values import ReaderId


class PromptKind(Enum):
    """A request to the operator. A short press of the knob answers yes, a long one no."""

    TURN = "turn"
    TURN_BACK = "turn back"
    PRESS = "press"
    CONFIRM = "confirm"
    YES = "yes"
    NO = "no"
    CARD = "card"
    PIECE = "tile"
    LOWER = "lower"
    LAY = "lay"
    DISTANCE = "room"


class Prompt(Struct, frozen=True):
    """A prompt at a device; ``fingers`` is the distance that ``PromptKind.DISTANCE`` asks about."""

    device: str
    step: PromptKind
    text: str
    fingers: int = 0


class DeviceTestFailed(Exception):
    """A device did not pass, or the operator did not respond."""


HOW_TO_ANSWER: Final = "Press the knob for yes, hold it for no."

SetupEvent = ButtonPressed | KnobTurned | tuple[ReaderId, BoardEvent]


@dataclass
class Operator:
    """The person at the table. Create it inside a running event loop.

    Attributes:
        ask: shows a prompt.
        confirm: asks a question at the terminal, if the table has no knob.
        open_knob: opens the knob; None if there is none.
        patience_s: time limit for each prompt.
        events: events at the table that the test has not taken yet.
    """

    ask: Callable[[Prompt], None]
    confirm: Callable[[str], Awaitable[bool]]
    open_knob: Callable[[], object] | None
    patience_s: float
    events: asyncio.Queue[SetupEvent] = field(default_factory=asyncio.Queue)

    def drain_events(self) -> list[SetupEvent]:
        return [self.events.get_nowait() for _ in range(self.events.qsize())]

    async def ask_and_wait_for_event(self, prompt: Prompt, wanted: Callable[[SetupEvent], bool]) -> SetupEvent:
        self.drain_events()
        self.ask(prompt)
        try:
            async with asyncio.timeout(self.patience_s):
                while not wanted(event := await self.events.get()):
                    pass
        except TimeoutError:
            raise self.make_timeout_error(prompt) from None
        return event

    async def ask_and_wait_for_press(
        self, device: str, step: PromptKind, text: str, button: str, castle: CastleId | None
    ) -> None:
        def matches(event: SetupEvent) -> bool:
            press = (button, castle, False)
            return isinstance(event, ButtonPressed) and (event.button, event.castle, event.long) == press

        await self.ask_and_wait_for_event(Prompt(device, step, text), matches)

    async def ask_yes_no(
        self, device: str, question: str, step: PromptKind = PromptKind.CONFIRM, fingers: int = 0
    ) -> bool:
        if self.open_knob is None:
            return await self.confirm(question)
        self.open_knob()
        prompt = Prompt(device, step, f"{question} {HOW_TO_ANSWER}", fingers)
        event = await self.ask_and_wait_for_event(
            prompt, lambda event: isinstance(event, ButtonPressed) and event.button == "knob"
        )
        return isinstance(event, ButtonPressed) and not event.long

    def make_timeout_error(self, prompt: Prompt) -> DeviceTestFailed:
        return DeviceTestFailed(
            f"no response within {self.patience_s:.0f} s. {prompt.text} Check the wiring: royaltable wiring"
        )


@dataclass
class DeviceTest:
    """The test of one device; ``say`` prints progress, findings name ``config_file``."""

    device: str
    operator: Operator
    hardware: Hardware
    clock: Clock
    config: TableConfig
    config_file: str
    say: Callable[[str], None]
    figures: dict[str, MeasuredValue] = field(default_factory=dict)
    findings: list[str] = field(default_factory=list)

    async def sleep_s(self, seconds: float) -> None:
        await self.clock.sleep_until(self.clock.now_s() + seconds)

    def record_measured_value(self, name: str, figure: MeasuredValue) -> None:
        self.figures[name] = figure
        self.say(f"{self.device}: {name}: {figure}.")

    def report_finding(self, finding: Finding) -> None:
        self.findings.append(finding.code)
        self.say(finding.format())
        if finding.problem.picture:
            self.say(finding.problem.picture)

    def report_and_make_failure(self, finding: Finding) -> DeviceTestFailed:
        self.report_finding(finding)
        return DeviceTestFailed(f"{finding.code}: {finding.cause} {finding.cure}")
