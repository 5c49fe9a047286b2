"""The hub's settings in ``hub.toml``: database, broker, addresses, ports, the room, and a public feed."""

from pathlib import Path
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from controller import limits
from controller.fleet.connection import BrokerConfig
from controller.fleet.enrolment import DEFAULT_PORT, Label
from controller.reading import parse_toml, read_text
from controller.texts.translation import Language

SETTINGS_FILE: Final = "hub.toml"

_LABEL: Final = "[0-9A-Za-z_-]{1,63}"
Host = Annotated[
    str, Meta(pattern=rf"\A({_LABEL}(\.{_LABEL})*\.?|[0-9A-Fa-f]*:[0-9A-Fa-f:.]*(%{_LABEL})?)\Z", max_length=253)
]

Port = Annotated[int, Meta(ge=1, le=65535)]


class DatabaseSection(Struct, frozen=True, forbid_unknown_fields=True):
    """``url`` of an existing PostgreSQL (``postgresql://user@host/name``); else the hub runs its own."""

    url: str | None = None


class BrokerSection(Struct, frozen=True, forbid_unknown_fields=True):
    """An existing broker (``host``), or the address of our own without encryption."""

    host: Host | None = None
    address: Host = "127.0.0.1"
    port: Port | None = None
    user: str | None = None
    password_file: str | None = None
    tls: bool = False
    ca: str | None = None


class TablesSection(Struct, frozen=True, forbid_unknown_fields=True):
    """Encrypted ports of our broker and of enrolment for tables in the network."""

    address: Host = "0.0.0.0"  # noqa: S104  # tables in the network connect to it
    port: Port = 8883
    join_port: Port = DEFAULT_PORT


class PageSection(Struct, frozen=True, forbid_unknown_fields=True):
    """Ports of the page; logins need the encrypted one. ``tls_port`` defaults to ``port`` + 363.

    ``certificate`` and ``key`` are the owner's; without them the hub's authority issues one.
    """

    address: Host = "0.0.0.0"  # noqa: S104  # browsers in the network connect to it
    port: Port = 8090
    tls_port: Port | None = None
    certificate: str | None = None
    key: str | None = None

    @property
    def encrypted_port(self) -> int:
        """Return the TLS port: 443 for port 80, 8453 for 8090."""
        return self.tls_port or self.port + 443 - 80

    def page_urls(self, host: str) -> tuple[str, str]:
        return f"http://{host}:{self.port}/", f"https://{host}:{self.encrypted_port}/"


class RoomSection(Struct, frozen=True, forbid_unknown_fields=True):
    """The room: its name, default language, and ``plan``, the order of table ids.

    ``webhook`` is the URL for alerts; ``names`` are further host names of this machine.
    """

    name: Label = ""
    language: Language = "en"
    plan: tuple[str, ...] = ()
    webhook: str | None = None
    names: tuple[str, ...] = ()


class FeedSection(Struct, frozen=True, forbid_unknown_fields=True):
    """A public feed of tournaments: ``folder`` of its files, in the hub's folder; None without one."""

    folder: str | None = None
    delay_minutes: Annotated[int, Meta(ge=0, le=limits.FEED_DELAY_MINUTES)] = 15


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    database: DatabaseSection = DatabaseSection()
    broker: BrokerSection = BrokerSection()
    tables: TablesSection = TablesSection()
    page: PageSection = PageSection()
    room: RoomSection = RoomSection()
    feed: FeedSection = FeedSection()

    @property
    def broker_port(self) -> int:
        """Return the broker's port; ours is 11883, since Debian's Mosquitto may use 1883."""
        usual = 11883 if self.broker.host is None else 8883 if self.broker.tls else 1883
        return self.broker.port or usual

    def external_broker(self, folder: Path) -> BrokerConfig | None:
        """Return the existing broker, if set; raise SettingsError if its password file cannot be read."""
        section = self.broker
        if section.host is None:
            return None
        password = None
        if section.password_file is not None:
            file = folder / section.password_file
            try:
                password = read_text(file, limits.SMALL_FILE_BYTES).strip()
            except OSError as fault:
                raise SettingsError(f"{file}: {fault}. It must contain the password of [broker] user") from None
        ca = None if section.ca is None else folder / section.ca
        return BrokerConfig(section.host, self.broker_port, section.user, password, section.tls, ca)


class SettingsError(Exception):
    """The settings cannot be used."""


def load_settings(folder: Path) -> Settings:
    """Return the settings of ``hub.toml``, defaults without it; raise SettingsError if it is unusable."""
    file = folder / SETTINGS_FILE
    try:
        return msgspec.convert(parse_toml(read_text(file, 4 * limits.TOML_CHARS)), Settings)
    except FileNotFoundError:
        return Settings()
    except (OSError, ValueError, OverflowError) as fault:
        raise SettingsError(f"{file}: {fault}. See docs/hub.md") from None
