"""The daemon as systemd starts it, with its real notices, on simulated parts: ready, fed, stopped in order.

In a booted Debian, with the real systemd and the installed package, it is tested in ``container``.
"""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from controller.store.journal import JournalReader

PATIENCE_S = 60.0
PROJECT = Path(__file__).parents[2]
WATCHDOG_S = 2
GAME = {"castles": ["blue", "yellow"], "options": {"map": "tracked"}}

CASTLES = '[[castle]]\ncolor = "blue"\nnode = "blue"\n[[castle]]\ncolor = "yellow"\nnode = "yellow"\n'


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind(str(tmp_path / "notify"))
        listener.settimeout(PATIENCE_S)
        yield listener


def until(manager: socket.socket, notice: str) -> str:
    while notice not in (told := manager.recv(4096).decode()):
        pass
    return told


def page_in(status: str) -> str:
    return status.split("page ")[1].split(";", maxsplit=1)[0].replace(socket.gethostname(), "127.0.0.1")


@contextmanager
def started(folder: Path, *options: str) -> Iterator["subprocess.Popen[str]"]:
    told = {"NOTIFY_SOCKET": str(folder / "notify"), "STATE_DIRECTORY": str(folder / "state")}
    daemon = subprocess.Popen(
        [*(sys.executable, "-m", "controller", "serve", *options, "--port", "0", "--config"), folder / "table.toml"],
        env=os.environ | told | {"WATCHDOG_USEC": str(WATCHDOG_S * 1_000_000)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield daemon
    finally:
        daemon.kill()
        daemon.wait()


def stopped(daemon: "subprocess.Popen[str]", manager: socket.socket) -> str:
    daemon.send_signal(signal.SIGTERM)
    until(manager, "STOPPING=1")
    _, log = daemon.communicate(timeout=PATIENCE_S)
    assert daemon.returncode == 0
    return log


def test_the_service_notifies_systemd_and_stops_with_everything_off(tmp_path: Path, manager: socket.socket) -> None:
    settings = (PROJECT / "controller/config/examples/b.toml").read_text(encoding="utf-8")
    (tmp_path / "table.toml").write_text(settings.replace("/var/lib/royaltable", str(tmp_path)), encoding="utf-8")
    with started(tmp_path, "--twins") as daemon:
        status = until(manager, "READY=1")
        assert "STATUS=No game is being played" in status
        assert httpx.post(f"{page_in(status)}api/game", json=GAME, timeout=PATIENCE_S).status_code == 204
        until(manager, "WATCHDOG=1\nSTATUS=A game is being played, 1 actions")
        log = stopped(daemon, manager)
    assert "event=stop actions=1 still_on=nothing" in log
    with JournalReader(tmp_path / "table.journal") as journal:
        assert journal.damage_findings() == []


def test_a_restart_from_the_owners_page_ends_it_so_that_systemd_starts_it(
    tmp_path: Path, manager: socket.socket
) -> None:
    """`RestartForceExitStatus` of the unit names this status."""
    (tmp_path / "table.toml").write_text(CASTLES, encoding="utf-8")
    with started(tmp_path, "--twins") as daemon:
        page = page_in(until(manager, "READY=1"))
        assert httpx.post(f"{page}api/owner/restart-table", json={}, timeout=PATIENCE_S).status_code == 204
        until(manager, "STOPPING=1")
        _, log = daemon.communicate(timeout=PATIENCE_S)
    assert daemon.returncode == os.EX_TEMPFAIL
    assert "event=stop" in log


def test_a_table_fresh_from_its_package_plays_by_hand_without_stickers(tmp_path: Path, manager: socket.socket) -> None:
    castles = "".join(f'[[castle]]\ncolor = "{color}"\nnode = "nobody-{color}"\n' for color in ("blue", "yellow"))
    (tmp_path / "table.toml").write_text(castles, encoding="utf-8")
    with started(tmp_path) as daemon:
        assert "not working: tags" in until(manager, "READY=1")
        log = stopped(daemon, manager)
    assert "event=device_lost device=tags" in log
    assert "Teach the pieces first (royaltable teach)" in log


@pytest.mark.parametrize(
    ("settings", "said", "journal"),
    [
        ("[[castle]\n", "is not TOML", "state/table.journal"),
        (
            CASTLES + '[oled]\nchip = "ssd1307"\n[journal]\nfile = "mine.journal"\n',
            "[oled] chip: saw 'ssd1307', expected one of sh1106, ssd1306, ssd1309, ssd1322, ssd1327.",
            "mine.journal",
        ),
    ],
)
def test_with_broken_settings_it_plays_by_hand_and_says_what_to_fix(
    tmp_path: Path, manager: socket.socket, settings: str, said: str, journal: str
) -> None:
    (tmp_path / "table.toml").write_text(settings, encoding="utf-8")
    with started(tmp_path) as daemon:
        status = until(manager, "READY=1")
        assert "not working: settings" in status
        with httpx.Client(base_url=page_in(status), timeout=PATIENCE_S) as page:
            assert page.post("/api/game", json=GAME).status_code == 204
            view = page.get("/api/view?language=en").json()["view"]
            by_hand = {"do": "place_first", "player": view["waiting_for"]["color"], "field": view["first_fields"][0]}
            assert page.post("/api/actions", json=by_hand).json()["accepted"]
        told = {device["label"]: device["text"] for device in view["devices"] if not device["ok"]}
        assert said in told["The settings (table.toml)"]
        assert f"royaltable config check --config {tmp_path}/table.toml" in told["The settings (table.toml)"]
        assert told.keys() <= {"The settings (table.toml)", "The list of stickers"}
        log = stopped(daemon, manager)
    assert "event=device_lost device=settings" in log
    with JournalReader(tmp_path / journal) as kept:
        assert [entry.action["do"] for entry in kept.entries(1)] == ["start", "place_first"]


def test_the_command_line_reports_what_is_wrong_with_the_settings(tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text(CASTLES + "[page]\nprot = 80\n", encoding="utf-8")
    done = subprocess.run(
        [*(sys.executable, "-m", "controller", "serve", "--config"), tmp_path / "table.toml"],
        env={name: value for name, value in os.environ.items() if name != "NOTIFY_SOCKET"},
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert done.returncode == 1
    assert "[page] prot: unknown. Did you mean 'port'?" in done.stderr
