"""An emulated RP2040: MicroPython boots, `royaltable flash` brings the firmware, a round is played."""

import asyncio
import subprocess
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from bench.shared.rp2040.board import SLOWER, at_a_port, make_fresh_flash, on_the_chip
from controller.__main__ import main
from hw.castle_link import flash as flashing
from hw.castle_link.messages import BoardId
from hw.castle_link.twin import BoardTwin
from hw.testing.pico.node_board import make_cpython_board
from hw.values import ReaderId
from tests.support.playing import Playing, at_a_table
from tests.support.soak import SOAK

TOOL = Path(__file__).parents[2] / "tools" / "rp2040"
BLUE, OTHER = "blue", "yellow"


async def says_yes(play: Playing, castle: str) -> None:
    await play.twins.panels[ReaderId(castle)].yes.press(0.1)
    await play.wait(0.3)


async def a_round(play: Playing) -> None:
    await play.wait(2.0)  # the board starts
    await play.to_the_taxes()
    flashed_before = [lamp.flashes for lamp in play.twins.panels[ReaderId(BLUE)].lamps]
    tiles = [tile.id for tile in play.state.table.pool.tiles][6:9]  # the first six are set aside
    for tile in tiles:
        await play.pass_tile(BLUE, tile)
    await play.wait(1.0)
    flashed = [lamp.flashes for lamp in play.twins.panels[ReaderId(BLUE)].lamps]
    assert [now > then for now, then in zip(flashed, flashed_before, strict=True)] == [True, True, True]
    at = play.state.table.colors.index(BLUE)
    assert set(tiles) <= set(play.state.table.pool.tile_ids(play.state.players[at].castle))
    await play.wait(20)
    assert play.table.loop.current_waiting().step == "confirm"
    await says_yes(play, BLUE)
    await says_yes(play, OTHER)
    assert play.table.loop.current_waiting().step != "confirm"
    assert play.complaints == {}


@pytest.mark.skipif(not SOAK, reason="an emulated RP2040 takes minutes. Cure: make soak")
def test_a_chip_that_flash_has_given_the_firmware_plays_a_round(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = subprocess.run([TOOL], capture_output=True, text=True, check=False)
    if made.returncode:
        pytest.skip(made.stderr.strip())
    for name in ("RESTART_TIMEOUT_S", "ANSWER_TIMEOUT_S", "PROMPT_TIMEOUT_S", "CRASHED_TIMEOUT_S", "PROMPT_SILENCE_S"):
        monkeypatch.setattr(flashing, name, getattr(flashing, name) * SLOWER)
    monkeypatch.setattr(flashing, "HELLO_TIMEOUT_S", 6.0)  # a fresh board never says hello: do not wait for it
    flash = tmp_path / "flash.bin"
    make_fresh_flash(flash)

    def flashed(port: str) -> Result:
        return CliRunner().invoke(main, ["flash", "--port", port, "--id", BLUE])

    result = asyncio.run(at_a_port(flash, flashed))
    assert result.exit_code == 0, result.output
    assert "runs firmware 0.3.0." in " ".join(result.output.split())

    def blue_on_the_chip(board: BoardId, *parts: Any) -> BoardTwin:
        return (on_the_chip(flash) if board == BLUE else make_cpython_board)(board, *parts)

    at_a_table(tmp_path, a_round, make_board=blue_on_the_chip)
