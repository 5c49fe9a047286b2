"""A list of all that a table is built from: topology B as `docs/build.md` has it, the same with its own supply, or A.

It is made from the boards (`kit/boards`: what is soldered onto them, and the cables from their plugs), from the parts
list of the wiring table, which has what hangs on these cables, and from the screws and material of the printed parts.
"""

import argparse
import csv
from collections import defaultdict
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from controller.config.checking import parse_config
from controller.config.examples import read_example
from controller.config.wiring.bill import list_parts_to_buy
from kit.boards.castle import CASTLE
from kit.boards.console import CONSOLE
from kit.boards.distribution import DISTRIBUTION
from kit.boards.parts import PI_HEADER, Board, Kind
from kit.printed.measures import housings

GATE_SCREWS: Final = 10


@dataclass(frozen=True, slots=True)
class Table:
    """What is built.

    Attributes:
        example: name of its settings.
        castles: castle boards and their housings; the console and the Pi are one each.
        options: what of the boards' options is on them.
    """

    example: str
    castles: int
    options: AbstractSet[str] = frozenset()

    def number(self, name: str) -> int:
        return {"castle": self.castles, "distribution": int(self.has_own_supply)}.get(name, 1)

    @property
    def has_own_supply(self) -> bool:
        return "a supply of the table's own" in self.options


KIT: Final = Table("kit", 4, frozenset({"light beams"}))
OWN_SUPPLY: Final = Table("kit", 4, KIT.options | {"a supply of the table's own", "a supply of the motor's own"})
TOPOLOGY_A: Final = Table("a", 0, frozenset({"topology A's readers"}))
TABLES: Final = {"kit": KIT, "own-supply": OWN_SUPPLY, "a": TOPOLOGY_A}

LETTERS: Final = {
    "R": "resistor {}Ω, 0.25 W",
    "C": "capacitor {}F, ceramic",
    "C_Polarized": "capacitor {}F, 25 V, electrolytic",
}
KINDS: Final = {
    "D": "diode",
    "D_Schottky": "diode",
    "Fuse": "holder for a fuse of 5 x 20 mm,",
    "LED": "LED 5 mm,",
    "Polyfuse": "resettable fuse",
    "Q_NPN_CBE": "transistor",
    "Q_PMOS_GDS": "P-channel MOSFET",
}
SMALL: Final = (
    "resistor",
    "capacitor",
    "diode",
    "LED",
    "transistor",
    "cable",
    "screw",
    "machine screw",
    "nylon",
    "pin strip",
    "socket",
    "fuse",
)
"""Of these, spares are cheaper than a second order."""
SMALL_SPARES: Final = 2
SPARES: Final = {
    "board castle": (1, "makers sell five at least"),
    "board console": (4, "makers sell five at least"),
    "board distribution": (4, "makers sell five at least"),
    "Raspberry Pi Pico": (1, ""),
    "reader module RC522": (
        4,
        "60 x 39.5 mm, not mini; many read the white card and no sticker; straight pins, on the chip's side",
    ),
    "NFC sticker": (10, "some are lost while people learn where they belong"),
    "OLED": (1, "pins VCC, GND, SCL, SDA in this order; some modules have GND first"),
    "rotary encoder": (0, "EC11, thread M7 with its nut; modules often come without a nut"),
    "stepper 28BYJ-48": (1, "gears differ in play"),
    "Hall switch": (1, "a bare switch with three legs"),
    "passive buzzer": (0, "magnetic, 16 Ω; a piezo needs 1 kΩ across its pins"),
    "infrared LED": (2, "light beams; mostly bluish, its long leg is the anode"),
    "phototransistor": (2, "light beams; black, its short leg is mostly the collector: go by its data sheet"),
    "push button": (1, "momentary, closed while it is pressed; for a hole of 12 mm, at most 20 mm deep; yes and no"),
    "USB cable, micro USB": (1, "2 m; some carry only power"),
    "magnet": (1, "on the arrow, its south pole towards the sensor"),
}
"""By the beginning of a name: how many more to buy, and what to look for."""


@dataclass(slots=True)
class Line:
    """A line of the list.

    Attributes:
        count: how many the table needs.
        spares: how many more to buy.
        number: maker and part number; '' where any will do.
        uses: where it goes, and what to look for.
    """

    what: str
    number: str = ""
    count: int = 0
    spares: int = 0
    uses: list[str] = field(default_factory=list)


def left_out(board: Board, options: AbstractSet[str] = frozenset()) -> list[str]:
    """Return the references that stay empty on a board with these options only, in the order of its parts."""
    empty = frozenset[str]().union(*(refs for name, refs in board.options.items() if name not in options))
    return [part.ref for part in board.parts if part.ref in empty]


def named(kind: Kind) -> str:
    if kind == PI_HEADER:
        return "box header for a ribbon, 2 x 20 pins"
    library, _, symbol = kind.symbol.partition(":")
    if symbol in LETTERS:
        value = kind.value.replace("4k7", "4.7k").replace("k", " k").replace("u", " µ").replace("n", " n")
        return LETTERS[symbol].format(value if " " in value else value + " ")
    what = KINDS.get(symbol, "")
    header = "header for a board: " if library == "Connector_Generic" and kind.value.startswith("JST") else ""
    return f"{what} {header}{kind.value}".strip()


