"""Tudor at a whole simulated table by its bots' hands, which have the knob and the gates; and a board laid by hand."""

from pathlib import Path
from random import Random

import pytest

from controller.background import run_all
from controller.games.contract.values import CastleId
from controller.games.requests import NewGame
from controller.games.tudor.rules.state import State
from controller.play.simulated import Hands
from hw.values import ReaderId
from tests.games.tudor.hands import CASTLES
from tests.soak import SOAK
from tests.whole_table.napping import NappingTable
from tests.whole_table.playing import Playing, playing
from tests.whole_table.tudor.people import People, assert_replayed

ACTIONS = 100_000 if SOAK else 40


def ended(play: Playing) -> bool:
    loop = play.table.loop
    return loop.seq >= ACTIONS or (loop.state is not None and loop.state.phase == "over")


async def play_on(play: Playing, players: int, seed: int) -> None:
    loop = play.table.loop
    answer = await loop.submit(NewGame(CASTLES[:players], {}, game="tudor"), "test")
    assert answer.refusal is None
    await Hands(play.table, play.twins, Random(seed), loop.castles).play(lambda: ended(play))


@pytest.mark.parametrize("seed", range(6) if SOAK else range(1))
async def test_bots_play_by_gates_and_the_knob_alone(tmp_path: Path, seed: int) -> None:
    players = 2 + seed % 3
    async with playing(tmp_path, castles=players, make_table=NappingTable, game="tudor") as play:
        await play_on(play, players, seed)
        await play.wait(0.1)  # the latest action is on disk, too
    came_to_its_end(tmp_path, play)


@pytest.mark.parametrize("seed", range(3) if SOAK else range(1))
async def test_a_bot_continues_after_another_castle_answers_in_its_turn(tmp_path: Path, seed: int) -> None:

    async def press(moods: Random) -> None:
        while not ended(play):
            await play.wait(moods.uniform(0.5, 6.0))
            castle = play.table.loop.waiting().castle
            if castle is not None:
                await play.twins.panels[ReaderId(castle)].yes.press(0.1)

    async with playing(tmp_path, castles=2, make_table=NappingTable, game="tudor") as play:
        await run_all(play_on(play, 2, seed), press(Random(seed)))
        await play.wait(0.1)
    came_to_its_end(tmp_path, play)


def came_to_its_end(folder: Path, play: Playing) -> None:
    state, seq = play.table.loop.state, play.table.loop.seq
    assert isinstance(state, State)
    assert (state.phase == "over") if SOAK else seq >= ACTIONS
    assert_replayed(folder / "test.journal", state, seq)


async def test_a_board_is_laid_by_hand_at_the_gates(tmp_path: Path) -> None:
    async with playing(tmp_path, castles=2, make_table=NappingTable, game="tudor") as play:
        people = People(play, Random(1))
        for castle in CASTLES[:2]:
            await people.tap(castle, "q01")
        await play.wait(0.1)
        for _ in range(4):  # all are there; the recommended cards
            await play.press()
        for number in range(28):
            assert play.table.loop.waiting().step == "lay"
            await people.tap(CastleId(CASTLES[number % 2]), f"f{5 * number + 1:03}")
            await play.wait(0.1)
            if number % 2:
                await play.turn(1)
            if number < 27:
                await play.press()
        assert (people.state.phase, play.table.loop.seq) == ("rings", 1)
        assert [str(color) for color in people.state.table.colors] == ["blue", "yellow"]
