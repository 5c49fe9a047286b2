"""Who may talk to the page."""

import pytest
from starlette.requests import Request

from controller.web.access.origin_guard import RESPONSE_HEADERS, is_local_name
from controller.web.access.sessions import key_of
from controller.web.app import create_app
from tests.web.asking import HOST, ask
from tests.web.fake_table import FakeTable


@pytest.mark.parametrize(
    "host",
    ["192.168.1.20", "127.0.0.1", "::1", "fd00::1", "localhost", "raspberrypi", "local", "table.local", "Table.Local."],
)
def test_addresses_and_local_names_are_answered(host: str) -> None:
    assert is_local_name(host)


@pytest.mark.parametrize("host", ["", "evil.example", "192.168.1.20.evil.example", "notlocal.com", "a:b"])
def test_names_that_a_stranger_could_own_are_not_answered(host: str) -> None:
    assert not is_local_name(host)


def test_a_name_the_owner_gave_is_answered() -> None:
    assert is_local_name("table.cafe.example", {"table.cafe.example"})
    assert not is_local_name("other.cafe.example", {"table.cafe.example"})


@pytest.mark.parametrize("path", ["/", "/api/view", "/static/x/js/main.js", "/api/stream"])
def test_a_rebound_name_reads_nothing(path: str) -> None:
    answer = ask(create_app(FakeTable()), "GET", path, headers={"host": "evil.example"})
    assert answer.status_code == 400
    assert "evil.example" in answer.json()["error"]["message"]


@pytest.mark.parametrize(
    "host",
    [
        *("[::1", "[nonsense]", "[", "]", ":", "@", "evil.example@table.local.evil.example", "\x7f.com"),
        *("localhost:99999", "localhost:abc"),
    ],
)
def test_a_host_that_is_no_host_is_refused_in_words(host: str) -> None:
    assert ask(create_app(FakeTable()), "GET", "/api/view", headers={"host": host}).status_code == 400


@pytest.mark.parametrize(
    "host", ["table.local", "TABLE.local.:8443", "localhost:", "[::1]:80", "[fe80::1%25eth0]", "my_table"]
)
def test_a_host_as_browsers_send_it_is_answered(host: str) -> None:
    assert ask(create_app(FakeTable()), "GET", "/api/view", headers={"host": host}).status_code == 200


@pytest.mark.parametrize("cookie", ["royaltable={}", "a=b; royaltable={};c", ' royaltable = x; royaltable={} ; d="'])
@pytest.mark.parametrize("key", ["abc-_", "", '"\\"\\101"', "a=b"])
def test_a_cookie_is_taken_as_it_was_given(cookie: str, key: str) -> None:
    """To unquote a hostile one costs the square of its length."""
    headers = [(b"cookie", cookie.format(key).encode())]
    assert (
        key_of(Request({"type": "http", "scheme": "http", "path": "/", "query_string": b"", "headers": headers})) == key
    )


@pytest.mark.parametrize(
    "origin",
    ["https://evil.example", "null", "http://table.local.evil.example", f"http://{HOST}:81", "http://[bad", ""],
)
def test_a_strangers_page_cannot_act(origin: str) -> None:
    table = FakeTable()
    table.advance_to("statues")
    before = table.view("en")

    answer = ask(
        create_app(table), "POST", "/api/actions", json={"do": "pass", "player": "yellow"}, headers={"origin": origin}
    )

    assert answer.status_code == 403
    assert table.view("en") == before


@pytest.mark.parametrize("headers", [{"origin": f"http://{HOST}"}, {"origin": f"https://{HOST.upper()}"}, {}])
def test_the_page_itself_and_clients_without_a_browser_can_act(headers: dict[str, str]) -> None:
    table = FakeTable()
    table.advance_to("statues")
    action = {"do": "pass", "player": "yellow"}
    assert ask(create_app(table), "POST", "/api/actions", json=action, headers=headers).status_code == 200


@pytest.mark.parametrize(
    "path", ["/", "/api/view", "/static/x/css/style.css", "/static/x/none.js", "/none", "/oled.png"]
)
def test_every_answer_forbids_what_is_not_the_pages_own(path: str) -> None:
    answer = ask(create_app(FakeTable()), "GET", path)
    assert {name: answer.headers[name] for name in RESPONSE_HEADERS} == RESPONSE_HEADERS
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
