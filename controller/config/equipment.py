"""Which devices a table has, by its settings: what a game may need."""

from collections.abc import Iterator

from controller.config.schema import TableConfig
from controller.games.contract.inputs import Device


def devices_of(config: TableConfig) -> frozenset[Device]:
    """Simulated ones, too; the hourglass is the table's own and always there."""
    return frozenset(_devices(config))


def _devices(config: TableConfig) -> Iterator[Device]:
    yield "hourglass"
    if config.spinner is not None:
        yield "arrow"
    if any(castle.node is not None or castle.spi is not None for castle in config.castle):
        yield "gates"
    if config.castle and all(castle.node is not None or castle.panel is not None for castle in config.castle):
        yield "panels"
    if config.tray is not None:
        yield "tray"
    if config.console is not None:
        yield "knob"
