"""The only chooser of part or twin: opens the devices of ``table.toml`` and switches all of them off."""

import asyncio
import contextlib
from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial
from typing import Final, Literal

from PIL import Image

from controller.config import Castle, ConsoleSection, OledSection, SpinnerSection, TableConfig
from controller.config.pins import uses
from controller.devices.health import PANEL, DeviceHealth
from controller.games.contract.ids import CastleId
from controller.games.contract.inputs import ButtonPressed, KnobTurned
from controller.games.contract.lamps import LampPattern
from hw.bus.ports import Ports
from hw.castle_link import firmware
from hw.castle_link.board_twin import MakeBoard
from hw.castle_link.driver import CastleLink
from hw.castle_link.events import BoardEvent
from hw.castle_link.messages import BoardId, Hello
from hw.castle_link.panel import LinkPanel
from hw.castle_link.twin import PythonBoard
from hw.clock import Clock
from hw.console.buzzer import Buzzer
from hw.console.castle import CastleButton, CastlePanel, GpioCastlePanel, LampState
from hw.console.knob import Knob
from hw.console.press import Length, Press
from hw.console.sounds import PATTERNS
from hw.errors import HardwareError, PositionLost
from hw.mfrc522.compat import PackageReader
from hw.mfrc522.driver import Mfrc522, ResetLine
from hw.mfrc522.reset import reset_line
from hw.oled.driver import Display
from hw.oled.idle import FULL_CONTRAST
from hw.oled.serial import SpiSerial
from hw.stepper.driver import Spinner
from hw.testing import boards
from hw.testing.mixed_ports import MixedPorts
from hw.testing.table import TwinTable
from hw.testing.wiring import PanelWiring, TableWiring
from hw.units import ReaderId

SPIN_TURNS: Final = 1
"""Full turns before the arrow comes to rest."""


BOARD_MAKERS: Final = boards.MAKERS
"""What may run on the castle boards of a simulated machine."""


def parts(_clock: Clock) -> Ports:
    """The Pi's own buses and pins."""
    from hw.bus.linux import LinuxPorts  # noqa: PLC0415  # spidev, smbus2 and lgpio are there on a Pi only

    return LinuxPorts()


def flashable_ports() -> list[str]:
    """Where there are boards with MicroPython."""
    from hw.bus.linux import LinuxPorts  # noqa: PLC0415  # as above

    return list(LinuxPorts().serial_places())


def shipped_firmware() -> str:
    """The version of the castle boards' firmware that this program carries.

    Raises:
        HardwareError: it carries none.
    """
    from hw.castle_link.flash import firmware_in  # noqa: PLC0415  # mpremote is needed for flashing alone

    return firmware_in(firmware.folder()).version


def flash_board(port: str, board: str | None, progress: Callable[[int, int], None]) -> Hello:
    """Put the firmware on the board at ``port``; ``progress`` is told octets done and in all.

    Raises:
        HardwareError: what was seen and what to do.
    """
    from hw.castle_link.flash import firmware_in, flash  # noqa: PLC0415  # mpremote is needed for this alone

    image = firmware_in(firmware.folder())
    name = BoardId(board) if board is not None else None
    return flash(port, image, board=name, progress=lambda done: progress(done, image.octets))


def twins(config: TableConfig, clock: Clock, make_board: MakeBoard = PythonBoard) -> TwinTable:
    """A simulated machine wired as ``config`` says, with such castle boards where it has any."""
    return TwinTable(wiring(config), clock, make_board)


def machine(config: TableConfig, clock: Clock) -> Ports:
    """The Pi's own buses and pins, with twins of the devices that ``config`` calls simulated."""
    if not config.partly_simulated:
        return parts(clock)
    simulated = config.only(simulated=True)
    pins = {use.pin for use in uses(simulated) if use.by_gpio}
    return MixedPorts(wiring(simulated), pins, parts(clock), clock)


def wiring(config: TableConfig) -> TableWiring:
    """What a person soldered who followed ``config``."""
    oled, spinner, console = config.oled, config.spinner, config.console
    return TableWiring(
        readers={ReaderId(gate.color): gate.spi for gate in config.own_gates if gate.spi is not None},
        boards={ReaderId(gate): BoardId(node) for gate, node in config.boards.items()},
        oled=(oled.i2c_bus, oled.address) if oled and oled.spi is None else None,
        oled_spi=(oled.spi, oled.dc_pin) if oled and oled.spi is not None and oled.dc_pin is not None else None,
        oled_chip=oled.chip if oled else "ssd1306",
        coil_pins=spinner.coil_pins if spinner else None,
        home_pin=spinner.home_pin if spinner else None,
        knob_pins=console.knob_pins if console else None,
        button_pin=console.button_pin if console else None,
        panels={
            ReaderId(castle.color): PanelWiring(*castle.panel, own_board=castle.board == "own")
            for castle in config.castle
            if castle.panel is not None
        },
    )


