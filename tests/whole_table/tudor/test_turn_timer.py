"""The turn timer: set at the knob, shown as a ring, announced when it runs out, without further effect."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from controller.games.contract.values import CastleId
from controller.games.naming import translate_text
from controller.games.requests import NewGame
from controller.games.tudor.bots.random_play import random_move
from controller.games.tudor.rules.actions import move_to_line
from controller.play.menu import MenuAction
from controller.play.page_service import public_view as view
from controller.show.pictures import draw_screen
from hw.oled.marks import with_hourglass_ring
from tests.support.playing import Playing, playing

CASTLES = (CastleId("blue"), CastleId("yellow"))


@pytest.fixture
def play(tmp_path: Path) -> AbstractAsyncContextManager[Playing]:
    return playing(tmp_path, castles=2, game="tudor")


async def until(play: Playing, reached: Callable[[Any], bool]) -> None:
    """Play random actions without pauses."""
    chance, loop = Random(3), play.table.loop
    while not reached(loop.state):
        action = move_to_line(loop.state.table, random_move(loop.state, chance))
        assert (await loop.propose_action(action, "test")).refusal is None


async def into_the_first_turn(play: Playing) -> None:
    await play.table.loop.submit(NewGame(CASTLES, dealt={"first": "blue"}, game="tudor"), "test")
    assert play.table.turn_timer.remaining_s() == 0
    await until(play, lambda state: state.phase == "actions")


def announced(play: Playing) -> list[str]:
    """What is on the screen for some seconds, as it is said."""
    screen: Any = play.table.effects.announced
    return [] if screen is None else [translate_text(text, "en") for text in (screen.title, *screen.lines)]


async def test_a_turn_goes_on_after_its_timer_ran_out(play: Playing) -> None:
    play.table.house.change_and_save(turn_timer_s=60)
    await into_the_first_turn(play)
    await play.until_shown()
    tones, loop = play.tones(), play.table.loop
    begun, state = loop.seq, loop.state
    assert 0 < play.table.turn_timer.remaining_s() <= 60
    await play.wait(play.table.turn_timer.remaining_s() - 1)
    assert (announced(play), tones) == ([], [])
    await play.wait(1.5)
    assert announced(play) == ["Time is up", "Please finish your turn."]
    assert len(tones) >= 1
    await play.wait(600)
    assert (loop.seq, loop.state, announced(play)) == (begun, state, [])
    assert view(play.table, "en")["turn_timer"] == {"total_s": 60, "left_s": 0.0}
    at = state.turn_seat
    await until(play, lambda now: now.turn_seat != at)
    assert play.table.turn_timer.remaining_s() == 60


async def test_the_screen_shows_a_draining_ring_beside_the_prompt(play: Playing) -> None:
    play.table.house.change_and_save(turn_timer_s=240)
    await into_the_first_turn(play)
    await play.until_shown()
    await play.wait(0.5)
    plain = draw_screen(play.table.loop.current_waiting().screen, "en", 0, 1)
    assert play.table.display.page_picture == with_hourglass_ring(plain, 1.0) != plain
    await play.wait(120)
    assert play.table.display.page_picture == with_hourglass_ring(plain, 0.5)
    assert play.twins.oled is not None
    assert play.twins.oled.image().tobytes() == with_hourglass_ring(plain, 0.5).tobytes()


async def test_the_turn_timer_is_off_until_it_is_set_at_the_knob(play: Playing) -> None:
    await into_the_first_turn(play)
    await play.until_shown()
    tones = play.tones()
    await play.wait(700)
    assert (tones, view(play.table, "en")["turn_timer"]) == ([], None)
    await play.press(1.2)
    await play.choose(MenuAction.HOUSE)
    await play.choose(MenuAction.SETTING, "turn_timer_s")
    await play.turn(3)
    await play.press()
    assert play.table.house.current.turn_timer_s == 90
    assert view(play.table, "en")["turn_timer"]["total_s"] == 90
