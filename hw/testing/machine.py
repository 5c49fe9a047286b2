"""A simulated machine: twins behind all ports, and people's actions, such as carrying tiles or pulling plugs."""

import asyncio
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from math import inf
from random import Random
from typing import Any, Final

from msgspec import Struct

from hw.bus.mock_pins import TwinPinFactory
from hw.bus.ports import I2cPort, OnBytes, OnConnectionLost, SerialPort, SpiPort
from hw.bus.twin_i2c import TwinI2cBus
from hw.castle_link.twin import BEAM_PINS, PANEL_PINS, BoardTwin, Cable, Hub, MakeBoard, NamedBoard
from hw.clock import Clock
from hw.console.twin import BeamsTwin, BuzzerTwin, KnobTwin, PanelTwin
from hw.iso14443.picc import Picc
from hw.mfrc522.field import way_over_coil
from hw.mfrc522.reader_twin import ReaderMistake, ReaderTwin
from hw.mfrc522.twin import Mfrc522Twin
from hw.ntag.twin import Ntag213
from hw.oled.twin import DISPLAY_TWIN_BY_CHIP, OledTwin, TwinSpiDisplay
from hw.reader_chips import READER_CHIPS
from hw.speech.programs import SpeechPort, Voice
from hw.speech.twin import LoudspeakerTwin
from hw.stepper.twin import RotorTwin
from hw.testing.harness import Harness
from hw.testing.pico.node_board import make_cpython_board
from hw.testing.wiring import TableWiring
from hw.values import ReaderId, Uid

DISPLAY_CHANGE_S: Final = 1.0
"""Time to swap a lit display."""

DWELL_SLICES: Final = 5
"""Parts in which a card's time at a gate passes, so that a stalled process costs it only one of them."""

STRAY_DWELL_S: Final = 0.1
"""Time of a stray tile over a wrong gate."""

FIELD_MA: Final = 60
"""Current of an MFRC522's transmitter (data sheet, 12: TVDD, 60 mA typically, 100 at most)."""

COIL_MA: Final = 100
"""Current of a coil of the 28BYJ-48: 5 V at 50 ohm (its data sheet)."""


class Costs(Struct, frozen=True):
    """Work of the machine so far, counted by its twins.

    Attributes:
        spi_messages, spi_transfers, spi_bytes: over all readers; a Pi makes one system call per message.
        airtime_s: time spent on frames.
        guard_violations: frames sent too early (ISO/IEC 14443-3).
        i2c_messages, i2c_bytes: on the OLED's bus, address bytes included.
        half_steps: made by the arrow's motor.
    """

    spi_messages: int
    spi_transfers: int
    spi_bytes: int
    airtime_s: float
    guard_violations: int
    i2c_messages: int
    i2c_bytes: int
    half_steps: int


