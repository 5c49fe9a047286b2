"""A table.toml that cannot be used: the service plays by hand, on the page, and says there what to put right."""

from pathlib import Path
from typing import Final

from controller.config import ConfigError, JournalSection, TableConfig, TagsSection

SETTINGS: Final = "settings"
"""Their name, where one of a device stands."""


def settings(fault: ConfigError, folder: Path) -> TableConfig:
    """What can be used of the settings, without any device; of unreadable ones the table's files are in ``folder``."""
    usual = TableConfig(
        castle=(),
        tags=TagsSection(str(folder / TagsSection().file)),
        journal=JournalSection(str(folder / JournalSection().file)),
    )
    return (fault.sound or usual).without_devices()


def what_to_do(fault: ConfigError, config_file: Path) -> str:
    """For page and log: the first fault, and how to be rid of all."""
    more = f" And {len(fault.faults) - 1} more." if len(fault.faults) > 1 else ""
    return (
        f"{config_file}: {fault.faults[0]}{more} No device was opened. Hear all that is wrong (royaltable config check "
        f"--config {config_file}), put it right, then restart the table: sudo systemctl restart royaltable"
    )
