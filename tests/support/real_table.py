"""The daemon on simulated parts in a process of its own, played over HTTP."""

import signal
import ssl
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final

import httpx

PATIENCE_S = 30.0
BUSY = "event=loops_hang"
"""A warning that is permitted at a high speed or on a busy machine."""

VISIT_S = 1.3
"""After this pause a gate counts a tile as another visit (``REARM_MS`` of the gate)."""

COLORS = ["blue", "yellow", "purple", "grey"]


TWO_CASTLES: Final = """
[[castle]]
color = "blue"
spi = [0, 0]
simulated = true
[[castle]]
color = "yellow"
spi = [0, 1]
simulated = true
[page]
host = "127.0.0.1"
port = {page}
"""
"""A part of ``table.toml``."""


class RealTable:
    """A running ``royaltable sim`` at ``url``; over HTTPS only the authority ``trusted`` is accepted."""

    def __init__(self, url: str, trusted: Path | None = None) -> None:
        self.url = url.rstrip("/")
        self._passed_s = -VISIT_S
        verify = True if trusted is None else ssl.create_default_context(cafile=trusted)
        self._client = httpx.Client(base_url=self.url, timeout=PATIENCE_S, verify=verify)

    def close(self) -> None:
        self._client.close()

    def state(self) -> dict[str, Any]:
        answer: dict[str, Any] = self._client.get("/api/view?language=en").json()
        return answer

    def view(self) -> dict[str, Any]:
        view: dict[str, Any] = self.state()["view"]
        return view

    def handles(self, where: str) -> list[str]:
        return [tile["handle"] for tile in self.state()["table"]["tiles"] if tile["where"] == where]

    def tiles_of(self, color: str) -> int:
        number: int = next(player["tiles"] for player in self.view()["players"] if player["color"] == color)
        return number

    def take_time(self) -> None:
        """Set the longest hourglass, so that the rush suffices on a busy machine; no scene waits for the knob."""
        assert self.post("/api/owner/house", {"hourglass_s": 60, "scenes": "at_once"}).status_code == 204

    def get(self, path: str) -> httpx.Response:
        return self._client.get(path)

    def passing(self) -> None:
        self._passed_s = time.monotonic()

    def post(self, path: str, body: dict[str, Any], headers: dict[str, str] | None = None) -> httpx.Response:
        if path == "/api/table/pass":
            self.passing()
        elif path == "/api/game":  # the tile that passed last may be the next to pass: the gate is to see it come again
            time.sleep(max(0.0, self._passed_s + VISIT_S - time.monotonic()))
        return self._client.post(path, json=body, headers=headers)

    def send(self, path: str, octets: bytes, headers: dict[str, str]) -> httpx.Response:
        return self._client.post(path, content=octets, headers=headers)

    def act(self, **action: Any) -> None:
        """Submit an action that must be accepted."""
        answer = self.post("/api/actions", action)
        assert answer.status_code == 200, answer.text

    def first_event(self, name: str) -> str:
        """Return the raw data of the stream's first event of this name."""
        with self._client.stream("GET", "/api/stream") as answer:
            lines = answer.iter_lines()
            for line in lines:
                if line == f"event: {name}":
                    return next(lines)
        raise AssertionError(f"the stream ended without an event {name!r}")

    def until(self, true: Callable[[], bool], what: str) -> None:
        """Poll until the condition is true."""
        deadline_s = time.monotonic() + PATIENCE_S
        while not true():
            assert time.monotonic() < deadline_s, f"waited {PATIENCE_S} s in vain: {what}"
            time.sleep(0.05)

    @contextmanager
    def hurried(self, times: int) -> Iterator[None]:
        """Let the table run ``times`` as fast as real time."""
        assert self.post("/api/table/speed", {"speed": times}).status_code == 204
        try:
            yield
        finally:
            self.post("/api/table/speed", {"speed": 1})

    def begin(self, phase: str, players: int = 2) -> None:
        """Start a new game and play it by hand until ``phase``."""
        deadline_s = time.monotonic() + PATIENCE_S
        game = {"castles": COLORS[:players], "options": {"map": "tracked"}}
        assert self.post("/api/game", game).status_code == 204
        while (view := self.view())["phase"] != phase:
            if view["phase"] == "first_statues":
                self.act(do="place_first", player=view["waiting_for"]["color"], field=view["first_fields"][0])
            elif view["phase"] == "sentiment":
                self.act(do="spin", demand=4)
            elif view["phase"] == "set_aside" and view["waiting_for"]["step"] == "set_aside":
                self.act(do="set_aside", tile=f"t{view['set_aside'] + 1:02}")
            elif view["phase"] == "set_aside":
                self.act(do="collect")
            elif view["phase"] == "taxes":
                self.count()
            elif view["phase"] == "statues" and time.monotonic() < deadline_s:  # scenes of the count show what was
                if view["scene"] is not None:
                    self.post("/api/answer", {"yes": True, "scene": view["scene"]["left"]})
                time.sleep(0.05)
            else:
                raise AssertionError(f"no way from {view['phase']} to {phase}")

    def rob_for_a_pasture(self) -> None:
        """Rob a bread of 3 and a marble of 2, which pay for a pasture anywhere (TR-4.4)."""
        self.act(do="rob", player="blue", tile="t07")
        self.act(do="rob", player="blue", tile="t11")

    def count(self) -> None:
        self.act(do="stop")
        self.act(do="count")


@contextmanager
def running(
    folder: Path,
    port: int = 0,
    *,
    log_stays_empty: bool = True,
    serves: Sequence[str] = (),
    trusted: Path | None = None,
    program: Sequence[str] = (sys.executable, "-m", "controller"),
) -> Iterator[RealTable]:
    """Run the daemon until Ctrl-C, which must end it cleanly; ``serves`` is another command than ``sim``."""
    command = [*program]
    command += serves or ["sim", "--port", str(port), "--seed", "7", "--journal", str(folder / "sim.journal")]
    with (folder / "stderr").open("w+") as errors:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True)
        assert process.stdout is not None
        try:
            line = process.stdout.readline()
            scheme = "http" if trusted is None else "https"
            assert f"{scheme}://" in line, f"the daemon said {line!r} and {(folder / 'stderr').read_text()!r}"
            table = RealTable(f"{scheme}://" + line.split(f"{scheme}://")[1].strip(), trusted)
            with closing(table):
                if not serves:
                    table.take_time()
                yield table
            process.send_signal(signal.SIGINT)
            rest, _ = process.communicate(timeout=PATIENCE_S)
            said = (folder / "stderr").read_text()
            assert process.returncode == 0, f"Ctrl-C ended it with {process.returncode}: {rest} {said}"
            assert "Traceback" not in said
            assert not log_stays_empty or [line for line in said.splitlines() if BUSY not in line] == []
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()
            process.stdout.close()


@contextmanager
def served(
    config: Path, page: int, program: Sequence[str] = (sys.executable, "-m", "controller")
) -> Iterator[RealTable]:
    """Run ``serve`` on twins with the settings of that file."""
    command = [*program, "serve", "--twins", "--config", str(config)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert process.stdout is not None
    assert any(line.startswith("The table is running") for line in process.stdout)
    table = RealTable(f"http://127.0.0.1:{page}")
    try:
        yield table
    finally:
        table.close()
        process.terminate()
        process.communicate()
