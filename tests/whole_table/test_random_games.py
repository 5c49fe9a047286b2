"""Random whole games, only by doing what the table says it waits for; the journal replays to the same state.

Nothing that the table waits for is ever complained about or refused: what it says is true in each state reached.
"""

from pathlib import Path
from random import Random

import pytest

from controller.games.contract.inputs import ButtonPressed
from controller.games.contract.values import CastleId
from controller.games.tumult_royale.rules.state import canonical
from tests.soak import SOAK
from tests.whole_table.obedient import Obedient
from tests.whole_table.playing import playing, replayed

TABLES = [
    (players, variant, map_kept)
    for players in (2, 3, 4)
    for variant in ("classic", "gambler")
    for map_kept in ("honour", "tracked")
]
SEEDS = range(8) if SOAK else range(1)
SAMPLE = TABLES if SOAK else [TABLES[number] for number in (1, 6, 8)]
"""Each number of players, variant and map; in full each of the twelve ways, 8 times without readers and twice with."""


async def play_a_game(folder: Path, seed: int, how: tuple[int, str, str], *, line: bool, mistakes: float) -> list[str]:
    """The steps of a game from its beginning to its end, at this table and after a replay of its journal."""
    players, variant, map_kept = how
    async with playing(folder, castles=players, gates=line) as play:
        await play.begin(players=players, variant=variant, map_kept=map_kept)
        people = Obedient(play, Random(seed), through_the_line=line, mistakes=mistakes)
        await people.play_to_the_end()
        assert play.state.phase.name == "over"
    assert replayed(folder / "test.journal") == canonical(play.state, play.table.loop.seq)
    return people.steps


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("how", SAMPLE)
async def test_a_random_game_ends_by_doing_only_what_the_table_waits_for(
    tmp_path: Path, seed: int, how: tuple[int, str, str]
) -> None:
    """What gates would report is put in at once; buttons and knob are twins."""
    steps = await play_a_game(tmp_path, seed, how, line=False, mistakes=0.05)
    assert {"place_first", "spin", "set_aside", "collect", "rob", "confirm", "build"} <= set(steps)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("how", TABLES if SOAK else ())
async def test_a_random_game_ends_through_readers_buttons_and_knob_alone(
    tmp_path: Path, seed: int, how: tuple[int, str, str]
) -> None:
    """From a tag in a reader's field on; ``test_console`` plays one such game in a quick run."""
    assert len(await play_a_game(tmp_path, 100 + seed, how, line=True, mistakes=0.0)) > 50


async def test_a_complaint_in_such_a_game_would_be_noticed(tmp_path: Path) -> None:
    async with playing(tmp_path, castles=2, gates=False) as play:
        await play.begin()
        idle = next(color for color in ("blue", "yellow") if color != play.table.loop.waiting().castle)
        play.table.loop.inbox.put_nowait(ButtonPressed("yes", CastleId(idle), long=False, at_s=play.now_s()))
        with pytest.raises(AssertionError, match="complaint-not-your-turn"):
            await Obedient(play, Random(1), through_the_line=False).play_to_the_end()
