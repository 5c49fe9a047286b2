"""A room to look at: a hub, and simulated tables at which bots play one game after the other; Ctrl-C ends all of it.

What it keeps lies in a folder of its own, which goes with it. The bots' games have named players, as if a steward had
entered them, so that the pages of players and records have rows.
"""

import argparse
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import httpx

from bench.shared.ports import free_port
from controller.config import examples
from controller.secret import Secret
from controller.service.lan import address_in_the_lan
from hub.page.access import Role, RoomKeys
from hw.testing.clock import FASTEST

LOOK_S: Final = 1.0
"""How often a table is asked whether its game is over."""

PATIENCE_S: Final = 60.0

SPEED: Final = 5
"""A game takes about six minutes of a table's own time."""

CASTLES: Final = ("blue", "yellow", "purple", "grey")

NAMES: Final = ("Ada", "Bruno", "Carmen", "Dora", "Emil", "Flora", "Gustav")
"""Who plays, by turns."""


def main() -> None:
    """Start it, say how to reach it, let the bots play."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--tables", type=int, default=3, choices=range(1, 31), metavar="1-30")
    parser.add_argument("--speed", type=float, default=SPEED, help="how fast the tables' time passes, 1 to 100")
    asked = parser.parse_args()
    if not 1 <= asked.speed <= FASTEST:
        parser.error(f"--speed: saw {asked.speed:g}, expected 1 to {FASTEST:g}")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored where a script has begun it in the background
    with tempfile.TemporaryDirectory(prefix="royaltable-room-") as made, ExitStack() as running:
        try:
            play(Path(made), asked.tables, asked.speed, running)
        except KeyboardInterrupt:
            print("The room closes.")


def play(folder: Path, count: int, speed: float, running: ExitStack) -> None:
    """Start a hub and ``count`` tables in ``folder``, and play until Ctrl-C."""
    started_s = time.monotonic()
    folder.chmod(0o755)  # PostgreSQL enters it as another user where we are root
    hub_folder = folder / "hub"
    hub_folder.mkdir()
    hub = ("hub", "--folder", str(hub_folder))
    ports = [free_port() for _ in range(count + 5)]
    for_tables = f'[tables]\naddress = "127.0.0.1"\nport = {ports[2]}\njoin_port = {ports[3]}\n'
    room_page = f"[page]\nport = {page_port(ports[1])}\ntls_port = {ports[4]}\n"
    (hub_folder / "hub.toml").write_text(f"[broker]\nport = {ports[0]}\n{room_page}{for_tables}")
    keys, password = RoomKeys(hub_folder), secrets.token_urlsafe(9)
    steward, organiser = (keys.new_pin(role).reveal() for role in (Role.STEWARD, Role.ORGANISER))
    keys.set_password(Secret(password))
    tables = [
        SimulatedTable(folder / f"rt-{number:02}", number, port, hub) for number, port in enumerate(ports[5:], start=1)
    ]
    logs = [folder / f"{name}.log" for name in ("hub", *(table.id for table in tables))]
    all_ = [hub, *(table.command for table in tables)]
    processes = [running.enter_context(process(log, *words)) for log, words in zip(logs, all_, strict=True)]
    here, network = addresses(said(logs[0], processes[0], "Page of the room: "))
    _, encrypted = addresses(said(logs[0], processes[0], "Log in at: "))
    for log, table in zip(logs[1:], processes[1:], strict=True):
        said(log, table, "The table is running")
    room = Room(here, steward)
    for page in (room.page, *(table.page for table in tables)):
        running.enter_context(page)
    for each in tables:
        each.hurry(speed)
        each.begin()
    room.until_shown(count)
    alive_s = time.monotonic() - started_s
    program = Path(sys.executable).with_name("royaltable")
    print(f"The room: {here}")
    print(f"In the network: {network}")
    print(f"To log in from there: {encrypted}")
    print(f"PIN of the stewards: {steward}")
    print(f"PIN of the organiser: {organiser}")
    print(f"Password of the owner: {password}")
    print(f"Its folder, for other commands: {program} hub --folder {hub_folder} status")
    print(f"{count} tables play there, {alive_s:.0f} s after the start, {speed:g} times as fast as people do.")
    print("Ctrl-C ends it.", flush=True)
    while True:
        time.sleep(LOOK_S)
        for each in tables:
            each.begin()
        room.seat_players()


class SimulatedTable:
    """A table of the room: all its parts are simulated, and bots have all its castles."""

    def __init__(self, folder: Path, number: int, port: int, hub: Sequence[str]) -> None:
        """Let it come to the hub, and write its settings into ``folder``."""
        folder.mkdir()
        self.id = folder.name
        self.command = ("serve", "--twins", "--config", str(folder / "table.toml"))
        self.page = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE_S)
        add = command(*hub, "table", "add", self.id)
        told = subprocess.run(add, capture_output=True, text=True, check=True).stdout  # noqa: S603  # our own
        mqtt, _, password = told.partition("# in the file hub.password beside table.toml: ")
        (folder / "hub.password").write_text(password)
        parts = examples.text_of("simulator")
        named = parts.replace('name = "simulated table"', f'name = "Table {number}"')
        (folder / "table.toml").write_text(named.replace("port = 8080", f"port = {port}") + mqtt)

    def hurry(self, speed: float) -> None:
        answered(self.page.post("/api/table/speed", json={"speed": speed}))

    def begin(self) -> None:
        """Let four bots begin a game where none is played."""
        view = answered(self.page.get("/api/view"))["view"]
        if view["seq"] == 0 or view["waiting_for"]["over"]:
            answered(self.page.post("/api/game", json={"castles": CASTLES, "options": {}, "bots": CASTLES}))


class Room:
    """The hub's page, to a steward."""

    def __init__(self, address: str, pin: str) -> None:
        self._pin = pin
        self.page = httpx.Client(base_url=address, timeout=PATIENCE_S)

    def until_shown(self, tables: int) -> None:
        deadline_s = time.monotonic() + PATIENCE_S
        while sum(card["playing"] for card in answered(self.page.get("/api/room"))["cards"].values()) < tables:
            if time.monotonic() > deadline_s:
                sys.exit(f"The room does not show {tables} tables that play, expected them within {PATIENCE_S:.0f} s.")
            time.sleep(0.1)

    def seat_players(self) -> None:
        """Say who sat at the castles of each game that has ended since."""
        for game in answered(self.page.get("/api/games"))["games"]:
            if game["seats"]:
                continue
            answered(self.page.post("/api/login", json={"pin": self._pin}))
            first = (game["journal"] + game["game"]) * len(CASTLES)
            for place, castle in enumerate(game["castles"], start=first):
                seats = f"/api/games/{game['journal']}/{game['game']}/seats"
                answered(self.page.post(seats, json={"castle": castle, "who": NAMES[place % len(NAMES)]}))


def answered(answer: httpx.Response) -> Any:
    answer.raise_for_status()
    return answer.json() if answer.content else None


def addresses(line: str) -> tuple[str, str]:
    """The room's page for this machine, and for others in its network, of what the hub says."""
    said = urlsplit(line.rsplit(maxsplit=1)[-1])
    lan = address_in_the_lan("0.0.0.0")  # noqa: S104
    return f"{said.scheme}://127.0.0.1:{said.port}/", f"{said.scheme}://{lan}:{said.port}/"


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
    return [sys.executable, "-m", "controller", *words]


def page_port(free: int) -> int:
    """The usual one if it is free."""
    with socket.socket() as trial:
        return 8090 if trial.connect_ex(("127.0.0.1", 8090)) else free


if __name__ == "__main__":
    main()
