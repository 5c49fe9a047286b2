"""A table's page through nginx and Caddy."""

import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.support.ports import free_port
from tests.support.real_table import TWO_CASTLES, RealTable, served
from tests.web.proxies import NAME, PROXIES, Proxy, nginx_with_defaults

pytestmark = pytest.mark.real_time


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealTable]:
    """The daemon with a simulated console, which a screen at its machine would be."""
    folder, port = tmp_path_factory.mktemp("table"), free_port()
    console = "[console]\nknob_pins = [16, 20]\nbutton_pin = 21\nsimulated = true\n"
    names = f'names = ["{NAME}", "room.example"]\nopen_house = false\n'
    (folder / "table.toml").write_text(TWO_CASTLES.format(page=port) + names + console)
    with served(folder / "table.toml", port) as table:
        yield table


@pytest.mark.parametrize("proxy", PROXIES.values(), ids=PROXIES)
def test_a_view_comes_through_within_a_second_and_so_does_each_change(
    tmp_path: Path, table: RealTable, proxy: Proxy
) -> None:
    with proxy(tmp_path, table.url) as url, httpx.Client(base_url=url, headers={"host": NAME}, verify=False) as client:
        began_s = time.monotonic()
        with client.stream("GET", "/api/stream", headers={"accept-encoding": "gzip"}) as answer:
            lines = answer.iter_lines()
            assert answer.status_code == 200
            while next(lines) != "event: view":
                pass
            assert time.monotonic() - began_s < 1.0
            while next(lines) != "":
                pass
            origin = {"host": NAME, "origin": f"https://{NAME}"}
            assert client.post("/api/table/press", json={"control": "knob"}, headers=origin).status_code == 204
            began_s = time.monotonic()
            while not next(lines).startswith("event: "):
                pass
            assert time.monotonic() - began_s < 1.0


@pytest.mark.parametrize("proxy", PROXIES.values(), ids=PROXIES)
def test_a_visitor_through_a_proxy_has_no_role_of_the_machines_screen(
    tmp_path: Path, table: RealTable, proxy: Proxy
) -> None:
    assert "referee" in table.get("/api/me").json()["roles"]
    with proxy(tmp_path, table.url) as url:
        for host in (NAME, "localhost", "127.0.0.1:8080"):
            answer = httpx.get(f"{url}/api/me", headers={"host": host}, verify=False)
            assert "referee" not in answer.text
            assert host != NAME or answer.json()["roles"] == ["spectator", "player"]


def test_nginx_that_asks_for_the_address_it_passes_on_to_is_noticed(tmp_path: Path, table: RealTable) -> None:
    with nginx_with_defaults(tmp_path, table.url) as url:
        assert "referee" not in httpx.get(f"{url}/rewritten/api/me").json()["roles"]


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("/below/", "A proxy passes the path '/below' on, expected none."),
        ("/below/api/view", "A proxy passes the path '/below' on, expected none."),
        (
            "/kept/",
            "If a proxy passes this page on, it must do so at / of a name or port of its own, not below a path.",
        ),
        ("/kept/api/view", "If a proxy passes this page on, it must do so at / of a name or port of its own"),
    ],
)
def test_below_a_path_each_answer_says_that_this_cannot_work(
    tmp_path: Path, table: RealTable, path: str, sentence: str
) -> None:
    with nginx_with_defaults(tmp_path, table.url) as url:
        answer = httpx.get(url + path, headers={"host": NAME, "accept": "text/html"})
        assert answer.status_code in {400, 404}
        assert sentence in answer.text.replace("&#x27;", "'")
