"""Hub and table are killed while the table gets other passwords: it comes in again, by one that both ends know."""

import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from bench.shared.ports import free_port
from controller.__main__ import main
from controller.fleet.enrolment import Membership
from controller.store.membership import membership_in
from controller.store.table_files import TableFiles
from tests.cli.test_hub import royaltable
from tests.hub.test_killed import KilledHub
from tests.soak import SOAK
from tests.web.real_table import TWO_CASTLES, RealTable

KILLS = 40 if SOAK else 2
PATIENCE_S = 120.0


class KilledTable:
    """A table of the room in a process of its own, started again as systemd would."""

    def __init__(self, folder: Path) -> None:
        page = free_port()
        self.config = folder / "table.toml"
        self.config.write_text(TWO_CASTLES.format(page=page))
        self._files = TableFiles(folder / "table.journal")
        self._page = RealTable(f"http://127.0.0.1:{page}")
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        command = [sys.executable, "-m", "controller", "serve", "--twins", "--config", str(self.config)]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert self._process.stdout is not None
        assert any(line.startswith("The table plays") for line in self._process.stdout)

    def kill(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGKILL)
        self._process.communicate()

    @property
    def membership(self) -> Membership:
        found = membership_in(self._files.membership)
        assert found is not None
        return found

    def is_heard(self) -> bool:
        devices = self._page.get("/api/owner?language=en").json()["devices"]
        return {each["name"]: each["text"] for each in devices}.get("broker") == ""

    def close(self) -> None:
        self.kill()
        self._page.close()


@pytest.fixture
def hub(folder: Path) -> Iterator[KilledHub]:
    hub = KilledHub(folder)
    hub.start()
    yield hub
    hub.stop()


@pytest.fixture
def table(hub: KilledHub, tmp_path: Path) -> Iterator[KilledTable]:
    table = KilledTable(tmp_path)
    invitation = hub.folder / "invitation"
    until(
        lambda: royaltable(hub.folder, "invite", "--tables", "1", "--host", "127.0.0.1", str(invitation)).exit_code == 0
    )
    words = ["join", "--invitation", str(invitation), "--config", str(table.config)]
    until(lambda: CliRunner().invoke(main, words).exit_code == 0)
    table.start()
    yield table
    table.close()


def until(true: Callable[[], bool]) -> None:
    ends_at_s = time.monotonic() + PATIENCE_S
    while not true():
        assert time.monotonic() < ends_at_s, "it did not come to that"
        time.sleep(0.1)


def test_whoever_is_killed_while_passwords_change_the_table_comes_in_again(hub: KilledHub, table: KilledTable) -> None:
    chance = random.Random(11)
    until(table.is_heard)
    for number in range(KILLS):
        before = table.membership
        assert royaltable(hub.folder, "rotate", before.table).exit_code == 0
        time.sleep(chance.uniform(0.0, 2.0))  # the hub looks once a second
        if number % 2:
            table.kill()
            table.start()
        else:
            hub.kill("hub")
        until(lambda: list((hub.folder / "rotating").iterdir()) == [])
        until(table.is_heard)
        until(lambda: table.membership.newer == ())
        assert table.membership.password != before.password
