"""`royaltable report`: one file for whoever helps from afar, without anything secret."""

from pathlib import Path

import click

from controller.care import report as reports
from controller.care.doctor.examination import ask_running_table, examine
from controller.care.doctor.files import files, holder
from controller.care.doctor.host import Host
from controller.cli.shared.errors import told_of
from controller.cli.shared.paths import new_file_argument
from controller.cli.shared.settings import settings_in
from controller.cli.shared.table_files import files_of, which_table
from controller.store.privileges import as_owner_of


@click.command()
@new_file_argument()
@which_table
def report(to: Path, config_file: Path, journal: Path | None, *, sim: bool) -> None:
    """Write a report to FILE, a zip, for somebody who helps you from afar.

    In it are versions, the doctor's findings, the end of the newest game, counters and the log; but no PIN, password,
    token, tag, name, comment or address. Look into it before you give it away.
    """
    own = files_of(config_file, journal, sim=sim)
    settings = settings_in(config_file, sim=sim)
    with as_owner_of(own.config, own.journal):
        findings = list(files(own, Host().user)) if sim else []
        running = holder(own.journal)
    if not sim:
        findings = examine(settings, own)
    if running is not None:
        findings += ask_running_table(settings, own)
    with told_of(to, "Name a file in a folder that can be written."):
        names = reports.make(to, settings, own, findings)
    click.echo(f"{to}: {', '.join(names)}; {to.stat().st_size} octets.")
