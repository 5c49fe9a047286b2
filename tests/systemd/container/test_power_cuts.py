"""The plug pulled at random moments: the next power-on plays the same game on, with all that was acknowledged."""

import os
import random
import shutil
import threading
from contextlib import suppress
from pathlib import Path

from tests.systemd.container.machines import Machine
from tests.whole_table.one_player import Lost, Player

CUTS = int(os.environ.get("ROYALTABLE_CUTS", "50"))
"""On both Debians together."""

LONGEST_LIFE_S = 3.0
JOURNAL = "var/lib/royaltable/table.journal"


def test_the_plug_pulled_at_random_moments(installed: Machine, tmp_path: Path) -> None:
    print(f"{CUTS // 2} power cuts")
    installed.plays_on_twins()
    chance = random.Random(11)
    player, boots_s, games = Player(seed=0), [], 0
    for cut in range(CUTS // 2):
        boots_s.append(installed.boot())
        with installed.client() as client:
            if player.play.state is None or player.over:
                games += 1
                player = Player(seed=games)
                player.begin(client)
                player.look(installed.root / JOURNAL)
            else:
                view = client.get("/api/view").json()["view"]
                assert (view["seq"], view["resumed"]["actions"]) == (player.play.seq, player.play.seq)
            plug = threading.Timer(chance.uniform(0, LONGEST_LIFE_S), installed.pull_the_plug)
            plug.start()
            with suppress(Lost):
                while not player.over:
                    player.step(client)
            plug.join()
        player.look(copied(installed.root / JOURNAL, tmp_path / str(cut)))
    print(f"power-on to first answer: {min(boots_s):.1f} to {max(boots_s):.1f} s; {games} games")


def copied(journal: Path, folder: Path) -> Path:
    """Reading in place would leave files there that are not the table's."""
    folder.mkdir()
    for file in journal.parent.glob(f"{journal.name}*"):
        shutil.copy(file, folder)
    return folder / journal.name
