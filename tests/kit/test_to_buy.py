"""Each connection of the wiring table is built from the list to buy: cable ends, wire and what is soldered between."""

import csv
import dataclasses
import re
import subprocess
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from controller.config.checking import parse_config
from controller.config.examples import read_example
from controller.config.wiring.wires import BoardKind, Wire, board_wires, pi_wires
from kit.boards import compare, make
from kit.boards.castle import CASTLE
from kit.boards.console import CONSOLE
from kit.boards.distribution import DISTRIBUTION
from kit.boards.parts import Board
from kit.to_buy import KIT as KIT_TABLE
from kit.to_buy import OWN_SUPPLY, TOPOLOGY_A, Table, left_out, list_to_buy
from tests.support.documents import text_of

PARTS = {
    "reader 1": "reader module RC522",
    "button yes": "push button",
    "button no": "push button",
    "display": "OLED 128 x 64",
    "encoder": "rotary encoder",
    "ULN2003": "stepper 28BYJ-48, 5 V, with ULN2003 board",
    "Hall sensor": "Hall switch",
    "passive buzzer": "passive buzzer",
    "beams": "infrared LED",
}
"""What is at the end of a cable, by its name in the wiring table; all others are soldered onto a board."""

CABLES = {"JST": "cable with a plug JST XH of {} pins", "Würth": "cable of {} wires with 2.54 mm sockets at both ends"}
"""What goes onto a header, by its maker."""

KIT = {
    "castle": (CASTLE, 4, [wire for wire in board_wires(2, BoardKind(beams=True)) if wire.part != "reader 2"]),
    "console": (CONSOLE, 1, pi_wires(parse_config(read_example("kit")))),
}
each_board = pytest.mark.parametrize("name", KIT)


def bought() -> dict[str, tuple[int, str]]:
    """Return number and part number of each thing, as docs/build.md lists them."""
    table = text_of("docs/build.md").partition("<!-- list to buy -->\n\n")[2].partition("\n\n")[0]
    rows = [[cell.strip() for cell in row.strip("|").split("|")] for row in table.splitlines()[2:]]
    return {what: (int(buy) - int(spare or 0), number) for buy, spare, what, number, _ in rows}


def populated(board: Board) -> compare.Netlist:
    """Return the kept board's nets with the places empty that the kit leaves empty."""
    nets = compare.read_board(make.HERE / f"{board.name}.kicad_pcb")
    return {pad: net for pad, net in nets.items() if pad[0] not in left_out(board, KIT_TABLE.options)}


def count_of(things: dict[str, tuple[int, str]], name: str) -> int:
    found = [count for what, (count, _) in things.items() if what.startswith(name)]
    assert len(found) == 1, f"{name}: {len(found)} lines"
    return found[0]


@each_board
def test_what_stays_empty_is_in_no_wire(name: str) -> None:
    board, _, wires = KIT[name]
    joined = tuple(
        each for each in board.joined if not {each[0][0], each[1][0]} & set(left_out(board, KIT_TABLE.options))
    )
    assert compare.Comparison(dataclasses.replace(board, joined=joined), populated(board)).differences(wires) == []


def test_the_list_has_each_part_on_the_boards() -> None:
    needed: Counter[str] = Counter()
    for board, times, _ in KIT.values():
        for part in board.parts:
            if part.ref not in left_out(board, KIT_TABLE.options) and part.kind.is_bought:
                needed[f"{part.kind.maker} {part.kind.number}".strip() or part.kind.value] += times
    have: Counter[str] = Counter()
    for what, (count, number) in bought().items():
        have[number or ("100n" if what.startswith("capacitor 100 nF") else what)] += count
    assert needed - have == Counter()
    assert needed["Kingbright WP7113ID"] == 12
    assert needed["Yageo CFR-25JB-52-10K"] == 6


def ends(board: Board, wires: Sequence[Wire]) -> dict[str, str]:
    """Return the part at the other end of each header's cable."""
    return {board.ends[wire.part][0]: wire.part for wire in wires if wire.part in PARTS}


def test_the_list_has_a_cable_and_a_part_for_each_header() -> None:
    things = bought()
    cables: Counter[str] = Counter()
    parts: Counter[str] = Counter()
    for board, times, wires in KIT.values():
        for ref, part in ends(board, wires).items():
            kind = board.part(ref).kind
            cables[CABLES[kind.maker].format(kind.pads)] += times
            parts[PARTS[part]] += times
            pads = board.ends[part][1]
            assert all(int(pad) <= kind.pads for pad in pads.values() if "." not in pad), part
    assert cables == {
        "cable of 8 wires with 2.54 mm sockets at both ends": 4,
        "cable with a plug JST XH of 2 pins": 9,
        "cable with a plug JST XH of 3 pins": 1,
        "cable with a plug JST XH of 4 pins": 1,
        "cable with a plug JST XH of 5 pins": 1,
        "cable with a plug JST XH of 6 pins": 1 + 4,
    }
    assert {name: count_of(things, name) for name in cables} == cables
    parts["infrared LED"] *= 3
    parts["phototransistor"] = parts["infrared LED"]
    assert {name: count_of(things, name) for name in parts} == parts
    assert parts["phototransistor"] == 12
    assert count_of(things, "hook-up wire") == 1
    assert parts["push button"] == 8


