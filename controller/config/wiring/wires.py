"""List every wire of a table, from header position to contact, including supplies and grounds."""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from controller.config.pins import (
    BEAM_CONTACTS,
    BEAM_LIGHT_NOTE,
    BEAM_PULL_UP,
    HEADER_POSITION,
    OVER_47_OHM,
    OVER_DIODE,
    OVER_LED_RESISTOR,
    PinUse,
    pin_uses,
)
from controller.config.schema import TableConfig
from firmware.castle_node import board
from hw.reader_chips import READER_CHIPS
from hw.reader_record import ReaderChip

_PICO_PINS: Final = "0 1 - 2 3 4 5 - 6 7 8 9 - 10 11 12 13 - 14 15 16 17 - 18 19 20 21 - 22 - 26 27 - 28"
PICO_POSITION: Final = {int(gp): place for place, gp in enumerate(_PICO_PINS.split(), start=1) if gp != "-"}
"""Position of each GP number's pin on a Raspberry Pi Pico (data sheet, pin-out)."""

SUPPLY_3V3, SUPPLY_5V = "3.3 V", "5 V"
GROUND: Final = "ground"

PULLED_UP: Final = "10 kΩ to 3.3 V"
OVER_SCHOTTKY: Final = "through a resettable fuse of 0.5 A, then a Schottky diode 1N5817"
DISTRIBUTED: Final = {
    **{color: f"{color} castle board's J5" for color in ("blue", "yellow", "purple", "grey")},
    "motor": "console board's J11",
}
"""Outputs of the kit's distribution board, and where each leads."""
OVER_DISTRIBUTION: Final = "through the fuse of 2 A, a MOSFET that blocks exchanged wires, a resettable fuse of 0.5 A"

ENCODER_PLUS: Final = "**on modules with a + (KY-040): 3.3 V, never 5 V, never left open**"
"""These modules have 10 kΩ pull-ups to +. An open + connects A to B; 5 V at + puts 5 V on the Pi's pins."""

SUPPLIES: Final = {
    "display": ((SUPPLY_3V3, 1, "VCC"), (GROUND, 6, "GND")),
    "ULN2003": ((SUPPLY_5V, 2, "+"), (GROUND, 9, "-")),
    "Hall sensor": ((SUPPLY_3V3, 1, "VCC"), (GROUND, 39, "GND")),
    "encoder": ((SUPPLY_3V3, 17, "+"), (GROUND, 34, "C and SW")),
    "buzzer's transistor": ((GROUND, 30, "emitter"),),
    "reader": ((SUPPLY_3V3, 17, "3.3V"), (GROUND, 25, "GND")),
    "castle": ((GROUND, 20, "common"),),
    "beams": ((SUPPLY_3V3, 17, "47 kΩ"), (SUPPLY_5V, 4, "LEDs"), (GROUND, 20, "emitters")),
}
"""Supplies by the end of a part's name: signal, header position, contact (Raspberry Pi documentation, GPIO)."""


REGULATOR: Final = "readers' regulator"
FEEDS_READERS: Final = "its output to 3.3V of all readers, 100 µF and 100 nF at each"
"""Pin 17 cannot supply four transmitters of 60 to 100 mA (MFRC522 data sheet, table 2)."""

I2C_MODULE_SUPPLY: Final = "or what its sheet says, from VSYS if it is 5 V; SDA and SCL stay at 3.3 V"

LEVEL_SHIFTER: Final = "74AHCT125"
RING_SUPPLY: Final = "VCC (14), and the ring's 5 V, from a supply of the table's own behind its fuse; 470 µF beside it"
RING_DATA: Final = "its DIN over 330 Ω from 1Y (3) of the 74AHCT125"
"""A WS2812B wants 3.5 V as a 1, which the Pico's 3.3 V are not (its data sheet: 0.7 VDD)."""

