"""Which room the table has joined, how it reaches its broker, and what it keeps of the room's wishes."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from controller import limits
from controller.config.schema import MqttSection
from controller.fleet import table_id
from controller.fleet.enrolment import Membership
from controller.fleet.line import Broker
from controller.fleet.messages import Desired, HouseReport
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


class KeptWishes(Struct, frozen=True):
    """What lies in the file.

    Attributes:
        room: whose wishes they are, so that another room's mean nothing.
        desired: the latest of them.
        holds: the settings of a house that were taken; a game that goes on is played to its end as it began.
        house: what has come of each part.
    """

    room: str
    desired: Desired
    holds: Mapping[str, Any] = {}
    house: tuple[HouseReport, ...] = ()


class WishesError(Exception):
    """The file cannot be used; the message says what was seen, and what to do."""


def wishes_in(file: Path) -> KeptWishes | None:
    """What was kept; None where nothing was."""
    try:
        return msgspec.json.decode(read_plain(file, limits.WISHES_OCTETS), type=KeptWishes)
    except FileNotFoundError:
        return None
    except OSError as fault:
        raise WishesError(f"{file}: {fault.strerror}. The hub says again what it wants.") from None
    except NO_JSON as fault:
        raise WishesError(f"{file}: {fault}. Remove it; the hub says again what it wants.") from None


def keep_wishes(file: Path, wishes: KeptWishes) -> None:
    write_atomically(file, msgspec.json.encode(wishes), mode=0o600)


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
