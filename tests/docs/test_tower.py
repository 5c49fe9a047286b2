"""The drawing in ARCHITECTURE.md is made of the code; to renew it: `ROYALTABLE_RENEW=1 .venv/bin/pytest tests/docs`."""

import ast
import os
import re
import tomllib
from html import escape
from itertools import pairwise

from tests.support.documents import ROOT, text_of

FLOOR_PX, WIDTH_PX, WAY_PX = 44, 1060, 600
"""The height of a floor; the width of the drawing, and where in it the way of a tile begins."""

PURE = "controller/games/"
"""A game is pure: ``play`` asks it, and goes on with its answer."""


def floors() -> list[list[str]]:
    """The floors from top to bottom, each with the packages that stand on it."""
    contracts = tomllib.loads(text_of("pyproject.toml"))["tool"]["importlinter"]["contracts"]
    (tower,) = (contract for contract in contracts if "controller.limits" in contract.get("layers", ()))
    return [floor.split(" | ") for floor in tower["layers"]]


def sentence(package: str) -> str:
    path = ROOT / package.replace(".", "/")
    source = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return (ast.get_docstring(ast.parse(source.read_text(encoding="utf-8"))) or "").split("\n")[0]


def way() -> list[tuple[str, str]]:
    """The steps of the way of a tile: the number, and the first file that ARCHITECTURE.md names for it."""
    table = text_of("ARCHITECTURE.md").split("## The way of a tile")[1].split("\n\nIf a castle has its own board")[0]
    return re.findall(r"^\| (\d+) \|[^`|]*`([^`]+)`", table, re.MULTILINE)


def floor_of(path: str) -> int:
    dotted = path.replace("/", ".")
    (found,) = (
        number for number, floor in enumerate(floors()) if any(f"{dotted}.".startswith(f"{each}.") for each in floor)
    )
    return found


def drawing() -> str:
    rows = floors()
    steps = way()
    gap = (WIDTH_PX - WAY_PX - 40) / (len(steps) - 1)
    points = [(WAY_PX + 20 + gap * nth, FLOOR_PX * (floor_of(path) + 0.5)) for nth, (_, path) in enumerate(steps)]
    height = FLOOR_PX * len(rows)
    shapes = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH_PX} {height}" font-family="sans-serif">',
        f'<rect width="{WIDTH_PX}" height="{height}" fill="#fbf8f1"/>',
    ]
    for nth, floor in enumerate(rows):
        top = FLOOR_PX * nth
        shade = "#efe7d6" if nth % 2 else "#f7f1e4"
        shapes.append(f'<rect y="{top}" width="{WIDTH_PX}" height="{FLOOR_PX}" fill="{shade}"/>')
        column = (WAY_PX - 10) / len(floor)
        for place, package in enumerate(floor):
            left = 10 + column * place
            name, says = package.removeprefix("controller."), sentence(package)
            shown = says if len(floor) == 1 else ""
            shapes.append(f'<text x="{left:g}" y="{top + 18}" font-size="14" font-weight="bold">{escape(name)}</text>')
            shapes.append(f'<text x="{left:g}" y="{top + 35}" font-size="11" fill="#555">{escape(shown)}</text>')
    asks = FLOOR_PX * (floor_of("controller/play") + 0.5)
    climbs = [point for (_, path), point in zip(steps, points, strict=True) if not path.startswith(PURE)]
    for (x1, y1), (x2, y2) in pairwise(climbs):
        shapes.append(f'<path d="M {x1:.0f} {y1:g} L {x2:.0f} {y2:g}" stroke="#8a4b2a" stroke-width="2"/>')
    for x, y in points:
        if (x, y) not in climbs:
            shapes.append(f'<path d="M {x:.0f} {y:g} V {asks:g}" stroke="#8a4b2a" stroke-dasharray="3 5"/>')
    for (number, path), (x, y) in zip(steps, points, strict=True):
        shapes.append(f'<circle cx="{x:.0f}" cy="{y:g}" r="12" fill="#8a4b2a"><title>{escape(path)}</title></circle>')
        shapes.append(
            f'<text x="{x:.0f}" y="{y + 4:g}" font-size="11" fill="white" text-anchor="middle">{number}</text>'
        )
    return "\n".join([*shapes, "</svg>", ""])


DRAWING = "docs/tower.svg"


def test_the_drawing_matches_the_layers() -> None:
    if os.environ.get("ROYALTABLE_RENEW"):
        (ROOT / DRAWING).write_text(drawing(), encoding="utf-8")
    assert text_of(DRAWING) == drawing()
    assert f"]({DRAWING})" in text_of("ARCHITECTURE.md")


def test_the_path_of_a_tile_passes_layers_from_the_hardware() -> None:
    numbers = [int(number) for number, _ in way()]
    assert numbers == list(range(1, len(numbers) + 1))
    assert ["hw" in floors()[floor_of(path)] for _, path in way()[:2]] == [True, True]


def test_each_package_has_a_summary_line() -> None:
    packages = [
        path.parent for top in ("controller", "firmware", "hub", "hw") for path in (ROOT / top).rglob("__init__.py")
    ]
    sentences = {
        path.relative_to(ROOT).as_posix(): sentence(".".join(path.relative_to(ROOT).parts)) for path in packages
    }
    assert [name for name, words in sentences.items() if not words.endswith(".")] == []


def test_no_package_exports_more_than_about_twenty_names() -> None:
    tops = (path for top in ("controller", "firmware", "hub", "hw") for path in (ROOT / top).rglob("*"))
    folders = [path for path in tops if path.is_dir() and path.name != "__pycache__"]
    doors = {
        path: [each for each in path.iterdir() if each.name not in {"__pycache__", "__init__.py"}] for path in folders
    }
    assert {path.as_posix(): len(names) for path, names in doors.items() if len(names) > 20} == {}
