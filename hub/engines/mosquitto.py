"""A Mosquitto of the hub's own: it carries messages and keeps none on disk."""

import asyncio
import os
import signal
import socket
from pathlib import Path
from typing import Final

from msgspec import Struct

from controller import limits
from controller.store.atomic_files import write_atomically
from hub.engines.broker_users import LINES, BrokerUsers
from hub.engines.front import HERE, Front, free_port
from hub.engines.supervised import Supervised, program

USER: Final = "mosquitto"
"""As whom it runs where we are root; Debian's package makes this user."""

LOOK_S: Final = 1.0
"""How often the files of users are looked at: a command may have changed them."""

SETTINGS: Final = """\
# Written by royaltable hub at each start: what is changed here is lost.
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

LISTENER: Final = """\
listener {port} {address}
max_connections {connections}
use_username_as_clientid true
"""

BY_TLS: Final = """\
certfile {certificate}
keyfile {key}
"""


class TlsListener(Struct, frozen=True):
    """Where tables come from the network, by TLS alone, with the certificate and the key by which it is known."""

    listener: socket.socket
    certificate: Path
    key: Path


class PrivateMosquitto:
    """Owner of the folder ``mosquitto`` in the hub's; who may come in is `BrokerUsers`' to say.

    Mosquitto itself is heard on this machine alone: before it stands a `Front`.

    Attributes:
        engine: its process.
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
        self._fronts = [] if in_the_clear is None else [Front(in_the_clear, port)]
        if for_tables is not None:
            self._fronts.append(Front(for_tables.listener, free_port()))
        self._user = USER if os.geteuid() == 0 else None
        self.engine = Supervised("mosquitto", self._command, user=self._user, heard=self._heard)

    def prepare(self) -> None:
        """Write what it reads.

        Raises:
            MissingProgramError: it is not on this machine.
            OSError: the folder cannot be written.
        """
        program("mosquitto", "mosquitto")
        settings = SETTINGS.format(
            users=self._users.passwords,
            rights=self._users.rights,
            queue=limits.BROKER_QUEUE_OCTETS,
            packet=2 * limits.MQTT_OCTETS,
            memory=limits.BROKER_MEMORY_OCTETS,
        )
        most = limits.HUB_TABLES + limits.BROKER_STRANGERS + len(LINES)
        settings += LISTENER.format(port=self._port, address=self._address, connections=most)
        if (tls := self._for_tables) is not None:
            settings += LISTENER.format(port=self._fronts[-1].port, address=HERE, connections=most)
            settings += BY_TLS.format(certificate=tls.certificate, key=tls.key)
        self._users.open_to(self._user)
        write_atomically(self._home / "mosquitto.conf", settings, mode=0o640)

    async def run(self) -> None:
        """Run it, and let it read its users anew whenever their files have changed."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._follow_users(self._users.stamp()))  # as they are before it reads them
            tasks.create_task(self.engine.run())
            for front in self._fronts:
                tasks.create_task(front.run())

    def _heard(self, line: str) -> None:
        for front in self._fronts:
            front.heard(line)

    async def _follow_users(self, seen: tuple[int, ...]) -> None:
        while True:
            await asyncio.sleep(LOOK_S)
            now = self._users.stamp()
            if now != seen:
                seen = now
                self.engine.tell(signal.SIGHUP)

    def _command(self) -> list[str]:
        return [program("mosquitto", "mosquitto"), "-c", str(self._home / "mosquitto.conf")]
