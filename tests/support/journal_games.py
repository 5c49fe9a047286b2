"""Small games for the journal's tests: entries with literal times."""

from pathlib import Path

from controller.games.contract.rules import Outcome
from controller.games.contract.values import CastleId
from controller.store.journal import Entry, Journal

BLUE, YELLOW = CastleId("blue"), CastleId("yellow")
END = Outcome(rounds=7, winners=(BLUE,), points={BLUE: 21, YELLOW: 15}, ending="gap")


def entry(game_id: int, seq: int, *, do: str = "spin", outcome: Outcome | None = None) -> Entry:
    written_utc = f"2026-11-21T10:{seq:02}:00.000+00:00"
    return Entry(game_id, seq, {"do": do, "demand": seq}, "knob", written_utc, (BLUE, YELLOW), outcome)


def journal_of(path: Path, *lengths: int) -> None:
    journal = Journal(path)
    for game, length in enumerate(lengths, start=1):
        for seq in range(1, length + 1):
            journal.append([entry(game, seq)])
    images = {part: path.with_name(path.name + part).read_bytes() for part in ("", "-wal", "-mark")}
    journal.close()
    for part, data in images.items():
        path.with_name(path.name + part).write_bytes(data)
