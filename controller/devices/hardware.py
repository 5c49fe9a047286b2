"""All devices of one table: open them, switch them off."""

import asyncio
import contextlib
import importlib
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from controller.config.schema import TableConfig
from controller.devices import arrow, castle_boards, controls, readers, screen, sound
from controller.devices.health import PANEL_SUFFIX, DeviceHealth
from controller.games.contract.values import CastleId
from firmware.castle_node.board import SPI_HZ
from hw.bus.ports import Ports
from hw.bus.recorder import RecordedPorts, Recorder
from hw.castle_link.messages import BoardEvent, BoardRecorded
from hw.clock import Clock
from hw.errors import HardwareError
from hw.values import ReaderId

if TYPE_CHECKING:
    from PIL import Image


class Hardware:
    """The devices that ``config`` names, on the ``ports`` of one machine.

    Attributes:
        recorder: what they send and read.
    """

    def __init__(self, config: TableConfig, ports: Ports, clock: Clock) -> None:
        self.ports = ports
        self.spi_hz = config.table.spi_hz
        self.recorder = Recorder(clock.now_s)
        ports = RecordedPorts(ports, self.recorder, self.spi_hz)
        self.readers = readers.Readers(
            config.pi_gate_sections, ports, clock, asyncio.Lock() if config.table.antennas == "in turn" else None
        )
        self.screen = screen.ConsoleScreen(config.oled, ports, clock)
        self.arrow = arrow.Arrow(config.spinner, ports, clock)
        self.sounds = sound.BuzzerPlayer(None if config.console is None else config.console.buzzer_pin, ports, clock)
        self.loudspeaker = None if config.voice is None else sound.Loudspeaker(config.voice, config.castle, ports)
        self.controls = controls.Controls(ports, clock)
        self.boards = castle_boards.CastleBoards(config.gate_sections, ports, clock, self.controls)
        self.boards.event_received.connect(self._keep_recording_of_board)
        self._config = config

    def record(self) -> None:
        """Record the devices until ``recorder.stop``; castle boards record their readers once, from a reset on."""
        self.recorder.start()
        self.boards.request_recordings()

    def _keep_recording_of_board(self, news: tuple[ReaderId, BoardEvent]) -> None:
        gate, event = news
        if isinstance(event, BoardRecorded):
            board = next(each.node for each in self._config.gate_sections if each.color == gate)
            for at_s, reader, sent, came in event.messages():
                self.recorder.keep((at_s, f"spi {board}.{reader}", sent, came, -1, SPI_HZ))

    def rewire(self, config: TableConfig) -> None:
        """Use other settings of devices that do not move now; castle boards keep theirs until the next start."""
        before, self._config = self._config, config
        self.screen.rewire(config.oled)
        if config.spinner is not None and config.spinner != before.spinner:
            self.arrow.reopen(config.spinner)
        if config.console != before.console:
            self.controls.close_knob()
        for gate, was in zip(config.gate_sections, before.gate_sections, strict=True):
            if gate.panel_pins != was.panel_pins:
                self.controls.close_panel(CastleId(gate.color))
            if gate.spi != was.spi or gate.beam_pins != was.beam_pins:
                self.readers.close(ReaderId(gate.color))
        self.readers.castles = config.pi_gate_sections

    def openers_by_device(self) -> dict[str, Callable[[], object]]:
        config = self._config
        named: dict[str, Callable[[], object]] = {
            castle.color: partial(self.readers.open, castle) for castle in self.readers.castles
        }
        if self.screen.is_wired:
            named["oled"] = self.screen.open
        if self.arrow.is_wired:
            named["spinner"] = self.arrow.open
        if config.console is not None:
            named["console"] = partial(self.controls.open_knob, config.console)
        if self.sounds.is_wired:
            named["buzzer"] = self.sounds.open
        if self.loudspeaker is not None:
            named["voice"] = self.loudspeaker.open
        for castle in config.castle:
            if castle.panel_pins is not None:
                named[castle.color + PANEL_SUFFIX] = partial(self.controls.open_panel, castle)
        return named

    def import_drivers(self) -> None:
        """Import the drivers of the wired devices. This is most of the work of opening them.

        Any thread may call this. A failed import is reported when the device is opened.
        """
        wired = {
            **{castle.reader_chip.driver_module: True for castle in self.readers.castles},
            "hw.oled.driver": self.screen.is_wired,
            "hw.stepper.driver": self.arrow.is_wired,
            "hw.console.knob": self._config.console is not None,
            "hw.console.buzzer": self.sounds.is_wired,
            "hw.console.castle_on_pins": any(castle.panel_pins for castle in self._config.castle),
            "hw.console.beams": any(castle.beam_pins for castle in self.readers.castles),
        }
        for driver in [name for name, is_needed in wired.items() if is_needed]:
            with contextlib.suppress(ImportError):
                importlib.import_module(driver)

    def open(self, health: DeviceHealth) -> None:
        """Open every device in a running event loop; report failures to ``health``."""
        for name, open_device in self.openers_by_device().items():
            with health.report_outcome_of(name):
                open_device()

    def switch_off(self, last: "Image.Image | None" = None) -> None:
        """Switch off coils, RF fields and buzzer, even if one fails; leave the screen dark or showing ``last``."""
        self.sounds.stop()
        last_acts: list[Callable[[], None]] = [chip.off for chip in self.readers.chips.values()]
        last_acts += [beams.close for beams in self.readers.beams.values()]
        last_acts += [self.arrow.close, self.sounds.close]
        last_acts += [part.close for part in self.controls.opened_parts]
        last_acts += [self.boards.close, partial(self.screen.switch_off, last), self.ports.close]
        for act in last_acts:
            with contextlib.suppress(HardwareError):
                act()
