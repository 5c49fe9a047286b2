"""Keep a table or hub connected to an MQTT 5 broker until the task is cancelled."""

import asyncio
import hashlib
import os
import ssl
import zlib
from collections.abc import Callable, Coroutine, Iterable, Sequence
from contextlib import suppress
from enum import Enum
from pathlib import Path
from typing import Any, Final

import mqtt5
import msgspec
from msgspec import Struct

from controller import limits, log
from controller.background import fault_location, redacted_message, run_concurrently
from controller.backoff import Backoff
from controller.fleet.client import BrokerRefusedError, MqttConnection, ReadThrottle
from controller.fleet.enrolment import X509_NO_CHECK_TIME, tls_context_trusting
from controller.fleet.topics import TopicKind

KEEPALIVE_S: Final = 20
"""MQTT's keepalive. We notice a stalled broker within two; it drops a silent client after 1.5 (MQTT 5, 3.1.2.10)."""

WILL_DELAY_S: Final = 10
"""Delay of the will, so that shorter interruptions are not reported (MQTT 5, 3.1.3.2.2). The session must last longer,
because its end publishes the will, too."""

LONGEST_RETRY_S: Final = 30.0

CONNECTION_STABLE_AFTER_S: Final = 10.0
"""A connection that lasts this long ends a logged series of failures; a shorter one continues it."""

CLOSE_TIMEOUT_S: Final = 1.0
"""Limit for disconnecting: a stalled broker must not delay the end of the program."""

NOT_AUTHORIZED_CODE: Final = 0x87


class FaultKind(Enum):
    """Why there is no connection, or no useful one. The values appear in logs."""

    NO_BROKER = "no-broker"
    NO_TLS = "no-tls"
    PASSWORD = "password"  # noqa: S105  # the name of a fault
    RIGHTS = "rights"
    OTHER = "other"
    NO_HUB = "no-hub"
    CLONE = "twin"
    FORKED = "forked"
    BEHIND = "behind"


class ConnectionFault(Struct, frozen=True):
    kind: FaultKind
    seen: str


class ConnectionFailedError(Exception):
    """The connection was not established, or is lost."""

    def __init__(self, kind: FaultKind, seen: str) -> None:
        super().__init__(seen)
        self.fault = ConnectionFault(kind, seen)


class BrokerConfig(Struct, frozen=True):
    """Address of a broker, and our credentials there.

    Attributes:
        newer: passwords to try before ``password``, in this order.
        tls: encrypt; trust ``authority`` or, if it is None, the system's authorities.
        authority: a PEM file; or the PEM text of a room's authority, which skips the check of the broker's name.
            Neither checks the dates of certificates.
    """

    host: str
    port: int
    user: str | None = None
    password: str | None = None
    tls: bool = False
    authority: Path | str | None = None
    newer: tuple[str, ...] = ()

    @property
    def address(self) -> str:
        return f"{self.host}:{self.port}"

    def build_tls_context(self) -> ssl.SSLContext | None:
        """Return the TLS context, None without TLS; raise ConnectionFailedError if the authority is unusable."""
        if not self.tls:
            return None
        try:
            if isinstance(self.authority, str):
                return tls_context_trusting(self.authority)
            context = ssl.create_default_context(cafile=self.authority)
        except (OSError, ssl.SSLError) as fault:
            raise ConnectionFailedError(FaultKind.NO_TLS, f"{self.authority}: {fault.strerror or fault}") from None
        if self.authority is not None:
            context.verify_flags = ssl.VerifyFlags(context.verify_flags | X509_NO_CHECK_TIME)
        return context


