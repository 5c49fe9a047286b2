"""docs/build.md, walked as its reader walks it: each command passes with only the parts that are there by then.

What a step adds stands in its line *Parts*, by the names of the list to buy. The twin table has what is there.
To renew the list: `ROYALTABLE_RENEW=1 .venv/bin/pytest tests/docs/test_build.py`.
"""

import os
import re
import shlex
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Self

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from controller.__main__ import main
from controller.care.doctor.devices import examine_devices
from controller.care.doctor.findings import worst_severity
from controller.cli.parts import arrow
from controller.cli.parts.setup import SimulatedOperator, run_setup
from controller.config import examples, load_config, parse_config
from controller.config.schema import TableConfig
from controller.devices import stickers
from controller.devices.hardware import Hardware
from controller.devices.part_or_twin import make_twin_table
from controller.store.setup_results import SetupResults
from hw.clock import LoopClock
from hw.testing.clock import run_virtual
from kit.boards.castle import CASTLE
from kit.boards.console import CONSOLE
from kit.to_buy import KIT, format_list, left_out, list_to_buy
from tests.care.doctor.pi import sound_pi
from tests.support.castle_boards import IN_PYTHON
from tests.support.documents import ROOT, text_of

PAGE: Final = "docs/build.md"
AT_THE_RIBBON: Final = {"board console", "everything for console", "jumper", "ribbon cable"}
CASTLE_PARTS: Final = {
    "USB hub",
    "USB cable, micro USB",
    "board castle",
    "everything for castle",
    "reader module RC522",
} | {"push button", "NFC sticker", "pin strip", "infrared LED", "phototransistor", "hook-up wire", "printed gate"}
NEEDS: Final = {
    "oled": AT_THE_RIBBON | {"OLED", "cable with a plug JST XH of 4 pins"},
    "console": AT_THE_RIBBON | {"rotary encoder", "cable with a plug JST XH of 5 pins"},
    "buzzer": AT_THE_RIBBON | {"passive buzzer", "cable with a plug JST XH of 2 pins"},
    "spinner": AT_THE_RIBBON
    | {"stepper 28BYJ-48", "Hall switch", "magnet", "printed arrow", "printed bracket", "glue"}
    | {f"cable with a plug JST XH of {pins} pins" for pins in (3, 6)},
    "flash": {"Raspberry Pi Pico", "USB hub", "USB cable, micro USB"},
    "castle": CASTLE_PARTS,
    "read": CASTLE_PARTS | {"printed gate", "printed castle", "nylon screw"},
}
"""What a test needs, by sections of table.toml and commands."""
WIRED: Final = (
    NEEDS["oled"] | NEEDS["console"] | NEEDS["buzzer"] | NEEDS["spinner"] - {"printed arrow", "printed bracket"}
)


class StuckError(Exception):
    """A reader cannot go on; the message says why."""


@dataclass(frozen=True)
class Step:
    title: str
    text: str

    def names(self, label: str) -> set[str]:
        found = re.findall(rf"\*\*{label}:\*\* (.+)\.$", self.text, re.MULTILINE)
        return set(";".join(found).split("; ")) - {""}

    @property
    def commands(self) -> list[str]:
        return [line for block in re.findall(r"```\n(.*?)```", self.text, re.DOTALL) for line in block.splitlines()]

    @property
    def minutes(self) -> float:
        found = re.search(r"^\*(\d+) (minutes|hours?)\b", self.text, re.MULTILINE)
        assert found is not None, f"{self.title}: say first how long it takes"
        return int(found[1]) * (1 if found[2] == "minutes" else 60)


def steps() -> list[Step]:
    order = text_of(PAGE).partition("## Order of work\n")[2].partition("\n## Power")[0]
    return [Step(*part.split("\n", 1)) for part in re.split(r"\n### ", order)[1:]]


