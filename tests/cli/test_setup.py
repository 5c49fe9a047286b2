"""`royaltable setup` on twins: a person does what is asked, goes away, comes back, does it wrong."""

import asyncio
import json
from collections.abc import Callable, Sequence
from functools import partial
from math import inf
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from controller import config
from controller.__main__ import main
from controller.care.doctor.findings import PROBLEMS
from controller.care.setup.device_test import Prompt, PromptKind
from controller.cli.parts.setup import SimulatedOperator, run_setup
from controller.config import examples, parse_config, replace_gates_by_boards
from controller.config.schema import TableConfig
from controller.devices.part_or_twin import make_twin_table
from controller.store.journal import Journal
from controller.store.setup_results import MAX_FILE_BYTES, DeviceResult, SetupResults
from hw.clock import Clock, LoopClock
from hw.ntag.twin import Ntag213
from hw.testing.clock import VirtualLoop, run_virtual
from hw.testing.table import TwinTable
from hw.values import ReaderId, Uid
from tests.support.busy_loop import BusyLoop, Charges, charge_i2c
from tests.support.castle_boards import IN_PYTHON

PATIENCE_S = 30.0

CASTLES = ("blue", "yellow", "purple", "grey")


class Person(SimulatedOperator):
    """Does what is asked, unless ``does_instead`` says another deed, or None; goes home after ``asks`` requests.

    Attributes:
        asked_for: each request so far.
    """

    def __init__(
        self, does_instead: Callable[[Prompt], PromptKind | None] = lambda ask: ask.step, asks: int = 1000
    ) -> None:
        super().__init__()
        self.asked_for: list[tuple[str, PromptKind]] = []
        self._does_instead = does_instead
        self._asks = asks
        self.lit: list[list[bool]] = []

    def schedule_reaction(self, table: TwinTable, clock: Clock, request: Prompt) -> None:
        self.asked_for.append((request.device, request.step))
        if len(self.asked_for) > self._asks:
            raise KeyboardInterrupt
        super().schedule_reaction(table, clock, request)

    async def react_after_delay(self, table: TwinTable, clock: Clock, request: Prompt) -> None:
        deed = self._does_instead(request)
        if deed is PromptKind.NO and request.step.is_question:
            assert table.knob is not None
            await clock.sleep_until(clock.now_s() + 0.5)
            await table.knob.press(1.2)
        elif deed is not None:
            await super().react_after_delay(table, clock, msgspec.structs.replace(request, step=deed))


def walk(
    folder: Path,
    person: Person,
    *,
    settings: TableConfig | None = None,
    fitted: TableConfig | None = None,
    field_strength: float = 1.0,
    play: float = 0.0,
    supply_ma: float = inf,
    change: Callable[[TwinTable], object] = lambda table: None,
    loop: Callable[[], VirtualLoop] = VirtualLoop,
    faults: Sequence[tuple[str, str]] = (),
    only: str | None = None,
) -> list[str]:
    """One walk in virtual time, of what is ``fitted`` if that is not what the settings say; gives what does not work.

    RF, coils and lamps are off afterwards.
    """
    settings = settings or config.simulator()

    async def life() -> list[str]:
        clock = LoopClock()
        table = make_twin_table(fitted or settings, clock, IN_PYTHON)
        for chip in table.readers.values():
            chip.field.strength = field_strength
        if table.rotor is not None:
            table.rotor.play = play
        table.supply_ma = supply_ma
        change(table)
        for name, place in faults:
            table.faults.switch(name, place, on=True)
        try:
            return await run_setup(
                settings, table, clock, SetupResults(folder / "certificate"), only, PATIENCE_S, person
            )
        finally:
            await asyncio.sleep(1.0)
            assert not any(lamp for panel in table.panels.values() for lamp in panel.lamps_lit)
            if not table.boards:
                assert not any(chip.rf_on for chip in table.readers.values())

    return run_virtual(life(), loop)


AT_THE_GATE = (PromptKind.CARD, PromptKind.PIECE, PromptKind.LOWER, PromptKind.DISTANCE, PromptKind.DISTANCE)
PIECE_ON_EACH = [(castle, PromptKind.LAY) for castle in CASTLES]
AT_A_CASTLE = (PromptKind.LAMPS, PromptKind.YES, PromptKind.NO, *AT_THE_GATE)
AT_THE_CONSOLE = [
    ("console", PromptKind.PRESS),
    ("console", PromptKind.TURN),
    ("console", PromptKind.TURN_BACK),
    ("oled", PromptKind.PICTURE),
    ("buzzer", PromptKind.HEARD),
    ("spinner", PromptKind.CLOCKWISE),
    ("spinner", PromptKind.POINTS),
]


