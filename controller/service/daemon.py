"""The daemon's life: the table plays, the page is served, a signal ends both in order."""

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from controller import log
from controller.care.admin_service import AdminService
from controller.config import PageSection, TableConfig
from controller.devices.guard import PAGE, Guard
from controller.devices.hardware import Hardware
from controller.devices.health import DEVICES, HEALTHY_AFTER_S, WHAT_TO_DO, CrashGuard
from controller.devices.part_or_twin import as_twin_table
from controller.play.draws import Chance
from controller.play.page_service import PageService
from controller.play.table import Table
from controller.service.lan import (
    Advertisement,
    AvahiError,
    Offer,
    address_in_the_lan,
    display_host,
    interfaces,
    resolve_host,
)
from controller.service.page_access import Authentication
from controller.service.page_app import contained, create_app, patient
from controller.service.page_encryption import page_encryption, watch_certificate
from controller.service.room_connection import RoomConnection
from controller.service.service_manager import NO_SERVICE_MANAGER, ServiceManager, Watchdog, trim_after_start
from controller.show.console_screens import PageAddress
from controller.stop_signals import told_to_stop
from controller.store.certificates.page_encryption import PageEncryption
from controller.store.house_rules import HouseRules
from controller.store.journal import Journal
from controller.store.journal.recovery import Recovery
from controller.store.keyring import Keyring, KeyringError
from controller.store.table_files import TableFiles
from controller.store.tags import TagMap
from controller.web.access.plain_http import AUTHORITY_PATH
from controller.web.bounded_server import build_server, default_connection_limit, open_listener
from hw.bus.ports import Ports
from hw.clock import Clock, LoopClock

if TYPE_CHECKING:
    from hw.testing.table import TwinTable

LOOK_AROUND_S: Final = 10.0

ENCRYPTED_PAGE: Final = "encrypted page"

STOP_S: Final = 5.0
"""How long the page may take to end."""


class PortTaken(Exception):
    """The page's address cannot be used; the message says what to do."""


async def serve(
    config: TableConfig,
    ports: Callable[[Clock], Ports],
    book: TagMap,
    journal: Journal,
    *,
    chance: Chance,
    house: HouseRules,
    keyring: Keyring,
    files: TableFiles,
    starts: CrashGuard | None = None,
    recovery: Recovery | None = None,
    troubles: Mapping[str, str] = MappingProxyType({}),
    notices: ServiceManager = NO_SERVICE_MANAGER,
    ready: Callable[[str], None],
) -> bool:
    """Play and serve until SIGINT, SIGTERM or the console's menu; then coils and RF fields are off.

    Gives whether the machine is to be switched off: by its knob, as ``[console] poweroff`` has it, and never where any
    part is simulated, since the page has hands for those. Where ``starts`` are counted and too many failed in a row, no
    device is opened and the same game goes on by hand. ``ready`` is told the page's address, and by ``notices`` the
    service manager that the table plays, and lives. On a table of twins the page offers hands to play with. After a
    ``recovery`` the journal's last backup is offered. ``troubles`` are what is the matter from the start, by device.

    Raises:
        HardwareError: this machine has no ports at all.
        PortTaken: another program has the page's port.
    """
    clock = LoopClock()
    machine = ports(clock)
    twins = as_twin_table(machine)
    if twins is not None:
        config = config.without_power_off()

    def offer() -> Offer:
        at = encryption.port if encryption is not None and encryption.on else port
        return Offer(at, interfaces(config.page.host), encryption is not None and encryption.on)

    advertisement = Advertisement(config.page.name, config.table.name, offer)
    encryption = page_encryption(config.page, config.web, files, lambda: advertisement.name)
    with told_to_stop() as stopped, contextlib.ExitStack() as sockets:
        listeners = {part: sockets.enter_context(each) for part, each in _listeners(config.page, encryption).items()}
        port = next(iter(listeners.values())).getsockname()[1]
        if encryption is not None:
            encryption.port = listeners[ENCRYPTED_PAGE].getsockname()[1]
        may_open = starts is None or starts.count_start()
        hardware = Hardware(config if may_open else config.without_devices(), machine, clock)
        tags_file = files.tags if twins is None else None
        table = Table(config, hardware, book, journal, chance, house, keyring=keyring, tags_file=tags_file)
        table.health.record("house", house.fault)
        for device, trouble in troubles.items():
            table.health.report_lost(device, trouble)
        table.resumption.start(recovery, failing=not may_open)
        if not may_open:
            table.health.report_lost(DEVICES, WHAT_TO_DO)
        log.info("start", actions=table.loop.seq, devices=",".join(hardware.openers()) or "none")
        page = PageService(table, twins, files.bots)
        admin = AdminService(table, twins, keyring, files)
        line = RoomConnection(table, files, lambda: _address(table), admin)
        admin.connection = line
        auth = _authentication(table, keyring, twins)
        if encryption is not None:
            await asyncio.to_thread(encryption.reload)
        names = {socket.gethostname().lower()} if encryption is None else encryption.names
        plays = asyncio.Event()
        app = patient(contained(create_app(page, names, auth, admin, encryption), table.guard), plays)
        connections, certificates = default_connection_limit(), {ENCRYPTED_PAGE: encryption}
        pages = {
            part: build_server(app, connections=connections, certificate=certificates.get(part)) for part in listeners
        }
        async with _kept_up(
            table.guard, {part: partial(each.serve, [listeners[part]]) for part, each in pages.items()}
        ) as serving:
            # meanwhile the page answers
            await table.guard.keep_running("service", partial(asyncio.to_thread, hardware.import_drivers))
            async with table.running():
                plays.set()
                page.resume_bots()
                address = _page_at(display_host(config.page.host), port, encryption)
                ready(address)
                notices.tell(READY=1, STATUS=_status(table, address))
                watchdog = Watchdog(table, notices, clock, lambda: _status(table, address))

                def way() -> PageAddress:
                    return way_to_the_page(config.page, port, advertisement.name, encryption)

                beside: dict[str, Callable[[], Awaitable[object]]] = {
                    "watchdog": watchdog.run,
                    "address": partial(watch_surroundings, table, way, line.look),
                    "broker": line.run,
                    "room": partial(line.join_rooms, hub_in_this_network),
                    "shutting down": partial(_stop_by_knob, table, stopped),
                    "healthy start": partial(_call_it_healthy, table, starts),
                    "advertisement": partial(advertisement.run, clock),
                    "memory": partial(trim_after_start, clock),
                }
                if encryption is not None:
                    beside["encryption"] = partial(watch_certificate, encryption, table.health, clock)
                async with _kept_up(table.guard, beside):
                    await table.guard.keep_running("service", stopped.wait)
                    notices.tell(STOPPING=1, STATUS="Stopping")
                page.close()
                admin.close()
                for each in pages.values():
                    each.end()
                await asyncio.wait(serving, timeout=STOP_S * getattr(asyncio.get_running_loop(), "speed", 1.0))
                await auth.close()
        if starts is not None:
            starts.reset()
        measured = {} if twins is None else {"still_on": ",".join(twins.still_on()) or "nothing"}
        log.info("stop", actions=table.loop.seq, **measured)
    return table.console.shut_down.is_set() and config.console is not None and config.console.poweroff


