"""Format parts list and wiring as Markdown for `royaltable wiring`."""

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import Struct

from controller.config.schema import TableConfig
from controller.config.wiring.wires import (
    USUAL_BOARD,
    BoardKind,
    Wire,
    board_wires,
    distribution_wires,
    own_supply_wires,
    pi_wires,
)
from controller.games import installed
from controller.games.naming import piece_ids
from hw.reader_chips import READER_CHIPS


def format_pi_wiring(config: TableConfig) -> str:
    return _format_wires("in table.toml", "GPIO", pi_wires(config))


def format_board_wiring(readers: int = 1, kind: BoardKind = USUAL_BOARD) -> str:
    return _format_wires("in board.py", "GP", board_wires(readers, kind))


def format_beams_wiring() -> str:
    beams = [wire for wire in board_wires(kind=BoardKind(beams=True)) if wire.part == "beams"]
    return _format_wires("in board.py", "GP", beams)


def format_own_supply_wiring() -> str:
    return _format_wires("in board.py", "GP", own_supply_wires())


def format_distribution_wiring() -> str:
    rows = (f"| {wire.part} | {wire.contact} | {wire.signal} | {wire.note} |" for wire in distribution_wires())
    head = ("| part | screw | from J1 of the distribution board | |", "| --- | --- | --- | --- |")
    return "\n".join((*head, *rows)).replace("|  |", "| |")


def _format_wires(named_in: str, number: str, wires: Iterable[Wire]) -> str:
    rows = [f"| part | contact | {number} | pin | {named_in} | |", "| --- | --- | --- | --- | --- | --- |"]
    for wire in wires:
        gpio = wire.signal if wire.gpio is None else str(wire.gpio)
        key = f"`{wire.key}`" if wire.key else ""
        rows.append(f"| {wire.part} | {wire.contact} | {gpio} | {wire.place} | {key} | {wire.note} |")
    return "\n".join(row.replace("|  |", "| |").replace("|  |", "| |") for row in rows)


DISPLAY_MODULES: Final = {
    "ssd1306": "OLED 128 x 64 with SSD1306, 0.96 inch",
    "sh1106": "OLED 128 x 64 with SH1106, 1.3 inch",
    "ssd1309": "OLED 128 x 64 with SSD1309, 2.42 inch; a module with a RES pin needs reset_pin",
    "ssd1322": "greyscale OLED 256 x 64 with SSD1322, 3.12 inch",
    "ssd1327": "greyscale OLED 128 x 128 with SSD1327, 1.5 inch",
}


class PartsListItem(Struct, frozen=True):
    """What to buy; ``soldered`` onto the kit's boards, if a table has these."""

    count: int
    what: str
    why: str = ""
    soldered: bool = False


def list_parts_to_buy(config: TableConfig) -> list[PartsListItem]:
    return [item for item in (*_machine_items(config), *_console_items(config), *_gate_items(config)) if item.count]


def _machine_items(config: TableConfig) -> Iterator[PartsListItem]:
    pieces = piece_ids(installed.make_game(config.table.game, config.game))
    why = "64-bit Raspberry Pi OS, Bookworm or Trixie"
    slow = "a Zero 2 W is too slow for readers of its own"
    zero = slow if config.pi_gate_sections else "a Zero 2 W needs an adapter to micro USB"
    yield PartsListItem(1, "Raspberry Pi 4 or 5 with its own supply", f"{why}; {zero}")
    yield PartsListItem(1, "microSD card of 16 GB or more, made for endurance", "it is written at each action")
    yield PartsListItem(
        len(pieces), "NFC sticker NTAG213, 25 mm", "one under each piece; on-metal tags for metal pieces"
    )


def _console_items(config: TableConfig) -> Iterator[PartsListItem]:
    if config.oled is not None:
        where = "I2C, four pins" if config.oled.spi is None else "SPI, seven pins"
        yield PartsListItem(1, DISPLAY_MODULES[config.oled.chip], where)
    if config.console is not None:
        full = "rotary encoder with push button, 20 detents and 20 pulses a turn"
        half = "rotary encoder with push button, twice as many detents as pulses"
        yield PartsListItem(1, full if config.console.clicks_a_cycle == 1 else half, "the console's knob")
        if config.console.buzzer_pin is not None:
            yield PartsListItem(
                1,
                "passive buzzer",
                "with a transistor BC337 or 2N2222, 1 kΩ at its base, and a diode 1N4148 across the buzzer; "
                "a magnetic one (16 Ω) also with 47 Ω in series",
            )
    if config.spinner is not None:
        yield PartsListItem(1, "stepper 28BYJ-48, 5 V, with ULN2003 board", "turns the arrow")
        yield PartsListItem(1, "Hall switch with open drain for 3.3 V, such as DRV5023", "the arrow's home mark")
        yield PartsListItem(
            1, "resistor 10 kΩ, capacitor 100 nF", "beside the Hall switch, to 3.3 V and to ground", soldered=True
        )
        yield PartsListItem(1, "magnet of 5 x 2 mm", "on the arrow, its south pole towards the sensor")


