"""The arrow points at the start player's seat, unless people chose the start player themselves (TU-0.1)."""

import json
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from controller.__main__ import main
from controller.games.contract.effects import TextScreen
from controller.games.contract.values import CastleId
from controller.games.naming import translate_text
from controller.games.requests import NewGame
from controller.play.menu import MenuAction
from tests.support.playing import Playing, playing

CASTLES = tuple(CastleId(color) for color in ("blue", "yellow", "purple", "grey"))
COLORS = ("blue", "yellow", "red", "green")
"""Of these castles: no player is purple or grey."""


@pytest.fixture
def play(tmp_path: Path) -> AbstractAsyncContextManager[Playing]:
    return playing(tmp_path, game="tudor")


async def begin(play: Playing, players: int, **dealt: Any) -> str:
    """Return which castle begins."""
    answer = await play.table.loop.submit(NewGame(CASTLES[:players], dealt=dealt, game="tudor"), "test")
    assert answer.refusal is None
    await play.until_shown()
    state = play.table.loop.state
    return str(state.table.colors[state.first])


def pointed_deg(play: Playing) -> float:
    assert play.twins.rotor is not None
    return float(play.twins.rotor.angle_deg % 360)


@pytest.mark.parametrize(("players", "degrees"), [(2, 180), (3, 120), (4, 90)])
async def test_the_arrow_stops_at_the_seat_of_the_start_player(play: Playing, players: int, degrees: int) -> None:
    begun = set()
    for _ in range(4):
        first = await begin(play, players)
        seat = COLORS.index(first)
        assert seat * degrees < pointed_deg(play) < (seat + 1) * degrees
        begun.add(first)
    assert len(begun) > 1


async def test_the_console_names_the_start_player_when_the_arrow_has_stopped(play: Playing) -> None:
    await play.press()
    await play.choose(MenuAction.START)
    await play.wait(0.5)
    turning_deg = pointed_deg(play)
    assert play.table.effects.announced is None
    while play.table.effects.announced is None:
        await play.wait(0.1)
    rests_deg = pointed_deg(play)
    assert rests_deg != turning_deg
    screen = play.table.effects.announced
    assert isinstance(screen, TextScreen)
    state = play.table.loop.state
    lines = [translate_text(line, "en") for line in screen.lines]
    assert lines == [f"{state.table.colors[state.first].capitalize()} begins"]
    await play.wait(1.0)
    assert pointed_deg(play) == pytest.approx(rests_deg, abs=0.1)  # it swings


async def test_the_arrow_does_not_turn_if_the_start_player_was_chosen(play: Playing) -> None:
    await play.wait(20)  # it has found its home mark
    before = pointed_deg(play)
    assert await begin(play, 3, first="red") == "red"
    assert pointed_deg(play) == before


async def test_the_draw_of_the_start_player_was_committed_to_beforehand(tmp_path: Path) -> None:
    """A log that names another one, everything else as it was, does not come of the seed."""

    async with playing(tmp_path, game="tudor") as play:
        promised = play.table.loop.on_table.draws.current.commitment
        await begin(play, 3)
        (opened,) = play.table.loop.on_table.draws.opened
        assert opened.commitment == promised

    proved = CliRunner().invoke(main, ["verify-draws", str(tmp_path / "test.journal")])
    assert proved.exit_code == 0, proved.output
    exported = CliRunner().invoke(main, ["journal", "export", "--draws", str(tmp_path / "test.journal")])
    (line,) = map(json.loads, exported.output.splitlines())
    first = line["action"]["first"]
    line["action"]["first"] = other = next(color for color in COLORS[:3] if color != first)
    (tmp_path / "forged.log").write_text(json.dumps(line) + "\n")
    forged = CliRunner().invoke(main, ["verify-draws", str(tmp_path / "forged.log")])
    assert forged.exit_code == 1
    assert f'saw first "{other}", expected "{first}", which follows from its seed' in forged.output
