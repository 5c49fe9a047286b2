"""The boards, made anew in KiCad, pass its checks; boards with a fault do not. For `make soak`, as root on Debian."""

import dataclasses
import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from kit.boards import make
from kit.boards.castle import CASTLE
from kit.boards.parts import FUSE, Board, Part
from tests.support.soak import SOAK

pytestmark = [
    pytest.mark.skipif(not SOAK, reason="makes a Debian with KiCad; runs in make soak"),
    pytest.mark.skipif(os.geteuid() != 0, reason="makes a Debian with KiCad, which needs root"),
]


@pytest.fixture
def folder(request: pytest.FixtureRequest) -> Iterator[Path]:
    """A folder that KiCad's Debian sees: below the project."""
    name = re.sub(r"\W", "-", request.node.name)
    made = make.PROJECT / "out" / "kit" / "tests" / name
    shutil.rmtree(made, ignore_errors=True)
    made.mkdir(parents=True)
    yield made
    shutil.rmtree(made)


@pytest.fixture
def kept(folder: Path) -> Path:
    """The folder with the kept castle board."""
    for kind in make.KEPT:
        shutil.copy(make.HERE / f"castle.{kind}", folder)
    return folder


def with_part(ref: str, **changed: object) -> Board:
    parts = (dataclasses.replace(part, **changed) if part.ref == ref else part for part in CASTLE.parts)  # type: ignore[arg-type]
    return dataclasses.replace(CASTLE, parts=tuple(parts))


def turned(part: Part) -> dict[str, str]:
    return {"1": part.nets["2"], "2": part.nets["1"]}


@pytest.mark.parametrize("board", make.BOARDS, ids=lambda board: board.name)
def test_each_board_made_anew_passes_all_checks(board: Board, folder: Path) -> None:
    make.draw_schematic(board, folder)
    make.check_schematic(board, folder)
    make.lay_out(board, folder)
    make.check_board(board, folder)


def test_the_kept_board_passes_all_checks(kept: Path) -> None:
    make.check_board(CASTLE, kept)


def test_a_cut_track_is_found(kept: Path) -> None:
    file = kept / "castle.kicad_pcb"
    text = file.read_text()
    number = re.search(r'\(net (\d+) "GP18"\)', text)
    assert number is not None
    track = re.compile(rf"\n\t\(segment\n(?:\t\t.*\n)*?\t\t\(net {number[1]}\)\n(?:\t\t.*\n)*?\t\)")
    file.write_text(track.sub("", text))
    with pytest.raises(make.FaultyBoardError, match="unconnected_items"):
        make.check_board(CASTLE, kept)


def test_a_moved_part_is_found(kept: Path) -> None:
    file = kept / "castle.kicad_pcb"
    head, resistor, tail = re.split(r'(\(footprint "Resistor_THT[^\n]*)', file.read_text(), maxsplit=1)
    x = re.search(r"\n\t\t\(at ([\d.]+) ", tail)
    assert x is not None
    moved = tail.replace(x[0], f"\n\t\t(at {float(x[1]) + 1.0} ", 1)
    file.write_text(head + resistor + moved)
    with pytest.raises(make.FaultyBoardError, match=r"unconnected_items|clearance|shorting_items"):
        make.check_board(CASTLE, kept)


@pytest.mark.parametrize(
    ("old", "new", "rule"),
    [
        ("(size 1.2 1.2)", "(size 0.9 0.9)", "text_height"),
        ("(thickness 0.18)", "(thickness 0.12)", "text_thickness"),
        ("(width 0.15)", "(width 0.12)", "assertion"),
    ],
)
def test_print_that_a_cheap_fab_would_lose_is_found(old: str, new: str, rule: str, kept: Path) -> None:
    file = kept / "castle.kicad_pcb"
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new, 1))
    with pytest.raises(make.FaultyBoardError, match=rule):
        make.check_board(CASTLE, kept)


def test_swapped_pins_are_found_in_the_schematic(folder: Path) -> None:
    nets = CASTLE.part("J1").nets
    make.draw_schematic(with_part("J1", nets={**nets, "2": nets["3"], "3": nets["2"]}), folder)
    with pytest.raises(make.FaultyBoardError, match="reader 1 SCK: GP18 at pin 24, MOSI at the part"):
        make.check_schematic(CASTLE, folder)


@pytest.mark.parametrize("ref", ["D1", "D3", "D4"])
def test_a_turned_diode_is_found_in_the_schematic(ref: str, folder: Path) -> None:
    make.draw_schematic(with_part(ref, nets=turned(CASTLE.part(ref))), folder)
    with pytest.raises(make.FaultyBoardError, match="differs from the wiring table"):
        make.check_schematic(CASTLE, folder)


def test_a_board_unlike_its_schematic_is_found(kept: Path) -> None:
    make.draw_schematic(with_part("D3", nets=turned(CASTLE.part("D3"))), kept)
    with pytest.raises(make.FaultyBoardError, match="net_conflict"):
        make.check_board(CASTLE, kept)


def test_a_footprint_of_another_part_number_is_found(folder: Path) -> None:
    other = dataclasses.replace(FUSE, footprint="Fuse:Fuse_Bourns_MF-RG300")
    board = with_part("F1", kind=other)
    make.draw_schematic(board, folder)
    make.lay_out(board, folder)
    with pytest.raises(make.FaultyBoardError, match="F1: holes of"):
        make.check_board(CASTLE, folder)
