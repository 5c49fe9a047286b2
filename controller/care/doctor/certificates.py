"""Whether the page's certificate can be used, and for how long: the owner's, or that of the table's own authority."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from controller.care.doctor.findings import Finding, found
from controller.config import WebSection
from controller.store.certificates.authority import is_made, read_authority
from controller.store.certificates.certificate import DEVICE, CertificateError, Trouble, read_certificate
from controller.store.privileges import who_may_lead
from controller.store.table_files import TableFiles

SOON: Final = timedelta(days=14)

CODES: Final = {
    Trouble.UNREADABLE: "RT-CERTIFICATE-FILE",
    Trouble.NO_PEM: "RT-CERTIFICATE-FORM",
    Trouble.LOCKED: "RT-CERTIFICATE-LOCKED",
    Trouble.NO_PAIR: "RT-CERTIFICATE-PAIR",
    Trouble.UNFIT: "RT-CERTIFICATE-UNFIT",
    Trouble.EXPIRED: "RT-CERTIFICATE-EXPIRED",
    Trouble.EARLY: "RT-CERTIFICATE-EARLY",
    Trouble.ENDS: "RT-CERTIFICATE-ENDS",
}


def of_certificate(fault: CertificateError) -> Finding:
    """What is the matter with a certificate, with its cure."""
    values = dict(fault.values)
    if fault.trouble is Trouble.LOCKED:
        values["owner"] = who_may_lead(Path(values["key"]))
    return found(CODES[fault.trouble], DEVICE, **values)


def of_settings(config: Path | None) -> Finding:
    """Nobody can tell whether the settings name a certificate."""
    return found("RT-CERTIFICATE-UNKNOWN", DEVICE, config=config or "table.toml")


def certificates(web: WebSection | None, own: TableFiles, now: datetime) -> Iterator[Finding]:
    """The owner's certificate where ``[web]`` names one, else that of the table's own authority, if it has any."""
    try:
        if web is None:
            yield of_settings(own.config)
        elif web.certificate is not None and web.key is not None:
            folder = (own.config or Path()).parent
            yield from _open_to_others(folder / web.key)
            if (
                trouble := read_certificate(folder / web.certificate, folder / web.key).untimely(now, SOON)
            ) is not None:
                yield of_certificate(trouble)
        elif is_made(own):
            read_authority(own)
            yield from _open_to_others(own.authority_key)
            yield from _open_to_others(own.page_key)
            if own.page_certificate.exists():
                read_certificate(own.page_certificate, own.page_key, trusted=own.authority)
    except CertificateError as fault:
        yield of_certificate(fault)
    except OSError as fault:
        yield of_certificate(CertificateError(Trouble.UNREADABLE, file=fault.filename, reason=fault.strerror))


def _open_to_others(key: Path) -> Iterator[Finding]:
    if key.exists() and key.stat().st_mode & 0o004:
        mode = f"{key.stat().st_mode & 0o777:o}"
        yield found("RT-CERTIFICATE-KEY-OPEN", DEVICE, file=key, mode=mode, owner=who_may_lead(key))
