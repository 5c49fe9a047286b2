"""The connection to a real broker: established, lost, made anew, and its faults reported in time."""

import asyncio
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest
from msgspec.structs import replace

from controller.fleet import connection as connections
from controller.fleet.connection import BrokerConfig, BrokerConnection, ConnectionFailedError, FaultKind, jitter_factor
from controller.fleet.topics import EVENT, STATE
from tests.hub.running import run_tasks, until
from tests.support.certificates import make_pair, outlive
from tests.support.limits import set_limits
from tests.support.mosquitto import Mosquitto, need_mosquitto, password_file

pytestmark = pytest.mark.real_time

WILL = ("royaltable/v1/rt-a/presence", {"online": False})


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    need_mosquitto()
    broker = Mosquitto(tmp_path)
    broker.start()
    yield broker
    broker.kill()


async def trouble_of(where: BrokerConfig) -> FaultKind:
    connection = BrokerConnection(where, "rt-a", will=None)
    with pytest.raises(ConnectionFailedError) as error:
        await connection.connect()
    await connection.close()
    return error.value.fault.kind


async def test_published_messages_arrive_and_received_ones_are_dispatched(broker: Mosquitto) -> None:
    received: list[tuple[str, bytes]] = []
    connection = BrokerConnection(
        BrokerConfig("127.0.0.1", broker.port),
        "rt-a",
        will=WILL,
        filters=["to/rt-a"],
        on_message=lambda topic, payload: received.append((topic, payload)),
    )

    with broker.listened_to() as others:
        async with run_tasks(connection.run()):
            await until(lambda: connection.connected)
            connection.publish("from/rt-a", STATE, {"round": 3})
            await asyncio.to_thread(broker.publish, "to/rt-a", "hello")
            await until(lambda: received != [])
        assert others.until("from/rt-a") == (False, {"round": 3})
    assert received == [("to/rt-a", b"hello")]
    with broker.listened_to() as late:
        assert late.until("from/rt-a") == (True, {"round": 3})


async def test_messages_beyond_receive_maximum_are_sent_later_in_order(tmp_path: Path) -> None:
    need_mosquitto()
    broker = Mosquitto(tmp_path, "allow_anonymous true\nmax_inflight_messages 5\n")
    broker.start()
    connection = BrokerConnection(BrokerConfig("127.0.0.1", broker.port), "rt-a", will=None)

    with broker.listened_to() as received:
        async with run_tasks(connection.run()):
            await until(lambda: connection.connected)
            for number in range(100):
                connection.publish("from/rt-a", EVENT, {"number": number})
            await connection.wait_for_acks()
        numbers = [received.until("from/rt-a")[1]["number"] for _ in range(100)]
    broker.kill()
    assert numbers == list(range(100))


async def test_a_paused_connection_reads_nothing_until_it_resumes(broker: Mosquitto) -> None:
    received: list[bytes] = []
    connection = BrokerConnection(
        BrokerConfig("127.0.0.1", broker.port),
        "rt-a",
        will=None,
        filters=["to/rt-a"],
        on_message=lambda _, payload: received.append(payload),
    )

    async with run_tasks(connection.run()):
        await until(lambda: connection.connected)
        await asyncio.to_thread(broker.publish, "to/rt-a", "one")
        await until(lambda: received == [b"one"])
        connection.set_reading_paused(paused=True)
        await asyncio.to_thread(broker.publish, "to/rt-a", "two")
        await asyncio.sleep(0.3)
        assert received == [b"one"]
        connection.publish("from/rt-a", EVENT, {"number": 1})
        with pytest.raises(TimeoutError, match="reading is paused"):  # and is not waited for
            await connection.wait_for_acks()
        connection.set_reading_paused(paused=False)
        await connection.wait_for_acks()
        connection.publish("from/rt-a", EVENT, {"number": 2})
        connection.set_reading_paused(paused=True)
        connection.set_reading_paused(paused=False)
        await connection.wait_for_acks()
        await until(lambda: received == [b"one", b"two"])


