"""After three failed starts in a row the table opens no device and plays on by hand."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from controller.devices.health import CrashGuard

PATIENCE_S = 30.0

CONFIG = """
[[castle]]
color = "blue"
spi = [0, 0]

[[castle]]
color = "yellow"
spi = [0, 1]

[oled]

[page]
host = "127.0.0.1"
port = 0
"""


def test_the_fourth_start_after_three_failed_ones_opens_no_device(tmp_path: Path) -> None:
    starts = CrashGuard(tmp_path / "table.starts")
    assert [starts.count_start_and_check_safe() for _ in range(5)] == [True, True, True, False, False]


def test_a_good_start_resets_the_count(tmp_path: Path) -> None:
    starts = CrashGuard(tmp_path / "table.starts")
    for _ in range(4):
        starts.count_start_and_check_safe()
    starts.reset()
    assert starts.count_start_and_check_safe()


def test_an_unreadable_counter_starts_from_zero(tmp_path: Path) -> None:
    (tmp_path / "table.starts").write_bytes(b"\xff\x00")
    assert CrashGuard(tmp_path / "table.starts").count_start_and_check_safe()


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write everywhere; run it as a user")
def test_a_read_only_folder_does_not_block_a_start(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    assert CrashGuard(tmp_path / "table.starts").count_start_and_check_safe()


class Served:
    """``royaltable serve`` on a machine without any of its devices."""

    def __init__(self, folder: Path) -> None:
        command = [sys.executable, "-m", "controller", "serve", "--config", str(folder / "table.toml")]
        self._log = (folder / "log").open("w+")
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self._log, text=True)
        assert self.process.stdout is not None
        found = re.search("http://[^ ]+/", self.process.stdout.readline())
        assert found is not None, self.log()
        self.client = httpx.Client(base_url=found[0], timeout=PATIENCE_S)

    def log(self) -> str:
        self._log.seek(0)
        return self._log.read()

    def view(self) -> dict[str, Any]:
        view: dict[str, Any] = self.client.get("/api/view").json()["view"]
        return view

    def end(self, by: signal.Signals) -> int:
        self.client.close()
        self.process.send_signal(by)
        assert self.process.stdout is not None
        code = self.process.wait(PATIENCE_S)
        self.process.stdout.close()
        self._log.close()
        return code


def test_after_three_killed_starts_the_game_goes_on_by_hand(tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text(CONFIG)
    (tmp_path / "tags.toml").write_text("[tags]\n")
    for _ in range(2):
        CrashGuard(tmp_path / "table.starts").count_start_and_check_safe()  # as a start that is killed does
    begun = 0
    for number in (2, 3):
        table = Served(tmp_path)
        try:
            devices = {device["name"]: device["text"] for device in table.view()["devices"]}
            if number < 3:
                assert "devices" not in devices
                game = {"castles": ["blue", "yellow"], "options": {"map": "tracked"}}
                assert table.client.post("/api/game", json=game).status_code == 204
                begun = table.view()["seq"]
                table.end(signal.SIGKILL)
                continue
            assert devices.keys() == {"devices"}
            assert "restart the table" in devices["devices"]
            assert "device=devices" in table.log()
            assert table.view()["seq"] == begun
            view = table.view()
            act = {"do": "place_first", "player": view["waiting_for"]["color"], "field": view["first_fields"][0]}
            by_hand = table.client.post("/api/actions", json=act)
            assert by_hand.status_code == 200, by_hand.text
        finally:
            if table.process.poll() is None:
                assert table.end(signal.SIGINT) == 0
    table = Served(tmp_path)
    deadline_s = time.monotonic() + PATIENCE_S
    while "blue" not in (names := {device["name"] for device in table.view()["devices"]}):
        assert time.monotonic() < deadline_s
        time.sleep(0.1)
    assert "devices" not in names
    assert table.end(signal.SIGINT) == 0
