"""One connection to a broker by MQTT 5, which reads and sends no more than is allowed; mqtt5 has the packets."""

import asyncio
import ssl
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import Final

import mqtt5

from controller import limits


class ReadThrottle:
    """Owner of what was heard in this second, which is drawn out where that has cost more than its share.

    Args:
        most_a_s: messages in a second.

    Attributes:
        ends_s: when the second is over, by the clock of the caller.
    """

    def __init__(self, most_a_s: int) -> None:
        self.ends_s = 0.0
        self._most_a_s = most_a_s
        self._began_s = 0.0
        self._heard = 0
        self._cost_s = 0.0

    def heard(self, now_s: float, cost_s: float, messages: int = 1) -> bool:
        """Count messages that have cost so much; return whether to read no other before the second is over."""
        if now_s >= self.ends_s:
            self._began_s, self.ends_s, self._heard, self._cost_s = now_s, now_s + 1.0, 0, 0.0
        self._heard += messages
        self._cost_s += cost_s
        drawn_out_s = self._began_s + self._cost_s / limits.MQTT_WORK_SHARE
        is_too_much = drawn_out_s >= self.ends_s
        self.ends_s = max(self.ends_s, min(drawn_out_s, now_s + limits.MQTT_LONGEST_READ_PAUSE_S))
        return is_too_much or self._heard >= self._most_a_s


READ_BYTES: Final = 4096
"""Read in one turn of the loop by a client whose pace is kept: some 2,000 packets of the smallest kind."""

READ_FREELY_BYTES: Final = 65536
"""The same by a client that reads all there is; a hub that catches up spends less in fewer turns."""

CONNACK: Final = 0x20

REFUSED: Final = 0x80
"""Reason codes from here on say no (MQTT 5, 2.4)."""

ASKED: Final = 1.25
ANSWERS: Final = 0.5
"""So often a broker is asked for a sign of life, and so soon it answers, in keepalives."""


class BrokerRefusedError(Exception):
    """The broker has refused the connection, by ``code`` (MQTT 5, 3.2.2.2)."""

    def __init__(self, code: int) -> None:
        super().__init__(f"code {code}")
        self.code = code


