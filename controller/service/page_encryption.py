"""Choose the certificate of the table's page, and describe its faults."""

import asyncio
from collections.abc import Callable
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from controller.config.schema import PageSection, WebSection
from controller.devices.health import DeviceHealth
from controller.service.lan import addresses_by_interface
from controller.store.certificates.authority import authority_exists
from controller.store.certificates.certificate import CERTIFICATE_DEVICE, CertificateError
from controller.store.certificates.page_encryption import (
    RELOAD_INTERVAL_S,
    Loaded,
    PageEncryption,
    load_or_renew_own_certificate,
    load_owner_certificate,
    now_utc,
)
from controller.store.table_files import TableFiles
from hw.clock import Clock

if TYPE_CHECKING:
    from controller.care.doctor.findings import Finding


def build_page_encryption(
    page: PageSection,
    web: WebSection | None,
    files: TableFiles,
    name: Callable[[], str | None],
    now: Callable[[], datetime] = now_utc,
) -> PageEncryption | None:
    """Return the page's encryption, by the owner's certificate or the table's authority; None without either.

    ``name`` returns the present name. ``web`` is None if the settings are invalid; they may name a
    certificate, so the page is treated as encrypted with an unusable certificate.
    """
    if web == WebSection() and not authority_exists(files):
        return None

    def hosts() -> list[str]:
        host = name() or (f"{page.name}.local" if page.name else "localhost")
        return ["localhost", "127.0.0.1", host, *addresses_by_interface(page.host).values()]

    def raise_settings_fault() -> Loaded:
        raise ValueError(_describe_settings_fault(files.config))

    read: Callable[[], Loaded] = partial(load_or_renew_own_certificate, files, hosts, now)
    if web is None:
        read = raise_settings_fault
    elif web.certificate is not None and web.key is not None:
        folder = (files.config or Path()).parent
        read = partial(load_owner_certificate, folder / web.certificate, folder / web.key)
    hsts = page.is_tls_only or (page.port, page.encrypted_port) == (80, 443)
    return PageEncryption(read, _describe_certificate_fault, page.names, now=now, port=page.encrypted_port, hsts=hsts)


async def keep_certificate_current(encryption: PageEncryption, health: DeviceHealth, clock: Clock) -> None:
    """Reload the certificate for ever; in a thread, as openssl and the SD card are slow."""
    while True:
        health.report_fault_or_recovery(CERTIFICATE_DEVICE, encryption.fault)
        await clock.sleep_until(clock.now_s() + RELOAD_INTERVAL_S)
        await asyncio.to_thread(encryption.reload)


def _describe_certificate_fault(fault: Exception) -> str:
    from controller.care.doctor.examination import make_certificate_finding  # only for a fault

    return _finding_text(make_certificate_finding(fault)) if isinstance(fault, CertificateError) else str(fault)


def _describe_settings_fault(config: Path | None) -> str:
    from controller.care.doctor.examination import make_unknown_cert_finding

    return _finding_text(make_unknown_cert_finding(config))


def _finding_text(finding: "Finding") -> str:
    return f"{finding.cause} {finding.cure}"
