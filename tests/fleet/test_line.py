"""The line to a real broker: it is there, it breaks, it comes back, and what is the matter is said in time."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path

import mqtt5
import pytest

from controller import limits
from controller.fleet import line as lines
from controller.fleet.client import Client
from controller.fleet.line import Broker, Line, LineError, Trouble, spread
from controller.fleet.topics import EVENT, STATE
from tests.certificates import make_pair, outlive
from tests.fleet.mosquitto import PATIENCE_S, Mosquitto, need_mosquitto, password_file

WILL = ("royaltable/v1/rt-a/presence", {"online": False})


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    need_mosquitto()
    broker = Mosquitto(tmp_path)
    broker.start()
    yield broker
    broker.kill()


async def until(true: Callable[[], object], what: str) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while not true():  # noqa: ASYNC110  # a broker in another process tells no event
            await asyncio.sleep(0.01)


def on_line(line: Line, work: Callable[[], Awaitable[None]]) -> None:
    """Do that while the line keeps itself up."""

    async def both() -> None:
        kept_up = asyncio.create_task(line.run())
        try:
            await work()
        finally:
            kept_up.cancel()
            await asyncio.gather(kept_up, return_exceptions=True)

    asyncio.run(both())


def trouble_of(where: Broker) -> Trouble:
    async def connect() -> None:
        line = Line(where, "rt-a", will=None)
        try:
            await line.connect()
        finally:
            await line.close()

    with pytest.raises(LineError) as error:
        asyncio.run(connect())
    return error.value.fault.trouble


def test_what_is_said_arrives_and_what_is_heard_is_told(broker: Mosquitto) -> None:
    heard: list[tuple[str, bytes]] = []
    line = Line(
        Broker("127.0.0.1", broker.port),
        "rt-a",
        will=WILL,
        hears=["to/rt-a"],
        on_message=lambda topic, payload: heard.append((topic, payload)),
    )

    async def talk() -> None:
        await until(lambda: line.connected, "a connection")
        line.say("from/rt-a", STATE, {"round": 3})
        await asyncio.to_thread(broker.publish, "to/rt-a", "hello")
        await until(lambda: heard, "a message")

    with broker.listened_to() as others:
        on_line(line, talk)
        assert others.until("from/rt-a") == (False, {"round": 3})
    assert heard == [("to/rt-a", b"hello")]
    with broker.listened_to() as late:
        assert late.until("from/rt-a") == (True, {"round": 3})


def test_more_than_a_broker_takes_at_once_is_said_in_order_as_it_acknowledges(tmp_path: Path) -> None:
    need_mosquitto()
    broker = Mosquitto(tmp_path, "allow_anonymous true\nmax_inflight_messages 5\n")
    broker.start()
    line = Line(Broker("127.0.0.1", broker.port), "rt-a", will=None)

    async def talk() -> None:
        await until(lambda: line.connected, "a connection")
        for number in range(100):
            line.say("from/rt-a", EVENT, {"number": number})
        await line.heard_out()

    with broker.listened_to() as heard:
        on_line(line, talk)
        said = [heard.until("from/rt-a")[1]["number"] for _ in range(100)]
    broker.kill()
    assert said == list(range(100))


def test_a_line_that_is_held_reads_nothing_until_it_is_let_go(broker: Mosquitto) -> None:
    heard: list[bytes] = []
    line = Line(
        Broker("127.0.0.1", broker.port),
        "rt-a",
        will=None,
        hears=["to/rt-a"],
        on_message=lambda _, payload: heard.append(payload),
    )

    async def talk() -> None:
        await until(lambda: line.connected, "a connection")
        await asyncio.to_thread(broker.publish, "to/rt-a", "one")
        await until(lambda: heard == [b"one"], "the first message")
        line.hold(held=True)
        await asyncio.to_thread(broker.publish, "to/rt-a", "two")
        await asyncio.sleep(0.3)
        assert heard == [b"one"]
        line.say("from/rt-a", EVENT, {"number": 1})
        with pytest.raises(TimeoutError, match="nothing is read"):  # and is not waited for
            await line.heard_out()
        line.hold(held=False)
        await line.heard_out()
        line.say("from/rt-a", EVENT, {"number": 2})
        line.hold(held=True)
        line.hold(held=False)
        await line.heard_out()
        assert line._client is not None
        assert line._client.outstanding == 0
        await until(lambda: heard == [b"one", b"two"], "the second message")

    on_line(line, talk)


def test_who_waits_for_a_broker_that_dies_is_told_so_at_once(broker: Mosquitto) -> None:
    line = Line(Broker("127.0.0.1", broker.port), "rt-a", will=None)

    async def talk() -> None:
        await until(lambda: line.connected, "a connection")
        broker.stand_still()
        line.say("from/rt-a", EVENT, {"number": 1})
        asyncio.get_running_loop().call_later(0.1, broker.kill)
        with pytest.raises(TimeoutError, match="the connection was lost"):
            await line.heard_out()

    on_line(line, talk)


def test_who_keeps_no_line_up_is_told_at_once_as_well(broker: Mosquitto) -> None:
    line = Line(Broker("127.0.0.1", broker.port), "rt-a", will=None)

    async def talk() -> None:
        await line.connect()
        broker.stand_still()
        line.say("from/rt-a", EVENT, {"number": 1})
        asyncio.get_running_loop().call_later(0.1, broker.kill)
        for _ in range(2):
            with pytest.raises(TimeoutError, match="the connection was lost"):
                await line.heard_out()
        await line.close()

    asyncio.run(talk())


def test_who_waits_for_an_answer_of_a_broker_that_hangs_up_is_told_so() -> None:
    async def let_in_and_leave(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(1000)
        writer.write(LET_IN)
        await reader.read(1000)
        writer.close()

    async def talk() -> None:
        server = await asyncio.start_server(let_in_and_leave, "127.0.0.1", 0)
        where = Broker("127.0.0.1", server.sockets[0].getsockname()[1])
        line = Line(where, "rt-a", will=None, hears=["to/rt-a"])
        await line.connect()
        with pytest.raises(TimeoutError, match="the connection was lost"):
            await line.answered()
        await line.close()
        server.close()
        await asyncio.sleep(0)

    asyncio.run(talk())


def test_a_broker_that_was_killed_is_told_all_anew(broker: Mosquitto) -> None:
    connections: list[int] = []
    line = Line(Broker("127.0.0.1", broker.port), "rt-a", will=WILL, on_connect=lambda: connections.append(1))

    async def lose_it() -> None:
        await until(lambda: line.connected, "a connection")
        await asyncio.to_thread(broker.kill)
        await until(lambda: not line.connected, "the loss")
        line.say("from/rt-a", STATE, {"round": 3})  # nobody hears it, nobody minds
        await until(lambda: line.fault is not None, "a word of it")
        assert line.fault is not None
        assert line.fault.trouble is Trouble.NO_BROKER
        await asyncio.to_thread(broker.start)
        await until(lambda: line.connected, "another connection")
        assert line.fault is None

    on_line(line, lose_it)
    assert len(connections) == 2


def test_a_line_that_breaks_tells_its_will_and_one_that_is_hung_up_does_not(
    broker: Mosquitto, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines, "WILL_DELAY_S", 0)

    async def break_it() -> None:
        line = Line(Broker("127.0.0.1", broker.port), "rt-a", will=WILL)
        await line.connect()
        line._drop()

    async def hang_up() -> None:
        line = Line(Broker("127.0.0.1", broker.port), "rt-b", will=("will/rt-b", {"online": False}))
        await line.connect()
        await line.close()

    with broker.listened_to() as others:
        asyncio.run(hang_up())
        asyncio.run(break_it())
        broker.publish("test/end", "now")
        assert others.until(WILL[0]) == (False, WILL[1])
    with broker.listened_to() as late:
        broker.publish("test/end", "now")
        late.until("test/end")  # all that a broker keeps comes before what is said now
        assert late.all_of(WILL[0]) == [WILL[1]]
        assert late.all_of("will/rt-b") == []


def test_no_broker_a_wrong_password_and_no_right_are_told_apart(tmp_path: Path) -> None:
    need_mosquitto()
    users = password_file(tmp_path, {"table": "right"})
    rights = tmp_path / "rights"
    rights.write_text("user table\ntopic read #\ntopic write royaltable/v1/rt-a/#\n")
    broker = Mosquitto(tmp_path, f"allow_anonymous false\npassword_file {users}\nacl_file {rights}\n")
    here = Broker("127.0.0.1", broker.port, "table", "right")
    assert trouble_of(here) is Trouble.NO_BROKER
    broker.start()
    try:
        assert trouble_of(Broker("127.0.0.1", broker.port, "table", "wrong")) is Trouble.PASSWORD
        assert trouble_of(Broker("127.0.0.1", broker.port)) is Trouble.PASSWORD

        async def say(topic: str) -> Trouble | None:
            line = Line(here, "rt-a", will=None)
            await line.connect()
            line.say(topic, EVENT, {"event_type": "begun"})
            await line.heard_out()
            await line.close()
            return None if line.fault is None else line.fault.trouble

        assert asyncio.run(say("royaltable/v1/rt-a/event")) is None
        assert asyncio.run(say("royaltable/v1/rt-b/event")) is Trouble.RIGHTS
    finally:
        broker.kill()


@pytest.mark.parametrize("host", ["a..b", "x" * 64, "\0", "\udcff", "[::1"])
def test_a_host_that_can_be_none_is_a_broker_that_is_not_there(host: str) -> None:
    """Whoever wants the line tries again for ever, and people are told what was seen."""
    assert trouble_of(Broker(host, 1883)) is Trouble.NO_BROKER


def test_tls_trusts_the_named_authority_alone_and_minds_no_date(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    need_mosquitto()
    certificate, key = make_pair(tmp_path)
    outlive(certificate, key)
    other, _ = make_pair(tmp_path, "other")
    broker = Mosquitto(tmp_path, f"allow_anonymous true\ncertfile {certificate}\nkeyfile {key}\n")
    broker.start()
    try:

        async def connect(authority: Path) -> bool:
            line = Line(Broker("127.0.0.1", broker.port, tls=True, authority=authority), "rt-a", will=None)
            await line.connect()
            await line.close()
            return True

        assert asyncio.run(connect(certificate))
        assert trouble_of(Broker("127.0.0.1", broker.port, tls=True, authority=other)) is Trouble.NO_TLS
        assert trouble_of(Broker("127.0.0.1", broker.port, tls=True, authority=tmp_path / "none")) is Trouble.NO_TLS
        monkeypatch.setattr(limits, "MQTT_CONNECT_S", 0.3)
        assert trouble_of(Broker("127.0.0.1", broker.port)) is Trouble.NO_BROKER
    finally:
        broker.kill()


LET_IN = b"\x20\x03\x00\x00\x00"
"""CONNACK of MQTT 5 without properties (3.2)."""


async def met(answer: bytes) -> Trouble | None:
    """What is the matter with the line to somebody who answers so; None if it holds, and still hears."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(1000)
        writer.write(answer)
        with closing(writer), suppress(ConnectionError, asyncio.CancelledError):
            await until(lambda: line.connected or line.fault, "an end of the greeting")
            writer.write(b"\x30\x06\x00\x03end\x00")
            await reader.read()

    ends: list[str] = []
    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    line = Line(Broker("127.0.0.1", port), "rt-a", will=None, on_message=lambda topic, _: ends.append(topic))
    kept_up = asyncio.create_task(line.run())
    await until(lambda: line.fault is not None or "end" in ends, "a word of it")
    kept_up.cancel()
    await asyncio.gather(kept_up, return_exceptions=True)
    server.close()
    await asyncio.gather(*asyncio.all_tasks() - {asyncio.current_task()}, return_exceptions=True)
    return None if line.fault is None else line.fault.trouble


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param(b"HTTP/1.1 400 Bad Request\r\n\r\n", id="a web server"),
        pytest.param(LET_IN + b"\x30\xff\xff\xff\x7f" + b"x" * 400_000, id="a message without end"),
        pytest.param(b"\x20\x02\x00\x01", id="another version of MQTT"),
        pytest.param(b"\x20\x03\x00\x88\x00", id="a broker that is busy"),
    ],
)
def test_whatever_else_answers_there_is_a_broker_that_is_lost(answer: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MQTT_CONNECT_S", 0.3)
    assert asyncio.run(met(answer)) in {Trouble.NO_BROKER, Trouble.OTHER}


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
def test_a_message_that_is_none_is_passed_over(message: bytes) -> None:
    assert asyncio.run(met(LET_IN + message)) is None


def test_a_fault_of_whoever_is_told_is_said_once_and_the_next_message_comes(
    broker: Mosquitto, caplog: pytest.LogCaptureFixture
) -> None:
    heard: list[bytes] = []

    def told(_topic: str, payload: bytes) -> None:
        heard.append(payload)
        if payload != b"3":
            raise KeyError("what may be a secret")

    line = Line(Broker("127.0.0.1", broker.port), "rt-a", will=None, hears=["x/#"], on_message=told)

    async def work() -> None:
        await until(lambda: line.connected, "the line")
        for payload in (b"1", b"2", b"3"):
            line.say("x/y", EVENT, payload)
        await until(lambda: heard == [b"1", b"2", b"3"], "the third")

    with caplog.at_level("WARNING"):
        on_line(line, work)
    said = [record.message for record in caplog.records if "message_failed" in record.message]
    assert len(said) == 1
    assert "KeyError" in said[0]
    assert "secret" not in said[0]


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


async def connected(client: Client, monkeypatch: pytest.MonkeyPatch) -> Wire:
    async def there(make: Callable[[], Client], *_: object, **_named: object) -> None:
        make().connection_made(wire)
        asyncio.get_running_loop().call_soon(tell, client, LET_IN)

    wire = Wire()
    monkeypatch.setattr(asyncio.get_running_loop(), "create_connection", there)
    await client.connect("broker", 1883, None, mqtt5.ConnectPacket("rt-a", keep_alive=20))
    wire.written.clear()
    return wire


def tell(client: Client, octets: bytes) -> None:
    client.get_buffer(-1)[: len(octets)] = octets
    client.buffer_updated(len(octets))


async def test_what_is_written_in_a_turn_of_the_loop_is_one_call_in_its_order(monkeypatch: pytest.MonkeyPatch) -> None:
    wire = await connected(client := Client(), monkeypatch)
    for topic in ("a", "b", "c"):
        client.publish(topic, b"", 0, retain=False)
    assert (wire.written, client.unsent) == ([], 18)
    await asyncio.sleep(0)
    assert [octets for _, octets in wire.written] == [b"\x30\x04\0\1a\0\x30\x04\0\1b\0\x30\x04\0\1c\0"]
    assert client.unsent == 0
    client.publish("d", b"", 0, retain=False)
    client.hang_up()
    assert wire.written[-1][1] == b"\x30\x04\0\1d\0"


async def test_an_idle_line_asks_every_25_seconds_and_gives_up_a_broker_that_does_not_answer_for_10(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wire = await connected(client := Client(), monkeypatch)
    begun_s = asyncio.get_running_loop().time()
    for _ in range(3):
        await asyncio.sleep(25.5)
        tell(client, b"\xd0\0")
    assert wire.given_up_s == []
    await asyncio.sleep(34)
    assert [at_s - begun_s for at_s, octets in wire.written if octets == b"\xc0\0"] == [25, 50, 75, 100]
    assert [at_s - begun_s for at_s in wire.given_up_s] == [110]


def test_a_black_hole_is_noticed_and_an_idle_line_lives_on(broker: Mosquitto, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("controller.fleet.line.KEEPALIVE_S", 1)
    connected_at_s: list[float] = []

    async def run() -> None:
        now_s = asyncio.get_running_loop().time
        line = Line(
            Broker("127.0.0.1", broker.port), "rt-a", will=None, on_connect=lambda: connected_at_s.append(now_s())
        )
        task = asyncio.create_task(line.run())
        # A broker hangs up after one and a half, and so does a machine that is busy for half a second: it tries again.
        await until(lambda: line.connected and now_s() > connected_at_s[-1] + 4, "it lives on")
        connects = len(connected_at_s)
        broker.stand_still()
        try:
            await until(lambda: not line.connected, "it is noticed")
            assert line.fault is not None
            assert line.fault.trouble is Trouble.NO_BROKER
        finally:
            broker.go_on()
        await until(lambda: len(connected_at_s) > connects, "it is back")
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    asyncio.run(run())


def test_a_revoked_password_is_told_once_however_often_the_line_tries(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    need_mosquitto()
    monkeypatch.setattr("controller.fleet.line.LONGEST_PAUSE_S", 0.05)
    password_file(tmp_path, {"rt-a": "right", "rt-b": "right"})
    broker = Mosquitto(tmp_path, f"allow_anonymous false\npassword_file {tmp_path / 'users'}\n")
    tries = 0

    class Counted(Line):
        async def connect(self) -> None:
            nonlocal tries
            tries += 1
            await super().connect()

    async def run() -> None:
        line = Counted(Broker("127.0.0.1", broker.port, "rt-a", "right"), "rt-a", will=None)
        task = asyncio.create_task(line.run())
        await until(lambda: line.connected, "it connects")
        password_file(tmp_path, {"rt-a": "another"})
        broker.read_anew()
        await until(lambda: line.fault is not None and line.fault.trouble is Trouble.PASSWORD, "it is told")
        before = tries
        await until(lambda: tries > before + 20, "it tries on")
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    broker.start()
    try:
        asyncio.run(run())
    finally:
        broker.kill()
    said = [record.getMessage() for record in caplog.records if "broker_lost" in record.getMessage()]
    assert len([each for each in said if "why=password" in each]) == 1
    assert len(said) <= 2, "one for the connection that was cut off, one for the password"


def test_a_broker_that_does_not_read_is_given_up_and_holds_nobody_up(broker: Mosquitto) -> None:
    line = Line(Broker("127.0.0.1", broker.port), "rt-a", will=None)

    async def flood() -> None:
        await until(lambda: line.connected, "a connection")
        broker.stand_still()
        for number in range(1000):  # more than the kernel takes for a broker that reads nothing
            line.say("from/rt-a", STATE, {"number": number, "text": "x" * 20_000})
        await until(lambda: not line.connected, "the loss")
        broker.go_on()
        await until(lambda: line.connected, "another connection")

    on_line(line, flood)


def test_a_broker_that_floods_a_line_is_left_to_wait() -> None:
    topic, payload = b"to/rt-a", b"x" * 10_000
    message = len(topic).to_bytes(2, "big") + topic + b"\0" + payload
    publish = bytes([0x30, 0x80 | len(message) & 0x7F, len(message) >> 7]) + message

    async def flood(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(1000)
        writer.write(bytes([0x20, 3, 0, 0, 0]))
        with suppress(OSError):
            while True:
                writer.write(publish)
                await writer.drain()

    async def run() -> None:
        heard: list[bytes] = []
        now_s = asyncio.get_running_loop().time
        server = await asyncio.start_server(flood, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        broker = Broker("127.0.0.1", port)
        line = Line(broker, "rt-a", will=None, on_message=lambda _, octets: heard.append(octets), most_a_s=100)
        began_s, task = now_s(), asyncio.create_task(line.run())
        await until(lambda: len(heard) >= 250, "it reads on in the next second")
        assert len(heard) <= (now_s() - began_s + 1) * (100 + 2 * limits.MQTT_OCTETS * 4 / len(payload))
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        server.close()

    asyncio.run(run())


def test_acknowledgements_of_nothing_that_was_said_count_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    bogus = b"".join(b"\x40\x02" + number.to_bytes(2, "big") for number in range(100, 400))

    async def acknowledge(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(1000)
        writer.write(LET_IN + bogus)
        with suppress(OSError):
            while await reader.read(1000):
                writer.write(bogus)
        writer.close()

    async def run() -> None:
        server = await asyncio.start_server(acknowledge, "127.0.0.1", 0)
        line = Line(Broker("127.0.0.1", server.sockets[0].getsockname()[1]), "rt-a", will=None)
        await line.connect()
        monkeypatch.setattr(limits, "MQTT_CONNECT_S", 0.3)
        line.say("to/rt-a", EVENT, b"what is said")
        with pytest.raises(TimeoutError):
            await line.heard_out()
        await line.close()
        server.close()
        await asyncio.sleep(0)

    asyncio.run(run())


def test_what_a_thousand_lines_wait_is_spread() -> None:
    """A broker lets a hundred wait to be taken in; they come back over half of the pause, no tenth of it crowded."""
    for failures in range(1, 6):
        waits = [spread(f"rt-{number:06}", failures) for number in range(1000)]
        assert 0.5 <= min(waits) <= max(waits) <= 1.0
        tenths = [sum(low <= 20 * (wait - 0.5) < low + 1 for wait in waits) for low in range(10)]
        assert max(tenths) < 150, tenths
        assert sum(tenths) > 990
    assert len({spread("rt-one", failures) for failures in range(10)}) == 10, "who met others once meets them no more"
