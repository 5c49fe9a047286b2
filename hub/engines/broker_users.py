"""Who may come to the broker, as which machine, and what each may read or write there: files, each written whole."""

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
from controller.fleet.table_id import default_table_id, machine_for_table
from controller.store.atomic_files import exclusive_lock, write_atomically
from hub.engines.supervisor import find_user

HUB: Final = "hub"
"""The one user of all lines of an older hub; no table is called so."""

CLIENTS: Final = ("care", "giving", "intake", "keys", "room")
"""The hub's own. The broker knows a client by its user alone (``use_username_as_clientid``), so each is one."""

ITERATIONS: Final = 101
SALT_BYTES: Final = 12
"""As ``mosquitto_passwd`` makes them (PBKDF2 with SHA-512): our passwords are 256 random bits, which nobody tries."""

TABLE_ID: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,62}")
"""A level of a topic alone, without what has a meaning there."""

MACHINE: Final = re.compile(r"[0-9a-f]{16}")


class BrokerUsersError(Exception):
    """A table cannot be entered, or removed; the message says why, and what to do."""


class BrokerUsers:
    """The files of the broker's users, which commands change as well.

    ``passwords`` and ``rights`` are Mosquitto's ``password_file`` and ``acl_file``; ``machines`` says which machine
    each table is, as far as known.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder.absolute() / "mosquitto"
        self.passwords = self._folder / "users"
        self.rights = self._folder / "rights"
        self.machines = self._folder / "machines"

    def tables(self) -> list[str]:
        return sorted(_tables(_load(self.passwords)))

    def enter_hub(self) -> str:
        """Let the hub's own lines come in, each as ``user_of`` it; gives their new password, which is kept nowhere."""
        password = secrets.token_urlsafe(32)
        with self._changing():
            self._write(_tables(_load(self.passwords)) | {hub_user(line): hash_password(password) for line in CLIENTS})
        return password

    def enter(self, user: str) -> str:
        """Let ``user`` in and return the new password, which is kept nowhere; raise BrokerUsersError if refused."""
        if TABLE_ID.fullmatch(user) is None or user == HUB:
            raise BrokerUsersError(f"{user!r} is no id of a table, expected a-z, digits and hyphens, 63 at most")
        with self._changing():
            kept = _load(self.passwords)
            _check_limit(kept, user)
            return self._enter(kept, user)

    def let_in(
        self, machine: str, is_here: Callable[[str], bool], place: Callable[[str], None] = lambda _: None
    ) -> tuple[str, str]:
        """Let a machine in as a table; return its id and new password, which is kept nowhere.

        It is the table that it was, unless that one is on the line: then the card was copied. No other machine ever
        gets that id. An unknown machine is "". ``place`` is told the id first, and refuses by raising. Raise
        BrokerUsersError if there are too many tables.
        """
        with self._changing():
            kept, machines = _load(self.passwords), _load(self.machines)
            table = _choose_table(machine, kept, machines, is_here)
            _check_limit(kept, table)
            place(table)
            if machine:
                self._write_machines(machines | {table: machine_for_table(table, machine)}, kept.keys() | {table})
            return table, self._enter(kept, table)

    def heard(self, table: str, machine: str) -> None:
        """A table that may come says which machine it is (``machine_for_table``); the first word counts."""
        if MACHINE.fullmatch(machine) is None:
            return  # a line of its own in the file
        with self._changing():
            kept, machines = _load(self.passwords), _load(self.machines)
            if table in kept and table not in machines:
                self._write_machines(machines | {table: machine}, kept.keys())

    def change(self, user: str, password: str) -> None:
        """Replace the password of ``user``; raise BrokerUsersError if no such user is entered."""
        with self._changing():
            kept = self._with(user)
            self._write(kept | {user: hash_password(password)})

    def remove(self, user: str) -> None:
        """Let ``user`` in no more; raise BrokerUsersError if no such user is entered."""
        with self._changing():
            kept = self._with(user)
            self._write({name: line for name, line in kept.items() if name != user})
            self._write_machines(_load(self.machines), kept.keys() - {user})

    def _with(self, user: str) -> dict[str, str]:
        kept = _load(self.passwords)
        if user not in _tables(kept):
            raise BrokerUsersError(f"No table {user!r} is entered. See: royaltable hub table list")
        return kept

    def put_back(self, users: bytes, machines: bytes) -> None:
        """Let those come who stand in a backup, and nobody else."""
        with self._changing():
            kept = _tables(_parse(users.decode("ascii", "replace")))
            self._write(kept)
            self._write_machines(_parse(machines.decode("ascii", "replace")), kept.keys())

    def open_to(self, user: str | None) -> None:
        """Let the broker's user read all files; raise MissingProgramError if there is no such user."""
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if user is None:
            return
        group = find_user(user, "mosquitto").pw_gid
        for each in (self._folder, *self._folder.iterdir()):
            os.chown(each, -1, group)
        self._folder.chmod(0o2750)  # what is made in it gets its group

    def stamp(self) -> tuple[int, ...]:
        """Another one after each change: a new file has another number, also within one tick of the kernel's clock."""
        there = [file.stat() for file in (self.passwords, self.rights) if file.exists()]
        return tuple(number for found in there for number in (found.st_ino, found.st_mtime_ns))

    @contextmanager
    def _changing(self) -> Iterator[None]:
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with exclusive_lock(self.passwords):
            yield

    def _enter(self, kept: Mapping[str, str], user: str) -> str:
        password = secrets.token_urlsafe(32)
        self._write({**kept, user: hash_password(password)})
        return password

    def _write(self, kept: Mapping[str, str]) -> None:
        write_atomically(self.rights, acl_text(), mode=0o640)
        write_atomically(self.passwords, _format(kept), mode=0o640)

    def _write_machines(self, machines: Mapping[str, str], tables: AbstractSet[str]) -> None:
        known = {table: machine for table, machine in machines.items() if table in tables}
        write_atomically(self.machines, _format(known), mode=0o600)