@pytest.mark.parametrize(
    ("settings", "at_each_castle", "at_the_tray"),
    [
        (config.simulator(), AT_A_CASTLE, ()),
        (replace_gates_by_boards(config.simulator(), tray=True), AT_A_CASTLE, AT_THE_GATE),
        (parse_config(examples.read_example("a")), AT_THE_GATE, ()),
    ],
    ids=["simulated", "boards and a tray", "readers on the Pi"],
)
def test_each_device_is_tested_with_a_real_event_in_order(
    tmp_path: Path, settings: TableConfig, at_each_castle: Sequence[PromptKind], at_the_tray: Sequence[PromptKind]
) -> None:
    person = Person()
    assert walk(tmp_path, person, settings=settings) == []
    at_castles = [(castle, deed) for castle in CASTLES for deed in at_each_castle]
    at_tray = [("tray", deed) for deed in at_the_tray]
    on_each_gate = [*PIECE_ON_EACH, *[("tray", PromptKind.LAY)] * bool(at_the_tray)]
    assert person.asked_for == [*AT_THE_CONSOLE, *at_castles, *at_tray, *on_each_gate]
    measured = certificate(tmp_path).result_by_device["blue"].measured
    assert (measured["chip"], measured["gain, dB"]) == ("92h, NXP MFRC522 version 2.0", 38)
    assert [value for name, value in measured.items() if name.startswith("bytes of 2000 wrong at")] == [0]


def test_an_interrupted_setup_continues_with_the_same_device(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        walk(tmp_path, Person(asks=15))
    later = Person()
    assert walk(tmp_path, later) == []
    assert later.asked_for == [*((castle, deed) for castle in CASTLES[1:] for deed in AT_A_CASTLE), *PIECE_ON_EACH]
    assert walk(tmp_path, nobody := Person()) == []
    assert nobody.asked_for == []


def test_a_device_without_response_fails_and_the_setup_continues(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    person = Person(lambda ask: None if ask.device == "yellow" else ask.step)
    assert walk(tmp_path, person) == ["yellow"]
    assert "yellow: no response within 30 s. Yellow: did the lamps light from left to right" in capsys.readouterr().out
    assert walk(tmp_path, again := Person()) == []
    assert again.asked_for == [*(("yellow", deed) for deed in AT_A_CASTLE), *PIECE_ON_EACH]


def test_the_wrong_button_does_not_pass(tmp_path: Path) -> None:
    person = Person(lambda ask: PromptKind.NO if (ask.device, ask.step) == ("blue", PromptKind.YES) else ask.step)
    assert walk(tmp_path, person, only="blue") == ["blue"]


@pytest.mark.parametrize(("set_to", "fitted"), [(1, 2), (2, 1), (2, 2)])
def test_a_knob_with_another_number_of_clicks_is_detected(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], set_to: int, fitted: int
) -> None:
    def with_clicks(clicks: int) -> TableConfig:
        simulated = config.simulator()
        assert simulated.console is not None
        return msgspec.structs.replace(
            simulated, console=msgspec.structs.replace(simulated.console, clicks_a_cycle=clicks)
        )

    person = Person()
    left = walk(tmp_path, person, settings=with_clicks(set_to), fitted=with_clicks(fitted), only="console")
    assert left == []
    output = capsys.readouterr().out
    assert ("RT-KNOB-CLICKS" in output) is (set_to != fitted)
    assert (f"wrote clicks_a_cycle = {fitted} under [console]." in output) is (set_to != fitted)
    console = certificate(tmp_path).result_by_device["console"]
    assert console.measured == {"steps of 6 clicks": 6, "edges a click": 4.0 / fitted}


class SlowPerson(Person):
    """Turns half of the clicks at first, and wants to turn again when asked."""

    async def react_after_delay(self, table: TwinTable, clock: Clock, request: Prompt) -> None:
        assert table.knob is not None
        if request.step is PromptKind.AGAIN:
            await table.knob.press()
        elif request.step is PromptKind.TURN and self.asked_for.count(("console", PromptKind.TURN)) == 1:
            await table.knob.turn(3)
        else:
            await super().react_after_delay(table, clock, request)


def test_a_person_who_turned_too_few_clicks_can_turn_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    person = SlowPerson()
    assert walk(tmp_path, person, only="console") == []
    steps = [step for _, step in person.asked_for]
    assert steps[1:4] == [PromptKind.TURN, PromptKind.AGAIN, PromptKind.TURN]
    output = capsys.readouterr().out
    assert "The table counted 3 of 6 clicks. Turn the knob again, to be sure?" in output
    assert "RT-KNOB-CLICKS" not in output


def test_a_person_who_turns_the_wrong_way_is_asked_before_wires_are_blamed(tmp_path: Path) -> None:
    instead = {PromptKind.TURN: PromptKind.TURN_BACK, PromptKind.DID_TURN_RIGHT: PromptKind.NO}
    person = Person(lambda ask: instead.get(ask.step, ask.step))
    assert walk(tmp_path, person, only="console") == ["console"]
    console = certificate(tmp_path).result_by_device["console"]
    assert (console.fault, console.findings) == ("Turn the knob clockwise first.", [])


def open_plus(table: TwinTable) -> None:
    assert table.knob is not None
    table.knob.plus_is_open = True


@pytest.mark.parametrize("clicks", [1, 2])
def test_a_knob_that_turns_when_pressed_gets_its_plus_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], clicks: int
) -> None:
    settings = config.simulator()
    assert settings.console is not None
    console = msgspec.structs.replace(settings.console, clicks_a_cycle=clicks)
    settings = msgspec.structs.replace(settings, console=console)
    assert walk(tmp_path, Person(), settings=settings, change=open_plus, only="console") == ["console"]
    assert "Connect encoder + to pin 17 of the Pi (3.3 V), never to 5 V." in capsys.readouterr().out
    assert certificate(tmp_path).result_by_device["console"].findings == ["RT-KNOB-PLUS"]


