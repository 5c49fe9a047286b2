"""An emulated RP2040 with MicroPython: its prompt, and our firmware put on it by our own command."""

import asyncio
from pathlib import Path

import pytest
from click.testing import CliRunner

from controller.__main__ import main
from hw.bus.mock_pins import TwinPinFactory
from hw.castle_link import flash as flashing
from bench.shared.rp2040.board import Rp2040Board, Rp2040Kit
from bench.shared.rp2040.board import SLOWER, Rp2040Port

PICO = "Raspberry Pi Pico with RP2040"


async def test_micropython_on_the_chip_says_its_number_its_clock_and_its_heap(kit: Rp2040Kit, tmp_path: Path) -> None:
    flash = tmp_path / "flash.bin"
    flash.write_bytes(kit.fresh_flash())
    said = bytearray()
    board = Rp2040Board(kit, flash, {}, TwinPinFactory(), said.extend)
    await asyncio.sleep(0.5)
    board.octets_came(b"import gc, machine as m\rprint(m.unique_id().hex(), m.freq(), gc.mem_free() > 230_000)\r")
    await asyncio.sleep(0.5)
    board.off()
    assert PICO in said.decode()
    assert "e6614c311b7e6f35 125000000 True" in said.decode()


async def test_its_time_is_the_loops_and_its_cycles_are_counted(kit: Rp2040Kit, tmp_path: Path) -> None:
    flash = tmp_path / "flash.bin"
    flash.write_bytes(kit.fresh_flash())
    said = bytearray()
    board = Rp2040Board(kit, flash, {}, TwinPinFactory(), said.extend)
    await asyncio.sleep(0.5)
    before = board.busy_cycles
    board.octets_came(b"import time; b = time.ticks_us(); time.sleep_us(100_000); print(time.ticks_us() - b)\r")
    await asyncio.sleep(0.5)
    board.off()
    took_us = int(said.split(b"\r\n")[-2])
    assert 100_000 <= took_us < 101_000
    assert 0 < board.busy_cycles - before < 0.5 * 125e6
    assert abs(board.on_s - 1.0) < 0.01


def test_flash_puts_the_firmware_on_it_and_the_board_says_its_version_and_name(
    kit: Rp2040Kit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("RESTART_S", "ANSWER_S", "PROMPT_S", "CRASHED_S", "SILENCE_S"):
        monkeypatch.setattr(flashing, name, getattr(flashing, name) * SLOWER)
    monkeypatch.setattr(flashing, "HELLO_S", 6.0)  # who never says hello, as a fresh board, is not waited for
    flash = tmp_path / "flash.bin"
    flash.write_bytes(kit.fresh_flash())
    with Rp2040Port(kit, flash) as pico:
        result = CliRunner().invoke(main, ["flash", "--port", pico.port, "--id", "grey-2"])
    assert result.exit_code == 0, result.output
    said = " ".join(result.output.split())
    assert "The board grey-2" in said
    assert "runs firmware 0.1.0" in said
