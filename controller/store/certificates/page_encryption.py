"""The certificate of a page, reloaded regularly so that a renewal needs no restart."""

import socket
import ssl
from collections.abc import Callable, Collection
from dataclasses import KW_ONLY, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from controller import log
from controller.store.certificates.authority import (
    AuthorityCertificate,
    AuthorityFiles,
    load_or_issue_page_certificate,
    read_authority,
)
from controller.store.certificates.certificate import (
    Certificate,
    CertificateError,
    CertificateProblem,
    OpensslError,
    read_certificate,
)

RELOAD_INTERVAL_S: Final = 30.0

HSTS_S: Final = 30 * 24 * 3600
"""How long browsers use only HTTPS (RFC 6797), if the certificate lasts that long: enough for regular guests,
short enough if an owner returns to plain HTTP."""

Loaded = tuple[Certificate, AuthorityCertificate | None]
"""A certificate, and its issuer if that is the machine's own authority."""


def now_utc() -> datetime:
    return datetime.now(UTC)


@dataclass
class PageEncryption:
    """The certificate in use.

    Attributes:
        load: loads or renews it: ``load_owner_certificate`` or ``load_or_renew_own_certificate``.
        describe: turns an error into a message.
        machine_names: host names of the machine, besides those in the certificate.
        now: wall-clock time.
        port: port of the encrypted page.
        hsts: whether browsers insist on HTTPS with an owner's certificate; False makes them forget HSTS.
        names: ``machine_names`` and the certificate's host names; always the same set object.
        fault: why there is no certificate, or what is wrong with it.
    """

    load: Callable[[], Loaded]
    describe: Callable[[Exception], str] = str
    machine_names: Collection[str] = ()
    now: Callable[[], datetime] = now_utc
    _: KW_ONLY
    port: int = 443
    hsts: bool = True
    fault: str | None = field(default=None, init=False)
    _certificate: Certificate | None = field(default=None, init=False)
    _authority: AuthorityCertificate | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        self.names = {socket.gethostname().lower(), *self.machine_names}

    @property
    def context(self) -> ssl.SSLContext | None:
        return None if self._certificate is None else self._certificate.context

    @property
    def is_on(self) -> bool:
        return self._certificate is not None

    @property
    def authority_der(self) -> bytes | None:
        return None if self._authority is None else self._authority.der

    @property
    def authority_fingerprint(self) -> str | None:
        return None if self._authority is None else self._authority.fingerprint

    def hsts_max_age_s(self) -> int | None:
        """Return the max-age for HSTS; 0 tells browsers to forget HSTS.

        Return None without a certificate, or with one of our authority: HSTS would lock out browsers
        that do not trust it.
        """
        if self._certificate is None or self._authority is not None:
            return None
        if not self.hsts or self._certificate.valid_from > self.now():
            # HSTS covers all ports (RFC 6797, 8.3) and would break the plain one; 0 resets browsers.
            return 0
        return max(0, min(HSTS_S, int((self._certificate.valid_until - self.now()).total_seconds())))

    def encrypted_host_for(self, host: str) -> str:
        if self._certificate is None or self._certificate.covers_host(host):
            return host
        return next((name for name in self._certificate.names if "*" not in name), host)

    def reload(self) -> None:
        """Load the certificate again; keep the current one if that fails."""
        try:
            fresh, self._authority = self.load()
        except (CertificateError, OpensslError, ValueError) as fault:  # ValueError: accepted by OpenSSL, not by us
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


def load_owner_certificate(certificate: Path, key: Path) -> Loaded:
    return read_certificate(certificate, key), None


def load_or_renew_own_certificate(
    files: AuthorityFiles, hosts: Callable[[], list[str]], now: Callable[[], datetime]
) -> Loaded:
    """Return the own authority's certificate for ``hosts``, renewed if due.

    Raises:
        OpensslError: openssl is missing or fails.
        CertificateError: a file of the authority cannot be read.
        OSError: the files cannot be written.
    """
    authority = read_authority(files)
    return load_or_issue_page_certificate(files, hosts(), now()), authority
