"""Make the boards of their description: schematic, routed board, checks, what a maker needs, pictures."""

import argparse
import csv
import dataclasses
import hashlib
import json
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final
from zipfile import ZIP_DEFLATED, ZipFile

from PIL import Image

from controller.config.wiring.wires import Wire, pi_wires
from kit.boards import castle, compare, console, distribution
from kit.boards.parts import Board

HERE: Final = Path(__file__).parent
PROJECT: Final = HERE.parents[1]
OUT: Final = PROJECT / "out" / "kit" / "boards"
KEPT: Final = ("kicad_pcb", "kicad_sch", "kicad_pro", "kicad_dru", "d356")
"""Endings of the results in the repository, besides `made.json`."""
IN_KICAD: Final = ("schematic.py", "lay_out.py", "route.py")
SEVERITIES: Final = {"lib_footprint_mismatch": "ignore"}
"""The Pico's print that would lie beyond the edge is taken off, so its footprint is not the library's."""
FAB_RULES: Final = {
    "min_clearance": 0.15,
    "min_copper_edge_clearance": 0.3,
    "min_hole_clearance": 0.25,
    "min_hole_to_hole": 0.5,
    "min_silk_clearance": 0.15,
    "min_text_height": 1.0,
    "min_text_thickness": 0.15,
    "min_through_hole_diameter": 0.3,
    "min_track_width": 0.15,
    "min_via_annular_width": 0.15,
    "min_via_diameter": 0.6,
}
"""What JLCPCB prints and etches at its lowest price (its capabilities and character design specifications), in mm."""
FAB_LINES: Final = """(version 1)
(rule "a printed line is 0.15 mm wide"
  (condition "A.Type == 'Graphic' && (A.Layer == 'F.Silkscreen' || A.Layer == 'B.Silkscreen')")
  (constraint assertion "A.Line_Width >= 0.149mm"))
"""
"""KiCad has no such limit among its own."""
PICTURES: Final = PROJECT / "docs" / "kit"
BOARD_IN_PICTURE: Final = (160, 50, 1440, 1150)
SMALL: Final = (960, 825)
TRIES: Final = 4
"""Tracks can cut the ground pours into islands; then the router begins with another net."""
COPPER: Final = "F.Cu,B.Cu,F.Mask,B.Mask,F.Silkscreen,B.Silkscreen,Edge.Cuts"

BOARDS: Final = (castle.CASTLE, console.CONSOLE, distribution.DISTRIBUTION)
WIRES: Final[dict[str, Sequence[Wire]]] = {
    "castle": castle.WIRES,
    "console": pi_wires(console.SETTINGS),
    "distribution": distribution.WIRES,
}
"""What the wiring table says of each board."""


class FaultyBoardError(Exception):
    """A check found something; the message has it."""


def describe(board: Board) -> dict[str, Any]:
    """Return a board as the scripts in KiCad's Debian read it, which have none of our packages."""
    parts = [{**dataclasses.asdict(part.kind), **dataclasses.asdict(part)} for part in board.parts]
    for part in parts:
        del part["kind"]
    keys = ("name", "title", "title_at", "revision", "date", "size", "pour_to", "header", "supplies", "notes", "holes")
    return {**{key: getattr(board, key) for key in keys}, "parts": parts}


def hash_sources(board: Board) -> str:
    """Return a hash of what a board is made from: its description with the wiring table's nets, and the scripts."""
    found = hashlib.sha256(json.dumps(describe(board), sort_keys=True).encode())
    for name in IN_KICAD:
        found.update((HERE / name).read_bytes())
    return found.hexdigest()


