"""`royaltable setup` on twins: a person does what is asked, goes away, comes back, does it wrong."""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from controller import config
from controller.__main__ import main
from controller.care.setup.progress import Progress
from controller.care.setup.prompts import Prompt, SetupStep
from controller.cli.parts.setup import Hand, set_up
from controller.config import TableConfig, examples, on_boards, parse
from controller.devices.part_or_twin import twins
from controller.store.journal import Journal
from hw.clock import Clock, LoopClock
from hw.testing.clock import run_virtual
from hw.testing.table import TwinTable
from hw.units import ReaderId

PATIENCE_S = 30.0

CASTLES = ("blue", "yellow", "purple", "grey")


class Person(Hand):
    """Does what is asked, unless ``does_instead`` says another deed, or None; goes home after ``asks`` requests.

    Attributes:
        asked_for: each request so far.
    """

    def __init__(
        self, does_instead: Callable[[Prompt], SetupStep | None] = lambda ask: ask.step, asks: int = 1000
    ) -> None:
        super().__init__()
        self.asked_for: list[tuple[str, SetupStep]] = []
        self._does_instead = does_instead
        self._asks = asks
        self.lit: list[list[bool]] = []

    def asked(self, table: TwinTable, clock: Clock, request: Prompt) -> None:
        self.asked_for.append((request.device, request.step))
        if len(self.asked_for) > self._asks:
            raise KeyboardInterrupt
        super().asked(table, clock, request)

    async def does(self, table: TwinTable, clock: Clock, request: Prompt) -> None:
        deed = self._does_instead(request)
        if deed is SetupStep.CONFIRM and request.step is SetupStep.CONFIRM:
            await super().does(table, clock, request)
        elif deed is SetupStep.NO and request.step is SetupStep.CONFIRM:
            assert table.knob is not None
            await table.knob.press(1.2)
        elif deed is not None:
            await super().does(table, clock, Prompt(request.device, deed, request.text))


def walk(
    folder: Path,
    person: Person,
    *,
    settings: TableConfig | None = None,
    fitted: TableConfig | None = None,
    field_strength: float = 1.0,
    faults: Sequence[tuple[str, str]] = (),
    only: str | None = None,
) -> list[str]:
    """One walk in virtual time, of what is ``fitted`` if that is not what the settings say; gives what does not work.

    RF, coils and lamps are off afterwards.
    """
    settings = settings or config.simulator()

    async def life() -> list[str]:
        clock = LoopClock()
        table = twins(fitted or settings, clock)
        for chip in table.readers.values():
            chip.field.strength = field_strength
        for name, place in faults:
            table.faults.switch(name, place, on=True)
        try:
            return await set_up(settings, table, clock, Progress(folder / "progress"), only, PATIENCE_S, person)
        finally:
            await asyncio.sleep(1.0)
            assert not any(lamp for panel in table.panels.values() for lamp in panel.lit)
            if not table.boards:
                assert all(chip.field.on_since_s == float("inf") for chip in table.readers.values())

    return run_virtual(life())


AT_THE_GATE = (SetupStep.CARD, SetupStep.PIECE)
AT_A_CASTLE = (SetupStep.YES, SetupStep.NO, *AT_THE_GATE)
AT_THE_CONSOLE = [
    ("console", SetupStep.TURN),
    ("console", SetupStep.TURN_BACK),
    ("console", SetupStep.PRESS),
    ("oled", SetupStep.CONFIRM),
    ("buzzer", SetupStep.CONFIRM),
    ("spinner", SetupStep.CONFIRM),
]


def test_each_device_is_asked_for_a_real_event_in_order(tmp_path: Path) -> None:
    person = Person()
    assert walk(tmp_path, person) == []
    assert person.asked_for == [*AT_THE_CONSOLE, *((castle, deed) for castle in CASTLES for deed in AT_A_CASTLE)]


def test_so_it_is_with_castle_boards_and_a_tray_which_has_a_gate_alone(tmp_path: Path) -> None:
    person = Person()
    assert walk(tmp_path, person, settings=on_boards(config.simulator(), tray=True)) == []
    at_castles = [(castle, deed) for castle in CASTLES for deed in AT_A_CASTLE]
    assert person.asked_for == [*AT_THE_CONSOLE, *at_castles, *(("tray", deed) for deed in AT_THE_GATE)]


