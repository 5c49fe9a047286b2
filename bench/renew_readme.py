"""Put the five figures that matter from ``bench/report.json`` into the README, between its marks."""

import re
from typing import Final

from bench.shared import report
from bench.shared.figure import number

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


def five(figures: report.Report) -> str:
    lines = ["| | ours | others | measured |", "| --- | ---: | --- | --- |"]
    for bench, case, words in FIVE:
        chapter = figures[bench]
        (figure,) = (each for each in chapter.figures if each.name.endswith(case))
        others = ", ".join(f"{name} {number(value)}" for name, value in figure.peers.items() if value is not None)
        where = f"{chapter.date}, {chapter.commit}"
        lines.append(f"| {words} | {number(figure.value)} {figure.unit} | {others} | {where} |")
    rest = "names the machines, none of them a Pi, and has all figures; `make bench` writes it."
    return "\n".join([*lines, "", f"[bench/report.md](bench/report.md) {rest}", ""])


def renewed(readme: str, figures: report.Report) -> str:
    return BLOCK.sub(lambda _: five(figures), readme)


if __name__ == "__main__":
    file = report.ROOT / "README.md"
    file.write_text(renewed(file.read_text(encoding="utf-8"), report.read(report.ROOT / "bench")), encoding="utf-8")
