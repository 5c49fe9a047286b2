"""`royaltable report`: one file for whoever helps from afar, without anything secret."""

from pathlib import Path

import click

from controller.cli.table_files import files_of, whose
from controller.daemon import config
from controller.daemon import report as reports
from controller.daemon.config import load
from controller.daemon.doctor.examination import examine
from controller.daemon.doctor.files import files, holder
from controller.daemon.doctor.machine import Machine
from controller.daemon.doctor.running import asked


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