def test_readers_on_the_pi_are_asked_for_a_tile_alone(tmp_path: Path) -> None:
    person = Person()
    assert walk(tmp_path, person, settings=parse(examples.text_of("a"))) == []
    assert person.asked_for == [*AT_THE_CONSOLE, *((castle, deed) for castle in CASTLES for deed in AT_THE_GATE)]


def test_left_in_the_middle_it_goes_on_with_the_device_it_was_left_at(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        walk(tmp_path, Person(asks=10))
    later = Person()
    assert walk(tmp_path, later) == []
    assert later.asked_for == [(castle, deed) for castle in CASTLES[1:] for deed in AT_A_CASTLE]
    assert walk(tmp_path, nobody := Person()) == []
    assert nobody.asked_for == []


def test_nothing_done_leaves_a_device_open_and_the_walk_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    person = Person(lambda ask: None if ask.device == "yellow" else ask.step)
    assert walk(tmp_path, person) == ["yellow"]
    assert "yellow: saw nothing for 30 s. Press yes at yellow. Check its wires" in capsys.readouterr().out
    assert walk(tmp_path, again := Person()) == []
    assert again.asked_for == [("yellow", deed) for deed in AT_A_CASTLE]


def test_the_wrong_button_is_not_taken_for_the_right_one(tmp_path: Path) -> None:
    person = Person(lambda ask: SetupStep.NO if (ask.device, ask.step) == ("blue", SetupStep.YES) else ask.step)
    assert walk(tmp_path, person) == ["blue"]


@pytest.mark.parametrize(("set_to", "fitted"), [(1, 2), (2, 1), (2, 2)])
def test_a_knob_with_another_number_of_clicks_is_found_out(
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
    assert left == ([] if set_to == fitted else ["console"])
    assert (f"Set clicks_a_cycle = {fitted} under [console]" in capsys.readouterr().out) is (set_to != fitted)


def test_a_knob_that_turns_the_wrong_way_is_told_how_to_wire_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    person = Person(lambda ask: SetupStep.TURN_BACK if ask.step is SetupStep.TURN else ask.step)
    assert walk(tmp_path, person, only="console") == ["console"]
    assert "swap A and B in knob_pins" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("device", "cure"), [("oled", "Set another chip"), ("buzzer", "transistor"), ("spinner", "blue, pink, yellow")]
)
def test_what_people_deny_is_left_open_with_its_cure(
    tmp_path: Path, device: str, cure: str, capsys: pytest.CaptureFixture[str]
) -> None:
    person = Person(lambda ask: SetupStep.NO if ask.step is SetupStep.CONFIRM else ask.step)
    assert walk(tmp_path, person, only=device) == [device]
    assert cure in capsys.readouterr().out


@pytest.mark.parametrize(
    ("fault", "place", "device"),
    [("reader_deaf", "grey", "grey"), ("oled_missing", "", "oled"), ("spinner_stall", "", "spinner")],
)
def test_a_broken_device_is_named_and_the_others_are_walked_through(
    tmp_path: Path, fault: str, place: str, device: str
) -> None:
    assert walk(tmp_path, Person(), faults=[(fault, place)]) == [device]
    assert walk(tmp_path, Person()) == []


def test_a_missing_castle_board_is_named(tmp_path: Path) -> None:
    boards = on_boards(config.simulator())
    assert walk(tmp_path, Person(), settings=boards, faults=[("node_unplug", "blue")]) == ["blue"]


class Mender(Person):
    """Sees to the reader of the grey castle's board when the arrow's turn comes."""

    async def does(self, table: TwinTable, clock: Clock, request: Prompt) -> None:
        if request.device == "spinner":
            table.faults.switch("reader_deaf", "grey", on=False)
        await super().does(table, clock, request)


def test_a_castle_board_whose_reader_was_mended_in_time_is_asked_for_a_tile(tmp_path: Path) -> None:
    boards = on_boards(config.simulator())
    assert walk(tmp_path, person := Mender(), settings=boards, faults=[("reader_deaf", "grey")]) == []
    assert person.asked_for[-1] == ("grey", SetupStep.PIECE)


def test_a_device_that_fails_later_is_not_ticked_off_any_more(tmp_path: Path) -> None:
    assert walk(tmp_path, Person()) == []
    assert walk(tmp_path, Person(), faults=[("oled_missing", "")], only="oled") == ["oled"]
    assert walk(tmp_path, person := Person()) == []
    assert person.asked_for == [("oled", SetupStep.CONFIRM)]


def test_the_command_walks_through_a_simulated_table_and_again_when_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    first = CliRunner().invoke(main, ["setup", "--sim"])
    assert first.exit_code == 0, first.output
    assert "Pass a piece over grey's gate." in first.output
    assert "Pass a piece" not in CliRunner().invoke(main, ["setup", "--sim"]).output
    assert "Pass a piece" in CliRunner().invoke(main, ["setup", "--sim", "--again"]).output
    wrong = CliRunner().invoke(main, ["setup", "--sim", "--only", "lamp"])
    assert wrong.exit_code == 2
    assert "expected one of console, oled, buzzer, spinner, blue, yellow, purple, grey" in wrong.output


@pytest.mark.parametrize("command", [["setup"], ["read"], ["teach"], ["census"], ["spin"], ["calibrate", "spinner"]])
def test_while_a_table_plays_its_devices_are_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    (tmp_path / "table.toml").write_text(examples.text_of("minimal"))
    (tmp_path / "tags.toml").write_text('[tags]\n04a1b2c3d4e5f6 = "t07"\n')
    command += ["--config", str(tmp_path / "table.toml")]
    with Journal(tmp_path / "table.journal"):
        result = CliRunner().invoke(main, command)
        assert (result.exit_code, "plays on this table. Stop it first" in result.output) == (1, True), result.output
        monkeypatch.setattr(
            "os.access", lambda path, _mode: path != tmp_path
        )  # nor may one who cannot see it touch them
        result = CliRunner().invoke(main, command)
        assert (result.exit_code, "Say sudo" in result.output) == (1, True), result.output


def test_progress_that_cannot_be_read_begins_anew(tmp_path: Path) -> None:
    (tmp_path / "progress").write_bytes(b"\xff")
    assert Progress(tmp_path / "progress").done == []
    assert ReaderId("blue") not in Progress(tmp_path / "none").done


@pytest.mark.parametrize("settings", [config.simulator(), on_boards(config.simulator())], ids=["on the Pi", "boards"])
def test_a_module_that_reads_its_own_card_and_no_sticker_is_named_as_what_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], settings: TableConfig
) -> None:
    assert walk(tmp_path, Person(), settings=settings, field_strength=0.05, only="blue") == ["blue"]
    said = capsys.readouterr().out
    assert "RT-READER-WEAK" in said
    assert "inductors" in said


