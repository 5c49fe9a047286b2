"""The certificate of the page: looked at again and again, so that a renewed one needs no restart."""

import asyncio
import socket
import ssl
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from controller import log
from controller.config import PageSection, WebSection
from controller.devices.health import DeviceHealth
from controller.service.lan import interfaces
from controller.store.certificates.authority import (
    Authority,
    is_made,
    page_certificate,
    read_authority,
)
from controller.store.certificates.certificate import (
    DEVICE,
    AuthorityError,
    Certificate,
    CertificateError,
    Trouble,
    read_certificate,
)
from controller.store.table_files import TableFiles
from hw.clock import Clock

if TYPE_CHECKING:
    from controller.care.doctor.findings import Finding

LOOK_S: Final = 30.0

HSTS_S: Final = 30 * 24 * 3600
"""For a month browsers go nowhere but to the encrypted page (RFC 6797): regular guests keep it, and a house that goes
back to plain HTTP has lost nobody for longer. Never longer than the certificate lasts."""


def _now() -> datetime:
    return datetime.now(UTC)


class PageEncryption:
    """Owner of the certificate of the moment.

    Args:
        web: names the owner's certificate, if there is one; None where nobody can tell.
        files: of the table, among them its own authority, if there is one.
        hosts: names and addresses by which the page is reached.
        now: by the wall.

    Attributes:
        names: host names in the certificate, and the machine's; always the same set.
        fault: why there is none that can be used, or why it is not as it should be.
    """

    def __init__(
        self,
        web: WebSection | None,
        files: TableFiles,
        hosts: Callable[[], list[str]],
        now: Callable[[], datetime] = _now,
    ) -> None:
        self._web = web
        self._files = files
        self._hosts = hosts
        self._now = now
        self._certificate: Certificate | None = None
        self._authority: Authority | None = None
        self.names = {socket.gethostname().lower()}
        self.fault: str | None = None

    @property
    def context(self) -> ssl.SSLContext | None:
        """With which new connections are encrypted."""
        return None if self._certificate is None else self._certificate.context

    @property
    def on(self) -> bool:
        """Whether there is a certificate that can be used."""
        return self._certificate is not None

    @property
    def authority(self) -> bytes | None:
        """The certificate of the table's own authority, as DER; None where the owner has brought a certificate."""
        return None if self._authority is None else self._authority.der

    @property
    def fingerprint(self) -> str | None:
        """Of that, for people who compare."""
        return None if self._authority is None else self._authority.fingerprint

    def hsts_s(self) -> int:
        """Nothing with the table's own authority: whoever has not loaded it could not even look on any more."""
        if self._certificate is None or self._authority is not None or self._certificate.begins > self._now():
            return 0
        return max(0, min(HSTS_S, int((self._certificate.ends - self._now()).total_seconds())))

    def host_for(self, host: str) -> str:
        """What the certificate is for, where it is not for ``host``."""
        if self._certificate is None or self._certificate.covers(host):
            return host
        return next((name for name in self._certificate.names if "*" not in name), host)

    def look(self) -> None:
        """Read what is there; a certificate that was good stays until there is a better one."""
        if self._web is None:
            self.fault = _nobody_can_tell(self._files.config)
            return
        try:
            fresh = self._read(self._web)
        except CertificateError as fault:
            self.fault = _said(fault)
        except (AuthorityError, ValueError) as fault:  # ValueError: what OpenSSL takes, and we cannot read
            self.fault = str(fault)
        except OSError as fault:
            self.fault = _said(_unreadable(fault))
        else:
            if fresh != self._certificate:
                self._certificate = fresh
                machine = socket.gethostname().lower()
                self.names |= {machine, *fresh.names}
                self.names &= {machine, *fresh.names}
                log.info("certificate", ends=f"{fresh.ends:%Y-%m-%d}", names=",".join(fresh.names) or "none")
            untimely = fresh.untimely(self._now())
            self.fault = None if untimely is None else _said(untimely)

    async def keep_fresh(self, health: DeviceHealth, clock: Clock) -> None:
        """Look again and again, for ever; openssl and the card take their time elsewhere."""
        while True:
            health.note(DEVICE, self.fault)
            await clock.sleep_until(clock.now_s() + LOOK_S)
            await asyncio.to_thread(self.look)

    def _read(self, web: WebSection) -> Certificate:
        folder = (self._files.config or Path()).parent
        if web.certificate is not None and web.key is not None:
            return read_certificate(folder / web.certificate, folder / web.key)
        self._authority = read_authority(self._files)
        return page_certificate(self._files, self._hosts(), self._now())


def page_encryption(
    page: PageSection, web: WebSection | None, files: TableFiles, name: Callable[[], str | None]
) -> PageEncryption | None:
    """For a page that is to be encrypted, by an owner's certificate or the table's authority, or may have to be.

    ``name`` is what the page is called just now.
    """
    if web == WebSection() and not is_made(files):
        return None

    def hosts() -> list[str]:
        called = name() or (f"{page.name}.local" if page.name else "localhost")
        return ["localhost", "127.0.0.1", called, *interfaces(page.host).values()]

    return PageEncryption(web, files, hosts)


def _unreadable(fault: OSError) -> CertificateError:
    return CertificateError(Trouble.UNREADABLE, file=fault.filename, reason=fault.strerror)


def _said(fault: CertificateError) -> str:
    from controller.care.doctor.certificates import of_certificate  # noqa: PLC0415  # not before something is the matter

    return _sentence(of_certificate(fault))


def _nobody_can_tell(config: Path | None) -> str:
    from controller.care.doctor.certificates import of_settings  # noqa: PLC0415  # as above

    return _sentence(of_settings(config))


def _sentence(finding: "Finding") -> str:
    """As the doctor says it."""
    return f"{finding.cause} {finding.cure}"
