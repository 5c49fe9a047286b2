"""`royaltable record` and `compare`: what real parts say on their buses, and where their twins say otherwise."""

import asyncio
import contextlib
from pathlib import Path

import click
import msgspec

from controller.care import recording
from controller.care.doctor.measuring import show_and_time_test_picture
from controller.cli import options
from controller.cli.parts.arrow import run_with_devices
from controller.config.schema import TableConfig
from controller.devices import stickers
from controller.devices.hardware import Hardware
from controller.devices.health import DeviceHealth, DeviceState
from controller.devices.readers import Passage, poll_reader
from controller.store.atomic_files import write_atomically
from controller.store.privileges import acting_as_owner_of
from hw.bus.ports import Ports
from hw.bus.recorder import Recording, RecordingError, read_recording
from hw.clock import LoopClock
from hw.errors import HardwareError
from hw.testing import compare as comparison
from hw.testing.compare_parts import compare_parts
from hw.testing.table import TwinTable

SIMULATED_PIECES = ("t01", "t02", "t03")
FOR_EVER_S = 86_400.0


@click.command()
@options.new_file_argument("[FILE]", required=False)
@options.config_option
@click.option("--sim", is_flag=True, help="Use a simulated table, which moves the pieces itself.")
@click.option("--seconds", type=click.FloatRange(min=1), help="Stop after this time.  [default: at Ctrl-C]")
def record(to: Path | None, config_file: Path, seconds: float | None, *, sim: bool) -> None:
    """Record to FILE what goes over all buses and pins while you use the devices.

    It asks each MFRC522 how it behaves, shows a picture and measures a turn of the arrow; then bring pieces, turn and
    press. The last 200,000 messages are kept. FILE has the tags' UIDs, but nothing of a game. Without FILE they are
    kept at the table, for `royaltable compare` and `royaltable report`.
    """
    settings = options.load_settings(config_file, sim=sim)
    files = options.table_files(config_file, None, sim=sim)
    file = to or files.recording
    owner = acting_as_owner_of(to) if to is not None else acting_as_owner_of(files.config, files.journal)

    async def use(hardware: Hardware, ports: Ports) -> None:
        hardware.record()
        try:
            await _use_all_devices(settings, hardware, ports, seconds or (10.0 if sim else FOR_EVER_S))
        finally:
            data = recording.recorded_file(settings, hardware)
            with options.exit_on_os_error(file, "Name a file in a writable folder."), owner:
                file.parent.mkdir(parents=True, exist_ok=True)
                write_atomically(file, data)
            click.echo(f"{file}: {len(data)} bytes. To compare it with the data sheets: royaltable compare {to or ''}")

    try:
        run_with_devices(settings, config_file, use, sim=sim)
    except KeyboardInterrupt:
        raise SystemExit(0) from None


async def _use_all_devices(settings: TableConfig, hardware: Hardware, ports: Ports, seconds: float) -> None:
    clock, health = LoopClock(), DeviceHealth()

    def report(device: DeviceState) -> None:
        click.echo(f"{device.name}: {device.fault or 'works.'}")

    health.changed.connect(report)
    hardware.open(health)
    for castle in settings.pi_gate_sections:
        with contextlib.suppress(HardwareError):
            await hardware.readers.ask_questions(castle)
    with contextlib.suppress(HardwareError):
        show_and_time_test_picture(hardware, clock, settings.table.language)

    def passed(passage: Passage) -> None:
        click.echo(f"{passage.reader}: {'unclear' if passage.uid is None else 'read'}.")

    async with asyncio.TaskGroup() as group:
        tasks = [
            group.create_task(poll_reader(name, chip, clock, health, passed))
            for name, chip in hardware.readers.chips.items()
        ]
        if (link := hardware.boards.open()) is not None:
            tasks.append(group.create_task(link.run()))
        if isinstance(ports, TwinTable) and hardware.readers.chips:
            gate = next(iter(hardware.readers.chips))
            tasks.append(group.create_task(stickers.pass_stickers_over_twin_gate(ports, gate, SIMULATED_PIECES)))
        with contextlib.suppress(HardwareError):
            await hardware.arrow.home()
            if hardware.arrow.is_wired:
                await hardware.arrow.measure_turn_half_steps()
        click.echo("Recording. Bring pieces to the gates, turn the knob, press the buttons. Press Ctrl-C to end.")
        await clock.sleep_until(clock.now_s() + seconds)
        for task in tasks:
            task.cancel()


@click.command()
@click.argument("file", metavar="[FILE]", type=options.FILE_PATH, required=False)
@options.config_option
@click.option("--sim", is_flag=True, help="Without FILE: what was recorded of a simulated table.")
@click.option("--vcd", type=options.FILE_PATH, help="Also write all wires to this file, for PulseView and GTKWave.")
@click.option("--picture", type=options.FILE_PATH, help="Also draw the messages as PNG.")
def compare(file: Path | None, config_file: Path, vcd: Path | None, picture: Path | None, *, sim: bool) -> None:
    """Play a recording's messages to simulated parts, and print where the real parts answered otherwise.

    Without FILE it is the table's last one. What depends on the field, time or analogue values is left out. If no known
    kind of chip fits, its behaviour is written beside FILE. Exit status 1 if there are differences that no kind of chip
    explains.
    """
    file = file or options.table_files(config_file, None, sim=sim).recording
    with options.exit_on_os_error(file, "Name a recording."), options.exit_on_error(RecordingError):
        recorded = read_recording(file)
        chips = comparison.reader_messages(recorded)
    if recorded.is_cut:
        click.echo(f"{file} is cut off after {len(recorded.events)} messages; these are compared.")
    _draw(recorded, vcd, picture)
    unexplained = 0
    for lane, messages in chips.items():
        verdict = comparison.judge_chip(lane, messages)
        click.echo(f"{lane}: {len(messages)} messages; fits best: {verdict.flavour.name}.")
        for difference in verdict.differences:
            click.echo(f"  {difference}")
        unexplained += len(verdict.differences)
        if not verdict.is_known:
            new = file.with_name(f"{file.name}.{lane}.flavour.json")
            with options.exit_on_os_error(new, "Copy the recording to a writable folder."):
                write_atomically(new, msgspec.json.format(msgspec.json.encode(verdict.flavour), indent=1) + b"\n")
            click.echo(f"  No known kind of chip fits. How this one behaves: {new}")
    unacknowledged = comparison.find_unacknowledged(recorded)
    parts = list(compare_parts(recorded))
    for part in parts:
        click.echo(f"{part.lane}: {part.summary}")
    for difference in (*(each for part in parts for each in part.differences), *unacknowledged):
        click.echo(f"  {difference}")
        unexplained += 1
    if not chips and not parts:
        click.echo("Nothing in this recording can be compared.")
    raise SystemExit(1 if unexplained else 0)


def _draw(recorded: Recording, vcd: Path | None, picture: Path | None) -> None:
    if vcd is None and picture is None:
        return
    from hw.testing.pi.trace import Trace  # imports Pillow

    trace = Trace()
    trace.events = list(recorded.events)
    if vcd is not None:
        with options.exit_on_os_error(vcd, "Name a file in a writable folder."):
            trace.write_vcd(vcd)
    if picture is not None:
        with options.exit_on_os_error(picture, "Name a file in a writable folder."):
            trace.write_picture(picture)
