"""`royaltable config`: create, check and show a table.toml."""

from datetime import UTC, datetime
from pathlib import Path

import click
import msgspec

from controller.care.doctor.examination import check_certificates
from controller.care.doctor.findings import Severity, worst_severity
from controller.cli.options import FILE_PATH, config_option, exit_on_os_error, load_settings
from controller.config import examples
from controller.store.atomic_files import read_regular_file, write_atomically
from controller.store.privileges import acting_as_owner_of
from controller.store.table_files import TableFiles


@click.group()
def config() -> None:
    """Create, check or show the settings of a table."""


@config.command("init")
@click.argument("example", type=click.Choice(examples.EXAMPLE_NAMES))
@click.option(
    "--to",
    type=FILE_PATH,
    default=Path("table.toml"),
    show_default=True,
    help="File to create; the service reads /etc/royaltable/table.toml.",
)
def create_config_from_example(example: str, to: Path) -> None:
    """Create a table.toml from a commented example.

    Example a has readers on the Pi; b has a Pico at each castle; kit has the boards of docs/build.md; minimal has one
    castle board and simulates the rest; simulator is the table of `royaltable sim`. An existing file is overwritten
    only if it is one of these, unchanged.
    """
    with exit_on_os_error(to, "Choose another file with --to, or use sudo."):
        try:
            with acting_as_owner_of(to):
                to.parent.mkdir(parents=True, exist_ok=True)
                if _is_unchanged_example(to):
                    write_atomically(to, examples.read_example(example), mode=to.stat().st_mode & 0o777)
                else:
                    with to.open("x", encoding="utf-8") as file:
                        file.write(examples.read_example(example))
        except FileExistsError:
            raise click.ClickException(
                f"{to} already exists and has settings of its own. Choose another file with --to, or move it away."
            ) from None
    click.echo(f"{to}: created. Describe your hardware there, then run: royaltable config check --config {to}")


def _is_unchanged_example(file: Path) -> bool:
    """Return whether ``file`` has nothing of its owner, such as the file that the package installs."""
    shipped = [examples.read_example(name).encode() for name in examples.EXAMPLE_NAMES]
    if not file.is_file() or file.is_symlink():
        return False
    return read_regular_file(file, max(map(len, shipped)) + 1) in shipped


@config.command("check")
@config_option
def check_config(config_file: Path) -> None:
    """List every mistake in the settings and in their certificate; exit status 1 if there is one."""
    settings = load_settings(config_file)
    own = TableFiles.from_settings(settings, config_file)
    named = settings.web is not None and settings.web.certificate is not None
    seen = list(check_certificates(settings.web, own, datetime.now(UTC))) if named else []
    for each in seen:
        click.echo(each.format(), err=True)
    if worst_severity(seen) is Severity.ERROR:
        raise SystemExit(1)
    castles = ", ".join(castle.color for castle in settings.castle)
    others = [name for name in ("tray", "oled", "spinner", "console") if getattr(settings, name) is not None]
    click.echo(f"{config_file}: valid. Castles: {castles}. Also: {', '.join(others) or 'nothing'}.")


@config.command("show")
@config_option
def print_effective_config(config_file: Path) -> None:
    """Print the effective settings, including defaults."""
    settings = load_settings(config_file)
    click.echo(f"# {config_file}")
    for name, value in msgspec.to_builtins(settings).items():
        for entry in value if name == "castle" else [value]:
            if entry is None:
                click.echo(f"\n# no [{name}]")
                continue
            click.echo(f"\n[[{name}]]" if name == "castle" else f"\n[{name}]")
            for key, each in entry.items():
                click.echo(f"# no {key}" if each is None else f"{key} = {msgspec.json.encode(each).decode()}")
