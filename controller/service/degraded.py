"""A table.toml with faults: the table is played by hand on the page, which says what to correct."""

from pathlib import Path
from typing import Final

from msgspec.structs import replace

from controller.config import ConfigError
from controller.config.schema import JournalSection, TableConfig, TagsSection

SETTINGS: Final = "settings"
"""Name of the settings among the devices."""


def usable_settings(fault: ConfigError, folder: Path) -> TableConfig:
    """Return the valid settings, without devices; if none are, the table's files are in ``folder``.

    If the invalid ones may name a certificate, nobody can log in, because secrets would be sent in the clear.
    """
    defaults = TableConfig(
        castle=(),
        tags=TagsSection(str(folder / TagsSection().file)),
        journal=JournalSection(str(folder / JournalSection().file)),
    )
    usable = (fault.valid or defaults).without_devices()
    return replace(usable, web=None) if fault.may_encrypt else usable


def describe_fault(fault: ConfigError, config_file: Path) -> str:
    """Return the first fault and what to do about all of them, for page and log."""
    more = f" And {len(fault.faults) - 1} more." if len(fault.faults) > 1 else ""
    return (
        f"{config_file}: {fault.faults[0]}{more} No device was opened. List all faults (royaltable config check "
        f"--config {config_file}), correct them, then restart the table: sudo systemctl restart royaltable"
    )
