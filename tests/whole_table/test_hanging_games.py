"""A game whose C code never comes back hangs the table; whoever kills it has it back, and without that game."""

import json
import os
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partialmethod
from pathlib import Path
from shutil import copytree
from typing import Any, Final
from urllib.error import URLError

import pytest

from controller.games.at_work import AT_WORK, AtWork, Left, label
from controller.games.contract.values import CastleId
from controller.games.requests import NewGame
from controller.play.resume import Resumption
from controller.store.journal import JournalReader
from controller.store.table_files import TableFiles
from tests.docs.reading import ROOT
from tests.soak import SOAK
from tests.whole_table.napping import NappingTable
from tests.whole_table.playing import playing

NEVER: Final = "[__import__('ctypes').PyDLL(None).pthread_mutex_lock(lock) for lock in [bytes(64)] * 2]"
"""In C, so that no signal's handler of Python runs, and whoever holds the interpreter waits for itself."""

VIEW: Final = f"""

def _view(self, state, memory):
    return {{}} if state is None else {NEVER}


ArrowRace.view = _view
"""

PATIENCE_S: Final = 60.0

PROGRAM: Final = """
from controller.__main__ import main
from controller.games import at_work, time_limit
time_limit.LIMIT._tick_s = 1.0
at_work.HANGS_AFTER_S = 2.5
main({})
"""
"""The table, less patient than it is."""


def installed(folder: Path, more: str) -> Path:
    """The example as pip would install it, with more in its module; gives where."""
    packages = folder / "packages"
    copytree(ROOT / "examples/arrow_race/arrow_race", packages / "arrow_race")
    with (packages / "arrow_race/game.py").open("a", encoding="utf-8") as module:
        module.write(more)
    about = packages / "arrow_race-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: arrow-race\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[royaltable.games]\narrow_race = arrow_race.game:make\n")
    return packages


@contextmanager
def table(folder: Path, packages: Path) -> Iterator[tuple[subprocess.Popen[bytes], Path]]:
    """A simulated table that starts; killed at the end."""
    journal = folder / "test.journal"
    arguments = ["sim", "--port", "0", "--seed", "7", "--journal", str(journal)]
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM.format(arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=os.environ | {"PYTHONPATH": str(packages)},
    )
    try:
        yield process, journal
    finally:
        process.kill()
        process.communicate()


def page(process: subprocess.Popen[bytes]) -> str:
    """The address of its page, once it plays."""
    assert process.stdout is not None
    return process.stdout.readline().decode().split()[-1]


def asked(url: str, body: Any = None, *, within_s: float = PATIENCE_S) -> Any:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=within_s) as answer:
        return json.loads(answer.read() or b"null")


def hung(journal: Path) -> None:
    """Waits until it is on record that the table hangs in a game."""
    file, until_s = TableFiles(journal).at_work, time.monotonic() + PATIENCE_S
    while not (file.exists() and b"most recent call first" in file.read_bytes()):
        assert time.monotonic() < until_s
        time.sleep(0.05)  # of another process


def test_the_game_that_hung_the_table_is_parked_at_the_next_start(tmp_path: Path) -> None:
    packages = installed(tmp_path, VIEW)
    with table(tmp_path, packages) as (process, journal):
        address = page(process)
        asked(f"{address}api/game", {"castles": ["blue", "yellow"], "game": "arrow_race"})
        with pytest.raises((TimeoutError, URLError)):
            asked(f"{address}api/view", within_s=0.2)
        hung(journal)
        process.send_signal(signal.SIGABRT)  # as systemd's watchdog does
        assert process.wait() == -signal.SIGABRT
    for says_so in (True, False) if SOAK else (True,):
        with table(tmp_path, packages) as (process, journal):
            view = asked(f"{page(process)}api/view")["view"]
        assert view["game"] == "tumult-royale"
        assert ("in view (game.py:" in str(view["devices"])) == says_so
        assert ("no end" in str(view["story"])) == says_so
        with JournalReader(journal) as games:
            assert games.current_game() is None
            assert [(game.game_id, game.actions) for game in games.games()] == [(1, 1)]


def test_a_game_that_hung_the_table_while_it_was_made_is_left_out_once(tmp_path: Path) -> None:
    packages = installed(tmp_path, f"\n{NEVER}\n")
    for _ in range(2 if SOAK else 1):
        with table(tmp_path, packages) as (_, journal):
            hung(journal)
        with table(tmp_path, packages) as (process, _):
            games = asked(f"{page(process)}api/box")["games"]
            assert "tudor" in str(games)
            assert "arrow_race" not in str(games)


@pytest.mark.parametrize(
    ("left", "failing", "parked"),
    [
        (Left("tudor", "view", None), False, False),
        (Left("tudor", "view", None), True, True),
        (Left("tudor", "view", "game.py:1"), False, True),
        (Left("tumult_royale", "view", "game.py:1"), True, False),
        (None, True, False),
    ],
)
async def test_who_is_killed_while_a_game_answers_in_time_plays_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, left: Left | None, *, failing: bool, parked: bool
) -> None:
    """Only starts that fail again and again, each with the same game at work, tell of one that ends the program."""
    castles = (CastleId("blue"), CastleId("yellow"))
    async with playing(tmp_path, castles=2, make_table=NappingTable) as play:
        await play.table.loop.submit(NewGame(castles, game="tudor"), "test")
    monkeypatch.setattr(AT_WORK, "left", left)
    monkeypatch.setattr(Resumption, "begin", partialmethod(Resumption.begin, failing=failing))
    async with playing(tmp_path, castles=2, make_table=NappingTable) as play:
        assert play.table.loop.seq == (0 if parked else 1)
        assert len(play.table.loop.journal_queue.parked) == parked


def test_the_page_tells_what_was_at_work_and_whether_it_had_been_for_too_long(tmp_path: Path) -> None:
    file, page = tmp_path / "at-work", label("race", "view")
    trace = b'Timeout (0:00:12)!\nThread 0x1 (most recent call first):\n  File "/x/wait.py", line 1 in f\n\n'
    trace += (
        b'Thread 0x2 (most recent call first):\n  File "/race/game.py", line 12 in view\n  File "/b.py", line 3 in g\n'
    )
    for octets, left in (
        (b"", None),
        (b"\0" * 128, None),
        (page, Left("race", "view", None)),
        (page + trace, Left("race", "view", "game.py:12")),
        (b"\0" * 128 + trace, None),
        (b"\xff" * 5000, Left("\ufffd" * 128, "", None)),
    ):
        file.write_bytes(octets)
        first, second = AtWork(), AtWork()
        with first.kept_in(file), second.kept_in(file):
            assert (first.left, second.left) == (left, None)
            nobody = first.begin(label("race", "judge"))
            assert file.read_bytes() == label("race", "judge")
            first.end(nobody)
            assert file.read_bytes() == bytes(128)