def test_the_list_has_what_carries_power_and_data_between_the_boards() -> None:
    things = bought()
    wanted = {"ribbon cable": 1, "box header": 1, "socket, 20 pins": 8, "pin strip": 8, "USB cable": 4, "USB hub": 1}
    wanted |= {"jumper": 1, "Raspberry Pi Pico": 4, "Raspberry Pi 4 or 5": 1, "microSD": 1, "NFC sticker": 39}
    wanted |= {"screw M3 x 16": 20, "screw M2.5 x 16": 2, "nylon screw": 40}
    assert {name: count_of(things, name) for name in wanted} == wanted


def test_the_list_of_topology_a_builds_its_console_and_four_readers() -> None:
    """All parts on the board, a cable for each header in use, and no castle board."""
    wires = pi_wires(parse_config(read_example("a")))
    empty = left_out(CONSOLE, TOPOLOGY_A.options)
    assert empty == ["J11", "F1", "D6"]
    nets = {pad: net for pad, net in compare.read_board(make.HERE / "console.kicad_pcb").items() if pad[0] not in empty}
    joined = tuple(each for each in CONSOLE.joined if not {each[0][0], each[1][0]} & set(empty))
    assert compare.Comparison(dataclasses.replace(CONSOLE, joined=joined), nets).differences(wires) == []
    lines = list_to_buy(TOPOLOGY_A)
    have = Counter({line.number or line.what: line.count for line in lines})
    needed = Counter(
        f"{part.kind.maker} {part.kind.number}".strip() or "capacitor 100 nF, ceramic"
        for part in CONSOLE.parts
        if part.ref not in empty and part.kind.is_bought
    )
    assert needed - have == Counter()
    assert have["cable of 8 wires with 2.54 mm sockets at both ends, 10 cm"] == 4
    assert have["reader module RC522 (MFRC522), 13.56 MHz"] == 4
    assert have["screw M3 x 16"] == 4
    assert not any(line.count == 0 or "castle" in line.what or "Pico" in line.what for line in lines)


def test_the_list_of_a_supply_of_its_own_builds_each_wire_of_the_distribution_board() -> None:
    have = {line.number or line.what: line.count for line in list_to_buy(OWN_SUPPLY)}
    needed = Counter(part.kind.number for part in DISTRIBUTION.parts if part.kind.is_bought)
    needed += Counter({"1715721": 4 + 1, "MF-RHT050": 4, "1N5817G": 4})  # at J5 of the castles, and at J11
    usual = {line.number or line.what: line.count for line in list_to_buy(KIT_TABLE)}
    makers = {number.rpartition(" ")[2]: count - usual.get(number, 0) for number, count in have.items()}
    assert {number: makers[number] for number in needed} == needed
    assert have["board distribution"] == have["fuse of 2 A, fast, 5 x 20 mm"] == 1
    assert have["plug-in supply of 5 V and 4 A with a certificate"] == 1
    assert have["adapter from a round plug to two screws"] == 1
    assert have["wire of 2 x 0.5 mm², red and black, 10 m"] == 1


@pytest.mark.parametrize(
    ("words", "seen"),
    [
        ("bords", '"bords" is no part of the kit. Expected: boards, printed, list, throws, or nothing'),
        ("boards --kep", "unrecognized arguments: --kep"),
        ("boards out/elsewhere", "unrecognized arguments: out/elsewhere"),
        ("throws many", 'throws takes a number, but "many" was given'),
        ("list out/list.csv b", "invalid choice: 'b' (choose from 'kit', 'own-supply', 'a')"),
        ("list --all", "arguments are required: file"),
        ("all --keep", 'all takes no options, but "--keep" was given'),
        ("ls README.md", '"ls" is no part of the kit'),
    ],
)
def test_make_kit_refuses_words_that_it_does_not_know(words: str, seen: str) -> None:
    said = subprocess.run(["kit/make_kit", *words.split()], check=False, capture_output=True, text=True)
    assert said.returncode == 2
    assert seen in said.stderr


def test_a_table_of_two_castle_boards_needs_half_as_many() -> None:
    lines = {line.what: line.count for line in list_to_buy(Table("kit", 2))}
    assert lines["board castle"] == 2
    assert lines["LED 5 mm, red"] == 6


def test_open_ends_have_tube_and_solder() -> None:
    things = bought()
    joints = sum(
        count * int(pins[1]) for what, (count, _) in things.items() if (pins := re.search(r"XH of (\d)", what))
    )
    length = next(re.search(r"tube, 3 mm, (\d) m", what) for what in things if what.startswith("heat-shrink"))
    assert length is not None
    assert joints * 0.02 <= int(length[1])
    assert any(what.startswith("solder") for what in things)


def test_nothing_on_the_list_is_for_mains() -> None:
    for what in bought():
        assert not re.search(r"mains|fuse|screw terminal|5\.4 V", what)


def test_make_kit_writes_the_list(tmp_path: Path) -> None:
    subprocess.run(["kit/make_kit", "list", str(tmp_path / "list.csv")], check=True, capture_output=True)
    with (tmp_path / "list.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["part"] for row in rows] == [line.what for line in list_to_buy()]
    assert {row["part"]: row["buy"] for row in rows}["LED 5 mm, red"] == "14"
