"""Every command that reads a file says so where the file is none: no traceback, no waiting, no endless reading."""

import os
import socket
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from controller.__main__ import main

COMMANDS = [
    ("replay", "FILE"),
    ("why", "FILE", "1"),
    ("film", "FILE", "--out", "OUT"),
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


@pytest.fixture
def odd(tmp_path: Path) -> dict[str, Path]:
    """What people, or a script gone wrong, may name as a file."""
    found = {name: tmp_path / name for name in ("folder", "pipe", "socket", "nowhere", "circle", "sparse", "empty")}
    found["folder"].mkdir()
    os.mkfifo(found["pipe"])
    with socket.socket(socket.AF_UNIX) as bound:
        bound.bind(str(found["socket"]))
    found["nowhere"].symlink_to(tmp_path / "missing")
    found["circle"].symlink_to(found["circle"])
    with found["sparse"].open("wb") as file:
        file.truncate(1 << 40)
    found["empty"].touch()
    return found | {name: Path(name) for name in ("/proc/self/mem", "/proc/self/pagemap", "/dev/zero", "/dev/null")}


KINDS = ["folder", "pipe", "socket", "nowhere", "circle", "sparse", "empty"]
KINDS += ["/proc/self/mem", "/proc/self/pagemap", "/dev/zero", "/dev/null"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_an_odd_file_is_refused_in_words(
    words: tuple[str, ...], kind: str, odd: dict[str, Path], tmp_path: Path
) -> None:
    places = {"FILE": odd[kind], "OUT": tmp_path / "out", "NEW": tmp_path / "new.journal"}
    result = CliRunner().invoke(main, [str(places.get(word, word)) for word in words], input="")
    assert result.exception is None or isinstance(result.exception, SystemExit), repr(result.exception)
    assert "Traceback" not in result.output
    if kind not in {"empty", "/dev/null"}:
        assert result.exit_code in {1, 2}
        assert len(result.output) < 4000
        assert str(odd[kind]) in result.output.replace("\n", "")


def test_a_pipe_with_a_writer_is_read_to_its_end(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.write(writing, b"[[castle]]\n")
    os.close(writing)
    result = CliRunner().invoke(main, ["config", "check", "--config", f"/dev/fd/{reading}"])
    os.close(reading)
    assert "[[castle]]: saw 1 castle(s), expected 2 to 4." in result.output


def test_no_command_opens_a_file_without_a_bound() -> None:
    def parameters(command: click.Command) -> list[click.Parameter]:
        below = command.commands.values() if isinstance(command, click.Group) else ()
        return [*command.params, *(each for one in below for each in parameters(one))]

    assert [each.name for each in parameters(main) if type(each.type) is click.File] == []
