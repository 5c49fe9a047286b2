"""Metrics for Prometheus: what a table measures of itself, with a token, and the dashboard that shows them."""

import json
import re
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import httpx
import pytest

from controller.devices.stickers import simulated_uid
from controller.games.contract.values import PieceId
from controller.store.keyring import Keyring
from controller.web.metrics import Metric, format_metrics, gauge
from hub.page.fleet_routes import room_metrics
from hw.values import ReaderId, Uid
from tests.support.documents import blocks
from tests.support.page_of_table import TablePage, open_table_page
from tests.support.ports import free_port
from tests.support.real_table import PATIENCE_S, TWO_CASTLES, served
from tests.support.soak import SOAK

ROOT: Final = Path(__file__).parents[2]
DASHBOARD: Final = json.loads((ROOT / "docs/grafana.json").read_text(encoding="utf-8"))
EXPRESSIONS: Final = [target["expr"] for panel in DASHBOARD["panels"] for target in panel["targets"]]


async def values(table_page: TablePage) -> dict[str, str]:
    """Return all samples, by name and labels."""
    answer = await table_page.ask("GET", "/metrics", headers={"authorization": f"Bearer {table_page.token}"})
    assert answer.headers["content-type"] == "application/openmetrics-text; version=1.0.0; charset=utf-8"
    *lines, end = answer.text.splitlines()
    assert end == "# EOF"
    return dict(line.rsplit(" ", 1) for line in lines if not line.startswith("#"))


def test_labels_are_escaped_and_counters_end_in_total() -> None:
    odd = Metric("faults", "Faults.", [(('a "b"\n\\',), 2)], ("part",), "counter")
    assert format_metrics([odd, gauge("heat_celsius", "Heat.", None)]).splitlines() == [
        "# HELP faults Faults.",
        "# TYPE faults counter",
        'faults_total{part="a \\"b\\"\\n\\\\"} 2',
        "# HELP heat_celsius Heat.",
        "# TYPE heat_celsius gauge",
        "# EOF",
    ]


async def test_a_tables_metrics_need_a_token_or_a_login(table_page: TablePage) -> None:
    assert (await table_page.ask("GET", "/metrics")).status_code == 401
    assert (await values(table_page))["royaltable_failed_starts"] == "0"


async def test_metrics_follow_game_readings_and_devices(tmp_path: Path) -> None:
    async with open_table_page(tmp_path, gates=True) as table_page:
        play, blue = table_page.play, ReaderId("blue")
        assert (await values(table_page))['royaltable_game_on{game="tumult_royale"}'] == "0"
        await play.begin()
        await play.twins.pass_tile(blue, simulated_uid(PieceId("t01")), 0.3)
        await play.wait(2)
        await play.twins.pass_tile(blue, Uid(b"\4\1\2\3\4\5\6"), 0.3)
        await play.wait(2)
        play.table.health.report_lost("oled", "oled: no answer")
        after = await values(table_page)
        assert {name: value for name, value in after.items() if name in EXPECTED} == EXPECTED
        assert float(after["royaltable_uptime_seconds"]) > 4
        assert int(after["royaltable_journal_size_bytes"]) > 4096
        assert int(after["royaltable_disk_free_bytes"]) > 0


EXPECTED: Final = {
    'royaltable_game_on{game="tumult_royale"}': "1",
    'royaltable_pieces_read_total{device="blue"}': "1",
    'royaltable_unknown_stickers_total{device="blue"}': "1",
    'royaltable_unclear_readings_total{device="blue"}': "0",
    'royaltable_device_losses_total{device="oled"}': "1",
    'royaltable_device_up{device="oled"}': "0",
    'royaltable_device_up{device="blue"}': "1",
    "royaltable_journal_unwritten_entries": "0",
    "royaltable_help_called": "0",
}


