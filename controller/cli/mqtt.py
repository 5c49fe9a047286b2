"""`royaltable mqtt`: show or clear the messages that a broker retains for this table."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

import click
import msgspec

from controller.care.doctor.broker import make_connection_finding
from controller.cli.options import config_option, exit_on_error, exit_on_os_error, load_settings
from controller.fleet.connection import BrokerConnection, ConnectionFailedError, ConnectionFault, FaultKind
from controller.fleet.topics import PRESENCE, retained_topics
from controller.reading import JSON_ERRORS
from controller.store.atomic_files import StateFileError
from controller.store.membership import BrokerAccess, find_broker_access, load_retained_topics, table_id_or_default
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
    """Clear the retained messages of this table, also of its earlier ids, so that Home Assistant removes the table.

    Stop the table first, or remove [mqtt] from table.toml: a running table publishes again.
    """
    access = _find_broker_access_or_exit(config_file)
    section, file = access.section, _files_of(config_file).retained_topics
    retained = _run_and_collect_messages(config_file, access, _wait_for_retained)
    for topic, payload in retained.items():
        with suppress(*JSON_ERRORS, KeyError, TypeError):
            if topic.endswith(f"/{PRESENCE.name}") and msgspec.json.decode(payload)["online"]:
                raise click.ClickException(
                    "The table is online and would publish again. Stop it first: sudo systemctl stop royaltable"
                )
    _run_and_collect_messages(config_file, access, _clear_retained)
    if access.membership is None:
        with exit_on_os_error(file, "Use sudo."):
            file.unlink(missing_ok=True)
    click.echo(f"The broker {section.host} retains no messages of {table_id_or_default(section)}.")


def _find_broker_access_or_exit(config_file: Path) -> BrokerAccess:
    settings, files = load_settings(config_file), _files_of(config_file)
    with exit_on_error(StateFileError), acting_as_owner_of(files.config, files.journal):
        access = find_broker_access(settings.mqtt, files)
    if access is None:
        raise click.ClickException(
            f'{config_file} has no [mqtt] section with host = "...", and the table is not in a room. '
            "See docs/home-assistant.md and docs/room.md"
        )
    return access


def _run_and_collect_messages(
    config_file: Path, access: BrokerAccess, work: Callable[[BrokerConnection, list[str]], Awaitable[None]]
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
    topics = _retained_topics(config_file, access)
    connection = BrokerConnection(
        broker, f"{table_id_or_default(section)}-asks", will=None, filters=topics, on_message=received.__setitem__
    )

    async def ask() -> None:
        try:
            await connection.connect()
            await work(connection, topics)
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


async def _wait_for_retained(connection: BrokerConnection, _topics: list[str]) -> None:
    await connection.wait_for_acks()
    await asyncio.sleep(RETAINED_ARRIVAL_WAIT_S)


async def _clear_retained(connection: BrokerConnection, topics: list[str]) -> None:
    connection.clear_retained(topics)
    await connection.wait_for_acks()


def _retained_topics(config_file: Path, access: BrokerAccess) -> list[str]:
    """Return the table's topics, with those of earlier ids and prefixes, except in a room."""
    section, files = access.section, _files_of(config_file)
    if access.membership is not None:
        return retained_topics(table_id_or_default(section), section.discovery)
    with exit_on_error(StateFileError), acting_as_owner_of(files.config, files.journal):
        return load_retained_topics(files.retained_topics, section)


def _files_of(config_file: Path) -> TableFiles:
    return TableFiles.from_settings(load_settings(config_file), config_file)


def _make_connection_error(fault: ConnectionFault, access: BrokerAccess, config_file: Path) -> click.ClickException:
    finding = make_connection_finding(fault, access, _files_of(config_file))
    return click.ClickException(f"{finding.cause} {finding.cure}")
