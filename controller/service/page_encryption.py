"""By which certificate the table's page is encrypted, and how its faults are said."""

import asyncio
from collections.abc import Callable
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from controller.config import PageSection, WebSection
from controller.devices.health import DeviceHealth
from controller.service.lan import interfaces
from controller.store.certificates.authority import authority_exists
from controller.store.certificates.certificate import DEVICE, CertificateError
from controller.store.certificates.page_encryption import (
    LOOK_S,
    Found,
    PageEncryption,
    load_own_certificate,
    load_owner_certificate,
    now_utc,
)
from controller.store.table_files import TableFiles
from hw.clock import Clock

if TYPE_CHECKING:
    from controller.care.doctor.findings import Finding


def page_encryption(
    page: PageSection,
    web: WebSection | None,
    files: TableFiles,
    name: Callable[[], str | None],
    now: Callable[[], datetime] = now_utc,
) -> PageEncryption | None:
    """For a page that is to be encrypted, by an owner's certificate or the table's authority, or may have to be.

    ``name`` is what the page is called just now. Without ``web`` it cannot be told which certificate is meant.
    """
    if web == WebSection() and not authority_exists(files):
        return None

    def hosts() -> list[str]:
        called = name() or (f"{page.name}.local" if page.name else "localhost")
        return ["localhost", "127.0.0.1", called, *interfaces(page.host).values()]

    def unknown() -> Found:
        raise ValueError(_nobody_can_tell(files.config))

    read: Callable[[], Found] = partial(load_own_certificate, files, hosts, now)
    if web is None:
        read = unknown
    elif web.certificate is not None and web.key is not None:
        folder = (files.config or Path()).parent
        read = partial(load_owner_certificate, folder / web.certificate, folder / web.key)
    hsts = page.only_tls or (page.port, page.encrypted_port) == (80, 443)
    return PageEncryption(read, _said, now=now, port=page.encrypted_port, hsts=hsts)


async def watch_certificate(encryption: PageEncryption, health: DeviceHealth, clock: Clock) -> None:
    """Look again and again, for ever; openssl and the card take their time elsewhere."""
    while True:
        health.record(DEVICE, encryption.fault)
        await clock.sleep_until(clock.now_s() + LOOK_S)
        await asyncio.to_thread(encryption.reload)


def _said(fault: Exception) -> str:
    from controller.care.doctor.examination import certificate_finding  # not before something is the matter

    return _sentence(certificate_finding(fault)) if isinstance(fault, CertificateError) else str(fault)


def _nobody_can_tell(config: Path | None) -> str:
    from controller.care.doctor.examination import settings_finding  # as above

    return _sentence(settings_finding(config))


def _sentence(finding: "Finding") -> str:
    return f"{finding.cause} {finding.cure}"
