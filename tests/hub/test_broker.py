"""What one client can do to the others at a broker, by its own credentials or by none: real programs, attacked."""

import asyncio
import socket
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AbstractContextManager, AsyncExitStack, ExitStack, asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import mqtt5
import pytest
from msgspec.structs import replace

from controller.fleet.client import MqttConnection
from controller.fleet.connection import BrokerConfig, BrokerConnection, secret_client_id
from controller.fleet.enrolment import tls_context_trusting
from controller.fleet.topics import ASK, EVENT, PRESENCE
from hub.authority import HubAuthority
from hub.engines.broker_users import HUB_CLIENTS, BrokerUsers, broker_user_of_client
from hub.engines.haproxy import PrivateHaproxy
from hub.engines.mosquitto import PrivateMosquitto
from tests.hub.running import run_in_background, run_tasks, shared_folder, skip_without_engines, until
from tests.support.mosquitto import Mosquitto, need_mosquitto, password_file
from tests.support.ports import free_port

pytestmark = pytest.mark.real_time

PATIENCE_S = 60.0

IDS = ["hub-intake", "-hub-intake", "hub", "rt-two", "rt-two-doctor", "homeassistant", "care", "auto-", ""]


def until_heard(port: int) -> None:
    ends_at_s = time.monotonic() + PATIENCE_S
    while True:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        assert time.monotonic() < ends_at_s
        time.sleep(0.02)


