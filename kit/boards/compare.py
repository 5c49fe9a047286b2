"""Compare what was made with the wiring table: netlists of schematic, board and test file, and the footprints' sizes.

A wire's two ends count as joined if they are on one net, or if exactly the components that the wire's note names lie
between, diodes in the right direction.
"""

import math
import xml.etree.ElementTree as ET  # of our own netlist
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from controller.config.pins import (
    BEAM_LIGHT_NOTE,
    BEAM_PULL_UP,
    OVER_47_OHM,
    OVER_BASE_RESISTOR,
    OVER_DIODE,
    OVER_LED_RESISTOR,
)
from controller.config.wiring.wires import OVER_DISTRIBUTION, OVER_SCHOTTKY, PULLED_UP, SUPPLY_3V3, Wire
from kit.boards.parts import (
    BAT85,
    C_100N,
    C_100U,
    C_470U,
    D_4148,
    D_5817,
    FUSE,
    FUSE_HOLDER,
    P_MOSFET,
    R_1K,
    R_10K,
    R_47,
    R_47K,
    R_330,
    R_470,
    Board,
    Kind,
    Pad,
)
from kit.boards.schematic import find, parse

Netlist = Mapping[Pad, str]
"""Net of each connected pad."""

THROUGH: Final[Mapping[str, Sequence[Kind]]] = {
    OVER_47_OHM: (R_47,),
    OVER_LED_RESISTOR: (R_330,),
    OVER_BASE_RESISTOR: (R_1K,),
    BEAM_LIGHT_NOTE: (R_1K,),
    OVER_DIODE: (BAT85,),
    OVER_SCHOTTKY: (D_5817, FUSE),
    OVER_DISTRIBUTION: (FUSE_HOLDER, P_MOSFET, FUSE),
}
"""Components between the ends of a wire with such a note, from the header on."""

BESIDE: Final = (
    (PULLED_UP, R_10K, "header", "3.3 V"),
    (BEAM_PULL_UP, R_47K, "part", "3.3 V"),
    ("chip select", R_10K, "header", "3.3 V"),
    (OVER_DIODE, R_470, "header", "ground"),
    ("100 µF and 100 nF beside it", C_100U, "part", "ground"),
    ("100 µF and 100 nF beside it", C_100N, "part", "ground"),
    ("10 kΩ to 3.3 V and 100 nF to ground", R_10K, "part", "3.3 V"),
    ("10 kΩ to 3.3 V and 100 nF to ground", C_100N, "part", "ground"),
)
"""Text in a note, what it asks for, and where: from the wire's end at the header or the part, to a supply."""

POLAR: Final = (BAT85, D_5817, D_4148, C_100U, C_470U, P_MOSFET)
ENDS: Final = {P_MOSFET: ("2", "3")}
"""Pads between which a part conducts, if not 1 and 2; of a polar one, the header's end first."""


def read_schematic(file: Path) -> Netlist:
    """Return the netlist that KiCad exported as XML from a schematic."""
    nets = ET.parse(file).getroot().find("nets")
    return _connected((_of(node, "ref"), _of(node, "pin"), _of(net, "name")) for net in nets or () for node in net)


def _of(element: ET.Element, name: str) -> str:
    return element.get(name, "")


def read_board(file: Path) -> Netlist:
    """Return the netlist of a board of KiCad."""
    return _connected(
        (reference, pad[1].strip('"'), net[0][1 if len(net[0]) == 2 else 2].strip('"'))
        for reference, footprint in footprints(file)
        for pad in find(footprint, "pad")
        if (net := find(pad, "net"))
    )


def footprints(file: Path) -> Iterator[tuple[str, list[Any]]]:
    for footprint in find(parse(file.read_text(encoding="utf-8")), "footprint"):
        texts = {item[1]: item[2] for item in find(footprint, "property")}
        yield texts['"Reference"'].strip('"'), footprint


def read_ipc_d_356(file: Path) -> Netlist:
    """Return the netlist of a test file (IPC-D-356A, 4.4: records 317 of holes, in fixed columns)."""
    lines = file.read_text(encoding="ascii").splitlines()
    names = {line[1:].split()[0]: line[1:].split()[1] for line in lines if line.startswith("PNNAME")}
    records = ((line[20:26].strip(), line[27:31].strip(), line[3:17].strip()) for line in lines if line[:3] == "317")
    return _connected((ref, pin, names.get(net, net)) for ref, pin, net in records)


def _connected(nodes: Iterable[tuple[str, str, str]]) -> Netlist:
    free = ("unconnected", "n/c")
    return {(ref, pin): net for ref, pin, net in nodes if pin and net and not net.lower().startswith(free)}


