"""The command line as a whole: help, usage errors, standard input and output, odd files as arguments."""

import os
import re
import socket
import subprocess
import sys
from pathlib import Path

import click
import pytest

from controller.__main__ import COMMAND_SECTIONS, MODULE_AND_HELP, main
from controller.config import examples
from tests.support.commands import START, lines, royaltable
from tests.support.soak import sample


def test_help_lists_all_commands() -> None:
    output = royaltable("--help").output
    assert all(f"  {name} " in output for name in MODULE_AND_HELP)


def test_help_has_the_sections_of_the_commands_document() -> None:
    page = (Path(__file__).parents[2] / "docs" / "commands.md").read_text(encoding="utf-8")
    documented = {
        title: set(re.findall(r"`royaltable ([a-z-]+)", "".join(re.findall(r"^\|([^|]*)\|", rows, re.MULTILINE))))
        for title, rows in re.findall(r"^## (.*)\n([^#]*)", page, re.MULTILINE)
    }
    assert list(documented) == list(COMMAND_SECTIONS)
    assert documented == {title: set(commands) for title, commands in COMMAND_SECTIONS.items()}


def test_every_command_with_a_language_has_the_same_option() -> None:
    context = click.Context(main)
    commands = [command for name in MODULE_AND_HELP if (command := main.get_command(context, name)) is not None]
    languages = [
        option.opts for command in commands for option in command.params if option.name in {"language", "lang"}
    ]
    assert len(languages) == 9
    assert all(names == ["--language", "--lang"] for names in languages)


@pytest.mark.parametrize("arguments", [("dance",), ("replay",), ("replay", "--slow", "-"), ("explain", "TR-99.9")])
def test_usage_errors_exit_with_2_and_a_message(arguments: tuple[str, ...]) -> None:
    result = royaltable(*arguments)
    assert (result.exit_code, type(result.exception)) == (2, SystemExit)
    assert "Error: " in result.output


