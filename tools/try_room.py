"""A room to look at: a hub, and simulated tables at which bots play one game after the other; Ctrl-C ends all of it.

What it keeps lies in a folder of its own, which goes with it.
"""

import argparse
import json
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final

from controller.bench.shared.ports import free_port

LOOK_S: Final = 5.0
"""How often a table is asked whether its game is over."""

PATIENCE_S: Final = 60.0

CASTLES: Final = ("blue", "yellow", "purple", "grey")

TABLE: Final = """\
[table]
name = "{name}"
[page]
host = "127.0.0.1"
port = {page}
{mqtt}
""" + "".join(f'[[castle]]\ncolor = "{color}"\nspi = [0, {n}]\nsimulated = true\n' for n, color in enumerate(CASTLES))


def main() -> None:
    """Start it, say where its page is, let the bots play."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--tables", type=int, default=3, choices=range(1, 31), metavar="1-30")
    tables: int = parser.parse_args().tables
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored where a script has begun it in the background
    with tempfile.TemporaryDirectory(prefix="royaltable-room-") as made, ExitStack() as running:
        folder = Path(made)
        folder.chmod(0o755)  # PostgreSQL enters it as another user where we are root
        hub = ("hub", "--folder", str(folder / "hub"))
        ports = [free_port() for _ in range(tables + 4)]
        (folder / "hub").mkdir()
        for_tables = f'[tables]\naddress = "127.0.0.1"\nport = {ports[2]}\njoin_port = {ports[3]}\n'
        room_page = f"[page]\nport = {page_port(ports[1])}\n"
        (folder / "hub" / "hub.toml").write_text(f"[broker]\nport = {ports[0]}\n{room_page}{for_tables}")
        names = [f"rt-{number:02}" for number in range(1, tables + 1)]
        pages = [prepared(folder / name, name, port, hub) for name, port in zip(names, ports[4:], strict=True)]
        started_s = time.monotonic()
        logs = [folder / f"{name}.log" for name in ("hub", *names)]
        all_ = [hub, *(("serve", "--twins", "--config", str(folder / name / "table.toml")) for name in names)]
        processes = [running.enter_context(process(log, *words)) for log, words in zip(logs, all_, strict=True)]
        room = said(logs[0], processes[0], "The room: ")
        for log, table in zip(logs[1:], processes[1:], strict=True):
            said(log, table, "The table plays")
        try:
            for page in pages:
                begin(page)
            until_shown(room.removeprefix("The room: ").replace("0.0.0.0", "127.0.0.1"), tables)  # noqa: S104
            alive_s = time.monotonic() - started_s
            print(f"{room}\n{tables} tables play there, {alive_s:.0f} s after the start. Ctrl-C ends it.", flush=True)
            while True:
                time.sleep(LOOK_S)
                for page in pages:
                    begin(page)
        except KeyboardInterrupt:
            print("The room closes.")


def prepared(folder: Path, name: str, page: int, hub: tuple[str, ...]) -> str:
    """Let a table come to the hub, and write its settings; gives its page's address."""
    folder.mkdir()
    told = subprocess.run(command(*hub, "table", "add", name), capture_output=True, text=True, check=True).stdout  # noqa: S603  # our own
    mqtt, _, password = told.partition("# the file hub.password beside it has one line: ")
    (folder / "hub.password").write_text(password)
    (folder / "table.toml").write_text(TABLE.format(name=name, page=page, mqtt=mqtt))
    return f"http://127.0.0.1:{page}"


def begin(page: str) -> None:
    """Let four bots begin a game where none is played."""
    view = asked(f"{page}/api/view")["view"]
    if view["seq"] == 0 or view["waiting_for"]["over"]:
        asked(f"{page}/api/game", {"castles": CASTLES, "options": {}, "bots": CASTLES})


def until_shown(room: str, tables: int) -> None:
    """Wait until the room's page shows that many tables that play."""
    deadline_s = time.monotonic() + PATIENCE_S
    while sum(card["playing"] for card in asked(f"{room}api/room")["cards"].values()) < tables:
        if time.monotonic() > deadline_s:
            sys.exit(f"{room} does not show {tables} tables that play, expected them within {PATIENCE_S:.0f} s.")
        time.sleep(0.1)


def asked(url: str, body: Any = None) -> Any:
    """What a table answers; nothing where it does not."""
    octets = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, octets, {"content-type": "application/json"})  # noqa: S310  # http
    with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:  # noqa: S310  # http
        return json.loads(answer.read() or b"null")


@contextmanager
def process(log: Path, *words: str) -> Iterator["subprocess.Popen[bytes]"]:
    """One of our commands, which says what it says into a file; it is ended in good order."""
    with log.open("w") as file:
        started = subprocess.Popen(  # noqa: S603  # our own
            command(*words), stdout=file, stderr=subprocess.STDOUT, start_new_session=True
        )
    try:
        yield started
    finally:
        started.terminate()
        started.wait()


def said(log: Path, started: "subprocess.Popen[bytes]", beginning: str) -> str:
    """The line that begins so, as soon as it is said."""
    deadline_s = time.monotonic() + PATIENCE_S
    while True:
        for line in log.read_text().splitlines():
            if line.startswith(beginning):
                return line
        if started.poll() is not None or time.monotonic() > deadline_s:
            sys.exit(f"{log.read_text()}It did not start; it says why above.")
        time.sleep(0.05)


def command(*words: str) -> list[str]:
    """A command line of ours."""
    return [sys.executable, "-m", "controller", *words]


def page_port(free: int) -> int:
    """The usual one if it is free."""
    with socket.socket() as trial:
        return 8090 if trial.connect_ex(("127.0.0.1", 8090)) else free


if __name__ == "__main__":
    main()
