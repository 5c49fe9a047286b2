"""A machine's own authority, for owners without a certificate. Its key never leaves the machine.

Name constraints (RFC 5280, 4.2.1.10) limit it to our names and private addresses. The page's certificate is
short-lived and reissued before it expires or when the table's addresses change.
"""

import hashlib
import ipaddress
import ssl
import tempfile
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final, Protocol

from msgspec import Struct

from controller.store.atomic_files import read_regular_file, write_atomically
from controller.store.certificates.certificate import (
    Certificate,
    CertificateError,
    CertificateProblem,
    create_self_signed_authority,
    is_ip_address,
    issue_certificate,
    parse_time,
    read_certificate,
)
from controller.store.journal.times import EARLIEST_CREDIBLE_YEAR

AUTHORITY_DAYS: Final = 5 * 365
"""Validity of the authority: long, since guests load its certificate only once."""

PAGE_DAYS: Final = 30
RENEW_BEFORE: Final = timedelta(days=15)
"""How early a certificate is renewed: in time for a table that is on once a week."""

MAX_NAMES: Final = 9
"""Number of possible names on a network with other tables: table.local, table-2.local, ..."""

PRIVATE_NETWORKS: Final = (
    *map(ipaddress.ip_network, ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "127.0.0.0/8")),
    *map(ipaddress.ip_network, ("fc00::/7", "fe80::/10", "::1/128")),
)
"""Private and local networks (RFC 1918, 3927, 4193, 4291)."""

MAX_FILE_BYTES: Final = 16 * 1024


class AuthorityFiles(Protocol):
    """Paths of an authority and of the page's certificate."""

    @property
    def authority(self) -> Path: ...

    @property
    def authority_key(self) -> Path: ...

    @property
    def page_certificate(self) -> Path: ...

    @property
    def page_key(self) -> Path: ...


class AuthorityCertificate(Struct, frozen=True):
    """The authority's certificate as phones load it (DER)."""

    der: bytes

    @property
    def valid_until(self) -> datetime:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.load_verify_locations(cadata=self.der)
        (seen,) = context.get_ca_certs()
        return parse_time(str(seen["notAfter"]))

    @property
    def fingerprint(self) -> str:
        return hashlib.sha256(self.der).digest().hex(" ").upper()


def authority_exists(files: AuthorityFiles) -> bool:
    return files.authority.exists() or files.authority_key.exists()


def read_authority(files: AuthorityFiles) -> AuthorityCertificate:
    try:
        text = read_regular_file(files.authority, MAX_FILE_BYTES).decode("ascii", "replace")
        return AuthorityCertificate(ssl.PEM_cert_to_DER_cert(text))
    except OSError as fault:
        raise CertificateError(CertificateProblem.UNREADABLE, file=files.authority, reason=fault.strerror) from None
    except ValueError:
        raise CertificateError(CertificateProblem.NO_PEM, file=files.authority, reason="no PEM text") from None


def permitted_host_names(name: str, hostname: str) -> list[str]:
    own = [f"{each}.local" for each in (name, *(f"{name}-{number}" for number in range(2, MAX_NAMES + 1))) if name]
    machine = hostname.removesuffix(".local").lower()
    return list(dict.fromkeys([*own, machine, f"{machine}.local", "localhost"]))


def create_authority(
    files: AuthorityFiles, names: Sequence[str], now: datetime, of_what: str = "Game table"
) -> AuthorityCertificate:
    """Create an authority for ``names``; an existing one is replaced and no longer trusted.

    Raises:
        OpensslError: openssl is missing or fails.
        OSError: the files cannot be written.
    """
    permitted = [f"permitted;DNS.{number} = {name}" for number, name in enumerate(names)]
    permitted += [
        f"permitted;IP.{number} = {network.network_address}/{network.netmask}"
        for number, network in enumerate(PRIVATE_NETWORKS)
    ]
    certificate, key = create_self_signed_authority(
        f"{of_what} {names[0]} {now:%Y-%m-%d}",
        AUTHORITY_DAYS,
        "extendedKeyUsage = serverAuth",
        "nameConstraints = critical, @permitted",
        "[permitted]",
        *permitted,
    )
    write_atomically(files.authority_key, key, mode=0o600)
    write_atomically(files.authority, certificate)
    files.page_certificate.unlink(missing_ok=True)
    return read_authority(files)


def remove_authority(files: AuthorityFiles) -> None:
    for file in (files.authority_key, files.page_key, files.page_certificate, files.authority):
        file.unlink(missing_ok=True)


def load_or_issue_page_certificate(files: AuthorityFiles, hosts: Collection[str], now: datetime) -> Certificate:
    """Return the page's certificate for these names and addresses; issue a new one if it does not fit.

    Raises:
        OpensslError: openssl is missing or fails.
        CertificateError: a file is unreadable, or clients would reject the certificate.
        OSError: the files cannot be written.
    """
    authority = read_authority(files)
    addresses = {host: ipaddress.ip_address(host) for host in hosts if is_ip_address(host)}
    public = {
        host for host, address in addresses.items() if not any(address in network for network in PRIVATE_NETWORKS)
    }
    wanted = sorted({*hosts} - public)
    try:
        there = read_certificate(files.page_certificate, files.page_key, trusted=files.authority)
    except CertificateError:
        there = None
    if there is not None and sorted({*there.names, *there.addresses}) == wanted:
        is_timely = there.valid_from <= now and RENEW_BEFORE < there.valid_until - now <= timedelta(days=PAGE_DAYS + 1)
        is_clock_wrong = now.year < EARLIEST_CREDIBLE_YEAR or now >= authority.valid_until
        if is_timely or is_clock_wrong:  # phones would refuse what a wrong clock issues
            return there
    return _issue_page_certificate(files, wanted)


def _issue_page_certificate(files: AuthorityFiles, hosts: Sequence[str]) -> Certificate:
    if not files.authority_key.exists():
        raise CertificateError(
            CertificateProblem.UNREADABLE, file=files.authority_key, reason="No such file or directory"
        )
    certificate, key = issue_certificate(files.authority, files.authority_key, hosts[0], hosts, PAGE_DAYS)
    with tempfile.TemporaryDirectory() as folder:
        tried, tried_key = Path(folder) / files.page_certificate.name, Path(folder) / files.page_key.name
        tried.write_bytes(certificate)
        tried_key.write_bytes(key)
        good = read_certificate(tried, tried_key, trusted=files.authority)
    write_atomically(files.page_key, key, mode=0o600)
    write_atomically(files.page_certificate, certificate)
    return good
