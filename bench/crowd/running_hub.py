"""A hub in a process of its own, with its engines: what it spends, what memory it has."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from msgspec import Struct

from bench.shared.ports import free_port
from bench.shared.processes import cpu_s, family, resident_mb, running, wait_until_it_answers
from controller.fleet.connection import BrokerConfig
from hub.authority import HubAuthority
from hub.engines.broker_users import BrokerUsers
from hub.engines.postgres import PrivatePostgres
from hub.process import AUTHORITY

PART_OF: Final = {"mosquitto": "broker", "postgres": "database"}
"""By the name of a process; any other one plays games again."""


class RunningHub(Struct, frozen=True):
    """Where it is.

    Attributes:
        brokers: for each table, by TLS.
        tables_port: at which they come.
        url: of its database.
    """

    pid: int
    page_port: int
    tables_port: int
    brokers: list[BrokerConfig]
    url: str

    def parts(self) -> dict[str, list[int]]:
        parts: dict[str, list[int]] = {"hub": [self.pid], "broker": [], "database": []}
        for child in family(self.pid)[1:]:
            with suppress(FileNotFoundError):
                name = Path(f"/proc/{child}/comm").read_text("ascii").strip()
                parts[PART_OF.get(name, "hub")].append(child)
        return parts

    def spent_s(self) -> dict[str, float]:
        return {name: sum(map(cpu_s, pids)) for name, pids in self.parts().items()}

    def memory_mb(self) -> dict[str, float]:
        """Of each part; pages that processes share count in part."""
        return {name: sum(map(_resident_mb, pids)) for name, pids in self.parts().items()}


@contextmanager
def running_hub(folder: Path, tables: int) -> Iterator[RunningHub]:
    """One with so many tables that may come, none of which is there yet."""
    broker, page, page_tls, tls, join = (free_port() for _ in range(5))
    listeners = f'[tables]\naddress = "127.0.0.1"\nport = {tls}\njoin_port = {join}\n'
    pages = f"[page]\nport = {page}\ntls_port = {page_tls}\n"
    (folder / "hub.toml").write_text(f"[broker]\nport = {broker}\n{pages}{listeners}")
    users = BrokerUsers(folder)
    authority = HubAuthority(folder / AUTHORITY, users.passwords.parent)
    names = [f"rt-{number:04}" for number in range(tables)]
    passwords = {name: users.add(name) for name in names}
    brokers = [
        BrokerConfig("127.0.0.1", tls, name, passwords[name], tls=True, authority=authority.pem) for name in names
    ]
    with running([sys.executable, "-m", "controller", "hub", "--folder", str(folder)]) as hub:
        wait_until_it_answers(hub, f"http://127.0.0.1:{page}/")
        yield RunningHub(hub.pid, page, tls, brokers, PrivatePostgres(folder).url)


def _resident_mb(pid: int) -> float:
    """None of a worker of PostgreSQL that has ended meanwhile."""
    try:
        return resident_mb(pid)
    except (FileNotFoundError, ProcessLookupError):
        return 0.0
