"""A PostgreSQL of the hub's own: in its folder, heard at a socket there and nowhere else."""

import fcntl
import os
import shutil
import signal
import subprocess
from pathlib import Path
from typing import Final

from controller.store.atomic_files import move_into_place
from hub.engines.supervisor import MissingProgramError, SupervisedProcess, find_postgres, find_user, run_as

USER: Final = "postgres"
"""As whom it runs where we are root, since it refuses that; Debian's package makes this user."""

SOCKET_NAME_BYTES: Final = len("/.s.PGSQL.5432")
MAX_SOCKET_PATH_BYTES: Final = 107
"""Octets of a socket's path (unix(7))."""

SETTINGS: Final = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "shared_buffers": "32MB",
    "max_connections": "20",
    "jit": "off",
    "max_wal_size": "256MB",
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "log_min_messages": "warning",
    "log_checkpoints": "off",
    "lc_messages": "C",
}
"""What differs from PostgreSQL's own: a house's hub shares a small machine with others, and its unit forbids what
compiling a query needs: memory that is written and then run."""


class PrivatePostgres:
    """Owner of the folder ``postgres`` in the hub's: its process is ``engine``, its address ``url``."""

    def __init__(self, folder: Path, *, durable: bool = True) -> None:
        """Raise MissingProgramError if it cannot run here; not ``durable`` is for tests and try-outs."""
        self._home = folder / "postgres"
        self._data = self._home / "data"
        self._durable = durable
        self._user = USER if os.geteuid() == 0 else None
        self.socket = self._home.absolute() / "socket"
        if len(os.fsencode(self.socket)) + SOCKET_NAME_BYTES > MAX_SOCKET_PATH_BYTES:
            raise MissingProgramError(
                f"{self.socket}: saw a path that is too long for a socket, expected at most "
                f"{MAX_SOCKET_PATH_BYTES - SOCKET_NAME_BYTES} bytes. Choose a shorter folder: royaltable hub --folder"
            )
        self.url = f"postgresql:///postgres?user=hub&host={self.socket}"
        self.engine = SupervisedProcess("postgresql", self._command, stop=signal.SIGINT, stop_s=60.0, user=self._user)

    @property
    def programs(self) -> Path:
        try:
            version = (self._data / "PG_VERSION").read_text("utf-8").strip()
        except FileNotFoundError:
            return find_postgres()
        return find_postgres(version)

    def prepare(self) -> None:
        """Make the cluster unless it is there; raise MissingProgramError if PostgreSQL cannot run in the folder.

        Remove what a killed hub has left half made once nothing writes there any more.
        """
        programs = self.programs
        for each in (self._home, self.socket):
            each.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._give(each)
        self._see_that_it_can_enter()
        with (self._home / "making.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not (self._data / "PG_VERSION").exists():
                self._make(programs, lock.fileno())

    def _make(self, programs: Path, lock: int) -> None:
        """``lock`` goes on to whatever writes, and to its children, so it is free when the last of them has ended."""
        new = self._home / "data.new"
        shutil.rmtree(new, ignore_errors=True)
        made = subprocess.run(  # noqa: S603  # of Debian
            [
                *run_as(self._user, signal.SIGKILL),
                *(programs / "initdb", "--pgdata", new, "--username=hub", "--auth=trust"),
                *("--encoding=UTF8", "--locale=C", "--no-instructions"),
                *(() if self._durable else ("--no-sync",)),
            ],
            capture_output=True,
            text=True,
            check=False,
            cwd="/",
            pass_fds=[lock],
        )
        if made.returncode != 0:
            raise MissingProgramError(f"{programs / 'initdb'} could not make {new}: {made.stderr.strip()}")
        move_into_place(new, self._data)

    def _command(self) -> list[str]:
        settings = SETTINGS | {"unix_socket_directories": f'"{self.socket}"'}
        if not self._durable:
            settings |= {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
        options = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        return [str(self.programs / "postgres"), "-D", str(self._data), *options]

    def _give(self, folder: Path) -> None:
        if self._user is not None:
            who = find_user(self._user, "postgresql")
            os.chown(folder, who.pw_uid, who.pw_gid)

    def _see_that_it_can_enter(self) -> None:
        asked = [*run_as(self._user, signal.SIGKILL), "test", "-x", str(self.socket)]
        if subprocess.run(asked, check=False, cwd="/").returncode != 0:  # noqa: S603  # of Debian
            raise MissingProgramError(
                f"PostgreSQL runs as the user {self._user}, who cannot enter {self._home}. "
                "Choose a folder that all may enter: royaltable hub --folder /var/lib/royaltable-hub"
            )
