"""The broker that ``[mqtt]`` names, and what the table is called there."""

from pathlib import Path

from controller.config.schema import MqttSection
from controller.fleet import table_id
from controller.fleet.line import Broker


def broker_of(section: MqttSection, folder: Path) -> Broker:
    """Where the settings have it; files are relative to ``folder``."""
    password = None
    if section.password_file is not None:
        lines = (folder / section.password_file).read_text("utf-8", "replace").splitlines()
        password = lines[0].strip() if lines else ""
    ca = None if section.ca is None else folder / section.ca
    port = section.port or (8883 if section.tls else 1883)
    return Broker(section.host, port, section.user, password, section.tls, ca)


def id_of(section: MqttSection) -> str:
    return section.id or table_id.usual_id(table_id.machine())
