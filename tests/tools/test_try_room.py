"""`make run-hub`: a room with tables where bots play; it leaves nothing behind."""

import json
import re
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

from tests.hub.running import need_engines

ROOT = Path(__file__).parents[2]
PATIENCE_S = 60.0


def test_the_room_shows_tables_that_play_keeps_their_games_and_is_gone_without_a_trace_at_its_end() -> None:
    need_engines()
    room = subprocess.Popen(
        [sys.executable, "-m", "tools.try_room", "--tables", "2"], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert room.stdout is not None
    try:
        page = room.stdout.readline().removeprefix("The room: ").strip()
        assert room.stdout.readline().startswith("2 tables play there, ")
        where = page.replace("0.0.0.0", "127.0.0.1")
        cards = asked(f"{where}api/room")["cards"]
        assert {name: (card["online"], card["playing"]) for name, card in cards.items()} == {
            "rt-01": (True, True),
            "rt-02": (True, True),
        }
        deadline_s = time.monotonic() + PATIENCE_S
        while (kept := asked(f"{where}api/status"))["journals"] < 2 or kept["entries"] == 0:
            assert time.monotonic() < deadline_s, f"the tables play, and the hub keeps {kept}"
            time.sleep(0.2)
        folders = {found[0] for found in re.finditer(r"\S*/royaltable-room-\w+", commands_below(room.pid))}
        assert folders
        room.send_signal(signal.SIGINT)
        assert room.wait(PATIENCE_S) == 0
        assert [folder for folder in folders if Path(folder).exists() or folder in all_commands()] == []
    finally:
        room.terminate()  # in good order, or its tables would play on
        room.communicate(timeout=PATIENCE_S)


def asked(url: str) -> Any:
    with urllib.request.urlopen(url, timeout=PATIENCE_S) as answer:
        return json.load(answer)


def commands_below(pid: int) -> str:
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return "".join(command_of(child) for child in children)


def all_commands() -> str:
    return "".join(command_of(each.name) for each in Path("/proc").iterdir() if each.name.isdecimal())


def command_of(pid: str) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        return ""