@dataclass
class Found:
    """A broker as each of its users finds it, and of a hub's: its ports by name, its authority and its engine."""

    brokers: dict[str, BrokerConfig]
    ports: dict[str, int] = field(default_factory=dict)
    authority: str = ""
    mosquitto: PrivateMosquitto | None = None

    def through(self, port: str, user: str) -> BrokerConfig:
        """The broker as a table finds it at the port "clear" or "encrypted"."""
        tls = port == "encrypted"
        return replace(self.brokers[user], port=self.ports[port], tls=tls, authority=self.authority if tls else None)

    def memory_mb(self) -> float:
        assert self.mosquitto is not None
        status = Path(f"/proc/{self.mosquitto.engine.pid}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0]) / 1024


@contextmanager
def hubs_broker(tables: Sequence[str] = ("rt-one", "rt-two", "homeassistant")) -> Iterator[Found]:
    """A hub's broker, as each of the hub's lines and tables finds it."""
    skip_without_engines()
    with shared_folder() as folder:
        users = BrokerUsers(folder)
        secret, port = users.reset_hub_password(), free_port()
        known = {broker_user_of_client(line): secret for line in HUB_CLIENTS} | {
            table: users.add_table_with_new_password(table) for table in tables
        }
        authority = HubAuthority(folder / "authority", folder / "mosquitto")
        with socket.create_server(("127.0.0.1", 0)) as encrypted, socket.create_server(("127.0.0.1", 0)) as clear:
            mosquitto = PrivateMosquitto(folder, users, "127.0.0.1", port)
            haproxy = PrivateHaproxy(folder, f"127.0.0.1:{port}", encrypted, clear)
            mosquitto.write_config()
            haproxy.write_config()
            with run_in_background(mosquitto.run()), run_in_background(haproxy.engine.run()):
                until_heard(port)
                while mosquitto.engine.pid is None:  # it may listen before its parent runs again
                    time.sleep(0.01)
                yield Found(
                    {user: BrokerConfig("127.0.0.1", port, user, known[user]) for user in known},
                    {"encrypted": encrypted.getsockname()[1], "clear": clear.getsockname()[1]},
                    authority.certificate_pem,
                    mosquitto,
                )


@contextmanager
def external_broker() -> Iterator[Found]:
    """A café's, with users of its own and nothing that binds a client id to one."""
    need_mosquitto()
    known = {broker_user_of_client(line): "secret of the lines" for line in HUB_CLIENTS}
    known |= {"rt-one": "one-secret", "rt-two": "two-secret", "homeassistant": "its own"}
    with shared_folder() as folder:
        mosquitto = Mosquitto(folder, f"allow_anonymous false\npassword_file {password_file(folder, known)}\n")
        mosquitto.start()
        try:
            yield Found({user: BrokerConfig("127.0.0.1", mosquitto.port, user, known[user]) for user in known})
        finally:
            mosquitto.kill()


@asynccontextmanager
async def connected(
    broker: BrokerConfig,
    client_id: str,
    *,
    clean: bool = True,
    lasts_s: int = 0,
    hear: Callable[[str, bytes], None] = lambda *_: None,
) -> AsyncIterator[MqttConnection]:
    """A client that says of itself whatever it likes."""
    client = MqttConnection(hear)
    assert broker.password is not None
    packet = mqtt5.ConnectPacket(
        client_id,
        username=broker.user,
        password=broker.password.encode(),
        clean_start=clean,
        session_expiry_interval=lasts_s,
        keep_alive=20,
    )
    async with asyncio.timeout(PATIENCE_S):
        await client.connect(broker.host, broker.port, None, packet)
    try:
        yield client
    finally:
        client.abort()


@pytest.mark.parametrize("found", [hubs_broker, external_broker])
async def test_a_clients_credentials_cannot_disconnect_others(
    found: Callable[[], AbstractContextManager[Found]],
) -> None:
    with found() as at:
        names = {
            broker_user_of_client("intake"): "hub-intake",
            broker_user_of_client("care"): "care",
            "rt-two": "rt-two",
        }
        names["homeassistant"] = "homeassistant"
        connects: list[str] = []
        lines = [
            BrokerConnection(at.brokers[user], name, will=None, on_connect=lambda name=name: connects.append(name))  # type: ignore[misc]
            for user, name in names.items()
        ]
        async with run_tasks(*(line.run() for line in lines)):
            await until(lambda: len(connects) == len(lines))
            secret = at.brokers["rt-one"].password
            guessed = [secret_client_id(name, user, secret) for user, name in names.items()]
            for client_id in (*IDS, *guessed):
                async with connected(at.brokers["rt-one"], client_id):
                    pass
                assert all(line.connected and line._client and not line._client.lost.is_set() for line in lines), (
                    client_id
                )
            assert sorted(connects) == sorted(names.values())


async def test_a_client_cannot_end_the_session_of_another_user() -> None:
    with hubs_broker() as at:
        heard = asyncio.Queue[bytes]()
        async with connected(at.brokers["rt-two"], "rt-two", clean=False, lasts_s=600) as table:
            table.subscribe([ASK.topic_of("rt-two")])
            await asyncio.wait_for(table.acked_or_lost.wait(), PATIENCE_S)
        for client_id in ("rt-two", "rt-one"):
            async with connected(at.brokers["rt-one"], client_id):
                pass
        async with connected(at.brokers[broker_user_of_client("care")], "care") as hub:
            hub.publish(ASK.topic_of("rt-two"), b"kept for it", 1, retain=False)
            await until(lambda: hub.unacked_count == 0)
        async with connected(
            at.brokers["rt-two"], "anything", clean=False, lasts_s=600, hear=lambda _, octets: heard.put_nowait(octets)
        ):
            assert await asyncio.wait_for(heard.get(), PATIENCE_S) == b"kept for it"


PORTS = pytest.mark.parametrize("port", ["clear", "encrypted"])
GUEST = "127.0.0.2"
AT_ONCE_S = 3.0
"""On a busy machine, and less than a silent client has."""


@contextmanager
def strangers(port: int, count: int, says: bytes = b"", address: str = GUEST) -> Iterator[list[socket.socket]]:
    """Open connections from one address; each says the same, and then waits."""
    with ExitStack() as opened:
        sockets = []
        for _ in range(count):
            sockets.append(opened.enter_context(socket.socket()))
            sockets[-1].bind((address, 0))
            with suppress(ConnectionError):
                sockets[-1].connect(("127.0.0.1", port))
                sockets[-1].sendall(says)
        yield sockets


def is_open(connection: socket.socket) -> bool:
    try:
        return bool(connection.recv(1, socket.MSG_DONTWAIT | socket.MSG_PEEK))
    except BlockingIOError:
        return True
    except OSError:
        return False


def wait_until_closed(connection: socket.socket, within_s: float = PATIENCE_S) -> None:
    connection.settimeout(within_s)
    with suppress(ConnectionError):
        while connection.recv(4096):
            pass


def connect_packet(user: str, password: str) -> bytes:
    return mqtt5.ConnectPacket("any", username=user, password=password.encode()).write()


@asynccontextmanager
async def table_at(broker: BrokerConfig) -> AsyncIterator[BrokerConnection]:
    connection = BrokerConnection(broker, broker.user or "", will=None)
    async with run_tasks(connection.run()):
        await until(lambda: connection.connected)
        yield connection


async def deliver(connection: BrokerConnection) -> None:
    connection.publish(EVENT.topic_of(connection._client_id), EVENT, {})
    await connection.wait_for_acks()
    assert connection.connected


def test_a_client_that_goes_silent_is_closed_after_five_seconds() -> None:
    half_a_packet, half_a_handshake = b"\x10", b"\x16\x03\x01"
    with hubs_broker() as at, ExitStack() as opened:
        begun_s, silent = time.monotonic(), []
        for says in (b"", half_a_packet):
            silent += opened.enter_context(strangers(at.ports["clear"], 1, says))
        for says in (b"", half_a_packet, half_a_handshake):
            silent += opened.enter_context(strangers(at.ports["encrypted"], 1, says))
        (greeted,) = opened.enter_context(strangers(at.ports["encrypted"], 1))
        tls = tls_context_trusting(at.authority).wrap_socket(greeted, server_hostname="royaltable-hub.local")
        silent.append(opened.enter_context(tls))
        for each in silent:
            wait_until_closed(each)
            assert 4 < time.monotonic() - begun_s < 8


@PORTS
@pytest.mark.parametrize("says", [b"GET / HTTP/1.1\r\n\r\n", b"\xff" * 64, b"\x20\x03\x00\x00\x00"])
def test_garbage_is_closed_at_once(port: str, says: bytes) -> None:
    with hubs_broker() as at, strangers(at.ports[port], 1, says) as (stranger,):
        wait_until_closed(stranger, within_s=AT_ONCE_S)


def test_the_65th_silent_connection_of_an_address_is_refused() -> None:
    with (
        hubs_broker() as at,
        strangers(at.ports["encrypted"], 64) as silent,
        strangers(at.ports["encrypted"], 1) as (refused,),
        strangers(at.ports["encrypted"], 1, address="127.0.0.3") as (other,),
    ):
        wait_until_closed(refused, within_s=AT_ONCE_S)
        assert all(map(is_open, [*silent, other]))


def test_of_512_silent_connections_on_an_address_may_add_only_its_first() -> None:
    with hubs_broker() as at, ExitStack() as opened:
        for number in range(10, 18):
            opened.enter_context(strangers(at.ports["clear"], 64, address=f"127.0.0.{number}"))
        first, second = opened.enter_context(strangers(at.ports["clear"], 2))
        wait_until_closed(second, within_s=AT_ONCE_S)
        assert is_open(first)


@PORTS
@pytest.mark.parametrize("address", [GUEST, "127.0.0.1"], ids=["another address", "the tables' address"])
async def test_650_silent_sockets_keep_no_table_out(port: str, address: str) -> None:
    with hubs_broker() as at:
        async with table_at(at.through(port, "rt-one")) as one:
            with strangers(at.ports[port], 650, address=address):
                async with table_at(at.through(port, "rt-two")) as two:
                    await deliver(one)
                    await deliver(two)
                    assert one.previous_duration_s == 0


async def test_3000_sessions_of_one_address_keep_no_table_out() -> None:
    with hubs_broker() as at:
        port, right = at.ports["clear"], at.brokers["rt-one"].password or ""
        async with table_at(at.through("clear", "rt-two")) as two:
            with ExitStack() as opened:
                for password in ("wrong", right):
                    many = strangers(port, 1500, connect_packet("rt-one", password), "127.0.0.1")
                    await asyncio.to_thread(opened.enter_context, many)
                async with table_at(at.through("clear", "homeassistant")) as other:
                    await deliver(two)
                    await deliver(other)
                    assert two.previous_duration_s == 0


async def test_all_tables_behind_one_address_come_again_at_once() -> None:
    names = [f"rt-{number}" for number in range(80)]
    with hubs_broker(names) as at:
        async with AsyncExitStack() as connected_tables:
            for name in names:
                await connected_tables.enter_async_context(table_at(at.through("clear", name)))
            with strangers(at.ports["clear"], 64 + 80, address="127.0.0.1") as silent:
                assert all(map(is_open, silent))


async def test_endless_sessions_use_no_more_memory_than_a_table_may() -> None:
    with hubs_broker() as at:
        before = at.memory_mb()
        broker, topic = at.brokers["rt-one"], PRESENCE.topic_of("rt-one")
        for number in range(300):
            async with connected(broker, f"{number}", clean=False, lasts_s=0xFFFFFFFF) as client:
                client.subscribe([topic])
                await publish_many(client, topic, 1)
        async with connected(broker, "last") as client:
            await publish_many(client, topic, 900)
        assert at.memory_mb() - before < 8


async def publish_many(client: MqttConnection, topic: str, count: int) -> None:
    for _ in range(count):
        client.publish(topic, b"{}", 1, retain=False)
    await asyncio.wait_for(client.acked_or_lost.wait(), PATIENCE_S)
