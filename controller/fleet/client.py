"""The client of a broker, which reads no more than is allowed."""

import asyncio
import time
from collections import deque
from collections.abc import Callable
from typing import Any, Final

import gmqtt

from controller import limits


class Pace:
    """Owner of what was heard in this second, which is drawn out where that has cost more than its share.

    Args:
        most_a_s: messages in a second.

    Attributes:
        ends_s: when the second is over, by the clock of whoever hears.
    """

    def __init__(self, most_a_s: int) -> None:
        self.ends_s = 0.0
        self._most_a_s = most_a_s
        self._began_s = 0.0
        self._heard = 0
        self._cost_s = 0.0

    def heard(self, now_s: float, cost_s: float) -> bool:
        """One more message, which has cost so much; whether to read no other before the second is over."""
        if now_s >= self.ends_s:
            self._began_s, self.ends_s, self._heard, self._cost_s = now_s, now_s + 1.0, 0, 0.0
        self._heard += 1
        self._cost_s += cost_s
        drawn_out_s = self._began_s + self._cost_s / limits.MQTT_WORK_SHARE
        is_too_much = drawn_out_s >= self.ends_s
        self.ends_s = max(self.ends_s, min(drawn_out_s, now_s + limits.MQTT_LONGEST_REST_S))
        return is_too_much or self._heard >= self._most_a_s


READ_OCTETS: Final = 4096
"""Read in one turn of the loop, and until a hold takes effect: some 2,000 packets of the smallest kind."""

REFUSED: Final = 0x80
"""Reason codes from here on say no (MQTT 5, 2.4)."""

ASKED: Final = 1.25
ANSWERS: Final = 0.5
"""So often a broker is asked for a sign of life, and so soon it answers, in keepalives."""


class OncePerTurn:
    """Owner of what is written in a turn of the loop: one call of the system takes it, and one packet of the network.

    A hub that catches up acknowledges hundreds of messages in a turn; a call for each was a tenth of what it spent.

    Attributes:
        octets: that wait for the end of the turn.
    """

    def __init__(self, write: Callable[[bytes], None]) -> None:
        self.octets = 0
        self._write = write
        self._waiting: list[bytes] = []

    def write(self, octets: bytes) -> None:
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self.flush)
        self._waiting.append(octets)
        self.octets += len(octets)

    def flush(self) -> None:
        if self._waiting:
            self._write(b"".join(self._waiting))
            self._waiting.clear()
            self.octets = 0


class Client(gmqtt.Client):  # type: ignore[misc]  # it has no types
    """gmqtt's, which says what the broker has refused, too."""

    def __init__(
        self,
        client_id: str,
        refused: Callable[[int], None],
        has_read: Callable[[float], None] = lambda _: None,
        **values: Any,
    ) -> None:
        super().__init__(client_id, **values)
        self._has_read = has_read
        self._reads = asyncio.Event()
        self._reads.set()
        self.outstanding = 0
        self._later: deque[gmqtt.Message] = deque()
        self.waited_enough = asyncio.Event()  # all is acknowledged, or no acknowledgement comes any more
        handler = self._package_handler
        acknowledged = handler._handle_puback_packet  # noqa: SLF001  # it drops the reason code

        def heard(cmd: int, packet: bytes) -> None:
            if int.from_bytes(packet[:2], "big") not in handler.id_generator._used_ids:  # noqa: SLF001
                return  # an acknowledgement of nothing that was said
            if len(packet) > 2 and packet[2] >= REFUSED:  # MQTT 5, 3.4.2.1
                refused(packet[2])
            acknowledged(cmd, packet)
            self.outstanding -= 1
            if self.outstanding <= 0:
                self.waited_enough.set()
            while self._later and self._has_room:
                self._connection.publish(self._later.popleft())

        handler._handle_puback_packet = heard  # noqa: SLF001

    def _allow_reconnect(self) -> bool:
        return False

    async def _create_connection(self, *args: Any, **values: Any) -> Any:
        connection = await super()._create_connection(*args, **values)
        protocol = connection._protocol  # noqa: SLF001
        read, read_on = protocol._read_packet, protocol.read  # noqa: SLF001

        async def in_turns(_most: int) -> bytes:
            await asyncio.sleep(0)  # a reader that has enough already would not wait
            await self._reads.wait()
            octets: bytes = await read_on(READ_OCTETS)
            return octets

        def bounded(octets: bytes) -> int:
            began_s = time.thread_time()
            try:
                parsed: int = read(octets)
            except Exception:  # noqa: BLE001  # whatever a broker sends that is not MQTT
                parsed = -1
            if parsed < 0 or len(octets) - parsed > 2 * limits.MQTT_OCTETS:
                connection._transport.abort()  # noqa: SLF001
                return -1
            self._has_read(time.thread_time() - began_s)
            return parsed

        protocol.read = in_turns
        protocol._read_packet = bounded  # noqa: SLF001
        self._written = OncePerTurn(protocol.write_data)
        protocol.write_data = self._written.write
        goodbye = protocol.send_disconnect

        def last(*args: Any, **values: Any) -> None:
            goodbye(*args, **values)
            self._written.flush()  # the connection is closed in this turn

        protocol.send_disconnect = last
        beat(connection)
        return connection

    @property
    def unsent(self) -> int:
        size: int = self._connection._transport.get_write_buffer_size()  # noqa: SLF001
        return size + self._written.octets

    @property
    def _has_room(self) -> bool:
        """Whether the broker takes one more that it is to acknowledge (its Receive Maximum, MQTT 5, 3.2.2.3.3)."""
        ids = self._package_handler.id_generator
        room: bool = len(ids._used_ids) < ids._max - 1  # noqa: SLF001  # from there on it raises
        return room

    def send(self, message: gmqtt.Message) -> None:
        """Once; who comes back says all anew, so nothing is kept for later than this connection."""
        if message.qos > 0:
            self.outstanding += 1
            self.waited_enough.clear()
            if self._later or not self._has_room:
                self._later.append(message)
                return
        self._connection.publish(message)

    def hold(self, *, held: bool) -> None:
        transport = self._connection._transport  # noqa: SLF001
        (self._reads.clear if held else self._reads.set)()
        if held:  # its stream would read on by itself when it has given out what it has
            self._connection._protocol._hard_reader._paused = False  # noqa: SLF001
        if not transport.is_closing():
            (transport.pause_reading if held else transport.resume_reading)()

    def hang_up(self) -> None:
        """Without a goodbye, whatever state the connection is in; what was said before is on its way."""
        if self._connection is not None:
            self._written.flush()
            self._connection._transport.abort()  # noqa: SLF001


def beat(connection: Any) -> None:
    """Ask the broker for a sign of life as seldom as it allows, and give it up where none comes.

    gmqtt's own looks twice as often, which wakes a table for nothing, and waits longer than we say.
    """
    loop = asyncio.get_running_loop()
    late: asyncio.TimerHandle | None = None

    def ask() -> None:
        nonlocal late
        if not connection.is_closing():
            connection._send_ping_request()  # noqa: SLF001
            late = loop.call_later(ANSWERS * connection.keepalive, connection._transport.abort)  # noqa: SLF001
            again()

    def answered(_cmd: int, _packet: bytes) -> None:
        if late is not None:
            late.cancel()

    def again() -> None:
        connection._keep_connection_callback = loop.call_later(ASKED * connection.keepalive, ask)  # noqa: SLF001

    connection._handler._handle_pingresp_packet = answered  # noqa: SLF001
    connection._keep_connection_callback.cancel()  # noqa: SLF001
    connection._keep_connection = ask  # noqa: SLF001  # a broker may choose another pace
    again()
