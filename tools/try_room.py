"""A room for demonstration: a hub, and simulated tables where bots play one game after another; Ctrl-C ends it.

Its files are in a temporary folder. The bots' games have named players, as if a steward had entered them.
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

from controller.config import examples
from controller.secret import Secret
from controller.service.lan import lan_address_of_page
from hub.page.access import Role, RoomSecrets
from hw.testing.clock import MAX_SPEED
from tests.support.ports import free_port

LOOK_S: Final = 1.0
"""Between two checks whether a game is over."""

PATIENCE_S: Final = 60.0

SPEED: Final = 5
"""A game takes about six minutes of the table's time."""

REST_S: Final = 240.0
"""Between two games, of the table's time: televisions show how the first one ended."""

CASTLES: Final = ("blue", "yellow", "purple", "grey")

NAMES: Final = ("Ada", "Bruno", "Carmen", "Dora", "Emil", "Flora", "Gustav")
"""Players, in turn."""


def main() -> None:
    """Start the room, print its addresses, and let the bots play."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--tables", type=int, default=3, choices=range(1, 31), metavar="1-30")
    parser.add_argument("--speed", type=float, default=SPEED, help="speed of the tables' clock, 1 to 100")
    asked = parser.parse_args()
    if not 1 <= asked.speed <= MAX_SPEED:
        parser.error(f"--speed: saw {asked.speed:g}, expected 1 to {MAX_SPEED:g}")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a script may start us in the background with it ignored
    with tempfile.TemporaryDirectory(prefix="royaltable-room-") as made, ExitStack() as running:
        try:
            play(Path(made), asked.tables, asked.speed, running)
        except KeyboardInterrupt:
            print("The room closes.")


def play(folder: Path, count: int, speed: float, running: ExitStack) -> None:
    """Start a hub and ``count`` tables in ``folder``, and play until Ctrl-C."""
    started_s = time.monotonic()
    folder.chmod(0o755)  # if we are root, PostgreSQL enters it as another user
    hub_folder = folder / "hub"
    hub_folder.mkdir()
    hub = ("hub", "--folder", str(hub_folder))
    ports = [free_port() for _ in range(count + 5)]
    for_tables = f'[tables]\naddress = "127.0.0.1"\nport = {ports[2]}\njoin_port = {ports[3]}\n'
    room_page = f"[page]\nport = {page_port(ports[1])}\ntls_port = {ports[4]}\n"
    (hub_folder / "hub.toml").write_text(f"[broker]\nport = {ports[0]}\n{room_page}{for_tables}")
    keys, password = RoomSecrets(hub_folder), secrets.token_urlsafe(9)
    steward, organiser = (keys.replace_pin(role).reveal() for role in (Role.STEWARD, Role.ORGANISER))
    keys.set_password(Secret(password))
    tables = [
        SimulatedTable(folder / f"rt-{number:02}", number, port, hub, speed)
        for number, port in enumerate(ports[5:], start=1)
    ]
    logs = [folder / f"{name}.log" for name in ("hub", *(table.id for table in tables))]
    all_ = [hub, *(table.command for table in tables)]
    processes = [running.enter_context(process(log, *words)) for log, words in zip(logs, all_, strict=True)]
    here, network = addresses(wait_for_line(logs[0], processes[0], "Page of the room: "))
    _, encrypted = addresses(wait_for_line(logs[0], processes[0], "Log in at: "))
    for log, table in zip(logs[1:], processes[1:], strict=True):
        wait_for_line(log, table, "The table is running")
    room = Room(here, steward)
    for page in (room.page, *(table.page for table in tables)):
        running.enter_context(page)
    for each in tables:
        each.begin()
    room.wait_until_shown(count)
    alive_s = time.monotonic() - started_s
    program = Path(sys.executable).with_name("royaltable")
    print(f"The room: {here}")
    print(f"In the network: {network}")
    print(f"Log in from there: {encrypted}")
    print(f"PIN of the stewards: {steward}")
    print(f"PIN of the organiser: {organiser}")
    print(f"Password of the owner: {password}")
    print(f"Commands for this hub: {program} hub --folder {hub_folder} status")
    print(f"{count} tables play, {speed:g} times as fast as people. Started in {alive_s:.0f} s.")
    print("Ctrl-C ends it.", flush=True)
    while True:
        time.sleep(LOOK_S)
        for each in tables:
            each.begin()
        room.seat_players()


class SimulatedTable:
    """A table with simulated parts, at which bots play all castles."""

    def __init__(self, folder: Path, number: int, port: int, hub: Sequence[str], speed: float) -> None:
        """Add the table to the hub, and write its settings into ``folder``."""
        folder.mkdir()
        self._speed = speed
        self._over_at_s: float | None = None
        self.id = folder.name
        self.command = ("serve", "--twins", "--config", str(folder / "table.toml"))
        self.page = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE_S)
        add = command(*hub, "table", "add", self.id)
        added = subprocess.run(add, capture_output=True, text=True, check=True).stdout  # noqa: S603  # our own
        mqtt, _, password = added.partition("# in the file hub.password beside table.toml: ")
        (folder / "hub.password").write_text(password)
        parts = examples.read_example("simulator")
        named = parts.replace('name = "simulated table"', f'name = "Table {number}"')
        (folder / "table.toml").write_text(named.replace("port = 8080", f"port = {port}") + mqtt)

    def begin(self) -> None:
        """Start a game of four bots unless one is in progress or has just ended."""
        view = checked_json(self.page.get("/api/view"))["view"]
        if view["seq"] > 0 and view["waiting_for"]["over"] and self._over_at_s is None:
            self._over_at_s = time.monotonic()
        rested = self._over_at_s is not None and time.monotonic() - self._over_at_s >= REST_S / self._speed
        if view["seq"] == 0 or rested:
            self._over_at_s = None
            checked_json(self.page.post("/api/game", json={"castles": CASTLES, "options": {}, "bots": CASTLES}))
            checked_json(self.page.post("/api/table/speed", json={"speed": self._speed}))


class Room:
    """The hub's page, for a steward."""

    def __init__(self, address: str, pin: str) -> None:
        self._pin = pin
        self.page = httpx.Client(base_url=address, timeout=PATIENCE_S)

    def wait_until_shown(self, tables: int) -> None:
        deadline_s = time.monotonic() + PATIENCE_S
        while sum(card["playing"] for card in checked_json(self.page.get("/api/room"))["cards"].values()) < tables:
            if time.monotonic() > deadline_s:
                sys.exit(f"Expected {tables} tables with a game within {PATIENCE_S:.0f} s on the room's page.")
            time.sleep(0.1)

    def seat_players(self) -> None:
        """Enter players for the castles of each running game whose journal the hub knows."""
        cards, seated = (checked_json(self.page.get(path)) for path in ("/api/room", "/api/seats"))
        for number, (table, card) in enumerate(sorted(cards["cards"].items())):
            if not card["playing"] or seated.get(table, {}).get("names"):
                continue
            checked_json(self.page.post("/api/login", json={"pin": self._pin}))
            first = (number + card["game_no"]) * len(CASTLES)
            for place, standing in enumerate(card["standings"], start=first):
                entry = {"castle": standing["castle"], "who": NAMES[place % len(NAMES)]}
                answer = self.page.post(f"/api/tables/{table}/games/{card['game_no']}/seats", json=entry)
                if answer.status_code == httpx.codes.CONFLICT:
                    break
                checked_json(answer)


