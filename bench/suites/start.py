"""From nothing to the page's first answer, to open devices, and what the daemon takes when nobody plays.

Ours is `serve` as it runs on a Pi with four readers, over stubs in the place of its parts (their own cost is charged to
us; the arrow, which rests without current, is left out), and `sim` with all its twins. Beside them OctoPrint with its
virtual printer, and a bare uvicorn with starlette. Each is started in turn, several times; the medians are told.
"""

import json
import os
import re
import signal
import statistics
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from importlib import resources
from pathlib import Path
from random import Random
from typing import Final

from bench.shared import other_packages
from bench.shared.figure import Figure
from controller.devices import stickers
from controller.games import installed
from controller.games.naming import piece_ids
from controller.games.tumult_royale.bots.bots import draw_start_action, random_bot_move
from controller.games.tumult_royale.rules.actions import Action, action_to_mapping
from controller.games.tumult_royale.rules.engine import apply
from controller.games.tumult_royale.rules.options import move_to_action
from controller.games.tumult_royale.rules.state import Robbing
from controller.games.tumult_royale.show.summary import summary
from controller.store import tags
from controller.store.journal import Entry, Journal
from tests.support.ports import free_port
from tests.support.processes import ServerFigures, measure

TIMES: Final = 3

BARE: Final = """
import sys, uvicorn
from starlette.applications import Starlette
from starlette.responses import JSONResponse
from starlette.routing import Route
async def view(request):
    return JSONResponse({})
uvicorn.run(Starlette(routes=[Route("/", view)]), port=int(sys.argv[1]), log_level="warning")
"""

OCTOPRINT_CONFIG: Final = """
server: {firstRun: false, onlineCheck: {enabled: false}, pluginBlacklist: {enabled: false}}
accessControl: {salt: royaltable}
devel: {virtualPrinter: {enabled: true}}
plugins: {virtual_printer: {enabled: true}, tracking: {enabled: false}}
serial: {port: VIRTUAL, autoconnect: true}
"""


START_AT_MOST: Final = 2.0
"""Times what a bare uvicorn takes from nothing to its first answer."""

MEMORY_AT_MOST_MB: Final = 46.0
WAKES_AT_MOST: Final = 35.0
ROBBING_WAKES_AT_MOST: Final = 260.0
WAKE_AT_MOST: Final = 2.0
"""Times what a wake-up of a bare uvicorn takes (decision 54)."""
SERVE: Final = "serve"
ROBBING: Final = "serve, robbing"
SIM: Final = "sim"
BARE_SERVER: Final = "uvicorn"
OCTO: Final = "octoprint"
PRESSES: Final = 2
"""That the game goes on, and that the hourglass is turned over."""