def kicad(folder: Path, *command: str) -> None:
    """Run a program in KiCad's Debian, in a folder of this project; its output is shown if it fails."""
    inside = f"/project/{folder.resolve().relative_to(PROJECT)}"
    done = subprocess.run(
        [PROJECT / "kit" / "kicad", "sh", "-c", 'cd "$1" && shift && exec "$@"', "sh", inside, *command],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode:
        raise FaultyBoardError(f"{' '.join(command)} ended with {done.returncode}:\n{done.stdout}")


def run_script(folder: Path, script: str, *arguments: str) -> None:
    kicad(folder, "python3", f"/project/kit/boards/{script}", *arguments)


def draw_schematic(board: Board, folder: Path) -> None:
    """Write the schematic and its netlist."""
    folder.mkdir(parents=True, exist_ok=True)
    name = board.name
    (folder / f"{name}.json").write_text(json.dumps(describe(board), indent=1), encoding="utf-8")
    run_script(folder, "schematic.py", f"{name}.json", f"{name}.kicad_sch")
    kicad(folder, *f"kicad-cli sch export netlist --format kicadxml -o {name}.xml {name}.kicad_sch".split())


def lay_out(board: Board, folder: Path, first: int = 0) -> None:
    """Place and route the board, beginning with a net; its schematic is there."""
    name = board.name
    run_script(folder, "lay_out.py", f"{name}.json", f"{name}.xml", f"placed-{name}.kicad_pcb")
    run_script(folder, "route.py", f"placed-{name}.kicad_pcb", f"{name}.kicad_pcb", str(first))
    settings = json.loads((folder / f"{name}.kicad_pro").read_text())
    settings["board"]["design_settings"]["rule_severities"].update(SEVERITIES)
    settings["board"]["design_settings"]["rules"].update(FAB_RULES)
    (folder / f"{name}.kicad_pro").write_text(json.dumps(settings, indent=1) + "\n")
    (folder / f"{name}.kicad_dru").write_text(FAB_LINES)
    kicad(folder, *f"kicad-cli pcb export ipcd356 -o {name}.d356 {name}.kicad_pcb".split())


def check_schematic(board: Board, folder: Path) -> None:
    check_netlist(board, folder, "xml")
    check = f"kicad-cli sch erc --severity-all --exit-code-violations -o {board.name}.erc {board.name}.kicad_sch"
    _check(folder / f"{board.name}.erc", check)


def check_board(board: Board, folder: Path) -> None:
    for kind in ("kicad_pcb", "d356"):
        check_netlist(board, folder, kind)
    if found := compare.unlike_part_numbers(board, folder / f"{board.name}.kicad_pcb"):
        raise FaultyBoardError("footprints and part numbers: " + "; ".join(found))
    check = "kicad-cli pcb drc --schematic-parity --severity-all --exit-code-violations"
    _check(folder / f"{board.name}.drc", f"{check} -o {board.name}.drc {board.name}.kicad_pcb")


def check_netlist(board: Board, folder: Path, kind: str) -> None:
    file = folder / f"{board.name}.{kind}"
    read = {"xml": compare.read_schematic, "kicad_pcb": compare.read_board, "d356": compare.read_ipc_d_356}[kind]
    if found := compare.Comparison(board, read(file)).differences(WIRES[board.name]):
        raise FaultyBoardError(f"{file.name} differs from the wiring table: {'; '.join(found)}")


def _check(report: Path, command: str) -> None:
    try:
        kicad(report.parent, *command.split())
    except FaultyBoardError as error:
        raise FaultyBoardError(f"{error}\n{report.read_text() if report.exists() else ''}") from None


def export(board: Board, folder: Path) -> None:
    """Write what a maker of boards, a buyer of parts and a reader need."""
    name = board.name
    gerbers = folder / f"{name}-gerbers"
    gerbers.mkdir(exist_ok=True)
    commands = (
        f"kicad-cli pcb export gerbers --use-drill-file-origin --layers {COPPER} -o {gerbers.name}/ {name}.kicad_pcb",
        f"kicad-cli pcb export drill --drill-origin plot --excellon-separate-th -o {gerbers.name}/ {name}.kicad_pcb",
        f"kicad-cli pcb export step --subst-models --force -o {name}.step {name}.kicad_pcb",
        f"kicad-cli sch export pdf -o {name}-schematic.pdf {name}.kicad_sch",
        f"kicad-cli sch export svg -o {name}-schematic {name}.kicad_sch",
        *(
            f"kicad-cli pcb render --side {side} --quality basic --background opaque --width 1600 --height 1200 "
            f"-o {name}-{side}.png {name}.kicad_pcb"
            for side in ("top", "bottom")
        ),
    )
    for number, command in enumerate(commands, start=1):
        _tell(board, f"file {number} of {len(commands)}, {' '.join(command.split()[1:4])}")
        kicad(folder, *command.split())
    with ZipFile(folder / f"{name}-gerbers.zip", "w", ZIP_DEFLATED) as archive:
        for gerber in sorted(gerbers.iterdir()):
            archive.write(gerber, gerber.name)
    write_bill(board, folder / f"{name}-parts.csv")
    write_positions(board, folder / f"{name}-positions.csv")


def write_positions(board: Board, file: Path) -> None:
    """Write the middle of each part's pads, from the board's lower left corner as in the Gerber files, and its turn."""
    with file.open("w", newline="", encoding="utf-8") as to:
        table = csv.writer(to)
        table.writerow(("Designator", "Mid X", "Mid Y", "Layer", "Rotation"))
        for part in board.parts:
            if part.kind.is_bought:
                table.writerow((part.ref, *(f"{each:.2f}mm" for each in part.at), "Top", part.turn))


def write_bill(board: Board, file: Path) -> None:
    """Write what is soldered: a line for each part number, in the columns that makers of boards read."""
    lines = defaultdict(list)
    for part in board.parts:
        if part.kind.is_bought:
            lines[part.kind].append(part.ref)
    with file.open("w", newline="", encoding="utf-8") as to:
        table = csv.writer(to)
        table.writerow(("Comment", "Designator", "Footprint", "Quantity", "Manufacturer", "MPN", "Size after"))
        for kind, refs in lines.items():
            footprint = kind.footprint.partition(":")[2]
            table.writerow((kind.value, ",".join(refs), footprint, len(refs), kind.maker, kind.number, kind.source))


def _tell(board: Board, what: str) -> None:
    print(f"{board.name} board: {what} ...", file=sys.stderr, flush=True)


def make(board: Board, folder: Path) -> None:
    _tell(board, "schematic, and its checks")
    draw_schematic(board, folder)
    check_schematic(board, folder)
    for first in range(TRIES):
        _tell(board, f"places, routes and checks, try {first + 1} of at most {TRIES}")
        lay_out(board, folder, first)
        try:
            check_board(board, folder)
        except FaultyBoardError:
            if first == TRIES - 1:
                raise
        else:
            break


def keep(boards: Sequence[Board], folder: Path) -> None:
    """Copy the results that the repository holds, with hashes of their sources and of themselves."""
    made = {}
    for board in boards:
        for side in ("top", "bottom"):
            with Image.open(folder / f"{board.name}-{side}.png") as picture:
                small = picture.convert("RGB").crop(BOARD_IN_PICTURE).resize(SMALL)
            small.quantize(128).save(PICTURES / f"{board.name}-{side}.png", optimize=True)
        names = [f"{board.name}.{ending}" for ending in KEPT]
        for file in names:
            shutil.copyfile(folder / file, HERE / file)
        hashes = {file: hashlib.sha256((HERE / file).read_bytes()).hexdigest() for file in names}
        made[board.name] = {"sources": hash_sources(board), **hashes}
    (HERE / "made.json").write_text(json.dumps(made, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    arguments = argparse.ArgumentParser("kit/make_kit boards", description="Make and check boards.", allow_abbrev=False)
    arguments.add_argument("--keep", action="store_true", help="renew the results in kit/boards and docs/kit")
    is_kept = arguments.parse_args().keep
    try:
        for each in BOARDS:
            make(each, OUT)
            export(each, OUT)
            print(f"{OUT}/{each.name}: no fault found")
    except FaultyBoardError as error:
        sys.exit(str(error))
    if is_kept:
        keep(BOARDS, OUT)
