"""The hub's certificate authorities: for broker and enrolment, and for the page.

Tables receive the first when they join, and trust no other. They ignore certificates' dates, since most tables
have no clock at start.
Phones may install the second, limited to the hub's names and private addresses.
"""

import socket
import ssl
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final

from controller.fleet.enrolment import DEFAULT_HUB_HOST, tls_context_trusting
from controller.store.atomic_files import write_atomically
from controller.store.certificates.authority import create_authority, permitted_host_names
from controller.store.certificates.certificate import create_self_signed_authority, issue_certificate
from controller.store.certificates.page_encryption import (
    Loaded,
    PageEncryption,
    load_or_renew_own_certificate,
    load_owner_certificate,
    now_utc,
)
from hub.settings import Settings, SettingsError

AUTHORITY_YEARS: Final = 30
SERVER_CERTIFICATE_DAYS: Final = 365

PAGE_AUTHORITY_FOLDER: Final = "page"


class PageCertificatePaths:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.authority, self.authority_key = folder / "authority.crt", folder / "authority.key"
        self.page_certificate, self.page_key = folder / "page.crt", folder / "page.key"


def create_page_encryption(folder: Path, settings: Settings, hosts: Callable[[], list[str]]) -> PageEncryption:
    """Return the page's encryption, by the owner's certificate or one issued for ``hosts``.

    Send HSTS only for ports 80 and 443: else browsers would use HTTPS on the plain port (RFC 6797, 8.3).
    Raise SettingsError for wrong settings of certificate or port.
    """
    page = settings.page
    if (page.certificate is None) != (page.key is None):
        raise SettingsError("[page]: saw one of certificate and key, expected both or neither")
    others = {page.port, settings.tables.port, settings.tables.join_port, settings.broker_port}
    if page.encrypted_port in others or page.encrypted_port > 65535:
        raise SettingsError(
            f"[page] tls_port: saw {page.encrypted_port}, expected a port up to 65535 that the hub does not use already"
        )
    usual = (page.port, page.encrypted_port) == (80, 443)
    if page.certificate is not None and page.key is not None:
        read: Callable[[], Loaded] = partial(load_owner_certificate, folder / page.certificate, folder / page.key)
    else:
        read = partial(_load_or_issue_page_certificate, PageCertificatePaths(folder / PAGE_AUTHORITY_FOLDER), hosts)
    return PageEncryption(read, machine_names=settings.room.names, port=page.encrypted_port, hsts=usual)


def _load_or_issue_page_certificate(files: PageCertificatePaths, hosts: Callable[[], list[str]]) -> Loaded:
    if not files.authority.exists():
        files.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        create_authority(
            files, permitted_host_names(DEFAULT_HUB_HOST, socket.gethostname()), now_utc(), "Hub of game tables"
        )
    return load_or_renew_own_certificate(files, hosts, now_utc)


class HubAuthority:
    """The authority of broker and enrolment; creates missing files or raises OpensslError."""

    def __init__(self, folder: Path, broker: Path) -> None:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        broker.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._own, self._own_key = folder / "authority.crt", folder / "authority.key"
        self.certificate, self.key = broker / "server.crt", broker / "server.key"
        if not (self._own.exists() and self._own_key.exists()):
            certificate, key = create_self_signed_authority("royaltable hub's authority", 365 * AUTHORITY_YEARS)
            write_atomically(self._own_key, key, mode=0o600)
            write_atomically(self._own, certificate)
            self.certificate.unlink(missing_ok=True)
        self.certificate_pem = self._own.read_text("ascii")
        if not (self.certificate.exists() and self.key.exists()):
            self.issue_server_certificate()

    @property
    def context(self) -> ssl.SSLContext:
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(self.certificate, self.key)
        return context

    def issue_server_certificate(self) -> None:
        """Issue the server's certificate with a new key."""
        certificate, key = issue_certificate(
            self._own, self._own_key, "royaltable hub", [DEFAULT_HUB_HOST], SERVER_CERTIFICATE_DAYS
        )
        write_atomically(self.key, key, mode=0o640)
        write_atomically(self.certificate, certificate)

    def check_tables_trust_server(self) -> None:
        """Raise ssl.SSLError if a handshake in memory fails."""
        there, back = ssl.MemoryBIO(), ssl.MemoryBIO()
        ends = (
            tls_context_trusting(self.certificate_pem).wrap_bio(back, there),
            self.context.wrap_bio(there, back, server_side=True),
        )
        for end in ends * 3:
            with suppress(ssl.SSLWantReadError):
                end.do_handshake()
