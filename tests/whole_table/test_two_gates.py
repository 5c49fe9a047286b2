"""A piece over one gate that the antenna of the next one reads, too."""

import asyncio
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from controller.config.schema import TableConfig
from controller.devices import stickers
from controller.games.contract.values import PieceId
from controller.play.table import Table
from hw.castle_link.twin import MakeBoard
from hw.mfrc522.field import Noise
from hw.ntag.twin import Ntag213
from hw.testing.pico.node_board import make_cpython_board
from hw.values import ReaderId
from tests.support.playing import Playing, at_a_table
from tests.support.soak import SOAK

EDGE = 0.4
"""Share of a coupling that reaches the next antenna; at 0.1 no sticker runs."""


def in_turn(settings: TableConfig) -> TableConfig:
    return replace(settings, table=replace(settings.table, antennas="in turn"))


def couple(play: Playing, share: float) -> None:
    blue, yellow = (play.twins.readers[ReaderId(name)].field for name in ("blue", "yellow"))
    blue.neighbours[yellow] = yellow.neighbours[blue] = share


def robbed(play: Playing, castle: str) -> list[PieceId]:
    at = play.state.table.colors.index(castle)
    return sorted(set(play.state.table.pool.tile_ids(play.state.players[at].castle)))


async def to_the_rush(play: Playing) -> list[PieceId]:
    await play.wait(2.0)
    await play.to_the_taxes()
    return [tile.id for tile in play.state.table.pool.tiles][6:12]


@pytest.mark.parametrize("board", [None, make_cpython_board], ids=["the Pi's own readers", "castle boards"])
def test_a_piece_near_the_next_antenna_counts_at_its_own_gate(tmp_path: Path, board: MakeBoard | None) -> None:
    async def deed(play: Playing) -> None:
        tiles = await to_the_rush(play)
        couple(play, EDGE)
        for tile in tiles:
            await play.pass_tile("blue", tile)
            await play.wait(0.3)
        assert (robbed(play, "blue"), robbed(play, "yellow")) == (sorted(tiles), [])

    at_a_table(tmp_path, deed, castles=2, arrow=False, make_table=Table, make_board=board)


def test_a_piece_that_two_gates_read_counts_at_neither_and_both_are_told(tmp_path: Path) -> None:
    async def deed(play: Playing) -> None:
        tiles = await to_the_rush(play)
        couple(play, EDGE)
        for tile in tiles:
            await play.twins.hold_card_at_gate(ReaderId("blue"), Ntag213(stickers.simulated_uid(tile)))
            await play.wait(0.3)
            assert (robbed(play, "blue"), robbed(play, "yellow")) == ([], [])
            assert play.complaints["blue"] == "Read at Yellow too. Pass it again, far from it."
            assert play.complaints["yellow"] == "Read at Blue too. Pass it again, far from it."
        couple(play, 0.0)
        await play.wait(1.0)
        await play.pass_tile("blue", tiles[0])
        await play.wait(0.3)
        assert robbed(play, "blue") == [tiles[0]]

    at_a_table(tmp_path, deed, castles=2, arrow=False, make_table=Table, settings_of=in_turn)


def test_antennas_in_turn_are_never_on_together_and_count_each_piece(tmp_path: Path) -> None:
    async def deed(play: Playing) -> None:
        tiles = await to_the_rush(play)
        chips = list(play.twins.readers.values())
        together = 0
        for tile in tiles:
            play_on = play.now_s() + 0.5
            await play.pass_tile("blue", tile)
            while play.now_s() < play_on:
                together = max(together, sum(chip.rf_on for chip in chips))
                await play.wait(0.0007)
        assert together == 1
        assert robbed(play, "blue") == sorted(tiles)
        assert sum(chip.guard_violations for chip in chips) == 0

    at_a_table(tmp_path, deed, castles=4, arrow=False, make_table=Table, settings_of=in_turn)


