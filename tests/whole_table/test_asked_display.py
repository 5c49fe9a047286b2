"""A display with nothing new to show is asked now and then whether it is still there."""

from pathlib import Path

from hw.oled.twin import OledTwin
from tests.whole_table.playing import Playing, at_a_table


def oled(play: Playing) -> OledTwin:
    assert play.twins.oled is not None
    return play.twins.oled


def test_one_that_is_unplugged_while_nothing_new_is_shown_is_said_and_lit_again(tmp_path: Path) -> None:
    async def deed(play: Playing) -> None:
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

    at_a_table(tmp_path, deed)


def test_to_ask_it_costs_four_octets_every_five_seconds(tmp_path: Path) -> None:
    async def deed(play: Playing) -> None:
        await play.begin()
        await play.wait(20)
        before = play.twins.costs()
        await play.wait(50)
        after = play.twins.costs()
        assert after.i2c_messages - before.i2c_messages == 10
        assert after.i2c_octets - before.i2c_octets == 40

    at_a_table(tmp_path, deed)
