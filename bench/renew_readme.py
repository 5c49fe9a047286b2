"""Put the five figures that matter from ``bench/report.json`` into the README, between its marks."""

import json
import re
from pathlib import Path
from typing import Any, Final

from bench.shared.figure import number

ROOT: Final = Path(__file__).parents[1]
BLOCK: Final = re.compile(r"(?<=<!-- figures -->\n).*?(?=<!-- end of figures -->)", re.DOTALL)
FIVE: Final = (
    (
        "gate",
        "45 ms in the field, 60 us a call, counted",
        "tiles counted of those thrown over four gates, each 45 ms in the field, buses charged as those of a small Pi",
    ),
    ("readers", "inventory of 1, SPI messages", "what reading one tile takes of SPI"),
    ("latency", "tag to a page, p99", "from a tile's tag to a page, 99 of 100 times"),
    ("rules", "decisions, 4 players", "decisions of the rules"),
    ("start", "to first answer", "from the start of the program to the page's first answer"),
)
"""A bench, the end of a case of it, and how the README calls that."""


def five(report: dict[str, Any]) -> str:
    machine = report["machine"]
    lines = ["| | ours | others |", "| --- | ---: | --- |"]
    for bench, case, words in FIVE:
        (row,) = (each for each in report["figures"] if each["bench"] == bench and each["case"].endswith(case))
        others = ", ".join(f"{name} {number(value)}" for name, value in row["peers"].items() if value is not None)
        lines.append(f"| {words} | {number(row['ours'])} {row['unit']} | {others} |")
    where = (
        f"{machine['cores']} cores of {machine['processor']} with a load of {machine['load']}, {report['date'][:10]}"
    )
    rest = "All figures are in [bench/report.md](bench/report.md), which `make bench` writes."
    return "\n".join([*lines, "", f"On {where}, not on a Pi. {rest}", ""])


def renewed(readme: str, report: dict[str, Any]) -> str:
    return BLOCK.sub(lambda _: five(report), readme)


if __name__ == "__main__":
    file = ROOT / "README.md"
    report = json.loads((ROOT / "bench" / "report.json").read_text(encoding="utf-8"))
    file.write_text(renewed(file.read_text(encoding="utf-8"), report), encoding="utf-8")