def test_a_knob_that_gives_no_steps_gets_its_plus_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    person = Person(lambda ask: None if ask.step is PromptKind.TURN else ask.step)
    assert walk(tmp_path, person, only="console") == ["console"]
    assert "on a module also encoder + to pin 17 of the Pi (3.3 V)" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("device", "cure"), [("oled", "Set another chip"), ("buzzer", "transistor"), ("spinner", "coil_pins")]
)
def test_a_denied_question_fails_the_device_with_a_cure(
    tmp_path: Path, device: str, cure: str, capsys: pytest.CaptureFixture[str]
) -> None:
    person = Person(lambda ask: PromptKind.NO if ask.step.is_question else ask.step)
    assert walk(tmp_path, person, only=device) == [device]
    assert cure in capsys.readouterr().out


def test_broken_devices_are_named_and_the_others_are_tested(tmp_path: Path) -> None:
    faults = [("reader_deaf", "grey"), ("oled_missing", ""), ("spinner_stall", "")]
    assert walk(tmp_path, Person(), faults=faults) == ["oled", "spinner", "grey"]
    assert walk(tmp_path, Person()) == []


def test_a_missing_castle_board_is_named(tmp_path: Path) -> None:
    boards = replace_gates_by_boards(config.simulator())
    assert walk(tmp_path, Person(), settings=boards, faults=[("node_unplug", "blue")], only="blue") == ["blue"]


class Mender(Person):
    async def react_after_delay(self, table: TwinTable, clock: Clock, request: Prompt) -> None:
        if request.device == "spinner":
            table.faults.switch("reader_deaf", "grey", on=False)
        await super().react_after_delay(table, clock, request)


def test_a_castle_board_with_a_repaired_reader_is_tested(tmp_path: Path) -> None:
    boards = replace_gates_by_boards(config.simulator())
    boards = msgspec.structs.replace(boards, castle=boards.castle[-2:])
    assert walk(tmp_path, person := Mender(), settings=boards, faults=[("reader_deaf", "grey")]) == []
    assert person.asked_for[-3:] == [("grey", PromptKind.DISTANCE), *PIECE_ON_EACH[-2:]]


def test_a_device_that_fails_later_is_marked_as_failed(tmp_path: Path) -> None:
    assert walk(tmp_path, Person()) == []
    assert walk(tmp_path, Person(), faults=[("oled_missing", "")], only="oled") == ["oled"]
    assert walk(tmp_path, person := Person()) == []
    assert person.asked_for == [("oled", PromptKind.PICTURE)]