def _gate_items(config: TableConfig) -> Iterator[PartsListItem]:
    own, boards = len(config.pi_gate_sections), len(config.board_by_gate)
    panels = sum(castle.panel_pins is not None for castle in config.castle)
    own -= sum(gate.i2c_bus is not None for gate in config.castle)
    chips = [gate.reader_chip for gate in config.gate_sections if gate.has_gate]
    on_spi = sum(chip.i2c_address is None for chip in chips)
    for chip in READER_CHIPS.values():
        yield PartsListItem(chips.count(chip), chip.module, chip.module_note)
    yield PartsListItem(
        int(own > 1),
        "regulator for 3.3 V and 800 mA, such as LD1117V33, 10 µF at in and out",
        "feeds the readers; its metal tab is its output: insulate it",
        soldered=True,
    )
    yield PartsListItem(int(own > 1), "perforated board", "many wires meet there: 3.3 V, ground, SPI", soldered=True)
    yield PartsListItem(
        boards,
        "Raspberry Pi Pico",
        "one per castle board (a Pico 2 works, too); MicroPython and the table's firmware go onto it",
        soldered=True,
    )
    yield PartsListItem(boards, "USB cable, micro USB to A, with data wires", "some cables only carry power")
    yield PartsListItem(
        int(boards > 0),
        f"USB hub of {boards} or more ports with a plug-in supply, 5 V and 2 A",
        "feeds the castle boards, which are too much for the ports of a Pi 5 on a supply of 3 A",
    )
    yield PartsListItem(2 * (boards + panels), "push button", "yes and no")
    beams = sum(castle.beams or castle.beam_pins is not None for castle in config.castle)
    yield PartsListItem(3 * beams, "infrared LED 940 nm, 3 mm, such as TSAL4400", "light beams behind the reader")
    yield PartsListItem(3 * beams, "phototransistor with daylight filter, 3 mm, such as TEFT4300", "light beams")
    yield PartsListItem(
        beams,
        "transistor BC337, resistors 3 x 47 kΩ, 1 kΩ and 56 Ω",
        "at the LEDs and phototransistors of a gate's beams",
        soldered=True,
    )
    rings = [castle.ring_pixels for castle in config.castle if castle.ring_pixels is not None]
    for pixels in sorted(set(rings)):
        yield PartsListItem(rings.count(pixels), f"ring of {pixels} WS2812B pixels, 5 V", "shows a castle's lamps")
    yield PartsListItem(
        len(rings), "74AHCT125, resistor 330 Ω, capacitor 470 µF", "beside each ring; lifts its data to 5 V"
    )
    yield PartsListItem(
        3 * (boards + panels - len(rings)),
        "LED with 330 Ω",
        "three lamps a castle; red, yellow or green: white and blue do not light at 3.3 V",
        soldered=True,
    )
    buses = len({gate.spi[0] for gate in config.pi_gate_sections if gate.spi is not None})
    spi_boards = on_spi - own
    yield PartsListItem(
        2 * (buses + spi_boards), "resistor 47 Ω", "in SCK and MOSI, at the Pi or the Pico", soldered=True
    )
    yield PartsListItem(on_spi, "resistor 10 kΩ", "from each chip select to 3.3 V", soldered=True)
    yield PartsListItem(on_spi, "capacitors 100 µF and 100 nF", "beside each reader", soldered=True)
    if own > 1:
        yield PartsListItem(
            own,
            "diode BAT85",
            "in each reader's MISO: clones do not release it; a 74LVC1G125 is more reliable (enable: chip select)",
            soldered=True,
        )
        yield PartsListItem(buses, "resistor 470 Ω", "MISO", soldered=True)


def format_parts_list(config: TableConfig) -> str:
    rows = [f"| {item.count} | {item.what} | {item.why} |" for item in list_parts_to_buy(config)]
    return "\n".join(["| count | part | for |", "| --- | --- | --- |", *rows])
