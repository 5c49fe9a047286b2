"""The boards of the kit: the kept results are of the present sources and match the wiring table. Needs no KiCad."""

import csv
import dataclasses
import hashlib
import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from controller.config.checking import parse_config
from controller.config.examples import read_example
from controller.config.wiring.wires import board_wires, own_supply_wires, pi_wires
from kit.boards import compare, console, make, parts
from kit.boards.castle import CASTLE
from kit.boards.distribution import DISTRIBUTION
from kit.boards.places import CASTLE_PLACES, CONSOLE_PLACES, THICKNESS
from kit.boards.schematic import find, parse

BOARDS = {"castle": CASTLE, "console": console.CONSOLE, "distribution": DISTRIBUTION}
REVISIONS = {"castle": "rev B, 2026-11", "console": "rev B, 2026-11", "distribution": "rev A, 2026-11"}
READ: dict[str, Callable[[Path], compare.Netlist]] = {"kicad_pcb": compare.read_board, "d356": compare.read_ipc_d_356}
RENEW = "made by other sources: run `sudo kit/make_kit boards --keep`"

each_board = pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)


def netlist(board: parts.Board, kind: str = "kicad_pcb") -> dict[tuple[str, str], str]:
    return dict(READ[kind](make.HERE / f"{board.name}.{kind}"))


def differences(board: parts.Board, nets: compare.Netlist) -> list[str]:
    return compare.Comparison(board, nets).differences(make.WIRES[board.name])


@each_board
def test_the_kept_files_are_made_from_the_present_sources(board: parts.Board) -> None:
    made = json.loads((make.HERE / "made.json").read_text())[board.name]
    assert made["sources"] == make.hash_sources(board), RENEW
    for kind in make.KEPT:
        file = make.HERE / f"{board.name}.{kind}"
        assert made[file.name] == hashlib.sha256(file.read_bytes()).hexdigest(), RENEW


@pytest.mark.parametrize("kind", READ)
@each_board
def test_board_and_test_file_have_the_nets_of_the_wiring_table(board: parts.Board, kind: str) -> None:
    assert differences(board, netlist(board, kind)) == []


def test_the_castle_board_serves_one_reader_or_two() -> None:
    nets = netlist(CASTLE)
    one = [wire for wire in board_wires(2) if wire.part != "reader 2"]
    assert compare.Comparison(CASTLE, nets).differences([*one, *own_supply_wires()]) == []
    assert nets["A1", "36"] == nets["J1", "8"] == nets["J2", "8"] == "3.3V"
    assert nets["A1", "29"] == nets["J1", "7"] == "GP22"
    assert nets["A1", "31"] == nets["J2", "7"] == "GP26"


def test_the_console_board_has_the_pins_of_the_kits_settings() -> None:
    wires = pi_wires(parse_config(read_example("kit")))
    assert {wire.part for wire in wires} >= {"display", "encoder", "ULN2003", "Hall sensor", "passive buzzer"}
    assert not any(wire.part.endswith("reader") for wire in wires)
    assert compare.Comparison(console.CONSOLE, netlist(console.CONSOLE)).differences(wires) == []


@each_board
def test_each_footprint_fits_its_part_number(board: parts.Board) -> None:
    assert compare.unlike_part_numbers(board, make.HERE / f"{board.name}.kicad_pcb") == []


def test_a_footprint_that_does_not_fit_its_part_number_is_found() -> None:
    wide = tuple(
        dataclasses.replace(part, kind=dataclasses.replace(part.kind, pitch=5.1, body=(7.9, 3.1)))
        if part.ref == "F1"
        else part
        for part in CASTLE.parts
    )
    board = dataclasses.replace(CASTLE, parts=wide)
    assert compare.unlike_part_numbers(board, make.HERE / "castle.kicad_pcb") == ["F1: pads 5.24 mm apart, not 5.1"]


def test_swapped_pins_are_found() -> None:
    nets = netlist(CASTLE)
    nets["J1", "7"], nets["J2", "7"] = nets["J2", "7"], nets["J1", "7"]
    assert differences(CASTLE, nets) == [
        "reader 1 RST: GP22 at pin 29, GP26 at the part",
        "reader 2 RST: GP26 at pin 31, GP22 at the part",
        "GP22 joins GP 22, GP 26",
        "GP26 joins GP 22, GP 26",
    ]


@pytest.mark.parametrize("diode", ["D1", "D3", "D4", "C5"])
def test_a_turned_diode_or_capacitor_is_found(diode: str) -> None:
    nets = netlist(CASTLE)
    nets[diode, "1"], nets[diode, "2"] = nets[diode, "2"], nets[diode, "1"]
    assert differences(CASTLE, nets) != []


