"""Announcements wait for eyes, but never long for people who have gone on."""

from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest

from controller.games.contract.effects import Announce, NumberScreen, Sound, SoundName, Tell
from controller.games.contract.values import Text
from tests.whole_table.playing import Playing, playing


def number(count: int, sound: SoundName | None = None) -> Announce:
    return Announce(NumberScreen(count, Text("caption-demand")), 4.0, sound)


@pytest.fixture
def play(tmp_path: Path) -> AbstractAsyncContextManager[Playing]:
    return playing(tmp_path)


async def seconds_until_shown(play: Playing) -> float:
    begun_s = play.now_s()
    await play.until_shown()
    return play.now_s() - begun_s


async def test_nobody_hurries_and_each_is_shown_for_its_time(play: Playing) -> None:
    play.table.loop.show([number(2), number(3), number(4)])
    assert 12 <= await seconds_until_shown(play) < 12.3


async def test_three_of_them_delay_the_one_to_act_by_two_seconds_at_most(play: Playing) -> None:
    play.table.loop.show([number(2), number(3), number(4)])
    await play.wait(1)
    play.table.loop.show([Sound("accepted")])
    assert await seconds_until_shown(play) < 2


async def test_of_a_flood_of_announcements_the_oldest_are_out_of_date(play: Playing) -> None:
    play.table.loop.show([number(count) for count in range(2000)])
    play.table.loop.show([number(2000)])
    assert await seconds_until_shown(play) < 64 * 0.7 + 4 + 1


async def test_a_sentence_of_the_story_alone_hurries_nobody(play: Playing) -> None:
    play.table.loop.show([number(2)])
    await play.wait(1)
    play.table.loop.show([Tell(Text("told-stop"))])
    assert 3 <= await seconds_until_shown(play) < 3.3


async def test_the_sound_of_an_announcement_is_heard_when_that_appears_and_not_before(play: Playing) -> None:
    heard, begun_s = play.tones(), play.now_s()
    play.table.loop.show([number(2), number(3, "alarm")])
    await play.until_shown()
    assert len(heard) == 5
    assert heard[0] - begun_s == pytest.approx(4, abs=0.1)
