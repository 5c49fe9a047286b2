"""Announcements wait for eyes, but never long for people who have gone on."""

from pathlib import Path

from controller.games.contract import Announce, NumberScreen, Sound, Tell, Text
from hw.testing.clock import run_virtual
from tests.whole_table.playing import Playing, playing


def number(count: int) -> Announce:
    return Announce(NumberScreen(count, Text("caption-demand")), 4.0)


async def seconds_until_shown(play: Playing) -> float:
    begun_s = play.now_s()
    await play.until_shown()
    return play.now_s() - begun_s


def test_nobody_hurries_and_each_is_shown_for_its_time(tmp_path: Path) -> None:
    async def deed() -> None:
        async with playing(tmp_path) as play:
            play.table.effects.show([number(2), number(3), number(4)])
            assert 12 <= await seconds_until_shown(play) < 12.3

    run_virtual(deed())


def test_three_of_them_delay_the_one_to_act_by_two_seconds_at_most(tmp_path: Path) -> None:
    async def deed() -> None:
        async with playing(tmp_path) as play:
            play.table.effects.show([number(2), number(3), number(4)])
            await play.wait(1)
            play.table.effects.show([Sound("accepted")])
            assert await seconds_until_shown(play) < 2

    run_virtual(deed())


def test_a_sentence_of_the_story_alone_hurries_nobody(tmp_path: Path) -> None:
    async def deed() -> None:
        async with playing(tmp_path) as play:
            play.table.effects.show([number(2)])
            await play.wait(1)
            play.table.effects.show([Tell(Text("told-stop"))])
            assert 3 <= await seconds_until_shown(play) < 3.3

    run_virtual(deed())
