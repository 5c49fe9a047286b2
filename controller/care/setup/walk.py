"""The walk through all devices of a table: each is lit, asked for a real event, and ticked off."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Final

from controller.care.setup.progress import Progress
from controller.care.setup.prompts import NotSeen, Prompt, SetupStep
from controller.care.setup.stickers import STICKER_OCTETS, try_stickers
from controller.config import CastleSection, TableConfig
from controller.devices.hardware import Hardware
from controller.devices.health import PANEL, DeviceHealth
from controller.games.contract.ids import TRAY, CastleId
from controller.games.contract.inputs import ButtonPressed, KnobTurned
from controller.games.contract.lamps import LampPattern
from controller.games.contract.texts import Text
from controller.show.console_screens import CheckScreen
from controller.show.pictures import picture
from hw.castle_link.events import BoardEvent, BoardGone, BoardThere, ReaderFailed, ReaderWorks, TagCame
from hw.clock import Clock
from hw.errors import HardwareError
from hw.poll_round import POLL_EVERY_S
from hw.units import ReaderId, Uid

LAMP_S: Final = 0.7
SOUND_EVERY_S: Final = 2.0
CLICKS: Final = 6
CLICKS_S: Final = 3.0
"""How long a hand may take for so many clicks once it has begun."""

WIRE_OCTETS: Final = 2000
"""What goes over a reader's wires and back: a line that is too slow shows by then."""

BOARD_S: Final = 10.0
"""How long to wait for a castle board."""

LAMP_WALK: Final[tuple[LampPattern, ...]] = (
    ("on", "off", "off"),
    ("off", "on", "off"),
    ("off", "off", "on"),
    ("on", "on", "on"),
)
DARK: Final[LampPattern] = ("off", "off", "off")

Happened = ButtonPressed | KnobTurned | tuple[ReaderId, BoardEvent]


