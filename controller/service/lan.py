"""The table's addresses in its network, and its name ``table.local``, or ``table-2.local`` if taken.

Avahi announces the name. We call it over D-Bus (org.freedesktop.Avahi.Server and .EntryGroup), which
every user of Debian may call. Avahi withdraws the name when our connection ends.
"""

import fcntl
import socket
import struct
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from controller import log
from controller.config.schema import ALL_ADDRESSES
from controller.service.system_bus import BusError, SystemBus, system_bus
from controller.store.certificates.authority import MAX_NAMES
from hw.clock import Clock

TEST_NET_ADDRESS: Final = "192.0.2.1"
"""Address that belongs to no machine (RFC 5737, TEST-NET-1)."""

INTERFACES: Final = Path("/sys/class/net")

SIOCGIFADDR: Final = 0x8915
"""Request for an interface's IPv4 address (netdevice(7))."""


def lan_address_of_page(host: str) -> str:
    """Return the address where phones reach a page on ``host``; the machine's name without a network."""
    if host not in ALL_ADDRESSES:
        return host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((TEST_NET_ADDRESS, 9))  # only chooses an interface
        except OSError:  # the table's own network leads nowhere
            name = f"{socket.gethostname().removesuffix('.local')}.local"
            return next(iter(addresses_by_interface(host).values()), name)
        address: str = probe.getsockname()[0]
        return address


def host_or_machine_name(host: str) -> str:
    return socket.gethostname() if host in ALL_ADDRESSES else host


def addresses_by_interface(host: str) -> dict[int, str]:
    """Return the IPv4 addresses where others reach a page on ``host``, by interface number."""
    found = {}
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for folder in INTERFACES.glob("*"):  # if_nameindex(3) needs netlink, which the installed service may not use
            try:
                number = int((folder / "ifindex").read_text(encoding="ascii"))
                reply = fcntl.ioctl(probe, SIOCGIFADDR, struct.pack("256s", folder.name.encode()[:15]))
            except OSError:  # it has no address, or has just gone
                continue
            address = socket.inet_ntoa(reply[20:24])
            if not address.startswith("127.") and host in {*ALL_ADDRESSES, address}:
                found[number] = address
    return found


def cable_and_wifi_addresses() -> set[str]:
    """Return this machine's IPv4 addresses in networks; links without DHCP and bridges of programs do not count."""
    found = set()
    for number, address in addresses_by_interface("0.0.0.0").items():  # noqa: S104  # only compared
        with suppress(OSError):  # it has just gone
            interface = INTERFACES / socket.if_indextoname(number)
            is_up = (interface / "operstate").read_text(encoding="ascii") == "up\n"
            if is_up and (interface / "device").exists() and not address.startswith("169.254."):
                found.add(address)
    return found


AVAHI_SERVICE: Final = "org.freedesktop.Avahi"

ALL_INTERFACES: Final = -1

IPV4: Final = 0
"""Avahi's number of the page's only protocol (avahi-common/address.h)."""

NO_REVERSE: Final = 16
"""Leaves the reverse entry to the machine's own name (avahi-common/defs.h, AVAHI_PUBLISH_NO_REVERSE)."""

REGISTERING: Final = 1
ESTABLISHED: Final = 2
"""States of an entry group (avahi-common/defs.h, AvahiEntryGroupState)."""

POLL_S: Final = 0.25
"""Time between checks of the name's state; probing takes about a second (RFC 6762, 8.1)."""

RECHECK_S: Final = 10.0


COLLISION: Final = f"{AVAHI_SERVICE}.CollisionError"
"""Name of the error when another program on this machine uses a name."""


Call = Callable[..., Awaitable[tuple[Any, ...]]]
"""Calls a method of one D-Bus object with a signature and arguments."""


def _avahi_method_caller(bus: SystemBus, path: str, interface: str) -> Call:
    return partial(bus.call, AVAHI_SERVICE, path, f"{AVAHI_SERVICE}.{interface}")


async def resolve_mdns_host(name: str) -> str:
    """Return the IPv4 address of a name in the network, such as ``hub.local``.

    Raises:
        BusError: there is no Avahi on this machine, it is silent, or there is no such name.
    """
    async with system_bus() as bus:
        reply = await _avahi_method_caller(bus, "/", "Server")(
            "ResolveHostName", "iisiu", ALL_INTERFACES, IPV4, name, IPV4, 0
        )
        return str(reply[4])


class AdvertisedPage(Struct, frozen=True):
    """A page as Avahi announces it.

    Attributes:
        addresses: IPv4 addresses by interface number.
        encrypted: whether it speaks TLS.
    """

    port: int
    addresses: dict[int, str]
    encrypted: bool


class Advertisement:
    """Announces a page in the network under a name of its own.

    Args:
        wanted_name: without ``.local``; empty for no name.
        title: of the page, in lists of devices.
        page: returns the page as it is now.

    Attributes:
        name: the announced name, with ``.local``; None while there is none.
    """

    def __init__(self, wanted_name: str, title: str, page: Callable[[], AdvertisedPage]) -> None:
        self._wanted_name = wanted_name
        self._title = title
        self._page = page
        self.name: str | None = None

    async def run(self, clock: Clock) -> None:
        """Announce the page for ever, while networks, tables and Avahi come and go."""
        while self._wanted_name:
            try:
                async with system_bus() as bus:
                    await self._announce_until_avahi_fails(bus, clock)
            except BusError as fault:
                if self.name is not None:
                    log.warning("name_lost", name=self.name, fault=type(fault).__name__)
            self.name = None
            await clock.sleep_until(clock.now_s() + RECHECK_S)

    async def _announce_until_avahi_fails(self, bus: SystemBus, clock: Clock) -> None:
        server = _avahi_method_caller(bus, "/", "Server")
        (path,) = await server("EntryGroupNew")
        group = _avahi_method_caller(bus, path, "EntryGroup")
        number = 1
        while True:
            page = self._page()
            if not page.addresses:
                self.name = None
                await clock.sleep_until(clock.now_s() + RECHECK_S)
                continue
            if not await self._try_announce_name(server, group, clock, page, number):
                number = number % MAX_NAMES + 1
                continue
            while await group("GetState") == (ESTABLISHED,) and self._page() == page:
                await clock.sleep_until(clock.now_s() + RECHECK_S)

    async def _try_announce_name(
        self, server: Call, group: Call, clock: Clock, page: AdvertisedPage, number: int
    ) -> bool:
        """Announce the page under a name; return whether it is accepted."""
        self.name = None
        name = f"{self._wanted_name}.local" if number == 1 else f"{self._wanted_name}-{number}.local"
        title = self._title if number == 1 else f"{self._title} ({number})"
        kind = "_https._tcp" if page.encrypted else "_http._tcp"
        await group("Reset")
        try:
            if await server("GetHostNameFqdn") != (name,):  # Avahi announces this one itself
                for interface, address in page.addresses.items():
                    await group("AddAddress", "iiuss", interface, IPV4, NO_REVERSE, name, address)
            entry = (ALL_INTERFACES, IPV4, 0, title, kind, "", name, page.port, [b"path=/"])
            await group("AddService", "iiussssqaay", *entry)
            await group("Commit")
        except BusError as fault:
            if fault.name == COLLISION:
                return False
            raise
        while (state := await group("GetState")) == (REGISTERING,):
            await clock.sleep_until(clock.now_s() + POLL_S)
        if state != (ESTABLISHED,):
            return False
        self.name = name
        log.info("name", name=name)
        return True
