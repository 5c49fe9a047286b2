"""Run a hub: start engines, database, ingest and page in this order, and stop them in reverse."""

import asyncio
import fcntl
import ipaddress
import socket
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Sequence
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, contextmanager, suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, Final

import asyncpg
from msgspec import Struct

from controller import limits, log
from controller.fleet.connection import BrokerConfig
from controller.fleet.enrolment import HUB_NAME
from controller.stop_signals import catch_stop_signals
from controller.store.certificates.page_encryption import RELOAD_INTERVAL_S, PageEncryption
from controller.texts.translation import translate
from controller.web.bounded_server import build_server, default_connection_limit, open_listener
from hub.alerts import AlertCause
from hub.authority import HubAuthority, page_encryption
from hub.engines.broker_users import BrokerUsers, broker_user_of
from hub.engines.mosquitto import LOOPBACK, PrivateMosquitto, TlsListener, free_port
from hub.engines.postgres import PrivatePostgres
from hub.enrolment import EnrolmentService, Invitations, TableAdmission, enrolment_app
from hub.game_restore import RestoreLoop
from hub.ingest import Ingest
from hub.maintenance import GameMaintenance, StatusQuery
from hub.packages import PackageFolder
from hub.page.access import RoomAccess, RoomKeys
from hub.page.app import create_room_app
from hub.page.history_routes import TableViews
from hub.password_rotation import PasswordRotation
from hub.restarts import run_with_restarts
from hub.room import RoomLoop
from hub.settings import Settings, SettingsError
from hub.store.connection import DATABASE_ERRORS, LOST, Notifications, ReaderPool, connect_with_retry, migrate
from hub.table_management import TableManager
from hub.tournament_service.fixtures import FixtureLoop
from hub.tournament_service.live import LiveTournament
from hub.webhook import Webhook

AUTHORITY: Final = "authority"
INVITATIONS: Final = "room.invitations.json"


Work = Callable[[], Coroutine[Any, Any, None]]
"""A task that runs as long as the hub."""


class PrivateBroker(Struct, frozen=True):
    users: BrokerUsers
    authority: HubAuthority


async def serve(
    folder: Path,
    settings: Settings,
    ready: Callable[[str, str], None],
    beside: Sequence[Work] = (),
    hosts: Callable[[], list[str]] = lambda: ["localhost", "127.0.0.1", f"{HUB_NAME}.local"],
) -> None:
    """Run a hub until SIGINT or SIGTERM; call ``ready`` with the page's URLs, and run ``beside`` along with it.

    ``hosts`` are names for the page's certificate. The hub exits if an engine, ingest or the page's server fails; other
    parts restart. Raise MissingProgramError, SettingsError, KeyringError, StoreOfTheFutureError or AuthorityError.
    """
    where = settings.page
    plain = partial(_listen, where.address, where.port, "The room's page", "[page] port")
    encrypted = partial(_listen, where.address, where.encrypted_port, "The room's encrypted page", "[page] tls_port")
    encryption = page_encryption(folder, settings, hosts)
    with catch_stop_signals() as stopped, lock_folder(folder), plain() as listener, encrypted() as tls_listener:
        await asyncio.to_thread(encryption.reload)
        async with running_database(folder, settings, own=True) as url, _run_broker(folder, settings) as (broker, own):
            await _migrate(url)
            ingest = Ingest(url, broker("intake"))
            hook, watch = _webhook(settings), ingest.watch

            def other_causes() -> frozenset[AlertCause]:
                of_tables = manager.desired.causes(room.room.is_here)
                return watch.causes() | of_tables | tournament.causes(datetime.now(UTC))

            room: RoomLoop = RoomLoop(broker("room"), settings.room.plan, hook, lambda: ingest.quota.held, other_causes)
            manager = TableManager(broker("care"), folder, room.room.is_here)
            access = RoomAccess(RoomKeys(folder), asyncio.get_running_loop().time)
            section = settings.room
            rotation = {} if own is None else {"rotation": PasswordRotation(folder, own.users, broker("keys")).run}
            tournament: LiveTournament = LiveTournament(url, manager, room.room)
            stage_name = partial(_stage_name, section.language)
            fixtures = FixtureLoop(url, tournament.service, manager.want_fixtures, stage_name)
            notices = Notifications(url)
            tables = TableViews(ReaderPool(url), notices)
            maintenance = GameMaintenance(url, tables.replays)
            restore = RestoreLoop(broker("giving"), tables.readers)
            async with _serve_enrolment(folder, settings, own, room) as admission:
                page = create_room_app(
                    room,
                    access,
                    StatusQuery(url, lambda: ingest.taken),
                    admission,
                    tables=tables,
                    name=section.name,
                    language=section.language,
                    names=encryption.names,
                    care=manager,
                    tournament=tournament,
                    packages=PackageFolder(folder).served,
                    encryption=encryption,
                    plain_port=where.port,
                )
                connections = default_connection_limit()
                server = build_server(page, connections=connections)
                tls_server = build_server(page, connections=connections, certificate=encryption)
                async with AsyncExitStack() as stack:
                    parts: dict[str, Work] = {
                        "room": room.run,
                        "care": manager.run,
                        "giving": restore.run,
                        **rotation,
                        "upkeep": maintenance.run,
                        "organising": fixtures.run,
                        "notices": notices.run,
                        "encryption": partial(_renew_certificate, encryption),
                    }
                    kept: Sequence[Work] = [partial(run_with_restarts, part, work) for part, work in parts.items()]
                    works: Sequence[Work] = (
                        ingest.run,
                        *kept,
                        partial(server.serve, [listener]),
                        partial(tls_server.serve, [tls_listener]),
                        *beside,
                    )
                    for work in works:
                        await stack.enter_async_context(run_in_background(work))
                    ready(*where.addresses(where.address))
                    await stopped.wait()
                    log.info("hub_stops", taken=ingest.taken)
                    server.end()
                    tls_server.end()
                await tables.replays.close()
                await tables.readers.close()


