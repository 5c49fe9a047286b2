"""Pins and wires.

To renew tables and drawings (needs WireViz and Graphviz):
`ROYALTABLE_RENEW=1 .venv/bin/pytest tests/config/test_wiring.py`
"""

import html
import os
import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from controller.__main__ import main
from controller.config import examples, parse_config
from controller.config.schema import TableConfig
from controller.config.wiring.bill import (
    format_beams_wiring,
    format_board_wiring,
    format_distribution_wiring,
    format_own_supply_wiring,
    format_parts_list,
    format_pi_wiring,
)
from controller.config.wiring.harness import make_wireviz_harness, write_harness_svg
from controller.config.wiring.wires import BoardKind, Wire, board_wires, own_supply_wires, pi_wires
from firmware.castle_node import board
from hw.bus.linux import LinuxPorts
from hw.errors import BusError
from hw.reader_chips import READER_CHIPS

ROOT = Path(__file__).parents[2]
RENEW = os.environ.get("ROYALTABLE_RENEW") == "1"

HEADER = {2: 3, 3: 5, 17: 11, 27: 13, 22: 15, 10: 19, 9: 21, 11: 23, 7: 26, 8: 24, 23: 16, 16: 36, 20: 38, 21: 40}
HEADER |= {19: 35, 26: 37, 24: 18, 25: 22, 5: 29, 6: 31, 12: 32, 13: 33, 18: 12, 4: 7, 14: 8, 15: 10}
"""Pins of the Raspberry Pi's 40-pin header by BCM number (its documentation)."""
SUPPLY_PINS = {"3.3 V": {1, 17}, "5 V": {2, 4}, "ground": {6, 9, 14, 20, 25, 30, 34, 39}}
"""Of the same header."""

PICO = {
    4: 6,
    5: 7,
    6: 9,
    7: 10,
    8: 11,
    9: 12,
    10: 14,
    11: 15,
    12: 16,
    13: 17,
    14: 19,
    15: 20,
    16: 21,
    17: 22,
    18: 24,
    19: 25,
    20: 26,
    22: 29,
    26: 31,
}
"""Pins of the Raspberry Pi Pico by GP number (its data sheet, pin-out)."""
PICO_SUPPLY_PINS = {"3.3 V": {36}, "VSYS": {39}, "ground": {3, 8, 13, 18, 23, 28, 38}}

MAY_HAVE_5_V = {
    ("ULN2003", "+"),
    ("74AHCT125", "VCC (14)"),
    ("ring", "5V"),
    ("table's own supply", "5 V"),
    ("readers' regulator", "in"),
    ("passive buzzer", "+"),
    ("beams", "LEDs"),
    ("blue beams", "LEDs"),
}

SPI_DISPLAY = '[oled]\nchip = "ssd1309"\nspi = [0, 0]\ndc_pin = 24\nreset_pin = 25\n'


def example(name: str) -> TableConfig:
    return parse_config(examples.read_example(name))


def with_a_display_on_spi() -> TableConfig:
    castles = 'castle = [{color = "blue", node = "b"}, {color = "yellow", node = "y"}]\n'
    return parse_config(castles + SPI_DISPLAY)


def with_a_pn532() -> TableConfig:
    castles = '{color = "blue", spi = [0, 0], chip = "pn532", reset_pin = 27}, {color = "grey", node = "g"}'
    return parse_config(f"castle = [{castles}]")


def with_beams() -> TableConfig:
    blue = '{color = "blue", spi = [0, 0], reset_pin = 27, beam_pins = [4, 14, 15, 16]}'
    return parse_config(f'castle = [{blue}, {{color = "grey", node = "g"}}]')


