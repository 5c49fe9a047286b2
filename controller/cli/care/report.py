"""`royaltable report`: one file for whoever helps from afar, without anything secret."""

from pathlib import Path

import click

from controller import config
from controller.care import report as reports
from controller.care.doctor.examination import examine
from controller.care.doctor.files import files, holder
from controller.care.doctor.machine import Machine
from controller.care.doctor.running import asked
from controller.cli.shared.table_files import files_of, whose
from controller.config import load


@click.command()
@click.argument("to", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path))
@whose
def report(to: Path, config_file: Path, journal: Path | None, *, sim: bool) -> None:
    """Write versions, the doctor's findings, the end of the newest game, counters and the log to FILE, a zip.

    No PIN, password, token, tag, name, comment or address is in it. Look into it before you give it away.
    """
    if to.exists():
        raise click.ClickException(f"{to}: is there already. Name a new file.")
    own = files_of(config_file, journal, sim=sim)
    settings = config.simulator() if sim else load(config_file)
    findings = list(files(own, Machine().user)) if sim else examine(settings, own)
    if holder(own.journal) is not None:
        findings += asked(settings.page)
    try:
        names = reports.make(to, settings, own, findings)
    except OSError as fault:
        raise click.ClickException(f"{to}: {fault.strerror}. Name a file in a folder that can be written.") from None
    click.echo(f"{to}: {', '.join(names)}; {to.stat().st_size} octets.")