class TwinMachine:
    """All ports of a simulated machine (``hw.bus.ports.Ports``), and people's actions.

    Args:
        make_board: creates boards, on CPython or MicroPython.
        pins: pins for the twins; new ones by default.

    Attributes:
        readers: reader chips, by name.
        rotor: the arrow, or None.
        buzzer: the console's buzzer, or None.
        panels: the castles' buttons and lamps.
        beams: light beams, by gate.
        wiring: parts and connections as the settings name them.
        harness, panel_harness: the wires between the machine's pins, or those of a castle, and their parts.
        loudspeaker: records speech.
        boards: castle boards, by their readers' names.
        cables: their cables.
        places: the cable in each USB socket.
        hub: which the cables are plugged into.
        undervolted: fault: the supply is too weak.
        supply_ma: current for fields and coils; a higher load counts as undervoltage, too.
        wall_ahead: by how much the wall clock is fast.
        dial_deg: angle of the arrow's mark on the dial, clockwise from the start of the first sector.
        display_has_spi: mistake: the display is a module for SPI.
        dark_rings: castles whose ring of pixels gets no data.
        late_s: delay of tiles, by reader.
        strays_to: readers over which tiles of other castles pass, too.
        on_power_cut: called after a power cut; a simulator ends its process then.
    """

    def __init__(
        self,
        wiring: TableWiring,
        clock: Clock,
        make_board: MakeBoard = make_cpython_board,
        pins: TwinPinFactory | None = None,
    ) -> None:
        self.clock = clock
        self._pins = pins or TwinPinFactory()
        self.wiring = wiring
        self.harness = Harness(self._pins)
        chips = dict.fromkeys((*wiring.readers, *wiring.boards), "mfrc522") | dict(wiring.reader_chips)
        self.readers: dict[ReaderId, ReaderTwin] = {
            name: READER_CHIPS[chip].make_twin(clock.now_s) for name, chip in chips.items()
        }
        for name in wiring.readers:
            self.readers[name].spi_hz = wiring.spi_hz
        self._spi: dict[tuple[int, int], SpiPort] = {
            where: self.readers[name] for name, where in wiring.readers.items()
        }
        self._i2c: dict[int, TwinI2cBus] = {}
        for name, bus in wiring.i2c_readers.items():
            record = READER_CHIPS[chips[name]]
            assert record.i2c_address is not None
            assert record.i2c_side is not None
            self._i2c_bus(bus).attach(record.i2c_address, record.i2c_side(self.readers[name]))
        for name, pin in wiring.reset_pins.items():
            self._pins.on_change(pin, self.readers[name].reset_pin.follow_level)
        self.oled: OledTwin | None = None
        self._display_at = wiring.oled
        self._display_plugged = self._powered = True
        if wiring.oled is not None:
            bus, address = wiring.oled
            self.oled = DISPLAY_TWIN_BY_CHIP[wiring.oled_chip]()
            self._i2c_bus(bus).attach(address, self.oled)
        if wiring.oled_spi is not None:
            self.oled = DISPLAY_TWIN_BY_CHIP[wiring.oled_chip]()
            where, data_command_pin = wiring.oled_spi
            self._spi[where] = TwinSpiDisplay(self.oled, self._pins, data_command_pin)
        self._oled_reset_pin = wiring.oled_reset_pin
        if self.oled is not None and wiring.oled_reset_pin is not None:
            self.oled.connect_reset_pin(self._pins, wiring.oled_reset_pin)
        self.rotor: RotorTwin | None = None
        if wiring.coil_pins is not None:
            self.rotor = RotorTwin(self.harness, wiring.coil_pins, wiring.home_pin, clock.now_s)
        self.knob: KnobTwin | None = None
        if wiring.knob_pins is not None:
            self.knob = KnobTwin(
                self.harness,
                wiring.knob_pins,
                wiring.button_pin,
                clock,
                clicks_a_cycle=wiring.knob_clicks_a_cycle,
                pulled_up=wiring.knob_pulled_up,
            )
        self.buzzer: BuzzerTwin | None = None
        if wiring.buzzer_pin is not None:
            self.buzzer = BuzzerTwin(self.harness, wiring.buzzer_pin, clock)
        self.loudspeaker = LoudspeakerTwin(clock)
        self._hand = Random(1)  # noqa: S311  # ways of tiles, no secret
        self.undervolted = False
        self.supply_ma = inf
        self.wall_ahead = timedelta()
        self.dial_deg = 0.0
        self.display_has_spi = False
        self.dark_rings: set[ReaderId] = set()
        self.late_s: dict[ReaderId, float] = {}
        self.strays_to: set[ReaderId] = set()
        self.on_power_cut: Callable[[], None] = lambda: None
        self._boards: dict[str, TwinPinFactory] = {}
        self.panel_harness: dict[ReaderId, Harness] = {}
        self.panels: dict[ReaderId, PanelTwin] = {}
        for name, panel in wiring.panels.items():
            own = panel.own_board
            harness = self.panel_harness[name] = Harness(self.board_pin_factory(name)) if own else self.harness
            self.panels[name] = PanelTwin(harness, panel.yes_pin, panel.no_pin, panel.lamp_pins, clock)
        self.boards: dict[ReaderId, BoardTwin] = {}
        self.cables: dict[ReaderId, Cable] = {}
        self.places: dict[str, Cable] = {}
        for number, (name, board) in enumerate(wiring.boards.items()):
            chance = Random(number)  # noqa: S311  # boot ids of twins are no secret
            pins, cable = self.board_pin_factory(name), Cable(chance)
            self.boards[name] = make_board(board, cable, self.mfrc522_twin(name), pins, clock, chance)
            self.cables[name] = self.places[f"usb-{number + 1}"] = cable
            cable.switch_board = partial(self._switch_board, self.boards[name])
            self.panel_harness[name] = Harness(pins)
            self.panels[name] = PanelTwin(self.panel_harness[name], *PANEL_PINS, clock)
        self.hub = Hub(self.cables.values())
        self.beams: dict[ReaderId, BeamsTwin] = {}
        for name, beam_pins in wiring.beams.items():
            pins = self.pins_of_beams(name)
            *beams, light = beam_pins or BEAM_PINS
            self.beams[name] = BeamsTwin(pins, (beams[0], beams[1], beams[2]), light, clock)

    def pins_of_beams(self, name: ReaderId) -> TwinPinFactory:
        return self._pins if self.wiring.beams[name] else self.board_pin_factory(name)

    def mfrc522_twin(self, name: ReaderId) -> Mfrc522Twin:
        """Return the twin of a reader with an MFRC522 or a WS1850S."""
        twin = self.readers[name]
        assert isinstance(twin, Mfrc522Twin)
        return twin

    @property
    def near_gates(self) -> frozenset[ReaderId]:
        """Gates whose antenna is near another, or has a card that is in another's field, too."""
        fields = {gate: chip.field for gate, chip in self.readers.items()}
        cards = Counter(picc for field in fields.values() for picc in field.piccs)
        return frozenset(
            gate for gate, field in fields.items() if field.neighbours or any(cards[picc] > 1 for picc in field.piccs)
        )

    @property
    def is_all_twins(self) -> bool:
        return True

    def serial_port_names(self) -> Sequence[str]:
        return [place for place, cable in self.places.items() if cable.plugged]

    def _switch_board(self, board: BoardTwin, powered: bool) -> None:  # noqa: FBT001  # powered or not
        if powered:
            board.reboot()
        else:
            board.off()

    def swap_cables(self, one: ReaderId, other: ReaderId) -> None:
        sockets = {cable: place for place, cable in self.places.items()}
        first, second = self.cables[one], self.cables[other]
        plugged = [cable for cable in (first, second) if cable.plugged]
        for cable in plugged:
            cable.pull()
        self.places[sockets[first]], self.places[sockets[second]] = second, first
        for cable in plugged:
            cable.plug()

    def open_serial_port(self, place: str, received: OnBytes, lost: OnConnectionLost) -> SerialPort:
        return self.places[place].open_host_end(place, received, lost)

    def spi_port(self, bus: int, chip_select: int) -> SpiPort:
        return self._spi.get((bus, chip_select)) or UnwiredSpi()

    @property
    def unbatched_spi_ports(self) -> Collection[tuple[int, int]]:
        return ()

    def i2c_port(self, bus: int) -> I2cPort:
        return self._i2c_bus(bus)

    def pin_factory(self) -> Any:
        return self._pins

    def board_pin_factory(self, board: str) -> TwinPinFactory:
        return self._boards.setdefault(board, TwinPinFactory())

    def speech_port(self, voice: Voice) -> SpeechPort:
        return self.loudspeaker

    def undervoltage(self) -> bool | None:
        return self.undervolted or self.load_ma > self.supply_ma

    @property
    def load_ma(self) -> int:
        """Present current of the arrow's coils and readers' fields, without those on castle boards."""
        fields = sum(chip.rf_on for name, chip in self.readers.items() if name not in self.boards)
        return FIELD_MA * fields + COIL_MA * (0 if self.rotor is None else self.rotor.energised_coil_count)

    def utc_now(self) -> datetime:
        return datetime.now(UTC) + self.wall_ahead

    def close(self) -> None:
        for board in self.boards.values():
            board.off()
        for pins in (self._pins, *self._boards.values()):
            pins.close()

    async def pass_tile(self, reader: ReaderId, uid: Uid, dwell_s: float = 0.1) -> None:
        """Carry a tile over a gate, on a way of the hand; its tag is ``dwell_s`` seconds between the coil's wires."""
        await self.clock.sleep_until(self.clock.now_s() + self.late_s.get(reader, 0.0))
        await self._pass_tag(reader, uid, dwell_s)
        for stray in sorted(self.strays_to - {reader}):
            await self._pass_tag(stray, uid, STRAY_DWELL_S)

    async def _pass_tag(self, reader: ReaderId, uid: Uid, dwell_s: float) -> None:
        chip, card, at_s = self.readers[reader], Ntag213(uid), self.clock.now_s()
        try:
            for seconds, aside_mm, above_mm in way_over_coil(dwell_s, self._hand):
                chip.move(card, aside_mm, above_mm)
                at_s += seconds
                await self.clock.sleep_until(at_s)
        finally:
            chip.leave(card)
        if reader in self.beams:
            await self.beams[reader].pass_tiles()

    async def hold_card_at_gate(self, reader: ReaderId, card: Picc, dwell_s: float = 0.1) -> None:
        chip = self.readers[reader]
        chip.enter(card)
        try:
            for _ in range(DWELL_SLICES):
                await self.clock.sleep_until(self.clock.now_s() + dwell_s / DWELL_SLICES)
        finally:
            chip.leave(card)

    def hold_card_above(self, reader: ReaderId, card: Picc, above_mm: float) -> None:
        """Hold a card flat above a reader, or move it there."""
        self.readers[reader].move(card, 0.0, above_mm)

    def take_card_away(self, reader: ReaderId, card: Picc) -> None:
        self.readers[reader].leave(card)

    @property
    def can_change_display(self) -> bool:
        return self._display_at is not None

    def change_display(self, display: OledTwin) -> None:
        """Replace the display; a lit one is unplugged for a moment first."""
        assert self._display_at is not None
        assert self.oled is not None
        bus, address = self._display_at
        was_lit, self.oled = self.oled.lit, display
        self._i2c_bus(bus).attach(address, display)
        if self._oled_reset_pin is not None:
            display.connect_reset_pin(self._pins, self._oled_reset_pin)
        if was_lit:
            display.missing = True
            asyncio.get_running_loop().call_later(DISPLAY_CHANGE_S, self._update_display_missing)
        else:
            self._update_display_missing()

    def move_display(self, address: int | None) -> Callable[[], None]:
        """Put the display at another address, or take it from the bus (None); return a function that undoes it."""
        assert self._display_at is not None
        assert self.oled is not None
        bus, before = self._display_at
        self._i2c_bus(bus).detach(before)
        if address is not None:
            self._i2c_bus(bus).attach(address, self.oled)

        def move_back() -> None:
            if address is not None:
                self._i2c_bus(bus).detach(address)
            if self.oled is not None:
                self._i2c_bus(bus).attach(before, self.oled)

        return move_back

    def cross_display_wires(self) -> Callable[[], None]:
        """Exchange SDA and SCL of the display's bus; return a function that undoes it."""
        assert self._display_at is not None
        bus = self._i2c_bus(self._display_at[0])
        bus.crossed = True
        return lambda: setattr(bus, "crossed", False)

    def move_reader(self, reader: ReaderId, to: tuple[int, int]) -> Callable[[], None]:
        """Wire a reader to another chip select; return a function that undoes it."""
        twin = self.readers[reader]
        twin.mistake = ReaderMistake.OTHER_SELECT
        self._spi[to] = OtherSelect(twin)

        def move_back() -> None:
            twin.mistake = None
            self._spi.pop(to, None)

        return move_back

    def swap_readers(self, one: ReaderId, other: ReaderId) -> Callable[[], object]:
        """Exchange what lies under two gates; return a function that undoes it."""
        self.readers[one], self.readers[other] = self.readers[other], self.readers[one]
        return lambda: self.swap_readers(one, other)

    def swap_castles(self, one: ReaderId, other: ReaderId) -> Callable[[], object]:
        """Exchange panels and readers of two castles, as with two boards mounted at each other's castle."""
        self.swap_readers(one, other)
        self.panels[one], self.panels[other] = self.panels[other], self.panels[one]
        return lambda: self.swap_castles(one, other)

    def copy_board_id(self, castle: ReaderId, other: ReaderId) -> Callable[[], None]:
        """Give another castle's board this castle's id; return a function that undoes it."""
        board = self.boards[other]
        assert isinstance(board, NamedBoard)
        board.set_id(self.wiring.boards[castle])
        return lambda: board.set_id(self.wiring.boards[other])

    def stop_firmware(self, castle: ReaderId) -> Callable[[], None]:
        """Leave a board with its port, but without firmware that runs; return a function that undoes it."""
        self.boards[castle].off()
        return self.boards[castle].reboot

    def set_display_plugged(self, *, plugged: bool) -> None:
        self._display_plugged = plugged
        self._update_display_missing()

    def _update_display_missing(self) -> None:
        if self.oled is not None:
            self.oled.missing = not (self._display_plugged and self._powered)

    def brown_out(self) -> None:
        for chip in self.readers.values():
            chip.brown_out()
        if self.oled is not None:
            self.oled.brown_out()

    def cut_power(self) -> None:
        """Cut the power of all parts, then call ``on_power_cut``."""
        for chip in self.readers.values():
            chip.power_down()
        self._powered = False
        self._update_display_missing()
        if self.rotor is not None:
            self.rotor.powered = False
        self.on_power_cut()

    def restore_power(self) -> None:
        for chip in self.readers.values():
            chip.power_up()
        self._powered = True
        self._update_display_missing()
        if self.rotor is not None:
            self.rotor.powered = True

    def still_on(self) -> list[str]:
        """Return the machine's own parts with field, current or light; none after a clean exit.

        Castle boards have their own power and go on reading.
        """
        fields = [f"{name} reader" for name, chip in self.readers.items() if chip.rf_on and name not in self.boards]
        coils = ["coils"] if self.rotor is not None and self.rotor.energised else []
        screen = ["screen"] if self.oled is not None and self.oled.lit else []
        return [*fields, *coils, *screen]

    def costs(self) -> Costs:
        chips, buses = self.readers.values(), self._i2c.values()
        return Costs(
            spi_messages=sum(chip.messages for chip in chips),
            spi_transfers=sum(chip.transfers for chip in chips),
            spi_bytes=sum(chip.byte_count for chip in chips),
            airtime_s=sum(chip.airtime_s for chip in chips),
            guard_violations=sum(chip.guard_violations for chip in chips),
            i2c_messages=sum(bus.messages for bus in buses),
            i2c_bytes=sum(bus.byte_count for bus in buses),
            half_steps=self.rotor.half_steps_made if self.rotor is not None else 0,
        )

    def _i2c_bus(self, number: int) -> TwinI2cBus:
        return self._i2c.setdefault(number, TwinI2cBus())


class OtherSelect(SpiPort):
    """A chip select with a reader that belongs to another one."""

    def __init__(self, twin: ReaderTwin) -> None:
        self._twin = twin

    def transfer(self, data: bytes) -> bytes:
        return self._twin.transfer_at_other_select(data)


class UnwiredSpi(SpiPort):
    """An SPI chip select with nothing on it: MISO stays low."""

    def transfer(self, data: bytes) -> bytes:
        return bytes(len(data))
