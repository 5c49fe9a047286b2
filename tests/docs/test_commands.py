"""Every command that the guides show runs: here, on a simulated table, or in another test named below."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from controller.__main__ import MODULE_AND_HELP, main
from controller.cli.parts import arrow
from hw.testing.clock import run_virtual
from tests.docs.reading import GUIDES, ROOT, blocks, spans, text_of

TO_BE_FILLED_IN = re.compile(r"\b(FILE|FOLDER)\b")
PROGRAMS = {"royaltable", "sudo", "make", "systemctl", "systemd-analyze", "journalctl", "i2cdetect"}
"""With which a sentence's code is a command."""

ELSEWHERE = {
    "make run": "tests/web/real_table.py starts it as `royaltable sim`",
    "make run-hub": "tests/hub/in_browser/test_try_room.py",
    "make bench": "tests/bench",
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
    "royaltable serve --twins": "tests/web/browser/test_plain_game.py",
    "royaltable sim --fault reader_deaf=blue": "tests/cli/test_sim.py",
    "royaltable password": "tests/cli/test_owner_commands.py",
    "royaltable flash --id blue": "tests/cli/test_flash.py",
    "royaltable calibrate spinner": "tests/cli/test_parts.py, with --sim",
    "tar -cf first-power-on.tar first-power-on-report.zip notes.txt": "tests/docs/test_guides.py",
    "royaltable teach": "tests/cli/test_parts.py, with --sim",
    "royaltable census": "tests/cli/test_parts.py, with --sim",
    "sudo -u royaltable royaltable teach": "tests/cli/test_parts.py, with --sim",
    "sudo -u royaltable royaltable census": "tests/cli/test_parts.py, with --sim",
}
"""Commands of the guides that are run by other tests, and where."""

NOT_TRIED = (
    "sudo raspi-config ",
    "i2cdetect ",
    "sudo apt install cage ",
    "sudo systemctl enable --now royaltable-kiosk",
)
"""They need a radio, an I2C bus or a screen; what they would do was read in their manuals, and not tried."""

SIMULATED = {"doctor", "backup", "read", "report", "setup", "spin"}
"""Commands of a table with parts, which take --sim."""


def shown(document: str) -> Iterator[str]:
    """The commands that a guide wants typed: lines of its blocks, and those in its sentences."""
    for body in blocks(document, ""):
        yield from filter(None, body.splitlines())
    for span in spans(document, tables=False):
        if span.partition(" ")[0] in PROGRAMS and not TO_BE_FILLED_IN.search(span):
            yield span


TESTS = [*(ROOT / "tests").glob("c*/test_*.py"), *(ROOT / "tests").glob("s*/test_*.py")]
COMMANDS_SHOWN = list(dict.fromkeys(line for document in GUIDES for line in shown(document)))
RUN_HERE = [line for line in COMMANDS_SHOWN if line not in ELSEWHERE and not line.startswith(NOT_TRIED)]


@pytest.mark.parametrize("line", RUN_HERE)
def test_a_command_of_the_guides_runs(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program, *words = shlex.split(line.removeprefix("sudo ").removeprefix("-u royaltable "))
    assert Path(program).name == "royaltable", f"{line}: no test runs it"
    simulated = ["--sim"] if words[0] in SIMULATED else []
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr(arrow, "run", run_virtual)  # twenty spins take two minutes
    done = CliRunner().invoke(main, [*words, *simulated])
    assert done.exit_code == 0, done.output
    assert done.output != ""


def test_commands_run_by_other_tests_are_shown_and_those_tests_exist() -> None:
    assert len(RUN_HERE) >= 10
    assert [line for line in ELSEWHERE if line not in COMMANDS_SHOWN] == []
    named = {path for where in ELSEWHERE.values() for path in re.findall(r"tests/[\w/.]+", where)}
    assert [path for path in sorted(named) if not (ROOT / path).exists()] == []


@pytest.mark.parametrize("name", MODULE_AND_HELP)
def test_every_command_is_documented_and_tested(name: str) -> None:
    assert re.search(rf"^\|[^|]*`royaltable {name}\b", text_of("docs/commands.md"), re.MULTILINE)
    uses = (f'"{name}"', f"from controller.cli.{MODULE_AND_HELP[name][0]} import")
    assert any(any(each in file.read_text("utf-8") for each in uses) for file in TESTS)
