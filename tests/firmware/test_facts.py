"""Facts that stand twice: in the firmware, which can import nothing of ours, and where the host has them."""

import ast
import re
import sys
from pathlib import Path

import pytest

from firmware import FOLDER
from firmware.castle_node import (
    FIRMWARE_VERSION,
    board,
    iso14443,
    link,
    mfrc522,
    panel,
    reader,
    visits,
)
from firmware.castle_node.outbox import Outbox
from hw.console import panel as host_panel
from hw.iso14443 import frames
from hw.mfrc522 import chip, driver, registers
from hw.testing.pico.process import STANDINS, HarnessCall

FILES = sorted((FOLDER / "castle_node").glob("*.py"))
PROTOCOL_TEXT = (FOLDER / "castle_node" / "PROTOCOL.md").read_text(encoding="utf-8")

NOT_IN_MICROPYTHON = {
    "typing",
    "enum",
    "dataclasses",
    "collections",
    "pathlib",
    "asyncio",
    "abc",
    "contextlib",
    "itertools",
}
OF_THE_PICO = {"array", "gc", "json", "machine", "micropython", "os", "select", "sys", "time"}


def imports_of(file: Path) -> set[str]:
    nodes = list(ast.walk(ast.parse(file.read_text(encoding="utf-8"))))
    named = {alias.name.split(".")[0] for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    return named | {str(node.module) for node in nodes if isinstance(node, ast.ImportFrom) and node.level == 0}


def test_registers_and_gains_are_those_of_the_twin() -> None:
    for register in registers.Register:
        if hasattr(mfrc522, register.name):
            assert getattr(mfrc522, register.name) == register, register.name
    for name in ("COMMAND", "COM_IRQ", "FIFO_DATA", "BIT_FRAMING", "COLLISION", "TX_CONTROL", "VERSION"):
        assert getattr(mfrc522, name) == registers.Register[name]
    for name in ("IDLE", "TRANSCEIVE", "SOFT_RESET"):
        assert getattr(mfrc522, name) == registers.Command[name]
    for gain_db, code in mfrc522.GAIN_CODES.items():
        assert registers.GAIN_DB_BY_CODE[code] == gain_db
    assert set(mfrc522.GAIN_CODES) == set(registers.GAIN_DB_BY_CODE)
    documented = {**registers.DOCUMENTED_BITS, registers.Register.COLLISION: registers.VALUES_AFTER_COLLISION}
    assert dict(mfrc522.AUDITED_REGISTERS) == {
        at: documented.get(registers.Register(at), 0xFF) for at, _ in mfrc522.AUDITED_REGISTERS
    }
    assert (chip.AUDIT_EVERY_S, driver.SUSPICIOUS_SILENCE_S) == (
        reader.AUDIT_MS / 1000,
        reader.SUSPICIOUS_SILENCE_MS / 1000,
    )


def test_times_are_those_of_the_standard_and_never_shorter() -> None:
    assert iso14443.FRAME_DELAY_PICC_US >= frames.FRAME_DELAY_PICC_S * 1e6
    assert iso14443.FRAME_DELAY_PCD_US >= frames.FRAME_DELAY_PCD_S * 1e6
    assert iso14443.REQUEST_GUARD_US >= frames.REQUEST_GUARD_S * 1e6
    assert iso14443.CARD_START_UP_US >= frames.FIELD_ON_GUARD_S * 1e6
    for bits in (1, 20, 47, 100):
        assert 0 <= iso14443.airtime_us(bits) - bits * frames.ETU_S * 1e6 < 1.1


def test_buttons_and_lamps_have_the_times_of_the_hosts() -> None:
    own_ms = (panel.DEBOUNCE_MS, panel.LONG_PRESS_MS, panel.BLINK_MS)
    assert own_ms == tuple(
        seconds * 1000 for seconds in (host_panel.DEBOUNCE_S, host_panel.LONG_PRESS_S, host_panel.BLINK_S)
    )
    assert (visits.REARM_MS, panel.FLASH_MS) == (1000, 2 * panel.BLINK_MS)
    assert f"{panel.HOST_SEARCH_STEP_MS / 1000} s each" in PROTOCOL_TEXT


def test_a_board_keeps_as_many_events_as_the_protocol_says() -> None:
    outbox = Outbox()
    while not outbox.missed:
        outbox.add_event("tile", "")
    assert f"holds {outbox.last} unacknowledged events" in PROTOCOL_TEXT
    assert f"at most **{link.LINE_BYTES} bytes**" in PROTOCOL_TEXT


def test_the_version_of_the_firmware_is_three_numbers() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+", FIRMWARE_VERSION)


def test_the_harness_knows_its_stand_ins_by_the_same_numbers() -> None:
    asked = ast.parse((STANDINS / "wire.py").read_text(encoding="utf-8")).body
    numbers = [node for node in asked if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)]
    assert {ast.unparse(node.targets[0]): ast.literal_eval(node.value) for node in numbers} == HarnessCall.__members__


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_firmware_imports_micropython_modules_and_machine_in_main_only(file: Path) -> None:
    imports = imports_of(file)
    assert not imports & NOT_IN_MICROPYTHON
    if file.name == "main.py":
        assert imports - OF_THE_PICO <= {
            "castle_node",
            *(f"castle_node.{name}" for name in ("i2c", "node", "ports", "ring")),
        }
    else:
        assert imports <= {"binascii"}
    assert "byteorder=" not in file.read_text(encoding="utf-8")


def test_the_places_of_the_pins_are_all_different() -> None:
    pins = [board.SCK, board.MOSI, board.MISO, *board.CHIP_SELECTS, *board.RESETS, *board.BUTTONS, *board.LAMPS]
    pins += [board.SDA, board.SCL, board.RING]
    assert len(pins) == len(set(pins)) == 15


def test_no_module_of_the_firmware_was_imported_under_another_name() -> None:
    assert "castle_node" not in sys.modules