class BrokerConnection:
    """The connection to one broker.

    A value published without a connection is lost: ``on_connect`` must publish all current values.

    Attributes:
        fault: why there is no usable connection; None with one, and before the first attempt.
        connected: there is a connection.
        previous_duration_s: how long the previous connection lasted; 0 if there was none.
        password: the one that the broker accepted last; None if there was none.
    """

    def __init__(
        self,
        broker: BrokerConfig | Callable[[], BrokerConfig],
        client_id: str,
        *,
        will: tuple[str, Any] | None,
        filters: Sequence[str] = (),
        on_connect: Callable[[], None] = lambda: None,
        on_message: Callable[[str, bytes], None] = lambda _topic, _payload: None,
        max_per_s: int | None = None,
    ) -> None:
        """Prepare a connection; `run` or `connect` makes it.

        Args:
            broker: the broker, or a function that returns it, called before each attempt; its `OSError` means that the
                password cannot be read.
            client_id: our name at the broker; a hash that depends on the password follows.
            will: topic and value that the broker publishes when the connection breaks.
            filters: topic filters to subscribe to.
            on_connect: called after each connect.
            on_message: called with the topic and payload of each message.
            max_per_s: messages to read in a second; reading pauses after so many, or when they took
                ``limits.MQTT_WORK_SHARE`` of the second. None for no limit.
        """
        self.fault: ConnectionFault | None = None
        self.connected = False
        self.password: str | None = None
        self.previous_duration_s = 0.0
        self._since_s: float | None = None
        self._pause: tuple[ConnectionFault, float] | None = None
        self._retries = log.RetryLog()
        self._load_config = broker if callable(broker) else lambda: broker
        self._client_id = client_id
        self._will = will
        self._filters = filters
        self._on_connect = on_connect
        self._on_message = on_message
        self._address = ""
        self._client: MqttConnection | None = None
        self._paused = False
        self._throttle = None if max_per_s is None else ReadThrottle(max_per_s)
        self._failed_at: set[str] = set()

    @property
    def is_current_message_retained(self) -> bool:
        """Whether ``on_message`` handles a retained message, of unknown age."""
        return self._client is not None and self._client.is_current_message_retained

    async def run(self) -> None:
        """Keep a connection up forever."""
        backoff = Backoff(2.0, LONGEST_RETRY_S)
        while True:
            try:
                await self.connect()
                backoff.reset()
                await self._wait_until_lost()
            except ConnectionFailedError as error:
                self._record_fault(error.fault)
            finally:
                self._abort_client()
            pause_s = backoff.pause_after_failure_s()
            await asyncio.sleep(jitter_factor(self._client_id, backoff.failures) * pause_s)
            if self._pause is not None:
                _, pause_s = self._pause
                self._pause = None
                await asyncio.sleep(pause_s)

    async def run_with(self, work: Coroutine[Any, Any, None]) -> None:
        """Keep a connection up while ``work`` runs; close it at the end."""
        try:
            await run_concurrently(self.run(), work)
        finally:
            await self.close()

    async def connect(self) -> None:
        """Connect once, with the first accepted password, or raise ConnectionFailedError with ``fault``."""
        try:
            broker = self._load_config()
        except OSError as fault:
            raise ConnectionFailedError(FaultKind.PASSWORD, f"{fault.filename}: {fault.strerror}") from None
        self._address = broker.address
        for password in broker.newer:
            try:
                await self._connect_with_password(broker, password)
            except ConnectionFailedError as error:
                if error.fault.kind is not FaultKind.PASSWORD:
                    raise
                self._abort_client()
            else:
                return
        await self._connect_with_password(broker, broker.password)

    async def _connect_with_password(self, broker: BrokerConfig, password: str | None) -> None:
        will = None
        if self._will is not None:
            topic, value = self._will
            qos = mqtt5.QoS(1)
            will = mqtt5.Will(
                topic, payload=_encode_payload(value), qos=qos, retain=True, will_delay_interval=WILL_DELAY_S
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
        client = self._client = MqttConnection(
            self._dispatch, self._on_topic_refused, None if self._throttle is None else self._throttle_reading
        )
        try:
            async with asyncio.timeout(limits.MQTT_CONNECT_TIMEOUT_S):
                await client.connect(broker.host, broker.port, broker.build_tls_context(), packet)
        except BrokerRefusedError as refusal:
            raise ConnectionFailedError(*_describe_refusal(refusal.code, broker)) from None
        except ssl.SSLError as fault:
            raise ConnectionFailedError(FaultKind.NO_TLS, f"{broker.address}: {fault.reason or fault}") from None
        except TimeoutError:
            raise ConnectionFailedError(
                FaultKind.NO_BROKER, f"{broker.address}: no answer in {limits.MQTT_CONNECT_TIMEOUT_S:.0f} s"
            ) from None
        except ConnectionResetError:  # in the TLS handshake; later it is `ConnectionAbortedError`
            kind = FaultKind.NO_TLS if broker.tls else FaultKind.NO_BROKER
            raise ConnectionFailedError(kind, f"{broker.address}: it closed the connection at once") from None
        except OSError as fault:
            raise ConnectionFailedError(FaultKind.NO_BROKER, f"{broker.address}: {_error_text(fault)}") from None
        except ValueError as fault:  # an impossible host name: an empty label, a NUL, too long
            expected = "expected an address, or a name such as broker.local"
            raise ConnectionFailedError(
                FaultKind.NO_BROKER, f"saw the host {broker.host!r:.80}, {expected} ({fault})"
            ) from None
        if self._filters:
            client.subscribe(self._filters)
        self.connected = True
        self.password = password
        self._since_s = asyncio.get_running_loop().time()
        if self._paused:
            client.set_reading_paused(paused=True)
        self.fault = None
        self._on_connect()

    def clear_retained(self, topics: Iterable[str]) -> None:
        for topic in topics:
            self.publish(topic, TopicKind(topic, 1, retained=True), None)

    def publish(self, topic: str, kind: TopicKind, value: Any) -> None:
        """Publish ``value`` as JSON if connected; None clears a retained topic."""
        if self._client is None or not self.connected:
            return
        if (
            self._client.unsent_byte_count > limits.MQTT_UNSENT_BYTES
            or self._client.unacked_count > limits.MQTT_UNACKNOWLEDGED
        ):
            self._client.abort()  # the broker does not read; `on_connect` publishes current values again
            return
        payload = b"" if value is None else _encode_payload(value)
        self._client.publish(topic, payload, kind.qos, retain=kind.retained, expires_s=kind.expires_s)

    def set_reading_paused(self, *, paused: bool) -> None:
        """Stop or resume reading; while stopped, the broker queues a few messages and drops others.

        A connection paused for twice ``KEEPALIVE_S`` is lost; its successor starts paused.
        """
        if paused is not self._paused:
            self._paused = paused
            if self._client is not None and self.connected:
                self._client.set_reading_paused(paused=paused)
                if paused:
                    self._client.acked_or_lost.set()
                elif self._client.unacked_count > 0:
                    self._client.acked_or_lost.clear()

    async def wait_for_acks(self) -> None:
        """Wait until the broker acknowledges all subscriptions and messages.

        Raise TimeoutError if that takes too long, the connection is lost, or reading is paused.
        """
        if (client := self._client) is None:
            return
        async with asyncio.timeout(limits.MQTT_CONNECT_TIMEOUT_S):
            while client.unacked_count > 0:
                if self._paused:
                    raise TimeoutError("reading is paused, so no acknowledgement is read")
                if client.lost.is_set():
                    raise TimeoutError("the connection was lost")
                await client.acked_or_lost.wait()

    def disconnect_for(self, why: ConnectionFault, seconds: float) -> None:
        self._pause = why, seconds
        if self._client is not None:
            self._client.abort()

    async def close(self) -> None:
        if self._client is not None and self.connected:
            self.connected = False
            with suppress(TimeoutError, OSError):
                async with asyncio.timeout(CLOSE_TIMEOUT_S):
                    await self._client.disconnect()
        self._abort_client()

    async def _wait_until_lost(self) -> None:
        if self._client is not None:
            lost = self._client.lost
            with suppress(TimeoutError):
                async with asyncio.timeout(CONNECTION_STABLE_AFTER_S):
                    await lost.wait()
            if not lost.is_set() and self.fault is None and self._retries.is_failing:
                self._retries.log_recovery()
                log.info("broker_is_back", broker=self._address)
            await lost.wait()
        if self._pause is not None:
            why, _ = self._pause
            raise ConnectionFailedError(why.kind, why.seen)
        raise ConnectionFailedError(FaultKind.NO_BROKER, f"{self._address}: the connection was lost")

    def _abort_client(self) -> None:
        self.connected = False
        if self._since_s is not None:
            self.previous_duration_s = asyncio.get_running_loop().time() - self._since_s
            self._since_s = None
        if self._client is not None:
            self._client.abort()
            self._client = None

    def _record_fault(self, fault: ConnectionFault) -> None:
        now_s = asyncio.get_running_loop().time()
        self._retries.log_failure("broker_lost", now_s, why=fault.kind.value, seen=fault.seen)
        self.fault = fault

    def _on_topic_refused(self, code: int) -> None:
        self._record_fault(ConnectionFault(FaultKind.RIGHTS, f"{self._address} refused a topic (code {code})"))

    def _throttle_reading(self, messages: int, cost_s: float) -> None:
        """Packets without messages take time, too."""
        loop, throttle, client = asyncio.get_running_loop(), self._throttle, self._client
        if (
            throttle is not None
            and client is not None
            and throttle.record_and_must_pause(loop.time(), cost_s, messages)
        ):
            client.set_reading_paused(paused=True)
            loop.call_at(throttle.ends_s, self._resume_reading, client)

    def _resume_reading(self, client: MqttConnection) -> None:
        if client is self._client and not self._paused:
            client.set_reading_paused(paused=False)

    def _dispatch(self, topic: str, payload: bytes) -> None:
        if not self.connected:
            return
        try:
            self._on_message(topic, payload)
        except Exception as fault:  # noqa: BLE001  # the exception would end the connection
            at = fault_location(fault)
            if at not in self._failed_at:
                self._failed_at.add(at)
                log.warning("message_failed", topic=topic, seen=redacted_message(fault), at=at)


def secret_client_id(name: str, user: str | None, password: str | None) -> str:
    """Return the client id, which depends on the password.

    A broker disconnects us if another client uses our id (MQTT 5, 3.1.4), so it must not be guessable where the
    broker does not bind ids to users. It is the same at each start, so that a reconnect cancels a delayed will, and a
    clone of the table is noticed.
    """
    if password is None:
        return name
    known = "\0".join(("royaltable client", name, user or "", password))
    return f"{name}-{hashlib.sha256(known.encode()).hexdigest()[:16]}"


def jitter_factor(client_id: str, number: int) -> float:
    """Return 0.5 to 1: a room's tables lose their broker together."""
    return 0.5 + zlib.crc32(f"{client_id} {number}".encode()) / 2**33


def _error_text(fault: OSError) -> str:
    return os.strerror(fault.errno) if fault.errno and fault.errno > 0 else str(fault.strerror or fault)


def _encode_payload(value: Any) -> bytes:
    return value if isinstance(value, bytes) else msgspec.json.encode(value)


def _describe_refusal(code: int, broker: BrokerConfig) -> tuple[FaultKind, str]:
    user = "a client without a user" if broker.user is None else broker.user
    if code in {0x86, NOT_AUTHORIZED_CODE, 4, 5}:
        return FaultKind.PASSWORD, f"{broker.address} does not accept the credentials of {user} (code {code})"
    return FaultKind.OTHER, f"{broker.address} refused the connection (code {code})"