class SetupWalk:
    """One walk. Make it inside a running loop; the caller switches the hardware off.

    Args:
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
        progress: Progress,
        *,
        ask: Callable[[Prompt], None],
        say: Callable[[str], None],
        confirm: Callable[[str], Awaitable[bool]],
        patience_s: float,
    ) -> None:
        self._config = config
        self._hardware = hardware
        self._clock = clock
        self._progress = progress
        self._ask = ask
        self._say = say
        self._confirm = confirm
        self._patience_s = patience_s
        self._happened: asyncio.Queue[Happened] = asyncio.Queue()
        self._boards: dict[ReaderId, BoardEvent] = {}
        self._readers: dict[ReaderId, BoardEvent] = {}

    def devices(self) -> dict[str, Callable[[], Awaitable[None]]]:
        """What is tried at each device, in this order."""
        config = self._config
        steps: dict[str, Callable[[], Awaitable[None]]] = {}
        if config.console is not None:
            steps["console"] = self._console
        if config.oled is not None:
            steps["oled"] = self._oled
        if config.console is not None and config.console.buzzer_pin is not None:
            steps["buzzer"] = self._buzzer
        if config.spinner is not None:
            steps["spinner"] = self._spinner
        return steps | {gate.color: partial(self._gate, gate) for gate in config.gates}

    async def run(self, only: str | None = None) -> list[str]:
        """Go through all devices that are not ticked off, or through one; gives those that do not work.

        Raises:
            OSError: the progress cannot be kept.
        """
        steps, failed = self.devices(), []
        async with self._listening():
            for name, step in steps.items():
                if name != only and (only is not None or name in self._progress.done):
                    continue
                try:
                    await step()
                except (HardwareError, NotSeen) as fault:
                    failed.append(name)
                    self._progress.fails(name)
                    self._note(f"{name}: {fault}")
                else:
                    self._progress.works(name)
                    self._note(f"{name}: works.")
        return failed

    @asynccontextmanager
    async def _listening(self) -> AsyncIterator[None]:
        """Hear knob, buttons and castle boards."""
        self._hardware.controls.used.listen(self._happened.put_nowait)

        def heard(news: tuple[ReaderId, BoardEvent]) -> None:
            gate, event = news
            if isinstance(event, BoardThere | BoardGone):
                self._boards[gate] = event
            if isinstance(event, ReaderWorks | ReaderFailed):
                self._readers[gate] = event
            self._happened.put_nowait(news)

        self._hardware.boards.heard.listen(heard)
        link = self._hardware.boards.open()
        running = None if link is None else asyncio.create_task(link.run())
        try:
            yield
        finally:
            if running is not None:
                running.cancel()

    # The devices

    async def _console(self) -> None:
        self._hardware.openers()["console"]()
        ask = Prompt("console", SetupStep.TURN, f"Turn the knob clockwise by {CLICKS} clicks.")
        first = await self._until(ask, self._turned(+1))
        steps = first.steps if isinstance(first, KnobTurned) else 0
        await self._clock.sleep_until(self._clock.now_s() + CLICKS_S)
        while not self._happened.empty():
            event = self._happened.get_nowait()
            steps += event.steps if isinstance(event, KnobTurned) else 0
        self._note(f"console: {steps} steps by {CLICKS} clicks.")
        self._check_clicks(steps)
        await self._until(Prompt("console", SetupStep.TURN_BACK, "Turn it back."), self._turned(-1))
        await self._until(Prompt("console", SetupStep.PRESS, "Press it briefly."), _is_press)

    def _check_clicks(self, steps: int) -> None:
        """Encoders have as many clicks as cycles of their contacts, or twice as many; people may be off by one.

        Raises:
            NotSeen: the settings name the other kind.
        """
        assert self._config.console is not None
        set_to = self._config.console.clicks_a_cycle
        other = 3 - set_to
        if abs(steps * other - CLICKS * set_to) < abs(steps - CLICKS) * set_to:
            raise NotSeen(
                f"saw {steps} steps, expected {CLICKS}: the knob is of the other kind. "
                f"Set clicks_a_cycle = {other} under [console]."
            )

    def _turned(self, direction: int) -> Callable[[Happened], bool]:
        def is_it(event: Happened) -> bool:
            if not isinstance(event, KnobTurned):
                return False
            if event.steps * direction < 0:
                self._say("It turned the other way. If you did not, swap A and B in knob_pins.")
            return event.steps * direction > 0

        return is_it

    async def _oled(self) -> None:
        began_s = self._clock.now_s()
        self._hardware.screen.show(picture(CheckScreen(Text("check-question")), self._config.table.language, 0.0, 1.0))
        self._note(f"oled: a whole picture takes its bus {(self._clock.now_s() - began_s) * 1000:.0f} ms.")
        wrong = "Set another chip under [oled]: sh1106, ssd1306 or ssd1309."
        await self._seen("oled", "Is the frame on the screen whole, at all four edges?", wrong)

    async def _buzzer(self) -> None:
        self._hardware.openers()["buzzer"]()
        devices = DeviceHealth()

        async def sound() -> None:
            while True:
                self._hardware.sounds.play("fanfare", devices)
                await self._clock.sleep_until(self._clock.now_s() + SOUND_EVERY_S)

        sounding = asyncio.create_task(sound())
        try:
            await self._seen("buzzer", "Do you hear it?", "Check the transistor and the buzzer's pins.")
        finally:
            sounding.cancel()

    async def _spinner(self) -> None:
        self._say("spinner: the arrow looks for its mark and makes a full turn. Keep your hands off.")
        began_s = self._clock.now_s()
        await self._hardware.arrow.home()
        homed_s = self._clock.now_s()
        await self._hardware.arrow.turn_to(0)
        await self._hardware.arrow.home()
        turned_s = self._clock.now_s() - homed_s
        self._note(f"spinner: its mark in {homed_s - began_s:.1f} s, and again after a turn in {turned_s:.1f} s.")
        await self._seen("spinner", "Did it turn clockwise?", "Wire the coils in the order blue, pink, yellow, orange.")

    async def _gate(self, gate: CastleSection) -> None:
        """Lamps, buttons and reader of a castle, or of the tray."""
        name, castle = ReaderId(gate.color), CastleId(gate.color)
        if gate.node is not None:
            await self._board(name)
        if gate.panel is not None or (gate.node is not None and castle != TRAY):
            if gate.panel is not None:
                self._hardware.openers()[gate.color + PANEL]()
            await self._lamps(castle)
            for step, button in ((SetupStep.YES, "yes"), (SetupStep.NO, "no")):
                wanted = partial(_is_press, button=button, castle=castle)
                await self._until(Prompt(gate.color, step, f"Press {button} at {gate.color}."), wanted)
        seen = partial(self._tag_at_a_board, name) if gate.node is not None else partial(self._tag, gate)
        await try_stickers(gate.color, seen)

    async def _board(self, name: ReaderId) -> None:
        """Wait for a castle board that may just be starting.

        Raises:
            HardwareError: it is not there, or its reader does not work.
        """
        until_s = self._clock.now_s() + BOARD_S
        while not isinstance(self._boards.get(name), BoardThere) and self._clock.now_s() < until_s:
            await self._clock.sleep_until(self._clock.now_s() + POLL_EVERY_S)
        for news in (self._boards.get(name), self._readers.get(name)):
            if isinstance(news, BoardGone | ReaderFailed):
                raise news.fault

    async def _lamps(self, castle: CastleId) -> None:
        self._say(f"{castle}: its lamps light up from left to right, then all at once.")
        try:
            for pattern in LAMP_WALK:
                self._hardware.controls.light(castle, pattern)
                await self._clock.sleep_until(self._clock.now_s() + LAMP_S)
        finally:
            self._hardware.controls.light(castle, DARK)

    async def _tag_at_a_board(self, name: ReaderId, ask: Prompt) -> Uid:
        """The next tag that a castle board tells of; a sticker where one is asked for."""
        wants_sticker = ask.step is SetupStep.PIECE
        event = await self._until(ask, lambda event: _is_tag(event, name, wants_sticker=wants_sticker))
        assert isinstance(event, tuple)
        assert isinstance(event[1], TagCame)
        return event[1].uid

    async def _tag(self, gate: CastleSection, ask: Prompt) -> Uid:
        """Poll the Pi's own reader until a tag is there; a sticker where one is asked for."""
        reader = self._hardware.readers.open(gate)
        await reader.start()
        own = self._hardware.readers.for_stickers.get(ReaderId(gate.color))  # the PyPI package tells none of this
        if own is not None and ask.step is SetupStep.CARD:
            wrong = own.wrong_octets(WIRE_OCTETS)
            at = f"at {self._hardware.spi_hz} Hz and {own.gain_db} dB"
            self._note(f"{gate.color}: chip {own.version}; {wrong} of {WIRE_OCTETS} octets wrong {at}.")
        self._ask(ask)
        try:
            async with asyncio.timeout(self._patience_s):
                while True:
                    for uid in (await reader.poll()).uids:
                        if ask.step is SetupStep.CARD or len(uid) == STICKER_OCTETS:
                            if own is not None:
                                self._note(f"{gate.color}: read {len(uid)} octets; {own.habits}.")
                            return uid
                    await self._clock.sleep_until(self._clock.now_s() + POLL_EVERY_S)
        except TimeoutError:
            raise self._too_long(ask) from None
        finally:
            with contextlib.suppress(HardwareError):
                reader.off()

    def _note(self, sentence: str) -> None:
        """Say it, and keep it for the report."""
        self._progress.note(sentence)
        self._say(sentence)

    # Waiting for people

    async def _seen(self, device: str, question: str, wrong: str) -> None:
        """Prompt people what only they can see or hear.

        Raises:
            NotSeen: they deny it, or say nothing.
        """
        if self._config.console is None:
            if not await self._confirm(question):
                raise NotSeen(wrong)
            return
        self._hardware.openers()["console"]()
        ask = Prompt(device, SetupStep.CONFIRM, f"{question} Press the knob: yes. Hold it: no.")
        event = await self._until(ask, lambda event: isinstance(event, ButtonPressed) and event.button == "knob")
        if isinstance(event, ButtonPressed) and event.long:
            raise NotSeen(wrong)

    async def _until(self, ask: Prompt, wanted: Callable[[Happened], bool]) -> Happened:
        """The next event that is ``wanted``; what came before the prompt does not count.

        Raises:
            NotSeen: it did not come in time.
        """
        while not self._happened.empty():
            self._happened.get_nowait()
        self._ask(ask)
        try:
            async with asyncio.timeout(self._patience_s):
                while not wanted(event := await self._happened.get()):
                    pass
        except TimeoutError:
            raise self._too_long(ask) from None
        return event

    def _too_long(self, ask: Prompt) -> NotSeen:
        return NotSeen(f"saw nothing for {self._patience_s:.0f} s. {ask.text} Check its wires: royaltable wiring")


def _is_press(event: Happened, button: str = "knob", castle: CastleId | None = None) -> bool:
    """Whether it is a short press of this button."""
    return isinstance(event, ButtonPressed) and (event.button, event.castle, event.long) == (button, castle, False)


def _is_tag(event: Happened, gate: ReaderId, *, wants_sticker: bool) -> bool:
    if not (isinstance(event, tuple) and event[0] == gate and isinstance(event[1], TagCame)):
        return False
    return not wants_sticker or len(event[1].uid) == STICKER_OCTETS
