"""An idle display dims, shifts and goes dark; an unchanged one is checked for being lit."""

import pytest

from hw.oled import frame as idle
from hw.oled.twin import OledTwin
from hw.values import ReaderId
from tests.whole_table.playing import Playing


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A twentieth of the usual times, so that the simulated readers need not poll for twenty minutes."""
    monkeypatch.setattr(idle, "DIM_AFTER_S", 6.0)
    monkeypatch.setattr(idle, "WANDER_EVERY_S", 3.0)
    monkeypatch.setattr(idle, "DARK_AFTER_S", 60.0)


def oled(play: Playing) -> OledTwin:
    assert play.twins.oled is not None
    return play.twins.oled


@pytest.mark.usefixtures("impatient")
async def test_it_is_dimmed_and_then_moves_by_a_pixel_from_time_to_time(play: Playing) -> None:
    await play.begin()
    await play.wait(1)
    bright, full = oled(play).image().tobytes(), oled(play).contrast
    await play.wait(4)
    assert oled(play).contrast == full
    await play.wait(2)
    assert oled(play).contrast == 0x10
    assert oled(play).image().tobytes() == bright
    await play.wait(3)
    assert oled(play).image().tobytes() != bright
    assert oled(play).lit


@pytest.mark.usefixtures("impatient")
async def test_it_goes_dark_and_the_first_press_only_wakes_it(play: Playing) -> None:
    await play.begin()
    await play.wait(1)
    bright, full = oled(play).image().tobytes(), oled(play).contrast
    before = play.table.loop.seq
    await play.wait(61)
    assert not oled(play).lit
    await play.press()
    assert (oled(play).lit, oled(play).contrast, oled(play).image().tobytes()) == (True, full, bright)
    assert play.table.loop.seq == before
    await play.press()
    assert play.table.loop.seq == before + 1


@pytest.mark.usefixtures("impatient")
async def test_a_castle_s_button_wakes_it_too_and_does_nothing_else(play: Playing) -> None:
    await play.begin()
    assert play.state.to_act is not None
    panel = play.twins.panels[ReaderId(play.state.color(play.state.to_act))]
    before = play.table.loop.seq
    await play.wait(61)
    await panel.yes.press()
    await play.wait(0.1)
    assert oled(play).lit
    assert play.table.loop.seq == before


@pytest.mark.usefixtures("impatient")
async def test_a_tile_counts_even_when_the_screen_was_dark_and_lights_it(play: Playing) -> None:
    await play.begin()
    await play.press()
    await play.press()
    await play.press()
    await play.until_shown()
    await play.wait(61)
    assert not oled(play).lit
    await play.pass_tile("blue", "t01")
    assert oled(play).lit
    assert play.state.set_aside.bit_count() == 1


@pytest.mark.usefixtures("impatient")
async def test_while_the_hourglass_runs_it_is_never_dimmed(play: Playing) -> None:
    await play.to_the_taxes()
    full = oled(play).contrast
    await play.wait(15)
    assert (play.table.hourglass.is_running, oled(play).contrast) == (True, full)


@pytest.mark.usefixtures("impatient")
async def test_one_that_was_lost_is_not_back_because_it_went_dark(play: Playing) -> None:
    await play.begin()
    play.twins.faults.switch("oled_missing", on=True)
    await play.wait(70)
    told = [sentence for sentence in play.story if sentence.startswith("The display")]
    assert len(told) == 1
    assert "does not work" in told[0]


async def test_one_that_is_unplugged_while_nothing_new_is_shown_is_said_and_lit_again(play: Playing) -> None:
    await play.begin()
    await play.wait(20)
    shown = oled(play).image().tobytes()
    play.twins.faults.switch("oled_missing", on=True)
    await play.wait(5.1)
    assert play.table.health.is_lost("oled")
    play.twins.faults.switch("oled_missing", on=False)
    await play.wait(20)
    assert not play.table.health.is_lost("oled")
    assert oled(play).image().tobytes() == shown


async def test_one_that_lost_its_power_for_a_moment_between_two_askings_is_lit_again(play: Playing) -> None:
    await play.begin()
    await play.wait(20)
    shown = oled(play).image().tobytes()
    oled(play).brown_out()
    assert not oled(play).lit
    await play.wait(5.1)
    assert oled(play).image().tobytes() == shown


async def test_one_that_lost_its_power_while_pictures_change_all_the_time_is_lit_again(play: Playing) -> None:
    await play.to_the_taxes()
    await play.wait(2)
    oled(play).brown_out()
    await play.wait(5.1)
    assert play.table.hourglass.is_running
    assert oled(play).lit


async def test_to_ask_it_costs_six_octets_every_five_seconds(play: Playing) -> None:
    await play.begin()
    await play.wait(20)
    before = play.twins.costs()
    await play.wait(50)
    after = play.twins.costs()
    assert after.i2c_messages - before.i2c_messages == 20
    assert after.i2c_bytes - before.i2c_bytes == 60
