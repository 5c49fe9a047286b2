"""Run the hub's Mosquitto, without persistence, behind a proxy that limits unauthenticated clients."""

import asyncio
import os
import re
import secrets
import signal
import socket
from contextlib import suppress
from pathlib import Path
from typing import Final

from msgspec import Struct

from controller import limits
from controller.store.atomic_files import write_atomically
from controller.web.access.peer import network_of_address
from controller.web.bounded_server import ConnectionLimit, raise_descriptor_limit
from hub.engines.broker_users import HUB_CLIENTS, BrokerUsers
from hub.engines.supervisor import SupervisedProcess, find_program_path

LOOPBACK: Final = "127.0.0.1"

CONNECTED_LINE: Final = re.compile(rf"New client connected from {re.escape(LOOPBACK)}:(\d+) as ")
"""Mosquitto's log line for an authenticated client."""

BROKER_RETRY_S: Final = 0.25
"""Retry interval while the broker restarts; tables wait longer."""

CLOSE_TIMEOUT_S: Final = 5.0
"""Time for a client to read the broker's last bytes after a disconnect."""


FORWARD_BUFFER_BYTES: Final = 16384
"""Bytes buffered in each direction of a connection."""


class _ProxyClient:
    def __init__(self, transport: asyncio.WriteTransport) -> None:
        self.end = transport.abort


