"""The files about a table's room: its membership, broker and desired state."""

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from controller import limits
from controller.config.schema import MqttSection
from controller.fleet import table_id
from controller.fleet.connection import BrokerConfig
from controller.fleet.enrolment import Membership
from controller.fleet.messages import DesiredState, SettingsReport
from controller.fleet.topics import retained_topics
from controller.reading import read_text
from controller.store.atomic_files import load_json, save_json
from controller.store.table_files import TableFiles


def load_membership(file: Path) -> Membership | None:
    """Return the table's membership; None without a room or a readable folder.

    Raises:
        StateFileError: the file cannot be used; other functions raise it, too.
    """
    return load_json(file, Membership, "Join the room again: royaltable join") if os.path.lexists(file) else None


def save_membership(file: Path, membership: Membership) -> None:
    save_json(file, membership, mode=0o600)


class BrokerAccess(Struct, frozen=True):
    """How the table connects to a broker.

    Attributes:
        section: settings as under ``[mqtt]``.
        load_broker: returns broker and password; raises `OSError` if the password file is unreadable.
        membership: membership of the room; None for the broker of ``[mqtt]``.
    """

    section: MqttSection
    load_broker: Callable[[], BrokerConfig]
    membership: Membership | None = None

    @property
    def room_identifier(self) -> str:
        return f"{table_id_or_default(self.section)}@{self.section.host}"


def find_broker_access(settings: MqttSection | None, files: TableFiles) -> BrokerAccess | None:
    """Return access to the room's broker, else to that of ``settings``; None without either."""
    membership = load_membership(files.membership)
    if membership is not None:
        id_ = membership.table
        section = MqttSection(host=membership.host, port=membership.port, user=id_, tls=True, id=id_)
        return BrokerAccess(section, lambda: _broker_from_membership(membership), membership)
    if settings is None:
        return None
    return BrokerAccess(settings, lambda: load_broker_config(settings, (files.config or files.journal).parent))


def _broker_from_membership(membership: Membership) -> BrokerConfig:
    return BrokerConfig(
        membership.host,
        membership.port,
        membership.table,
        membership.password,
        tls=True,
        authority=membership.authority,
        newer=membership.newer,
    )


class SavedDesiredState(Struct, frozen=True):
    """A desired state and what of it was applied.

    Attributes:
        room: identifies the room; the state of another room is ignored.
        desired: the latest desired state.
        holds: settings that were applied; a running game keeps those it started with.
        house: report of each part of the room's settings.
    """

    room: str
    desired: DesiredState
    holds: Mapping[str, Any] = {}
    house: tuple[SettingsReport, ...] = ()


def load_desired_state(file: Path) -> SavedDesiredState | None:
    return load_json(file, SavedDesiredState, "Remove it; the hub sends the desired state again.")


class _RetainedTopics(Struct, frozen=True):
    broker: str
    topics: list[str]


def load_retained_topics(file: Path, section: MqttSection) -> list[str]:
    """Return the topics at which the table leaves values at its broker, first the present ones, then earlier ones.

    Those of an earlier id or prefix of Home Assistant are known from ``file``.
    """
    kept = load_json(file, _RetainedTopics, "Remove it.")
    earlier = [] if kept is None or kept.broker != section.host else kept.topics
    return list(dict.fromkeys([*retained_topics(table_id_or_default(section), section.discovery), *earlier]))


def save_retained_topics(file: Path, section: MqttSection, topics: list[str]) -> None:
    save_json(file, _RetainedTopics(section.host, topics))


def load_broker_config(section: MqttSection, folder: Path) -> BrokerConfig:
    """Return the broker of the settings; its files are relative to ``folder``."""
    password = None
    if section.password_file is not None:
        lines = read_text(folder / section.password_file, limits.SMALL_FILE_BYTES).splitlines()
        password = lines[0].strip() if lines else ""
    ca = None if section.ca is None else folder / section.ca
    port = section.port or (8883 if section.tls else 1883)
    return BrokerConfig(section.host, port, section.user, password, section.tls, ca)


def table_id_or_default(section: MqttSection) -> str:
    return section.id or table_id.default_table_id(table_id.read_machine_hash())
