"""``table.toml``: the settings of a table, checked before any device is opened.

Start with `schema.py`, which declares all settings, and `checking.py`. Opening devices belongs in `devices`.
"""

from msgspec.structs import replace

from controller.config import examples
from controller.config.checking import ConfigError, find_config_file, load_config, parse_config
from controller.config.schema import CastleSection, TableConfig, TraySection
from controller.games.contract.values import TRAY

__all__ = [
    "ConfigError",
    "examples",
    "find_config_file",
    "load_config",
    "parse_config",
    "replace_gates_by_boards",
    "simulator",
]


def simulator() -> TableConfig:
    return parse_config(examples.read_example("simulator"), "simulator.toml")


def replace_gates_by_boards(config: TableConfig, *, tray: bool = False) -> TableConfig:
    castles = tuple(CastleSection(castle.color, node=castle.color) for castle in config.castle)
    return replace(config, castle=castles, tray=TraySection(node=TRAY) if tray else None)
