"""From nothing to the page's first answer, and what the daemon takes when nobody plays.

Ours is the simulated table with all its twins, which a Pi's table does not carry. Beside it OctoPrint with its virtual
printer, and a bare uvicorn with starlette. Each is started in turn, several times; the medians are told.
"""

import statistics
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from controller.bench.shared import other_packages
from controller.bench.shared.figure import Figure
from controller.bench.shared.processes import Started, free_port, measure

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


def run() -> list[Figure]:
    """The figures; OctoPrint's are missing where it is not installed."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        ways: dict[str, Callable[[int], Sequence[str]]] = {
            "ours": lambda port: _ours(home, port),
            "uvicorn": lambda port: [sys.executable, "-c", BARE, str(port)],
        }
        if other_packages.OCTOPRINT.exists():
            (home / "config.yaml").write_text(OCTOPRINT_CONFIG, encoding="utf-8")
            ways["octoprint"] = lambda port: _octoprint(home, port)
        seen: dict[str, list[Started]] = {name: [] for name in ways}
        for _ in range(TIMES):
            for name, command in ways.items():
                port = free_port()
                path = "/api/view" if name == "ours" else "/"
                seen[name].append(measure(command(port), f"http://127.0.0.1:{port}{path}"))
    return [
        _figure("start to first answer", "s", seen, lambda each: each.start_s, share=1 / 2),
        _figure("memory when idle", "MB", seen, lambda each: each.resident_mb, share=2 / 3),
        _figure("CPU when idle, one core", "%", seen, lambda each: each.cpu_percent, share=None),
    ]


def _figure(
    name: str, unit: str, seen: dict[str, list[Started]], of: Callable[[Started], float], share: float | None
) -> Figure:
    medians: dict[str, float | None] = {each: statistics.median(map(of, found)) for each, found in seen.items()}
    ours = medians.pop("ours")
    assert ours is not None
    theirs = medians.setdefault("octoprint", None)
    most = None if theirs is None or share is None else theirs * share
    return Figure(f"start: {name}", ours, unit, most=most, peers=medians)


def _ours(home: Path, port: int) -> Sequence[str]:
    journal = str(home / f"{port}.journal")
    return [sys.executable, "-m", "controller", "sim", "--port", str(port), "--journal", journal]


def _octoprint(home: Path, port: int) -> Sequence[str]:
    options = ["--host", "127.0.0.1", "--port", str(port), "--basedir", str(home), "--iknowwhatimdoing"]
    return [str(other_packages.OCTOPRINT), "serve", *options]