NAMES: Final[Mapping[CastleButton | None, Literal["knob", "yes", "no"]]] = {
    None: "knob",
    CastleButton.YES: "yes",
    CastleButton.NO: "no",
}
"""How a game calls the buttons."""


class Hardware:
    """The devices of one table. A device that cannot be opened is left out and said; the rest goes on.

    Attributes:
        chips: the readers, one MFRC522 for each castle, by the castle's colour.
        panels: buttons and lamps of the castles that have any.
        on_input: who is told when the knob or a castle's button is used.
        on_news: who is told what a castle board says.
        arrow_lost: set when a spin went wrong, until the arrow is homed again.
    """

    def __init__(self, config: TableConfig, ports: Ports, clock: Clock) -> None:
        self.chips: dict[ReaderId, Mfrc522 | PackageReader] = {}
        self.panels: dict[CastleId, CastlePanel] = {}
        self.on_input: Callable[[ButtonPressed | KnobTurned], None] = lambda _input: None
        self._link: CastleLink | None = None
        self.on_news: Callable[[ReaderId, BoardEvent], None] = lambda _gate, _news: None
        self.arrow_lost = asyncio.Event()
        self._config = config
        self._ports = ports
        self._clock = clock
        self._reset_lines: dict[int, ResetLine] = {}
        self._screen: Display | None = None
        self._contrast = FULL_CONTRAST
        self._spinner: Spinner | None = None
        self._buzzer: Buzzer | None = None
        self._knob: Knob | None = None
        self._arrow = asyncio.Lock()
        self._was_lost = False
        self._playing: asyncio.Task[None] | None = None

    def open_nothing(self) -> None:
        """Let all devices be, whatever ``table.toml`` names: `open` opens none."""
        self._config = self._config.without_devices()

    def open(self, devices: DeviceHealth) -> None:
        """Open every device that ``table.toml`` names, as far as it can be opened; inside a running loop."""
        for name, open_device in self.devices().items():
            with devices.watch(name):
                open_device()

    def devices(self) -> dict[str, Callable[[], object]]:
        """What opens each device that is to be there from the start, by its name; opening twice is once."""
        config = self._config
        named: dict[str, Callable[[], object]] = {
            castle.color: partial(self.open_reader, castle) for castle in config.own_gates
        }
        if config.oled is not None:
            named["oled"] = partial(self._open_screen, config.oled)
        if config.spinner is not None:
            named["spinner"] = partial(self.open_spinner, config.spinner)
        if config.console is not None:
            named["console"] = partial(self._open_knob, config.console)
            if config.console.buzzer_pin is not None:
                named["buzzer"] = partial(self._open_buzzer, config.console.buzzer_pin)
        for castle in config.castle:
            if castle.panel is not None:
                named[castle.color + PANEL] = partial(self._open_panel, castle, castle.panel)
        return named

    def open_link(self) -> CastleLink | None:
        """The link to the castle boards, if there are any; they are looked for while it runs."""
        gates = {BoardId(node): ReaderId(gate) for gate, node in self._config.boards.items()}
        if gates and self._link is None:
            self._link = CastleLink(
                self._ports, self._clock, gates, lambda board, news: self.on_news(gates[board], news)
            )
            for board, gate in gates.items():
                castle = CastleId(gate)
                self.panels[castle] = LinkPanel(self._link, board, partial(self._panel_pressed, castle))
        return self._link

    @property
    def link_looks(self) -> int | None:
        """How often the castle boards were looked for; None without any."""
        return None if self._link is None else self._link.looks

    def _panel_pressed(self, castle: CastleId, button: CastleButton, press: Press) -> None:
        self.on_input(_pressed(press, button, castle))

    def _open_screen(self, oled: OledSection) -> Display:
        if self._screen is None:
            if oled.spi is None or oled.dc_pin is None:
                self._screen = Display(self._ports.i2c(oled.i2c_bus), address=oled.address, chip=oled.chip)
            else:
                pins = self._ports.pin_factory()
                port = self._ports.spi(*oled.spi)
                serial = SpiSerial(port, data_command_pin=oled.dc_pin, reset_pin=oled.reset_pin, pin_factory=pins)
                self._screen = Display(serial, chip=oled.chip)
        return self._screen

    def open_readers(self, devices: DeviceHealth) -> None:
        """Open the castles' readers alone."""
        for castle in self._config.own_gates:
            with devices.watch(castle.color):
                self.open_reader(castle)

    @property
    def castles(self) -> tuple[Castle, ...]:
        """The castles, and the tray, whose readers are to be open."""
        return self._config.own_gates

    def open_reader(self, castle: Castle) -> Mfrc522 | PackageReader:
        """Open one castle's reader, or give the one that is open.

        Raises:
            HardwareError: its bus cannot be had.
        """
        name = ReaderId(castle.color)
        if name not in self.chips:
            self.chips[name] = self._reader(name, castle)
        return self.chips[name]

    @property
    def sticker_readers(self) -> Mapping[ReaderId, Mfrc522]:
        """The readers that can also talk with one sticker: those that our driver drives."""
        return {name: chip for name, chip in self.chips.items() if isinstance(chip, Mfrc522)}

    def _reader(self, name: ReaderId, castle: Castle) -> Mfrc522 | PackageReader:
        assert castle.spi is not None
        if castle.driver == "mfrc522":
            reset = {} if castle.reset_pin is None else {"reset_pin": castle.reset_pin}
            return PackageReader(*castle.spi, name=name, **reset)
        port, line = self._ports.spi(*castle.spi), self._reset_line(castle.reset_pin)
        return Mfrc522(port, self._clock, name=name, gain_db=castle.gain_db, reset=line)

    def _reset_line(self, pin: int | None) -> ResetLine | None:
        """The RST line at ``pin``, high; readers that share it share the line."""
        if pin is not None and pin not in self._reset_lines:
            self._reset_lines[pin] = reset_line(pin, self._ports.pin_factory())
        return None if pin is None else self._reset_lines[pin]

    def open_spinner(self, spinner: SpinnerSection) -> Spinner:
        """Open the arrow alone, as ``spinner`` says, or give the one that is open.

        Raises:
            BusError: its pins cannot be had.
        """
        if self._spinner is None:
            self._spinner = Spinner(
                spinner.coil_pins,
                spinner.home_pin,
                pin_factory=self._ports.pin_factory(),
                clock=self._clock,
                mark_deg=spinner.mark_deg,
            )
        return self._spinner

    async def rewire_arrow(self, spinner: SpinnerSection) -> None:
        """Open the arrow in another way, as ``spinner`` says; a motion that is under way ends first.

        Raises:
            BusError: its pins cannot be had.
        """
        async with self._arrow:
            if self._spinner is not None:
                self._spinner.close()
                self._spinner = None
            self.open_spinner(spinner)

    def _open_knob(self, console: ConsoleSection) -> None:
        if self._knob is None:
            self._knob = Knob(
                console.knob_pins,
                console.button_pin,
                pin_factory=self._ports.pin_factory(),
                clock=self._clock,
                on_turn=lambda at_s, detents: self.on_input(KnobTurned(detents, at_s)),
                on_press=lambda press: self.on_input(_pressed(press)),
            )

    def _open_buzzer(self, pin: int) -> None:
        if self._buzzer is None:
            self._buzzer = Buzzer(pin, pin_factory=self._ports.pin_factory(), clock=self._clock)

    def _open_panel(self, castle: Castle, panel: tuple[int, int, tuple[int, int, int]]) -> None:
        color = CastleId(castle.color)
        if color in self.panels:
            return
        pins = self._ports.board_pins(castle.color) if castle.board == "own" else self._ports.pin_factory()
        yes_pin, no_pin, lamp_pins = panel
        self.panels[color] = GpioCastlePanel(
            yes_pin=yes_pin,
            no_pin=no_pin,
            lamp_pins=lamp_pins,
            pin_factory=pins,
            clock=self._clock,
            on_press=lambda button, press: self.on_input(_pressed(press, button, color)),
        )

    def pressed(self) -> dict[str, list[str]]:
        """The buttons of the machine's own pins that are down at this moment, by the device's name."""
        down = {"console": ["the knob"]} if self._knob is not None and self._knob.pressed else {}
        for castle, panel in self.panels.items():
            if isinstance(panel, GpioCastlePanel) and panel.pressed:
                down[castle + PANEL] = [f"button {button.value}" for button in panel.pressed]
        return down

    def light(self, castle: CastleId, pattern: LampPattern) -> None:
        """Set the lamps of a castle that has some.

        Raises:
            HardwareError: they cannot be reached.
        """
        left, middle, right = (LampState(lamp) for lamp in pattern)
        self.panels[castle].lamps((left, middle, right))

    @property
    def has_screen(self) -> bool:
        """Whether there is to be a screen."""
        return self._config.oled is not None

    def show(self, image: Image.Image, contrast: int = FULL_CONTRAST) -> None:
        """Show a picture of 128 x 64 pixels with a contrast of 0 to 255, where there is a screen.

        Raises:
            HardwareError: the screen does not answer.
        """
        if self._config.oled is not None:
            screen = self._open_screen(self._config.oled)
            if contrast != self._contrast:
                self._contrast = contrast
                screen.contrast(contrast)
            screen.show(image)

    def darken(self) -> None:
        """Make the screen dark until the next picture.

        Raises:
            HardwareError: the screen does not answer.
        """
        if self._screen is not None:
            self._screen.off()

    @property
    def has_arrow(self) -> bool:
        """Whether there is to be an arrow."""
        return self._config.spinner is not None

    @property
    def arrow_half_steps(self) -> int:
        """How many half-steps the arrow has made; it begins anew when the arrow is opened."""
        return 0 if self._spinner is None else self._spinner.made

    async def home_arrow(self) -> None:
        """Find the arrow's home mark, where there is an arrow.

        Raises:
            BusError: its pins cannot be had.
            PositionLost: the mark was not found.
        """
        self.arrow_lost.clear()
        if self._config.spinner is not None:
            async with self._arrow:
                spinner = self.open_spinner(self._config.spinner)
                try:
                    await spinner.home()
                finally:
                    self._was_lost = not spinner.homed

    async def turn_arrow(self, angle_deg: float) -> None:
        """Let the arrow come to rest at ``angle_deg``, where there is an arrow.

        People wait for its number: an arrow that was lost looks for its mark afterwards, not first.

        Raises:
            BusError: its pins cannot be had.
            PositionLost: it is not where it should be.
        """
        if self._config.spinner is None:
            return
        try:
            if self._was_lost and self._spinner is not None:
                self._spinner.require_home()
            async with self._arrow:
                await self.open_spinner(self._config.spinner).spin_to(angle_deg, SPIN_TURNS)
        except PositionLost:
            self._was_lost = True
            self.arrow_lost.set()
            raise

    @property
    def sounding(self) -> bool:
        """Whether a sound is being played."""
        return self._playing is not None and not self._playing.done()

    def sound(self, name: str, devices: DeviceHealth) -> None:
        """Play what is heard of an event, instead of what is being played; a fault is noted in ``devices``."""
        if self._buzzer is not None:
            if self._playing is not None:
                self._playing.cancel()
            self._playing = asyncio.get_running_loop().create_task(_play(self._buzzer, name, devices))

    def renew_screen(self) -> None:
        """The screen may have forgotten everything: the next picture sets it up again."""
        if self._screen is not None:
            self._screen.renew()

    def undervoltage(self) -> bool | None:
        """Whether the machine's supply is too weak; None where nothing measures it."""
        return self._ports.undervoltage()

    def utc_now(self) -> datetime:
        """The machine's wall clock."""
        return self._ports.utc_now()

    def off(self, last: Image.Image | None = None) -> None:
        """Coils without current, RF fields off, buzzer silent, screen dark or on its ``last`` picture.

        A dead device hinders no other.
        """
        if self._playing is not None:
            self._playing.cancel()
        last_acts = [chip.off for chip in self.chips.values()]
        last_acts += [part.close for part in (self._spinner, self._knob, self._buzzer) if part is not None]
        last_acts += [panel.close for panel in self.panels.values()]
        last_acts += [self._link.close] if self._link is not None else []
        if self._screen is not None:
            last_acts.append(self._screen.off if last is None else partial(self._screen.show, last))
        for act in (*last_acts, self._ports.close):
            with contextlib.suppress(HardwareError):
                act()


async def _play(buzzer: Buzzer, name: str, devices: DeviceHealth) -> None:
    with devices.watch("buzzer"):
        await buzzer.play(PATTERNS[name])


def _pressed(press: Press, button: CastleButton | None = None, castle: CastleId | None = None) -> ButtonPressed:
    """A press of the knob, or of a castle's button."""
    return ButtonPressed(NAMES[button], castle, long=press.length is Length.LONG, at_s=press.at_s)