def test_the_command_tests_a_simulated_table_and_can_repeat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    first = CliRunner().invoke(main, ["setup", "--sim"])
    assert first.exit_code == 0, first.output
    assert "Grey: pass a piece over the gate." in first.output
    (line,) = [line for line in first.output.splitlines() if "Results and measurements" in line]
    assert set(json.loads(Path(line.partition(": ")[2]).read_bytes())["parts"]) >= {"blue", "supply"}
    assert "Pass a piece" not in CliRunner().invoke(main, ["setup", "--sim"]).output
    assert "pass a piece" in CliRunner().invoke(main, ["setup", "--sim", "--again"]).output
    wrong = CliRunner().invoke(main, ["setup", "--sim", "--only", "lamp"])
    assert wrong.exit_code == 2
    assert (
        "expected one of console, oled, buzzer, spinner, blue, yellow, purple, grey, neighbours, supply" in wrong.output
    )


@pytest.mark.parametrize("command", [["setup"], ["read"], ["teach"], ["census"], ["spin"], ["calibrate", "spinner"]])
def test_device_commands_are_refused_while_the_table_is_running(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    (tmp_path / "table.toml").write_text(examples.read_example("minimal"))
    (tmp_path / "tags.toml").write_text('[tags]\n04a1b2c3d4e5f6 = "t07"\n')
    command += ["--config", str(tmp_path / "table.toml")]
    with Journal(tmp_path / "table.journal"):
        result = CliRunner().invoke(main, command)
        assert (result.exit_code, "is running this table. Stop it first" in result.output) == (1, True), result.output
        monkeypatch.setattr(
            "os.access", lambda path, _mode: path != tmp_path
        )  # nor may one who cannot see it touch them
        result = CliRunner().invoke(main, command)
        assert (result.exit_code, "Use sudo" in result.output) == (1, True), result.output


def test_unreadable_results_start_again(tmp_path: Path) -> None:
    (tmp_path / "certificate").write_bytes(b"\xff")
    assert SetupResults(tmp_path / "certificate").working_devices == []
    assert ReaderId("blue") not in SetupResults(tmp_path / "none").working_devices


@pytest.mark.parametrize(
    "settings",
    [config.simulator(), replace_gates_by_boards(config.simulator())],
    ids=["on the Pi", "boards"],
)
def test_a_module_too_weak_for_stickers_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], settings: TableConfig
) -> None:
    assert walk(tmp_path, Person(), settings=settings, field_strength=0.05, only="blue") == ["blue"]
    output = capsys.readouterr().out
    assert "RT-READER-WEAK" in output
    assert "inductors" in output


def test_a_sticker_instead_of_the_card_passes(tmp_path: Path) -> None:
    person = Person(lambda ask: PromptKind.PIECE if ask.step is PromptKind.CARD else ask.step)
    assert walk(tmp_path, person, only="blue") == []
    assert ("blue", PromptKind.PIECE) not in person.asked_for


def certificate(folder: Path) -> SetupResults:
    return SetupResults(folder / "certificate")


def test_the_results_have_measurements_and_faults_of_each_device(tmp_path: Path) -> None:
    settings = parse_config(examples.read_example("a"))
    assert walk(tmp_path, Person(), settings=settings, play=82.0, faults=[("reader_deaf", "blue")]) == ["blue"]
    parts = certificate(tmp_path).result_by_device
    assert list(parts) == ["console", "oled", "buzzer", "spinner", *CASTLES, "supply"]
    assert parts["console"].measured == {"steps of 6 clicks": 6, "edges a click": 4.0}
    assert parts["spinner"].measured["half-steps a turn"] == 4076.0
    assert parts["spinner"].measured["play between motor and arrow, degrees"] == 7.2
    assert parts["supply"].measured == {"supply under load": "stayed above 4.63 V"}
    assert parts["yellow"].measured == {
        "chip": "92h, NXP MFRC522 version 2.0",
        "gain, dB": 38,
        "bytes of 2000 wrong at 2000000 Hz": 0,
        "reading distance of a lowered piece": "a finger's breadth",
        "behaviour of the chip": "counts CollPos as not seen yet",
    }
    assert {name: part.findings for name, part in parts.items() if part.findings} == {"blue": ["RT-READER-MISO"]}
    assert parts["blue"].fault.startswith("RT-READER-MISO: ")
    assert [part.works for part in parts.values()] == [name != "blue" for name in parts]


