"""The line to a broker: MQTT 5, one connection after the other, until the task is cancelled."""

import asyncio
import hashlib
import os
import ssl
import zlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from enum import Enum
from pathlib import Path
from typing import Any, Final

import mqtt5
import msgspec
from msgspec import Struct

from controller import limits, log
from controller.background import code_location, redacted_message
from controller.backoff import Backoff
from controller.fleet.client import BrokerRefusedError, Client, ReadThrottle
from controller.fleet.enrolment import NO_CHECK_TIME, tls_context_trusting
from controller.fleet.topics import TopicKind

KEEPALIVE_S: Final = 20
"""A broker that stands still is noticed within twice that.

It hangs up where it has heard nothing for one and a half (MQTT 5, 3.1.2.10).
"""

WILL_DELAY_S: Final = 10
"""A line that is back by then was never away (MQTT 5, 3.1.3.2.2); the session lives a little longer, or its end would
be told first."""

LONGEST_PAUSE_S: Final = 30.0
"""Between two tries."""

CLOSE_S: Final = 1.0
"""For hanging up; a broker that stands still delays the end no longer."""

NO_RIGHT: Final = 0x87


class FaultKind(Enum):
    """Why the line is not there, or not of use."""

    NO_BROKER = "no-broker"
    NO_TLS = "no-tls"
    PASSWORD = "password"  # noqa: S105  # a word for a trouble
    RIGHTS = "rights"
    OTHER = "other"
    NO_HUB = "no-hub"
    TWIN = "twin"
    FORKED = "forked"
    BEHIND = "behind"


class ConnectionFault(Struct, frozen=True):
    """What is wrong with the line: its kind, and what was seen."""

    trouble: FaultKind
    seen: str


class ConnectionFailedError(Exception):
    """A connection did not come about, or has ended."""

    def __init__(self, trouble: FaultKind, seen: str) -> None:
        super().__init__(seen)
        self.fault = ConnectionFault(trouble, seen)


class BrokerConfig(Struct, frozen=True):
    """Address of a broker, and our credentials there.

    Attributes:
        newer: passwords to be tried before ``password``, in this order.
        tls: the line is encrypted, by ``authority`` or else by one that the system trusts.
        authority: a PEM file; dates of what it has signed are not looked at. As text it is a room's own, which alone is
            trusted, whatever the broker is called.
    """

    host: str
    port: int
    user: str | None = None
    password: str | None = None
    tls: bool = False
    authority: Path | str | None = None
    newer: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return f"{self.host}:{self.port}"

    def trusted(self) -> ssl.SSLContext | None:
        """Return the TLS context; None without TLS.

        Raises:
            ConnectionFailedError: the authority's file cannot be used.
        """
        if not self.tls:
            return None
        try:
            if isinstance(self.authority, str):
                return tls_context_trusting(self.authority)
            context = ssl.create_default_context(cafile=self.authority)
        except (OSError, ssl.SSLError) as fault:
            raise ConnectionFailedError(FaultKind.NO_TLS, f"{self.authority}: {fault.strerror or fault}") from None
        if self.authority is not None:
            context.verify_flags = ssl.VerifyFlags(context.verify_flags | NO_CHECK_TIME)
        return context


