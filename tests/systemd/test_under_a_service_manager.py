"""The daemon as systemd starts it, with its real notices, on simulated parts: ready, fed, stopped in order.

In a booted Debian, with the real systemd and the installed package, it is tested in ``container``.
"""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from controller.daemon.journal import JournalReader

PATIENCE_S = 60.0
PROJECT = Path(__file__).parents[2]
WATCHDOG_S = 2


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[socket.socket]:
    """The service manager's end of the notices."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind(str(tmp_path / "notify"))
        listener.settimeout(PATIENCE_S)
        yield listener


def until(manager: socket.socket, notice: str) -> str:
    """The first datagram with this notice in it."""
    while notice not in (told := manager.recv(4096).decode()):
        pass
    return told


def test_it_says_when_it_plays_that_it_lives_and_when_it_stops_and_leaves_nothing_on(
    tmp_path: Path, manager: socket.socket
) -> None:
    settings = (PROJECT / "controller/daemon/config/examples/b.toml").read_text(encoding="utf-8")
    (tmp_path / "table.toml").write_text(settings.replace("/var/lib/royaltable", str(tmp_path)), encoding="utf-8")
    daemon = subprocess.Popen(
        [*(sys.executable, "-m", "controller", "serve", "--twins", "--port", "0", "--config"), tmp_path / "table.toml"],
        env=os.environ | {"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": str(WATCHDOG_S * 1_000_000)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        status = until(manager, "READY=1")
        page = status.split("page ")[1].split(";")[0].replace(socket.gethostname(), "127.0.0.1")
        assert "STATUS=No game is being played" in status
        castles = {"castles": ["blue", "yellow"], "variant": "classic", "map": "tracked"}
        assert httpx.post(f"{page}api/game", json=castles, timeout=PATIENCE_S).status_code == 204
        until(manager, "WATCHDOG=1\nSTATUS=A game is being played, 1 actions")
        daemon.send_signal(signal.SIGTERM)
        until(manager, "STOPPING=1")
        _, log = daemon.communicate(timeout=PATIENCE_S)
    finally:
        daemon.kill()
        daemon.wait()
    assert daemon.returncode == 0
    assert "event=stop actions=1 still_on=nothing" in log
    with JournalReader(tmp_path / "table.journal") as journal:
        assert journal.findings() == []
