"""Each command that root may run opens and writes a table's files with the rights of their owner alone."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import click

from controller.__main__ import MODULE_AND_HELP, main
from controller.store.table_files import TableFiles
from tests.store.test_led_nowhere import NOBODY, its_table, needs_root, run
from tests.store.test_table_backup import table

__all__ = ["its_table"]

AT_A_TABLE: Final = {
    "config": ["check --config {config}", "show --config {config}", "init a --to {config}.new"],
    "wiring": ["--config {config}"],
    "setup": ["--again --patience 1 --config {config}"],
    "record": ["{out}/a.rec --seconds 1 --config {config}"],
    "calibrate": ["spinner --config {config}"],
    "spin": ["--config {config}"],
    "teach": ["--export {out}/tags.csv --config {config}", "--import {tags} --config {config}", "--config {config}"],
    "read": ["--config {config}"],
    "doctor": ["--config {config}", "--no-devices --config {config}"],
    "census": ["--quiet 1 --config {config}"],
    "password": ["--config {config}"],
    "backup": ["{out}/kept.zip --config {config}"],
    "restore": ["{out}/kept.zip --yes --config {config}"],
    "report": ["{out}/report.zip --config {config}"],
    "certificate": ["make --config {config}", "show --config {config}", "remove --config {config}"],
    "mqtt": ["status --config {config}", "forget --config {config}"],
    "join": ["127.0.0.1:1 --config {config}"],
    "leave": ["--config {config}"],
    "journal": [
        *(f"{each} {{journal}}" for each in ("list", "show", "export", "stats", "verify")),
        *("import {journal} {out}/log", "backup {journal} {out}/copy", "restore {journal} {out}/copy"),
    ],
}
"""Arguments of each command that reads or writes a table's files; some end early because a part is missing."""

ELSEWHERE: Final = {
    **dict.fromkeys(("serve", "sim", "demo"), "the daemon: it is its user's own process, and systemd's to start"),
    **dict.fromkeys(("act", "faults"), "they ask a table's page, or nothing"),
    **dict.fromkeys(
        (
            "edition",
            "replay",
            "why",
            "options",
            "advise",
            "verify-draws",
            "film",
            "analyse",
            "notation",
            "bgstats",
            "compare",
        ),
        "one file that people name",
    ),
    **dict.fromkeys(("explain", "selfplay", "screens", "games"), "no file of a table"),
    "flash": "a castle board",
    "hub": "it has a folder of its own, and no table",
    "update": "apt's folders, and what root's unit has told of an update",
}

PLAYED: Final = Path(__file__).parents[1] / "games/tumult_royale/playthroughs/four_classic_tracked.jsonl"

_watched: list[tuple[Path, list[str]]] = []


def _opened(event: str, values: tuple[object, ...]) -> None:
    if not _watched or event not in {"open", "sqlite3.connect", "os.rename", "os.remove", "os.mkdir", "os.chmod"}:
        return
    folder, seen = _watched[0]
    if os.geteuid() == 0 and str(folder) in str(values[0]):
        seen.append(f"{event} {values[0]!r}")


@contextmanager
def as_root_in(folder: Path) -> Iterator[list[str]]:
    if not _watched:
        sys.addaudithook(_opened)
    seen: list[str] = []
    _watched.append((folder, seen))
    try:
        yield seen
    finally:
        _watched.clear()


def test_every_command_is_classified_by_its_use_of_table_files() -> None:
    assert AT_A_TABLE.keys() | ELSEWHERE.keys() == MODULE_AND_HELP.keys()
    assert not AT_A_TABLE.keys() & ELSEWHERE.keys()
    for command, calls in AT_A_TABLE.items():
        found = main.get_command(click.Context(main), command)
        if isinstance(found, click.Group):
            assert {words.split()[0] for words in calls} >= set(found.commands), command


@needs_root
def test_no_command_opens_or_leaves_table_files_as_root(tmp_path: Path, its_table: TableFiles) -> None:
    """First at a table of root's: what is imported then may lie where the owner of the other may not read."""
    exit_codes: dict[str, int] = {}
    for files in (table(tmp_path / "roots"), its_table):
        out = tmp_path / f"of {files.journal.parent.name}"
        out.mkdir()
        (out / "log").write_text(PLAYED.read_text().splitlines()[0])
        names = {"config": files.config, "journal": files.journal, "tags": files.tags, "out": out}
        for command, calls in AT_A_TABLE.items():
            for words in calls:
                arguments = [word.format(**names) for word in words.split()]
                with as_root_in(its_table.journal.parent) as opened:
                    done = run(command, *arguments, typed="long enough\nlong enough\n")
                assert opened == [], (command, arguments, opened)
                assert isinstance(done.exception, SystemExit | None), (command, arguments, done.exception)
                exit_codes[f"{command} {words.split()[0]}" if command == "journal" else command] = done.exit_code
    assert {path.lstat().st_uid for path in its_table.journal.parent.rglob("*")} == {NOBODY}
    written = {"backup", "restore", "password", "report", "journal list", "journal backup", "journal restore"}
    assert {command for command in written if exit_codes[command] == 0} == written
    assert (tmp_path / "of its" / "kept.zip").stat().st_uid == 0
