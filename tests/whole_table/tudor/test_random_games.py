"""Random whole games of Tudor by gates, yes, no and the knob alone, however they are disturbed.

Wrong taps, tokens of others, missing rings, undo, corrections, and castle boards that are pulled out and come back in
the middle of an action: the journal replays to the same state, by the engine and by the naive second version of the
rules, and each state on the way holds what the contract promises.
"""

import asyncio
import logging
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from controller.games.contract.effects import Complain
from hw.castle_link.twin import MakeBoard
from tests.hw.castle_link.boards import napping
from tests.soak import SOAK
from tests.whole_table.breaking import assert_all_off, check_log
from tests.whole_table.carrying import pull_cables
from tests.whole_table.napping import NappingTable
from tests.whole_table.playing import playing
from tests.whole_table.tudor.disturbing import KINDS, Disturbed
from tests.whole_table.tudor.people import PATIENCE_S, People, assert_replayed

GAMES = range(8) if SOAK else range(1)
"""With each number of players."""

MOST = 100_000 if SOAK else 60
"""Actions of a game over castle boards."""


async def played(
    folder: Path, seed: int, players: int, *, often: float, make_board: MakeBoard | None = None, **how: Any
) -> Counter[str]:
    """What disturbed a game that came to its right end; with castle boards these are pulled out, too."""
    moods, gates, most = Random(seed), how.get("gates", True), how.get("most", 100_000)
    async with playing(
        folder, castles=players, gates=gates, game="tudor", make_table=NappingTable, make_board=make_board
    ) as play:
        people = Disturbed(play, moods, through_the_line=gates, often=often)
        await play.wait(1.5)  # boards are found
        await people.begin(players, moods.sample(range(1, 7), 2), 1 + seed % 5)
        pulling = None if make_board is None else asyncio.create_task(pull_cables(play, Random(seed)))
        async with asyncio.timeout(10 * 24 * 3600):
            await people.play_on(most)
        if pulling is not None:
            pulling.cancel()
            for cable in play.twins.cables.values():
                cable.plug()
            await play.wait(PATIENCE_S)
            people.happened["a cable was pulled"] = sum(cable.pulls for cable in play.twins.cables.values())
    await asyncio.sleep(10)  # boards notice that their host is gone
    assert_all_off(play.twins)
    assert_replayed(folder / "test.journal", people.state, play.table.loop.seq)
    return people.happened


@pytest.mark.parametrize("seed", GAMES)
@pytest.mark.parametrize("players", [2, 3, 4] if SOAK else [2])
async def test_a_whole_game_goes_on_whatever_disturbs_it(tmp_path: Path, players: int, seed: int) -> None:
    """Buttons and knob are twins; what gates would report is put in at once, but in the soak."""
    happened = await played(tmp_path, seed, players, often=0.15, gates=SOAK)
    assert len(happened) > len(KINDS) - 4  # a short game has no room for all


@pytest.mark.parametrize("seed", GAMES)
@pytest.mark.parametrize("players", [2, 3, 4] if SOAK else [3])
async def test_a_game_goes_on_while_castle_boards_are_pulled_out_and_put_back(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, players: int, seed: int
) -> None:
    caplog.set_level(logging.INFO)
    happened = await played(tmp_path, seed, players, often=0.1, make_board=napping, most=MOST)
    assert happened["a cable was pulled"] > 8
    check_log(caplog.records)


async def test_people_who_do_only_what_the_table_waits_for_are_never_complained_about(tmp_path: Path) -> None:
    told: list[Complain] = []

    async with playing(tmp_path, castles=3, game="tudor") as play:
        play.table.loop.effects.listen(lambda effects: told.extend(e for e in effects if isinstance(e, Complain)))
        people = People(play, Random(2))
        await people.begin(3, (1, 6), 1)
        await people.play_on(MOST)

    assert told == []
