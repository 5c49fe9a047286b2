"""`royaltable flash` on a board at a serial port, whose prompt runs commands in a real MicroPython."""

import contextlib
import json
import os
import pty
import re
import select
import subprocess
import threading
import tty
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Self

import pytest
import serial
from click.testing import CliRunner

from controller.__main__ import main
from firmware import FOLDER
from firmware.castle_node.link import Deframer, format_line
from hw.castle_link import flash as flashing
from hw.errors import PartSilent
from hw.testing.pico.process import find_micropython
from tests.support.castle_rigs import needs

CTRL_A: Final = b"\x01"
CTRL_D: Final = b"\x04"
PASTE: Final = b"\x05A\x01"
RESTART: Final = b"import machine\nmachine.reset()"
FEED_COMMANDS: Final = (b".feed\n", b"feed()")
MAX_UNFED: Final = 8
"""Commands that run before the unfed watchdog resets the board."""
BANNER: Final = b"raw REPL; CTRL-B to exit\r\n>"
FACTORY_ID: Final = "e6614c311b7e6f35"

PROMPT_CODE: Final = """
import sys
class machine:
    class WDT:
        def __init__(self, timeout):
            assert timeout <= 8388
        def feed(self):
            pass
sys.modules["machine"] = machine
class implementation:
    version = sys.implementation.version
    _machine = "Raspberry Pi Pico with RP2040"
class pico_sys:
    implementation = implementation
sys.modules["sys"] = pico_sys
names = {}
while True:
    command = sys.stdin.readline()
    if not command:
        break
    try:
        exec(eval(command), names)
        print(end='\\x04\\x04')
    except Exception as error:
        print(end='\\x04')
        sys.print_exception(error, sys.stdout)
        print(end='\\x04')
"""


class PicoPort:
    """A simulated Pico at a pty; its prompt runs commands in a real MicroPython, in a folder.

    Of the firmware it models ``hello``, ``update`` and ``set id``. It does not model that the port disappears during a
    restart, nor the windows of raw paste mode: each command fits into one.
    """

    def __init__(self, flash: Path, *, dumb: bool = False, crashed: bool = False) -> None:
        self._flash = flash
        self._dumb = dumb
        self._crashed = crashed
        self._received = b""
        self._master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        self.port = os.ttyname(self._slave)
        self._stop_read, self._stop_write = os.pipe()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_exception: object) -> None:
        os.write(self._stop_write, b"x")
        self._thread.join()
        for end in (self._master, self._slave, self._stop_read, self._stop_write):
            os.close(end)

    def _run(self) -> None:
        with contextlib.suppress(EOFError):
            while self._dumb:
                self._read()
            while True:
                if (self._flash / "main.py").exists() and not self._crashed:
                    self._run_firmware()
                self._run_prompt()

    def _read(self) -> bytes:
        readable, _, _ = select.select([self._master, self._stop_read], [], [])
        if self._stop_read in readable:
            raise EOFError
        return os.read(self._master, 4096)

    def _read_until(self, mark: bytes) -> bytes:
        while mark not in self._received:
            self._received += self._read()
        before, _, self._received = self._received.partition(mark)
        return before

    def _read_command(self) -> tuple[bytes, bytes]:
        """Return a command, and what says that it was received: in paste mode, another byte than at the raw prompt."""
        received = b"OK"
        while CTRL_D not in self._received:
            self._received += self._read()
            if self._received.startswith(PASTE):
                os.write(self._master, b"R\x01\xff\xff")  # paste mode, with the largest window
                self._received = self._received.removeprefix(PASTE)
                received = CTRL_D
        return self._read_until(CTRL_D), received

    def _run_firmware(self) -> None:
        source = (self._flash / "castle_node" / "__init__.py").read_text(encoding="utf-8")
        version = re.findall(r'^FIRMWARE_VERSION = "(.*)"$', source, re.MULTILINE)[0]
        settings = self._flash / "settings.json"
        deframer = Deframer()
        while True:
            for word, *fields in deframer.feed(self._read_until(b"\n") + b"\n"):  # the prompt's begins after ``update``
                stored = json.loads(settings.read_text(encoding="utf-8")) if settings.exists() else {}
                if word == "hello":
                    name = stored.get("id", FACTORY_ID)
                    os.write(self._master, format_line(0, f"hello {name} {version} 1 0A1B2C3D 0 1 2 3"))
                elif word == "set":
                    settings.write_text(json.dumps({**stored, fields[0]: fields[1]}), encoding="utf-8")
                    os.write(self._master, format_line(0, f"is {fields[0]} {fields[1]}"))
                elif word == "update":
                    return

    def _run_prompt(self) -> None:
        self._read_until(CTRL_A)
        os.write(self._master, BANNER)
        arguments = [str(find_micropython()), "-c", PROMPT_CODE]
        with subprocess.Popen(  # our own words
            arguments, cwd=self._flash, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            unfed = 0
            while True:
                command, received = self._read_command()
                unfed = 0 if command.endswith(FEED_COMMANDS) else unfed + 1
                if self._crashed and unfed > MAX_UNFED:
                    return
                if command == RESTART:
                    self._crashed = False
                    os.write(self._master, received)
                    return
                process.stdin.write(repr(command.decode()).encode() + b"\n")
                process.stdin.flush()
                answer = b""
                while answer.count(CTRL_D) < 2:
                    answer += os.read(process.stdout.fileno(), 4096)
                os.write(self._master, received + answer + b">")


@pytest.fixture
def flash_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    needs("MicroPython")
    for wait in ("RESTART_TIMEOUT_S", "ANSWER_TIMEOUT_S", "CRASHED_TIMEOUT_S", "PROMPT_SILENCE_S"):
        monkeypatch.setattr(flashing, wait, 90.0)
    folder = tmp_path / "flash"
    folder.mkdir()
    return folder


@pytest.fixture
def _not_greeted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flashing, "HELLO_TIMEOUT_S", 0.2)


