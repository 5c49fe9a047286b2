"""Who may come to the broker, and what each may read or write there: two files, each written whole."""

import base64
import hashlib
import os
import re
import secrets
from pathlib import Path
from typing import Final

from controller import limits
from controller.fleet import topics
from controller.store.atomic_files import write_atomically
from hub.engines.programs import known_user

HUB: Final = "hub"
"""The user of the hub itself, with a new password at each of its starts."""

ITERATIONS: Final = 101
SALT_OCTETS: Final = 12
"""As ``mosquitto_passwd`` makes them (PBKDF2 with SHA-512): our passwords are 256 random bits, which nobody tries."""

TABLE_ID: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,62}")
"""A level of a topic alone, without what has a meaning there."""


class BrokerUsersError(Exception):
    """A table cannot be entered, or removed; the message says why, and what to do."""


class BrokerUsers:
    """Owner of the files ``users`` and ``rights`` in the hub's folder.

    Attributes:
        passwords, rights: the files, for Mosquitto's ``password_file`` and ``acl_file``.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder.absolute() / "mosquitto"
        self.passwords = self._folder / "users"
        self.rights = self._folder / "rights"

    def tables(self) -> list[str]:
        """Who has been entered."""
        return sorted(self._kept().keys() - {HUB})

    def enter(self, user: str) -> str:
        """Let ``user`` come in; gives the new password, which is kept nowhere.

        Raises:
            BrokerUsersError: the name is not one, or there are too many.
            OSError: the files cannot be written.
        """
        if TABLE_ID.fullmatch(user) is None:
            raise BrokerUsersError(f"{user!r} is no id of a table, expected a-z, digits and hyphens, 63 at most")
        kept = self._kept()
        if len(kept) > limits.HUB_TABLES and user not in kept:
            raise BrokerUsersError(f"{limits.HUB_TABLES} tables are entered, and no more can be. Remove one first")
        password = secrets.token_urlsafe(32)
        self._write(kept | {user: hashed(password)})
        return password

    def change(self, user: str, password: str) -> None:
        """Let ``user`` come in by this password from now on, and by no other.

        Raises:
            BrokerUsersError: nobody of that name is entered.
            OSError: the files cannot be written.
        """
        kept = self._with(user)
        self._write(kept | {user: hashed(password)})

    def remove(self, user: str) -> None:
        """Let ``user`` come in no more.

        Raises:
            BrokerUsersError: nobody of that name is entered.
            OSError: the files cannot be written.
        """
        kept = self._with(user)
        self._write({name: line for name, line in kept.items() if name != user})

    def _with(self, user: str) -> dict[str, str]:
        kept = self._kept()
        if user not in kept or user == HUB:
            raise BrokerUsersError(f"No table {user!r} is entered. See: royaltable hub table list")
        return kept

    def put_back(self, users: bytes) -> None:
        """Let those come who stand in a backup, and nobody else.

        Raises:
            OSError: the files cannot be written.
        """
        self._write(_users(users.decode("ascii", "replace")))

    def open_to(self, user: str | None) -> None:
        """Let the broker read the files, today's and those to come, where it runs as somebody else than we.

        Raises:
            MissingProgramError: there is no such user.
            OSError: the folder cannot be made.
        """
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if user is None:
            return
        group = known_user(user, "mosquitto").pw_gid
        for each in (self._folder, *self._folder.iterdir()):
            os.chown(each, -1, group)
        self._folder.chmod(0o2750)  # what is made in it gets its group

    def stamp(self) -> tuple[int, ...]:
        """Another one after each change."""
        return tuple(file.stat().st_mtime_ns if file.exists() else 0 for file in (self.passwords, self.rights))

    def _kept(self) -> dict[str, str]:
        try:
            return _users(self.passwords.read_text("utf-8"))
        except FileNotFoundError:
            return {}

    def _write(self, kept: dict[str, str]) -> None:
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        lines = "".join(f"{user}:{secret}\n" for user, secret in sorted(kept.items()))
        write_atomically(self.rights, rights(), mode=0o640)
        write_atomically(self.passwords, lines, mode=0o640)


def _users(lines: str) -> dict[str, str]:
    pairs = (line.partition(":") for line in lines.splitlines() if ":" in line)
    return {user: secret for user, _, secret in pairs}


def hashed(password: str) -> str:
    """As Mosquitto compares it: ``$7$iterations$salt$hash``."""
    salt = os.urandom(SALT_OCTETS)
    digest = hashlib.pbkdf2_hmac("sha512", password.encode(), salt, ITERATIONS)
    return f"$7${ITERATIONS}${base64.b64encode(salt).decode()}${base64.b64encode(digest).decode()}"


def rights() -> str:
    """Mosquitto's ``acl_file``: a table's user is its id (``%u``), and reaches the topics of that id alone."""
    ours = [f"pattern write {kind.of('%u')}" for kind in topics.OWN]
    theirs = [f"pattern read {kind.of('%u')}" for kind in (*topics.FROM_HUB, *topics.COMMANDS, topics.PRESENCE)]
    for_all = [
        f"pattern read {topics.HUB_TOPIC}",
        f"pattern write {topics.discovery_topic('homeassistant', '%u')}",
        f"pattern read {topics.birth_topic('homeassistant')}",
    ]
    of_hub = [f"user {HUB}", f"topic readwrite {topics.ROOT}/#"]
    return "\n".join([*of_hub, "", *ours, *theirs, *for_all, ""])
