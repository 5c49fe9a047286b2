"""What a room's owner may settle in ``hub.toml``: a database or a broker that is there already, where the page is."""

from pathlib import Path
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from controller import limits
from controller.fleet.connection import BrokerConfig
from controller.fleet.enrolment import DEFAULT_PORT, Label
from controller.reading import parse_toml, read_file
from controller.texts.translation import Language

FILE: Final = "hub.toml"

_LABEL: Final = "[0-9A-Za-z_-]{1,63}"
Host = Annotated[
    str, Meta(pattern=rf"\A({_LABEL}(\.{_LABEL})*\.?|[0-9A-Fa-f]*:[0-9A-Fa-f:.]*(%{_LABEL})?)\Z", max_length=253)
]
"""A name, or an address."""

Port = Annotated[int, Meta(ge=1, le=65535)]


class DatabaseSection(Struct, frozen=True, forbid_unknown_fields=True):
    """``url`` names a PostgreSQL that is there already, as ``postgresql://user@host/name``."""

    url: str | None = None


class BrokerSection(Struct, frozen=True, forbid_unknown_fields=True):
    """A broker that is there already (``host``), or where ours is heard without encryption (``address``)."""

    host: Host | None = None
    address: Host = "127.0.0.1"
    port: Port | None = None
    user: str | None = None
    password_file: str | None = None
    tls: bool = False
    ca: str | None = None


class TablesSection(Struct, frozen=True, forbid_unknown_fields=True):
    """Where the network's tables find our broker, and the door at which they join; all encrypted."""

    address: Host = "0.0.0.0"  # noqa: S104  # tables of the house come to it
    port: Port = 8883
    join_port: Port = DEFAULT_PORT


class PageSection(Struct, frozen=True, forbid_unknown_fields=True):
    """Where the room's page is heard; ``tls_port`` is as far from ``port`` as 443 from 80.

    People log in at the encrypted page. ``certificate`` and ``key`` are the owner's, else the hub's own authority's.
    """

    address: Host = "0.0.0.0"  # noqa: S104  # people of the house look at it
    port: Port = 8090
    tls_port: Port | None = None
    certificate: str | None = None
    key: str | None = None

    @property
    def encrypted_port(self) -> int:
        """The named one, else 443 for 80, 8453 for 8090."""
        return self.tls_port or self.port + 443 - 80

    def addresses(self, host: str) -> tuple[str, str]:
        return f"http://{host}:{self.port}/", f"https://{host}:{self.encrypted_port}/"


class RoomSection(Struct, frozen=True, forbid_unknown_fields=True):
    """What the room's page is like: its name, language without the browser's, and ``plan``, ids in order.

    The address ``webhook`` is told of each need; ``names`` of this machine are allowed beside addresses and local
    names.
    """

    name: Label = ""
    language: Language = "en"
    plan: tuple[str, ...] = ()
    webhook: str | None = None
    names: tuple[str, ...] = ()


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    database: DatabaseSection = DatabaseSection()
    broker: BrokerSection = BrokerSection()
    tables: TablesSection = TablesSection()
    page: PageSection = PageSection()
    room: RoomSection = RoomSection()

    @property
    def broker_port(self) -> int:
        """Of ours 11883, since Debian's own Mosquitto may have 1883."""
        usual = 11883 if self.broker.host is None else 8883 if self.broker.tls else 1883
        return self.broker.port or usual

    def named_broker(self, folder: Path) -> BrokerConfig | None:
        """Return the broker that is there already, if one is named; raise SettingsError without its password."""
        section = self.broker
        if section.host is None:
            return None
        password = None
        if section.password_file is not None:
            file = folder / section.password_file
            try:
                password = file.read_text("utf-8").strip()
            except (OSError, UnicodeDecodeError) as fault:
                raise SettingsError(f"{file}: {fault}. It is to hold the password of [broker] user") from None
        ca = None if section.ca is None else folder / section.ca
        return BrokerConfig(section.host, self.broker_port, section.user, password, section.tls, ca)


class SettingsError(Exception):
    """The settings cannot be used; the message says what was seen and what is expected."""


def load(folder: Path) -> Settings:
    """Return what ``hub.toml`` says, or the defaults without it; raise SettingsError if it cannot be used."""
    file = folder / FILE
    try:
        return msgspec.convert(parse_toml(read_file(file, 4 * limits.TOML_CHARS).decode("utf-8")), Settings)
    except FileNotFoundError:
        return Settings()
    except (OSError, ValueError, OverflowError) as fault:
        raise SettingsError(f"{file}: {fault}. See docs/room.md") from None