def checked_json(answer: httpx.Response) -> Any:
    answer.raise_for_status()
    return answer.json() if answer.content else None


def addresses(line: str) -> tuple[str, str]:
    """Return the page's address for this machine and for its network, from a line that the hub printed."""
    page = urlsplit(line.rsplit(maxsplit=1)[-1])
    lan = lan_address_of_page("0.0.0.0")  # noqa: S104
    return f"{page.scheme}://127.0.0.1:{page.port}/", f"{page.scheme}://{lan}:{page.port}/"


@contextmanager
def process(log: Path, *words: str) -> Iterator["subprocess.Popen[bytes]"]:
    """Run one of our commands with its output in a file, and terminate it at the end."""
    with log.open("w") as file:
        started = subprocess.Popen(  # noqa: S603  # our own
            command(*words), stdout=file, stderr=subprocess.STDOUT, start_new_session=True
        )
    try:
        yield started
    finally:
        started.terminate()
        started.wait()


def wait_for_line(log: Path, started: "subprocess.Popen[bytes]", beginning: str) -> str:
    """Return the first line with this beginning, as soon as it is printed."""
    deadline_s = time.monotonic() + PATIENCE_S
    while True:
        for line in log.read_text().splitlines():
            if line.startswith(beginning):
                return line
        if started.poll() is not None or time.monotonic() > deadline_s:
            sys.exit(f"{log.read_text()}It did not start, for the reason above.")
        time.sleep(0.05)


def command(*words: str) -> list[str]:
    return [sys.executable, "-m", "controller", *words]


def page_port(free: int) -> int:
    """Return the default port if it is free."""
    with socket.socket() as trial:
        return 8090 if trial.connect_ex(("127.0.0.1", 8090)) else free


if __name__ == "__main__":
    main()
