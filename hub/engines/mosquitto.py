"""Run the hub's Mosquitto, without persistence."""

import asyncio
import os
import secrets
import signal
import socket
from contextlib import suppress
from pathlib import Path
from typing import Final

from controller import limits
from controller.store.atomic_files import write_atomically
from controller.web.bounded_server import raise_descriptor_limit
from hub.engines.broker_users import HUB_CLIENTS, BrokerUsers
from hub.engines.supervisor import SupervisedProcess, find_program_path

LOOPBACK: Final = "127.0.0.1"

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
connection_messages false
log_type error
log_type warning
log_type notice
log_timestamp false
log_dest stderr
listener {port} {address}
max_connections {connections}
use_username_as_clientid true
"""


class PrivateMosquitto:
    """The broker in the folder ``mosquitto``; its users are `BrokerUsers`.

    It listens without encryption, for this machine; others connect through `hub.engines.haproxy`.
    """

    def __init__(self, folder: Path, users: BrokerUsers, address: str, port: int) -> None:
        self._home = folder / "mosquitto"
        self._users = users
        self._address = address
        self._port = port
        self._user = MOSQUITTO_USER if os.geteuid() == 0 else None
        self.engine = SupervisedProcess("mosquitto", self._command_line, user=self._user)

    def write_config(self) -> None:
        """Write Mosquitto's configuration; raise MissingProgramError without Mosquitto."""
        find_program_path("mosquitto", "mosquitto")
        raise_descriptor_limit(limits.HUB_DESCRIPTORS)  # a child inherits it
        settings = CONFIG_TEMPLATE.format(
            users=self._users.passwords_file,
            rights=self._users.rights_file,
            queue=limits.BROKER_CLIENT_QUEUE_BYTES,
            packet=2 * limits.MQTT_MESSAGE_BYTES,
            memory=limits.BROKER_MEMORY_BYTES,
            port=self._port,
            address=self._address,
            connections=limits.HUB_TABLES + limits.BROKER_UNAUTHENTICATED + len(HUB_CLIENTS),
        )
        self._users.let_system_user_read_files(self._user)
        write_atomically(self._home / "mosquitto.conf", settings, mode=0o640)

    async def run(self) -> None:
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(
                self._reload_users_on_change(self._users.files_version())
            )  # the version before the broker reads the files
            tasks.create_task(self.engine.run())

    async def _reload_users_on_change(self, seen: tuple[int, ...]) -> None:
        while True:
            await asyncio.sleep(USER_FILES_CHECK_EVERY_S)
            now = self._users.files_version()
            if now != seen:
                seen = now
                self.engine.send_signal(signal.SIGHUP)

    def _command_line(self) -> list[str]:
        return [find_program_path("mosquitto", "mosquitto"), "-c", str(self._home / "mosquitto.conf")]
