"""The daemon killed at random moments of fast games: what was acknowledged is there, and the game is played on."""

import random
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from controller import config
from controller.store.house_rules import HouseRules
from controller.store.journal import JournalReader
from controller.store.table_files import TableFiles
from tests.soak import SOAK
from tests.whole_table.one_player import Lost, Player

KILLS = 200 if SOAK else 10
PATIENCE_S = 60.0
LONGEST_HOURGLASS_S = 60
"""On a busy machine a player may take that long; a table that stops the robbing by itself would confuse this one."""

LONGEST_LIFE = 40
"""Actions that a daemon may live for before it is killed."""


@contextmanager
def daemon(journal: Path) -> Iterator[tuple[subprocess.Popen[str], httpx.Client]]:
    """A simulated table in a process of its own, and a client of its page."""
    command = [sys.executable, "-m", "controller", "sim", "--port", "0", "--seed", "7", "--journal", str(journal)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=sys.stderr, text=True)
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        assert "http://" in line, f"the daemon said {line!r}"
        with httpx.Client(base_url="http://" + line.split("http://")[1].strip(), timeout=PATIENCE_S) as client:
            yield process, client
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def test_killed_at_random_moments_it_loses_nothing_acknowledged_and_the_games_are_played_to_their_end(
    tmp_path: Path,
) -> None:
    journal = tmp_path / "killed.journal"
    HouseRules(config.TableSection(), TableFiles(journal).house_rules).set(hourglass_s=LONGEST_HOURGLASS_S)
    chance = random.Random(7)
    player, kills, in_the_middle, finished = Player(seed=0), 0, 0, 0
    while kills < KILLS or not player.over:
        with daemon(journal) as (process, client):
            if player.play.state is None or player.over:
                finished += player.over
                player = Player(seed=finished + 1)
                player.begin(client)
                player.look(journal)
            else:
                view = client.get("/api/view").json()["view"]
                assert (view["seq"], view["resumed"]["actions"]) == (player.play.seq, player.play.seq)
            life = chance.randrange(1, LONGEST_LIFE) if kills < KILLS else None
            try:
                for _ in range(life) if life is not None else iter(int, 1):
                    if player.over:
                        break
                    player.step(client)
                threading.Timer(chance.uniform(0, 0.02), process.send_signal, [signal.SIGKILL]).start()
                while not player.over:
                    player.step(client)
            except Lost:
                pass
            process.kill()
            process.wait()
            kills += 1
        in_the_middle += player.asked is not None
        player.look(journal)
    assert player.over
    assert kills >= KILLS
    assert in_the_middle > KILLS // 3  # most were killed while an action was under way
    with JournalReader(journal) as reader:
        assert len(list(reader.results())) == finished + 1