def test_a_pn532_passes_and_what_it_cannot_tell_is_said(tmp_path: Path) -> None:
    settings = parse_config(
        examples.read_example("a").replace('color = "blue"', 'color = "blue"\nchip = "pn532"').replace("gain_db", "# ")
    )
    assert walk(tmp_path, Person(), settings=settings, only="blue") == []
    blue = certificate(tmp_path).result_by_device["blue"]
    assert blue.measured == {
        "chip": "PN532, firmware 1.6",
        "reading distance of a lowered piece": "a finger's breadth",
    }
    assert blue.findings == ["RT-READER-UNMEASURED"]


def coupled(share: float) -> Callable[[TwinTable], None]:
    """Let this share of a piece's coupling at blue's or yellow's antenna reach the other one."""

    def couple(table: TwinTable) -> None:
        blue, yellow = (table.readers[ReaderId(gate)].field for gate in ("blue", "yellow"))
        blue.neighbours[yellow] = yellow.neighbours[blue] = share

    return couple


@pytest.mark.parametrize(("share", "gain_db", "left"), [(0.4, 38, ["neighbours"]), (0.4, 18, []), (0.05, 38, [])])
def test_setup_ends_only_once_no_gate_hears_a_piece_on_another(
    tmp_path: Path, share: float, gain_db: int, left: list[str]
) -> None:
    settings = parse_config(examples.read_example("a").replace("gain_db = 38", f"gain_db = {gain_db}"))
    gates = [msgspec.structs.replace(castle, gain_db=gain_db) for castle in settings.castle]
    settings = msgspec.structs.replace(settings, castle=tuple(gates))
    assert walk(tmp_path, Person(), settings=settings, change=coupled(share), only="neighbours") == left
    result = certificate(tmp_path).result_by_device["neighbours"]
    assert result.findings == ["RT-GATE-NEIGHBOUR"] * 2 * len(left)
    heard = "blue, yellow" if left else "yellow"
    assert certificate(tmp_path).near_gates(CASTLES) == ({"blue", "yellow"} if left else set())
    assert result.measured["gates that hear a piece on yellow"] == heard
    assert walk(tmp_path, Person(), settings=settings, change=coupled(0.0), only="neighbours") == []


def test_a_piece_that_only_the_next_gate_hears_is_found_too(tmp_path: Path) -> None:
    settings, faults = parse_config(examples.read_example("a")), [("reader_deaf", "blue")]
    assert walk(tmp_path, Person(), settings=settings, change=coupled(0.4), faults=faults, only="neighbours") != []
    result = certificate(tmp_path).result_by_device["neighbours"]
    assert result.measured["gates that hear a piece on blue"] == "yellow"


def test_the_gates_are_tested_together_only_when_each_works(tmp_path: Path) -> None:
    settings = parse_config(examples.read_example("a"))
    assert walk(tmp_path, Person(), settings=settings, faults=[("reader_deaf", "grey")]) == ["grey"]
    assert "neighbours" not in certificate(tmp_path).result_by_device
    assert certificate(tmp_path).near_gates(CASTLES) == {*CASTLES}
    assert walk(tmp_path, again := Person(), settings=settings) == []
    assert again.asked_for[-4:] == PIECE_ON_EACH


def test_a_repeated_test_replaces_the_result(tmp_path: Path) -> None:
    assert walk(tmp_path, Person(), play=95.0, only="spinner") == []
    assert certificate(tmp_path).result_by_device["spinner"].findings == ["RT-ARROW-PLAY"]
    assert walk(tmp_path, Person(), play=20.0, only="spinner") == []
    (spinner,) = certificate(tmp_path).result_by_device.values()
    assert (spinner.findings, spinner.measured["play between motor and arrow, degrees"]) == ([], 1.8)


