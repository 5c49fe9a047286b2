"""The command as people start it: a process of its own."""

import re
import subprocess
import sys
from pathlib import Path

import click
import pytest

from controller.__main__ import COMMANDS, SECTIONS, main
from controller.config import examples
from tests.cli.games import START, lines


def royaltable(*arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "controller", *arguments], input=given, capture_output=True, text=True, check=False
    )


def test_help_lists_all_commands() -> None:
    told = royaltable("--help").stdout
    assert all(f"  {name} " in told for name in COMMANDS)


def test_help_has_the_sections_of_the_page_of_commands() -> None:
    page = (Path(__file__).parents[2] / "docs" / "commands.md").read_text(encoding="utf-8")
    shown = {
        title: set(re.findall(r"`royaltable ([a-z-]+)", "".join(re.findall(r"^\|([^|]*)\|", rows, re.MULTILINE))))
        for title, rows in re.findall(r"^## (.*)\n([^#]*)", page, re.MULTILINE)
    }
    assert list(shown) == list(SECTIONS)
    assert shown == {title: set(commands) for title, commands in SECTIONS.items()}


def test_whatever_speaks_is_told_its_language_by_the_same_option() -> None:
    context = click.Context(main)
    commands = [command for name in COMMANDS if (command := main.get_command(context, name)) is not None]
    spoken = [option.opts for command in commands for option in command.params if option.name in {"language", "lang"}]
    assert len(spoken) == 8
    assert all(names == ["--language", "--lang"] for names in spoken)


@pytest.mark.parametrize("arguments", [("dance",), ("replay",), ("replay", "--slow", "-"), ("explain", "TR-99.9")])
def test_usage_errors_exit_with_2_and_a_message(arguments: tuple[str, ...]) -> None:
    done = royaltable(*arguments)
    assert done.returncode == 2
    assert "Error: " in done.stderr
    assert "Traceback" not in done.stderr


def test_a_log_is_read_from_standard_input() -> None:
    done = royaltable("replay", "-", "--states", given=lines(START))
    assert done.returncode == 0
    assert done.stdout.startswith('{"seq":1,')


@pytest.mark.parametrize(
    "command",
    ["replay - --states --keep-going", "wiring --config {table}", "demo --fast --players 2", "setup --sim --again"],
)
def test_a_reader_who_has_seen_enough_is_no_fault(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    table = tmp_path / "table.toml"
    table.write_text(examples.text_of("b"), encoding="utf-8")
    log = lines(START, *[{"do": "dance"}] * 20_000)
    line = f"{sys.executable} -m controller {command.format(table=table)} | head -1"
    done = subprocess.run(line, shell=True, input=log, capture_output=True, text=True, check=False)
    assert done.stdout.count("\n") == 1
    assert done.stderr == ""


def test_replay_imports_neither_the_page_nor_devices_nor_tables() -> None:
    code = (
        "import sys; from controller.__main__ import main; main(['replay', '-'], standalone_mode=False);"
        "print([name for name in ('starlette', 'uvicorn', 'gpiozero', 'luma', 'PIL', 'rich.table', 'hw')"
        " if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], input=lines(START), capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
