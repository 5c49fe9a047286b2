"""wiring.md says the same as the shipped table, and every pin has its row."""

import re
from pathlib import Path

from controller.daemon.config import CHIP_SELECT_PINS, SPI_PINS, simulator
from firmware.castle_node import board

ROW = re.compile(r"^\| `(?P<key>[^`]+)`(?: (?P<nth>\w))? \| (?P<gpio>\d+) \| (?P<pin>\d+) \|", re.MULTILINE)

HEADER = {2: 3, 3: 5, 17: 11, 27: 13, 22: 15, 10: 19, 9: 21, 11: 23, 7: 26, 8: 24, 23: 16, 16: 36, 20: 38, 21: 40}
HEADER |= {19: 35, 26: 37, 24: 18, 25: 22}
"""Pins of the Raspberry Pi's 40-pin header by BCM number (its documentation)."""

MISO = 9
"""Of SPI bus 0; a display sends nothing back."""

PICO = {10: 14, 11: 15, 12: 16, 14: 19, 15: 20, 16: 21, 17: 22, 18: 24, 19: 25, 20: 26, 22: 29, 26: 31}
"""Pins of the Raspberry Pi Pico by GP number (its data sheet, pin-out)."""


def sections() -> tuple[str, str, str, str]:
    """The Pi's pins, those of a display on SPI, of a castle board, of one that reads tiles by itself."""
    text = (Path(__file__).parents[1] / "wiring.md").read_text(encoding="utf-8")
    pi, rest = text.split("## A display on SPI")
    spi_display, rest = rest.split("## On a castle board")
    board, reading_board = rest.split("## A castle board that reads tiles by itself")
    return pi, spi_display, board, reading_board


def rows(section: str) -> set[tuple[str, str, int]]:
    return {(row["key"], row["nth"] or "", int(row["gpio"])) for row in ROW.finditer(section)}


def test_every_pin_of_the_pi_has_a_row_with_the_number_of_the_shipped_table() -> None:
    table = simulator()
    assert table.spinner is not None
    assert table.console is not None
    assert table.oled is not None
    named = {("[spinner] coil_pins", str(nth), pin) for nth, pin in enumerate(table.spinner.coil_pins, start=1)}
    named |= {("[console] knob_pins", nth, pin) for nth, pin in zip("AB", table.console.knob_pins, strict=True)}
    named.add(("[spinner] home_pin", "", table.spinner.home_pin))
    named.add(("[console] button_pin", "", table.console.button_pin))
    assert table.console.buzzer_pin is not None
    named.add(("[console] buzzer_pin", "", table.console.buzzer_pin))
    named |= {(f"[oled] i2c_bus = {table.oled.i2c_bus}", "", pin) for pin in (2, 3)}
    named |= {("[[castle]] spi = [0, ...]", "", pin) for pin in (9, 10, 11)}
    named |= {("[[castle]] spi = [0, 0]", "", 8), ("[[castle]] spi = [0, 1]", "", 7)}
    assert rows(sections()[0]) == named


def test_a_display_on_spi_has_a_row_for_each_wire_and_takes_no_pin_of_the_rest_of_the_table() -> None:
    pi, spi_display, *_ = sections()
    wires = {("[oled] spi", "", pin) for pin in (*(set(SPI_PINS[0]) - {MISO}), CHIP_SELECT_PINS[0, 0])}
    assert rows(spi_display) == wires | {("[oled] dc_pin", "", 24), ("[oled] reset_pin", "", 25)}
    others = {pin for key, _, pin in rows(pi) if "[[castle]]" not in key}
    assert others & {pin for _, _, pin in rows(spi_display)} == set()


def test_every_pin_of_a_castle_board_has_a_row_and_all_boards_are_alike() -> None:
    panels = {castle.panel for castle in simulator().castle}
    assert len(panels) == 1
    (panel,) = panels
    assert panel is not None
    yes_pin, no_pin, lamp_pins = panel
    named = {("[[castle]] lamp_pins", str(nth), pin) for nth, pin in enumerate(lamp_pins, start=1)}
    named |= {("[[castle]] yes_pin", "", yes_pin), ("[[castle]] no_pin", "", no_pin)}
    assert rows(sections()[2]) == named


def test_every_pin_of_the_firmware_has_a_row_and_none_that_buttons_and_lamps_have() -> None:
    _, _, panel, reading = sections()
    named = {("SCK", "", board.SCK), ("MOSI", "", board.MOSI), ("MISO", "", board.MISO)}
    named |= {("CHIP_SELECTS", str(nth), pin) for nth, pin in enumerate(board.CHIP_SELECTS, start=1)}
    named |= {("RESETS", str(nth), pin) for nth, pin in enumerate(board.RESETS, start=1)}
    assert rows(reading) == named
    assert not {pin for _, _, pin in rows(reading)} & {pin for _, _, pin in rows(panel)}
    assert {pin for _, _, pin in rows(panel)} == {*board.BUTTONS, *board.LAMPS}


def test_places_on_the_headers_are_those_of_the_boards() -> None:
    for section, places in zip(sections(), (HEADER, HEADER, PICO, PICO), strict=True):
        assert {places[int(row["gpio"])] - int(row["pin"]) for row in ROW.finditer(section)} == {0}


def test_no_pin_has_two_parts() -> None:
    for section in sections():
        pins = [row["gpio"] for row in ROW.finditer(section)]
        assert len(pins) == len(set(pins))
