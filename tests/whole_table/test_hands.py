"""Tiles on their way over a coil: through the null at its wire, back and forth, on each other."""

from pathlib import Path

import pytest

from controller.devices import stickers
from controller.play.table import Table
from hw.castle_link.twin import MakeBoard
from hw.ntag.twin import Ntag213
from hw.testing.pico.node_board import make_cpython_board
from hw.values import ReaderId
from tests.support.playing import Playing, at_a_table
from tests.support.soak import SOAK

BLUE = ReaderId("blue")


def counted(play: Playing) -> int:
    return play.table.counts["blue"]["tiles"]


@pytest.mark.parametrize("board", [None, make_cpython_board], ids=["the Pi's own readers", "castle boards"])
@pytest.mark.parametrize("dwell_s", [0.045, 0.1, 1.5])
def test_however_a_hand_moves_a_tile_it_counts_once(tmp_path: Path, board: MakeBoard | None, dwell_s: float) -> None:
    async def deed(play: Playing) -> None:
        await play.wait(2.0)
        await play.to_the_taxes()
        before, tiles = counted(play), [tile.id for tile in play.state.table.pool.tiles][6:]
        passes = 1000 if SOAK else 24
        for number in range(passes):
            await play.pass_tile("blue", tiles[number % len(tiles)], dwell_s)
            await play.wait(0.3)
        assert counted(play) - before == passes

    at_a_table(tmp_path, deed, castles=2, arrow=False, make_table=Table, make_board=board)


def test_tiles_on_each_other_count_only_once_they_are_apart(tmp_path: Path) -> None:
    async def deed(play: Playing) -> None:
        await play.wait(2.0)
        await play.to_the_taxes()
        before = counted(play)
        lower, upper = (Ntag213(stickers.simulated_uid(tile.id)) for tile in play.state.table.pool.tiles[6:8])
        gate = play.twins.readers[BLUE]
        for aside_mm, expected in ((0.0, 0), (11.0, 0), (13.0, 2)):
            gate.move(lower, -aside_mm / 2, 2.0)
            gate.move(upper, aside_mm / 2, 2.0)
            await play.wait(1.5)
            assert counted(play) - before == expected, aside_mm
        assert play.complaints == {}

    at_a_table(tmp_path, deed, castles=2, arrow=False, make_table=Table)