def run() -> list[Figure]:
    """The figures; OctoPrint's are missing where it is not installed."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        ways: dict[str, Callable[[int], Sequence[str]]] = {
            SERVE: lambda port: _serve(home / f"{port}", port),
            ROBBING: lambda port: _serve(home / f"{port}", port, robbing=True),
            SIM: lambda port: _sim(home, port),
            BARE_SERVER: lambda port: [sys.executable, "-c", BARE, str(port)],
        }
        if other_packages.OCTOPRINT.exists():
            (home / "config.yaml").write_text(OCTOPRINT_CONFIG, encoding="utf-8")
            ways[OCTO] = lambda port: _octoprint(home, port)
        seen: dict[str, list[ServerFigures]] = {name: [] for name in ways}
        for _ in range(TIMES):
            for name, command in ways.items():
                port = free_port()
                url = f"http://127.0.0.1:{port}/" + ("" if name in {BARE_SERVER, OCTO} else "api/view")
                busy = partial(_turn_over, url) if name == ROBBING else None
                plays = None if name in {BARE_SERVER, OCTO} else _plays
                seen[name].append(measure(command(port), url, busy=busy, plays=plays))

    def median(name: str, of: Callable[[ServerFigures], float]) -> float:
        return statistics.median(map(of, seen[name]))

    def figure(
        what: str, unit: str, of: Callable[[ServerFigures], float], name: str = SERVE, most: float | None = None
    ) -> Figure:
        peers: dict[str, float | None] = {peer: median(peer, of) for peer in (SIM, BARE_SERVER, OCTO) if peer in seen}
        return Figure(f"start: {what}", median(name, of), unit, most=most, peers=peers)

    def of_a_daemon(what: str, name: str, wakes_at_most: float) -> list[Figure]:
        a_wake, bare = (
            median(each, lambda seen: seen.cpu_percent / seen.wakes_a_second) for each in (name, BARE_SERVER)
        )
        return [
            figure(f"processor, {what}", "% of a core", lambda each: each.cpu_percent, name),
            figure(f"wake-ups, {what}", "a second", lambda each: each.wakes_a_second, name, wakes_at_most),
            Figure(f"start: processor a wake-up, {what}, ratio to bare uvicorn", a_wake / bare, "times", WAKE_AT_MOST),
        ]

    starts = median(SERVE, lambda each: each.start_s) / median(BARE_SERVER, lambda each: each.start_s)
    return [
        figure("to first answer", "s", lambda each: each.start_s),
        Figure("start: to first answer, ratio to bare uvicorn", starts, "times", most=START_AT_MOST),
        figure("until the devices are open", "s", lambda each: each.plays_s),
        figure("memory, no game", "MB", lambda each: each.resident_mb, most=MEMORY_AT_MOST_MB),
        *of_a_daemon("no game", SERVE, WAKES_AT_MOST),
        *of_a_daemon("robbing", ROBBING, ROBBING_WAKES_AT_MOST),
    ]


def _serve(home: Path, port: int, *, robbing: bool = False) -> Sequence[str]:
    """Topology A in a folder of its own, with a game in the taxes if there is to be one."""
    home.mkdir()
    text = resources.files("controller.config").joinpath("examples/a.toml").read_text(encoding="utf-8")
    text = re.sub(r"\[spinner\].*?\n\n", "", text, flags=re.DOTALL).replace("poweroff = true", "poweroff = false")
    text = text.replace("/var/lib/royaltable", str(home)).replace("hourglass_s = 20", "hourglass_s = 60")
    (home / "table.toml").write_text(text, encoding="utf-8")
    tags.save_tag_map(home / "tags.toml", stickers.simulated_tag_map(piece_ids(installed.make_game())))
    if robbing:
        _put_in_the_taxes(home / "table.journal")
    stub = [sys.executable, "-m", "bench.shared.stub_pi"]
    return [*stub, "serve", "--config", str(home / "table.toml"), "--port", str(port)]


def _put_in_the_taxes(file: Path) -> None:
    """Write a journal whose game has come to its first taxes."""
    chance, now = Random(1), datetime.now(UTC).isoformat(timespec="milliseconds")  # noqa: S311  # no secret
    start = draw_start_action(chance, 4)
    actions: list[Action] = [start]
    state = apply(None, start).state
    while not isinstance(state.phase, Robbing):
        move = random_bot_move(state, chance)
        actions.append(move_to_action(move))
        state = apply(state, move).state
    with Journal(file) as journal:
        entries = [
            Entry(1, seq, action_to_mapping(action), "bench", now, summary(state).castles, None)
            for seq, action in enumerate(actions, start=1)
        ]
        journal.append(entries)


def _turn_over(url: str, pid: int) -> None:
    """Press the knob until the hourglass runs.

    Raises:
        RuntimeError: it does not.
    """
    for _ in range(PRESSES):
        os.kill(pid, signal.SIGUSR1)
        time.sleep(1.0)
    with urllib.request.urlopen(url, timeout=5) as answer:  # noqa: S310  # our own address
        if not json.load(answer)["view"]["hourglass"]["left_s"]:
            raise RuntimeError("saw an hourglass that lies, expected one that runs: the presses were not heard")


def _plays(url: str) -> bool:
    """Whether the devices are open: a view names those that were tried."""
    with urllib.request.urlopen(url, timeout=5) as answer:  # noqa: S310  # our own address
        return any(device["name"] == "oled" for device in json.load(answer)["view"]["devices"])


def _sim(home: Path, port: int) -> Sequence[str]:
    journal = str(home / f"{port}.journal")
    return [sys.executable, "-m", "controller", "sim", "--port", str(port), "--journal", journal]


def _octoprint(home: Path, port: int) -> Sequence[str]:
    options = ["--host", "127.0.0.1", "--port", str(port), "--basedir", str(home), "--iknowwhatimdoing"]
    return [str(other_packages.OCTOPRINT), "serve", *options]
