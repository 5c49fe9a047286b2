"""An MQTT 5 client for one connection, with bounds on reading and sending; the library mqtt5 encodes the packets."""

import asyncio
import ssl
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import Final

import mqtt5

from controller import limits


class ReadThrottle:
    """Messages read in the current second, extended if they cost more than ``limits.MQTT_WORK_SHARE``.

    ``ends_s`` is when the second is over, by the caller's clock.
    """

    def __init__(self, max_per_s: int) -> None:
        self.ends_s = 0.0
        self._max_per_s = max_per_s
        self._began_s = 0.0
        self._messages = 0
        self._cost_s = 0.0

    def record_and_must_pause(self, now_s: float, cost_s: float, messages: int = 1) -> bool:
        """Count messages and cost; return whether to pause reading until the second is over."""
        if now_s >= self.ends_s:
            self._began_s, self.ends_s, self._messages, self._cost_s = now_s, now_s + 1.0, 0, 0.0
        self._messages += messages
        self._cost_s += cost_s
        paid_at_s = self._began_s + self._cost_s / limits.MQTT_WORK_SHARE
        is_too_costly = paid_at_s >= self.ends_s
        self.ends_s = max(self.ends_s, min(paid_at_s, now_s + limits.MQTT_LONGEST_READ_PAUSE_S))
        return is_too_costly or self._messages >= self._max_per_s


THROTTLED_READ_BYTES: Final = 4096
"""Bytes read in one turn of the event loop with a throttle: some 2,000 of the smallest packets."""

READ_BYTES: Final = 65536
"""Bytes read in one turn without a throttle: more, to save a hub that catches up turns and time."""

CONNACK_PACKET_TYPE: Final = 0x20

FIRST_ERROR_CODE: Final = 0x80
"""Reason codes from here on are errors (MQTT 5, 2.4)."""

PING_INTERVAL_KEEPALIVES: Final = 1.25
PONG_TIMEOUT_KEEPALIVES: Final = 0.5
"""Interval of pings and the time for their answer, in keepalives."""


class BrokerRefusedError(Exception):
    """The broker has refused the connection with ``code`` (MQTT 5, 3.2.2.2)."""

    def __init__(self, code: int) -> None:
        super().__init__(f"code {code}")
        self.code = code


