"""Announcements are cut short when newer effects come."""

from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest

from controller.games.contract.effects import Announce, Notice, NumberScreen, Scene, Sound, SoundName, Tell, TextScreen
from controller.games.contract.values import Text
from tests.support.playing import Playing, playing


def number(count: int, sound: SoundName | None = None) -> Announce:
    return Announce(NumberScreen(count, Text("caption-demand")), 4.0, sound)


@pytest.fixture
def play(tmp_path: Path) -> AbstractAsyncContextManager[Playing]:
    return playing(tmp_path)


async def seconds_until_shown(play: Playing) -> float:
    begun_s = play.now_s()
    await play.until_shown()
    return play.now_s() - begun_s


async def test_announcements_are_shown_for_their_full_time(play: Playing) -> None:
    play.table.loop.show_effects([number(2), number(3), number(4)])
    assert 12 <= await seconds_until_shown(play) < 12.3


async def test_three_announcements_delay_the_next_player_by_at_most_two_seconds(play: Playing) -> None:
    play.table.loop.show_effects([number(2), number(3), number(4)])
    await play.wait(1)
    play.table.loop.show_effects([Sound("accepted")])
    assert await seconds_until_shown(play) < 2


async def test_the_story_tells_of_a_scene_once_it_is_over(tmp_path: Path) -> None:
    async with playing(tmp_path, scenes="pause") as play:
        effects, loop = play.table.effects, play.table.loop
        loop.show_effects([Tell(Text("blue"))])
        loop.show_effects([Tell(Text("yellow")), Scene("crowned", TextScreen(Text("grey"), ()), Text("grey"), 5.0)])
        await play.wait(1)
        assert effects.scene is not None
        assert effects.read_story("en")[-1] == "Blue"
        notice = Notice(TextScreen(Text("purple"), ()), 5.0)
        loop.show_effects([Tell(Text("purple")), notice])  # what is not of play waits for no scene
        assert effects.read_story("en")[-2:] == ["Blue", "Purple"]
        await play.until_shown()
        assert effects.read_story("en")[-3:] == ["Blue", "Yellow", "Purple"]


async def test_what_hands_alone_need_is_announced_where_pieces_move_themselves(tmp_path: Path) -> None:
    built = Scene("built", TextScreen(Text("grey"), ()), Text("grey"), 5.0, hands=True, hands_alone=True)
    async with playing(tmp_path, scenes="knob") as play:
        effects = play.table.effects
        play.table.loop.show_effects([built])
        await play.wait(1)
        assert effects.scene == built
        await play.press()
        await play.wait(1)
        effects.simulates_hands = True
        play.table.loop.show_effects([built])
        await play.wait(1)
        assert effects.scene is None
        assert effects.announced == built.screen


async def test_a_flood_of_announcements_drops_the_oldest(play: Playing) -> None:
    play.table.loop.show_effects([number(count) for count in range(2000)])
    play.table.loop.show_effects([number(2000)])
    assert await seconds_until_shown(play) < 64 * 0.7 + 4 + 1


async def test_a_sentence_of_the_story_does_not_shorten_announcements(play: Playing) -> None:
    play.table.loop.show_effects([number(2)])
    await play.wait(1)
    play.table.loop.show_effects([Tell(Text("told-stop"))])
    assert 3 <= await seconds_until_shown(play) < 3.3


async def test_an_announcement_s_sound_starts_when_it_appears(play: Playing) -> None:
    heard, begun_s = play.tones(), play.now_s()
    play.table.loop.show_effects([number(2), number(3, "alarm")])
    await play.until_shown()
    assert len(heard) == 5
    assert heard[0] - begun_s == pytest.approx(4, abs=0.1)
