"""Rotate the tables' broker passwords; the hub or a table may stop at any point."""

import asyncio
import os
import secrets
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import msgspec

from controller import log
from controller.fleet.connection import BrokerConfig, BrokerConnection
from controller.fleet.enrolment import PasswordStored, RotatePassword, short_password_hash
from controller.fleet.messages import Presence
from controller.fleet.topics import ANSWER, ASK, PRESENCE, TABLE_ID_RE, parse_topic
from controller.reading import JSON_ERRORS
from hub.engines.broker_users import MACHINE_ID_PATTERN, BrokerUsers, BrokerUsersError

RESEND_AFTER_S: Final = 60.0
"""A table that does not answer within this time is sent another password."""


OFFLINE_PRESENCE: Final = Presence(online=False, boot="")

PENDING_CHECK_EVERY_S: Final = 1.0
"""How often pending rotations are read: commands may add some at any time."""


class RotationRequests:
    """Tables to get a new password: an empty file each, shared by commands and the hub."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / "rotating"

    def list_tables(self) -> frozenset[str]:
        try:
            return frozenset(each.name for each in self._folder.iterdir() if TABLE_ID_RE.fullmatch(each.name))
        except FileNotFoundError:
            return frozenset()

    def add(self, tables: Iterable[str]) -> None:
        self._folder.mkdir(mode=0o700, exist_ok=True)
        for table in tables:
            (self._folder / table).touch(mode=0o600)

    def remove(self, table: str) -> None:
        (self._folder / table).unlink(missing_ok=True)


class PasswordRotation:
    """Sends new passwords; activates each at the broker once the table has it, so that none is locked out."""

    def __init__(self, folder: Path, users: BrokerUsers, broker: BrokerConfig) -> None:
        self._pending = RotationRequests(folder)
        self._users = users
        self._sent: dict[str, tuple[str, float]] = {}
        self._online: set[str] = set()
        self._machine_recorded: set[str] = set()
        client = f"hub-keys-{os.urandom(4).hex()}"
        filters = [kind.topic_of("+") for kind in (ANSWER, PRESENCE)]
        self._broker = BrokerConnection(
            broker, client, will=None, filters=filters, on_message=self.record_presence_or_activate
        )

    async def run(self) -> None:
        await self._broker.run_with(self._send_passwords_regularly())

    async def _send_passwords_regularly(self) -> None:
        loop, retries = asyncio.get_running_loop(), log.RetryLog()
        while True:
            await asyncio.sleep(PENDING_CHECK_EVERY_S)
            try:
                self._send_due_passwords()
            except OSError as fault:
                retries.log_failure("rotation_waits", loop.time(), seen=fault)
            else:
                retries.log_recovery()

    def _send_due_passwords(self) -> None:
        if not self._broker.connected:
            return
        due, now_s = self._pending.list_tables(), asyncio.get_running_loop().time()
        self._sent = {table: one for table, one in self._sent.items() if table in due}
        for table in sorted(due & self._online):
            if now_s - self._sent.get(table, ("", -RESEND_AFTER_S))[1] >= RESEND_AFTER_S:
                ask = RotatePassword("rotate", secrets.token_urlsafe(32))
                self._sent[table] = ask.password, now_s
                self._broker.publish(ASK.topic_of(table), ASK, ask)

    def record_presence_or_activate(self, topic: str, payload: bytes) -> None:
        table, kind = parse_topic(topic)
        if not table:
            return
        try:
            if kind == PRESENCE.name:
                presence = OFFLINE_PRESENCE if payload == b"" else msgspec.json.decode(payload, type=Presence)
                (self._online.add if presence.online else self._online.discard)(table)
                self._record_machine_once(table, presence.machine)
            else:
                self._activate_acknowledged_password(table, msgspec.json.decode(payload, type=PasswordStored))
        except JSON_ERRORS:
            return  # an answer to another request

    def _record_machine_once(self, table: str, machine: str) -> None:
        if MACHINE_ID_PATTERN.fullmatch(machine) is None or table in self._machine_recorded:
            return
        try:
            self._users.record_first_machine(table, machine)
            self._machine_recorded.add(table)
        except OSError as fault:
            log.warning("machine_not_kept", table=table, seen=fault)

    def _activate_acknowledged_password(self, table: str, rotated: PasswordStored) -> None:
        password, _ = self._sent.get(table, ("", 0.0))
        if not password or short_password_hash(password) != rotated.mark:
            return  # a newer password was sent since
        del self._sent[table]
        self._online.discard(table)  # the broker disconnects it: send nothing until it is back
        try:
            self._users.change_password(table, password)
            self._pending.remove(table)
            log.info("password_changed", table=table)
        except (OSError, BrokerUsersError) as fault:
            log.warning("password_not_changed", table=table, seen=fault)