class Client(asyncio.BufferedProtocol):
    """One connection, from `connect` on.

    What is written in a turn of the loop is one call of the system: a hub that catches up acknowledges hundreds of
    messages in a turn, and a call for each was a tenth of what it spent.

    Attributes:
        kept: the broker had kept the message that ``on_message`` is told just now, for an unknown time.
        lost: set when the connection is gone.
        waited_enough: set when all is acknowledged, or no acknowledgement comes any more.
    """

    def __init__(
        self,
        on_message: Callable[[str, bytes], None] = lambda _topic, _payload: None,
        on_refused: Callable[[int], None] = lambda _: None,
        on_read: Callable[[int, float], None] | None = None,
    ) -> None:
        """Nothing happens before `connect`.

        Args:
            on_message: told the topic and payload of each message.
            on_refused: told the reason code of each publication and subscription that the broker refuses.
            on_read: told how many messages were read at once, and what they have cost in processor seconds. Each look
                at that clock is a system call: at a hub, where nothing is paced, they were a tenth of its work.
        """
        self.lost = asyncio.Event()
        self.waited_enough = asyncio.Event()
        self.kept = False
        self._on_message = on_message
        self._on_refused = on_refused
        self._on_read = on_read
        self._transport: asyncio.Transport | None = None
        self._let_in: asyncio.Future[mqtt5.ConnAckPacket] = asyncio.get_running_loop().create_future()
        self._buffer = memoryview(bytearray(READ_FREELY_BYTES if on_read is None else READ_BYTES))
        self._received = bytearray()
        self._written = bytearray()
        self._keepalive_s = 0
        self._receive_max = 0
        self._last_id = 0
        self._unacknowledged: set[int] = set()
        self._later: deque[bytes] = deque()
        self._timers: dict[str, asyncio.TimerHandle] = {}

    async def connect(self, host: str, port: int, trusted: ssl.SSLContext | None, packet: mqtt5.ConnectPacket) -> None:
        """Connect, and wait until the broker has let us in.

        Raises:
            BrokerRefusedError: it refuses.
            ConnectionAbortedError: it hangs up instead.
            OSError, ValueError: there is none at that address, or no encrypted connection to it.
        """
        await asyncio.get_running_loop().create_connection(lambda: self, host, port, ssl=trusted)
        self._write(packet.write())
        answer = await self._let_in
        self._receive_max = answer.receive_max
        self._keepalive_s = packet.keep_alive if answer.server_keep_alive is None else answer.server_keep_alive
        if self._keepalive_s > 0:
            self._later_call("ask", ASKED, self._ask_for_life)

    def subscribe(self, topics: Sequence[str]) -> None:
        number = self._awaited_id()
        filters = [mqtt5.TopicFilter(each, max_qos=mqtt5.QoS(1), retain_as_published=False) for each in topics]
        self._write(mqtt5.SubscribePacket(number, filters).write())

    def publish(self, topic: str, payload: bytes, qos: int, *, retain: bool, expires_s: int | None = None) -> None:
        """Say it once: nothing is kept for later than this connection."""
        number = self._awaited_id() if qos else None
        packet = mqtt5.PublishPacket(
            topic,
            payload,
            qos=mqtt5.QoS(qos),
            retain=retain,
            packet_id=number,
            message_expiry_interval=expires_s,
        ).write()
        if number is None:
            self._write(packet)
        else:
            self._later.append(packet)
            self._publish_later()

    @property
    def outstanding(self) -> int:
        """Messages and subscriptions that the broker has not acknowledged."""
        return len(self._unacknowledged)

    @property
    def unsent(self) -> int:
        """Bytes that wait for the broker to read."""
        return len(self._written) + (0 if self._transport is None else self._transport.get_write_buffer_size())

    def hold(self, *, held: bool) -> None:
        """Read nothing until it is let go."""
        if self._transport is not None:
            (self._transport.pause_reading if held else self._transport.resume_reading)()

    def hang_up(self) -> None:
        """Hang up without a goodbye, in whatever state the connection is; what was said before is on its way."""
        self._flush()
        if self._transport is not None:
            self._transport.abort()

    async def disconnect(self) -> None:
        """Hang up in good order: the will is not told."""
        self._write(mqtt5.DisconnectPacket().write())
        self._flush()
        if self._transport is not None:
            self._transport.close()
            await self.lost.wait()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def connection_lost(self, _: Exception | None) -> None:
        for timer in self._timers.values():
            timer.cancel()
        if not self._let_in.done():
            self._let_in.set_exception(ConnectionAbortedError("it hung up before the line was there"))
            self._let_in.exception()  # nothing waits for it after a timeout
        self._transport = None
        self.lost.set()
        self.waited_enough.set()

    def get_buffer(self, sizehint: int) -> memoryview:
        return self._buffer

    def buffer_updated(self, nbytes: int) -> None:
        began_s, messages, at = 0.0 if self._on_read is None else time.thread_time(), 0, 0
        received = self._received
        received += self._buffer[:nbytes]
        try:
            while (end := packet_end(received, at)) is not None:
                messages += self._take(bytes(received[at:end]))
                at = end
        except ValueError:
            self.hang_up()
            return
        del received[:at]
        if self._on_read is not None:
            self._on_read(messages, time.thread_time() - began_s)

    def _take(self, octets: bytes) -> bool:
        """Do what a packet asks for, and pass over one that is none; return whether it was a message."""
        if octets[0] == CONNACK and len(octets) > 3 and octets[3] != 0 and not self._let_in.done():
            self._let_in.set_exception(BrokerRefusedError(octets[3]))
            return False
        try:
            packet, _ = mqtt5.read(memoryview(octets))
        except BaseException:  # noqa: BLE001  # text that is no UTF-8 is a panic to it, which is no Exception
            return False
        match packet:
            case mqtt5.PublishPacket():
                self.kept = packet.retain
                self._on_message(packet.topic, packet.payload)
                if packet.packet_id is not None:
                    self._write(mqtt5.PubAckPacket(packet.packet_id).write())
                return True
            case mqtt5.PubAckPacket() if packet.packet_id in self._unacknowledged:
                self._acknowledged(packet.packet_id, [packet.reason_code])
            case mqtt5.SubAckPacket() if packet.packet_id in self._unacknowledged:
                self._acknowledged(packet.packet_id, packet.reason_codes)
            case mqtt5.ConnAckPacket() if not self._let_in.done():
                self._let_in.set_result(packet)
            case mqtt5.PingRespPacket() if "silent" in self._timers:
                self._timers["silent"].cancel()
            case mqtt5.DisconnectPacket():
                self.hang_up()
        return False

    def _acknowledged(self, number: int, codes: Sequence[int]) -> None:
        for code in map(int, codes):
            if code >= REFUSED:
                self._on_refused(code)
        self._unacknowledged.remove(number)
        if self.outstanding == 0:
            self.waited_enough.set()
        self._publish_later()

    def _publish_later(self) -> None:
        """Say what the broker takes: so many that it is to acknowledge (Receive Maximum, MQTT 5, 3.2.2.3.3)."""
        while self._later and self.outstanding - len(self._later) < self._receive_max:
            self._write(self._later.popleft())

    def _awaited_id(self) -> int:
        """Return a free packet id, whose acknowledgement is waited for from now on."""
        while True:
            self._last_id = self._last_id % 0xFFFF + 1
            if self._last_id not in self._unacknowledged:
                self._unacknowledged.add(self._last_id)
                self.waited_enough.clear()
                return self._last_id

    def _ask_for_life(self) -> None:
        """Ask as seldom as a broker allows, and give it up where it does not answer."""
        assert self._transport is not None
        self._write(mqtt5.PingReqPacket().write())
        self._later_call("silent", ANSWERS, self._transport.abort)
        self._later_call("ask", ASKED, self._ask_for_life)

    def _later_call(self, name: str, keepalives: float, call: Callable[[], None]) -> None:
        after_s = keepalives * self._keepalive_s
        self._timers[name] = asyncio.get_running_loop().call_later(after_s, call)

    def _write(self, octets: bytes) -> None:
        if not self._written:
            asyncio.get_running_loop().call_soon(self._flush)
        self._written += octets

    def _flush(self) -> None:
        octets, self._written = self._written, bytearray()
        if octets and self._transport is not None:
            self._transport.write(octets)


def packet_end(received: bytearray, at: int) -> int | None:
    """Return where the packet ends that begins ``at`` (MQTT 5, 2.1.4); None while too little of it is there.

    Raises:
        ValueError: it is larger than `limits.MQTT_MESSAGE_BYTES`.
    """
    length = 0
    for place, octet in enumerate(received[at + 1 : at + 5]):
        length |= (octet & 0x7F) << 7 * place
        if length > limits.MQTT_MESSAGE_BYTES:
            break
        if octet < 0x80:
            end = at + 2 + place + length
            return end if end <= len(received) else None
    if length > limits.MQTT_MESSAGE_BYTES or len(received) - at > 4:
        raise ValueError(f"a packet of {length} octets or more, expected at most {limits.MQTT_MESSAGE_BYTES}")
    return None
