"""Use of the Pi's pins: the only source for collision checks, wiring tables, drawings and the doctor."""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from controller.config.schema import CastleSection, TableConfig

SPI_PINS: Final = {0: (9, 10, 11), 1: (19, 20, 21)}
"""MISO, MOSI and SCLK of each bus on the header (Raspberry Pi documentation, SPI)."""

CHIP_SELECT_PINS: Final = {(0, 0): 8, (0, 1): 7, (1, 0): 18, (1, 1): 17, (1, 2): 16}
"""Pins of CE0, CE1 and CE2 with the usual overlays."""

I2C_PINS: Final = {0: (0, 1), 1: (2, 3)}
"""SDA and SCL of each bus (Raspberry Pi documentation, GPIO)."""

_HEADER_PINS: Final = """
- - 2 - 3 - 4 14 - 15 17 18 27 - 22 23 - 24 10 - 9 25 11 8 - 7 0 1 5 - 6 12 13 - 19 16 26 20 - 21
"""
HEADER_POSITION: Final = {int(gpio): place for place, gpio in enumerate(_HEADER_PINS.split(), start=1) if gpio != "-"}
"""Position of each GPIO on the 40-pin header (Raspberry Pi documentation, GPIO)."""

OVER_DIODE: Final = "through a BAT85, anode at the reader; 470 Ω to ground at the header"
"""Note for several readers on one bus: cloned modules hold MISO low instead of releasing it.

The resistor has 470 Ω: with four modules' wires, 1 kΩ would pull the line down too slowly for 2 MHz.
"""

OVER_47_OHM: Final = "over 47 Ω at this end"
"""Note for clock and MOSI: damps the reflections of a wire without a resistor at its end."""

OVER_LED_RESISTOR: Final = "over 330 Ω"
OVER_BASE_RESISTOR: Final = "over 1 kΩ"

COIL_COLORS: Final = ("blue", "pink", "yellow", "orange")


class PinUse(Struct, frozen=True):
    """One pin and its connection.

    Attributes:
        pin: GPIO number.
        user: name in collision reports.
        key: key in table.toml.
        part: module at the other end.
        contact: the module's contact.
        note: further information; may be empty.
        by_gpio: driven by this program; otherwise by the kernel.
    """

    pin: int
    user: str
    key: str
    part: str
    contact: str
    note: str = ""
    by_gpio: bool = True


def pin_uses(config: TableConfig) -> Iterator[PinUse]:
    """Yield every use of a Pi pin; a pin with two uses comes twice."""
    for castle in config.castle:
        if castle.board == "pi":
            yield from panel_pin_uses(castle, f"[[castle]] {castle.color}")
        if castle.beam_pins is not None:
            yield from beam_pin_uses(castle, f"[[castle]] {castle.color}")
    yield from _reset_pin_uses(config)
    yield from _spinner_pin_uses(config)
    yield from _console_pin_uses(config)
    yield from _i2c_pin_uses(config)
    yield from _oled_pin_uses(config)
    yield from _spi_pin_uses(config)


def _i2c_pin_uses(config: TableConfig) -> Iterator[PinUse]:
    parts: dict[int, list[tuple[str, str]]] = {}
    if config.oled is not None and config.oled.spi is None:
        parts[config.oled.i2c_bus] = [("display", "[oled]")]
    for gate in config.castle:
        if gate.i2c_bus is not None:
            parts.setdefault(gate.i2c_bus, []).append((f"{gate.color} reader", "[[castle]]"))
    for bus, users in parts.items():
        for pin, contact in zip(I2C_PINS.get(bus, ()), ("SDA", "SCL"), strict=False):
            part = " and ".join(part for part, _ in users)
            yield PinUse(pin, f"I2C bus {bus}", f"{users[0][1]} i2c_bus = {bus}", part, contact, by_gpio=False)


def _oled_pin_uses(config: TableConfig) -> Iterator[PinUse]:
    oled = config.oled
    if oled is None:
        return
    if oled.spi is not None and oled.dc_pin is not None:
        yield PinUse(oled.dc_pin, "[oled]", "[oled] dc_pin", "display", "D/C")
    if oled.reset_pin is not None:
        note = "omit this key if the module resets itself"
        yield PinUse(oled.reset_pin, "[oled]", "[oled] reset_pin", "display", "RES", note)


def _spinner_pin_uses(config: TableConfig) -> Iterator[PinUse]:
    if config.spinner is None:
        return
    for number, (pin, colour) in enumerate(zip(config.spinner.coil_pins, COIL_COLORS, strict=True), start=1):
        yield PinUse(pin, "[spinner]", f"[spinner] coil_pins {number}", "ULN2003", f"IN{number}", f"{colour} coil")
    note = "low at the magnet; 10 kΩ to 3.3 V and 100 nF to ground beside it: the Pi's 50 kΩ are weak near the motor"
    yield PinUse(config.spinner.home_pin, "[spinner]", "[spinner] home_pin", "Hall sensor", "OUT", note)


