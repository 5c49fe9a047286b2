"""The origin guard, cookies, and rate limits for logins."""

import logging

import pytest
from starlette.requests import Request

from controller import limits
from controller.web.access.login_throttle import LoginThrottle
from controller.web.access.origin_guard import RESPONSE_HEADERS, is_trusted_host
from controller.web.access.sessions import session_key
from controller.web.static_files import PAGE_FILES
from tests.support.page_of_table import HOST, TablePage
from tests.support.soak import SOAK


@pytest.mark.parametrize(
    "host",
    ["192.168.1.20", "127.0.0.1", "::1", "fd00::1", "localhost", "raspberrypi", "local", "table.local", "Table.Local."],
)
def test_addresses_and_local_names_are_answered(host: str) -> None:
    assert is_trusted_host(host)


@pytest.mark.parametrize("host", ["", "evil.example", "192.168.1.20.evil.example", "notlocal.com", "a:b"])
def test_names_that_a_stranger_could_own_are_not_answered(host: str) -> None:
    assert not is_trusted_host(host)


def test_a_name_the_owner_gave_is_answered() -> None:
    assert is_trusted_host("table.cafe.example", {"table.cafe.example"})
    assert not is_trusted_host("other.cafe.example", {"table.cafe.example"})


async def test_a_rebound_name_reads_nothing(table_page: TablePage) -> None:
    for path in ("/", "/api/view", "/static/x/js/main.js", "/api/stream"):
        answer = await table_page.ask("GET", path, headers={"host": "evil.example"})
        assert answer.status_code == 400
        assert "evil.example" in answer.json()["error"]["message"]


async def test_malformed_hosts_are_refused_and_valid_ones_accepted(table_page: TablePage) -> None:
    none = ("[::1", "[nonsense]", "[", "]", ":", "@", "evil.example@table.local.evil.example", "\x7f.com")
    for host in (*none, "localhost:99999", "localhost:abc"):
        assert (await table_page.ask("GET", "/api/view", headers={"host": host})).status_code == 400
    for host in ("table.local", "TABLE.local.:8443", "localhost:", "[::1]:80", "[fe80::1%25eth0]", "my_table"):
        assert (await table_page.ask("GET", "/api/view", headers={"host": host})).status_code == 200


@pytest.mark.parametrize("cookie", ["royaltable={}", "a=b; royaltable={};c", ' royaltable = x; royaltable={} ; d="'])
@pytest.mark.parametrize("key", ["abc-_", "", '"\\"\\101"', "a=b"])
def test_a_cookie_is_taken_as_it_was_given(cookie: str, key: str) -> None:
    """Unquoting a hostile cookie takes quadratic time."""
    headers = [(b"cookie", cookie.format(key).encode())]
    assert (
        session_key(Request({"type": "http", "scheme": "http", "path": "/", "query_string": b"", "headers": headers}))
        == key
    )


async def test_requests_from_another_sites_page_are_refused(
    simulated: TablePage,
) -> None:
    await simulated.play.to_the_taxes(gates=False)
    before = simulated.page.view("en")["seq"]
    evil = ("https://evil.example", "http://table.local.evil.example", f"http://{HOST}:81", "http://[bad", "null", "")
    for origin in evil:
        answer = await simulated.ask("POST", "/api/actions", json={"do": "stop"}, headers={"origin": origin})
        assert answer.status_code == 403
    assert simulated.page.view("en")["seq"] == before
    for headers in ({"origin": f"http://{HOST}"}, {"origin": f"https://{HOST.upper()}"}, {}):
        answer = await simulated.ask("POST", "/api/pause", json={"on": True}, headers=headers)
        assert answer.status_code == 204


async def test_every_answer_forbids_what_is_not_the_pages_own(table_page: TablePage) -> None:
    for path in ("/", "/api/view", "/worker.js", "/static/x/icon.svg", "/static/x/none.js", "/none", "/oled.png"):
        answer = await table_page.ask("GET", path)
        assert {name: answer.headers[name] for name in RESPONSE_HEADERS} == RESPONSE_HEADERS
        assert answer.headers["royaltable"] == PAGE_FILES.content_version
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy


@pytest.mark.parametrize("file", ["css/style.css", "js/main.js"])
async def test_scripts_and_styles_carry_what_a_part_of_a_page_needs(table_page: TablePage, file: str) -> None:
    answer = await table_page.ask("GET", f"/static/x/{file}")
    assert answer.status_code == 200
    assert answer.headers["royaltable"] == PAGE_FILES.content_version
    assert RESPONSE_HEADERS.keys() & answer.headers.keys() == {"cross-origin-resource-policy", "x-content-type-options"}


FLOOD = [f"192.0.2.{number}" for number in range(250)]
HOUR_S = 3600
TURNS = 1 if SOAK else 10
"""The addresses guess in turns, because wrong guesses lengthen their own waits."""


class Table:
    """A throttle whose clock the test sets."""

    def __init__(self) -> None:
        self.now_s = 1000.0
        self.throttle = LoginThrottle("owner", lambda: self.now_s)

    def guess(self, address: str, *, right: bool = False) -> bool:
        """Guess, and return whether the guess was checked."""
        if self.throttle.wait_s(address) > 0:
            return False
        limit = self.throttle.record_failure(address)
        return not right or self.throttle.record_success(address, "owner", limit)

    def flood(self, seconds: int) -> int:
        evaluated = 0
        for second in range(seconds):
            evaluated += sum(map(self.guess, FLOOD[second % TURNS :: TURNS]))
            self.now_s += 1
        return evaluated


def test_at_most_two_hundred_guesses_an_hour_are_checked_in_a_flood() -> None:
    table = Table()
    assert [table.flood(HOUR_S) <= limits.WRONG_GUESSES_PER_HOUR for _ in range(3)] == [True] * 3


def test_a_new_address_can_log_in_during_a_flood() -> None:
    table = Table()
    table.flood(2 * HOUR_S)
    assert table.guess("198.51.100.7", right=True)


def test_a_known_address_can_log_in_during_a_flood_even_after_a_typo() -> None:
    table = Table()
    assert table.guess("198.51.100.7", right=True)
    table.flood(60)
    assert table.guess("198.51.100.7")
    assert table.guess("198.51.100.7", right=True)


def test_right_ones_cost_nothing() -> None:
    table = Table()
    assert all(table.guess(address, right=True) for address in FLOOD * 3)


def test_the_owner_is_told_once_for_a_flood(caplog: pytest.LogCaptureFixture) -> None:
    table = Table()
    with caplog.at_level(logging.WARNING, logger="royaltable"):
        assert not table.throttle.has_spent_guess_budget
        table.flood(HOUR_S)
        assert table.throttle.has_spent_guess_budget
        assert [line.count("guesses_held_back") for line in caplog.messages] == [1]
        table.now_s += 2 * HOUR_S
        assert not table.throttle.has_spent_guess_budget
