"""Where ``table.toml`` is looked for; the devices that it names."""

import codecs
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from controller import limits
from controller.config.checking import ConfigError, parse
from controller.config.schema import TableConfig
from controller.games.contract.inputs import Device
from controller.reading import read_file


def devices_of(config: TableConfig) -> frozenset[Device]:
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


PLACES: Final = (Path("table.toml"), Path("/etc/royaltable/table.toml"))
"""Where it may be unless it is named: here, or where the service keeps it."""


def find(named: Path | None, places: Sequence[Path] = PLACES) -> Path:
    """The file to read: the one named, else the first that is there, else where the first would be."""
    if named is not None:
        return named
    return next((place for place in places if place.exists()), places[0])


def load(path: Path) -> TableConfig:
    try:
        octets = read_file(path, 4 * limits.TOML_LETTERS)
        text = octets.removeprefix(codecs.BOM_UTF8).decode()  # an editor on Windows puts a mark at the start
    except OSError as fault:
        remedy = "Name another file with --config, or write one: royaltable config init"
        raise ConfigError(str(path), [f"cannot be read: {fault.strerror}. {remedy}"]) from None
    except UnicodeDecodeError:
        raise ConfigError(str(path), ["is not UTF-8 text. Is this the right file?"]) from None
    return parse(text, str(path))
