"""Files of the hub's Mosquitto: users, rights, and each table's machine; replaced atomically."""

import base64
import hashlib
import os
import re
import secrets
from collections.abc import Callable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from controller import limits
from controller.fleet import topics
from controller.fleet.table_id import default_table_id, machine_hash_for_table
from controller.fleet.topics import TABLE_ID_RE
from controller.store.atomic_files import exclusive_lock, write_atomically
from hub.engines.supervisor import find_system_user

HUB_CLIENTS: Final = ("care", "giving", "intake", "keys", "room")
"""The hub's own connections. Each needs a user: user names are client ids (``use_username_as_clientid``)."""

PBKDF2_ITERATIONS: Final = 101
SALT_BYTES: Final = 12
"""As in ``mosquitto_passwd`` (PBKDF2 with SHA-512); few iterations do for 256 random bits."""

MACHINE_ID_PATTERN: Final = re.compile(r"[0-9a-f]{16}")


class BrokerUsersError(Exception):
    """A table cannot be added or removed."""


class BrokerUsers:
    """The broker's users, in Mosquitto's ``password_file`` and ``acl_file``, and each table's machine.

    Commands in other processes change these files, too.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder.absolute() / "mosquitto"
        self.passwords_file = self._folder / "users"
        self.rights_file = self._folder / "rights"
        self.machines_file = self._folder / "machines"

    def list_tables(self) -> list[str]:
        return sorted(_select_table_users(_load_colon_pairs(self.passwords_file)))

    def reset_hub_password(self) -> str:
        """Set and return a new password of the hub's own connections; only its hash is stored."""
        password = secrets.token_urlsafe(32)
        with self._lock_files():
            self._write_users_and_rights(
                _select_table_users(_load_colon_pairs(self.passwords_file))
                | {broker_user_of_client(line): hash_password(password) for line in HUB_CLIENTS}
            )
        return password

    def add_table_with_new_password(self, user: str) -> str:
        """Return the password; only its hash is stored. Raise BrokerUsersError if refused."""
        if TABLE_ID_RE.fullmatch(user) is None:
            raise BrokerUsersError(f"Saw {user!r}, expected a table id: a-z, digits and hyphens, at most 63")
        with self._lock_files():
            kept = _load_colon_pairs(self.passwords_file)
            _check_table_limit(kept, user)
            return self._save_with_new_password(kept, user)

    def admit_machine(
        self, machine: str, is_online: Callable[[str], bool], reserve: Callable[[str], None] = lambda _: None
    ) -> tuple[str, str]:
        """Admit a machine ("": unknown) as a table; return its id and new password, stored as a hash.

        A known machine keeps its id, unless that table is online: then the card was cloned. Another machine
        never gets it. Call ``reserve`` with the id first; it may raise to refuse. Raise BrokerUsersError if there
        are too many tables.
        """
        with self._lock_files():
            kept, machines = _load_colon_pairs(self.passwords_file), _load_colon_pairs(self.machines_file)
            table = _choose_table_id(machine, kept, machines, is_online)
            _check_table_limit(kept, table)
            reserve(table)
            if machine:
                self._write_machine_hash_by_table(
                    machines | {table: machine_hash_for_table(table, machine)}, kept.keys() | {table}
                )
            return table, self._save_with_new_password(kept, table)

    def record_first_machine(self, table: str, machine: str) -> None:
        """See ``machine_hash_for_table``; only the first counts."""
        if MACHINE_ID_PATTERN.fullmatch(machine) is None:
            return  # it could break a line of the file
        with self._lock_files():
            kept, machines = _load_colon_pairs(self.passwords_file), _load_colon_pairs(self.machines_file)
            if table in kept and table not in machines:
                self._write_machine_hash_by_table(machines | {table: machine}, kept.keys())

    def change_password(self, user: str, password: str) -> None:
        """Replace the password of ``user``; raise BrokerUsersError if it is unknown."""
        with self._lock_files():
            kept = self._load_and_require_user(user)
            self._write_users_and_rights(kept | {user: hash_password(password)})

    def remove_user(self, user: str) -> None:
        """Remove ``user``; raise BrokerUsersError if it is unknown."""
        with self._lock_files():
            kept = self._load_and_require_user(user)
            self._write_users_and_rights({name: line for name, line in kept.items() if name != user})
            self._write_machine_hash_by_table(_load_colon_pairs(self.machines_file), kept.keys() - {user})

    def _load_and_require_user(self, user: str) -> dict[str, str]:
        kept = _load_colon_pairs(self.passwords_file)
        if user not in _select_table_users(kept):
            raise BrokerUsersError(f"There is no table {user!r}. See: royaltable hub table list")
        return kept

    def restore_users(self, users: bytes, machines: bytes) -> None:
        with self._lock_files():
            kept = _select_table_users(_parse_colon_pairs(users.decode("ascii", "replace")))
            self._write_users_and_rights(kept)
            self._write_machine_hash_by_table(_parse_colon_pairs(machines.decode("ascii", "replace")), kept.keys())

    def let_system_user_read_files(self, user: str | None) -> None:
        """Raise MissingProgramError if there is no such user."""
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if user is None:
            return
        group = find_system_user(user, "mosquitto").pw_gid
        for each in (self._folder, *self._folder.iterdir()):
            os.chown(each, -1, group)
        self._folder.chmod(0o2750)  # setgid: new files get its group

    def files_version(self) -> tuple[int, ...]:
        """Inodes show changes within a tick of the clock."""
        there = [file.stat() for file in (self.passwords_file, self.rights_file) if file.exists()]
        return tuple(number for found in there for number in (found.st_ino, found.st_mtime_ns))

    @contextmanager
    def _lock_files(self) -> Iterator[None]:
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with exclusive_lock(self.passwords_file):
            yield

    def _save_with_new_password(self, kept: Mapping[str, str], user: str) -> str:
        password = secrets.token_urlsafe(32)
        self._write_users_and_rights({**kept, user: hash_password(password)})
        return password

    def _write_users_and_rights(self, kept: Mapping[str, str]) -> None:
        write_atomically(self.rights_file, format_acl_file(), mode=0o640)
        write_atomically(self.passwords_file, _format_colon_pairs(kept), mode=0o640)

    def _write_machine_hash_by_table(self, machines: Mapping[str, str], tables: AbstractSet[str]) -> None:
        known = {table: machine for table, machine in machines.items() if table in tables}
        write_atomically(self.machines_file, _format_colon_pairs(known), mode=0o600)


