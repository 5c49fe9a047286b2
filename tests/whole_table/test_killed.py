"""Daemons killed at random moments keep each acknowledged action once."""

import random
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import count
from pathlib import Path

import httpx

from controller.config.schema import TableSection
from controller.store.house_rules import HouseRules
from controller.store.journal import JournalReader
from controller.store.table_files import TableFiles
from tests.support.soak import SOAK
from tests.whole_table.daemons import Forks, started
from tests.whole_table.one_player import Lost, Player


def killed_again_and_again(journal: Path, forks: Forks, kills: int, seed: int) -> tuple[int, int]:
    """Play and kill so often, then play the last game to its end; gives games ended, and kills amid an action."""
    # a table that stops the robbing by itself would confuse a player on a busy machine
    HouseRules(TableSection(), TableFiles(journal).house_rules).change_and_save(hourglass_s=60)
    chance, player, ended, amid = random.Random(seed), Player(seed), 0, 0
    for life in count():
        # of some starts all is fresh, interpreter and imports; the others are forked behind the imports
        begun = started(journal) if chance.random() < 0.12 else forks.started(journal)
        with begun as daemon, httpx.Client(base_url=f"http://{daemon.host}:{daemon.port}", timeout=60) as client:
            if player.over:
                player = Player(seed + 1000 * ended)
            if player.play.state is None:
                player.begin(client)
                player.look(journal)
            else:
                view = client.get("/api/view").json()["view"]
                assert (view["seq"], view["resumed"]["actions"]) == (player.play.seq, player.play.seq)
            end = threading.Timer(chance.uniform(0.01, 0.2), daemon.kill)
            if life < kills:
                end.start()
            with suppress(Lost):
                while not player.over:
                    player.step(client)
            if life < kills:
                end.join()
        amid += player.asked is not None
        player.look(journal)
        ended += player.over
        if life >= kills and player.over:
            return ended, amid
    raise AssertionError("unreachable")


def test_a_daemon_killed_at_random_moments_loses_nothing_acknowledged(
    tmp_path: Path,
) -> None:
    forks = Forks()
    kills, tables = (250, 4) if SOAK else (4, 1)
    with ThreadPoolExecutor(tables) as at_once:
        journals = [tmp_path / f"{number}.journal" for number in range(tables)]
        playing = [
            at_once.submit(killed_again_and_again, journal, forks, kills, 7 + number)
            for number, journal in enumerate(journals)
        ]
    for journal, table in zip(journals, playing, strict=True):
        ended, amid = table.result()
        assert amid > kills // 3
        with JournalReader(journal) as reader:
            assert len(list(reader.results())) == ended
