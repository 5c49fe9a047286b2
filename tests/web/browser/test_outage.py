"""The server dies in a rush: nothing that it acknowledged is lost, and every page finds back by itself."""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, expect

from bench.shared.ports import free_port
from tests.soak import SOAK
from tests.web.real_table import PATIENCE_S, RealTable, running

AWAY_S = 30.0 if SOAK else 2.0
"""How long there is no server."""

ROBBED_BEFORE = 6
FACES = ["/", "/spectator", "/referee"]


@contextmanager
def until_killed(journal: Path, port: int) -> Iterator[RealTable]:
    """The daemon, which gets no chance to say good-bye."""
    command = [sys.executable, "-m", "controller", "sim", "--port", str(port), "--seed", "7", "--journal", str(journal)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout is not None
        table = RealTable(f"http://127.0.0.1:{port}")
        try:
            assert "http://" in process.stdout.readline()
            yield table
        finally:
            table.close()
            process.kill()


def test_a_server_that_dies_in_the_rush_costs_nobody_anything(tmp_path: Path, open_page: Callable[..., Page]) -> None:
    """Away for 30 s with ROYALTABLE_SOAK=1, else for 2 s; Ctrl-C then ends it well while pages look at it."""
    port = free_port()
    with until_killed(tmp_path / "sim.journal", port) as table:
        table.take_time()
        table.begin("taxes")
        pages = [open_page(table.url, path=face) for face in FACES]
        for number in range(ROBBED_BEFORE):
            table.act(do="rob", player=("blue", "yellow")[number % 2], tile=f"t{number + 7:02}")
    for page in pages:
        expect(page.locator('.link[data-state="behind"]')).to_be_visible()
    time.sleep(AWAY_S)

    with running(tmp_path, port) as table:
        view = table.view()
        assert view["phase"] == "taxes"
        assert [table.tiles_of("blue"), table.tiles_of("yellow")] == [ROBBED_BEFORE // 2] * 2
        for page in pages:
            expect(page.locator('.link[data-state="behind"]')).to_be_hidden(timeout=PATIENCE_S * 1000)
        table.act(do="rob", player="blue", tile="t13")
        for page in pages:
            expect(page.locator('[data-castle="blue"] .count .tiles').first).to_have_text("4 tiles")