def test_a_question_without_a_terminal_ends_with_a_sentence(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "controller", "hub", "password", "--folder", str(tmp_path / "hub"), "--new"]
    done = subprocess.run(command, input="", capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "\nError: A question was not answered with yes, so the command ended there." in done.stderr


def test_a_log_is_read_from_standard_input() -> None:
    command = [sys.executable, "-m", "controller", "replay", "-", "--states"]
    done = subprocess.run(command, input=lines(START), capture_output=True, text=True, check=True)
    assert done.stdout.startswith('{"seq":1,')


PRINT_MUCH = (
    *("replay - --states --keep-going", "setup --sim --again"),
    *("wiring --config {table}", "demo --fast --players 2"),
)


@pytest.mark.parametrize("command", sample(PRINT_MUCH, 2))
def test_a_closed_output_pipe_is_not_an_error(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    table = tmp_path / "table.toml"
    table.write_text(examples.read_example("b"), encoding="utf-8")
    log = lines(START, *[{"do": "dance"}] * 20_000)
    line = f"{sys.executable} -m controller {command.format(table=table)} | head -1"
    done = subprocess.run(line, shell=True, input=log, capture_output=True, text=True, check=False)
    assert done.stdout.count("\n") == 1
    assert done.stderr == ""


def test_replay_imports_neither_the_page_nor_devices_nor_tables() -> None:
    code = (
        "import sys; from controller.__main__ import main; main(['replay', '-'], standalone_mode=False);"
        "print([name for name in ('starlette', 'uvicorn', 'gpiozero', 'luma', 'PIL', 'rich.table', 'hw.bus', 'hw.poll')"
        " if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], input=lines(START), capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


READERS_OF_FILES = [
    ("replay", "FILE"),
    ("why", "FILE", "1"),
    ("film", "FILE", "--out", "OUT"),
    ("analyse", "FILE"),
    ("journal", "import", "NEW", "FILE"),
    ("journal", "list", "FILE"),
    ("journal", "verify", "FILE"),
    ("journal", "restore", "NEW", "FILE"),
    ("journal", "backup", "FILE", "OUT"),
    ("verify-draws", "FILE"),
    ("edition", "check", "FILE"),
    ("edition", "show", "FILE"),
    ("selfplay", "--games", "1", "--edition", "FILE"),
    ("config", "check", "--config", "FILE"),
    ("wiring", "--config", "FILE"),
    ("teach", "--sim", "--tags", "OUT", "--import", "FILE"),
    ("restore", "--sim", "--journal", "NEW", "--yes", "FILE"),
    ("join", "--sim", "--journal", "NEW", "--invitation", "FILE"),
    ("hub", "draw", "--verify", "FILE"),
]


MADE = ("folder", "pipe", "socket", "nowhere", "circle", "sparse", "empty")
DEVICES = ("/proc/self/mem", "/proc/self/pagemap", "/dev/zero", "/dev/null")


@pytest.fixture
def odd_files(tmp_path: Path) -> dict[str, Path]:
    found = {name: tmp_path / name for name in MADE}
    found["folder"].mkdir()
    os.mkfifo(found["pipe"])
    with socket.socket(socket.AF_UNIX) as bound:
        bound.bind(str(found["socket"]))
    found["nowhere"].symlink_to(tmp_path / "missing")
    found["circle"].symlink_to(found["circle"])
    with found["sparse"].open("wb") as file:
        file.truncate(1 << 40)
    found["empty"].touch()
    return found | {name: Path(name) for name in DEVICES}


@pytest.mark.parametrize("kind", MADE + DEVICES)
@pytest.mark.parametrize("words", READERS_OF_FILES, ids=" ".join)
def test_an_odd_file_is_refused_without_a_traceback(
    words: tuple[str, ...], kind: str, odd_files: dict[str, Path], tmp_path: Path
) -> None:
    places = {"FILE": odd_files[kind], "OUT": tmp_path / "out", "NEW": tmp_path / "new.journal"}
    result = royaltable(*(places.get(word, word) for word in words), given="")
    assert result.exception is None or isinstance(result.exception, SystemExit), repr(result.exception)
    assert "Traceback" not in result.output
    if kind not in {"empty", "/dev/null"}:
        assert result.exit_code in {1, 2}
        assert len(result.output) < 4000
        assert str(odd_files[kind]) in result.output.replace("\n", "")


@pytest.mark.parametrize(
    ("words", "cure"),
    [
        ("demo --fast --oled FOLDER", "Choose another folder with --oled"),
        ("screens --out FOLDER", "Choose another folder with --out"),
        ("selfplay --games 1 --out FOLDER", "Name a folder"),
        ("wiring --config TABLE --svg FOLDER", "below: Not a directory. Name a writable folder."),
    ],
)
def test_a_folder_that_cannot_be_created_is_reported(tmp_path: Path, words: str, cure: str) -> None:
    (tmp_path / "table.toml").write_text(examples.read_example("b"), encoding="utf-8")
    table, folder = str(tmp_path / "table.toml"), str(tmp_path / "table.toml" / "below")
    result = royaltable(*(word.replace("TABLE", table).replace("FOLDER", folder) for word in words.split()))
    assert result.exit_code == 1
    assert cure in result.output


def test_a_pipe_with_a_writer_is_read_to_its_end(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.write(writing, b"[[castle]]\n")
    os.close(writing)
    result = royaltable("config", "check", "--config", f"/dev/fd/{reading}")
    os.close(reading)
    assert "[[castle]]: saw 1 castle(s), expected 2 to 4." in result.output


def test_every_input_file_has_a_size_limit() -> None:
    def parameters(command: click.Command) -> list[click.Parameter]:
        below = command.commands.values() if isinstance(command, click.Group) else ()
        return [*command.params, *(each for one in below for each in parameters(one))]

    assert [each.name for each in parameters(main) if type(each.type) is click.File] == []
