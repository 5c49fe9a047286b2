"""Whether the broker of ``[mqtt]`` lets the table in, and hears it; asked by a line of the doctor's own."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from controller.care.doctor.findings import Finding, found
from controller.config.mqtt import id_of
from controller.config.schema import MqttSection
from controller.fleet.line import Line, LineError, LineFault, Trouble
from controller.fleet.topics import EVENT
from controller.store.membership import MembershipError, way_to_the_broker
from controller.store.privileges import as_owner_of
from controller.store.table_files import TableFiles

DEVICE: Final = "broker"

CODES: Final = {
    Trouble.NO_BROKER: "RT-MQTT-SILENT",
    Trouble.NO_TLS: "RT-MQTT-TLS",
    Trouble.PASSWORD: "RT-MQTT-PASSWORD",
    Trouble.RIGHTS: "RT-MQTT-RIGHTS",
    Trouble.OTHER: "RT-MQTT-REFUSED",
    Trouble.NO_HUB: "RT-HUB-SILENT",
}


def of_fault(fault: LineFault, section: MqttSection, folder: Path) -> Finding:
    """What is the matter with the line, with its cure."""
    return found(
        CODES[fault.trouble],
        DEVICE,
        seen=fault.seen,
        host=section.host,
        user=section.user or "",
        id=id_of(section),
        file=folder / (section.password_file or "table.toml"),
        config=folder / "table.toml",
    )


def broker(settings: MqttSection | None, files: TableFiles) -> Iterator[Finding]:
    """What an own line to the broker meets, to that of the room which the table has joined or of the settings."""
    config = files.config or files.journal
    folder = config.parent
    try:
        with as_owner_of(files.config, files.journal):  # or root would send whatever file the table's user names
            way = way_to_the_broker(settings, files)
            if way is None:
                return
            where = way.broker()
    except MembershipError as fault:
        yield found("RT-HUB-FILE", DEVICE, seen=str(fault), config=config)
        return
    except OSError as fault:
        assert settings is not None
        yield of_fault(LineFault(Trouble.PASSWORD, f"{settings.password_file}: {fault.strerror}"), settings, folder)
        return
    section = way.section
    if section.user is not None and not section.tls:
        yield found("RT-MQTT-OPEN", DEVICE, host=section.host, config=folder / "table.toml")
    own = Line(where, f"{id_of(section)}-doctor", will=None)
    if (trouble := asyncio.run(_met(own, EVENT.of(id_of(section))))) is not None:
        yield of_fault(trouble, section, folder)


async def _met(line: Line, topic: str) -> LineFault | None:
    """Let in, and heard? An event without content means nothing to those who listen."""
    try:
        await line.connect()
        line.say(topic, EVENT, None)
        await line.heard_out()
    except LineError as error:
        return error.fault
    except TimeoutError:
        return LineFault(Trouble.NO_BROKER, "it lets the table in and acknowledges nothing")
    finally:
        await line.close()
    return line.fault