BUZZER_MINUS: Final = "its - to the transistor's collector; a 1N4148 across - and +, ring at +"
"""A magnetic buzzer is a coil: switching it off without the diode destroys the transistor."""


class Wire(Struct, frozen=True):
    """One wire.

    Attributes:
        signal: signal at the header: ``GPIO 17``, ``3.3 V``, ...
        place: position on the header.
        part, contact: the other end.
        key: key in table.toml or board.py; empty for supplies.
        gpio: GPIO number; None for supplies.
        note: further information.
    """

    signal: str
    place: int
    part: str
    contact: str
    key: str = ""
    gpio: int | None = None
    note: str = ""


def pi_wires(config: TableConfig) -> list[Wire]:
    wires = [wire for use in pin_uses(config) for wire in _pin_wires(use, config)]
    parts = list(dict.fromkeys(wire.part for wire in wires))
    shares = len(config.pi_gate_sections) > 1
    wires += [wire for part in parts for wire in _supply_wires(part) if not (shares and wire.contact == "3.3V")]
    if shares:
        parts.append(REGULATOR)
        wires += [Wire(SUPPLY_5V, 4, REGULATOR, "in"), Wire(GROUND, 20, REGULATOR, "ground", note=FEEDS_READERS)]
    if any(use.contact == "base" for use in pin_uses(config)):
        parts.append("passive buzzer")
        wires += [Wire(SUPPLY_5V, 4, "passive buzzer", "+", note=BUZZER_MINUS)]
    wires += [
        Wire(SUPPLY_3V3, 17, part, "RST", note="no reset_pin")
        for part in parts
        if _is_reader_without_reset(part, config)
    ]
    contacts = {f"{gate.color} reader": gate.reader_chip.contacts for gate in config.pi_gate_sections}
    wires = [
        replace(wire, contact=contacts[wire.part].get(wire.contact, wire.contact)) if wire.part in contacts else wire
        for wire in wires
    ]
    return sorted(wires, key=lambda wire: parts.index(wire.part))


def _pin_wires(use: PinUse, config: TableConfig) -> Iterator[Wire]:
    parts = use.part.split(" and ")
    if use.user.startswith("SPI bus"):
        bus = int(use.user.removeprefix("SPI bus "))
        parts = [
            f"{gate.color} reader" for gate in config.pi_gate_sections if gate.spi is not None and gate.spi[0] == bus
        ]
        oled = config.oled
        if oled is not None and oled.spi is not None and oled.spi[0] == bus and use.contact != "MISO":
            parts.append("display")
    for part in parts:
        contact = {"MOSI": "D1", "SCK": "D0"}.get(use.contact, use.contact) if part == "display" else use.contact
        yield Wire(f"GPIO {use.pin}", HEADER_POSITION[use.pin], part, contact, use.key, use.pin, use.note)


def _supply_wires(part: str) -> Iterator[Wire]:
    for end, supplies in SUPPLIES.items():
        if part.endswith(end):
            for signal, place, contact in supplies:
                yield Wire(
                    signal,
                    place,
                    part,
                    contact,
                    note=ENCODER_PLUS if part == "encoder" and signal == SUPPLY_3V3 else "",
                )


def _is_reader_without_reset(part: str, config: TableConfig) -> bool:
    return any(
        part == f"{gate.color} reader" and gate.spi and gate.reset_pin is None and not gate.reader_chip.reset_pulled_up
        for gate in config.pi_gate_sections
    )


class BoardKind(Struct, frozen=True):
    """What differs between castle boards; it may have two readers only with MFRC522 chips."""

    chip: ReaderChip = READER_CHIPS["mfrc522"]
    ring_pixels: int | None = None
    beams: bool = False


USUAL_BOARD: Final = BoardKind()


def gates_by_board_kind(config: TableConfig) -> dict[BoardKind, list[str]]:
    gates: dict[BoardKind, list[str]] = {}
    for gate in config.gate_sections:
        if gate.node is not None:
            gates.setdefault(BoardKind(gate.reader_chip, gate.ring_pixels, gate.beams), []).append(gate.color)
    return gates


