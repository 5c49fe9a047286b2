"""The table in its network: its addresses, and its name ``table.local``, or ``table-2.local`` where that is taken.

Avahi announces the name. It is asked over the system's D-Bus (org.freedesktop.Avahi.Server and .EntryGroup), which is
open to every user as Debian ships it, and gives a name up when our connection ends.
"""

import asyncio
import fcntl
import socket
import struct
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from controller import log
from controller.config import EVERYWHERE
from controller.store.certificates.authority import NAMESAKES
from hw.clock import Clock

if TYPE_CHECKING:
    from jeepney.io.asyncio import DBusRouter

A_FAR_ADDRESS: Final = "192.0.2.1"
"""Of nobody (RFC 5737, TEST-NET-1)."""

SIOCGIFADDR: Final = 0x8915
"""Ask for an interface's IPv4 address (netdevice(7))."""


def address_in_the_lan(host: str) -> str:
    """Return the address by which phones reach a page on ``host``; the machine's name where it has no network."""
    if host not in EVERYWHERE:
        return host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((A_FAR_ADDRESS, 9))  # sends nothing: it only chooses the way out
        except OSError:
            return f"{socket.gethostname().removesuffix('.local')}.local"
        address: str = probe.getsockname()[0]
        return address


def display_host(host: str) -> str:
    """Return an address that people can type: the machine's name where it listens on all addresses."""
    return socket.gethostname() if host in EVERYWHERE else host


