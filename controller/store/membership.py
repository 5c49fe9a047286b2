"""Which room the table has joined, in a file of its own that only the table may read."""

from collections.abc import Callable
from pathlib import Path

import msgspec
from msgspec import Struct

from controller import limits
from controller.config.mqtt import broker_of, id_of
from controller.config.schema import MqttSection
from controller.fleet.enrolment import Membership
from controller.fleet.line import Broker
from controller.reading import NO_JSON
from controller.store.atomic_files import read_plain, write_atomically
from controller.store.table_files import TableFiles


class MembershipError(Exception):
    """The file cannot be used; the message says what was seen, and what to do."""


def membership_in(file: Path) -> Membership | None:
    """What the table was given when it joined; None where it has joined no room."""
    if not _is_there(file):
        return None
    try:
        return msgspec.json.decode(read_plain(file, limits.ENROLMENT_OCTETS), type=Membership)
    except OSError as fault:
        raise MembershipError(f"{file}: {fault.strerror}. It is the table's own, readable for it alone.") from None
    except NO_JSON as fault:
        raise MembershipError(f"{file}: {fault}. Join the room again: royaltable join") from None


def _is_there(file: Path) -> bool:
    try:
        file.lstat()
    except OSError:
        return False
    return True


def keep_membership(file: Path, membership: Membership) -> None:
    write_atomically(file, msgspec.json.format(msgspec.json.encode(membership)) + b"\n", mode=0o600)


class WayToTheBroker(Struct, frozen=True):
    """How the table reaches a broker, and what it is called there.

    Attributes:
        section: as ``[mqtt]`` has it.
        broker: gives the broker with its password; raises `OSError` where that cannot be read.
        membership: of the room; None for the broker that the settings name.
    """

    section: MqttSection
    broker: Callable[[], Broker]
    membership: Membership | None = None

    @property
    def room(self) -> str:
        return f"{id_of(self.section)}@{self.section.host}"


def way_to_the_broker(settings: MqttSection | None, files: TableFiles) -> WayToTheBroker | None:
    """To that of the room which the table has joined, else to the one that ``settings`` name; None for neither."""
    membership = membership_in(files.membership)
    if membership is not None:
        id_ = membership.table
        section = MqttSection(host=membership.host, port=membership.port, user=id_, tls=True, id=id_)
        return WayToTheBroker(section, lambda: _broker(membership), membership)
    if settings is None:
        return None
    return WayToTheBroker(settings, lambda: broker_of(settings, (files.config or files.journal).parent))


def _broker(membership: Membership) -> Broker:
    return Broker(
        membership.host,
        membership.port,
        membership.table,
        membership.password,
        tls=True,
        authority=membership.authority,
        newer=membership.newer,
    )
