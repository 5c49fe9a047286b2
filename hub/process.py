"""Run a hub: start engines, database, ingest and page in this order; stop them in reverse."""

import asyncio
import fcntl
import ipaddress
import socket
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Sequence
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, contextmanager, suppress
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any, Final

import asyncpg
from msgspec import Struct

from controller import limits, log
from controller.fleet.connection import BrokerConfig
from controller.fleet.enrolment import DEFAULT_HUB_HOST
from controller.stop_signals import catch_stop_signals
from controller.store.certificates.page_encryption import RELOAD_INTERVAL_S, PageEncryption
from controller.texts.translation import translate
from controller.web.bounded_server import build_server, create_connection_limit, open_listener
from hub.alerts import AlertCause
from hub.authority import HubAuthority, create_page_encryption
from hub.engines.broker_users import BrokerUsers, broker_user_of_client
from hub.engines.haproxy import PrivateHaproxy
from hub.engines.mosquitto import LOOPBACK, PrivateMosquitto, find_free_port
from hub.engines.postgres import PrivatePostgres
from hub.enrolment import EnrolmentService, Invitations, TableAdmission, create_enrolment_app
from hub.game_restore import RestoreLoop
from hub.ingest import Ingest
from hub.maintenance import GameMaintenance, StatusQuery
from hub.packages import PackageFolder
from hub.page.access import RoomAccess, RoomSecrets
from hub.page.app import create_room_app
from hub.page.history_routes import FeedsAndReplays
from hub.password_rotation import PasswordRotation
from hub.restarts import run_with_restarts
from hub.room import RoomLoop
from hub.seated_players import SeatedPlayers
from hub.settings import Settings, SettingsError
from hub.store.connection import (
    DATABASE_ERRORS,
    RETRYABLE_ERRORS,
    ConnectionPool,
    GameNotifications,
    connect_with_retry,
    migrate,
)
from hub.table_management import TableManager
from hub.tournament_service.feed import FeedKey, TournamentFeed
from hub.tournament_service.fixtures import FixtureLoop
from hub.tournament_service.live import LiveTournament
from hub.webhook import Webhook

AUTHORITY_FOLDER: Final = "authority"
INVITATIONS_FILE: Final = "room.invitations.json"


BackgroundWork = Callable[[], Coroutine[Any, Any, None]]
"""A task that runs as long as the hub."""


class OwnBrokerFiles(Struct, frozen=True):
    users: BrokerUsers
    authority: HubAuthority


