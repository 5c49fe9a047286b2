"""`royaltable setup`: test each device with the user's help; resumable."""

import asyncio
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import click

from controller.care.recording import save_recording
from controller.care.setup.console import HOW_FAR_DEG, TEST_CLICKS
from controller.care.setup.device_test import Operator, Prompt, PromptKind, SetupLine
from controller.care.setup.gate import FINGER_MM
from controller.care.setup.setup_run import SetupRun
from controller.cli import options
from controller.cli.sim import apply_board_options, board_options
from controller.config.schema import TableConfig
from controller.devices import stickers
from controller.devices.hardware import Hardware
from controller.devices.part_or_twin import make_ports, make_twin_table
from controller.games.naming import translate_text
from controller.store.privileges import acting_as_owner_of
from controller.store.setup_results import SetupResults
from controller.store.table_files import TableFiles
from controller.texts.translation import ENGLISH
from hw.bus.ports import Ports
from hw.clock import Clock, LoopClock, run_on_fine_timer_loop
from hw.iso14443.picc import MifareClassic1K
from hw.ntag.twin import Ntag213
from hw.testing.clock import run_virtual
from hw.testing.faults import UnknownFault
from hw.testing.table import TwinTable
from hw.values import ReaderId, Uid

SIMULATED_CARD_UID = Uid(bytes.fromhex("86a083ee"))
"""UID of the card supplied with a reader: a MIFARE Classic, with four bytes."""

SIMULATED_REACTION_S = 0.5

SHORT_PRESS_S, LONG_PRESS_S = 0.1, 1.2
"""How long the simulated operator presses the knob for yes and no."""

SIMULATED_START_HEIGHT_MM = 80
"""Height from which the simulated operator lowers a piece, out of any reader's range."""

LOWERING_S_PER_MM = 0.05
LAID_S = 60.0
JOGGING_S = 8.0
"""Time in which the arrow follows the knob."""


@click.command()
@options.config_option
@click.option(
    "--only", metavar="DEVICE", help="Test only this device, such as oled, console, spinner or a castle's colour."
)
@click.option("--again", is_flag=True, help="Start again with the first device.")
@click.option(
    "--patience", type=click.FloatRange(min=1), default=120.0, show_default=True, help="Seconds to wait for you."
)
@click.option("--sim", is_flag=True, help="Use a simulated table with a simulated operator.")
@board_options
@click.option(
    "--mistake",
    "mistakes",
    multiple=True,
    metavar="NAME[=PLACE]",
    help="With --sim: wire the table with this mistake; repeatable. docs/doctor.md lists them.",
)
def setup(
    config_file: Path,
    only: str | None,
    patience: float,
    nodes: str | None,
    mistakes: tuple[str, ...],
    *,
    tray: bool,
    again: bool,
    sim: bool,
) -> None:
    """Test one device after the other: each lights up or moves, then waits for you to turn, press or bring a piece.

    Stop with Ctrl-C and continue later with the devices left. Exit status 1 if there are any.
    """
    if (mistakes or nodes) and not sim:
        raise click.UsageError("--mistake and --nodes need --sim.")
    settings, make_board = apply_board_options(options.load_settings(config_file, sim=sim), nodes, tray=tray)
    files = options.simulated_table_files(None) if sim else TableFiles.from_settings(settings, config_file)
    if not sim:
        options.check_table_not_running(files)
    results, simulated = SetupResults(files.setup_results, files.config), SimulatedOperator()

    async def main() -> list[str]:
        clock = LoopClock()
        if not sim:
            ports = make_ports(settings, clock)
            return await run_setup(
                settings, ports, clock, results, only, patience, simulated, str(config_file), config_file, files
            )
        table = make_twin_table(settings, clock, make_board)
        for mistake in mistakes:
            name, _, place = mistake.partition("=")
            table.mistakes.switch(name, place, on=True)
        return await run_setup(settings, table, clock, results, only, patience, simulated, files=files)

    try:
        with options.exit_on_os_error(files.setup_results, "Make the file writable, or use sudo."):
            with acting_as_owner_of(files.config, files.journal):
                files.journal.parent.mkdir(parents=True, exist_ok=True)
            if again or mistakes:
                results.delete_results()
            left = run_virtual(main()) if sim else run_on_fine_timer_loop(main())
    except UnknownFault as fault:
        raise click.ClickException(f"--mistake {fault}.") from None
    except KeyboardInterrupt:
        click.echo("\nStopped. To continue: `royaltable setup`")
        raise SystemExit(1) from None
    click.echo(f"Results and measurements: {files.setup_results}")
    if left:
        raise click.ClickException(
            f"not working: {', '.join(left)}. Switch the table off before you change a wire. "
            "Then test what is left: `royaltable setup`"
        )
    click.echo("All devices work.")