def test_a_sticker_instead_of_the_card_is_enough(tmp_path: Path) -> None:
    person = Person(lambda ask: SetupStep.PIECE if ask.step is SetupStep.CARD else ask.step)
    assert walk(tmp_path, person, only="blue") == []
    assert ("blue", SetupStep.PIECE) not in person.asked_for


def test_figures_and_faults_of_the_devices_are_kept_for_the_report(tmp_path: Path) -> None:
    assert walk(tmp_path, Person(), faults=[("reader_deaf", "blue")]) == ["blue"]
    said = Progress(tmp_path / "progress").said
    assert "console: 6 steps by 6 clicks." in said
    assert "yellow: chip 92h, NXP MFRC522 version 2.0; 0 of 2000 octets wrong at 2000000 Hz and 38 dB." in said
    read = "yellow: read 7 octets; stays in Transceive after a frame; counts CollPos as not seen yet."
    assert said.index(read) + 1 == said.index("yellow: works.")
    assert [line for line in said if line.startswith("blue: ")][-1].startswith("blue: reader blue: ")
    assert [line.partition(" in ")[0] for line in said if line.startswith("spinner: its")] == ["spinner: its mark"]


def test_as_many_sentences_are_kept_as_the_file_may_hold(tmp_path: Path) -> None:
    kept = Progress(tmp_path / "progress")
    for number in range(150):
        kept.note(f"{number} " + "€" * 1000)
    again = Progress(tmp_path / "progress")
    assert [line.partition(" ")[0] for line in again.said] == [str(number) for number in range(50, 150)]
