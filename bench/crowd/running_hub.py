"""A hub in its own process, with its engines, processor time and memory."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from msgspec import Struct

from controller.fleet.connection import BrokerConfig
from hub.authority import HubAuthority
from hub.engines.broker_users import BrokerUsers
from hub.engines.postgres import PrivatePostgres
from hub.process import AUTHORITY_FOLDER
from tests.support.ports import free_port
from tests.support.processes import cpu_s, family, resident_mb, running, wait_until_it_answers

PART_OF: Final = {"mosquitto": "broker", "haproxy": "broker's TLS", "postgres": "database"}
"""Part by process name; all other processes replay games for the hub."""


class RunningHub(Struct, frozen=True):
    """A hub's process and addresses.

    Attributes:
        brokers: the TLS connection of each table.
        tables_port: port for tables.
        url: of the database.
    """

    pid: int
    page_port: int
    tables_port: int
    brokers: list[BrokerConfig]
    url: str

    def parts(self) -> dict[str, list[int]]:
        parts: dict[str, list[int]] = {"hub": [self.pid], **{part: [] for part in PART_OF.values()}}
        for child in family(self.pid)[1:]:
            with suppress(FileNotFoundError):
                name = Path(f"/proc/{child}/comm").read_text("ascii").strip()
                parts[PART_OF.get(name, "hub")].append(child)
        return parts

    def spent_s(self) -> dict[str, float]:
        return {name: sum(map(cpu_s, pids)) for name, pids in self.parts().items()}

    def memory_mb(self) -> dict[str, float]:
        """Return the memory of each part, counting shared pages proportionally."""
        return {name: sum(map(_resident_mb, pids)) for name, pids in self.parts().items()}


@contextmanager
def running_hub(folder: Path, tables: int) -> Iterator[RunningHub]:
    """Run a hub that admits ``tables`` tables, none of them connected."""
    broker, page, page_tls, tls, join = (free_port() for _ in range(5))
    listeners = f'[tables]\naddress = "127.0.0.1"\nport = {tls}\njoin_port = {join}\n'
    pages = f"[page]\nport = {page}\ntls_port = {page_tls}\n"
    (folder / "hub.toml").write_text(f"[broker]\nport = {broker}\n{pages}{listeners}")
    users = BrokerUsers(folder)
    authority = HubAuthority(folder / AUTHORITY_FOLDER, users.passwords_file.parent)
    names = [f"rt-{number:04}" for number in range(tables)]
    passwords = {name: users.add_table_with_new_password(name) for name in names}
    brokers = [
        BrokerConfig("127.0.0.1", tls, name, passwords[name], tls=True, authority=authority.certificate_pem)
        for name in names
    ]
    with running([sys.executable, "-m", "controller", "hub", "--folder", str(folder)]) as hub:
        wait_until_it_answers(hub, f"http://127.0.0.1:{page}/")
        yield RunningHub(hub.pid, page, tls, brokers, PrivatePostgres(folder).url)


def _resident_mb(pid: int) -> float:
    try:
        return resident_mb(pid)
    except (FileNotFoundError, ProcessLookupError):
        return 0.0
