"""The power of a whole machine is cut: its disk loses its cache, and ext4 recovers.

One guest plays whole games on a disk of its own, as Raspberry Pi OS has it, and every write to that disk is remembered,
with every flush, and when which action was acknowledged. Afterwards the power is cut at random moments of that: what
was flushed is there; of what came after it, any part. The kernel's ext4 recovers each disk, and the table goes on.
"""

import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final

import httpx
import pytest

from bench.shared.figure import Figure
from controller.games.tumult_royale.bots.bots import random_bot_move
from controller.games.tumult_royale.rules.actions import action_to_mapping
from controller.games.tumult_royale.rules.engine import GameLog
from controller.games.tumult_royale.rules.options import move_to_action
from controller.games.tumult_royale.rules.state import Over
from controller.store.journal import JournalReader
from tests.kernel_table import conftest, guest_machine, write_cache
from tests.support.soak_figures import keep
from tests.whole_table.daemons import Daemon, Forks

CUTS: Final = 200
LYING_CUTS: Final = 20
ACTIONS: Final = 400
DISK_BYTES: Final = 48 << 20
A_GAME: Final = {"castles": ["blue", "yellow"], "options": {"map": "tracked"}, "bots": []}
JOURNAL: Final = "/disk/table/table.journal"
PYTHON: Final = "/opt/royaltable/bin/python3"
SIM: Final = f"/opt/royaltable/bin/royaltable sim --host 0.0.0.0 --port 8080 --seed 7 --journal {JOURNAL}"
ABOUT: Final = (
    "A simulated table plays whole games in a guest, on an ext4 of which every write and flush is remembered; then "
    "power is cut at random moments of that: any part of what was not flushed is there. Each time the table goes on."
)


@dataclass
class Evening:
    disk: write_cache.WriteCache
    acknowledged: list[tuple[int, list[list[dict[str, Any]]]]] = field(default_factory=list)

    def until(self, cut: int) -> list[list[dict[str, Any]]]:
        return max((each for each in self.acknowledged if each[0] <= cut), key=lambda each: each[0], default=(0, []))[1]


def play_games(guest: guest_machine.Guest, disk: write_cache.WriteCache) -> Evening:
    evening, games, chance = Evening(disk), [GameLog()], Random(1)
    with guest.client() as client:
        while len(evening.acknowledged) < ACTIONS:
            state = games[-1].state
            if state is None or isinstance(state.phase, Over):
                games += [GameLog()] if state is not None else []
                answer = client.post("/api/game", json=A_GAME)
                assert answer.status_code == 204, answer.text
                games[-1].submit(guest.entries(JOURNAL)[0][0])
                continue
            action = action_to_mapping(move_to_action(random_bot_move(state, chance)))
            answer = client.post("/api/actions", json=action)
            if answer.status_code == 409:  # the hourglass ran out meanwhile
                for missed, _ in guest.entries(JOURNAL, games[-1].seq):
                    games[-1].submit(missed)
                continue
            assert answer.status_code == 200, answer.text
            games[-1].submit(action)
            evening.acknowledged.append((len(disk.writes), [list(game.actions) for game in games]))
    return evening


@pytest.fixture(scope="module")
def evening(boot: conftest.Boot, tmp_path_factory: pytest.TempPathFactory) -> Evening:
    folder = tmp_path_factory.mktemp("power")
    disk = write_cache.WriteCache(write_cache.empty_ext4(folder, DISK_BYTES))
    with boot(*disk.serve(folder / "nbd.sock")) as guest:
        guest.run("mkdir /disk && mount -o noatime /dev/vdb /disk && mkdir /disk/table")
        guest.run(f"systemd-run --unit=sim {SIM}")
        guest.run(f"systemd-run --unit=writer {PYTHON} /srv/guest/settings_writer.py /disk")
        guest.view()
        return play_games(guest, disk)