def _soldered(table: Table) -> Iterator[tuple[int, str, str, str]]:
    for board in (CASTLE, CONSOLE, DISTRIBUTION):
        times, empty = table.number(board.name), frozenset(left_out(board, table.options))
        yield times, f"board {board.name}", "", f"made from {board.name}-gerbers.zip"
        refs: dict[Kind, list[str]] = defaultdict(list)
        for part in board.parts:
            if part.ref not in empty and part.kind.is_bought:
                refs[part.kind].append(part.ref)
        for kind, its in refs.items():
            number = f"{kind.maker} {kind.number}".strip()
            yield times * len(its), named(kind), number, f"{board.name}: {' '.join(its)}"
        for count, maker, number, what, at in board.besides:
            if not empty.issuperset(at.split()):
                yield times * count, what, f"{maker} {number}".strip(), f"{board.name}: {at}"


def _around(table: Table) -> Iterator[tuple[int, str, str, str]]:
    settings = parse_config(read_example(table.example))
    for item in list_parts_to_buy(settings):
        if not item.soldered:
            yield item.count, item.what, "", item.why
    if table.has_own_supply:
        yield 1, "plug-in supply of 5 V and 4 A with a certificate", "", "closed, with a round plug; never an open one"
        yield 1, "adapter from a round plug to two screws", "", "for the supply's plug, mostly 5.5 x 2.1 mm"
        yield 1, "wire of 2 x 0.5 mm², red and black, 10 m", "", "from the distribution board"
    yield 1, "power strip with a switch and a certificate", "", "for all supplies"
    gates = len(settings.castle)
    for name, housing in housings().items():
        thread = "M3 x 16" if housing.thread > 2.5 else "M2.5 x 16"
        screws = table.number(name) * len(housing.columns)
        yield screws, f"screw {thread}", "", f"housing of {name}; cuts its own thread"
    yield gates * GATE_SCREWS, "nylon screw M3 x 10", "", "gates; metal would spoil the field"
    yield (
        1,
        "filament PLA, opaque, 1 kg",
        "",
        "the parts take 900 g; without metal or carbon; black for the light beams",
    )
    yield gates, "board of wood, 12 x 25 cm, 1 to 2 cm thick", "", "under each gate"
    yield gates, "flat box, at most 15 mm high", "", "at the end of each slide"
    yield 2, "machine screw M3 x 12 with nut", "", "of steel: the motor's ears; one cuts the gates' threads"
    yield 4 * (table.castles + 2), "rubber foot of 3 mm", "", "housings"
    yield 1, "glue: epoxy of two parts", "", "magnet, Hall switch, light beams, display, buzzer, gates on wood"
    if any(castle.beams for castle in settings.castle):
        yield (
            1,
            "hook-up wire 0.14 mm², 5 m",
            "",
            "between the LEDs and between the phototransistors of the light beams",
        )
    yield 1, "heat-shrink tube, 3 mm, 4 m", "", "2 cm over each joint of a cable's open end"
    yield 1, "solder with flux, leaded or lead-free, 0.8 mm", "", "boards and cables"


def list_to_buy(table: Table = KIT) -> list[Line]:
    """Return the lines, in the order of boards, cables and parts; one for each thing."""
    lines: dict[tuple[str, str], Line] = {}
    for count, what, number, use in (*_soldered(table), *_around(table)):
        if not count:
            continue
        line = lines.setdefault((what, number), Line(what, number))
        line.count += count
        line.uses += [use] if use else []
    for line in lines.values():
        spares, note = next((of for name, of in SPARES.items() if line.what.startswith(name)), (0, ""))
        line.spares = spares or (SMALL_SPARES if line.what.startswith(SMALL) else 0)
        line.uses = [note] if note else line.uses
    return list(lines.values())


def format_list() -> str:
    """Return the list as a table in Markdown."""
    rows = [
        f"| {line.count + line.spares} | {line.spares or ''} | {line.what} | {line.number} | {'; '.join(line.uses)} |"
        for line in list_to_buy()
    ]
    head = ["| buy | of these spare | part | number | for |", "| ---: | ---: | --- | --- | --- |"]
    return "\n".join([*head, *rows]).replace("|  |", "| |")


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(
        "kit/make_kit list", description="Write what to buy for a table.", allow_abbrev=False
    )
    arguments.add_argument("file", type=Path)
    arguments.add_argument("table", choices=TABLES, nargs="?", default="kit")
    said = arguments.parse_args()
    said.file.parent.mkdir(parents=True, exist_ok=True)
    lines = list_to_buy(TABLES[said.table])
    with said.file.open("w", newline="", encoding="utf-8") as to:
        rows = csv.writer(to)
        rows.writerow(("buy", "of these spare", "part", "number", "for"))
        for line in lines:
            rows.writerow((line.count + line.spares, line.spares, line.what, line.number, "; ".join(line.uses)))
    print(f"{said.file}: {len(lines)} things to buy")
