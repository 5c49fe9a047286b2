"""The table's own certificate authority: what it signs, and when certificates are renewed."""

import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from controller.store.certificates.authority import (
    create_authority,
    load_or_issue_page_certificate,
    permitted_host_names,
    remove_authority,
)
from controller.store.certificates.certificate import CertificateError, CertificateProblem
from controller.store.table_files import TableFiles

HOSTS = ["table.local", "localhost", "127.0.0.1", "192.168.0.9"]
NOW = datetime.now(UTC)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> TableFiles:
    files = TableFiles(tmp_path_factory.mktemp("table") / "table.journal")
    create_authority(files, permitted_host_names("table", "pi"), NOW)
    load_or_issue_page_certificate(files, HOSTS, NOW)
    return files


def test_the_certificate_covers_all_names_of_the_table() -> None:
    assert permitted_host_names("table", "Pi") == [
        "table.local",
        *(f"table-{number}.local" for number in range(2, 10)),
        *("pi", "pi.local", "localhost"),
    ]
    assert permitted_host_names("", "table.local") == ["table", "table.local", "localhost"]


def test_only_the_owner_can_read_both_keys(files: TableFiles) -> None:
    assert [key.stat().st_mode & 0o777 for key in (files.authority_key, files.page_key)] == [0o600, 0o600]
    assert b"PRIVATE KEY" not in files.authority.read_bytes() + files.page_certificate.read_bytes()


def shakes_hands(files: TableFiles, host: str) -> bool:
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(files.page_certificate, files.page_key)
    to_client, to_server = ssl.MemoryBIO(), ssl.MemoryBIO()
    client = ssl.create_default_context(cafile=files.authority)
    asking = client.wrap_bio(to_client, to_server, server_hostname=host)
    serving = server.wrap_bio(to_server, to_client, server_side=True)
    try:
        for end in (asking, serving, asking, serving):
            try:
                end.do_handshake()
            except ssl.SSLWantReadError:
                continue
    except ssl.SSLCertVerificationError:
        return False
    return True


def test_trusting_clients_accept_exactly_the_pages_names(files: TableFiles) -> None:
    assert {host: shakes_hands(files, host) for host in [*HOSTS, "table-2.local", "192.168.0.10"]} == {
        **dict.fromkeys(HOSTS, True),
        "table-2.local": False,
        "192.168.0.10": False,
    }


@pytest.mark.parametrize("host", ["www.example.org", "evil.local"])
def test_the_authority_cannot_sign_for_other_names(files: TableFiles, host: str) -> None:
    before = files.page_certificate.read_bytes()
    with pytest.raises(CertificateError) as raised:
        load_or_issue_page_certificate(files, [host], datetime.now(UTC))
    assert raised.value.problem is CertificateProblem.UNFIT
    assert files.page_certificate.read_bytes() == before


def test_public_addresses_are_excluded(files: TableFiles) -> None:
    assert load_or_issue_page_certificate(files, [*HOSTS, "8.8.8.8"], NOW).addresses == ("127.0.0.1", "192.168.0.9")


@pytest.mark.parametrize(
    ("days", "hosts", "is_anew"),
    [
        (0, HOSTS, False),
        (14, HOSTS, False),
        (16, HOSTS, True),  # half of its time is over
        (-2, HOSTS, True),  # the clock was wrong when it was made
        (0, [*HOSTS[:-1], "10.0.0.7"], True),  # the table has moved
    ],
)
def test_a_certificate_is_renewed_in_time_and_for_new_addresses(
    files: TableFiles, days: int, hosts: list[str], is_anew: bool
) -> None:
    before = load_or_issue_page_certificate(files, HOSTS, datetime.now(UTC))
    after = load_or_issue_page_certificate(files, hosts, datetime.now(UTC) + timedelta(days=days))
    assert (after.sha256 != before.sha256) == is_anew
    assert sorted({*after.names, *after.addresses}) == sorted(hosts)
    assert after.valid_until - after.valid_from == timedelta(days=30)


@pytest.mark.parametrize("years", [20, -20, -56])
def test_a_clock_that_jumps_by_years_replaces_no_certificate(files: TableFiles, years: int) -> None:
    before = load_or_issue_page_certificate(files, HOSTS, datetime.now(UTC))
    jumped = datetime.now(UTC) + timedelta(days=365 * years)
    assert load_or_issue_page_certificate(files, HOSTS, jumped).sha256 == before.sha256
    assert load_or_issue_page_certificate(files, HOSTS, datetime.now(UTC)).sha256 == before.sha256


def test_without_its_key_the_current_certificate_stays_in_use(tmp_path: Path) -> None:
    files = TableFiles(tmp_path / "table.journal")
    create_authority(files, permitted_host_names("table", "pi"), NOW)
    load_or_issue_page_certificate(files, HOSTS, datetime.now(UTC))
    files.authority_key.unlink()
    assert load_or_issue_page_certificate(files, HOSTS, datetime.now(UTC)).names == ("localhost", "table.local")
    with pytest.raises(CertificateError) as raised:
        load_or_issue_page_certificate(files, ["table.local"], datetime.now(UTC))
    assert raised.value.problem is CertificateProblem.UNREADABLE
    remove_authority(files)
    assert list(tmp_path.iterdir()) == []