def board_wires(readers: int = 1, kind: BoardKind = USUAL_BOARD) -> list[Wire]:
    def wire(key: str, gp: int, part: str, contact: str, note: str = "") -> Wire:
        return Wire(f"GP {gp}", PICO_POSITION[gp], part, contact, key, gp, note)

    wires = []
    if kind.chip.i2c_address is not None:
        readers = 0
        wires += [wire("SDA", board.SDA, "reader", "SDA"), wire("SCL", board.SCL, "reader", "SCL")]
        wires += [Wire(SUPPLY_3V3, 36, "reader", "3.3V", note=I2C_MODULE_SUPPLY), Wire(GROUND, 8, "reader", "GND")]
    for number in range(1, readers + 1):
        part = "reader" if readers == 1 else f"reader {number}"
        wires += [wire("SCK", board.SCK, part, "SCK", OVER_47_OHM)]
        wires += [wire("MOSI", board.MOSI, part, "MOSI", OVER_47_OHM)]
        over = "" if readers == 1 else OVER_DIODE
        wires += [wire("MISO", board.MISO, part, "MISO", over)]
        wires += [wire(f"CHIP_SELECTS {number}", board.CHIP_SELECTS[number - 1], part, "SDA", PULLED_UP)]
        wires += [wire(f"RESETS {number}", board.RESETS[number - 1], part, "RST")]
        wires += [Wire(SUPPLY_3V3, 36, part, "3.3V", note="100 µF and 100 nF beside it"), Wire(GROUND, 23, part, "GND")]
    for gp, name in zip(board.BUTTONS, ("yes", "no"), strict=True):
        wires += [wire(f"BUTTONS {name}", gp, f"button {name}", "one side")]
        wires += [Wire(GROUND, 18, f"button {name}", "the other side")]
    if kind.ring_pixels:
        wires += [wire("RING", board.RING, LEVEL_SHIFTER, "1A (2)")]
        wires += [Wire(GROUND, 18, LEVEL_SHIFTER, "GND (7) and 1OE (1)", note=RING_SUPPLY)]
        wires += [Wire(GROUND, 18, "ring", "GND", note=RING_DATA)]
    if kind.beams:
        for name, gp, contact in zip(("first", "high", "second"), board.BEAMS, BEAM_CONTACTS, strict=True):
            wires += [wire(f"BEAMS {name}", gp, "beams", contact, BEAM_PULL_UP)]
        wires += [wire("BEAM_LIGHT", board.BEAM_LIGHT, "beams", "LEDs' transistor, base", BEAM_LIGHT_NOTE)]
        wires += [Wire(SUPPLY_3V3, 36, "beams", "47 kΩ"), Wire("VSYS", 39, "beams", "LEDs")]
        wires += [Wire(GROUND, 18, "beams", "emitters")]
    leds = () if kind.ring_pixels else zip(board.LAMPS, ("left", "middle", "right"), strict=True)
    for gp, name in leds:
        wires += [wire(f"LAMPS {name}", gp, f"{name} lamp", "anode", OVER_LED_RESISTOR)]
        wires += [Wire(GROUND, 13, f"{name} lamp", "cathode")]
    return wires


def own_supply_wires() -> list[Wire]:
    """Return the wires of a castle board that a supply of the table's own feeds beside USB, which is an option."""
    supply = "table's own supply"
    return [Wire("VSYS", 39, supply, "5 V", note=OVER_SCHOTTKY), Wire(GROUND, 38, supply, "ground")]


def distribution_wires() -> list[Wire]:
    """Return the wires from the screws of the distribution board's J1, where the supply is, to what it feeds."""
    return [
        wire
        for part in DISTRIBUTED.values()
        for wire in (Wire(SUPPLY_5V, 1, part, "+5V", note=OVER_DISTRIBUTION), Wire(GROUND, 2, part, "GND"))
    ]
