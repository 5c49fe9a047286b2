"""What Avahi is asked over the system's D-Bus: one group of entries, which Avahi gives up when our connection ends.

Its interfaces are org.freedesktop.Avahi.Server and .EntryGroup, open to every user as Debian ships it.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any, Final

from jeepney import DBusAddress, DBusErrorResponse, new_method_call
from jeepney.io.asyncio import DBusRouter, open_dbus_connection
from jeepney.io.common import RouterClosed
from jeepney.wrappers import unwrap_msg

from controller.service.lan import AvahiError, GroupState, NameTaken

SERVICE: Final = "org.freedesktop.Avahi"
SERVER: Final = DBusAddress("/", SERVICE, f"{SERVICE}.Server")

ANY: Final = -1
"""All interfaces."""

IPV4: Final = 0
"""The page listens on that alone (avahi-common/address.h)."""

NO_REVERSE: Final = 16
"""The address leads back to the machine's own name (avahi-common/defs.h, AVAHI_PUBLISH_NO_REVERSE)."""

TAKEN: Final = f"{SERVICE}.CollisionError"

ANSWER_S: Final = 5.0


class Avahi:
    """A line to Avahi, with one group of entries.

    Args:
        router: of an open line.
        group: the object that is the group.
    """

    def __init__(self, router: DBusRouter, group: DBusAddress) -> None:
        self._router = router
        self._group = group

    async def own_name(self) -> str:
        (name,) = await _asked(self._router, SERVER, "GetHostNameFqdn")
        return str(name)

    async def add_address(self, interface: int, name: str, address: str) -> None:
        await self._to_group("AddAddress", "iiuss", interface, IPV4, NO_REVERSE, name, address)

    async def add_service(self, title: str, kind: str, host: str, port: int) -> None:
        await self._to_group("AddService", "iiussssqaay", ANY, IPV4, 0, title, kind, "", host, port, [b"path=/"])

    async def commit(self) -> None:
        await self._to_group("Commit")

    async def reset(self) -> None:
        await self._to_group("Reset")

    async def state(self) -> GroupState:
        (state,) = await self._to_group("GetState")
        return GroupState(state)

    async def _to_group(self, method: str, signature: str = "", *values: Any) -> tuple[Any, ...]:
        return await _asked(self._router, self._group, method, signature, *values)


@asynccontextmanager
async def avahi() -> AsyncIterator[Avahi]:
    """A line to the Avahi of this machine.

    Raises:
        AvahiError: there is none, or it is gone while the line is used.
    """
    async with _line() as router:
        (path,) = await _asked(router, SERVER, "EntryGroupNew")
        yield Avahi(router, DBusAddress(path, SERVICE, f"{SERVICE}.EntryGroup"))


async def address_of(name: str) -> str:
    """The IPv4 address that somebody in the network has given this name, such as ``hub.local``.

    Raises:
        AvahiError: there is no Avahi on this machine, or nobody has that name.
        TimeoutError: it does not answer.
    """
    async with _line() as router:
        answer = await _asked(router, SERVER, "ResolveHostName", "iisiu", ANY, IPV4, name, IPV4, 0)
        return str(answer[4])


@asynccontextmanager
async def _line() -> AsyncIterator[DBusRouter]:
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


async def _asked(
    router: DBusRouter, whom: DBusAddress, method: str, signature: str = "", *values: Any
) -> tuple[Any, ...]:
    try:
        async with asyncio.timeout(ANSWER_S):
            return tuple(unwrap_msg(await router.send_and_get_reply(new_method_call(whom, method, signature, values))))
    except DBusErrorResponse as fault:
        raise (NameTaken if fault.name == TAKEN else AvahiError)(f"{method}: {fault}") from None
    except (OSError, EOFError, RouterClosed) as fault:
        raise AvahiError(f"{method}: {fault}") from None