def _choose_table_id(
    machine: str, kept: Mapping[str, str], machines: Mapping[str, str], is_online: Callable[[str], bool]
) -> str:
    if machine:
        usual = default_table_id(machine)
        own = [table for table in sorted(kept) if machines.get(table) == machine_hash_for_table(table, machine)]
        may_be = [*sorted(own, key=lambda table: table != usual), *([] if usual in kept else [usual])]
        for table in may_be:
            if not is_online(table):
                return table
    while True:
        table = default_table_id(secrets.token_hex(8))
        if table not in kept and not is_online(table):
            return table


def _check_table_limit(kept: Mapping[str, str], user: str) -> None:
    if len(_select_table_users(kept)) >= limits.HUB_TABLES and user not in kept:
        raise BrokerUsersError(f"{limits.HUB_TABLES} tables are members already. Remove one first")


def broker_user_of_client(client: str) -> str:
    """It is no table id: none begins with a hyphen."""
    return f"-hub-{client}"


def _select_table_users(kept: Mapping[str, str]) -> dict[str, str]:
    return {user: secret for user, secret in kept.items() if TABLE_ID_RE.fullmatch(user)}


def _load_colon_pairs(file: Path) -> dict[str, str]:
    try:
        return _parse_colon_pairs(file.read_text("utf-8", "replace"))
    except FileNotFoundError:
        return {}


def _format_colon_pairs(values: Mapping[str, str]) -> str:
    return "".join(f"{user}:{value}\n" for user, value in sorted(values.items()))


def _parse_colon_pairs(lines: str) -> dict[str, str]:
    pairs = (line.partition(":") for line in lines.splitlines() if ":" in line)
    return {user: secret for user, _, secret in pairs}


def hash_password(password: str) -> str:
    salt = os.urandom(SALT_BYTES)
    digest = hashlib.pbkdf2_hmac("sha512", password.encode(), salt, PBKDF2_ITERATIONS)
    return f"$7${PBKDF2_ITERATIONS}${base64.b64encode(salt).decode()}${base64.b64encode(digest).decode()}"


def format_acl_file() -> str:
    """A table's user is its id (``%u``), limited to its own topics."""
    written = [f"pattern write {kind.topic_of('%u')}" for kind in topics.FROM_TABLE]
    read = [f"pattern read {kind.topic_of('%u')}" for kind in (*topics.FROM_HUB, *topics.COMMANDS, topics.PRESENCE)]
    for_all = [
        f"pattern read {topics.HUB_TOPIC}",
        f"pattern write {topics.ha_discovery_topic('homeassistant', '%u')}",
        f"pattern read {topics.home_assistant_birth_topic('homeassistant')}",
    ]
    hub = [f"user {broker_user_of_client(line)}\ntopic readwrite {topics.TOPIC_ROOT}/#" for line in HUB_CLIENTS]
    return "\n".join([*hub, "", *written, *read, *for_all, ""])
