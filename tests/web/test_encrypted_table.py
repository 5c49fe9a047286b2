"""The real daemon over HTTPS by an authority of its own, for clients that trust that authority alone."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner

from controller.__main__ import main
from controller.store.certificates.authority import Authority, make_authority, names_of
from controller.store.table_files import TableFiles
from hub.engines.mosquitto import free_port
from tests.web.real_table import PATIENCE_S, RealTable, running


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> TableFiles:
    return TableFiles(tmp_path_factory.mktemp("table") / "sim.journal")


@pytest.fixture(scope="module")
def authority(files: TableFiles) -> Authority:
    return make_authority(files, names_of("table", "pi"), datetime.now(UTC))


@pytest.fixture(scope="module")
def plain_port() -> int:
    return free_port()


@pytest.fixture(scope="module")
def table(files: TableFiles, authority: Authority, plain_port: int) -> Iterator[RealTable]:
    with running(files.journal.parent, plain_port, trusted=files.authority) as table:
        yield table


def test_a_game_is_begun_and_the_stream_tells_of_it_over_https(table: RealTable) -> None:
    table.begin("taxes")
    assert '"phase":"taxes"' in table.first_event("view")
    assert "strict-transport-security" not in table.get("/").headers


def test_who_does_not_trust_the_authority_is_warned(table: RealTable) -> None:
    with pytest.raises(httpx.ConnectError, match="CERTIFICATE_VERIFY_FAILED"):
        httpx.get(table.url, timeout=PATIENCE_S)


def test_in_the_clear_there_is_the_way_to_it_and_the_authoritys_certificate(
    table: RealTable, authority: Authority, plain_port: int
) -> None:
    assert table.url == f"https://127.0.0.1:{plain_port + 1}"
    plain = f"http://127.0.0.1:{plain_port}"
    landing = httpx.get(f"{plain}/referee", timeout=PATIENCE_S)
    assert landing.status_code == 200
    assert f'href="{table.url}/referee"' in landing.text
    assert httpx.get(f"{plain}/certificate", timeout=PATIENCE_S).content == authority.der
    assert httpx.post(f"{plain}/api/pause", json={"on": True}, timeout=PATIENCE_S).status_code == 403


def test_the_certificate_of_the_page_lies_beside_the_journal_with_its_key_closed(
    table: RealTable, files: TableFiles
) -> None:
    assert Path(files.page_certificate).exists()
    assert files.page_key.stat().st_mode & 0o777 == 0o600


def test_at_the_terminal_the_authority_is_named_before_the_command(
    table: RealTable, files: TableFiles, plain_port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def act() -> str:
        return CliRunner().invoke(main, ["act", "--table", table.url, "spin", "demand=4"]).output

    assert "Put SSL_CERT_FILE=FILE before the command" in act()
    monkeypatch.setenv("SSL_CERT_FILE", str(files.authority))
    assert "SSL_CERT_FILE" not in act()
    assert "https://" in CliRunner().invoke(main, ["act", "--table", f"http://127.0.0.1:{plain_port}", "stop"]).output
