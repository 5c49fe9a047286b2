"""A display with nothing new to show is asked now and then whether it is still there, and lit."""

from hw.oled.twin import OledTwin
from tests.whole_table.playing import Playing


def oled(play: Playing) -> OledTwin:
    assert play.twins.oled is not None
    return play.twins.oled


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
    assert play.table.hourglass.runs
    assert oled(play).lit


async def test_to_ask_it_costs_six_octets_every_five_seconds(play: Playing) -> None:
    await play.begin()
    await play.wait(20)
    before = play.twins.costs()
    await play.wait(50)
    after = play.twins.costs()
    assert after.i2c_messages - before.i2c_messages == 20
    assert after.i2c_octets - before.i2c_octets == 60