async def test_waiting_for_acks_fails_at_once_when_the_broker_dies(broker: Mosquitto) -> None:
    connection = BrokerConnection(BrokerConfig("127.0.0.1", broker.port), "rt-a", will=None)

    async with run_tasks(connection.run()):
        await until(lambda: connection.connected)
        broker.stand_still()
        connection.publish("from/rt-a", EVENT, {"number": 1})
        asyncio.get_running_loop().call_later(0.1, broker.kill)
        with pytest.raises(TimeoutError, match="the connection was lost"):
            await connection.wait_for_acks()


async def test_all_values_are_published_again_after_the_broker_restarts(broker: Mosquitto) -> None:
    connections: list[int] = []
    connection = BrokerConnection(
        BrokerConfig("127.0.0.1", broker.port), "rt-a", will=WILL, on_connect=lambda: connections.append(1)
    )

    async with run_tasks(connection.run()):
        await until(lambda: connection.connected)
        await asyncio.to_thread(broker.kill)
        await until(lambda: not connection.connected)
        connection.publish("from/rt-a", STATE, {"round": 3})  # nobody hears it, nobody minds
        await until(lambda: connection.fault is not None)
        assert connection.fault is not None
        assert connection.fault.kind is FaultKind.NO_BROKER
        await asyncio.to_thread(broker.start)
        await until(lambda: connection.connected)
        assert connection.fault is None
    assert len(connections) == 2


async def test_only_a_broken_connection_publishes_its_will(broker: Mosquitto, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "WILL_DELAY_S", 0)
    with broker.listened_to() as others:
        hung_up = BrokerConnection(
            BrokerConfig("127.0.0.1", broker.port), "rt-b", will=("will/rt-b", {"online": False})
        )
        await hung_up.connect()
        await hung_up.close()
        broken = BrokerConnection(BrokerConfig("127.0.0.1", broker.port), "rt-a", will=WILL)
        await broken.connect()
        client = broken._client
        broken._abort_client()
        assert client is not None
        await client.lost.wait()
        broker.publish("test/end", "now")
        assert others.until(WILL[0]) == (False, WILL[1])
    with broker.listened_to() as late:
        broker.publish("test/end", "now")
        late.until("test/end")  # all that a broker keeps comes before what is said now
        assert late.all_of(WILL[0]) == [WILL[1]]
        assert late.all_of("will/rt-b") == []


async def test_missing_broker_password_and_permission_are_distinguished(tmp_path: Path) -> None:
    need_mosquitto()
    users = password_file(tmp_path, {"table": "right"})
    rights = tmp_path / "rights"
    rights.write_text("user table\ntopic read #\ntopic write royaltable/v1/rt-a/#\n")
    broker = Mosquitto(tmp_path, f"allow_anonymous false\npassword_file {users}\nacl_file {rights}\n")
    here = BrokerConfig("127.0.0.1", broker.port, "table", "right")
    assert await trouble_of(here) is FaultKind.NO_BROKER
    broker.start()
    try:
        assert await trouble_of(BrokerConfig("127.0.0.1", broker.port, "table", "wrong")) is FaultKind.PASSWORD
        assert await trouble_of(BrokerConfig("127.0.0.1", broker.port)) is FaultKind.PASSWORD

        async def say(topic: str) -> FaultKind | None:
            connection = BrokerConnection(here, "rt-a", will=None)
            await connection.connect()
            connection.publish(topic, EVENT, {"event_type": "begun"})
            await connection.wait_for_acks()
            await connection.close()
            return None if connection.fault is None else connection.fault.kind

        assert await say("royaltable/v1/rt-a/event") is None
        assert await say("royaltable/v1/rt-b/event") is FaultKind.RIGHTS
    finally:
        broker.kill()


@pytest.mark.parametrize("host", ["a..b", "x" * 64, "\0", "\udcff", "[::1"])
async def test_an_impossible_host_name_counts_as_no_broker(host: str) -> None:
    assert await trouble_of(BrokerConfig(host, 1883)) is FaultKind.NO_BROKER