def _choose_table(
    machine: str, kept: Mapping[str, str], machines: Mapping[str, str], is_here: Callable[[str], bool]
) -> str:
    if machine:
        usual = default_table_id(machine)
        own = [table for table in sorted(kept) if machines.get(table) == machine_for_table(table, machine)]
        may_be = [*sorted(own, key=lambda table: table != usual), *([] if usual in kept else [usual])]
        for table in may_be:
            if not is_here(table):
                return table
    while True:
        table = default_table_id(secrets.token_hex(8))
        if table not in kept and not is_here(table):
            return table


def _check_limit(kept: Mapping[str, str], user: str) -> None:
    if len(_tables(kept)) >= limits.HUB_TABLES and user not in kept:
        raise BrokerUsersError(f"{limits.HUB_TABLES} tables are entered, and no more can be. Remove one first")


def hub_user(line: str) -> str:
    """The broker's user of one of ``LINES``; no table's id begins with a hyphen."""
    return f"-{HUB}-{line}"


def _tables(kept: Mapping[str, str]) -> dict[str, str]:
    return {user: secret for user, secret in kept.items() if TABLE_ID.fullmatch(user) and user != HUB}


def _load(file: Path) -> dict[str, str]:
    try:
        return _parse(file.read_text("utf-8", "replace"))
    except FileNotFoundError:
        return {}


def _format(values: Mapping[str, str]) -> str:
    return "".join(f"{user}:{value}\n" for user, value in sorted(values.items()))


def _parse(lines: str) -> dict[str, str]:
    pairs = (line.partition(":") for line in lines.splitlines() if ":" in line)
    return {user: secret for user, _, secret in pairs}


def hash_password(password: str) -> str:
    salt = os.urandom(SALT_BYTES)
    digest = hashlib.pbkdf2_hmac("sha512", password.encode(), salt, ITERATIONS)
    return f"$7${ITERATIONS}${base64.b64encode(salt).decode()}${base64.b64encode(digest).decode()}"


def acl_text() -> str:
    """Mosquitto's ``acl_file``: a table's user is its id (``%u``), and reaches the topics of that id alone."""
    ours = [f"pattern write {kind.of('%u')}" for kind in topics.FROM_TABLE]
    theirs = [f"pattern read {kind.of('%u')}" for kind in (*topics.FROM_HUB, *topics.COMMANDS, topics.PRESENCE)]
    for_all = [
        f"pattern read {topics.HUB_TOPIC}",
        f"pattern write {topics.discovery_topic('homeassistant', '%u')}",
        f"pattern read {topics.birth_topic('homeassistant')}",
    ]
    of_hub = [f"user {hub_user(line)}\ntopic readwrite {topics.ROOT}/#" for line in CLIENTS]
    return "\n".join([*of_hub, "", *ours, *theirs, *for_all, ""])
