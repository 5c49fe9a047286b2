"""What a hostile message costs a table and a hub: so much time and memory for each kilobyte, whatever it says."""

import asyncio
import socket
import threading
import time
import tracemalloc
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import msgspec
import pytest
from msgspec import Struct

from controller import limits
from controller.care.admin_service import AdminService
from controller.config.schema import MqttSection
from controller.fleet import log_messages, topics
from controller.fleet.connection import BrokerConfig, BrokerConnection
from controller.fleet.messages import (
    DesiredState,
    HubRequest,
    HubRequestAnswer,
    Presence,
    PublicBoard,
    PublicGameState,
    ReportedState,
    TableEvent,
)
from controller.service.fleet.fleet_loop import FleetLoop
from controller.store.keyring import Keyring
from controller.store.membership import BrokerAccess
from controller.store.table_files import TableFiles
from hub import game_restore, password_rotation, room, table_management
from hub.engines.broker_users import BrokerUsers
from hub.ingest import Ingest
from tests.hub.running import PageInProcess, until
from tests.support.playing import playing
from tests.support.soak import SOAK, sample

Handler = Callable[[str, bytes], None]

ID = "rt-one"
SIZE = limits.LOG_PIECE_BYTES
MS_A_KB = 0.5
MEMORY_PER_BYTE = 16
FLOOD_S = 1.5


