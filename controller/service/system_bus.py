"""Call other programs over the system's D-Bus: Avahi and NetworkManager."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from jeepney.io.asyncio import DBusRouter

REPLY_S: Final = 25.0
"""As libdbus waits."""

SIGNALS_KEPT: Final = 32


class BusError(Exception):
    """The bus or a program on it is missing, silent or has failed.

    Attributes:
        name: of the D-Bus error that a program answered; "" without an answer.
    """

    def __init__(self, message: str, name: str = "") -> None:
        super().__init__(message)
        self.name = name


@asynccontextmanager
async def system_bus() -> AsyncIterator["SystemBus"]:
    """Connect to the bus; raise BusError without one, or when the connection fails."""
    from jeepney.io.asyncio import DBusRouter, open_dbus_connection  # only where a bus is needed

    try:
        async with asyncio.timeout(REPLY_S):
            connection = await open_dbus_connection("SYSTEM")
    except (OSError, EOFError, ValueError) as fault:  # OSError includes a timeout
        raise BusError(str(fault)) from None
    try:
        async with DBusRouter(connection) as router:
            yield SystemBus(router)
    except (OSError, EOFError, asyncio.InvalidStateError) as fault:  # the last: a reply came as its call was given up
        raise BusError(str(fault)) from None
    finally:
        with suppress(OSError):
            await connection.close()


class SystemBus:
    """A connection to the bus."""

    def __init__(self, router: "DBusRouter") -> None:
        self._router = router

    async def call(
        self, service: str, path: str, interface: str, method: str, signature: str = "", *values: Any
    ) -> tuple[Any, ...]:
        """Call a method of an object and return its values; raise BusError."""
        from jeepney import DBusAddress, DBusErrorResponse, new_method_call
        from jeepney.io.common import RouterClosed
        from jeepney.wrappers import unwrap_msg

        message = new_method_call(DBusAddress(path, service, interface), method, signature, values)
        try:
            async with asyncio.timeout(REPLY_S):
                return tuple(unwrap_msg(await self._router.send_and_get_reply(message)))
        except DBusErrorResponse as fault:
            raise BusError(f"{method}: {fault}", fault.name) from None
        except (OSError, EOFError, RouterClosed) as fault:
            raise BusError(f"{method}: {fault}") from None

    @asynccontextmanager
    async def signals(self, path: str, interface: str, member: str) -> AsyncIterator["asyncio.Queue[Any]"]:
        """Queue an object's signals, whose ``body`` has the values, inside the ``with`` block; once a connection."""
        from jeepney import MatchRule

        rule = MatchRule(type="signal", path=path, interface=interface, member=member)
        with self._router.filter(rule, bufsize=SIGNALS_KEPT) as queue:
            bus = "org.freedesktop.DBus"  # which forgets the match when the connection ends
            await self.call(bus, "/org/freedesktop/DBus", bus, "AddMatch", "s", rule.serialise())
            yield queue
