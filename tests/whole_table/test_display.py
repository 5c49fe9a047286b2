"""An idle display dims, shifts and goes dark; an unchanged one is checked for being lit."""

from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest

from hw.oled import frame
from hw.oled.twin import OledTwin
from hw.values import ReaderId
from tests.support.playing import Playing, playing


def oled(play: Playing) -> OledTwin:
    assert play.twins.oled is not None
    return play.twins.oled


@pytest.fixture
def quiet(tmp_path: Path) -> AbstractAsyncContextManager[Playing]:
    """A table whose gates are not polled, so an hour costs half a second."""
    return playing(tmp_path, gates=False)


async def test_an_idle_display_dims_and_then_shifts_by_a_pixel(quiet: Playing) -> None:
    await quiet.begin()
    await quiet.wait(1)
    bright, full = oled(quiet).image().tobytes(), oled(quiet).contrast
    await quiet.wait(100)
    assert oled(quiet).contrast == full
    await quiet.wait(20)
    assert oled(quiet).contrast == 0x10
    assert oled(quiet).image().tobytes() == bright
    await quiet.wait(60)
    assert oled(quiet).image().tobytes() != bright
    assert oled(quiet).lit


async def test_a_dark_display_is_only_woken_by_the_first_press(quiet: Playing) -> None:
    await quiet.begin()
    await quiet.wait(1)
    bright, full = oled(quiet).image().tobytes(), oled(quiet).contrast
    before = quiet.table.loop.seq
    await quiet.wait(1201)
    assert not oled(quiet).lit
    await quiet.press()
    assert (oled(quiet).lit, oled(quiet).contrast, oled(quiet).image().tobytes()) == (True, full, bright)
    assert quiet.table.loop.seq == before
    await quiet.press()
    assert quiet.table.loop.seq == before + 1


async def test_a_castle_s_button_only_wakes_a_dark_display_too(quiet: Playing) -> None:
    await quiet.begin()
    assert quiet.state.seat_to_act is not None
    panel = quiet.twins.panels[ReaderId(quiet.state.color(quiet.state.seat_to_act))]
    before = quiet.table.loop.seq
    await quiet.wait(1201)
    await panel.yes.press()
    await quiet.wait(0.1)
    assert oled(quiet).lit
    assert quiet.table.loop.seq == before


async def test_a_tile_counts_while_the_display_is_dark_and_wakes_it(quiet: Playing) -> None:
    await quiet.begin()
    await quiet.press()
    await quiet.press()
    await quiet.press()
    await quiet.until_shown()
    await quiet.wait(1201)
    assert not oled(quiet).lit
    await quiet.report_tile("blue", "t01")
    assert oled(quiet).lit
    assert quiet.state.set_aside.bit_count() == 1


async def test_the_display_is_not_dimmed_while_the_hourglass_runs(
    play: Playing, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(frame, "DIM_AFTER_S", 6.0)  # the longest hourglass has run out before
    await play.to_the_taxes()
    full = oled(play).contrast
    await play.wait(15)
    assert (play.table.hourglass.is_running, oled(play).contrast) == (True, full)


async def test_a_missing_display_does_not_count_as_back_when_it_would_go_dark(quiet: Playing) -> None:
    await quiet.begin()
    quiet.twins.faults.switch("oled_missing", on=True)
    await quiet.wait(1300)
    reports = [sentence for sentence in quiet.story if sentence.startswith("The display")]
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


async def test_a_held_bus_leaves_the_game_running_until_the_display_is_back(play: Playing) -> None:
    await play.to_the_taxes()
    play.twins.faults.switch("i2c_held", on=True)
    shown = oled(play).image().tobytes()
    await play.pass_tile("blue", "t20")
    await play.wait(6)
    faults = {device.name: device.fault or "" for device in play.table.health}
    assert "saw SDA or SCL held low" in faults["oled"]
    assert play.table.counts["blue"]["tiles"] == 4
    assert oled(play).image().tobytes() == shown
    play.twins.faults.switch("i2c_held", on=False)
    await play.wait(20)
    assert not play.table.health.is_lost("oled")
    assert oled(play).image().tobytes() != shown


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