def filled(begin: bytes, again: bytes, end: bytes = b"") -> bytes:
    """Return a value of about the size limit of a message, with room for the rest of it."""
    return begin + again * ((SIZE - 100 - len(begin) - len(end)) // len(again)) + end


VALUES = [
    filled(b"", b"["),
    filled(b"", b'{"a":'),
    b"[" * 1000 + b"]" * 1000,
    b"[" * (SIZE // 2 - 50) + b"]" * (SIZE // 2 - 50),
    filled(b"", b"1"),
    filled(b"-", b"9"),
    filled(b"0.", b"1"),
    filled(b"0.", b"0", b"1e99"),
    filled(b"1e", b"9"),
    filled(b'"', b"\\u0041", b'"'),
    filled(b'"', b"\\ud83d\\ude00", b'"'),
    filled(b'"', b"\xff", b'"'),
    filled(b'"', b"a", b'"'),
    filled(b"[", b"0,", b"0]"),
    filled(b"[", b'"",', b'""]'),
    filled(b"[", b"[],", b"[]]"),
    filled(b"[", b"{},", b"{}]"),
    filled(b"[", b"null,", b"0]"),
    filled(b"{", b'"a":0,', b'"a":0}'),
    b"{" + b",".join(b'"%d":0' % number for number in range(6000)) + b"}",
]


JOURNAL = "0" * 32
PRESENCE = Presence(online=True, boot="0")
LOG = log_messages.LogPiece(JOURNAL, 1, "", "", "0" * 16, (log_messages.LogEntry(1, "{}", "", "", "0" * 16),))
TO_TABLE: dict[str, Struct] = {
    topics.HUB_TOPIC: log_messages.HubPresence(online=True, boot="0"),
    topics.WANT.topic_of(ID): log_messages.Want(JOURNAL),
    topics.ACK.topic_of(ID): log_messages.Ack(JOURNAL, 1, 1),
    topics.ASK.topic_of(ID): HubRequest("message", text="x"),
    topics.DESIRED.topic_of(ID): DesiredState(),
    topics.GIVEN.topic_of(ID): log_messages.RestoreAnswer(log_messages.RestoreRequest(JOURNAL)),
    topics.PRESENCE.topic_of(ID): PRESENCE,
}
TO_HUB: dict[str, Struct] = {
    topics.HELLO.topic_of(ID): log_messages.Hello(JOURNAL, 1, 1),
    topics.LOG.topic_of(ID): LOG,
    topics.STATE.topic_of(ID): PublicGameState("", True, "", "", 1, "", 1.0, False, False, False),
    topics.PRESENCE.topic_of(ID): PRESENCE,
    topics.BOARD.topic_of(ID): PublicBoard("", msgspec.Raw(b"{}")),
    topics.EVENT.topic_of(ID): TableEvent("help"),
    topics.REPORTED.topic_of(ID): ReportedState(),
    topics.ANSWER.topic_of(ID): HubRequestAnswer("", "doctor", done=True),
    topics.TAKE.topic_of(ID): log_messages.RestoreRequest(JOURNAL),
}
"""A message of each topic, of which one field is hostile at a time."""


def hostile_payloads(message: Struct) -> Iterator[bytes]:
    """Yield each hostile value alone, in an unknown field, and in each field of an otherwise valid message."""
    yield from VALUES
    whole = msgspec.json.decode(msgspec.json.encode(message))
    for field in ("unknown", *message.__struct_encode_fields__):
        rest = msgspec.json.encode({name: value for name, value in whole.items() if name != field})[1:-1]
        for value in VALUES if SOAK else VALUES[::3]:
            yield b'{%s"%s":%s}' % (rest + b"," if rest else b"", field.encode(), value)
    if message is LOG:
        for value in VALUES:
            yield msgspec.json.encode(whole | {"entries": [[1, value.decode("latin-1"), "", "", "0" * 16]]})
        for action in ("[" * 290, "1" * 290):
            entries = [[number, action, "", "", "0" * 16] for number in range(1, limits.LOG_PIECE_ENTRIES + 1)]
            yield msgspec.json.encode(whole | {"entries": entries})


def cost(handle: Handler, topic: str, payload: bytes) -> tuple[float, float]:
    """Return milliseconds a kilobyte and peak memory per byte, each the better of two: pytest's list of logs grows."""
    taken_s, peaks = [], []
    for _ in range(2):
        began_s = time.thread_time()
        handle(topic, payload)
        taken_s.append(time.thread_time() - began_s)
        tracemalloc.start()
        handle(topic, payload)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    size = len(payload) + len(topic)
    return 1e6 * min(taken_s) / size, min(peaks) / size


def hub_handlers(folder: Path) -> Iterator[Handler]:
    broker = BrokerConfig("127.0.0.1", 9)
    yield table_management.TableManager(broker, folder, lambda _: True).store_report_or_answer
    yield room.RoomLoop(broker).apply_and_notify
    yield password_rotation.PasswordRotation(folder, BrokerUsers(folder), broker).record_presence_or_activate
    yield game_restore.RestoreLoop(broker, PageInProcess(folder).tables.readers).queue_restore_request
    ingest = Ingest("postgresql://127.0.0.1:9/nothing", broker)

    def ingest_one(topic: str, payload: bytes) -> None:
        ingest._queue.clear()
        ingest.verify_and_queue_message(topic, payload)

    yield ingest_one


def exceeding(filters: Iterable[Handler], messages: Mapping[str, Struct]) -> list[tuple[object, ...]]:
    """Return what costs more than it may: each message, and an understood one in the longest topics."""
    long = [f"{topics.TOPIC_ROOT}/{level}/presence" for level in ("x" * 65_000, "\U0001f3f0" * 16_000, "/" * 65_000)]
    cases = [(topic, payload) for topic, message in messages.items() for payload in hostile_payloads(message)]
    cases += [(topic, b'{"online":true,"boot":"0"}') for topic in long]
    measured = ((*cost(handle, *each), handle, each[0][:80], each[1][:160]) for handle in filters for each in cases)
    return [each for each in measured if each[0] > MS_A_KB or each[1] > MEMORY_PER_BYTE]


async def test_the_cost_of_each_message_to_a_hub_is_bounded_by_its_length(tmp_path: Path) -> None:
    assert exceeding(hub_handlers(tmp_path), TO_HUB) == []


async def test_the_cost_of_each_message_to_a_table_is_bounded_by_its_length(tmp_path: Path) -> None:
    files = TableFiles(tmp_path / "test.journal", tags=tmp_path / "tags.toml", config=tmp_path / "table.toml")
    async with playing(tmp_path, castles=2) as play:
        admin = AdminService(play.table, None, Keyring(tmp_path / "keys.json"), files)
        way = BrokerAccess(MqttSection("127.0.0.1", id=ID), lambda: BrokerConfig("127.0.0.1", 9))
        fleet = FleetLoop(play.table, way, files, lambda: "", admin)
        nothing = lambda *_, **_named: None  # noqa: E731
        connection = SimpleNamespace(connected=True, previous_duration_s=0.0, fault=None, say=nothing, rest=nothing)
        fleet._connection = cast("BrokerConnection", connection)
        assert exceeding([fleet._dispatch], TO_TABLE) == []
        admin.cancel_simulated_hand()


PACKETS = {
    "message": b"\x30\4\0\1x\0",
    "message to acknowledge": b"\x32\6\0\1x\0\1\0",
    "pingresp": b"\xd0\0",
    "puback": b"\x40\2\0\1",
    "suback": b"\x90\4\0\1\0\0",
    "auth": b"\xf0\0",
}


@pytest.mark.parametrize("kind", sample([*PACKETS], 3))
def test_a_flood_of_packets_takes_a_bounded_share_of_a_tables_time(kind: str) -> None:
    async def run(port: int) -> float:
        line = BrokerConnection(
            BrokerConfig("127.0.0.1", port), ID, will=None, filters=["x"], max_per_s=limits.MQTT_MESSAGES_PER_SECOND
        )
        running = asyncio.create_task(line.run())
        await until(lambda: line.connected)
        began_s = time.thread_time()
        await asyncio.sleep(FLOOD_S)
        spent_s = time.thread_time() - began_s
        running.cancel()
        await line.close()
        return spent_s / FLOOD_S

    def flood() -> None:
        connection, _ = listener.accept()
        with connection, suppress(OSError):
            connection.recv(1000)
            connection.sendall(b"\x20\3\0\0\0")
            while True:
                connection.sendall(PACKETS[kind] * 10_000)

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=flood)
        thread.start()
        try:
            assert asyncio.run(run(listener.getsockname()[1])) < 3 * limits.MQTT_WORK_SHARE
        finally:
            thread.join()