@contextlib.asynccontextmanager
async def _kept_up(
    guard: Guard, parts: Mapping[str, Callable[[], Awaitable[object]]]
) -> AsyncIterator[Collection["asyncio.Task[None]"]]:
    """Let these parts go on beside; at the end, however it comes, they end too."""
    tasks = [asyncio.create_task(guard.keep_running(part, work), name=part) for part, work in parts.items()]
    try:
        yield tasks
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _authentication(table: Table, keyring: Keyring, twins: "TwinTable | None") -> Authentication:
    try:
        keyring.load()
    except KeyringError as fault:
        table.health.report_lost("keys", str(fault))
    return Authentication(keyring, table, twins)


async def hub_in_this_network() -> str:
    """Return the address of a hub that has the usual name; "" where none has."""
    from controller.fleet.enrolment import HUB_NAME  # not before people ask for a hub

    try:
        return await resolve_host(f"{HUB_NAME}.local")
    except (AvahiError, TimeoutError) as fault:
        log.info("no_hub_found", name=HUB_NAME, seen=str(fault))
        return ""


def _address(table: Table) -> str:
    way = table.console.page_address
    return "" if way is None else way.address


def _status(table: Table, address: str) -> str:
    """What ``systemctl status`` shows; the package's scripts look for its first words (package/debian/prerm)."""
    lost = [device.name for device in table.health if device.fault is not None]
    game = f"A game is being played, {table.loop.seq} actions" if table.loop.is_playing else "No game is being played"
    readers = f"; readers every {table.polls.every_s * 1000:.0f} ms" if table.hardware.readers.chips else ""
    return f"{game}; page {address}{readers}; does not work: {', '.join(lost) or 'nothing'}"


def _page_at(host: str, port: int, encryption: PageEncryption | None) -> str:
    if encryption is None or not encryption.on:
        return f"http://{host}:{port}/"
    return f"https://{encryption.host_for(host)}:{encryption.port}/"


def way_to_the_page(page: PageSection, port: int, name: str | None, encryption: PageEncryption | None) -> PageAddress:
    """What the console shows of it; ``name`` is what Avahi calls it."""
    host = address_in_the_lan(page.host)
    way = PageAddress(_page_at(host, port, encryption), None if name is None else _page_at(name, port, encryption))
    if encryption is None or encryption.fingerprint is None:
        return way
    scheme = "https" if port == encryption.port else "http"
    return replace(way, certificate=f"{scheme}://{host}:{port}{AUTHORITY_PATH}", fingerprint=encryption.fingerprint)


async def watch_surroundings(table: Table, way: Callable[[], PageAddress], look: Callable[[], None]) -> None:
    """Let the console know where the page is, for ever: a network may come later than the table, or change.

    At the same times ``look`` is called, for what else may come from outside: each wake-up costs.
    """
    while True:
        table.console.set_page_address(way())
        look()
        await table.clock.sleep_until(table.clock.now_s() + LOOK_AROUND_S)


async def _call_it_healthy(table: Table, starts: CrashGuard | None) -> None:
    await table.clock.sleep_until(table.clock.now_s() + HEALTHY_AFTER_S)
    if starts is not None:
        starts.reset()


async def _stop_by_knob(table: Table, stopped: asyncio.Event) -> None:
    await table.console.shut_down.wait()
    stopped.set()


def _listeners(page: PageSection, encryption: PageEncryption | None) -> dict[str, socket.socket]:
    """Return the page's sockets, taken before anything is switched on.

    Raises:
        PortTaken: one of them cannot be had.
    """
    wanted = {PAGE: (page.port, "--port N")}
    if encryption is not None:
        if page.only_tls:
            wanted.clear()
        wanted[ENCRYPTED_PAGE] = (page.encrypted_port, "tls_port under [page]")
    taken: dict[str, socket.socket] = {}
    for part, (port, setting) in wanted.items():
        try:
            taken[part] = open_listener(page.host, port)
        except OSError as fault:
            for each in taken.values():
                each.close()
            raise PortTaken(
                f"{page.host}:{port}: {fault.strerror}. Stop the other program or choose another port: {setting}."
            ) from None
    return taken