@dataclass
class Bench:
    """A reader's Pi and parts.

    Attributes:
        have: parts that are built in or at hand.
        named: Picos with firmware.
    """

    folder: Path
    have: set[str] = field(default_factory=set)
    named: set[str] = field(default_factory=set)
    is_bought: bool = False
    is_powered: bool = True
    is_enabled: bool = True
    is_running: bool = True

    def __post_init__(self) -> None:
        self.pi = sound_pi(self.folder)
        self.pi.boards()
        self.config = self.pi.own.journal.with_name("table.toml")
        self.config.write_text(examples.read_example("b"), encoding="utf-8")

    def walk(self, walked: Iterable[Step]) -> Self:
        for step in walked:
            try:
                self.follow(step)
            except StuckError as stuck:
                raise StuckError(f"{step.title}: {stuck}") from None
        return self

    def follow(self, step: Step) -> None:
        commands = step.commands
        if commands[:1] == ["sudo poweroff"]:
            self.is_powered, self.is_running = False, False
            del commands[0]
        self.add(step.names("Parts"))
        if not self.is_powered:
            self.is_powered, self.is_running = True, self.is_enabled
        for command in commands:
            self.run(command, set(re.findall(r"RT-[A-Z-]+", step.text)))
        self.is_bought |= step.title.endswith(" Order")
        self.have |= step.names("You get")

    def add(self, parts: set[str]) -> None:
        if parts and not self.is_bought:
            raise StuckError(f"{', '.join(sorted(parts))} not bought yet")
        if printed := {part for part in parts - self.have if part.startswith("printed")}:
            raise StuckError(f"{', '.join(sorted(printed))} not printed yet")
        if self.is_powered and "ribbon cable" in self.have | parts and parts & WIRED - self.have:
            raise StuckError("wires to the Pi under power")
        self.have |= parts

    def need(self, what: str) -> None:
        if missing := NEEDS[what] - self.have:
            raise StuckError(f"without {', '.join(sorted(missing))}")

    def run(self, command: str, expected: set[str]) -> None:
        """Run a command; ``expected`` are findings that its step names."""
        match shlex.split(command.removeprefix("sudo ")):
            case ["systemctl", "disable" | "enable" as verb, "--now", "royaltable"]:
                self.is_enabled = self.is_running = verb == "enable"
            case ["royaltable", *_] if self.is_running:
                raise StuckError("the table is running")
            case ["royaltable", "config", "init", name, "--to", "/etc/royaltable/table.toml"]:
                self.call("config", "init", name, "--to", self.config)
                state = self.pi.root / "var/lib/royaltable"  # the package makes it
                state.mkdir(mode=0o700, parents=True)
                settings = self.config.read_text(encoding="utf-8")
                self.config.write_text(settings.replace("/var/lib/royaltable", str(state)), encoding="utf-8")
            case ["royaltable", "doctor", "--no-devices"]:
                self.examine_files(expected)
            case ["royaltable", "flash", "--id", color]:  # tests/cli/test_flash.py runs it
                self.need("flash")
                self.named.add(color)
            case ["royaltable", "setup", "--only", device]:
                self.set_up(device)
            case ["royaltable", "doctor"]:
                self.examine()
            case ["royaltable", "spin" | "read" | "teach" | "census" as name, *words]:
                self.need({"spin": "spinner"}.get(name, "read"))
                self.call(name, *words, "--config", self.with_twins())
            case _:
                raise StuckError(f"{command}: not known here")

    def call(self, *words: object) -> None:
        done = CliRunner().invoke(main, [str(word) for word in words])
        if done.exit_code:
            raise StuckError(done.output)

    def examine_files(self, expected: set[str]) -> None:
        root = ["--root", str(self.pi.root), "--config", str(self.config)]
        output = CliRunner().invoke(main, ["doctor", "--no-devices", *root]).output
        if (found := set(re.findall(r"^(?:WARNING|ERROR) +(RT-[A-Z-]+)", output, re.MULTILINE))) != expected:
            raise StuckError(f"the doctor found {sorted(found)}, the step names {sorted(expected)}: {output}")

    def built(self, settings: TableConfig) -> TableConfig:
        """Return the settings of a table with what is there; the Pi's pins are there in any case."""
        castles = tuple(each for each in settings.castle if NEEDS["castle"] <= self.have and each.color in self.named)
        absent = {name: None for name in ("oled", "console", "spinner") if not NEEDS[name] <= self.have}
        return replace(settings, castle=castles, **absent)

    def with_twins(self) -> Path:
        file = self.folder / "twins.toml"
        text = self.config.read_text(encoding="utf-8")
        file.write_text(
            re.sub(r"^(\[(?:oled|console|spinner)\]|node = .*)$", r"\1\nsimulated = true", text, flags=re.M)
        )
        return file

    def set_up(self, device: str) -> None:
        if device == "buzzer":
            self.need("buzzer")
        settings = load_config(self.config)

        async def life() -> list[str]:
            clock = LoopClock()
            ports = make_twin_table(self.built(settings), clock, IN_PYTHON)
            if ports.rotor is not None:
                ports.mistakes.switch("mark_elsewhere", on=True)  # as an arrow is fitted, it points anywhere
            results, operator = SetupResults(self.folder / "results"), SimulatedOperator()
            return await run_setup(settings, ports, clock, results, device, 30, operator, "table.toml", self.config)

        if left := run_virtual(life()):
            raise StuckError(f"{', '.join(left)} does not work")

    def examine(self) -> None:
        self.examine_files(set())
        settings = load_config(self.config)

        async def life() -> int:
            clock = LoopClock()
            ports = make_twin_table(self.built(settings), clock, IN_PYTHON)
            hardware = Hardware(settings, ports, clock)
            try:
                return worst_severity(await examine_devices(settings, hardware, clock, "table.toml", lambda _: None))
            finally:
                hardware.switch_off()

        if run_virtual(life()):
            raise StuckError("the doctor found a problem")


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Bench:
    monkeypatch.setattr(arrow, "run", run_virtual)
    monkeypatch.setattr(stickers, "SIMULATED_DWELL_S", 0.15)
    return Bench(tmp_path)