class BrokerConnection:
    """Owner of the connection to one broker.

    What is said without a connection is lost; ``on_connect`` says all that holds.

    Attributes:
        fault: what is the matter; None while all goes well, and before the first try.
        connected: there is a connection.
        lasted_s: how long the connection before this one has lasted; 0 while there was none.
        password: by which the broker has let us in the last time; None for none.
    """

    def __init__(
        self,
        broker: BrokerConfig | Callable[[], BrokerConfig],
        client_id: str,
        *,
        will: tuple[str, Any] | None,
        hears: Sequence[str] = (),
        on_connect: Callable[[], None] = lambda: None,
        on_message: Callable[[str, bytes], None] = lambda _topic, _payload: None,
        most_a_s: int | None = None,
    ) -> None:
        """Nothing is done before `run`.

        Args:
            broker: where it is, or what gives that before each try; an `OSError` of it is a missing password.
            client_id: our name there; a hash that depends on the password follows it.
            will: the topic and the value that it tells when the line breaks.
            hears: filters of topics.
            on_connect: told of each new connection.
            on_message: told of each message.
            most_a_s: messages that are read in a second; after them nothing is, until it is over, nor after those that
                took ``limits.MQTT_WORK_SHARE`` of it.
        """
        self.fault: ConnectionFault | None = None
        self.connected = False
        self.password: str | None = None
        self.lasted_s = 0.0
        self._since_s: float | None = None
        self._rests: tuple[ConnectionFault, float] | None = None
        self._find = broker if callable(broker) else lambda: broker
        self._client_id = client_id
        self._will = will
        self._hears = hears
        self._on_connect = on_connect
        self._on_message = on_message
        self._name = ""
        self._client: Client | None = None
        self._held = False
        self._pace = None if most_a_s is None else ReadThrottle(most_a_s)
        self._failed_at: set[str] = set()

    @property
    def kept(self) -> bool:
        """Whether the broker had kept what ``on_message`` is told just now, for an unknown time."""
        return self._client is not None and self._client.kept

    async def run(self) -> None:
        """Keep a connection up for ever."""
        backoff = Backoff(2.0, LONGEST_PAUSE_S)
        while True:
            try:
                await self.connect()
                backoff.reset()
                await self._until_lost()
            except ConnectionFailedError as error:
                self._trouble(error.fault)
            finally:
                self._drop()
            pause_s = backoff.next_pause_s()
            await asyncio.sleep(jitter(self._client_id, backoff.failures) * pause_s)
            if self._rests is not None:
                _, rest_s = self._rests
                self._rests = None
                await asyncio.sleep(rest_s)

    async def connect(self) -> None:
        """Connect once, by the first password that the broker takes.

        Raises:
            ConnectionFailedError: there is none; why.
        """
        try:
            broker = self._find()
        except OSError as fault:
            raise ConnectionFailedError(FaultKind.PASSWORD, f"{fault.filename}: {fault.strerror}") from None
        self._name = broker.name
        for password in broker.newer:
            try:
                await self._connect(broker, password)
            except ConnectionFailedError as error:
                if error.fault.trouble is not FaultKind.PASSWORD:
                    raise
                self._drop()
            else:
                return
        await self._connect(broker, broker.password)

    async def _connect(self, broker: BrokerConfig, password: str | None) -> None:
        will = None
        if self._will is not None:
            topic, value = self._will
            at_least_once = mqtt5.QoS(1)
            will = mqtt5.Will(
                topic, payload=_encoded(value), qos=at_least_once, retain=True, will_delay_interval=WILL_DELAY_S
            )
        packet = mqtt5.ConnectPacket(
            secret_client_id(self._client_id, broker.user, password),
            username=broker.user,
            password=None if broker.user is None or password is None else password.encode(),
            will=will,
            keep_alive=KEEPALIVE_S,
            session_expiry_interval=0 if will is None else 2 * WILL_DELAY_S,
            max_packet_size=limits.MQTT_MESSAGE_BYTES,
        )
        client = self._client = Client(self._heard, self._refused, None if self._pace is None else self._has_read)
        try:
            async with asyncio.timeout(limits.MQTT_CONNECT_S):
                await client.connect(broker.host, broker.port, broker.trusted(), packet)
        except BrokerRefusedError as refusal:
            raise ConnectionFailedError(*_refusal(refusal.code, broker)) from None
        except ssl.SSLError as fault:
            raise ConnectionFailedError(FaultKind.NO_TLS, f"{broker.name}: {fault.reason or fault}") from None
        except TimeoutError:
            raise ConnectionFailedError(
                FaultKind.NO_BROKER, f"{broker.name}: no answer in {limits.MQTT_CONNECT_S:.0f} s"
            ) from None
        except ConnectionResetError:  # by a client's `ConnectionAbortedError` it had encrypted
            trouble = FaultKind.NO_TLS if broker.tls else FaultKind.NO_BROKER
            raise ConnectionFailedError(trouble, f"{broker.name}: it hung up before the line was there") from None
        except OSError as fault:
            raise ConnectionFailedError(FaultKind.NO_BROKER, f"{broker.name}: {_in_words(fault)}") from None
        except ValueError as fault:  # of what can be no name at all: an empty label, a NUL, too many letters
            expected = "expected an address, or a name such as broker.local"
            raise ConnectionFailedError(
                FaultKind.NO_BROKER, f"saw the host {broker.host!r:.80}, {expected} ({fault})"
            ) from None
        if self._hears:
            client.subscribe(self._hears)
        self.connected = True
        self.password = password
        self._since_s = asyncio.get_running_loop().time()
        if self._held:
            client.hold(held=True)
        if self.fault is not None:
            log.info("broker_is_back", broker=broker.name)
            self.fault = None
        self._on_connect()

    def say(self, topic: str, kind: TopicKind, value: Any) -> None:
        """Publish ``value`` as JSON if there is a connection; None empties a retained topic."""
        if self._client is None or not self.connected:
            return
        if self._client.unsent > limits.MQTT_UNSENT_BYTES or self._client.outstanding > limits.MQTT_UNACKNOWLEDGED:
            self._client.hang_up()  # a broker that does not read; what holds is said again when it does
            return
        octets = b"" if value is None else _encoded(value)
        self._client.publish(topic, octets, kind.qos, retain=kind.retained, expires_s=kind.expires_s)

    def hold(self, *, held: bool) -> None:
        """Read nothing until it is let go: the broker keeps a few messages meanwhile, and drops the others.

        One that is held for twice ``KEEPALIVE_S`` is given up and made anew, still held.
        """
        if held is not self._held:
            self._held = held
            if self._client is not None and self.connected:
                self._client.hold(held=held)
                if held:
                    self._client.waited_enough.set()
                elif self._client.outstanding > 0:
                    self._client.waited_enough.clear()

    async def heard_out(self) -> None:
        """Wait until the broker has acknowledged subscriptions and what it was told.

        Raises:
            TimeoutError: it does not, the connection is lost, or nothing is read meanwhile.
        """
        if (client := self._client) is None:
            return
        async with asyncio.timeout(limits.MQTT_CONNECT_S):
            while client.outstanding > 0:
                if self._held:
                    raise TimeoutError("nothing is read, no acknowledgement either")
                if client.lost.is_set():
                    raise TimeoutError("the connection was lost")
                await client.waited_enough.wait()

    def rest(self, why: ConnectionFault, seconds: float) -> None:
        self._rests = why, seconds
        if self._client is not None:
            self._client.hang_up()

    async def close(self) -> None:
        if self._client is not None and self.connected:
            self.connected = False
            with suppress(TimeoutError, OSError):
                async with asyncio.timeout(CLOSE_S):
                    await self._client.disconnect()
        self._drop()

    async def _until_lost(self) -> None:
        if self._client is not None:
            await self._client.lost.wait()
        if self._rests is not None:
            why, _ = self._rests
            raise ConnectionFailedError(why.trouble, why.seen)
        raise ConnectionFailedError(FaultKind.NO_BROKER, f"{self._name}: the connection was lost")

    def _drop(self) -> None:
        self.connected = False
        if self._since_s is not None:
            self.lasted_s = asyncio.get_running_loop().time() - self._since_s
            self._since_s = None
        if self._client is not None:
            self._client.hang_up()
            self._client = None

    def _trouble(self, fault: ConnectionFault) -> None:
        if self.fault is None or self.fault.trouble is not fault.trouble:
            log.warning("broker_lost", why=fault.trouble.value, seen=fault.seen)
        self.fault = fault

    def _refused(self, code: int) -> None:
        self._trouble(ConnectionFault(FaultKind.RIGHTS, f"{self._name} refused what was asked (code {code})"))

    def _has_read(self, messages: int, cost_s: float) -> None:
        """Packets that are no messages cost time, too: a broker may send nothing else."""
        loop, pace, client = asyncio.get_running_loop(), self._pace, self._client
        if pace is not None and client is not None and pace.heard(loop.time(), cost_s, messages):
            client.hold(held=True)
            loop.call_at(pace.ends_s, self._read_on, client)

    def _read_on(self, client: Client) -> None:
        if client is self._client and not self._held:
            client.hold(held=False)

    def _heard(self, topic: str, payload: bytes) -> None:
        if not self.connected:
            return
        try:
            self._on_message(topic, payload)
        except Exception as fault:  # noqa: BLE001  # it would end the connection
            at = code_location(fault)
            if at not in self._failed_at:
                self._failed_at.add(at)
                log.warning("message_failed", topic=topic, seen=redacted_message(fault), at=at)


