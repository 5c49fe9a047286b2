"""Run a table and its page until a signal or the console's menu stops both."""

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping
from enum import Enum
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from controller import log
from controller.background import loop_speed
from controller.care.admin_service import AdminService
from controller.care.recording import save_after_each_loss, save_recording
from controller.config.schema import ALL_ADDRESSES, PageSection, TableConfig
from controller.devices.guard import PAGE_PART, FaultGuard
from controller.devices.hardware import Hardware
from controller.devices.health import ALL_DEVICES, DEVICES_DISABLED_FAULT, HEALTHY_AFTER_S, CrashGuard
from controller.devices.part_or_twin import twin_table_if_any
from controller.games.contract.effects import Complain
from controller.play.draws import Chance
from controller.play.page_service import PageService
from controller.play.table import Table
from controller.service import lan, network_manager, page_access, page_app, room_connection, service_manager, wifi_page
from controller.service.own_network import OwnNetwork, own_wifi
from controller.service.page_encryption import build_page_encryption, keep_certificate_current
from controller.service.system_bus import BusError, system_bus
from controller.show.console_screens import PageAddress
from controller.stop_signals import catch_stop_signals
from controller.store import house_rules, table_files, tags
from controller.store.certificates.page_encryption import PageEncryption
from controller.store.journal import Journal
from controller.store.journal.recovery import Recovery
from controller.store.keyring import Keyring, KeyringError
from controller.store.setup_results import SetupResults
from controller.web.access.plain_http import AUTHORITY_PATH
from controller.web.bounded_server import build_server, create_connection_limit, open_listener
from hw.bus.ports import Ports
from hw.clock import Clock, LoopClock

if TYPE_CHECKING:
    from starlette.types import ASGIApp

    from hw.testing.table import TwinTable

ADDRESS_CHECK_S: Final = 10.0

ENCRYPTED_PAGE: Final = "encrypted page"
WIFI_PAGE: Final = "wifi page"

MACHINE_ID: Final = Path("/etc/machine-id")

STOP_S: Final = 5.0
"""How long to wait for the page's servers to end."""

CANCEL_AGAIN_AFTER_S: Final = 1.0


class PagePortError(Exception):
    """The page's port cannot be opened; the message says what to do."""


class AfterStop(Enum):
    """What follows once the table has stopped."""

    NOTHING = "the process ends"
    POWER_OFF = "the machine is switched off"
    START_AGAIN = "the table starts again"


