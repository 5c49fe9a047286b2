"""`royaltable doctor` and `report`: diagnose machine, files and devices."""

import asyncio
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

import click
import msgspec
from msgspec.structs import replace

from controller import config
from controller.care import report as reports
from controller.care.doctor import examination
from controller.care.doctor.devices import examine_devices
from controller.care.doctor.findings import PROBLEMS, Finding, make_finding, worst_severity
from controller.care.doctor.host import Host
from controller.cli import options
from controller.config.schema import TableConfig
from controller.devices.hardware import Hardware
from controller.devices.part_or_twin import make_ports, make_twin_table
from controller.store.privileges import acting_as_owner_of
from controller.store.table_files import TableFiles, is_journal_folder_unreadable, lock_holder_pid
from controller.texts.translation import translate
from hw.clock import LoopClock, run_on_fine_timer_loop
from hw.testing.clock import run_virtual
from hw.testing.faults import UnknownFault
from hw.testing.mistakes import MISTAKES
from hw.testing.table import TwinTable

THIS_MACHINE_ROOT: Final = Path("/")
SERVICE_CONFIG: Final = "etc/royaltable/table.toml"


@click.command()
@options.config_option
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON.")
@click.option("--sim", is_flag=True, help="Test the devices of a simulated table.")
@click.option(
    "--fault",
    "faults",
    multiple=True,
    metavar="NAME[=VALUE]",
    help="With --sim: simulate this fault, or this mistake in the wiring; repeatable.",
)
@click.option("--no-devices", is_flag=True, help="Do not test devices; check only machine and files.")
@click.option(
    "--root",
    type=click.Path(file_okay=False, exists=True, path_type=Path),
    default=THIS_MACHINE_ROOT,
    help="Check the file system mounted here, such as a Pi's card, without testing devices.",
)
@click.option("--codes", is_flag=True, help="List every problem that the doctor can find, as in docs/doctor.md.")
def doctor(
    config_file: Path, root: Path, faults: tuple[str, ...], *, as_json: bool, sim: bool, no_devices: bool, codes: bool
) -> None:
    """Diagnose the table: print each problem with its cause, its cure and a command. Nothing is changed.

    Exit status: 0 if there are no problems, 1 if there are warnings, 2 if there are errors.
    """
    if codes:
        click.echo(format_problems_as_markdown(), nl=False)
        return
    looked_at = Host(root)
    if root != THIS_MACHINE_ROOT:
        looked_at = replace(looked_at, has_package=lambda _name: True)  # unknown on another machine: assume installed
        config_file = config_file if config_file.exists() else root / SERVICE_CONFIG
    began = None if as_json else _print_test_start
    devices = not no_devices and root == THIS_MACHINE_ROOT
    if sim:
        findings = examine_table_devices(config.simulator(), config_file, began, faults) if devices else []
    else:
        findings = examine_table(config_file, looked_at, began, devices=devices)
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode([each.to_dict() for each in findings])).decode())
    else:
        for each in sorted(findings, key=lambda each: -each.severity):
            click.echo(each.format())
        count = sum(each.severity > 0 for each in findings)
        click.echo("No problems found." if count == 0 else f"{count} problem(s) found.")
    raise SystemExit(worst_severity(findings))


def _print_test_start(name: str) -> None:
    click.echo(f"Testing {name} ...", err=True)


def examine_table(
    config_file: Path, machine: Host, began: Callable[[str], None] | None, *, devices: bool
) -> list[Finding]:
    """With ``devices``, test the devices, too, unless the table is running."""
    table, findings = examination.load_settings_or_findings(config_file, f"looked at {config_file.absolute()}")
    if table is None:
        return findings
    own = _relocate_files_below_root(machine.root, TableFiles.from_settings(table, config_file))
    findings = examination.examine_without_devices(table, own, machine)
    with acting_as_owner_of(own.config, own.journal):
        pid = lock_holder_pid(own.journal)
    if pid is not None:
        return [*findings, make_finding("RT-RUNNING", pid=pid), *examination.ask_table_for_lost_devices(table, own)]
    return (
        [*findings, *examine_table_devices(table, config_file, began)]
        if devices and not is_journal_folder_unreadable(own.journal)
        else findings
    )


def _relocate_files_below_root(root: Path, own: TableFiles) -> TableFiles:
    def below(path: Path) -> Path:
        return path if path.is_relative_to(root) else root / path.relative_to("/")

    tags = None if own.tags is None else below(own.tags.absolute())
    return TableFiles(below(own.journal.absolute()), tags=tags, config=own.config)


