"""The encrypted page: cookies, HSTS and plain requests; in memory, and with the daemon's own authority."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner

from controller.__main__ import main
from controller.store.certificates.authority import AuthorityCertificate, create_authority, permitted_host_names
from controller.store.table_files import TableFiles
from controller.web.access.sessions import COOKIE, SECURE_COOKIE
from tests.support.page_of_table import TablePage, open_table_page
from tests.support.ports import free_port
from tests.support.real_table import PATIENCE_S, RealTable, running

HOST = "table.local:8081"
SECRET_PATHS = [
    "/api/login",
    "/api/seat",
    "/api/seat/actions",
    "/api/knock",
    "/api/logout",
    "/api/owner/password",
    "/api/owner/tokens",
]


@dataclass
class FakeEncryption:
    """A certificate for table.local alone."""

    is_on: bool = True
    authority_der: bytes | None = None
    seconds: int | None = 2_592_000
    port: int = 8081

    def hsts_max_age_s(self) -> int | None:
        return self.seconds

    def encrypted_host_for(self, host: str) -> str:
        return "table.local"


@asynccontextmanager
async def visited(
    folder: Path, encryption: FakeEncryption | None, scheme: str = "https"
) -> AsyncIterator[tuple[httpx.AsyncClient, TablePage]]:
    async with (
        open_table_page(folder, encryption=encryption) as table_page,
        table_page.browser(f"{scheme}://{HOST}") as client,
    ):
        yield client, table_page


async def test_an_encrypted_session_has_a_secure_cookie(tmp_path: Path) -> None:
    async with visited(tmp_path, FakeEncryption()) as (client, table_page):
        answer = await client.post("/api/login", json={"pin": table_page.pin})
        assert answer.status_code == 204
        name, _, rest = answer.headers["set-cookie"].partition("=")
        assert name == SECURE_COOKIE == "__Host-royaltable"
        attributes = {each.strip().lower() for each in rest.split(";")[1:]}
        assert {"secure", "httponly", "samesite=strict", "path=/"} <= attributes
        assert not any(each.startswith("domain") for each in attributes)
        assert (await client.get("/api/me")).json()["logged_in"]
        goodbye = await client.post("/api/logout")
        assert goodbye.headers["set-cookie"].startswith(f'{SECURE_COOKIE}=""; ')
        assert "secure" in goodbye.headers["set-cookie"].lower()
        assert not (await client.get("/api/me")).json()["logged_in"]


async def test_a_plain_cookie_is_not_valid_on_the_encrypted_page(tmp_path: Path) -> None:
    async with visited(tmp_path, FakeEncryption()) as (client, table_page):
        await client.post("/api/login", json={"pin": table_page.pin})
        key = client.cookies[SECURE_COOKIE]
        client.cookies.clear()
        client.cookies.set(COOKIE, key, domain="table.local")
        assert not (await client.get("/api/me")).json()["logged_in"]


async def test_a_plain_page_has_neither_hsts_nor_secure_cookies(tmp_path: Path) -> None:
    async with visited(tmp_path, None, "http") as (client, table_page):
        answer = await client.post("/api/login", json={"pin": table_page.pin})
        cookie = answer.headers["set-cookie"].lower()
        assert cookie.startswith(f"{COOKIE}=")
        assert ["secure" in cookie, "httponly" in cookie, "samesite=strict" in cookie] == [False, True, True]
        assert table_page.pin not in cookie
        assert "strict-transport-security" not in answer.headers


@pytest.mark.parametrize(("seconds", "said"), [(2_592_000, "max-age=2592000"), (0, "max-age=0"), (None, None)])
async def test_hsts_is_sent_and_cleared_over_tls_only(seconds: int | None, said: str | None, tmp_path: Path) -> None:
    async with visited(tmp_path, FakeEncryption(seconds=seconds)) as (client, _):
        for path in ("/", "/api/view", "/nowhere"):
            assert (await client.get(path)).headers.get("strict-transport-security") == said
    async with visited(tmp_path, FakeEncryption(seconds=seconds), "http") as (client, _):
        assert "strict-transport-security" not in (await client.get("/")).headers


async def test_plain_requests_are_redirected_to_the_certificates_name(tmp_path: Path) -> None:
    async with visited(tmp_path, FakeEncryption(), "http") as (client, _home):
        for path in ("/", "/referee?language=de", "/api/view"):
            answer = await client.get(path, headers={"host": "192.168.0.9:8080"})
            assert (answer.status_code, answer.headers["location"]) == (307, f"https://table.local:8081{path}")
            assert answer.headers["cache-control"] == "no-store"
            assert answer.headers["x-content-type-options"] == "nosniff"
        assert (
            (await client.get("//evil.example/%0d%0aset-cookie:a"))
            .headers["location"]
            .startswith("https://table.local")
        )
        assert (await client.get("/", headers={"host": "evil.example"})).status_code == 400


@pytest.mark.parametrize("authority", [None, b"der"])
async def test_nothing_is_done_that_was_asked_in_the_clear(authority: bytes | None, tmp_path: Path) -> None:
    async with visited(tmp_path, FakeEncryption(authority_der=authority), "http") as (client, table_page):
        for path in [*SECRET_PATHS, "/api/actions", "/api/table/press"]:
            answer = await client.post(
                path, json={"pin": table_page.pin}, headers={"authorization": f"Bearer {table_page.token}"}
            )
            assert answer.status_code == 403
            assert "https://" in answer.json()["error"]["message"]


async def test_with_our_own_authority_guests_get_an_explanation_first(tmp_path: Path) -> None:
    async with visited(tmp_path, FakeEncryption(authority_der=b"der"), "http") as (client, _):
        landing = await client.get("/referee")
        assert landing.status_code == 200
        assert 'href="/certificate"' in landing.text
        assert 'href="https://table.local:8081/referee"' in landing.text
        assert (await client.get("/%22%3E%3Cscript%3E")).text.count("<script") == 0
        answer = await client.get("/certificate")
        assert (answer.content, answer.headers["content-type"]) == (b"der", "application/x-x509-ca-cert")
    async with visited(tmp_path, FakeEncryption(authority_der=b"der")) as (client, _):
        assert (await client.get("/certificate")).content == b"der"


async def test_without_a_usable_certificate_people_can_watch_but_not_log_in(tmp_path: Path) -> None:
    async with visited(tmp_path, FakeEncryption(is_on=False), "http") as (client, table_page):
        assert (await client.get("/")).status_code == 200
        assert (await client.get("/api/view")).status_code == 200
        for path in SECRET_PATHS:
            answer = await client.post(path, json={"pin": table_page.pin})
            assert (answer.status_code, "set-cookie" in answer.headers) == (403, False)
            assert "certificate cannot be used" in answer.json()["error"]["message"]
        assert (await client.get("/api/owner")).status_code == 403
        token = {"authorization": f"Bearer {table_page.token}"}
        assert (await client.post("/api/pause", json={"on": True}, headers=token)).status_code == 401


@pytest.mark.parametrize(
    ("scheme", "origin", "status"),
    [("https", f"https://{HOST}", 204), ("https", f"http://{HOST}", 403), ("https", "https://table.local", 403)],
)
async def test_an_encrypted_page_refuses_plain_origins(scheme: str, origin: str, status: int, tmp_path: Path) -> None:
    async with visited(tmp_path, FakeEncryption(), scheme) as (client, table_page):
        answer = await client.post("/api/login", json={"pin": table_page.pin}, headers={"origin": origin})
        assert answer.status_code == status


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> TableFiles:
    return TableFiles(tmp_path_factory.mktemp("table") / "sim.journal")


@pytest.fixture(scope="module")
def authority(files: TableFiles) -> AuthorityCertificate:
    return create_authority(files, permitted_host_names("table", "pi"), datetime.now(UTC))


@pytest.fixture(scope="module")
def plain_port() -> int:
    return free_port()


@pytest.fixture(scope="module")
def table(files: TableFiles, authority: AuthorityCertificate, plain_port: int) -> Iterator[RealTable]:
    with running(files.journal.parent, plain_port, trusted=files.authority) as table:
        yield table


def test_a_game_is_begun_and_the_stream_tells_of_it_over_https(table: RealTable) -> None:
    table.begin("taxes")
    assert '"phase":"taxes"' in table.first_event("view")
    assert "strict-transport-security" not in table.get("/").headers


def test_who_does_not_trust_the_authority_is_warned(table: RealTable) -> None:
    with pytest.raises(httpx.ConnectError, match="CERTIFICATE_VERIFY_FAILED"):
        httpx.get(table.url, timeout=PATIENCE_S)


def test_the_plain_port_serves_the_landing_page_and_the_authority(
    table: RealTable, authority: AuthorityCertificate, plain_port: int
) -> None:
    assert table.url == f"https://127.0.0.1:{plain_port + 1}"
    plain = f"http://127.0.0.1:{plain_port}"
    landing = httpx.get(f"{plain}/referee", timeout=PATIENCE_S)
    assert landing.status_code == 200
    assert f'href="{table.url}/referee"' in landing.text
    assert httpx.get(f"{plain}/certificate", timeout=PATIENCE_S).content == authority.der
    assert httpx.post(f"{plain}/api/pause", json={"on": True}, timeout=PATIENCE_S).status_code == 403


def test_the_certificate_is_beside_the_journal_with_a_private_key_file(table: RealTable, files: TableFiles) -> None:
    assert Path(files.page_certificate).exists()
    assert files.page_key.stat().st_mode & 0o777 == 0o600


def test_at_the_terminal_the_authority_is_named_before_the_command(
    table: RealTable, files: TableFiles, plain_port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def act() -> str:
        return CliRunner().invoke(main, ["act", "--table", table.url, "spin", "demand=4"]).output

    assert "Set SSL_CERT_FILE" in act()
    monkeypatch.setenv("SSL_CERT_FILE", str(files.authority))
    assert "SSL_CERT_FILE" not in act()
    assert "https://" in CliRunner().invoke(main, ["act", "--table", f"http://127.0.0.1:{plain_port}", "stop"]).output