async def serve_hub(
    folder: Path,
    settings: Settings,
    ready: Callable[[str, str], None],
    beside: Sequence[BackgroundWork] = (),
    hosts: Callable[[], list[str]] = lambda: ["localhost", "127.0.0.1", f"{DEFAULT_HUB_HOST}.local"],
) -> None:
    """Run a hub until SIGINT or SIGTERM; call ``ready`` with the page's URLs, and run ``beside`` meanwhile.

    ``hosts`` are names for the page's certificate. The hub exits if an engine, ingest or page server fails; other
    parts restart. Raise MissingProgramError, SettingsError, KeyringError, NewerSchemaError or OpensslError.
    """
    where = settings.page
    plain = partial(_bind_listener, where.address, where.port, "The room's page", "[page] port")
    encrypted = partial(
        _bind_listener, where.address, where.encrypted_port, "The room's encrypted page", "[page] tls_port"
    )
    encryption = create_page_encryption(folder, settings, hosts)
    with catch_stop_signals() as stopped, lock_folder(folder), plain() as listener, encrypted() as tls_listener:
        await asyncio.to_thread(encryption.reload)
        async with (
            run_database_if_needed(folder, settings, own=True) as url,
            _run_broker_if_needed(folder, settings) as (broker, own),
        ):
            await _migrate_with_retry(url)
            ingest = Ingest(url, broker("intake"))
            hook, watch = _create_webhook(settings), ingest.clock_and_log_faults

            def other_alert_causes() -> frozenset[AlertCause]:
                of_tables = manager.desired.alert_causes(room.room.is_online)
                return watch.alert_causes() | of_tables | tournament.overdue_alert_causes()

            room: RoomLoop = RoomLoop(
                broker("room"), settings.room.plan, hook, lambda: ingest.quota.held_tables, other_alert_causes
            )
            manager = TableManager(broker("care"), folder, room.room.is_online)
            access = RoomAccess(RoomSecrets(folder), asyncio.get_running_loop().time)
            section = settings.room
            rotation = {} if own is None else {"rotation": PasswordRotation(folder, own.users, broker("keys")).run}
            notices = GameNotifications(url)
            tables = FeedsAndReplays(ConnectionPool(url), notices)
            tournament: LiveTournament = LiveTournament(url, manager, room.room, workers=tables.replays.workers)
            stage_name = partial(_translate_stage, section.language)
            seated = SeatedPlayers(tables.readers, room.room, manager)
            fixtures = FixtureLoop(url, tournament.service, manager.replace_and_publish_fixtures, stage_name)
            feed = _create_feed(folder, settings, url)
            maintenance = GameMaintenance(url, tables.replays)
            restore = RestoreLoop(broker("giving"), tables.readers)
            async with _serve_enrolment(folder, settings, own, room) as admission:
                page = create_room_app(
                    room,
                    access,
                    StatusQuery(url, lambda: ingest.stored_entry_count, ingest.standby.is_set),
                    admission,
                    tables=tables,
                    seated=seated,
                    name=section.name,
                    language=section.language,
                    names=encryption.names,
                    care=manager,
                    tournament=tournament,
                    packages=PackageFolder(folder).public_folder,
                    encryption=encryption,
                    plain_port=where.port,
                    is_standby=ingest.standby.is_set,
                )
                connections = create_connection_limit()
                server = build_server(page, connections=connections)
                tls_server = build_server(page, connections=connections, certificate=encryption)
                async with AsyncExitStack() as stack:
                    stack.push_async_callback(tables.close)
                    parts: dict[str, BackgroundWork] = {
                        "room": room.run,
                        "care": manager.run,
                        "giving": restore.run,
                        **rotation,
                        "upkeep": maintenance.run,
                        "organising": fixtures.run,
                        "notices": notices.run,
                        "players": seated.run,
                        **({} if feed is None else {"feed": feed.run}),
                    }
                    works: Sequence[BackgroundWork] = (
                        ingest.run,
                        *(
                            partial(ingest.run_while_active, partial(run_with_restarts, part, work))
                            for part, work in parts.items()
                        ),
                        partial(run_with_restarts, "encryption", partial(_reload_certificate_regularly, encryption)),
                        partial(server.serve, [listener]),
                        partial(tls_server.serve, [tls_listener]),
                        *beside,
                    )
                    for work in works:
                        await stack.enter_async_context(run_in_background(work))
                    ready(*where.page_urls(where.address))
                    await stopped.wait()
                    log.info("hub_stops", taken=ingest.stored_entry_count)
                    server.request_shutdown()
                    tls_server.request_shutdown()


def _translate_stage(language: str, stage: str) -> str:
    return translate(language, f"page-tournament-{stage}")


@asynccontextmanager
async def run_in_background(work: BackgroundWork) -> AsyncIterator[None]:
    """Run ``work`` in a task; cancel and await it on exit. If it fails, cancel the caller."""
    body = asyncio.current_task()
    assert body is not None
    task = asyncio.create_task(work())

    def cancel_caller_on_failure(ended: "asyncio.Task[None]") -> None:
        if not ended.cancelled() and ended.exception() is not None:
            body.cancel()

    task.add_done_callback(cancel_caller_on_failure)
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


@asynccontextmanager
async def run_database_if_needed(folder: Path, settings: Settings, *, own: bool = False) -> AsyncIterator[str]:
    """Yield the URL of the configured database, else of this folder's, started unless a hub runs it."""
    if settings.database.url is not None:
        yield settings.database.url
        return
    postgres = PrivatePostgres(folder)
    if not own and await _is_database_reachable(postgres.url):
        yield postgres.url
        return
    await asyncio.to_thread(postgres.create_cluster_if_missing)
    async with run_in_background(postgres.engine.run):
        (await connect_with_retry(postgres.url)).terminate()  # wait until it answers
        yield postgres.url


async def _is_database_reachable(url: str) -> bool:
    try:
        await (await asyncpg.connect(url, timeout=limits.HUB_DB_CONNECT_TIMEOUT_S)).close()
    except DATABASE_ERRORS:
        return False
    return True


