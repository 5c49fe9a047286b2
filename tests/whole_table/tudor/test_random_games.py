"""Games of Tudor by bots over gates and the knob, with disturbances, and on castle boards that disconnect.

The journal must replay to the same state, by engine and oracle, and every state keeps the invariants. Hands that enter
random moves, without a table, are in ``tests/games/tudor/test_bots.py``.
"""

import asyncio
import logging
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from controller.background import run_concurrently
from controller.devices import stickers
from controller.games.contract.effects import Complain
from controller.games.contract.values import CastleId
from controller.games.requests import CorrectGame, NewGame
from controller.games.tudor.rules.engine import GameLog, invariant_violations
from controller.games.tudor.rules.state import State, state_to_canonical_json, state_to_mapping
from controller.play.bots.bot_hands import BotHands
from controller.store.journal import JournalReader
from hw.values import ReaderId, Uid
from tests.games.tudor.oracle.model import Oracle
from tests.games.tudor.random_games import CASTLES
from tests.support.castle_boards import napping
from tests.support.playing import Playing, assert_all_off, check_log, playing
from tests.support.soak import SOAK
from tests.whole_table.napping import NappingTable

ACTIONS = 100_000 if SOAK else 40
STRANGE = Uid(bytes.fromhex("04a1b2c3d4e5f6"))
"""An unknown sticker."""


def ended(play: Playing) -> bool:
    loop = play.table.loop
    return loop.seq >= ACTIONS or (loop.state is not None and loop.state.phase == "over")


async def play_on(play: Playing, players: int, seed: int) -> None:
    loop = play.table.loop
    answer = await loop.submit(NewGame(CASTLES[:players], {}, game="tudor"), "test")
    assert answer.refusal is None
    await BotHands(play.table, play.twins, Random(seed), loop.castles).play_until_over(lambda: ended(play))


def came_to_its_end(folder: Path, play: Playing) -> None:
    """Assert that a replay of the journal gives the same state, by the rules and by the oracle."""
    state, seq = play.table.loop.state, play.table.loop.seq
    assert isinstance(state, State)
    assert (state.phase == "over") if SOAK else seq >= ACTIONS
    again, oracle = GameLog(), Oracle()
    with JournalReader(folder / "test.journal") as file:
        game = file.latest_game_id()  # a disturbance may have begun another game
        assert game is not None
        for entry in file.entries(game):
            again.submit(entry.action)
            assert again.state is not None
            assert invariant_violations(again.state) == (), entry
            assert oracle.play(dict(entry.action)) is None, entry
    assert again.state is not None
    assert state_to_canonical_json(again.state, again.seq) == state_to_canonical_json(state, seq)
    assert oracle.state() == state_to_mapping(state, seq)


@pytest.mark.parametrize("seed", range(6) if SOAK else range(1))
async def test_bots_play_by_gates_and_the_knob_alone_without_a_complaint(tmp_path: Path, seed: int) -> None:
    players, complaints = 2 + seed % 3, list[Complain]()

    def listen(effects: Sequence[Any]) -> None:
        complaints.extend(effect for effect in effects if isinstance(effect, Complain))

    async with playing(tmp_path, castles=players, make_table=NappingTable, game="tudor") as play:
        play.table.loop.effects.connect(listen)
        await play_on(play, players, seed)
        await play.wait(0.1)  # the latest action is on disk, too
    came_to_its_end(tmp_path, play)
    assert complaints == []


async def disturb(play: Playing, moods: Random) -> None:
    """Tap any piece, other games' and unknown stickers anywhere, press any button, undo, and amend."""
    loop = play.table.loop
    while not ended(play):
        await play.wait(moods.uniform(0.5, 6.0))
        if not loop.castles or ended(play):
            continue
        castle = moods.choice(loop.castles)
        panel, gate = play.twins.panels[ReaderId(castle)], ReaderId(castle)
        match moods.randrange(8):
            case 0 | 1:
                await play.pass_tile(castle, moods.choice(play.table.game.pieces()).id)
            case 2:
                other = stickers.simulated_uid("t07")  # of Tumult Royale
                await play.twins.pass_tile(gate, moods.choice((STRANGE, other)), 0.1)
            case 3:
                await panel.yes.press(0.1)
            case 4:
                await panel.no.press(0.1)
            case 5:
                acting = loop.current_waiting().castle
                await play.twins.panels[ReaderId(acting or castle)].yes.press(0.1)
            case 6:
                await panel.no.press(1.2)  # undo
            case 7:
                step = None if moods.random() < 0.3 else max(2, loop.seq - moods.randrange(6))
                await loop.submit(CorrectGame(step, amend=[amendment(loop.state, moods)]), "test")


def amendment(state: State, moods: Random) -> dict[str, Any]:
    color = moods.choice(state.table.colors)
    amended: list[dict[str, Any]] = [
        {"cards": {color: {moods.choice(state.table.faction_names): 1}}},
        {"prestige": {color: moods.choice((-1, 2))}},
        {"swap": [str(each) for each in moods.sample(state.table.board.names, 2)]},
    ]
    return {"do": "amend", **moods.choice(amended)}


@pytest.mark.parametrize("seed", range(9) if SOAK else range(2))
async def test_a_game_survives_disturbances(tmp_path: Path, seed: int) -> None:
    players = 2 + seed % 3
    async with playing(tmp_path, castles=players, make_table=NappingTable, game="tudor") as play:
        await run_concurrently(play_on(play, players, seed), disturb(play, Random(seed)))
        await play.wait(0.1)
    came_to_its_end(tmp_path, play)


@pytest.mark.parametrize("seed", range(9) if SOAK else range(1))
async def test_a_game_goes_on_while_castle_boards_are_unplugged_and_replugged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, seed: int
) -> None:
    caplog.set_level(logging.INFO)
    players = 2 + (1 + seed) % 3
    async with playing(tmp_path, castles=players, game="tudor", make_table=NappingTable, make_board=napping) as play:
        await play.wait(1.5)  # boards are found
        pulling = asyncio.create_task(pull_cables(play, Random(seed)))
        await play_on(play, players, seed)
        pulling.cancel()
        for cable in play.twins.cables.values():
            cable.plug()
        await play.wait(12)  # a reconnected board sends its backlog
    await asyncio.sleep(10)  # boards notice that their host is gone
    assert_all_off(play.twins)
    came_to_its_end(tmp_path, play)
    assert sum(cable.pulls for cable in play.twins.cables.values()) > 8
    check_log(caplog.records)


async def pull_cables(play: Playing, chance: Random) -> None:
    while True:
        await play.wait(chance.expovariate(2))
        cable = chance.choice(list(play.twins.cables.values()))
        cable.pull()
        await play.wait(chance.uniform(0.1, 3.0))
        cable.plug()


async def test_a_board_is_laid_by_hand_at_the_gates(tmp_path: Path) -> None:
    async with playing(tmp_path, castles=2, make_table=NappingTable, game="tudor") as play:
        for castle in CASTLES[:2]:
            await play.pass_tile(castle, "q01")
            await play.wait(1.0)
        for _ in range(4):  # all are there; the recommended cards
            await play.press()
        for number in range(28):
            assert play.table.loop.current_waiting().step == "lay"
            await play.pass_tile(CastleId(CASTLES[number % 2]), f"f{5 * number + 1:03}")
            await play.wait(0.1)
            if number % 2:
                await play.turn(1)
            if number < 27:
                await play.press()
        state = play.table.loop.state
        assert (state.phase, play.table.loop.seq) == ("rings", 1)
        assert [str(color) for color in state.table.colors] == ["blue", "yellow"]
