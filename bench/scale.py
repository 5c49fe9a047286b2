"""What a hub of N tables needs, from the measured costs of a table and of messages: the tables of docs/scale.md.

``python -m bench.scale`` writes them again from ``bench/report.json``.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from msgspec import Struct

from bench.shared import report
from controller import limits

DOCUMENT: Final = report.ROOT / "docs/scale.md"
SIZES: Final = (30, 1_000, 10_000, 100_000)

GAME_S: Final = 90 * 60
"""A game of people; all tables play at the same time."""

GAME_ENTRIES: Final = 357
GAME_LOG_MESSAGES: Final = 43
"""A game's log leaves the table at its open moments."""

STATE_EVERY_S: Final = 5.0
STATE_KB: Final = 1.5
"""State, board and event of a table together, one of them each five seconds."""

GAMES_A_DAY: Final = 4
BUSY: Final = 0.7
"""Share of a core from which on delays grow."""

PARTS: Final = ("hub", "broker", "broker's TLS", "database")


class Costs(Struct, frozen=True):
    """Of each part: microseconds of a core for a message of a log and for others, megabytes without and for a table.

    Logs come one at a time at this load, each with a commit of its own: the figures of 100 messages/s of 10 entries.
    Other messages need no database: the figures of 5,000 messages/s of 1, which share commits, are more than they take.
    """

    log_us: dict[str, float]
    state_us: dict[str, float]
    base_mb: dict[str, float]
    table_mb: dict[str, float]
    handshake_ms: float
    entries_a_second: float
    wire_kb: float
    packed_kb: float

    def cores(self, part: str, tables: float) -> float:
        us_a_second = GAME_LOG_MESSAGES / GAME_S * self.log_us[part] + self.state_us[part] / STATE_EVERY_S
        return tables * us_a_second / 1e6

    def memory_mb(self, tables: float) -> float:
        return sum(self.base_mb.values()) + tables * sum(self.table_mb.values())


def load_costs(folder: Path = report.ROOT / "bench") -> Costs:
    rows = {figure.case("hub"): figure.value for figure in report.read(folder)["hub"].figures}

    def message_us(case: str) -> dict[str, float]:
        return {part: 1e6 * rows.get(f"{case}: {part}", 0.0) / rows[f"{case}: kept of them"] for part in PARTS}

    few, many = ({part: rows.get(f"memory, {n} tables: {part}", 0.0) for part in PARTS} for n in ("30", "1,000"))
    table_mb = {part: (many[part] - few[part]) / (1000 - 30) for part in PARTS}
    return Costs(
        log_us=message_us("100 messages/s of 10"),
        state_us=message_us("5,000 messages/s of 1") | {"database": 0.0},
        base_mb={part: few[part] - 30 * table_mb[part] for part in PARTS},
        table_mb=table_mb,
        handshake_ms=rows["broker killed under 1,000 tables with TLS: its processor until then"],
        entries_a_second=rows["the same a second"],
        wire_kb=rows[f"a game of {GAME_ENTRIES} actions on the wire"],
        packed_kb=rows[f"a game of {GAME_ENTRIES} actions, packed"],
    )


def format_needs(costs: Costs) -> Iterator[str]:
    yield f"| need | {' | '.join(f'{tables:,} tables' for tables in SIZES)} |"
    yield f"| --- |{' ---: |' * len(SIZES)}"
    needs: dict[str, Callable[[int], float]] = {
        "entries a second": lambda tables: tables * GAME_ENTRIES / GAME_S,
        "messages a second": lambda tables: tables * (GAME_LOG_MESSAGES / GAME_S + 1 / STATE_EVERY_S),
        **{
            f"cores of the {part}": lambda tables, part=part: costs.cores(part, tables)  # type: ignore[misc]
            for part in PARTS
            if costs.log_us[part]
        },
        "memory, MB": costs.memory_mb,
        "network, Mbit/s": lambda tables: tables * 8 / 1000 * (costs.wire_kb / GAME_S + STATE_KB / STATE_EVERY_S),
        "disk a year, GB": lambda tables: tables * GAMES_A_DAY * 365 * costs.packed_kb / 1e6,
        "one core's time for all TLS handshakes, s": lambda tables: tables * costs.handshake_ms / 1000,
        "a day offline of all, caught up, s": lambda tables: (
            tables * GAMES_A_DAY * GAME_ENTRIES / costs.entries_a_second
        ),
    }
    for need, of in needs.items():
        yield f"| {need} | {' | '.join(_rounded(of(tables)) for tables in SIZES)} |"


def format_first_limits(costs: Costs) -> Iterator[str]:
    """Yield the rows of what gives way first, each with the count of tables at which it does."""
    unit = (report.ROOT / "systemd/royaltable-hub.service").read_text("utf-8")
    (memory_mb,) = re.findall(r"^MemoryMax=(\d+)M$", unit, re.MULTILINE)
    spare_mb = float(memory_mb) * 1.048576 - costs.memory_mb(0)
    ends = {
        "the bound on tables in `controller/limits.py`": limits.HUB_TABLES,
        "open files of HAProxy, two for a table (`LimitNOFILE` of the unit)": limits.HUB_DESCRIPTORS / 2,
        "memory of the unit (`MemoryMax`)": spare_mb / sum(costs.table_mb.values()),
        **{f"{BUSY:.0%} of a core for the {part}": BUSY / costs.cores(part, 1) for part in PARTS if costs.log_us[part]},
        "30 s of a core for the handshakes after the broker ended": 30_000 / costs.handshake_ms,
    }
    yield "| what gives way | at tables |"
    yield "| --- | ---: |"
    for what, tables in sorted(ends.items(), key=lambda row: row[1]):
        yield f"| {what} | {_rounded(tables)} |"


def _rounded(value: float) -> str:
    """Return two significant digits."""
    rounded = float(f"{value:.2g}")
    return f"{rounded:,.0f}" if rounded >= 10 else f"{rounded:.2g}"


def renewed(text: str, costs: Costs) -> str:
    """Return the document with its two tables computed again."""
    for heading, rows in (("needs", format_needs(costs)), ("ends", format_first_limits(costs))):
        table = "\n".join(rows)
        text = re.sub(rf"(<!-- {heading} -->\n)(\|.*\n)*", lambda found, table=table: f"{found[1]}{table}\n", text)  # type: ignore[misc]
    return text


if __name__ == "__main__":
    DOCUMENT.write_text(renewed(DOCUMENT.read_text("utf-8"), load_costs()), encoding="utf-8")
