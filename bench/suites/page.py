"""The table's page in a headless Chromium whose processor is slowed six times, about what a cheap phone has.

A simulated table sends its views while four bots play. From a view's arrival to its painted frame counts what the page
itself needs. Memory is that of its scripts after a collection, after one whole game and after some more.
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

NOTE_PAINTS: Final = """() => {
  window.paints = [];
  window.EventSource = class extends EventSource {
    constructor(...where) {
      super(...where);
      this.addEventListener("view", () => {
        const came = performance.now();
        requestAnimationFrame(() => { const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => paints.push(performance.now() - came); port2.postMessage(null); });
      });
    }
  };
}"""
"""Note for each view how long after its arrival the next frame was painted, in milliseconds."""


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
            page, devtools = _new_page(browser)
            kilobytes, script_s = _open(page, devtools, url)
            paints_ms = {"tumult_royale": _paints_ms(page, url, "tumult_royale")}
            used = [_play_game(page, devtools, url) for _ in range(GAMES)]
            page.close()  # frames of a page behind another are drawn once a second
            _ask(url, "/api/game", {"game": "tudor", "castles": CASTLES[:3], "options": {}, "bots": []})
            page, devtools = _new_page(browser)
            tudor_kilobytes, _ = _open(page, devtools, url)
            paints_ms["tudor"] = _paints_ms(page, url, "tudor")
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


def _new_page(browser: Browser) -> tuple[Page, CDPSession]:
    page = browser.new_page(viewport=SIZE)
    page.set_default_timeout(PATIENCE_S * 1000)
    page.add_init_script(f"({NOTE_PAINTS})()")
    return page, page.context.new_cdp_session(page)


def _paints_ms(page: Page, url: str, game: str) -> list[float]:
    """Let bots play until enough views are painted; return what each took, sorted."""
    _begin(url, game, speed=4)
    page.evaluate("paints.length = 0")
    while len(paints := page.evaluate("paints")) < PAINTS:
        page.wait_for_timeout(500)
    return sorted(paints)


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


def _begin(url: str, game: str, speed: int) -> None:
    _ask(url, "/api/game", {"game": game, "castles": CASTLES, "options": {}, "bots": CASTLES})
    _ask(url, "/api/table/speed", {"speed": speed})


def _ask(url: str, path: str, body: dict[str, Any] | None = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url + path, data, {"Content-Type": "application/json"})  # noqa: S310  # our own
    with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:  # noqa: S310
        found = answer.read()
    return json.loads(found) if found else None
