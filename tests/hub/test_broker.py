"""What one client can do to the others at a broker, by its own credentials or by none: real Mosquittos, attacked."""

import asyncio
import socket
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import mqtt5
import pytest
from msgspec.structs import replace

from controller.fleet.client import MqttConnection
from controller.fleet.connection import BrokerConfig, BrokerConnection, secret_client_id
from controller.fleet.topics import ASK, EVENT, PRESENCE
from hub.engines.broker_users import HUB_CLIENTS, BrokerUsers, broker_user_of_client
from hub.engines.mosquitto import PrivateMosquitto
from tests.hub.running import run_in_background, run_tasks, shared_folder, skip_without_engines, until
from tests.support.limits import set_limits
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
    """A broker as each of its users finds it, with the port of a hub's front, and the hub's engine."""

    brokers: dict[str, BrokerConfig]
    front: int = 0
    mosquitto: PrivateMosquitto | None = None

    def memory_mb(self) -> float:
        assert self.mosquitto is not None
        status = Path(f"/proc/{self.mosquitto.engine.pid}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0]) / 1024


@contextmanager
def hubs_broker() -> Iterator[Found]:
    """A hub's broker, as each of the hub's lines and tables finds it."""
    skip_without_engines()
    with shared_folder() as folder:
        users = BrokerUsers(folder)
        secret, port = users.reset_hub_password(), free_port()
        known = {broker_user_of_client(line): secret for line in HUB_CLIENTS} | {
            table: users.add_table_with_new_password(table) for table in ("rt-one", "rt-two", "homeassistant")
        }
        with socket.create_server(("127.0.0.1", 0)) as outside:
            mosquitto = PrivateMosquitto(folder, users, "127.0.0.1", port, in_the_clear=outside)
            mosquitto.write_config()
            with run_in_background(mosquitto.run()):
                until_heard(port)
                while mosquitto.engine.pid is None:  # it may listen before its parent runs again
                    time.sleep(0.01)
                yield Found(
                    {user: BrokerConfig("127.0.0.1", port, user, known[user]) for user in known},
                    outside.getsockname()[1],
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


@pytest.mark.parametrize("says", [b"", b"\x10\xff\xff\x03\x00", b"\x16\x03\x01"], ids=["nothing", "half", "TLS"])
async def test_any_number_of_strangers_leaves_room_for_tables(says: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    set_limits(monkeypatch, BROKER_UNAUTHENTICATED=16, BROKER_UNAUTHENTICATED_PER_ADDRESS=8)
    addresses = [f"127.0.0.{number}" for number in (1, 2, 3, 4)]

    with hubs_broker() as at, ExitStack() as opened:
        strangers: list[socket.socket] = []
        connects: list[str] = []

        def connect_strangers() -> None:
            """Twenty from each address, of whom some are hung up on at once."""
            for address in sorted(addresses * 20):
                strangers.append(opened.enter_context(socket.socket()))
                strangers[-1].bind((address, 0))
                strangers[-1].connect(("127.0.0.1", at.front))
                with suppress(ConnectionError):
                    strangers[-1].sendall(says)

        def is_open(connection: socket.socket) -> bool:
            try:
                return bool(connection.recv(1, socket.MSG_DONTWAIT | socket.MSG_PEEK))
            except BlockingIOError:
                return True
            except ConnectionError:
                return False

        def line(table: str) -> BrokerConnection:
            """From the same address as some of them."""
            broker = replace(at.brokers[table], port=at.front)
            return BrokerConnection(broker, table, will=None, on_connect=lambda: connects.append(table))

        one, two = line("rt-one"), line("rt-two")
        async with run_tasks(one.run()):
            await until(lambda: one.connected)
            await asyncio.to_thread(connect_strangers)
            async with run_tasks(two.run()):
                await until(lambda: two.connected)
                await asyncio.to_thread(connect_strangers)
                await until(lambda: sum(map(is_open, strangers)) <= 16)
                for each in (one, two):
                    each.publish(EVENT.topic_of(each._client_id), EVENT, {})
                    await each.wait_for_acks()
                    assert each.connected
        assert connects == ["rt-one", "rt-two"]


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