class MqttConnection(asyncio.BufferedProtocol):
    """One connection, from `connect` on.

    One system call sends all packets of a turn of the event loop. A hub that catches up acknowledges hundreds of
    messages in a turn; a call for each would take a tenth of its time.

    Attributes:
        is_current_message_retained: whether ``on_message`` handles a retained message, of unknown age.
        lost: set when the connection is gone.
        acked_or_lost: set when everything is acknowledged, or no more answers will come.
    """

    def __init__(
        self,
        on_message: Callable[[str, bytes], None] = lambda _topic, _payload: None,
        on_refused: Callable[[int], None] = lambda _: None,
        on_read: Callable[[int, float], None] | None = None,
    ) -> None:
        """Prepare a connection; `connect` makes it.

        Args:
            on_message: called with the topic and payload of each message.
            on_refused: called with the reason code of each publication and subscription refused by the broker.
            on_read: called with the number of messages read in a turn and their processor seconds. A hub passes None:
                reading the processor clock would be a tenth of its work.
        """
        self.lost = asyncio.Event()
        self.acked_or_lost = asyncio.Event()
        self.is_current_message_retained = False
        self._on_message = on_message
        self._on_topic_refused = on_refused
        self._on_read = on_read
        self._transport: asyncio.Transport | None = None
        self._connack: asyncio.Future[mqtt5.ConnAckPacket] = asyncio.get_running_loop().create_future()
        self._buffer = memoryview(bytearray(READ_BYTES if on_read is None else THROTTLED_READ_BYTES))
        self._received = bytearray()
        self._written = bytearray()
        self._keepalive_s = 0
        self._receive_max = 0
        self._last_id = 0
        self._unacked: set[int] = set()
        self._unsent: deque[bytes] = deque()
        self._timers: dict[str, asyncio.TimerHandle] = {}

    async def connect(self, host: str, port: int, tls: ssl.SSLContext | None, packet: mqtt5.ConnectPacket) -> None:
        """Connect, and wait until the broker has accepted us.

        Raises:
            BrokerRefusedError: the broker refuses.
            ConnectionAbortedError: the broker closes the connection instead.
            OSError, ValueError: there is no broker at that address, or no encrypted connection to it.
        """
        await asyncio.get_running_loop().create_connection(lambda: self, host, port, ssl=tls)
        self._queue_write(packet.write())
        answer = await self._connack
        self._receive_max = answer.receive_max
        self._keepalive_s = packet.keep_alive if answer.server_keep_alive is None else answer.server_keep_alive
        if self._keepalive_s > 0:
            self._start_timer("ping", PING_INTERVAL_KEEPALIVES, self._send_ping)

    def subscribe(self, topics: Sequence[str]) -> None:
        number = self._reserve_packet_id()
        filters = [mqtt5.TopicFilter(each, max_qos=mqtt5.QoS(1), retain_as_published=False) for each in topics]
        self._queue_write(mqtt5.SubscribePacket(number, filters).write())

    def publish(self, topic: str, payload: bytes, qos: int, *, retain: bool, expires_s: int | None = None) -> None:
        """Publish on this connection only: nothing is stored for a later one."""
        number = self._reserve_packet_id() if qos else None
        packet = mqtt5.PublishPacket(
            topic,
            payload,
            qos=mqtt5.QoS(qos),
            retain=retain,
            packet_id=number,
            message_expiry_interval=expires_s,
        ).write()
        if number is None:
            self._queue_write(packet)
        else:
            self._unsent.append(packet)
            self._publish_unsent()

    @property
    def unacked_count(self) -> int:
        """Number of unacknowledged messages and subscriptions."""
        return len(self._unacked)

    @property
    def unsent_byte_count(self) -> int:
        return len(self._written) + (0 if self._transport is None else self._transport.get_write_buffer_size())

    def set_reading_paused(self, *, paused: bool) -> None:
        if self._transport is not None:
            (self._transport.pause_reading if paused else self._transport.resume_reading)()

    def abort(self) -> None:
        """Flush written packets and close the connection in any state, without DISCONNECT."""
        self._flush_writes()
        if self._transport is not None:
            self._transport.abort()

    async def disconnect(self) -> None:
        """Disconnect in good order: the broker does not publish the will."""
        self._queue_write(mqtt5.DisconnectPacket().write())
        self._flush_writes()
        if self._transport is not None:
            self._transport.close()
            await self.lost.wait()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def connection_lost(self, _: Exception | None) -> None:
        for timer in self._timers.values():
            timer.cancel()
        if not self._connack.done():
            self._connack.set_exception(ConnectionAbortedError("the broker closed the connection before CONNACK"))
            self._connack.exception()  # mark as retrieved: nothing awaits it after a timeout
        self._transport = None
        self.lost.set()
        self.acked_or_lost.set()

    def get_buffer(self, sizehint: int) -> memoryview:
        return self._buffer

    def buffer_updated(self, nbytes: int) -> None:
        began_s, messages, at = 0.0 if self._on_read is None else time.thread_time(), 0, 0
        received = self._received
        received += self._buffer[:nbytes]
        try:
            while (end := find_packet_end(received, at)) is not None:
                messages += self._handle_packet_and_is_message(bytes(received[at:end]))
                at = end
        except ValueError:
            self.abort()
            return
        del received[:at]
        if self._on_read is not None:
            self._on_read(messages, time.thread_time() - began_s)

    def _handle_packet_and_is_message(self, data: bytes) -> bool:
        if data[0] == CONNACK_PACKET_TYPE and len(data) > 3 and data[3] != 0 and not self._connack.done():
            self._connack.set_exception(BrokerRefusedError(data[3]))
            return False
        try:
            packet, _ = mqtt5.read(memoryview(data))
        except BaseException:  # noqa: BLE001  # mqtt5 panics at invalid UTF-8, not with an Exception
            return False
        match packet:
            case mqtt5.PublishPacket():
                self.is_current_message_retained = packet.retain
                self._on_message(packet.topic, packet.payload)
                if packet.packet_id is not None:
                    self._queue_write(mqtt5.PubAckPacket(packet.packet_id).write())
                return True
            case mqtt5.PubAckPacket() if packet.packet_id in self._unacked:
                self._handle_ack(packet.packet_id, [packet.reason_code])
            case mqtt5.SubAckPacket() if packet.packet_id in self._unacked:
                self._handle_ack(packet.packet_id, packet.reason_codes)
            case mqtt5.ConnAckPacket() if not self._connack.done():
                self._connack.set_result(packet)
            case mqtt5.PingRespPacket() if "pong" in self._timers:
                self._timers["pong"].cancel()
            case mqtt5.DisconnectPacket():
                self.abort()
        return False

    def _handle_ack(self, number: int, codes: Sequence[int]) -> None:
        for code in map(int, codes):
            if code >= FIRST_ERROR_CODE:
                self._on_topic_refused(code)
        self._unacked.remove(number)
        if self.unacked_count == 0:
            self.acked_or_lost.set()
        self._publish_unsent()

    def _publish_unsent(self) -> None:
        """Publish up to the broker's Receive Maximum (MQTT 5, 3.2.2.3.3)."""
        while self._unsent and self.unacked_count - len(self._unsent) < self._receive_max:
            self._queue_write(self._unsent.popleft())

    def _reserve_packet_id(self) -> int:
        """Return a free packet id, and expect its acknowledgement."""
        while True:
            self._last_id = self._last_id % 0xFFFF + 1
            if self._last_id not in self._unacked:
                self._unacked.add(self._last_id)
                self.acked_or_lost.clear()
                return self._last_id

    def _send_ping(self) -> None:
        assert self._transport is not None
        self._queue_write(mqtt5.PingReqPacket().write())
        self._start_timer("pong", PONG_TIMEOUT_KEEPALIVES, self._transport.abort)
        self._start_timer("ping", PING_INTERVAL_KEEPALIVES, self._send_ping)

    def _start_timer(self, name: str, keepalives: float, call: Callable[[], None]) -> None:
        after_s = keepalives * self._keepalive_s
        self._timers[name] = asyncio.get_running_loop().call_later(after_s, call)

    def _queue_write(self, data: bytes) -> None:
        if not self._written:
            asyncio.get_running_loop().call_soon(self._flush_writes)
        self._written += data

    def _flush_writes(self) -> None:
        data, self._written = self._written, bytearray()
        if data and self._transport is not None:
            self._transport.write(data)


def find_packet_end(received: bytearray, at: int) -> int | None:
    """Return where the packet that begins ``at`` ends (MQTT 5, 2.1.4); None if it is incomplete.

    Raise ValueError if it is larger than `limits.MQTT_MESSAGE_BYTES`.
    """
    length = 0
    for place, byte in enumerate(received[at + 1 : at + 5]):
        length |= (byte & 0x7F) << 7 * place
        if length > limits.MQTT_MESSAGE_BYTES:
            break
        if byte < 0x80:
            end = at + 2 + place + length
            return end if end <= len(received) else None
    if length > limits.MQTT_MESSAGE_BYTES or len(received) - at > 4:
        raise ValueError(f"saw a packet of {length} bytes or more, expected at most {limits.MQTT_MESSAGE_BYTES}")
    return None