class Comparison:
    def __init__(self, board: Board, netlist: Netlist) -> None:
        self.board = board
        self.netlist = netlist
        self.pads: dict[str, list[Pad]] = defaultdict(list)
        for pad, net in netlist.items():
            self.pads[net].append(pad)

    def differences(self, wires: Sequence[Wire]) -> list[str]:
        """Return what differs from the wiring table; empty if all is as it says."""
        found = [difference for wire in wires for difference in self._of_wire(wire, wires)]
        found += self._of_notes()
        signals: dict[str, set[str]] = defaultdict(set)
        for wire in wires:
            signals[self._header_net(wire)].add(wire.signal)
            signals[self._part_net(wire)].add(wire.signal)
        fused: dict[str, dict[str, None]] = defaultdict(dict)
        for wire in wires:
            if wire.note == OVER_DISTRIBUTION:
                fused[self._part_net(wire)][wire.part] = None
        found += [f"{net} feeds {' and '.join(its)}" for net, its in fused.items() if len(its) > 1]
        return found + [f"{net} joins {', '.join(sorted(its))}" for net, its in signals.items() if len(its) > 1]

    def _header_net(self, wire: Wire) -> str:
        return self.netlist.get((self.board.header, str(wire.place)), f"nothing at pin {wire.place}")

    def _part_net(self, wire: Wire) -> str:
        ref, pads = self.board.ends[wire.part]
        other, _, pad = pads[wire.contact].rpartition(".")
        return self.netlist.get((other or ref, pad), f"nothing at {wire.contact} of {other or ref}")

    def _of_wire(self, wire: Wire, wires: Sequence[Wire]) -> Iterator[str]:
        start, end = self._header_net(wire), self._part_net(wire)
        nets = {start}
        for kind in THROUGH.get(wire.note, ()):
            nets = {net for near in nets for net in self._across(near, kind)}
        if (wire.part, wire.contact) in self.board.jumpers:
            ref, near, far = self.board.jumpers[wire.part, wire.contact]
            nets = {self.netlist[ref, far]} if self.netlist[ref, near] == start else set()
        if end not in nets:
            yield f"{wire.part} {wire.contact}: {start} at pin {wire.place}, {end} at the part"
        supplies = {"3.3 V": SUPPLY_3V3, "ground": "ground"}
        for text, kind, where, supply in BESIDE:
            if text not in wire.note:
                continue
            to = {self._header_net(other) for other in wires if other.signal == supplies[supply]}
            parts = {other.part for other in wires if text in other.note and self._part_net(other) == end}
            needed = 1 if where == "header" else len(parts)
            found = self._across(start if where == "header" else end, kind)
            if sum(net in to for net in found) < needed:
                yield f"{wire.part} {wire.contact}: {needed} x {kind.value} to {supply} is missing"

    def _of_notes(self) -> Iterator[str]:
        for start, end, kind, needed in self.board.joined:
            near, far = (self.netlist.get(pad, f"nothing at {pad}") for pad in (start, end))
            nets = [near] if kind is None else self._across(near, kind)
            if nets.count(far) < needed:
                between = "a wire" if kind is None else f"{needed} x {kind.value}"
                yield f"{start} does not reach {end} over {between}"

    def _across(self, net: str, kind: Kind) -> list[str]:
        """Return the nets behind the parts of a kind on a net: polar ones have cathode, plus or drain on it."""
        near, far = ENDS.get(kind, ("1", "2"))
        return [
            self.netlist.get((ref, far if pad == near else near), "")
            for ref, pad in self.pads[net]
            if self.board.part(ref).kind == kind and (pad == near or (pad == far and kind not in POLAR))
        ]


def unlike_part_numbers(board: Board, file: Path) -> list[str]:
    """Return where a footprint does not fit the part that its number names."""
    return [
        f"{ref}: {difference}"
        for ref, footprint in footprints(file)
        if not ref.startswith("H")
        for difference in _unlike(board.part(ref).kind, footprint)
    ]


def _unlike(kind: Kind, footprint: list[Any]) -> Iterator[str]:
    pads = {pad[1].strip('"'): pad for pad in find(footprint, "pad") if pad[1] != '""'}
    spots = {number: [float(value) for value in find(pad, "at")[0][1:3]] for number, pad in pads.items()}
    drills = [float(find(pad, "drill")[0][1]) for pad in pads.values()]
    pitch = math.dist(spots["1"], spots.get("2", spots["1"]))
    if len(pads) != kind.pads:
        yield f"{len(pads)} pads, not {kind.pads}"
    if abs(pitch - kind.pitch) > 0.1:
        yield f"pads {pitch:.2f} mm apart, not {kind.pitch}"
    if not kind.lead < min(drills) <= kind.lead + 0.45:
        yield f"holes of {min(drills)} mm for leads of {kind.lead}"
    for axis, room, length in zip("xy", _courtyard(footprint), kind.body, strict=True):
        if length > room:
            yield f"{room:.1f} mm of room along {axis} for a body of {length}"


def _courtyard(footprint: list[Any]) -> tuple[float, float]:
    """Return the room along x and y that a footprint reserves, as it lies in its library."""
    xs, ys = [], []
    for shape in footprint:
        if isinstance(shape, list) and shape[0].startswith("fp_") and ["layer", '"F.CrtYd"'] in shape:
            points = [*find(shape, "start"), *find(shape, "end"), *find(shape, "center")]
            points += [point for several in find(shape, "pts") for point in find(several, "xy")]
            reach = math.dist(*((float(p[1]), float(p[2])) for p in points)) if shape[0] == "fp_circle" else 0
            xs += [float(point[1]) + way * reach for point in points for way in (-1, 1)]
            ys += [float(point[2]) + way * reach for point in points for way in (-1, 1)]
    return max(xs) - min(xs), max(ys) - min(ys)