def _console_pin_uses(config: TableConfig) -> Iterator[PinUse]:
    console = config.console
    if console is None:
        return
    for pin, name in zip(console.knob_pins, "AB", strict=True):
        note = "the other side to ground; swap A and B if it turns the wrong way"
        yield PinUse(pin, "[console]", f"[console] knob_pins {name}", "encoder", name, note)
    yield PinUse(console.button_pin, "[console]", "[console] button_pin", "encoder", "SW", "the other side to ground")
    if console.buzzer_pin is not None:
        part, note = "buzzer's transistor", OVER_BASE_RESISTOR
        yield PinUse(console.buzzer_pin, "[console] buzzer", "[console] buzzer_pin", part, "base", note)


def _spi_pin_uses(config: TableConfig) -> Iterator[PinUse]:
    selects = {gate.spi: (f"{gate.color} reader", "[[castle]] spi", "SDA") for gate in config.castle if gate.spi}
    if config.tray is not None and config.tray.spi is not None:
        selects[config.tray.spi] = ("tray reader", "[tray] spi", "SDA")
    if config.oled is not None and config.oled.spi is not None:
        selects[config.oled.spi] = ("display", "[oled] spi", "CS")
    for bus in sorted({bus for bus, _ in selects} & SPI_PINS.keys()):
        parts = [part for (its_bus, _), (part, *_) in selects.items() if its_bus == bus]
        only_display = parts == ["display"]
        every = "display" if only_display else "every reader" + (" and the display" if "display" in parts else "")
        for pin, contact in zip(SPI_PINS[bus], ("MISO", "MOSI", "SCK"), strict=True):
            over_diode = OVER_DIODE if len(parts) > 1 + ("display" in parts) else ""
            note = over_diode if contact == "MISO" else "" if only_display else OVER_47_OHM
            yield PinUse(pin, f"SPI bus {bus}", f"spi = [{bus}, ...]", every, contact, note, by_gpio=False)
    for select, (part, key, contact) in sorted(selects.items()):
        if select in CHIP_SELECT_PINS:
            user = f"the chip select of SPI {select[0]}.{select[1]}"
            named = f"{key} = [{select[0]}, {select[1]}]"
            yield PinUse(CHIP_SELECT_PINS[select], user, named, part, contact, "chip select", by_gpio=False)


def _reset_pin_uses(config: TableConfig) -> Iterator[PinUse]:
    for pin in sorted({castle.reset_pin for castle in config.castle if castle.reset_pin is not None}):
        shared = [f"{castle.color} reader" for castle in config.castle if castle.reset_pin == pin]
        yield PinUse(pin, "[[castle]] reset_pin", "[[castle]] reset_pin", " and ".join(shared), "RST")


def panel_pin_uses(castle: CastleSection, user: str) -> Iterator[PinUse]:
    """Yield the pins of a castle's buttons and lamps, on the Pi or the castle's own board."""
    if castle.panel_pins is None:
        return
    yes_pin, no_pin, lamp_pins = castle.panel_pins
    ground = "the other side to ground"
    yield PinUse(yes_pin, user, "[[castle]] yes_pin", f"{castle.color} castle", "button yes", ground)
    yield PinUse(no_pin, user, "[[castle]] no_pin", f"{castle.color} castle", "button no", ground)
    for number, (pin, place) in enumerate(zip(lamp_pins, ("left", "middle", "right"), strict=True), start=1):
        key = f"[[castle]] lamp_pins {number}"
        yield PinUse(pin, user, key, f"{castle.color} castle", f"{place} lamp", OVER_LED_RESISTOR)


BEAM_CONTACTS: Final = ("first low beam", "high beam", "second low beam")
BEAM_PULL_UP: Final = "collector of its phototransistor, 47 kΩ to 3.3 V; emitter to ground"
"""22 kΩ want more light than the weakest LED and phototransistor of a data sheet give (kit/electrical/beams.cir)."""
BEAM_LIGHT_NOTE: Final = "over 1 kΩ; collector: the three LEDs in series, 56 Ω, 5 V"


def beam_pin_uses(castle: CastleSection, user: str) -> Iterator[PinUse]:
    """Yield the pins of a gate's light beams."""
    if castle.beam_pins is None:
        return
    *beams, light = castle.beam_pins
    for number, (pin, contact) in enumerate(zip(beams, BEAM_CONTACTS, strict=True), start=1):
        yield PinUse(pin, user, f"[[castle]] beam_pins {number}", f"{castle.color} beams", contact, BEAM_PULL_UP)
    part = f"{castle.color} beams"
    yield PinUse(light, user, "[[castle]] beam_pins 4", part, "LEDs' transistor, base", BEAM_LIGHT_NOTE)