def _stage_name(language: str, stage: str) -> str:
    return translate(language, f"page-tournament-{stage}")


@asynccontextmanager
async def run_in_background(work: Work) -> AsyncIterator[None]:
    """Run ``work`` in a task; cancel and await it on exit. If it fails, cancel the caller."""
    body = asyncio.current_task()
    assert body is not None
    task = asyncio.create_task(work())

    def failed(ended: "asyncio.Task[None]") -> None:
        if not ended.cancelled() and ended.exception() is not None:
            body.cancel()

    task.add_done_callback(failed)
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


@asynccontextmanager
async def running_database(folder: Path, settings: Settings, *, own: bool = False) -> AsyncIterator[str]:
    """Yield the URL of the configured database, of a running hub's, or of our own, which stops on exit."""
    if settings.database.url is not None:
        yield settings.database.url
        return
    postgres = PrivatePostgres(folder)
    if not own and await _is_reachable(postgres.url):
        yield postgres.url
        return
    await asyncio.to_thread(postgres.prepare)
    async with run_in_background(postgres.engine.run):
        (await connect_with_retry(postgres.url)).terminate()  # a server may still answer as it stops
        yield postgres.url


async def _is_reachable(url: str) -> bool:
    try:
        await (await asyncpg.connect(url, timeout=limits.HUB_DATABASE_CONNECT_S)).close()
    except DATABASE_ERRORS:
        return False
    return True


@asynccontextmanager
async def _run_broker(
    folder: Path, settings: Settings
) -> AsyncIterator[tuple[Callable[[str], BrokerConfig], PrivateBroker | None]]:
    """Yield the broker's configuration by name of a hub's connection, and our own broker, if it is ours."""
    if (named := settings.named_broker(folder)) is not None:
        yield lambda _: named, None
        return
    users = BrokerUsers(folder)
    section, tables = settings.broker, settings.tables
    authority = HubAuthority(folder / AUTHORITY, users.passwords.parent)
    with ExitStack() as sockets:
        listener = sockets.enter_context(_listen(tables.address, tables.port, "The broker for tables", "[tables] port"))
        host, port, clear = section.address, settings.broker_port, None
        if not _is_of_this_machine(host):
            clear = sockets.enter_context(_listen(host, port, "The broker in the clear", "[broker] port"))
            host, port = LOOPBACK, free_port()
        for_tables = TlsListener(listener, authority.certificate, authority.key)
        mosquitto = PrivateMosquitto(folder, users, host, port, for_tables, clear)
        password = users.reset_hub_password()
        mosquitto.prepare()
        async with run_in_background(mosquitto.run):
            own = PrivateBroker(users, authority)
            yield lambda line: BrokerConfig(host, port, broker_user_of(line), password), own


def _is_of_this_machine(host: str) -> bool:
    try:
        return ipaddress.ip_address(host.partition("%")[0]).is_loopback
    except ValueError:
        return host == "localhost"


@asynccontextmanager
async def _serve_enrolment(
    folder: Path, settings: Settings, own: PrivateBroker | None, room: RoomLoop
) -> AsyncIterator[TableAdmission | None]:
    """Serve the enrolment port; yield None if the hub does not run the broker."""
    if own is None:
        yield None
        return
    tables = settings.tables
    desk = EnrolmentService(own.authority.pem, settings.room.name, asyncio.get_running_loop().time)
    admission = TableAdmission(desk, own.users, Invitations(folder / INVITATIONS), tables.port, room.room.is_here)
    with _listen(tables.address, tables.join_port, "The enrolment port", "[tables] join_port") as listener:
        server = build_server(enrolment_app(desk, admission.admit_by_invitation), certificate=own.authority)
        async with run_in_background(partial(server.serve, [listener])):
            yield admission
            server.end()


async def _renew_certificate(encryption: PageEncryption) -> None:
    logged = None
    while True:
        if encryption.fault != logged:
            logged = encryption.fault
            log.warning("page_certificate", fault=logged or "none any more")
        await asyncio.sleep(RELOAD_INTERVAL_S)
        await asyncio.to_thread(encryption.reload)


def _webhook(settings: Settings) -> Webhook | None:
    if settings.room.webhook is None:
        return None
    try:
        return Webhook(settings.room.webhook)
    except ValueError as fault:
        raise SettingsError(f"[room] webhook: {fault}") from None


async def _migrate(url: str) -> None:
    loop, retries = asyncio.get_running_loop(), log.RetryLog()
    while True:
        connection = await connect_with_retry(url)
        try:
            await migrate(connection)
        except LOST as fault:
            retries.failed("hub_database_lost", loop.time(), seen=f"{type(fault).__name__}: {fault}")
        else:
            retries.recovered()
            return
        finally:
            connection.terminate()


@contextmanager
def lock_folder(folder: Path) -> Iterator[None]:
    """Lock the folder for one hub; raise SettingsError if another runs in it."""
    with (folder / "hub.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise SettingsError(
                f"Another hub runs in {folder}. Stop it, or choose another folder: royaltable hub --folder"
            ) from None
        yield


def _listen(address: str, port: int, what: str, setting: str) -> socket.socket:
    """Bind a socket; raise SettingsError if another program uses the port."""
    try:
        return open_listener(address, port)
    except OSError as fault:
        raise SettingsError(
            f"{what} cannot listen at {address}:{port}: {fault.strerror}. "
            f"Set another {setting} in hub.toml, or stop the program that uses it"
        ) from None