@pytest.mark.parametrize(
    "part", ["R1", "R3", "R8", "R5", "R9", "R11", "R12", "R15", "R16", "C1", "C3", "C5", "C6", "F1"]
)
def test_a_component_left_out_is_found(part: str) -> None:
    nets = {pad: net for pad, net in netlist(CASTLE).items() if pad[0] != part}
    assert differences(CASTLE, nets) != []


@pytest.mark.parametrize(
    "part", ["R1", "R5", "R7", "R11", "R12", "R13", "R14", "D1", "D5", "D6", "C1", "C9", "C10", "F1", "JP1"]
)
def test_a_component_left_out_on_the_console_board_is_found(part: str) -> None:
    nets = netlist(console.CONSOLE)
    for pad in [pad for pad in nets if pad[0] == part]:
        nets[pad] = f"nothing at {pad}"
    assert differences(console.CONSOLE, nets) != []


@pytest.mark.parametrize("part", ["F1", "Q1", "F2", "F6", "R1", "R2", "D1"])
def test_a_component_left_out_on_the_distribution_board_is_found(part: str) -> None:
    nets = {pad: net for pad, net in netlist(DISTRIBUTION).items() if pad[0] != part}
    assert differences(DISTRIBUTION, nets) != []


@pytest.mark.parametrize(
    ("ref", "one", "other"), [("Q1", "2", "3"), ("Q1", "1", "2"), ("J1", "1", "2"), ("J4", "1", "2")]
)
def test_exchanged_pins_on_the_distribution_board_are_found(ref: str, one: str, other: str) -> None:
    nets = netlist(DISTRIBUTION)
    nets[ref, one], nets[ref, other] = nets[ref, other], nets[ref, one]
    assert differences(DISTRIBUTION, nets) != []


def test_an_output_without_a_fuse_of_its_own_is_found() -> None:
    nets = netlist(DISTRIBUTION)
    nets["J3", "1"] = nets["J2", "1"]
    assert differences(DISTRIBUTION, nets) == ["5V_1 feeds blue castle board's J5 and yellow castle board's J5"]
    nets["J3", "1"] = nets["Q1", "3"]
    assert differences(DISTRIBUTION, nets) == ["yellow castle board's J5 +5V: 5V at pin 1, 5V_P at the part"]


def test_each_screw_of_the_distribution_board_is_named_in_print() -> None:
    words = {text for text, _, _ in printed(DISTRIBUTION)}
    assert words >= {"J1 5 V in", "J2 blue", "J3 yellow", "J4 purple", "J5 grey", "J6 motor", "+5V", "GND"}


def printed(board: parts.Board) -> Iterator[tuple[str, float, float]]:
    """Yield text, height and stroke of what the kept board has printed; footprints' fields count if they are shown."""
    root = parse((make.HERE / f"{board.name}.kicad_pcb").read_text(encoding="utf-8"))
    footprints = find(root, "footprint")
    texts = [
        text for each in (root, *footprints) for kind in ("gr_text", "fp_text", "property") for text in find(each, kind)
    ]
    for text in texts:
        shown = ["layer", '"F.SilkS"'] in text and ["hide", "yes"] not in text
        if shown:
            font = find(find(text, "effects")[0], "font")[0]
            words = text[2] if text[0] == "property" or text[1] == "user" else text[1]
            yield words.strip('"'), float(find(font, "size")[0][1]), float(find(font, "thickness")[0][1])


@each_board
def test_all_print_is_of_a_size_that_a_cheap_fab_prints(board: parts.Board) -> None:
    found = list(printed(board))
    assert len(found) > 40
    assert [text for text, height, stroke in found if height < 1.0 or stroke < 0.15] == []
    assert {f"royaltable {board.name} board", REVISIONS[board.name]} <= {text for text, _, _ in found}


@each_board
def test_kicad_checks_by_the_fabs_limits(board: parts.Board) -> None:
    rules = json.loads((make.HERE / f"{board.name}.kicad_pro").read_text())["board"]["design_settings"]["rules"]
    assert (rules["min_text_height"], rules["min_text_thickness"], rules["min_silk_clearance"]) == (1.0, 0.15, 0.15)
    assert rules["min_hole_to_hole"] == 0.5
    assert "A.Line_Width >= 0.149mm" in (make.HERE / f"{board.name}.kicad_dru").read_text()


