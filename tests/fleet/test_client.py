"""What a broker tells a table, however often and however costly, takes a bounded share of its time."""

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import mqtt5
import pytest

from controller import limits
from controller.fleet.client import MqttConnection, ReadThrottle
from controller.fleet.connection import BrokerConfig, BrokerConnection

MINUTE_S = 60


@pytest.mark.parametrize("cost_s", [0.0, 0.001, 0.02, 0.2, 0.4])
def test_a_flood_is_limited_to_a_tenth_of_time_and_200_messages_per_second(cost_s: float) -> None:
    pace, now_s, received = ReadThrottle(limits.MQTT_MESSAGES_PER_SECOND), 0.0, 0
    while now_s < MINUTE_S:
        now_s += cost_s
        received += 1
        if pace.record_and_must_pause(now_s, cost_s):
            now_s = pace.ends_s
    assert received <= MINUTE_S * limits.MQTT_MESSAGES_PER_SECOND
    assert received * cost_s <= 1.1 * limits.MQTT_WORK_SHARE * MINUTE_S
    assert received >= min(limits.MQTT_MESSAGES_PER_SECOND, 0.5 * limits.MQTT_WORK_SHARE / max(cost_s, 1e-9)) * MINUTE_S


def test_the_read_pause_after_a_costly_batch_is_bounded() -> None:
    pace = ReadThrottle(200)
    assert not pace.record_and_must_pause(0.0, 0.01)
    assert [pace.record_and_must_pause(0.1, 0.2) for _ in range(100)] == [True] * 100
    assert pace.ends_s == pytest.approx(0.1 + limits.MQTT_LONGEST_READ_PAUSE_S)


async def test_a_throttled_connection_resumes_reading_after_its_pause() -> None:
    now_s, seen = asyncio.get_running_loop().time, list[tuple[float, bool]]()
    began_s = now_s()
    connection = BrokerConnection(BrokerConfig("192.0.2.1", 1883), "rt-a", will=None, max_per_s=200)
    client: Any = SimpleNamespace(set_reading_paused=lambda *, paused: seen.append((now_s() - began_s, paused)))
    connection._client = client
    connection._throttle_reading(1, 0.05)
    connection._throttle_reading(2, 0.25)
    await asyncio.sleep(10)
    assert seen == [(0.0, True), (pytest.approx(3.0), False)]


CONNACK = b"\x20\x03\x00\x00\x00"
"""CONNACK of MQTT 5 without properties (3.2)."""


class Wire(asyncio.Transport):
    """A transport that keeps what is written, and when it was given up."""

    def __init__(self) -> None:
        super().__init__()
        self.written: list[tuple[float, bytes]] = []
        self.given_up_s: list[float] = []

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.written.append((asyncio.get_running_loop().time(), bytes(data)))

    def get_write_buffer_size(self) -> int:
        return 0

    def abort(self) -> None:
        self.given_up_s.append(asyncio.get_running_loop().time())


async def connected(client: MqttConnection, monkeypatch: pytest.MonkeyPatch) -> Wire:
    async def there(make: Callable[[], MqttConnection], *_: object, **_named: object) -> None:
        make().connection_made(wire)
        asyncio.get_running_loop().call_soon(tell, client, CONNACK)

    wire = Wire()
    monkeypatch.setattr(asyncio.get_running_loop(), "create_connection", there)
    await client.connect("broker", 1883, None, mqtt5.ConnectPacket("rt-a", keep_alive=20))
    wire.written.clear()
    return wire


def tell(client: MqttConnection, data: bytes) -> None:
    client.get_buffer(-1)[: len(data)] = data
    client.buffer_updated(len(data))


async def test_packets_of_one_loop_turn_are_written_in_order_by_one_call(monkeypatch: pytest.MonkeyPatch) -> None:
    wire = await connected(client := MqttConnection(), monkeypatch)
    for topic in ("a", "b", "c"):
        client.publish(topic, b"", 0, retain=False)
    assert (wire.written, client.unsent_byte_count) == ([], 18)
    await asyncio.sleep(0)
    assert [data for _, data in wire.written] == [b"\x30\x04\0\1a\0\x30\x04\0\1b\0\x30\x04\0\1c\0"]
    assert client.unsent_byte_count == 0
    client.publish("d", b"", 0, retain=False)
    client.abort()
    assert wire.written[-1][1] == b"\x30\x04\0\1d\0"


async def test_an_idle_client_pings_every_25_s_and_gives_up_after_10_s(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wire = await connected(client := MqttConnection(), monkeypatch)
    begun_s = asyncio.get_running_loop().time()
    for _ in range(3):
        await asyncio.sleep(25.5)
        tell(client, b"\xd0\0")
    assert wire.given_up_s == []
    await asyncio.sleep(34)
    assert [at_s - begun_s for at_s, data in wire.written if data == b"\xc0\0"] == [25, 50, 75, 100]
    assert [at_s - begun_s for at_s in wire.given_up_s] == [110]


async def test_acks_for_unknown_packet_ids_are_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    await connected(client := MqttConnection(), monkeypatch)
    client.publish("a", b"", 1, retain=False)
    tell(client, b"".join(b"\x40\x02" + number.to_bytes(2, "big") for number in range(100, 400)))
    assert client.unacked_count == 1
    tell(client, b"\x40\x02\0\1")
    assert client.unacked_count == 0