@contextmanager
def mounted_after_recovery(disk: bytearray, folder: Path) -> Iterator[Path]:
    file, place = folder / "cut", folder / "mounted"
    file.write_bytes(disk)
    place.mkdir(exist_ok=True)
    subprocess.run(["mount", "-o", "loop,noatime", file, place], check=True)
    try:
        yield place
    finally:
        subprocess.run(["umount", place], check=True)


def is_blank(journal: Path) -> bool:
    with closing(sqlite3.connect(journal)) as db:
        return db.execute("select * from sqlite_master").fetchone() is None


def games_in(journal: Path) -> list[list[dict[str, Any]]]:
    if not journal.exists() or is_blank(journal):
        return []
    with JournalReader(journal) as reader:
        assert reader.damage_findings() == []
        return [[entry.action for entry in reader.entries(row.game_id)] for row in reader.games()]


def assert_game_continues(daemon: Daemon, actions: list[dict[str, Any]], chance: Random) -> None:
    log = GameLog()
    for action in actions:
        log.submit(action)
    assert log.state is not None
    with httpx.Client(base_url=f"http://{daemon.host}:{daemon.port}") as client:
        assert client.get("/api/view").json()["view"]["seq"] == len(actions)
        if not isinstance(log.state.phase, Over):
            answer = client.post(
                "/api/actions", json=action_to_mapping(move_to_action(random_bot_move(log.state, chance)))
            )
            assert answer.status_code == 200, answer.text


def begin_a_game(daemon: Daemon) -> None:
    with httpx.Client(base_url=f"http://{daemon.host}:{daemon.port}") as client:
        answer = client.post("/api/game", json={"castles": ["blue", "yellow"], "options": {"map": "tracked"}})
        assert answer.status_code == 204, answer.text


def count_lost_games(evening: Evening, cut: int, folder: Path, chance: Random, lies: int = 0) -> int:
    with mounted_after_recovery(evening.disk.cut(cut, chance, lies), folder) as files:
        for name in ("settings", "stickers"):
            if (files / name).exists():
                write_cache.assert_whole(name, (files / name).read_text(encoding="utf-8"))
        shutil.rmtree(folder / "table", ignore_errors=True)
        if (files / "table").is_dir():
            shutil.copytree(files / "table", folder / "table")
    games = games_in(folder / "table/table.journal")
    return sum(
        actions != (games[number][: len(actions)] if number < len(games) else [])
        for number, actions in enumerate(evening.until(cut))
    )


def test_a_power_cut_at_any_time_loses_no_acknowledged_action(
    evening: Evening, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    chance, lost, forks = Random(20), 0, Forks()
    for _ in range(CUTS):
        lost += count_lost_games(evening, chance.randrange(len(evening.disk.writes) + 1), tmp_path, chance) > 0
        if games := games_in(tmp_path / "table/table.journal"):
            with forks.started(tmp_path / "table/table.journal") as daemon:
                assert_game_continues(daemon, games[-1], chance)
        elif (tmp_path / "table/table.journal").exists():
            with forks.started(tmp_path / "table/table.journal") as daemon:
                begin_a_game(daemon)
    keep("power_cuts", ABOUT, figures := [
        Figure("power_cuts: cuts", CUTS, ""),
        Figure("power_cuts: writes and flushes of the disk", len(evening.disk.writes), ""),
        Figure("power_cuts: acknowledged actions", len(evening.acknowledged), ""),
        Figure("power_cuts: cuts that lost an acknowledged action", lost, "", most=0),
    ])  # fmt: skip
    with capsys.disabled():
        print("\n" + "; ".join(f"{figure.case('power_cuts')}: {figure.value:,}" for figure in figures))
    assert lost == 0


def test_a_disk_that_ignores_flushes_loses_actions(evening: Evening, tmp_path: Path) -> None:
    """So losses can be seen: these are not the table's."""
    chance, lost = Random(21), 0
    for _ in range(LYING_CUTS):
        try:
            lost += count_lost_games(evening, chance.randrange(len(evening.disk.writes) + 1), tmp_path, chance, lies=40)
        except (AssertionError, subprocess.CalledProcessError):  # torn files, or none that ext4 can read
            lost += 1
    assert lost > 0
