"""Run the doctor's checks that need no device, in the order in which to fix what they find."""

import json
import os
import shutil
import ssl
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from http.client import HTTPException
from pathlib import Path
from typing import Final
from urllib.error import URLError
from urllib.request import urlopen

from controller.care.doctor import buses, system
from controller.care.doctor.broker import check_broker, room_settings_findings
from controller.care.doctor.findings import MISSING_PIECES_CODE, Finding, make_finding
from controller.care.doctor.host import Host
from controller.care.doctor.miswiring import lost_device_finding
from controller.care.doctor.system import check_voice
from controller.config import ConfigError, load_config
from controller.config.schema import ALL_ADDRESSES, TableConfig, WebSection
from controller.devices import health
from controller.devices.hardware import Hardware
from controller.devices.health import DeviceState
from controller.games import installed
from controller.store import tags
from controller.store.atomic_files import StateFileError
from controller.store.certificates.authority import authority_exists, read_authority
from controller.store.certificates.certificate import (
    CERTIFICATE_DEVICE,
    CertificateError,
    CertificateProblem,
    read_certificate,
)
from controller.store.journal import JournalError, JournalReader
from controller.store.journal.entry import NewerJournal
from controller.store.journal.schema import database_files
from controller.store.membership import find_broker_access
from controller.store.privileges import acting_as_owner_of, nonroot_owner_name
from controller.store.table_files import TableFiles, is_journal_folder_unreadable, lock_holder_pid
from controller.store.tags import TagMapError


def check_files(own: TableFiles, user: str) -> Iterator[Finding]:
    """Check the table's files; the table runs as ``user``."""
    folder = own.journal.parent
    if is_journal_folder_unreadable(own.journal):
        yield make_finding("RT-FILES-CLOSED", folder=folder)
        return
    if not folder.is_dir() or not os.access(folder, os.W_OK):
        yield make_finding("RT-JOURNAL-FOLDER", folder=folder, user=user)
    if own.tags is not None:
        try:
            tags.load_tag_map(own.tags)
        except TagMapError as fault:
            yield make_finding("RT-TAGS-NONE", fault=fault, config=own.config)
    if own.journal.exists():
        yield from _check_journal(own.journal)
    keys = own.keys
    if keys.exists() and keys.stat().st_mode & 0o077:
        yield make_finding(
            "RT-KEYS-OPEN", file=keys, mode=f"{keys.stat().st_mode & 0o777:o}", owner=nonroot_owner_name(keys)
        )
    counter = own.failed_starts
    if (failed := health.read_failed_starts(counter)) >= health.MAX_FAILED_STARTS:
        yield make_finding("RT-STARTS-FAILED", count=failed, file=counter)


def _check_journal(journal: Path) -> Iterator[Finding]:
    with tempfile.TemporaryDirectory() as folder:
        place = journal
        if lock_holder_pid(journal) is None:
            place = Path(folder) / journal.name
            for original, copy in zip(database_files(journal), database_files(place), strict=True):
                if original.exists():
                    shutil.copyfile(original, copy)
        try:
            with JournalReader(place) as reader:
                code, seen = "RT-JOURNAL-DAMAGED", reader.damage_findings()
        except JournalError as fault:
            code = "RT-JOURNAL-NEWER" if isinstance(fault, NewerJournal) else "RT-JOURNAL-DAMAGED"
            seen = [str(fault).replace(str(place), str(journal))]
    for finding in seen:
        yield make_finding(code, fault=finding, journal=journal)


def check_games(config: TableConfig) -> Iterator[Finding]:
    """Report games that cannot be loaded or need a missing device."""
    here = config.configured_devices
    for each in installed.make_installed_games():
        if each.game is None:
            yield make_finding("RT-GAME-UNUSABLE", game=each.name, fault=each.fault, package=each.package.split()[0])
        elif lacking := each.game.devices.needs - here:
            yield make_finding("RT-GAME-NEEDS", game=each.name, lacking=", ".join(sorted(lacking)))


EXPIRY_NOTICE: Final = timedelta(days=14)

CERT_CODE_BY_PROBLEM: Final = {
    CertificateProblem.UNREADABLE: "RT-CERTIFICATE-FILE",
    CertificateProblem.NO_PEM: "RT-CERTIFICATE-FORM",
    CertificateProblem.LOCKED: "RT-CERTIFICATE-LOCKED",
    CertificateProblem.NO_PAIR: "RT-CERTIFICATE-PAIR",
    CertificateProblem.UNFIT: "RT-CERTIFICATE-UNFIT",
    CertificateProblem.EXPIRED: "RT-CERTIFICATE-EXPIRED",
    CertificateProblem.EARLY: "RT-CERTIFICATE-EARLY",
    CertificateProblem.ENDS: "RT-CERTIFICATE-ENDS",
}


def make_certificate_finding(fault: CertificateError) -> Finding:
    values = dict(fault.values)
    if fault.problem is CertificateProblem.LOCKED:
        values["owner"] = nonroot_owner_name(Path(values["key"]))
    return make_finding(CERT_CODE_BY_PROBLEM[fault.problem], CERTIFICATE_DEVICE, **values)


def make_unknown_cert_finding(config: Path | None) -> Finding:
    return make_finding("RT-CERTIFICATE-UNKNOWN", CERTIFICATE_DEVICE, config=config or "table.toml")