async def test_the_dashboard_asks_for_metrics_that_exist(table_page: TablePage) -> None:
    token = {"authorization": f"Bearer {table_page.token}"}
    text = (await table_page.ask("GET", "/metrics", headers=token)).text
    text += format_metrics(room_metrics({}, {}, connected=True, pages=0, standby=False))
    types = dict(re.findall(r"^# TYPE (\w+) (\w+)$", text, re.MULTILINE))
    exist = {name + {"counter": "_total", "info": "_info"}.get(kind, "") for name, kind in types.items()}
    asked = set(re.findall(r"royaltable\w*", " ".join(EXPRESSIONS)))
    assert asked == exist - {"royaltable_pages"}
    documented = set(re.findall(r"`(royaltable\w+)`", (ROOT / "docs/monitoring.md").read_text(encoding="utf-8")))
    of_a_hub = {"royaltable_tables", "royaltable_needs", "royaltable_broker_heard", "royaltable_standby"}
    assert documented == asked - of_a_hub


@contextmanager
def prometheus(folder: Path, program: str, target: str) -> Iterator[httpx.Client]:
    """Run Prometheus, which scrapes ``target`` each second; yield a client of its interface."""
    (settings,) = blocks("docs/monitoring.md", "yaml")
    for documented, here in (
        ("/etc/prometheus/table.token", str(folder / "token")),
        ('"table.local:8080", "table-2.local:8080"', f'"{target}"'),
    ):
        assert documented in settings
        settings = settings.replace(documented, here)
    (folder / "prometheus.yml").write_text("global: {scrape_interval: 1s}\n" + settings)
    port = free_port()
    command = [program, f"--config.file={folder / 'prometheus.yml'}", f"--storage.tsdb.path={folder / 'data'}"]
    process = subprocess.Popen([*command, f"--web.listen-address=127.0.0.1:{port}"], stderr=subprocess.DEVNULL)
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}/api/v1", timeout=PATIENCE_S) as client:
            yield client
    finally:
        process.terminate()
        process.communicate()


@pytest.mark.skipif(not SOAK, reason="fetches Prometheus")
def test_prometheus_reads_a_table_and_answers_the_dashboard(tmp_path: Path) -> None:
    made = subprocess.run([ROOT / "tools/prometheus"], check=False, capture_output=True, text=True)
    if made.returncode:
        pytest.skip(made.stderr)
    port = free_port()
    settings = TWO_CASTLES.format(page=port) + f'open_house = false\n[journal]\nfile = "{tmp_path / "table.journal"}"\n'
    (tmp_path / "table.toml").write_text(settings)
    token = Keyring(tmp_path / "table.keys.json").create_token("prometheus")
    (tmp_path / "token").write_text(token.reveal())

    with (
        served(tmp_path / "table.toml", port),
        prometheus(tmp_path, made.stdout.strip(), f"127.0.0.1:{port}") as client,
    ):

        def query(expression: str) -> list[Any]:
            answer = client.get("/query", params={"query": expression.replace("$table", ".*")}).json()
            assert answer["status"] == "success", answer
            found: list[Any] = answer["data"]["result"]
            return found

        deadline_s = time.monotonic() + PATIENCE_S
        while True:
            try:
                if query("rate(royaltable_reader_polls_total[10s])"):
                    break
            except (httpx.TransportError, ValueError):  # it does not answer yet, or not in JSON
                pass
            assert time.monotonic() < deadline_s, client.get("/targets").text
            time.sleep(0.5)
        empty = [expression for expression in EXPRESSIONS if not query(expression)]
        print(f"{len(EXPRESSIONS)} queries of the dashboard, without a value: {empty}")
        assert [expression for expression in empty if not re.search(WITHOUT_VALUE, expression)] == []


WITHOUT_VALUE: Final = "hub_games|tables|needs|broker|faults|losses|pieces|unclear|unknown|setup|celsius"
"""What has no value at a table in its first seconds, without a hub or a sensor of its temperature."""
