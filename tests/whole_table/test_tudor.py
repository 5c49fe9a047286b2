"""Tudor at a whole simulated table: bots' hands, readers and the knob alone; the journal replays to the same state."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random

import pytest

from controller.background import together
from controller.devices import simulated_box
from controller.games.contract.actions import UNDO
from controller.games.contract.ids import CastleId, PieceId
from controller.games.naming import sticker_of
from controller.games.requests import Correct, NewGame
from controller.games.tudor.rules.canonical import canonical
from controller.games.tudor.rules.game_log import GameLog
from controller.games.tudor.rules.state import State
from controller.play.simulated.bot_hands import Hands
from controller.store.journal import JournalReader
from hw.testing.clock import run_virtual
from hw.units import ReaderId
from tests.soak import SOAK
from tests.whole_table.napping import NappingTable
from tests.whole_table.playing import Playing, playing

ACTIONS = 100_000 if SOAK else 40

CASTLES = [CastleId(each) for each in ("blue", "yellow", "purple", "grey")]

EVERY_S = 20.0
"""Somebody disturbs the table; half a minute is an action or two."""


def at_tudor_s_table(folder: Path, players: int, deed: Callable[[Playing], Awaitable[None]]) -> tuple[State, int]:
    """The state at the end, and how many actions led to it."""
    ended: list[tuple[State, int]] = []

    async def run() -> None:
        async with playing(folder, castles=players, arrow=False, game="tudor", make_table=NappingTable) as play:
            async with asyncio.timeout(10 * 24 * 3600):
                await deed(play)
            ended.append((play.table.loop.state, play.table.loop.seq))

    run_virtual(run())
    return ended[0]


def ended(play: Playing) -> bool:
    loop = play.table.loop
    return loop.seq >= ACTIONS or (loop.state is not None and loop.state.phase == "over")


async def play_on(play: Playing, seed: int) -> None:
    loop = play.table.loop
    await Hands(play.table, play.twins, Random(seed), loop.castles).play(lambda: ended(play))


async def begin(play: Playing, players: int) -> None:
    answer = await play.table.loop.submit(NewGame(CASTLES[:players], {}, game="tudor"), "test")
    assert answer.refusal is None


async def tap(play: Playing, castle: CastleId, piece: str) -> None:
    uid = simulated_box.uid_of(sticker_of("tudor", PieceId(piece)))
    await play.twins.pass_tile(ReaderId(castle), uid, 0.1)
    await play.wait(0.05)


async def disturb(play: Playing, moods: Random) -> None:
    """Pieces over any gate, the knob turned, the latest action taken back, and steps long ago that never were."""
    loop = play.table.loop
    pieces = [piece.id for piece in play.table.game.pieces()]
    while not ended(play):
        await play.wait(EVERY_S * moods.random())
        match moods.randrange(8):
            case 0:
                await loop.propose(UNDO, "test")
            case 1:
                await loop.submit(Correct(None), "test")
            case 2 if loop.waiting().knob_turns and not loop.to_move:
                await play.turn(moods.choice((-1, 1)))
            case 3:
                await loop.submit(Correct(max(2, loop.seq - moods.randrange(12)), by_hand=moods.random() < 0.3), "test")
            case _:
                await tap(play, moods.choice(loop.castles), moods.choice(pieces))


@pytest.mark.parametrize("seed", range(6) if SOAK else range(1))
def test_bots_play_by_gates_and_the_knob_alone(tmp_path: Path, seed: int) -> None:
    players = 2 + seed % 3

    async def deed(play: Playing) -> None:
        await begin(play, players)
        await play_on(play, seed)

    assert_replayed(tmp_path, *at_tudor_s_table(tmp_path, players, deed))


@pytest.mark.parametrize("seed", range(6) if SOAK else range(1))
def test_a_game_goes_on_whatever_others_tap_turn_or_take_back(tmp_path: Path, seed: int) -> None:
    players = 2 + seed % 3

    async def deed(play: Playing) -> None:
        await begin(play, players)
        await together(play_on(play, seed), disturb(play, Random(seed)))

    assert_replayed(tmp_path, *at_tudor_s_table(tmp_path, players, deed))


def test_a_board_is_laid_by_hand_at_the_gates(tmp_path: Path) -> None:
    """What the console shows is what is laid, not the way to the page."""

    async def deed(play: Playing) -> None:
        for castle in CASTLES[:2]:
            await tap(play, castle, "q01")
        for _ in range(4):  # all are there; the recommended cards
            await play.press()
        for number in range(28):
            assert play.table.loop.waiting().step == "lay"
            await tap(play, CASTLES[number % 2], f"f{5 * number + 1:03}")
            if number % 2:
                await play.turn(1)
            if number < 27:
                await play.press()

    state, seq = at_tudor_s_table(tmp_path, 2, deed)
    assert (state.phase, seq) == ("rings", 1)
    assert [str(color) for color in state.table.colors] == ["blue", "yellow"]


def assert_replayed(folder: Path, state: State, seq: int) -> None:
    assert (state.phase == "over") if SOAK else seq >= ACTIONS
    again = GameLog()
    with JournalReader(folder / "test.journal") as file:
        for entry in file.entries(1):
            again.submit(entry.action)
    assert again.state is not None
    assert canonical(again.state, again.seq) == canonical(state, seq)