def test_no_pour_of_the_castle_board_is_within_20_mm_of_the_coil() -> None:
    """The castle touches the gate: 1.0 mm of play, 1.6 mm of its wall, and 1.4 mm of the gate's before the coil."""
    root = parse((make.HERE / "castle.kicad_pcb").read_text(encoding="utf-8"))
    filled = [each for zone in find(root, "zone") for each in find(zone, "filled_polygon")]
    points = [float(point[1]) for each in filled for several in find(each, "pts") for point in find(several, "xy")]
    edge = 50 + CASTLE.size[0]
    assert len(points) > 1000
    assert edge - max(points) + 1.0 + 1.6 + 1.4 >= 20


def test_a_module_with_groves_cable_gets_5_v_and_one_for_3_3_v_its_own_pin() -> None:
    nets = netlist(CASTLE)
    assert [nets["J6", str(pad)] for pad in range(1, 6)] == ["GP5", "GP4", "VSYS", "GND", "3.3V"]


def test_the_ring_takes_its_5_v_behind_the_fuse_of_the_tables_own_supply() -> None:
    nets = netlist(CASTLE)
    assert nets["J7", "1"] == nets["U1", "14"] == nets["C5", "1"] == nets["F1", "1"] == nets["D3", "2"]
    assert nets["J7", "1"] != nets["A1", "39"]


def read_rows(file: Path) -> list[list[str]]:
    with file.open(encoding="utf-8", newline="") as lines:
        return list(csv.reader(lines))


def test_parts_and_positions_have_the_columns_that_makers_of_boards_read(tmp_path: Path) -> None:
    make.write_bill(CASTLE, tmp_path / "parts.csv")
    make.write_positions(CASTLE, tmp_path / "positions.csv")
    bill, positions = read_rows(tmp_path / "parts.csv"), read_rows(tmp_path / "positions.csv")
    assert bill[0] == ["Comment", "Designator", "Footprint", "Quantity", "Manufacturer", "MPN", "Size after"]
    lamps = next(row for row in bill if row[1] == "D4,D5,D6")
    assert lamps[:6] == ["red", "D4,D5,D6", "LED_D5.0mm", "3", "Kingbright", "WP7113ID"]
    assert positions[:2] == [
        ["Designator", "Mid X", "Mid Y", "Layer", "Rotation"],
        ["A1", "25.85mm", "42.00mm", "Top", "90"],
    ]
    on_bill = sorted(ref for row in bill[1:] for ref in row[1].split(","))
    assert on_bill == sorted(row[0] for row in positions[1:])
    assert not any(ref.startswith("TP") for ref in on_bill)


def test_housings_are_told_of_lamps_buttons_and_readers_of_a_castle() -> None:
    assert CASTLE_PLACES.size == (100, 70)
    assert CASTLE_PLACES.holes == ((4, 4), (96, 4), (4, 66), (96, 66))
    assert [(lamp.label, lamp.x, lamp.y, lamp.top) for lamp in CASTLE_PLACES.lamps] == [
        ("left", 28, 9, 22.0),
        ("middle", 41, 9, 22.0),
        ("right", 54, 9, 22.0),
    ]
    assert {plug.label for plug in CASTLE_PLACES.plugs} == {
        "reader 1",
        "reader 2",
        "yes",
        "no",
        "5 V",
        "I2C",
        "WS2812",
        "beams",
    }
    assert THICKNESS == 1.6


def test_the_usb_socket_is_beyond_the_edge_where_cables_meet_no_housing() -> None:
    usb = CASTLE_PLACES.usb
    assert usb is not None
    assert usb.x == pytest.approx(-0.95)
    assert usb.y == 42
    assert usb.z - usb.height / 2 > 8


def test_housings_are_told_of_the_plugs_of_the_console_board() -> None:
    assert CONSOLE_PLACES.size == (100, 90)
    assert {plug.label for plug in CONSOLE_PLACES.plugs} >= {"Raspberry Pi", "display", "knob", "Hall", "buzzer"}
    assert CONSOLE_PLACES.usb is None


@pytest.mark.parametrize("places", [CASTLE_PLACES, CONSOLE_PLACES])
def test_no_lamp_or_plug_is_at_a_screw_head(places: object) -> None:
    assert isinstance(places, type(CASTLE_PLACES))
    for place in (*places.lamps, *places.plugs):
        for x, y in places.holes:
            apart = max(abs(place.x - x) - place.width / 2, abs(place.y - y) - place.depth / 2)
            assert apart > 3.4, place.label