async def run_setup(
    settings: TableConfig,
    ports: Ports,
    clock: Clock,
    results: SetupResults,
    only: str | None,
    patience_s: float,
    simulated: "SimulatedOperator",
    config_file: str = "table.toml",
    settings_file: Path | None = None,
    files: TableFiles | None = None,
) -> list[str]:
    """Test the devices, switch them off, and return those that do not work; save a recording beside ``files``."""

    def ask(request: Prompt) -> None:
        answer = " Press the knob for yes, hold it for no." if request.step.is_question else ""
        click.echo(f"  {translate_text(request.text, ENGLISH)}{answer}")
        if isinstance(ports, TwinTable):
            simulated.schedule_reaction(ports, clock, request)

    async def confirm(question: Prompt) -> bool:
        text = translate_text(question.text, ENGLISH)
        if isinstance(ports, TwinTable):
            click.echo(f"  {text}")
            await clock.sleep_until(clock.now_s() + SIMULATED_REACTION_S)
            return simulated.sees(ports, question)
        return await asyncio.to_thread(click.confirm, f"  {text}")

    def say(line: SetupLine) -> None:
        click.echo(line.format_in_english())

    def open_knob() -> None:
        assert run.config.console is not None
        hardware.controls.open_knob(run.config.console)

    hardware = Hardware(settings, ports, clock)
    hardware.record()
    operator = Operator(ask, confirm, None if settings.console is None else open_knob, patience_s)
    run = SetupRun(settings, hardware, clock, results, operator, say, config_file, settings_file)
    if only is not None and only not in run.device_tests():
        raise click.UsageError(f"--only: saw {only!r}, expected one of {', '.join(run.device_tests())}.")
    try:
        return await run.run_tests(only)
    finally:
        simulated.cancel_actions()
        hardware.switch_off()
        if files is not None:
            save_recording(run.config, hardware, files)


TURNED_HALF_STEPS: Final = 500
"""Way of an arrow that does not only tremble."""

POINTS_WITHIN_DEG: Final = 3.0


def _is_frame_complete(table: TwinTable, _: Prompt) -> bool:
    assert table.oled is not None
    picture = table.oled.image()
    edges = [(x, y) for x in range(picture.width) for y in (0, picture.height - 1)]
    edges += [(x, y) for x in (0, picture.width - 1) for y in range(picture.height)]
    return all(picture.getpixel(place) for place in edges)


def _off_dial_deg(table: TwinTable) -> float:
    """Return the arrow's angle from the start of the first sector, -180 to 180."""
    assert table.rotor is not None
    return (table.rotor.angle_deg + table.dial_deg + 180) % 360 - 180


def _lamps_of(table: TwinTable, prompt: Prompt) -> list[bool]:
    return table.panels[ReaderId(prompt.device)].lamps_lit


