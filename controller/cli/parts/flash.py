"""`royaltable flash` and `wiring`: firmware of castle boards, parts list and wiring."""

from pathlib import Path

import click
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn

from controller.cli.options import FOLDER_PATH, config_option, exit_on_error, exit_on_os_error, load_settings
from controller.config.wiring.bill import format_board_wiring, format_parts_list, format_pi_wiring
from controller.config.wiring.harness import DrawingProgramMissing, make_table_harnesses, write_harness_svg
from controller.config.wiring.wires import gates_by_board_kind
from controller.devices.castle_boards import flash_board, list_micropython_ports
from hw.castle_link.messages import BOARD_ID_PATTERN
from hw.errors import HardwareError


@click.command()
@click.option("--port", help="The board's serial port.  [default: the only board with MicroPython]")
@click.option("--id", "board", help="New name of the board, for `node` in table.toml: a-z, 0-9 and -.")
def flash(port: str | None, board: str | None) -> None:
    """Install the firmware on a castle board, a Pico that runs MicroPython. Its settings are kept."""
    if board is not None and not BOARD_ID_PATTERN.fullmatch(board):
        raise click.ClickException(f"--id: saw {board!r}, expected 1 to 24 characters from a-z, 0-9 and -.")
    places = [port] if port is not None else list_micropython_ports()
    if not places:
        raise click.ClickException(
            "no board with MicroPython found. Plug in a Pico, or name its port: --port /dev/ttyACM0"
        )
    if len(places) > 1:
        raise click.ClickException(f"found {len(places)} boards. Choose one: --port {' or '.join(places)}")
    (place,) = places
    with exit_on_error(HardwareError), Progress(TextColumn(place), BarColumn(), DownloadColumn()) as bar:
        task = bar.add_task("", total=None)
        hello = flash_board(place, board, lambda done, total: bar.update(task, completed=done, total=total))
    click.echo(f"The board {hello.board} at {place} runs firmware {hello.firmware}.")
    click.echo(f'In table.toml: node = "{hello.board}"')


@click.command("wiring")
@config_option
@click.option("--svg", "folder", type=FOLDER_PATH, help="Also draw the wiring as SVG into this folder.")
def print_wiring(config_file: Path, folder: Path | None) -> None:
    """Print the parts list and the wiring of the table in table.toml."""
    config = load_settings(config_file)
    with exit_on_error(DrawingProgramMissing, HardwareError):
        click.echo(
            f"# What to buy\n\n{format_parts_list(config)}\n\n# On the Raspberry Pi\n\n{format_pi_wiring(config)}"
        )
        for kind, gates in gates_by_board_kind(config).items():
            click.echo(f"\n# On the castle board of {', '.join(gates)}\n\n{format_board_wiring(kind=kind)}")
        if folder is None:
            return
        with exit_on_os_error(folder, "Name a writable folder."):
            folder.mkdir(parents=True, exist_ok=True)
            drawn = [write_harness_svg(name, harness, folder) for name, harness in make_table_harnesses(config)]
        for file in drawn:
            click.echo(f"\n{file}")