async def serve_until_stop(
    config: TableConfig,
    ports: Callable[[Clock], Ports],
    book: tags.TagMap,
    journal: Journal,
    *,
    chance: Chance,
    house: house_rules.HouseRules,
    keyring: Keyring,
    files: table_files.TableFiles,
    starts: CrashGuard | None = None,
    recovery: Recovery | None = None,
    troubles: Mapping[str, str] = MappingProxyType({}),
    notices: service_manager.ServiceManager = service_manager.NO_SERVICE_MANAGER,
    ready: Callable[[str], None],
) -> AfterStop:
    """Play and serve until SIGINT, SIGTERM, the console's menu or the owner's page; then switch coils and RF off.

    Return what people chose to follow. The machine is switched off only if ``[console] poweroff`` allows it, and
    never with simulated parts, whose knob is on the page.

    After too many failed ``starts`` in a row open no device; people play on the page. After a ``recovery`` of
    the journal offer its last backup. ``troubles`` maps devices to faults before the start. ``ready`` is
    called with the page's address; ``notices`` learns that the table is ready.

    Raises:
        HardwareError: this machine has no ports at all.
        PagePortError: the page's port cannot be opened.
    """
    clock = LoopClock()
    machine = ports(clock)
    twins = twin_table_if_any(machine)
    if twins is not None:
        config = config.without_power_off()

    def page_to_advertise() -> lan.AdvertisedPage:
        at = encryption.port if encryption is not None and encryption.is_on else port
        return lan.AdvertisedPage(
            at, lan.addresses_by_interface(config.page.host), encryption is not None and encryption.is_on
        )

    advertisement = lan.Advertisement(config.page.name, config.table.name, page_to_advertise)
    encryption = build_page_encryption(config.page, config.web, files, lambda: advertisement.name)
    with catch_stop_signals() as stopped, contextlib.ExitStack() as sockets:
        listeners = {
            part: sockets.enter_context(each) for part, each in _open_page_listeners(config.page, encryption).items()
        }
        port = next(iter(listeners.values())).getsockname()[1]
        if encryption is not None:
            encryption.port = listeners[ENCRYPTED_PAGE].getsockname()[1]
        may_open = starts is None or starts.count_start_and_check_safe()
        hardware = Hardware(config if may_open else config.without_devices(), machine, clock)
        tags_file = files.tags if twins is None else None
        near_gates = SetupResults(files.setup_results, files.config).near_gates(
            [gate.color for gate in config.gate_sections]
        )
        table = Table(
            config,
            hardware,
            book,
            journal,
            chance,
            house,
            keyring=keyring,
            tags_file=tags_file,
            near_gates=near_gates,
        )
        table.health.report_fault_or_recovery("house", house.fault)
        for device, trouble in troubles.items():
            table.health.report_lost(device, trouble)
        table.resumption.resume_at_start(recovery, failing=not may_open)
        if not may_open:
            table.health.report_lost(ALL_DEVICES, DEVICES_DISABLED_FAULT)
        log.info("start", actions=table.loop.seq, devices=",".join(hardware.openers_by_device()) or "none")
        page = PageService(table, twins, files.bots)
        admin = AdminService(table, twins, keyring, files)
        connection = room_connection.RoomConnection(table, files, lambda: _shown_page_url(table), admin)
        admin.connection = connection
        auth = _load_keyring_and_create_auth(table, keyring, twins)
        if encryption is not None:
            await asyncio.to_thread(encryption.reload)
        names = {socket.gethostname().lower(), *config.page.names} if encryption is None else encryption.names
        is_playing = asyncio.Event()
        own_network = None if twins is not None and twins.is_all_twins else make_own_network(table)
        app: ASGIApp = page_app.create_app(page, names, auth, admin, encryption)
        if own_network is not None:
            app = wifi_page.WifiPage(own_network, table, auth, admin).in_front_of(app)
            try:
                listeners[WIFI_PAGE] = sockets.enter_context(
                    open_listener(network_manager.OWN_ADDRESS, wifi_page.PROBE_PORT, is_of_later=True)
                )
            except OSError as fault:  # another server has it, or it is root's alone (docs/decisions/50-wifi.md)
                log.info("no_wifi_page_port", port=wifi_page.PROBE_PORT, seen=fault.strerror)
        app = page_app.with_writes_delayed_until_play(page_app.with_failures_counted(app, table.guard), is_playing)
        connections, certificates = create_connection_limit(), {ENCRYPTED_PAGE: encryption}
        pages = {
            part: build_server(app, connections=connections, certificate=certificates.get(part)) for part in listeners
        }
        async with running_in_background(
            table.guard, {part: partial(each.serve, [listeners[part]]) for part, each in pages.items()}
        ) as serving:
            # the page responds while drivers are imported
            await table.guard.keep_running("service", partial(asyncio.to_thread, hardware.import_drivers))
            async with table.open_and_run():
                is_playing.set()
                page.bots.resume()
                address = _build_page_url(lan.host_or_machine_name(config.page.host), port, encryption)
                ready(address)
                notices.notify(READY=1, STATUS=_systemd_status_line(table, address))
                watchdog = service_manager.Watchdog(table, notices, clock, lambda: _systemd_status_line(table, address))

                def address_now() -> PageAddress:
                    return build_page_address(config.page, port, advertisement.name, encryption)

                background: dict[str, Callable[[], Awaitable[object]]] = {
                    "watchdog": watchdog.run,
                    "address": partial(
                        keep_page_address_current, table, address_now, connection.reconnect_if_room_changed
                    ),
                    "broker": connection.run,
                    "room": partial(connection.join_rooms_on_request, find_hub_address_by_mdns_or_none),
                    "shutting down": partial(_stop_on_console_request, table, stopped),
                    "healthy start": partial(_reset_crash_guard_if_healthy, table, starts),
                    "advertisement": partial(advertisement.run, clock),
                    "memory": partial(service_manager.trim_malloc_after_start, clock),
                    "history": admin.history.run,
                }
                if twins is None:
                    background["recording"] = partial(
                        save_after_each_loss, config, hardware, files, table.health, clock
                    )
                if encryption is not None:
                    background["encryption"] = partial(keep_certificate_current, encryption, table.health, clock)
                if own_network is not None:
                    background["wifi"] = own_network.run
                async with running_in_background(table.guard, background):
                    await table.guard.keep_running("service", stopped.wait)
                    notices.notify(STOPPING=1, STATUS="Stopping")
                    if twins is None:
                        with contextlib.suppress(OSError):
                            await asyncio.to_thread(save_recording, config, hardware, files)
                page.close()
                admin.cancel_simulated_hand()
                await admin.do_setup("stop")
                for each in pages.values():
                    each.request_shutdown()
                await asyncio.wait(serving, timeout=STOP_S * loop_speed())
                await auth.cancel_access_requests()
        if starts is not None:
            starts.reset()
        measured = {} if twins is None else {"still_on": ",".join(twins.still_on()) or "nothing"}
        log.info("stop", actions=table.loop.seq, **measured)
    if table.powers_off:
        return AfterStop.POWER_OFF
    return AfterStop.START_AGAIN if table.console.starts_again else AfterStop.NOTHING


@contextlib.asynccontextmanager
async def running_in_background(
    guard: FaultGuard, parts: Mapping[str, Callable[[], Awaitable[object]]]
) -> AsyncIterator[Collection["asyncio.Task[None]"]]:
    """Keep the parts running, in a task each, until the context ends."""
    tasks = [asyncio.create_task(guard.keep_running(part, work), name=part) for part, work in parts.items()]
    try:
        yield tasks
    finally:
        pending: Collection[asyncio.Task[None]] = tasks
        while pending:  # a task can lose a cancellation that meets its timeout or result
            for task in pending:
                task.cancel()
            _, pending = await asyncio.wait(pending, timeout=CANCEL_AGAIN_AFTER_S)
            if pending:
                log.warning("cancelled_again", parts=",".join(sorted(task.get_name() for task in pending)))
        await asyncio.gather(*tasks, return_exceptions=True)


