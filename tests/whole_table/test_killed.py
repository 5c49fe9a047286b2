"""Daemons killed at random moments of fast games: what was acknowledged is there once, and the games are played on."""

import json
import random
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

from controller import config
from controller.store.house_rules import HouseRules
from controller.store.journal import JournalReader
from controller.store.table_files import TableFiles
from tests.soak import SOAK
from tests.whole_table.daemons import Daemon, Forks, started
from tests.whole_table.players import Players, Tally

KILLS: Final = 1000 if SOAK else 10
TABLES: Final = 4 if SOAK else 1
"""That play and are killed at the same time."""

FRESH: Final = 0.12
"""Of so many starts all is fresh, interpreter and imports; the others are forked behind the imports."""

LONGEST_HOURGLASS_S: Final = 60
"""On a busy machine a player may take that long; a table that stops the robbing by itself would confuse this one."""

LONGEST_LIFE: Final = 16
"""Actions that are acknowledged by a daemon before it is killed."""

PATIENCE_S: Final = 60.0


@dataclass
class Killed:
    """What became of one table."""

    kills: int = 0
    in_the_middle: int = 0
    finished: int = 0


@pytest.fixture(scope="module")
def forks() -> Iterator[Forks]:
    """Closed at the end."""
    process = Forks()
    yield process
    process.close()


def seen(daemon: Daemon) -> tuple[int, int]:
    """The number of the latest action, and that of actions with which the game was resumed."""
    with urllib.request.urlopen(f"http://{daemon.host}:{daemon.port}/api/view", timeout=PATIENCE_S) as answer:
        view = json.load(answer)["view"]
    return view["seq"], view["resumed"]["actions"]


def killed_again_and_again(journal: Path, forks: Forks, tally: Tally, *, kills: int, seed: int) -> Killed:
    """Play at one table and kill it so often, then play the last game to its end."""
    HouseRules(config.TableSection(), TableFiles(journal).house_rules).set(hourglass_s=LONGEST_HOURGLASS_S)
    chance, came_of_it = random.Random(seed), Killed()
    players = Players(seed * kills, tally)
    while came_of_it.kills < kills or not players.over:
        with started(journal) if chance.random() < FRESH else forks.started(journal) as daemon:
            if players.play.state is None or players.over:
                came_of_it.finished += players.over
                players = Players(seed * kills + came_of_it.finished, tally)
                players.begin(daemon)
                players.look(journal)
            else:
                assert seen(daemon) == (players.play.seq, players.play.seq)
            life = chance.randrange(1, LONGEST_LIFE) if came_of_it.kills < kills else None
            players.act(daemon, life, chance.uniform(0, 0.02))
        came_of_it.kills += 1
        came_of_it.in_the_middle += bool(players.asked)
        players.look(journal)
    return came_of_it


def test_killed_at_random_moments_it_loses_nothing_acknowledged_and_the_games_are_played_to_their_end(
    tmp_path: Path, forks: Forks, capsys: pytest.CaptureFixture[str]
) -> None:
    tallies = [Tally() for _ in range(TABLES)]
    with ThreadPoolExecutor(TABLES) as tables:
        playing = [
            tables.submit(
                killed_again_and_again,
                tmp_path / f"{number}.journal",
                forks,
                tally,
                kills=KILLS // TABLES,
                seed=7 + number,
            )
            for number, tally in enumerate(tallies)
        ]
    lost = [each for tally in tallies for each in tally.lost]
    doubled = [each for tally in tallies for each in tally.doubled]
    acknowledged = sum(tally.acknowledged for tally in tallies)
    all_of_it = [each.result() for each in playing]
    kills = sum(each.kills for each in all_of_it)
    with capsys.disabled():
        print(
            f"\n{kills:,} kills under load: {len(lost)} acknowledged actions lost, {len(doubled)} doubled, "
            f"{acknowledged:,} acknowledged."
        )
    assert (lost, doubled) == ([], [])
    assert kills >= KILLS
    assert sum(each.in_the_middle for each in all_of_it) > KILLS // 3  # most while an action was under way
    assert acknowledged > kills
    for number, each in enumerate(all_of_it):
        with JournalReader(tmp_path / f"{number}.journal") as reader:
            assert len(list(reader.results())) == each.finished + 1