class BrokerProxy:
    """Forwards a listener's connections to the broker on this machine, without reading them.

    Unauthenticated connections are limited, in all and by address; at the limit a new one evicts
    an old one (`ConnectionLimit`). Others do not count: the broker allows one per user.
    """

    def __init__(self, listener: socket.socket, port: int) -> None:
        self.broker_port = port
        self._listener = listener
        descriptors = raise_descriptor_limit(limits.HUB_DESCRIPTORS)
        most = min(limits.BROKER_UNAUTHENTICATED, descriptors // 8)  # each connection uses two
        self._unauthenticated = ConnectionLimit(most, limits.BROKER_UNAUTHENTICATED_PER_ADDRESS)
        self._client_by_port: dict[int, _ProxyClient] = {}

    async def run(self) -> None:
        backlog = limits.CONNECTIONS_ACCEPTED_PER_TURN
        server = await asyncio.start_server(
            self._serve_client, sock=self._listener, backlog=backlog, limit=FORWARD_BUFFER_BYTES
        )
        self._listener.listen(limits.LISTEN_BACKLOG)
        async with server:
            await server.serve_forever()

    def mark_authenticated_from_log(self, line: str) -> None:
        found = CONNECTED_LINE.match(line)
        if found is not None and (client := self._client_by_port.get(int(found[1]))) is not None:
            self._unauthenticated.set_busy(client, busy=True)
            self._unauthenticated.release(client)

    async def _serve_client(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        client, port = _ProxyClient(writer.transport), 0
        try:
            address = (writer.get_extra_info("peername") or ("",))[0]
            if not self._unauthenticated.admit(client, network_of_address(address)):
                return
            while not writer.transport.is_closing():
                try:
                    from_broker, to_broker = await asyncio.open_connection(
                        LOOPBACK, self.broker_port, limit=FORWARD_BUFFER_BYTES
                    )
                except OSError:
                    await asyncio.sleep(BROKER_RETRY_S)
                    continue
                port = to_broker.get_extra_info("sockname")[1]
                self._client_by_port[port] = client
                await asyncio.gather(
                    _forward_until_closed(reader, to_broker), _forward_until_closed(from_broker, writer)
                )
        except asyncio.CancelledError:
            return  # the hub stops; Python 3.11 would log an error
        finally:
            if not writer.transport.is_closing():
                writer.transport.abort()
            self._unauthenticated.release(client)
            self._client_by_port.pop(port, None)


async def _forward_until_closed(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await reader.read(FORWARD_BUFFER_BYTES):
            writer.write(data)
            await writer.drain()
    writer.close()
    asyncio.get_running_loop().call_later(CLOSE_TIMEOUT_S, writer.transport.abort)


FREE_PORT_RANGE: Final = range(16_384, 32_768)
"""Ports below Linux's for outgoing connections, which could take one before its server does."""


def find_free_port() -> int:
    while True:
        port = secrets.choice(FREE_PORT_RANGE)
        with suppress(OSError), socket.create_server((LOOPBACK, port)):
            return port


MOSQUITTO_USER: Final = "mosquitto"
"""User of the broker if the hub is root; Debian's package creates it."""

USER_FILES_CHECK_EVERY_S: Final = 1.0
"""How often the users' files are checked for changes by commands."""

CONFIG_TEMPLATE: Final = """\
# Written by royaltable hub at each start; changes are lost.
persistence false
per_listener_settings false
allow_anonymous false
password_file {users}
acl_file {rights}
set_tcp_nodelay true
max_inflight_messages 20
max_queued_messages 1000
max_queued_bytes {queue}
max_packet_size {packet}
memory_limit {memory}
persistent_client_expiration 1h
connection_messages true
log_type error
log_type warning
log_type notice
log_timestamp false
log_dest stderr
"""

LISTENER_TEMPLATE: Final = """\
listener {port} {address}
max_connections {connections}
use_username_as_clientid true
"""

TLS_TEMPLATE: Final = """\
certfile {certificate}
keyfile {key}
"""


class TlsListener(Struct, frozen=True):
    listener: socket.socket
    certificate: Path
    key: Path


class PrivateMosquitto:
    """The broker in the folder ``mosquitto``; its users are `BrokerUsers`.

    Mosquitto listens on the loopback interface; clients connect through a `BrokerProxy`.
    """

    def __init__(
        self,
        folder: Path,
        users: BrokerUsers,
        address: str,
        port: int,
        for_tables: TlsListener | None = None,
        in_the_clear: socket.socket | None = None,
    ) -> None:
        self._home = folder / "mosquitto"
        self._users = users
        self._address = address
        self._port = port
        self._for_tables = for_tables
        self._proxies = [] if in_the_clear is None else [BrokerProxy(in_the_clear, port)]
        if for_tables is not None:
            self._proxies.append(BrokerProxy(for_tables.listener, find_free_port()))
        self._user = MOSQUITTO_USER if os.geteuid() == 0 else None
        self.engine = SupervisedProcess(
            "mosquitto", self._command_line, user=self._user, on_line=self._pass_log_line_to_proxies
        )

    def write_config(self) -> None:
        """Write Mosquitto's configuration; raise MissingProgramError without Mosquitto."""
        find_program_path("mosquitto", "mosquitto")
        settings = CONFIG_TEMPLATE.format(
            users=self._users.passwords_file,
            rights=self._users.rights_file,
            queue=limits.BROKER_CLIENT_QUEUE_BYTES,
            packet=2 * limits.MQTT_MESSAGE_BYTES,
            memory=limits.BROKER_MEMORY_BYTES,
        )
        most = limits.HUB_TABLES + limits.BROKER_UNAUTHENTICATED + len(HUB_CLIENTS)
        settings += LISTENER_TEMPLATE.format(port=self._port, address=self._address, connections=most)
        if (tls := self._for_tables) is not None:
            settings += LISTENER_TEMPLATE.format(port=self._proxies[-1].broker_port, address=LOOPBACK, connections=most)
            settings += TLS_TEMPLATE.format(certificate=tls.certificate, key=tls.key)
        self._users.let_system_user_read_files(self._user)
        write_atomically(self._home / "mosquitto.conf", settings, mode=0o640)

    async def run(self) -> None:
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(
                self._reload_users_on_change(self._users.files_version())
            )  # the version before the broker reads the files
            tasks.create_task(self.engine.run())
            for proxy in self._proxies:
                tasks.create_task(proxy.run())

    def _pass_log_line_to_proxies(self, line: str) -> None:
        for proxy in self._proxies:
            proxy.mark_authenticated_from_log(line)

    async def _reload_users_on_change(self, seen: tuple[int, ...]) -> None:
        while True:
            await asyncio.sleep(USER_FILES_CHECK_EVERY_S)
            now = self._users.files_version()
            if now != seen:
                seen = now
                self.engine.send_signal(signal.SIGHUP)

    def _command_line(self) -> list[str]:
        return [find_program_path("mosquitto", "mosquitto"), "-c", str(self._home / "mosquitto.conf")]
