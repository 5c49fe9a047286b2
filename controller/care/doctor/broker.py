"""Check the broker connection, and report the settings that the room applies."""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

from controller.care.doctor.findings import Finding, make_finding
from controller.config.schema import MqttSection
from controller.fleet.connection import BrokerConnection, ConnectionFailedError, ConnectionFault, FaultKind
from controller.fleet.messages import Presence, SettingsReport
from controller.fleet.topics import EVENT, PRESENCE
from controller.reading import JSON_ERRORS
from controller.store.atomic_files import StateFileError
from controller.store.membership import BrokerAccess, find_broker_access, load_desired_state, table_id_or_default
from controller.store.privileges import acting_as_owner_of
from controller.store.table_files import TableFiles

BROKER_DEVICE: Final = "broker"

ROOM_REFUSED_CODE: Final = "RT-ROOM-REFUSED"


def room_settings_findings(way: BrokerAccess, files: TableFiles) -> Iterator[Finding]:
    """Report which settings of its room the table applies, and which it refused."""
    try:
        with acting_as_owner_of(files.config, files.journal):
            kept = load_desired_state(files.desired_state)
    except StateFileError:
        return  # the hub's next message rewrites it
    if kept is None or kept.room != way.room_identifier:
        return
    config = _config_file_or_default(files)
    if parts := ", ".join(_setting_label(report) for report in kept.house if report.state == "holds"):
        yield make_finding("RT-ROOM-SETS", BROKER_DEVICE, parts=parts, config=config)
    for report in kept.house:
        if report.state == "refused":
            yield make_finding(
                ROOM_REFUSED_CODE, BROKER_DEVICE, part=_setting_label(report), seen=report.why, config=config
            )


def _setting_label(report: SettingsReport) -> str:
    return f"{report.part} of {report.game}" if report.game else report.part


BROKER_CODE_BY_FAULT: Final = {
    FaultKind.NO_BROKER: "RT-MQTT-SILENT",
    FaultKind.NO_TLS: "RT-MQTT-TLS",
    FaultKind.PASSWORD: "RT-MQTT-PASSWORD",
    FaultKind.RIGHTS: "RT-MQTT-RIGHTS",
    FaultKind.OTHER: "RT-MQTT-REFUSED",
    FaultKind.NO_HUB: "RT-HUB-SILENT",
    FaultKind.CLONE: "RT-HUB-TWIN",
    FaultKind.FORKED: "RT-HUB-FORK",
    FaultKind.BEHIND: "RT-HUB-AHEAD",
}


ROOM_CODE_BY_FAULT: Final = {
    FaultKind.NO_BROKER: "RT-ROOM-SILENT",
    FaultKind.NO_TLS: "RT-ROOM-STRANGE",
    FaultKind.PASSWORD: "RT-ROOM-REVOKED",
    FaultKind.RIGHTS: "RT-ROOM-RIGHTS",
}
"""Codes that replace those above at a room's broker: no settings in table.toml can be wrong then."""


def make_connection_finding(fault: ConnectionFault, way: BrokerAccess, files: TableFiles) -> Finding:
    section, config = way.section, _config_file_or_default(files)
    code = BROKER_CODE_BY_FAULT[fault.kind]
    return make_finding(
        code if way.membership is None else ROOM_CODE_BY_FAULT.get(fault.kind, code),
        BROKER_DEVICE,
        seen=fault.seen,
        host=section.host,
        user=section.user or "",
        id=table_id_or_default(section),
        file=config.parent / (section.password_file or "table.toml"),
        config=config,
    )


def make_membership_finding(fault: StateFileError, files: TableFiles) -> Finding:
    return make_finding("RT-HUB-FILE", BROKER_DEVICE, seen=str(fault), config=_config_file_or_default(files))


def _config_file_or_default(files: TableFiles) -> Path:
    return files.config or files.journal.with_name("table.toml")


def check_broker(
    settings: MqttSection | None, files: TableFiles, of_line: Sequence[Finding] | None = None
) -> Iterator[Finding]:
    """Check the connection to the room's broker or, without a room, to that of ``settings``.

    Args:
        settings: the section ``[mqtt]``.
        files: the table's files.
        of_line: in the running table's process, the findings of its connection. None opens a second connection, for
            which a room's broker closes that of a running table.
    """
    with acting_as_owner_of(
        files.config, files.journal
    ):  # otherwise root would send any file that the table's user names as password_file
        try:
            way = find_broker_access(settings, files)
        except StateFileError as fault:
            yield make_membership_finding(fault, files)
            return
        if way is None:
            return
        yield from room_settings_findings(way, files)
        try:
            where = way.load_broker()
        except OSError as fault:
            seen = f"{way.section.password_file}: {fault.strerror}"
            yield make_connection_finding(ConnectionFault(FaultKind.PASSWORD, seen), way, files)
            return
    section = way.section
    if section.user is not None and not section.tls:
        yield make_finding("RT-MQTT-OPEN", BROKER_DEVICE, host=section.host, config=_config_file_or_default(files))
    if of_line is not None:
        yield from of_line
        return
    kept: dict[str, bytes] = {}
    presence = PRESENCE.topic_of(table_id_or_default(section))
    own = BrokerConnection(
        where, f"{table_id_or_default(section)}-doctor", will=None, filters=[presence], on_message=kept.__setitem__
    )
    if (trouble := asyncio.run(_connect_and_find_fault(own, EVENT.topic_of(table_id_or_default(section))))) is not None:
        yield make_connection_finding(trouble, way, files)
    with suppress(*JSON_ERRORS):
        said = msgspec.json.decode(kept.get(presence, b""), type=Presence)
        for each in (FaultKind.NO_HUB, FaultKind.CLONE, FaultKind.FORKED, FaultKind.BEHIND):
            if said.online and BROKER_CODE_BY_FAULT[each] in said.findings:
                yield make_connection_finding(ConnectionFault(each, "reported by the running table"), way, files)


async def _connect_and_find_fault(line: BrokerConnection, topic: str) -> ConnectionFault | None:
    try:
        await line.connect()
        line.publish(topic, EVENT, None)
        await line.wait_for_acks()
    except ConnectionFailedError as error:
        return error.fault
    except TimeoutError:
        return ConnectionFault(FaultKind.NO_BROKER, "it accepts the connection but does not acknowledge messages")
    finally:
        await line.close()
    return line.fault
