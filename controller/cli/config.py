"""`royaltable config`: write, check and show a table.toml."""

from datetime import UTC, datetime
from pathlib import Path

import click
import msgspec

from controller.care.doctor.examination import check_certificates
from controller.care.doctor.findings import Severity, worst_severity
from controller.cli.options import FILE, config_option, exit_on_os_error, load_settings
from controller.config import examples
from controller.store.privileges import as_owner_of
from controller.store.table_files import TableFiles


@click.group()
def config() -> None:
    """Write, check or show the settings of a table."""


@config.command()
@click.argument("example", type=click.Choice(examples.NAMES))
@click.option(
    "--to",
    type=FILE,
    default=Path("table.toml"),
    show_default=True,
    help="Where to write it; the service reads /etc/royaltable/table.toml.",
)
def init(example: str, to: Path) -> None:
    """Write a commented example of table.toml to begin with.

    Example a has its readers on the Pi, b has a Pico at each castle; minimal has one board, and the rest is simulated;
    simulator is the table of `royaltable sim`. A file that is there is left alone.
    """
    with exit_on_os_error(to, "Name another with --to, or use sudo."):
        try:
            with as_owner_of(to):
                to.parent.mkdir(parents=True, exist_ok=True)
                with to.open("x", encoding="utf-8") as file:
                    file.write(examples.text_of(example))
        except FileExistsError:
            raise click.ClickException(f"{to}: is there already and was left alone. Name another with --to.") from None
    click.echo(f"{to}: written. Say there what you have built, then: royaltable config check --config {to}")


@config.command()
@config_option
def check(config_file: Path) -> None:
    """List every mistake in the settings, and in the certificate that they name; exit status 1 if there is one."""
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
    click.echo(f"{config_file}: right. Castles: {castles}. Also: {', '.join(others) or 'nothing'}.")


@config.command()
@config_option
def show(config_file: Path) -> None:
    """Print the settings that hold, with the values that the file leaves out."""
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
