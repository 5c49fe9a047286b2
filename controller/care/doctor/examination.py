"""All that can be found without touching a device, in the order in which to cure it."""

import json
import ssl
from collections.abc import Iterable, Sequence
from http.client import HTTPException
from pathlib import Path
from typing import Final
from urllib.error import URLError
from urllib.request import urlopen

from controller.care.doctor import buses, system
from controller.care.doctor.broker import broker
from controller.care.doctor.certificates import certificates
from controller.care.doctor.files import files, holder
from controller.care.doctor.findings import Finding, found
from controller.care.doctor.games import games
from controller.care.doctor.host import Host
from controller.care.doctor.room_wishes import room_wishes
from controller.care.doctor.voice import voice
from controller.config import EVERYWHERE, ConfigError, TableConfig, WebSection, load
from controller.devices.health import DeviceState
from controller.store.certificates.authority import is_made
from controller.store.membership import MembershipError, way_to_the_broker
from controller.store.privileges import as_owner_of
from controller.store.table_files import TableFiles

ANSWER_S: Final = 5.0
"""How long the page of a running table may take to answer."""


def examine(
    config: TableConfig,
    own: TableFiles,
    machine: Host | None = None,
    of_line: Sequence[Finding] | None = None,
) -> list[Finding]:
    """What is wrong with the machine and the files of a table on real parts; opens no device and changes nothing.

    The table's own process gives what its line to the broker has met, ``of_line``.
    """
    machine = machine or Host()
    can_play = list(games(config))
    config = config.only(simulated=False)
    config_file = str(own.config or "table.toml")
    with as_owner_of(own.config, own.journal):
        running = holder(own.journal)
        of_the_files = list(files(own, machine.user))
    return [
        *system.system(machine),
        *system.power(machine),
        *system.disk(machine, own.journal.absolute().parent),
        *system.clock(machine),
        *buses.spi(machine, config, config_file),
        *buses.i2c(machine, config),
        *buses.pins(machine, config),
        *buses.rights(machine, config, config_file),
        *buses.boards(machine, config),
        *voice(machine, config, config_file),
        *of_the_files,
        *can_play,
        *certificates(config.web, own, machine.now()),
        *broker(config.mqtt, own, of_line),
        *system.network(machine, config.page.port, running=running is not None),
    ]


def of_the_room(config: TableConfig, own: TableFiles) -> list[Finding]:
    """What its room sets at a simulated table, whose machine is nobody's concern."""
    try:
        way = way_to_the_broker(config.mqtt, own)
    except MembershipError:
        return []
    return [] if way is None else list(room_wishes(way, own))


def of_states(devices: Iterable[DeviceState]) -> list[Finding]:
    """What a running table says of its devices, as findings."""
    return [found("RT-DEVICE-LOST", device.name, fault=device.fault) for device in devices if device.fault is not None]


def settings(config_file: Path, looked: str) -> tuple[TableConfig | None, list[Finding]]:
    """The settings in ``config_file``, or what is wrong with them; ``looked`` says how it was chosen."""
    if not config_file.exists():
        return None, [found("RT-CONFIG-NONE", looked=looked)]
    try:
        with as_owner_of(config_file):
            return load(config_file), []
    except ConfigError as fault:
        return None, [found("RT-CONFIG-FAULT", fault=each, config=config_file) for each in fault.faults]


def ask_running_table(config: TableConfig, own: TableFiles) -> list[Finding]:
    """The devices that a running table says it has lost, since it holds them itself; or that its page is silent.

    Who answers is on this machine, and no secret is sent, so its certificate is not asked for: it may be the trouble.
    """
    page = config.page
    host = "127.0.0.1" if page.host in EVERYWHERE else page.host
    schemes = ("https", "http") if config.web != WebSection() or is_made(own) else ("http",)
    trusting = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    trusting.check_hostname = False
    trusting.verify_mode = ssl.CERT_NONE
    fault: Exception | None = None
    for scheme in schemes:
        address = f"{scheme}://{host}:{page.port}/"
        try:
            with urlopen(f"{address}api/view?language=en", timeout=ANSWER_S, context=trusting) as answer:  # noqa: S310  # always http or https
                devices = json.load(answer)["view"]["devices"]
                return [found("RT-DEVICE-LOST", each["name"], fault=each["text"]) for each in devices if not each["ok"]]
        except (URLError, OSError, HTTPException, ValueError, KeyError, TypeError) as seen:
            fault = seen
    return [found("RT-PAGE-SILENT", address=address, seen=getattr(fault, "reason", fault))]
