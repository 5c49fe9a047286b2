"""Draw wiring harnesses with WireViz."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from controller.config.pins import OVER_BASE_RESISTOR, OVER_DIODE, OVER_LED_RESISTOR
from controller.config.schema import TableConfig
from controller.config.wiring.wires import (
    GROUND,
    PULLED_UP,
    SUPPLY_3V3,
    SUPPLY_5V,
    Wire,
    board_wires,
    gates_by_board_kind,
    pi_wires,
)

SUPPLY_COLORS: Final = {SUPPLY_3V3: "RD", SUPPLY_5V: "OG", "VSYS": "OG", GROUND: "BK"}
SIGNAL_COLORS: Final = ("YE", "GN", "BU", "VT", "WH", "BN", "GY", "PK", "TQ")
"""Colours of signal wires, in turn (IEC 60757)."""


DRAWN_NOTES: Final = frozenset({OVER_DIODE, OVER_LED_RESISTOR, PULLED_UP, OVER_BASE_RESISTOR})
"""Notes that a drawing shows at the wire: they name components soldered into it."""


class DrawingProgramMissing(Exception):
    """A program for drawing is missing."""


def make_wireviz_harness(name: str, wires: Sequence[Wire]) -> dict[str, Any]:
    """Return WireViz input: the pin header called ``name``, and a bundle of wires from that header to each part."""
    places = {wire.place: wire.signal for wire in wires}
    parts = list(dict.fromkeys(wire.part for wire in wires))
    connectors: dict[str, Any] = {name: _make_connector(sorted(places), [places[place] for place in sorted(places)])}
    cables: dict[str, Any] = {}
    connections = []
    for part in parts:
        own = [wire for wire in wires if wire.part == part]
        contacts = list(dict.fromkeys(wire.contact for wire in own))
        connectors[part] = _make_connector(list(range(1, len(contacts) + 1)), contacts)
        cable = f"to {part}"
        cables[cable] = {"colors": _wire_colors(own), "category": "bundle", "show_name": False, "show_wirecount": False}
        if any(wire.note in DRAWN_NOTES for wire in own):
            cables[cable]["wirelabels"] = [wire.note if wire.note in DRAWN_NOTES else "" for wire in own]
        ends = [contacts.index(wire.contact) + 1 for wire in own]
        connections.append([{name: [wire.place for wire in own]}, {cable: list(range(1, len(own) + 1))}, {part: ends}])
    return {"connectors": connectors, "cables": cables, "connections": connections}


def _make_connector(pins: list[int], labels: list[str]) -> dict[str, Any]:
    return {"pins": pins, "pinlabels": labels, "show_pincount": False}


def _wire_colors(wires: Sequence[Wire]) -> list[str]:
    turn = 0
    colors = []
    for wire in wires:
        if wire.signal in SUPPLY_COLORS:
            colors.append(SUPPLY_COLORS[wire.signal])
        else:
            colors.append(SIGNAL_COLORS[turn % len(SIGNAL_COLORS)])
            turn += 1
    return colors


def make_table_harnesses(config: TableConfig) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield file names and harnesses: of the Pi, and of one castle board of each kind."""
    of_pi = pi_wires(config)
    if of_pi:
        yield "pi", make_wireviz_harness("Raspberry Pi", of_pi)
    kinds = gates_by_board_kind(config)
    for kind, gates in kinds.items():
        name = "castle-board" if len(kinds) == 1 else "-".join(["castle-board", *gates])
        yield name, make_wireviz_harness("Raspberry Pi Pico", board_wires(kind=kind))


def write_harness_svg(name: str, wiring: dict[str, Any], folder: Path) -> Path:
    try:
        from graphviz import ExecutableNotFound  # optional dependency
        from wireviz import wireviz
    except ImportError:
        raise DrawingProgramMissing("WireViz is not installed. Run: pip install 'royaltable[drawings]'") from None
    try:
        svg: str = wireviz.parse(wiring, return_types="svg")
    except ExecutableNotFound:
        raise DrawingProgramMissing("Graphviz is not installed. Run: sudo apt install graphviz") from None
    file = folder / f"{name}.svg"
    file.write_text(svg, encoding="utf-8")
    return file
