"""`royaltable mqtt`: show or clear the messages that a broker retains for this table."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

import click
import msgspec

from controller.care.doctor.broker import fault_finding
from controller.cli.options import config_option, exit_on, load_settings
from controller.config.schema import MqttSection
from controller.fleet.connection import BrokerConnection, ConnectionFailedError, ConnectionFault, FaultKind
from controller.fleet.topics import FROM_TABLE, PRESENCE, TopicKind, discovery_topic
from controller.reading import NO_JSON
from controller.store.atomic_files import StateFileError
from controller.store.membership import BrokerAccess, find_broker, table_id_of
from controller.store.privileges import as_owner_of
from controller.store.table_files import TableFiles

RETAINED_S = 2.0
"""Time for retained messages to arrive after subscribing."""


@click.group()
def mqtt() -> None:
    """Show or clear the messages that the broker of [mqtt] retains for this table."""


@mqtt.command()
@config_option
def status(config_file: Path) -> None:
    """Check that the broker accepts the table, and print its retained messages."""
    way = _find_broker(config_file)
    section = way.section
    kept = _ask_broker(config_file, way, _read_retained)
    click.echo(f"The broker {section.host} accepts {table_id_of(section)}.")
    for topic, payload in sorted(kept.items()):
        click.echo(f"{topic}\n  {payload.decode('utf-8', 'replace')}")
    if not kept:
        click.echo(
            "It has no retained messages of this table. Check that the table is running: systemctl status royaltable"
        )


@mqtt.command()
@config_option
def forget(config_file: Path) -> None:
    """Clear the retained messages of this table, so that Home Assistant removes the device.

    Stop the table first, or remove [mqtt] from table.toml: a running table publishes again.
    """
    way = _find_broker(config_file)
    section = way.section
    kept = _ask_broker(config_file, way, _read_retained)
    online = False
    with suppress(*NO_JSON, KeyError, TypeError):
        online = bool(msgspec.json.decode(kept.get(PRESENCE.of(table_id_of(section)), b""))["online"])
    if online:
        raise click.ClickException(
            "The table is online and would publish again. Stop it first: sudo systemctl stop royaltable"
        )
    _ask_broker(config_file, way, _clear_retained)
    click.echo(f"The broker {section.host} retains no messages of {table_id_of(section)}.")


def _find_broker(config_file: Path) -> BrokerAccess:
    settings, files = load_settings(config_file), _files(config_file)
    with exit_on(StateFileError), as_owner_of(files.config, files.journal):
        way = find_broker(settings.mqtt, files)
    if way is None:
        raise click.ClickException(
            f'{config_file} has no [mqtt] section with host = "...", and the table is not in a room. '
            "See docs/home-assistant.md and docs/room.md"
        )
    return way


def _files(config_file: Path) -> TableFiles:
    return TableFiles.from_settings(load_settings(config_file), config_file)


def _ask_broker(
    config_file: Path, way: BrokerAccess, work: Callable[[BrokerConnection, MqttSection], Awaitable[None]]
) -> dict[str, bytes]:
    section = way.section
    try:
        with as_owner_of(config_file):
            broker = way.load_broker()
    except OSError as fault:
        raise _fault_error(
            ConnectionFault(FaultKind.PASSWORD, f"{section.password_file}: {fault.strerror}"), way, config_file
        ) from None
    received: dict[str, bytes] = {}
    filters = _topics(section)
    line = BrokerConnection(
        broker, f"{table_id_of(section)}-asks", will=None, filters=filters, on_message=received.__setitem__
    )

    async def ask() -> None:
        try:
            await line.connect()
            await work(line, section)
        finally:
            await line.close()

    try:
        asyncio.run(ask())
    except ConnectionFailedError as error:
        raise _fault_error(error.fault, way, config_file) from None
    except TimeoutError:
        silent = ConnectionFault(FaultKind.NO_BROKER, f"{broker.address} acknowledges nothing")
        raise _fault_error(silent, way, config_file) from None
    if line.fault is not None:
        raise _fault_error(line.fault, way, config_file)
    return received


async def _read_retained(line: BrokerConnection, _section: MqttSection) -> None:
    await line.wait_for_acks()
    await asyncio.sleep(RETAINED_S)


async def _clear_retained(line: BrokerConnection, section: MqttSection) -> None:
    for topic in _topics(section):
        line.publish(topic, TopicKind(topic, 1, retained=True), None)
    await line.wait_for_acks()


def _topics(section: MqttSection) -> list[str]:
    found = [discovery_topic(section.discovery, table_id_of(section))] if section.discovery else []
    return found + [kind.of(table_id_of(section)) for kind in FROM_TABLE if kind.retained]


def _fault_error(fault: ConnectionFault, way: BrokerAccess, config_file: Path) -> click.ClickException:
    finding = fault_finding(fault, way, _files(config_file))
    return click.ClickException(f"{finding.cause} {finding.cure}")
