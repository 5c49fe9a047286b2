"""Whole games from a tag to the display's memory; random ones by doing only what the table waits for.

Nothing that it waits for is ever complained about or refused, and the journal replays to the same state.
"""

from contextlib import AbstractAsyncContextManager, AsyncExitStack
from functools import partial
from pathlib import Path
from random import Random
from typing import Final

import pytest

from controller.games.contract.inputs import ButtonPressed
from controller.games.contract.values import CastleId
from controller.games.tumult_royale.rules.state import canonical_json_bytes
from controller.play.bots.bot_hands import BotHands
from controller.play.table import Table
from tests.support.playing import Playing, assert_all_off, playing, replayed
from tests.support.soak import SOAK
from tests.whole_table.obedient import Obedient

at_the_line: Final = partial(playing, make_table=Table)
"""No reader naps."""

KINDS = [(3, "gambler", "honour"), (4, "classic", "tracked"), (2, "classic", "honour"), (2, "gambler", "tracked")]


@pytest.fixture
def play(tmp_path: Path) -> AbstractAsyncContextManager[Playing]:
    return at_the_line(tmp_path)


async def test_a_tile_resting_on_a_gate_counts_once(play: Playing) -> None:
    await play.to_the_taxes()
    before = play.table.loop.seq
    await play.pass_tile("blue", "t20", dwell_s=5.0)
    assert play.table.loop.seq == before + 1


async def test_tiles_at_all_gates_at_once_are_all_counted(play: Playing) -> None:
    await play.to_the_taxes(players=4)
    for n in range(4):
        await play.pass_tile(("blue", "yellow", "purple", "grey")[n], f"t{20 + n}", dwell_s=0.045)
    await play.wait(0.1)
    assert [player.castle.bit_count() for player in play.state.players] == [1, 1, 1, 1]


async def test_the_display_s_memory_holds_the_picture_of_the_table(play: Playing) -> None:
    await play.to_the_taxes()
    await play.wait(1.0)
    assert play.twins.oled is not None
    assert play.twins.oled.lit
    assert play.twins.oled.image().tobytes() == play.table.display.page_picture.tobytes()


async def test_the_arrow_comes_to_rest_in_the_sector_of_the_number(play: Playing) -> None:
    """TR-1.1: four sectors of 90 degrees, 2 to 5, clockwise from the home mark."""
    await play.begin()
    for _ in range(3):
        await play.press()
    await play.until_shown()
    demand = play.state.demand[0]
    assert demand is not None
    assert play.twins.rotor is not None
    assert (demand - 2) * 90 < play.twins.rotor.angle_deg % 360 < (demand - 1) * 90


async def test_at_the_end_coils_and_rf_fields_are_off_and_the_screen_is_dark(tmp_path: Path) -> None:
    async with at_the_line(tmp_path) as play:
        await play.to_the_taxes()
        assert all(chip.rf_on for chip in play.twins.readers.values())

    assert_all_off(play.twins)
    assert play.twins.oled is not None
    assert not play.twins.oled.lit


async def test_devices_are_switched_off_even_after_a_crash(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        stack.enter_context(pytest.raises(BaseExceptionGroup))
        play = await stack.enter_async_context(playing(tmp_path))
        await play.begin()
        for _ in range(3):
            await play.press()
        await play.wait(1.0)
        assert play.twins.rotor is not None
        assert play.twins.rotor.energised
        raise LookupError("an unforeseen fault")
    assert_all_off(play.twins)


@pytest.mark.parametrize(("players", "variant", "map_kept"), KINDS if SOAK else KINDS[:1])
async def test_bots_play_rounds_through_readers_and_display(
    tmp_path: Path, players: int, variant: str, map_kept: str
) -> None:
    rounds = 2 if SOAK else 1
    async with at_the_line(tmp_path) as play:
        await play.begin(players=players, variant=variant, map_kept=map_kept)
        hands = BotHands(play.table, play.twins, Random(players), play.table.loop.castles)
        await hands.play_until_over(lambda: play.state.round > rounds)
        assert play.state.round == rounds + 1
        assert {"spin", "set_aside", "collect", "rob", "stop", "count"} <= {
            entry.action["do"] for entry in play.journal.entries(1)
        }

    costs = play.twins.costs()
    assert min(costs.spi_transfers, costs.i2c_bytes, costs.half_steps) > 0
    assert costs.guard_violations == 0


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
    players, variant, map_kept = how
    async with playing(folder, castles=players, gates=line) as play:
        await play.begin(players=players, variant=variant, map_kept=map_kept)
        people = Obedient(play, Random(seed), through_the_line=line, mistakes=mistakes)
        await people.play_to_the_end()
        assert play.state.phase.name == "over"
    assert replayed(folder / "test.journal") == canonical_json_bytes(play.state, play.table.loop.seq)
    return people.steps


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("how", SAMPLE)
async def test_a_random_game_ends_if_people_do_only_what_the_table_waits_for(
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


async def test_a_complaint_in_a_random_game_fails_the_test(tmp_path: Path) -> None:
    async with playing(tmp_path, castles=2, gates=False) as play:
        await play.begin()
        idle = next(color for color in ("blue", "yellow") if color != play.table.loop.current_waiting().castle)
        play.table.loop.inbox.put_nowait(ButtonPressed("yes", CastleId(idle), long=False, at_s=play.now_s()))
        with pytest.raises(AssertionError, match="complaint-not-your-turn"):
            await Obedient(play, Random(1), through_the_line=False).play_to_the_end()