def secret_client_id(name: str, user: str | None, password: str | None) -> str:
    """Return the client id at a broker, which disconnects us if another client connects with it (MQTT 5, 3.1.4).

    So strangers must not guess it where the broker does not bind it to a user. It stays the same at each start, so that
    a broker takes back a will, and a copy of the table is noticed.
    """
    if password is None:
        return name
    known = "\0".join(("royaltable client", name, user or "", password))
    return f"{name}-{hashlib.sha256(known.encode()).hexdigest()[:16]}"


def jitter(client_id: str, number: int) -> float:
    """Return 0.5 to 1, different for each client: all tables of a room lose the same broker at the same moment."""
    return 0.5 + zlib.crc32(f"{client_id} {number}".encode()) / 2**33


def _in_words(fault: OSError) -> str:
    return os.strerror(fault.errno) if fault.errno and fault.errno > 0 else str(fault.strerror or fault)


def _encoded(value: Any) -> bytes:
    return value if isinstance(value, bytes) else msgspec.json.encode(value)


def _refusal(code: int, broker: BrokerConfig) -> tuple[FaultKind, str]:
    who = "nobody" if broker.user is None else broker.user
    if code in {0x86, NO_RIGHT, 4, 5}:
        return FaultKind.PASSWORD, f"{broker.name} does not let in {who} (code {code})"
    return FaultKind.OTHER, f"{broker.name} refused the connection (code {code})"