def examine_table_devices(
    table: TableConfig,
    config_file: Path,
    began: Callable[[str], None] | None,
    faults: Iterable[str] | None = None,
) -> list[Finding]:
    """With ``faults`` test a simulated table with these faults."""

    async def main() -> list[Finding]:
        clock = LoopClock()
        ports = make_ports(table, clock) if faults is None else _apply_faults(make_twin_table(table, clock), faults)
        hardware = Hardware(table, ports, clock)
        try:
            return await examine_devices(table, hardware, clock, str(config_file), began or (lambda _name: None))
        finally:
            hardware.switch_off()

    try:
        return run_on_fine_timer_loop(main()) if faults is None else run_virtual(main())
    except UnknownFault as fault:
        raise click.ClickException(f"--fault {fault}.") from None
    except asyncio.CancelledError:
        raise click.Abort from None


def _apply_faults(table: TwinTable, faults: Iterable[str]) -> TwinTable:
    for fault in faults:
        name, _, place = fault.partition("=")
        kind = table.mistakes if name in table.mistakes.known else table.faults
        kind.switch(name, place, on=True)
    return table


def format_problems_as_markdown() -> str:
    rows = (
        (f"`{each.code}`", each.severity.name.lower(), each.cause, each.cure, f"`{each.command}`")
        for each in PROBLEMS.values()
    )
    mistakes = (
        (
            translate("en", f"mistake-{name}"),
            translate("en", f"mistake-{name}-what"),
            f"`{each.code}`: {PROBLEMS[each.code].cause}",
            f"`{name}`",
        )
        for name, each in MISTAKES.items()
    )
    pictures = [
        line
        for each in PROBLEMS.values()
        if each.picture
        for line in (f"## {each.code}", "", "```text", *each.picture.splitlines(), "```", "")
    ]
    return "\n".join(
        [
            "# What `royaltable doctor` can find",
            "",
            "The doctor changes nothing. Exit status: 0 no problems (at most notes), 1 warnings, 2 errors.",
            "`royaltable setup` finds some of these with your help and shows the pictures below.",
            "Names in braces stand for observed values. `royaltable doctor --codes` prints this list.",
            "",
            "| code | severity | cause | cure | command |",
            "| --- | --- | --- | --- | --- |",
            *("| " + " | ".join(cell.replace("|", r"\|") for cell in row) + " |" for row in rows),
            "",
            "## Mistakes in the wiring",
            "",
            "`royaltable setup` names each of these, or two to choose from, with both ends of the wires. What software",
            "can mend it writes into `table.toml`, if you agree. Try one on a simulated table with",
            "`royaltable setup --sim --mistake NAME`, or on the page of `royaltable sim`; those of castle boards need",
            "`--nodes cpython`. A mistake that harms parts, such as 5 V on a pin, cannot be found by software:",
            "[build.md](build.md) has the checks before the power is on.",
            "",
            "| mistake | what you see | what is said | name |",
            "| --- | --- | --- | --- |",
            *("| " + " | ".join(cell.replace("|", r"\|") for cell in row) + " |" for row in mistakes),
            "",
            *pictures,
        ]
    )


@click.command()
@options.new_file_argument()
@options.table_options
@click.option("--devices", is_flag=True, help="Also test the devices, as the doctor does.")
def report(to: Path, config_file: Path, journal: Path | None, *, sim: bool, devices: bool) -> None:
    """Write a report for remote support to FILE, a zip.

    It has versions, the doctor's findings, results of the set-up, the end of the newest game, counters and the
    log; but no PIN, password, token, name, comment or address. If the devices were recorded, it has their messages,
    with the UIDs of tags. Check it before you send it.
    """
    own = options.table_files(config_file, journal, sim=sim)
    settings = options.load_settings(config_file, sim=sim)
    if not sim:
        findings = examine_table(config_file, Host(), _print_test_start, devices=devices)
    else:
        findings = examine_table_devices(settings, config_file, _print_test_start, ()) if devices else []
        with acting_as_owner_of(own.config, own.journal):
            findings += examination.check_files(own, Host().service_user)
    with options.exit_on_os_error(to, "Name a file in a writable folder."):
        names = reports.write_report(to, settings, own, findings)
    click.echo(f"{to}: {', '.join(names)}; {to.stat().st_size} bytes.")