def _load_keyring_and_create_auth(
    table: Table, keyring: Keyring, twins: "TwinTable | None"
) -> page_access.Authentication:
    try:
        keyring.load()
    except KeyringError as fault:
        table.health.report_lost("keys", str(fault))
    return page_access.Authentication(keyring, table, twins)


def make_own_network(table: Table) -> OwnNetwork | None:
    """Return the table's own network; None if it may not open one, or has neither display nor voice."""
    config = table.config
    tells = config.oled is not None or config.voice is not None
    machine_id = MACHINE_ID.read_bytes() if MACHINE_ID.is_file() else b""
    if not config.wifi.own_network or not tells or config.page.host not in ALL_ADDRESSES or not machine_id:
        return None
    wifi = own_wifi(machine_id)
    own = OwnNetwork(wifi, system_bus, lan.cable_and_wifi_addresses, lambda: table.loop.is_playing, table.clock)
    guarded = table.guard.guard_handler
    own.opened.connect(guarded("wifi", table.console.set_own_wifi))
    own.failed.connect(guarded("wifi", lambda why: table.loop.show_effects((Complain(None, why),))))
    return own


async def find_hub_address_by_mdns_or_none() -> str | None:
    """Return the address of a hub with the usual name in this network."""
    from controller.fleet.enrolment import DEFAULT_HUB_HOST  # only when people ask for a hub

    try:
        return await lan.resolve_mdns_host(f"{DEFAULT_HUB_HOST}.local")
    except BusError as fault:
        log.info("no_hub_found", name=DEFAULT_HUB_HOST, seen=str(fault))
        return None


def _shown_page_url(table: Table) -> str:
    address = table.console.page_address
    return "" if address is None else address.address


def _systemd_status_line(table: Table, address: str) -> str:
    """Return the line in ``systemctl status``; package/debian/prerm reads its start."""
    lost = [device.name for device in table.health if device.fault is not None]
    game = f"A game is being played, {table.loop.seq} actions" if table.loop.is_playing else "No game is being played"
    readers = f"; readers every {table.polls.every_s * 1000:.0f} ms" if table.hardware.readers.chips else ""
    return f"{game}; page {address}{readers}; not working: {', '.join(lost) or 'none'}"


def _build_page_url(host: str, port: int, encryption: PageEncryption | None) -> str:
    if encryption is None or not encryption.is_on:
        return f"http://{host}:{port}/"
    return f"https://{encryption.encrypted_host_for(host)}:{encryption.port}/"


def build_page_address(
    page: PageSection, port: int, name: str | None, encryption: PageEncryption | None
) -> PageAddress:
    """Return the addresses on the console; ``name`` is the host name announced by Avahi, if any."""
    host = lan.lan_address_of_page(page.host)
    address = PageAddress(
        _build_page_url(host, port, encryption), None if name is None else _build_page_url(name, port, encryption)
    )
    if encryption is None or encryption.authority_fingerprint is None:
        return address
    scheme = "https" if port == encryption.port else "http"
    return replace(
        address, certificate=f"{scheme}://{host}:{port}{AUTHORITY_PATH}", fingerprint=encryption.authority_fingerprint
    )


async def keep_page_address_current(
    table: Table, address: Callable[[], PageAddress], check_membership: Callable[[], None]
) -> None:
    """Keep the console's page address up to date, forever: networks change.

    Each round also calls ``check_membership``, which then needs no timer of its own.
    """
    while True:
        table.console.set_page_address(address())
        check_membership()
        await table.clock.sleep_until(table.clock.now_s() + ADDRESS_CHECK_S)


async def _reset_crash_guard_if_healthy(table: Table, starts: CrashGuard | None) -> None:
    await table.clock.sleep_until(table.clock.now_s() + HEALTHY_AFTER_S)
    if starts is not None:
        starts.reset()


async def _stop_on_console_request(table: Table, stopped: asyncio.Event) -> None:
    await table.console.stop_requested.wait()
    stopped.set()


def _open_page_listeners(page: PageSection, encryption: PageEncryption | None) -> dict[str, socket.socket]:
    """Raise PagePortError if a port cannot be opened."""
    ports = {PAGE_PART: (page.port, "--port N")}
    if encryption is not None:
        if page.is_tls_only:
            ports.clear()
        ports[ENCRYPTED_PAGE] = (page.encrypted_port, "tls_port under [page]")
    listeners: dict[str, socket.socket] = {}
    for part, (port, setting) in ports.items():
        try:
            listeners[part] = open_listener(page.host, port)
        except OSError as fault:
            for each in listeners.values():
                each.close()
            raise PagePortError(
                f"{page.host}:{port}: {fault.strerror}. Stop the other program or choose another port: {setting}."
            ) from None
    return listeners
