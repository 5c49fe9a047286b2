"""A tile that goes by a gate unread: the castle is told until it was shown again."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from controller.config.schema import TableConfig
from controller.play.table import Table
from hw.castle_link.twin import MakeBoard
from hw.ntag.twin import Ntag213
from hw.testing.pico.node_board import make_cpython_board
from hw.values import ReaderId, Uid
from tests.support.playing import Playing, at_a_table

BOARDS = pytest.mark.parametrize("board", [None, make_cpython_board], ids=["the Pi's own readers", "castle boards"])
UNREAD = "A tile went by unread. Show it again, alone."
ON_EACH_OTHER = [Ntag213(Uid(bytes.fromhex(f"04A1B2C3D4E5F{number}"))) for number in (6, 7)]


async def throw_a_stack(play: Playing, dwell_s: float = 0.1) -> None:
    """Let two tiles that lie on each other go by Blue's gate; they detune its coil."""
    chip = play.twins.readers[ReaderId("blue")]
    chip.field.crowd = 2
    for tile in ON_EACH_OTHER:
        chip.enter(tile)
    await play.wait(dwell_s)
    for tile in ON_EACH_OTHER:
        chip.leave(tile)
    chip.field.crowd = None
    await play.wait(0.3)


@BOARDS
def test_the_castle_s_lamps_and_complaint_stay_until_a_tile_is_shown(tmp_path: Path, board: MakeBoard | None) -> None:
    async def deed(play: Playing) -> None:
        await play.to_the_taxes()
        tiles = [tile.id for tile in play.state.table.pool.tiles][6:]
        await throw_a_stack(play)
        assert play.complaints["blue"] == UNREAD
        await play.pass_tile("blue", tiles[0])  # thrown right after; not the one that was lost
        await play.wait(1.5)
        assert play.complaints["blue"] == UNREAD
        lit = set()
        for _ in range(6):
            await play.wait(0.1)
            lit.add(tuple(play.twins.panels[ReaderId("blue")].lamps_lit))
        assert lit == {(True, True, True), (False, True, False)}
        await play.pass_tile("blue", tiles[1])
        await play.wait(0.6)
        assert "blue" not in play.complaints
        assert not any(play.twins.panels[ReaderId("blue")].lamps_lit)

    at_a_table(tmp_path, deed, castles=2, arrow=False, make_table=Table, make_board=board)


def test_where_no_tile_is_expected_none_is_missed(tmp_path: Path) -> None:
    async def deed(play: Playing) -> None:
        await throw_a_stack(play)
        assert play.complaints == {}

    at_a_table(tmp_path, deed, castles=2, arrow=False, make_table=Table, make_board=make_cpython_board)


def with_beams(settings: TableConfig) -> TableConfig:
    blue, *others = settings.castle
    blue = replace(blue, beams=True) if blue.node else replace(blue, beam_pins=(4, 5, 6, 12))
    return replace(settings, castle=(blue, *others))


@BOARDS
def test_beams_notice_a_stack_that_answers_nothing(tmp_path: Path, board: MakeBoard | None) -> None:
    async def deed(play: Playing) -> None:
        await play.wait(3.0)
        await play.to_the_taxes()
        tiles = [tile.id for tile in play.state.table.pool.tiles][6:]
        await play.pass_tile("blue", tiles[0])
        await play.wait(1.0)
        assert "blue" not in play.complaints
        await play.twins.beams[ReaderId("blue")].pass_tiles(2)
        await play.wait(0.5)
        assert play.complaints["blue"] == UNREAD
        await play.wait(1.5)
        await play.pass_tile("blue", tiles[1])
        await play.wait(0.5)
        assert "blue" not in play.complaints

    at_a_table(tmp_path, deed, castles=2, arrow=False, make_table=Table, make_board=board, settings_of=with_beams)


@BOARDS
@pytest.mark.parametrize("fault", ["beam_dirty", "beams_dazzled", "finger_in_gate"])
def test_beams_that_do_not_work_are_a_lost_device_and_count_nothing(
    tmp_path: Path, board: MakeBoard | None, fault: str
) -> None:
    async def deed(play: Playing) -> None:
        await play.wait(3.0)
        await play.to_the_taxes()
        play.twins.faults.switch(fault, "blue", on=True)
        await play.wait(8.0)
        assert play.table.health.is_lost("blue beams")
        assert "Blue's light barrier does not work. The game can go on without it." in play.story
        await play.pass_tile("blue", play.state.table.pool.tiles[7].id)
        await play.wait(1.0)
        assert "blue" not in play.complaints
        play.twins.faults.switch(fault, "blue", on=False)
        await play.wait(8.0)
        assert not play.table.health.is_lost("blue beams")

    at_a_table(tmp_path, deed, castles=2, arrow=False, make_table=Table, make_board=board, settings_of=with_beams)
