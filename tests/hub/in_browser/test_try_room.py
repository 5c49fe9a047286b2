"""`make run-hub`: a room with tables where bots play; it leaves nothing behind."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Page, ViewportSize, expect

from tests.hub.in_browser.conftest import opening
from tests.hub.running import skip_without_engines
from tests.support.soak import SOAK
from tests.web.browser.chromium import Devices
from tools.try_room import NAMES

ROOT = Path(__file__).parents[3]
PATIENCE_S = 180.0
NAMED = re.compile("|".join(NAMES))
BOARDS_DRAWN = (
    "count => [...document.querySelectorAll('.of-table .board')].filter((one) => one.naturalWidth).length === count"
)


def test_the_room_plays_game_after_game_and_is_gone_at_its_end(
    devices: Devices,
    keep_picture: Callable[[Page, str], None],
) -> None:
    """Outside the soak the room ends during its first game."""
    skip_without_engines()
    tables, speed = (3, 20) if "ROYALTABLE_SCREENSHOT" in os.environ else (1, 100 if SOAK else 5)
    with (
        started("--tables", str(tables), "--speed", str(speed)) as (room, said),
        httpx.Client(base_url=said["The room"], timeout=PATIENCE_S) as page,
        opening(devices, said["The room"].rstrip("/"), "/", ViewportSize(width=1280, height=760)) as open_page,
    ):
        if SOAK:
            until(lambda: len(page.get("/api/players?rules=tumult_royale").json()["players"]) >= 4)  # rated by seats
            expect(open_page("/games").locator(".rows .at-castle").first).to_have_text(NAMED)
            expect(open_page("/players").locator(".ranking a").first).to_have_text(NAMED)
            expect(open_page("/records").locator("[data-record=shortest] .at-castle").first).to_have_text(NAMED)
        until(lambda: game_at_first_table(page) >= (2 if SOAK else 1))
        begun = open_page()
        expect(begun.locator("article")).to_have_count(tables)
        expect(begun.locator(".standings .named").first).to_have_text(NAMED)
        if "ROYALTABLE_SCREENSHOT" in os.environ:
            begun.wait_for_function(BOARDS_DRAWN, arg=tables)
        keep_picture(begun, "room.png")
        for secret in ({"pin": said["PIN of the stewards"]}, {"password": said["Password of the owner"]}):
            assert page.post("/api/login", json=secret).status_code == 204
        command = said["Commands for this hub"].split()
        status = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        assert status.startswith(f"{tables} tables, {tables} journals")
        folder = re.search(r"\S*/royaltable-room-\w+", " ".join(command))
        assert folder is not None
        room.send_signal(signal.SIGINT)
        assert room.wait(PATIENCE_S) == 0
        assert not Path(folder[0]).exists()
        for pid in (each.name for each in Path("/proc").iterdir() if each.name.isdecimal()):
            with suppress(OSError):
                assert folder[0].encode() not in Path(f"/proc/{pid}/cmdline").read_bytes()


@contextmanager
def started(*options: str) -> Iterator[tuple["subprocess.Popen[str]", dict[str, str]]]:
    """Yield the running room and the lines that it prints, by their labels."""
    command = [sys.executable, "-m", "tools.try_room", *options]
    room = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert room.stdout is not None
    try:
        lines = [room.stdout.readline().strip() for _ in range(9)]
        yield room, dict(line.split(": ", 1) for line in lines if ": " in line)
    finally:
        room.terminate()  # in good order, or its tables would play on
        room.communicate(timeout=PATIENCE_S)


def game_at_first_table(page: httpx.Client) -> int:
    card = page.get("/api/room").json()["cards"].get("rt-01", {})
    return card.get("game_no") or 0


def until(look: Callable[[], Any]) -> Any:
    deadline_s = time.monotonic() + PATIENCE_S
    while not (found := look()):
        assert time.monotonic() < deadline_s
        time.sleep(0.5)
    return found
