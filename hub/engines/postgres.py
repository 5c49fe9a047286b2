"""Run the hub's own PostgreSQL in its folder, reachable at a Unix socket only."""

import fcntl
import os
import shutil
import signal
import subprocess
from pathlib import Path
from typing import Final

from controller.store.atomic_files import move_into_place
from hub.engines.supervisor import (
    MissingProgramError,
    SupervisedProcess,
    find_postgres_program_folder,
    find_system_user,
    setpriv_prefix,
)

POSTGRES_USER: Final = "postgres"
"""User of PostgreSQL if the hub is root; Debian's package creates it."""

SOCKET_NAME_BYTES: Final = len("/.s.PGSQL.5432")
MAX_SOCKET_PATH_BYTES: Final = 107
"""See unix(7)."""

SERVER_SETTINGS: Final = {
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
"""Changed defaults: the hub shares a small machine; its systemd unit forbids the writable executable memory that
JIT compilation needs."""


class PrivatePostgres:
    """The cluster in the folder ``postgres``; ``engine`` is its process, ``url`` its address."""

    def __init__(self, folder: Path, *, durable: bool = True) -> None:
        """Raise MissingProgramError for too long a path; ``durable=False`` is for tests and demos."""
        self._home = folder / "postgres"
        self._data = self._home / "data"
        self._durable = durable
        self._user = POSTGRES_USER if os.geteuid() == 0 else None
        self.socket_folder = self._home.absolute() / "socket"
        if len(os.fsencode(self.socket_folder)) + SOCKET_NAME_BYTES > MAX_SOCKET_PATH_BYTES:
            raise MissingProgramError(
                f"{self.socket_folder}: saw a path that is too long for a socket, expected at most "
                f"{MAX_SOCKET_PATH_BYTES - SOCKET_NAME_BYTES} bytes. Use a shorter one: royaltable hub --folder FOLDER"
            )
        self.url = f"postgresql:///postgres?user=hub&host={self.socket_folder}"
        self.engine = SupervisedProcess(
            "postgresql", self._command_line, stop=signal.SIGINT, stop_s=60.0, user=self._user
        )

    @property
    def program_folder(self) -> Path:
        try:
            version = (self._data / "PG_VERSION").read_text("utf-8").strip()
        except FileNotFoundError:
            return find_postgres_program_folder()
        return find_postgres_program_folder(version)

    def create_cluster_if_missing(self) -> None:
        """Create a missing cluster; raise MissingProgramError if PostgreSQL cannot run here.

        Remove a killed hub's partial cluster once no process writes to it.
        """
        programs = self.program_folder
        for each in (self._home, self.socket_folder):
            each.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._chown_to_database_user(each)
        self._check_database_user_access()
        with (self._home / "making.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not (self._data / "PG_VERSION").exists():
                self._create_cluster(programs, lock.fileno())

    def _create_cluster(self, programs: Path, lock: int) -> None:
        """Run initdb; its processes inherit ``lock``, which is free once all have ended."""
        new = self._home / "data.new"
        shutil.rmtree(new, ignore_errors=True)
        made = subprocess.run(  # noqa: S603  # of Debian
            [
                *setpriv_prefix(self._user, signal.SIGKILL),
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
            raise MissingProgramError(f"{programs / 'initdb'} could not create {new}: {made.stderr.strip()}")
        move_into_place(new, self._data)

    def _command_line(self) -> list[str]:
        settings = SERVER_SETTINGS | {"unix_socket_directories": f'"{self.socket_folder}"'}
        if not self._durable:
            settings |= {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
        options = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        return [str(self.program_folder / "postgres"), "-D", str(self._data), *options]

    def _chown_to_database_user(self, folder: Path) -> None:
        if self._user is not None:
            who = find_system_user(self._user, "postgresql")
            os.chown(folder, who.pw_uid, who.pw_gid)

    def _check_database_user_access(self) -> None:
        asked = [*setpriv_prefix(self._user, signal.SIGKILL), "test", "-x", str(self.socket_folder)]
        if subprocess.run(asked, check=False, cwd="/").returncode != 0:  # noqa: S603  # of Debian
            raise MissingProgramError(
                f"PostgreSQL runs as the user {self._user}, who has no access to {self._home}. "
                "Choose a folder that all users can enter: royaltable hub --folder /var/lib/royaltable-hub"
            )