def test_each_step_passes_with_the_parts_that_are_there_by_then(bench: Bench) -> None:
    bench.walk(steps())
    assert bench.is_running
    assert parse_config(bench.config.read_text()).spinner.mark_deg != 0  # type: ignore[union-attr]


def moved(number: int, before: int) -> list[Step]:
    walked = steps()
    walked.insert(before - 1, walked.pop(number - 1))
    return walked


def without(line: str) -> list[Step]:
    return [Step(step.title, step.text.replace(f"{line}\n", "")) for step in steps()]


@pytest.mark.parametrize(
    ("walked", "why"),
    [
        (lambda: moved(3, 2), "microSD card not bought yet"),
        (lambda: moved(11, 5), "printed arrow, printed bracket not printed yet"),
        (lambda: moved(9, 8), "oled does not work"),
        (lambda: moved(14, 4), "blue does not work"),
        (lambda: moved(14, 13), "blue does not work"),
        (lambda: moved(15, 14), "without NFC sticker, board castle"),
        (lambda: without("sudo royaltable flash --id yellow"), "yellow does not work"),
        (lambda: without("sudo poweroff"), "wires to the Pi under power"),
        (lambda: without("sudo systemctl disable --now royaltable"), "the table is running"),
        (lambda: [*steps()[:7], *steps()[8:]], "oled does not work"),
    ],
)
def test_a_step_before_its_parts_is_found(bench: Bench, walked: Callable[[], list[Step]], why: str) -> None:
    with pytest.raises(StuckError, match=why):
        bench.walk(walked())


def test_each_step_has_time_tools_skill_danger_and_a_test() -> None:
    assert [step.title.partition(".")[0] for step in steps()] == [str(n) for n in range(1, len(steps()) + 1)]
    for step in steps():
        assert re.search(r"\*\d[^*]*\bTools: [^*]*\. Skill: [^*]*\. Danger: [^*]*\.\*\n", step.text), step.title
        assert step.commands or "*Passed if*" in step.text or step.title.startswith(("1.", "2.")), step.title
    hours = round(sum(step.minutes for step in steps()) / 60)
    assert f"Estimated: {hours} hours of your time" in text_of(PAGE)
    assert text_of(PAGE).index("Mains: you never touch it") < text_of(PAGE).index("## What to buy")


def test_the_steps_use_all_that_is_bought_and_nothing_else() -> None:
    used = {name for step in steps() for name in step.names("Parts") if not name.startswith("printed")}
    lines = [(line.what, " ".join(line.uses)) for line in list_to_buy()]

    def is_meant(name: str, what: str, uses: str) -> bool:
        board = name.removeprefix("everything for ")
        return f"{board}: " in uses if board != name else what.startswith(name)

    assert [name for name in used if not any(is_meant(name, *line) for line in lines)] == []
    assert [what for what, uses in lines if not any(is_meant(name, what, uses) for name in used)] == []


def test_the_list_and_the_empty_places_are_current() -> None:
    text = text_of(PAGE)
    empty = "; ".join(f"{board.name} board {' '.join(left_out(board, KIT.options))}" for board in (CASTLE, CONSOLE))
    wanted = re.sub(r"(<!-- list to buy -->\n)(?:\n(?:\|.*\n)+)?", lambda f: f"{f[1]}\n{format_list()}\n", text)
    wanted = re.sub(r"(Places that stay empty: <!-- empty places -->).*", lambda f: f"{f[1]} {empty}.", wanted)
    if os.environ.get("ROYALTABLE_RENEW"):
        (ROOT / PAGE).write_text(wanted, encoding="utf-8")
        text = wanted
    assert text == wanted
