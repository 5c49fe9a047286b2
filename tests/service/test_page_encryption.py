"""Renewed certificates are loaded; broken ones are reported and change nothing."""

import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from controller.config.schema import PageSection, WebSection
from controller.service.page_encryption import build_page_encryption
from controller.store.certificates.authority import create_authority, permitted_host_names
from controller.store.table_files import TableFiles
from tests.support.certificates import make_pair

WEB = WebSection(certificate="page.crt", key="page.key")
DAY_S = 24 * 3600


@pytest.fixture(scope="module")
def pairs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pairs")
    make_pair(folder, "first", hosts="DNS:*.example.org,DNS:table.example.org")
    make_pair(folder, "second", hosts="DNS:other.example.org,IP:192.168.0.9")
    return folder


class House:
    """A folder with a certificate, and a clock that can be set."""

    def __init__(self, folder: Path, pairs: Path) -> None:
        self.folder = folder
        self.pairs = pairs
        self.later = timedelta()
        self.put("first")
        files = TableFiles(folder / "table.journal", config=folder / "table.toml")
        made = build_page_encryption(
            PageSection(port=80), WEB, files, lambda: None, lambda: datetime.now(UTC) + self.later
        )
        assert made is not None
        self.encryption = made

    def put(self, certificate: str, key: str | None = None) -> None:
        shutil.copy(self.pairs / f"{certificate}.crt", self.folder / "page.crt")
        shutil.copy(self.pairs / f"{key or certificate}.key", self.folder / "page.key")


@pytest.fixture
def house(tmp_path: Path, pairs: Path) -> House:
    return House(tmp_path, pairs)


def test_a_renewed_certificate_is_taken_up_with_its_names(house: House) -> None:
    house.encryption.reload()
    names, before = house.encryption.names, house.encryption.context
    assert "table.example.org" in names
    house.encryption.reload()
    assert house.encryption.context is before  # sessions that it gave out go on
    house.put("second")
    house.encryption.reload()
    assert house.encryption.context is not before
    assert house.encryption.names is names
    assert "other.example.org" in names
    assert "table.example.org" not in names


def test_during_a_renewal_the_last_good_certificate_stays_in_use(house: House) -> None:
    house.encryption.reload()
    before = house.encryption.context
    house.put("second", key="first")
    house.encryption.reload()
    assert house.encryption.context is before
    assert "does not match the certificate" in (house.encryption.fault or "")
    house.put("second")
    house.encryption.reload()
    assert house.encryption.context is not before
    assert house.encryption.fault is None


def test_a_certificate_that_is_unusable_at_the_start_can_be_repaired(house: House) -> None:
    (house.folder / "page.key").unlink()
    house.encryption.reload()
    assert not house.encryption.is_on
    assert "page.key cannot be read: No such file or directory." in (house.encryption.fault or "")
    house.put("first")
    house.encryption.reload()
    assert house.encryption.is_on
    assert house.encryption.fault is None


@pytest.mark.parametrize(
    ("days", "hsts_s", "fault"),
    [
        (0, 30 * DAY_S, None),
        (20, 10 * DAY_S, None),  # never longer than the certificate lasts
        (31, 0, "certificate expired on"),
        (-1, 0, "is not valid before"),
    ],
)
def test_hsts_lasts_no_longer_than_the_certificate(house: House, days: int, hsts_s: int, fault: str | None) -> None:
    house.later = timedelta(days=days)
    house.encryption.reload()
    assert house.encryption.is_on
    assert hsts_s - 300 <= (house.encryption.hsts_max_age_s() or 0) <= hsts_s
    assert (fault or "") in (house.encryption.fault or "")
    assert (house.encryption.fault is None) == (fault is None)


@pytest.mark.parametrize(
    ("page", "port", "hsts_s"),
    [
        (PageSection(), 8081, 0),  # a browser that learned it while there was one port forgets it
        (PageSection(port=80), 443, 30 * DAY_S),
        (PageSection(port=443), 443, 30 * DAY_S),
        (PageSection(port=8080, tls_port=8080), 8080, 30 * DAY_S),
        (PageSection(port=65535), 65535, 30 * DAY_S),
        (PageSection(port=8081, tls_port=8080), 8080, 0),
        (PageSection(port=0), 0, 0),
    ],
)
def test_hsts_is_sent_only_if_the_port_stays_reachable(
    tmp_path: Path, pairs: Path, page: PageSection, port: int, hsts_s: int
) -> None:
    for kind in ("crt", "key"):
        shutil.copy(pairs / f"first.{kind}", tmp_path / f"page.{kind}")
    encryption = build_page_encryption(
        page, WEB, TableFiles(tmp_path / "j", config=tmp_path / "table.toml"), lambda: None
    )
    assert encryption is not None
    assert encryption.hsts_max_age_s() is None
    encryption.reload()
    assert (encryption.port, round((encryption.hsts_max_age_s() or 0) / DAY_S) * DAY_S) == (port, hsts_s)


def test_redirects_use_a_name_of_the_certificate(house: House) -> None:
    assert house.encryption.encrypted_host_for("192.168.0.9") == "192.168.0.9"
    house.encryption.reload()
    asked = ("192.168.0.9", "TABLE.example.org", "sub.example.org", "a.b.example.org", "table.local")
    assert [house.encryption.encrypted_host_for(host) for host in asked] == [
        "table.example.org",
        "TABLE.example.org",
        "sub.example.org",
        "table.example.org",
        "table.example.org",
    ]


def test_the_tables_own_authority_sends_no_hsts(tmp_path: Path) -> None:
    files = TableFiles(tmp_path / "table.journal")
    page = PageSection(host="127.0.0.1")
    assert build_page_encryption(page, WebSection(), files, lambda: None) is None
    made = create_authority(files, permitted_host_names("table", "pi"), datetime.now(UTC))
    encryption = build_page_encryption(page, WebSection(), files, lambda: "table-2.local")
    assert encryption is not None
    encryption.reload()
    assert (encryption.is_on, encryption.fault, encryption.hsts_max_age_s()) == (True, None, None)
    assert (encryption.authority_der, encryption.authority_fingerprint) == (made.der, made.fingerprint)
    assert {"table-2.local", "localhost"} <= encryption.names
    files.authority.write_text("nonsense")
    broken = build_page_encryption(page, WebSection(), files, lambda: None)
    assert broken is not None
    broken.reload()
    assert not broken.is_on
