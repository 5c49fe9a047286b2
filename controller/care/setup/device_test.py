"""Device tests of the guided set-up: prompts to the operator and measurements."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from msgspec import Struct

from controller.care.doctor.findings import Finding
from controller.config.schema import TableConfig
from controller.devices.hardware import Hardware
from controller.games.contract.inputs import ButtonPressed, KnobTurned
from controller.games.contract.values import Text
from controller.games.naming import translate_text
from controller.show.console_screens import DEVICES_NOT_SHOWN, DEVICES_WITH_SENTENCE
from controller.store.settings_file import Change
from controller.store.setup_results import MeasuredValue
from controller.texts.translation import ENGLISH
from hw.castle_link.messages import BoardEvent
from hw.clock import Clock
from hw.values import ReaderId


class PromptKind(Enum):
    """A request to the operator. A short press of the knob answers a question with yes, a long one with no."""

    TURN = "turn"
    TURN_BACK = "turn back"
    PRESS = "press"
    YES = "yes"
    NO = "no"
    CARD = "card"
    PIECE = "tile"
    LOWER = "lower"
    LAY = "lay"
    MAGNET = "magnet"
    POINT = "point"
    DISTANCE = "room"
    DID_TURN_RIGHT = "did turn the knob clockwise"
    AGAIN = "turn the knob again"
    PICTURE = "picture is complete"
    FOUR_PINS = "display has four pins"
    HEARD = "buzzer is heard"
    CLOCKWISE = "arrow turned clockwise"
    TURNED = "arrow turned"
    MOTOR_LAMPS = "lamps of the motor's board are lit"
    POINTS = "arrow points at the first sector"
    LAMPS = "lamps are lit in turn"
    ONE_LAMP = "this lamp is lit"
    OTHER_LAMP = "another lamp is lit"
    READER_LAMP = "reader's lamp is lit"
    RESET_HIGH = "RST has 3.3 V"
    WRITE = "write"

    @property
    def is_question(self) -> bool:
        return self in QUESTIONS


QUESTIONS: Final = frozenset(list(PromptKind)[list(PromptKind).index(PromptKind.DISTANCE) :])
"""Prompts that are answered with yes or no."""


class Prompt(Struct, frozen=True):
    """A prompt at a device.

    Attributes:
        number: fingers that ``PromptKind.DISTANCE`` asks about, or a lamp, from 0.
        values: what else its text names.
    """

    device: str
    step: PromptKind
    number: int = 0
    values: Mapping[str, str | int] = {}

    @property
    def text(self) -> Text:
        key = f"setup-{self.step.name.lower().replace('_', '-')}"
        is_gate = self.device not in {*DEVICES_WITH_SENTENCE, *DEVICES_NOT_SHOWN}
        castle = {"castle": Text(self.device)} if is_gate else {}
        return Text(key, {"number": self.number, **castle, **self.values})


class SetupLine(Struct, frozen=True):
    """A line that the set-up says, of ``device`` if it has one; a ``str`` is English."""

    text: Text | str
    device: str = ""

    def format_in_english(self) -> str:
        text = self.text if isinstance(self.text, str) else translate_text(self.text, ENGLISH)
        return f"{self.device}: {text}" if self.device else text


class DeviceTestFailed(Exception):
    """A device did not pass, or the operator did not respond; a ``str`` is English."""

    def __init__(self, text: Text | str) -> None:
        super().__init__(text if isinstance(text, str) else translate_text(text, ENGLISH))
        self.text = text


class SettingsChanged(Exception):
    """table.toml names the device otherwise now, so that it has to be tested again."""


SetupEvent = ButtonPressed | KnobTurned | tuple[ReaderId, BoardEvent]


@dataclass
class Operator:
    """The person at the table. Create it inside a running event loop.

    Attributes:
        ask: shows a prompt.
        confirm: asks a question at the terminal, if the table has no knob that works.
        open_knob: opens the knob; None if none works.
        patience_s: time limit for each prompt.
        events: events at the table that the test has not taken yet.
    """

    ask: Callable[[Prompt], None]
    confirm: Callable[[Prompt], Awaitable[bool]]
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

    async def ask_yes_no(self, prompt: Prompt) -> bool:
        if self.open_knob is None:
            return await self.confirm(prompt)
        self.open_knob()
        event = await self.ask_and_wait_for_event(
            prompt, lambda event: isinstance(event, ButtonPressed) and event.button == "knob"
        )
        return isinstance(event, ButtonPressed) and not event.long

    def make_timeout_error(self, prompt: Prompt) -> DeviceTestFailed:
        return DeviceTestFailed(Text("setup-no-response", {"seconds": round(self.patience_s), "prompt": prompt.text}))


@dataclass
class DeviceTest:
    """The test of one device; ``say`` shows progress, findings name ``config_file``.

    ``change_settings`` writes values into table.toml and uses them from then on.
    """

    device: str
    operator: Operator
    hardware: Hardware
    clock: Clock
    config: TableConfig
    config_file: str
    say: Callable[[SetupLine], None]
    change_settings: Callable[[Sequence[Change]], TableConfig]
    figures: dict[str, MeasuredValue] = field(default_factory=dict)
    findings: list[str] = field(default_factory=list)

    async def sleep_s(self, seconds: float) -> None:
        await self.clock.sleep_until(self.clock.now_s() + seconds)

    def record_measured_value(self, name: str, figure: MeasuredValue) -> None:
        self.figures[name] = figure
        self.say(SetupLine(f"{name}: {figure}.", self.device))

    def say_progress(self, key: str, **values: str) -> None:
        self.say(SetupLine(Text(key, values), self.device))

    def report_finding(self, finding: Finding) -> None:
        self.findings.append(finding.code)
        self.say(SetupLine(finding.format()))
        if finding.problem.picture:
            self.say(SetupLine(finding.problem.picture))

    async def ask(self, step: PromptKind, number: int = 0, **values: str | int) -> bool:
        return await self.operator.ask_yes_no(Prompt(self.device, step, number, values))

    async def offer_to_write(self, *changes: Change) -> bool:
        """Ask whether to write values into table.toml, and do so; return whether they were written."""
        shown = " and ".join(map(str, changes))
        if not await self.ask(PromptKind.WRITE, shown=shown, file=self.config_file):
            return False
        self.config = self.change_settings(changes)
        self.say_progress("setup-wrote", shown=shown)
        return True

    async def report_and_offer_to_write(self, finding: Finding, *changes: Change) -> Exception:
        """Return what to raise: SettingsChanged, or DeviceTestFailed if the operator does not want the values."""
        failed = self.report_and_make_failure(finding)
        return SettingsChanged() if await self.offer_to_write(*changes) else failed

    def report_and_make_failure(self, finding: Finding) -> DeviceTestFailed:
        self.report_finding(finding)
        return DeviceTestFailed(f"{finding.code}: {finding.cause} {finding.cure}")
