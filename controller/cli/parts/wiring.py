"""`royaltable wiring`: which wire goes where, what to buy, and drawings, for any settings."""

from pathlib import Path

import click

from controller.cli.shared.errors import told, told_of
from controller.cli.shared.paths import FOLDER
from controller.cli.shared.settings import config_option, settings_in
from controller.config import TableConfig
from controller.config.wiring.bill import bill_table
from controller.config.wiring.harness import NoDrawing, draw, harnesses
from controller.config.wiring.tables import board_table, pi_table
from hw.errors import HardwareError


@click.command()
@config_option
@click.option("--svg", "folder", type=FOLDER, help="Also draw it into this folder.")
def wiring(config_file: Path, folder: Path | None) -> None:
    """Print what to buy and where each wire goes, for the table in table.toml."""
    config = settings_in(config_file)
    with told(NoDrawing, HardwareError):
        click.echo(f"# What to buy\n\n{bill_table(config)}\n\n# On the Raspberry Pi\n\n{pi_table(config)}")
        if config.boards:
            click.echo(f"\n# On each castle board\n\n{board_table()}")
        for file in drawn(config, folder) if folder is not None else ():
            click.echo(f"\n{file}")


def drawn(config: TableConfig, folder: Path) -> list[Path]:
    """Draw all wires of a table into ``folder``.

    Raises:
        click.ClickException: the folder cannot be written.
        NoDrawing: WireViz or Graphviz is missing.
    """
    with told_of(folder, "Name a folder that can be written."):
        folder.mkdir(parents=True, exist_ok=True)
        return [draw(name, harness, folder) for name, harness in harnesses(config)]