def test_a_piece_read_at_two_gates_counts_once_and_both_are_named(tmp_path: Path) -> None:
    async def deed(play: Playing) -> None:
        tile, *_ = await to_the_rush(play)
        await play.pass_tile("blue", tile)
        await play.wait(0.2)
        await play.pass_tile("yellow", tile)
        await play.wait(0.3)
        assert (robbed(play, "blue"), robbed(play, "yellow")) == ([tile], [])
        assert play.complaints == {"yellow": "Just read at Blue. If wrong, correct it there."}

    at_a_table(tmp_path, deed, castles=2, arrow=False)


@pytest.mark.parametrize("board", [None, make_cpython_board], ids=["the Pi's own readers", "castle boards"])
def test_a_piece_that_the_next_gates_frames_hide_is_asked_for_again(tmp_path: Path, board: MakeBoard | None) -> None:
    async def deed(play: Playing) -> None:
        await to_the_rush(play)
        couple(play, 0.05)
        tiles = [tile.id for tile in play.state.table.pool.tiles][6:]
        counts, missed = play.table.counts, 0
        for number in range(500 if SOAK else 24):
            before = {gate: (counts[gate]["tiles"], counts[gate].total()) for gate in ("blue", "yellow")}
            pair = tiles[number % len(tiles)], tiles[(number + 7) % len(tiles)]
            passes = zip(before, pair, strict=True)
            await asyncio.gather(*(play.pass_tile(gate, tile, 0.045) for gate, tile in passes))
            await play.wait(1.5)
            for (gate, (counted_before, all_before)), tile in zip(before.items(), pair, strict=True):
                assert counts[gate].total() > all_before, (number, gate)  # counted, or a sentence said why not
                if counts[gate]["tiles"] == counted_before:
                    missed += 1
                    await play.pass_tile(gate, tile, 0.045)
                    await play.wait(1.5)
                    assert counts[gate]["tiles"] == counted_before + 1
        assert missed

    at_a_table(tmp_path, deed, castles=2, arrow=False, make_table=Table, make_board=board)


def counted(play: Playing, castle: str) -> int:
    return play.table.counts[castle]["tiles"]


@pytest.mark.parametrize(("garble", "loss"), [(0.0, 0.0), (0.1, 0.0), (0.0, 0.02)])
def test_no_piece_that_two_gates_read_counts_at_the_wrong_one(tmp_path: Path, garble: float, loss: float) -> None:
    chance = Random(1)  # hands, no secrets

    async def deed(play: Playing) -> None:
        await to_the_rush(play)
        play.table.hourglass.stop()
        play.table.hourglass.ensure_running(1e6)
        tiles = [tile.id for tile in play.state.table.pool.tiles]
        for castle in ("blue", "yellow"):
            play.twins.readers[ReaderId(castle)].field.noise = Noise(chance, loss=loss, garble=garble)
        for number in range(10_000 if SOAK else 40):
            couple(play, chance.uniform(0.3, 0.95))
            own, other = chance.sample(("blue", "yellow"), 2)
            before = counted(play, other)
            await play.pass_tile(own, tiles[number % len(tiles)], chance.uniform(0.06, 0.15))
            await play.wait(chance.uniform(0.1, 0.2))
            assert counted(play, other) == before, (number, own)

    at_a_table(tmp_path, deed, castles=2, arrow=False, make_table=Table, settings_of=in_turn)


@pytest.mark.parametrize(("share", "at_most_ms"), [(0.0, 1.0), (EDGE, 10.0)], ids=["far apart", "near"])
def test_a_piece_waits_for_other_gates_only_where_they_may_read_it(
    tmp_path: Path, share: float, at_most_ms: float
) -> None:
    async def deed(play: Playing) -> None:
        tile, *_ = await to_the_rush(play)
        if share:
            couple(play, share)
        readings = play.table.hardware.readers.readings["blue"]
        readings.clear()
        play.twins.readers[ReaderId("blue")].enter(Ntag213(stickers.simulated_uid(tile)))
        while not robbed(play, "blue"):
            await play.wait(0.0002)
        waited_s = play.now_s() - readings[0].at_s
        assert 0.0 <= 1000 * waited_s <= at_most_ms

    at_a_table(tmp_path, deed, castles=4, arrow=False, make_table=Table)
