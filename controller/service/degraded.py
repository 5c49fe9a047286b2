"""A table.toml that cannot be used: the service plays by hand, on the page, and says there what to correct."""

from pathlib import Path
from typing import Final

from msgspec.structs import replace

from controller.config import ConfigError, JournalSection, TableConfig, TagsSection

SETTINGS: Final = "settings"
"""What they are called among the devices."""


def settings(fault: ConfigError, folder: Path) -> TableConfig:
    """The settings that can be used, without any device; if none can be read, the table's files are in ``folder``.

    Where the others may have named a certificate nobody can log in: it would be in the clear.
    """
    usual = TableConfig(
        castle=(),
        tags=TagsSection(str(folder / TagsSection().file)),
        journal=JournalSection(str(folder / JournalSection().file)),
    )
    usable = (fault.valid or usual).without_devices()
    return replace(usable, web=None) if fault.may_encrypt else usable


def what_to_do(fault: ConfigError, config_file: Path) -> str:
    """For page and log: the first fault, and how to cure all of them."""
    more = f" And {len(fault.faults) - 1} more." if len(fault.faults) > 1 else ""
    return (
        f"{config_file}: {fault.faults[0]}{more} No device was opened. See all that is wrong (royaltable config check "
        f"--config {config_file}), correct it, then restart the table: sudo systemctl restart royaltable"
    )
