"""The certificate of a page: looked at again and again, so that a renewed one needs no restart."""

import socket
import ssl
from collections.abc import Callable, Collection
from dataclasses import KW_ONLY, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from controller import log
from controller.store.certificates.authority import Authority, AuthorityFiles, page_certificate, read_authority
from controller.store.certificates.certificate import (
    AuthorityError,
    Certificate,
    CertificateError,
    CertificateProblem,
    read_certificate,
)

LOOK_S: Final = 30.0

HSTS_S: Final = 30 * 24 * 3600
"""For a month browsers go nowhere but to the encrypted page (RFC 6797): regular guests keep it, and a house that goes
back to plain HTTP has lost nobody for longer. Never longer than the certificate lasts."""

Found = tuple[Certificate, Authority | None]
"""A certificate, and the machine's own authority where it is of that."""


def now_utc() -> datetime:
    return datetime.now(UTC)


@dataclass
class PageEncryption:
    """Owner of the certificate of the moment.

    Attributes:
        load: reads or renews the certificate; see ``by_the_owner`` and ``by_own_authority``.
        describe: a fault, for people.
        machine_names: host names that the machine answers to whatever the certificate has.
        now: by the wall.
        port: of the encrypted page.
        hsts: browsers may be told to ask for nothing but the encrypted page.
        names: those, and host names in the certificate; always the same set.
        fault: why there is none that can be used, or why it is not as it should be.
    """

    load: Callable[[], Found]
    describe: Callable[[Exception], str] = str
    machine_names: Collection[str] = ()
    now: Callable[[], datetime] = now_utc
    _: KW_ONLY
    port: int = 443
    hsts: bool = True
    fault: str | None = field(default=None, init=False)
    _certificate: Certificate | None = field(default=None, init=False)
    _authority: Authority | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        self.names = {socket.gethostname().lower(), *self.machine_names}

    @property
    def context(self) -> ssl.SSLContext | None:
        return None if self._certificate is None else self._certificate.context

    @property
    def on(self) -> bool:
        return self._certificate is not None

    @property
    def authority(self) -> bytes | None:
        return None if self._authority is None else self._authority.der

    @property
    def fingerprint(self) -> str | None:
        return None if self._authority is None else self._authority.fingerprint

    def hsts_s(self) -> int | None:
        """None with an own authority: HSTS would lock out browsers that do not trust it."""
        if self._certificate is None or self._authority is not None:
            return None
        if not self.hsts or self._certificate.valid_from > self.now():
            # A browser asks for HTTPS at each port of a host with HSTS (RFC 6797, 8.3), also at the plain one, in vain.
            # It may have learned it while both were one port; 0 makes it forget it.
            return 0
        return max(0, min(HSTS_S, int((self._certificate.valid_until - self.now()).total_seconds())))

    def host_for(self, host: str) -> str:
        if self._certificate is None or self._certificate.covers(host):
            return host
        return next((name for name in self._certificate.names if "*" not in name), host)

    def reload(self) -> None:
        """Read what is there; a certificate that was good stays until there is a better one."""
        try:
            fresh, self._authority = self.load()
        except (CertificateError, AuthorityError, ValueError) as fault:  # ValueError: what OpenSSL takes, and we do not
            self.fault = self.describe(fault)
        except OSError as fault:
            reason = fault.strerror or type(fault).__name__
            self.fault = self.describe(
                CertificateError(CertificateProblem.UNREADABLE, file=fault.filename, reason=reason)
            )
        else:
            if fresh != self._certificate:
                self._certificate = fresh
                known = {socket.gethostname().lower(), *self.machine_names, *fresh.names}
                self.names |= known
                self.names &= known
                log.info("certificate", ends=f"{fresh.valid_until:%Y-%m-%d}", names=",".join(fresh.names) or "none")
            date_error = fresh.date_error(self.now())
            self.fault = None if date_error is None else self.describe(date_error)


def load_owner_certificate(certificate: Path, key: Path) -> Found:
    return read_certificate(certificate, key), None


def load_own_certificate(files: AuthorityFiles, hosts: Callable[[], list[str]], now: Callable[[], datetime]) -> Found:
    """One by the machine's own authority for ``hosts``, renewed where that is due.

    Raises:
        AuthorityError: openssl is missing or fails.
        CertificateError: a file of the authority cannot be read.
        OSError: the files cannot be written.
    """
    authority = read_authority(files)
    return page_certificate(files, hosts(), now()), authority