class SimulatedOperator:
    def __init__(self) -> None:
        self._turned_half_steps = 0
        self._tasks: list[asyncio.Task[None]] = []
        self._lowering: asyncio.Task[None] | None = None
        self._above_mm = 0
        self._is_still = False

    def schedule_reaction(self, table: TwinTable, clock: Clock, request: Prompt) -> None:
        """Act on a prompt after a delay; while its distance is asked, hold a lowered piece, else remove it."""
        self._is_still = request.step is PromptKind.DISTANCE
        if table.rotor is not None and table.rotor.held_magnet:
            table.rotor.held_magnet = False
        if self._lowering is not None and not self._is_still:
            self._lowering.cancel()
            self._lowering = None
        self._tasks.append(asyncio.create_task(self.react_after_delay(table, clock, request)))

    async def react_after_delay(self, table: TwinTable, clock: Clock, request: Prompt) -> None:
        await clock.sleep_until(clock.now_s() + SIMULATED_REACTION_S)
        match request.step:
            case PromptKind.TURN | PromptKind.TURN_BACK if table.knob is not None:
                await table.knob.turn(TEST_CLICKS if request.step is PromptKind.TURN else -TEST_CLICKS)
            case PromptKind.PRESS if table.knob is not None:
                await table.knob.press()
            case PromptKind.MAGNET if table.rotor is not None:
                table.rotor.held_magnet = True
            case PromptKind.POINT if table.knob is not None:
                await table.knob.turn(round(-_off_dial_deg(table) / HOW_FAR_DEG))
                await clock.sleep_until(clock.now_s() + JOGGING_S)
                await table.knob.press()
            case PromptKind.YES:
                await table.panels[ReaderId(request.device)].yes.press()
            case PromptKind.NO:
                await table.panels[ReaderId(request.device)].no.press()
            case PromptKind.CARD:
                await table.hold_card_at_gate(ReaderId(request.device), MifareClassic1K(SIMULATED_CARD_UID))
            case PromptKind.PIECE:
                await table.pass_tile(ReaderId(request.device), stickers.simulated_uid("t01"))
            case PromptKind.LOWER:
                self._lowering = asyncio.create_task(self._lower_piece(table, ReaderId(request.device), clock))
            case PromptKind.LAY:
                self._lowering = asyncio.create_task(self._lay_piece(table, ReaderId(request.device)))
            case question if question.is_question and table.knob is not None:
                await table.knob.press(SHORT_PRESS_S if self.sees(table, request) else LONG_PRESS_S)

    def sees(self, table: TwinTable, question: Prompt) -> bool:
        """Answer a question from what the simulated parts show."""
        look: Mapping[PromptKind, Callable[[TwinTable, Prompt], bool]] = {
            PromptKind.DISTANCE: lambda _, prompt: self._above_mm >= FINGER_MM * prompt.number,
            PromptKind.AGAIN: lambda _, __: False,
            PromptKind.PICTURE: _is_frame_complete,
            PromptKind.FOUR_PINS: lambda table, _: not table.display_has_spi,
            PromptKind.HEARD: lambda table, _: self._hears(table),
            PromptKind.CLOCKWISE: lambda table, _: self._arrow_way(table) > 0,
            PromptKind.TURNED: lambda table, _: abs(self._arrow_way(table)) > TURNED_HALF_STEPS,
            PromptKind.MOTOR_LAMPS: lambda table, _: table.rotor is not None and table.rotor.powered,
            PromptKind.POINTS: lambda table, _: abs(_off_dial_deg(table)) <= POINTS_WITHIN_DEG,
            PromptKind.LAMPS: lambda table, prompt: self._saw_lamps_in_turn(table, ReaderId(prompt.device)),
            PromptKind.ONE_LAMP: lambda table, prompt: _lamps_of(table, prompt)[prompt.number],
            PromptKind.OTHER_LAMP: lambda table, prompt: any(_lamps_of(table, prompt)),
            PromptKind.READER_LAMP: lambda table, prompt: table.readers[ReaderId(prompt.device)].is_lamp_lit,
            PromptKind.RESET_HIGH: lambda table, prompt: table.readers[ReaderId(prompt.device)].is_reset_high,
        }
        return look[question.step](table, question) if question.step in look else True

    def _arrow_way(self, table: TwinTable) -> int:
        """Return how far the arrow has turned since the last question about it, clockwise."""
        assert table.rotor is not None
        before, self._turned_half_steps = self._turned_half_steps, table.rotor.turned_half_steps
        return self._turned_half_steps - before

    def _hears(self, table: TwinTable) -> bool:
        return table.buzzer is None or table.buzzer.tones > 0

    def _saw_lamps_in_turn(self, table: TwinTable, castle: ReaderId) -> bool:
        if castle in table.wiring.rings:
            return castle not in table.dark_rings
        return list(table.panels[castle].lit_order) == [0, 1, 2, 0, 1, 2]

    async def _lower_piece(self, table: TwinTable, gate: ReaderId, clock: Clock) -> None:
        piece = Ntag213(stickers.simulated_uid("t01"))
        try:
            self._above_mm = SIMULATED_START_HEIGHT_MM
            while True:
                table.hold_card_above(gate, piece, self._above_mm)
                await clock.sleep_until(clock.now_s() + LOWERING_S_PER_MM)
                self._above_mm -= int(self._above_mm > 0 and not self._is_still)
        finally:
            table.take_card_away(gate, piece)

    async def _lay_piece(self, table: TwinTable, gate: ReaderId) -> None:
        await table.hold_card_at_gate(gate, Ntag213(stickers.simulated_uid("t01")), LAID_S)

    def cancel_actions(self) -> None:
        for task in [*self._tasks, *([] if self._lowering is None else [self._lowering])]:
            task.cancel()
