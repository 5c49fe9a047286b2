"""`royaltable report`: one file for whoever helps from afar, without anything secret."""

from pathlib import Path

import click

from controller.care import report as reports
from controller.care.doctor.files import files
from controller.care.doctor.host import Host
from controller.cli.care.doctor import ExaminedTable, examined
from controller.cli.shared.errors import told_of
from controller.cli.shared.paths import new_file_argument
from controller.cli.shared.settings import settings_in
from controller.cli.shared.table_files import files_of, which_table
from controller.store.privileges import as_owner_of


@click.command()
@new_file_argument()
@which_table
@click.option("--devices", is_flag=True, help="Test the devices first, as the doctor does.")
def report(to: Path, config_file: Path, journal: Path | None, *, sim: bool, devices: bool) -> None:
    """Write a report to FILE, a zip, for somebody who helps you from afar.

    In it are versions, the doctor's findings, what the set-up saw, the end of the newest game, counters and the log;
    but no PIN, password, token, tag, name, comment or address. Look into it before you give it away.
    """
    own = files_of(config_file, journal, sim=sim)
    settings = settings_in(config_file, sim=sim)
    findings = examined(ExaminedTable(config_file, Host(), sim, (), quiet=False), devices=devices)
    if sim:
        with as_owner_of(own.config, own.journal):
            findings += files(own, Host().user)
    with told_of(to, "Name a file in a folder that can be written."):
        names = reports.make(to, settings, own, findings)
    click.echo(f"{to}: {', '.join(names)}; {to.stat().st_size} octets.")