def interfaces(host: str) -> dict[int, str]:
    """Return the IPv4 address of each interface on which others reach a page on ``host``, by its number."""
    found = {}
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        for number, name in socket.if_nameindex():
            try:
                answer = fcntl.ioctl(asking, SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
            except OSError:  # it has none
                continue
            address = socket.inet_ntoa(answer[20:24])
            if not address.startswith("127.") and host in {*EVERYWHERE, address}:
                found[number] = address
    return found


SERVICE: Final = "org.freedesktop.Avahi"

ANY: Final = -1
"""All interfaces."""

IPV4: Final = 0
"""The page listens on that alone (avahi-common/address.h)."""

NO_REVERSE: Final = 16
"""The address leads back to the machine's own name (avahi-common/defs.h, AVAHI_PUBLISH_NO_REVERSE)."""

REGISTERING: Final = 1
ESTABLISHED: Final = 2
"""States of a group of entries (avahi-common/defs.h, AvahiEntryGroupState)."""

ANSWER_S: Final = 5.0

SETTLES_S: Final = 0.25
"""Between two looks at whether the network agrees; that takes about a second (RFC 6762, 8.1)."""

LOOK_S: Final = 10.0


class AvahiError(Exception):
    """There is no Avahi, or it does not do what it is asked."""


class NameTaken(AvahiError):
    """Another program on this machine has the name."""


Ask = Callable[..., Awaitable[tuple[Any, ...]]]
"""Call a method of one object of Avahi's, by the signature of its arguments."""


@asynccontextmanager
async def _avahi() -> AsyncIterator["DBusRouter"]:
    """Yield a connection to the system's D-Bus.

    Raises:
        AvahiError: there is none, or it is gone while it is used.
        TimeoutError: it does not answer.
    """
    from jeepney.io.asyncio import DBusRouter, open_dbus_connection  # not before there is a name to announce

    try:
        async with asyncio.timeout(ANSWER_S):
            line = await open_dbus_connection("SYSTEM")
    except (OSError, EOFError, ValueError) as fault:
        raise AvahiError(str(fault)) from None
    try:
        async with DBusRouter(line) as router:
            yield router
    except (OSError, EOFError) as fault:
        raise AvahiError(str(fault)) from None
    finally:
        with suppress(OSError):
            await line.close()


def _of(router: "DBusRouter", path: str, interface: str) -> Ask:
    from jeepney import DBusAddress, DBusErrorResponse, new_method_call  # as above
    from jeepney.io.common import RouterClosed
    from jeepney.wrappers import unwrap_msg

    whom = DBusAddress(path, SERVICE, f"{SERVICE}.{interface}")

    async def ask(method: str, signature: str = "", *values: Any) -> tuple[Any, ...]:
        try:
            async with asyncio.timeout(ANSWER_S):
                call = new_method_call(whom, method, signature, values)
                return tuple(unwrap_msg(await router.send_and_get_reply(call)))
        except DBusErrorResponse as fault:
            kind = NameTaken if fault.name == f"{SERVICE}.CollisionError" else AvahiError
            raise kind(f"{method}: {fault}") from None
        except (OSError, EOFError, RouterClosed) as fault:
            raise AvahiError(f"{method}: {fault}") from None

    return ask


async def resolve_host(name: str) -> str:
    """Return the IPv4 address that has this name in the network, such as ``hub.local``.

    Raises:
        AvahiError: there is no Avahi on this machine, or no such name.
        TimeoutError: it does not answer.
    """
    async with _avahi() as router:
        answer = await _of(router, "/", "Server")("ResolveHostName", "iisiu", ANY, IPV4, name, IPV4, 0)
        return str(answer[4])


class Offer(Struct, frozen=True):
    """What is advertised.

    Attributes:
        addresses: of each interface, by its number.
        encrypted: the page speaks TLS.
    """

    port: int
    addresses: dict[int, str]
    encrypted: bool


class Advertisement:
    """Owner of the name under which the table is found.

    Args:
        wish: what the table would like to be called, without ``.local``; empty where it wants no name.
        title: of its page, as people see it in a list.
        offer: what there is to advertise at the moment.

    Attributes:
        name: what it is called, with ``.local``; None while it has no name.
    """

    def __init__(self, wish: str, title: str, offer: Callable[[], Offer]) -> None:
        self._wish = wish
        self._title = title
        self._offer = offer
        self.name: str | None = None

    async def run(self, clock: Clock) -> None:
        """Advertise for ever: a network, a neighbour or Avahi itself may come, change and go."""
        while self._wish:
            try:
                async with _avahi() as router:
                    await self._hold(router, clock)
            except (AvahiError, TimeoutError) as fault:
                if self.name is not None:
                    log.warning("name_lost", name=self.name, fault=type(fault).__name__)
            self.name = None
            await clock.sleep_until(clock.now_s() + LOOK_S)

    async def _hold(self, router: "DBusRouter", clock: Clock) -> None:
        """Have a name as long as Avahi is there; another one when a neighbour turns out to have it."""
        server = _of(router, "/", "Server")
        (path,) = await server("EntryGroupNew")
        group = _of(router, path, "EntryGroup")
        number = 1
        while True:
            offer = self._offer()
            if not offer.addresses:
                self.name = None
                await clock.sleep_until(clock.now_s() + LOOK_S)
                continue
            if not await self._take(server, group, clock, offer, number):
                number = number % NAMESAKES + 1
                continue
            while await group("GetState") == (ESTABLISHED,) and self._offer() == offer:
                await clock.sleep_until(clock.now_s() + LOOK_S)

    async def _take(self, server: Ask, group: Ask, clock: Clock, offer: Offer, number: int) -> bool:
        """Try one name; return whether the table has it now."""
        self.name = None
        name = f"{self._wish}.local" if number == 1 else f"{self._wish}-{number}.local"
        title = self._title if number == 1 else f"{self._title} ({number})"
        kind = "_https._tcp" if offer.encrypted else "_http._tcp"
        await group("Reset")
        try:
            if await server("GetHostNameFqdn") != (name,):  # the machine itself may be called so
                for interface, address in offer.addresses.items():
                    await group("AddAddress", "iiuss", interface, IPV4, NO_REVERSE, name, address)
            entry = (ANY, IPV4, 0, title, kind, "", name, offer.port, [b"path=/"])
            await group("AddService", "iiussssqaay", *entry)
            await group("Commit")
        except NameTaken:
            return False
        while (state := await group("GetState")) == (REGISTERING,):
            await clock.sleep_until(clock.now_s() + SETTLES_S)
        if state != (ESTABLISHED,):
            return False
        self.name = name
        log.info("name", name=name)
        return True