TABLES: dict[str, Callable[[], str]] = {
    "bill a": lambda: format_parts_list(example("a")),
    "bill b": lambda: format_parts_list(example("b")),
    "pi a": lambda: format_pi_wiring(example("a")),
    "pi b": lambda: format_pi_wiring(example("b")),
    "board 1": lambda: format_board_wiring(1),
    "board 2": lambda: format_board_wiring(2),
    "board supply": format_own_supply_wiring,
    "distribution": format_distribution_wiring,
    "board i2c": lambda: format_board_wiring(kind=BoardKind(READER_CHIPS["ws1850s"])),
    "board beams": format_beams_wiring,
    "board ring": lambda: format_board_wiring(kind=BoardKind(ring_pixels=12)),
    "pi pn532": lambda: format_pi_wiring(with_a_pn532()),
    "display": lambda: format_pi_wiring(with_a_display_on_spi()),
}
DRAWINGS = {
    "a-pi": lambda: make_wireviz_harness("Raspberry Pi", pi_wires(example("a"))),
    "b-pi": lambda: make_wireviz_harness("Raspberry Pi", pi_wires(example("b"))),
    "castle-board": lambda: make_wireviz_harness("Raspberry Pi Pico", board_wires()),
}


@pytest.mark.parametrize("name", TABLES)
def test_each_table_in_the_document_is_current(name: str) -> None:
    document = ROOT / "wiring.md"
    text, wanted = document.read_text(encoding="utf-8"), TABLES[name]()
    block = re.compile(rf"(<!-- {name} -->\n)(?:\n(?:\|.*\n)+)?")
    if RENEW:
        text = block.sub(lambda found: f"{found[1]}\n{wanted}\n", text)
        document.write_text(text, encoding="utf-8")
    (found,) = block.finditer(text)
    assert found[0] == f"<!-- {name} -->\n\n{wanted}\n"


def texts(svg: str) -> list[str]:
    return sorted(map(html.unescape, re.findall(r"<text[^>]*>([^<]*)</text>", svg)))


@pytest.mark.parametrize("name", DRAWINGS)
def test_each_drawing_in_the_document_is_current(name: str, tmp_path: Path) -> None:
    if shutil.which("dot") is None:
        pytest.skip("no Graphviz here. Cure: sudo apt install graphviz")
    shipped = ROOT / "docs" / "wiring" / f"{name}.svg"
    drawn = write_harness_svg(name, DRAWINGS[name](), tmp_path).read_text(encoding="utf-8")
    if RENEW:
        shipped.write_text(drawn, encoding="utf-8")
    assert texts(shipped.read_text(encoding="utf-8")) == texts(drawn)


@pytest.mark.parametrize("name", DRAWINGS)
def test_every_wire_is_drawn_with_both_ends(name: str) -> None:
    written = "\n".join(texts((ROOT / "docs" / "wiring" / f"{name}.svg").read_text(encoding="utf-8")))
    wires = board_wires() if name == "castle-board" else pi_wires(example(name[0]))
    for wire in wires:
        assert re.search(rf":{wire.place}:{wire.signal}$", written, re.MULTILINE), wire
        assert re.search(rf"^{wire.part}:\d+:{re.escape(wire.contact)}$", written, re.MULTILINE), wire


def test_every_pin_of_the_firmware_is_wired() -> None:
    wires = {(wire.contact, wire.gpio) for wire in board_wires(2) if wire.part.startswith("reader") and wire.gpio}
    assert wires == {
        ("SCK", board.SCK),
        ("MOSI", board.MOSI),
        ("MISO", board.MISO),
        *(("SDA", pin) for pin in board.CHIP_SELECTS),
        *(("RST", pin) for pin in board.RESETS),
    }
    i2c_board = board_wires(kind=BoardKind(READER_CHIPS["ws1850s"]))
    on_i2c = {wire.gpio for wire in i2c_board if wire.part == "reader"} - {None}
    assert on_i2c == {board.SDA, board.SCL}
    panel = {wire.gpio for wire in board_wires() if "button" in wire.part or "lamp" in wire.part} - {None}
    assert panel == {*board.BUTTONS, *board.LAMPS}
    beams = {wire.gpio for wire in board_wires(kind=BoardKind(beams=True)) if wire.part == "beams"} - {None}
    assert beams == {*board.BEAMS, board.BEAM_LIGHT} == {7, 8, 9, 13}