def check_certificates(web: WebSection | None, own: TableFiles, now: datetime) -> Iterator[Finding]:
    """Check the certificate of ``[web]``, else of the table's own authority, if any."""
    try:
        if web is None:
            yield make_unknown_cert_finding(own.config)
        elif web.certificate is not None and web.key is not None:
            folder = (own.config or Path()).parent
            yield from _check_key_mode(folder / web.key)
            if (
                trouble := read_certificate(folder / web.certificate, folder / web.key).date_error(now, EXPIRY_NOTICE)
            ) is not None:
                yield make_certificate_finding(trouble)
        elif authority_exists(own):
            read_authority(own)
            yield from _check_key_mode(own.authority_key)
            yield from _check_key_mode(own.page_key)
            if own.page_certificate.exists():
                read_certificate(own.page_certificate, own.page_key, trusted=own.authority)
    except CertificateError as fault:
        yield make_certificate_finding(fault)
    except OSError as fault:
        yield make_certificate_finding(
            CertificateError(CertificateProblem.UNREADABLE, file=fault.filename, reason=fault.strerror)
        )


def _check_key_mode(key: Path) -> Iterator[Finding]:
    if key.exists() and key.stat().st_mode & 0o004:
        mode = f"{key.stat().st_mode & 0o777:o}"
        yield make_finding(
            "RT-CERTIFICATE-KEY-OPEN", CERTIFICATE_DEVICE, file=key, mode=mode, owner=nonroot_owner_name(key)
        )


PAGE_TIMEOUT_S: Final = 5.0


def examine_without_devices(
    config: TableConfig, own: TableFiles, machine: Host | None = None, of_line: Sequence[Finding] | None = None
) -> list[Finding]:
    """Return findings on a real table's machine and files; open no device, change nothing.

    ``of_line``: in the running table's process, the findings of its broker connection.
    """
    machine = machine or Host()
    can_play = list(check_games(config))
    config = config.filter_devices(simulated=False)
    config_file = str(own.config or "table.toml")
    ports = sorted({config.page.port, config.page.encrypted_port} if _may_use_tls(config, own) else {config.page.port})
    with acting_as_owner_of(own.config, own.journal):
        running = lock_holder_pid(own.journal)
        of_the_files = list(check_files(own, machine.service_user))
    return [
        *system.check_system(machine),
        *system.check_power_and_heat(machine),
        *system.check_disk(machine, own.journal.absolute().parent),
        *system.check_clock(machine),
        *buses.check_spi(machine, config, config_file),
        *buses.check_i2c(machine, config),
        *buses.check_pins(machine, config),
        *buses.check_access_rights(machine, config, config_file),
        *buses.check_boards(machine, config),
        *check_voice(machine, config, config_file),
        *of_the_files,
        *can_play,
        *check_certificates(config.web, own, machine.now()),
        *check_broker(config.mqtt, own, of_line),
        *system.check_network(machine, ports, running=running is not None),
    ]


def examine_room_settings(config: TableConfig, own: TableFiles) -> list[Finding]:
    """Report the room's settings at a simulated table; leave the machine unchecked."""
    try:
        way = find_broker_access(config.mqtt, own)
    except StateFileError:
        return []
    return [] if way is None else list(room_settings_findings(way, own))


def make_device_findings(devices: Iterable[DeviceState], config: TableConfig, hardware: Hardware) -> list[Finding]:
    return [
        lost_device_finding(config, hardware, device.name)
        or make_finding("RT-DEVICE-LOST", device.name, fault=device.fault)
        for device in devices
        if device.fault is not None
    ]


MAX_NAMED_PIECES: Final = 8


def pieces_missed_by_census_findings(missing: Sequence[str]) -> Iterator[Finding]:
    """Report the pieces that the latest census did not find."""
    if missing:
        names = ", ".join(missing[:MAX_NAMED_PIECES]) + (", …" if len(missing) > MAX_NAMED_PIECES else "")
        yield make_finding(MISSING_PIECES_CODE, pieces=names)


def load_settings_or_findings(config_file: Path, looked: str) -> tuple[TableConfig | None, list[Finding]]:
    """``looked`` says how ``config_file`` was chosen."""
    if not config_file.exists():
        return None, [make_finding("RT-CONFIG-NONE", looked=looked)]
    try:
        with acting_as_owner_of(config_file):
            return load_config(config_file), []
    except ConfigError as fault:
        return None, [make_finding("RT-CONFIG-FAULT", fault=each, config=config_file) for each in fault.faults]


def ask_table_for_lost_devices(config: TableConfig, own: TableFiles) -> list[Finding]:
    """Ask the running table's page for lost devices; report a page that does not respond.

    Do not verify the certificate: it may be the problem; the connection is local and sends no secret.
    """
    page = config.page
    host = "127.0.0.1" if page.host in ALL_ADDRESSES else page.host
    addresses = [f"http://{host}:{page.port}/"]
    if _may_use_tls(config, own):
        addresses.insert(0, f"https://{host}:{page.encrypted_port}/")
    trusting = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    trusting.check_hostname = False
    trusting.verify_mode = ssl.CERT_NONE
    fault: Exception | None = None
    for address in addresses:
        try:
            with urlopen(f"{address}api/view?language=en", timeout=PAGE_TIMEOUT_S, context=trusting) as answer:  # noqa: S310  # always http or https
                devices = json.load(answer)["view"]["devices"]
                return [
                    make_finding("RT-DEVICE-LOST", each["name"], fault=each["text"])
                    for each in devices
                    if not each["ok"]
                ]
        except (URLError, OSError, HTTPException, ValueError, KeyError, TypeError) as seen:
            fault = seen
    return [make_finding("RT-PAGE-SILENT", address=address, seen=getattr(fault, "reason", fault))]


def _may_use_tls(config: TableConfig, own: TableFiles) -> bool:
    return config.web != WebSection() or authority_exists(own)