def flash(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["flash", *arguments])
    return result.exit_code, " ".join(result.output.split())


def test_a_new_board_gets_all_files_and_a_name(flash_folder: Path) -> None:
    with PicoPort(flash_folder) as pico:
        code, output = flash("--port", pico.port, "--id", "grey-2")

    assert code == 0, output
    assert "The board grey-2" in output
    assert "runs firmware 0.3.0" in output
    assert 'node = "grey-2"' in output
    assert json.loads((flash_folder / "settings.json").read_text(encoding="utf-8")) == {"id": "grey-2"}
    installed = {path.relative_to(flash_folder).as_posix(): path.read_bytes() for path in flash_folder.rglob("*.py")}
    sources = {f"castle_node/{path.name}": path.read_bytes() for path in (FOLDER / "castle_node").glob("*.py")}
    sources["main.py"] = sources.pop("castle_node/main.py")
    assert installed == sources


def test_an_update_keeps_settings_and_removes_obsolete_files(
    flash_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(flashing, "HELLO_TIMEOUT_S", 30.0)
    package = flash_folder / "castle_node"
    package.mkdir()
    (package / "__init__.py").write_text('FIRMWARE_VERSION = "0.0.9"\n', encoding="utf-8")
    (package / "old.py").write_text("", encoding="utf-8")
    (flash_folder / "main.py").write_text("", encoding="utf-8")
    (flash_folder / "settings.json").write_text(json.dumps({"id": "blue-1", "gain": "43"}), encoding="utf-8")

    with PicoPort(flash_folder) as pico:
        code, output = flash("--port", pico.port)

    assert code == 0, output
    assert "The board blue-1" in output
    assert not (package / "old.py").exists()
    saved = json.loads((flash_folder / "settings.json").read_text(encoding="utf-8"))
    assert saved == {"id": "blue-1", "gain": "43"}


@pytest.mark.usefixtures("_not_greeted")
def test_a_board_with_crashed_firmware_is_flashed_before_a_reset(flash_folder: Path) -> None:
    with PicoPort(flash_folder, crashed=True) as pico:
        code, output = flash("--port", pico.port)

    assert code == 0, output
    assert "runs firmware 0.3.0" in output


@pytest.mark.usefixtures("_not_greeted")
def test_a_device_without_micropython_is_reported(flash_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for wait in ("CRASHED_TIMEOUT_S", "PROMPT_TIMEOUT_S", "PROMPT_SILENCE_S"):
        monkeypatch.setattr(flashing, wait, 0.2)
    with PicoPort(flash_folder, dumb=True) as pico:
        code, output = flash("--port", pico.port)

    assert code == 1
    assert "no MicroPython prompt" in output
    assert "BOOTSEL" in output


@pytest.fixture
def busy_port() -> Iterator[str]:
    master, slave = pty.openpty()
    with serial.Serial(os.ttyname(slave), exclusive=True):
        yield os.ttyname(slave)
    os.close(master)
    os.close(slave)


def test_a_port_in_use_is_reported(busy_port: str) -> None:
    code, output = flash("--port", busy_port)

    assert code == 1
    assert "Another program uses it" in output


@pytest.mark.usefixtures("_not_greeted")
def test_a_missing_port_is_reported(tmp_path: Path) -> None:
    code, output = flash("--port", str(tmp_path / "ttyACM7"))

    assert code == 1
    assert "No such file or directory" in output
    assert "Plug the board in" in output


def test_an_invalid_board_name_is_refused() -> None:
    code, output = flash("--id", "Blue!")

    assert code == 1
    assert "expected 1 to 24 characters from a-z, 0-9 and -" in output


PICO = "Raspberry Pi Pico with RP2040"


@pytest.mark.parametrize("board", [f"1.20.0 {PICO}", "1.24.1 Raspberry Pi Pico 2 W with RP2350-RISCV", f"2.0.0 {PICO}"])
def test_a_pico_with_suitable_micropython_is_accepted(board: str) -> None:
    flashing.check_micropython("/dev/ttyACM0", board)


@pytest.mark.parametrize(
    ("board", "error"),
    [
        (f"1.19.1 {PICO}", r"expected MicroPython 1\.20 or newer.*BOOTSEL"),
        ("", r"expected MicroPython 1\.20 or newer"),
        ("1.24.1 Generic ESP32 module with ESP32", "ESP32 module with ESP32, expected a Raspberry Pi Pico or Pico 2"),
        ("1.24.1 PYBv1.1 with STM32F405RG", "expected a Raspberry Pi Pico"),
        ("1.24.1 ", "a board without a name"),
    ],
)
def test_a_board_that_cannot_run_the_firmware_is_refused(board: str, error: str) -> None:
    with pytest.raises(PartSilent, match=error):
        flashing.check_micropython("/dev/ttyACM0", board)
