"""An idle display dims, shifts and goes dark; an unchanged one is checked for being lit."""

import pytest

from hw.oled.twin import OledTwin
from hw.values import ReaderId
from tests.support.playing import Playing


def oled(play: Playing) -> OledTwin:
    assert play.twins.oled is not None
    return play.twins.oled


@pytest.mark.usefixtures("impatient")
async def test_an_idle_display_dims_and_then_shifts_by_a_pixel(play: Playing) -> None:
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
async def test_a_dark_display_is_only_woken_by_the_first_press(play: Playing) -> None:
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
async def test_a_castle_s_button_only_wakes_a_dark_display_too(play: Playing) -> None:
    await play.begin()
    assert play.state.seat_to_act is not None
    panel = play.twins.panels[ReaderId(play.state.color(play.state.seat_to_act))]
    before = play.table.loop.seq
    await play.wait(61)
    await panel.yes.press()
    await play.wait(0.1)
    assert oled(play).lit
    assert play.table.loop.seq == before


@pytest.mark.usefixtures("impatient")
async def test_a_tile_counts_while_the_display_is_dark_and_wakes_it(play: Playing) -> None:
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
async def test_the_display_is_not_dimmed_while_the_hourglass_runs(play: Playing) -> None:
    await play.to_the_taxes()
    full = oled(play).contrast
    await play.wait(15)
    assert (play.table.hourglass.is_running, oled(play).contrast) == (True, full)


@pytest.mark.usefixtures("impatient")
async def test_a_missing_display_does_not_count_as_back_when_it_would_go_dark(play: Playing) -> None:
    await play.begin()
    play.twins.faults.switch("oled_missing", on=True)
    await play.wait(70)
    reports = [sentence for sentence in play.story if sentence.startswith("The display")]
    assert len(reports) == 1
    assert "does not work" in reports[0]


async def test_an_unplugged_idle_display_is_reported_and_redrawn_on_return(play: Playing) -> None:
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


async def test_an_idle_display_is_redrawn_after_a_moment_without_power(play: Playing) -> None:
    await play.begin()
    await play.wait(20)
    shown = oled(play).image().tobytes()
    oled(play).brown_out()
    assert not oled(play).lit
    await play.wait(5.1)
    assert oled(play).image().tobytes() == shown


async def test_a_busy_display_is_relit_after_a_moment_without_power(play: Playing) -> None:
    await play.to_the_taxes()
    await play.wait(2)
    oled(play).brown_out()
    await play.wait(5.1)
    assert play.table.hourglass.is_running
    assert oled(play).lit


async def test_checking_the_display_costs_six_bytes_every_five_seconds(play: Playing) -> None:
    await play.begin()
    await play.wait(20)
    before = play.twins.costs()
    await play.wait(50)
    after = play.twins.costs()
    assert after.i2c_messages - before.i2c_messages == 20
    assert after.i2c_bytes - before.i2c_bytes == 60