@asynccontextmanager
async def _run_broker_if_needed(
    folder: Path, settings: Settings
) -> AsyncIterator[tuple[Callable[[str], BrokerConfig], OwnBrokerFiles | None]]:
    """Yield a function from connection name to configuration, and our own broker's files or None."""
    if (named := settings.external_broker(folder)) is not None:
        yield lambda _: named, None
        return
    users = BrokerUsers(folder)
    section, tables = settings.broker, settings.tables
    authority = HubAuthority(folder / AUTHORITY_FOLDER, users.passwords_file.parent)
    with ExitStack() as sockets:
        listener = sockets.enter_context(
            _bind_listener(tables.address, tables.port, "The broker for tables", "[tables] port")
        )
        host, port, clear = section.address, settings.broker_port, None
        if not _is_loopback_host(host):
            clear = sockets.enter_context(_bind_listener(host, port, "The unencrypted broker", "[broker] port"))
            host, port = LOOPBACK, find_free_port()
        mosquitto = PrivateMosquitto(folder, users, host, port)
        haproxy = PrivateHaproxy(folder, f"{host}:{port}", listener, clear)
        password = users.reset_hub_password()
        mosquitto.write_config()
        haproxy.write_config()
        async with run_in_background(mosquitto.run), run_in_background(haproxy.engine.run):
            own = OwnBrokerFiles(users, authority)
            yield lambda line: BrokerConfig(host, port, broker_user_of_client(line), password), own


def _is_loopback_host(host: str) -> bool:
    try:
        return ipaddress.ip_address(host.partition("%")[0]).is_loopback
    except ValueError:
        return host == "localhost"


@asynccontextmanager
async def _serve_enrolment(
    folder: Path, settings: Settings, own: OwnBrokerFiles | None, room: RoomLoop
) -> AsyncIterator[TableAdmission | None]:
    """Yield None if the hub does not run the broker."""
    if own is None:
        yield None
        return
    tables = settings.tables
    desk = EnrolmentService(own.authority.certificate_pem, settings.room.name, asyncio.get_running_loop().time)
    admission = TableAdmission(
        desk, own.users, Invitations(folder / INVITATIONS_FILE), tables.port, room.room.is_online
    )
    with _bind_listener(tables.address, tables.join_port, "The enrolment port", "[tables] join_port") as listener:
        server = build_server(create_enrolment_app(desk, admission.admit_by_invitation), certificate=own.authority)
        async with run_in_background(partial(server.serve, [listener])):
            yield admission
            server.request_shutdown()


async def _reload_certificate_regularly(encryption: PageEncryption) -> None:
    logged = None
    while True:
        if encryption.fault != logged:
            logged = encryption.fault
            log.warning("page_certificate", fault=logged or "none any more")
        await asyncio.sleep(RELOAD_INTERVAL_S)
        await asyncio.to_thread(encryption.reload)


def _create_feed(folder: Path, settings: Settings, url: str) -> TournamentFeed | None:
    section = settings.feed
    if section.folder is None:
        return None
    return TournamentFeed(url, folder / section.folder, FeedKey(folder), timedelta(minutes=section.delay_minutes))


def _create_webhook(settings: Settings) -> Webhook | None:
    if settings.room.webhook is None:
        return None
    try:
        return Webhook(settings.room.webhook)
    except ValueError as fault:
        raise SettingsError(f"[room] webhook: {fault}") from None


async def _migrate_with_retry(url: str) -> None:
    loop, retries = asyncio.get_running_loop(), log.RetryLog()
    while True:
        connection = await connect_with_retry(url)
        try:
            await migrate(connection)
        except RETRYABLE_ERRORS as fault:
            retries.log_failure("hub_database_lost", loop.time(), seen=f"{type(fault).__name__}: {fault}")
        else:
            retries.log_recovery()
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
                f"Another hub runs in {folder}. Stop it, or choose another folder: royaltable hub --folder FOLDER"
            ) from None
        yield


def _bind_listener(address: str, port: int, what: str, setting: str) -> socket.socket:
    try:
        return open_listener(address, port)
    except OSError as fault:
        raise SettingsError(
            f"{what} cannot listen at {address}:{port}: {fault.strerror}. "
            f"Set another {setting} in hub.toml, or stop the program that uses it"
        ) from None
