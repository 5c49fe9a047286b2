"""A round of the game whose blue castle is a board with the firmware on an emulated RP2040."""

from pathlib import Path
from random import Random

import pytest

from hw.bus.mock_pins import TwinPinFactory
from hw.castle_link.messages import BoardId
from hw.castle_link.twin import BoardTwin, Cable
from hw.clock import Clock
from hw.mfrc522.twin import Mfrc522Twin
from hw.testing.pico.node_board import cpython
from bench.shared.rp2040.board import rp2040
from hw.values import ReaderId
from tests.whole_table.playing import Playing, at_a_table

BLUE, OTHER = "blue", "yellow"


def blue_on_the_chip(
    board: BoardId, cable: Cable, chip: Mfrc522Twin, pins: TwinPinFactory, clock: Clock, chance: Random
) -> BoardTwin:
    make = rp2040 if board == BLUE else cpython
    return make(board, cable, chip, pins, clock, chance)


async def says_yes(play: Playing, castle: str) -> None:
    await play.twins.panels[ReaderId(castle)].yes.press(0.1)
    await play.wait(0.3)


@pytest.mark.usefixtures("flashed_blue")
def test_a_round_with_tiles_lamps_and_buttons_is_played_to_its_count(tmp_path: Path) -> None:
    """TR-2.6: tiles set aside, tiles in the rush, and the count that each castle agrees to by its button."""

    async def deed(play: Playing) -> None:
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
        assert set(tiles) <= set(play.state.table.pool.ids(play.state.players[at].castle))
        await play.wait(20)
        assert play.table.loop.waiting().step == "confirm"
        await says_yes(play, BLUE)
        await says_yes(play, OTHER)
        assert play.table.loop.waiting().step != "confirm"
        assert play.complaints == {}

    at_a_table(tmp_path, deed, make_board=blue_on_the_chip)