@pytest.mark.parametrize(
    ("topology", "given", "device", "works", "code", "cure"),
    [
        ("a", {"field_strength": 0.25}, "blue", True, "RT-READER-NEAR", "Move the coil closer"),
        ("a", {"field_strength": 0.05}, "blue", False, "RT-READER-WEAK", "inductors"),
        ("a", {"play": 95.0}, "spinner", True, "RT-ARROW-PLAY", "8.4 degrees"),
        ("a", {"supply_ma": 340.0}, "supply", False, "RT-POWER-LOAD", "supply of its own"),
        ("b", {"supply_ma": 150.0}, "supply", False, "RT-POWER-LOAD", "supply of its own"),
        ("a", {"faults": [("undervoltage", "")]}, "supply", False, "RT-POWER-LOW", "short, thick cable"),
    ],
)
def test_each_finding_is_printed_and_saved(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    topology: str,
    given: dict[str, Any],
    device: str,
    works: bool,
    code: str,
    cure: str,
) -> None:
    settings = parse_config(examples.read_example(topology))
    assert walk(tmp_path, Person(), settings=settings, only=device, **given) == ([] if works else [device])
    output = capsys.readouterr().out
    assert code in output
    assert cure in output
    assert PROBLEMS[code].picture in output
    assert certificate(tmp_path).result_by_device[device].findings == [code]


@pytest.mark.parametrize(
    ("i2c_hz", "khz", "findings"), [(400_000, 396, []), (250_000, 248, []), (100_000, 99, ["RT-I2C-MEASURED"])]
)
def test_the_i2c_clock_is_measured_from_a_picture(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], i2c_hz: int, khz: int, findings: list[str]
) -> None:
    loop = partial(BusyLoop, Charges(i2c_hz=i2c_hz))
    assert walk(tmp_path, Person(), only="oled", change=charge_i2c, loop=loop) == []
    oled = certificate(tmp_path).result_by_device["oled"]
    assert oled.measured["I2C clock, kHz"] == pytest.approx(khz, abs=1)
    assert oled.findings == findings
    assert ("dtparam=i2c_arm_baudrate=400000  │ <── this line" in capsys.readouterr().out) is bool(findings)


def test_a_slow_spi_line_is_reported(tmp_path: Path) -> None:
    def load(table: TwinTable) -> None:
        table.readers[ReaderId("blue")].delay_miso_above(1_000_000)

    walk(tmp_path, Person(), settings=parse_config(examples.read_example("a")), only="blue", change=load)
    assert "RT-SPI-ERRORS" in certificate(tmp_path).result_by_device["blue"].findings


def test_only_the_arrow_overloads_a_weak_supply(tmp_path: Path) -> None:
    settings = parse_config(examples.read_example("a"))
    assert walk(tmp_path, Person(), settings=settings, supply_ma=241.0, only="blue") == []
    assert walk(tmp_path, Person(), settings=settings, supply_ma=241.0, only="supply") == ["supply"]
    assert walk(tmp_path, Person(), settings=settings, supply_ma=441.0, only="supply") == []


def test_a_machine_without_voltage_monitoring_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TwinTable, "undervoltage", lambda _self: None)
    assert walk(tmp_path, Person(), only="supply") == []
    (supply,) = certificate(tmp_path).result_by_device.values()
    assert supply.measured == {"supply under load": "not measured: this machine does not monitor it"}


def test_a_piece_left_on_the_gate_does_not_count_as_lowered(tmp_path: Path) -> None:
    lying = Ntag213(Uid(bytes.fromhex("04a1b2c3d4e5f6")))

    class Forgets(Person):
        async def react_after_delay(self, table: TwinTable, clock: Clock, request: Prompt) -> None:
            if request.step is PromptKind.PIECE:
                table.readers[ReaderId("blue")].enter(lying)
                return
            if request.step is PromptKind.LOWER:
                await clock.sleep_until(clock.now_s() + 3.0)
                table.readers[ReaderId("blue")].leave(lying)
            await super().react_after_delay(table, clock, request)

    assert walk(tmp_path, Forgets(), settings=parse_config(examples.read_example("a")), only="blue") == []
    measured = certificate(tmp_path).result_by_device["blue"].measured
    assert measured["reading distance of a lowered piece"] == "a finger's breadth"


def test_the_results_never_exceed_the_read_limit(tmp_path: Path) -> None:
    stored = certificate(tmp_path)
    for device in (*CASTLES, "tray", "console", "oled", "buzzer", "spinner", "supply"):
        figures: dict[str, int | float | str] = {f"figure {number}": "€" * 4000 for number in range(10)}
        stored.save_result(device, DeviceResult(works=False, tried="2026-06-01", measured=figures, fault="€" * 4000))
    assert (tmp_path / "certificate").stat().st_size < MAX_FILE_BYTES
    assert certificate(tmp_path).result_by_device == stored.result_by_device
    assert len(stored.result_by_device["tray"].fault) == 400