async def test_tls_trusts_only_the_named_authority_and_ignores_dates(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    need_mosquitto()
    certificate, key = make_pair(tmp_path)
    outlive(certificate, key)
    other, _ = make_pair(tmp_path, "other")
    broker = Mosquitto(tmp_path, f"allow_anonymous true\ncertfile {certificate}\nkeyfile {key}\n")
    broker.start()
    encrypted = BrokerConfig("127.0.0.1", broker.port, tls=True, authority=certificate)
    try:
        connection = BrokerConnection(encrypted, "rt-a", will=None)
        await connection.connect()
        await connection.close()
        assert await trouble_of(replace(encrypted, authority=other)) is FaultKind.NO_TLS
        assert await trouble_of(replace(encrypted, authority=tmp_path / "none")) is FaultKind.NO_TLS
        set_limits(monkeypatch, MQTT_CONNECT_TIMEOUT_S=0.3)
        assert await trouble_of(BrokerConfig("127.0.0.1", broker.port)) is FaultKind.NO_BROKER
    finally:
        broker.kill()


CONNACK = b"\x20\x03\x00\x00\x00"
"""CONNACK of MQTT 5 without properties (3.2)."""


async def fault_after(answer: bytes) -> FaultKind | None:
    """Return the fault when a server answers CONNECT so; None if the connection holds and still receives."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(1000)
        writer.write(answer)
        with closing(writer), suppress(ConnectionError, asyncio.CancelledError):
            await until(lambda: connection.connected or connection.fault is not None)
            writer.write(b"\x30\x06\x00\x03end\x00")
            await reader.read()

    ends: list[str] = []
    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    connection = BrokerConnection(
        BrokerConfig("127.0.0.1", port), "rt-a", will=None, on_message=lambda topic, _: ends.append(topic)
    )
    kept_up = asyncio.create_task(connection.run())
    await until(lambda: connection.fault is not None or "end" in ends)
    kept_up.cancel()
    await asyncio.gather(kept_up, return_exceptions=True)
    server.close()
    await asyncio.gather(*asyncio.all_tasks() - {asyncio.current_task()}, return_exceptions=True)
    return None if connection.fault is None else connection.fault.kind


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param(b"HTTP/1.1 400 Bad Request\r\n\r\n", id="a web server"),
        pytest.param(CONNACK + b"\x30\xff\xff\xff\x7f" + b"x" * 400_000, id="a message without end"),
        pytest.param(b"\x20\x02\x00\x01", id="another version of MQTT"),
        pytest.param(b"\x20\x03\x00\x88\x00", id="a broker that is busy"),
    ],
)
async def test_any_other_server_at_the_port_counts_as_a_lost_broker(
    answer: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_limits(monkeypatch, MQTT_CONNECT_TIMEOUT_S=0.3)
    assert await fault_after(answer) in {FaultKind.NO_BROKER, FaultKind.OTHER}


@pytest.mark.parametrize(
    "message",
    [
        pytest.param(b"\x30\x02\xff\xff", id="a topic longer than its message"),
        pytest.param(b"\x30\x05\x00\x01a\x01\xee", id="a property that there is not"),
        pytest.param(
            b"\x30\x04\x00\x01\xff\x00",
            id="a topic that is no text",
            marks=pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
        ),
        pytest.param(b"\x40\x00", id="an empty acknowledgement"),
    ],
)
async def test_an_invalid_packet_is_ignored(message: bytes) -> None:
    assert await fault_after(CONNACK + message) is None


async def test_a_handler_fault_is_logged_once_and_messages_continue(
    broker: Mosquitto, caplog: pytest.LogCaptureFixture
) -> None:
    received: list[bytes] = []

    def fail_once(_topic: str, payload: bytes) -> None:
        received.append(payload)
        if payload != b"3":
            raise KeyError("what may be a secret")

    connection = BrokerConnection(
        BrokerConfig("127.0.0.1", broker.port), "rt-a", will=None, filters=["x/y"], on_message=fail_once
    )
    async with run_tasks(connection.run()):
        await until(lambda: connection.connected)
        await asyncio.to_thread(broker.publish_at_once, "x/y", ["1", "2", "3"])
        await until(lambda: received == [b"1", b"2", b"3"])
    (line,) = [line for line in caplog.messages if "message_failed" in line]
    assert "KeyError" in line
    assert "secret" not in line


async def test_a_black_hole_is_noticed_and_an_idle_connection_survives(
    broker: Mosquitto, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("controller.fleet.connection.KEEPALIVE_S", 1)
    connected_at_s: list[float] = []

    now_s = asyncio.get_running_loop().time
    connection = BrokerConnection(
        BrokerConfig("127.0.0.1", broker.port), "rt-a", will=None, on_connect=lambda: connected_at_s.append(now_s())
    )
    task = asyncio.create_task(connection.run())
    # A broker hangs up after one and a half, and so does a machine that is busy for half a second: it tries again.
    await until(lambda: connection.connected and now_s() > connected_at_s[-1] + 2.5)
    connects = len(connected_at_s)
    broker.stand_still()
    try:
        await until(lambda: not connection.connected)
        assert connection.fault is not None
        assert connection.fault.kind is FaultKind.NO_BROKER
    finally:
        broker.go_on()
    await until(lambda: len(connected_at_s) > connects)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def test_a_revoked_password_is_logged_once_over_many_retries(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    need_mosquitto()
    monkeypatch.setattr("controller.fleet.connection.LONGEST_RETRY_S", 0.05)
    password_file(tmp_path, {"rt-a": "right", "rt-b": "right"})
    broker = Mosquitto(tmp_path, f"allow_anonymous false\npassword_file {tmp_path / 'users'}\n")
    tries = 0

    class Counted(BrokerConnection):
        async def connect(self) -> None:
            nonlocal tries
            tries += 1
            await super().connect()

    broker.start()
    try:
        connection = Counted(BrokerConfig("127.0.0.1", broker.port, "rt-a", "right"), "rt-a", will=None)
        task = asyncio.create_task(connection.run())
        await until(lambda: connection.connected)
        password_file(tmp_path, {"rt-a": "another"})
        broker.read_anew()
        await until(lambda: connection.fault is not None and connection.fault.kind is FaultKind.PASSWORD)
        before = tries
        await until(lambda: tries > before + 20)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
    finally:
        broker.kill()
    lines = [record.getMessage() for record in caplog.records if "broker_lost" in record.getMessage()]
    assert len([each for each in lines if "why=password" in each]) == 1
    assert len(lines) <= 2, "one for the connection that was cut off, one for the password"


async def test_a_broker_that_does_not_read_is_disconnected_without_blocking(broker: Mosquitto) -> None:
    connection = BrokerConnection(BrokerConfig("127.0.0.1", broker.port), "rt-a", will=None)

    async with run_tasks(connection.run()):
        await until(lambda: connection.connected)
        broker.stand_still()
        for number in range(1000):  # more than the kernel takes for a broker that reads nothing
            connection.publish("from/rt-a", STATE, {"number": number, "text": "x" * 20_000})
        await until(lambda: not connection.connected)
        broker.go_on()
        await until(lambda: connection.connected)


def test_retries_of_a_thousand_clients_are_spread() -> None:
    """A broker lets a hundred wait to be taken in; they come back over half of the pause, no tenth of it crowded."""
    for failures in range(1, 6):
        waits = [jitter_factor(f"rt-{number:06}", failures) for number in range(1000)]
        assert 0.5 <= min(waits) <= max(waits) <= 1.0
        tenths = [sum(low <= 20 * (wait - 0.5) < low + 1 for wait in waits) for low in range(10)]
        assert max(tenths) < 150, tenths
        assert sum(tenths) > 990
    assert len({jitter_factor("rt-one", failures) for failures in range(10)}) == 10, (
        "who met others once meets them no more"
    )
