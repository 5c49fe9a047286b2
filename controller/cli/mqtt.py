"""`royaltable mqtt`: show or clear the messages that a broker retains for this table."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

import click
import msgspec

from controller.care.doctor.broker import make_connection_finding
from controller.cli.options import config_option, exit_on_error, load_settings
from controller.config.schema import MqttSection
from controller.fleet.connection import BrokerConnection, ConnectionFailedError, ConnectionFault, FaultKind
from controller.fleet.topics import FROM_TABLE, PRESENCE, TopicKind, ha_discovery_topic
from controller.reading import JSON_ERRORS
from controller.store.atomic_files import StateFileError
from controller.store.membership import BrokerAccess, find_broker_access, table_id_or_default
from controller.store.privileges import acting_as_owner_of
from controller.store.table_files import TableFiles

RETAINED_ARRIVAL_WAIT_S = 2.0
"""Time for retained messages to arrive after subscribing."""


@click.group()
def mqtt() -> None:
    """Show or clear the messages that the broker of [mqtt] retains for this table."""


@mqtt.command("status")
@config_option
def print_retained_messages(config_file: Path) -> None:
    """Check that the broker accepts the table, and print its retained messages."""
    access = _find_broker_access_or_exit(config_file)
    section = access.section
    retained = _run_and_collect_messages(config_file, access, _wait_for_retained)
    click.echo(f"The broker {section.host} accepts {table_id_or_default(section)}.")
    for topic, payload in sorted(retained.items()):
        click.echo(f"{topic}\n  {payload.decode('utf-8', 'replace')}")
    if not retained:
        click.echo(
            "It has no retained messages of this table. Check that the table is running: systemctl status royaltable"
        )


@mqtt.command("forget")
@config_option
def clear_retained_messages(config_file: Path) -> None:
    """Clear the retained messages of this table, so that Home Assistant removes the table.

    Stop the table first, or remove [mqtt] from table.toml: a running table publishes again.
    """
    access = _find_broker_access_or_exit(config_file)
    section = access.section
    retained = _run_and_collect_messages(config_file, access, _wait_for_retained)
    online = False
    with suppress(*JSON_ERRORS, KeyError, TypeError):
        online = bool(msgspec.json.decode(retained.get(PRESENCE.topic_of(table_id_or_default(section)), b""))["online"])
    if online:
        raise click.ClickException(
            "The table is online and would publish again. Stop it first: sudo systemctl stop royaltable"
        )
    _run_and_collect_messages(config_file, access, _clear_retained)
    click.echo(f"The broker {section.host} retains no messages of {table_id_or_default(section)}.")


def _find_broker_access_or_exit(config_file: Path) -> BrokerAccess:
    settings = load_settings(config_file)
    files = TableFiles.from_settings(settings, config_file)
    with exit_on_error(StateFileError), acting_as_owner_of(files.config, files.journal):
        access = find_broker_access(settings.mqtt, files)
    if access is None:
        raise click.ClickException(
            f'{config_file} has no [mqtt] section with host = "...", and the table is not in a room. '
            "See docs/home-assistant.md and docs/room.md"
        )
    return access


def _run_and_collect_messages(
    config_file: Path, access: BrokerAccess, work: Callable[[BrokerConnection, MqttSection], Awaitable[None]]
) -> dict[str, bytes]:
    section = access.section
    try:
        with acting_as_owner_of(config_file):
            broker = access.load_broker()
    except OSError as fault:
        raise _make_connection_error(
            ConnectionFault(FaultKind.PASSWORD, f"{section.password_file}: {fault.strerror}"), access, config_file
        ) from None
    received: dict[str, bytes] = {}
    filters = _retained_topics(section)
    connection = BrokerConnection(
        broker, f"{table_id_or_default(section)}-asks", will=None, filters=filters, on_message=received.__setitem__
    )

    async def ask() -> None:
        try:
            await connection.connect()
            await work(connection, section)
        finally:
            await connection.close()

    try:
        asyncio.run(ask())
    except ConnectionFailedError as error:
        raise _make_connection_error(error.fault, access, config_file) from None
    except TimeoutError:
        silent = ConnectionFault(FaultKind.NO_BROKER, f"{broker.address} acknowledges nothing")
        raise _make_connection_error(silent, access, config_file) from None
    if connection.fault is not None:
        raise _make_connection_error(connection.fault, access, config_file)
    return received


async def _wait_for_retained(connection: BrokerConnection, _section: MqttSection) -> None:
    await connection.wait_for_acks()
    await asyncio.sleep(RETAINED_ARRIVAL_WAIT_S)


async def _clear_retained(connection: BrokerConnection, section: MqttSection) -> None:
    for topic in _retained_topics(section):
        connection.publish(topic, TopicKind(topic, 1, retained=True), None)
    await connection.wait_for_acks()


def _retained_topics(section: MqttSection) -> list[str]:
    discovery = [ha_discovery_topic(section.discovery, table_id_or_default(section))] if section.discovery else []
    return discovery + [kind.topic_of(table_id_or_default(section)) for kind in FROM_TABLE if kind.retained]


def _make_connection_error(fault: ConnectionFault, access: BrokerAccess, config_file: Path) -> click.ClickException:
    files = TableFiles.from_settings(load_settings(config_file), config_file)
    finding = make_connection_finding(fault, access, files)
    return click.ClickException(f"{finding.cause} {finding.cure}")
