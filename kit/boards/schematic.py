"""Write a board's schematic: each part's symbol with the names of its nets at its pins. Runs in KiCad's Debian.

Usage: schematic.py BOARD.json TO.kicad_sch
"""

import json
import re
import sys
import uuid
from itertools import count
from pathlib import Path
from typing import Any

LIBRARIES = Path("/usr/share/kicad/symbols")
TOKEN = re.compile(r'"((?:[^"\\]|\\.)*)"|([()])|([^\s()"]+)')
TITLE_BLOCK = {"title": "title", "date": "date", "rev": "revision"}
COLUMN, ROW, COLUMNS = 45.72, 35.56, 10
"""Distances of symbols in mm, multiples of the grid of 1.27 mm."""


def parse(text: str) -> list[Any]:
    """Return an S-expression as nested lists; quoted strings keep their quotes."""
    stack: list[list[Any]] = [[]]
    for quoted, bracket, word in TOKEN.findall(text):
        if bracket == "(":
            stack.append([])
        elif bracket == ")":
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(word or f'"{quoted}"')
    expression: list[Any] = stack[0][0]
    return expression


def write(item: list[Any] | str) -> str:
    return f"({' '.join(map(write, item))})" if isinstance(item, list) else item


def find(items: list[Any], name: str) -> list[Any]:
    return [item for item in items if isinstance(item, list) and item[0] == name]


class Schematic:
    def __init__(self, described: dict[str, Any]) -> None:
        self.described = described
        self.libraries: dict[str, list[Any]] = {}
        self.ids = count()
        self.root = self.new_id()
        self.items: list[str] = []
        self.used: dict[str, list[Any]] = {}

    def new_id(self) -> uuid.UUID:
        return uuid.uuid5(uuid.NAMESPACE_URL, f"royaltable {self.described['name']} {next(self.ids)}")

    def text(self) -> str:
        column = 0
        for part in self.described["parts"]:
            large = len(self.pins(part["symbol"])) > 20
            at = (63.5, 101.6) if large else (139.7 + COLUMN * (column % COLUMNS), 38.1 + ROW * (column // COLUMNS))
            column += not large
            self.add(part, at)
        for number, net in enumerate(self.described["supplies"], start=1):
            flag = {"ref": f"#FLG{number}", "symbol": "power:PWR_FLAG", "value": "PWR_FLAG", "footprint": ""}
            self.add({**flag, "maker": "", "number": "", "nets": {"1": net}}, (38.1 + 25.4 * number, 190.5))
        symbols = " ".join(map(write, self.used.values()))
        texts = " ".join(f'({key} "{self.described[name]}")' for key, name in TITLE_BLOCK.items())
        title = f"(title_block {texts})"
        head = '(kicad_sch (version 20250114) (generator "royaltable") (generator_version "9.0")'
        paths = '(sheet_instances (path "/" (page "1")))'
        body = "\n".join(self.items)
        return (
            f'{head} (uuid "{self.root}") (paper "User" 594 240)\n{title}\n(lib_symbols {symbols})\n{body}\n{paths})\n'
        )

    def symbol(self, name: str) -> list[Any]:
        if name not in self.used:
            library, own = name.split(":")
            if library not in self.libraries:
                self.libraries[library] = parse((LIBRARIES / f"{library}.kicad_sym").read_text())
            found = next(item for item in find(self.libraries[library], "symbol") if item[1] == f'"{own}"')
            if find(found, "extends"):
                raise SystemExit(f"{name} extends another symbol: use that one")
            self.used[name] = [found[0], f'"{name}"', *found[2:]]
        return self.used[name]

    def pins(self, name: str) -> list[tuple[str, float, float, int, str]]:
        """Return number, position, direction and type of each pin."""
        pins = []
        for unit in find(self.symbol(name), "symbol"):
            for pin in find(unit, "pin"):
                (_, x, y, angle), number = find(pin, "at")[0], find(pin, "number")[0][1].strip('"')
                pins.append((number, float(x), float(y), int(angle), pin[1]))
        return pins

    def add(self, part: dict[str, Any], at: tuple[float, float]) -> None:
        done: set[str] = set()
        pins = self.pins(part["symbol"])
        for number, x, y, angle, kind in pins:
            spot = f"{at[0] + x:.2f} {at[1] - y:.2f}"
            if spot in done:  # pins of one net lie on each other
                continue
            done.add(spot)
            if number in part["nets"]:
                outwards = (angle + 180) % 360
                justify = "right" if outwards in {180, 270} else "left"
                self.items.append(
                    f'(global_label "{part["nets"][number]}" (shape passive) (at {spot} {outwards}) '
                    f'(effects (font (size 1.27 1.27)) (justify {justify})) (uuid "{self.new_id()}"))'
                )
            elif kind != "no_connect":
                self.items.append(f'(no_connect (at {spot}) (uuid "{self.new_id()}"))')
        heights = [abs(y) for _, _, y, _, _ in pins]
        beside = len(pins) == 2 and any(heights)  # an upright two-pin symbol has its names at the right, others above
        x, y = (at[0] + 5.08, at[1] - 1.27) if beside else (at[0] - 2.54, at[1] - max(heights) - 7.62)
        shown = "yes" if part["footprint"] else "no"
        bought = "no" if part["symbol"] == "Connector:TestPoint" else shown
        fields = [
            self.field("Reference", part["ref"], x, y),
            self.field("Value", part["value"], x, y + 2.54),
            *(self.field(key, part[key.lower()], *at, hide=True) for key in ("Footprint", "maker", "number")),
        ]
        if part.get("label"):
            fields.append(self.field("label", part["label"], x, y - 2.54))
        numbers = " ".join(f'(pin "{number}" (uuid "{self.new_id()}"))' for number, *_ in pins)
        self.items.append(
            f'(symbol (lib_id "{part["symbol"]}") (at {at[0]:.2f} {at[1]:.2f} 0) (unit 1) (exclude_from_sim no) '
            f'(in_bom {bought}) (on_board {shown}) (dnp no) (uuid "{self.new_id()}") {" ".join(fields)} {numbers} '
            f'(instances (project "{self.described["name"]}" (path "/{self.root}" '
            f'(reference "{part["ref"]}") (unit 1)))))'
        )

    @staticmethod
    def field(name: str, value: str, x: float, y: float, *, hide: bool = False) -> str:
        effects = f"(effects (font (size 1.27 1.27)) (justify left){' (hide yes)' if hide else ''})"
        return f'(property "{name}" "{value}" (at {x:.2f} {y:.2f} 0) {effects})'


if __name__ == "__main__":
    Path(sys.argv[2]).write_text(Schematic(json.loads(Path(sys.argv[1]).read_text())).text())
