"""The table's page in a headless Chromium whose processor is slowed six times, about what a cheap phone has.

What a simulated table sends while four bots play is recorded and played back to the page at the same pace, since a
phone has a processor of its own. From a view's arrival to its painted frame counts what the page itself needs. Memory
is that of its scripts after a collection, after one whole game and after some more.
"""

import json
import shutil
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, CDPSession, Page, ViewportSize, sync_playwright

from bench.shared.figure import Figure
from tests.support.ports import free_port
from tests.support.processes import running, wait_until_it_answers

SLOWED: Final = 6
FIRST_LOAD_AT_MOST_KB: Final = 130
SCRIPT_AT_MOST_S: Final = 1.0
PAINT_AT_MOST_MS: Final = 50
GROWTH_AT_MOST: Final = 1.2
"""The end of an evening to its first game; a game's own course and story are part of it."""

PAINTS: Final = 120
GAMES: Final = 4
CASTLES: Final = ["blue", "yellow", "purple", "grey"]
PATIENCE_S: Final = 180.0
SIZE: Final[ViewportSize] = {"width": 390, "height": 844}

PLAY_BACK: Final = """(messages) => {
  window.paints = [];
  window.EventSource = class extends EventTarget {
    constructor() { super(); setTimeout(() => this.send(0, performance.now())); }
    close() {}
    send(at, begun) {
      const [, name, data] = messages[at];
      const came = performance.now();
      if (name === "view") requestAnimationFrame(() => { const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => paints.push(performance.now() - came); port2.postMessage(null); });
      this.dispatchEvent(new MessageEvent(name, { data }));
      if (at + 1 === messages.length) setTimeout(() => { window.ended = true; }, 1000);
      else setTimeout(() => this.send(at + 1, begun), begun + messages[at + 1][0] - performance.now());
    }
  };
}"""
"""Play `[milliseconds, name, data]` back; note for each view how long after its arrival the next frame was painted."""

Message = tuple[float, str, str]


def run() -> list[Figure]:
    chromium = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    if chromium is None:
        raise FileNotFoundError("saw no Chromium. Cure: sudo apt install chromium-headless-shell")
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        journal = str(Path(folder) / "table.journal")
        table = [sys.executable, "-m", "controller", "sim", "--port", str(port), "--seed", "7", "--journal", journal]
        with running(table) as process:
            wait_until_it_answers(process, f"{url}/api/view")
            browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            kilobytes, script_s, used = _play_games(browser, url)
            paints_ms = {game: _paints_ms(browser, url, game) for game in ("tumult_royale", "tudor")}
            tudor_kilobytes, _ = _open(*_new_page(browser), url)
            browser.close()
    return [
        Figure("page: first load", kilobytes, "kB", most=FIRST_LOAD_AT_MOST_KB),
        Figure("page: first load in a game of Tudor", tudor_kilobytes, "kB", most=FIRST_LOAD_AT_MOST_KB),
        Figure("page: scripts until the first view", script_s, "s", most=SCRIPT_AT_MOST_S),
        *(
            Figure(f"page: a view's arrival to its paint, {game}, p{share}", ms[len(ms) * share // 100], "ms", most)
            for game, ms in paints_ms.items()
            for share, most in ((50, None), (95, PAINT_AT_MOST_MS))
        ),
        Figure("page: memory of scripts after a game", used[0], "MB"),
        Figure(f"page: the same after {GAMES} games, to that", used[-1] / used[0], "times", most=GROWTH_AT_MOST),
    ]


def _open(page: Page, devtools: CDPSession, url: str) -> tuple[float, float]:
    """Open the page with an empty cache; return its kilobytes on the wire, and its seconds of script until a view."""
    received = 0

    def count(message: dict[str, Any]) -> None:
        nonlocal received
        received += message["encodedDataLength"]

    devtools.on("Network.responseReceived", lambda message: count(message["response"]))  # headers
    devtools.on("Network.dataReceived", count)
    for method in ("Network.enable", "Performance.enable"):
        devtools.send(method)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
    page.goto(url)
    page.locator(".banner .what:not(:empty)").wait_for()
    metrics = {each["name"]: each["value"] for each in devtools.send("Performance.getMetrics")["metrics"]}
    return received / 1000, metrics["ScriptDuration"]


def _new_page(browser: Browser, messages: list[Message] | None = None) -> tuple[Page, CDPSession]:
    page = browser.new_page(viewport=SIZE)
    page.set_default_timeout(PATIENCE_S * 1000)
    if messages is not None:
        page.add_init_script(f"({PLAY_BACK})({json.dumps(messages)})")
    return page, page.context.new_cdp_session(page)


def _paints_ms(browser: Browser, url: str, game: str) -> list[float]:
    """Record a game of bots until enough views are sent, and play it back; return what each took, sorted."""
    _begin(url, game, speed=4)
    messages = _record(url)
    _begin(url, game, speed=4, bots=[])  # the table rests
    page, devtools = _new_page(browser, messages)
    _open(page, devtools, url)
    while not page.evaluate("window.ended"):
        page.wait_for_timeout(500)
    paints: list[float] = page.evaluate("paints")
    page.close()  # frames of a page behind another are drawn once a second
    return sorted(paints)


def _record(url: str) -> list[Message]:
    messages: list[Message] = []
    name, views = "", 0
    with urllib.request.urlopen(f"{url}/api/stream?language=en", timeout=PATIENCE_S) as stream:  # noqa: S310  # our own
        begun_s = time.monotonic()
        while views < PAINTS:
            field, _, value = stream.readline().decode().rstrip("\n").partition(": ")
            if field == "event":
                name = value
            elif field == "data":
                messages.append(((time.monotonic() - begun_s) * 1000, name, value))
                views += name == "view"
    return messages


def _play_games(browser: Browser, url: str) -> tuple[float, float, list[float]]:
    """Open the page and play games of bots there; return what `_open` does, and the memory after each."""
    page, devtools = _new_page(browser)
    kilobytes, script_s = _open(page, devtools, url)
    used = [_play_game(page, devtools, url) for _ in range(GAMES)]
    page.close()
    return kilobytes, script_s, used


def _play_game(page: Page, devtools: CDPSession, url: str) -> float:
    """Play a whole game of bots; return the page's memory of scripts in megabytes after it."""
    _begin(url, "tumult_royale", speed=100)
    until_s = time.monotonic() + PATIENCE_S
    while not _ask(url, "/api/view")["view"]["waiting_for"]["over"]:
        if time.monotonic() > until_s:
            raise TimeoutError(f"saw a game that goes on after {PATIENCE_S:.0f} s, expected its end")
        time.sleep(0.2)
    page.wait_for_timeout(1000)
    devtools.send("HeapProfiler.collectGarbage")
    return devtools.send("Runtime.getHeapUsage")["usedSize"] / 1e6  # type: ignore[no-any-return]


def _begin(url: str, game: str, speed: int, bots: list[str] = CASTLES) -> None:
    _ask(url, "/api/game", {"game": game, "castles": CASTLES, "options": {}, "bots": bots})
    _ask(url, "/api/table/speed", {"speed": speed})


def _ask(url: str, path: str, body: dict[str, Any] | None = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url + path, data, {"Content-Type": "application/json"})  # noqa: S310  # our own
    with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:  # noqa: S310
        found = answer.read()
    return json.loads(found) if found else None