@pytest.mark.parametrize(
    ("wires", "places", "supplies"),
    [
        (pi_wires(example("a")), HEADER, SUPPLY_PINS),
        (pi_wires(example("b")), HEADER, SUPPLY_PINS),
        (pi_wires(with_a_display_on_spi()), HEADER, SUPPLY_PINS),
        (pi_wires(with_a_pn532()), HEADER, SUPPLY_PINS),
        ([*board_wires(2), *own_supply_wires()], PICO, PICO_SUPPLY_PINS),
        (board_wires(kind=BoardKind(READER_CHIPS["ws1850s"])), PICO, PICO_SUPPLY_PINS),
        (board_wires(kind=BoardKind(ring_pixels=12)), PICO, PICO_SUPPLY_PINS),
        (board_wires(kind=BoardKind(beams=True)), PICO, PICO_SUPPLY_PINS),
        (pi_wires(with_beams()), HEADER, SUPPLY_PINS),
    ],
)
def test_positions_match_the_headers_and_5_v_goes_where_allowed(
    wires: list[Wire], places: dict[int, int], supplies: dict[str, set[int]]
) -> None:
    for wire in wires:
        assert wire.place in supplies[wire.signal] if wire.gpio is None else wire.place == places[wire.gpio], wire
    assert {(wire.part, wire.contact) for wire in wires if wire.signal in {"5 V", "VSYS"}} <= MAY_HAVE_5_V
    grounded = {wire.part for wire in wires if wire.signal == "ground"}
    over_its_transistor = {"passive buzzer"}
    assert grounded == {wire.part for wire in wires} - over_its_transistor


def test_coils_are_on_pins_that_the_pi_pulls_down_at_boot() -> None:
    """GPIO 0 to 8 are pulled up then (BCM2835 peripherals, table 6-31), and would feed the motor."""
    for name in ("a", "b"):
        spinner, console = example(name).spinner, example(name).console
        assert spinner is not None
        assert console is not None
        assert min(*spinner.coil_pins, console.buzzer_pin or 0) >= 9


@pytest.mark.parametrize("name", ["a", "b"])
def test_the_plus_of_a_knob_module_is_at_3_3_v(name: str) -> None:
    """Open, it ties A to B over two resistors of 10 kΩ; at 5 V it kills the Pi."""
    (plus,) = [wire for wire in pi_wires(example(name)) if (wire.part, wire.contact) == ("encoder", "+")]
    assert (plus.signal, plus.place) == ("3.3 V", 17)
    assert "never 5 V" in plus.note


def wiring(*arguments: str) -> Any:
    return CliRunner().invoke(main, ["wiring", *arguments])


def test_the_command_prints_the_tables_of_any_settings(tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text(examples.read_example("b"))
    result = wiring("--config", str(tmp_path / "table.toml"))
    assert result.exit_code == 0
    assert format_parts_list(example("b")) in result.output
    assert format_board_wiring() in result.output


def test_the_command_draws_the_pi_and_a_castle_board(tmp_path: Path) -> None:
    if shutil.which("dot") is None:
        pytest.skip("no Graphviz here. Cure: sudo apt install graphviz")
    (tmp_path / "table.toml").write_text(examples.read_example("b"))
    result = wiring("--config", str(tmp_path / "table.toml"), "--svg", str(tmp_path / "drawn"))
    assert result.exit_code == 0, result.output
    assert {file.name for file in (tmp_path / "drawn").iterdir()} == {"pi.svg", "castle-board.svg"}


@pytest.mark.parametrize("missing", ["wireviz", "graphviz"])
def test_without_its_tools_the_command_says_what_to_install(
    tmp_path: Path, missing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "table.toml").write_text(examples.read_example("a"))
    if missing == "wireviz":
        monkeypatch.setitem(sys.modules, "wireviz", None)
        cure = "pip install 'royaltable[drawings]'"
    else:
        monkeypatch.setenv("PATH", str(tmp_path))
        cure = "sudo apt install graphviz"
    result = wiring("--config", str(tmp_path / "table.toml"), "--svg", str(tmp_path / "drawn"))
    assert result.exit_code == 1
    assert cure in result.output


def test_a_castle_boards_pins_on_a_pi_are_reported_with_a_cure() -> None:
    with pytest.raises(BusError, match='board = "pi"'):
        LinuxPorts().board_pin_factory("blue")
