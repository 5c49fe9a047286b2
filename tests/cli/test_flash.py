"""`royaltable flash` on a board at a serial port, whose prompt runs commands in a real MicroPython."""

import json
import os
import pty
from collections.abc import Iterator
from pathlib import Path

import pytest
import serial
from click.testing import CliRunner

from controller.__main__ import main
from firmware import FOLDER
from hw.castle_link import flash as flashing
from hw.errors import PartSilent
from tests.cli.pico_port import PicoPort
from tests.firmware.rigs import needs


@pytest.fixture
def flash_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    needs("MicroPython")
    for wait in ("RESTART_S", "ANSWER_S", "CRASHED_S", "SILENCE_S"):
        monkeypatch.setattr(flashing, wait, 90.0)
    folder = tmp_path / "flash"
    folder.mkdir()
    return folder


@pytest.fixture
def _not_greeted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flashing, "HELLO_S", 0.2)


def flash(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["flash", *arguments])
    return result.exit_code, " ".join(result.output.split())


def test_a_new_board_gets_all_files_and_a_name(flash_folder: Path) -> None:
    with PicoPort(flash_folder) as pico:
        code, said = flash("--port", pico.port, "--id", "grey-2")

    assert code == 0, said
    assert "The board grey-2" in said
    assert "runs firmware 0.1.0" in said
    assert 'node = "grey-2"' in said
    assert json.loads((flash_folder / "settings.json").read_text(encoding="utf-8")) == {"id": "grey-2"}
    put = {path.relative_to(flash_folder).as_posix(): path.read_bytes() for path in flash_folder.rglob("*.py")}
    sources = {f"castle_node/{path.name}": path.read_bytes() for path in (FOLDER / "castle_node").glob("*.py")}
    sources["main.py"] = sources.pop("castle_node/main.py")
    assert put == sources


def test_an_update_keeps_settings_and_removes_obsolete_files(
    flash_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(flashing, "HELLO_S", 30.0)
    package = flash_folder / "castle_node"
    package.mkdir()
    (package / "__init__.py").write_text('FIRMWARE = "0.0.9"\n', encoding="utf-8")
    (package / "old.py").write_text("", encoding="utf-8")
    (flash_folder / "main.py").write_text("", encoding="utf-8")
    (flash_folder / "settings.json").write_text(json.dumps({"id": "blue-1", "gain": "43"}), encoding="utf-8")

    with PicoPort(flash_folder) as pico:
        code, said = flash("--port", pico.port)

    assert code == 0, said
    assert "The board blue-1" in said
    assert not (package / "old.py").exists()
    kept = json.loads((flash_folder / "settings.json").read_text(encoding="utf-8"))
    assert kept == {"id": "blue-1", "gain": "43"}


@pytest.mark.usefixtures("_not_greeted")
def test_a_board_with_crashed_firmware_is_flashed_before_a_reset(flash_folder: Path) -> None:
    with PicoPort(flash_folder, crashed=True) as pico:
        code, said = flash("--port", pico.port)

    assert code == 0, said
    assert "runs firmware 0.1.0" in said


@pytest.mark.usefixtures("_not_greeted")
def test_a_device_without_micropython_is_reported(flash_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for wait in ("CRASHED_S", "PROMPT_S", "SILENCE_S"):
        monkeypatch.setattr(flashing, wait, 0.2)
    with PicoPort(flash_folder, dumb=True) as pico:
        code, said = flash("--port", pico.port)

    assert code == 1
    assert "no MicroPython prompt" in said
    assert "BOOTSEL" in said


@pytest.fixture
def busy_port() -> Iterator[str]:
    master, slave = pty.openpty()
    with serial.Serial(os.ttyname(slave), exclusive=True):
        yield os.ttyname(slave)
    os.close(master)
    os.close(slave)


def test_a_port_in_use_is_reported(busy_port: str) -> None:
    code, said = flash("--port", busy_port)

    assert code == 1
    assert "Another program uses it" in said


@pytest.mark.usefixtures("_not_greeted")
def test_a_missing_port_is_reported(tmp_path: Path) -> None:
    code, said = flash("--port", str(tmp_path / "ttyACM7"))

    assert code == 1
    assert "No such file or directory" in said
    assert "Plug the board in" in said


def test_an_invalid_board_name_is_refused() -> None:
    code, said = flash("--id", "Blue!")

    assert code == 1
    assert "expected 1 to 24 of a-z, 0-9 and -" in said


PICO = "Raspberry Pi Pico with RP2040"


@pytest.mark.parametrize("said", [f"1.20.0 {PICO}", "1.24.1 Raspberry Pi Pico 2 W with RP2350-RISCV", f"2.0.0 {PICO}"])
def test_a_pico_with_suitable_micropython_is_accepted(said: str) -> None:
    flashing._check_micropython("/dev/ttyACM0", said)


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (f"1.19.1 {PICO}", r"expected MicroPython 1\.20 or newer.*BOOTSEL"),
        ("", r"expected MicroPython 1\.20 or newer"),
        ("1.24.1 Generic ESP32 module with ESP32", "ESP32 module with ESP32, expected a Raspberry Pi Pico or Pico 2"),
        ("1.24.1 PYBv1.1 with STM32F405RG", "expected a Raspberry Pi Pico"),
        ("1.24.1 ", "a board without a name"),
    ],
)
def test_a_board_that_cannot_run_the_firmware_is_refused(said: str, expected: str) -> None:
    with pytest.raises(PartSilent, match=expected):
        flashing._check_micropython("/dev/ttyACM0", said)
