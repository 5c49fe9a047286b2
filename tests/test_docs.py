"""The documents tell what is there: each command runs, here or in a test named below; each file they name exists."""

import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from controller.__main__ import COMMANDS, main

ROOT = Path(__file__).parents[1]
GUIDES = ("README.md", "docs/evening.md", "docs/ci.md", "wiring.md")
"""What people follow step by step."""
DOCUMENTS = (
    *GUIDES,
    *("ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "DECISIONS.md", "docs/doctor.md", "docs/faults.md"),
    *("docs/signals.md", "hw/README.md", "firmware/castle_node/PROTOCOL.md"),
)

BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SPAN = re.compile(r"`([^`\n]+)`")
TABLE_ROW = re.compile(r"^\|.*\n", re.MULTILINE)
TO_BE_FILLED_IN = re.compile(r"\b(FILE|FOLDER)\b")
PROGRAMS = {"royaltable", ".venv/bin/royaltable", "sudo", "make", "systemctl", "systemd-analyze", "journalctl"}
PROGRAMS |= {"i2cdetect"}

ELSEWHERE = {
    "make run": "tests/web/real_table.py starts it as `royaltable sim`",
    "make bench": "tests/cli/test_bench.py and tests/bench",
    "make deb ARCH=arm64": "tests/systemd/container/test_package.py",
    "sudo make install": "tests/systemd/container/test_make_install.py",
    "sudo make uninstall": "tests/systemd/container/test_make_install.py",
    "sudo apt install ./out/royaltable_0.1.0_arm64.deb": "tests/systemd/container/test_package.py, on amd64",
    "sudo apt purge royaltable": "tests/systemd/container/test_package.py",
    "sudo systemctl stop royaltable": "tests/systemd/container/test_service.py",
    "sudo systemctl start royaltable": "tests/systemd/container/test_service.py",
    "systemctl status royaltable": "tests/systemd/container/machines.py asks the same of `systemctl show`",
    "systemd-analyze security royaltable": "tests/systemd/test_units.py, of the file",
    "journalctl -u royaltable": "tests/systemd/container/test_service.py",
    "royaltable sim --fault reader_deaf=blue": "tests/cli/test_sim.py",
    "royaltable password": "tests/cli/test_password.py",
    "royaltable flash --id blue": "tests/cli/test_flash.py",
    "royaltable calibrate spinner": "tests/cli/test_spinner.py, with --sim",
    "royaltable teach": "tests/cli/test_stickers.py, with --sim",
    "royaltable census": "tests/cli/test_stickers.py, with --sim",
    "sudo -u royaltable royaltable teach": "tests/cli/test_stickers.py, with --sim",
    "sudo -u royaltable royaltable census": "tests/cli/test_stickers.py, with --sim",
}
"""Commands of the guides that are run by other tests, and where."""

NOT_TRIED = ("sudo nmcli connection ", "i2cdetect ")
"""They need a radio and an I2C bus; what they would do was read in their manuals, and not tried."""

SIMULATED = {"doctor", "backup", "report", "setup"}
"""Commands of a table with parts, which take --sim."""

TESTED_IN = {
    **dict.fromkeys(("backup", "restore"), "tests/daemon/test_archive.py"),
    **dict.fromkeys(("calibrate", "spin"), "tests/cli/test_spinner.py"),
    **dict.fromkeys(("census", "read", "teach"), "tests/cli/test_stickers.py"),
    "report": "tests/daemon/test_report.py",
    "serve": "tests/systemd/test_under_a_service_manager.py",
    "wiring": "tests/test_wiring.py",
}
"""Where a command's tests are, if not in ``tests/cli/test_NAME.py``."""


def text_of(document: str) -> str:
    return (ROOT / document).read_text(encoding="utf-8")


def blocks(document: str, language: str) -> list[str]:
    return [body for kind, body in BLOCK.findall(text_of(document)) if kind == language]


def spans(document: str) -> list[str]:
    """What is set as code within the lines."""
    return SPAN.findall(BLOCK.sub("", text_of(document)))


def shown(document: str) -> Iterator[str]:
    """The commands that a guide wants typed: lines of its blocks, and those in its sentences."""
    for body in blocks(document, ""):
        yield from (line for line in body.splitlines() if line.split(maxsplit=1)[:1] and line.split()[0] in PROGRAMS)
    for span in SPAN.findall(TABLE_ROW.sub("", BLOCK.sub("", text_of(document)))):
        if span.split()[0] in PROGRAMS and not TO_BE_FILLED_IN.search(span):
            yield span


COMMANDS_SHOWN = list(dict.fromkeys(line for document in GUIDES for line in shown(document)))
RUN_HERE = [line for line in COMMANDS_SHOWN if line not in ELSEWHERE and not line.startswith(NOT_TRIED)]


@pytest.mark.parametrize("line", RUN_HERE)
def test_a_command_of_the_guides_runs(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program, *words = shlex.split(line.removeprefix("sudo ").removeprefix("-u royaltable "))
    assert Path(program).name == "royaltable", f"{line}: no test runs it"
    simulated = ["--sim"] if words[0] in SIMULATED else []
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    done = CliRunner().invoke(main, [*words, *simulated])
    assert done.exit_code == 0, done.output
    assert done.output != ""


def test_what_other_tests_run_is_shown_and_those_tests_are_there() -> None:
    assert len(RUN_HERE) >= 10
    assert [line for line in ELSEWHERE if line not in COMMANDS_SHOWN] == []
    named = {path for where in ELSEWHERE.values() for path in re.findall(r"tests/[\w/.]+", where)}
    assert [path for path in sorted(named) if not (ROOT / path).exists()] == []


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_named_in_the_readme_and_run_by_a_test(name: str) -> None:
    assert re.search(rf"`(royaltable )?{name}\b", text_of("README.md"))
    tests = text_of(TESTED_IN.get(name, f"tests/cli/test_{name}.py"))
    assert f'"{name}"' in tests or f"from controller.cli.{name} import" in tests


def called(document: str) -> Iterator[list[str]]:
    """The words behind each `royaltable` that a document types."""
    for line in [*spans(document), *(line for body in blocks(document, "") for line in body.splitlines())]:
        if not line.startswith(NOT_TRIED):
            for words in re.findall(r"(?:^|[ /])royaltable ((?!royaltable )[a-z][^;|&#]*)", line):
                yield words.replace("\\", "").split()


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_subcommand_and_option_that_a_document_names_is_there(document: str) -> None:
    for words in called(document):
        command: click.Command = main
        context = click.Context(main)
        for word in words:
            if isinstance(command, click.Group):
                found = command.get_command(context, word)
                assert found is not None, f"{document}: royaltable {' '.join(words)}"
                command = found
            elif word.startswith("--") and word != "--help":
                options = {name for each in command.params for name in each.opts}
                assert word in options, f"{document}: royaltable {' '.join(words)}"


OF_NO_FILE = {"out", "table.toml", "house.json", "test_table.py"}
"""What is made, what a table's owner has, what a stranger's tests are called."""
FILES = [
    path.relative_to(ROOT).as_posix()
    for folder in ("controller", "hw", "firmware", "tests", "systemd", "package", "tools", "docs", "bench")
    for path in [ROOT / folder, *(ROOT / folder).rglob("*")]
    if "node_modules" not in path.parts
] + [path.name for path in ROOT.iterdir() if path.is_file()]


def files_named_in(document: str) -> Iterator[str]:
    for span in spans(document):
        if re.fullmatch(r"[\w.{},-]+(/[\w.{},-]+)*/?", span) and re.search(r"\w/|\.(py|md|toml|txt|ini)$", span):
            yield span.rstrip("/")
    yield from (
        (Path(document).parent / link.split("#")[0]).as_posix()
        for link in re.findall(r"\]\(([^)#:]+)\)", text_of(document))
    )


def each_of(name: str) -> list[str]:
    """``a/{b,c}`` is two names."""
    braces = re.search(r"\{([^}]*)\}", name)
    return [name] if braces is None else [name.replace(braces[0], each) for each in braces[1].split(",")]


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_file_that_a_document_names_is_there(document: str) -> None:
    """A name may leave out the folders that its paragraph is about."""
    names = {each for name in files_named_in(document) for each in each_of(name)} - OF_NO_FILE
    assert [name for name in sorted(names) if not any(f"/{file}".endswith(f"/{name}") for file in FILES)] == []


def test_the_map_of_the_architecture_has_every_folder() -> None:
    chart = text_of("ARCHITECTURE.md").split("## Folders")[1]
    packages = [path.parent for top in ("controller", "hw") for path in (ROOT / top).glob("*/__init__.py")]
    tops = [ROOT / top for top in ("firmware", "tests", "systemd", "package", "tools", "docs", "bench")]
    folders = [path.relative_to(ROOT).as_posix() for path in [*packages, *tops]]
    assert [folder for folder in folders if f"`{folder}/" not in chart] == []


def test_the_job_of_twelve_lines_plays_a_simulated_game(tmp_path: Path) -> None:
    (job,) = blocks("docs/ci.md", "yaml")
    assert len(job.splitlines()) == 12
    install, play = re.findall(r"- run: (.*)", job)
    assert install == "pip install pytest royaltable-0.1.0-py3-none-any.whl"  # tests/package/test_wheel.py makes it
    (test,) = blocks("docs/ci.md", "python")
    program, file = shlex.split(play)
    (tmp_path / file).write_text(test, encoding="utf-8")
    found = Path(sys.executable).with_name(program)
    done = subprocess.run(
        [shutil.which(found) or program, file], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 passed" in done.stdout
